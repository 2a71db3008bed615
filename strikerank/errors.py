"""What was given is wrong: one line that says what, and exit code 2."""

from __future__ import annotations

from typing import Final, final

LONGEST: Final = 1000


@final
class GivenError(Exception):
    """*what* the user gave cannot be used, because of *problem*; always one line."""

    def __init__(self, what: str, problem: str) -> None:
        super().__init__(one_line(f"{what}: {problem}"))
        self.what: str = what
        self.problem: str = problem


def one_line(text: str) -> str:
    """*text* without anything that could break the line or steer a terminal."""
    return "".join(char if char.isprintable() else " " for char in text)


def shortened(text: str, longest: int = LONGEST) -> str:
    """*text*, cut where it gets longer than anybody would read."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
