"""How a fight ended, as the terminal of the server says it."""

from __future__ import annotations

import pytest

from rules.kernel.model import Outcome
from server.crier import Crier
from tests.support.arena import setup


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome("draw", "", 1), "the fight is over: draw, after 1 round."),
        (
            Outcome("ended", "strangers", 2),
            "the fight is over: ended for strangers, after 2 rounds.",
        ),
        (None, "a mistake of the program ended the fight."),
    ],
)
def test_every_end_is_told_in_a_line(outcome: Outcome | None, line: str) -> None:
    lines: list[str] = []

    Crier(setup(), lines.append).ended(outcome)

    assert lines == [f"{setup().name}: {line}"]
