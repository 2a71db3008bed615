"""What the combatant of one question knows, as bytes: so a mind far away sees what one in process sees.

The shadow of a fight is a fight made anew: oneself whole, others by what shows of them,
and everything that is not put into it is unknown.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import structs

from rules.kernel.dice import luck
from rules.kernel.people.model import Characteristics
from rules.request.chapters import wounds
from rules.request.chapters.fatigue import FRESH
from rules.request.chapters.nerve import STEADY
from rules.request.course.choices import CAST, IS_PART, Choice
from rules.request.course.combatant import (
    BROKEN,
    CARRIED,
    GONE,
    NEVER,
    NOTHING,
    ON_ITS_LINE,
    PHASE_TOP,
    STANDING,
    Combatant,
)
from rules.request.course.model import SavedFight, SavedShadow
from rules.request.course.nerves import NOT_LOOKED
from rules.request.course.sight import Sight
from rules.request.course.snapshot import people_it, saved, stand
from rules.request.course.spellcraft import spell_of
from rules.request.course.state import (
    EVERYBODY,
    FOLLOW_OFFER,
    RESIST_OFFER,
    Asked,
    Modifier,
    State,
)
from rules.request.model import (
    LOCATIONS,
    Armour,
    Blow,
    Entry,
    Setup,
    Sheet,
    Shot,
    Side,
    Spell,
    Weapon,
)

UNKNOWN: Final = 1  # a characteristic
NEEDED: Final = ("Dodge", "Resilience", "Athletics", "Acrobatics")
BEARS: Final = 2  # hit points of every location: enough for every look of a wound
MOST_KNOWN: Final = 8
# More than one missile is as good as two: that is all that shows.
SEVERAL: Final = 2


def shadow(fight: State, asked: Asked, place: str) -> bytes:
    """The question *asked*, called *place*, and all that its combatant knows."""
    told = _Telling(fight, asked)
    return msgspec.json.encode(SavedShadow(place, luck(fight.seed, place), saved(told.shade())))


def sight_from(data: bytes) -> Sight:
    """The sight that a shadow holds."""
    held = msgspec.json.decode(data, type=SavedShadow)
    fight = _with_people(held.fight)
    stand(fight, held.fight)
    return Sight(fight, fight.asked[0], held.place, held.luck)


class _Memory:
    """The people of the last shadows, unpacked: most prompts of a fight are about the same ones."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: list[State] = []


_LAST: Final = _Memory()


def _with_people(held: SavedFight) -> State:
    """A fight of these people, in which nothing has happened."""
    for known in _LAST.known:
        if known.setup == held.setup:
            return _copy(known)
    fight = State()
    people_it(fight, held)
    _LAST.known = [fight, *_LAST.known[: MOST_KNOWN - 1]]
    return _copy(fight)


def _copy(known: State) -> State:
    """The same again, sharing what never changes; the ground keeps what was worked out on it."""
    fight = State()
    fight.setup = known.setup
    fight.ground = known.ground
    fight.option_demotion = known.option_demotion
    fight.option_pool = known.option_pool
    fight.option_round_up = known.option_round_up
    fight.option_fumble_from = known.option_fumble_from
    fight.people = [c.copy() for c in known.people]
    fight.names = known.names
    fight.entries = known.entries
    fight.hostile = known.hostile
    return fight


class _Telling:
    """Who and which sides are known to whoever is asked, and what number they have in the shadow."""

    __slots__ = ("asked", "fight", "kept", "me", "people", "sides")

    def __init__(self, fight: State, asked: Asked) -> None:
        self.fight: State = fight
        self.asked: Asked = asked
        self.me: Combatant = fight.people[asked.who]
        striker = NOTHING if asked.deed is None else asked.deed.by
        self.kept: list[Combatant] = []
        self.people: list[int] = [NOTHING] * len(fight.people)
        self.sides: list[int] = [NOTHING] * len(fight.setup.sides)
        for c in fight.people:
            # C20: whoever strikes and is hidden after that was seen to strike.
            if not c.hidden or c.index == striker or not fight.is_foe(self.me, c):
                self.people[c.index] = len(self.kept)
                self.kept.append(c)
                self.sides[c.side] = 0
        count = 0
        for side, known in enumerate(self.sides):
            if known >= 0:
                self.sides[side] = count
                count += 1

    def shade(self) -> State:
        """The fight as it is known."""
        fight = self.fight
        entries = [self._entry(c) for c in self.kept]
        made = State()
        made.setup = Setup(
            "",
            self._shown_sides(),
            tuple(entries),
            options=fight.setup.options,
            distance=fight.setup.distance,
            field=fight.setup.field,
            surroundings=fight.scene,
        )
        made.scene = fight.scene
        made.entries = entries
        for c in self.kept:
            entry = entries[len(made.people)]
            is_me = c.index == self.me.index
            made.people.append(self._oneself() if is_me else self._somebody(c, entry))
        for m in fight.modifiers:
            if m.who in (EVERYBODY, self.me.index):
                who = EVERYBODY if m.who == EVERYBODY else self.people[m.who]
                made.modifiers.append(Modifier(m.name, m.value, m.lasts, who))
        made.round = fight.round
        made.phase = fight.phase
        made.rank = fight.rank
        made.quiet_rounds = fight.quiet_rounds
        asked = self.asked
        made.asked = [Asked(asked.kind, self.people[asked.who], self._deed(), asked.place)]
        return made

    def _shown_sides(self) -> tuple[Side, ...]:
        ids = [side.id for i, side in enumerate(self.fight.setup.sides) if self.sides[i] != NOTHING]
        shown: list[Side] = []
        for side in self.fight.setup.sides:
            if side.id in ids:
                friends = [one for one in side.friends if one in ids]
                shown.append(Side(side.id, side.name, tuple(friends)))
        return tuple(shown)

    def _entry(self, c: Combatant) -> Entry:
        side = self.fight.setup.sides[c.side].id
        if (
            c.index == self.me.mount
        ):  # P34p: its strength is behind the lance, and known to its rider
            known = structs.replace(sheet_as_seen(c), characteristics=c.entry.sheet.characteristics)
            return Entry(c.id, c.name, side, known, steed=c.entry.steed)
        if c.index != self.me.index:
            seen = sheet_as_seen(c)
            deed = self.asked.deed
            if deed is not None and deed.by == c.index and self._is_cast_on_me():
                spell = spell_as_felt(spell_of(c, deed.item))
                seen = structs.replace(seen, spells=(spell,))
            return Entry(c.id, c.name, side, seen, steed=c.entry.steed)
        mine = c.entry
        return Entry(
            c.id, c.name, side, mine.sheet, place=mine.place, temper=mine.temper, steed=mine.steed
        )

    def _deed(self) -> Choice | None:
        """Who does what with what, and where a retreat led."""
        deed = self.asked.deed
        if deed is None:
            return None
        target = self.people[self.me.index] if deed.target >= 0 else NOTHING
        item = 0 if self._is_cast_on_me() else deed.item  # of spells the shadow has that one
        made = Choice(self.people[deed.by], deed.verb, item, target)
        if self.asked.kind == FOLLOW_OFFER:
            made.to = deed.to
        return made

    def _is_cast_on_me(self) -> bool:
        """C17b: does it ask for the dice that ward a spell off?"""
        deed = self.asked.deed
        return self.asked.kind == RESIST_OFFER and deed is not None and IS_PART[deed.verb]

    def _oneself(self) -> Combatant:
        c = self.me.copy()
        c.plan = None
        c.wait_who = NOTHING
        c.aim_at = self._number(c.aim_at)
        c.aid_at = self._number(c.aid_at)
        self._engagement(c, self.me)
        c.parted = self._numbers(c.parted)
        c.walked = self._walked(self.me)
        if c.task is not None:
            c.task = Choice(
                self._number(c.index), c.task.verb, c.task.item, self._number(c.task.target)
            )
        c.marks = []  # how far everybody has moved since is in `walked`
        return c

    def _somebody(self, c: Combatant, entry: Entry) -> Combatant:
        """What shows of *c*; a foe who has been hidden is known by what it had on it only."""
        made = _unknown(entry)
        made.hidden = c.hidden
        made.side = self.sides[c.side]
        made.mounted = c.mounted
        if c.hidden and self.fight.is_foe(self.me, c):
            return made
        for place, full in enumerate(c.full):
            made.hp[place] = points_as_seen(c.hp[place], full)
        made.bleeds = [min(due, 1) for due in c.bleeds]
        made.items = [GONE if state == BROKEN else state for state in c.items]
        made.stance = c.stance
        made.surprised = c.surprised
        made.overextended = c.overextended
        made.vulnerable = c.vulnerable
        made.blinded = c.blinded
        made.defending = c.defending
        made.tired = c.tired
        made.unconscious = c.unconscious
        made.dead = c.dead
        made.out = c.out
        made.gone = c.gone
        made.yielded = c.yielded
        made.mood = c.mood
        made.flying = c.flying
        made.bolting = c.bolting
        made.high = c.high
        made.away = c.away
        made.place = c.place
        made.level = c.level
        made.walked = self._walked(c)
        made.under = c.under
        if c.casting:  # that somebody casts is seen, and no more than that
            made.task = Choice(self.people[c.index], CAST, NOTHING, NOTHING)
        self._engagement(made, c)
        return made

    def _walked(self, c: Combatant) -> int:
        """How far *c* has moved since whoever is asked acted last."""
        marks = self.me.marks
        return c.walked - (marks[c.index] if c.index < len(marks) else 0)

    def _engagement(self, made: Combatant, c: Combatant) -> None:
        """Whom *c* is engaged with, and what has been formed and declared about it."""
        made.side = self.sides[c.side]
        made.foes = self._numbers(c.foes)
        made.reaches = [r for i, r in enumerate(c.reaches) if self.people[c.foes[i]] >= 0]
        made.focus = self._number(c.focus)
        made.holder = self._number(c.holder)
        made.holding = self._number(c.holding)
        made.pinned = c.pinned
        made.pinning = c.pinning
        made.mount = self._number(c.mount)
        made.rider = self._number(c.rider)
        made.formed = [*c.formed[:1], *self._numbers(c.formed[1:])]
        made.declared = []
        for i in range(0, len(c.declared), 2):
            side = self.sides[c.declared[i]]
            if side >= 0:
                made.declared += [side, c.declared[i + 1]]

    def _number(self, who: int) -> int:
        return self.people[who] if who >= 0 else NOTHING

    def _numbers(self, people: list[int]) -> list[int]:
        return [self.people[who] for who in people if self.people[who] >= 0]


def _unknown(entry: Entry) -> Combatant:  # noqa: PLR0915 - a line a slot
    """Somebody of whom nothing is known but the sheet, and that as far only as a snapshot goes."""
    c = Combatant()
    count = len(entry.sheet.weapons)
    c.acted = False
    c.acts = 0
    c.aim_at = NOTHING
    c.aim_count = 0
    c.aim_item = NOTHING
    c.away = ON_ITS_LINE
    c.call = PHASE_TOP
    c.carrying = False
    c.dead = False
    c.declared = []
    c.defending = False
    c.flying = False
    c.high = False
    c.focus = NOTHING
    c.foes = []
    c.formed = []
    c.gone = False
    c.removed = False
    c.yielded = False
    c.scares = NOT_LOOKED
    c.causes = 0
    c.mood = STEADY
    c.mood_to = 0
    c.hands = [NOTHING, NOTHING]
    c.hp = [BEARS] * len(LOCATIONS)
    c.items = [CARRIED] * count
    c.load_left = [0] * count
    c.lost = 0
    c.marks = []
    c.missiles = [0] * count
    c.mounted = False
    c.out = False
    c.overextended = False
    c.parted = []
    c.place = NOTHING
    c.level = 0
    c.plan = None
    c.reaches = []
    c.reactions = 0
    c.second = NOTHING
    c.second_acts = False
    c.stance = STANDING
    c.surprised = False
    c.unconscious = False
    c.vulnerable = False
    c.blinded = False
    c.wait_for = 0
    c.wait_who = NOTHING
    c.wakes = NEVER
    c.bleeds = [NEVER] * len(LOCATIONS)
    c.proved = []
    c.used = []
    c.aid_at = NOTHING
    c.aid_done = 0
    c.walked = 0
    c.holder = NOTHING
    c.holding = NOTHING
    c.pinned = False
    c.pinning = False
    c.mount = NOTHING
    c.rider = NOTHING
    c.couched = ()
    c.bolting = False
    c.tired = FRESH
    c.strain = 0
    c.strained = False
    c.mp = 0
    c.under = []
    c.task = None
    c.task_left = 0
    return c


def points_as_seen(points: int, full: int) -> int:
    """Hit points of a location that bears `BEARS` and looks the same."""
    found = wounds.severity(points, full)
    if found == wounds.UNHURT:
        return BEARS if points >= full else 1
    return 1 - found


def spell_as_felt(spell: Spell) -> Spell:
    """A spell as its mark knows it: what it is called, and what wards it off."""
    return Spell(
        id=spell.id,
        name=spell.name,
        skill="Resilience",  # of those in a sheet as it shows
        effect="dispel",  # one without figures
        actions=1,
        cost=0,
        range=0,
        resist=spell.resist,
    )


def sheet_as_seen(c: Combatant) -> Sheet:
    """The sheet of *c*, with everything in it that does not show as good as nothing."""
    sheet = c.entry.sheet
    skills: dict[str, int] = {}
    for skill in NEEDED:
        skills[skill] = 0
    weapons: list[Weapon] = []
    for weapon in sheet.weapons:
        weapons.append(weapon_as_seen(weapon))
        if weapon.close is not None:
            skills[weapon.close.skill] = 0
        if weapon.shot is not None:
            skills[weapon.shot.skill] = 0
    worn: list[Armour] = []
    for place, name in enumerate(LOCATIONS):
        if c.armour[place] > sheet.natural_armour:
            worn.append(Armour("worn", "worn", c.armour[place], (name,), 0))
    return Sheet(
        creature=sheet.creature,
        characteristics=Characteristics(
            UNKNOWN, UNKNOWN, sheet.characteristics.SIZ, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN
        ),
        skills=skills,
        weapons=tuple(weapons),
        armour=tuple(worn),
        hit_points=(BEARS,) * len(LOCATIONS),
        natural_armour=sheet.natural_armour,
        move=sheet.move,
    )


def weapon_as_seen(weapon: Weapon) -> Weapon:
    """A weapon by what it does, not by what it bears or how many missiles there are."""
    close = weapon.close
    blow = None if close is None else Blow(close.skill, close.dice, close.sides, close.bonus)
    far = weapon.shot
    shot = None
    if far is not None:
        shot = Shot(
            far.skill,
            far.dice,
            far.sides,
            far.range,
            far.load,
            far.bonus,
            min(far.missiles, SEVERAL),
            far.thrown,
        )
    return Weapon(
        weapon.id,
        weapon.name,
        weapon.hands,
        0,
        0,
        weapon.reach,
        shield=weapon.shield,
        close=blow,
        shot=shot,
    )
