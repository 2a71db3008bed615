"""A mind may be a file: it decides for its side, and what is wrong with it is told in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import Ran, run

COWARD = """
from rules.kernel.model import Answer

def decide(sight):
    return sight.nothing()
"""
LIAR = """
from rules.kernel.model import Answer

def decide(sight):
    return Answer(sight.id, "teleport")
"""


@pytest.fixture
def mind(tmp_path: Path) -> Path:
    return tmp_path / "mind.py"


def played(mind: Path, text: str, *words: str) -> Ran:
    mind.write_text(text)
    return run("fight", "duel", "--seed", "7", "--mind", f"miller={mind}", *words)


@pytest.mark.parametrize("driver", ["direct", "live"])
def test_a_file_decides_for_its_side(mind: Path, driver: str) -> None:
    ran = played(mind, COWARD, "--driver", driver)

    assert (ran.code, ran.err) == (0, "")
    assert "Victory for Drover" in ran.out
    assert "Odran strikes" not in ran.out


def test_a_mind_may_be_named() -> None:
    ran = run("fight", "duel", "--seed", "7", "--mind", "miller=guard")

    assert "Odran goes on the defensive." in ran.out


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_answers_that_are_not_possible_are_counted(mind: Path, form: str) -> None:
    ran = played(mind, LIAR, "--format", form)

    assert ran.code == 0
    assert ran.err.startswith("note: not possible, ")
    assert "option of odran: " in ran.err


@pytest.mark.parametrize("driver", ["direct", "live"])
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("decide = 7", "holds no function decide(sight); expected one"),
        ("", "holds no function decide(sight); expected one"),
        ("def decide(:", "cannot be loaded: line 1: SyntaxError: "),
        ("x = 1\ny = 1 / 0", "cannot be loaded: line 2: ZeroDivisionError: division by zero"),
        (
            "def decide(sight):\n    return sight.nowhere",
            "decide failed: line 2: AttributeError: ",
        ),
        ("def decide(sight):\n    return 7", "decide returned int; expected an Answer"),
    ],
)
def test_a_bad_file_is_told_in_one_line(mind: Path, text: str, problem: str, driver: str) -> None:
    ran = played(mind, text, "--driver", driver)

    assert ran.code == 2
    assert ran.err.startswith(f"Error: {mind}: {problem}")
    assert ran.err.count("\n") == 1


def test_an_error_from_elsewhere_names_the_line_it_came_through(mind: Path) -> None:
    ran = played(mind, "import json\n\ndef decide(sight):\n    return json.loads('x')\n")

    assert "decide failed: line 4: JSONDecodeError: " in ran.err
