"""Record the golden fights anew, on purpose: ``python -m tests.golden.record``; then read the diff.

It also makes the step of the rules' version if one is due.  ``--release`` keeps what there is
now as what the release plays; that is for whoever releases.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import msgspec

from rules.request.version import RULES_VERSION
from strikerank.headless import Header, header_line, log_of
from tests.golden.version import Rules, digests, due, release, released, step_to

HERE: Final = Path(__file__).parent
SCENARIOS: Final = HERE.parent.parent / "scenarios"
FIGHTS: Final = (
    ("ford", 7),
    ("duel", 1),
    ("ambush", 1),
    ("archers", 1),
    ("ring", 1),
    ("griffin", 1),
    ("skirmish", 1),
)


def path_of(name: str, seed: int) -> Path:
    return HERE / f"{name}-{seed}.jsonl"


def recorded() -> dict[str, bytes]:
    """The golden fights as they are kept."""
    paths = [path_of(name, seed) for name, seed in FIGHTS]
    return {path.stem: path.read_bytes() for path in paths}


def with_version(log: bytes, version: int) -> bytes:
    """*log* as rules of that version write it; this process has begun with another."""
    header, _, rest = log.partition(b"\n")
    begun = msgspec.json.decode(header, type=Header)
    return header_line(msgspec.structs.replace(begun, rules_version=version)) + rest


def main() -> None:
    """Write every golden fight as it is today, and the version that is due."""
    if "--release" in sys.argv:
        release(Rules(RULES_VERSION, digests(recorded())))
        return
    logs = {path_of(*one).stem: log_of(SCENARIOS / f"{one[0]}.toml", one[1]) for one in FIGHTS}
    version = due(released(), digests(logs))
    if version != RULES_VERSION:
        step_to(version)
        sys.stdout.write(f"the rules are of version {version} now\n")
    for name, seed in FIGHTS:
        path = path_of(name, seed)
        path.write_bytes(with_version(logs[path.stem], version))


if __name__ == "__main__":
    main()
