"""The nouns of a ReQuest fight: people, gear, options, setup, and what an observer sees.

Never compiled (see `rules.kernel.model`).  Location order everywhere: right leg, left
leg, abdomen, chest, right arm, left arm, head.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from rules.kernel.field.model import Field
from rules.kernel.model import (
    MAX_WORD,
    ChangeSide,
    Disengage,
    EndFight,
    Engage,
    Hazard,
    Hide,
    Modify,
    Moment,
    Move,
    Place,
    Release,
    Remove,
    Reveal,
    Seize,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
    Word,
)
from rules.kernel.people.model import Characteristics
from rules.kernel.temper.model import Temper

Location = Literal["right leg", "left leg", "abdomen", "chest", "right arm", "left arm", "head"]
LOCATIONS: Final[tuple[Location, ...]] = (
    "right leg",
    "left leg",
    "abdomen",
    "chest",
    "right arm",
    "left arm",
    "head",
)

Percent = Annotated[int, Meta(ge=0, le=999)]
Points = Annotated[int, Meta(ge=0, le=99)]
Dice = Annotated[int, Meta(ge=0, le=10)]
Sides = Annotated[int, Meta(ge=1, le=100)]
Metres = Annotated[int, Meta(ge=0, le=10_000)]
Movement = Annotated[int, Meta(ge=1, le=100)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_WORD)]

Reach = Literal["touch", "short", "normal", "long", "extra long"]
PairReach = Literal["short", "normal", "long"]
Stance = Literal["standing", "kneeling", "prone"]


class Blow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a weapon strikes: skill, and damage as ``dice`` times ``sides`` plus ``bonus``."""

    skill: Name
    dice: Dice
    sides: Sides
    bonus: Points = 0


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a weapon is shot or (``thrown``) thrown.

    ``range`` in metres; ``load`` in combat actions; ``missiles`` is how many are carried.
    """

    skill: Name
    dice: Dice
    sides: Sides
    range: Metres
    load: Points
    bonus: Points = 0
    missiles: Points = 1
    thrown: bool = False


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to strike, shoot or parry with; ``ap`` are its armour points as a parry."""

    id: Word
    name: Name
    hands: Annotated[int, Meta(ge=0, le=2)]
    ap: Points
    hp: Points
    reach: Reach
    strength: Points = 0
    dexterity: Points = 0
    shield: bool = False
    enc: Points = 0
    close: Blow | None = None
    shot: Shot | None = None


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of armour: armour points at each location it covers, penalty in percent."""

    id: Word
    name: Name
    ap: Points
    locations: tuple[Location, ...]
    penalty: Percent
    enc: Points = 0


SpellEffect = Literal[
    "disrupt",
    "edge",
    "weight",
    "protect",
    "heal",
    "demoralise",
    "slow",
    "befuddle",
    "light",
    "darkness",
    "dispel",
    "quicken",
]
"""What a spell does; `rules.request.course.casting` has a function for each."""
_AT_ONCE: Final = ("disrupt", "heal", "dispel")
_WITHOUT_FIGURE: Final = ("befuddle", "light", "dispel")
_BOOSTS: Final = ("edge", "weight")


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell: cast by ``skill`` in ``actions`` combat actions, for ``cost`` magic points.

    ``range`` in metres, ``rounds`` it lasts (0: it is over at once), ``resist`` the skill that
    wards it off.  ``figure`` and ``more`` mean what the effect takes them for, ``weapons``
    are the weapon skills that a boost goes with.
    """

    id: Word
    name: Name
    skill: Name
    effect: SpellEffect
    actions: Annotated[int, Meta(ge=1, le=10)]
    cost: Points
    range: Metres
    rounds: Points = 0
    resist: Literal["", "Persistence", "Resilience"] = ""
    figure: Points = 0
    more: Points = 0
    weapons: tuple[Name, ...] = ()

    def __post_init__(self) -> None:
        """Raise BadSpellError if the effect wants something else of one of the fields."""
        if self.figure == 0 and self.effect not in _WITHOUT_FIGURE:
            raise BadSpellError("figure", f"{self.effect} wants one; expected 1 to 99")
        if self.effect in _AT_ONCE and self.rounds:
            raise BadSpellError("rounds", f"{self.effect} is over at once; expected none")
        if self.effect not in _AT_ONCE and self.rounds == 0:
            raise BadSpellError("rounds", f"{self.effect} lasts; expected 1 to 99")
        if self.effect in _BOOSTS and not self.weapons:
            raise BadSpellError("weapons", f"{self.effect} goes with some; expected weapon skills")


class BadSpellError(ValueError):
    """A spell that cannot be: the key at fault in backquotes, what is wrong, and what would be right."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f"`{key}`: {problem}")


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is true of somebody before the fight.

    ``skills`` are learned values in percent and complete: whatever the fight needs is in
    it.  ``hit_points`` has one number a location.  ``move`` is in metres an action, ``load`` the ENC
    of all that is carried beside weapons and armour.  ``magic_points`` is how many there are to cast
    ``spells`` with, and ``rune_in`` the weapon that their rune is in, empty for a rune within oneself.
    """

    creature: Name
    characteristics: Characteristics
    skills: dict[Name, Percent]
    weapons: tuple[Weapon, ...]
    armour: tuple[Armour, ...]
    hit_points: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=99)], ...], Meta(min_length=7, max_length=7)
    ]
    natural_armour: Points = 0
    move: Movement = 4
    load: Points = 0
    spells: tuple[Spell, ...] = ()
    magic_points: Points = 0
    rune_in: Annotated[str, Meta(max_length=MAX_WORD)] = ""


Steed = Literal["", "trained", "untrained"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One combatant as the fight begins; ``held`` lists weapon ids, main hand first.

    ``place`` names its hex ("E4"), the middle one if it covers seven; empty in a fight
    without places.  ``rides`` is the id of its mount, which came before it, and ``steed``
    how well it carries a rider itself, empty if not at all.
    """

    id: Word
    name: Name
    side: Word
    sheet: Sheet
    mind: Name = "steady"
    held: tuple[Word, ...] = ()
    loaded: bool = True
    surprised: bool = False
    hidden: bool = False
    place: Annotated[str, Meta(max_length=8)] = ""
    mounted: bool = False
    flying: bool = False
    temper: Temper | None = None
    high: bool = False
    rides: Annotated[str, Meta(max_length=MAX_WORD)] = ""
    steed: Steed = ""


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side, and the sides it does not fight."""

    id: str
    name: str
    friends: tuple[str, ...] = ()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules, by name; the defaults are the readings of RULES.md."""

    reactions: Literal["unlimited", "pool"] = "unlimited"
    second_item: Literal["weapons", "any"] = "weapons"
    opposed: Literal["demotion", "plain"] = "demotion"
    recover_before_action: bool = False
    vulnerable_damage: Literal["before_armour", "after_armour"] = "before_armour"
    critical_rounding: Literal["up", "down"] = "up"
    fumble_from: Literal[99, 100] = 99
    flank_room: Literal["one_side", "both_sides"] = "one_side"
    fatigue_every: Literal["con", "con_fifth"] = "con"
    auto_breakaway: Literal["always", "close_only"] = "always"
    information: Literal["hidden", "open"] = "hidden"
    table_dice: bool = False
    round_cap: int = 100
    stalemate_rounds: int = 20


MEANINGS: Final[dict[str, str]] = {
    "reactions": "Reactions in a round: as many as there are triggers, or a pool of as many as DEX gives actions.",
    "second_item": "An action more a round is for a second weapon only, or for a shield too.",
    "opposed": "Two equal successes: the lower roll falls by one level, or both stand as they are.",
    "recover_before_action": "Being overextended ends before the action that ends it, which is then rolled without it.",
    "vulnerable_damage": "The 2 points more against the vulnerable count before the armour, or pass it.",
    "critical_rounding": "The tenth of the skill up to which a roll is critical is rounded up or down.",
    "fumble_from": "The lowest roll that is a fumble with a skill of 100 or less.",
    "flank_room": "Flanking needs room on one side of the first flanker, or on both sides.",
    "fatigue_every": "A test of fatigue after as many strenuous rounds as CON, or as a fifth of it.",
    "auto_breakaway": "Whoever leaves all its holders freely needs not break free first, or must.",
    "information": "What is known of foes while the fight lasts: wounds in words, or every number.",
    "table_dice": "An answer may bring dice that were rolled by hand.",
    "round_cap": "The round with which the fight ends at the latest.",
    "stalemate_rounds": "As many rounds running without anybody hurt end the fight; 0 is never.",
}
"""What each of the `Options` decides, in words."""


class Add(msgspec.Struct, frozen=True, tag_field="change", tag="add", forbid_unknown_fields=True):
    """Bring a combatant into the fight."""

    entry: Entry


class Tend(msgspec.Struct, frozen=True, tag_field="change", tag="tend", forbid_unknown_fields=True):
    """Stop the bleeding of a location, or (``location`` empty) of all of somebody."""

    who: str
    location: str = ""


class Seat(msgspec.Struct, frozen=True, tag_field="change", tag="seat", forbid_unknown_fields=True):
    """Put somebody on a mount of its side, wherever the two are."""

    who: str
    mount: str


class Unseat(
    msgspec.Struct, frozen=True, tag_field="change", tag="unseat", forbid_unknown_fields=True
):
    """Set a rider down beside its mount, or (``falls``) throw it off, which hurts."""

    who: str
    falls: bool = False


ChangeOfOne = (
    ChangeSide
    | Disengage
    | Engage
    | Hazard
    | Hide
    | Move
    | Place
    | Release
    | Remove
    | Reveal
    | Seize
    | SetGear
    | SetHitPoints
    | SetPoints
    | SetStatus
    | Seat
    | Tend
    | Unseat
)
"""A change to one combatant who is in the fight."""


class SetSurroundings(
    msgspec.Struct, frozen=True, tag_field="change", tag="surroundings", forbid_unknown_fields=True
):
    """Change the light, the wind, the air or the footing of the scene; what is empty stays."""

    light: Literal["", "bright", "dim", "dark"] = ""
    wind: Literal["", "calm", "strong", "high", "fierce", "hurricane"] = ""
    air: Literal["", "clear", "mist", "smoke", "fog", "thick smoke"] = ""
    footing: Literal["", "firm", "unsteady"] = ""


Change = Add | EndFight | Modify | SetSurroundings | ChangeOfOne


class Timed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that the scenario makes by itself, at the first moment not before ``at``."""

    at: Moment
    change: Change
    reason: str = ""


class Surroundings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scene is like all over: how light it is, what blows, what hangs in the air, what one stands on."""

    light: Literal["bright", "dim", "dark"] = "bright"
    wind: Literal["calm", "strong", "high", "fierce", "hurricane"] = "calm"
    air: Literal["clear", "mist", "smoke", "fog", "thick smoke"] = "clear"
    footing: Literal["firm", "unsteady"] = "firm"


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a fight begins with; with a seed and the answers it is the whole fight.

    With a ``field`` everybody has a place on it.  Without one the fight has no places, and
    ``distance`` is the metres between the lines; 0 puts everybody within everybody's reach.
    """

    name: str
    sides: tuple[Side, ...]
    combatants: tuple[Entry, ...]
    options: Options = Options()
    distance: int = 0
    field: Field | None = None
    amendments: tuple[Timed, ...] = ()
    surroundings: Surroundings = Surroundings()
    rules: Literal["request"] = "request"
    version: int = 1


# --- what an observer may know ---------------------------------------------------------------


class SeenItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon as it shows: in which state, and (own side only) how many missiles are left."""

    id: str
    name: str
    state: Literal["held", "carried", "dropped", "gone"]
    loaded: bool = False
    missiles: int | None = None


class SeenPair(msgspec.Struct, frozen=True):
    """A foe that somebody is engaged with, and the reach of the two."""

    foe: str
    reach: PairReach


class SeenSpell(msgspec.Struct, frozen=True):
    """A spell that somebody is under, by its condition, and for how many rounds more, this one counted."""

    condition: str
    rounds: int


class SeenTask(msgspec.Struct, frozen=True):
    """A spell under way: its name, whom it is for, and after how many actions more it is cast."""

    spell: str
    at: str
    actions: int


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """One combatant as an observer sees it.

    ``wounds`` has a word a location; ``hit_points``, ``skills``, ``actions``,
    ``magic_points`` and ``waiting`` are there only for those who may know them.  ``place`` names its hex, the
    middle one of seven if ``large``; ``formation`` is what its foes have made about it, and
    ``focus`` the one of them it minds; ``holding`` is whom it holds in a grapple,
    ``rides`` its mount, and ``steed`` says that it carries riders itself.

    Only those who may know have what follows: ``spells`` it is under, ``task`` that it is at,
    its ``temper``, ``mood_until``, the round that ends its holding or falling back, and ``dies``,
    the round with whose end an untended wound kills it.
    """

    id: str
    name: str
    side: str
    creature: str
    state: Literal["up", "down", "prisoner", "dead", "gone"]
    stance: Stance
    conditions: tuple[str, ...]
    wounds: tuple[str, ...]
    armour: tuple[int, ...]
    items: tuple[SeenItem, ...]
    hit_points: tuple[int, ...] | None = None
    skills: dict[str, int] | None = None
    actions: int | None = None
    waiting: str | None = None
    hidden: bool = False
    place: str = ""
    large: bool = False
    engaged: tuple[SeenPair, ...] = ()
    formation: Literal["", "flanked", "surrounded"] = ""
    focus: str = ""
    holding: str = ""
    magic_points: int | None = None
    rides: str = ""
    steed: bool = False
    spells: tuple[SeenSpell, ...] = ()
    task: SeenTask | None = None
    temper: Temper | None = None
    mood_until: int | None = None
    dies: int | None = None


class SeenTurn(msgspec.Struct, frozen=True, omit_defaults=True):
    """When somebody acts in this phase; ``rank`` is the strike rank, for those who may know it.

    ``state``: "now" (asked, or its deed is under way), "to_come", "waiting" (to that rank, or
    for something that happens), "carried" (over), "done".  Whoever may not know of it sees
    those who wait or carry over as still to come.
    """

    who: str
    state: Literal["now", "to_come", "waiting", "carried", "done"]
    rank: int | None = None


class SeenSide(msgspec.Struct, frozen=True):
    """A side of which somebody is in view."""

    id: str
    name: str


class View(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="rules", tag="request"):
    """The fight as an observer sees it.

    ``turns`` stand in the order in which they come, as far as that is known; ``sides`` are
    those of ``combatants``, in the order of the scenario.
    """

    round: int
    phase: int
    rank: int
    combatants: tuple[Seen, ...]
    field: Field | None = None
    turns: tuple[SeenTurn, ...] = ()
    sides: tuple[SeenSide, ...] = ()
