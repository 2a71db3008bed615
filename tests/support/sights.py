"""Everything that a sight says: each method called with all that it may be asked about."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Final, cast

from rules.request.chapters import reach
from rules.request.course.arms import Arm
from rules.request.course.choices import (
    AIM,
    ATTACK,
    BACK,
    BREAKAWAY,
    CHARGE,
    CLOSE,
    CLOSER,
    COVER,
    FARTHER,
    FLANK,
    MOVE,
    PARRY,
    PRECISE,
    READY,
    RETREAT,
    SHOOT,
    SPRINT,
    STAND_BY,
)
from rules.request.course.leading import Way
from rules.request.course.seen.oneself import UnseenError
from rules.request.course.sight import Sight

NO_QUESTIONS: Final = ("kind", "rank", "id")
# Those that only write down what they are given.
WRITERS: Final = (
    "aim_at",
    "beside",
    "choose",
    "choose_with",
    "declare",
    "follow",
    "go",
    "mind",
    "name_way",
    "release",
    "cast",
    "go_on",
    "retreat",
    "set_reach",
    "swap",
    "bypass",
    "word",
)
STRIKES: Final = (ATTACK, PRECISE, SHOOT, AIM)
WALKS: Final = (MOVE, SPRINT, BREAKAWAY, RETREAT)
PURPOSES: Final = (CLOSE, BACK, COVER, FLANK, STAND_BY)


def everything(sight: Sight) -> dict[str, object]:
    """What every method says, by its name and what it was asked; "?" where it may not be asked that."""
    said: dict[str, object] = {name: getattr(sight, name) for name in NO_QUESTIONS}
    for name, method in inspect.getmembers(sight, callable):
        if name.startswith("_") or name in WRITERS:
            continue
        for asked in _asked(sight, name, [*inspect.signature(method).parameters]):
            try:
                said[f"{name}{asked}"] = _plain(method(*asked))
            except UnseenError:
                said[f"{name}{asked}"] = "?"
    return said


def _asked(sight: Sight, name: str, parameters: list[str]) -> Iterable[tuple[int, ...]]:
    """All that a method may be asked; only what makes sense on the ground that there is."""
    if name in ON_THE_GROUND and not sight.has_places():
        return ()
    if name in ASKED:
        return ASKED[name](sight)
    items = range(len(sight.items()))
    fills = {
        "spell": range(len(sight.spells())),
        "kind": range(12),
        "item": items,
        "dropped": items,
        "pair": range(3),
    }
    return product(*[fills.get(one, PEOPLE) for one in parameters])


PEOPLE: Final = range(-1, 12)


def _known(sight: Sight) -> list[int]:
    return [one for one in PEOPLE if _knows(sight, one)]


def _spots(sight: Sight) -> list[int]:
    return [sight.place(), *sight.hexes(MOVE)[:3]]


def _far_or_near(sight: Sight) -> list[tuple[int, int]]:
    return [(verb, item) for verb in STRIKES for item in _fit(sight, verb)]


def _any_verb(sight: Sight) -> list[tuple[int, int]]:
    verbs = (*STRIKES, READY, CHARGE, PARRY)
    return [(verb, item) for verb in verbs for item in _fit(sight, verb)]


def _blows(sight: Sight) -> list[tuple[int, int, int]]:
    return [(*deed, one) for deed in _far_or_near(sight) for one in _known(sight)]


def _close(sight: Sight) -> list[tuple[int, int]]:
    return [*product(_fit(sight, ATTACK), _known(sight))]


def _close_at_reach(sight: Sight) -> list[tuple[int, int, int]]:
    return [(*blow, pair) for blow in _close(sight) for pair in (reach.SHORT, reach.NORMAL)]


def _weapons(sight: Sight) -> list[tuple[int]]:
    return [(item,) for item in _fit(sight, ATTACK)]


def _purposes(sight: Sight) -> list[tuple[int, int, int, int]]:
    foes, friends = sight.foes(), sight.friends()
    return [
        (MOVE, purpose, one, aid)
        for purpose in PURPOSES
        for one in (friends if purpose == STAND_BY else foes)
        for aid in (friends if purpose == FLANK else [-1])
    ]


def _spots_of_others(sight: Sight) -> list[tuple[int, int]]:
    return [*product(_spots(sight), _known(sight))]


ASKED: Final[Mapping[str, Callable[[Sight], Iterable[tuple[int, ...]]]]] = {
    "can": _any_verb,
    "rank_of": _any_verb,
    "targets": _far_or_near,
    "mean": _far_or_near,
    "chance": _blows,
    "harm": _blows,
    "bypass_harm": _close,
    "is_within": _close,
    "reach_worth": _close_at_reach,
    "parry_chance": _weapons,
    "contest_chance": _weapons,
    "way_to": _purposes,
    "gap_from": _spots_of_others,
    "has_cover_at": _spots_of_others,
    "sees_from": _spots_of_others,
    "openings_to": lambda sight: [(to,) for to in _spots(sight)],
    "hexes": lambda _: [(verb,) for verb in WALKS],
    "ways": lambda _: [(verb,) for verb in WALKS],
    "reach_foes": lambda _: [(CLOSER,), (FARTHER,)],
    "detour": lambda sight: [(MOVE, one, apart) for one in sight.foes() for apart in (1, 2)],
}
ON_THE_GROUND: Final = (
    "place",
    "place_of",
    "gap",
    "gap_between",
    "gap_from",
    "openings_to",
    "has_cover_at",
    "sees_from",
    "hexes",
    "ways",
    "way_to",
    "detour",
    "reach_foes",
    "is_there_a_way",
    "is_within",
)


def _knows(sight: Sight, one: int) -> bool:
    try:
        sight.name_of(one)
    except UnseenError:
        return False
    return True


def _fit(sight: Sight, verb: int) -> list[int]:
    """The items that can do it at all."""
    far = verb in (SHOOT, AIM)
    found: list[int] = []
    for item, arm in enumerate(sight.items()):
        if (arm.shot if far else arm.close) is not None:
            found.append(item)
    return found


def _plain(said: object) -> object:
    """As something that can be compared."""
    if isinstance(said, Arm):
        return said.id, said.missiles, said.load, said.range
    if isinstance(said, Way):
        return said.purpose, said.target, said.aid, said.to, said.steps, said.leaves
    if isinstance(said, list | tuple):
        return [_plain(one) for one in cast("list[object]", said)]
    return said
