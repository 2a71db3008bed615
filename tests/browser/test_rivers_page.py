"""A fight of Rivers at the page: what its people, its prompts and its ground say otherwise than those of ReQuest."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import Opened
from tests.browser.fake import Fake
from tests.browser.talk import Talk

RITUAL: Final = Path("scenarios/ritual.toml")


def test_a_card_tells_of_magic_wounds_and_death(opened: Opened) -> None:
    talk = Talk("ysolde", seed=3, scenario=RITUAL)
    question = talk.play(lambda one: ".r3." in f".{one.id}" or one.id.startswith("r3."))
    assert question is not None
    with Fake(talk.hello(question.prompt())) as fake:
        page = opened(fake.link)
        ysolde = page.get_by_role("article", name="Ysolde")
        joss = page.get_by_role("article", name="Joss")

        expect(ysolde.locator(".chips")).to_contain_text("2 rune points")
        expect(ysolde.locator(".chips")).to_contain_text("7 magic points")
        expect(ysolde.locator(".chips")).to_contain_text("sword trance 8")
        expect(joss.locator(".chips")).to_contain_text("bleeding")
        expect(joss.locator(".chips")).to_contain_text("dies at the end of round 3")
        expect(joss.locator(".wound.crippled")).to_have_text("crippled abdomen, -6 left")
        expect(joss.locator(".figure .part.crippled")).to_have_count(1)
        fill = "element => getComputedStyle(element).fillOpacity"
        assert joss.locator(".figure .part.crippled").evaluate(fill) == "0.55"


def test_the_chance_of_an_option_is_that_of_the_deed_and_the_defence_stands_beside_it(
    opened: Opened,
) -> None:
    talk = Talk("ysolde", seed=3, scenario=RITUAL)
    question = talk.play(lambda one: "defend" in {option.id for option in one.prompt().options})
    assert question is not None
    with Fake(talk.hello(question.prompt())) as fake:
        page = opened(fake.link)
        attack = page.locator(".option", has_text=re.compile("^Attack with broadsword"))
        defend = page.locator(".option", has_text=re.compile("^Only defend"))
        expect(page.locator(".about")).to_have_text(
            "Against Raider 1, 60 m and Raider 2, 60 m: what do you do?"
        )
        expect(attack.locator("label .odds")).to_have_text("90 %")
        expect(defend.locator("label .odds")).to_have_text(re.compile("^ ?defence 35.90 %$"))
        attack.get_by_role("radio").first.check()
        page.get_by_role("radio", name="Raider 2, 60 m").check()
        page.get_by_role("radio", name="medium shield 60 %", exact=True).check()
        expect(page.locator("#sentence")).to_have_text(
            "Attack with broadsword: Raider 2, 60 m (90 %); defence: medium shield (60 %)"
        )
        page.get_by_role("radio", name="no defence").check()
        expect(page.locator("#sentence")).to_have_text(
            "Attack with broadsword: Raider 2, 60 m (90 %); no defence"
        )
        expect(page.locator(".clock")).to_contain_text("Round 1")
        expect(page.locator(".clock")).not_to_contain_text("Phase")
        expect(page.get_by_role("article", name="Raider 1")).to_contain_text(
            "engaged with ●Ysolde (60 m)"
        )


def test_on_a_map_a_click_on_a_foe_chooses_it(opened: Opened) -> None:
    talk = Talk("captain-maren", seed=1, scenario=Path("scenarios/breach.toml"))
    question = talk.play(lambda _: True)
    assert question is not None
    with Fake(talk.hello(question.prompt())) as fake:
        page = opened(fake.link)
        page.locator(".option", has_text="Fight").first.get_by_role("radio").first.check()
        expect(page.locator(".ground .hex.goes")).to_have_count(7)
        page.locator(".ground .hex.goes", has=page.locator("title", has_text="N5")).click()
        expect(page.get_by_role("radio", name="Rusk, 20 m (N5)")).to_be_checked()
        expect(page.locator("#sentence")).to_have_text("Fight: Rusk, 20 m (N5)")
        maren = page.get_by_role("article", name="Captain Maren")
        expect(maren).to_contain_text("at E5 · standing")
