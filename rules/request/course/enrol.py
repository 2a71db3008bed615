"""Who takes part: the setup unpacked into the state, and combatants entered one by one."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import structs

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.field.model import Field
from rules.request.chapters import crowd as crowd_of, saddle, surroundings
from rules.request.chapters.fatigue import FRESH
from rules.request.chapters.nerve import STEADY
from rules.request.course.arms import BARE_HANDS, Arm, who_beats_whom
from rules.request.course.choices import codes_for
from rules.request.course.combatant import (
    CARRIED,
    NEVER,
    NOTHING,
    ON_ITS_LINE,
    PHASE_TOP,
    STANDING,
    Combatant,
)
from rules.request.course.ground import Ground, crowd, is_free, nearest_free
from rules.request.course.nerves import NOT_LOOKED
from rules.request.course.riding import join, why_not_ridden
from rules.request.course.state import State
from rules.request.model import LOCATIONS, Entry, Setup, Surroundings

BOTH_HANDS: Final = 2
FIRST_AID: Final = "First Aid"
RIDING: Final = "Riding"
LETTERS: Final = ".#o~"
DIGITS: Final = "0123456789"


def prepare(fight: State, setup: Setup) -> None:
    """Everything of a new fight but its people, seed and dice."""
    fight.setup = setup
    fight.option_demotion = setup.options.opposed == "demotion"
    fight.option_pool = setup.options.reactions == "pool"
    fight.option_shields = setup.options.second_item == "any"
    fight.option_round_up = setup.options.critical_rounding == "up"
    fight.option_fumble_from = setup.options.fumble_from
    surround(fight, setup.surroundings)
    if setup.field is not None:
        check_field(setup.field)
        fight.ground = Ground(setup.field)
    for a in setup.sides:
        row: list[bool] = []
        for b in setup.sides:
            friends = a.id == b.id or b.id in a.friends or a.id in b.friends
            row.append(not friends)
        fight.hostile.append(row)
    # A stable sort: changes for the same moment happen in the order they were written.
    fight.timed = sorted(
        setup.amendments, key=lambda timed: (timed.at.round, timed.at.phase, -timed.at.rank)
    )


def surround(fight: State, scene: Surroundings) -> None:
    """What the light, the air, the wind and the ground of the scene take from attacks from now on."""
    fight.scene = scene
    fight.gloom = surroundings.LIGHT[scene.light]
    fight.haze = surroundings.AIR[scene.air]
    fight.wind = surroundings.WIND[scene.wind]
    fight.footing = surroundings.FOOTING[scene.footing]
    fight.storm = scene.wind == surroundings.HURRICANE
    takes = fight.gloom + fight.haze + fight.wind + fight.footing
    fight.hampers = takes < 0


def side_number(fight: State, side: str) -> int:
    """The number of the side called *side*, or -1."""
    for i, known in enumerate(fight.setup.sides):
        if known.id == side:
            return i
    return -1


def enlist(fight: State, entry: Entry) -> Combatant:
    """Enter one more combatant at the end of the seat order; raises SetupError if it cannot be."""
    check_newcomer(fight, entry)
    c = enter(fight, entry)
    if entry.rides:
        join(c, fight.people[fight.names[entry.rides]])
    elif fight.ground is not None:
        c.place = place_for(fight, fight.ground, entry)
        c.level = fight.ground.level(c.place)
    return c


def enter(fight: State, entry: Entry) -> Combatant:
    """The same for somebody who was let in before, as a snapshot says; it has no place yet."""
    side = side_number(fight, entry.side)
    index = len(fight.people)
    codes = codes_for(
        [weapon.id for weapon in entry.sheet.weapons], [spell.id for spell in entry.sheet.spells]
    )
    c = combatant_from(index, entry, side, codes)
    fight.people.append(c)
    if c.nerve:
        fight.nervous = True
    fight.entries.append(entry)
    fight.names[entry.id] = index
    return c


def check_newcomer(fight: State, entry: Entry) -> None:
    """Raise SetupError unless *entry* is whole and fits into this fight."""
    if side_number(fight, entry.side) < 0:
        raise BadEntryError(entry, "side", f"there is no side {entry.side!r}")
    if entry.id in fight.names:
        raise BadEntryError(entry, "id", "is that of somebody else")
    check_entry(entry)
    if entry.high and (fight.ground is None or not entry.flying):
        raise BadEntryError(entry, "high", "is for those who fly, in a fight with places")
    if entry.rides:
        check_ride(fight, entry)
        return
    if fight.ground is None:
        if entry.place:
            raise BadEntryError(entry, "place", "is a hex, but this fight has no places")
        return
    if entry.place:
        check_place(fight, fight.ground, entry)
    if place_for(fight, fight.ground, entry) < 0:
        raise BadEntryError(entry, "place", "there is no room for it on the field")


def check_ride(fight: State, entry: Entry) -> None:
    """P34d, P34k: raise SetupError unless *entry* can sit on its mount as the fight stands."""
    number = fight.names.get(entry.rides, NOTHING)
    if number < 0:
        problem = f"there is no {entry.rides!r} yet; a mount comes before its rider"
        raise BadEntryError(entry, "rides", problem)
    mount = fight.people[number]
    problem = why_not_ridden(mount)
    # A mount that has changed sides carries those of the side it is on now.
    if mount.side != side_number(fight, entry.side) or mount.hidden != entry.hidden:
        problem = problem or "is of another side, or only one of the two is hidden"
    if not saddle.bears(mount.size, entry.sheet.characteristics.SIZ):
        problem = problem or "is not larger than its rider"
    if problem:
        raise BadEntryError(entry, "rides", f"{mount.id} {problem}")
    if entry.high or entry.flying:
        raise BadEntryError(entry, "flying", f"is for {mount.id}, which carries it")
    if entry.place and hexes.named(entry.place) != mount.place:
        raise BadEntryError(entry, "place", f"is not where {mount.id} stands")


def check_field(field: Field) -> None:
    """Raise SetupError unless the rows and the heights of *field* are drawings of it."""
    _check_drawing(field, "field.rows", field.rows, LETTERS)
    _check_drawing(field, "field.heights", field.heights, DIGITS)


def _check_drawing(field: Field, path: str, rows: tuple[str, ...], letters: str) -> None:
    if not rows:
        return
    if len(rows) != field.height:
        problem = f"has {len(rows)} rows; expected {field.height}, as height says"
        raise SetupError(path, problem)
    for i, row in enumerate(rows):
        for letter in row:
            if letter not in letters:
                raise SetupError(f"{path}[{i}]", f"has {letter!r}; expected one of {letters}")
        if len(row) != field.width:
            problem = f"has {len(row)} hexes; expected {field.width}, as width says"
            raise SetupError(f"{path}[{i}]", problem)


def check_place(fight: State, ground: Ground, entry: Entry) -> None:
    """Raise SetupError unless *entry* can stand where it says."""
    h = hexes.named(entry.place)
    if h < 0:
        raise BadEntryError(entry, "place", f"{entry.place!r} is no hex; expected one like E4")
    girth = girth_of(entry)
    if not is_free(ground, h, girth, {}, entry.high):
        size = "somebody that large" if girth else "anybody"
        raise BadEntryError(entry, "place", f"{entry.place} is no ground for {size} to stand on")
    for other in fight.people:
        # Before the first round the hidden keep their hexes too.
        stands = other.place >= 0 and (fight.round == 0 or other.bars())
        stands = stands and other.high == entry.high
        if stands and hexes.distance(h, other.place) - girth - other.girth < 1:
            raise BadEntryError(entry, "place", f"{entry.place} is where {other.id} stands")


def near_its_place(fight: State, entry: Entry) -> Entry:
    """The same entry, at the nearest free hex if somebody stands on its own: so a scenario's people come in."""
    ground = fight.ground
    h = hexes.named(entry.place)
    if ground is None or h < 0 or not is_free(ground, h, girth_of(entry), {}, entry.high):
        return entry
    free = place_for(fight, ground, entry)
    return entry if free < 0 else structs.replace(entry, place=hexes.name(free))


def girth_of(entry: Entry) -> int:
    """C23: 1 for whoever covers the six hexes around its place too."""
    return 1 if crowd_of.is_large(entry.sheet.characteristics.SIZ) else 0


def place_for(fight: State, ground: Ground, entry: Entry) -> int:
    """Where *entry* comes in: where it says, or as near to its first able friend as can be; -1 without room."""
    around = hexes.at(ground.width // 2, ground.height // 2)
    side = side_number(fight, entry.side)
    if entry.place:
        around = hexes.named(entry.place)
    else:
        for other in fight.people:
            if other.bars() and not fight.hostile[side][other.side]:
                around = other.place
                break
    taken = crowd(fight.people, NOTHING, entry.high)
    return nearest_free(ground, around, girth_of(entry), taken, entry.high)


def check_entry(entry: Entry) -> None:
    """Raise SetupError unless *entry* is whole: what the fight will look up is there and makes sense."""
    try:
        msgspec.convert(msgspec.to_builtins(entry), Entry)
    except msgspec.ValidationError as error:
        raise BadEntryError(entry, "entry", str(error)) from error
    sheet = entry.sheet
    needed = ["Dodge", "Resilience", "Athletics", "Acrobatics"]
    hands: dict[str, int] = {}
    for weapon in sheet.weapons:
        if weapon.id in hands:
            raise BadEntryError(entry, "sheet.weapons", f"has {weapon.id!r} twice")
        hands[weapon.id] = weapon.hands
        if weapon.close is not None:
            needed.append(weapon.close.skill)
        if weapon.shot is not None:
            needed.append(weapon.shot.skill)
    known: list[str] = []
    for spell in sheet.spells:
        if spell.id in known:
            raise BadEntryError(entry, "sheet.spells", f"has {spell.id!r} twice")
        known.append(spell.id)
        needed.append(spell.skill)
    if sheet.rune_in and not (known and hands.get(sheet.rune_in)):
        problem = (
            f"{sheet.rune_in!r} is for those who know spells, and one of the weapons for a hand"
        )
        raise BadEntryError(entry, "sheet.rune_in", problem)
    for skill in needed:
        if skill not in sheet.skills:
            raise BadEntryError(entry, "sheet.skills", f"wants a value for {skill!r}")
    held = 0
    for i, weapon_id in enumerate(entry.held):
        if weapon_id not in hands or weapon_id in entry.held[:i]:
            raise BadEntryError(
                entry, "held", f"{weapon_id!r} is none of the weapons, or there twice"
            )
        held += hands[weapon_id]
    if held > BOTH_HANDS:
        raise BadEntryError(entry, "held", "is more than two hands can hold")


class BadEntryError(SetupError):
    """A combatant that cannot take part: *where* in its entry, and what that wants."""

    def __init__(self, entry: Entry, where: str, problem: str) -> None:
        super().__init__(f"{entry.id}.{where}", problem)


def combatant_from(  # noqa: PLR0915 - a line a slot
    index: int, entry: Entry, side: int, codes: dict[str, tuple[int, int]]
) -> Combatant:
    """The combatant of *entry* as the fight begins, at place *index* of the seat order."""
    c = Combatant()
    sheet = entry.sheet
    penalty = 0
    c.bulk = sheet.load
    for piece in sheet.armour:
        penalty += piece.penalty
        c.bulk += piece.enc
    c.index = index
    c.id = entry.id
    c.name = entry.name
    c.entry = entry
    c.arms = tuple([Arm(weapon, sheet, penalty) for weapon in sheet.weapons])
    c.beats = who_beats_whom(c.arms)
    c.codes = codes
    c.full = sheet.hit_points
    c.dodge_penalty = penalty
    c.dodge = sheet.skills["Dodge"] - penalty
    # P29: the best piece counts at each location, no adding; natural armour is one more piece.
    best = [sheet.natural_armour] * len(LOCATIONS)
    for piece in sheet.armour:
        for name in piece.locations:
            at = LOCATIONS.index(name)
            best[at] = max(best[at], piece.ap)
    c.armour = tuple(best)

    c.size = sheet.characteristics.SIZ
    c.girth = girth_of(entry)
    c.shoots = False
    for arm in c.arms:
        if arm.shot is not None:
            c.shoots = True
    c.place = NOTHING
    c.level = 0
    c.mounted = entry.mounted
    c.flying = entry.flying
    c.high = entry.high
    c.foes = []
    c.reaches = []
    c.parted = []
    c.declared = []
    c.formed = []
    c.focus = NOTHING
    c.walked = 0
    c.wakes = NEVER
    c.bleeds = [NEVER] * len(LOCATIONS)
    c.proved = []
    c.used = [0] * (1 + len(c.arms))
    c.first_aid = sheet.skills.get(FIRST_AID, sheet.characteristics.INT)
    traits = sheet.characteristics
    c.riding = sheet.skills.get(RIDING, traits.DEX + traits.POW)
    c.aid_at = NOTHING
    c.aid_done = 0
    c.holder = NOTHING
    c.holding = NOTHING
    c.pinned = False
    c.pinning = False
    c.mount = NOTHING
    c.rider = NOTHING
    c.couched = ()
    c.bolting = False
    c.wrestling = sheet.skills.get(BARE_HANDS, sheet.characteristics.STR)
    c.tired = FRESH
    c.strain = 0
    c.strained = False
    c.mp = sheet.magic_points
    c.rune = c.item_of(sheet.rune_in)
    c.under = []
    c.task = None
    c.task_left = 0
    c.marks = []
    c.side = side
    c.away = ON_ITS_LINE
    c.hp = list(sheet.hit_points)
    c.items = [CARRIED] * len(c.arms)
    c.hands = [NOTHING, NOTHING]
    c.missiles = [arm.missiles for arm in c.arms]
    # Nothing is carried loaded: what is not in hand wants loading when it is drawn.
    ready = entry.held if entry.loaded else ()
    c.load_left = [0 if arm.id in ready else arm.load for arm in c.arms]
    c.acts = 0
    c.lost = 0
    c.reactions = 0
    c.second = NOTHING
    c.second_acts = False
    c.acted = False
    c.carrying = False
    c.call = PHASE_TOP
    c.wait_for = 0
    c.wait_who = NOTHING
    c.plan = None
    c.surprised = entry.surprised
    c.overextended = False
    c.vulnerable = False
    c.blinded = False
    c.defending = False
    c.stance = STANDING
    c.unconscious = False
    c.dead = False
    c.out = False
    c.gone = False
    c.removed = False
    c.yielded = False
    temper = entry.temper
    c.nerve = temper.nerve if temper is not None and temper.tested else 0
    c.scares = NOT_LOOKED
    c.causes = 0
    c.mood = STEADY
    c.mood_to = 0
    c.hidden = entry.hidden
    c.aim_at = NOTHING
    c.aim_item = NOTHING
    c.aim_count = 0
    for weapon_id in entry.held:
        c.take(c.item_of(weapon_id))
    c.settle()
    return c
