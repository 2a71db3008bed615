"""Spells written out as options: their kind, cost and strike rank, and why not what cannot be cast."""

from __future__ import annotations

from rules.kernel.model import Option, Parameter, Unavailable, Value
from rules.rivers.chapters import magic, strike_rank
from rules.rivers.course import legal, ritual, spells
from rules.rivers.course.choices import BESIDES, CAST, CHANT, NONE_WORD, RITUAL, VERBS
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.state import State
from rules.rivers.course.words import WHOLE_ROUND

POINTS = "points"
ROUNDS = "rounds"
ALL_ACTIONS = 3


def casting_options(state: State, c: Combatant, defence: Parameter) -> list[Option]:
    """Rituals, attack magic that cannot be cast now and why, and the one that can."""
    if ritual.is_at_it(c):
        return [_chant(state, c), *_rituals(state, c)]
    found = _rituals(state, c)
    known = legal.casts(state, c)
    offered = {one[0] for one in known}
    for number, spell in enumerate(c.build.spells):
        if spell.attack and number not in offered:
            found.append(_unavailable(state, c, CAST, number))
    for cast in known:
        found.append(_option(state, c, CAST, cast, [defence]))
    return found


def besides_options(state: State, c: Combatant) -> list[Option]:
    """Nothing, every spell besides, and why not the other ones of support."""
    found = [Option(f"{VERBS[BESIDES]}/{NONE_WORD}", "Cast nothing")]
    known = spells.besides(state, c)
    offered = {one[0] for one in known}
    for cast in known:
        found.append(_option(state, c, BESIDES, cast, []))
    for number, spell in enumerate(c.build.spells):
        if not spell.attack and number not in offered:
            found.append(_unavailable(state, c, BESIDES, number))
    return found


def _option(
    state: State, c: Combatant, verb: int, cast: list[int], more: list[Parameter]
) -> Option:
    spell = c.build.spells[cast[0]]
    foes = [Value(one.id, one.build.entry.name) for one in spells.targets_of(state, c, cast)]
    is_ready = spells.kind_of(state, c, cast) == spells.READY
    rank = strike_rank.total(spells.rank_terms(state, c, cast)) if spell.attack else None
    return Option(
        f"{VERBS[verb]}/{spells.word_of(c, cast)}",
        f"Cast {spells.label_of(state, c, cast)}",
        cost=1 if verb == CAST else 0,
        rank=rank,
        chance=None if is_ready else chance_of(c, cast[0]),
        parameters=(Parameter("target", tuple(foes)), *more),
        about=spells.about(spell),
    )


def _unavailable(state: State, c: Combatant, verb: int, number: int) -> Option:
    spell = c.build.spells[number]
    reason, _, rule = spells.why_not(state, c, number).partition("|")
    return Option(
        f"{VERBS[verb]}/{spell.id}",
        f"Cast {spell.name}",
        chance=chance_of(c, number),
        unavailable=Unavailable(reason, rule),
        about=spells.about(spell),
    )


def chance_of(c: Combatant, number: int) -> int:
    """Q41: the chance of casting a spell."""
    spell = c.build.spells[number]
    return magic.chance(spell.magic, c.build.power, c.build.entry.sheet.rune)


def _chant(state: State, c: Combatant) -> Option:
    spell = c.build.spells[c.ritual[0]]
    done, wanted = c.ritual[ritual.DONE], c.ritual[ritual.WANTED]
    label = f"Go on with the ritual of {spell.name} (round {done + 1} of {wanted})"
    problem = legal.refusal(state, c, CHANT, -1)
    why = Unavailable(*problem.split("|")) if problem else None
    return Option(VERBS[CHANT], label, cost=ALL_ACTIONS, unavailable=why, about=WHOLE_ROUND)


def _rituals(state: State, c: Combatant) -> list[Option]:
    """A ritual for each spell, with what can be put into it and for how long."""
    found: list[Option] = []
    known = spells.rituals(state, c)
    more = tuple([Value(str(one), f"{one} rounds more") for one in ritual.MORE_ROUNDS])
    for number, spell in enumerate(c.build.spells):
        values: list[Value] = []
        for cast in known:
            if cast[0] == number:
                rounds = ritual.rounds_of(state, c, cast)
                label = f"{spells.magic_in(spell, cast)} magic points, {rounds} rounds"
                values.append(Value(spells.points_word(spell, cast), label))
        why = None if values else Unavailable(*_why_no_ritual(c))
        found.append(
            Option(
                f"{VERBS[RITUAL]}/{spell.id}",
                f"Begin a ritual of {spell.name}",
                cost=ALL_ACTIONS,
                chance=chance_of(c, number),
                parameters=(Parameter(POINTS, tuple(values)), Parameter(ROUNDS, more)),
                unavailable=why,
                about=f"{WHOLE_ROUND} {spells.about(spell)}",
            )
        )
    return found


def _why_no_ritual(c: Combatant) -> tuple[str, str]:
    problem = spells.why_no_spells(c)
    if problem:
        reason, _, rule = problem.partition("|")
        return reason, rule
    if c.spoken:
        return "a spell was cast in this round, and what is slow leaves none", "S21b"
    if c.surprised:
        return "whoever is surprised begins no ritual in that round", "A15"
    return "its points are more than there are", "Q42b"
