"""The server of a fight of Rivers is killed while several engagements are at play, and nothing of any of them is lost."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

import pytest
import trio

from actors.combatant import Combatant
from actors.policy_mind import PolicyMind
from protocol.records import AmendmentMade, Decision
from rules.kernel.dice import fight_seed
from rules.kernel.model import Event
from rules.rivers.course.machine import begin
from rules.rivers.policies import POLICIES
from rules.rivers.tell import Teller
from scheduler.direct import play
from server.rebuild import Rebuilt, rebuild
from server.replay import leaves
from tests.crash.judge import FAULTLESS, journal_of, lost_orders
from tests.crash.table import Kill, Scene, Table, one_life, until_over
from tests.support.command import run
from tests.support.rivers_live import shipped

SCENE: Final = Scene(
    "shield-wall", "rivers", ("hearth-guard-1", "hearth-guard-3", "rover-2", "sigga"), "steady", 3
)
SETUP: Final = shipped(SCENE.scenario)


class Uncut(NamedTuple):
    """The fight as one process plays it, one engagement after the other."""

    events: list[Event]
    state: str
    asked: list[Decision]
    """All that the seats decide."""

    def kills(self) -> list[Kill]:
        """In each round one: the seat of one engagement has answered, and that of another is still asked."""
        found: dict[str, Kill] = {}
        for one, other in combinations([made.answer.prompt for made in self.asked], 2):
            (round_, part), (same, another) = (prompt.split(".")[:2] for prompt in (one, other))
            if round_ == same and "p0" not in (part, another) and part != another:
                found.setdefault(round_, Kill(0, 0, one, (other,)))
        return [*found.values()][:2]


@pytest.fixture(scope="module")
def fight() -> Uncut:
    machine = begin(SETUP, fight_seed(SCENE.seed), watched=True)
    minds = {one.id: one.mind for one in SETUP.combatants} | dict.fromkeys(SCENE.seats, SCENE.mind)
    events: list[Event] = []
    records: list[Decision | AmendmentMade] = []
    play(
        machine,
        lambda who: Combatant(who, PolicyMind(POLICIES[minds[who]])),
        events.extend,
        recorder=records.append,
    )
    made = [one for one in records if isinstance(one, Decision)]
    asked = [one for one in made if one.combatant in SCENE.seats]
    return Uncut(events, machine.state_hash(), asked)


@pytest.fixture
def table(tmp_path: Path) -> Generator[Table]:
    made = Table(tmp_path / "data", scene=SCENE)
    yield made
    made.end()


def check(table: Table, fight: Uncut) -> Rebuilt:
    """What lies on the disk after a kill."""
    journal = journal_of(table.data)
    assert table.tally(journal) == FAULTLESS
    ordered = {seat: player.ordered for seat, player in table.players.items()}
    assert lost_orders(journal.records, ordered) == []
    assert table.faults() == []
    rebuilt = rebuild(journal.kept, journal.records, journal.events)
    known = {event.id: event for event in fight.events}
    assert all(known[event.id] == event for event in rebuilt.events)
    return rebuilt


@pytest.mark.many
@pytest.mark.timeout(300)
def test_after_kills_amid_engagements_nothing_is_lost_or_counts_twice(
    table: Table, fight: Uncut
) -> None:
    kills = fight.kills()

    async def main() -> None:
        table.news.held = {prompt for kill in kills for prompt in kill.others}
        for kill in kills:
            await one_life(table, kill)
            parts = {id(leaf) for leaf in leaves(check(table, fight).machine)}
            assert len(parts) > 1, "it was not killed while engagements were at play"
        await until_over(table)

    trio.run(main)

    journal = journal_of(table.data)
    assert kills
    assert Teller(SETUP).ordered(check(table, fight).events) == fight.events
    assert table.watcher.ended is not None
    assert table.watcher.ended.state_hash == fight.state
    assert sum(map(len, table.acked().values())) == len(fight.asked)
    again = run("replay", journal.kept.id, "--data", str(table.data), "--verify")
    assert (again.code, fight.state in again.out) == (0, True)
