"""Who walks where at the beginning of an engagement, and when that lets them strike."""

from __future__ import annotations

from rules.kernel import hexes
from rules.kernel.field.land import Land
from rules.kernel.model import Figure, Term
from rules.rivers.chapters import movement, strike_rank
from rules.rivers.chapters.engagements import hub
from rules.rivers.course.choices import CLOSES, FLEE, KEEPS_OFF, LEAVES, STAYS, Choice
from rules.rivers.course.combatant import NOBODY, Combatant
from rules.rivers.course.legal import opponents, unhurried, walks
from rules.rivers.course.nerves import get_away
from rules.rivers.course.places import FAR, away, towards
from rules.rivers.course.state import State


class Pace:
    """How somebody comes to its foe: ``base`` with its sum, what of it is ``late``, and the way it walks.

    ``rank`` is when it strikes, in thirds; ``arrival`` when it is there, 0 without a way.
    """

    __slots__ = ("arrival", "base", "late", "metres", "rank", "terms")

    def __init__(self, terms: list[Term], late: int) -> None:
        self.terms: list[Term] = terms
        self.late: int = late
        self.base: int = strike_rank.total(terms) if terms else 0
        self.rank: int = strike_rank.thirds(self.base)
        self.metres: int = 0
        self.arrival: int = 0

    def figure(self) -> Figure:
        """The strike rank with its sum."""
        return Figure("strike_rank", self.rank // 3, tuple(self.terms), "Q9", floor=1)


def walk(state: State, paces: dict[int, Pace]) -> None:
    """D7: let everybody walk who closes in; *paces* are those of all members by index, and learn their ranks."""
    star = state.star
    middle = state.person(hub(star) - 1)
    target = _towards(state, middle, paces[middle.index])
    others = [state.person(seat - 1) for seat in (*star.first, *star.second) if seat != hub(star)]
    if target is not None and target.able:
        metres = state.distance(middle, target)
        theirs = 0
        back = _towards(state, target, paces[target.index])
        if back is not None and back.index == middle.index:
            metres, theirs = _shared(state, metres, (middle, target), paces)
        _go(state, middle, target, metres, paces)
        if theirs:
            _go(state, target, middle, theirs, paces)
            if metres == 0:  # it may have fallen short
                _go(state, middle, target, state.distance(middle, target), paces)
    for other in others:
        goal = _towards(state, other, paces[other.index])
        if goal is not None and paces[other.index].metres == 0:
            _go(state, other, goal, state.distance(other, goal), paces)


def _towards(state: State, c: Combatant, pace: Pace) -> Combatant | None:
    """Whom of its engagement it closes in on; to others it goes at the end (C70)."""
    plan = state.plans.get(c.index)
    if plan is None or not c.able or not plan.targets or plan.targets[0] not in state.own:
        return None
    target = state.person(plan.targets[0])
    if plan.way == CLOSES or _is_free(state, c, target, pace):
        return target
    return None


def _is_free(state: State, c: Combatant, target: Combatant, pace: Pace) -> bool:
    """A8e: is it a way that takes no move action?"""
    plan = state.plans[c.index]
    if state.options.move_needed == "always" or not plan.attacks or plan.is_far or not walks(c):
        return False
    metres = state.distance(c, target)
    base = unhurried(state, pace.base, pace.late)
    return metres > 0 and not movement.why_not(metres, c.mov, 0, base, True)


def _shared(
    state: State, metres: int, both: tuple[Combatant, Combatant], paces: dict[int, Pace]
) -> tuple[int, int]:
    """D7, D7a: who of the two who close in on each other walks how far."""
    if state.land is not None:  # they share hexes
        found = _shares(state, hexes.hexes_down(metres), both, paces)
        return hexes.METRES * found[0], hexes.METRES * found[1]
    return _shares(state, metres, both, paces)


def _shares(
    state: State, metres: int, both: tuple[Combatant, Combatant], paces: dict[int, Pace]
) -> tuple[int, int]:
    one, other = both
    ranks = paces[one.index].base, paces[other.index].base
    mine, theirs = (ranks[0], one.dex()), (ranks[1], other.dex())
    ties = state.options.equal_ranks
    if one.build.first:
        return movement.gap(metres, mine, theirs, ties)
    found = movement.gap(metres, theirs, mine, ties)
    return found[1], found[0]


def _go(state: State, c: Combatant, to: Combatant, metres: int, paces: dict[int, Pace]) -> None:
    """Walk so many metres towards somebody, as far as the move actions reach."""
    plan = state.plans[c.index]
    pace = paces[c.index]
    walked = _step(state, c, to, min(metres, movement.allowance(c.mov, max(1, plan.moves))))
    if walked == 0:
        return
    pace.metres = walked
    rounding = state.options.distance_rounding
    if plan.attacks and not plan.is_far:
        additive = state.options.distance_modifiers == "additive"
        pace.arrival = strike_rank.closing(pace.base, pace.late, walked, rounding, additive)
        if pace.arrival > pace.rank:
            added = pace.late if additive else 0
            pace.terms = [Term(f"{walked} m on the way", pace.arrival // 3 - added, "S37")]
            if added:
                pace.terms.append(Term("surprise and getting ready", added, "A8d"))
            pace.rank = pace.arrival
    else:
        # C3
        pace.arrival = max(3, strike_rank.of_distance(walked, rounding))
    tell_walk(state, c, "towards", (walked, metres), plan.targets[0])


def _step(state: State, c: Combatant, to: Combatant, metres: int) -> int:
    """C1, C82: walk so many metres towards somebody; the metres that were walked."""
    if state.land is None:
        c.metres += metres if to.metres > c.metres else -metres
        return metres
    c.place, walked = towards(state.land, c, to, metres, list(state.own.values()))
    return walked


def meet(pace: Pace, foe: Pace) -> None:
    """D7b: whoever did not walk strikes a foe who came when that has arrived, if that is later."""
    later = movement.met_at(pace.rank, foe.arrival)
    if pace.metres == 0 and later > pace.rank:
        pace.rank = later
        pace.terms = [Term("the foe arrives", later // 3, "D7b")]


def aim(pace: Pace) -> None:
    """Q25: a blow at a chosen location comes late."""
    late = strike_rank.thirds(strike_rank.aimed(pace.rank // 3))
    if late > pace.rank:
        pace.rank = late
        pace.terms = [Term("at a chosen location", late // 3, "Q25")]


def leave(state: State, c: Combatant) -> None:
    """Q17, C70 to C72: where somebody goes at the end of the engagement."""
    c.wards = NOBODY
    plan = state.plans.get(c.index)
    if plan is None or plan.way == STAYS or not c.able:
        return
    if plan.way == LEAVES:
        _draw_back(state, c, plan)
    elif plan.way == KEEPS_OFF:
        _keep_off(state, c, plan)
    elif plan.way != CLOSES:
        _stand_before(state, c, plan)
    elif plan.targets[0] not in state.own:
        _go_over(state, c, plan, "towards", "C70")


def _draw_back(state: State, c: Combatant, plan: Choice) -> None:
    """Q17: away from the foes."""
    metres = movement.allowance(c.mov, plan.moves)
    foes = state.foes(c)
    caught = [one for one in foes if state.distance(c, one) == 0]
    if state.land is None:
        c.metres += _away(c, foes[0] if foes else None) * metres
    else:
        metres = _off(state, state.land, c, foes or opponents(state, c), (metres, FAR))
    tell_walk(state, c, "away", (metres, metres), NOBODY)
    if plan.verb == FLEE and not caught:
        get_away(state, c)


def _away(c: Combatant, foe: Combatant | None) -> int:
    """The direction on the line that leads away from a foe; behind one's own line if that is no help."""
    if foe is None or foe.metres == c.metres:
        return -1 if c.build.first else 1
    return -1 if foe.metres > c.metres else 1


def _keep_off(state: State, c: Combatant, plan: Choice) -> None:
    """C71: as far as it takes to be out of reach of one foe, or as far as it goes."""
    foe = state.person(plan.targets[0])
    wanted = movement.out_of_reach(foe.mov) - state.distance(c, foe)
    metres = min(wanted, movement.allowance(c.mov, plan.moves))
    if metres > 0 and state.land is not None:
        way = movement.allowance(c.mov, plan.moves), movement.out_of_reach(foe.mov)
        metres = _off(state, state.land, c, [foe], way)
    elif metres > 0:
        c.metres += _away(c, foe) * metres
    if metres > 0:
        tell_walk(state, c, "off", (metres, metres), foe.index, "C71")


def _off(
    state: State, land: Land, c: Combatant, foes: list[Combatant], way: tuple[int, int]
) -> int:
    """C83: off these foes on a map; the metres that were walked."""
    c.place, walked = away(land, c, foes, way, list(state.own.values()))
    return walked


def _go_over(state: State, c: Combatant, plan: Choice, way: str, rule: str) -> int:
    """Towards whom the plan names, to where that one is known to stand; the metres that are left."""
    other = state.person(plan.targets[0])
    metres = state.distance(c, other)
    walked = _step(state, c, other, min(metres, movement.allowance(c.mov, plan.moves)))
    tell_walk(state, c, way, (walked, metres), other.index, rule)
    return metres - walked


def _stand_before(state: State, c: Combatant, plan: Choice) -> None:
    """C72: to a friend, and before it from now on if it is reached."""
    if _go_over(state, c, plan, "before", "C72") == 0:
        c.wards = plan.targets[0]


def tell_walk(
    state: State, c: Combatant, way: str, metres: tuple[int, int], toward: int, rule: str = "S36"
) -> None:
    """Tell of a way: *metres* are those walked, and those that there were to walk."""
    if state.log is None:
        return
    walked, wanted = metres
    figures = [Figure("metres", walked, (Term("metres", walked, rule),), rule)]
    if walked < wanted < FAR:
        terms = (Term("metres to go", wanted, "C1"), Term("walked", -walked, "S36"))
        figures.append(Figure("metres_left", wanted - walked, terms, "S36"))
    place = "" if state.land is None else hexes.name(c.place)
    state.emit("walked", by=c.index, at=toward, place=place, facts={"way": way}, figures=figures)
