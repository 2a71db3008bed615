"""The lists of what a scenario may name, as the documentation shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.request.data import library


def lists() -> dict[str, str]:
    """Each heading of the page and the line that belongs to it."""
    known = library()
    return {
        "Creatures": _listed(known.creatures),
        "Weapons": _listed(known.weapons),
        "Armour": _listed(known.armour),
        "Skills": _listed(known.skills),
    }


def with_lists_renewed(text: str) -> str:
    """The page's text with the lists as the library is now."""
    for heading, listed in lists().items():
        text = re.sub(
            rf"^\*\*{heading}:\*\*.*$", f"**{heading}:** {listed}", text, flags=re.MULTILINE
        )
    return text


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
