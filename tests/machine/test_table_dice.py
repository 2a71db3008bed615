"""Dice rolled by hand count, are told as such, and leave the machine's own dice where they would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import pytest

from rules.kernel.dice import Dice, dice_for, fight_seed
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer, Event, Figure, TableDice
from rules.request.course.machine import Fight, begin
from rules.request.model import Setup
from tests.machine.map_stories import map_setup
from tests.support.fights import (
    BLOWS,
    CONTESTS,
    DEFENCES,
    GAME_MASTER,
    Story,
    advance,
    minds_of,
    random_setup,
    rolls_dice,
    shipped,
    tied_on_a_map,
    tied_setup,
)

NUMBERS: Final = range(40)
BY_HAND: Final = ("attack_roll", "defence_roll", "location_roll", "damage")
EXTREME: Final = (" at its most", " at its least")


def at_the_table(setup: Setup) -> Setup:
    """The same setup, with dice rolled at the table."""
    options = msgspec.structs.replace(setup.options, table_dice=True)
    return msgspec.structs.replace(setup, options=options)


def rolled(event: Event, name: str) -> int:
    """The number an event shows under *name*; 0 if none was rolled."""
    return next((figure.value for figure in event.figures if figure.name == name), 0)


def damage_dice(event: Event) -> tuple[int, ...]:
    """The dice of a damage that was rolled, each as it might have lain on the table."""
    faces: list[int] = []
    figures = [figure for figure in event.figures if figure.name == "damage"]
    for term in figures[0].terms if figures else ():
        if term.label.endswith(EXTREME):
            return ()
        count, of_sides, sides = term.label.removeprefix("charge ").lstrip("+-").partition("D")
        if of_sides and count.isdigit() and sides.isdigit():
            faces += _split(abs(term.value), int(count), int(sides))
    return tuple(faces)


def _split(total: int, count: int, sides: int) -> list[int]:
    """Some way in which *count* dice come to *total*."""
    faces: list[int] = []
    for left in range(count - 1, -1, -1):
        face = min(sides, total - left)
        faces.append(face)
        total -= face
    return faces


# --- exactly what the machine would roll --------------------------------------------------------


def dice_of(event: Event) -> TableDice:
    """The dice of a blow, as its owner would have rolled them."""
    return TableDice(
        rolled(event, "attack_roll") or rolled(event, "contest_roll"),
        damage_dice(event),
        rolled(event, "location_roll"),
    )


def foreseen(fight: Fight, answers: Sequence[Answer]) -> list[Answer]:
    """The same answers, with the dice that the machine is about to roll for them given by hand."""
    future = fight.fork()
    future.watch()
    future.take_events()
    waiting = {
        (question.combatant, verb_of(answer)): index
        for index, (question, answer) in enumerate(zip(fight.questions(), answers, strict=True))
        if rolls_dice(answer) and verb_of(answer) in (*BLOWS, *CONTESTS)
    }
    strikers = [question.prompt().by for question in fight.questions()]
    dice: list[TableDice | None] = [None for _ in answers]
    advance(future, [*answers])
    events = future.take_events()
    for index, question in enumerate(fight.questions()):
        if verb_of(answers[index]) in DEFENCES:
            against = _blow(events, strikers[index], question.combatant)
            dice[index] = TableDice(d100=rolled(against, "defence_roll"))
        elif verb_of(answers[index]) == "oppose":
            dice[index] = TableDice(d100=_opposing(events, question.combatant, strikers[index]))
    minds = minds_of(fight.setup)
    while True:
        for event in events:
            index = waiting.pop((event.by, event.facts.get("verb", "")), -1)
            if index >= 0:
                dice[index] = dice_of(event)
        asked = {question.combatant for question in future.questions() if question.kind == "action"}
        waiting = {who: index for who, index in waiting.items() if who[0] not in asked}
        if not waiting or not future.questions():
            break
        advance(future, [minds[one.combatant](one.sight()) for one in future.questions()])
        events = future.take_events()
    return [
        msgspec.structs.replace(answer, dice=one) for answer, one in zip(answers, dice, strict=True)
    ]


def verb_of(answer: Answer) -> str:
    return answer.option.partition("/")[0]


def _blow(events: Sequence[Event], by: str, at: str) -> Event:
    return next(one for one in events if one.kind == "attack" and (one.by, one.at) == (by, at))


def _opposing(events: Sequence[Event], by: str, at: str) -> int:
    found = [one for one in events if (one.kind, one.by, one.at) == ("opposed", by, at)]
    return rolled(found[0], "contest_roll") if found else 0


def told(events: Sequence[Event]) -> list[Event]:
    """The events as they would be if nobody asked who rolled, or what is still to come."""
    return [
        msgspec.structs.replace(
            event,
            facts={name: fact for name, fact in event.facts.items() if name != "state"},
            figures=tuple([msgspec.structs.replace(one, by_hand=False) for one in event.figures]),
        )
        for event in events
    ]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_very_dice_of_the_machine_rolled_by_hand_give_the_same_fight(number: int) -> None:
    check_by_hand(number, tied_setup(number) if number % 3 == 0 else random_setup(number))


@pytest.mark.parametrize("number", NUMBERS)
def test_the_very_dice_rolled_by_hand_give_the_same_fight_on_a_map(number: int) -> None:
    check_by_hand(number, map_setup(number) if number % 3 == 0 else tied_on_a_map(number))


def check_by_hand(number: int, setup: Setup) -> None:
    setup = at_the_table(setup)
    story = Story(number, setup, often=0)
    minds = minds_of(setup)
    machine, table = story.begin(watched=True), story.begin(watched=True)

    while questions := machine.questions():
        answers = advance(machine, [minds[one.combatant](one.sight()) for one in questions])
        table.advance(foreseen(table, answers))
        assert table.dice.state() == machine.dice.state()

    events = table.take_events()
    assert told(events) == told(machine.take_events())
    assert table.view(GAME_MASTER) == machine.view(GAME_MASTER)
    assert table.outcome() == machine.outcome()
    for event in events:
        if event.kind == "attack":
            check_who_rolled(event)


def check_who_rolled(event: Event) -> None:
    """Every number that came from dice says that they were rolled by hand, and no other does."""
    for figure in event.figures:
        is_rolled = figure.dice != "" and not _is_extreme(figure)
        assert figure.by_hand == (is_rolled and figure.name in BY_HAND), figure


def _is_extreme(figure: Figure) -> bool:
    return any(term.label.endswith(EXTREME) for term in figure.terms)


# --- other dice than the machine's --------------------------------------------------------------


class Noted(Dice):
    """Dice that write down what was rolled; of each kind the first may lie as one likes."""

    __slots__ = ("loaded", "rolls")

    def __init__(self, dice: Dice, loaded: Mapping[int, Sequence[int]]) -> None:
        super().__init__(*dice.state())
        self.rolls: list[int] = []
        self.loaded: dict[int, list[int]] = {sides: [*faces] for sides, faces in loaded.items()}

    def roll(self, sides: int) -> int:
        shown = super().roll(sides)
        self.rolls.append(sides)
        return self.loaded[sides].pop(0) if self.loaded.get(sides) else shown


def struck(
    fight: Fight, dice: TableDice | None, defence: str, defence_dice: TableDice | None
) -> Event:
    """The first who is asked strikes with its sword, and the other answers the blow so."""
    question = fight.questions()[0]
    at = next(c.id for c in fight.setup.combatants if c.id != question.combatant)
    fight.advance([Answer(question.id, "attack/war-sword", (at,), None, dice)])
    while fight.questions()[0].kind == "action":
        fight.advance([one.default() for one in fight.questions()])
    fight.advance([Answer(fight.questions()[0].id, defence, (), None, defence_dice)])
    return next(event for event in fight.take_events() if event.kind == "attack")


def duel(number: int) -> Fight:
    """Two with war swords, 1D8, and a damage modifier of +1D2."""
    return begin(at_the_table(shipped("duel")), fight_seed(number), watched=True)


@pytest.mark.parametrize("number", range(40))
def test_other_dice_leave_the_machine_s_own_where_they_would_be(number: int) -> None:
    lot = dice_for(fight_seed(number), "lot")
    d100, against = lot.roll(100), lot.roll(100)
    weapon, modifier, place = lot.roll(8), lot.roll(2), lot.roll(20)
    defence = ("decline", "dodge")[number % 2]
    by_hand, loaded = duel(number), duel(number)
    by_hand.dice = noted = Noted(by_hand.dice, {})
    all_d100 = (d100, against) if defence == "dodge" else (d100,)
    loaded.dice = real = Noted(
        loaded.dice, {100: all_d100, 8: (weapon,), 2: (modifier,), 20: (place,)}
    )

    blow = struck(
        by_hand,
        TableDice(d100, (weapon, modifier), place),
        defence,
        TableDice(d100=against) if defence == "dodge" else None,
    )
    expected = struck(loaded, None, defence, None)

    assert noted.rolls == real.rolls
    assert noted.state() == real.state()
    assert rolled(blow, "attack_roll") == d100
    assert told([blow]) == told([expected])
    check_who_rolled(blow)
    assert all(not figure.by_hand for figure in expected.figures)


@pytest.mark.parametrize("number", range(10))
def test_what_is_not_rolled_by_hand_the_machine_rolls(number: int) -> None:
    alone = struck(duel(number), None, "decline", None)
    together = struck(duel(number), TableDice(location=20), "decline", None)

    for name in ("attack_roll", "damage"):
        assert rolled(together, name) == rolled(alone, name)
    assert rolled(together, "location_roll") == (20 if rolled(alone, "location_roll") else 0)
    assert {one.name for one in together.figures if one.by_hand} <= {"location_roll"}


@pytest.mark.parametrize(
    ("field", "dice"),
    [
        ("dice.d100", TableDice(d100=101)),
        ("dice.d100", TableDice(d100=-1)),
        ("dice.location", TableDice(location=21)),
        ("dice.location", TableDice(location=-1)),
        ("dice.damage", TableDice(damage=(8,))),
        ("dice.damage", TableDice(damage=(8, 2, 1))),
        ("dice.damage[0]", TableDice(damage=(9, 1))),
        ("dice.damage[0]", TableDice(damage=(0, 1))),
        ("dice.damage[1]", TableDice(damage=(8, 3))),
    ],
)
def test_dice_that_cannot_lie_so_are_refused(field: str, dice: TableDice) -> None:
    fight = duel(1)
    before = fight.state_hash()

    with pytest.raises(IllegalAnswerError) as refused:
        struck(fight, dice, "decline", None)

    assert refused.value.field == field
    assert fight.state_hash() == before


def test_dice_for_what_the_choice_does_not_roll_are_refused() -> None:
    fight = duel(1)
    question = fight.questions()[0]
    at = next(c.id for c in fight.setup.combatants if c.id != question.combatant)
    for option, values, dice in (
        ("defend", (), TableDice(d100=5)),
        ("pass", (), TableDice(d100=5)),
        ("wait", ("1", "nothing"), TableDice(d100=5)),
        ("precise/war-sword", (at, "head"), TableDice(location=5)),
    ):
        with pytest.raises(IllegalAnswerError) as refused:
            question.check(Answer(question.id, option, values, None, dice))
        assert refused.value.field.startswith("dice"), option


def test_where_the_table_does_not_roll_no_dice_are_taken() -> None:
    fight = begin(shipped("duel"), fight_seed(1))

    with pytest.raises(IllegalAnswerError) as refused:
        struck(fight, TableDice(d100=5), "decline", None)

    assert refused.value.field == "dice"
