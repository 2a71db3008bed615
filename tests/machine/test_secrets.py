"""Minds know what their combatant can know: whatever else is changed, their choices and prompts are the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
import pytest

from rules.kernel.dice import dice_for, fight_seed
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import Answer, Event, Hide, Observer, Place, Reveal, SetStatus
from rules.kernel.people.model import Characteristics
from rules.request.course.choices import FOR_ANYTHING, NO_AIM, WAIT, Choice
from rules.request.course.combatant import NOTHING, PRONE, Combatant
from rules.request.course.exchange import Exchange
from rules.request.course.machine import Fight, begin, restore
from rules.request.course.model import SavedFight
from rules.request.course.moment import Moment
from rules.request.course.sight import Sight
from rules.request.course.state import LASTS_FIGHT, Modifier
from rules.request.course.turn import Turn
from rules.request.model import Setup, Sheet
from rules.request.policies import POLICIES, Policy
from rules.request.setup import decode
from tests.machine.map_board import OVER_A_HEX
from tests.machine.map_stories import map_setup
from tests.support.fights import (
    AUTHOR,
    Story,
    advance,
    random_setup,
    shipped,
    tied_on_a_map,
    tied_setup,
    wild,
)

pytestmark = pytest.mark.many

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
    for procedure in other.stack:
        deeds = procedure.deeds if isinstance(procedure, Moment | Exchange) else []
        for deed in [*deeds, *(procedure.ready if isinstance(procedure, Turn) else [])]:
            if deed.by in {foe.index for foe in foes}:
                _another_deed(deed)
    for struck in other.withheld:
        struck.attack_fumble = 5
    return other


def _another_sheet(sheet: Sheet) -> Sheet:
    """Other skills and characteristics but for the size, and locations that can bear more.

    How strong whoever carries much is, shows in whether it is encumbered.
    """
    strong = sheet.characteristics.STR if sheet.load else 30
    return msgspec.structs.replace(
        sheet,
        skills={name: 1 + 7 * value % 150 for name, value in sheet.skills.items()},
        characteristics=Characteristics(strong, 30, sheet.characteristics.SIZ, 30, 30, 30, 30),
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
    c.carrying = not c.carrying
    c.wait_for = FOR_ANYTHING
    c.aim_count = 3 - c.aim_count
    c.marks = [metres + 10 for metres in c.marks]
    if c.hidden and fight.ground is not None:
        _elsewhere(fight, c)
    c.settle()
    fight.modifiers = [*fight.modifiers, Modifier("curse", -35, LASTS_FIGHT, c.index)]


def _elsewhere(fight: Fight, c: Combatant) -> None:
    """Somebody hidden is at another hex, be it that of somebody else, and lies there."""
    taken = [other.place for other in fight.people if other.place not in (c.place, NOTHING)]
    c.place = taken[c.place % len(taken)]
    c.stance = PRONE
    c.walked += 10
    c.flying = not c.flying


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
    deed.focus = NOTHING
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
    assert check_minds(Story(number, hidden(setup), often=0), ALL) > 30


@pytest.mark.parametrize("number", range(16))
def test_no_secret_of_a_foe_changes_a_choice_of_any_mind_on_a_map(number: int) -> None:
    setup = tied_on_a_map(number) if number % 4 == 0 else map_setup(number)
    assert check_minds(Story(number, hidden(setup), often=0), ALL) >= 20


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", ["archers", "ford", "skirmish"])
def test_no_secret_changes_a_choice_in_the_scenarios_that_ship(name: str) -> None:
    setup = shipped(name)
    options = msgspec.structs.replace(setup.options, round_cap=4)
    check_minds(
        Story(1, hidden(msgspec.structs.replace(setup, options=options)), often=0),
        {"steady": POLICIES["steady"], "wild": wild},
    )


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


@pytest.mark.parametrize("field", ["marks", "place"])
def test_a_mind_that_spies_on_a_map_is_found(field: str) -> None:
    with pytest.raises(AssertionError, match="spy"):
        check_minds(Story(0, hidden(with_hidden(0)), often=0), {"spy": _spying(field)})


# --- where the hidden are ---------------------------------------------------------------------


def with_hidden(number: int) -> Setup:
    """A fight on a map with somebody hidden in it who stands on one hex, on a side of several if it can be."""
    setup = map_setup(number)
    sides = [entry.side for entry in setup.combatants]
    small = [one for one in setup.combatants if one.sheet.characteristics.SIZ <= OVER_A_HEX]
    chosen = max(small, key=lambda one: sides.count(one.side)).id
    entries = [
        msgspec.structs.replace(entry, hidden=entry.id == chosen) for entry in setup.combatants
    ]
    return msgspec.structs.replace(setup, combatants=tuple(entries))


def told(events: Iterable[Event], who: str) -> list[Event]:
    """What is told of everybody but *who*; the hash of the whole state is another matter."""
    return [
        msgspec.structs.replace(
            event, facts={name: fact for name, fact in event.facts.items() if name != "state"}
        )
        for event in events
        if who not in event.hidden
    ]


def check_where_it_is(number: int, place: str) -> int:
    """Somebody hidden stays where it is, or is at *place* and flies: all others do and see the same."""
    setup = with_hidden(number)
    story = Story(number, setup, often=8)
    who = next(entry for entry in setup.combatants if entry.hidden)
    fights = here, there = story.begin(watched=True), story.begin(watched=True)
    here.amend(AUTHOR, "", Place(who.id, who.place))
    there.amend(AUTHOR, "", Place(who.id, place))
    here.amend(AUTHOR, "", SetStatus(who.id, "flying", on=who.flying))
    there.amend(AUTHOR, "", SetStatus(who.id, "flying", on=not who.flying))
    waits = 0
    while here.questions() and here.people[here.names[who.id]].hidden:
        waits += 1
        assert there.prompts() == here.prompts()
        for c in here.people:
            if here.is_foe(c, here.people[here.names[who.id]]):
                seat = Observer("seat", c.id)
                assert there.view(seat) == here.view(seat)
        answers = advance(here, story.answers(here))
        there.advance(answers)
        change = story.whim(here) if here.questions() else None
        for fight in fights if change is not None and who.id not in str(change) else ():
            try:
                fight.amend(AUTHOR, "whim", change)
            except IllegalAmendmentError:
                assert fight is here or here.state_hash() != there.state_hash()
        assert told(there.take_events(), who.id) == told(here.take_events(), who.id)
        assert there.dice.state() == here.dice.state()
    return waits


@pytest.mark.parametrize("number", NUMBERS)
def test_where_somebody_hidden_is_changes_nothing_for_anybody_else(number: int) -> None:
    """Not even if it is on the hex of somebody else, or where all of them are going."""
    setup = with_hidden(number)
    places = [entry.place for entry in setup.combatants if not entry.hidden]
    assert check_where_it_is(number, places[0]) > 3
    check_where_it_is(number, places[-1])


def check_pursuit(place: str) -> list[Event]:
    """Somebody has said that it closes with a foe, who is hidden before it does, and put at *place*."""
    sword = {"weapons": ["war-sword"], "move": 10}
    slow, fast = {"1H Sword": 40}, {"1H Sword": 190}
    people = [
        {**sword, "id": "ann", "side": "a", "place": "A6", "skills": fast},
        {**sword, "id": "bob", "side": "b", "place": "L6", "skills": slow},
        {**sword, "id": "col", "side": "b", "place": "L7", "skills": slow},
    ]
    people[0]["characteristics"] = {"DEX": 10}
    people[2]["characteristics"] = {"DEX": 15}
    setup = decode(
        {
            "name": "pursuit",
            "sides": ["a", "b"],
            "combatants": people,
            "map": {"width": 12, "height": 12},
        }
    )
    fight = begin(setup, fight_seed(1), watched=True)
    (question,) = fight.questions()
    fight.advance([Answer(question.id, "move", ("close/bob",))])
    fight.amend(AUTHOR, "", Hide("bob"))
    fight.amend(AUTHOR, "", Place("bob", place))
    while fight.round == 1 and not any(one.combatant == "ann" for one in fight.questions()):
        fight.advance([one.default() for one in fight.questions()])
    assert fight.rank >= 10, "it is not asked anew"
    return told(fight.take_events(), "bob")


def test_nobody_goes_after_somebody_who_has_been_hidden() -> None:
    assert check_pursuit("A1") == check_pursuit("F12")


def test_who_comes_into_view_on_the_hex_of_somebody_is_put_aside() -> None:
    setup = with_hidden(4)
    who = next(entry for entry in setup.combatants if entry.hidden)
    other = next(entry for entry in setup.combatants if not entry.hidden)
    fight = begin(setup, fight_seed(4), watched=True)
    fight.amend(AUTHOR, "", Place(who.id, other.place))
    fight.take_events()
    fight.amend(AUTHOR, "", Reveal(who.id))

    moved = [event for event in fight.take_events() if event.kind == "moved"]
    assert [(event.by, event.facts["how"]) for event in moved] == [(who.id, "placed")]
    places = {seen.id: seen.place for seen in fight.view(Observer()).combatants}
    assert places[who.id] != places[other.id] == other.place
