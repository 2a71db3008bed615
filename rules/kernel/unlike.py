"""What a fight has that is not as usual: its house rules, and whatever else has defaults."""

from __future__ import annotations

from typing import cast


def unlike(given: object, usual: object, names: tuple[str, ...]) -> str:
    """What is not in *given* as in *usual*, as "name value", with commas between."""
    found: list[str] = []
    for name in names:
        chosen = cast("object", getattr(given, name))
        if chosen != cast("object", getattr(usual, name)):
            found.append(f"{name} {'on' if chosen is True else chosen}")
    return ", ".join(found)
