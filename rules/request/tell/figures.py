"""The numbers of an event: found by name, summed by kind of term, written out as sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.kernel.model import Event, Term
from rules.kernel.telling import figure, roll_of, sum_of, value, why_of
from rules.request.tell.reasons import reasons

_WORDS: Final = {
    "strike_rank": "strike rank",
    "attack_chance": "attack needs",
    "attack_roll": "attack rolled",
    "defence_chance": "defence needs",
    "defence_roll": "defence rolled",
    "location_roll": "location",
    "hit_points": "hit points left",
    "lost_actions": "actions lost",
    "resilience_chance": "Resilience needs",
    "resilience_roll": "Resilience rolled",
    "fumble_roll": "fumble",
    "aid_chance": "First Aid needs",
    "aid_roll": "First Aid rolled",
    "crash_chance": "Dodge needs",
    "crash_roll": "Dodge rolled",
    "fatigue_chance": "test needs",
    "fatigue_roll": "test rolled",
    "nerve_chance": "nerve needs at most",
    "nerve_roll": "nerve rolled",
    "strenuous_rounds": "strenuous rounds",
    "minutes": "minutes",
    "aim_bonus": "aim",
    "contest_chance": "needs",
    "contest_roll": "rolled",
    "acrobatics_chance": "Acrobatics needs",
    "acrobatics_roll": "Acrobatics rolled",
    "casting_chance": "casting needs",
    "casting_roll": "casting rolled",
    "resist_chance": "resistance needs",
    "resist_roll": "resistance rolled",
    "persistence_chance": "Persistence needs",
    "persistence_roll": "Persistence rolled",
    "magic_points": "magic points left",
    "riding_chance": "Riding needs",
    "riding_roll": "Riding rolled",
}
# By rule: what the sheet makes of a roll, beside the skill.  All else is the situation's, and is told.
_OF_THE_SHEET: Final = ("P29b", "P30a")


def why(event: Event) -> tuple[str, ...]:
    """Every sum of the event, with its rules, and then the other rules that decided it."""
    sums = tuple([sum_of(one, _WORDS.get(one.name, one.name)) for one in event.figures])
    return why_of(sums, reasons(event))


def needed(event: Event, whose: str, words: str, level: str = "") -> str:
    """What a roll needed and what it was, as far as the event says; empty if it says neither."""
    chance = figure(event, f"{whose}_chance")
    news: list[str] = []
    if chance is not None:
        for one in chance.terms[1:]:
            if one.rule not in _OF_THE_SHEET:
                news.append(f"{one.value:+} {one.label}")
    extreme = level if level in ("critical", "fumble") else ""
    return roll_of(event, whose, words, extreme, ", ".join(news))


def waited(event: Event) -> tuple[str, ...]:
    """From when somebody could have done it who does it later."""
    earliest = value(event, "strike_rank")
    return (f"waited from {earliest}",) if earliest > event.rank else ()


def terms(event: Event, name: str, wanted: Callable[[Term], bool]) -> int:
    """What some terms of a number come to."""
    found = figure(event, name)
    return 0 if found is None else sum(term.value for term in found.terms if wanted(term))


def is_parry(term: Term) -> bool:
    return "parry" in term.label


def is_armour(term: Term) -> bool:
    return term.label == "armour"


def is_dealt(term: Term) -> bool:
    return not is_parry(term)
