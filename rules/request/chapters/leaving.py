"""Whom somebody can leave without a contest."""

from __future__ import annotations


def leaves_freely(mounted: bool, flying: bool, foe_mounted: bool, foe_flying: bool) -> bool:
    """R27, R28: flyers leave whoever does not fly, riders leave whoever fights on foot."""
    if foe_flying:
        return False
    return flying or (mounted and not foe_mounted)
