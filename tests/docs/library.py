"""The lists of what a scenario may name, as the documentation shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rules.catalogue import SYSTEMS
from rules.request.chapters.magic import does
from rules.request.course.judge import STATUSES
from rules.request.data import library
from rules.rivers.data import library as rivers_library
from rules.rivers.model import Spell as RiversSpell

_SPELLS: Final = "| spell | name | does | actions | magic points | range | rounds | warded off by |\n|---|---|---|---|---|---|---|---|\n"
_RIVERS_SPELLS: Final = (
    "| Spell | Magic | Points | Is | Reach | Rounds | Does |\n|---|---|---|---|---|---|---|\n"
)


def lists() -> dict[str, str]:
    """Each heading of the page and the line that belongs to it."""
    known = library()
    return {
        "Creatures": _listed(known.creatures),
        "Weapons": _listed(known.weapons),
        "Armour": _listed(known.armour),
        "Skills": _listed(known.skills),
        "Spells": _listed(known.spells),
        "Statuses": _listed(STATUSES),
    }


def with_lists_renewed(text: str) -> str:
    """The page's text with the lists as the library is now."""
    for heading, listed in lists().items():
        text = re.sub(
            rf"^\*\*{heading}:\*\*.*$", f"**{heading}:** {listed}", text, flags=re.MULTILINE
        )
    return text


def rivers_lists() -> dict[str, str]:
    """The same for Rivers; a piece of armour has its material before it."""
    known = rivers_library()
    return {
        "Creatures": _listed(known.creatures),
        "Weapons of hand": _listed(known.weapons),
        "Missile weapons": _listed(one for one in known.arms if one not in known.weapons),
        "Materials": _listed(known.materials),
        "Pieces": _listed(known.pieces),
        "Helmets": _listed(known.helmets),
    }


def with_rivers_lists_renewed(text: str) -> str:
    """The page's text with the lists of Rivers as its library is now."""
    for heading, listed in rivers_lists().items():
        text = re.sub(
            rf"^\*\*{heading}:\*\*.*$", f"**{heading}:** {listed}", text, flags=re.MULTILINE
        )
    return text


def with_rivers_spells_renewed(text: str) -> str:
    """The page's text with the table of the spells of Rivers as the data have them."""
    head, mark, rest = text.partition(_RIVERS_SPELLS)
    spells = rivers_library().spells.values()
    rows = [_rivers_row(one) for one in spells]
    rest = re.sub(r"\A(\|.*\n)*", "", rest)
    return head + mark + "\n".join(rows) + "\n" + rest


def _rivers_row(one: RiversSpell) -> str:
    points = str(one.points or "any")
    if one.powered:
        points += " and magic points"
    use = "attack" if one.attack else "oneself" if one.self_only else "support"
    if one.resisted:
        use += ", resisted"
    reach = f"{one.range} m" if one.range else "touch"
    rank = f"; strike rank {one.rank:+d}" if one.rank else ""
    rounds = one.rounds or "at once"
    return (
        f"| `{one.id}` | {one.magic} | {points} | {use} | {reach} | {rounds} | {one.text}{rank} |"
    )


def with_spells_renewed(text: str) -> str:
    """The page's text with the table of spells as the data have them."""
    head, mark, rest = text.partition(_SPELLS)
    rows = [
        f"| `{one.id}` | {one.name} | {does(one)} | {one.actions} | {one.cost} | {one.range} m"
        f" | {one.rounds or '-'} | {one.resist or '-'} |"
        for one in library().spells.values()
    ]
    return head + mark + "\n".join(rows) + "\n" + re.sub(r"\A(\|.*\n)*", "", rest)


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
