"""A person plays a fight of Rivers to its end against minds: by mouse, and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opened
from tests.browser.house import House
from tests.browser.test_play import ended_well, play, press

SCENE: Final = "scenarios/shield-wall.toml"
WANTED: Final = ("^Fight", "^Attack twice with", "^Attack with", "^Only defend")

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def house(tmp_path: Path) -> Generator[House]:
    with House(tmp_path, SCENE, "--seat", "sigga", "--seed", "1") as house:
        yield house


def wanted(page: Page) -> Locator:
    """Fight somebody, and strike."""
    rows = page.locator("sr-prompt[data-asks] .option")
    for word in WANTED:
        row = rows.filter(has=page.locator(".label", has_text=re.compile(word)))
        if row.count():
            return row.first
    return rows.first


def by_mouse(page: Page) -> None:
    row = wanted(page)
    row.locator("label").first.click()
    row.locator(".blanks label").first.click()
    page.get_by_role("button", name="Do it").click()


def test_by_mouse(opened: Opened, house: House) -> None:
    page = opened(house.seat())
    expect(page.get_by_role("heading", name="Shield wall", level=1)).to_be_visible()

    assert play(page, by_mouse) > 1
    ended_well(page)
    expect(page.locator(".lines")).to_contain_text("Sigga against")


def test_by_keyboard_alone(opened: Opened, house: House) -> None:
    page = opened(house.seat())

    assert play(page, lambda page: press(page, wanted(page))) > 1
    ended_well(page)
