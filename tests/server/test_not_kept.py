"""When nothing can be kept any more, nothing is acknowledged any more, and everybody is told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio.testing
from structlog.testing import capture_logs

from protocol.messages import Ack, AnswerMessage, PromptMessage, Refusal
from server.client import Say
from server.house import UNKEPT
from server.pen import Pen
from store.journal import Entry
from tests.support.clocks import in_virtual_time
from tests.support.server import SEATS, FullDisk, by_default, kept_fight, serving

pytestmark = in_virtual_time

ME = SEATS[0]


async def test_an_answer_that_cannot_be_kept_is_refused_and_everybody_is_told() -> None:
    with capture_logs() as logs:
        async with serving(kept_fight((ME,)), store=FullDisk()) as served:
            me, watcher = served.enter(ME), served.enter()
            prompt = (await me.hear(PromptMessage)).prompt
            heard = len(me.stream)
            me.say(AnswerMessage("k", by_default(prompt)))

            assert await me.until_closed() == (UNKEPT, "nothing can be kept")
            assert await watcher.until_closed() == (UNKEPT, "nothing can be kept")
            assert me.of(Refusal) == [Refusal("k", "not_kept"), Refusal("", "not_kept")]
            assert watcher.of(Refusal) == [Refusal("", "not_kept")]
            assert not me.of(Ack)
            assert len(me.stream) == heard
            assert len(watcher.stream) == len(served.events())
    assert [one["event"] for one in logs] == ["the journal cannot be written"]


async def test_said_before_it_is_kept_it_would_be_acknowledged_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: an answer that is on no disk has its ack."""
    keep = Pen.keep

    def say_first(pen: Pen, entries: Sequence[Entry], says: Sequence[Say]) -> None:
        for say in says:
            say()
        keep(pen, entries, [])

    monkeypatch.setattr(Pen, "keep", say_first)
    with capture_logs():
        async with serving(kept_fight((ME,)), store=FullDisk()) as served:
            me = served.enter(ME)
            prompt = (await me.hear(PromptMessage)).prompt
            me.say(AnswerMessage("k", by_default(prompt)))

            assert await me.hear(Ack) == Ack("k")


async def test_what_comes_after_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def stay(*_: object) -> None:
        """Send nobody away."""

    monkeypatch.setattr("server.house.House._send_away", stay)
    with capture_logs():
        async with serving(kept_fight((ME,)), store=FullDisk()) as served:
            me = served.enter(ME)
            prompt = (await me.hear(PromptMessage)).prompt
            me.say(AnswerMessage("one", by_default(prompt)))
            await me.hear(Refusal, 2)
            me.say(AnswerMessage("two", by_default(prompt)))

            assert await me.hear(Refusal, 3) == Refusal("two", "not_kept")
            await trio.testing.wait_all_tasks_blocked()


async def test_the_house_ends_then() -> None:
    with capture_logs():
        async with serving(kept_fight((ME,)), store=FullDisk()) as served:
            me = served.enter(ME)
            prompt = (await me.hear(PromptMessage)).prompt
            assert not served.house.is_closing
            me.say(AnswerMessage("one", by_default(prompt)))
            await served.closed.wait()

            assert served.journal.broken.is_set()
            await served.house.stop(1012, "twice")  # does not wait for what never comes
            assert served.house.is_closing
