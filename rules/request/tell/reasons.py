"""Which sentences of the rules decided what an event tells, beside those that its numbers name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.kernel.model import Event, Figure
from rules.request.chapters import rolls
from rules.request.tell.deciders import (
    BEGINS,
    CAUSES,
    CONDITIONS,
    ENDINGS,
    FACTS,
    KINDS,
    ON_HEIGHTS,
    OPTIONS,
    SHOT_AT,
    SPELLS,
    SURROUNDINGS,
    TERMS,
    WITH_PLACES,
    WITHOUT_PLACES,
)

_PERCENT: Final = "1D100"
_ALL: Final = 100
_LEVELS: Final = ("fumble", "failure", "success", "critical")
_FAILURE, _SUCCESS, _CRITICAL = 1, 2, 3


def reasons(event: Event) -> tuple[str, ...]:
    """The ids of the sentences, the most general first, each once."""
    return tuple(dict.fromkeys(_all(event)))


def _all(event: Event) -> Iterator[str]:
    yield from KINDS.get(event.kind, ())
    for name, word in event.facts.items():
        yield from FACTS.get((event.kind, name, word), ())
    if event.kind == "condition":
        facts = event.facts
        key = facts.get("condition", ""), facts.get("change", ""), facts.get("cause", "")
        yield from CONDITIONS.get(key, ())
        if key[0] in SPELLS:
            yield from SPELLS[key[0]] if key[1] == "began" else ENDINGS.get(key[2], ("P26p2",))
    elif event.kind == "combat_began":
        yield from _beginning(event.facts)
    elif event.kind == "attack":
        yield from _blow(event)
    else:
        yield from _little(event)
    for figure in event.figures:
        yield from _number(figure)


def _little(event: Event) -> Iterator[str]:
    """What a single fact says that is neither one of a few words nor a number."""
    facts = event.facts
    match event.kind:
        case "phase_began":
            yield "A26" if event.phase == 1 else "R10"
        case "moved" if facts.get("how") in ("move", "sprint") and "purpose" not in facts:
            yield "C27g"
        case "broke_away" if facts.get("held"):
            yield from ("P18f", "P18i")
        case "nerve":
            for cause in facts.get("causes", "").split(", "):
                yield CAUSES.get(cause, "C32a")
        case _:
            pass


def _beginning(facts: Mapping[str, str]) -> Iterator[str]:
    """What holds from the first moment on."""
    yield from WITH_PLACES if "field" in facts else WITHOUT_PLACES
    yield from ON_HEIGHTS if "heights" in facts else ()
    yield from BEGINS
    for option in facts.get("options", "").split(", "):
        yield from OPTIONS.get(option.partition(" ")[0], ())
    for one in facts.get("surroundings", "").split(", "):
        yield from SURROUNDINGS.get(one.partition(" ")[0], ())


def _number(figure: Figure) -> Iterator[str]:
    """What the parts of a number mean together."""
    rules = {term.rule for term in figure.terms}
    for rule, decided in TERMS.get(figure.name, {}).items():
        if rule in rules:
            yield from decided
    if figure.dice == _PERCENT:
        if figure.value <= rolls.ALWAYS_TO:
            yield "P9b"
        elif figure.value >= rolls.NEVER_FROM:
            yield "P9c"
    elif figure.name.endswith("_chance"):
        if {"R37", "R38"} <= rules:
            yield "R52"
        if figure.value < 1:
            yield "P12"
        elif figure.value > _ALL:
            yield "P13c"
    elif figure.name == "damage" and figure.value == 0:
        yield "P20b"
    elif {"R35", "R38"} <= rules:
        yield "R50"


def _blow(event: Event) -> Iterator[str]:
    """What the two levels of an attack, once one of them has fallen, mean together."""
    facts = event.facts
    verb = facts.get("verb")
    if facts.get("level") == "fumble" and _value(event, "attack_chance") > _ALL:
        yield "P11a"
    if verb == "shoot":
        yield from SHOT_AT.get(facts.get("defence", ""), ())
    elif verb in ("opportunity", "riposte") and {"R41", "R43"} & _terms(event, "attack_chance"):
        yield "A27"
    attack, defence = _level(facts, "level", "attacker"), _level(facts, "defence_level", "defender")
    hits = attack >= _SUCCESS
    match facts.get("defence", ""):
        case "parry" if defence >= _SUCCESS and hits:
            yield "P15a" if defence == _CRITICAL else "P15"
        case "parry" if defence == _CRITICAL:
            yield "P15c2" if verb == "shoot" else "P15c"
        case "dodge" if defence == _CRITICAL and attack < _CRITICAL:
            yield "P16e"
        case "dodge" if defence >= _SUCCESS and hits:
            yield "P16f" if defence == attack else "P16"
        case "parry" | "dodge" if defence <= _FAILURE and not hits:
            yield "P14d"
        case _:
            pass


def _level(facts: Mapping[str, str], name: str, whose: str) -> int:
    """How good a roll counts; a failure where there was none."""
    rolled = _LEVELS.index(facts.get(name, "failure"))
    return rolled - 1 if facts.get("demoted") == whose else rolled


def _value(event: Event, name: str) -> int:
    """The number called *name*, 0 without one."""
    return sum(one.value for one in event.figures if one.name == name)


def _terms(event: Event, name: str) -> set[str]:
    """The rules of the terms of the number called *name*."""
    return {term.rule for one in event.figures if one.name == name for term in one.terms}
