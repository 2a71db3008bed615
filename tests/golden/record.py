"""Record the golden fights anew, on purpose: ``python -m tests.golden.record``; then read the diff.

It also makes the step of the rules' version if one is due, and says which rules no event of a
golden fight names as its why.  ``--release`` keeps what there is now as what the release plays;
that is for whoever releases.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import msgspec

from rules.request.version import RULES_VERSION
from strikerank.headless import header_from, header_line, log_of
from tests.golden.seen import report
from tests.golden.version import Rules, digests, due, release, released, step_to

HERE: Final = Path(__file__).parent
SCENARIOS: Final = HERE.parent.parent / "scenarios"
SCENES: Final = HERE / "scenes"
"""Scenarios that only these fights need: a house rule, or something that seldom happens, in each."""


def of_rules(name: str) -> list[str]:
    """The scenes that ship for one rule system."""
    files = sorted(SCENARIOS.glob("*.toml"))
    return [one.stem for one in files if f'rules = "{name}"' in one.read_text(encoding="utf-8")]


SOUGHT: Final = (
    ("blinding", 2),
    ("in-the-fog", 7),
    ("light-and-dark", 36),
    ("light-and-dark", 40),
    ("javelins", 36),
    ("mill", 14),
    ("misfortunes", 14),
    ("reins", 6),
    ("spellbook", 3),
    ("spellbook", 29),
    ("turned-backs", 14),
    ("whims", 9),
    ("whirl", 96),
)
"""Seeds that were looked for, since what is seldom happens in these fights."""

FIGHTS: Final = (
    ("ford", 7),
    *((name, 1) for name in of_rules("request")),
    *((file.stem, 1) for file in sorted(SCENES.glob("*.toml")) if file.stem not in dict(SOUGHT)),
    *((name, 3) for name in ("duel", "pack", "whims-mapless")),
    *SOUGHT,
    *(
        (name, 2)
        for name in (
            "ambush",
            "archers",
            "griffin",
            "many-changes",
            "riders",
            "three-sides",
            "whims",
        )
    ),
)


RIVERS_SCENES: Final = SCENES / "rivers"
RIVERS_SOUGHT: Final = (
    ("slow-deeds", 54),
    ("all-magic", 1),
    ("all-magic", 22),
    ("all-magic", 99),
    ("all-magic", 296),
    ("clumsy", 63),
    ("many-hands", 7),
    ("whims", 1),
    ("whims", 4),
    ("whims", 21),
)
"""Seeds that were looked for, as those of ReQuest."""
RIVERS: Final = (
    *((name, 1) for name in of_rules("rivers")),
    *((name, 2) for name in of_rules("rivers") if name != "battle-60"),
    *(
        (file.stem, 1)
        for file in sorted(RIVERS_SCENES.glob("*.toml"))
        if file.stem not in dict(RIVERS_SOUGHT)
    ),
    *RIVERS_SOUGHT,
)
"""Those of Rivers, whose rules have a version of their own."""


def rivers_path_of(name: str, seed: int) -> Path:
    return HERE / "rivers" / f"{name}-{seed}.jsonl"


def path_of(name: str, seed: int) -> Path:
    return HERE / f"{name}-{seed}.jsonl"


def scenario_of(name: str) -> Path:
    """One that ships, or one of the golden fights' own."""
    own = SCENES / f"{name}.toml"
    return own if own.exists() else SCENARIOS / f"{name}.toml"


def rivers_scenario_of(name: str) -> Path:
    """The same of Rivers."""
    own = RIVERS_SCENES / f"{name}.toml"
    return own if own.exists() else SCENARIOS / f"{name}.toml"


def recorded() -> dict[str, bytes]:
    """The golden fights as they are kept."""
    paths = [path_of(name, seed) for name, seed in FIGHTS]
    return {path.stem: path.read_bytes() for path in paths}


def rivers_recorded() -> list[bytes]:
    """Those of Rivers, likewise."""
    return [rivers_path_of(name, seed).read_bytes() for name, seed in RIVERS]


def with_version(log: bytes, version: int) -> bytes:
    """*log* as rules of that version write it; this process has begun with another."""
    header, _, rest = log.partition(b"\n")
    begun = header_from(header)
    return header_line(msgspec.structs.replace(begun, rules_version=version)) + rest


def main() -> None:
    """Write every golden fight as it is today, and the version that is due."""
    if "--release" in sys.argv:
        release(Rules(RULES_VERSION, digests(recorded())))
        return
    logs = {path_of(*one).stem: log_of(scenario_of(one[0]), one[1]) for one in FIGHTS}
    version = due(released(), digests(logs))
    if version != RULES_VERSION:
        step_to(version)
        sys.stdout.write(f"the rules are of version {version} now\n")
    for name, seed in FIGHTS:
        path = path_of(name, seed)
        path.write_bytes(with_version(logs[path.stem], version))
    for name, seed in RIVERS:
        rivers_path_of(name, seed).write_bytes(log_of(rivers_scenario_of(name), seed))
    sys.stdout.write(report(logs.values(), "request"))
    sys.stdout.write(report(rivers_recorded(), "rivers"))


if __name__ == "__main__":
    main()
