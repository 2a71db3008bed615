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


# --- Rivers ----------------------------------------------------------------------------------

MELEE = ["--dex", "13", "--siz", "13", "--weapon-sr", "2"]
OF_FIVE = ["--dex", "13", "--siz", "13", "--weapon-sr", "1"]


def rivers(*words: str) -> list[str]:
    """The lines that it prints."""
    ran = run("sr", "rivers", *words)

    assert ran.code == 0, ran.err
    return ran.out.splitlines()


@pytest.mark.parametrize(
    ("words", "rank"),
    [
        (MELEE, "6"),
        ([*MELEE, "--surprised"], "9"),
        ([*MELEE, "--draw"], "11"),
        ([*MELEE, "--draw", "--draw", "--surprised"], "19"),
        ([*MELEE, "--stand"], "11"),
        ([*MELEE, "--spells", "-2"], "4"),
        ([*MELEE, "--spells", "-20"], "1"),
        ([*MELEE, "--aimed"], "12"),
        ([*MELEE, "--aimed", "--draw", "--surprised"], "14"),
        ([*MELEE, "--hold", "8"], "8"),
        ([*MELEE, "--hold", "5"], "6"),
        ([*MELEE, "--distance", "20"], "7"),
        ([*MELEE, "--distance", "18"], "6"),
        ([*MELEE, "--distance", "16"], "6"),
        ([*MELEE, "--distance", "15"], "6"),
        ([*OF_FIVE, "--distance", "18"], "6"),
        ([*OF_FIVE, "--distance", "16"], "6"),
        ([*OF_FIVE, "--distance", "15"], "5"),
        ([*MELEE, "--distance", "120", "--mov", "40"], "40"),
        ([*MELEE, "--distance", "30", "--moves", "2"], "10"),
        (["--dex", "13", "--missile"], "2"),
        (["--dex", "13", "--missile", "--distance", "90"], "2"),
        (["--dex", "13", "--mp", "4"], "5"),
        (["--dex", "13", "--mp", "2", "--draw"], "8"),
        (["--dex", "13", "--fast", "--surprised"], "4"),
    ],
)
def test_the_last_line_is_the_strike_rank_of_rivers_alone(words: list[str], rank: str) -> None:
    assert rivers(*words)[-1] == rank


@pytest.mark.parametrize(
    ("house_rule", "words", "rank"),
    [
        ("distance_rounding=up", [*OF_FIVE, "--distance", "17"], "6"),
        ("distance_rounding=floor", [*OF_FIVE, "--distance", "17"], "5"),
        ("distance_rounding=nearest", [*OF_FIVE, "--distance", "16"], "5"),
        ("distance_rounding=exact", [*OF_FIVE, "--distance", "16"], "5.33"),
        ("distance_modifiers=base", [*MELEE, "--surprised", "--distance", "24"], "9"),
        ("distance_modifiers=additive", [*MELEE, "--surprised", "--distance", "24"], "11"),
        ("distance_modifiers=additive", [*MELEE, "--surprised", "--distance", "18"], "9"),
        ("move_needed=beyond_free", [*MELEE, "--moves", "0", "--distance", "18"], "6"),
        ("missile_uses_weapon_sr=true", ["--dex", "13", "--missile", "--weapon-sr", "3"], "5"),
        ("missile_uses_weapon_sr=false", ["--dex", "13", "--missile", "--weapon-sr", "3"], "2"),
        ("surprise=by_distance", [*MELEE, "--surprised", "--distance", "9"], "7"),
    ],
)
def test_a_house_rule_changes_the_strike_rank(house_rule: str, words: list[str], rank: str) -> None:
    assert rivers(*words, "--option", house_rule)[-1] == rank


def test_the_sum_of_rivers_stands_above_it_with_its_rules() -> None:
    lines = rivers(*MELEE, "--surprised", "--draw", "--draw", "--spells", "-99")

    assert [line.split()[0] for line in lines] == ["2", "2", "2", "3", "5", "5", "-99", "1", "1"]
    assert [line.split()[-1] for line in lines[:-1]] == [
        "Q1",
        "Q2",
        "Q3",
        "S25",
        "S26",
        "A16",
        "S28",
        "Q9",
    ]


@pytest.mark.parametrize(
    ("words", "row"),
    [
        (["--distance", "18"], ["0", "S37"]),
        (["--distance", "20"], ["7", "S37"]),
        (["--distance", "20", "--option", "distance_rounding=floor"], ["6", "A8a"]),
        (
            ["--distance", "24", "--surprised", "--option", "distance_modifiers=additive"],
            ["11", "A8d"],
        ),
        (["--aimed"], ["12", "Q25"]),
        (["--hold", "9"], ["9", "Q10"]),
    ],
)
def test_what_replaces_the_sum_has_a_row_of_its_own(words: list[str], row: list[str]) -> None:
    words_of_row = rivers(*MELEE, *words)[-2].split()

    assert [words_of_row[0], words_of_row[-1]] == row


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            [*MELEE, "--distance", "25"],
            "no melee attack: 25 m are too far: at MOV 8 one move action covers 24 m (S42)",
        ),
        (
            [*MELEE, "--distance", "49", "--moves", "2"],
            "no melee attack: 49 m are too far: at MOV 8 2 move actions cover 48 m (S42)",
        ),
        ([*MELEE, "--distance", "2", "--moves", "0"], "2 m want a move action (A8c)"),
        (["--dex", "13"], "a melee attack needs --siz and --weapon-sr"),
        (["--dex", "13", "--missile", "--fast"], "give one of --missile, --mp and --fast"),
        (["--dex", "13", "--missile", "--aimed"], "--aimed and --hold are for melee attacks"),
        ([*MELEE, "--option", "surprise"], "--option surprise: expected NAME=VALUE"),
        ([*MELEE, "--option", "suprise=flat"], "did you mean surprise"),
        ([*MELEE, "--option", "surprise=round"], 'expected "flat" or "by_distance"'),
        ([*MELEE, "--draw", "--draw", "--draw"], "3 is not in the range"),
        ([], "--dex"),
    ],
)
def test_what_makes_no_sense_in_rivers_is_refused_with_the_reason(
    words: list[str], reason: str
) -> None:
    ran = run("sr", "rivers", *words)

    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert reason in ran.err
