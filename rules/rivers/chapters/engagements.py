"""Who fights whom in a round: stars of one against several, formed choice by choice.

A seat is the number of a combatant, from 1, in player order.  ``first`` is always the side
that chooses first (in an ambush the ambushers), ``second`` the other one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MOST_AGAINST_ONE: Final = 4


class Star(NamedTuple):
    """One engagement: its members of either side; one side has one member, or none."""

    first: list[int]
    second: list[int]


def is_star(star: Star) -> bool:
    """S2: whether one side has at most one member, and somebody is there."""
    return min(len(star.first), len(star.second)) <= 1 and bool(star.first or star.second)


def hub(star: Star) -> int:
    """S4: the seat that names an engagement: whoever stands alone, in a pair of the choosing side."""
    if len(star.first) == 1:
        return star.first[0]
    return star.second[0] if len(star.second) == 1 else min(star.first or star.second)


def of(stars: list[Star], seat: int) -> Star | None:
    """The engagement of *seat*, or None while it has none."""
    for star in stars:
        if seat in star.first or seat in star.second:
            return star
    return None


def seated(stars: list[Star]) -> dict[int, int]:
    """By seat, the number of the engagement that somebody is in: what `of` says, of all of them at once."""
    found: dict[int, int] = {}
    for number, star in enumerate(stars):
        for seat in star.first:
            found[seat] = number
        for seat in star.second:
            found[seat] = number
    return found


def why_not(stars: list[Star], who: int, is_first: bool, targets: list[int], reject: bool) -> str:
    """Why *who* cannot choose these foes now; "" if it can.

    *stars* are the engagements so far, *is_first* whether *who* is of the choosing side,
    *reject* whether A19b holds: nobody is taken out of an engagement.
    """
    return why_not_seated(stars, seated(stars), who, is_first, targets, reject)


def why_not_seated(
    stars: list[Star],
    seats: dict[int, int],
    who: int,
    is_first: bool,
    targets: list[int],
    reject: bool,
) -> str:
    """The same, where it is known by seat (`seated`) who is where."""
    if who in seats:
        return f"{who} is engaged already (S5)"
    if len(set(targets)) != len(targets):
        return "a foe is chosen once (S5)"
    for target in targets:
        if target not in seats:
            continue
        its, others = _parts(stars[seats[target]], is_first)
        if len(its) > 1:
            if reject:
                return f"{target} shares {others[0]} with others (A19b)"
        elif len(targets) > 1:
            return f"{target} has foes of its own, and {who} would bring others (S2)"
    return ""


def chosen(stars: list[Star], who: int, is_first: bool, targets: list[int]) -> list[Star]:
    """S5, A19: the engagements once *who* has chosen; `why_not` has said that it can.

    Without targets *who* hangs back, and nothing changes.
    """
    if not targets:
        return stars
    one = of(stars, targets[0]) if len(targets) == 1 else None
    if one is not None:
        both = joined(one, who, is_first)
        if both is not None:
            return [both if star is one else star for star in stars]
    left: list[Star] = []
    for star in stars:
        its, others = _parts(star, is_first)
        stay = [seat for seat in its if seat not in targets]
        if stay:
            left.append(_star(stay, others, is_first))
    left.append(new(who, is_first, targets))
    return left


def new(who: int, is_first: bool, targets: list[int]) -> Star:
    """The engagement of *who* with foes who are in none."""
    return _star(sorted(targets), [who], is_first)


def _parts(star: Star, is_first: bool) -> tuple[list[int], list[int]]:
    """The members of the side that is chosen from, and of the side that chooses."""
    return (star.second, star.first) if is_first else (star.first, star.second)


def _star(its: list[int], others: list[int], is_first: bool) -> Star:
    return Star(others, its) if is_first else Star(its, others)


def joined(star: Star, who: int, is_first: bool) -> Star | None:
    """S5: the engagement with *who* against whoever stands alone in it; None if several do."""
    its, others = _parts(star, is_first)
    return _star(its, sorted([*others, who]), is_first) if len(its) == 1 else None


def whole(stars: list[Star], first: list[int], second: list[int]) -> list[Star]:
    """S8, S9, A20: all engagements in player order, with whoever has none alone in one of its own."""
    found = list(stars)
    seats = seated(stars)
    for seat in first:
        if seat not in seats:
            found.append(Star([seat], []))
    alone: list[Star] = []
    for seat in second:
        if seat not in seats:
            alone.append(Star([], [seat]))
    found.sort(key=_leftmost)
    return found + alone


def _leftmost(star: Star) -> int:
    return min(star.first)


def put(stars: list[Star], who: int, is_first: bool, foe: int) -> list[Star]:
    """C52: *who* against *foe* and all who are with it, whatever shape that has; whom it leaves keep each other, or are free."""
    found: list[Star] = []
    target = Star([], [foe]) if is_first else Star([foe], [])
    for star in stars:
        first = [seat for seat in star.first if seat != who]
        second = [seat for seat in star.second if seat != who]
        if foe in first or foe in second:
            target = Star(first, second)
        elif first and second:
            found.append(Star(first, second))
    if is_first:
        return [*found, Star(sorted([*target.first, who]), target.second)]
    return [*found, Star(target.first, sorted([*target.second, who]))]


def split(first: list[int], second: list[int]) -> list[Star]:
    """S3: as many engagements as the smaller side has members, nobody idle, neighbours together."""
    few, many = (first, second) if len(first) <= len(second) else (second, first)
    if not few:
        return whole([], first, second)
    size, more = divmod(len(many), len(few))
    found: list[Star] = []
    at = 0
    for index, seat in enumerate(few):
        to = at + size + (1 if index < more else 0)
        found.append(_star([seat], many[at:to], few is second))
        at = to
    return whole(found, first, second)


def share(at: int, few: int, many: int) -> int:
    """S3: with which of the *few* number *at* of the *many* goes in a split, all counted from 0."""
    size, more = divmod(many, few)
    full = more * (size + 1)
    return at // (size + 1) if at < full else more + (at - full) // size


def first_share(at: int, few: int, many: int) -> int:
    """S3: the first of the *many* that goes with number *at* of the *few*."""
    size, more = divmod(many, few)
    return at * size + min(at, more)


def breaches(stars: list[Star], first: list[int], second: list[int]) -> list[str]:
    """S2: everything that these engagements of a round, however made, have wrong."""
    found: list[str] = []
    for star in stars:
        if not is_star(star):
            found.append(
                f"{_listed(star.first)} against {_listed(star.second)} are several against several (S2)"
            )
    for seats, name in ((first, "first"), (second, "second")):
        for seat in seats:
            times = 0
            for star in stars:
                times += (star.first if name == "first" else star.second).count(seat)
            if times != 1:
                found.append(f"{seat} is in {times} engagements, and belongs in one (S2)")
    return found


def _listed(seats: list[int]) -> str:
    return ", ".join(str(seat) for seat in seats)


def is_crowded(star: Star, area: bool) -> bool:
    """S6: whether more stand against one than there is room for without an area attack."""
    return not area and max(len(star.first), len(star.second)) > MOST_AGAINST_ONE


def engages(aware: bool) -> bool:
    """S7: whether a missile or a spell engages its target with whoever sends it."""
    return aware


def why_no_sides(sides: int) -> str:
    """D1: why so many sides cannot fight; "" for two."""
    return "" if sides == 2 else f"{sides} sides; Rivers is fought by exactly two (D1)"  # noqa: PLR2004 - two


def stream(round_: int, star: Star | None) -> str:
    """S4: the key of the dice of an engagement in a round, or of what is between engagements."""
    return f"{round_}/{0 if star is None else hub(star)}"
