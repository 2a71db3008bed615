"""What a fumbled attack, parry or dodge brings, by D20."""

from __future__ import annotations

from typing import Final

NO_PARRY: Final = "no parry"
NO_ATTACK: Final = "no attack"
NEITHER: Final = "no attack and no parry"
HELPLESS: Final = "no attack, no parry and no dodge"
ARMOUR: Final = "lost armour"
DROPPED: Final = "dropped"

# H9: highest number of the row.
_TABLE: Final = (
    (4, NO_PARRY),
    (8, NO_ATTACK),
    (12, NEITHER),
    (15, HELPLESS),
    (18, ARMOUR),
    (20, DROPPED),
)


def of(rolled: int) -> str:
    """H9: what *rolled*, 1 to 20, brings."""
    for highest, what in _TABLE[:-1]:
        if rolled <= highest:
            return what
    return DROPPED
