"""The nouns of Rivers: its options, bodies and gear, what a fight begins with and what is seen of it.

Never compiled (see `rules.kernel.model`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from rules.kernel.field.model import Field
from rules.kernel.model import (
    MAX_WORD,
    EndFight,
    Engage,
    Moment,
    Move,
    Place,
    Remove,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
    Word,
)
from rules.kernel.people.model import Characteristics
from rules.kernel.temper.model import Kind as TemperName, Temper

EqualRanks = Literal["dex_then_simultaneous", "pc_first", "simultaneous"]
SecondAttacks = Literal["after_all", "after_own_defences"]
Rounding = Literal["up", "floor", "nearest", "exact"]
Over100 = Literal["master_keeps", "both_drop", "lower_only"]
SurprisedDefence = Literal["from_sr4", "full", "none"]


Name = Annotated[str, Meta(min_length=1, max_length=MAX_WORD)]
Points = Annotated[int, Meta(ge=0, le=99)]
Dice = Annotated[int, Meta(ge=0, le=10)]
Sides = Annotated[int, Meta(ge=1, le=100)]
Percent = Annotated[int, Meta(ge=0, le=999)]
Metres = Annotated[int, Meta(ge=0, le=10_000)]
Hands = Annotated[int, Meta(ge=0, le=2)]
Special = Literal["impale", "slash", "crush"]
Kind = Literal["leg", "arm", "wing", "limb", "abdomen", "chest", "head"]


class Location(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a body: struck up to the number ``to`` of a D20, with ``more`` hit points than usual."""

    name: Name
    kind: Kind
    to: Annotated[int, Meta(ge=1, le=20)]
    more: Annotated[int, Meta(ge=-9, le=9)] = 0


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of body; its locations in the order of the D20."""

    id: Word
    name: Name
    locations: tuple[Location, ...]


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something to strike and parry with; ``rank`` is its part of a strike rank.

    Damage is ``dice`` times ``sides`` plus ``bonus``; ``kinds`` lists what its specials may be;
    ``hp`` of 0 is part of a body; ``base`` the chance of whoever never trained.  ``how`` is
    there for what shoots or is thrown, with the rest of a `Missile`.
    """

    id: Word
    name: Name
    hands: Hands
    rank: Points
    dice: Dice
    sides: Sides
    hp: Points
    kinds: tuple[Special, ...]
    base: Percent
    bonus: Points = 0
    strength: Points = 0
    dexterity: Points = 0
    shield: bool = False
    how: Literal["", "shot", "sling", "thrown"] = ""
    range: Metres = 0
    rounds: Points = 0
    heavy: bool = False
    missiles: Points = 0


class Missile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to shoot, sling or throw; ``range`` in metres, ``rounds`` of a shot, 0 for any number of shots.

    What is ``heavy`` is not used on the move; ``missiles`` are as many as somebody has of them.
    """

    id: Word
    name: Name
    hands: Hands
    how: Literal["shot", "sling", "thrown"]
    range: Metres
    rounds: Points
    dice: Dice
    sides: Sides
    hp: Points
    kinds: tuple[Special, ...]
    base: Percent
    bonus: Points = 0
    strength: Points = 0
    dexterity: Points = 0
    heavy: bool = False
    missiles: Points = 20

    def weapon(self) -> Weapon:
        """The same as a weapon of somebody; its rank counts for nothing (Q4)."""
        return Weapon(
            self.id,
            self.name,
            self.hands,
            0,
            self.dice,
            self.sides,
            self.hp,
            self.kinds,
            self.base,
            self.bonus,
            self.strength,
            self.dexterity,
            how=self.how,
            range=self.range,
            rounds=self.rounds,
            heavy=self.heavy,
            missiles=self.missiles,
        )


class Material(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What armour is made of, or a whole helmet."""

    id: Word
    name: Name
    ap: Points


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of armour: the kinds of location that it covers."""

    id: Word
    name: Name
    covers: tuple[Kind, ...]


Bar = Literal["attack", "parry", "dodge", "spells", "all"]


class Gift(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody has of a spell that lasts: by point, unless it says otherwise.

    ``armour`` is magical armour everywhere, ``ward`` what stops spells, ``shimmer`` what
    strikers lack; ``skill`` (at any points) counts with every weapon and for Dodge.  With the weapon it is on:
    ``to_hit`` for attacks, ``trained`` for attacks and parries, ``damage``, dice of ``added``
    sides, ``twice`` the dice, or ``blade`` (dice, sides) instead of them; ``whole`` is not worn,
    and ``once`` is for one missile alone, which ``again`` makes several, one more by point.
    ``spells`` are those that are cast at once, beside the first.
    ``con`` and ``hit_points`` (in all, at any points) and ``each`` (in every location) are borrowed for as long.
    ``dex`` counts for ties, ``strength`` for the damage bonus and too heavy weapons.  ``more``
    attacks at half as much again, if it is ``by_hand`` with no missile; whoever is ``heedless`` is neither
    in shock nor unconscious as long as it lasts; ``halves`` and ``bars`` say what is halved and what not done
    at all, ``wakes`` that a blow ends it.
    """

    armour: Points = 0
    ward: Points = 0
    shimmer: Points = 0
    skill: Points = 0
    to_hit: Annotated[int, Meta(ge=-99, le=99)] = 0
    trained: Points = 0
    damage: Annotated[int, Meta(ge=-9, le=9)] = 0
    added: Points = 0
    twice: bool = False
    blade: tuple[Dice, Sides] | None = None
    whole: bool = False
    once: bool = False
    again: bool = False
    spells: Points = 0
    con: Points = 0
    hit_points: Points = 0
    each: Points = 0
    dex: Points = 0
    strength: Points = 0
    move: Literal["", "twice", "half"] = ""
    more: bool = False
    by_hand: bool = False
    heedless: bool = False
    halves: tuple[Literal["attack", "dodge"], ...] = ()
    bars: tuple[Bar, ...] = ()
    wakes: bool = False


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A spell: its cost (0 for any), range in metres (0 for a touch), rounds (0 for at once) and effect.

    ``rank`` is what it changes in the strike ranks of whoever is under it, ``never_with`` lists
    the ids of spells that exclude it.  ``effect`` is what it does in a fight; without one no
    fight has it yet.  One that lasts has a ``gift``, one that hurts a die of ``sides`` for each
    point.  A ``powered`` one is as strong as the magic points in it.  One that is on a weapon
    says on which: those whose specials are of some ``kinds``, some by id, or what ``flies``.
    """

    id: Word
    name: Name
    magic: Literal["spirit", "rune"]
    points: Points
    range: Metres
    rounds: Points
    text: Name
    self_only: bool = False
    attack: bool = False
    resisted: bool = False
    rank: Annotated[int, Meta(ge=-9, le=9)] = 0
    never_with: tuple[Word, ...] = ()
    effect: Literal["", "bolt", "sever", "lasts", "heal", "heal_all", "dispel"] = ""
    gift: Gift | None = None
    sides: Points = 0
    pierces: bool = False
    powered: bool = False
    kinds: tuple[Special, ...] = ()
    weapons: tuple[Word, ...] = ()
    flies: bool = False


class Spelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell with what is in it: points, and magic points besides."""

    spell: Spell
    points: Points
    boost: Points = 0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules, by name; the defaults are the readings of RULES.md.

    "pc" in a value is whoever belongs to the side that chooses its engagements first.
    """

    equal_ranks: EqualRanks = "dex_then_simultaneous"
    second_attacks: SecondAttacks = "after_all"
    distance_rounding: Rounding = "up"
    distance_modifiers: Literal["base", "additive"] = "base"
    move_needed: Literal["always", "beyond_free"] = "always"
    missile_uses_weapon_sr: bool = False
    surprise: Literal["flat", "by_distance"] = "flat"
    surprised_defence: SurprisedDefence = "from_sr4"
    sheathing: Literal["free", "counts"] = "free"
    over_100: Over100 = "master_keeps"
    defence: Literal["per_attack_full", "cumulative20", "single_roll"] = "per_attack_full"
    two_defences: Literal["nominate", "best_of_two"] = "nominate"
    roll_parry_vs_failed_attack: bool = False
    parry_spill: Literal["adjacent", "parrying_limb"] = "adjacent"
    magic_counts: bool = False
    dying_round: bool = False
    shape_conflict: Literal["peel", "reject"] = "peel"
    budget: Literal["replace", "two", "extra"] = "replace"
    parent_two_attacks: bool = False
    allow_attack_spell_in_slot: bool = False
    ritual_rounding: Literal["up", "floor", "nearest"] = "up"
    hold: Literal["one_round", "until_used"] = "one_round"
    fast_support: Literal["at_once", "just_before_own_attack"] = "at_once"
    prepared_support: Literal["after_own_attack", "parent_sr"] = "after_own_attack"
    cross_effects: Literal["edge", "sequential"] = "edge"
    information: Literal["hidden", "open"] = "hidden"
    table_dice: bool = False
    round_cap: int = 100
    stalemate_rounds: int = 20


MEANINGS: Final[dict[str, str]] = {
    "equal_ranks": "At one strike rank: the higher DEX first, the choosing side first, or all at once.",
    "second_attacks": "A second attack waits for all first attacks, or only for those by or at its attacker.",
    "distance_rounding": "How the third of a distance, the strike rank of a long way, is rounded.",
    "distance_modifiers": "Surprise and getting ready lengthen the free way, or add to the third of a distance.",
    "move_needed": "Any way takes a move action, or only one that delays the attack.",
    "missile_uses_weapon_sr": "The weapon rank counts for missiles too.",
    "surprise": "Surprise adds 3, or less the farther off it comes from.",
    "surprised_defence": "The surprised defend and cast from strike rank 4 on, at every one, or not at all.",
    "sheathing": "Putting a weapon away takes no time, or adds 5 of its own.",
    "over_100": "Of two opposed skills above 100: the higher keeps its lead, both lose it, or only the lower.",
    "defence": "One defence answers every attack in full, 20 lower each time, or by a single roll.",
    "two_defences": "Of two defences one is named for each attack, or both are rolled and the better counts.",
    "roll_parry_vs_failed_attack": "A parry is rolled against attacks that fail, too.",
    "parry_spill": "What passes a parry strikes the location beside the rolled one, or the limb that parries.",
    "magic_counts": "Magical armour counts against blows that ignore armour.",
    "dying_round": "Whoever has no hit points left can still be healed for a round.",
    "shape_conflict": "Whoever is chosen may be taken out of another engagement, or never.",
    "budget": "Taking one type of action twice costs another one, all others, or nothing.",
    "parent_two_attacks": "Attacking twice wants two weapons, a split skill or quick missiles.",
    "allow_attack_spell_in_slot": "The spell besides may be attack magic.",
    "ritual_rounding": "What is left over of the points of a ritual takes a round more, none, or one from six on.",
    "hold": "A finished ritual is lost after the next round, or waits until it is used.",
    "fast_support": "Fast support takes effect at strike rank 1, or just before the first attack of its caster.",
    "prepared_support": "Prepared support comes after the first attack of its caster, or by its points if that is later.",
    "cross_effects": "What one engagement does to another lands when all are through, or one after the other.",
    "information": "What is known of foes while the fight lasts: wounds in words, or every number.",
    "table_dice": "An answer may bring dice that were rolled by hand.",
    "round_cap": "The round with which the fight ends at the latest.",
    "stalemate_rounds": "As many rounds running without anybody hurt end the fight; 0 is never.",
}
"""What each of the `Options` decides, in words."""

# --- what a fight begins with ----------------------------------------------------------------


class Creature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of creature, as a scenario may name it: what it is, knows and carries, by ids of the library.

    ``armour`` lists pieces behind their material ("plate-cuirass") and helmets; ``hide`` counts
    everywhere besides; ``move`` is MOV.
    """

    id: Word
    name: Name
    characteristics: Characteristics
    body: Word = "humanoid"
    skills: dict[str, Percent] = {}
    weapons: tuple[Word, ...] = ()
    armour: tuple[Word, ...] = ()
    hide: Points = 0
    move: Points = 8
    temper: TemperName | None = None


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is true of somebody before the fight.

    ``skills`` are by the id of the weapon, "Dodge", and others by a name with a capital letter; ``armour`` has the points of each
    location of the body, with those of the ``hide`` in all of them; ``move`` is MOV.  Of ``spells`` those of rune magic are cast by ``rune``
    percent, from so many ``rune_points``, and those of spirit magic from ``magic_points``;
    ``foci`` has the points of the focus of each spell, 0 for none.
    """

    creature: Word
    body: Body
    characteristics: Characteristics
    skills: dict[str, Percent]
    weapons: tuple[Weapon, ...]
    armour: tuple[Points, ...]
    move: Points
    spells: tuple[Spell, ...] = ()
    rune: Percent = 0
    rune_points: Points = 0
    magic_points: Points = 0
    foci: tuple[Points, ...] = ()
    hide: Points = 0


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One combatant as the fight begins; ``held`` lists weapon ids, main hand first.

    ``focus`` is the spell whose focus is in hand; it is ``under`` some spells, and has a ritual
    ``ready``.  It stands ``back`` so many metres behind its line, or at
    its ``place``, the name of a hex.  What is ``slung`` is on its back, and ``helmet`` is what
    the one that is off would make of the armour of its head, 0 for none.
    """

    id: Word
    name: Name
    side: Word
    sheet: Sheet
    mind: Name = "steady"
    held: tuple[Word, ...] = ()
    surprised: bool = False
    unaware: bool = False
    loaded: bool = True
    focus: str = ""
    under: tuple[Spelled, ...] = ()
    ready: Spelled | None = None
    temper: Temper | None = None
    back: Metres = 0
    place: str = ""
    slung: tuple[Word, ...] = ()
    helmet: Points = 0


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the two sides."""

    id: str
    name: str


Change = EndFight | Engage | Move | Place | Remove | SetGear | SetHitPoints | SetPoints | SetStatus
"""What a scenario changes of itself: all that a game master can."""


class Timed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that the scenario makes by itself, at the beginning of the round of ``at``."""

    at: Moment
    change: Change
    reason: str = ""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a fight begins with; with a seed and the answers it is the whole fight.

    ``first`` is the id of the choosing side; the sides begin ``distance`` metres apart, or
    everybody at a place of the ``field``.
    """

    name: str
    sides: tuple[Side, ...]
    combatants: tuple[Entry, ...]
    options: Options = Options()
    distance: Metres = 0
    first: str = ""
    field: Field | None = None
    amendments: tuple[Timed, ...] = ()
    rules: Literal["rivers"] = "rivers"
    version: int = 1


# --- what an observer may know ---------------------------------------------------------------


class SeenItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon as it shows; its hit points, and how many missiles it has left, are known to its own side."""

    id: str
    name: str
    state: Literal["held", "carried", "dropped", "gone", "slung"]
    hit_points: int | None = None
    loaded: bool = False
    missiles: int | None = None


class SeenPair(msgspec.Struct, frozen=True):
    """A foe that somebody fights in this round, and the metres to it; 0 is within reach."""

    foe: str
    reach: Literal["normal"] = "normal"
    metres: int = 0


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """One combatant as an observer sees it.

    ``wounds`` has a word a location of ``body``; ``hit_points`` (what each location has
    left), ``all_hit_points`` and ``skills`` are there only for those who may know them.
    ``metres`` is where somebody stands on the line between the sides, and ``engaged`` whom
    it fights in this round.  ``spells`` are those it is under, ``before`` is the friend that it stands before,
    ``place`` its hex on a map, ``dies`` the round with whose end a wound kills that nobody tends.  Nobody is ``large`` or ``hidden`` yet.
    """

    id: str
    name: str
    side: str
    creature: str
    state: Literal["up", "down", "prisoner", "dead", "gone"]
    stance: Literal["standing", "kneeling", "prone"]
    conditions: tuple[str, ...]
    body: tuple[str, ...]
    wounds: tuple[str, ...]
    armour: tuple[int, ...]
    items: tuple[SeenItem, ...]
    metres: int
    hit_points: tuple[int, ...] | None = None
    all_hit_points: int | None = None
    skills: dict[str, int] | None = None
    engaged: tuple[SeenPair, ...] = ()
    spells: tuple[str, ...] = ()
    rune_points: int | None = None
    magic_points: int | None = None
    before: str = ""
    place: str = ""
    large: bool = False
    hidden: bool = False
    dies: int | None = None


class SeenSide(msgspec.Struct, frozen=True):
    """A side of the fight."""

    id: str
    name: str


class View(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="rules", tag="rivers"):
    """The fight as an observer sees it; ``phase`` is the number of an engagement in the round, 0 between them."""

    round: int
    phase: int
    rank: int
    combatants: tuple[Seen, ...]
    sides: tuple[SeenSide, ...] = ()
    field: Field | None = None
