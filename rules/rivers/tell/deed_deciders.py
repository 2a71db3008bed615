"""Which sentences of the rules decide what somebody declares to do, and what magic does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DECLARED: Final = ("S15", "A21", "D4")
"""Everybody chooses, whatever it is."""
TWICE: Final = ("S17", "A1", "S13")
ON_THE_WAY: Final = ("A8c", "S35", "S36")
BOTH_MOVES: Final = ("S17", "A1", *ON_THE_WAY)
SLOW: Final = ("S21", "S45")
AIMED: Final = ("C60", "Q25")
# S16: by its verb, what allows and bounds it.
VERBS: Final[Mapping[str, tuple[str, ...]]] = {
    "attack": ("S16", "S18", "S12"),
    "attack_twice": ("S18", "A18", *TWICE),
    "close": ("S16", "S42", *ON_THE_WAY),
    "close_far": ("S42", *BOTH_MOVES),
    "close_twice": ("A18", *TWICE, *ON_THE_WAY),
    "defend": ("S44", "S12"),
    "approach": ("C3", "S16", *ON_THE_WAY),
    "approach_far": ("C3", *BOTH_MOVES),
    "retreat": ("Q17", "S16", *ON_THE_WAY),
    "retreat_far": ("Q17", *BOTH_MOVES),
    "cast": ("C18", "S23", "M4"),
    "shoot": ("C40", "S12"),
    "shoot_twice": ("C40", "A18", "Q39", *TWICE),
    "shoot_on": ("C44", "S40", "Q16", *ON_THE_WAY),
    "shoot_back": ("C44", "S40", "Q16", "Q17", *ON_THE_WAY),
    "reload": ("S21a", "Q39", *SLOW),
    "ritual": ("S21a", "M31", "A22", "S31", "A9", *SLOW),
    "chant": ("M31", "A22", *SLOW),
    "flee": ("C48", "Q17"),
    "yield": ("C49",),
    "aim": AIMED,
    "close_aim": (*AIMED, *ON_THE_WAY),
    "keep_off": ("C71", *ON_THE_WAY),
    "keep_off_far": ("C71", *BOTH_MOVES),
    "protect": ("C72", "C74", "C51", *ON_THE_WAY),
    "protect_far": ("C72", "C74", *BOTH_MOVES),
    "unsling": ("D6", "C53", "C58", *SLOW),
    "don_helmet": ("D6", "C54", "C58", *SLOW),
    "tend": ("C55", "C58", *SLOW),
    "use": ("S21a", "C56", *SLOW),
}
DEFENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "dodge": ("S19", "C6", "Q33"),
    "": ("S19", "Q34", "C13", "C42"),
}
"""Of one defence: a dodge, or with what somebody parries."""
TWO_DEFENCES: Final = ("S17", "A3", "A1")

# --- magic -----------------------------------------------------------------------------------

CASTS: Final[Mapping[str, tuple[str, ...]]] = {
    "": ("S29", "C17", "Q47", "S46"),
    "prepared": ("S29", "S30", "M2", "Q47", "S46"),
    "ritual": ("S33", "M33", "S29a"),
}
"""Of what kind a spell is."""
BESIDES: Final = ("S20", "C19", "Q43", "M5")
"""Support is cast besides."""
AT_ONCE: Final = ("A10",)
AFTERWARDS: Final = ("A10b", "M3")
OUTCOMES: Final[Mapping[str, tuple[str, ...]]] = {
    "fails": ("Q42", "Q42a"),
    "stands": ("Q43", "C22"),
    "warded": ("M8",),
    "resisted": ("Q28", "Q44"),
    "stopped": ("M8",),
    "hit": ("H3",),
}
CROSSES: Final = ("M37", "M36", "M42", "S21b")
BY_SPELL: Final[Mapping[str, tuple[str, ...]]] = {
    "shield": ("C20", "M7"),
    "lightning": ("C21", "C18"),
    "disruption": ("M25",),
    "protection": ("M7",),
    "shimmer": ("M9",),
    "ward": ("M8",),
    "coordination": ("M12", "M13"),
    "mobility": ("M15",),
    "slow": ("M15", "A24"),
    "strength": ("M12", "M14"),
    "vigour": ("M40",),
    "demoralise": ("M18",),
    "befuddle": ("M19",),
    "keen-blade": ("M6", "M10"),
    "heavy-blow": ("M6", "M10"),
    "dull-blade": ("M6", "M10"),
    "dispel": ("M28",),
    "dismiss": ("M28",),
    "fanaticism": ("M16", "M17"),
    "battle-fury": ("M16", "M17"),
    "fire-blade": ("M6", "M22"),
    "fire-arrow": ("M29",),
    "swift-arrow": ("M29",),
    "many-arrows": ("M39",),
    "heal": ("M26",),
    "heal-wound": ("M26",),
    "heal-body": ("M26",),
    "sleep": ("M21",),
    "madness": ("M21",),
    "mind-blast": ("M21",),
    "sword-trance": ("M6", "M11"),
    "axe-trance": ("M6", "M11"),
    "true-weapon": ("M6", "M23"),
    "great-slash": ("M6", "M23"),
    "earth-shield": ("M24",),
    "fear": ("M20",),
    "sever-spirit": ("M27",),
}
"""What a spell does that was cast."""
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "befuddle": ("M19",),
    "many-arrows": ("M29",),
    "fire-arrow": ("M29",),
    "swift-arrow": ("M29",),
    "sword-trance": ("A23",),
    "axe-trance": ("A23",),
    "vigour": ("M40",),
}
"""What ends a spell before, or with, the last of its rounds."""
RITUALS: Final[Mapping[str, tuple[str, ...]]] = {
    "began": ("M31", "S31", "A9", "M34"),
    "goes on": ("M31", "S21"),
    "finished": ("M32", "S33"),
    "failed": ("M32",),
    "lost": ("M31",),
    "disturbed": ("Q46",),
    "kept": ("Q46",),
    "not used": ("A9b",),
}
