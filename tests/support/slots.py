"""A walk over every slot of everything that a fight is made of, and the lists of what may be an exception.

A fork must have its own copy of whatever can change, and a snapshot must hold it.  Both
are promises about every field of every class, so they are checked field by field, and a
field that nobody thought of is found because the walk finds it by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterator
from contextlib import contextmanager
from typing import Final, TypeGuard, cast

import msgspec

from rules.kernel.field.model import Field
from rules.kernel.model import Outcome
from rules.request.chapters.defence import unopposed
from rules.request.chapters.rolls import FAILURE
from rules.request.course.choices import Choice
from rules.request.course.ground import Ground
from rules.request.course.state import Modifier, Struck

Place = tuple[str, str]
"""The class that has a slot, and the slot."""

# Never changed after they were made, so that forks may share them.  That they are not is
# what the deep picture is for.
UNCHANGING: Final = {
    "Arm": "a weapon in its owner's terms",
    "Asked": "one open question",
    "Cell": "a cell of the tables of attack and defence",
    "Choice": "an answer, decoded",
    "Ground": "the field, unpacked",
    "Modifier": "a named modifier",
    "Strike": "one way to hurt with a weapon",
    "Struck": "a blow that has still to land",
}

_ANEW: Final = "made anew whenever it changes"
_BEFORE: Final = "filled before the procedure begins, and only read after"

# Lists and tables that a fork shares with its machine on purpose.
SHARED: Final[dict[Place, str]] = {
    **{
        ("Combatant", name): _ANEW
        for name in (
            "bleeds",
            "declared",
            "foes",
            "formed",
            "marks",
            "parted",
            "proved",
            "reaches",
            "under",
            "used",
        )
    },
    **{("State", name): _ANEW for name in ("fresh", "moved", "withheld")},
    ("Combatant", "arms"): "what the sheet says",
    ("Combatant", "beats"): "what the sheet says",
    ("Combatant", "codes"): "what the sheet says",
    ("Combatant", "parriers"): _ANEW,
    ("Combatant", "strikers"): _ANEW,
    ("Contest", "foes"): _BEFORE,
    ("Contest", "won"): _ANEW,
    ("Exchange", "deeds"): _BEFORE,
    ("Exchange", "resisted"): _ANEW,
    ("Journey", "path"): _BEFORE,
    ("Journey", "spared"): _BEFORE,
    ("Contest", "way"): _BEFORE,
    **{("Moment", name): _BEFORE for name in ("beaten", "foes", "leaving", "order", "ways")},
    ("Moment", "deeds"): _ANEW,
    ("Provoking", "behind"): _BEFORE,
    ("Provoking", "foes"): _BEFORE,
    ("State", "hostile"): "what the setup says",
    ("State", "timed"): "what the setup says",
    ("Turn", "ready"): _BEFORE,
}

# What a snapshot does not write down, because the setup in it says the same.
FROM_SETUP: Final[dict[Place, str]] = {
    **{
        ("Combatant", name): "what the sheet says"
        for name in (
            "armour",
            "arms",
            "beats",
            "bulk",
            "codes",
            "dodge",
            "dodge_penalty",
            "entry",
            "first_aid",
            "full",
            "girth",
            "id",
            "index",
            "name",
            "nerve",
            "riding",
            "rune",
            "shoots",
            "size",
            "wrestling",
        )
    },
    ("State", "entries"): "the combatants of the setup, before those who joined",
    ("State", "ground"): "the field of the setup",
    ("State", "hostile"): "the sides of the setup",
    ("State", "names"): "the ids of the entries",
    ("State", "option_demotion"): "an option of the setup",
    ("State", "option_fumble_from"): "an option of the setup",
    ("State", "option_pool"): "an option of the setup",
    ("State", "option_round_up"): "an option of the setup",
    ("State", "option_shields"): "an option of the setup",
    ("State", "timed"): "the script of the setup",
    **{
        ("State", name): "the surroundings of the setup"
        for name in ("footing", "gloom", "hampers", "haze", "storm", "wind")
    },
}

# What a snapshot does not write down, because it follows from what it does.
WORKED_OUT: Final[dict[Place, str]] = {
    ("Combatant", "able"): "follows from the conditions",
    ("Combatant", "armed"): "follows from the gear",
    ("Combatant", "paired"): "follows from the gear",
    ("Combatant", "couched"): "follows from the weapons and whom it rides",
    ("Combatant", "dex"): "follows from the sheet, how tired it is, and the spells",
    ("Combatant", "casting"): "follows from what is under way",
    ("Combatant", "muddled"): "follows from the spells",
    ("Combatant", "ward"): "follows from the spells",
    ("Combatant", "keeps_off"): "follows from the gear",
    ("Combatant", "laden"): "follows from the gear",
    ("Combatant", "metres"): "follows from the sheet, the legs and how tired it is",
    ("Combatant", "parriers"): "follows from the gear",
    ("Combatant", "rank_base"): "follows from the gear",
    ("Combatant", "rank_change"): "follows from the conditions",
    ("Combatant", "rank_top"): "follows from gear and conditions",
    ("Combatant", "spare_shield"): "follows from the gear",
    ("Combatant", "strikers"): "follows from the gear",
    ("Combatant", "unready"): "follows from the gear",
    ("Combatant", "wound_score"): "follows from the hit points",
}

# What is no part of the state at all.
NO_STATE: Final[dict[Place, str]] = {
    ("Fight", "open"): "the questions of this wait, made when somebody wants them",
    ("Ground", "bears_memo"): "what the drawing says, looked up before",
    ("Ground", "lines_memo"): "lines worked out before, by their ends",
    (
        "Ground",
        "ways_memo",
    ): "ways worked out before, by where they lead and how wide the walker is",
    ("State", "falling"): "there only while blows land, and never at a wait",
    ("Chronicle", "log"): "events on their way out; at a wait they are handed over or not wanted",
    ("Chronicle", "told"): "counts the events of one move, and begins anew with the next",
    ("Strike", "anywhere_memo"): "a sum worked out before, by what it depends on",
    ("Strike", "through_memo"): "a sum worked out before, by what it depends on",
}

MISSING: Final = "<never set>"
PLAIN: Final = (str, bytes, int, bool, type(None))
Listed = list[object] | tuple[object, ...] | dict[object, object]
Picture = tuple["Picture | object", ...]


def slots_of(kind: type) -> Iterator[Place]:
    """Every slot of *kind*, with the class that has it, those of its bases first."""
    for owner in reversed(kind.__mro__):
        names = cast("tuple[str, ...] | str", owner.__dict__.get("__slots__", ()))
        for name in (names,) if isinstance(names, str) else names:
            yield owner.__name__, name


def value_of(thing: object, name: str) -> object:
    """What a slot holds, or MISSING."""
    return cast("object", getattr(thing, name, MISSING))


def is_frozen(thing: object) -> bool:
    """A number, a text, or data that was decoded once and is never written to."""
    return isinstance(thing, (*PLAIN, msgspec.Struct))


def items_of(thing: Listed) -> list[tuple[str, object]]:
    """The contents of a list, a tuple or a table, each with its place."""
    if isinstance(thing, dict):
        return [(f"[{key!r}]", value) for key, value in thing.items()]
    return [(f"[{index}]", value) for index, value in enumerate(thing)]


def is_listed(thing: object) -> TypeGuard[Listed]:
    """Is it a list, a tuple or a table?"""
    return isinstance(thing, (list, tuple, dict))


def unslotted(thing: object) -> bool:
    """Could somebody hang more on it than its slots?"""
    return hasattr(thing, "__dict__")


# --- two of them ----------------------------------------------------------------------------


def differences(ours: object, theirs: object, *, sharing: bool = True) -> list[str]:
    """Where two fights differ, or (unless *sharing* does not matter) hold the same changeable thing."""
    found: list[str] = []
    _compare(ours, theirs, "fight", sharing, found)
    return found


def _compare(ours: object, theirs: object, path: str, sharing: bool, found: list[str]) -> None:
    if type(ours) is not type(theirs):
        found.append(f"{path}: {ours!r} is not {theirs!r}")
    elif is_frozen(ours):
        if ours != theirs:
            found.append(f"{path}: {ours!r} is not {theirs!r}")
    elif is_listed(ours) and is_listed(theirs):
        if sharing and ours is theirs and not isinstance(ours, tuple):
            found.append(f"{path}: shared")
        _compare_items(ours, theirs, path, sharing, found)
    else:
        _compare_slots(ours, theirs, path, sharing, found)


def _compare_items(
    ours: Listed, theirs: Listed, path: str, sharing: bool, found: list[str]
) -> None:
    mine, other = items_of(ours), items_of(theirs)
    if [place for place, _ in mine] != [place for place, _ in other]:
        found.append(f"{path}: {ours!r} is not {theirs!r}")
        return
    for (place, one), (_, another) in zip(mine, other, strict=True):
        _compare(one, another, path + place, sharing, found)


def _compare_slots(
    ours: object, theirs: object, path: str, sharing: bool, found: list[str]
) -> None:
    kind = type(ours).__name__
    if unslotted(ours):
        found.append(f"{path}: a {kind} has no slots")
    if sharing and ours is theirs:
        if kind not in UNCHANGING:
            found.append(f"{path}: shared")
        return
    for owner, name in slots_of(type(ours)):
        if (owner, name) in NO_STATE:
            continue
        shared = sharing and (owner, name) not in SHARED
        one, another = value_of(ours, name), value_of(theirs, name)
        _compare(one, another, f"{path}.{name}", shared, found)


# --- one of them ----------------------------------------------------------------------------


def picture(thing: object) -> object:
    """Everything that can be reached from *thing*, as nothing but tuples of plain values."""
    if isinstance(thing, PLAIN):
        return thing
    if isinstance(thing, msgspec.Struct):
        return type(thing).__name__, msgspec.json.encode(thing)
    if is_listed(thing):
        return type(thing).__name__, *[(place, picture(one)) for place, one in items_of(thing)]
    return type(thing).__name__, *[
        (name, picture(value_of(thing, name)))
        for owner, name in slots_of(type(thing))
        if (owner, name) not in NO_STATE
    ]


def changes(before: object, after: object, path: str = "fight") -> list[str]:
    """Where two pictures of one thing differ."""
    if before == after:
        return []
    if not _is_list(before) or not _is_list(after) or len(before) != len(after):
        return [f"{path}: {before!r} became {after!r}"]
    found: list[str] = []
    for old, new in zip(before, after, strict=True):
        name = old[0] if _is_list(old) and _is_list(new) and old[0] == new[0] else ""
        found += changes(old, new, f"{path}.{name}" if name else path)
    return found


def _is_list(thing: object) -> TypeGuard[Picture]:
    return isinstance(thing, tuple)


def everything(thing: object, *, past: Container[Place] = NO_STATE) -> Iterator[object]:
    """Every slotted object that can be reached from *thing* by other slots than *past*, each once."""
    seen: set[int] = set()
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if is_frozen(one) or id(one) in seen:
            continue
        seen.add(id(one))
        if is_listed(one):
            waiting += [value for _, value in items_of(one)]
            continue
        yield one
        waiting += [
            value_of(one, place[1])
            for place in slots_of(type(one))
            if place not in NO_STATE and place not in past
        ]


# --- a field that is something else ---------------------------------------------------------

_CHOICE: Final = Choice(0, 0, 0, 0)
_FOR_NOTHING: Final[dict[Place, object]] = {
    ("Asked", "deed"): _CHOICE,
    ("Combatant", "plan"): _CHOICE,
    ("Combatant", "task"): _CHOICE,
    ("State", "ground"): Ground(Field(1, 1)),
    ("State", "outcome_now"): Outcome("draw", "", 1),
    ("Struck", "reaction"): _CHOICE,
}
_FOR_EMPTY: Final[dict[Place, object]] = {
    ("Provoking", "strikes"): _CHOICE,
    ("State", "modifiers"): Modifier("odd", 1, 2, 0),
    ("State", "withheld"): Struck(_CHOICE, None, unopposed(FAILURE)),
    ("Turn", "ready"): _CHOICE,
}


@contextmanager
def changed(thing: object, place: Place) -> Generator[None]:
    """Let a slot of *thing* hold something else for a while."""
    before = value_of(thing, place[1])
    setattr(thing, place[1], _something_else(before, place))
    try:
        yield
    finally:
        setattr(thing, place[1], before)


def _something_else(value: object, place: Place) -> object:  # noqa: PLR0911 (one a kind of value)
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case bytes():
            return value + b"x"
        case None:
            return _FOR_NOTHING[place]
        case tuple():
            return *cast("tuple[object, ...]", value)[1:], 1
        case dict():
            return {**cast("dict[object, object]", value), "odd": 1}
        case list():
            listed = cast("list[object]", value)
            return listed[:-1] if listed else [_FOR_EMPTY.get(place, 1)]
        case _:
            return None


def unsaved(fight: object, save: Callable[[], bytes]) -> set[Place]:
    """The slots that can hold something else without *save* giving other bytes.

    A value that cannot even be saved is noticed as well.
    """
    before = save()
    found: set[Place] = set()
    for thing in everything(fight, past=FROM_SETUP):
        for place in slots_of(type(thing)):
            if place in NO_STATE:
                continue
            with changed(thing, place):
                try:
                    after = save()
                except (AttributeError, IndexError, TypeError, ValueError):
                    continue
            if after == before:
                found.add(place)
    return found
