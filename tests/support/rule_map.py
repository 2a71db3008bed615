"""What docs/rule-map.md and tests/rules/entries.toml say, as tables."""

from __future__ import annotations

import re
import tomllib
from typing import Final

from tests.support.rulebook import ROOT

MAP: Final = (ROOT / "docs" / "rule-map.md").read_text(encoding="utf-8")
ENTRIES: Final[dict[str, dict[str, str]]] = tomllib.loads(
    (ROOT / "tests" / "rules" / "entries.toml").read_text(encoding="utf-8")
)
"""Letter, number, title: what the rules were gathered under, and the worked examples E."""


def rows(width: int) -> list[list[str]]:
    """The rows of the map's table of that many columns, without its heading."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in MAP.splitlines()
        if line.startswith("| ")
    ]
    return [row for row in cells if len(row) == width][1:]


def ids(cell: str) -> list[str]:
    """What a cell names; a dash is nothing."""
    return re.findall(r"\w+", cell)
