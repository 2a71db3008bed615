"""Numbers on the command line, as callbacks of options: seeds, and whole numbers within limits."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

import click

from strikerank.errors import shortened

_T = TypeVar("_T")
Callback = Callable[[click.Context, click.Parameter, str | None], _T | None]

MOST_DIGITS: Final = 40
MOST_FIGHTS: Final = 10_000_000


class Seed(NamedTuple):
    """What plays a fight again: a master seed, and which of the fights under it."""

    master: int
    fight: int = 0

    def __str__(self) -> str:
        return f"{self.master}:{self.fight}" if self.fight else str(self.master)


def whole(lowest: int, highest: int) -> Callback[int]:
    """For a whole number from *lowest* to *highest*."""

    def callback(_ctx: click.Context, _option: click.Parameter, text: str | None) -> int | None:
        number = None if text is None else _digits(text)
        if text is not None and (number is None or not lowest <= number <= highest):
            expected = f"expected a whole number from {lowest} to {highest}"
            problem = f"{shortened(repr(text), MOST_DIGITS)} is not possible; {expected}"
            raise click.BadParameter(problem)
        return number

    return callback


def seed(_ctx: click.Context, _option: click.Parameter, text: str | None) -> Seed | None:
    """For a master seed."""
    master = None if text is None else _digits(text)
    if text is not None and master is None:
        raise click.BadParameter(_no_seed(text))
    return None if master is None else Seed(master)


def seed_of_fight(_ctx: click.Context, _option: click.Parameter, text: str | None) -> Seed | None:
    """For a master seed that may name the fight behind a colon."""
    if text is None:
        return None
    master, colon, behind = text.partition(":")
    found, number = _digits(master), _digits(behind) if colon else 0
    if found is None or number is None or number >= MOST_FIGHTS:
        also = ", or one with the number of a fight behind it (7:412)"
        raise click.BadParameter(_no_seed(text) + also)
    return Seed(found, number)


def drawn() -> Seed:
    """A seed for whoever gave none."""
    return Seed(secrets.randbits(64))


def _digits(text: str) -> int | None:
    """A whole number from 0, and none that fills the page."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def _no_seed(text: str) -> str:
    expected = f"expected a whole number of at most {MOST_DIGITS} digits"
    return f"{shortened(repr(text), MOST_DIGITS)} is no seed; {expected}"
