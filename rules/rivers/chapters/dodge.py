"""An attack against a dodge, or against nothing at all."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.rivers.chapters.damage import GREATEST, NONE, NORMAL, SPECIAL as SPECIALLY
from rules.rivers.chapters.levels import CRITICAL, FAILURE, FUMBLE, SPECIAL, SUCCESS


class Dodged(NamedTuple):
    """What comes of an attack and a dodge: the degree of damage, whether armour counts, who fumbles."""

    degree: int = NONE
    armour: bool = True
    attacker_fumbles: bool = False
    defender_fumbles: bool = False


_NOTHING: Final = Dodged()
_FUMBLED: Final = Dodged(attacker_fumbles=True)

# Q32a to Q32d: by the level of the attack, then of the dodge.
MATRIX: Final[dict[tuple[int, int], Dodged]] = {
    (CRITICAL, CRITICAL): _NOTHING,
    (CRITICAL, SPECIAL): Dodged(SPECIALLY),
    (CRITICAL, SUCCESS): Dodged(SPECIALLY, armour=False),
    (CRITICAL, FAILURE): Dodged(GREATEST, armour=False),
    (CRITICAL, FUMBLE): Dodged(GREATEST, armour=False, defender_fumbles=True),
    (SPECIAL, CRITICAL): _NOTHING,
    (SPECIAL, SPECIAL): _NOTHING,
    (SPECIAL, SUCCESS): Dodged(SPECIALLY),
    (SPECIAL, FAILURE): Dodged(SPECIALLY),
    (SPECIAL, FUMBLE): Dodged(SPECIALLY, defender_fumbles=True),
    (SUCCESS, CRITICAL): _NOTHING,
    (SUCCESS, SPECIAL): _NOTHING,
    (SUCCESS, SUCCESS): _NOTHING,
    (SUCCESS, FAILURE): Dodged(NORMAL),
    (SUCCESS, FUMBLE): Dodged(NORMAL, defender_fumbles=True),
    (FAILURE, CRITICAL): _NOTHING,
    (FAILURE, SPECIAL): _NOTHING,
    (FAILURE, SUCCESS): _NOTHING,
    (FAILURE, FAILURE): _NOTHING,
    (FAILURE, FUMBLE): Dodged(NORMAL, defender_fumbles=True),
    (FUMBLE, CRITICAL): _FUMBLED,
    (FUMBLE, SPECIAL): _FUMBLED,
    (FUMBLE, SUCCESS): _FUMBLED,
    (FUMBLE, FAILURE): _FUMBLED,
    (FUMBLE, FUMBLE): Dodged(attacker_fumbles=True, defender_fumbles=True),
}


def dodged(attack: int, dodge: int) -> Dodged:
    """Q32a: what comes of the levels."""
    return MATRIX[attack, dodge]


def undefended(attack: int) -> Dodged:
    """Q32: what comes of an attack that nobody answers: as if the dodge had failed."""
    return MATRIX[attack, FAILURE]


def base_chance(dexterity: int) -> int:
    """Q33: Dodge of whoever never trained it."""
    return 2 * dexterity


def nominated(answers: list[int], two: str, chosen: int) -> int:
    """A3: the level that answers an attack, of those rolled by one or two defence actions.

    *chosen* is the one that the defender named before the roll.
    """
    return max(answers) if two == "best_of_two" else answers[chosen]
