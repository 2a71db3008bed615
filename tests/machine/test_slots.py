"""A fork has its own copy of everything that can change: walked slot by slot, at every wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest

from rules.kernel.dice import Dice
from rules.request.course import engagement, exchange, moment, withheld
from rules.request.course.combatant import Combatant
from rules.request.course.contest import Contest
from rules.request.course.exchange import Exchange
from rules.request.course.following import Following
from rules.request.course.journey import Journey
from rules.request.course.machine import Fight
from rules.request.course.moment import Moment
from rules.request.course.provoking import Provoking
from rules.request.course.push import Shove
from rules.request.course.state import (
    ACTION,
    ENGAGE_OFFER,
    FOCUS_OFFER,
    FOLLOW_OFFER,
    OPPORTUNITY_OFFER,
    OPPOSITION,
    REACTION,
    RIPOSTE_OFFER,
    Procedure,
    State,
)
from tests.machine.tales import mapped, plain, tied, tied_map
from tests.support import slots
from tests.support.fights import Story, finish, play, replay
from tests.support.slots import changed, changes, differences, everything, picture, slots_of

pytestmark = pytest.mark.many

FEW: Final = range(12)
MANY: Final = range(12, 100)
KINDS: Final = {
    "Arm",
    "Asked",
    "Cell",
    "Choice",
    "Combatant",
    "Dice",
    "Fight",
    "Ground",
    "Modifier",
    "Strike",
    "Struck",
}


def check_forks(story: Story, *, sharing: bool = True) -> None:
    """At every wait: the fork is equal, shares nothing, and its whole future changes nothing here."""

    def at_wait(fight: Fight) -> None:
        fork = fight.fork()
        assert differences(fight, fork, sharing=sharing) == []
        before = picture(fight)
        finish(fork)
        assert changes(before, picture(fight)) == []

    play(story.begin(), story, at_wait)


def check_few(*, sharing: bool = True) -> None:
    for number in FEW:
        check_forks(tied(number), sharing=sharing)


@pytest.mark.parametrize("number", FEW)
def test_a_fork_of_a_tied_and_interrupted_fight_lives_its_own_life(number: int) -> None:
    check_forks(tied(number))


@pytest.mark.parametrize("number", FEW)
def test_a_fork_of_a_random_fight_lives_its_own_life(number: int) -> None:
    check_forks(plain(number))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("number", FEW)
def test_a_fork_of_a_fight_on_a_map_lives_its_own_life(number: int) -> None:
    check_forks(mapped(number) if number % 3 == 0 else tied_map(number))


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_many_forks_live_their_own_lives() -> None:
    for number in MANY:
        for tell in (tied, plain, mapped, tied_map):
            check_forks(tell(number))


@pytest.mark.parametrize("tell", [tied, mapped, tied_map])
@pytest.mark.parametrize("number", FEW)
def test_a_fork_goes_the_same_way_as_its_machine(number: int, tell: Callable[[int], Story]) -> None:
    story = tell(number)
    forks: list[Fight] = []
    fight = story.begin()
    steps = play(fight, story, lambda waiting: forks.append(waiting.fork()))

    for taken, fork in enumerate(forks):
        replay(fork, steps[taken:])
        assert fork.state_hash() == fight.state_hash()


# --- is the walk worth anything? --------------------------------------------------------------


def test_the_fights_walked_have_ties_ripostes_waits_plans_and_amendments() -> None:
    met: Counter[str] = Counter()

    def at_wait(fight: Fight) -> None:
        kinds = [asked.kind for asked in fight.asked]
        met["tied actions"] += kinds.count(ACTION) > 1
        met["tied reactions"] += kinds.count(REACTION) > 1
        met["riposte"] += RIPOSTE_OFFER in kinds
        met["a riposte parried"] += len(fight.stack) > 2
        met["ripostes in line"] += any(isinstance(p, Exchange) and p.ripostes for p in fight.stack)
        met["plan"] += any(c.plan is not None for c in fight.people)
        met["wait"] += any(c.wait_for for c in fight.people)

    for number in range(40):
        met["amendment"] += sum(
            step.change is not None for step in play(tied(number).begin(), tied(number), at_wait)
        )

    assert min(met.values()) >= 3, met
    assert len(met) == 8


def test_the_fights_on_maps_have_every_question_and_blows_withheld() -> None:
    met: Counter[str] = Counter()

    def at_wait(fight: Fight) -> None:
        kinds = [asked.kind for asked in fight.asked]
        for kind in (OPPORTUNITY_OFFER, OPPOSITION, FOLLOW_OFFER, ENGAGE_OFFER, FOCUS_OFFER):
            met[f"a question of kind {kind}"] += kind in kinds
        met["openings together"] += kinds.count(OPPORTUNITY_OFFER) > 1
        met["withheld"] += bool(fight.withheld)
        met["several at one moment"] += any(
            isinstance(p, Moment) and len(p.deeds) > 1 for p in fight.stack
        )
        met["stopped on the way"] += any(isinstance(p, Journey) and p.at for p in fight.stack)
        met["strikes in line"] += any(isinstance(p, Provoking) and p.strikes for p in fight.stack)
        met["moved"] += bool(fight.moved)
        for name in ("declared", "formed", "foes", "marks", "parted"):
            met[name] += any(getattr(c, name) for c in fight.people)
        met["focus"] += any(c.focus >= 0 for c in fight.people)

    for number in FEW:
        met["amendment"] += sum(
            step.change is not None
            for tell in (mapped, tied_map)
            for step in play(tell(number).begin(), tell(number), at_wait)
        )

    assert min(met.values()) >= 3, met
    assert len(met) == 18


def test_the_walk_reaches_every_class_and_every_procedure() -> None:
    reached: set[str] = set()

    def at_wait(fight: Fight) -> None:
        reached.update(type(thing).__name__ for thing in everything(fight))

    for number in FEW:
        for tell in (tied, tied_map):
            play(tell(number).begin(), tell(number), at_wait)

    procedures = {kind.__name__ for kind in Procedure.__subclasses__()}
    assert reached == KINDS | procedures
    assert len(procedures) >= 8


def test_every_exception_of_the_walk_is_a_slot_that_exists() -> None:
    kinds = [Fight, Dice, *Procedure.__subclasses__()]
    kinds += [type(thing) for fight in _amid_everything() for thing in everything(fight)]
    real = {place for kind in kinds for place in slots_of(kind)}
    lists = (slots.SHARED, slots.FROM_SETUP, slots.WORKED_OUT, slots.NO_STATE)

    assert [place for named in lists for place in named if place not in real] == []
    assert slots.UNCHANGING.keys() <= KINDS


def test_the_walk_sees_every_field_that_a_fork_could_forget() -> None:
    unseen: list[slots.Place] = []
    places: set[slots.Place] = set()
    for fight in _amid_everything():
        fork = fight.fork()
        for thing in everything(fork, past=slots.SHARED):
            if type(thing).__name__ in slots.UNCHANGING:
                continue
            for place in slots_of(type(thing)):
                if place in slots.NO_STATE or place in places:
                    continue
                places.add(place)
                with changed(thing, place):
                    if not differences(fight, fork):
                        unseen.append(place)
        assert differences(fight, fork) == []

    assert unseen == []
    assert len(places) > 120


def _amid_everything() -> list[Fight]:
    """Waits in the midst of things: each procedure is under way in one of them at least, and a blow withheld."""
    missing = {kind.__name__ for kind in Procedure.__subclasses__()} | {"Struck"}
    found: list[Fight] = []

    def at_wait(fight: Fight) -> None:
        here = {type(procedure).__name__ for procedure in fight.stack}
        here.update(type(struck).__name__ for struck in fight.withheld)
        if missing & here:
            missing.difference_update(here)
            found.append(fight.fork())

    for number in FEW:
        play(tied_map(number).begin(), tied_map(number), at_wait)
    assert missing == set()
    return found


# --- negative controls ------------------------------------------------------------------------


def test_a_fork_that_forgets_a_field_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Combatant.copy

    def forgetful(self: Combatant) -> Combatant:
        copied = whole(self)
        copied.aim_count = 0
        copied.lost = 0
        return copied

    check_forks(tied(0))
    monkeypatch.setattr(Combatant, "copy", forgetful)
    with pytest.raises(AssertionError, match=r"people\[\d\]\.(lost|aim_count)"):
        check_few()


def test_a_fork_that_never_sets_a_field_is_found() -> None:
    fight = tied(0).begin()
    fork = fight.fork()
    del fork.people[1].defending

    assert differences(fight, fork) == ["fight.people[1].defending: False is not '<never set>'"]


def test_a_fork_that_shares_a_list_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Combatant.copy

    def sharing(self: Combatant) -> Combatant:
        copied = whole(self)
        copied.hp = self.hp
        return copied

    monkeypatch.setattr(Combatant, "copy", sharing)
    with pytest.raises(AssertionError, match=r"people\[0\]\.hp: shared"):
        check_forks(tied(0))


@pytest.mark.parametrize("name", ["hp", "hands", "items"])
def test_a_shared_list_also_shows_when_the_fork_is_played(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    whole = Combatant.copy

    def sharing(self: Combatant) -> Combatant:
        copied = whole(self)
        setattr(copied, name, getattr(self, name))
        return copied

    monkeypatch.setattr(Combatant, "copy", sharing)
    with pytest.raises(AssertionError, match=rf"{name}.* became"):
        check_few(sharing=False)


def test_a_procedure_that_shares_its_ripostes_shows_when_the_fork_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = Exchange.copy

    def sharing(self: Exchange) -> Procedure:
        copied = whole(self)
        assert isinstance(copied, Exchange)
        copied.ripostes = self.ripostes
        return copied

    monkeypatch.setattr(Exchange, "copy", sharing)
    with pytest.raises(AssertionError, match=r"ripostes.* became"):
        check_few(sharing=False)


def check_few_maps(*, sharing: bool = True) -> None:
    for number in FEW:
        check_forks(tied_map(number), sharing=sharing)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (Journey, "struck"),
        (Moment, "fates"),
        (Provoking, "strikes"),
        (Contest, "awaited"),
        (Following, "foes"),
    ],
)
def test_a_procedure_on_a_map_that_shares_a_list_is_found(
    monkeypatch: pytest.MonkeyPatch, kind: type[Procedure], name: str
) -> None:
    whole = kind.copy

    def sharing(self: Procedure) -> Procedure:
        copied = whole(self)
        setattr(copied, name, getattr(self, name))
        return copied

    monkeypatch.setattr(kind, "copy", sharing)
    with pytest.raises(AssertionError, match=rf"{name}: shared"):
        check_few_maps()


def test_a_list_of_pairs_changed_in_place_shows_when_the_fork_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those lists may be shared only because nobody changes them: here somebody does."""

    def unset(c: Combatant, foe: int) -> None:
        for place, other in enumerate(c.foes):
            if other == foe:
                del c.foes[place], c.reaches[place]
                return

    check_forks(tied_map(0), sharing=False)
    monkeypatch.setattr(engagement, "_unset", unset)
    with pytest.raises(AssertionError, match=r"(foes|reaches).* became"):
        check_few_maps(sharing=False)


def test_a_withheld_blow_that_a_fork_takes_out_of_the_list_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = withheld.land_withheld

    def landing(fight: State) -> list[Shove]:
        kept = fight.withheld
        shoves = whole(fight)
        kept.clear()
        return shoves

    monkeypatch.setattr(exchange, "land_withheld", landing)
    monkeypatch.setattr(moment, "land_withheld", landing)
    with pytest.raises(AssertionError, match=r"withheld.* became"):
        check_few_maps(sharing=False)
