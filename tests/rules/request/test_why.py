"""Every number a fight shows is the sum of its terms, and every rule it names is a sentence of the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar

import pytest

from rules.kernel.dice import Dice, dice_for
from rules.kernel.model import Answer, Event, Modify, Option, Prompt
from rules.request.model import Options
from tests.rules.request.build import (
    AXE,
    CHAIN_COIF,
    CHAIN_SHIRT,
    CROSSBOW,
    DAGGER,
    LEATHER,
    SEED,
    SHIELD,
    SWORD,
    TO_THE_END,
    Scene,
    archer,
    fighter,
    overextended,
    scene,
)
from tests.support.rulebook import book_of, sentences

T = TypeVar("T")
IDS = {key for key, _ in sentences(book_of("request"))}
NOT_OF_THE_BOOK = {"", "game master"}
SEEDS = range(12)


def one_of(choices: Sequence[T], dice: Dice) -> T:
    return choices[dice.roll(len(choices)) - 1]


def any_answer(prompt: Prompt, dice: Dice) -> Answer:
    """A legal answer, with a liking for deeds over waiting and giving up."""
    idle = ("pass", "carry", "yield")
    possible = [o for o in prompt.options if o.unavailable is None]
    deeds = [o for o in possible if o.id not in idle]
    option = one_of(deeds or possible, dice)
    values = tuple(one_of(p.values, dice).id for p in option.parameters)
    return Answer(prompt.id, option.id, values)


@cache
def played(seed: int) -> tuple[Scene, list[Prompt]]:
    """A motley fight, everybody doing anything."""
    dice = dice_for(SEED, str(seed))
    far = 30 if seed % 3 == 0 else 0
    fight = scene(
        fighter("a", "us", dex=14, sword=74, armour=[CHAIN_COIF, CHAIN_SHIRT], size=18, strong=15),
        fighter("b", "us", dex=12, weapons=[CROSSBOW, SWORD], loaded=False),
        fighter("c", "them", dex=14, weapons=[AXE, DAGGER], armour=[LEATHER], hide=1),
        archer("d", "them", dex=12),
        fighter(
            "e", "them", dex=6, weapons=[DAGGER, SHIELD], held=["dagger", "shield"], surprised=True
        ),
        distance=far,
        given=[overextended("a"), Modify("dark", -20)],
        options=Options(
            reactions="pool" if seed % 2 else "unlimited",
            vulnerable_damage="after_armour" if seed % 4 == 1 else "before_armour",
            round_cap=12,
        ),
    )
    asked: list[Prompt] = []
    while prompts := fight.open(TO_THE_END):
        asked += prompts
        fight.fight.advance([any_answer(p, dice) for p in prompts])
        fight.events += fight.fight.take_events()
    return fight, asked


def figures(events: list[Event]) -> Iterator[tuple[str, int, int]]:
    for event in events:
        for one in event.figures:
            total = sum(term.value for term in one.terms)
            lifted = total if one.floor is None else max(one.floor, total)
            yield f"{event.id} {event.kind} {one.name}", one.value, lifted


def rules_of(events: list[Event], prompts: list[Prompt]) -> set[str]:
    named = {one.rule for event in events for one in event.figures}
    named |= {term.rule for event in events for one in event.figures for term in one.terms}
    options: list[Option] = [o for p in prompts for o in p.options]
    return named | {o.unavailable.rule for o in options if o.unavailable is not None}


@pytest.mark.parametrize("seed", SEEDS)
def test_every_figure_is_the_sum_of_its_terms(seed: int) -> None:
    fight, _ = played(seed)

    shown = list(figures(fight.events))

    assert shown
    assert [one for one in shown if one[1] != one[2]] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_every_rule_named_is_a_sentence(seed: int) -> None:
    fight, asked = played(seed)

    assert rules_of(fight.events, asked) - NOT_OF_THE_BOOK - IDS == set()


def test_these_fights_show_most_of_the_game() -> None:
    kinds = {event.kind for seed in SEEDS for event in played(seed)[0].events}

    assert kinds >= {
        "action_lost",
        "aimed",
        "attack",
        "combat_began",
        "combat_ended",
        "condition",
        "defended",
        "dropped",
        "fumble",
        "phase_began",
        "readied",
        "recovered",
        "round_began",
        "stance",
        "waited",
        "wound",
        "wrap_up",
    }
