"""`strikerank fight` plays a fight to its end: for people on a page, for machines as JSON lines."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final, cast

import pytest
import structlog

from strikerank.headless import log_of
from tests.support.command import ROOT, run, start

FORD = ROOT / "scenarios" / "ford.toml"
NAMES = ["Captain Maren", "Joss", "Willa", "Rusk", "Raider 1", "Raider 2", "Old Hob"]


def lines_of(log: bytes) -> list[dict[str, object]]:
    return [cast("dict[str, object]", json.loads(line)) for line in log.splitlines()]


# --- for people ------------------------------------------------------------------------------


def test_a_fight_reads_from_who_is_in_it_to_who_stands() -> None:
    ran = run("fight", str(FORD), "--seed", "7")
    lines = ran.out.splitlines()

    assert (ran.code, ran.err) == (0, "")
    assert lines[:4] == [
        "The ford",
        "seed 7",
        "  River watch: Captain Maren, Joss, Willa",
        "  Raiders: Rusk, Raider 1, Raider 2, Old Hob",
    ]
    assert "Phase 1" in lines
    assert [line for line in lines if line.startswith(("Victory for", "Nobody"))]
    table = lines[lines.index("River watch") :]
    assert [name for name in NAMES if any(line.startswith(f"  {name} ") for line in table)] == NAMES


def test_every_blow_names_striker_target_weapon_and_both_rolls() -> None:
    out = run("fight", "duel", "--seed", "7").out
    blows = re.findall(r"^ +[0-9]+ (\w+) .*(?:hits|strikes \w*) ?(\w+)", out, re.MULTILINE)

    assert {name for pair in blows for name in pair} >= {"Odran", "Tessa"}
    assert re.search(r"needs [0-9]+, rolled [0-9]+", out)
    assert re.search(r"(parry|dodge) needs [0-9]+, rolled [0-9]+", out)
    assert re.search(
        r"[a-z ]+: [0-9]+ damage( less [0-9]+ armour is [0-9]+)?; -?[0-9]+ of [0-9]+ left", out
    )


def test_why_adds_the_sums_with_their_rules() -> None:
    plain = run("fight", "duel", "--seed", "7").out
    explained = run("fight", "duel", "--seed", "7", "--why").out

    assert "[R14]" not in plain
    assert re.search(
        r"strike rank [0-9]+: 1H Sword [0-9]+%, a tenth rounded up [0-9]+ \[R14\]", explained
    )
    assert re.search(
        r"attack needs [0-9]+: 1H Sword [0-9]+ \[P9a?\]; armour -[0-9]+ \[P29b\]", explained
    )
    assert [
        line for line in explained.splitlines() if line in plain.splitlines()
    ] == plain.splitlines()


@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_nothing_is_wider_than_the_page_or_ends_in_blanks(
    monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)

    lines = run("fight", "ford", "--seed", "7", "--why").out.splitlines()

    assert max(map(len, lines)) <= min(int(columns), 100)
    assert not [line for line in lines if line != line.rstrip()]


def test_a_long_heading_goes_on_set_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")

    lines = run("fight", "breach", "--seed", "1").out.splitlines()
    at = lines.index("Engagement 1: Captain Maren against")

    assert lines[at + 1] == "  Rusk and Raider 1"


@pytest.mark.parametrize("columns", ["0", "1", "5"])
@pytest.mark.parametrize("words", [["fight", "ford", "--why"], ["scenario", "check", "ford"]])
def test_a_page_is_never_too_narrow_for_words(
    monkeypatch: pytest.MonkeyPatch, columns: str, words: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)

    ran = run(*words)

    assert (ran.code, ran.err) == (0, "")
    assert "Captain Maren" in ran.out


def test_a_pipe_gets_no_colours_and_a_terminal_does(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("fight", "duel", "--seed", "7").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = run("fight", "duel", "--seed", "7").out

    assert "\x1b" not in plain
    assert "\x1b[1;36mOdran" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_without_a_seed_the_fight_says_which_one_it_drew() -> None:
    first = run("fight", "duel").out
    seed = first.splitlines()[1].removeprefix("seed ")

    assert run("fight", "duel", "--seed", seed).out == first


@pytest.mark.parametrize("name", sorted(one.stem for one in FORD.parent.glob("*.toml")))
def test_every_shipped_scenario_is_found_by_name(name: str) -> None:
    ran = run("fight", name, "--seed", "1")

    assert (ran.code, ran.err) == (0, "")
    assert run("fight", f"{name}.toml", "--seed", "1").out == ran.out
    assert name in run("fight", "--help").out


def test_the_waiting_bows_wait() -> None:
    out = run("fight", "archers", "--seed", "3").out

    assert "Raider 2 comes into view (steps out from behind the wall)." in out
    assert re.search(
        r"^   4 (Isolde|Fenn) (hits|shoots at|critically hits) Raider 2", out, re.MULTILINE
    )


# --- for machines ----------------------------------------------------------------------------


def test_a_log_begins_with_the_setup_and_ends_with_the_end() -> None:
    first, *_, last = lines_of(log_of(FORD, 7))

    assert (first["kind"], first["seed"]) == ("setup", "7")
    assert last["kind"] == "combat_ended"
    facts = cast("dict[str, str]", last["facts"])
    assert facts["winner"] in {"watch", "raiders"}
    assert re.fullmatch("[0-9a-f]{32}", facts["state"])


def test_the_command_prints_the_log() -> None:
    ran = run("fight", str(FORD), "--seed", "7", "--format", "jsonl")

    assert ran.out.encode() == log_of(FORD, 7)


def test_drivers_and_hash_seeds_make_no_difference() -> None:
    words = ["fight", str(FORD), "--seed", "7", "--format", "jsonl"]
    runs = [
        start(*words, "--driver", driver, PYTHONHASHSEED=hash_seed, LC_ALL="C", PYTHONUTF8="0")
        for driver, hash_seed in (("direct", "0"), ("direct", "77"), ("live", "0"), ("live", "1"))
    ]
    logs = [process.communicate(timeout=60) for process in runs]

    assert [process.returncode for process in runs] == [0, 0, 0, 0]
    assert {log for log, _ in logs} == {log_of(FORD, 7)}


# --- as a process ----------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_reader_who_has_enough_is_no_error(form: str) -> None:
    process = start("fight", "ford", "--seed", "7", "--why", "--format", form)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()

    assert process.stderr.read() == b""
    assert process.wait(60) == 0
    process.stderr.close()


def test_a_terminal_without_the_letters_gets_question_marks(tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    text = (ROOT / "scenarios" / "duel.toml").read_text(encoding="utf-8")
    file.write_text(text.replace("Odran", "Ödran"), encoding="utf-8")

    out, err = start(
        "fight", str(file), "--seed", "7", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    ).communicate(timeout=60)

    assert err == b""
    assert b"?dran" in out


@pytest.mark.parametrize("driver", ["direct", "live"])
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupted_fight_ends_with_130(tmp_path: Path, driver: str) -> None:
    mind = tmp_path / "slow.py"
    mind.write_text(
        "import time\n\ndef decide(sight):\n    print('here', flush=True)\n    time.sleep(30)\n"
    )
    process = start(
        "fight", "duel", "--mind", f"miller={mind}", "--driver", driver, "--format", "jsonl"
    )
    assert process.stderr is not None
    while b"here" not in process.stderr.readline():
        pass
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert err == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_while_everything_loads_ends_without_a_word() -> None:
    script = """
import os, signal, sys
from strikerank.__main__ import main

class Interrupts:
    def find_spec(self, name, *_):
        if name == "strikerank.commands":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_the_way_in_loads_nothing_but_itself() -> None:
    script = "import sys, strikerank.__main__; print('click' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False
    )

    assert done.stdout == b"False\n"


@pytest.mark.parametrize("driver", ["direct", "live"])
def test_a_reader_who_has_enough_at_once_is_no_error(driver: str) -> None:
    words = f"fight ford --seed 7 --format jsonl --driver {driver}"

    done = in_a_shell(f"({STRIKERANK} {words}; echo $? >&2) | head -1")

    assert (done.stdout[:15], done.stderr) == (b'{"kind":"setup"', b"0\n")


STRIKERANK: Final = f"{shlex.quote(sys.executable)} -m strikerank"


def in_a_shell(line: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["/bin/sh", "-c", line], cwd=ROOT, capture_output=True, check=False)


@pytest.mark.parametrize("words", ["--help", "fight --help", "--version", "rules request"])
def test_nobody_reading_is_no_error(words: str) -> None:
    done = in_a_shell(f"({{ sleep 0.2; {STRIKERANK} {words}; }}; echo $? >&2) | true")

    assert done.stderr == b"0\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    "words",
    ["--help", "fight duel", "fight duel --format jsonl --driver live", "schema", "rules request"],
)
def test_a_full_disk_is_told_in_one_line(words: str) -> None:
    done = in_a_shell(f"{STRIKERANK} {words} >/dev/full")

    assert done.returncode == 2
    assert done.stderr == b"Error: standard output: cannot be written: No space left on device\n"


def test_a_closed_output_is_told_in_one_line() -> None:
    done = in_a_shell(f"{STRIKERANK} fight duel >&-")

    assert done.returncode == 2
    assert done.stderr == b"Error: standard output: is closed; expected somewhere to write to\n"


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_an_output_that_a_mind_closes_is_told_in_one_line(tmp_path: Path, form: str) -> None:
    mind = tmp_path / "closes.py"
    mind.write_text("import sys\nsys.__stdout__.close()\ndef decide(sight):\n    return 7\n")

    process = start("fight", "duel", "--mind", f"miller={mind}", "--format", form)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 2
    assert err.startswith(b"Error: standard output: was closed by somebody; expected ")
    assert err.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_where_nothing_can_be_said_the_exit_code_says_it() -> None:
    assert in_a_shell(f"{STRIKERANK} fight gone 2>/dev/full").returncode == 2


def test_that_an_actor_goes_is_no_news_and_a_bug_is(capsys: pytest.CaptureFixture[str]) -> None:
    run("fight", "duel", "--seed", "7", "--driver", "live")

    log = structlog.stdlib.get_logger()
    log.info("actor is gone")
    log.error("fight ended by a bug")

    err = capsys.readouterr().err
    assert "actor is gone" not in err
    assert "fight ended by a bug" in err
