"""Lines are words with roles, and a sum shows every term with its rule."""

from __future__ import annotations

import pytest

from rules.kernel.model import Figure, Term
from rules.kernel.telling import Line, Span, sum_of

SKILL = Term("1H Sword", 74, "P9a")


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        (Figure("x", 74, (SKILL,)), "attack 74: 1H Sword 74 [P9a]"),
        (
            Figure("x", 64, (SKILL, Term("overextended", -20, "R37"), Term("aimed", 10))),
            "attack 64: 1H Sword 74 [P9a]; overextended -20 [R37]; aimed +10",
        ),
        (
            Figure("x", 1, (Term("DEX", 8, "R16"), Term("surprised", -10, "R35")), "R19", floor=1),
            "attack 1: DEX 8 [R16]; surprised -10 [R35]; at least 1 [R19]",
        ),
        (Figure("x", 8, (Term("DEX", 8, "R16"),), "R19", floor=1), "attack 8: DEX 8 [R16]"),
        (Figure("x", 40, (Term("1D100", 40, "P9"),), "P9", dice="1D100"), "attack 40: 1D100 [P9]"),
        (
            Figure("x", 40, (Term("1D100", 40, "P9"),), "P9", dice="1D100", by_hand=True),
            "attack 40: 1D100 by hand [P9]",
        ),
        (
            Figure("x", 7, (Term("1D8", 5, "P21"), Term("+1D2", 2, "P20")), "P21", dice="1D8"),
            "attack 7: 1D8 5 [P21]; +1D2 +2 [P20]",
        ),
    ],
)
def test_a_sum_shows_its_terms_with_their_rules(figure: Figure, shown: str) -> None:
    assert sum_of(figure, "attack") == shown


def test_a_line_reads_as_one_text() -> None:
    line = Line("attack", 8, (Span("Maren", "name", "maren"), Span(" strikes.")))

    assert line.text == "Maren strikes."
