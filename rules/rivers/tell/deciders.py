"""Which sentences of the rules decide an event, by its kind and its words: the tables behind `reasons`.

Those of an attack are in `blow_deciders`, those of a declared action and of magic in `deed_deciders`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# By kind; what depends on the words of an event stands below.
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "round_began": ("S9", "S1", "Q6"),
    "engagement_began": ("S2", "S2a", "S5", "S5a", "S4", "D2"),
    "interposed": ("C73", "C73a", "C72"),
    "attack_lost": ("D3", "S48"),
    "stunned": ("Q36",),
    "worn": ("Q29", "D5"),
    "fumble": ("H9", "A26"),
    "bled": ("H14",),
    "dropped": ("H11", "C10"),
    "reloaded": ("C43", "Q39", "S21"),
    "nerve": ("C45", "C46"),
    "left": ("C48",),
    "unslung": ("C53", "D6", "S27"),
    "helmet_on": ("C54", "D6", "S27"),
    "tended": ("C55", "C55a"),
    "skill_used": ("C56",),
    "left_undone": ("C57",),
    "healed": ("M26",),
    "drained": ("M27",),
    "crossed": ("M37",),
    "combat_ended": ("C12", "C12a"),
    "amendment_refused": ("C65",),
}
FACTS: Final[Mapping[tuple[str, str, str], tuple[str, ...]]] = {
    ("walked", "way", "towards"): ("S35", "S36", "S38", "C3"),
    ("walked", "way", "away"): ("Q17", "S36"),
    ("walked", "way", "off"): ("C71",),
    ("walked", "way", "before"): ("C72",),
    ("walked", "way", "aside"): ("C85",),
    ("wound", "effect", "crippled"): ("H11", "H12"),
    ("wound", "effect", "severed"): ("H11a", "C9"),
    ("worn", "broken", "yes"): ("Q30",),
    ("fumble", "effect", "dropped"): ("C10",),
    ("tended", "outcome", "crosses"): ("C55b",),
    ("nerve", "state", "holding back"): ("C50",),
    ("nerve", "state", "falling back"): ("C50",),
    ("nerve", "state", "fleeing"): ("C50",),
    ("amended", "author", "scenario"): ("C65",),
    ("amended", "change", "remove"): ("C64",),
    ("amended", "change", "gear"): ("C63",),
    ("amended", "change", "engage"): ("C52",),
    ("amended", "change", "place"): ("C86",),
    ("amended", "change", "end"): ("C11",),
    ("combat_ended", "outcome", "victory"): ("C11",),
    ("combat_ended", "outcome", "draw"): ("C11",),
    ("combat_ended", "outcome", "cap"): ("C15",),
    ("combat_ended", "outcome", "stalemate"): ("C16",),
}
"""By kind, the name of a fact and what it says."""
ON_A_MAP: Final[Mapping[str, tuple[str, ...]]] = {
    "towards": ("C82",),
    "away": ("C83",),
    "off": ("C83",),
}
# By a condition and whether it began.
CONDITIONS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("falls", "began"): ("H11",),
    ("falls", "ended"): ("C7",),
    ("in shock", "began"): ("H11a", "H16"),
    ("lame", "began"): ("H12",),
    ("helpless", "began"): ("H12", "H16"),
    ("unconscious", "began"): ("H15", "H14", "H12", "H16"),
    ("bleeding", "began"): ("H14",),
    ("dying", "began"): ("A27a", "H16"),
    ("dead", "began"): ("A27", "H14", "H13", "H16"),
    ("asleep", "began"): ("M21",),
    ("yielded", "began"): ("C49",),
    ("unaware", "ended"): ("C62",),
    ("holding back", "began"): ("C47", "C50"),
    ("falling back", "began"): ("C47", "C50"),
    ("fleeing", "began"): ("C47", "C48", "C50"),
    ("holding back", "ended"): ("C47",),
    ("falling back", "ended"): ("C47",),
}
# What a fight begins with: always, with places and without, and by each of its house rules.
BEGINS: Final = ("D1", "H1", "H2", "H4", "H5", "M1", "M2", "C8")
UNDER: Final = ("M35", "S34")
"""Of spells that are on somebody from the start."""
AMBUSH: Final = ("S5b",)
WITH_PLACES: Final = ("C80", "C81", "C84")
WITHOUT_PLACES: Final = ("C1", "C1a")
OPTIONS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "equal_ranks": {"pc_first": ("A4a",), "simultaneous": ("A4b",), "": ("S11",)},
    "second_attacks": {"after_own_defences": ("A6a",)},
    "distance_rounding": {"": ("A8a",)},
    "distance_modifiers": {"additive": ("A8d",)},
    "move_needed": {"beyond_free": ("A8e",)},
    "missile_uses_weapon_sr": {"": ("A12a",)},
    "surprise": {"by_distance": ("A15c",)},
    "surprised_defence": {"full": ("A15a",), "none": ("A15b",)},
    "sheathing": {"counts": ("A16c",)},
    "over_100": {"": ("Q21b",)},
    "defence": {"cumulative20": ("A2a",), "single_roll": ("A2b",)},
    "two_defences": {"best_of_two": ("A3a",)},
    "roll_parry_vs_failed_attack": {"": ("Q31a",)},
    "parry_spill": {"parrying_limb": ("A13a",)},
    "magic_counts": {"": ("A14a",)},
    "dying_round": {"": ("A27a",)},
    "shape_conflict": {"reject": ("A19b",)},
    "budget": {"two": ("A1a",), "extra": ("A1b",)},
    "parent_two_attacks": {"": ("A18a",)},
    "allow_attack_spell_in_slot": {"": ("A11",)},
    "ritual_rounding": {"": ("A9a",)},
    "hold": {"until_used": ("A9b",)},
    "fast_support": {"just_before_own_attack": ("A10a",)},
    "prepared_support": {"parent_sr": ("A10c",)},
    "cross_effects": {"sequential": ("M38", "C61a")},
    "information": {"open": ("C14",)},
    "table_dice": {"": ("C66", "C66a")},
    "round_cap": {"": ("C15",)},
    "stalemate_rounds": {"": ("C16",)},
}
"""By the name of an option that is not as it is by default, and its value; "" for all of them."""
# By who is in an engagement: many against one, or nobody against somebody.
SEVERAL: Final = ("S3", "C2", "A19", "A19a")
CROWDED: Final = ("S6",)
PAIR: Final = ("S4a", "S3")
ALONE: Final = ("S8",)
OTHERS_ALONE: Final = ("S8", "A20")
