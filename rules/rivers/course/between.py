"""What crosses from one engagement to another: fast magic before them, declared while they are formed."""

from __future__ import annotations

from rules.rivers.course import spells
from rules.rivers.course.afar import edge_dice
from rules.rivers.course.casting import cast_support
from rules.rivers.course.choices import SPELL, Asked, Choice
from rules.rivers.course.edge import Rounds
from rules.rivers.course.state import State


def ask_between(state: State) -> None:
    """M36: whoever can cast fast support on friends in other engagements says whether it does."""
    for c in state.people:
        if c.build.spells and c.able and not c.unaware and spells.besides(state, c):
            state.ask(SPELL, c.index)


def cast_between(state: Rounds, asked: list[Asked], choices: list[Choice]) -> None:
    """M36: cast it all in seat order, before any engagement; it is the spell of the round."""
    edge_dice(state)
    for number, choice in enumerate(choices):
        if not choice.cast:
            continue
        c = state.people[asked[number].who]
        spell = c.build.spells[choice.cast[0]]
        if spells.suits(spell, state.people[choice.targets[0]]):
            cast_support(state, c.index, choice)
            c.spoken = True
