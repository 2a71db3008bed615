"""Dice whose results are written in the test."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rules.kernel.dice import Dice


class ScriptedDice(Dice):
    """Roll the given results in order; complain about any roll too many or too few.

    The script is the statement of the order of the dice.  Used as a context manager, so
    that a forgotten roll fails the test::

        with ScriptedDice("d100=34 d8=5") as dice:
            fight.dice = dice
            ...
    """

    __slots__ = ("script",)

    def __init__(self, script: str = "") -> None:
        super().__init__(0, 0, 0, 0)
        self.script: list[str] = script.split()

    def roll(self, sides: int) -> int:
        assert self.script, f"the rules rolled a d{sides} that was not scripted"
        die, _, result = self.script.pop(0).partition("=")
        assert die == f"d{sides}", f"scripted {die}, but the rules rolled a d{sides}"
        return int(result)

    def copy(self) -> ScriptedDice:
        """Return dice with the rest of the script, as a fork of the fight needs them."""
        return ScriptedDice(" ".join(self.script))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if error is None:
            assert not self.script, f"scripted but never rolled: {self.script}"
