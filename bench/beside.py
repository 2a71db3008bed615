"""The machine of this tree beside that of an earlier revision, on the same plain fights, turn by turn in one run."""

from __future__ import annotations

import io
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from bench.cases import ROOT

FIRST: Final = "210f8e7"
"""The revision of the first ReQuest machine, before there were places."""

TURNS: Final = 7
FIGHTS: Final = 150
# Played by either machine, in a process of its own: its arguments are the scenario and how many fights.
_PLAY: Final = """
import sys, time, tomllib
from rules.kernel.dice import fight_seed
from rules.request.course.machine import begin
from rules.request.policies import POLICIES
from rules.request.setup.scenario import decode

setup = decode(tomllib.load(open(sys.argv[1], "rb")))
minds = {one.id: POLICIES[one.mind] for one in setup.combatants}

def play(number):
    fight = begin(setup, fight_seed(0, number))
    while questions := fight.questions():
        fight.advance([minds[one.combatant](one.sight()) for one in questions])
    return fight.outcome()

play(0)
started = time.process_time()
outcomes = [play(number) for number in range(int(sys.argv[2]))]
print(time.process_time() - started, *[f"{one.kind}{one.winner}{one.rounds}" for one in outcomes])
"""


class Beside(NamedTuple):
    """Fights a second of CPU by the earlier machine and by this one, medians over several turns."""

    revision: str
    before: float
    now: float
    same: bool


def beside(revision: str = FIRST) -> Beside | None:
    """Play both; None if the revision cannot be had (a copy without its history)."""
    archive = subprocess.run(  # noqa: S603 - a revision by name
        ["git", "-C", str(ROOT), "archive", revision, "rules"],  # noqa: S607 - git, wherever it is
        capture_output=True,
        check=False,
    )
    if archive.returncode:
        return None
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as packed:
            packed.extractall(folder, filter="data")
        before: list[float] = []
        now: list[float] = []
        same = True
        for _ in range(TURNS):
            theirs = _turn(Path(folder))
            ours = _turn(ROOT)
            before.append(FIGHTS / float(theirs[0]))
            now.append(FIGHTS / float(ours[0]))
            same = same and theirs[1:] == ours[1:]
        return Beside(revision, statistics.median(before), statistics.median(now), same)


def _turn(root: Path) -> list[str]:
    scenario = str(ROOT / "bench" / "plain.toml")
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", _PLAY, scenario, str(FIGHTS)],
        cwd=root,
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout.split()
