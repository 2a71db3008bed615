"""The lists of what a scenario may name, as the documentation shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.catalogue import SYSTEMS
from rules.request.data import library


def lists() -> dict[str, str]:
    """Each heading of the page and the line that belongs to it."""
    known = library()
    return {
        "Creatures": _listed(known.creatures),
        "Weapons": _listed(known.weapons),
        "Armour": _listed(known.armour),
        "Skills": _listed(known.skills),
        "Spells": _listed(known.spells),
    }


def with_lists_renewed(text: str) -> str:
    """The page's text with the lists as the library is now."""
    for heading, listed in lists().items():
        text = re.sub(
            rf"^\*\*{heading}:\*\*.*$", f"**{heading}:** {listed}", text, flags=re.MULTILINE
        )
    return text


def with_options_renewed(text: str) -> str:
    """The page's text with the table of ReQuest's options as they are now."""
    rows = ["| option | decides | may be | default |", "|---|---|---|---|"]
    rows += [
        f"| `{one.name}` | {one.meaning} | {one.choices.replace(' | ', ', ')} | `{one.default}` |"
        for one in SYSTEMS["request"].book().house_rules()
    ]
    head, mark, rest = text.partition("Those there are:\n\n")
    return head + mark + "\n".join(rows) + rest[rest.index("\n\n") :]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
