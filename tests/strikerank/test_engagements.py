"""`--engagement`: one engagement by itself, or all that somebody is in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import run

RITUAL = ("fight", "ritual", "--seed", "3")


def told(*arguments: str) -> list[str]:
    ran = run(*arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


def test_one_engagement_is_told_alone_and_word_for_word_as_among_the_others() -> None:
    whole = told(*RITUAL)
    alone = told(*RITUAL, "--engagement", "2.2")

    assert alone[:2] == ["Ritual", "seed 3"]
    assert alone[3].startswith("Round 2 ")
    assert alone[4] == "Engagement 2: Joss against Raider 3 and Skarn"
    begins = len(whole) - whole[::-1].index(alone[4]) - 1
    assert alone[4:] == whole[begins : begins + len(alone) - 4]
    assert whole[begins + len(alone) - 4] == "At the edge of the round"


def test_all_that_somebody_is_in_is_told_and_what_befalls_it_between() -> None:
    joss = told(*RITUAL, "--engagement", "JOSS")

    assert [line for line in joss if not line.startswith(" ") and line] == [
        "Ritual",
        "seed 3",
        *[line for line in joss if line.startswith("Round 1 ")],
        "Engagement 2: Joss against Raider 3 and Skarn",
        *[line for line in joss if line.startswith("Round 2 ")],
        "Engagement 2: Joss against Raider 3 and Skarn",
        "At the edge of the round",
        *[line for line in joss if line.startswith("Round 3 ")],
        "At the edge of the round",
        "Victory for Temple after 7 rounds (84 seconds).",
    ]
    assert joss == told(*RITUAL, "--engagement", "joss")
    assert "     Joss dies." in joss


def test_why_and_json_lines_are_of_that_engagement_too() -> None:
    assert any("[Q1]" in line for line in told(*RITUAL, "--engagement", "2.2", "--why"))
    whole = told(*RITUAL, "--format", "jsonl")
    alone = told(*RITUAL, "--engagement", "2.2", "--format", "jsonl")

    assert alone == [
        line
        for line in whole
        if '"round":2,"phase":2,' in line or line.startswith('{"id":"r2.p0.0.e0"')
    ]
    assert len(alone) > 5


def test_a_fight_that_was_played_shows_one_engagement_too(tmp_path: Path) -> None:
    log = tmp_path / "ritual.jsonl"
    log.write_text("\n".join(told(*RITUAL, "--format", "jsonl")) + "\n", encoding="utf-8")

    assert told("replay", str(log), "--engagement", "2.2") == told(*RITUAL, "--engagement", "2.2")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("ritual", "--engagement", "2.9"), "round 2 has engagements 1 to 2"),
        (("ritual", "--engagement", "4.2"), "round 4 has engagement 1 and no other"),
        (("ritual", "--engagement", "8.1"), "the fight has 7 rounds; expected one of them"),
        (
            ("ritual", "--engagement", "bob"),
            "expected a round and a number, as 2.1, or the id or name of somebody",
        ),
        (("duel", "--engagement", "1.1"), "only a fight of Rivers has engagements of its own"),
        (
            ("ritual", "--engagement", "2.2", "--map"),
            "draws the whole fight; expected it without --engagement",
        ),
    ],
)
def test_what_is_no_engagement_is_refused_with_what_there_is(
    arguments: tuple[str, ...], problem: str
) -> None:
    ran = run("fight", *arguments, "--seed", "3")

    assert ran.code == 2
    assert ran.err == f"Error: {ran.err.split(': ')[1]}: {problem}\n"
    assert ran.out == ""
