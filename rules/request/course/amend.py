"""The game master's hand: a change that was judged is made, and told with author and reason."""

from __future__ import annotations

from typing import cast

from msgspec import structs

from rules.kernel import hexes
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import (
    BEFORE_ANYBODY,
    ChangeSide,
    Disengage,
    EndFight,
    Engage,
    Hazard,
    Hide,
    Modify,
    Move,
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
)
from rules.kernel.people.naming import full_name
from rules.kernel.script import SCENARIO
from rules.request.chapters import magic, nerve, reach, strike_rank, wounds
from rules.request.chapters.damage import parsed
from rules.request.chapters.fatigue import FRESH, WORDS
from rules.request.course.choices import FOR_VIEW
from rules.request.course.combatant import (
    HELD,
    ITEM_STATES,
    NOTHING,
    ON_ITS_LINE,
    STANCES,
    Combatant,
)
from rules.request.course.deeds import get_on
from rules.request.course.engagement import GAME_MASTER, disengage, engage, settle_broken
from rules.request.course.enrol import enlist, near_its_place, side_number, surround
from rules.request.course.exchange import Exchange
from rules.request.course.grappling import let_loose, part
from rules.request.course.harm import ANYWHERE, Harm, befall
from rules.request.course.journey import leave
from rules.request.course.judge import FALLEN, LASTS, MOODS, TIRED, judge_change
from rules.request.course.landing import (
    BLINDED,
    HIGH,
    MOUNTED,
    YIELDED,
    come_off,
    condition,
    drop,
    fall,
    give_up,
    go_down,
    part_from_rune,
    suffer,
    take_lost,
    told_points,
)
from rules.request.course.legal import is_target
from rules.request.course.lookout import wake_watchers
from rules.request.course.moment import Moment
from rules.request.course.nerves import feel, look_no_more
from rules.request.course.places import PLACED, make_room, note_move, put
from rules.request.course.riding import both, bring, sever
from rules.request.course.settling import settle_now
from rules.request.course.state import (
    EVERYBODY,
    LASTS_FIGHT,
    LASTS_ROLL,
    LASTS_ROUND,
    Modifier,
    State,
)
from rules.request.course.tasks import lose_task
from rules.request.course.under import known_spell, lift, put_under
from rules.request.course.wearing import tire
from rules.request.course.withheld import overrule
from rules.request.course.wrestling import take_hold
from rules.request.model import (
    LOCATIONS,
    Add,
    Change,
    ChangeOfOne,
    Seat,
    SetSurroundings,
    Surroundings,
    Tend,
    Unseat,
)

_OfPlace = Place | Engage | Disengage | Seize | Move


def make_change(fight: State, author: str, reason: str, change: Change) -> None:
    """Make a change that was judged, and tell it."""
    if isinstance(change, Add):
        name = full_name(change.entry, [one.name for one in fight.people])
        c = enlist(fight, structs.replace(change.entry, name=name))
        _tell(fight, author, reason, "add", c, {})
        here = {} if fight.ground is None else {"place": hexes.name(c.place)}
        fight.emit("joined", by=c.index, facts=here)
        # Whoever comes in the middle of a round has the actions of the phases that are left.
        c.reactions = strike_rank.actions_of(c.dex)
        c.acts = max(0, c.reactions - max(0, fight.phase - 1))
        if fight.ground is not None:
            note_move(fight, c, NOTHING)
            _look_again(fight)
        if not c.hidden:
            fight.fire(FOR_VIEW, c.index)
        put_elsewhere = False
    elif isinstance(change, EndFight):
        _tell(fight, author, reason, "end", None, {"winner": change.winner})
        fight.finish(Outcome("ended", change.winner, fight.round), reason)
        return
    elif isinstance(change, Modify):
        who = fight.names[change.who] if change.who else EVERYBODY
        lasts = (LASTS_ROLL, LASTS_ROUND, LASTS_FIGHT)[LASTS.index(change.lasts)]
        fight.modifiers = [*fight.modifiers, Modifier(change.name, change.value, lasts, who)]
        at = fight.people[who] if who >= 0 else None
        facts = {"name": change.name, "value": str(change.value), "lasts": change.lasts}
        _tell(fight, author, reason, "modifier", at, facts)
        return
    elif isinstance(change, SetSurroundings):
        given: dict[str, str] = {}
        for name in Surroundings.__struct_fields__:
            word = cast("str", getattr(change, name))
            if word:
                given[name] = word
        surround(fight, structs.replace(fight.scene, **given))
        _tell(fight, author, reason, "surroundings", None, given)
        return
    else:
        c = fight.people[fight.names[change.who]]
        was, high, barred = c.place, c.high, c.bars()
        _change_one(fight, author, reason, change, c)
        if fight.ground is not None and (c.place != was or c.high != high or c.bars() != barred):
            _look_again(fight)
        put_elsewhere = isinstance(change, Place) or c.high != high
        c.settle()
        fight.disturb(c)
        # Nobody goes on to do what was planned against somebody who is no longer a target.
        for other in fight.people:
            plan = other.plan
            if plan is None or plan.target != c.index or not plan.needs_target():
                continue
            if not is_target(fight, other, plan.verb, plan.item, c):
                fight.disturb(other)
    if fight.ground is not None:
        settle_now(fight, c, put_elsewhere)


def _look_again(fight: State) -> None:
    """Somebody stands elsewhere, or no longer in the way: what is under way looks at its marks anew."""
    for under_way in fight.stack:
        if isinstance(under_way, Moment | Exchange):
            under_way.look_again(fight)


def _change_one(fight: State, author: str, reason: str, change: ChangeOfOne, c: Combatant) -> None:
    """A change to one combatant that is there."""
    if isinstance(change, ChangeSide | Hide | Reveal):
        _change_pair(fight, author, reason, change, c)
    elif isinstance(change, Place | Engage | Disengage | Seize | Move):
        _change_place(fight, author, reason, change, c)
    elif isinstance(change, Release | Remove | Seat | Tend | Unseat):
        _change_ties(fight, author, reason, change, c)
    elif isinstance(change, SetHitPoints):
        facts = {"location": change.location, "points": str(change.points)}
        _tell(fight, author, reason, "hit_points", c, facts)
        place = LOCATIONS.index(change.location)
        lower = change.points < told_points(fight, c, place)
        overrule(fight, c, place)
        c.hp[place] = change.points
        if wounds.severity(change.points, c.full[place]) < wounds.MAJOR:
            c.stanch(place)  # another major wound there has its own time to kill
        fight.harm = True
        if lower:
            suffer(fight, c, place)
    elif isinstance(change, Hazard):
        _let_befall(fight, author, reason, change, c)
    elif isinstance(change, SetPoints):
        _tell(
            fight, author, reason, "points", c, {"name": change.name, "points": str(change.points)}
        )
        _set_points(fight, c, change)
    elif isinstance(change, SetStatus):
        facts = {"status": change.status, "on": "yes" if change.on else "no"}
        _tell(fight, author, reason, "status", c, facts)
        _set_status(fight, c, change)
    else:
        facts = {"item": change.item, "state": change.state}
        if change.missiles is not None:
            facts["missiles"] = str(change.missiles)
        _tell(fight, author, reason, "gear", c, facts)
        _set_gear(fight, c, change)


def _change_ties(
    fight: State,
    author: str,
    reason: str,
    change: Release | Remove | Seat | Tend | Unseat,
    c: Combatant,
) -> None:
    """A change to what holds somebody: a grip, a saddle, a wound that bleeds, the fight itself."""
    if isinstance(change, Release):
        foe = fight.people[c.holding].id
        _tell(fight, author, reason, "release", c, {"foe": foe})
        let_loose(fight, c, GAME_MASTER)
    elif isinstance(change, Remove):
        _tell(fight, author, reason, "remove", c, {})
        _remove(fight, c)
    elif isinstance(change, Tend):
        _tell(fight, author, reason, "tend", c, {"location": change.location})
        for place in c.bleeding_places():
            if change.location in ("", LOCATIONS[place]):
                c.stanch(place)
    else:
        _change_seat(fight, author, reason, change, c)


def _change_seat(
    fight: State, author: str, reason: str, change: Seat | Unseat, c: Combatant
) -> None:
    """Into the saddle or out of it; P34m a fall hurts."""
    if isinstance(change, Unseat):
        facts = {"mount": fight.people[c.mount].id, "falls": "yes" if change.falls else "no"}
        _tell(fight, author, reason, "unseat", c, facts)
        come_off(fight, c, GAME_MASTER, change.falls, [])
        return
    mount = fight.people[fight.names[change.mount]]
    _tell(fight, author, reason, "seat", c, {"mount": mount.id})
    get_on(fight, c, mount, [])
    mount.settle()
    fight.disturb(mount)


def _change_pair(
    fight: State, author: str, reason: str, change: ChangeSide | Hide | Reveal, c: Combatant
) -> None:
    """A change to somebody, and P34d to whoever shares its place."""
    if isinstance(change, ChangeSide):
        _tell(fight, author, reason, "side", c, {"side": change.side})
    elif isinstance(change, Hide):
        _tell(fight, author, reason, "hide", c, {})
    for one in both(fight, c):
        if isinstance(change, ChangeSide):
            one.side = side_number(fight, change.side)
            if not one.able:
                look_no_more(fight, one.side)  # fallen already, it is no loss of theirs
            if one.can_be_struck():
                fight.fire(FOR_VIEW, one.index)  # a friend who turns foe comes into view as one
        elif isinstance(change, Hide):
            one.hidden = True
        else:
            _reveal(fight, one)
    if isinstance(change, Reveal):
        _tell(fight, author, reason, "reveal", c, {})
        make_room(fight, c)


def _remove(fight: State, c: Combatant) -> None:
    """*c* is gone; whom it rode, or who rode it, stays."""
    rider = c if c.mount >= 0 else fight.people[c.rider] if c.rider >= 0 else None
    if rider is not None:
        sever(fight, rider).settle()
        rider.settle()
    leave(fight, c, True)
    if rider is None or rider is c:
        return
    if rider.high and not rider.flying:
        fall(fight, rider, "game master")  # D13h: nothing carries it up there any more
    else:
        make_room(fight, rider)
    settle_broken(fight, rider)  # it is smaller than the two were, and may not reach so far


def _change_place(fight: State, author: str, reason: str, change: _OfPlace, c: Combatant) -> None:
    """A change to where somebody stands, or to whom it is engaged with."""
    if isinstance(change, Place):
        _tell(fight, author, reason, "place", c, {"place": change.place})
        put(fight, c, hexes.named(change.place), PLACED)
        if c.bars():
            wake_watchers(fight, c)
    elif isinstance(change, Engage):
        facts = {"foe": change.foe, "reach": change.reach}
        _tell(fight, author, reason, "engage", c, facts)
        pair = reach.REACH_NAMES.index(change.reach)
        if pair != reach.SHORT:
            part(fight, c, fight.people[fight.names[change.foe]], GAME_MASTER)  # P33e
        engage(fight, c, fight.people[fight.names[change.foe]], pair)
    elif isinstance(change, Disengage):
        _tell(fight, author, reason, "disengage", c, {"foe": change.foe})
        disengage(fight, c, fight.people[fight.names[change.foe]], GAME_MASTER)
    elif isinstance(change, Seize):
        _tell(fight, author, reason, "seize", c, {"foe": change.foe})
        take_hold(fight, c, fight.people[fight.names[change.foe]])
    else:
        _tell(fight, author, reason, "move", c, {"distance": str(change.distance)})
        for one in both(fight, c):
            _move(fight, one, change.distance)


def _let_befall(fight: State, author: str, reason: str, change: Hazard, c: Combatant) -> None:
    """P24m: damage that is nobody's blow."""
    helps = "yes" if change.armour else "no"
    facts = {
        "cause": change.cause,
        "damage": change.damage,
        "location": change.location,
        "armour": helps,
    }
    _tell(fight, author, reason, "hazard", c, facts)
    place = LOCATIONS.index(change.location) if change.location else ANYWHERE
    dice = cast("tuple[int, int, int]", parsed(change.damage))
    befall(
        fight, c, "hazard", Harm(dice, place, change.armour, "P24m"), {"cause": change.cause}, []
    )


def _reveal(fight: State, c: Combatant) -> None:
    was_hidden = c.hidden
    c.hidden = False
    if was_hidden and c.can_be_struck():
        fight.fire(FOR_VIEW, c.index)


def _move(fight: State, c: Combatant, distance: int) -> None:
    was = fight.setup.distance if c.away == ON_ITS_LINE else c.away
    c.away = distance
    if distance < was and c.can_be_struck():
        fight.fire(FOR_VIEW, c.index)


def _set_points(fight: State, c: Combatant, change: SetPoints) -> None:
    if change.name == "actions":
        c.acts = change.points
        c.second = NOTHING
        c.second_acts = False
    elif change.name == "lost":
        c.lost = change.points
        take_lost(fight, c)
    elif change.name == "magic":
        c.mp = change.points
        fight.harm = True
    else:
        c.reactions = change.points


def _set_status(fight: State, c: Combatant, change: SetStatus) -> None:
    off = change.status in STANCES or (change.status == MOUNTED and not change.on)
    if off and (c.mount >= 0 or c.rider >= 0):
        come_off(fight, c if c.mount >= 0 else fight.people[c.rider], "game master", False, [])
    if change.status in STANCES:
        c.stance = STANCES.index(change.status)
    elif change.status in TIRED:
        level = WORDS.index(change.status)
        # Whoever is heavily fatigued is fatigued (P35e): without the one it has neither.
        if change.on or c.tired >= level:
            tire(fight, c, level if change.on else FRESH, "game master")
    elif change.status in MOODS:
        mood = nerve.WORDS.index(change.status)
        if change.on or c.mood == mood:
            feel(fight, c, mood if change.on else nerve.STEADY, "game master")
            c.mood_to = fight.round + nerve.LASTS
            fight.nervous = True
    elif change.status in magic.SHOWN:
        _set_spell(fight, c, magic.WORDS.index(change.status), change.on)
    elif change.status == YIELDED and change.on:
        give_up(fight, c, "game master")
    elif change.status in FALLEN and change.on:
        go_down(fight, c, change.status, "game master")
    else:
        condition(fight, c, change.status, change.on, "game master")
        if c.blinded:  # P16l, P26y2
            c.aim_count = 0
            lose_task(fight, c, BLINDED, [])
        if c.high and not c.flying:
            condition(fight, c, HIGH, False, "game master")
        bring(fight, c)
        if c.rider >= 0:
            fight.people[c.rider].flying = c.flying
        make_room(fight, c)


def _set_spell(fight: State, c: Combatant, kind: int, on: bool) -> None:
    spell = known_spell(fight, kind)
    if on and spell is not None:
        put_under(fight, c, spell, "game master")
    elif not on and c.is_under(kind):
        lift(fight, c, kind, "game master")


def _set_gear(fight: State, c: Combatant, change: SetGear) -> None:
    item = c.item_of(change.item)
    if change.missiles is not None:
        c.missiles[item] = change.missiles
    state = ITEM_STATES.index(change.state)
    if state == c.items[item]:
        return
    if state == HELD:
        c.take(item)
        c.load_left[item] = 0
    elif c.items[item] == HELD and change.state == "dropped":
        drop(fight, c, item)
    else:
        c.let_go(item, state)
        part_from_rune(fight, c)
    if c.aim_item == item:
        c.aim_count = 0


def _tell(
    fight: State,
    author: str,
    reason: str,
    change: str,
    c: Combatant | None,
    more: dict[str, str],
) -> None:
    if fight.log is None:
        return
    facts = {"author": author, "reason": reason, "change": change, **more}
    fight.emit("amended", at=c.index if c is not None else -1, facts=facts)


def apply_timed(fight: State, next_rank: int) -> bool:
    """Make the scenario's next change if its moment is not after the next turn; say whether it was made.

    *next_rank* is the strike rank of the next turn of this phase, 0 if there is none.
    """
    if fight.timed_next >= len(fight.timed):
        return False
    due = fight.timed[fight.timed_next]
    at = due.at
    here = at.round == fight.round and at.phase == fight.phase
    passed = at.round < fight.round or (at.round == fight.round and at.phase < fight.phase)
    if not passed and not (here and at.rank >= next_rank):
        return False
    fight.timed_next += 1
    fight.settled = False
    if here and at.rank < BEFORE_ANYBODY:
        fight.rank = min(fight.rank, at.rank)
    change = due.change
    if isinstance(change, Add):
        change = Add(near_its_place(fight, change.entry))
    try:
        judged = judge_change(fight, change)
    except IllegalAmendmentError as refused:
        # Its moment has come and gone; the fight goes on, and the log says why without it.
        facts = {"author": SCENARIO, "reason": str(refused)}
        fight.emit("amendment_refused", facts=facts if fight.log is not None else None)
        return True
    make_change(fight, SCENARIO, due.reason, judged)
    return True
