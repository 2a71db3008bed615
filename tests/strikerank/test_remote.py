"""A mind far away plays its seat as in process, whatever becomes of its connections."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

import msgspec
import pytest
import trio
from structlog.testing import capture_logs

from protocol.messages import (
    AnswerMessage,
    ClientMessage,
    Hello,
    Ping,
    Refusal,
    Welcome,
)
from protocol.plans import Order
from rules.catalogue import SYSTEMS
from rules.kernel.dice import fight_seed
from rules.kernel.model import Answer
from rules.request.course.machine import begin
from rules.request.course.sight import Sight
from rules.request.policies import POLICIES
from server.bucket import Bucket
from server.limits import DEFAULTS as LIMITS
from strikerank.remote import (
    BEAT,
    BURST,
    FIRST_DELAY,
    LONGEST_DELAY,
    RATE,
    SILENCE,
    LostError,
    Pace,
    Play,
    Remote,
)
from tests.support.clocks import in_virtual_time
from tests.support.fights import shipped
from tests.support.table import Fault, Table

pytestmark = in_virtual_time

SEAT: Final = "maren"
SEED: Final = 7
WELCOME: Final = Welcome("f", "a fight", "seat", SEAT, True, 0)  # noqa: FBT003 - a column of the message


def mind(sight: str) -> Answer:
    seen = SYSTEMS["request"].sight_from(sight.encode())
    assert isinstance(seen, Sight)
    return POLICIES["steady"](seen)


def table() -> Table:
    return Table(begin(shipped("ford"), fight_seed(SEED), watched=True), SEAT)


def remote(at: Table, play: Play | None = None, *, once: bool = False) -> Remote:
    return Remote(play or Play("secret", mind, "bot"), at.dial, lambda: 1.0, once=once)


@cache
def in_process() -> str:
    """The state hash at the end of the same fight without a server."""
    fight = begin(shipped("ford"), fight_seed(SEED), watched=True)
    while questions := fight.questions():
        fight.advance([POLICIES["steady"](one.sight()) for one in questions])
    return fight.state_hash()


async def test_a_fight_over_a_connection_is_the_fight_in_process() -> None:
    at = table()

    ended = await remote(at).run()

    assert ended.outcome is not None
    assert ended.state_hash == in_process()
    assert at.heard[0] == Hello("secret", 0, Order("ask"), sight=True)


@pytest.mark.parametrize("fault", ["before", "after"])
@pytest.mark.parametrize("every", [3, 4, 7])
async def test_whatever_is_lost_on_the_way_each_prompt_is_answered_once_and_the_same(
    fault: Fault, every: int
) -> None:
    at = table()
    at.fault = lambda number, _: fault if number % every == every - 1 else ""

    with capture_logs():
        ended = await remote(at).run()

    assert ended.state_hash == in_process()
    assert len(at.dialled) > 2
    prompts = [answer.prompt for answer in at.used]
    assert len(prompts) == len({*prompts})


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_one_break_anywhere_changes_nothing(fault: Fault) -> None:
    undisturbed = table()
    await remote(undisturbed).run()

    for place in range(len(undisturbed.heard)):
        at = table()
        at.fault = partial(_breaks_at, place, fault)
        with capture_logs():
            ended = await remote(at).run()
        assert ended.state_hash == in_process(), place
        assert at.used == undisturbed.used


def _breaks_at(place: int, fault: Fault, number: int, _message: ClientMessage) -> Fault:
    return fault if number == place else ""


async def test_what_was_not_acknowledged_is_said_again_with_the_same_key() -> None:
    at = table()
    at.fault = lambda number, _: "after" if number == 1 else ""

    with capture_logs():
        await remote(at).run()

    answers = [one for one in at.heard if isinstance(one, AnswerMessage)]
    assert answers[0] == answers[1]
    assert [bool(one.after) for one in at.heard if isinstance(one, Hello)] == [False, True]


async def test_it_comes_back_after_longer_and_longer() -> None:
    at = table()
    at.refuses = 8

    with capture_logs() as logs:
        await remote(at).run()

    waits = [round(b - a, 3) for a, b in zip(at.dialled, at.dialled[1:], strict=False)]
    assert waits == [FIRST_DELAY, 0.4, 0.8, 1.6, 3.2, LONGEST_DELAY, LONGEST_DELAY, LONGEST_DELAY]
    assert [one["event"] for one in logs] == ["connection is lost"] * 8
    assert logs[0]["reason"] == "nobody listens"


async def test_whoever_was_welcome_comes_back_soon_again() -> None:
    at = table()
    at.refuses = 4
    at.fault = lambda number, _: "after" if number == 1 else ""

    with capture_logs():
        await remote(at).run()

    assert at.dialled[5] - at.dialled[4] == pytest.approx(FIRST_DELAY)


@pytest.mark.parametrize("code", [4001, 4002, 4400, 4401])
async def test_after_some_goodbyes_there_is_no_coming_back(code: int) -> None:
    at = table()
    at.code = code
    at.fault = lambda number, _: "after" if number == 2 else ""

    with pytest.raises(LostError) as lost:
        await remote(at).run()

    assert lost.value.code == code
    assert len(at.dialled) == 1


async def test_the_wrong_secret_is_told_at_once() -> None:
    with pytest.raises(LostError) as lost:
        await remote(table(), Play("guessed", mind, "bot")).run()

    assert (lost.value.code, lost.value.reason) == (4401, "token")


async def test_it_comes_once_only_if_it_is_told_so() -> None:
    at = table()
    at.refuses = 1

    with pytest.raises(LostError):
        await remote(at, once=True).run()


async def test_a_connection_that_says_nothing_is_given_up() -> None:
    at = table()
    at.instead = lambda _: [] if len(at.dialled) == 1 else None

    with capture_logs() as logs:
        ended = await remote(at).run()

    assert ended.state_hash == in_process()
    assert SILENCE <= at.dialled[1] <= SILENCE + 2 * BEAT + FIRST_DELAY
    assert logs[0]["reason"] == "the connection was silent"
    assert any(isinstance(one, Ping) for one in at.heard)


async def test_a_ping_that_is_lost_is_heard_of() -> None:
    at = table()
    at.instead = lambda message: [] if isinstance(message, AnswerMessage) else None
    at.fault = lambda _, message: "before" if isinstance(message, Ping) else ""

    with capture_logs() as logs, pytest.raises(LostError):
        await remote(at, once=True).run()

    assert trio.current_time() == BEAT
    assert logs == []


async def test_what_the_server_could_not_take_is_said_again_later() -> None:
    at = table()
    refused: list[str] = []

    def too_fast(message: ClientMessage) -> list[Refusal] | None:
        if isinstance(message, AnswerMessage) and message.key not in refused:
            refused.append(message.key)
            return [Refusal(message.key, "too_fast")]
        return None

    at.instead = too_fast

    ended = await remote(at).run()

    assert ended.state_hash == in_process()
    assert len(refused) == len(at.used)


class Odd(msgspec.Struct, frozen=True, tag="odd"):
    """A message of a later version."""


async def test_what_it_does_not_understand_it_lets_be() -> None:
    at = table()
    at.instead = lambda message: (
        [Odd(), *at.welcome(message)] if isinstance(message, Hello) else None
    )

    with capture_logs() as logs:
        ended = await remote(at).run()

    assert ended.state_hash == in_process()
    assert [one["event"] for one in logs] == ["message is not understood"]


async def test_where_something_of_the_stream_is_missing_it_asks_for_it_again() -> None:
    at = table()
    at.instead = lambda message: (
        [WELCOME, *at.stream[1:]] if isinstance(message, Hello) and len(at.dialled) == 1 else None
    )

    with capture_logs() as logs:
        ended = await remote(at).run()

    assert ended.state_hash == in_process()
    assert [one["reason"] for one in logs] == ["message 1 of the stream is missing"]


async def test_it_speaks_no_faster_than_a_server_listens() -> None:
    bucket = Bucket(LIMITS.rate, LIMITS.burst, trio.current_time())
    pace = Pace()
    begun = trio.current_time()

    for _ in range(5 * LIMITS.burst):
        await pace.keep()
        assert bucket.take(trio.current_time())

    assert trio.current_time() - begun == pytest.approx((5 * LIMITS.burst - BURST) / RATE)
