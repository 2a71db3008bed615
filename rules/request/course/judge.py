"""Whether a game master's change can be made as the fight stands; nothing is changed here."""

from __future__ import annotations

from typing import Final

import msgspec

from rules.kernel import hexes
from rules.kernel.errors import IllegalAmendmentError, SetupError
from rules.kernel.model import (
    ChangeSide,
    Disengage,
    EndFight,
    Engage,
    Hazard,
    Hide,
    Modify,
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
)
from rules.request.chapters import fatigue, magic, nerve, reach
from rules.request.chapters.damage import parsed
from rules.request.chapters.saddle import bears
from rules.request.course.combatant import HELD, NOTHING, STANCES, STANDING, Combatant
from rules.request.course.engagement import LONG_GAP, has_place
from rules.request.course.enrol import check_newcomer, side_number
from rules.request.course.ground import Ground, body, crowd, gap, is_free, nearest_free
from rules.request.course.landing import (
    BLINDED,
    BOLTING,
    DEAD,
    DEFENDING,
    FLYING,
    HIGH,
    MOUNTED,
    OUT,
    OVEREXTENDED,
    SURPRISED,
    UNCONSCIOUS,
    VULNERABLE,
    YIELDED,
)
from rules.request.course.riding import why_not_ridden
from rules.request.course.spellcraft import boosted
from rules.request.course.state import State
from rules.request.course.under import known_spell
from rules.request.model import LOCATIONS, Add, Change, Seat, SetSurroundings, Tend, Unseat

CONDITIONS: Final = (
    SURPRISED,
    OVEREXTENDED,
    VULNERABLE,
    DEFENDING,
    UNCONSCIOUS,
    OUT,
    DEAD,
    YIELDED,
    MOUNTED,
    FLYING,
    HIGH,
    BOLTING,
    BLINDED,
)
TIRED: Final = fatigue.WORDS[fatigue.FATIGUED :]
MOODS: Final = nerve.WORDS[nerve.HOLDING :]
STATUSES: Final = (*CONDITIONS, *TIRED, *MOODS, *STANCES, *magic.SHOWN)
FALLEN: Final = (UNCONSCIOUS, OUT, DEAD, YIELDED)
DICE_WANTED: Final = "dice or points, like 2D6+1, 1D8 or 5"
STOCKS: Final = ("actions", "lost", "reactions", "magic")
GEAR_STATES: Final = ("carried", "held", "dropped", "gone")
LASTS: Final = ("roll", "round", "fight")
MOST_METRES: Final = 10_000
MOST_POINTS: Final = 99
MOST_MODIFIER: Final = 200


def judge_change(fight: State, change: object) -> Change:  # noqa: C901, PLR0912, PLR0915 - one arm a kind of change
    """Raise IllegalAmendmentError unless *change* can be made as the fight stands; return it."""
    if fight.over:
        raise IllegalAmendmentError("change", "an amendment", "the fight is over")
    _judge_types(change)
    if isinstance(change, Add):
        _judge_add(fight, change)
    elif isinstance(change, EndFight):
        if change.winner and side_number(fight, change.winner) < 0:
            raise IllegalAmendmentError("winner", repr(change.winner), _sides(fight))
    elif isinstance(change, Modify):
        if change.who:
            _somebody(fight, change.who)
        if not change.name or abs(change.value) > MOST_MODIFIER:
            wanted = f"give it a name and a value from -{MOST_MODIFIER} to {MOST_MODIFIER}"
            raise IllegalAmendmentError("value", f"{change.name!r} {change.value}", wanted)
    elif isinstance(change, ChangeSide):
        _somebody(fight, change.who)
        if side_number(fight, change.side) < 0:
            raise IllegalAmendmentError("side", repr(change.side), _sides(fight))
    elif isinstance(change, Place):
        _judge_place(fight, change)
    elif isinstance(change, Engage):
        _judge_engage(fight, change)
    elif isinstance(change, Disengage):
        _judge_disengage(fight, change)
    elif isinstance(change, Seize):
        _judge_seize(fight, change)
    elif isinstance(change, Release):
        c = _somebody(fight, change.who)
        if c.holding == NOTHING:
            holders = ", ".join([one.id for one in fight.people if one.holding != NOTHING])
            wanted = f"somebody who holds a foe: {holders or 'nobody does'}"
            raise IllegalAmendmentError("who", repr(change.who), wanted)
    elif isinstance(change, Move):
        _somebody(fight, change.who)
        if fight.ground is not None:
            raise IllegalAmendmentError("change", "move", "place: this fight has places")
        _within("distance", change.distance, 0, MOST_METRES)
    elif isinstance(change, SetHitPoints):
        c = _somebody(fight, change.who)
        if change.location not in LOCATIONS:
            raise IllegalAmendmentError("location", repr(change.location), ", ".join(LOCATIONS))
        _within("points", change.points, -MOST_POINTS, c.full[LOCATIONS.index(change.location)])
    elif isinstance(change, Hazard):
        _judge_hazard(fight, change)
    elif isinstance(change, SetPoints):
        c = _somebody(fight, change.who)
        if not c.able:
            raise IllegalAmendmentError("who", repr(change.who), "somebody who is able")
        if change.name not in STOCKS:
            raise IllegalAmendmentError("name", repr(change.name), ", ".join(STOCKS))
        most = c.entry.sheet.magic_points if change.name == "magic" else MOST_POINTS
        _within("points", change.points, 0, most)
    elif isinstance(change, SetStatus):
        c = _somebody(fight, change.who)
        _judge_status(change)
        _judge_spell(fight, c, change)
        _judge_height(fight, c, change)
        if _gets_up(c, change) and not c.hidden:
            _judge_room(fight, c, c.high)
    elif isinstance(change, SetGear):
        _judge_gear(_somebody(fight, change.who), change)
    elif isinstance(change, Reveal):
        c = _somebody(fight, change.who)
        if c.hidden and c.able:
            _judge_room(fight, c, c.high)
    elif isinstance(change, Tend):
        _judge_tend(fight, change)
    elif isinstance(change, Seat):
        _judge_seat(fight, change)
    elif isinstance(change, Unseat):
        if _somebody(fight, change.who).mount == NOTHING:
            raise IllegalAmendmentError("who", repr(change.who), "somebody who rides a mount")
    elif isinstance(change, SetSurroundings):
        if change == SetSurroundings():
            wanted = "one of light, wind, air and footing"
            raise IllegalAmendmentError("surroundings", "nothing", wanted)
    elif isinstance(change, Remove | Hide):
        _somebody(fight, change.who)
    else:
        raise IllegalAmendmentError("change", repr(change), "a change of this system")
    return change


def _judge_types(change: object) -> None:
    """Structs made in Python are not checked when they are made, and the rules rely on what is in them."""
    try:
        msgspec.convert(msgspec.to_builtins(change), type(change))
    except msgspec.ValidationError as error:
        raise IllegalAmendmentError("change", type(change).__name__, str(error)) from error
    except TypeError as error:
        raise IllegalAmendmentError("change", repr(change), "a change of this system") from error


def _judge_add(fight: State, change: Add) -> None:
    try:
        check_newcomer(fight, change.entry)
    except SetupError as error:
        raise IllegalAmendmentError(error.path, "this combatant", error.problem) from error


def _on_the_ground(fight: State, change: str) -> Ground:
    if fight.ground is None:
        raise IllegalAmendmentError("change", change, "a fight with places")
    return fight.ground


def _judge_place(fight: State, change: Place) -> None:
    ground = _on_the_ground(fight, "place")
    c = _somebody(fight, change.who)
    h = hexes.named(change.place)
    if h < 0 or not is_free(ground, h, c.girth, {}, c.high):
        wanted = "a hex of the field that it can stand on"
        raise IllegalAmendmentError("place", repr(change.place), wanted)
    if not c.bars():
        return
    taken = crowd(fight.people, c.index, c.high)
    for one in body(h, c.girth):
        if one in taken:
            wanted = f"a free hex; {fight.people[taken[one]].id} stands there"
            raise IllegalAmendmentError("place", repr(change.place), wanted)


def _judge_engage(fight: State, change: Engage) -> None:
    if change.reach not in reach.REACH_NAMES:
        wanted = ", ".join(reach.REACH_NAMES)
        raise IllegalAmendmentError("reach", repr(change.reach), wanted)
    most = LONG_GAP if change.reach == reach.REACH_NAMES[reach.LONG] else 1
    wanted = "a foe beside it, or at long reach two steps away"
    _judge_pair(fight, change.who, change.foe, "engage", most, wanted)


def _judge_pair(fight: State, who: str, whom: str, change: str, most: int, wanted: str) -> None:
    """Two foes who can be engaged, at most *most* steps apart; else *wanted* says what would be right."""
    _on_the_ground(fight, change)
    c = _somebody(fight, who)
    foe = _somebody(fight, whom, "foe")
    if not (c.bars() and foe.bars() and fight.is_foe(c, foe)):
        raise IllegalAmendmentError("foe", repr(whom), "two foes, both able and in view")
    if c.high or foe.high:
        raise IllegalAmendmentError("foe", repr(whom), "two foes near the ground")
    if gap(c, foe) > most:
        raise IllegalAmendmentError("foe", repr(whom), wanted)
    if foe.index not in c.foes and not (has_place(fight, c, foe) and has_place(fight, foe, c)):
        full = "two with a place left beside each (A11)"
        raise IllegalAmendmentError("foe", repr(whom), full)


def _judge_disengage(fight: State, change: Disengage) -> None:
    _on_the_ground(fight, "disengage")
    c = _somebody(fight, change.who)
    foe = _somebody(fight, change.foe, "foe")
    if foe.index not in c.foes:
        engaged = ", ".join([fight.people[one].id for one in c.foes]) or "nobody"
        wanted = f"one that {c.id} is engaged with: {engaged}"
        raise IllegalAmendmentError("foe", repr(change.foe), wanted)


def _judge_seize(fight: State, change: Seize) -> None:
    """P33a, P33e, P33m: a foe beside it, and a hand to hold it with."""
    _judge_pair(fight, change.who, change.foe, "seize", 1, "a foe beside it")
    c = _somebody(fight, change.who)
    if c.holding == fight.names[change.foe]:
        raise IllegalAmendmentError("foe", repr(change.foe), "a foe that it does not hold yet")
    if c.mount >= 0 or c.rider >= 0:  # P34i
        raise IllegalAmendmentError("who", repr(change.who), "neither a rider nor its mount")
    if not c.has_free_hand():
        raise IllegalAmendmentError("who", repr(change.who), "somebody with an empty, sound hand")


def _judge_status(change: SetStatus) -> None:
    if change.status not in STATUSES:
        wanted = ", ".join(STATUSES)
        raise IllegalAmendmentError("status", repr(change.status), wanted)
    if change.status in STANCES and not change.on:
        raise IllegalAmendmentError("on", "false", "give the stance it has instead")


def _judge_spell(fight: State, c: Combatant, change: SetStatus) -> None:
    """Its figures are those of a spell that somebody in the fight knows; a boost wants a weapon that it goes with."""
    if change.status not in magic.SHOWN or not change.on:
        return
    kind = magic.WORDS.index(change.status)
    spell = known_spell(fight, kind)
    if spell is None:
        wanted = "what a spell does that somebody in the fight knows"
        raise IllegalAmendmentError("status", repr(change.status), wanted)
    if kind in magic.BOOSTS and boosted(c, spell) < 0:
        wanted = f"somebody with a weapon in hand that {spell.name} goes with"
        raise IllegalAmendmentError("who", repr(change.who), wanted)


def _judge_carried(fight: State, c: Combatant, change: SetStatus) -> None:
    """P34d: what is true of rider and mount together is said of the one whose it is."""
    if c.mount >= 0 and change.status == FLYING:
        wanted = f"the status of {fight.people[c.mount].id}, which carries it"
        raise IllegalAmendmentError("status", FLYING, wanted)
    if change.status == BOLTING and change.on and not c.entry.steed:
        raise IllegalAmendmentError("status", BOLTING, "somebody that can be ridden")
    if change.status == BOLTING and change.on and c.mount >= 0:
        raise IllegalAmendmentError("status", BOLTING, "somebody that rides nobody itself")
    if change.status == MOUNTED and change.on and c.stance != STANDING:
        raise IllegalAmendmentError("status", MOUNTED, "somebody who does not lie or kneel")
    if c.rider >= 0 and change.status == MOUNTED:
        wanted = f"the status of {fight.people[c.rider].id}, who rides it"
        raise IllegalAmendmentError("status", MOUNTED, wanted)


def _judge_height(fight: State, c: Combatant, change: SetStatus) -> None:
    """D13: only those who fly and stand are up there, and who is lies or kneels nowhere."""
    _judge_carried(fight, c, change)
    if change.status == HIGH and change.on:
        _on_the_ground(fight, HIGH)
        if not (c.flying and c.able and c.stance == STANDING):
            raise IllegalAmendmentError("status", HIGH, "somebody who flies, able and standing")
        if not c.hidden:
            _judge_room(fight, c, True)
    elif c.high and change.status in (HIGH, FLYING) and not change.on:
        if not c.hidden:
            _judge_room(fight, c, False)
    elif c.high and change.status in STANCES:
        raise IllegalAmendmentError("status", repr(change.status), f"end `{HIGH}` first")


def _gets_up(c: Combatant, change: SetStatus) -> bool:
    """Is *c* able again when this, the last thing that keeps it down, has ended?"""
    if change.on or c.able or change.status not in FALLEN:
        return False
    kept_down = (c.unconscious, c.out, c.dead, c.yielded)
    return sum(kept_down) == 1 and kept_down[FALLEN.index(change.status)]


def _judge_room(fight: State, c: Combatant, high: bool) -> None:
    """C22: whoever bars its hex again needs one, in its band at the place where it is or as near as can be."""
    ground = fight.ground
    if ground is None:
        return
    taken = crowd(fight.people, c.index, high)
    if nearest_free(ground, c.place, c.girth, taken, high) == NOTHING:
        wanted = "room for it first: no place on the field is free for one of its size"
        raise IllegalAmendmentError("who", repr(c.id), wanted)


def _judge_hazard(fight: State, change: Hazard) -> None:
    c = _somebody(fight, change.who)
    if c.dead or c.hidden:
        raise IllegalAmendmentError("who", repr(change.who), "somebody alive and in view")
    if parsed(change.damage) is None:
        raise IllegalAmendmentError("damage", repr(change.damage), DICE_WANTED)
    if change.location and change.location not in LOCATIONS:
        wanted = ", ".join(LOCATIONS)
        raise IllegalAmendmentError("location", repr(change.location), wanted)


def _judge_tend(fight: State, change: Tend) -> None:
    c = _somebody(fight, change.who)
    bleeding = [LOCATIONS[place] for place in c.bleeding_places()]
    if c.dead or not bleeding:
        raise IllegalAmendmentError("who", repr(change.who), "somebody alive who bleeds")
    if change.location and change.location not in bleeding:
        wanted = f"a location that bleeds: {', '.join(bleeding)}"
        raise IllegalAmendmentError("location", repr(change.location), wanted)


def _judge_seat(fight: State, change: Seat) -> None:
    """P34d, P34k: two of one side who are free, of whom one can carry the other."""
    c = _somebody(fight, change.who)
    mount = _somebody(fight, change.mount, "mount")
    is_free = c.able and not c.hidden and c.stance == STANDING and not c.mounted and c.rider < 0
    if not is_free or c.foes or c.high:
        wanted = "somebody in view who stands on the ground, on no mount and engaged with nobody"
        raise IllegalAmendmentError("who", repr(change.who), wanted)
    if c.bolting:
        raise IllegalAmendmentError("who", repr(change.who), "somebody who does not bolt")
    problem = "is of another side" if mount.side != c.side else why_not_ridden(mount)
    if mount.hidden or mount.high:
        problem = "is out of sight, or high up"
    elif not problem and not bears(mount.size, c.size):
        problem = "is too small"
    if problem:
        wanted = f"a mount that can carry it; {mount.id} {problem}"
        raise IllegalAmendmentError("mount", repr(change.mount), wanted)


def _judge_gear(c: Combatant, change: SetGear) -> None:
    item = c.item_of(change.item)
    if item < 0 or c.arms[item].hands == 0:
        owned = [arm.id for arm in c.arms if arm.hands > 0]
        wanted = ", ".join(owned) if owned else f"{c.id} owns nothing"
        raise IllegalAmendmentError("item", repr(change.item), wanted)
    if change.state not in GEAR_STATES:
        raise IllegalAmendmentError("state", repr(change.state), ", ".join(GEAR_STATES))
    if change.state == "held" and c.items[item] != HELD and not c.room_for(item):
        raise IllegalAmendmentError("state", "'held'", "no free, sound hand for it")
    if change.missiles is not None:
        _within("missiles", change.missiles, 0, MOST_POINTS)


def _somebody(fight: State, who: str, field: str = "who") -> Combatant:
    number = fight.names.get(who)
    if number is None:
        raise IllegalAmendmentError(field, repr(who), ", ".join([c.id for c in fight.people]))
    if fight.people[number].gone:
        raise IllegalAmendmentError(field, repr(who), "somebody who has not left")
    return fight.people[number]


def _sides(fight: State) -> str:
    return ", ".join([side.id for side in fight.setup.sides])


def _within(field: str, value: int, least: int, most: int) -> None:
    if value < least or value > most:
        raise IllegalAmendmentError(field, str(value), f"from {least} to {most}")
