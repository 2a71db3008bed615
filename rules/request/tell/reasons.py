"""Which sentences of the rules decided what an event tells, beside those that its numbers name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.kernel.model import Event

# By kind; what depends on the words of an event stands below.
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "round_began": ("R2", "R13"),
    "phase_began": ("R4", "R10"),
    "wrap_up": ("R12",),
    "waited": ("C4",),
    "carried": ("A1",),
    "passed": ("C5",),
    "action_lost": ("D9",),
    "spoiled": ("P19f",),
    "halved": ("P19g",),
    "knocked_back": ("P25",),
    "fatigue": ("P35a", "P35b"),
    "seized": ("P33a", "P33e"),
    "released": ("P33m",),
    "wrung": ("P33h",),
    "thrown": ("P33i", "P33i2"),
    "strayed": ("P33o2",),
    "aimed": ("P16d",),
    "defended": ("P6c",),
    "recovered": ("R38b",),
    "readied": ("P6d",),
    "stance": ("P6b",),
    "engaged": ("A28",),
    "reach_set": ("P17d",),
    "opposed": ("P18b",),
    "broke_away": ("R24",),
    "declared": ("D2",),
    "joined": ("C19",),
    "part_done": ("P4", "P26a"),
    "cast": ("P26", "P26a", "P26e"),
    "spell_harm": ("P26j",),
    "spell_heal": ("P26m",),
    "kept": ("P26g",),
}
# By kind, the name of a fact and what it says.
FACTS: Final[Mapping[str, Mapping[str, Mapping[str, tuple[str, ...]]]]] = {
    "waited": {"for": {"view": ("C4a",), "acts": ("C4a", "P5"), "anything": ("C4a",)}},
    "carried": {"for": {"view": ("C6",), "acts": ("C6",), "anything": ("C6",)}},
    "attack": {
        "verb": {
            "precise": ("P16c",),
            "charge": ("P28e",),
            "retreat": ("P8c",),
            "riposte": ("P15c", "A2a"),
            "opportunity": ("P19d", "P19e"),
            "grapple": ("P33",),
        },
        "trigger": {"reach": ("R33",), "sprint": ("P28s",)},
        "aim": {"bypass": ("P16c2",)},
        "helpless": {"yes": ("P16b3",)},
        "improvised": {"yes": ("R31", "P17a")},
        "defence": {
            "parry": ("P2", "P14"),
            "dodge": ("P2", "P14"),
            "declined": ("P14a",),
            "cannot": ("P14a",),
        },
        "demoted": {"attacker": ("P14b",), "defender": ("P14b",)},
        "level": {"critical": ("P10", "P15b"), "fumble": ("P11", "P15d")},
        "defence_level": {"fumble": ("P15e",)},
    },
    "wound": {"severity": {"minor": ("P24b",), "serious": ("P24c",), "major": ("P24h",)}},
    "aided": {"what": {"begun": ("P24l",), "tended": ("P24l", "P24l2"), "failed": ("P24l3",)}},
    "fumble": {
        "effect": {
            "overextended": ("P16a",),
            "vulnerable": ("P16a", "P16a3"),
            "dropped": ("P16a", "P16a4"),
            "shot lost": ("P16a2",),
            "broken": ("P16a2",),
        }
    },
    "released": {"cause": {"let go": ("P33k",), "broke free": ("P33l",), "thrown": ("P33i2",)}},
    "action_lost": {"cause": {"pinned": ("P33g2",)}},
    "readied": {"what": {"loading": ("P27a",), "nocked": ("P27a",)}},
    "moved": {
        "how": {
            "move": ("P28",),
            "sprint": ("P28a",),
            "charge": ("P28d",),
            "breakaway": ("P18e",),
            "closer": ("P17e",),
            "farther": ("P17f",),
            "retreat": ("P8c",),
            "follow": ("P8e",),
            "knocked": ("P25b",),
            "thrown": ("P33i",),
        },
        "purpose": {
            "close": ("C27",),
            "reach": ("C27a",),
            "back": ("C27b",),
            "cover": ("C27c",),
            "flank": ("C27d",),
            "stand": ("C27e",),
            "leave": ("C27f",),
        },
    },
    "engaged": {"reach": {"normal": ("R29",), "long": ("R29a",)}},
    "disengaged": {
        "cause": {
            "broke away": ("P18d",),
            "fallen": ("D5a",),
            "gone": ("D5a",),
            "hidden": ("D5a",),
            "yielded": ("C12a",),
            "no longer foes": ("D5a",),
            "not followed": ("P8g",),
            "out of reach": ("D5b",),
            "no place left": ("A11d",),
        }
    },
    "contest": {
        "verb": {
            "breakaway": ("P18",),
            "closer": ("P17",),
            "farther": ("P17",),
            "grapple": ("P33a", "P33b"),
            "hold": ("P33b", "P33g"),
            "hurt": ("P33b", "P33h"),
            "throw": ("P33b", "P33i"),
            "disarm": ("P33b", "P33j"),
            "breakfree": ("P33b", "P33l"),
            "hex": ("D7f",),
            "circle": ("D7g",),
        }
    },
    "broke_away": {"how": {"contested": ("P18d",), "automatic": ("P18g",)}},
    "formation": {
        "formation": {
            "none": ("R45", "A18b"),
            "flanked": ("R40", "R41"),
            "surrounded": ("R42", "R43"),
        }
    },
    "cast": {"outcome": {"resisted": ("P26i",)}, "level": {"fumble": ("P16a9",)}},
    "task_lost": {
        "cause": {
            "another action": ("P4a",),
            "hurt": ("P26g",),
            "wound": ("P26h",),
            "down": ("P26h",),
            "out of view or range": ("P26d",),
            "no magic points": ("P26e",),
        }
    },
    "combat_ended": {
        "outcome": {
            "victory": ("C12",),
            "draw": ("C13",),
            "cap": ("C14",),
            "stalemate": ("C15",),
        }
    },
}
# By a condition, whether it began, and its cause.
CONDITIONS: Final[Mapping[tuple[str, str, str], tuple[str, ...]]] = {
    ("prone", "began", "knocked back"): ("P25c",),
    ("prone", "began", "thrown"): ("P33i2",),
    ("pinned", "began", "held"): ("P33g", "P33g2"),
    ("pinned", "ended", "let go"): ("P33g3",),
    ("prone", "began", "serious wound"): ("P24d",),
    ("prone", "began", "major wound"): ("P24d",),
    ("unconscious", "began", "serious wound"): ("P24g",),
    ("unconscious", "began", "major wound"): ("P24j",),
    ("unconscious", "began", "exhaustion"): ("P35h",),
    ("out", "began", "major wound"): ("P24i",),
    ("dead", "began", "major wound"): ("P24j",),
    ("dead", "began", "untended wound"): ("P24k",),
    ("fatigued", "began", "exhaustion"): ("P35c", "P35d", "P35e"),
    ("heavily fatigued", "began", "exhaustion"): ("P35c", "P35d", "P35e"),
    ("overextended", "began", "critically dodged"): ("P16e", "R37"),
    ("overextended", "began", "fumbled attack"): ("P16a", "R37"),
    ("overextended", "ended", "recovered"): ("R37a",),
    ("vulnerable", "began", "fumbled attack"): ("P16a", "R38", "R38a"),
    ("vulnerable", "began", "fumbled parry"): ("P16a3", "R38", "R38a"),
    ("vulnerable", "began", "fumbled dodge"): ("P16a3", "R38", "R38a"),
    ("vulnerable", "ended", "recovered"): ("R38b",),
    ("surprised", "ended", "acted"): ("R35b",),
    ("defending", "began", "defend"): ("P6c",),
    ("defending", "ended", "acted"): ("P6c",),
    ("yielded", "began", "own choice"): ("C12a",),
}
# By a condition that a spell brings, as it begins; all of them end as P26f says, if no more is said.
SPELLS: Final[Mapping[str, tuple[str, ...]]] = {
    "sharp-edged": ("P26k",),
    "heavy-handed": ("P26k",),
    "warded": ("P26l",),
    "demoralised": ("P26n",),
    "slowed": ("P26s", "P26s2"),
    "befuddled": ("P26q",),
    "lit up": ("P26p2",),
    "in darkness": ("P26p",),
    "quickened": ("P26s", "P26s2"),
}
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "its time was over": ("P26f",),
    "dispelled": ("P26t",),
    "hurt": ("P26q",),
}
_LEVELS: Final = ("fumble", "failure", "success", "critical")
_FAILURE, _SUCCESS, _CRITICAL = 1, 2, 3


def reasons(event: Event) -> tuple[str, ...]:
    """The ids of the sentences, the most general first, each once."""
    return tuple(dict.fromkeys(_all(event)))


def _all(event: Event) -> Iterator[str]:
    yield from KINDS.get(event.kind, ())
    for name, said in FACTS.get(event.kind, {}).items():
        yield from said.get(event.facts.get(name, ""), ())
    if event.kind == "condition":
        facts = event.facts
        key = facts.get("condition", ""), facts.get("change", ""), facts.get("cause", "")
        yield from CONDITIONS.get(key, ())
        if key[0] in SPELLS:
            yield from SPELLS[key[0]] if key[1] == "began" else ENDINGS.get(key[2], ("P26p2",))
    elif event.kind == "combat_began":
        yield "C21" if "field" in event.facts else "C7"
    elif event.kind == "attack":
        yield from _blow(event)


def _blow(event: Event) -> Iterator[str]:
    """What the two levels of an attack, once one of them has fallen, mean together."""
    facts = event.facts
    attack, defence = _level(facts, "level", "attacker"), _level(facts, "defence_level", "defender")
    hits = attack >= _SUCCESS
    match facts.get("defence", ""):
        case "parry" if defence >= _SUCCESS and hits:
            yield "P15a" if defence == _CRITICAL else "P15"
        case "parry" if defence == _CRITICAL:
            yield "P15c2" if facts.get("verb") == "shoot" else "P15c"
        case "dodge" if defence == _CRITICAL and attack < _CRITICAL:
            yield "P16e"
        case "dodge" if defence >= _SUCCESS and hits:
            yield "P16f" if defence == attack else "P16"
        case "parry" | "dodge" if defence <= _FAILURE and not hits:
            yield "P14d"
        case _:
            pass


def _level(facts: Mapping[str, str], name: str, whose: str) -> int:
    """How good a roll counts; a failure where there was none."""
    rolled = _LEVELS.index(facts.get(name, "failure"))
    return rolled - 1 if facts.get("demoted") == whose else rolled
