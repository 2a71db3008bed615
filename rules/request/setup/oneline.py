"""What a line about a combatant may name in ReQuest (see `rules.kernel.oneline`)."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.kernel.oneline import Known, Number
from rules.request.data import library
from rules.request.model import Weapon
from rules.request.setup.model import WrittenCombatant

_ARMOUR: Final = Number("armour", 0, 50)
_SAID: Final = (
    'a skill or weapon with its percentage ("Spear 50%"), damage right after it ("1D8+1"),'
    ' "HP 12", "armour 3", a characteristic ("DEX 11"), "move 4", "side watch", "mind reckless",'
    ' "place E4", "id joe", "temper soldier", "hidden", "surprised", or a weapon or a piece of armour by its name'
)


@cache
def known() -> Known:
    """The names of the library, and what else a line may say."""
    lib = library()
    return Known(
        list(lib.skills),
        {one.id: one.name for one in lib.weapons.values()},
        {one.id: _skill(one) for one in lib.weapons.values()},
        {one.id: one.name for one in lib.armour.values()},
        {
            "HP": Number("hp", 1, 200),
            "MOVE": Number("move", 1, 100, unit=True),
            "ARMOUR": _ARMOUR,
            "ARMOR": _ARMOUR,
            "AP": _ARMOUR,
        },
        ("side", "mind", "place", "id", "temper"),
        ("hidden", "surprised"),
        _SAID,
        WrittenCombatant.__struct_fields__,
    )


def _skill(weapon: Weapon) -> str:
    """Close if it strikes, else the skill to shoot it with."""
    blow = weapon.close or weapon.shot
    return "" if blow is None else blow.skill
