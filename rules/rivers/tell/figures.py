"""The numbers of an event: found by name, and written out as sums."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Event, Figure
from rules.kernel.telling import figure, roll_of, sum_of, why_of
from rules.rivers.chapters.bodies import VITAL
from rules.rivers.chapters.wounds import MINUTES
from rules.rivers.course.harm import ROUNDS_A_MINUTE
from rules.rivers.tell.cast import Cast
from rules.rivers.tell.reasons import reasons

_WORDS: Final = {
    "strike_rank": "strike rank",
    "attack_chance": "attack needs",
    "attack_roll": "attack rolled",
    "defence_chance": "defence needs",
    "defence_roll": "defence rolled",
    "location_roll": "location",
    "hit_points": "hit points left",
    "all_hit_points": "hit points left in all",
    "weapon_points": "weapon has left",
    "missiles": "missiles left",
    "rounds_left": "slow rounds left",
    "nerve_chance": "nerve",
    "nerve_roll": "rolled",
    "fumble_roll": "fumble",
    "casting_chance": "casting needs",
    "casting_roll": "casting rolled",
    "resistance_chance": "POW needs",
    "resistance_roll": "POW rolled",
    "rune_points": "rune points left",
    "magic_points": "magic points left",
    "keeping_chance": "going on needs",
    "keeping_roll": "rolled",
    "aid_chance": "First Aid needs",
    "aid_roll": "First Aid rolled",
    "skill_chance": "the skill needs",
    "skill_roll": "rolled",
    "slow_rounds": "slow rounds",
    "armour": "armour of the head",
    "stun_chance": "staying conscious needs",
    "stun_roll": "rolled",
}


def why(event: Event) -> tuple[str, ...]:
    """Every sum of the event, with its rules, and then the other rules that decided it."""
    sums = tuple([sum_of(one, _WORDS.get(one.name, one.name)) for one in event.figures])
    named = {one.rule for one in event.figures}
    for one in event.figures:
        named.update([term.rule for term in one.terms])
    return why_of(sums, tuple([one for one in reasons(event) if one not in named]))


def needed(event: Event, whose: str, words: str, level: str = "") -> str:
    """What a roll needed and what it was, as far as the event says; empty if it says neither."""
    extreme = level if level in ("critical", "special", "fumble") else ""
    return roll_of(event, whose, words, extreme)


def left_of(cast: Cast, event: Event) -> str:
    """What a location and the whole have left, and when the wound kills; empty for who may not know."""
    left, in_all = figure(event, "hit_points"), figure(event, "all_hit_points")
    if left is None or in_all is None:
        return ""
    said = f"{left.value} left in the {event.place}, {in_all.value} in all"
    kind = cast.kind(event.at, event.place)
    full = cast.full(event.at, event.place)
    # What kills earlier is told by bleeding, or at once; what was to kill before is no news.
    if kind in VITAL and in_all.value > 0 and -full < left.value <= 0 < left.terms[0].value:
        by = event.round + ROUNDS_A_MINUTE * MINUTES[kind]
        said += f"; kills at the end of round {by} if nobody tends it"
    return said


def ranked(rank: Figure, shown: str) -> str:
    """A strike rank, and what it is made of; of a foe's nothing is known but the number."""
    parts = " + ".join([f"{term.value} ({term.label})" for term in rank.terms])
    return f"strike rank {shown}: {parts}" if parts else f"strike rank {shown}"
