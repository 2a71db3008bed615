"""Which sentences of the rules decide an attack: by both levels, by its words, and by the parts of its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.rivers.chapters.levels import CRITICAL, FAILURE, FUMBLE, LEVELS, SPECIAL, SUCCESS

_SPILLS: Final = ("A13", "A13b")
# By the level of the attack, then of the parry.
PARRIED: Final[Mapping[tuple[int, int], tuple[str, ...]]] = {
    (CRITICAL, CRITICAL): ("Q35e",),
    (CRITICAL, SPECIAL): ("Q35f", *_SPILLS),
    (CRITICAL, SUCCESS): ("Q35f", *_SPILLS),
    (CRITICAL, FAILURE): ("Q35h",),
    (CRITICAL, FUMBLE): ("Q35h",),
    (SPECIAL, CRITICAL): ("Q35i", "Q35j"),
    (SPECIAL, SPECIAL): ("Q35e",),
    (SPECIAL, SUCCESS): ("Q35g", *_SPILLS),
    (SPECIAL, FAILURE): ("Q35h",),
    (SPECIAL, FUMBLE): ("Q35h",),
    (SUCCESS, CRITICAL): ("Q35i", "Q35j", "Q35k"),
    (SUCCESS, SPECIAL): ("Q35i", "Q35j"),
    (SUCCESS, SUCCESS): ("Q35e",),
    (SUCCESS, FAILURE): ("Q35h",),
    (SUCCESS, FUMBLE): ("Q35h",),
    (FAILURE, CRITICAL): ("Q35i", "Q35k"),
    (FAILURE, SPECIAL): ("Q35i", "Q35k"),
    (FAILURE, SUCCESS): ("Q35i", "Q35j"),
    (FAILURE, FUMBLE): ("Q35m",),
    (FUMBLE, CRITICAL): ("Q35i", "Q35k"),
    (FUMBLE, SPECIAL): ("Q35i", "Q35l"),
    (FUMBLE, SUCCESS): ("Q35i", "Q35l"),
}
# The same of a dodge; an attack that nobody answers is one whose dodge failed.
DODGED: Final[Mapping[tuple[int, int], tuple[str, ...]]] = {
    (CRITICAL, CRITICAL): ("Q32a",),
    (CRITICAL, SPECIAL): ("Q32a", "Q32b"),
    (CRITICAL, SUCCESS): ("Q32b",),
    (CRITICAL, FAILURE): ("Q32b",),
    (CRITICAL, FUMBLE): ("Q32b",),
    (SPECIAL, CRITICAL): ("Q32a",),
    (SPECIAL, SPECIAL): ("Q32a",),
    (SPECIAL, SUCCESS): ("Q32c",),
    (SPECIAL, FAILURE): ("Q32c",),
    (SPECIAL, FUMBLE): ("Q32c",),
    (SUCCESS, CRITICAL): ("Q32a",),
    (SUCCESS, SPECIAL): ("Q32a",),
    (SUCCESS, SUCCESS): ("Q32a",),
    (SUCCESS, FAILURE): ("Q32c",),
    (SUCCESS, FUMBLE): ("Q32c",),
    (FAILURE, FUMBLE): ("Q32d",),
    **dict.fromkeys([(FUMBLE, one) for one in LEVELS], ("Q32e",)),
}
UNANSWERED: Final = ("Q32",)
UNROLLED: Final[Mapping[str, tuple[str, ...]]] = {"parry": ("Q31",), "dodge": ("Q31", "C6")}
"""Of a defence whose dice never fell."""
WORDS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("attack", "second"): ("A6", "S13"),
    ("flight", "shot"): ("C40", "S7", "Q37"),
    ("flight", "sling"): ("C40", "S7", "Q37", "Q37a"),
    ("flight", "thrown"): ("C40", "S7", "Q37", "Q37a"),
    ("armour", "ignored"): ("A14",),
    ("crosses", "yes"): ("C61", "S7"),
    ("added", "by magic"): ("M39",),
    ("level", "fumble"): ("Q19b",),
    ("defence_level", "fumble"): ("Q19b",),
    ("degree", "greatest damage"): ("Q35a", "Q35b"),
}
"""By the name of a fact and what it says."""
ORDER: Final = ("S10", "A5", "A4")
"""Of an attack with a strike rank of its own."""
DEFENDED: Final = ("A2",)

_HALF: Final = ("A24a",)
# By the name of a figure and the rule of one of its terms.
TERMS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("strike_rank", "Q3"): ("S22",),
    ("strike_rank", "Q4"): ("S43",),
    ("strike_rank", "S24"): ("M4", "S43"),
    ("strike_rank", "S25"): ("A15", "C4"),
    ("strike_rank", "A15c"): ("A15", "C4"),
    ("strike_rank", "A15d"): ("A15", "C4"),
    ("strike_rank", "S26"): ("A16a", "C5a"),
    ("strike_rank", "A16b"): ("C5", "C5a"),
    ("strike_rank", "Q18"): ("C7",),
    ("strike_rank", "S28"): ("A17",),
    ("strike_rank", "S37"): ("A8", "S41", "A8b"),
    ("strike_rank", "D7b"): ("D7", "D7a"),
    ("attack_chance", "Q24b"): ("Q37b", *_HALF),
    ("attack_chance", "C60"): _HALF,
    ("attack_chance", "Q26"): _HALF,
    ("attack_chance", "Q30"): _HALF,
    ("attack_chance", "M18"): _HALF,
    ("attack_chance", "Q13"): ("C62",),
    ("attack_chance", "S40"): ("C44",),
    ("defence_chance", "Q26"): _HALF,
    ("defence_chance", "M17"): _HALF,
    ("casting_chance", "Q40"): ("S32",),
    ("rune_points", "Q42a"): ("C17",),
    ("magic_points", "Q42"): ("Q42b",),
    ("magic_points", "Q42a"): ("Q42b",),
}
LATE: Final = frozenset({"S25", "A15c", "A15d", "S26", "A16b", "A16c", "Q18"})
"""What makes a strike rank later, of surprise and getting ready."""
BOTH_LATE: Final = ("A16",)
PAST_TWELVE: Final = ("S47", "S14")
FASTEST: Final = ("S39",)
BOTH_ABOVE: Final = ("Q21a",)
CERTAIN: Final = ("Q19a",)
NEGATIVE_BONUS: Final = ("Q35n",)
LESS_IN_THE_PLACE: Final = ("H10a",)
