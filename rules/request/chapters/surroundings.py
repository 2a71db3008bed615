"""What the light, the wind, the air and the ground of a scene take from attacks, in percent."""

from __future__ import annotations

from typing import Final

LIGHT: Final = {"bright": 0, "dim": -20, "dark": -40}
"""P16h: attacks and shots."""
AIR: Final = {"clear": 0, "mist": -20, "smoke": -20, "fog": -40, "thick smoke": -40}
"""P27k: shots."""
WIND: Final = {"calm": 0, "strong": -10, "high": -20, "fierce": -40, "hurricane": 0}
"""P27j: shots; a hurricane lets none fly (P27j2)."""
HURRICANE: Final = "hurricane"
FOOTING: Final = {"firm": 0, "unsteady": -20}
"""P16i: close attacks."""
BOXED_IN: Final = -20
"""P16j: dodges."""
