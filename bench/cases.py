"""The fights that are measured: the shipped ford, and plain people in light armour or in chain, of Rivers too."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple, cast

from rules.catalogue import SYSTEMS, AnySetup, Policy
from rules.kernel.dice import fight_seed
from rules.kernel.machine import Machine

ROOT = Path(__file__).resolve().parent.parent
CHAIN = ["chainmail-coif", "chainmail-shirt", "chainmail-trews"]


class Case(NamedTuple):
    """A setup and the minds in it."""

    name: str
    setup: AnySetup
    minds: dict[str, Policy]

    def begin(self, number: int, *, watched: bool = False) -> Machine:
        """Fight *number* of this case."""
        return SYSTEMS[self.setup.rules].begin(self.setup, fight_seed(0, number), watched)


def ford() -> Case:
    return _case("ford, 3 v 4", _written("scenarios/ford.toml"))


def plain(count: int = 2, armour: list[str] | None = None) -> Case:
    """Equals with sword and shield, *count* a side, in light armour or another."""
    raw = _written("bench/plain.toml")
    for combatant in cast("list[dict[str, object]]", raw["combatants"]):
        combatant["count"] = count
        if armour is not None:
            combatant["armour"] = armour
    return _case(f"plain, {count} v {count}", raw)


def in_contact() -> Case:
    """The same equals, two a side, with places: two lines that stand face to face."""
    raw = _written("bench/plain.toml")
    raw["start"] = {"distance": 2}
    return _case("in contact, 2 v 2", raw)


def plain_rivers() -> Case:
    """Equals with sword and shield, two a side, of Rivers: without a map, within reach."""
    return _case("Rivers, plain, 2 v 2", _written("bench/plain_rivers.toml"))


def _written(path: str) -> dict[str, object]:
    return tomllib.loads((ROOT / path).read_text(encoding="utf-8"))


def _case(name: str, raw: dict[str, object]) -> Case:
    system = SYSTEMS[cast("str", raw["rules"])]
    setup = system.decode(raw)
    return Case(name, setup, {one.id: system.policies[one.mind] for one in setup.combatants})
