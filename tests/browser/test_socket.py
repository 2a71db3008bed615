"""The page's connection by itself, on a clock and a socket of the test's own."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page

TOOLS: Final = """async () => {
    const {Connection} = await import('/js/socket.js');
    const sockets = [], heard = [], timers = new Map();
    let time = 0, last = 0;
    class Socket {
        static OPEN = 1;
        constructor() { sockets.push(this); this.readyState = 0; this.sent = []; }
        open() { this.readyState = 1; this.onopen(); }
        send(text) { this.sent.push(JSON.parse(text)); }
        close() { this.readyState = 3; }
        say(message) { this.onmessage({data: JSON.stringify(message)}); }
        end(code) { this.readyState = 3; this.onclose({code}); }
    }
    const clock = {
        now: () => time,
        later: (run, ms) => { timers.set(++last, {at: time + ms, run}); return last; },
        never: timer => timers.delete(timer),
    };
    const connection = new Connection({
        url: 'ws://here/ws', token: 'secret', Socket, clock, chance: () => 1,
        heard: message => heard.push(message),
    });
    const pass = ms => {
        const end = time + ms;
        for (;;) {
            const due = [...timers].filter(([, one]) => one.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
            if (!due) break;
            timers.delete(due[0]);
            time = due[1].at;
            due[1].run();
        }
        time = end;
    };
    const come = () => { const one = sockets.at(-1); one.open(); one.say({type: 'welcome', number: 0}); return one; };
    connection.connect();
    Object.assign(window, {connection, sockets, heard, pass, come});
}"""


@pytest.fixture
def page(library: Page) -> Page:
    library.evaluate(TOOLS)
    return library


def test_pauses_double_and_have_a_longest(page: Page) -> None:
    pauses = page.evaluate("""() => {
        const pauses = [];
        for (let n = 0; n < 7; n++) {
            sockets.at(-1).end(1006);
            pauses.push(heard.at(-1).at);
            pass(heard.at(-1).at - pauses.slice(0, -1).reduce((sum, one) => sum + one, 0));
            pauses[n] -= pauses.slice(0, n).reduce((sum, one) => sum + one, 0);
        }
        return pauses;
    }""")

    assert pauses == [200, 400, 800, 1600, 3200, 5000, 5000]


def test_it_comes_back_with_the_number_it_has(page: Page) -> None:
    hello = page.evaluate("""() => {
        const one = come();
        for (const number of [1, 2, 3]) one.say({type: 'event', number});
        one.end(1001);
        pass(200);
        return come().sent[0];
    }""")

    assert hello == {"type": "hello", "token": "secret", "after": 3}


def test_what_was_not_acknowledged_is_said_again_in_its_order(page: Page) -> None:
    keys = page.evaluate("""() => {
        const one = come();
        const [a, b, c] = ['a', 'b', 'c'].map(combatant => connection.send({type: 'take_back', combatant}));
        one.say({type: 'ack', key: b});
        one.end(1001);
        pass(200);
        const two = come();
        const again = two.sent.slice(1).map(one => one.combatant);
        pass(4000);
        two.say({type: 'refusal', key: a, code: 'gone'});
        two.say({type: 'ack', key: c});
        pass(20000);
        return [again, two.sent.slice(3).map(one => one.combatant ?? one.type)];
    }""")

    assert keys[0] == ["a", "c"]
    assert [one for one in keys[1] if one != "ping"] == ["a", "c"]


def test_what_came_too_fast_is_said_again_later(page: Page) -> None:
    said = page.evaluate("""() => {
        const one = come();
        const key = connection.send({type: 'take_back', combatant: 'a'});
        one.say({type: 'refusal', key, code: 'too_fast'});
        pass(4000);
        return [one.sent.filter(one => one.key === key).length, heard.some(one => one.type === 'refusal')];
    }""")

    assert said == [2, False]


def test_a_silent_line_is_given_up(page: Page) -> None:
    said = page.evaluate("""() => {
        const one = come();
        pass(5000);
        one.say({type: 'pong', number: 1});
        pass(17001);
        return [one.sent.filter(one => one.type === 'ping').map(one => one.number), one.readyState, heard.at(-1).state];
    }""")

    assert said == [[1, 2, 3], 3, "reconnecting"]


def test_a_line_that_never_opens_is_given_up(page: Page) -> None:
    assert page.evaluate("() => { pass(12000); return heard.at(-1).state; }") == "reconnecting"


def test_a_stream_that_is_shorter_than_ours_is_told_from_its_beginning(page: Page) -> None:
    said = page.evaluate("""() => {
        const one = come();
        one.say({type: 'event', number: 1});
        connection.send({type: 'take_back', combatant: 'a'});
        one.end(4400);
        return [heard.at(-1).type, come().sent];
    }""")

    assert said == ["reset", [{"type": "hello", "token": "secret", "after": 0}]]


@pytest.mark.parametrize(("code", "state"), [(4001, "replaced"), (4002, "over"), (4401, "refused")])
def test_some_ends_are_final_until_somebody_asks(page: Page, code: int, state: str) -> None:
    said = page.evaluate(
        """code => {
            come().end(code);
            connection.lost();
            connection.hurry();
            pass(60000);
            const before = [heard.at(-1).state, sockets.length];
            connection.connect();
            return [...before, sockets.length];
        }""",
        code,
    )

    assert said == [state, 1, 2]


def test_after_the_end_of_the_fight_nothing_is_tried_again(page: Page) -> None:
    said = page.evaluate("""() => {
        const one = come();
        one.say({type: 'combat_ended', number: 1});
        one.end(1001);
        pass(60000);
        return [heard.at(-1).state, sockets.length];
    }""")

    assert said == ["over", 1]


def test_somebody_who_looks_does_not_wait(page: Page) -> None:
    assert (
        page.evaluate(
            "() => { sockets.at(-1).end(1006); connection.hurry(); return sockets.length; }"
        )
        == 2
    )
