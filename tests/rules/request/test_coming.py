"""What time will bring, in a view: spells that fade, one under way, tempers and deaths, for those who may know."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.kernel.model import Hide, Observer, SetHitPoints, SetStatus
from rules.kernel.temper.model import Temper
from rules.request.course.machine import restore
from rules.request.model import Options, Seen, SeenSpell, SeenTask, View
from tests.rules.request.build import Said, Scene, fighter, scene
from tests.rules.request.test_spells import mage, minded

GAME_MASTER: Final = Observer("game_master")
SHAKY: Final = Temper("soldier", 7, "drive off", leader=True)


def seat(who: str) -> Observer:
    return Observer("seat", who)


def afoot(options: Options | None = None) -> Scene:
    """A is at a spell of two parts against B and under one, afraid, and its friend F bleeds."""
    fight = scene(
        replace(mage("a", "dismay", "ward", side="us"), temper=SHAKY),
        fighter("f", "us"),
        minded(fighter("b", "them")),
        distance=10,
        options=options,
    )
    fight.amend(
        SetStatus("a", "warded"),
        SetStatus("a", "holding back"),
        SetHitPoints("f", "chest", -9),
        dice="d100=01",
    )
    fight.play({"a": [Said("cast/dismay", ("b",))]}, "", upto=(1, 1))
    return fight


def seen(fight: Scene, who: str, observer: Observer) -> Seen:
    view = fight.fight.view(observer)
    assert isinstance(view, View)
    (one,) = [one for one in view.combatants if one.id == who]
    return one


def coming(one: Seen) -> tuple[object, ...]:
    return one.spells, one.task, one.temper, one.mood_until, one.dies


def test_a_game_master_and_friends_see_what_will_come() -> None:
    fight = afoot()
    (ward,) = [one for one in fight.fight.people[0].entry.sheet.spells if one.id == "ward"]
    for observer in (GAME_MASTER, seat("a"), seat("f")):
        spells, task, temper, until, dies = coming(seen(fight, "a", observer))
        assert spells == (SeenSpell("warded", ward.rounds),)
        assert task == SeenTask("Dismay", "b", 1)
        assert (temper, until, dies) == (SHAKY, 2, None)
        assert coming(seen(fight, "f", observer))[-1] == fight.fight.people[1].bleeds[3]


def test_foes_and_watchers_see_nothing_of_it() -> None:
    fight = afoot()
    for observer in (seat("b"), Observer()):
        for who in "af":
            one = seen(fight, who, observer)
            assert coming(one) == ((), None, None, None, None)
        assert {"warded", "casting", "holding back"} <= set(seen(fight, "a", observer).conditions)


def test_where_information_is_open_everybody_sees_it() -> None:
    fight = afoot(Options(information="open"))

    assert coming(seen(fight, "a", seat("b"))) == coming(seen(fight, "a", GAME_MASTER))


def test_a_mark_out_of_view_is_not_named() -> None:
    fight = afoot()
    fight.amend(Hide("b"))
    task = fight.fight.people[0].task

    assert task is not None
    assert seen(fight, "a", GAME_MASTER).task == SeenTask("Dismay", "b", 1)
    assert seen(fight, "a", seat("a")).task == SeenTask("Dismay", "", 1)


def test_it_counts_down_and_ends() -> None:
    fight = afoot()
    first = seen(fight, "a", GAME_MASTER).spells[0].rounds
    fight.play({}, "", upto=(2, 1))

    later = seen(fight, "a", GAME_MASTER)
    assert later.spells[0].rounds == first - 1
    fight.amend(SetStatus("f", "dead"), SetStatus("a", "fleeing"))
    assert seen(fight, "f", GAME_MASTER).dies is None
    assert seen(fight, "a", GAME_MASTER).mood_until is None


def test_a_snapshot_shows_the_same() -> None:
    fight = afoot()
    again = restore(fight.fight.snapshot())

    assert again.view(GAME_MASTER) == fight.fight.view(GAME_MASTER)
