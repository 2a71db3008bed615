"""The nouns of Rivers: its options.

Never compiled (see `rules.kernel.model`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

EqualRanks = Literal["dex_then_simultaneous", "pc_first", "simultaneous"]
SecondAttacks = Literal["after_all", "after_own_defences"]
Rounding = Literal["up", "floor", "nearest", "exact"]
Over100 = Literal["master_keeps", "both_drop", "lower_only"]
SurprisedDefence = Literal["from_sr4", "full", "none"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules, by name; the defaults are the readings of RULES.md.

    "pc" in a value is whoever belongs to the side that chooses its engagements first.
    """

    equal_ranks: EqualRanks = "dex_then_simultaneous"
    second_attacks: SecondAttacks = "after_all"
    distance_rounding: Rounding = "up"
    distance_modifiers: Literal["base", "additive"] = "base"
    move_needed: Literal["always", "beyond_free"] = "always"
    missile_uses_weapon_sr: bool = False
    surprise: Literal["flat", "by_distance"] = "flat"
    surprised_defence: SurprisedDefence = "from_sr4"
    sheathing: Literal["free", "counts"] = "free"
    over_100: Over100 = "master_keeps"
    defence: Literal["per_attack_full", "cumulative20", "single_roll"] = "per_attack_full"
