"""Spells: the kinds there are, the list of those that somebody is under, and what they come to (P26)."""

from __future__ import annotations

from typing import Final

from rules.request.model import Spell

DISRUPT: Final = 0
EDGE: Final = 1
WEIGHT: Final = 2
PROTECT: Final = 3
HEAL: Final = 4
DEMORALISE: Final = 5
SLOW: Final = 6
BEFUDDLE: Final = 7
LIGHT: Final = 8
DARKNESS: Final = 9
DISPEL: Final = 10
QUICKEN: Final = 11
EFFECTS: Final = (
    "disrupt",
    "edge",
    "weight",
    "protect",
    "heal",
    "demoralise",
    "slow",
    "befuddle",
    "light",
    "darkness",
    "dispel",
    "quicken",
)
# As conditions show.
WORDS: Final = (
    "",
    "sharp-edged",
    "heavy-handed",
    "warded",
    "",
    "demoralised",
    "slowed",
    "befuddled",
    "lit up",
    "in darkness",
    "",
    "quickened",
)
SHOWN: Final = tuple(word for word in WORDS if word)
"""The conditions that spells give, by their words."""
HARMFUL: Final = (DISRUPT, DEMORALISE, SLOW, BEFUDDLE, DARKNESS)
"""Those that are meant for foes; dispelling is meant for both."""
BOOSTS: Final = (EDGE, WEIGHT)

# What each effect does, with the figures of a spell.
DOES: Final = {
    "disrupt": "1D{0} harm at a random location, past all armour",
    "edge": "a blade or point in use: +{1}% to attacks, {0} more damage",
    "weight": "a blunt weapon in use: +{1}% to attacks, {0} more damage",
    "protect": "{0} armour points more everywhere",
    "heal": "1D{0}+{1} hit points back where most are lacking",
    "demoralise": "{0}% less in attacks and shots",
    "slow": "{0} less DEX, and half the Move",
    "befuddle": "no attack of any kind, and no spell, until it is hurt",
    "light": "ends darkness, and keeps one off",
    "darkness": "{0}% less in attacks and shots by it and at it",
    "dispel": "ends every spell that somebody is under",
    "quicken": "{0} more DEX",
}

# A spell that somebody is under: kind, last round, power, more (a percentage), weapon.
SLOTS: Final = 5
LAST: Final = 1
POWER: Final = 2
MORE: Final = 3
WEAPON: Final = 4
NONE: Final = -1


def power_of(under: list[int], kind: int) -> int:
    """The power of the spell of this kind among those that somebody is under, NONE without one."""
    for i in range(0, len(under), SLOTS):
        if under[i] == kind:
            return under[i + POWER]
    return NONE


def without(under: list[int], kind: int) -> list[int]:
    """The same list without the spell of this kind."""
    kept: list[int] = []
    for i in range(0, len(under), SLOTS):
        if under[i] != kind:
            kept += under[i : i + SLOTS]
    return kept


def kinds(under: list[int]) -> list[int]:
    """The kinds that somebody is under, in the order in which they came."""
    return under[::SLOTS]


def does(spell: Spell) -> str:
    """What *spell* does, in a few words."""
    return DOES[spell.effect].format(spell.figure, spell.more)


def about(spell: Spell) -> str:
    """The same for whoever chooses: how long it lasts, how far it goes, and whether its mark may ward it off."""
    lasts = f" for {spell.rounds} rounds" if spell.rounds else ""
    resist = f"; its mark may ward it off by {spell.resist}" if spell.resist else ""
    words = does(spell)
    return f"{words[0].upper()}{words[1:]}{lasts}, within {spell.range} m{resist}."
