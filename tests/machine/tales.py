"""Kinds of stories, each with a number: with places and without, crowded, tied, and the scenes that ship."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from rules.request.model import Setup
from tests.machine.map_stories import map_setup
from tests.support.fights import (
    SHIPPED,
    Story,
    grappling_setup,
    shipped,
    tied_on_a_map,
    tied_setup,
    with_minds,
)

Tale = tuple[str, int]
"""A kind of story, and its number."""

ROUNDS: Final = 3
MINDS: Final = ("random", "reckless")
SCENES: Final = tuple(name for name in SHIPPED if shipped(name).field is not None)


def plain(number: int) -> Story:
    """A random fight without places."""
    return Story(number)


def tied(number: int) -> Story:
    """One without places in which several are asked at once, with a whim at every third wait."""
    return Story(number, tied_setup(number), often=3)


def mapped(number: int) -> Story:
    """A random fight on a small, crowded map."""
    return Story(number, map_setup(number))


def tied_map(number: int) -> Story:
    """One in which several do something at once, with a whim at every fifth wait."""
    return Story(number, tied_on_a_map(number), often=5)


def grappled(number: int) -> Story:
    """One of wrestlers in a knot, with a whim at every eighth wait."""
    return Story(number, grappling_setup(number), often=8)


def scene(number: int) -> Story:
    """The first rounds of a scene that ships, with one mind for everybody in it, and few whims."""
    name = SCENES[number % len(SCENES)]
    # Each scene with either mind in turn.
    mind = MINDS[(number + number // len(SCENES)) % len(MINDS)]
    return Story(number, _scene(name, mind), often=25)


@cache
def _scene(name: str, mind: str) -> Setup:
    setup = with_minds(shipped(name), mind)
    options = replace(setup.options, round_cap=ROUNDS)
    return replace(setup, options=options)


KINDS: Final[Mapping[str, Callable[[int], Story]]] = {
    "plain": plain,
    "tied": tied,
    "mapped": mapped,
    "tied map": tied_map,
    "grappled": grappled,
    "scene": scene,
}


def story_of(tale: Tale) -> Story:
    """The story that a tale names."""
    kind, number = tale
    return KINDS[kind](number)
