"""A fork has its own copy of everything that can change: walked slot by slot, at every wait."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from rules.kernel.dice import Dice
from rules.request.course.combatant import Combatant
from rules.request.course.exchange import Exchange
from rules.request.course.machine import Fight
from rules.request.course.state import ACTION, REACTION, RIPOSTE_OFFER, Procedure
from tests.support import slots
from tests.support.fights import Story, finish, play, replay, tied_setup
from tests.support.slots import changed, changes, differences, everything, picture, slots_of

FEW: Final = range(12)
MANY: Final = range(12, 100)
KINDS: Final = {"Arm", "Asked", "Choice", "Combatant", "Dice", "Fight", "Modifier", "Strike"}


def tied(number: int) -> Story:
    """A fight of ties and ripostes, with a whim at every third wait."""
    return Story(number, tied_setup(number), often=3)


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
    check_forks(Story(number))


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_many_forks_live_their_own_lives() -> None:
    for number in MANY:
        check_forks(tied(number))
        check_forks(Story(number))


@pytest.mark.parametrize("number", FEW)
def test_a_fork_goes_the_same_way_as_its_machine(number: int) -> None:
    story = tied(number)
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

    for number in FEW:
        met["amendment"] += sum(
            step.change is not None for step in play(tied(number).begin(), tied(number), at_wait)
        )

    assert min(met.values()) >= 3, met
    assert len(met) == 8


def test_the_walk_reaches_every_class_and_every_procedure() -> None:
    reached: set[str] = set()

    def at_wait(fight: Fight) -> None:
        reached.update(type(thing).__name__ for thing in everything(fight))

    for number in FEW:
        play(tied(number).begin(), tied(number), at_wait)

    procedures = {kind.__name__ for kind in Procedure.__subclasses__()}
    assert reached == KINDS | procedures
    assert len(procedures) >= 2


def test_every_exception_of_the_walk_is_a_slot_that_exists() -> None:
    kinds = [Fight, Dice, *Procedure.__subclasses__()]
    story = tied(0)
    kinds += [type(thing) for thing in everything(story.begin())]
    real = {place for kind in kinds for place in slots_of(kind)}
    lists = (slots.SHARED, slots.FROM_SETUP, slots.WORKED_OUT, slots.NO_STATE)

    assert [place for named in lists for place in named if place not in real] == []


def test_the_walk_sees_every_field_that_a_fork_could_forget() -> None:
    story = tied(1)
    fight = _amid(story)
    unseen: list[slots.Place] = []
    places: set[slots.Place] = set()
    fork = fight.fork()
    for thing in everything(fork, past=slots.SHARED):
        if type(thing).__name__ in slots.UNCHANGING:
            continue
        for place in slots_of(type(thing)):
            if place in slots.NO_STATE:
                continue
            places.add(place)
            with changed(thing, place):
                if not differences(fight, fork):
                    unseen.append(place)

    assert unseen == []
    assert len(places) > 60
    assert differences(fight, fork) == []


def _amid(story: Story) -> Fight:
    """A wait in the middle of an exchange."""
    fight = story.begin()
    while len(fight.stack) < 2:
        fight.advance(story.answers(fight))
    return fight


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
