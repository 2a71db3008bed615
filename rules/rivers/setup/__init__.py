"""From a scenario's TOML to the setup of a fight: refusals name the key, the reason, and what would be right."""

from __future__ import annotations

from rules.rivers.setup.scenario import advice, decode, remarks

__all__ = ["advice", "decode", "remarks"]
