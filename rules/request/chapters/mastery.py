"""Skills over 100: what each takes off the skills it is rolled against (P13)."""

from __future__ import annotations

from typing import Final

WHOLE: Final = 100
_STEP: Final = 10


def weight(chance: int) -> int:
    """What a modified skill takes off its opponents, in percent: 10 for each full 10 over 100."""
    over = chance - WHOLE
    return over // _STEP * _STEP if over >= _STEP else 0


def lost(chances: list[int]) -> list[int]:
    """What each of several against each other loses: by the best of the others."""
    found: list[int] = []
    for i in range(len(chances)):
        most = 0
        for j, chance in enumerate(chances):
            if i != j:
                most = max(most, weight(chance))
        found.append(most)
    return found
