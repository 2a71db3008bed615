"""An attack against a parry: what lands, what is stopped, and what the weapons suffer."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.rivers.chapters.damage import GREATEST, NONE, NORMAL, SPECIAL as SPECIALLY
from rules.rivers.chapters.levels import CRITICAL, FAILURE, FUMBLE, SPECIAL, SUCCESS

UNHARMED: Final = 0
ONE: Final = 1
"""One hit point, if the damage is more than the weapon has."""
OVER: Final = 2
"""As many as the damage is more than the weapon has."""
ALL: Final = 3
"""All of the damage."""

NOWHERE: Final = ""
ROLLED: Final = "rolled"
ADJACENT: Final = "adjacent"
LIMB: Final = "parrying limb"


class Parried(NamedTuple):
    """What comes of an attack and a parry.

    ``degree`` of damage that the attack does, ``stopped`` whether the parry takes its part of
    it, ``wear`` of what parries, ``where`` the rest goes and whether ``armour`` counts there;
    ``back`` the degree of damage that the parrying weapon does to the attacking one, and its
    ``worn``; who fumbles.
    """

    degree: int = NONE
    stopped: bool = False
    wear: int = UNHARMED
    where: str = NOWHERE
    armour: bool = True
    back: int = NONE
    worn: int = UNHARMED
    attacker_fumbles: bool = False
    defender_fumbles: bool = False


# Q35d to Q35h: by the level of the attack, then of the parry.
MATRIX: Final[dict[tuple[int, int], Parried]] = {
    (CRITICAL, CRITICAL): Parried(NORMAL, True, ONE, ROLLED),
    (CRITICAL, SPECIAL): Parried(GREATEST, True, ONE, ADJACENT, armour=False),
    (CRITICAL, SUCCESS): Parried(GREATEST, True, ALL, ADJACENT, armour=False),
    (CRITICAL, FAILURE): Parried(GREATEST, False, UNHARMED, ROLLED, armour=False),
    (CRITICAL, FUMBLE): Parried(
        GREATEST, False, UNHARMED, ROLLED, armour=False, defender_fumbles=True
    ),
    (SPECIAL, CRITICAL): Parried(back=NORMAL, worn=ONE),
    (SPECIAL, SPECIAL): Parried(NORMAL, True, ONE, ROLLED),
    (SPECIAL, SUCCESS): Parried(SPECIALLY, True, OVER, ADJACENT),
    (SPECIAL, FAILURE): Parried(SPECIALLY, False, UNHARMED, ROLLED),
    (SPECIAL, FUMBLE): Parried(SPECIALLY, False, UNHARMED, ROLLED, defender_fumbles=True),
    (SUCCESS, CRITICAL): Parried(back=SPECIALLY, worn=OVER),
    (SUCCESS, SPECIAL): Parried(back=NORMAL, worn=ONE),
    (SUCCESS, SUCCESS): Parried(NORMAL, True, ONE, ROLLED),
    (SUCCESS, FAILURE): Parried(NORMAL, False, UNHARMED, ROLLED),
    (SUCCESS, FUMBLE): Parried(NORMAL, False, UNHARMED, ROLLED, defender_fumbles=True),
    (FAILURE, CRITICAL): Parried(back=SPECIALLY, worn=ALL),
    (FAILURE, SPECIAL): Parried(back=SPECIALLY, worn=OVER),
    (FAILURE, SUCCESS): Parried(back=NORMAL, worn=ONE),
    (FAILURE, FAILURE): Parried(),
    (FAILURE, FUMBLE): Parried(NORMAL, False, UNHARMED, ROLLED, defender_fumbles=True),
    (FUMBLE, CRITICAL): Parried(back=SPECIALLY, worn=ALL, attacker_fumbles=True),
    (FUMBLE, SPECIAL): Parried(back=SPECIALLY, worn=OVER, attacker_fumbles=True),
    (FUMBLE, SUCCESS): Parried(back=NORMAL, worn=ONE, attacker_fumbles=True),
    (FUMBLE, FAILURE): Parried(attacker_fumbles=True),
    (FUMBLE, FUMBLE): Parried(attacker_fumbles=True, defender_fumbles=True),
}
_TO_LIMB: Final = "parrying_limb"
# A13a: where the rest goes to the limb that parries.
_LIMB: Final = ((CRITICAL, CRITICAL), (CRITICAL, SPECIAL), (CRITICAL, SUCCESS), (SUCCESS, SUCCESS))


def parried(attack: int, parry: int, spill: str) -> Parried:
    """Q35d, A13: what comes of the levels; *spill* is the option `parry_spill`."""
    found = MATRIX[attack, parry]
    if spill == _TO_LIMB and found.stopped:
        where = LIMB if (attack, parry) in _LIMB else ROLLED
        return found._replace(where=where)
    return found


def is_rolled(attack: int, always: bool) -> bool:
    """Q31: whether a parry is rolled at all against an attack of that level."""
    return always or attack >= SUCCESS


def loss(damage: int, hit_points: int, wear: int) -> int:
    """Q29: the hit points that a weapon with *hit_points* loses to *damage*; never more than it has."""
    if wear == ALL:
        return min(damage, hit_points)
    over = damage - hit_points
    if wear == UNHARMED or over <= 0:
        return 0
    return min(1 if wear == ONE else over, hit_points)


def rest(damage: int, hit_points: int, stopped: bool) -> int:
    """Q35d: what of *damage* goes on past a weapon with *hit_points*."""
    return max(0, damage - hit_points) if stopped else damage


def together(hit_points: int, losses: list[int]) -> int:
    """D5: the hit points left to a weapon that several simultaneous blows have worn."""
    return max(0, hit_points - sum(losses))


def parries(shield: bool, missile: bool) -> bool:
    """Q34: whether something parries a blow (or a missile)."""
    return shield or not missile
