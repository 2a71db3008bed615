"""`strikerank sr` shows the sum and ends in the number alone."""

from __future__ import annotations

import pytest

from tests.support.command import run


@pytest.mark.parametrize(
    ("words", "rank"),
    [
        (["--skill", "74"], 8),
        (["--dex", "14"], 14),
        (["--skill", "74", "--surprised"], 1),
        (["--dex", "14", "--surprised"], 4),
        (["--skill", "74", "--vulnerable"], 6),
        (["--skill", "70"], 7),
        (["--skill", "71"], 8),
        (["--skill", "0"], 1),
        (["--skill", "111", "--surprised"], 2),
        (["--dex", "14", "--surprised", "--vulnerable"], 2),
        (["--dex", "12", "--surprised", "--vulnerable"], 1),
    ],
)
def test_the_last_line_is_the_strike_rank_alone(words: list[str], rank: int) -> None:
    ran = run("sr", "request", *words)

    assert ran.code == 0
    assert ran.out.splitlines()[-1] == str(rank)


def test_the_sum_stands_above_it_with_its_rules() -> None:
    lines = run("sr", "request", "--skill", "74", "--surprised").out.splitlines()

    assert [line.split()[0] for line in lines] == ["8", "-10", "1", "1"]
    assert [line.split()[-1] for line in lines[:-1]] == ["R14", "R35", "R19"]


@pytest.mark.parametrize(
    "words",
    [[], ["--skill", "74", "--dex", "14"], ["--skill", "-1"], ["--dex", "0"], ["--dex", "x"]],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: list[str]) -> None:
    ran = run("sr", "request", *words)

    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
