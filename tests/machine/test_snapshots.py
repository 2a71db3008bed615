"""A snapshot holds everything: slot by slot here, and played on from there by another process."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

import pytest

from rules.request.course import machine, snapshot as snapshots
from rules.request.course.combatant import Combatant
from rules.request.course.machine import Fight, restore
from rules.request.course.state import Procedure, State
from tests.machine.elsewhere import Recorded, played_on
from tests.machine.tales import mapped, plain, tied, tied_map
from tests.support import slots
from tests.support.fights import Story, play
from tests.support.slots import differences, unsaved

pytestmark = pytest.mark.many

FEW: Final = range(24)
MANY: Final = range(24, 400)
ALLOWED: Final = {**slots.FROM_SETUP, **slots.WORKED_OUT}


def story(number: int) -> Story:
    """Every other fight has places, every other is one of ties; all have whims."""
    return (plain, tied, mapped, tied_map)[number % 4](number)


def check_snapshots(number: int) -> None:
    """At every wait: what the snapshot restores is the machine, and gives the same bytes."""

    def at_wait(fight: Fight) -> None:
        saved = fight.snapshot()
        restored = restore(saved)
        assert differences(fight, restored, sharing=False) == []
        assert restored.snapshot() == saved
        assert restored.prompts() == fight.prompts()

    play(story(number).begin(), story(number), at_wait)


@pytest.mark.parametrize("number", FEW)
def test_a_restored_fight_is_the_fight_slot_by_slot(number: int) -> None:
    check_snapshots(number)


def check_few() -> None:
    for number in FEW[:12]:
        check_snapshots(number)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_many_restored_fights_are_the_fights_slot_by_slot() -> None:
    for number in MANY:
        check_snapshots(number)


def test_a_finished_fight_is_restored_finished() -> None:
    for number in FEW:
        fight = story(number).begin()
        play(fight, story(number))
        restored = restore(fight.snapshot())

        assert restored.questions() == []
        assert restored.outcome() == fight.outcome()
        assert differences(fight, restored, sharing=False) == []


@cache
def amid() -> list[Fight]:
    """Some waits, with everything in them that may be under way or has still to land."""
    missing = {kind.__name__ for kind in Procedure.__subclasses__()} | {"Struck", "Modifier"}
    found: list[Fight] = []

    def at_wait(fight: Fight) -> None:
        here = {type(procedure).__name__ for procedure in fight.stack}
        here.update(type(thing).__name__ for thing in (*fight.withheld, *fight.modifiers))
        if missing & here or fight.state_hash().startswith("00"):  # now and then
            missing.difference_update(here)
            found.append(fight.fork())

    for number in FEW:
        play(story(number).begin(), story(number), at_wait)
    assert missing == set()
    return found


def check_every_slot_is_saved() -> None:
    """Whatever slot holds something else, the bytes are others, or the slot has a reason."""
    found: set[slots.Place] = set()
    for fight in amid():
        found |= unsaved(fight, fight.snapshot)

    assert sorted(found - ALLOWED.keys()) == []
    assert sorted(ALLOWED.keys() - found) == [], "saved, and listed as if it were not"


def test_every_slot_is_saved_or_has_a_reason_not_to_be() -> None:
    check_every_slot_is_saved()


@pytest.mark.parametrize("name", ["lost", "wait_who", "aim_at"])
def test_a_field_that_the_snapshot_forgets_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    kept = tuple(field for field in Combatant.STATE if field != name)
    monkeypatch.setattr(Combatant, "STATE", kept)

    with pytest.raises(AssertionError, match=name):
        check_every_slot_is_saved()
    with pytest.raises(AssertionError, match=name):
        check_few()


@pytest.mark.parametrize("name", ["place", "focus", "walked", "flying"])
def test_a_field_of_the_ground_that_the_snapshot_forgets_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    kept = tuple(field for field in Combatant.STATE if field != name)
    monkeypatch.setattr(Combatant, "STATE", kept)

    with pytest.raises(AssertionError, match=name):
        check_every_slot_is_saved()


@pytest.mark.parametrize("name", ["foes", "parted", "marks"])
def test_a_list_of_the_ground_that_the_snapshot_forgets_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    kept = tuple(field for field in Combatant.LISTS if field != name)
    monkeypatch.setattr(Combatant, "LISTS", kept)

    with pytest.raises(AssertionError, match=name):
        check_few()


def test_withheld_blows_that_the_snapshot_forgets_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = snapshots.save

    def save(fight: State) -> bytes:
        kept, fight.withheld = fight.withheld, []
        try:
            return whole(fight)
        finally:
            fight.withheld = kept

    monkeypatch.setattr(machine, "save", save)
    with pytest.raises(AssertionError, match="withheld"):
        check_few()


# --- another process --------------------------------------------------------------------------


def recorded(number: int) -> tuple[Recorded, str]:
    """A fight with a snapshot before each input, and the state hash it ends with."""
    fight = story(number).begin()
    snapshots: list[bytes] = []
    steps = play(fight, story(number), lambda waiting: snapshots.append(waiting.snapshot()))
    return Recorded(tuple(steps), tuple(snapshots)), fight.state_hash()


@pytest.mark.parametrize(
    ("kind", "count", "waits"),
    [(0, 25, 800), (1, 25, 800), (2, 8, 250), (3, 10, 250)],
    ids=["plain", "tied", "mapped", "tied map"],
)
def test_another_process_plays_on_from_every_wait_to_the_same_end(
    kind: int, count: int, waits: int
) -> None:
    fights = [recorded(4 * number + kind) for number in range(count)]

    reached = played_on([fight for fight, _ in fights])

    for (fight, last), hashes in zip(fights, reached, strict=True):
        assert len(fight.snapshots) == len(fight.steps)
        assert set(hashes) == {last}, Counter(hashes)
        assert len(hashes) == len(fight.snapshots)
    assert sum(len(hashes) for hashes in reached) > waits
    assert sum(step.change is not None for fight, _ in fights for step in fight.steps) > waits // 12
