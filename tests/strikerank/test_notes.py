"""`--notes FILE` writes what a game master keeps of a fight, as Markdown."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.model import Event, Fate, Injury, Lost
from rules.request.model import Setup, Side
from strikerank.notes import notes
from tests.support.command import ROOT, run

DUEL = str(ROOT / "tests" / "golden" / "duel-1.jsonl")
SETUP = Setup("The *long* night", (Side("us", "Us"), Side("them", "Them | all")), ())
FATES = (
    Fate(
        "a",
        "Ann",
        "us",
        "up",
        wounds=(Injury("chest", 4, 7), Injury("left arm", 0, 4, "minor")),
        fatigue="fatigued",
        lost=(Lost("bow", "long bow", "shot", 3), Lost("bow", "long bow", "broken")),
        succeeded=("Bow", "Dodge"),
    ),
    Fate("b", "Bo", "us", "prisoner", lost=(Lost("magic", "magic points", "spent", 5),)),
    Fate(
        "c",
        "Cy [the\nodd]",
        "them",
        "down",
        wounds=(Injury("head", -5, 5, "major", bleeds=True),),
        lost=(Lost("dart", "dart", "thrown", 2), Lost("axe", "axe", "dropped")),
    ),
    Fate("d", "Dee", "them", "dead", lost=(Lost("axe", "axe", "thrown"),), succeeded=("1H Axe",)),
)
PAGE = """\
# The \\*long\\* night

Victory for Us.

Seed 7. 1 able to fight, 1 down, 1 dead, 1 taken prisoner.

## Us, who won

| Who | Is                      | Wounds                         | Spent and lost                              |
| --- | ----------------------- | ------------------------------ | ------------------------------------------- |
| Ann | able to fight, fatigued | chest 4/7; minor left arm 0/4  | 3 shot with the long bow; long bow broken   |
| Bo  | taken prisoner          | -                              | 5 magic points                              |

## Them \\| all

| Who            | Is   | Wounds          | Spent and lost              |
| -------------- | ---- | --------------- | --------------------------- |
| Cy \\[the odd\\] | down | major head -5/5 | dart thrown (2); axe dropped |
| Dee            | dead | -               | axe thrown                  |

## To tend

- Cy \\[the odd\\] bleeds: head

## To roll for experience

- Ann: Bow, Dodge

## To pick up

- 3 shot with the long bow (Ann)
- dart thrown (2), axe dropped (Cy \\[the odd\\])
- axe thrown (Dee)
"""


def test_the_page_says_who_won_and_what_is_to_do() -> None:
    end = Event("e", "combat_ended", 3, 1, 0, facts={"winner": "us"}, fates=FATES)

    written = notes(SETUP, end, "Victory for Us.", "7")

    assert [" ".join(one.split()) for one in written.split("\n") if "---" not in one] == [
        " ".join(one.split()) for one in PAGE.split("\n") if "---" not in one
    ]
    rows = [one for one in written.split("\n") if one.startswith("|")]
    assert {len(row) for row in rows[:4]} == {len(rows[0])}


def test_what_there_is_none_of_has_no_heading() -> None:
    end = Event("e", "combat_ended", 3, 1, 0, fates=(Fate("a", "Ann", "us", "up"),))

    written = notes(SETUP, end, "It is ended.")

    assert [line for line in written.split("\n") if line.startswith("## ")] == ["## Us"]
    assert "Seed" not in written


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_fight_and_its_log_give_the_same_notes(tmp_path: Path, form: str) -> None:
    fought, shown = tmp_path / "fought.md", tmp_path / "shown.md"

    ran = run("fight", "duel", "--seed", "1", "--format", form, "--notes", str(fought))
    again = run("replay", DUEL, "--notes", str(shown), "--verify")

    assert (ran.code, again.code) == (0, 0)
    assert ran.out == run("fight", "duel", "--seed", "1", "--format", form).out
    assert fought.read_text(encoding="utf-8") == shown.read_text(encoding="utf-8")
    assert fought.read_text(encoding="utf-8").startswith("# A quarrel at the mill\n\nVictory for ")


def test_notes_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    for name in (str(tmp_path), "a\0b", str(tmp_path / "none" / "n.md")):
        ran = run("fight", "duel", "--notes", name)

        assert ran.code == 2
        assert ran.out == ""  # before the fight, not after it
        assert "cannot be written: " in ran.err
        assert "; expected a file" in ran.err


def test_a_log_without_its_end_has_no_notes(tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"\n".join(Path(DUEL).read_bytes().splitlines()[:-1]) + b"\n")

    ran = run("replay", str(cut), "--notes", str(tmp_path / "n.md"))

    assert ran.code == 2
    assert "expected one that has ended" in ran.err


def test_an_untended_wound_kills_at_the_end_of_a_round() -> None:
    wound = Injury("chest", 0, 5, "crippled", bleeds=True)
    fates = (
        Fate("a", "Ann", "us", "down", wounds=(wound,), dies=59),
        Fate("b", "Bo", "us", "down", dies=3),
    )
    written = notes(SETUP, Event("e", "combat_ended", 9, 1, 0, fates=fates), "It is ended.")

    assert written.partition("## To tend\n\n")[2].splitlines() == [
        "- Ann dies at the end of round 59 if nobody tends it: chest",
        "- Bo dies at the end of round 3 if nobody tends it",
    ]
