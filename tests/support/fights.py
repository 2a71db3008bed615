"""Fights to try the machine with: random small scenarios, wild minds, a game master's whims, their logs.

Everything follows from a number.  `Story(n)` is a fight with all that happens in it;
`play` plays it and returns its inputs, `replay` plays those inputs again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeVar, final

import msgspec

from rules.kernel.dice import Dice, dice_for, fight_seed
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError
from rules.kernel.field.model import Field
from rules.kernel.model import (
    Answer,
    ChangeSide,
    Disengage,
    EndFight,
    Engage,
    Event,
    Hazard,
    Hide,
    Modify,
    Move,
    Observer,
    Option,
    Outcome,
    Place,
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
from rules.request.course.machine import Fight, begin
from rules.request.course.sight import Sight
from rules.request.model import (
    LOCATIONS,
    Add,
    Change,
    Seat,
    Seen,
    SetSurroundings,
    Setup,
    Tend,
    Unseat,
    View,
)
from rules.request.policies import POLICIES, Policy
from rules.request.setup import decode
from rules.scenario import read

T = TypeVar("T")
ROOT: Final = Path(__file__).resolve().parents[2]
SHIPPED: Final = sorted(
    file.stem
    for file in (ROOT / "scenarios").glob("*.toml")
    if 'rules = "request"' in file.read_text(encoding="utf-8")
)
GAME_MASTER: Final = Observer("game_master")
AUTHOR: Final = "game master"


# --- setups ---------------------------------------------------------------------------------


@cache
def shipped(name: str) -> Setup:
    """A scenario that ships, by the name of its file."""
    return setup_in((ROOT / "scenarios" / f"{name}.toml").read_bytes())


def setup_in(data: bytes) -> Setup:
    """The setup of a scenario of ReQuest."""
    made = read(data)[1]
    assert isinstance(made, Setup)
    return made


GEAR: Final = (
    ("war-sword", "target-shield", "dagger"),
    ("great-axe", "dagger"),
    ("longspear", "shortsword"),
    ("mace", "kite-shield"),
    ("short-bow", "shortsword"),
    ("javelin", "buckler", "dagger"),
    ("hatchet", "target-shield"),
    ("light-crossbow", "club"),
    ("sling",),
    (),
)
ARMOUR: Final = (
    (),
    ("leather-hauberk",),
    ("heavy-leather-hauberk", "heavy-leather-cap"),
    ("chainmail-shirt", "helmet"),
)


def random_setup(number: int) -> Setup:
    """A small fight without places, of mixed gear under mixed house rules, with a script of its own."""
    dice = dice_for(fight_seed(number), "scenario")
    sides = ["red", "blue"] if dice.roll(6) > 1 else ["red", "blue", "green"]
    people = [_person(dice, side, number) for side in sides for _ in range(dice.roll(2))]
    for number_of_one, one in enumerate(people):
        one["id"] = f"{one['side']}-{number_of_one}"
    options = _options(dice)
    distance = 0 if dice.roll(5) > 1 else 15 * dice.roll(3)
    setup = decode(
        {
            "name": f"random {number}",
            "sides": sides,
            "combatants": people,
            "options": options,
            "start": {"distance": 0, "drawn": dice.roll(4) > 1},
            "amend": [
                _scripted(dice, [str(one["id"]) for one in people]) for _ in range(dice.roll(3) - 1)
            ],
        }
    )
    # A scenario has none, but a setup may: lines that far apart, without places.
    return msgspec.structs.replace(setup, distance=distance)


def tied_setup(number: int) -> Setup:
    """Two against two without places, all of one DEX and one skill, who parry far better than they strike.

    So that nearly every blow is one of a batch, and many are answered by a riposte.
    """
    dice = dice_for(fight_seed(number), "tied")
    people: list[dict[str, object]] = [
        {
            "id": f"{side}-{index}",
            "side": side,
            "characteristics": {"DEX": 12, "CON": 18, "SIZ": 18},
            "skills": {"1H Sword": 25, "Shield": 400, "Dodge": 30},
            "weapons": ["war-sword", "target-shield"],
            "mind": _one(dice, ("random", "steady", "reckless")),
        }
        for side in ("red", "blue")
        for index in range(2)
    ]
    return decode(
        {
            "name": "tied",
            "sides": ["red", "blue"],
            "combatants": people,
            "options": {"reactions": _one(dice, ("unlimited", "pool")), "round_cap": 5},
            "start": {"distance": 0},
        }
    )


FIELD: Final = (
    ". . . . . . . .",
    " . . ~ . . . . .",
    ". . . . . . . .",
    " . . . . o . . .",
    ". . . # . ~ . .",
    " . . . . . . . .",
)
TIED_GEAR: Final = (
    ("war-sword", "target-shield"),
    ("longspear", "shortsword"),
    ("dagger", "buckler"),
    ("short-bow", "shortsword"),
)


def grappling_setup(number: int) -> Setup:
    """Two or three a side in a knot, good with bare hands and of any size, few of them armed."""
    dice = dice_for(fight_seed(number), "grappling")
    red, blue = (
        [f"{side}-{index}" for index in range(1 + dice.roll(2))] for side in ("red", "blue")
    )
    people: list[dict[str, object]] = [
        {
            "id": name,
            "side": name.partition("-")[0],
            "characteristics": {"DEX": 9 + 3 * dice.roll(2), "CON": 16, "SIZ": 8 + dice.roll(16)},
            "skills": {"Unarmed": 50 + 10 * dice.roll(6), "Dagger": 60, "Dodge": 30},
            "weapons": list(_one(dice, ((), ("dagger",), ("war-sword",)))),
            "armour": list(_one(dice, ((), ("chainmail-shirt", "helmet")))),
            "mounted": dice.roll(8) == 1,
            "flying": dice.roll(12) == 1,
            "mind": _one(dice, ("random", "random", "random", "reckless", "steady", "guard")),
        }
        for name in (*red, *blue)
    ]
    return decode(
        {
            "name": "grappling",
            "sides": ["red", "blue"],
            "combatants": people,
            "options": {
                "reactions": _one(dice, ("unlimited", "pool")),
                "second_item": _one(dice, ("weapons", "any")),
                "opposed": _one(dice, ("demotion", "plain")),
                "auto_breakaway": _one(dice, ("always", "close_only")),
                "round_cap": 5,
            },
            "start": {"contact": [[red[0], *blue], [blue[0], *red]]},
        }
    )


def tied_on_a_map(number: int) -> Setup:
    """Two or three a side on a small field, all of one DEX, which is the strike rank of all they can do.

    So that what the people of a moment do, moves and blows and shots, is simultaneous.
    """
    dice = dice_for(fight_seed(number), "tied on a map")
    free = [
        f"{'ABCDEFGH'[column]}{row + 1}"
        for row, letters in enumerate(FIELD)
        for column, letter in enumerate(letters.split())
        if letter in ".~" and 1 < column < 7
    ]
    skills = dict.fromkeys(("1H Sword", "Spear", "Bow", "Dagger", "Unarmed", "Dodge"), 120)
    people: list[dict[str, object]] = [
        {
            "id": f"{side}-{index}",
            "side": side,
            "characteristics": {"DEX": 12, "STR": 9, "CON": 18, "SIZ": 15},
            "skills": {**skills, "Shield": 60 + 20 * dice.roll(4), "Athletics": 10 * dice.roll(9)},
            "weapons": list(_one(dice, TIED_GEAR)),
            "armour": ["leather-hauberk"],
            "place": free.pop(dice.roll(len(free)) - 1),
            "move": 4 + 2 * dice.roll(3),
            "mind": _one(dice, ("random", "random", "reckless", "steady")),
            "surprised": dice.roll(12) == 1,
        }
        for side in ("red", "blue")
        for index in range(1 + dice.roll(2))
    ]
    return decode(
        {
            "name": "tied on a map",
            "sides": ["red", "blue"],
            "combatants": people,
            "options": {"reactions": _one(dice, ("unlimited", "pool")), "round_cap": 4},
            "map": {"rows": list(FIELD)},
        }
    )


def with_minds(setup: Setup, mind: str) -> Setup:
    """The same setup, with one mind for everybody."""
    entries = [msgspec.structs.replace(entry, mind=mind) for entry in setup.combatants]
    return msgspec.structs.replace(setup, combatants=tuple(entries))


def _person(dice: Dice, side: str, number: int) -> dict[str, object]:
    gear = list(_one(dice, GEAR))
    skills = {
        name: 20 * dice.roll(6)
        for name in ("1H Sword", "Shield", "Dodge", "2H Axe", "Throwing", "Bow", "Unarmed")
    }
    return {
        "side": side,
        # Few values of DEX, so that ties are common.
        "characteristics": {"DEX": 5 + 3 * dice.roll(4), "CON": 8 + dice.roll(8)},
        "skills": skills,
        "weapons": gear,
        "armour": list(_one(dice, ARMOUR)),
        "mind": _one(dice, ("random", "random", "reckless", "steady", "guard")),
        "loaded": dice.roll(2) == 1,
        "surprised": dice.roll(6) == 1,
        "hidden": number % 3 == 0 and dice.roll(5) == 1,
    }


def _options(dice: Dice) -> dict[str, object]:
    return {
        "reactions": _one(dice, ("unlimited", "pool")),
        "opposed": _one(dice, ("demotion", "demotion", "plain")),
        "recover_before_action": dice.roll(2) == 1,
        "vulnerable_damage": _one(dice, ("before_armour", "after_armour")),
        "critical_rounding": _one(dice, ("up", "down")),
        "fumble_from": _one(dice, (99, 100)),
        "fatigue_every": _one(dice, ("con", "con_fifth")),
        "information": _one(dice, ("hidden", "hidden", "open")),
        "table_dice": dice.roll(3) == 1,
        "round_cap": 3 + dice.roll(4),
        "stalemate_rounds": _one(dice, (0, 3, 20)),
    }


def _scripted(dice: Dice, ids: list[str]) -> dict[str, object]:
    at = {"round": dice.roll(3), "phase": dice.roll(3), "rank": dice.roll(16)}
    who = _one(dice, ids)
    changes: tuple[dict[str, object], ...] = (
        {"reveal": who},
        {"hide": who},
        {"remove": who},
        {"hit_points": {"who": who, "location": _one(dice, LOCATIONS), "points": 1 - dice.roll(4)}},
        {"status": {"who": who, "status": _one(dice, ("vulnerable", "overextended", "prone"))}},
        {"modifier": {"name": "dark", "value": -20, "lasts": _one(dice, ("roll", "round"))}},
        {"move": {"who": who, "distance": 12 * (dice.roll(2) - 1)}},
        {"add": {"side": "red", "id": f"late-{dice.roll(1000)}", "mind": "random"}},
    )
    return {"at": at, **_one(dice, changes)}


def _one(dice: Dice, things: Sequence[T]) -> T:
    return things[dice.roll(len(things)) - 1]


# --- minds ----------------------------------------------------------------------------------


def wild(sight: Sight) -> Answer:
    """Anything that is legal, trivial options and waits with triggers included; it likes to react."""
    dice = dice_for(sight.luck().to_bytes(8, "little"), "wild")
    options = [option for option in sight.options() if option.unavailable is None]
    if sight.kind != "turn" and dice.roll(4) > 1:
        options = [option for option in options if option.id != "decline"] or options
    option = _one(dice, rarely_yielding(options, dice))
    return any_answer(sight.id, option, sight.trivial(), dice)


def rarely_yielding(options: list[Option], dice: Dice) -> list[Option]:
    """The same options, for the most part without that of giving up, so that fights go on."""
    if dice.roll(40) == 1:
        return options
    return [option for option in options if option.id != "yield"]


def any_answer(prompt: str, option: Option, trivial: Sequence[Option], dice: Dice) -> Answer:
    """An answer that takes *option*, with any values and any trivial options that go with it."""
    values = tuple([_one(dice, parameter.values).id for parameter in option.parameters])
    also: tuple[str, ...] | None = None
    if dice.roll(3) == 1:
        chosen = [one.id for one in trivial if _goes_with(one.id, option) and dice.roll(2) == 1]
        # Each kind once: of several the last.
        also = tuple({_kind_of(one): one for one in chosen}.values())
    return Answer(prompt, option.id, values, also)


def _kind_of(trivial: str) -> str:
    kind = trivial.partition("/")[0]
    return "declare" if kind in ("flank", "surround") else kind


def _goes_with(trivial: str, option: Option) -> bool:
    kind, _, item = trivial.partition("/")
    if kind == "drop":
        return item != option.id.partition("/")[2]
    if kind == "release":
        return option.id not in ("hold", "hurt", "throw", "disarm")
    return option.cost > 0 or kind in ("flank", "surround", "focus")


HURTS: Final = ("attack", "precise", "charge", "shoot", "retreat", "riposte", "opportunity")
BLOWS: Final = (*HURTS, "grapple")
DEFENCES: Final = ("parry", "dodge")
CONTESTS: Final = ("closer", "farther", "hold", "hurt", "throw", "disarm", "breakfree")
"""Actions that roll one d100 against somebody else's, and are told as a contest."""
RACES: Final = ("move", "sprint", "climb", "dive", "breakaway", "charge", "retreat")
"""Moves, which roll a d100 if another wants the same place at that moment."""


def rolls_dice(answer: Answer) -> bool:
    """Does it roll a d100 that may be rolled by hand, whatever happens?  Spells and first aid only with their last action."""
    verb = answer.option.partition("/")[0]
    rolls = verb in (*BLOWS, *DEFENCES, *CONTESTS, "oppose", "resist")
    return rolls and answer.values[:1] != ("nobody",)


def with_dice(answer: Answer, dice: Dice) -> Answer:
    """The answer, now and then with dice rolled by hand, where it is one that rolls any."""
    verb = answer.option.partition("/")[0]
    if dice.roll(2) == 1:
        return answer
    shown = TableDice(
        d100=dice.roll(100) if rolls_dice(answer) else 0,
        location=dice.roll(20) if verb in HURTS and verb != "precise" and rolls_dice(answer) else 0,
        opposed=dice.roll(100) if verb in (*RACES, "grapple") else 0,
    )
    return msgspec.structs.replace(answer, dice=shown)


MINDS: Final[dict[str, Policy]] = {**POLICIES, "random": wild}


def minds_of(setup: Setup) -> dict[str, Policy]:
    """The mind of everybody who is in the fight or may join it by its script; random ones are wild."""
    entries = [*setup.combatants]
    entries += [timed.change.entry for timed in setup.amendments if isinstance(timed.change, Add)]
    return {entry.id: MINDS[entry.mind] for entry in entries}


# --- whims ----------------------------------------------------------------------------------


def whim(fight: Fight, dice: Dice) -> Change:
    """Something that a game master might change now; not all of it is possible."""
    seen = _seen(fight)
    c = _one(dice, seen.combatants)
    state = _one(
        dice,
        (
            *("surprised", "vulnerable", "overextended", "defending"),
            *("prone", "standing", "fatigued", "blinded"),
        ),
    )
    fallen = _one(dice, ("unconscious", "out", "dead", "yielded"))
    location = _one(dice, LOCATIONS)
    items = [item.id for item in c.items] or ["unarmed"]
    gear = SetGear(c.id, _one(dice, items), _one(dice, ("held", "carried", "dropped", "gone")))
    if dice.roll(4) == 1:
        gear = msgspec.structs.replace(gear, missiles=dice.roll(4) - 1)
    name = _one(dice, ("actions", "lost", "reactions"))
    changes: tuple[Change, ...] = (
        Modify("dark", 10 * dice.roll(5) - 30, _one(dice, ("roll", "round", "fight"))),
        Modify("luck", 10 * dice.roll(5) - 30, _one(dice, ("roll", "round", "fight")), c.id),
        SetHitPoints(c.id, location, dice.roll(8) - 6),
        SetHitPoints(c.id, location, dice.roll(4)),
        SetPoints(c.id, name, dice.roll(4) - 1),
        SetStatus(c.id, state),
        SetStatus(c.id, state, on=False),
        SetStatus(c.id, fallen, dice.roll(3) > 1),
        Hazard(c.id, "fire", _one(dice, ("1D6", "2D4-1", "3")), armour=dice.roll(2) == 1),
        gear,
        gear,
        Hide(c.id),
        Reveal(c.id),
        Reveal(c.id),
        ChangeSide(c.id, _one(dice, fight.setup.sides).id),
    )
    if fight.setup.field is None:
        changes += (Move(c.id, 10 * (dice.roll(2) - 1)),)
    else:
        changes += _on_the_ground(dice, fight.setup.field, seen.combatants, c)
    return _one(dice, (*changes, _rare(dice, fight, c.id)))


def _on_the_ground(dice: Dice, field: Field, people: Sequence[Seen], c: Seen) -> tuple[Change, ...]:
    """What a game master may change about places and pairs."""
    foe = _one(dice, people)
    near = [one for one in people if one.id in {pair.foe for pair in c.engaged}] or [foe]
    # Of the first 26 columns, and not seldom where there is no ground.
    place = f"{chr(ord('A') + dice.roll(min(26, field.width)) - 1)}{dice.roll(field.height)}"
    return (
        Place(c.id, place),
        Place(c.id, place),
        Place(c.id, place),
        Engage(c.id, foe.id, _one(dice, ("short", "normal", "long"))),
        Engage(c.id, foe.id),
        Disengage(c.id, _one(dice, near).id),
        Seize(c.id, _one(dice, near).id),
        Release(c.id),
        SetStatus(c.id, _one(dice, ("mounted", "flying")), dice.roll(2) == 1),
    )


def _rare(dice: Dice, fight: Fight, who: str) -> Change:
    if dice.roll(4) == 1:
        return Remove(who)
    if dice.roll(6) == 1:
        return EndFight(_one(dice, ("", fight.setup.sides[0].id)))
    if dice.roll(3) == 1:
        other = _one(dice, fight.setup.combatants)
        light, wind = _one(dice, ("", "bright", "dim", "dark")), _one(dice, ("", "calm", "strong"))
        return _one(
            dice,
            (
                Tend(who),
                Seat(who, other.id),
                Unseat(who, dice.roll(2) == 1),
                SetSurroundings(light, wind, footing=_one(dice, ("", "firm", "unsteady"))),
            ),
        )
    template = _one(dice, fight.setup.combatants)
    guest = f"guest-{dice.roll(1000)}"
    return Add(msgspec.structs.replace(template, id=guest, name=guest, hidden=False, place=""))


def _seen(fight: Fight) -> View:
    return fight.view(GAME_MASTER)


# --- stories --------------------------------------------------------------------------------


class Step(msgspec.Struct, frozen=True):
    """One input of a fight: the answers of a wait, or a change."""

    answers: tuple[Answer, ...] = ()
    change: Change | None = None


@final
class Story:
    """A fight and everything that happens in it, which all follows from its number.

    Every *often*-th wait brings a whim of the game master's; 0 is never.
    """

    def __init__(self, number: int, setup: Setup | None = None, often: int = 6) -> None:
        self.number: int = number
        self.setup: Setup = random_setup(number) if setup is None else setup
        self.seed: bytes = fight_seed(number)
        self.often: int = often
        self.minds: dict[str, Policy] = minds_of(self.setup)

    def begin(self, *, watched: bool = False) -> Fight:
        return begin(self.setup, self.seed, watched)

    def whim(self, fight: Fight) -> Change | None:
        """What the game master wants to change at this wait; the first prompt's id names it."""
        dice = dice_for(self.seed, f"whim {fight.questions()[0].id}")
        if self.often == 0 or dice.roll(self.often) > 1:
            return None
        return whim(fight, dice)

    def answers(self, fight: Fight) -> list[Answer]:
        """What those who are asked now decide."""
        return [self.mind(question.combatant)(question.sight()) for question in fight.questions()]

    def mind(self, combatant: str) -> Policy:
        """How *combatant* decides, dice rolled by hand included; guests are wild."""
        policy = self.minds.get(combatant, wild)
        if not self.setup.options.table_dice:
            return policy
        return lambda sight: with_dice(policy(sight), dice_for(self.seed, f"hand {sight.id}"))


def play(fight: Fight, story: Story, at_wait: Callable[[Fight], None] | None = None) -> list[Step]:
    """Play to the end as *story* has it; return every input that was taken."""
    steps: list[Step] = []
    while fight.questions():
        if at_wait is not None:
            at_wait(fight)
        change = story.whim(fight)
        if change is not None and _is_made(fight, change):
            steps.append(Step(change=change))
            if not fight.questions():
                break
            if at_wait is not None:
                at_wait(fight)
        steps.append(Step(tuple(advance(fight, story.answers(fight)))))
    return steps


def advance(fight: Fight, answers: list[Answer]) -> list[Answer]:
    """Give *answers*, with the default for each that does not go together with the others.

    A default that is refused is an AssertionError.
    """
    for _ in range(len(answers) + 1):
        try:
            fight.advance(answers)
        except IllegalAnswerError as error:
            answers[error.index] = fight.questions()[error.index].default()
        else:
            return answers
    raise AssertionError


def replay(fight: Fight, steps: Iterable[Step]) -> None:
    """Give *fight* the same inputs again."""
    for step in steps:
        if step.change is None:
            fight.advance(step.answers)
        else:
            fight.amend(AUTHOR, "whim", step.change)


def finish(fight: Fight, policy: Policy = wild) -> Outcome:
    """Play to the end with one mind for everybody."""
    while questions := fight.questions():
        advance(fight, [policy(question.sight()) for question in questions])
    outcome = fight.outcome()
    assert outcome is not None
    return outcome


def _is_made(fight: Fight, change: Change) -> bool:
    try:
        fight.amend(AUTHOR, "whim", change)
    except IllegalAmendmentError:
        return False
    return True


# --- logs -----------------------------------------------------------------------------------


def log_of(events: Sequence[Event]) -> bytes:
    """The canonical log: an event a line."""
    return b"\n".join([msgspec.json.encode(event) for event in events])


def digest_of(story: Story, *, watched: bool = True) -> tuple[str, str]:
    """The story told: a digest of its whole log ("" if unwatched), and its last state hash."""
    fight = story.begin(watched=watched)
    play(fight, story)
    log = log_of(fight.take_events())
    return blake2b(log, digest_size=16).hexdigest() if watched else "", fight.state_hash()
