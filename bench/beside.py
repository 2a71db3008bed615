"""The machines of this tree beside those of earlier revisions, on the same plain fights, turn by turn in one run."""

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
RIVERS: Final = (("92a8bfa", "before it looked things up once"),)
"""The same of Rivers."""
SCENES: Final = {"request": "plain.toml", "rivers": "plain_rivers.toml"}

TURNS: Final = 7
FIGHTS: Final = 150
# Played by either machine, in a process of its own: its arguments are the system, the scenario and how many fights.
_PLAY: Final = """
import sys, time, tomllib
from importlib import import_module
from rules.kernel.dice import fight_seed

system = "rules." + sys.argv[1]
begin = import_module(system + ".course.machine").begin
policies = import_module(system + ".policies").POLICIES
setup = import_module(system + ".setup.scenario").decode(tomllib.load(open(sys.argv[2], "rb")))
minds = {one.id: policies[one.mind] for one in setup.combatants}

def to_end(machine):
    while True:
        if parts := machine.children():
            for part in parts:
                to_end(part)
            machine.join()
        elif questions := machine.questions():
            machine.advance([minds[one.combatant](one.sight()) for one in questions])
        else:
            return

def play(number):
    fight = begin(setup, fight_seed(0, number))
    to_end(fight)
    return fight.outcome()

play(0)
started = time.process_time()
outcomes = [play(number) for number in range(int(sys.argv[3]))]
print(time.process_time() - started, *[f"{one.kind}{one.winner}{one.rounds}" for one in outcomes])
"""


class Beside(NamedTuple):
    """Fights a second of CPU by an earlier machine and by this one, medians over several turns."""

    name: str
    before: float
    now: float
    same: bool


def beside(
    earlier: Sequence[tuple[str, str]] = EARLIER, system: str = "request", turns: int = TURNS
) -> list[Beside]:
    """All machines of a system play in turn; without those whose revision cannot be had (a copy without its history)."""
    with tempfile.TemporaryDirectory() as folder:
        roots: dict[str, Path] = {}
        for revision, name in earlier:
            root = Path(folder) / revision
            if _unpack(revision, root):
                roots[name] = root
        theirs: dict[str, list[list[str]]] = {name: [] for name in roots}
        ours: list[list[str]] = []
        for _ in range(turns if roots else 0):
            for name, root in roots.items():
                theirs[name].append(_turn(root, system))
            ours.append(_turn(ROOT, system))
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


def _turn(root: Path, system: str) -> list[str]:
    scenario = str(ROOT / "bench" / SCENES[system])
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", _PLAY, system, scenario, str(FIGHTS)],
        cwd=root,
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout.split()
