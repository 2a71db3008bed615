"""Which sentences of the rules decided what an event tells, beside those that its numbers name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.kernel.model import Event, Figure
from rules.kernel.telling import figure
from rules.rivers.chapters.engagements import MOST_AGAINST_ONE
from rules.rivers.chapters.levels import ALWAYS_TO, FAILURE, HIGHEST, LEVEL_NAMES
from rules.rivers.tell.blow_deciders import (
    BOTH_ABOVE,
    BOTH_LATE,
    CERTAIN,
    DEFENDED,
    DODGED,
    FASTEST,
    LATE,
    LESS_IN_THE_PLACE,
    NEGATIVE_BONUS,
    ORDER,
    PARRIED,
    PAST_TWELVE,
    TERMS,
    UNANSWERED,
    UNROLLED,
    WORDS,
)
from rules.rivers.tell.deciders import (
    ALONE,
    AMBUSH,
    BEGINS,
    CONDITIONS,
    CROWDED,
    FACTS,
    KINDS,
    ON_A_MAP,
    OPTIONS,
    OTHERS_ALONE,
    PAIR,
    SEVERAL,
    UNDER,
    WITH_PLACES,
    WITHOUT_PLACES,
)
from rules.rivers.tell.deed_deciders import (
    AFTERWARDS,
    AT_ONCE,
    BESIDES,
    BY_SPELL,
    CASTS,
    CROSSES,
    DECLARED,
    DEFENCES,
    ENDINGS,
    OUTCOMES,
    RITUALS,
    TWO_DEFENCES,
    VERBS,
)

_LEVELS: Final = {word: level for level, word in LEVEL_NAMES.items()}
_PERCENT: Final = "1D100"
_TWELVE: Final = 12
_FASTEST: Final = 40


def reasons(event: Event) -> tuple[str, ...]:
    """The ids of the sentences, those that say the most of it first, each once."""
    return tuple(dict.fromkeys(_all(event)))


def _all(event: Event) -> Iterator[str]:
    facts = event.facts
    match event.kind:
        case "attack":
            yield from _blow(event)
        case "cast":
            yield from _cast(facts)
        case "declared":
            yield from _declared(facts)
        case "combat_began":
            yield from _beginning(facts)
        case "engagement_began":
            yield from _engagement(facts)
        case "condition":
            key = facts.get("condition", ""), facts.get("change", "")
            yield from CONDITIONS.get(key, ())
        case "ritual":
            yield from RITUALS.get(facts.get("change", ""), ())
        case "spell_ended":
            yield from ENDINGS.get(facts.get("spell", ""), ())
            yield "C22"
        case "walked" if event.place:
            yield from ON_A_MAP.get(facts.get("way", ""), ())
        case _:
            pass
    for name, word in facts.items():
        yield from FACTS.get((event.kind, name, word), ())
    for one in event.figures:
        yield from _number(one)
    if event.kind in ("attack", "cast"):
        yield from _together(event)
    yield from KINDS.get(event.kind, ())


# --- what is declared, and how it begins -----------------------------------------------------


def _beginning(facts: Mapping[str, str]) -> Iterator[str]:
    """What holds from the first moment on, the house rules first."""
    for option in _listed(facts, "options"):
        name, _, chosen = option.partition(" ")
        found = OPTIONS.get(name, {})
        yield from found.get(chosen, ())
        yield from found.get("", ())
    for spell in _listed(facts, "under"):
        yield from UNDER
        yield from BY_SPELL.get(spell, ())
    if "surprised" in facts:
        yield from AMBUSH
    yield from WITH_PLACES if "field" in facts else WITHOUT_PLACES
    yield from BEGINS


def _engagement(facts: Mapping[str, str]) -> Iterator[str]:
    """By how many there are of each side."""
    first, second = _listed(facts, "first"), _listed(facts, "second")
    if not first:
        yield from OTHERS_ALONE
    elif not second:
        yield from ALONE
    elif len(first) + len(second) > len("ab"):
        yield from SEVERAL
        if max(len(first), len(second)) > MOST_AGAINST_ONE:
            yield from CROWDED
    else:
        yield from PAIR


def _declared(facts: Mapping[str, str]) -> Iterator[str]:
    yield from VERBS.get(facts.get("verb", ""), ())
    defences = [one for one in facts.get("defence", "none").split("+") if one != "none"]
    if len(defences) > 1:
        yield from TWO_DEFENCES
    for one in defences:
        yield from DEFENCES.get(one, DEFENCES[""])
    yield from DECLARED


def _listed(facts: Mapping[str, str], name: str) -> list[str]:
    return [one for one in facts.get(name, "").split(", ") if one]


# --- blows and spells ------------------------------------------------------------------------


def _blow(event: Event) -> Iterator[str]:
    """What both levels mean together, and then the words."""
    facts = event.facts
    defence = facts.get("defence", "none")
    attack = _LEVELS[facts.get("level", "failure")]
    answer = _LEVELS[facts.get("defence_level", "failure")]
    if defence == "none":
        yield from UNANSWERED
        yield from DODGED.get((attack, FAILURE), ())
    elif "defence_level" not in facts:
        yield from UNROLLED.get(defence, ())
    elif defence == "parry":
        yield from PARRIED.get((attack, answer), ())
        yield from DEFENDED
        if "flight" in facts:
            yield "Q34"
    else:
        yield from DODGED.get((attack, answer), ())
        yield from DEFENDED
    for name, word in facts.items():
        yield from WORDS.get((name, word), ())
    if facts.get("attack") != "second":
        yield from ORDER


def _cast(facts: Mapping[str, str]) -> Iterator[str]:
    outcome = facts.get("outcome", "")
    yield from OUTCOMES.get(outcome, ())
    if outcome != "fails":
        yield from BY_SPELL.get(facts.get("spell", ""), ())
    kind = facts.get("kind", "")
    if outcome == "stands":
        yield from BESIDES
        yield from AFTERWARDS if kind == "prepared" else AT_ONCE
    if "crosses" in facts or outcome == "crosses":
        yield from CROSSES
    yield from CASTS.get(kind, ())


def _number(one: Figure) -> Iterator[str]:
    """What the parts of a number mean."""
    rules = {term.rule for term in one.terms}
    for rule in dict.fromkeys(term.rule for term in one.terms):
        yield from TERMS.get((one.name, rule), ())
    if one.name == "strike_rank":
        late = rules & LATE
        if len(late) > 1:
            yield from BOTH_LATE
        if one.value > _TWELVE and late:
            yield from PAST_TWELVE
        if one.value >= _FASTEST and "S37" in rules:
            yield from FASTEST
    elif one.name == "damage":
        if any(term.value < 0 for term in one.terms):
            yield from NEGATIVE_BONUS
    elif one.dice == _PERCENT and (one.value <= ALWAYS_TO or one.value > HIGHEST):
        yield from CERTAIN


def _together(event: Event) -> Iterator[str]:
    """What two numbers mean together."""
    chances = [figure(event, name) for name in ("attack_chance", "defence_chance")]
    if all(one is not None and "Q21" in {term.rule for term in one.terms} for one in chances):
        yield from BOTH_ABOVE
    place, whole = figure(event, "hit_points"), figure(event, "all_hit_points")
    if place is not None and whole is not None and _lost(place) < _lost(whole):
        yield from LESS_IN_THE_PLACE


def _lost(one: Figure) -> int:
    return sum(-term.value for term in one.terms if term.rule == "H10")
