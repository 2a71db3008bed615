"""A fight from its lobby to its end, as those who sit at it hear of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf

import pytest
import trio
import trio.testing
from msgspec.structs import replace
from structlog.testing import capture_logs

from protocol.messages import (
    Ack,
    AnswerMessage,
    CombatEnded,
    EditIntents,
    EventMessage,
    Hello,
    LobbyMessage,
    PlansMessage,
    PromptClosed,
    PromptMessage,
    Refusal,
    SetOrder,
    StandInMessage,
    TakeBack,
    ViewMessage,
    Welcome,
)
from protocol.plans import AddIntent, ClearIntents, Intent, Order, RemoveIntent
from protocol.records import (
    AmendmentMade,
    Decision,
    Dropped,
    FightBegun,
    FightEnded,
    PlansKept,
    Received,
)
from rules.kernel.model import Answer, Event, Moment, Prompt, Remove, SetStatus
from rules.request.model import Setup, Timed, View
from scheduler.live import Deadlines
from server.client import Audience
from server.hall import Hall
from server.journal import BACKLOG, Write
from server.limits import FAILED
from server.room import Manners, Room
from server.seat import Shown
from store.journal import Entry, MemoryStore
from tests.support.arena import setup as two_pairs
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

ONE = SEATS[:1]
ALWAYS_ASK = Order("ask")


async def played(served: Served, *seats: str, seconds: float = 0) -> list[Peer]:
    """Let *seats* be taken and played to the end of the fight."""
    peers = [served.enter(seat) for seat in seats]
    async with trio.open_nursery() as nursery:
        for peer in peers:
            nursery.start_soon(partial(play, peer, seconds=seconds))
    return peers


# --- the lobby ------------------------------------------------------------------------------


async def test_a_fight_begins_when_every_seat_has_been_taken() -> None:
    async with serving(kept_fight()) as served:
        first, watcher = served.enter("guard-1"), served.enter()
        await trio.testing.wait_all_tasks_blocked()

        assert [type(one).__name__ for one in first.heard] == [
            "Welcome",
            "PlansMessage",
            "LobbyMessage",
            "ViewMessage",
            "LobbyMessage",
        ]
        assert first.of(LobbyMessage)[-1].waiting == ("guard-2",)
        assert watcher.of(LobbyMessage)[-1].waiting == ("guard-2",)
        assert not served.events()

        second = served.enter("guard-2")
        await second.hear(PromptMessage)
        assert first.of(LobbyMessage)[-1].waiting == ()
        assert served.events()[0].kind == "combat_began"
        assert served.store.inputs(FIGHT)[0] == FightBegun()


async def test_whom_one_does_not_see_the_lobby_does_not_name() -> None:
    setup = two_pairs()
    people = tuple(replace(one, hidden=one.id == "guard-2") for one in setup.combatants)
    async with serving(kept_fight(setup=replace(setup, combatants=people))) as served:
        first, watcher = served.enter("guard-1"), served.enter()
        await trio.testing.wait_all_tasks_blocked()

        assert first.of(LobbyMessage)[-1].waiting == ("guard-2",)  # they are of one side
        assert watcher.of(LobbyMessage)[-1].waiting == ("somebody",)


async def test_a_seat_that_was_taken_and_left_counts_as_taken() -> None:
    async with serving(kept_fight(), manners=Manners(grace=5, limits=ROOMY)) as served:
        first = served.enter("guard-1")
        await first.hear(Welcome)
        first.go()
        await trio.sleep(1)

        second = served.enter("guard-2")
        await second.hear(StandInMessage)

        assert trio.current_time() == pytest.approx(6)  # till the second came nobody was there
        assert second.of(StandInMessage) == [StandInMessage("guard-1", on=True)]


async def test_without_seats_a_fight_begins_at_once() -> None:
    async with serving(kept_fight(())) as served:
        watcher = served.enter()

        await watcher.hear(CombatEnded)

        assert not watcher.of(LobbyMessage)


# --- a whole fight --------------------------------------------------------------------------


async def test_a_whole_fight() -> None:
    async with serving(kept_fight()) as served:
        watcher = served.enter()
        seats = await played(served, *SEATS)
        end = await watcher.hear(CombatEnded)

        assert end.outcome is not None
        for peer in (*seats, watcher):
            numbers = [one.number for one in peer.of(EventMessage)]
            assert numbers == [*range(1, len(numbers) + 1)]
            assert peer.of(CombatEnded) == [
                CombatEnded(len(numbers) + 1, end.outcome, end.state_hash)
            ]
            last = peer.of(ViewMessage)[-1]
            assert last.number == len(numbers)
        assert served.store.fights()[0].status == "ended"
        assert served.store.inputs(FIGHT)[-1] == FightEnded(end.outcome, end.state_hash)


def unequal_pairs() -> Setup:
    """The second guard is asked after the first; one of their foes falls before they strike."""
    made = two_pairs()
    *others, last = made.combatants
    slow = replace(last.sheet, characteristics=replace(last.sheet.characteristics, DEX=9))
    falls = Timed(Moment(1, 1, 8), Remove("wolf-1"), "called away")
    people = (*others, replace(last, sheet=slow))
    return replace(made, combatants=people, amendments=(falls,))


@pytest.mark.parametrize("is_watched", [True, False])
async def test_the_view_before_a_prompt_is_of_its_moment(is_watched: bool) -> None:
    """Nobody is told what somebody chose for a later rank: the clock goes on without an event."""
    async with serving(kept_fight(setup=unequal_pairs())) as served:
        watchers = [served.enter()] if is_watched else []
        seats = await played(served, *SEATS)
        for watcher in watchers:
            await watcher.hear(CombatEnded)

        for peer in seats:
            moment, now = (), list[str]()
            for one in peer.heard:
                if isinstance(one, ViewMessage):
                    assert isinstance(one.view, View)
                    moment = one.view.round, one.view.phase, one.view.rank
                    now = [turn.who for turn in one.view.turns if turn.state == "now"]
                elif isinstance(one, PromptMessage):
                    prompt = one.prompt
                    assert moment == (prompt.round, prompt.phase, prompt.rank)
                    assert prompt.kind != "action" or prompt.combatant in now
        asked = {one.prompt.rank for peer in seats for one in peer.of(PromptMessage)}
        for watcher in watchers:
            assert {one.view.rank for one in watcher.of(ViewMessage)} >= asked


async def test_what_a_scenario_does_is_told_once() -> None:
    async with serving(kept_fight((), setup=unequal_pairs())) as served:
        watcher = served.enter()
        await watcher.hear(CombatEnded)

        told = {one.event.kind: one.told for one in watcher.of(EventMessage)}
        assert told["left"] is None
        words = "".join(one.text for one in told["amended"].words) if told["amended"] else ""
        assert words == "The scenario takes Human 1 (wolf-1) out of the fight (called away)."


async def test_whoever_is_asked_again_is_told_what_fell_away() -> None:
    def at_the_first(prompt: Prompt) -> Answer:
        return Answer(prompt.id, "attack/war-sword", ("wolf-1",))

    async with serving(kept_fight(setup=unequal_pairs())) as served:
        first, second = (served.enter(seat) for seat in SEATS)
        served.nursery.start_soon(play, first, by_default)
        served.nursery.start_soon(play, second, at_the_first)
        again = await second.hear(PromptMessage, 2)

        assert again.dropped == (
            Dropped(
                Intent("attack/war-sword", ("wolf-1",)),
                "values[0]: 'wolf-1' is not possible; choose a target of the prompt",
            ),
        )
        ranks = [option.rank or 0 for option in again.prompt.options]
        assert max(ranks) == again.prompt.rank  # none that has passed


async def test_every_prompt_is_answered_once_and_closed_once() -> None:
    async with serving(kept_fight(ONE)) as served:
        (peer,) = await played(served, *ONE)

        prompts = [one.prompt.id for one in peer.of(PromptMessage)]
        assert len({*prompts}) == len(prompts)
        assert [one.prompt for one in peer.of(PromptClosed)] == prompts
        assert {one.origin for one in peer.of(PromptClosed)} == {"mind"}
        assert len(peer.of(Ack)) == len(prompts)
        inputs = served.store.inputs(FIGHT)
        received = [one.answer for one in inputs if isinstance(one, Received)]
        decided = [
            one.answer for one in inputs if isinstance(one, Decision) and one.origin == "mind"
        ]
        assert [one.prompt for one in received] == prompts
        assert [one for one in decided if one.prompt in prompts] == received


async def test_what_is_told_reads_like_something() -> None:
    async with serving(kept_fight(ONE)) as served:
        (peer,) = await played(served, *ONE)

        told = [one.told for one in peer.of(EventMessage) if one.told is not None]
        assert any(word.role == "name" and word.who == "wolf-1" for t in told for word in t.words)
        assert any(one.why for one in told)
        assert any(one.told is None for one in peer.of(EventMessage))


async def test_who_comes_after_the_end_hears_all_of_it() -> None:
    async with serving(kept_fight(ONE)) as served:
        (peer,) = await played(served, *ONE)

        late = served.enter(*ONE)
        await late.hear(CombatEnded)
        late.say(EditIntents("k", ONE[0], AddIntent(Intent("attack/war-sword"))))
        refusal = await late.hear(Refusal)

        assert late.stream == peer.stream
        assert refusal.code == "gone"


async def test_who_wants_only_what_is_to_come_hears_only_that() -> None:
    async with serving(kept_fight(ONE)) as served:
        first = served.enter(*ONE)
        prompt = await first.hear(PromptMessage)
        watcher = served.enter(after=None)
        welcome = await watcher.hear(Welcome)
        await watcher.hear(ViewMessage)
        assert not watcher.stream

        first.say(AnswerMessage("k", by_default(prompt.prompt)))
        event = await watcher.hear(EventMessage)

        assert welcome.number > 0
        assert event.number == welcome.number + 1


async def test_minds_in_the_server_do_not_run_away_from_the_disk() -> None:
    """Thirty fights without anybody from outside, and a disk that takes its time."""
    slow = trio.Event()

    async def how(write: Write, entries: Sequence[Entry]) -> None:
        await slow.wait()
        sizes.append(len(entries))
        write(entries)

    fights = [kept_fight((), seed=str(seed), fight=f"fight-{seed}") for seed in range(30)]
    kept = 0
    sizes: list[int] = []
    store = MemoryStore()
    async with serving(*fights, store=store, how=how) as served:
        await trio.testing.wait_all_tasks_blocked()
        await trio.sleep(1000)
        assert all(not store.events(fight.id) for fight in fights)
        assert not served.journal.broken.is_set()
        slow.set()
        await trio.testing.wait_all_tasks_blocked()
        assert all(one.status == "ended" for one in store.fights())
        kept = sum(len(store.inputs(one.id)) + len(store.events(one.id)) for one in fights)

    assert kept > BACKLOG * 1.5
    assert max(sizes) < BACKLOG * 1.1


# --- prompts --------------------------------------------------------------------------------


async def test_who_is_late_gets_the_default_and_is_told() -> None:
    manners = Manners(deadlines=Deadlines(action=10), limits=ROOMY)
    async with serving(kept_fight(ONE), manners=manners) as served:
        peer = served.enter(*ONE)
        prompt = await peer.hear(PromptMessage)
        assert prompt.seconds == 10

        closed = await peer.hear(PromptClosed)

        assert trio.current_time() == 10
        assert closed == PromptClosed(prompt.prompt.id, prompt.prompt.default, "late")


async def test_reconnecting_brings_the_same_prompt_with_the_same_deadline() -> None:
    manners = Manners(deadlines=Deadlines(action=60), limits=ROOMY)
    async with serving(kept_fight(ONE), manners=manners) as served:
        peer = served.enter(*ONE)
        prompt = await peer.hear(PromptMessage)
        await trio.sleep(20)
        peer.go()
        await trio.sleep(5)

        again = served.enter(*ONE, after=len(peer.stream))
        shown = await again.hear(PromptMessage)

        assert shown.prompt == prompt.prompt
        assert shown.seconds == 35
        assert len(again.of(PromptMessage)) == 1
        assert not again.stream


async def test_a_prompt_without_a_deadline_stays_so() -> None:
    prompt = Prompt("p", "joss", "action", 1, 1, 9, (), Answer("p", "wait"), 0)

    assert Shown(PromptMessage(prompt, None), inf).now(with_sight=False).seconds is None


async def test_a_sight_comes_to_those_who_want_it() -> None:
    async with serving(kept_fight(ONE)) as served:
        with_it = served.enter(*ONE, sight=True)
        without = served.enter(*ONE)
        assert (await with_it.hear(PromptMessage)).prompt == (
            await without.hear(PromptMessage)
        ).prompt

        assert with_it.of(PromptMessage)[0].sight
        assert not without.of(PromptMessage)[0].sight


async def test_an_answer_that_is_not_possible_leaves_the_prompt_open() -> None:
    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)
        prompt = (await peer.hear(PromptMessage)).prompt

        for number in range(1, 6):
            peer.say(AnswerMessage(f"k{number}", Answer(prompt.id, "fly")))
            refusal = await peer.hear(Refusal, number)
            assert (refusal.code, refusal.field) == ("illegal", "option")
            assert refusal.attempts == 5 - number
        closed = await peer.hear(PromptClosed)

        assert closed == PromptClosed(prompt.id, prompt.default, "illegal")


async def test_an_answered_prompt_is_not_shown_again_while_its_wait_is_open() -> None:
    """Two decide at the same moment; the first one's answer is taken, and stays taken."""
    async with serving(kept_fight()) as served:
        peers = {seat: served.enter(seat) for seat in SEATS}
        open_at_once: list[str] = []
        while not open_at_once:
            await trio.testing.wait_all_tasks_blocked()
            shown = {
                seat: peer.of(PromptMessage)[-1].prompt
                for seat, peer in peers.items()
                if len(peer.of(PromptMessage)) > len(peer.of(PromptClosed))
            }
            if len(shown) == len(peers):
                open_at_once = [*shown]
            else:
                for seat, prompt in shown.items():
                    peers[seat].say(AnswerMessage(f"k-{prompt.id}", by_default(prompt)))
        first = peers[SEATS[0]]
        prompt = first.of(PromptMessage)[-1].prompt
        first.say(AnswerMessage("mine", by_default(prompt)))
        await first.hear(PromptClosed, len(first.of(PromptMessage)))

        again = served.enter(SEATS[0])
        await again.hear(ViewMessage)
        await trio.testing.wait_all_tasks_blocked()

        assert not again.of(PromptMessage)
        assert not [
            one
            for one in served.store.inputs(FIGHT)
            if isinstance(one, Decision) and one.answer.prompt == prompt.id
        ]


async def test_what_a_game_master_changes_takes_the_prompt_back_and_brings_it_anew() -> None:
    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)
        prompt = (await peer.hear(PromptMessage)).prompt

        await served.rooms[FIGHT].amend("game master", "an arrow", SetStatus("wolf-1", "prone"))

        assert await peer.hear(PromptClosed) == PromptClosed(prompt.id)
        again = await peer.hear(PromptMessage, 2)
        assert again.prompt.id == prompt.id
        kinds = [type(one) for one in served.store.inputs(FIGHT)]
        assert kinds[-1] is AmendmentMade
        assert "amended" in [one.event.kind for one in peer.of(EventMessage)]


# --- who is away ----------------------------------------------------------------------------


async def test_a_guard_stands_in_after_the_grace_and_goes_again() -> None:
    async with serving(kept_fight(ONE), manners=Manners(grace=60, limits=ROOMY)) as served:
        peer, watcher = served.enter(*ONE), served.enter()
        prompt = await peer.hear(PromptMessage)
        await trio.sleep(10)
        peer.go()

        await watcher.hear(StandInMessage)
        assert trio.current_time() == pytest.approx(70)
        assert watcher.of(StandInMessage) == [StandInMessage(ONE[0], on=True)]
        decisions = [one for one in served.store.inputs(FIGHT) if isinstance(one, Decision)]
        stood_in = [one for one in decisions if one.answer.prompt == prompt.prompt.id]
        assert not stood_in or stood_in[0].origin == "stand_in"


async def test_who_comes_back_gets_the_seat_back() -> None:
    """The deadline and no word bring the guard; any word sends it away."""
    manners = Manners(grace=5, deadlines=Deadlines(action=20), limits=ROOMY)
    two = kept_fight()
    async with serving(two, manners=manners) as served:
        away, here = served.enter("guard-1"), served.enter("guard-2", order=ALWAYS_ASK)
        await away.hear(PromptMessage)
        away.go()
        on = await here.hear(StandInMessage)
        assert on == StandInMessage("guard-1", on=True)
        late = served.enter()
        assert await late.hear(StandInMessage) == on

        back = served.enter("guard-1")
        off = await here.hear(StandInMessage, 2)

        assert off == StandInMessage("guard-1", on=False)
        await back.hear(ViewMessage)
        assert back.of(StandInMessage) == [off]


def decided_for(served: Served, seat: str = ONE[0]) -> list[Decision]:
    """What others decided for *seat*."""
    inputs = [one for one in served.store.inputs(FIGHT) if isinstance(one, Decision)]
    return [one for one in inputs if one.combatant == seat and one.origin in {"stand_in", "late"}]


async def test_a_fight_at_which_nobody_looks_stands_still() -> None:
    async with serving(kept_fight(), manners=Manners(grace=5, limits=ROOMY)) as served:
        first, second = served.enter("guard-1"), served.enter("guard-2")
        await first.hear(PromptMessage)
        second.go()
        await trio.sleep(1)
        first.go()
        await trio.sleep(1000)
        assert not decided_for(served, "guard-1")
        assert not decided_for(served, "guard-2")

        came = trio.current_time()
        watcher = served.enter()
        await watcher.hear(StandInMessage)

        assert trio.current_time() - came == pytest.approx(5)


async def test_who_stands_in_stops_when_the_last_one_leaves() -> None:
    async with serving(kept_fight(ONE), manners=Manners(grace=5, limits=ROOMY)) as served:
        peer, watcher = served.enter(*ONE), served.enter()
        await peer.hear(PromptMessage)
        peer.go()
        await watcher.hear(StandInMessage)
        await trio.sleep(3)
        before = len(decided_for(served))
        watcher.go()
        await trio.sleep(1000)

        assert before == len(decided_for(served)) == 1
        back = served.enter(*ONE)
        await back.hear(PromptMessage)
        assert not back.of(StandInMessage)


async def test_who_stands_in_takes_a_moment_for_each_decision() -> None:
    manners = Manners(grace=5, pace=3, limits=ROOMY)
    async with serving(kept_fight(ONE), manners=manners) as served:
        peer, watcher = served.enter(*ONE), served.enter()
        await peer.hear(PromptMessage)
        peer.go()
        await watcher.hear(StandInMessage)
        for number in range(3):
            assert len(decided_for(served)) == number
            await trio.sleep(3.001)


async def test_who_comes_back_in_that_moment_decides() -> None:
    manners = Manners(grace=5, pace=3, limits=ROOMY)
    async with serving(kept_fight(ONE), manners=manners) as served:
        peer, watcher = served.enter(*ONE), served.enter()
        await peer.hear(PromptMessage)
        peer.go()
        await watcher.hear(StandInMessage)
        await trio.sleep(4)
        assert len(decided_for(served)) == 1

        back = served.enter(*ONE, after=len(peer.stream))
        prompt = (await back.hear(PromptMessage)).prompt
        await trio.sleep(100)
        back.say(AnswerMessage("k", by_default(prompt)))

        assert await back.hear(Ack) == Ack("k")
        assert back.of(StandInMessage) == [StandInMessage(ONE[0], on=False)]
        assert back.of(EventMessage)  # what was done for him
        assert len(back.of(PromptMessage)) == len({p.prompt.id for p in back.of(PromptMessage)})
        assert len(decided_for(served)) == 1


async def test_a_deadline_counts_though_nobody_looks() -> None:
    manners = Manners(grace=0, deadlines=Deadlines(action=20, declaration=20), limits=ROOMY)
    async with serving(kept_fight(ONE), manners=manners) as served:
        peer = served.enter(*ONE)
        await peer.hear(PromptMessage)
        peer.go()
        await trio.sleep(50)

        assert [one.origin for one in decided_for(served)] == ["late", "late"]


async def test_who_stands_in_is_never_late() -> None:
    manners = Manners(grace=0, pace=60, deadlines=Deadlines(10, 10, 10), limits=ROOMY)
    async with serving(kept_fight(ONE), manners=manners) as served:
        peer, _ = served.enter(*ONE), served.enter()
        await peer.hear(PromptMessage)
        peer.go()
        await trio.sleep(40)

        assert {one.origin for one in decided_for(served)} == {"stand_in"}


async def test_who_is_hidden_is_stood_in_for_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    def known(_hall: Hall, audience: Audience) -> set[str]:
        return {*SEATS} if audience.stream.observer.combatant else set()

    monkeypatch.setattr(Hall, "_known", known)
    async with serving(kept_fight(), manners=Manners(grace=5, limits=ROOMY)) as served:
        friend, hidden, watcher = served.enter("guard-1"), served.enter("guard-2"), served.enter()
        served.nursery.start_soon(play, friend)
        await hidden.hear(ViewMessage)
        hidden.go()
        await friend.hear(StandInMessage)
        late = served.enter()
        await late.hear(ViewMessage)

        assert not watcher.of(StandInMessage)
        assert not late.of(StandInMessage)


async def test_taking_back_is_a_word_too() -> None:
    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)
        await peer.hear(PromptMessage)

        peer.say(TakeBack("k", ONE[0]))

        assert await peer.hear(Ack) == Ack("k")
        assert len(peer.of(PromptMessage)) == 1


async def test_whoever_runs_the_server_hears_who_comes_and_goes() -> None:
    async with serving(kept_fight(ONE), manners=Manners(grace=5, limits=ROOMY)) as served:
        peer, watcher = served.enter(*ONE), served.enter()
        tab = served.enter(*ONE)
        await tab.hear(PromptMessage)
        tab.go()
        await trio.sleep(1)
        peer.go()
        await watcher.hear(StandInMessage)
        await play(served.enter(*ONE))
        await watcher.hear(CombatEnded)

        name = served.rooms[FIGHT].kept.name
        assert served.lines == [
            f"{name}: {what}"
            for what in (
                "the seat of Human 1 (guard-1) is taken.",
                "the fight begins.",
                "the seat of Human 1 (guard-1) is empty.",
                "a guard stands in for Human 1 (guard-1).",
                "the seat of Human 1 (guard-1) is taken.",
                "the fight is over: victory for The watch, after 2 rounds.",
            )
        ]
        assert served.token(*ONE) not in "".join(served.lines)


# --- plans ----------------------------------------------------------------------------------


async def test_new_seats_let_their_reactions_be_taken_by_order() -> None:
    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)

        plans = await peer.hear(PlansMessage)

        assert plans == PlansMessage(ONE[0], (), Order("automatic", 0))


async def test_a_hello_may_bring_another_order() -> None:
    async with serving(kept_fight(ONE)) as served:
        first = served.enter(*ONE)
        await first.hear(PromptMessage)
        second = served.enter(*ONE, order=ALWAYS_ASK)
        plans = await second.hear(PlansMessage)

        assert plans.order == ALWAYS_ASK
        assert first.of(PlansMessage)[-1] == plans
        assert PlansKept(ONE[0], (), ALWAYS_ASK) in served.store.inputs(FIGHT)
        assert len(second.of(PlansMessage)) == 1


async def test_plans_are_kept_shown_and_used_up() -> None:
    plan = Intent("defend")
    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)
        prompt = (await peer.hear(PromptMessage)).prompt
        peer.say(EditIntents("one", ONE[0], AddIntent(plan)))
        peer.say(EditIntents("two", ONE[0], AddIntent(plan)))
        assert (await peer.hear(PlansMessage, 3)).intents == (plan, plan)

        peer.say(AnswerMessage("answer", by_default(prompt)))
        while peer.of(PlansMessage)[-1].intents:
            await peer.news()

        inputs = served.store.inputs(FIGHT)
        keys = [one.key for one in inputs if isinstance(one, PlansKept)]
        assert keys[:2] == ["one", "two"]
        used = [one for one in inputs if isinstance(one, Decision) and one.origin == "intent"]
        dropped = [d.intent for one in inputs if isinstance(one, Decision) for d in one.dropped]
        assert len(used) + len(dropped) == 2
        assert [one for one in inputs if isinstance(one, PlansKept)][-1].intents == ()


async def test_an_edit_that_makes_no_sense_is_refused() -> None:
    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)
        peer.say(EditIntents("k", ONE[0], RemoveIntent(3)))

        refusal = await peer.hear(Refusal)

        assert (refusal.code, refusal.field) == ("illegal", "place")
        assert not [one for one in served.store.inputs(FIGHT) if isinstance(one, PlansKept)]


async def test_an_edit_that_changes_nothing_is_taken_and_its_key_kept() -> None:
    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)
        peer.say(EditIntents("k", ONE[0], ClearIntents()))
        peer.say(SetOrder("l", ONE[0], Order("automatic", 0)))
        await peer.hear(Ack, 2)

        kept = [one.key for one in served.store.inputs(FIGHT) if isinstance(one, PlansKept)]
        assert kept == ["k", "l"]
        assert len(peer.of(PlansMessage)) == 1


@pytest.mark.parametrize("pace", [0, 2])
async def test_plans_that_fall_away_while_a_guard_stands_in_are_gone_from_the_list(
    pace: float,
) -> None:
    impossible = Intent("fly")
    async with serving(kept_fight(), manners=Manners(grace=5, pace=pace, limits=ROOMY)) as served:
        me, other = served.enter("guard-1"), served.enter("guard-2")
        served.nursery.start_soon(play, other)
        await me.hear(PromptMessage)
        me.say(EditIntents("k", "guard-1", AddIntent(impossible)))
        await me.hear(PlansMessage, 2)
        me.go()
        while not any(
            isinstance(one, Decision) and one.combatant == "guard-1" and one.dropped
            for one in served.store.inputs(FIGHT)
        ):
            await other.news()

        back = served.enter("guard-1")
        assert (await back.hear(PlansMessage)).intents == ()
        kept = [one for one in served.store.inputs(FIGHT) if isinstance(one, PlansKept)]
        assert kept[-1].intents == ()


# --- bugs -----------------------------------------------------------------------------------


class BugError(Exception):
    """A bug, for once on purpose."""


async def test_a_bug_in_one_room_ends_it_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Room.happened

    def happened(room: Room, events: list[Event]) -> None:
        if room.kept.id == "bad" and trio.current_time() > 0:
            raise BugError
        told(room, events)

    monkeypatch.setattr(Room, "happened", happened)
    fights = kept_fight(ONE, fight="bad"), kept_fight(ONE, fight="good")
    with capture_logs() as logs:
        async with serving(*fights) as served:
            bad, beside = served.enter(*ONE, fight="bad"), served.enter(fight="bad")
            good = served.enter(*ONE, fight="good")
            await bad.hear(PromptMessage)
            await trio.sleep(10)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(partial(play, good, seconds=1))
                nursery.start_soon(partial(play, bad, seconds=1))

            for peer in (bad, beside):
                assert await peer.until_closed() == (FAILED, "the fight ended by a bug")
                assert peer.of(CombatEnded) == [CombatEnded(len(peer.stream), None, "")]
            assert good.of(CombatEnded)[0].outcome is not None
            assert bad.of(PromptClosed)
            late = served.enter(fight="bad")
            assert await late.until_closed() == (FAILED, "the fight ended by a bug")
            assert late.stream == beside.stream
            status = {kept.id: kept.status for kept in served.store.fights()}
            assert status == {"bad": "failed", "good": "ended"}
    assert [one["event"] for one in logs] == ["fight ended by a bug"]


async def test_a_bug_that_an_answer_meets_is_one_of_the_fight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def check(*_: object) -> None:
        raise BugError

    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)
        prompt = (await peer.hear(PromptMessage)).prompt
        monkeypatch.setattr("rules.request.course.question.Question.check", check)
        with capture_logs() as logs:
            peer.say(AnswerMessage("k", by_default(prompt)))
            assert await peer.until_closed() == (FAILED, "the fight ended by a bug")
    assert [one["event"] for one in logs] == ["fight ended by a bug"]


async def test_a_hello_that_comes_twice_is_no_hello() -> None:
    async with serving(kept_fight(ONE)) as served:
        peer = served.enter(*ONE)
        await peer.hear(PromptMessage)
        peer.say(Hello(served.token(*ONE)))

        assert (await peer.hear(Refusal)).code == "malformed"
        assert len(peer.of(Welcome)) == 1
