"""The game master's hand: every change is judged first, then made, then told with author and reason."""

from __future__ import annotations

from typing import Final

from rules.kernel.errors import IllegalAmendmentError, SetupError
from rules.kernel.model import (
    ChangeSide,
    EndFight,
    Hide,
    Modify,
    Move,
    Outcome,
    Remove,
    Reveal,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.request.course.choices import FOR_VIEW
from rules.request.course.combatant import (
    HELD,
    ITEM_STATES,
    STANCES,
    Combatant,
)
from rules.request.course.enrol import check_entry, enlist, side_number
from rules.request.course.landing import (
    DEAD,
    DEFENDING,
    OUT,
    OVEREXTENDED,
    SURPRISED,
    UNCONSCIOUS,
    VULNERABLE,
    condition,
    drop,
    go_down,
    suffer,
)
from rules.request.course.legal import is_target
from rules.request.course.state import (
    EVERYBODY,
    LASTS_FIGHT,
    LASTS_ROLL,
    LASTS_ROUND,
    Modifier,
    State,
)
from rules.request.model import LOCATIONS, Add

SCENARIO: Final = "scenario"
CONDITIONS: Final = (SURPRISED, OVEREXTENDED, VULNERABLE, DEFENDING, UNCONSCIOUS, OUT, DEAD)
FALLEN: Final = (UNCONSCIOUS, OUT, DEAD)
STOCKS: Final = ("actions", "lost", "reactions")
GEAR_STATES: Final = ("carried", "held", "dropped", "gone")
LASTS: Final = ("roll", "round", "fight")
MOST_METRES: Final = 10_000
MOST_POINTS: Final = 99
MOST_MODIFIER: Final = 200


def judge_change(fight: State, change: object) -> object:  # noqa: C901, PLR0912 - one arm a kind of change
    """Raise IllegalAmendmentError unless *change* can be made as the fight stands; return it."""
    if fight.over:
        raise IllegalAmendmentError("change", "an amendment", "the fight is over")
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
    elif isinstance(change, Move):
        _somebody(fight, change.who)
        _within("distance", change.distance, 0, MOST_METRES)
    elif isinstance(change, SetHitPoints):
        c = _somebody(fight, change.who)
        if change.location not in LOCATIONS:
            raise IllegalAmendmentError("location", repr(change.location), ", ".join(LOCATIONS))
        _within("points", change.points, -MOST_POINTS, c.full[LOCATIONS.index(change.location)])
    elif isinstance(change, SetPoints):
        _somebody(fight, change.who)
        if change.name not in STOCKS:
            raise IllegalAmendmentError("name", repr(change.name), ", ".join(STOCKS))
        _within("points", change.points, 0, MOST_POINTS)
    elif isinstance(change, SetStatus):
        _judge_status(_somebody(fight, change.who), change)
    elif isinstance(change, SetGear):
        _judge_gear(_somebody(fight, change.who), change)
    elif isinstance(change, Remove | Hide | Reveal):
        _somebody(fight, change.who)
    else:
        raise IllegalAmendmentError("change", repr(change), "a change of this system")
    return change


def make_change(fight: State, author: str, reason: str, change: object) -> None:
    """Make a change that was judged, and tell it."""
    if isinstance(change, Add):
        c = enlist(fight, change.entry)
        _tell(fight, author, reason, "add", c, {})
        fight.emit("joined", by=c.index)
    elif isinstance(change, EndFight):
        _tell(fight, author, reason, "end", None, {"winner": change.winner})
        fight.finish(Outcome("ended", change.winner, fight.round))
    elif isinstance(change, Modify):
        who = fight.names[change.who] if change.who else EVERYBODY
        lasts = (LASTS_ROLL, LASTS_ROUND, LASTS_FIGHT)[LASTS.index(change.lasts)]
        fight.modifiers = [*fight.modifiers, Modifier(change.name, change.value, lasts, who)]
        at = fight.people[who] if who >= 0 else None
        facts = {"name": change.name, "value": str(change.value), "lasts": change.lasts}
        _tell(fight, author, reason, "modifier", at, facts)
    elif isinstance(
        change,
        ChangeSide | Hide | Move | Remove | Reveal | SetGear | SetHitPoints | SetPoints | SetStatus,
    ):
        c = fight.people[fight.names[change.who]]
        _change_one(fight, author, reason, change, c)
        c.settle()
        fight.disturb(c)
        # Nobody goes on to do what was planned against somebody who is no longer a target.
        for other in fight.people:
            plan = other.plan
            if plan is None or plan.target != c.index:
                continue
            if not is_target(fight, other, plan.verb, plan.item, c):
                fight.disturb(other)


def _change_one(fight: State, author: str, reason: str, change: object, c: Combatant) -> None:
    """A change to one combatant that is there."""
    if isinstance(change, ChangeSide):
        _tell(fight, author, reason, "side", c, {"side": change.side})
        c.side = side_number(fight, change.side)
    elif isinstance(change, Hide):
        _tell(fight, author, reason, "hide", c, {})
        c.hidden = True
    elif isinstance(change, Reveal):
        c.hidden = False
        _tell(fight, author, reason, "reveal", c, {})
        fight.fire(FOR_VIEW, c.index)
    elif isinstance(change, Move):
        _tell(fight, author, reason, "move", c, {"distance": str(change.distance)})
        c.away = change.distance
        if change.distance == 0:
            fight.fire(FOR_VIEW, c.index)
    elif isinstance(change, Remove):
        _tell(fight, author, reason, "remove", c, {})
        c.gone = True
        c.acts = 0
        fight.harm = True  # somebody left: no stalemate round
        fight.emit("left", by=c.index)
    elif isinstance(change, SetHitPoints):
        facts = {"location": change.location, "points": str(change.points)}
        _tell(fight, author, reason, "hit_points", c, facts)
        place = LOCATIONS.index(change.location)
        lower = change.points < c.hp[place]
        c.hp[place] = change.points
        fight.harm = True
        if lower:
            suffer(fight, c, place)
    elif isinstance(change, SetPoints):
        _tell(
            fight, author, reason, "points", c, {"name": change.name, "points": str(change.points)}
        )
        if change.name == "actions":
            c.acts = change.points
        elif change.name == "lost":
            c.lost = change.points
        else:
            c.reactions = change.points
    elif isinstance(change, SetStatus):
        facts = {"status": change.status, "on": "yes" if change.on else "no"}
        _tell(fight, author, reason, "status", c, facts)
        _set_status(fight, c, change)
    elif isinstance(change, SetGear):
        _tell(fight, author, reason, "gear", c, {"item": change.item, "state": change.state})
        _set_gear(fight, c, change)


def _set_status(fight: State, c: Combatant, change: SetStatus) -> None:
    if change.status in STANCES:
        c.stance = STANCES.index(change.status)
    elif change.status in FALLEN and change.on:
        go_down(fight, c, change.status, "game master")
    else:
        condition(fight, c, change.status, change.on, "game master")


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
    if c.aim_item == item:
        c.aim_count = 0


def _judge_add(fight: State, change: Add) -> None:
    entry = change.entry
    if entry.id in fight.names:
        raise IllegalAmendmentError(
            "entry.id", repr(entry.id), "an id that is not in the fight yet"
        )
    if side_number(fight, entry.side) < 0:
        raise IllegalAmendmentError("entry.side", repr(entry.side), _sides(fight))
    try:
        check_entry(entry)
    except SetupError as error:
        raise IllegalAmendmentError(error.path, "this combatant", error.problem) from error


def _judge_status(c: Combatant, change: SetStatus) -> None:
    if change.status not in CONDITIONS and change.status not in STANCES:
        wanted = ", ".join([*CONDITIONS, *STANCES])
        raise IllegalAmendmentError("status", repr(change.status), wanted)
    if change.status in STANCES and not change.on:
        raise IllegalAmendmentError("on", "false", "give the stance it has instead")
    if c.gone:
        raise IllegalAmendmentError("who", repr(change.who), "somebody who has not left")


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


def _somebody(fight: State, who: str) -> Combatant:
    number = fight.names.get(who)
    if number is None:
        raise IllegalAmendmentError("who", repr(who), ", ".join([c.id for c in fight.people]))
    return fight.people[number]


def _sides(fight: State) -> str:
    return ", ".join([side.id for side in fight.setup.sides])


def _within(field: str, value: int, least: int, most: int) -> None:
    if value < least or value > most:
        raise IllegalAmendmentError(field, str(value), f"from {least} to {most}")


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
    if here:
        fight.rank = min(fight.rank, at.rank)
    try:
        judged = judge_change(fight, due.change)
    except IllegalAmendmentError as refused:
        # Its moment has come and gone; the fight goes on, and the log says why without it.
        facts = {"author": SCENARIO, "reason": str(refused)}
        fight.emit("amendment_refused", facts=facts if fight.log is not None else None)
        return True
    make_change(fight, SCENARIO, due.reason, judged)
    return True
