"""A person plays the ford to its end against minds: by mouse, by keyboard alone, by touch on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opened
from tests.browser.house import House

FORD: Final = "scenarios/ford.toml"
MOST: Final = 200
"""More decisions than any of these fights has."""

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def house(tmp_path: Path) -> Generator[House]:
    with House(tmp_path, FORD, "--seat", "maren", "--seed", "7") as house:
        yield house


def is_over(page: Page) -> bool:
    """Wait for a question or the end; return whether it is the end."""
    page.wait_for_selector("sr-prompt[data-asks] .option, .notice.result")
    return page.locator(".notice.result").count() > 0


def decide(page: Page, how: Callable[[Page], None]) -> None:
    """Answer the open question, and wait until it is no more."""
    asked = page.locator("sr-prompt .composer").get_attribute("data-prompt")
    how(page)
    page.wait_for_function(
        "id => document.querySelector('sr-prompt[data-asks] .composer')?.dataset.prompt !== id",
        arg=asked,
    )


def play(page: Page, how: Callable[[Page], None]) -> int:
    """Decide until the fight is over; return how often."""
    for count in range(MOST):
        if is_over(page):
            return count
        decide(page, how)
    pytest.fail("the fight does not end")


def wanted(page: Page) -> Locator:
    """What a simple fighter does: attack if possible, else close in, else defend or let it go."""
    rows = page.locator("sr-prompt[data-asks] .option")
    for word in (
        "^Attack with",
        "^Parry with mace",
        "^Sprint",
        "^Move",
        "^Recover",
        "^Defend",
    ):
        row = rows.filter(has=page.locator(".label", has_text=re.compile(word)))
        if row.count():
            return row.first
    return rows.last


def by_mouse(page: Page) -> None:
    wanted(page).locator("label").first.click()
    page.get_by_role("button", name="Do it").click()


def by_touch(page: Page) -> None:
    wanted(page).locator("label").first.tap()
    page.get_by_role("button", name="Do it").tap()


def by_keyboard(page: Page) -> None:
    press(page, wanted(page))


def press(page: Page, row: Locator) -> None:
    """Arrows and Enter: the focus is at the options when a question opens."""
    options = "[...document.querySelectorAll('sr-prompt .composer > .options > .option > input')]"
    place: int = row.evaluate(f"row => {options}.indexOf(row.querySelector('input'))")
    assert page.evaluate(f"{options}.indexOf(document.activeElement)") == 0
    page.keyboard.press("Space")
    for _ in range(place):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


def test_by_mouse(opened: Opened, house: House) -> None:
    page = opened(house.seat())
    expect(page.get_by_role("heading", name="The ford", level=1)).to_be_visible()

    assert play(page, by_mouse) > 5
    ended_well(page)


def test_by_keyboard_alone(opened: Opened, house: House) -> None:
    page = opened(house.seat())

    assert play(page, by_keyboard) > 5
    ended_well(page)


def test_by_touch_on_a_phone(opened: Opened, house: House) -> None:
    page = opened(
        house.seat(), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )

    assert play(page, by_touch) > 5
    ended_well(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def ended_well(page: Page) -> None:
    expect(page.locator(".notice.result")).to_contain_text("after")
    expect(page.locator(".pill")).to_have_text("Session over")
    expect(page.locator("sr-prompt")).to_be_hidden()
    expect(page.locator(".lines .combat_ended")).to_be_visible()
