"""What a scenario wants to happen of itself, in words: "put Maren on E4", and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast as cast_to

from rules.kernel.model import (
    BEFORE_ANYBODY,
    ChangeSide,
    Disengage,
    EndFight,
    Engage,
    Hazard,
    Hide,
    Modify,
    Moment,
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
from rules.kernel.telling import Span
from rules.request.model import (
    Add,
    Change,
    ChangeOfOne,
    Seat,
    SetSurroundings,
    Surroundings,
    Tend,
    Timed,
    Unseat,
)
from rules.request.tell.cast import Cast, in_a_row

LASTS: Final = {
    "roll": "on the next skill roll",
    "round": "on skill rolls in this round",
    "fight": "on skill rolls from now on",
}
STATUSES: Final = {
    "out": "out of the fight",
    "defending": "on the defensive",
    "yielded": "a prisoner",
}
_GEAR: Final = {
    "held": ("let ", " hold {}"),
    "carried": ("let ", " put {} away"),
    "dropped": ("let ", " drop {}"),
    "gone": ("let ", " lose {}"),
}
_STOCKS: Final = {
    "actions": ("leave ", " {} actions in this round"),
    "lost": ("let ", " have {} actions to lose"),
    "reactions": ("leave ", " {} reactions in this round"),
    "magic": ("leave ", " {} magic points"),
}
SCENES: Final = {
    "light bright": "bright light",
    "light dim": "little light",
    "light dark": "no light",
    "air clear": "clear air",
    "air mist": "mist",
    "air smoke": "smoke",
    "air fog": "fog",
    "air thick smoke": "thick smoke",
    "wind calm": "no wind",
    "wind strong": "a strong wind",
    "wind high": "a high wind",
    "wind fierce": "a fierce wind",
    "wind hurricane": "a hurricane",
    "footing firm": "firm ground",
    "footing unsteady": "unsteady ground",
}
_FIRST_PHASE: Final = 1


def agenda(cast: Cast, script: tuple[Timed, ...]) -> tuple[tuple[str, str], ...]:
    """All that a scenario will do: the moment of each, and what, with the reason."""
    return tuple(
        (moment(one.at), "".join(span.text for span in plan(cast, one.change)) + because(one))
        for one in script
    )


def because(timed: Timed) -> str:
    """The reason in brackets, if there is one."""
    return f" ({timed.reason})" if timed.reason else ""


def moment(at: Moment) -> str:
    """As precise as the scenario has it."""
    said = f"round {at.round}"
    if at.phase != _FIRST_PHASE or at.rank < BEFORE_ANYBODY:
        said += f", phase {at.phase}"
    if at.rank < BEFORE_ANYBODY:
        said += f", strike rank {at.rank}"
    return said


def plan(cast: Cast, change: Change) -> list[Span]:
    """What is to be done, as it follows on "would" or "to"."""
    if isinstance(change, Add):
        entry = change.entry
        side = cast.sides.get(entry.side, entry.side)
        place = f" at {entry.place}" if entry.place else ""
        return [Span("bring "), cast.name(entry.id), Span(f" into the fight for {side}{place}")]
    if isinstance(change, EndFight):
        winner = cast.sides.get(change.winner, change.winner)
        return [Span(f"end the fight{f' with victory for {winner}' if winner else ''}")]
    if isinstance(change, Modify):
        whom = cast.name(change.who) if change.who else Span("everybody")
        lasts = LASTS.get(change.lasts, change.lasts)
        return [Span("give "), whom, Span(f" {change.value:+}% {lasts}: {change.name}")]
    if isinstance(change, SetSurroundings):
        given = {
            name: cast_to("str", getattr(change, name)) for name in Surroundings.__struct_fields__
        }
        return [Span(f"let there be {scene(given)}")]
    return _of_one(cast, change)


def scene(facts: Mapping[str, str]) -> str:
    """Light, wind, air and footing in words, as far as they are named."""
    names = Surroundings.__struct_fields__
    words = [f"{name} {facts[name]}" for name in names if facts.get(name)]
    return in_a_row([SCENES.get(one, one) for one in words])


def _of_one(cast: Cast, change: ChangeOfOne) -> list[Span]:  # noqa: PLR0911 - one a kind of change
    who = cast.name(change.who)
    if isinstance(change, Engage):
        foe = cast.name(change.foe)
        return [Span("engage "), who, Span(" with "), foe, Span(f" at {change.reach} reach")]
    if isinstance(change, Disengage):
        return [Span("part "), who, Span(" from "), cast.name(change.foe)]
    if isinstance(change, Seize):
        return [Span("let "), who, Span(" hold "), cast.name(change.foe)]
    if isinstance(change, Release):
        return [Span("let "), who, Span(" loosen its hold")]
    if isinstance(change, Place):
        return [Span("put "), who, Span(f" on {change.place}")]
    if isinstance(change, Remove):
        return [Span("take "), who, Span(" out of the fight")]
    if isinstance(change, Reveal):
        return [Span("let "), who, Span(" come into view")]
    if isinstance(change, Hide):
        return [Span("take "), who, Span(" out of sight")]
    if isinstance(change, Move):
        return [Span("put "), who, Span(f" {change.distance} m from the other line")]
    if isinstance(change, ChangeSide):
        side = cast.sides.get(change.side, change.side)
        return [Span("let "), who, Span(f" fight for {side}")]
    if isinstance(change, Seat):
        return [Span("put "), who, Span(" on "), cast.name(change.mount)]
    if isinstance(change, Unseat):
        end = " off its mount" if change.falls else " down beside its mount"
        return [Span("throw " if change.falls else "set "), who, Span(end)]
    if isinstance(change, Tend):
        where = f" of the {change.location}" if change.location else ""
        return [Span(f"stop the bleeding{where} of "), who]
    return _of_body(cast, change, who)


def _of_body(
    cast: Cast, change: Hazard | SetGear | SetHitPoints | SetPoints | SetStatus, who: Span
) -> list[Span]:
    if isinstance(change, SetHitPoints):
        full = cast.full(change.who, change.location)
        points = f" {change.points} of {full} hit points in the {change.location}"
        return [Span("leave "), who, Span(points)]
    if isinstance(change, Hazard):
        where = f" in the {change.location}" if change.location else ""
        return [Span("let "), who, Span(f" be hurt{where} by {change.cause}, {change.damage}")]
    if isinstance(change, SetPoints):
        before, after = _STOCKS[change.name]
        words = after.replace("{}", str(change.points))
        return [Span(before), who, Span(words.replace("1 actions", "1 action"))]
    if isinstance(change, SetStatus):
        status = STATUSES.get(change.status, change.status)
        return [Span("let "), who, Span(f" be {status}{'' if change.on else ' no more'}")]
    before, after = _GEAR[change.state]
    words = after.replace("{}", cast.item(change.who, change.item))
    missiles = "" if change.missiles is None else f", with {change.missiles} missiles left"
    return [Span(before), who, Span(words + missiles)]
