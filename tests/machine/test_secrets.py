"""Minds know what their combatant can know: whatever else is changed, their choices and prompts are the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
import pytest

from rules.kernel.dice import dice_for
from rules.kernel.model import Answer, Observer
from rules.request.course.choices import FOR_ANYTHING, NO_AIM, WAIT, Choice
from rules.request.course.combatant import Combatant
from rules.request.course.machine import Fight, restore
from rules.request.course.model import SavedFight
from rules.request.course.sight import Sight
from rules.request.course.state import LASTS_FIGHT, Modifier
from rules.request.model import Characteristics, Setup, Sheet
from rules.request.policies import POLICIES, Policy
from tests.support.fights import Story, advance, random_setup, shipped, tied_setup, wild

NUMBERS: Final = range(30)
MORE: Final = 3
ALL: Final[Mapping[str, Policy]] = {**POLICIES, "wild": wild}


def hidden(setup: Setup) -> Setup:
    """The same setup, with foes' figures hidden."""
    options = msgspec.structs.replace(setup.options, information="hidden")
    return msgspec.structs.replace(setup, options=options)


def disguised(fight: Fight, seat: str) -> Fight:
    """The same fight for the eyes of *seat*, and another one in everything that it cannot know."""
    me = next(c for c in fight.people if c.id == seat)
    foes = [c for c in fight.people if fight.is_foe(me, c)]
    saved = msgspec.json.decode(fight.snapshot(), type=SavedFight)
    strangers = {c.id for c in foes}
    entries = [
        msgspec.structs.replace(one, sheet=_another_sheet(one.sheet))
        if one.id in strangers
        else one
        for one in saved.setup.combatants
    ]
    setup = msgspec.structs.replace(saved.setup, combatants=tuple(entries))
    other = restore(msgspec.json.encode(msgspec.structs.replace(saved, setup=setup)))
    other.dice = dice_for(b"other", "dice")
    for foe in foes:
        _another_state(other, other.people[foe.index])
    for asked in other.asked:
        if asked.deed is not None:
            _another_deed(asked.deed)
    return other


def _another_sheet(sheet: Sheet) -> Sheet:
    """Other skills and characteristics, and locations that can bear more."""
    return msgspec.structs.replace(
        sheet,
        skills={name: 1 + 7 * value % 150 for name, value in sheet.skills.items()},
        characteristics=Characteristics(30, 30, 30, 30, 30, 30, 30),
        hit_points=tuple([points + MORE for points in sheet.hit_points]),
    )


def _another_state(fight: Fight, c: Combatant) -> None:
    if c.id not in {entry.id for entry in fight.setup.combatants}:
        return  # a guest, whose sheet is as it was
    for place, full in enumerate(c.full):
        c.hp[place] = _of_the_same_look(c.hp[place], full)
    for item, arm in enumerate(c.arms):
        if arm.shot is not None:
            c.missiles[item] += 5
        if c.load_left[item] > 0:
            c.load_left[item] += 1
    c.plan = Choice(c.index, WAIT, -1, -1) if c.plan is None else None
    c.acts += 1
    c.lost += 1
    c.reactions += 1
    c.acted = not c.acted
    c.carrying = not c.carrying
    c.wait_for = FOR_ANYTHING
    c.aim_count = 3 - c.aim_count
    c.settle()
    fight.modifiers = [*fight.modifiers, Modifier("curse", -35, LASTS_FIGHT, c.index)]


def _of_the_same_look(points: int, full: int) -> int:
    """Hit points of a location that bears MORE than before, which still looks as it did."""
    before = full - MORE
    if points >= before:
        return full
    if points <= -before:
        return -full
    return points + (points > 0) - (points < 0)


def _another_deed(deed: Choice) -> None:
    """What is in the striker's mind, and what it threw at the table."""
    deed.d100 = 77
    deed.location = 20
    if deed.arg != NO_AIM:
        deed.arg = (deed.arg + 1) % 7


def check_minds(story: Story, minds: Mapping[str, Policy]) -> int:
    """At every prompt of the fight, no mind chooses differently; return how often that was seen."""
    fight = story.begin()
    looks = 0
    while questions := fight.questions():
        for index, question in enumerate(questions):
            other = disguised(fight, question.combatant)
            seat = Observer("seat", question.combatant)
            same = other.questions()[index]
            assert other.state_hash() != fight.state_hash()
            assert other.view(seat) == fight.view(seat)
            assert same.prompt() == question.prompt()
            for name, mind in minds.items():
                assert mind(same.sight()) == mind(question.sight()), name
                looks += 1
        advance(fight, story.answers(fight))
    return looks


@pytest.mark.parametrize("number", NUMBERS)
def test_no_secret_of_a_foe_changes_a_choice_of_any_mind(number: int) -> None:
    setup = tied_setup(number) if number % 5 == 0 else random_setup(number)
    assert check_minds(Story(number, hidden(setup), often=0), ALL) > 50


@pytest.mark.parametrize("name", ["archers", "ford"])
def test_no_secret_changes_a_choice_in_the_scenarios_that_ship(name: str) -> None:
    check_minds(Story(1, hidden(shipped(name)), often=0), ALL)


def _spying(field: str) -> Policy:
    """A mind that looks where it must not."""

    def spy(sight: Sight) -> Answer:
        fight: Fight = sight._fight  # noqa: SLF001  # pyright: ignore[reportPrivateUsage, reportAssignmentType]
        number = [repr(getattr(c, field)) for c in fight.people]
        return Answer(sight.id, str(number))

    return spy


@pytest.mark.parametrize("field", ["hp", "acts", "plan", "dodge"])
def test_a_mind_that_spies_is_found(field: str) -> None:
    with pytest.raises(AssertionError, match="spy"):
        check_minds(Story(1, hidden(random_setup(1)), often=0), {"spy": _spying(field)})
