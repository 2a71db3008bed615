"""A fight of Rivers at the page: what its people, its prompts and its ground say otherwise than those of ReQuest."""

from __future__ import annotations

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
