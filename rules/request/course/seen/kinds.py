"""What a question may be about, as a mind reads it in `Sight.kind`."""

from __future__ import annotations

from typing import Final

TURN: Final = "turn"
DEFENCE: Final = "defence"
RIPOSTE_KIND: Final = "riposte"
OPPORTUNITY_KIND: Final = "opportunity"
OPPOSE_KIND: Final = "oppose"
FOLLOW_KIND: Final = "follow"
ENGAGE_KIND: Final = "engage"
FOCUS_KIND: Final = "focus"
RESIST_KIND: Final = "resist"
# In the order of the numbers that `State.ask` knows them by.
KINDS: Final = (
    TURN,
    DEFENCE,
    RIPOSTE_KIND,
    OPPORTUNITY_KIND,
    OPPOSE_KIND,
    FOLLOW_KIND,
    ENGAGE_KIND,
    FOCUS_KIND,
    RESIST_KIND,
)
