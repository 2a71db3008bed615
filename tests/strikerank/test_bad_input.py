"""Whatever is wrong with what was given: exit code 2, one line that names it, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import run

FILE = "fight.toml"
TOP = 'name = "Test"\nrules = "request"\n'
SIDES = 'sides = ["a", "b"]\n'
FIGHT = (
    TOP + SIDES + '[[combatants]]\nside = "a"\nid = "x"\n%s\n[[combatants]]\nside = "b"\nid = "y"\n'
)
MAP = (
    TOP
    + SIDES
    + '[map]\nrows = ["%s"]\n'
    + '[[combatants]]\nside = "a"\nid = "x"\nplace = "%s"\n'
    + '[[combatants]]\nside = "b"\nid = "y"\nplace = "%s"\n'
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


BAD = {
    "unknown key": (
        FIGHT % 'weapon = "war-sword"',
        'combatants[0] ("x").weapon: there is no such key; did you mean weapons?',
    ),
    "missing weapon": (
        FIGHT % 'weapons = ["war-swrd"]',
        'combatants[0] ("x").weapons[0]: there is no weapon "war-swrd"; did you mean war-sword',
    ),
    "DEX of 0": (
        FIGHT % "characteristics = { DEX = 0 }",
        'combatants[0] ("x").characteristics.DEX: 0 is not possible; expected a whole number from 1',
    ),
    "empty side": (
        FIGHT.replace('"b"]', '"b", "c"]') % "",
        'sides[2] ("c"): "c" is empty; expected a combatant on every side',
    ),
    "brackets": ("a = " + "[" * 20_000, "is nested far too deep; expected"),
    "brackets alone": ("[" * 20_000, "line 1, column 3: "),
    "not UTF-8": (b"name = '\xe9'\n", "line 1: this is not UTF-8; expected UTF-8 text"),
    "syntax": ("name = \n", "line 1, column 8: this is not TOML: invalid value"),
    "too large": ("#" * 300_000, "is too large; expected a scenario of at most 256 kB"),
    "no mind": (
        FIGHT % 'mind = "stedy"',
        'combatants[0] ("x").mind: there is no mind "stedy"; did you',
    ),
    "three hands": (
        FIGHT % 'weapons = ["great-axe", "dagger"]\nheld = ["great-axe", "dagger"]',
        'combatants[0] ("x").held: great-axe and dagger do not fit; expected what two hands can hold',
    ),
    "two on one hex": (
        MAP % (".A..", "A", "B1"),
        'combatants[1] ("y").place: B1 is the place of x; expected a hex of its own',
    ),
    "off the map": (
        MAP % ("A...", "A", "E1"),
        'combatants[1] ("y").place: there is no hex "E1"; expected a hex from A1 to D1 or a mark: A',
    ),
    "unreachable": (
        MAP % ("A.#B", "A", "B"),
        'combatants[0] ("x").place: x cannot get from A1 to any foe, and has nothing to shoot or throw',
    ),
    "amends nobody": (
        FIGHT % "" + '[[amend]]\nat = { round = 1 }\nreveal = "z"\n',
        'amend[0] (the 1st).reveal: there is no combatant "z"; expected x or y',
    ),
}


@pytest.mark.parametrize("command", [["fight"], ["scenario", "check"]], ids=" ".join)
@pytest.mark.parametrize("wrong", BAD)
def test_a_bad_scenario(here: Path, wrong: str, command: list[str]) -> None:
    text, problem = BAD[wrong]
    (here / FILE).write_bytes(text if isinstance(text, bytes) else text.encode())

    ran = run(*command, FILE)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: {FILE}: {problem}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("folder", "folder: is a folder; expected a scenario file"),
        ("./gone.toml", "./gone.toml: there is no such file; expected a scenario"),
        ("gone", "gone: there is no such file, and no scenario of that name; expected ambush, "),
        (
            "frod.toml",
            "frod.toml: there is no such file, and no scenario of that name; did you mean ford?",
        ),
        ("a" * 300, "a" * 300 + ": cannot be read: File name too long; expected a scenario file"),
        ("nul\0", "nul : there is no such file, and no scenario of that name"),
        ("./nul\0", "./nul : cannot be read: embedded null byte; expected a scenario file"),
        ("two\nlines", "two lines: there is no such file"),
    ],
)
def test_a_file_that_is_none(here: Path, name: str, problem: str) -> None:
    (here / "folder").mkdir()

    ran = run("fight", name)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: {problem}")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 1100


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["fite"], "No such command 'fite'"),
        (["--nothing"], "No such option '--nothing'"),
        (["fight"], "Missing argument 'SCENARIO'"),
        (["fight", "duel", "--sed", "7"], "No such option '--sed'"),
        (["fight", "duel", "--seed", "-7"], "Invalid value for '--seed'"),
        (["fight", "duel", "--seed", "9" * 5000], "Invalid value for '--seed'"),
        (["fight", "duel", "--seed", ""], "Invalid value for '--seed': '' is no seed; expected a"),
        (["fight", "duel", "--seed", "x" * 5000], "Invalid value for '--seed': 'xxx"),
        (["fight", ""], "SCENARIO: is empty; expected a scenario file, or the name of one"),
        (["fight", "duel", "--mind", f"miller={'x' * 999}.py"], f"{'x' * 900}"),
        (["fight", "duel", "--mind", "x" * 99_999], "--mind xxx"),
        (["fight", "duel", "--driver", "fast"], "Invalid value for '--driver'"),
        (
            ["fight", "duel", "--mind", "steady"],
            "--mind steady: expected SIDE=NAME or SIDE=FILE.py",
        ),
        (
            ["fight", "duel", "--mind", "mill=steady"],
            "--mind mill=steady: there is no side mill; did you mean miller?",
        ),
        (
            ["fight", "duel", "--mind", "miller=x"],
            "--mind miller=x: there is no mind x; expected random, ",
        ),
        (
            ["fight", "duel", "--mind", "miller=x.py"],
            "x.py: there is no such file; expected Python",
        ),
        (["rules", "reqest"], "Invalid value for"),
        (["scenario", "check"], "Missing argument 'FILE'"),
    ],
)
def test_a_command_that_is_none(here: Path, words: list[str], problem: str) -> None:
    assert here.is_dir()

    ran = run(*words)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: {problem}")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 1100


def test_a_folder_hides_no_scenario_that_ships(here: Path) -> None:
    (here / "duel").mkdir()

    ran = run("fight", "duel", "--seed", "7")

    assert (ran.code, ran.err) == (0, "")
