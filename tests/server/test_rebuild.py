"""However far its journal goes, a fight comes back as it stood, and goes on as it would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, final

import msgspec
import pytest
import trio

from actors.combatant import Actor, Combatant, Reply
from actors.policy_mind import PolicyMind
from actors.seats import RemoteSeat
from protocol.messages import Ack, AnswerMessage, PromptMessage, StandInMessage
from protocol.records import (
    AmendmentMade,
    Decision,
    Received,
    Record,
)
from rules.kernel.dice import dice_for, fight_seed
from rules.kernel.errors import RuleError
from rules.kernel.field.model import Field
from rules.kernel.machine import Machine
from rules.kernel.model import Event
from rules.request.model import Setup
from rules.request.version import RULES_VERSION
from scheduler.live import Deadlines, LiveAsks
from server.rebuild import begin, explained, rebuild, seed_of
from server.replay import RebuildError
from store.journal import Kept
from tests.support.actors import SEED, Slow
from tests.support.clocks import run_in_virtual_time, task_order
from tests.support.fights import MINDS, random_setup, shipped, whim

NONE: Final[frozenset[str]] = frozenset()
FIGHTS: Final = (1, 2, 5)
SETUPS: Final[dict[str, Setup]] = {
    **{f"random {number}": random_setup(number) for number in FIGHTS},
    "ford": msgspec.structs.replace(
        shipped("ford"),
        options=msgspec.structs.replace(shipped("ford").options, round_cap=2),
    ),
}


SHORT: Final = msgspec.structs.replace(shipped("ford"), field=Field(13, 9, ("...",)))


def kept_of(setup: Setup, seed: str = "7", seats: Sequence[str] = ()) -> Kept:
    minds = {one.id: one.mind for one in setup.combatants if one.id not in seats}
    return Kept(
        "f1",
        setup.name,
        "request",
        "1",
        seed,
        msgspec.json.encode(setup),
        tuple(seats),
        minds,
        "2026-01-01T00:00:00Z",
    )


@final
class Table:
    """A fight on its way, with two players far away and a game master who changes things.

    What the players and the game master do follows from the prompts they see, so that after
    a restart they do the same.
    """

    def __init__(
        self,
        kept: Kept,
        machine: Machine,
        stored: Mapping[str, Reply] | None = None,
        before: Sequence[Record] = (),
        decided: frozenset[str] = NONE,
    ) -> None:
        self.machine = machine
        self.records: list[Record] = [*before]
        self.hashes: list[str] = []
        self.events: list[Event] = []
        self.happened: list[int] = []  # how many events there were after each record
        self._kept = kept
        self._decided = decided
        self._seats: dict[str, RemoteSeat] = {}
        self._prompts, self._shown = trio.open_memory_channel[PromptMessage](64)
        self._asks = LiveAsks(
            self._actor_for,
            deadlines=Deadlines(action=60, reaction=60, declaration=60),
            recorder=self._record,
            stored=stored,
        )
        self._changed = {one.reason for one in before if isinstance(one, AmendmentMade)}

    async def play(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._be_the_players, nursery)
            await self._asks.play(self.machine, self._happens)
            nursery.cancel_scope.cancel()

    def _happens(self, events: list[Event]) -> None:
        self.events += events

    def _record(self, record: Decision | AmendmentMade) -> None:
        if isinstance(record, Decision) and record.answer.prompt in self._decided:
            return
        self._note(record)

    def _note(self, record: Record) -> None:
        self.records.append(record)
        self.hashes.append(self.machine.state_hash())

    def _actor_for(self, combatant: str) -> Actor:
        if combatant in self._kept.seats:
            seat = RemoteSeat(combatant, self._show)
            self._seats[combatant] = seat
            return Combatant(combatant, seat)
        policy = MINDS[self._kept.minds.get(combatant, "random")]
        return Combatant(combatant, Slow(lambda _: 5, PolicyMind(policy)))

    def _show(self, message: PromptMessage | StandInMessage) -> None:
        assert isinstance(message, PromptMessage)
        self._prompts.send_nowait(message)

    async def _be_the_players(self, nursery: trio.Nursery) -> None:
        async for message in self._shown:
            nursery.start_soon(self._be_a_player, message)

    async def _be_a_player(self, message: PromptMessage) -> None:
        """Answer after a while, or never; and now and then the game master is at it first."""
        prompt = message.prompt
        dice = dice_for(SEED, prompt.id)
        is_first = prompt.combatant == self._kept.seats[0]
        if dice.roll(6) == 1 and is_first and prompt.id not in self._changed:
            self._changed.add(prompt.id)
            change = whim(self.machine, dice)  # pyright: ignore[reportArgumentType]
            try:
                await self._asks.amend("gm", prompt.id, change)
            except RuleError:
                pass
            else:
                return  # the prompt was shown anew, if there still is one
        await trio.sleep(dice.roll(4))
        if dice.roll(9) == 1:
            return
        open_now = {one.id: one for one in self.machine.questions()}
        if prompt.id not in open_now:
            return
        answer = MINDS["random"](open_now[prompt.id].sight())  # pyright: ignore[reportArgumentType]
        key = f"k{len(self.records)}"
        heard = self._seats[prompt.combatant].put(AnswerMessage(key, answer))
        if isinstance(heard, Ack):
            self._note(Received(prompt.combatant, key, answer))


@final
class Recorded:
    """A fight that was played from beginning to end, with its journal."""

    def __init__(self, name: str) -> None:
        setup = SETUPS[name]
        self.kept = kept_of(setup, seats=[one.id for one in setup.combatants[:4:2]])
        replay = begin(self.kept)
        table = play_on(self.kept, replay.machine)
        self.events = [*replay.events, *table.events]
        self.records = table.records
        self.hashes = [begin(self.kept).machine.state_hash(), *table.hashes]

    def is_torn(self, cut: int) -> bool:
        """Whether a cut after so many records goes through the decisions of one wait."""
        around = self.records[cut - 1 : cut + 1] if cut else []
        are_decisions = [isinstance(one, Decision) for one in around] == [True, True]
        return are_decisions and self.hashes[cut] == self.hashes[cut + 1]


def play_on(
    kept: Kept,
    machine: Machine,
    stored: Mapping[str, Reply] | None = None,
    before: Sequence[Record] = (),
    decided: frozenset[str] = NONE,
) -> Table:
    async def play() -> Table:
        table = Table(kept, machine, stored, before, decided)
        await table.play()
        return table

    with task_order(len(before)):
        return run_in_virtual_time(play)


@cache
def recorded(name: str) -> Recorded:
    return Recorded(name)


by_name = pytest.mark.parametrize("name", SETUPS)


def test_the_fights_have_everything_that_can_be_in_a_journal() -> None:
    records = [one for name in SETUPS for one in recorded(name).records]
    origins = {one.origin for one in records if isinstance(one, Decision)}
    torn = [
        name
        for name in SETUPS
        for cut in range(len(recorded(name).records))
        if recorded(name).is_torn(cut)
    ]

    assert {Decision, Received, AmendmentMade} == {type(one) for one in records}
    assert {"mind", "late"} <= origins
    assert len(torn) > 20
    assert sum(isinstance(one, AmendmentMade) for one in records) > 10


@by_name
def test_cut_anywhere_it_stands_where_it_stood(name: str) -> None:
    fight = recorded(name)
    for cut in range(len(fight.records) + 1):
        rebuilt = rebuild(fight.kept, fight.records[:cut])

        stands = cut
        if fight.is_torn(cut):  # what is decided of a wait changes nothing before all of it is
            while fight.hashes[stands] == fight.hashes[cut]:
                stands -= 1
        assert rebuilt.machine.state_hash() == fight.hashes[stands]
        assert bool(rebuilt.decided) == fight.is_torn(cut)
        assert list(rebuilt.events) == fight.events[: len(rebuilt.events)]
        assert rebuilt.events == rebuilt.unkept
        assert not rebuilt.machine.take_events()
    assert list(rebuild(fight.kept, fight.records, fight.events).events) == fight.events


@by_name
def test_cut_anywhere_it_goes_on_as_it_would_have(name: str) -> None:
    fight = recorded(name)
    stored = 0
    for cut in range(0, len(fight.records) + 1, 13):
        goes_on(fight, cut)
        stored += len(rebuild(fight.kept, fight.records[:cut]).stored)
    assert stored


@pytest.mark.many
@by_name
def test_cut_really_anywhere_it_goes_on_as_it_would_have(name: str) -> None:
    for cut in range(len(recorded(name).records) + 1):
        goes_on(recorded(name), cut)


def goes_on(fight: Recorded, cut: int) -> None:
    before = fight.records[:cut]
    rebuilt = rebuild(fight.kept, before)

    table = play_on(fight.kept, rebuilt.machine, rebuilt.stored, before, rebuilt.decided)

    assert [*rebuilt.events, *table.events] == fight.events
    assert table.machine.state_hash() == fight.hashes[-1]
    again = rebuild(fight.kept, table.records, fight.events)
    assert again.machine.state_hash() == fight.hashes[-1]


# --- what was kept of what happened -----------------------------------------------------------


def test_other_events_than_were_kept_are_named_with_the_first_difference() -> None:
    fight = recorded("ford")
    other = msgspec.structs.replace(fight.events[9], facts={"how": "x" * 300})

    with pytest.raises(RebuildError) as refused:
        rebuild(fight.kept, fight.records, [*fight.events[:9], other, *fight.events[10:]])
    assert str(refused.value).startswith(f"event 10 ({other.id}): facts was {{'how': 'xxx")
    assert len(str(refused.value)) < 500

    with pytest.raises(RebuildError) as refused:
        rebuild(fight.kept, fight.records, [*fight.events, other])
    number = len(fight.events) + 1
    assert str(refused.value) == f"event {number} ({other.id}): {other.kind} did not happen again"


def test_the_first_difference_is_named_be_it_an_event_or_an_input() -> None:
    fight = recorded("ford")
    other = msgspec.structs.replace(fight.kept, seed="8")

    with pytest.raises(RebuildError, match=r"^event [0-9]+ \("):
        rebuild(other, fight.records, fight.events)
    with pytest.raises(RebuildError, match=r"^input [0-9]+: "):
        rebuild(other, fight.records)


def test_what_was_not_kept_of_it_is_told() -> None:
    fight = recorded("ford")

    rebuilt = rebuild(fight.kept, fight.records, fight.events[:-7])

    assert list(rebuilt.unkept) == fight.events[-7:]
    assert list(rebuilt.events) == fight.events


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"rules": "chess"}, "rules: there is no system chess any more"),
        ({"setup": b"{"}, "setup: Input data was truncated"),
        ({"setup": msgspec.json.encode(SHORT)}, "setup: field.rows: "),
        ({"seed": "cake"}, "seed: 'cake' is none; expected NUMBER or NUMBER:FIGHT"),
        ({"seed": "-7"}, "seed: '-7' is none; expected NUMBER or NUMBER:FIGHT"),
    ],
)
def test_a_fight_that_cannot_begin_is_refused(fields: dict[str, object], problem: str) -> None:
    kept = msgspec.structs.replace(recorded("ford").kept, **fields)

    with pytest.raises(RebuildError) as refused:
        rebuild(kept, [])
    assert str(refused.value).startswith(problem)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"version": "0.1.0"}, "there: no"),
        ({"version": f"0.1.0+rules.{RULES_VERSION}"}, "there: no"),
        ({"version": "0.1.0+rules.99", "rules": "chess"}, "there: no"),
        (
            {"version": "0.1.0+rules.99"},
            f"there: no; it was played by version 99 of the rules, and these are {RULES_VERSION}",
        ),
    ],
)
def test_a_difference_is_explained_by_other_rules(fields: dict[str, str], told: str) -> None:
    setup = shipped("duel")
    kept = msgspec.structs.replace(kept_of(setup), **fields)

    assert explained(kept, RebuildError("there", "no")) == told


def test_a_seed_may_name_one_fight_of_many() -> None:
    assert seed_of("7") == fight_seed(7)
    assert seed_of("7:12") == fight_seed(7, 12)
