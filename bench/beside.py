"""The machine of this tree beside those of earlier revisions, on the same plain fights, turn by turn in one run."""

from __future__ import annotations

import io
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bench.cases import ROOT

EARLIER: Final = (
    ("210f8e7", "first, without places"),
    ("4158d06", "with places and reach"),
)
"""Revisions of machines, and what they were: the first, and the one before spells, mounts, tempers and fatigue."""

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
    """Fights a second of CPU by an earlier machine and by this one, medians over several turns."""

    name: str
    before: float
    now: float
    same: bool


def beside(earlier: Sequence[tuple[str, str]] = EARLIER) -> list[Beside]:
    """All machines play in turn; without those whose revision cannot be had (a copy without its history)."""
    with tempfile.TemporaryDirectory() as folder:
        roots: dict[str, Path] = {}
        for revision, name in earlier:
            root = Path(folder) / revision
            if _unpack(revision, root):
                roots[name] = root
        theirs: dict[str, list[list[str]]] = {name: [] for name in roots}
        ours: list[list[str]] = []
        for _ in range(TURNS if roots else 0):
            for name, root in roots.items():
                theirs[name].append(_turn(root))
            ours.append(_turn(ROOT))
        return [
            Beside(name, _pace(turns), _pace(ours), turns[0][1:] == ours[0][1:])
            for name, turns in theirs.items()
        ]


def _unpack(revision: str, root: Path) -> bool:
    archive = subprocess.run(  # noqa: S603 - a revision by name
        ["git", "-C", str(ROOT), "archive", revision, "rules"],  # noqa: S607 - git, wherever it is
        capture_output=True,
        check=False,
    )
    if archive.returncode:
        return False
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as packed:
        packed.extractall(root, filter="data")
    return True


def _pace(turns: list[list[str]]) -> float:
    return statistics.median(FIGHTS / float(turn[0]) for turn in turns)


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
