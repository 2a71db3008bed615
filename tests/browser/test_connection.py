"""The connection goes and comes back: the question stays, and so does the fight."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from protocol.messages import (
    Ack,
    AnswerMessage,
    CombatEnded,
    ControlMessage,
    LobbyMessage,
    PromptClosed,
    StandInMessage,
    TakeBack,
)
from rules.kernel.model import Outcome
from tests.browser.conftest import Opened, Seated
from tests.browser.fake import Fake
from tests.browser.house import House
from tests.browser.talk import Talk
from tests.browser.test_play import by_mouse, decide, is_over

FORD = "scenarios/ford.toml"
pytestmark = pytest.mark.timeout(120)


def choose(page: Page, name: str) -> None:
    page.locator("sr-prompt .option", has_text=name).locator("label").first.click()


def title(page: Page, text: str) -> None:
    expect(page.locator("#prompt-title")).to_have_text(text)


def test_the_line_is_cut_in_the_middle_of_a_question(opened: Opened, tmp_path: Path) -> None:
    routes: list[WebSocketRoute] = []

    def pass_on(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    with House(tmp_path, FORD, "--seat", "maren", "--seed", "7") as house:
        page = opened("about:blank")
        page.route_web_socket("**/ws", pass_on)
        page.goto(house.seat())
        assert not is_over(page)
        by_mouse(page)
        assert not is_over(page)
        asked = page.locator("sr-prompt .composer").get_attribute("data-prompt")
        choose(page, "Wait")
        lines = page.locator(".lines li").count()

        routes[-1].close(code=1012)
        while len(routes) == 1:
            page.wait_for_timeout(20)
        expect(page.locator(".pill")).to_have_text("Connected")

        assert page.locator("sr-prompt .composer").get_attribute("data-prompt") == asked
        expect(page.locator(".sentence")).to_contain_text("Wait")
        assert page.locator(".lines li").count() == lines
        page.get_by_role("button", name="Do it").click()
        assert not is_over(page)


def test_the_server_is_killed_and_the_fight_goes_on(opened: Opened, tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    terms = (FORD, "--seat", "maren", "--seed", "7", "--data", data)
    with House(tmp_path, *terms) as house:
        page = opened(house.seat())
        for _ in range(3):
            assert not is_over(page)
            decide(page, by_mouse)
        assert not is_over(page)
        asked = page.locator("sr-prompt .composer").get_attribute("data-prompt")
        lines = page.locator(".lines li").all_text_contents()

        house.kill()
        expect(page.locator(".pill")).to_contain_text("Reconnecting")
        expect(page.locator(".bar .pulse")).to_contain_text("Reconnecting")
        # What is decided meanwhile goes out when the server is back.
        by_mouse(page)
        title(page, "Sending…")
        with House(tmp_path, *terms, port=house.port):
            expect(page.locator(".pill")).to_have_text("Connected")
            page.wait_for_function(
                "id => document.querySelector('sr-prompt[data-asks] .composer')?.dataset.prompt !== id",
                arg=asked,
            )
            assert page.locator(".lines li").all_text_contents()[: len(lines)] == lines
            assert not is_over(page)
            by_mouse(page)


def test_an_answer_that_was_not_acknowledged_is_repeated_with_its_key(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link)
    choose(page, "Wait")
    page.get_by_role("button", name="Do it").click()
    first = seated.fake.next()
    assert isinstance(first, AnswerMessage)
    title(page, "Sending…")

    seated.fake.hang_up(1001)
    again = seated.fake.next()

    assert again == first
    assert seated.fake.hellos[-1].after == len(seated.talk.events)
    seated.fake.say(Ack(first.key), PromptClosed(seated.prompt.id, first.answer, "mind"))
    title(page, "Nothing to decide just now")


def test_a_silent_server_is_asked_again_and_answered_late(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    choose(page, "Wait")
    page.get_by_role("button", name="Do it").click()

    assert seated.fake.next() == seated.fake.next()


def test_a_gap_in_the_stream_makes_it_begin_anew(opened: Opened, seated: Seated) -> None:
    missing = seated.fake.opening.pop(-4)
    page = opened(seated.fake.link)
    page.wait_for_function(
        "() => document.querySelector('.pill')?.textContent.startsWith('Reconnecting')"
    )
    seated.fake.opening.insert(-3, missing)

    title(page, "Your turn, Joss.")
    assert seated.fake.hellos[-1].after == len(seated.talk.events) - 2


def test_another_tab_takes_over_and_gives_back(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    title(page, "Your turn, Joss.")

    seated.fake.say(ControlMessage(on=False))
    expect(page.locator(".notice")).to_contain_text("Another tab or device controls this seat")
    expect(page.locator("sr-prompt")).to_be_hidden()
    page.get_by_role("button", name="Control it here").click()
    expect(page.locator(".notice")).to_have_count(0)
    seated.fake.hang_up(4001)
    expect(page.locator(".pill")).to_have_text("Replaced by another tab")
    page.wait_for_timeout(500)
    assert len(seated.fake.hellos) == 2
    page.get_by_role("button", name="Use it here").click()

    title(page, "Your turn, Joss.")


def test_a_restart_of_the_server_is_named(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    title(page, "Your turn, Joss.")
    page.evaluate("""() => {
        window.seen = [];
        const look = () => window.seen.push(document.querySelector('.pill').textContent);
        new MutationObserver(look).observe(document.querySelector('.pill'), {subtree: true, childList: true, characterData: true});
    }""")

    seated.fake.hang_up(1012)
    page.wait_for_function("() => window.seen.some(one => one.startsWith('Server restarting'))")

    expect(page.locator(".pill")).to_have_text("Connected")


def test_without_a_network_the_page_says_so_and_comes_back(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    title(page, "Your turn, Joss.")

    page.context.set_offline(True)
    expect(page.locator(".pill")).to_contain_text("Offline")
    page.context.set_offline(False)

    expect(page.locator(".pill")).to_have_text("Connected")


def test_who_stands_in_is_named_and_can_be_sent_away(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    seated.fake.opening.append(StandInMessage("joss", on=True))
    page.reload()
    page.get_by_role("button", name="Take my seat back").click()

    said = seated.fake.next()
    assert isinstance(said, TakeBack)
    assert said.combatant == "joss"
    seated.fake.say(Ack(said.key), StandInMessage("joss", on=False))
    expect(page.locator(".notice")).to_have_count(0)


def test_a_lobby_says_who_is_missing(opened: Opened) -> None:
    talk = Talk()
    talk.play(lambda _: True)
    opening = [talk.welcome(), talk.plans(), LobbyMessage(("maren", "willa")), talk.view()]
    with Fake(opening) as fake:
        page = opened(fake.link)

        expect(page.locator(".notice")).to_contain_text("Still missing: Captain Maren, Willa.")
        fake.say(LobbyMessage(()))
        expect(page.locator(".notice")).to_have_count(0)


def test_the_end_is_told_and_no_connection_is_missed(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    title(page, "Your turn, Joss.")
    number = len(seated.talk.events) + 1

    seated.fake.say(CombatEnded(number, Outcome("cap", "", 100)))
    expect(page.locator(".notice.result")).to_contain_text(
        "limit of rounds is reached after 100 rounds"
    )
    seated.fake.hang_up(1001)

    page.wait_for_timeout(500)
    expect(page.locator(".pill")).to_have_text("Session over")
    assert len(seated.fake.hellos) == 1


def test_a_bug_of_the_server_is_no_fault_of_the_player(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    title(page, "Your turn, Joss.")

    seated.fake.say(CombatEnded(len(seated.talk.events) + 1))
    seated.fake.hang_up(4002)

    expect(page.locator(".notice.result")).to_contain_text("mistake of the server")
