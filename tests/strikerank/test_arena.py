"""`strikerank arena`: sentences for people, one object for programs, the same whatever the workers."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import pytest
from rich.progress import Progress, TaskID

from arena import pool
from arena.match import Match
from arena.report import Report
from arena.tally import Tally, of_failure
from rules.kernel.model import Outcome
from strikerank import arena as command
from strikerank.build import version_text
from strikerank.numbers import MOST_FIGHTS
from tests.support import arena as matches
from tests.support.command import ROOT, Ran, run, start

COWARD: Final = "def decide(sight):\n    return sight.nothing()\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "pairs.toml").write_text(matches.SCENARIO, encoding="utf-8")
    return tmp_path


def played(*words: str, fights: int = 60, seed: int = 7) -> Ran:
    return run("arena", "pairs.toml", "--fights", str(fights), "--seed", str(seed), *words)


def reported(*words: str, fights: int = 60) -> Report:
    ran = played("--format", "json", *words, fights=fights)
    assert ran.code == 0, ran.err
    return msgspec.json.decode(ran.out, type=Report)


# --- the same for everybody ------------------------------------------------------------------


@pytest.mark.parametrize("form", ["table", "json"])
def test_workers_and_chunks_change_not_a_byte(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--format", form, "--mind", "wolves=random"]
    expected = played(*words, "--workers", "1")
    for workers, largest in (("1", 7), ("2", 100), ("3", 1)):
        monkeypatch.setattr(pool, "LARGEST", largest)
        assert played(*words, "--workers", workers) == expected

    assert (expected.code, expected.err) == (0, "")
    assert played(*words, seed=8).out != expected.out


def test_without_a_seed_it_says_which_one_it_drew() -> None:
    first = run("arena", "pairs.toml", "--fights", "5")
    seed = first.out.splitlines()[1].removeprefix("seed ")

    assert int(seed) > 1000
    assert run("arena", "pairs.toml", "--fights", "5", "--seed", seed).out == first.out


def test_few_fights_need_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def play(_m: Match, fights: int, workers: int, _r: Callable[[Tally], None]) -> None:
        asked.append((fights, workers))

    monkeypatch.setattr(command, "cores", lambda: 4)
    monkeypatch.setattr(pool, "play", play)

    for fights in (1, 199, 200, 10_000):
        played(fights=fights)
    played("--workers", "3", fights=2)

    assert asked == [(1, 1), (199, 1), (200, 2), (10_000, 4), (2, 3)]


# --- for people ------------------------------------------------------------------------------


def test_a_table_says_who_wins_how_long_it_lasts_and_what_it_costs() -> None:
    found = reported()
    out = played().out

    assert out.startswith("Two pairs\nseed 7\n  Grey wolves: ")
    assert "\n  60 fights\n" in out
    headings = re.findall(r"^[A-Z][a-z ]+$", out, re.MULTILINE)
    assert headings[1:] == [
        *("Who wins", "How long it lasts", "What it costs"),
        *("How each comes out", "Fights to look at"),
    ]
    wins = re.findall(
        r"(Grey wolves win|The watch wins) ([0-9]+) % of fights \(([0-9]+) to ([0-9]+) %\)$",
        out,
        re.MULTILINE,
    )
    for (who, *shown), side in zip(wins, ("wolves", "watch"), strict=True):
        share = found.sides[side].wins
        assert who.startswith(found.sides[side].name)
        assert shown == [f"{one * 100:.0f}" for one in (share.share, share.low, share.high)]
    assert f"the middle one lasts {found.rounds.median}," in out if found.rounds else False
    row = re.findall(r"^  The watch +([0-9. ]+)$", out, re.MULTILINE)
    watch = found.sides["watch"]
    assert row[0].split() == [
        "2",
        *(f"{one:.1f}" for one in (watch.up, watch.down, watch.prisoners)),
        *(f"{one:.1f}" for one in (watch.dead, watch.left, watch.survivors)),
    ]
    assert "Somebody of Grey wolves dies in " in out


def test_every_fight_to_look_at_is_what_it_is_said_to_be() -> None:
    found = reported()
    examples = re.findall(r"^  (\S.*\S)  +(strikerank fight .*)$", played().out, re.MULTILINE)
    ends = {label: end_of(line) for label, line in examples}

    assert found.rounds is not None
    for label, one in (
        ("the shortest", found.rounds.shortest),
        ("the longest", found.rounds.longest),
    ):
        (said,) = [said for said in ends if said.startswith(label)]
        assert said.split(", ")[1].split()[0] == str(one.rounds)
        assert ends[said].rounds == one.rounds
    assert ends["Grey wolves win"].winner == "wolves"
    assert ends["The watch wins"].winner == "watch"


def end_of(line: str) -> Outcome:
    """How the fight ends that a command plays."""
    program, *words = shlex.split(line)
    ran = run(*words, "--format", "jsonl")
    assert (program, ran.code) == ("strikerank", 0)
    last = json.loads(ran.out.splitlines()[-1])
    return Outcome(last["facts"]["outcome"], last["facts"]["winner"], last["round"])


@pytest.mark.parametrize("columns", ["1", "60", "80", "200"])
def test_nothing_but_a_command_is_wider_than_the_page(
    monkeypatch: pytest.MonkeyPatch, columns: str, here: Path
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    long = matches.SCENARIO.replace("The watch", "The very " + "long " * 5 + "watch")
    (here / "pairs.toml").write_text(long, encoding="utf-8")

    ran = played()
    lines = [line for line in ran.out.splitlines() if "strikerank fight" not in line]

    assert (ran.code, ran.err) == (0, "")
    if int(columns) > 1:
        assert max(map(len, lines)) <= min(int(columns), 100)
        assert not [line for line in lines if line != line.rstrip()]


def test_a_pipe_gets_no_colours_and_a_terminal_does(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = played().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = played()

    assert "\x1b" not in plain
    assert "\x1b[36m█" in coloured.out
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.out) == plain
    assert coloured.err == ""


def test_a_terminal_without_the_letters_gets_question_marks() -> None:
    words = ["arena", "duel", "--fights", "20", "--seed", "7"]
    out, err = start(*words, PYTHONIOENCODING="ascii", PYTHONUTF8="0").communicate(timeout=60)

    assert err == b""
    assert b"?" in out


@pytest.mark.parametrize(
    ("kind", "sentence", "label"),
    [
        ("draw", "Nobody is left standing in 33 % of fights", "nobody is left"),
        ("cap", "The round limit ends 33 % of fights", "the round limit"),
        ("stalemate", "A stalemate ends 33 % of fights", "a stalemate"),
        ("ended", "The scenario itself ends, with no winner, 33 % of", "ended with no winner"),
    ],
)
def test_every_end_without_a_winner_has_its_sentence(
    monkeypatch: pytest.MonkeyPatch, kind: str, sentence: str, label: str
) -> None:
    lines = pretend(monkeypatch, ("victory", "watch"), (kind, ""), ("victory", "watch"))

    assert any(sentence in line for line in lines)
    assert f"  {label}".ljust(25).rstrip() in [line.split("  strike")[0].rstrip() for line in lines]
    assert [line for line in lines if line.endswith("--seed 7:1")]


def test_shares_have_as_many_digits_as_make_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = ("victory", "watch")

    rare = "\n".join(pretend(monkeypatch, *[wins] * 199, ("draw", "")))
    sure = "\n".join(pretend(monkeypatch, *[wins] * 4000))

    assert "The watch wins 99.5 % of fights (97.2 to 99.9 %)" in rare
    assert "standing in 0.5 % of fights (0.1 to 2.8 %)" in rare
    assert "The watch wins 100 % of fights (99.90 to 100 %)" in sure
    assert "Grey wolves win 0 % of fights (0 to 0.10 %)" in sure


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Raiders", "Raiders win"),
        ("Footmen", "Footmen win"),
        ("The watch", "The watch wins"),
        ("Compass", "Compass wins"),
    ],
)
def test_many_win_and_one_wins(here: Path, name: str, sentence: str) -> None:
    text = matches.SCENARIO.replace("Grey wolves", name)
    (here / "pairs.toml").write_text(text, encoding="utf-8")
    alone = text.replace('count = 2\nweapons = ["great-axe"]', 'weapons = ["great-axe"]')
    (here / "alone.toml").write_text(alone, encoding="utf-8")

    assert f" {sentence} " in played(fights=2).out
    assert f" {name} wins " in run("arena", "alone.toml", "--fights", "2").out


def test_one_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = pretend(monkeypatch, ("victory", "watch"), rounds=1)

    assert "  1 fight" in lines
    assert "  Half of them last 1 round, the mean is 1.0." in lines


def test_a_length_that_no_fight_has_is_no_bar_and_no_part_of_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def play(_m: Match, _f: int, _w: int, report: Callable[[Tally], None]) -> None:
        report(matches.counted([("victory", "watch")] * 9, 3))
        report(matches.counted([("victory", "watch")], 5))

    monkeypatch.setattr(pool, "play", play)
    lines = played(fights=10).out.splitlines()

    start = lines.index("How long it lasts")
    assert lines[start + 1] == "  Half of them last 3 rounds, the mean is 3.2."
    assert lines[start + 2 : start + 5] == [
        f"  3  90 %  {'█' * 40}",
        "  4   0 %",
        "  5  10 %  ████▌",
    ]


def pretend(monkeypatch: pytest.MonkeyPatch, *ends: tuple[str, str], rounds: int = 3) -> list[str]:
    """The table of fights that end so."""

    def play(_m: Match, _f: int, _w: int, report: Callable[[Tally], None]) -> None:
        report(matches.counted(ends, rounds))

    monkeypatch.setattr(pool, "play", play)
    ran = played(fights=len(ends))
    assert (ran.code, ran.err) == (0, "")
    return ran.out.splitlines()


# --- for machines ----------------------------------------------------------------------------


def test_the_json_is_one_object_with_what_was_played() -> None:
    ran = played("--format", "json", "--mind", "wolves=random")
    found = msgspec.json.decode(ran.out, type=Report)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n") == 1
    assert (found.name, found.scenario) == ("Two pairs", "pairs.toml")
    assert (found.seed, found.asked, found.fights) == ("7", 60, 60)
    assert found.minds == ["wolves=random"]
    assert version_text().startswith(f"strikerank {found.version}, ")
    wins = sum(side.wins.fights for side in found.sides.values())
    assert wins + sum(share.fights for share in found.without_winner.values()) == 60


def test_a_large_seed_keeps_its_digits() -> None:
    seed = "9" * 40
    ran = run("arena", "pairs.toml", "--fights", "1", "--seed", seed, "--format", "json")

    assert json.loads(ran.out)["seed"] == seed


@pytest.mark.parametrize("seed", ["7:3", "07:003"])
def test_a_fight_says_which_of_them_it_is(seed: str) -> None:
    words = ["fight", "pairs.toml", "--seed", seed]

    assert run(*words).out.splitlines()[1] == "seed 7:3"
    assert json.loads(run(*words, "--format", "jsonl").out.splitlines()[0])["seed"] == "7:3"
    assert run(*words).out != run("fight", "pairs.toml", "--seed", "7:4").out


def test_the_first_of_them_is_the_fight_of_the_seed_alone() -> None:
    assert run("fight", "pairs.toml", "--seed", "7:0") == run("fight", "pairs.toml", "--seed", "7")


@pytest.mark.parametrize("seed", ["7:", ":7", "7:x", "7:-1", "7:1:2", f"7:{MOST_FIGHTS}"])
def test_a_fight_that_is_none_is_told_in_one_line(seed: str) -> None:
    ran = run("fight", "pairs.toml", "--seed", seed)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: Invalid value for '--seed': '{seed}' is no seed; expected a")
    assert "or one with the number of a fight behind it (7:412)" in ran.err


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--fights", "0"], "Invalid value for '--fights': '0' is not possible; expected a whole"),
        (["--fights", "-3"], "Invalid value for '--fights': '-3' is not possible; expected a"),
        (["--fights", "1e3"], "Invalid value for '--fights': '1e3' is not possible; expected a"),
        (["--fights", str(MOST_FIGHTS + 1)], "Invalid value for '--fights': '10000001' is not"),
        (["--fights", "9" * 5000], "Invalid value for '--fights': '999"),
        (["--workers", "0"], "Invalid value for '--workers': '0' is not possible; expected a"),
        (["--workers", "two"], "Invalid value for '--workers': 'two' is not possible; expected a"),
        (["--workers", "9999"], "Invalid value for '--workers': '9999' is not possible; expected"),
        (["--seed", "-7"], "Invalid value for '--seed': '-7' is no seed; expected a whole number"),
        (
            ["--seed", "7:1"],
            "Invalid value for '--seed': '7:1' is no seed; expected a whole number",
        ),
        (["--seed", "9" * 41], "Invalid value for '--seed': '999"),
        (["--format", "xml"], "Invalid value for '--format'"),
        (["--mind", "watch"], "--mind watch: expected SIDE=NAME or SIDE=FILE.py"),
        (["--mind", "wtch=guard"], "--mind wtch=guard: there is no side wtch; did you mean watch?"),
        (["--mind", "watch=x.py"], "x.py: there is no such file; expected Python"),
        (["--mind", "watch=bad.py"], "bad.py: cannot be loaded: line 1: ZeroDivisionError: "),
    ],
)
def test_what_cannot_be_is_told_in_one_line(words: list[str], problem: str, here: Path) -> None:
    (here / "bad.py").write_text("1 / 0\n", encoding="utf-8")

    ran = run("arena", "pairs.toml", *words)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: {problem}")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 1100


def test_a_scenario_that_is_none_is_told_in_one_line() -> None:
    ran = run("arena", "frod")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: frod: there is no such file, and no scenario of that name;")
    assert run("arena").err.startswith("Error: Missing argument 'SCENARIO'")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_mind_that_goes_wrong_ends_it_and_the_fight_is_named(workers: str, here: Path) -> None:
    (here / "odd one.py").write_text(
        "def decide(sight):\n    if sight.luck() % 97 == 5:\n        raise ValueError('no')\n"
        "    return sight.nothing()\n",
        encoding="utf-8",
    )

    ran = played("--workers", workers, "--mind", "watch=odd one.py")

    said = re.fullmatch(
        r"Error: fight ([0-9]+): odd one\.py: decide failed: line 3: ValueError: no; (.*) plays it"
        r" again\n",
        ran.err,
    )
    assert (ran.code, ran.out) == (2, "")
    assert said
    program, *again = shlex.split(said[2])
    assert (program, again[-1]) == ("strikerank", "watch=odd one.py")
    assert run(*again).err == "Error: odd one.py: decide failed: line 3: ValueError: no\n"
    for number in range(int(said[1])):
        assert run("fight", "pairs.toml", "--seed", f"7:{number}", *again[-2:]).code == 0


def test_a_mind_that_ends_its_process_is_told_in_one_line(here: Path) -> None:
    (here / "ends.py").write_text("import os\ndef decide(sight):\n    os._exit(0)\n")

    ran = played("--workers", "2", "--mind", "watch=ends.py")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: --workers 2: a worker process has died in fight 0 or ")
    assert ran.err.count("\n") == 1


def test_a_bug_in_one_fight_is_reported_and_the_others_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "Match", matches.Faulty)

    ran = played()
    found = json.loads(played("--format", "json").out)

    assert ran.code == 1
    assert "Not played to their end\n  3 fights, left out of all that stands above." in ran.out
    for number in matches.FAULTY:
        lines = (
            f"  fight {number}: FaultError: in fight {number}\n"
            f"    strikerank fight pairs.toml --seed 7:{number}\n"
        )
        assert lines in ran.out
    assert ran.err.splitlines()[-1] == (
        "Error: 3 of 60 fights could not be played to their end, first fight 3: FaultError: in"
        " fight 3; strikerank fight pairs.toml --seed 7:3 plays it again"
    )
    assert found["failures"]["fights"] == 3
    assert found["failures"]["first"][0] == {"fight": 3, "problem": "FaultError: in\nfight 3"}


def test_of_many_bugs_the_first_few_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "FAULTY", range(60))
    monkeypatch.setattr(command, "Match", matches.Faulty)

    ran = played()

    assert ran.code == 1
    assert "Who wins" not in ran.out
    assert "  60 fights, left out of all" in ran.out
    assert ran.out.count("strikerank fight") == 10
    assert ran.out.endswith("\n  …\n")


def test_answers_that_are_not_possible_are_counted(here: Path) -> None:
    (here / "liar.py").write_text(
        "from rules.kernel.model import Answer\n"
        "def decide(sight):\n    return Answer(sight.id, 'teleport')\n"
    )

    ran = played("--mind", "watch=liar.py")

    assert ran.code == 0
    assert re.fullmatch(
        r"note: [0-9]+ answers not possible, in 60 of 60 fights; the default was taken instead;"
        r" strikerank fight pairs\.toml --seed 7 --mind watch=liar\.py says more\n",
        ran.err,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("form", ["table", "json"])
@pytest.mark.parametrize(
    ("end", "code", "err"),
    [
        (">/dev/full", 2, b"Error: standard output: cannot be written: No space left on device\n"),
        (">&-", 2, b"Error: standard output: is closed; expected somewhere to write to\n"),
        ("2>&-", 0, b""),
        ("| true", 0, b""),
    ],
)
def test_an_output_that_takes_nothing(form: str, end: str, code: int, err: bytes) -> None:
    words = f"arena pairs.toml --fights 3 --format {form} {end}"
    line = f"{shlex.quote(sys.executable)} -m strikerank {words}"

    done = subprocess.run(
        ["/bin/sh", "-c", line],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (code, err)


# --- minds -----------------------------------------------------------------------------------


def test_no_fight_knows_what_another_has_taught_a_mind(here: Path) -> None:
    (here / "boasts.py").write_text(
        "import sys\nasked = []\n"
        "def decide(sight):\n    asked.append(1)\n"
        "    if len(asked) == 1: print('fresh', file=sys.stderr)\n"
        "    return sight.nothing()\n"
    )

    ran = played("--mind", "watch=boasts.py", "--workers", "1", fights=20)

    assert ran.err == "fresh\n" * 20


def test_what_a_mind_imports_stays_loaded(here: Path) -> None:
    (here / "heavy_of_the_arena.py").write_text("print('heavy')\n")
    (here / "light.py").write_text(f"import heavy_of_the_arena\n{COWARD}")

    ran = played("--mind", "watch=light.py", "--workers", "1", fights=20)

    assert ran.err == "heavy\n"


# --- interrupts ------------------------------------------------------------------------------


def test_an_interrupt_ends_it_with_the_fights_so_far(here: Path) -> None:
    (here / "count_of_the_arena.py").write_text("fights = 0\n")
    (here / "ends.py").write_text(
        "import count_of_the_arena as count\ncount.fights += 1\n"
        "def decide(sight):\n    if count.fights > 30:\n        raise KeyboardInterrupt\n"
        "    return sight.nothing()\n"
    )
    words = ["--mind", "watch=ends.py", "--workers", "1"]

    ran = played(*words)
    del sys.modules["count_of_the_arena"]
    found = json.loads(played(*words, "--format", "json").out)
    del sys.modules["count_of_the_arena"]
    first = played("--mind", "watch=ends.py", "--workers", "1", fights=28)

    assert (ran.code, ran.err) == (130, "")
    assert "  interrupted after the first 28 fights of 60\n" in ran.out
    assert ran.out.replace("interrupted after the first 28 fights of 60", "28 fights") == first.out
    assert (found["asked"], found["fights"]) == (60, 28)


def test_an_interrupt_before_anything_is_known_says_nothing(here: Path) -> None:
    (here / "ends.py").write_text("def decide(sight):\n    raise KeyboardInterrupt\n")

    assert played("--mind", "watch=ends.py") == Ran(130, "", "")


def in_a_group(*words: str) -> subprocess.Popen[bytes]:
    """A process with a group of its own, as a shell starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "strikerank", "arena", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def stuck(here: Path, *words: str) -> subprocess.Popen[bytes]:
    """An arena in which somebody thinks for ever."""
    (here / "slow.py").write_text(
        "import signal\n\ndef decide(sight):\n"
        "    print('here', flush=True)\n    signal.pthread_sigmask(signal.SIG_BLOCK, [])\n"
        "    while True:\n        signal.pause()\n"
    )
    process = in_a_group("pairs.toml", "--mind", "watch=slow.py", *words)
    assert process.stderr is not None
    while b"here" not in process.stderr.readline():
        pass
    return process


@pytest.mark.parametrize("workers", ["1", "2", "3"])
def test_an_interrupt_ends_all_processes_without_a_word(here: Path, workers: str) -> None:
    process = stuck(here, "--workers", workers)

    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)  # which waits for all that hold the pipes

    assert (process.returncode, out) == (130, b"")
    assert re.sub(rb"here|\n", b"", err) == b""


def test_workers_end_with_a_parent_that_is_killed(here: Path) -> None:
    process = stuck(here, "--workers", "2")

    process.kill()
    out, err = process.communicate(timeout=60)

    assert out == b""
    assert b"Traceback" not in err


# --- progress --------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_terminal_sees_a_bar_and_the_pipe_beside_it_only_the_table(workers: str) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [
            *[sys.executable, "-m", "strikerank", "arena", "pairs.toml", "--fights", "200"],
            *["--seed", "7", "--workers", workers],
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b"".join(iter(lambda: read(ours), b""))
    assert process.stdout is not None
    out = process.stdout.read().decode()
    process.stdout.close()
    os.close(ours)

    assert process.wait(60) == 0
    assert b"fights/s" in seen
    assert b"200/200" in seen
    assert out == played(fights=200).out


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # nobody is left at the other end
        return b""


def test_the_bar_counts_on_for_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def play(_m: Match, _f: int, _w: int, report: Callable[[Tally], None]) -> None:
        for _ in range(3):
            report(matches.counted([("draw", "")] * 20))

    def advance(_bar: Progress, _task: TaskID, by: float) -> None:
        seen.append(by)

    monkeypatch.setattr(pool, "play", play)
    monkeypatch.setattr(Progress, "advance", advance)
    monkeypatch.setattr(command, "is_terminal", lambda: True)

    assert played().code == 0
    assert seen == [20, 20, 20]


# --- two beside each other -------------------------------------------------------------------


def plays(monkeypatch: pytest.MonkeyPatch, found: Tally) -> None:
    """Each arena comes to this, without a fight."""

    def play(_m: Match, _f: int, _w: int, report: Callable[[Tally], None]) -> None:
        report(found)

    monkeypatch.setattr(pool, "play", play)


def test_two_minds_are_compared_side_by_side() -> None:
    out = played("--against-mind", "watch=guard").out

    first, second = out.index("first: Two pairs"), out.index("second: Two pairs")
    assert first < out.index("  played: Grey wolves by reckless, The watch by steady\n") < second
    assert second < out.index("  played: Grey wolves by reckless, The watch by guard\n")
    row = re.search(
        r"^  The watch: a victory +(\d+) +(\d+) +([+-]\d+) +([+-]\d+) to ([+-]\d+)",
        out,
        re.MULTILINE,
    )
    assert row is not None
    share, other, apart, low, high = map(int, row.groups())
    assert abs(other - share - apart) <= 1
    assert low <= apart <= high
    assert "if 0 is in it, it may be\n  chance." in out


def test_two_scenarios_are_compared_and_a_side_of_one_is_named(here: Path) -> None:
    other = matches.SCENARIO.replace("watch", "guards")
    (here / "other.toml").write_text(other, encoding="utf-8")
    ran = played("--against", "other.toml")

    assert (ran.code, ran.err) == (0, "")
    assert (
        "Only one of them has the side guards.\n  Only one of them has the side watch." in ran.out
    )
    assert "Grey wolves: a victory" in ran.out


def test_the_same_twice_is_no_difference() -> None:
    ran = played("--against", "pairs.toml", "--format", "json")
    found = json.loads(ran.out)

    assert found["first"] == found["second"]
    assert not any(one["wins"]["differs"] for one in found["sides"].values())


def test_a_sheet_of_one_and_of_two() -> None:
    one = played("--format", "csv").out.splitlines()
    two = played("--format", "csv", "--against-mind", "watch=guard").out.splitlines()

    assert one[0] == two[0]
    assert two[: len(one)] == one
    assert len(two) == 2 * len(one) - 1
    assert two[len(one)].startswith("pairs.toml,watch=guard,7,")


def test_a_mind_of_the_second_that_cannot_be_is_told_before_anything_is_played() -> None:
    ran = played("--against-mind", "wtch=guard")
    assert (ran.code, ran.out) == (2, "")
    assert "--against-mind wtch=guard: there is no side wtch" in ran.err
    ran = played("--against-mind", "watch=guard", "--against-mind", "watch=steady")
    assert "expected one --against-mind for a side" in ran.err


def test_ends_without_a_winner_are_compared_where_there_are_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plays(monkeypatch, matches.counted([("cap", ""), ("victory", "watch")]))
    out = played("--against-mind", "watch=guard", fights=2).out
    assert re.search(r"^  the round limit +50 +50 +0 ", out, re.MULTILINE)
    assert "a stalemate" not in out


def test_fights_that_all_failed_have_no_rounds_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    plays(monkeypatch, of_failure(0, matches.FaultError(0)))
    ran = played("--against-mind", "watch=guard", fights=1)
    assert ran.code == 1
    assert "rounds, the mean" not in ran.out


def test_an_interrupt_in_the_second_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def play(_m: Match, fights: int, _w: int, report: Callable[[Tally], None]) -> None:
        begun.append(fights)
        report(matches.counted([("victory", "watch")] * (2 if len(begun) == 1 else 1)))
        if len(begun) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(pool, "play", play)
    ran = played("--against-mind", "watch=guard", fights=2)
    assert ran.code == 130
    assert "seed 7, 1 fight of 2, interrupted" in ran.out


def test_of_very_many_the_table_does_not_tell_one_by_one(here: Path) -> None:
    many = matches.SCENARIO.replace("count = 2", "count = 11")
    (here / "pairs.toml").write_text(many, encoding="utf-8")
    out = played(fights=1).out
    assert "  They are 22: --format csv has one by one.\n" in out
