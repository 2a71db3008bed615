"""What anybody must be able to use: axe finds nothing, nothing overflows, everything is large enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, cast

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs]
from playwright.sync_api import Page, expect

from protocol.messages import (
    CombatEnded,
    ControlMessage,
    LobbyMessage,
    PlansMessage,
    PromptClosed,
    Refusal,
    StandInMessage,
)
from protocol.plans import Intent, Order
from rules.kernel.model import Outcome
from tests.browser.conftest import Opened, Seated
from tests.browser.talk import Talk, nth, reaction

WHAT: Final = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
SMALLEST: Final = 44
pytestmark = pytest.mark.timeout(120)

State = Callable[[Page, Seated], None]


def asked(page: Page, _: Seated) -> None:
    page.keyboard.press("1")
    page.get_by_text("Not possible now").click()


def sent(page: Page, _: Seated) -> None:
    page.keyboard.press("1")
    page.keyboard.press("Enter")


def refused(page: Page, seated: Seated) -> None:
    sent(page, seated)
    said = seated.fake.next()
    seated.fake.say(Refusal(getattr(said, "key", ""), "illegal", "values[0]", "x", "y", attempts=2))
    expect(page.locator(".wrong").first).to_be_visible()


def waiting(page: Page, seated: Seated) -> None:
    intents = (Intent("attack/mace", ("hob",)), Intent("defend"))
    seated.fake.say(
        PromptClosed(seated.prompt.id, seated.prompt.default, "late"),
        PlansMessage("joss", intents, Order("automatic", 40)),
        StandInMessage("joss", on=True),
        LobbyMessage(("willa",)),
    )
    page.get_by_text("Plan ahead").click()
    page.keyboard.press("2")


def reacting(page: Page, seated: Seated) -> None:
    talk = Talk()
    question = talk.play(nth(1, reaction))
    assert question is not None
    seated.fake.opening[:] = talk.hello(question.prompt())
    page.reload()
    expect(page.locator("#prompt-title")).to_contain_text("Your reaction?")


def watching(page: Page, seated: Seated) -> None:
    seated.fake.say(ControlMessage(on=False))
    page.locator("sr-log summary", has_text="Filter").click()
    page.locator("sr-log summary", has_text="why").first.click()
    page.get_by_text("Hit points").first.click()


def over(page: Page, seated: Seated) -> None:
    end = CombatEnded(len(seated.talk.events) + 1, Outcome("victory", "watch", 5))
    seated.fake.say(end)
    expect(page.locator(".notice.result")).to_be_visible()


def fought_out(page: Page, seated: Seated) -> None:
    talk = Talk()
    assert talk.play(lambda _: False) is None
    seated.fake.opening[:] = talk.hello()
    page.reload()
    expect(page.locator(".fates li")).to_have_count(7)
    rusk = page.locator(".fates li", has_text="Rusk")
    expect(rusk).to_contain_text("Rusk down")
    expect(rusk).to_contain_text("Wounds: minor right leg 0/6")
    expect(rusk).to_contain_text("Bleeds, and dies if nobody tends it: left leg")
    expect(rusk).to_contain_text("Skills that succeeded: 2H Axe")


def away(page: Page, seated: Seated) -> None:
    seated.fake.hang_up(4001)
    expect(page.locator(".notice.bad")).to_be_visible()


def helped(page: Page, _: Seated) -> None:
    page.keyboard.press("?")


def started(page: Page, seated: Seated) -> None:
    page.evaluate("sessionStorage.clear()")
    page.goto(seated.fake.url)
    page.get_by_role("button", name="Take the seat").click()


STATES: Final[dict[str, State]] = {
    one.__name__: one
    for one in (
        asked,
        sent,
        refused,
        waiting,
        reacting,
        watching,
        over,
        fought_out,
        away,
        helped,
        started,
    )
}


class Node(msgspec.Struct):
    target: list[str]
    failureSummary: str  # noqa: N815 - as axe says it


class Violation(msgspec.Struct):
    id: str
    nodes: list[Node]


class Report(msgspec.Struct):
    violations: list[Violation]


def findings(page: Page) -> list[str]:
    """What axe has to say: the rule, where, and why."""
    run = cast("Callable[..., object]", Axe().run)
    report = msgspec.convert(vars(run(page, options=WHAT))["response"], Report)
    return [
        f"{one.id}: {' '.join(node.target)} {' '.join(node.failureSummary.split())}"
        for one in report.violations
        for node in one.nodes[:3]
    ]


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_in_anybodys_way(opened: Opened, seated: Seated, state: str) -> None:
    page = opened(seated.fake.link, reduced_motion="reduce")
    expect(page.locator("#prompt-title")).to_have_text("Your turn, Joss.")
    STATES[state](page, seated)

    schemes: tuple[tuple[int, Literal["light", "dark"]], ...] = ((1280, "light"), (320, "dark"))
    for width, scheme in schemes:
        # So high that nothing lies below the bar: axe takes what is half covered for small.
        page.set_viewport_size({"width": width, "height": 6000})
        page.emulate_media(color_scheme=scheme)
        assert findings(page) == [], f"{state} {width} {scheme}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert too_small(page) == []


def too_small(page: Page) -> list[str]:
    """The buttons, fields and choices that a finger misses; a choice is as large as its row."""
    return page.evaluate(
        """least => {
            const target = one => one.closest('.option, .check') ??
                (one.matches('[type=radio], [type=checkbox]') ? one.labels[0] : one);
            return [...document.querySelectorAll('button, select, input')]
                .filter(one => one.checkVisibility({visibilityProperty: true}))
                .map(one => [one, target(one).getBoundingClientRect()])
                .filter(([, box]) => box.width > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
                .map(([one, box]) => `${one.textContent || one.id} ${box.width} x ${box.height}`);
        }""",
        SMALLEST,
    )


def test_twice_the_text_still_fits(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link, viewport={"width": 640, "height": 900})
    expect(page.locator("#prompt-title")).to_have_text("Your turn, Joss.")

    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    page.keyboard.press("1")

    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_forced_colours_and_reduced_motion_are_honoured(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link, forced_colors="active", reduced_motion="reduce")
    expect(page.locator(".option input").first).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator(".option.chosen")).to_have_css("border-top-width", "3px")

    moving = page.evaluate(
        "[...document.querySelectorAll('*')].filter(one => parseFloat(getComputedStyle(one).transitionDuration) > 0).length"
    )
    assert moving == 0


def test_what_has_the_focus_is_seen(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link, viewport={"width": 390, "height": 844})
    expect(page.locator(".option input").first).to_be_focused()
    hidden: list[str] = []
    for _ in range(45):
        page.keyboard.press("Tab")
        if page.evaluate(
            """() => {
                const one = document.activeElement;
                const box = (one.labels?.[0] ?? one).getBoundingClientRect();
                const at = document.elementFromPoint(
                    Math.min(innerWidth - 1, box.left + box.width / 2), box.top + Math.min(box.height, innerHeight) / 2);
                return one !== document.body && !(at && (one.contains(at) || one.closest('.option, .value, li, section')?.contains(at)));
            }"""
        ):
            hidden.append(page.evaluate("document.activeElement.outerHTML"))
    assert hidden == []
