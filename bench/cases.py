"""The fights that are measured: the shipped ford, and plain people in light armour or in chain."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple, cast

from rules.catalogue import SYSTEMS, Policy
from rules.kernel.dice import fight_seed
from rules.kernel.machine import Machine
from rules.request.model import Setup
from rules.request.setup import decode

ROOT = Path(__file__).resolve().parent.parent
CHAIN = ["chainmail-coif", "chainmail-shirt", "chainmail-trews"]


class Case(NamedTuple):
    """A setup and the minds in it."""

    name: str
    setup: Setup
    minds: dict[str, Policy]

    def begin(self, number: int, *, watched: bool = False) -> Machine:
        """Fight *number* of this case."""
        return SYSTEMS["request"].begin(self.setup, fight_seed(0, number), watched)


def ford() -> Case:
    raw = tomllib.loads((ROOT / "scenarios" / "ford.toml").read_text(encoding="utf-8"))
    return _case("ford, 3 v 4", decode(raw))


def plain(count: int = 2, armour: list[str] | None = None) -> Case:
    """Equals with sword and shield, *count* a side, in light armour or another."""
    raw = tomllib.loads((ROOT / "bench" / "plain.toml").read_text(encoding="utf-8"))
    for combatant in cast("list[dict[str, object]]", raw["combatants"]):
        combatant["count"] = count
        if armour is not None:
            combatant["armour"] = armour
    return _case(f"plain, {count} v {count}", decode(raw))


def in_contact() -> Case:
    """The same equals, two a side, with places: two lines that stand face to face."""
    raw = tomllib.loads((ROOT / "bench" / "plain.toml").read_text(encoding="utf-8"))
    raw["start"] = {"distance": 2}
    return _case("in contact, 2 v 2", decode(raw))


def _case(name: str, setup: Setup) -> Case:
    policies = SYSTEMS["request"].policies
    return Case(name, setup, {one.id: policies[one.mind] for one in setup.combatants})
