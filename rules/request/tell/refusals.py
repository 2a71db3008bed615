"""Why something that the scenario had planned cannot happen, with names."""

from __future__ import annotations

import re
from typing import Final

from rules.kernel.model import EndFight, Modify
from rules.request.model import Add, Change, SetSurroundings
from rules.request.tell.cast import Cast

_PARTS: Final = re.compile(r"^([^:]*): (.*) is not possible; (.*)$", re.DOTALL)
_TAKEN: Final = re.compile(r"^a free hex; (.*) stands there$", re.DOTALL)
_UNFIT: Final = re.compile(r"^a mount that can carry it; (\S+) (.*)$", re.DOTALL)
# By the beginning of what would have been right; `{}` stands for whoever it is about.
_WHY: Final = {
    "a hex of the field that it can stand on": "nobody of that size can stand there",
    "two foes, both able and in view": "they are not two foes who are both able and in view",
    "a foe that it does not hold": "it holds that foe already",
    "somebody with an empty": "{} has no empty, sound hand",
    "somebody who holds a foe": "{} holds nobody",
    "a foe beside it": "they are not near enough to each other",
    "two with a place left": "one of them has no place left beside it",
    "one that": "they are not engaged",
    "somebody who has not left": "{} has left the fight",
    "somebody who is able": "{} is not able to act",
    "room for it first": "no place on the field is free for {}",
    "somebody alive who bleeds": "{} bleeds nowhere",
    "a location that bleeds": "it does not bleed there",
    "somebody who rides": "{} rides no mount",
    "somebody in view who stands": "{} does not stand free on the ground",
    "no free, sound hand": "{} has no free, sound hand for it",
}


def obstacle(cast: Cast, change: Change, reason: str) -> str:
    """What stands in the way, as it follows on "but"; *reason* is the refusal of the rules."""
    parts = _PARTS.match(reason)
    if parts is None:
        return f"that cannot be: {reason}"
    field, _, allowed = parts.groups()
    taken = _TAKEN.match(allowed)
    if taken is not None:
        return f"{cast.plain(taken[1])} stands there"
    unfit = _UNFIT.match(allowed)
    if unfit is not None:
        return f"{cast.plain(unfit[1])} {unfit[2]}"
    about = cast.plain(_about(change, field))
    for beginning, words in _WHY.items():
        if allowed.startswith(beginning):
            return words.replace("{}", about)
    if field in ("who", "foe"):
        return f"{about} is not in the fight"
    return f"that cannot be: {allowed}"


def _about(change: Change, field: str) -> str:
    """Whom the field at fault names."""
    if isinstance(change, Add):
        return change.entry.id
    if isinstance(change, EndFight | SetSurroundings):
        return ""
    if field == "foe" and not isinstance(change, Modify):
        return str(getattr(change, "foe", change.who))
    return change.who
