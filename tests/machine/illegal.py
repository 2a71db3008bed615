"""Answers and changes that the machine must refuse."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from msgspec.structs import replace

from rules.kernel.dice import Dice
from rules.kernel.model import (
    Answer,
    ChangeSide,
    Disengage,
    EndFight,
    Engage,
    Hide,
    Modify,
    Move,
    Place,
    Prompt,
    Release,
    Remove,
    Reveal,
    Seize,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
    TableDice,
)
from rules.request.course.machine import Fight
from rules.request.model import Add, Armour, Blow, Entry, Seen
from tests.machine.watch import HANDS, answers_to
from tests.support.fights import GAME_MASTER

NOBODY: Final = "nobody-at-all"
OTHER_KIND: Final = {
    "action": ("dodge", "decline", "follow", "engage", "focus", "oppose/unarmed"),
    "reaction": ("pass", "defend", "recover", "move", "focus", "charge/unarmed"),
    "declaration": ("pass", "defend", "move", "dodge", "follow", "opportunity/unarmed"),
}
NO_VALUES: Final = (
    *("", NOBODY, "0", "-1", "99", f"acts:{NOBODY}"),
    *(
        "ZZ99",
        "a1",
        "A0",
        "A01",
        "E4 ",
        f"close/{NOBODY}",
        "close",
        "back/",
        f"flank/{NOBODY}",
        "hex",
    ),
)
IMPOSSIBLE: Final = (
    TableDice(d100=101),
    TableDice(d100=-1),
    TableDice(location=21),
    TableDice(location=-1),
    TableDice(opposed=101),
    TableDice(opposed=-1),
    TableDice(damage=(0,)),
    TableDice(damage=(1, 1, 1, 1, 1, 1, 1, 1, 1)),
    TableDice(damage=(1000, 1000)),
)
POSSIBLE: Final = {
    "d100": TableDice(d100=50),
    "opposed": TableDice(opposed=50),
    "damage": TableDice(damage=(1,)),
    "location": TableDice(location=5),
}


def illegal_answers(fight: Fight, index: int) -> list[tuple[str, Answer]]:
    """For the prompt at *index*: a field, and an answer that is wrong there."""
    prompt = fight.prompts()[index]
    default = prompt.default
    right = [
        answer for o in prompt.options if not o.unavailable for answer in answers_to(prompt, o)
    ]
    wrong = [
        ("prompt", replace(default, prompt=other))
        for other in ("", "r1", f"{prompt.id}0", f"x{prompt.id}")
    ]
    wrong += [("option", Answer(prompt.id, other)) for other in _no_options(prompt)]
    # Whether such an option or the target that it lacks is at fault, is the machine's to say.
    unavailable = [option.id for option in prompt.options if option.unavailable is not None]
    wrong += [("", Answer(prompt.id, other)) for other in unavailable]
    rolled = {option.id: {die.field for die in option.dice} for option in prompt.options}
    for answer in {one.option: one for one in right}.values():
        wrong += _wrong_values(answer)
        wrong += _wrong_also(prompt, answer)
        wrong += _wrong_dice(fight, answer, rolled[answer.option])
    return wrong


def _no_options(prompt: Prompt) -> list[str]:
    return ["", NOBODY, "attack", f"attack/{NOBODY}", *OTHER_KIND[prompt.kind]]


def _wrong_values(answer: Answer) -> list[tuple[str, Answer]]:
    wrong: list[tuple[str, tuple[str, ...]]] = [("values", (*answer.values, "1"))]
    if answer.values:
        wrong.append(("values", answer.values[:-1]))
    for place in range(len(answer.values)):
        for other in NO_VALUES:
            values = (*answer.values[:place], other, *answer.values[place + 1 :])
            wrong.append((f"values[{place}]", values))
    return [(field, replace(answer, values=values)) for field, values in wrong]


def _wrong_also(prompt: Prompt, answer: Answer) -> list[tuple[str, Answer]]:
    offered = [option.id for option in prompt.trivial]
    never = ["unsurprise", "unextend", "", f"drop/{NOBODY}", f"flank/{NOBODY}", "surround/"]
    never += [f"focus/{prompt.combatant}", f"flank/{prompt.combatant}", "focus/"]
    never = [one for one in never if one not in offered]
    also = [(one,) for one in never] + [(one, one) for one in offered]
    item = answer.option.partition("/")[2]
    if f"drop/{item}" in offered:
        also.append((f"drop/{item}",))
    both = [one for one in offered if one.startswith(("flank/", "surround/"))]
    also += [(both[0], one) for one in both[1:]]  # only one declaration at a time
    return [("also", replace(answer, also=given)) for given in also]


def _wrong_dice(fight: Fight, answer: Answer, rolled: AbstractSet[str]) -> list[tuple[str, Answer]]:
    """Dice that the option does not roll, and such as cannot lie so."""
    given = [POSSIBLE["d100"]]
    if fight.setup.options.table_dice:
        given = [*IMPOSSIBLE, *[one for field, one in POSSIBLE.items() if field not in rolled]]
        if answer.option.startswith("precise/") and answer.values[1] != "bypass":
            given.append(POSSIBLE["location"])
    return [("dice", replace(answer, dice=dice)) for dice in given]


def illegal_changes(fight: Fight, dice: Dice) -> list[object]:
    """Changes that make no sense in this fight."""
    seen = fight.view(GAME_MASTER).combatants
    c = seen[dice.roll(len(seen)) - 1]
    changes: list[object] = []
    changes += [
        Remove(NOBODY),
        Hide(NOBODY),
        Reveal(NOBODY),
        Move(NOBODY, 0),
        Move(c.id, -1),
        Move(c.id, 10**9),
        *_illegal_places(fight, c, seen[dice.roll(len(seen)) - 1]),
        ChangeSide(NOBODY, c.side),
        ChangeSide(c.id, NOBODY),
        SetHitPoints(NOBODY, "head", 1),
        SetHitPoints(c.id, "tail", 1),
        SetHitPoints(c.id, "head", 1000),
        SetHitPoints(c.id, "head", -1000),
        SetPoints(NOBODY, "actions", 1),
        SetPoints(c.id, "courage", 1),
        SetPoints(c.id, "actions", -1),
        SetPoints(c.id, "actions", 1000),
        SetStatus(NOBODY, "vulnerable"),
        SetStatus(c.id, "bored"),
        SetStatus(c.id, "standing", on=False),
        SetGear(NOBODY, "dagger", "held"),
        SetGear(c.id, NOBODY, "held"),
        SetGear(c.id, "unarmed", "dropped"),
        Modify("", 10),
        Modify("dark", 10_000),
        Modify("dark", -20, who=NOBODY),
        EndFight(NOBODY),
        Modify("dark", -20, "forever"),  # pyright: ignore[reportArgumentType] (that is the point)
        *[Add(one) for one in _illegal_guests(fight)],
        "a change",
        None,
    ]
    for item in c.items:
        changes += [SetGear(c.id, item.id, "eaten"), SetGear(c.id, item.id, "held", missiles=-1)]
    return changes


def _illegal_places(fight: Fight, c: Seen, other: Seen) -> list[object]:
    """Changes of places and pairs that make no sense: all of them in a fight without places."""
    field = fight.setup.field
    if field is None:
        pairs = [Engage(c.id, other.id), Disengage(c.id, other.id), Seize(c.id, other.id)]
        return [Place(c.id, "A1"), *pairs, Release(c.id)]
    changes: list[object] = [Move(c.id, 0)]
    changes += [Place(c.id, place) for place in ("", "a1", "A0", "A01", "1A", NOBODY)]
    changes += [Place(NOBODY, "A1"), Place(c.id, f"A{field.height + 1}"), Place(c.id, "ZZ1")]
    for row, letters in enumerate(field.rows):
        barred = [column for column, letter in enumerate(letters) if letter in "#o"]
        changes += [Place(c.id, f"{chr(ord('A') + column)}{row + 1}") for column in barred[:2]]
    changes += [Engage(NOBODY, c.id), Engage(c.id, NOBODY), Engage(c.id, c.id)]
    changes += [Engage(c.id, other.id, "arm's length")]
    changes += [Disengage(NOBODY, c.id), Disengage(c.id, NOBODY), Disengage(c.id, c.id)]
    stands = c.place and other.place and c.state == other.state == "up"
    if stands and not (c.hidden or other.hidden) and c.id != other.id:
        changes.append(Place(c.id, other.place))
    if other.id not in {pair.foe for pair in c.engaged}:
        changes.append(Disengage(c.id, other.id))
    if other.side == c.side or other.state != "up" or c.state != "up":
        changes += [Engage(c.id, other.id), Seize(c.id, other.id), Release(c.id)]
    return changes


def _illegal_guests(fight: Fight) -> list[Entry]:
    """People who cannot be, or not in this fight."""
    there = fight.setup.combatants[0]
    armed = [one for one in fight.setup.combatants if len(one.sheet.weapons) > 1]
    guest = replace((*armed, there)[0], id="a-guest")
    sheet = guest.sheet
    weapon = sheet.weapons[0]
    faceless = replace(weapon, id="odd", close=Blow("Unarmed", dice=1, sides=0))
    sheets = [
        replace(sheet, skills={}),
        replace(sheet, hit_points=(1,)),
        replace(sheet, hit_points=(0,) * 7),
        replace(sheet, weapons=(*sheet.weapons, weapon)),
        replace(sheet, weapons=(*sheet.weapons, faceless)),
        replace(sheet, armour=(Armour("odd", "odd", 1, ("tail",), 0),)),  # pyright: ignore[reportArgumentType] - there is no tail
        replace(sheet, characteristics=replace(sheet.characteristics, DEX=0)),
        replace(sheet, characteristics=replace(sheet.characteristics, DEX=5000)),
    ]
    guests = [there, replace(guest, side=NOBODY), replace(guest, held=(NOBODY,))]
    nowhere = ("E4",) if fight.setup.field is None else ("a1", "A0", "ZZ99", NOBODY)
    guests += [replace(guest, place=place) for place in nowhere]
    guests += [replace(guest, sheet=odd) for odd in sheets]
    owned = [one for one in sheet.weapons if one.hands > 0]
    if owned:
        guests.append(replace(guest, held=(owned[0].id, owned[0].id)))
    if sum(one.hands for one in owned) > HANDS:
        guests.append(replace(guest, held=tuple(one.id for one in owned)))
    return guests
