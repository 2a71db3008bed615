"""Attack against parry or dodge: the opposed roll, and the two tables."""

from __future__ import annotations

from typing import Final

from rules.request.chapters.rolls import CRITICAL, FAILURE, FUMBLE, SUCCESS

# What a hit does with its dice.
MISS: Final = 0
ROLLED: Final = 1
MAXIMUM: Final = 2
MINIMUM: Final = 3


def demoted(
    attack_level: int, attack_roll: int, defence_level: int, defence_roll: int
) -> tuple[int, int]:
    """P14: with equal levels of success the lower roll drops one level; equal dice change nothing."""
    if attack_level == defence_level and attack_level >= SUCCESS:
        if attack_roll > defence_roll:
            return attack_level, defence_level - 1
        if attack_roll < defence_roll:
            return attack_level - 1, defence_level
    return attack_level, defence_level


class Cell:
    """What one cell of the tables says; made once, never changed."""

    __slots__ = (
        "attacker_fumbles",
        "attacker_overextended",
        "damage",
        "defender_fumbles",
        "parry_times",
        "riposte",
    )

    def __init__(self, attack: int) -> None:
        """The cell of an attack that nobody parries or dodges."""
        self.damage: int = MISS
        if attack >= SUCCESS:
            self.damage = MAXIMUM if attack == CRITICAL else ROLLED
        self.parry_times: int = 0
        self.riposte: bool = False
        self.attacker_fumbles: bool = attack == FUMBLE
        self.attacker_overextended: bool = False
        self.defender_fumbles: bool = False


def _parried(attack: int, parry: int) -> Cell:
    """P15: the parry table, after any demotion."""
    cell = Cell(attack)
    cell.defender_fumbles = parry == FUMBLE
    if parry == CRITICAL:
        cell.riposte = attack <= FAILURE
        cell.parry_times = 2
    elif parry == SUCCESS:
        cell.parry_times = 1
    return cell


def _dodged(attack: int, dodge: int) -> Cell:
    """P16: the dodge table, after any demotion."""
    cell = Cell(attack)
    cell.defender_fumbles = dodge == FUMBLE
    if dodge == CRITICAL:
        cell.damage = MINIMUM if attack == CRITICAL else MISS
        cell.attacker_overextended = attack < CRITICAL
    elif dodge == SUCCESS:
        if attack == SUCCESS:
            cell.damage = MINIMUM
        elif attack == CRITICAL:
            cell.damage = ROLLED
    return cell


_LEVELS: Final = (FUMBLE, FAILURE, SUCCESS, CRITICAL)
_UNOPPOSED: Final = [Cell(attack) for attack in _LEVELS]
_PARRIED: Final = [[_parried(attack, parry) for parry in _LEVELS] for attack in _LEVELS]
_DODGED: Final = [[_dodged(attack, dodge) for dodge in _LEVELS] for attack in _LEVELS]


def unopposed(attack: int) -> Cell:
    """What an attack of this level does when nobody parries or dodges."""
    return _UNOPPOSED[attack]


def parried(attack: int, parry: int) -> Cell:
    """The cell of the parry table for these levels, after any demotion."""
    return _PARRIED[attack][parry]


def dodged(attack: int, dodge: int) -> Cell:
    """The cell of the dodge table for these levels, after any demotion."""
    return _DODGED[attack][dodge]
