"""One combatant in a fight: what never changes, and what does."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Term
from rules.kernel.temper.nerve import STEADY
from rules.rivers.chapters import strike_rank, wounds
from rules.rivers.chapters.actions import FIRST_AID, UNTRAINED_AID, is_slow, reloading
from rules.rivers.chapters.bodies import hit_points, location_points
from rules.rivers.chapters.damage import Part, bonus_of
from rules.rivers.chapters.levels import half, too_weak
from rules.rivers.chapters.wounds import FAINT
from rules.rivers.course import effects
from rules.rivers.course.choices import DODGE_WORD, DODGING
from rules.rivers.course.effects import NO_ATTACK, NO_DODGE, NO_PARRY, Effect
from rules.rivers.model import Entry, Spell, Weapon

CARRIED: Final = 0
HELD: Final = 1
DROPPED: Final = 2
GONE: Final = 3
SLUNG: Final = 4  # on the back

__all__ = ["NO_ATTACK", "NO_DODGE", "NO_PARRY"]

HANDS: Final = 2
NOBODY: Final = -1
NEVER: Final = 0
DODGE: Final = "Dodge"
NO_FOCUS: Final = -1
ARM: Final = "arm"
LEG: Final = "leg"
LEFT: Final = "left"
OF_THE_BODY: Final = ("bite", "claw", "gore")


class Build:
    """What never changes of somebody: ``index`` is the number of its seat less one, ``first`` whether it chooses first.

    ``chances`` are the skills with its ``arms``, ``skills`` the same as terms, and ``weak`` says for which of them it is too
    weak; ``defences`` are what parries and DODGING, the best first, as long as no spell is on it.
    ``words`` are the words for defences, by their number: the last one is that of DODGING.  ``harms`` is what a hit with each of the arms does on average without bonus, in halves of a point, and
    ``melee`` has for each of the arms the sum that its strike rank starts with.  ``full`` is what
    each location bears, ``total`` all of it, and ``highest`` the last number of the D20 that strikes it.
    ``aid`` is its First Aid, and ``others`` are the names of skills that are used by themselves.
    """

    __slots__ = (
        "aid",
        "arms",
        "bonus",
        "chances",
        "con",
        "defences",
        "dex",
        "dodge",
        "dodging",
        "entry",
        "first",
        "foci",
        "full",
        "harms",
        "highest",
        "id",
        "index",
        "item_hp",
        "items",
        "kinds",
        "leg_count",
        "limbs",
        "loading",
        "melee",
        "missiles",
        "mov",
        "natural",
        "nerve",
        "no_ritual",
        "no_skill",
        "no_spell",
        "nothing",
        "others",
        "power",
        "shoots",
        "side",
        "siz",
        "skills",
        "spells",
        "strength",
        "total",
        "weak",
        "words",
        "worn",
    )

    def __init__(self, index: int, side: int, first: bool, entry: Entry) -> None:
        sheet = entry.sheet
        its = sheet.characteristics
        self.index: int = index
        self.id: str = entry.id
        self.side: int = side
        self.first: bool = first
        self.entry: Entry = entry
        self.dex: int = its.DEX
        self.siz: int = its.SIZ
        self.strength: int = its.STR
        self.con: int = its.CON
        self.power: int = its.POW
        self.spells: list[Spell] = list(sheet.spells)
        self.foci: list[int] = list(sheet.foci)
        self.mov: int = sheet.move
        self.arms: list[Weapon] = list(sheet.weapons)
        body = strike_rank.of_body(its.DEX, its.SIZ)
        self.melee: list[list[Term]] = [
            strike_rank.with_weapon(body, one.rank) for one in sheet.weapons
        ]
        self.chances: list[int] = [sheet.skills[one.id] for one in sheet.weapons]
        self.words: list[str] = [*[one.id for one in sheet.weapons], DODGE_WORD]
        self.harms: list[int] = [
            one.dice * (one.sides + 1) + 2 * one.bonus for one in sheet.weapons
        ]
        self.weak: list[bool] = [
            too_weak(its.STR, its.DEX, (one.strength, one.dexterity)) for one in sheet.weapons
        ]
        self.skills: list[Term] = [Term(one.name, sheet.skills[one.id]) for one in sheet.weapons]
        self.dodge: int = sheet.skills[DODGE]
        self.dodging: Term = Term("Dodge", self.dodge)
        self.defences: list[int] = self._best_first()
        self.aid: int = sheet.skills.get(FIRST_AID, UNTRAINED_AID)
        self.others: list[str] = [one for one in sheet.skills if one != FIRST_AID and is_slow(one)]
        self.bonus: list[Part] = bonus_of(its.STR + its.SIZ)
        self.kinds: list[str] = [one.kind for one in sheet.body.locations]
        self.highest: list[int] = [one.to for one in sheet.body.locations]
        self.limbs: dict[str, list[int]] = {ARM: [], LEG: []}
        for place, kind in enumerate(self.kinds):
            if kind in self.limbs:
                self.limbs[kind].append(place)
        self.leg_count: int = len(self.limbs[LEG])
        self.total: int = hit_points(its.CON, its.SIZ, its.POW)
        self.full: list[int] = [
            location_points(self.total, one.more) for one in sheet.body.locations
        ]
        temper = entry.temper
        self.nerve: int = temper.nerve if temper is not None and temper.tested else 0
        self.shoots: bool = False
        self.natural: bool = False
        for weapon in sheet.weapons:
            if weapon.id in OF_THE_BODY:
                self.natural = True
            if weapon.how:
                self.shoots = True
        # What it begins with.
        self.nothing: list[int] = [0] * len(self.full)
        self.worn: list[int] = list(sheet.armour)
        self.no_spell: list[Effect] = []
        self.no_ritual: list[int] = []
        self.no_skill: list[int] = []
        self.items: list[int] = [HELD if one.id in entry.held else CARRIED for one in self.arms]
        for slung in entry.slung:
            self.items[[one.id for one in self.arms].index(slung)] = SLUNG
        self.item_hp: list[int] = [one.hp for one in self.arms]
        self.missiles: list[int] = [one.missiles for one in self.arms]
        self.loading: list[int] = [
            0 if entry.loaded else reloading(one.rounds) for one in self.arms
        ]

    def _best_first(self) -> list[int]:
        """What parries and the dodge by their skill, the first of equals first and the dodge last of them."""
        skills: list[tuple[int, int, int]] = [(-self.dodge, len(self.arms), DODGING)]
        for number, weapon in enumerate(self.arms):
            if weapon.hp > 0 and not weapon.how:
                chance = self.chances[number]
                skills.append((-half(chance) if self.weak[number] else -chance, number, number))
        skills.sort()
        return [skill[2] for skill in skills]


class Combatant:
    """Somebody in a fight: ``build`` never changes, all else does.

    ``metres`` is where it stands on the line between the sides, ``place`` its hex on a map, ``lost`` what each location
    has lost and ``lost_all`` the whole; ``barred`` what a fumble keeps it from in this round.
    ``scares`` is what frightened it so far, a bit each, and ``mood`` what came of it, until ``mood_to``.
    ``wards`` is the friend before whom it stands, NOBODY for none.
    Whoever is ``unaware`` knows of no foe yet.
    ``missiles`` are those left for each item, and ``loading`` the slow rounds until it shoots.
    ``under`` are the spells on it, and ``mov`` and ``dozes`` follow from them; ``focus`` is the
    number of the spell whose focus is in hand, ``spoken`` whether it has cast besides in this
    round, ``helmet`` what one that is off would make of the armour of its head, ``ritual`` what it is at (see `rules.rivers.course.ritual`).
    ``proved`` are the skills that have succeeded (`rules.rivers.course.proving`).
    A list that changes is made anew, for forks share it.
    """

    __slots__ = (
        "able",
        "barred",
        "barred_next",
        "bleeding",
        "build",
        "dead",
        "dies_at",
        "dozes",
        "dying",
        "focus",
        "gone",
        "helmet",
        "helpless",
        "id",
        "index",
        "item_hp",
        "items",
        "lame",
        "loading",
        "lost",
        "lost_all",
        "magic_points",
        "metres",
        "missiles",
        "mood",
        "mood_to",
        "mov",
        "place",
        "prisoner",
        "prone",
        "proved",
        "removed",
        "ritual",
        "rune_points",
        "scares",
        "severed",
        "shock",
        "sound_arms",
        "sound_legs",
        "spoken",
        "surprised",
        "unaware",
        "unconscious",
        "under",
        "wards",
        "worn",
    )

    able: bool
    barred: int
    barred_next: int
    bleeding: bool
    dead: bool
    dies_at: int
    dozes: bool
    dying: bool
    focus: int
    gone: bool
    helmet: int
    helpless: bool
    item_hp: list[int]
    items: list[int]
    lame: bool
    loading: list[int]
    lost: list[int]
    lost_all: int
    magic_points: int
    metres: int
    missiles: list[int]
    mood: int
    mood_to: int
    mov: int
    place: int
    prisoner: bool
    prone: bool
    proved: list[int]
    removed: bool
    ritual: list[int]
    rune_points: int
    scares: int
    severed: list[int]
    shock: bool
    sound_arms: int
    sound_legs: int
    spoken: bool
    surprised: bool
    unaware: bool
    unconscious: bool
    under: list[Effect]
    wards: int
    worn: list[int]
    STATE: Final = (
        "able",
        "metres",
        "lost_all",
        "prone",
        "shock",
        "helpless",
        "unconscious",
        "bleeding",
        "dead",
        "dying",
        "lame",
        "gone",
        "surprised",
        "barred",
        "barred_next",
        "dies_at",
        "rune_points",
        "magic_points",
        "focus",
        "spoken",
        "prisoner",
        "scares",
        "mood",
        "mood_to",
        "wards",
        "unaware",
        "place",
        "helmet",
        "removed",
    )
    LISTS: Final = (
        "lost",
        "severed",
        "worn",
        "items",
        "item_hp",
        "missiles",
        "loading",
        "ritual",
        "proved",
    )

    def __init__(self, build: Build) -> None:
        """Nobody yet: `start` and `copy` fill in the rest."""
        self.build: Build = build
        self.index: int = build.index  # the number of its seat, less one
        self.id: str = build.id

    def start(self) -> None:
        """As the fight begins."""
        build = self.build
        self.able = True
        self.metres = 0
        self.place = NOBODY
        self.lost_all = 0
        self.prone = False
        self.shock = False
        self.helpless = False
        self.unconscious = False
        self.bleeding = False
        self.dead = False
        self.dying = False
        self.lame = False
        self.gone = False
        self.removed = False  # by the game master, and gone with that
        self.surprised = build.entry.surprised
        self.unaware = build.entry.unaware
        self.barred = 0
        self.barred_next = 0
        self.dies_at = NEVER
        self.rune_points = build.entry.sheet.rune_points
        self.prisoner = False
        self.scares = 0
        self.mood = STEADY
        self.mood_to = NEVER
        self.wards = NOBODY
        self.lost = build.nothing
        self.sound_arms = len(build.limbs[ARM])
        self.sound_legs = build.leg_count
        self.severed = build.nothing
        self.worn = build.worn
        self.items = build.items
        self.item_hp = build.item_hp
        self.missiles = build.missiles
        self.loading = build.loading
        self.magic_points = build.entry.sheet.magic_points
        self.focus = NO_FOCUS
        self.helmet = build.entry.helmet
        self.spoken = False
        self.ritual = build.no_ritual
        self.proved = build.no_skill
        self.under = build.no_spell
        self.mov = build.mov
        self.dozes = False

    def copy(self) -> Combatant:
        """The same, to go on by itself."""
        c = Combatant(self.build)
        c.able = self.able
        c.metres = self.metres
        c.place = self.place
        c.lost_all = self.lost_all
        c.prone = self.prone
        c.shock = self.shock
        c.helpless = self.helpless
        c.unconscious = self.unconscious
        c.bleeding = self.bleeding
        c.dead = self.dead
        c.dying = self.dying
        c.lame = self.lame
        c.gone = self.gone
        c.removed = self.removed
        c.surprised = self.surprised
        c.unaware = self.unaware
        c.barred = self.barred
        c.barred_next = self.barred_next
        c.dies_at = self.dies_at
        c.rune_points = self.rune_points
        c.prisoner = self.prisoner
        c.scares = self.scares
        c.mood = self.mood
        c.mood_to = self.mood_to
        c.wards = self.wards
        c.lost = self.lost
        c.sound_arms = self.sound_arms
        c.sound_legs = self.sound_legs
        c.severed = self.severed
        c.worn = self.worn
        c.items = self.items
        c.item_hp = self.item_hp
        c.missiles = self.missiles
        c.loading = self.loading
        c.magic_points = self.magic_points
        c.focus = self.focus
        c.helmet = self.helmet
        c.spoken = self.spoken
        c.ritual = self.ritual
        c.proved = self.proved
        c.under = self.under
        c.mov = self.mov
        c.dozes = self.dozes
        return c

    # --- what follows from it ----------------------------------------------------------------

    def is_useless(self, place: int) -> bool:
        """H11: has this location lost its hit points?"""
        return self.lost[place] >= self.build.full[place]

    def state_of(self, place: int) -> wounds.Wound:
        """H11, H12: what a location is like with what it has lost (M40: of all it has for now), as a wound of nothing more."""
        each = self.borrowed()
        return wounds.wound(
            self.build.kinds[place], self.build.full[place] + each, self.lost[place] + each, 0
        )

    def wound(self, lost: list[int]) -> None:
        """H10, H11: what each location has lost by now, and how many limbs are of use with it."""
        self.lost = lost
        self.sound_arms = self._of_use(ARM)
        self.sound_legs = self._of_use(LEG)

    def _of_use(self, kind: str) -> int:
        count = 0
        full = self.build.full
        for place in self.build.limbs[kind]:
            if self.lost[place] < full[place]:
                count += 1
        return count

    def hands(self) -> int:
        """How many hands can hold something."""
        return min(HANDS, self.sound_arms)

    def may_stand(self) -> bool:
        """H11, H12: are its legs there to stand on?"""
        return not self.lame and self.sound_legs == self.build.leg_count

    def settle(self) -> None:
        """H15, H16, M16: whether anything comes from it any more."""
        least = 0 if self.under and effects.is_heedless(self.under) else FAINT
        out = self.dead or self.dying or self.unconscious or self.shock or self.helpless
        if out or self.dozes or self.gone or self.prisoner:
            self.able = False
            return
        unarmed = self.sound_arms == 0 and not self.build.natural
        self.able = not unarmed and self.build.total - self.lost_all > least

    def set_item(self, item: int, state: int) -> None:
        made = self.items[:]
        made[item] = state
        self.items = made

    def wear_item(self, item: int, lost: int) -> None:
        """D5: what an item loses, never more than it has."""
        made = self.item_hp[:]
        made[item] = max(0, made[item] - lost)
        self.item_hp = made

    def shoot(self, item: int) -> None:
        """C41, C43: a missile is gone, with the last that is thrown the thing itself, and what is heavy is empty."""
        made = self.missiles[:]
        made[item] -= 1
        self.missiles = made
        weapon = self.build.arms[item]
        if weapon.how == "thrown" and made[item] == 0:
            self.set_item(item, GONE)
        self.load(item, reloading(weapon.rounds))

    def load(self, item: int, rounds: int) -> None:
        """So many slow rounds until it shoots again."""
        if self.loading[item] != rounds:
            made = self.loading[:]
            made[item] = rounds
            self.loading = made

    def is_natural(self, item: int) -> bool:
        """Is it a part of the body?"""
        return self.build.arms[item].hands == 0

    def shielded(self) -> int:
        """C20, M7: the magical armour points everywhere."""
        return effects.armour(self.under) if self.under else 0

    def enchant(self, under: list[Effect]) -> None:
        """Put it under these spells and no others; `settle` has to follow if somebody may doze or wake by it."""
        had = effects.borrowed(self.under)
        has = effects.borrowed(under)
        if has != had:  # M40: what is borrowed was lost less
            self.lost_all -= has[0] - had[0]
            self.wound([lost - (has[1] - had[1]) for lost in self.lost])
        self.under = under
        self.mov = effects.mov(under, self.build.mov)
        self.dozes = effects.bars(under) & effects.NOTHING != 0

    def barred_from(self) -> int:
        """H9, M17: what it cannot do now, as bits."""
        return self.barred | effects.bars(self.under) if self.under else self.barred

    def strength_and_size(self) -> int:
        return self.build.strength + self.build.siz

    def borrowed(self) -> int:
        """M40: the hit points that a spell gives to each location."""
        return effects.borrowed(self.under)[1] if self.under else 0

    def con(self) -> int:
        """CON, with what a spell adds (M40)."""
        return self.build.con + effects.con(self.under) if self.under else self.build.con

    def dex(self) -> int:
        """A4, M13: the DEX that decides between equal strike ranks, with what a spell adds."""
        return self.build.dex + effects.dex(self.under) if self.under else self.build.dex

    def is_weak(self, item: int) -> bool:
        """Q26, M14: does it lack what this weapon wants?"""
        if not self.build.weak[item] or not self.under:
            return self.build.weak[item]
        arm = self.build.arms[item]
        its = self.build.strength + effects.strength_of(self.under)
        return too_weak(its, self.build.dex, (arm.strength, arm.dexterity))

    def holds(self, item: int) -> bool:
        return self.items[item] == HELD

    def can_use(self, item: int) -> bool:
        """C8: does it hold that, and on no crippled arm?  Only a shield stays on one."""
        if self.items[item] != HELD:
            return False
        return not self.build.arms[item].shield or not self.is_crippled(LEFT)

    def is_crippled(self, side: str) -> bool:
        """H11: is the arm on that side of no use?"""
        if self.sound_arms == len(self.build.limbs[ARM]):
            return False
        for place in self.build.limbs[ARM]:
            name = self.build.entry.sheet.body.locations[place].name
            if self.is_useless(place) and name.startswith(side):
                return True
        return False

    def item(self, word: str) -> int:
        """The number of an item by its id; -1 for none."""
        for number, weapon in enumerate(self.build.arms):
            if weapon.id == word:
                return number
        return -1
