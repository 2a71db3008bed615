"""A browser for each test run, and a page that must not complain for each test."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from pathlib import Path
from shutil import which
from typing import Final

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

from rules.kernel.model import Prompt
from tests.browser.fake import Fake
from tests.browser.talk import Talk, nth

ARGS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What the browser says by itself about a server that is gone: the tests take it away on purpose.
EXPECTED: Final = ("WebSocket connection to", "ERR_CONNECTION_REFUSED")
PATIENCE: Final = 10_000


def chromium() -> str:
    """Where the browser is; empty if there is none."""
    return os.environ.get("CHROMIUM") or which("chromium") or which("chromium-browser") or ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser; without one it is left out, but never in CI."""
    here = Path(__file__).parent
    skip = pytest.mark.skip(reason="there is no Chromium here")
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not chromium() and not os.environ.get("CI"):
                item.add_marker(skip)


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=ARGS)
        yield browser
        browser.close()


Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Generator[Opened]:
    """Open a page; what it complains of fails the test."""
    complaints: list[str] = []
    pages: list[Page] = []

    def complain(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(
            one in message.text for one in EXPECTED
        ):
            complaints.append(message.text)

    def fail(error: Error) -> None:
        complaints.append(str(error))

    def open_page(link: str, **how: object) -> Page:
        how.setdefault("viewport", {"width": 1280, "height": 900})
        context = browser.new_context(**how)  # pyright: ignore[reportArgumentType] - by name
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", complain)
        page.on("pageerror", fail)
        page.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('CSP', e.violatedDirective))"
        )
        page.goto(link)
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert complaints == []


class Seated:
    """A page at the seat of Joss, with the fight somewhere in its midst and a prompt open."""

    def __init__(self, talk: Talk, fake: Fake, prompt: Prompt) -> None:
        self.talk = talk
        self.fake = fake
        self.prompt = prompt


@pytest.fixture
def seated() -> Generator[Seated]:
    talk = Talk()
    question = talk.play(nth(3))
    assert question is not None
    prompt = question.prompt()
    with Fake(talk.hello(prompt)) as fake:
        yield Seated(talk, fake, prompt)


@pytest.fixture(scope="session")
def library(browser: Browser) -> Generator[Page]:
    """A page on which nothing happens: tests of single modules load them there."""
    with Fake() as fake:
        page = browser.new_page()
        page.goto(fake.url)
        yield page
        page.close()
