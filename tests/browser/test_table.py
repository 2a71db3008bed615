"""What everybody sees: people, the ranks to come, the ground, the log; and what a first look costs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, expect

from protocol.messages import CombatEnded, EventMessage, Told, Words
from rules.kernel.model import Event, Outcome
from tests.browser.conftest import Opened, Seated
from tests.browser.fake import Fake
from tests.browser.house import House
from tests.browser.talk import Talk, nth
from web_client import load

MOST_REQUESTS: Final = 32
MOST_BYTES: Final = 150_000
MOST_MS: Final = 1500
pytestmark = pytest.mark.timeout(120)


def test_everybody_is_shown_with_what_may_be_known(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    expect(page.locator(".side h3")).to_contain_text(["River watch", "Raiders"])
    joss = page.get_by_role("article", name="Joss")
    willa = page.get_by_role("article", name="Willa")
    rusk = page.get_by_role("article", name="Rusk")

    expect(joss).to_contain_text("2 actions left")
    expect(joss).to_contain_text("engaged with ◆Rusk (normal)")
    expect(joss).to_contain_text("holds mace and kite shield")
    expect(willa).to_contain_text("serious abdomen, -5 left")
    expect(willa).to_contain_text("unconscious")
    expect(rusk).to_contain_text("scratched head")
    expect(rusk).not_to_contain_text("left,")
    expect(rusk.get_by_text("Hit points")).to_have_count(0)
    joss.get_by_text("Hit points").click()
    expect(joss.locator("dl")).to_contain_text("abdomen7")
    seated.fake.say(seated.talk.view())
    expect(joss.locator("dl")).to_be_visible()
    expect(joss.locator("summary")).to_be_focused()


def test_the_ranks_to_come_are_a_list_with_the_present_marked(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link)
    part = page.get_by_role("region", name="Ranks to come")
    turns = part.get_by_role("listitem")

    expect(turns).to_have_count(2)
    expect(part).to_contain_text("still to come: ◆Rusk, ◆Old Hob · done: Raider 2")
    expect(part.locator(".done")).to_have_text("done: Raider 2")
    expect(turns.first).to_have_attribute("aria-current", "step")
    expect(turns.first).to_contain_text("12")
    expect(turns.first).to_contain_text("Joss")
    assert page.locator("[aria-current]").count() == 1


def test_the_ground_says_in_words_what_it_shows(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)

    expect(
        page.get_by_role("img", name=re.compile("Map of 13 by 9 hexes: .*Joss at G6"))
    ).to_be_visible()
    expect(page.locator(".legend")).to_contain_text("cover")


def test_who_lies_under_somebody_has_a_mark(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    expect(page.locator(".token").first).to_be_attached()
    people = seated.talk.view().view.combatants
    lying = "|".join(one.name for one in people if one.state != "up")
    marks = page.locator(".token:has(.under)")

    expect(marks).to_have_count(2)
    for title in marks.locator("title").all():
        expect(title).to_have_text(re.compile(f"^({lying}) lies here under "))


def test_the_log_ends_inside_the_window_and_shows_what_is_new(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link)
    newest = page.locator(".lines li.entry").last
    expect(newest).to_be_in_viewport(ratio=1)
    panel = page.locator(".log.panel").bounding_box()
    assert panel is not None
    assert panel["y"] + panel["height"] <= 900

    page.locator("sr-log summary", has_text="Filter").click()
    lines = page.locator(".lines").bounding_box()
    assert lines is not None
    assert lines["height"] > 0
    assert page.locator(".log.panel").bounding_box() == panel


def test_a_defeat_looks_like_one(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    end = CombatEnded(len(seated.talk.events) + 1, Outcome("victory", "raiders", 5))
    expect(page.locator("#prompt-title")).to_have_text("Your turn, Joss.")
    seated.fake.say(end)

    expect(page.locator(".notice.result.lost h2")).to_have_text("The fight is lost")


def test_a_wide_field_is_shown_where_the_people_are(opened: Opened) -> None:
    talk = Talk("griffin", 3, Path("scenarios/griffin.toml"))
    talk.play(nth(2))
    with Fake(talk.hello()) as fake:
        page = opened(fake.link)

        expect(page.locator(".token .large")).to_have_count(6)
        expect(page.locator(".map .hint")).to_have_text("A part of the field of 20 by 15 hexes.")
        assert page.locator(".ground .hex").count() < 20 * 15


def test_the_log_has_details_and_why_and_can_be_filtered(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    log = page.get_by_role("log")
    rows = log.locator("li.entry:visible")
    expect(log).to_contain_text("As ◆Rusk runs, ●Willa strikes")
    everything = rows.count()
    why = (
        log.locator("li", has_text="Willa strikes with the longspear, but").locator("summary").first
    )
    why.click()
    expect(log).to_contain_text("attack rolled")

    page.locator("sr-log summary", has_text="Filter").click()
    page.get_by_label("Text", exact=True).fill("longspear")
    expect(rows.first).to_contain_text("longspear")
    assert 0 < rows.count() < everything
    page.get_by_label("Text", exact=True).fill("")
    page.get_by_label("Who").select_option(label="Old Hob")
    for row in rows.all():
        expect(row).to_contain_text("Hob")
    page.get_by_label("only mine").check()
    expect(page.locator(".log .hint")).to_contain_text(" of ")
    page.get_by_label("only mine").uncheck()
    page.get_by_label("Who").select_option(label="everybody")
    expect(rows).to_have_count(everything)


def test_a_line_of_another_part_of_the_fight_stands_under_its_heading(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link)
    lines = page.get_by_role("log").locator("li")
    expect(lines.first).to_be_visible()
    told = Told((Words("Joss bleeds."),), part=(Words("Willa", "name", "willa"), Words(" alone")))
    number = len(seated.talk.events) + 1
    seated.fake.say(EventMessage(number, Event("x", "bled", 9, 2, 0, at="joss"), told))

    expect(lines.last).to_have_text("Joss bleeds.")
    expect(lines.nth(-2)).to_have_class("heading phase_began")
    expect(lines.nth(-2)).to_contain_text("Willa alone")


def side_by_side(seated: Seated) -> None:
    """Two engagements of round 9 that are told as they come, and what follows them."""
    willa, joss = (
        (Words(f"Engagement {place}: "), Words(name, "name", name.lower()))
        for place, name in ((1, "Willa"), (2, "Joss"))
    )
    told = [
        (0, "round_began", Told((Words("Round 9"),))),
        (2, "engagement_began", Told(joss)),
        (1, "engagement_began", Told(willa)),
        (2, "bled", Told((Words("Joss bleeds."),), part=joss)),
        (2, "bled", Told((Words("Joss bleeds more."),))),
        (1, "bled", Told((Words("Willa bleeds."),), part=willa)),
        (3, "bled", Told((Words("Rusk bleeds."),), part=(Words("At the edge of the round"),))),
        (2, "bled", Told((Words("Joss bleeds on."),), part=joss)),
        (3, "combat_ended", Told((Words("It is over."),))),
    ]
    for number, (phase, kind, said) in enumerate(told, start=len(seated.talk.events) + 1):
        event = Event(f"x{number}", kind, 9, phase, 0)
        seated.fake.say(EventMessage(number, event, said))


SIDE_BY_SIDE: Final = [
    "Round 9",
    "Engagement 1: Willa",
    "Willa bleeds.",
    "Engagement 2: Joss",
    "Joss bleeds.",
    "Joss bleeds more.",
    "Joss bleeds on.",
    "At the edge of the round",
    "Rusk bleeds.",
    "It is over.",
]


def test_engagements_played_side_by_side_stand_one_after_the_other(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link, permissions=["clipboard-read", "clipboard-write"])
    expect(page.get_by_role("log")).to_contain_text("Round 2")
    side_by_side(seated)
    rows = page.get_by_role("log").locator("li[data-round='9']")
    expect(rows).to_have_count(len(SIDE_BY_SIDE))
    shown = [text.replace("●", "").strip() for text in rows.all_inner_texts()]
    assert shown == SIDE_BY_SIDE

    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert [line.strip() for line in text.splitlines()][-len(SIDE_BY_SIDE) :] == SIDE_BY_SIDE


def test_the_heading_of_an_engagement_shows_it_alone(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link, permissions=["clipboard-read", "clipboard-write"])
    expect(page.get_by_role("log")).to_contain_text("Round 2")
    side_by_side(seated)
    rows = page.get_by_role("log").locator("li:visible")
    expect(rows.last).to_have_text("It is over.")
    heading = page.get_by_role("button", name="Engagement 2: Joss")
    expect(heading).to_be_visible()
    everything = rows.count()
    heading.click()

    expect(heading).to_have_attribute("aria-pressed", "true")
    expect(rows).to_have_count(5)
    expect(rows.first).to_have_text("Round 9")
    expect(rows.last).to_have_text("Joss bleeds on.")
    expect(page.locator(".log .hint")).to_have_text(
        f"Round 9, engagement 2 alone: 5 of {everything} lines"
    )
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "Willa" not in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Show all", exact=True).click()
    expect(heading).to_have_attribute("aria-pressed", "false")
    expect(rows).to_have_count(everything)
    heading.click()
    heading.click()
    expect(rows).to_have_count(everything)


def test_the_log_is_copied_as_text(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link, permissions=["clipboard-read", "clipboard-write"])
    expect(page.get_by_role("log")).to_contain_text("Round 2")
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()

    text = page.evaluate("navigator.clipboard.readText()")
    assert " 13 Rusk runs at Willa (H5)." in text


def test_a_spectator_sees_the_table_and_decides_nothing(opened: Opened) -> None:
    talk = Talk("")
    talk.play(nth(99))
    with Fake(talk.hello()) as fake:
        page = opened(fake.link)

        expect(page.get_by_text("You are watching")).to_be_visible()
        expect(page.locator(".notice.result")).to_contain_text("Victory for River watch")
        expect(page.locator(".card")).to_have_count(7)
        for part in ("sr-prompt", "sr-plans"):
            expect(page.locator(part)).to_be_hidden()
        expect(page.get_by_text("only mine")).to_be_hidden()
        assert "actions left" not in page.locator("sr-people").inner_text()


def test_somebody_watches_a_real_fight(opened: Opened, tmp_path: Path) -> None:
    with House(tmp_path, "scenarios/ford.toml", "--seat", "maren", "--seed", "7") as house:
        page = opened(house.watch)
        expect(page.locator(".notice")).to_contain_text("Still missing: Captain Maren.")

        player = opened(house.seat())
        expect(player.locator("sr-prompt[data-asks]")).to_be_visible()

        expect(page.locator(".notice")).to_have_count(0)
        expect(page.get_by_role("log")).to_contain_text("Round 1")


def test_a_first_look_costs_little(opened: Opened, tmp_path: Path) -> None:
    with House(tmp_path, "scenarios/ford.toml", "--seat", "maren", "--seed", "7") as house:
        asked: list[Request] = []
        page = opened("about:blank")
        page.on("request", lambda request: asked.append(request))  # noqa: PLW0108 - it wants one of its own
        page.goto(house.seat())
        expect(page.locator("sr-prompt[data-asks]")).to_be_visible()

        assert len(asked) <= MOST_REQUESTS
        files = load()
        paths = {urlsplit(request.url).path for request in asked}
        assert len(paths & files.keys()) > len(files) / 2
        assert sum(len(files[path][1]) for path in paths & files.keys()) <= MOST_BYTES
        loaded = page.evaluate(
            "performance.timing.domContentLoadedEventEnd - performance.timing.fetchStart"
        )
        assert loaded <= MOST_MS


LATER: Final = {
    "/js/aftermath.js",
    "/js/dice.js",
    "/js/elements/help.js",
    "/js/elements/start.js",
    "/js/heights.js",
    "/js/parts.js",
    "/js/terms.js",
}
"""Modules that are fetched when they are needed."""


def test_the_page_loads_every_module_at_once_but_those_for_later() -> None:
    files = load()
    modules = {path for path in files if path.endswith(".js")} - {"/js/types.js", "/js/main.js"}
    named = set(re.findall(r'modulepreload" href="([^"]+)"', files["/"][1].decode()))
    at_once = {
        path.rpartition("/")[2]
        for name in {*named, "/js/main.js"}
        for path in re.findall(
            r'^(?:import|export)[^"(]*"([^"]+)";', files[name][1].decode(), re.MULTILINE
        )
    }

    assert named == modules - LATER
    assert {path.rpartition("/")[2] for path in LATER} & at_once == set()


def test_the_heights_of_the_ground_are_drawn_and_said(opened: Opened, tmp_path: Path) -> None:
    with House(tmp_path, "scenarios/ledge.toml", "--seat", "giant", "--seed", "7") as house:
        page = opened(house.seat())
        ground = page.locator(".ground")

        expect(ground.locator(".metres")).to_have_count(27)
        expect(ground.locator(".rise")).to_have_count(27)
        for kind in ("contour", "cliff", "hatch"):
            expect(ground.locator(f".{kind}")).to_have_attribute("d", re.compile("^M.*"))
        expect(ground.locator(".hex title", has_text="G4")).to_have_text("G4, 3 m up")
        expect(ground.locator(".hex title", has_text="A1")).to_have_text("A1")
        expect(ground).to_have_attribute("aria-label", re.compile(r"Giant at G4 \(3 m up\)"))
        legend = page.locator(".legend")
        expect(legend).to_contain_text("a step of 1 m")
        expect(legend).to_contain_text("an edge, hatched downhill: nobody walks over it")


def test_level_ground_has_no_heights_to_draw(opened: Opened, seated: Seated) -> None:
    asked: list[Request] = []
    page = opened("about:blank")
    page.on("request", lambda request: asked.append(request))  # noqa: PLW0108 - it wants one of its own
    page.goto(seated.fake.link)

    expect(page.locator(".ground .hex").first).to_be_visible()
    expect(page.locator(".ground .metres")).to_have_count(0)
    # How everybody came out of it is fetched from round 2 on, before the end.
    fetched = {urlsplit(request.url).path for request in asked} & LATER
    assert fetched == {"/js/aftermath.js"}


def test_no_file_has_markup_style_or_script_inside() -> None:
    files = load()
    page = files["/"][1].decode()
    code = "\n".join(body.decode() for path, (_, body) in files.items() if path.endswith(".js"))

    assert "style=" not in page
    assert "<style" not in page
    assert not re.search(r"<script[^>]*>[^<]", page)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|\.style\b", code
    )
    assert "http://" not in code.replace("http://www.w3.org/2000/svg", "").replace("http://…", "")
