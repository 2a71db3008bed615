"""What another process does with a fight: plays on from snapshots, or tells whole stories.

Run as a program by the functions below; what goes in and comes out is JSON.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from rules.request.course.machine import restore
from tests.machine.tales import Tale, story_of
from tests.support.fights import ROOT, Step, digest_of, replay

PLAY_ON: Final = "play-on"
TELL: Final = "tell"
Digest = tuple[str, str]


class Recorded(msgspec.Struct, frozen=True):
    """A fight that was played: its inputs, and a snapshot before each of them."""

    steps: tuple[Step, ...]
    snapshots: tuple[bytes, ...]


def played_on(fights: Sequence[Recorded]) -> list[list[str]]:
    """For each fight the last state hashes that another process reaches from each snapshot."""
    return msgspec.json.decode(_run([PLAY_ON], msgspec.json.encode(fights)), type=list[list[str]])


def told(tales: Iterable[Tale], *, hash_seed: int) -> list[Digest]:
    """The digests of stories, told by a process in which `hash` is another one."""
    listed = msgspec.json.encode([*tales])
    return msgspec.json.decode(_run([TELL], listed, hash_seed), type=list[Digest])


def _run(arguments: Sequence[str], given: bytes, hash_seed: int = 0) -> bytes:
    return subprocess.run(
        [sys.executable, "-m", "tests.machine.elsewhere", *arguments],
        input=given,
        stdout=subprocess.PIPE,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
    ).stdout


def _play_on(given: bytes) -> list[list[str]]:
    fights = msgspec.json.decode(given, type=tuple[Recorded, ...])
    return [
        [
            _last_hash(snapshot, fight.steps[taken:])
            for taken, snapshot in enumerate(fight.snapshots)
        ]
        for fight in fights
    ]


def _last_hash(snapshot: bytes, steps: Iterable[Step]) -> str:
    fight = restore(snapshot)
    replay(fight, steps)
    return fight.state_hash()


def _tell(given: bytes) -> list[Digest]:
    return [digest_of(story_of(tale)) for tale in msgspec.json.decode(given, type=list[Tale])]


if __name__ == "__main__":
    what = {PLAY_ON: _play_on, TELL: _tell}[sys.argv[1]]
    sys.stdout.buffer.write(msgspec.json.encode(what(sys.stdin.buffer.read())))
