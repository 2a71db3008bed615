"""When somebody can hardly stand any more: it breaks off, and leaves the field."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters.fatigue import HEAVILY
from rules.request.course.choices import YIELD
from rules.request.course.sight import Sight
from rules.request.policies.temper import get_clear, leave

WORTH_A_TRY: Final = 20  # percent: below it whoever is held fights on


def break_off(sight: Sight) -> Answer | None:
    """Heavily fatigued, one leaves its foes if it can, and then the field."""
    temper = sight.temper()
    if sight.tired() < HEAVILY or (temper is not None and not temper.tested):
        return None
    if sight.engaged():
        return get_clear(sight, WORTH_A_TRY) or _give_up(sight)
    return leave(sight)


def _give_up(sight: Sight) -> Answer | None:
    """Yield, if no friend is left who could help."""
    temper = sight.temper()
    never = temper is not None and not temper.yields
    return None if never or sight.friends() else sight.choose(YIELD)
