"""Whatever a peer sends, it is answered by its code or the connection is closed by its code, and nobody else notices."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

import pytest
import trio
import trio.testing

from protocol.messages import (
    Ack,
    AnswerMessage,
    ControlMessage,
    EditIntents,
    Hello,
    Ping,
    Pong,
    PromptClosed,
    PromptMessage,
    Refusal,
    SetOrder,
    TakeBack,
    ViewMessage,
    Welcome,
)
from protocol.plans import AddIntent, Intent, Order
from protocol.records import Received
from rules.kernel.model import Answer
from server.limits import BINARY, DEFAULTS, FROM_NOWHERE, FULL, REPLACED, TOO_MUCH, UNKNOWN, Limits
from server.room import Manners
from tests.support.clocks import in_virtual_time
from tests.support.server import (
    FIGHT,
    ROOMY,
    SEATS,
    Peer,
    Served,
    by_default,
    kept_fight,
    play,
    serving,
)

pytestmark = in_virtual_time

ME, OTHER = SEATS
PLAN: Final = AddIntent(Intent("attack/war-sword"))


@asynccontextmanager
async def asked(
    limits: Limits = DEFAULTS,
) -> AsyncGenerator[tuple[Served, Peer, Peer, PromptMessage]]:
    """A fight in which the first seat is asked, and the second one is healthy, whatever happens.

    After it nothing of the fight has changed, unless the prompt was answered.
    """
    async with serving(kept_fight(), limits=limits, manners=Manners(limits=limits)) as served:
        healthy = served.enter(OTHER)
        me = served.enter(ME)
        await trio.testing.wait_all_tasks_blocked()
        while not me.of(PromptMessage):
            prompt = healthy.of(PromptMessage)[-1].prompt
            healthy.say(AnswerMessage(prompt.id, by_default(prompt)))
            await trio.testing.wait_all_tasks_blocked()
        yield served, me, healthy, me.of(PromptMessage)[-1]
        healthy.say(Ping(7))
        assert await healthy.hear(Pong) == Pong(7)
        assert healthy.closed is None


def unchanged(served: Served) -> Callable[[], bool]:
    """A check that nothing has been kept from now on."""
    before = served.store.inputs(FIGHT), served.events()
    return lambda: (served.store.inputs(FIGHT), served.events()) == before


# --- hello ----------------------------------------------------------------------------------


async def test_a_token_of_nothing_is_turned_away() -> None:
    async with asked() as (served, _, _, _):
        same = unchanged(served)
        peer = served.peer()
        peer.say(Hello("nothing"))

        assert await peer.until_closed() == (UNKNOWN, "token")
        assert peer.heard == [Refusal("", "token")]
        assert same()


async def test_no_hello_in_time_is_none() -> None:
    async with serving(kept_fight()) as served:
        peer = served.peer()

        assert await peer.until_closed() == (UNKNOWN, "token")
        assert trio.current_time() == pytest.approx(DEFAULTS.hello)


async def test_whoever_acts_before_the_hello_is_turned_away() -> None:
    async with asked() as (served, _, _, prompt):
        same = unchanged(served)
        peer = served.peer()
        peer.say(AnswerMessage("k", by_default(prompt.prompt)))

        assert await peer.until_closed() == (UNKNOWN, "token")
        assert same()


async def test_a_stream_that_never_came_so_far_is_refused() -> None:
    async with asked() as (served, me, _, _):
        peer = served.enter(ME, after=len(me.stream) + 1)

        assert await peer.until_closed() == (FROM_NOWHERE, "illegal")
        (refusal,) = peer.heard
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.field, refusal.given) == (
            "illegal",
            "after",
            str(len(me.stream) + 1),
        )
        assert not me.of(ControlMessage)


async def test_what_a_spectator_sees_opens_no_seat() -> None:
    async with asked() as (served, _, _, _):
        watcher = served.enter()
        await watcher.hear(ViewMessage)
        seen = b" ".join(watcher.frames).decode()
        for secret in (served.token(ME), served.token(OTHER)):
            assert secret not in seen
        for word in (FIGHT, ME, OTHER):
            peer = served.peer()
            peer.say(Hello(word))
            assert await peer.until_closed() == (UNKNOWN, "token")


async def test_so_many_spectators_and_no_more() -> None:
    limits = Limits(spectators=2)
    async with asked(limits) as (served, _, _, _):
        first, second = served.enter(), served.enter()
        await first.hear(Welcome)
        await second.hear(Welcome)
        third = served.enter()
        assert await third.until_closed() == (FULL, "full")

        first.go()
        await trio.testing.wait_all_tasks_blocked()
        assert await served.enter().hear(Welcome)


# --- what is no message ---------------------------------------------------------------------

MALFORMED: Final = (
    "",
    "{",
    "null",
    "[]",
    '{"type":"shout"}',
    '{"type":"ping"}',
    '{"type":"ping","number":-1}',
    '{"type":"ping","number":1.5}',
    '{"type":"ping","number":true}',
    '{"type":"ping","number":99999999999999999999}',
    '{"type":"ping","number":1,"more":1}',
    '{"type":"answer","key":"k"}',
    '{"type":"answer","key":"a b","answer":{"prompt":"p","option":"o"}}',
    '{"type":"answer","key":"k","answer":{"prompt":"p\\u0000","option":"o"}}',
    '{"type":"hello","token":"\\n"}',
    "[" * 8000,
    '{"type":"pong","number":1}',
    "x" * (16 * 1024 + 1),
)


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
async def test_what_is_no_message_is_refused(text: str) -> None:
    async with asked() as (served, me, _, prompt):
        same = unchanged(served)
        me.say(text)

        refusal = await me.hear(Refusal)
        assert (refusal.key, refusal.code) == (_key_in(text), "malformed")
        assert same()
        me.say(AnswerMessage("k", by_default(prompt.prompt)))
        assert await me.hear(Ack) == Ack("k")


def _key_in(text: str) -> str:
    return next((key for key in ("k", "a b") if f'"key":"{key}"' in text), "")


async def test_the_tenth_malformed_message_closes() -> None:
    async with asked() as (_, me, _, _):
        for number in range(1, 11):
            assert me.closed is None
            me.say("nonsense")
            await me.hear(Refusal, number)

        assert await me.until_closed() == (TOO_MUCH, "too many malformed messages")


async def test_a_binary_frame_closes() -> None:
    async with asked() as (served, me, _, _):
        same = unchanged(served)
        me.say(b'{"type":"ping","number":1}')

        assert await me.until_closed() == (BINARY, "text frames only")
        assert same()


# --- too fast -------------------------------------------------------------------------------


async def test_a_burst_is_taken_and_then_so_many_a_second() -> None:
    async with asked() as (_, me, _, _):
        me.say(*(Ping(number) for number in range(29)))  # and the hello
        await me.hear(Pong, 29)
        await trio.sleep(1)
        me.say(*(Ping(number) for number in range(10)))
        await me.hear(Pong, 39)

        assert not me.of(Refusal)


async def test_three_strikes_close() -> None:
    async with asked() as (_, me, _, _):
        me.say(*(Ping(number) for number in range(29)))
        me.say(TakeBack("late", ME), Ping(2), Ping(3), Ping(4))

        assert await me.until_closed() == (TOO_MUCH, "too many messages")
        assert [(one.key, one.code) for one in me.of(Refusal)] == [
            ("late", "too_fast"),
            ("", "too_fast"),
            ("", "too_fast"),
        ]


async def test_whoever_has_been_silent_for_a_while_begins_anew() -> None:
    async with asked() as (_, me, _, _):
        for burst in range(3):
            me.say(*(Ping(number) for number in range(31 + (burst > 0))))
            await me.hear(Refusal, 2 * (burst + 1))
            await trio.sleep(4)  # the bucket is full again

        assert {one.code for one in me.of(Refusal)} == {"too_fast"}
        me.say(Ping(100))
        assert (await me.hear(Pong, 90)).number == 100


async def test_nonsense_counts_as_a_message_too() -> None:
    async with asked(Limits(malformed=100)) as (_, me, _, _):
        me.say(*["nonsense"] * 29)
        await me.hear(Refusal, 29)
        me.say("nonsense", Ping(1))
        await me.hear(Refusal, 31)

        assert [one.code for one in me.of(Refusal)][29:] == ["malformed", "too_fast"]


async def test_what_comes_after_the_goodbye_is_not_heeded() -> None:
    async with asked() as (served, me, _, prompt):
        same = unchanged(served)
        me.say(b"binary", AnswerMessage("k", by_default(prompt.prompt)))

        assert (await me.until_closed())[0] == BINARY
        assert same()


async def test_a_peer_may_be_mistaken_before_its_hello_too() -> None:
    async with asked() as (served, _, _, _):
        clumsy, binary = served.peer(), served.peer()
        clumsy.say("nonsense", Hello(served.token()))
        assert (await clumsy.hear(Refusal)).code == "malformed"
        assert await clumsy.hear(Welcome)
        binary.say(b"binary")
        assert (await binary.until_closed())[0] == BINARY


# --- answers --------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [2, 3, 10, 29])
async def test_the_same_answer_again_gets_the_first_outcome(times: int) -> None:
    async with asked() as (served, me, _, prompt):
        answer = AnswerMessage("k", by_default(prompt.prompt))
        me.say(*[answer] * times)
        await me.hear(Ack, times)

        assert me.of(Ack) == [Ack("k")] * times
        assert not me.of(Refusal)
        closed = [one for one in me.of(PromptClosed) if one.prompt == prompt.prompt.id]
        assert len(closed) == 1
        received = [one for one in served.store.inputs(FIGHT) if isinstance(one, Received)]
        assert [one.key for one in received if one.combatant == ME] == ["k"]


async def test_the_same_answer_fifty_times_in_one_breath_is_cut_off_but_taken_once() -> None:
    async with asked() as (served, me, _, prompt):
        me.say(*[AnswerMessage("k", by_default(prompt.prompt))] * 50)

        assert await me.until_closed() == (TOO_MUCH, "too many messages")
        assert me.of(Ack) == [Ack("k")] * 29
        received = [one for one in served.store.inputs(FIGHT) if isinstance(one, Received)]
        assert [one.key for one in received if one.combatant == ME] == ["k"]


async def test_an_answer_under_another_key_is_stale() -> None:
    async with asked() as (_, me, _, prompt):
        answer = by_default(prompt.prompt)
        me.say(AnswerMessage("one", answer), AnswerMessage("two", answer))
        refusal = await me.hear(Refusal)

        assert await me.hear(Ack) == Ack("one")
        assert (refusal.key, refusal.code, refusal.field) == ("two", "stale", "prompt")


async def test_a_refused_key_stays_refused() -> None:
    async with asked() as (_, me, _, prompt):
        me.say(AnswerMessage("k", Answer("r9.p9.9.me", "wait")))
        refusal = await me.hear(Refusal)
        me.say(AnswerMessage("k", by_default(prompt.prompt)))

        assert await me.hear(Refusal, 2) == refusal
        assert refusal.allowed == prompt.prompt.id


async def test_old_refusals_are_forgotten_but_never_what_was_taken() -> None:
    limits = Limits(refusals=2, rate=1000, burst=1000)
    async with asked(limits) as (_, me, _, prompt):
        me.say(AnswerMessage("taken", by_default(prompt.prompt)))
        await me.hear(Ack)
        me.say(*(AnswerMessage(f"k{n}", Answer("r9.p9.9.me", "wait")) for n in range(3)))
        me.say(AnswerMessage("taken", by_default(prompt.prompt)))

        assert await me.hear(Ack, 2) == Ack("taken")


@pytest.mark.parametrize("prompt", ["r1.p1.1.guard-1", "r9.p1.1.guard-2", "nonsense"])
async def test_answers_to_what_is_not_open_are_stale(prompt: str) -> None:
    async with asked() as (served, me, _, shown):
        same = unchanged(served)
        me.say(AnswerMessage("k", Answer(prompt, "wait")))
        refusal = await me.hear(Refusal)

        assert (refusal.code, refusal.given) == ("stale", prompt)
        assert refusal.allowed == shown.prompt.id
        assert same()


async def test_nobody_answers_for_another_seat() -> None:
    async with asked() as (served, me, healthy, prompt):
        same = unchanged(served)
        healthy.say(AnswerMessage("k", by_default(prompt.prompt)))
        assert (await healthy.hear(Refusal)).code == "stale"
        for number, message in enumerate(
            (
                EditIntents("e", ME, PLAN),
                SetOrder("o", ME, Order("never")),
                TakeBack("t", ME),
            ),
            start=2,
        ):
            healthy.say(message)
            refusal = await healthy.hear(Refusal, number)
            assert (refusal.key, refusal.code) == (message.key, "watching")

        assert same()
        assert len(me.of(PromptMessage)) == 1


async def test_spectators_only_watch() -> None:
    async with asked() as (served, _, _, prompt):
        same = unchanged(served)
        watcher = served.enter()
        watcher.say(
            AnswerMessage("a", by_default(prompt.prompt)),
            EditIntents("e", ME, PLAN),
            SetOrder("o", ME, Order("never")),
            TakeBack("t", ME),
        )
        await watcher.hear(Refusal, 4)

        assert [(one.key, one.code) for one in watcher.of(Refusal)] == [
            (key, "watching") for key in "aeot"
        ]
        assert same()


# --- several at one seat --------------------------------------------------------------------


async def test_of_five_tabs_the_newest_controls_and_three_stay() -> None:
    async with asked() as (served, me, _, prompt):
        tabs = [me]
        for _ in range(4):
            tabs.append(served.enter(ME, after=None))
            await tabs[-1].hear(PromptMessage)

        assert await tabs[0].until_closed() == (REPLACED, "replaced by a newer connection")
        assert await tabs[1].until_closed() == (REPLACED, "replaced by a newer connection")
        assert [one.on for one in tabs[3].of(ControlMessage)] == [False]
        assert not tabs[4].of(ControlMessage)
        assert all(tab.of(Welcome)[0].controls for tab in tabs)

        answer = by_default(prompt.prompt)
        tabs[2].say(AnswerMessage("old", answer))
        assert (await tabs[2].hear(Refusal)).code == "watching"
        tabs[4].say(AnswerMessage("new", answer))
        assert await tabs[4].hear(Ack) == Ack("new")
        for tab in tabs[2:]:
            closed = await tab.hear(PromptClosed)
            assert closed == PromptClosed(prompt.prompt.id, answer, "mind")


async def test_who_was_replaced_is_not_heeded_while_the_goodbye_is_on_its_way() -> None:
    async with asked() as (served, me, _, prompt):
        me.is_stalled = True
        for _ in range(3):
            await served.enter(ME, after=None).hear(PromptMessage)
        same = unchanged(served)
        me.say(AnswerMessage("k", by_default(prompt.prompt)))
        await trio.testing.wait_all_tasks_blocked()

        assert same()


async def test_when_the_newest_goes_the_one_before_controls_again() -> None:
    async with asked() as (served, me, _, prompt):
        newer = served.enter(ME)
        await newer.hear(PromptMessage)
        oldest_control = await me.hear(ControlMessage)
        newer.go()

        assert not oldest_control.on
        assert (await me.hear(ControlMessage, 2)).on
        me.say(AnswerMessage("k", by_default(prompt.prompt)))
        assert await me.hear(Ack) == Ack("k")


async def test_when_an_older_one_goes_nothing_changes() -> None:
    async with asked() as (served, me, _, _):
        newer = served.enter(ME)
        await newer.hear(PromptMessage)
        me.go()
        await trio.testing.wait_all_tasks_blocked()

        assert not newer.of(ControlMessage)


async def test_five_tabs_that_all_reconnect_play_one_fight() -> None:
    async with serving(kept_fight((ME,)), limits=ROOMY) as served:
        finished: list[Peer] = []

        async def tab(number: int) -> None:
            """Come, stay for a while, go, and come again, until it is over."""
            heard = 0
            while not finished:
                peer = served.enter(ME, after=heard)
                with trio.move_on_after(1 + number / 7):
                    await play(peer, by_default, seconds=0.3)
                    finished.append(peer)
                heard += len(peer.stream)
                peer.go()
                await trio.sleep(0.01)

        async with trio.open_nursery() as nursery:
            for number in range(5):
                nursery.start_soon(tab, number)

        assert served.store.fights()[0].status == "ended"
