"""What damage does to a location and to the whole body."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.rivers.chapters.bodies import VITAL

CRIPPLED: Final = "crippled"
FALLS: Final = "falls"
DROPS: Final = "drops"
SHOCK: Final = "in shock"
SEVERED: Final = "severed"
LAME: Final = "lame"
HELPLESS: Final = "helpless"
UNCONSCIOUS: Final = "unconscious"
BLEEDING: Final = "bleeding"
UNTENDED: Final = "untended"
DYING: Final = "dying"
DEAD: Final = "dead"

MINUTES: Final[dict[str, int]] = {"abdomen": 10, "chest": 10, "head": 5}
"""H13: in how many minutes an untended wound of a vital location kills."""
FAINT: Final = 2


class Wound(NamedTuple):
    """What a blow does: what the location and the whole lose, and what follows."""

    location: int
    whole: int
    effects: list[str]


def wound(kind: str, hit_points: int, lost: int, blow: int) -> Wound:
    """H10 to H14: *blow* lands on a location with so many hit points of which so many are *lost*."""
    if kind in VITAL:
        return Wound(blow, blow, _vital(kind, hit_points, lost + blow))
    most = 2 * hit_points
    whole = min(blow, most)
    location = min(whole, most - lost)
    effects: list[str] = []
    if lost + location >= hit_points:
        effects.append(CRIPPLED)
        if kind == "leg":
            effects.append(FALLS)
        elif kind == "arm":
            effects.append(DROPS)
    if blow >= most:
        effects.append(SHOCK)
    if blow >= 3 * hit_points:
        effects.append(SEVERED)
    return Wound(location, whole, effects)


def _vital(kind: str, hit_points: int, lost: int) -> list[str]:
    if lost >= 3 * hit_points:
        return [DEAD]
    if lost >= 2 * hit_points:
        return [UNCONSCIOUS, BLEEDING]
    if lost < hit_points:
        return []
    if kind == "abdomen":
        return [LAME, FALLS, UNTENDED]
    return [HELPLESS, FALLS, UNTENDED] if kind == "chest" else [UNCONSCIOUS, UNTENDED]


def state(left: int, dying_round: bool) -> str:
    """H15, A27: what having so many hit points in all left does to somebody; "" for nothing."""
    if left > FAINT:
        return ""
    if left > 0:
        return UNCONSCIOUS
    return DYING if dying_round else DEAD


def incapacitated(effects: list[str], arms: int, natural: bool) -> bool:
    """H16: whether nothing more comes from somebody with these effects, *arms* usable arms and teeth or not."""
    for one in (UNCONSCIOUS, DEAD, DYING, SHOCK, HELPLESS):
        if one in effects:
            return True
    return arms == 0 and not natural
