"""Record the golden fights anew, on purpose: ``python -m tests.golden.record``; then read the diff."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from strikerank.headless import log_of

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


def main() -> None:
    """Write every golden fight as it is today."""
    for name, seed in FIGHTS:
        path_of(name, seed).write_bytes(log_of(SCENARIOS / f"{name}.toml", seed))


if __name__ == "__main__":
    main()
