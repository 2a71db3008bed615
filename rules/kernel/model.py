"""The words that all rule systems and everything above them share: asked, answered, happened, why.

Every Struct here is data and no more.  The module is never compiled: a Struct in a
compiled module silently loses ``tag`` and ``frozen``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

MAX_WORD: Final = 128
MAX_VALUES: Final = 4
MAX_LIST: Final = 16
BEFORE_ANYBODY: Final = 99  # the strike rank of a phase's beginning, which is nobody's turn

# A printable word.  The look-ahead stands where `$` would let a line feed through.
PRINTABLE: Final = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+(?![\s\S])"

Word = Annotated[str, Meta(max_length=MAX_WORD, pattern=PRINTABLE)]
"""An id, or the value of a parameter, as it may come from outside."""

Face = Annotated[int, Meta(ge=0, le=100)]
"""A die rolled by hand; 0 is none."""

PromptKind = Literal["action", "reaction", "declaration"]

PlanSort = Literal["now", "later", "beside"]
"""What a plan is to a question: for it, for one that comes after it, or for one that comes when it comes."""


class Term(msgspec.Struct, frozen=True):
    """One addend of a number: what it is for, how much, and the rule that says so."""

    label: str
    value: int
    rule: str = ""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number an event shows, with its why.

    ``value`` is the sum of the terms, lifted to ``floor`` where one is given; a test
    recomputes every figure of every event.  ``dice`` names what was rolled ("1D100") if
    the number came from dice, and ``by_hand`` says that they were rolled at the table.
    """

    name: str
    value: int
    terms: tuple[Term, ...]
    rule: str = ""
    floor: int | None = None
    dice: str = ""
    by_hand: bool = False


class Injury(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wounded location at the end: what it has left of how many hit points, and how bad that is.

    ``bleeds`` says that it kills if nobody tends it.
    """

    place: str
    left: int
    full: int
    severity: Literal["", "minor", "serious", "major", "crippled", "severed"] = ""
    bleeds: bool = False


class Lost(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that somebody had at the beginning and has no more at the end, and how it went."""

    item: str
    name: str
    how: Literal["shot", "thrown", "dropped", "broken", "gone", "spent"]
    number: int = 1


class Fate(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one combatant came out of a fight; who was ``removed`` was taken out of it by the game master.

    ``fatigue`` is a word, empty for none; ``succeeded`` names the skills that were rolled
    with success.  With the end of round ``dies`` a wound kills if nobody tends it.
    """

    id: str
    name: str
    side: str
    state: Literal["up", "down", "dead", "fled", "removed", "prisoner"]
    wounds: tuple[Injury, ...] = ()
    fatigue: str = ""
    lost: tuple[Lost, ...] = ()
    succeeded: tuple[str, ...] = ()
    dies: int | None = None


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, by whom, to whom, with what, and every number with its why.

    ``id`` is a place (round, phase, wait, number within the wait), the same in every
    run.  ``to`` names the combatant whose side alone may know; empty means everybody
    who can see those concerned; ``hidden`` lists those of them who were out of sight.
    ``fates`` comes with the end: how everybody came out of it, in seat order.
    """

    id: str
    kind: str
    round: int
    phase: int
    rank: int
    by: str = ""
    at: str = ""
    item: str = ""
    place: str = ""
    to: str = ""
    facts: dict[str, str] = {}
    figures: tuple[Figure, ...] = ()
    hidden: tuple[str, ...] = ()
    fates: tuple[Fate, ...] = ()


class Unavailable(msgspec.Struct, frozen=True):
    """Why an option cannot be taken now, and by which rule."""

    reason: str
    rule: str = ""


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """One value that a parameter may take now.

    ``chance`` is in percent; ``damage`` is the mean damage of a hit before armour, in
    tenths of a point.  Both only where the chooser may know them.  ``place`` names the hex
    that a move leads to, in Rivers the one where somebody stands.
    """

    id: str
    label: str
    chance: int | None = None
    damage: int | None = None
    place: str = ""


class Parameter(msgspec.Struct, frozen=True):
    """A blank in an option, with everything that may fill it now."""

    name: str
    values: tuple[Value, ...]


class Die(msgspec.Struct, frozen=True):
    """A die that an option rolls and a table may roll by hand: in which field of `TableDice`, what for."""

    field: Literal["d100", "opposed", "damage", "location"]
    label: str
    sides: int


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """A template of an answer: fill its parameters (two at most) and it is a choice.

    ``cost`` counts combat actions; ``rank`` is the earliest strike rank of the action;
    ``default`` marks trivial options that apply unless the answer says otherwise; ``about``
    says in a sentence what it does, where the label does not.
    """

    id: str
    label: str
    cost: int = 0
    rank: int | None = None
    chance: int | None = None
    damage: int | None = None
    parameters: tuple[Parameter, ...] = ()
    default: bool = False
    unavailable: Unavailable | None = None
    about: str = ""
    dice: tuple[Die, ...] = ()


class TableDice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Dice rolled by hand; what is left out (0, empty) the machine rolls.

    ``damage`` lists the dice of a weapon, grip or spell and then those of the damage
    modifier, each die as it lies on the table.  ``opposed`` is a second d100: of the roll
    that settles a grapple once its blow has landed, or of a race for a place.
    """

    d100: Face = 0
    damage: Annotated[tuple[Face, ...], Meta(max_length=MAX_LIST)] = ()
    location: Face = 0
    opposed: Face = 0


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A choice: the prompt it answers, the option, and the values of its parameters in order.

    ``also`` lists the trivial options that go with it; None means those on by default.
    """

    prompt: Word
    option: Word
    values: Annotated[tuple[Word, ...], Meta(max_length=MAX_VALUES)] = ()
    also: Annotated[tuple[Word, ...], Meta(max_length=MAX_LIST)] | None = None
    dice: TableDice | None = None


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to one combatant: when, about what, every option, and what silence means.

    ``by`` and ``item`` say whose deed with what a reaction answers, and ``about`` says it in
    a sentence for people.  ``luck`` is this prompt's own random number below 2**53, for minds
    that want one.
    """

    id: str
    combatant: str
    kind: PromptKind
    round: int
    phase: int
    rank: int
    options: tuple[Option, ...]
    default: Answer
    luck: int
    trivial: tuple[Option, ...] = ()
    by: str = ""
    item: str = ""
    about: str = ""


class Observer(msgspec.Struct, frozen=True):
    """Who looks: the game master, the seat of one combatant, or (by default) anybody else."""

    role: Literal["spectator", "seat", "game_master"] = "spectator"
    combatant: str = ""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a fight ended.

    ``kind``: "victory" (``winner`` is the side), "draw" (nobody is left), "cap" (the
    round limit), "stalemate", or "ended" (by the game master).
    """

    kind: Literal["victory", "draw", "cap", "stalemate", "ended"]
    winner: str
    rounds: int


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of the clock."""

    round: int
    phase: int = 1
    rank: int = BEFORE_ANYBODY


# --- what a game master may change ----------------------------------------------------------


class Remove(
    msgspec.Struct, frozen=True, tag_field="change", tag="remove", forbid_unknown_fields=True
):
    """Take a combatant out of the fight."""

    who: str


class Move(msgspec.Struct, frozen=True, tag_field="change", tag="move", forbid_unknown_fields=True):
    """Put a combatant *distance* metres from the other line (0: within everybody's reach)."""

    who: str
    distance: int


class Place(
    msgspec.Struct, frozen=True, tag_field="change", tag="place", forbid_unknown_fields=True
):
    """Put a combatant on a hex of the map, by its name ("E4")."""

    who: str
    place: str


class Engage(
    msgspec.Struct, frozen=True, tag_field="change", tag="engage", forbid_unknown_fields=True
):
    """Let a combatant and a foe beside it be engaged, at a reach ("short", "normal", "long")."""

    who: str
    foe: str
    reach: str = "normal"


class Disengage(
    msgspec.Struct, frozen=True, tag_field="change", tag="disengage", forbid_unknown_fields=True
):
    """Let a combatant and a foe be engaged no more."""

    who: str
    foe: str


class Seize(
    msgspec.Struct, frozen=True, tag_field="change", tag="seize", forbid_unknown_fields=True
):
    """Let a combatant hold a foe beside it in a grapple."""

    who: str
    foe: str


class Release(
    msgspec.Struct, frozen=True, tag_field="change", tag="release", forbid_unknown_fields=True
):
    """Let a combatant go of the foe that it holds."""

    who: str


class ChangeSide(
    msgspec.Struct, frozen=True, tag_field="change", tag="side", forbid_unknown_fields=True
):
    """Let a combatant fight for another side."""

    who: str
    side: str


class Hide(msgspec.Struct, frozen=True, tag_field="change", tag="hide", forbid_unknown_fields=True):
    """Take a combatant out of everybody else's sight."""

    who: str


class Reveal(
    msgspec.Struct, frozen=True, tag_field="change", tag="reveal", forbid_unknown_fields=True
):
    """Let a hidden combatant come into view."""

    who: str


class SetHitPoints(
    msgspec.Struct, frozen=True, tag_field="change", tag="hit_points", forbid_unknown_fields=True
):
    """Set the hit points of one named location; the wound follows by rule."""

    who: str
    location: str
    points: int


class SetPoints(
    msgspec.Struct, frozen=True, tag_field="change", tag="points", forbid_unknown_fields=True
):
    """Set a stock: combat "actions" left this round, actions still to be "lost", "reactions" (pool), or "magic" points."""

    who: str
    name: str
    points: int


class SetStatus(
    msgspec.Struct, frozen=True, tag_field="change", tag="status", forbid_unknown_fields=True
):
    """Give or end a condition or stance."""

    who: str
    status: str
    on: bool = True


class SetGear(
    msgspec.Struct, frozen=True, tag_field="change", tag="gear", forbid_unknown_fields=True
):
    """Put an item into the state "held", "carried", "dropped" or "gone"; missiles may be set."""

    who: str
    item: str
    state: str
    missiles: int | None = None


class Hazard(
    msgspec.Struct, frozen=True, tag_field="change", tag="hazard", forbid_unknown_fields=True
):
    """Hurt a combatant by what is nobody's blow: *cause* ("fire"), *damage* as dice ("2D6+1") or points ("5").

    Without a ``location`` it is rolled; ``armour`` says whether what is worn there helps.
    """

    who: str
    cause: Word
    damage: Word
    location: str = ""
    armour: bool = True


class Modify(
    msgspec.Struct, frozen=True, tag_field="change", tag="modifier", forbid_unknown_fields=True
):
    """A named modifier ("dark" -20) to the skill rolls of one combatant, or of all (``who`` empty)."""

    name: str
    value: int
    lasts: Literal["roll", "round", "fight"] = "fight"
    who: str = ""


class EndFight(
    msgspec.Struct, frozen=True, tag_field="change", tag="end", forbid_unknown_fields=True
):
    """End the fight now, with a winning side or (empty) none."""

    winner: str = ""
