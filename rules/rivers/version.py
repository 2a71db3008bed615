"""Which rules of Rivers play: counted up with every change that lets a fight go otherwise."""

from __future__ import annotations

from typing import Final

RULES_VERSION: Final = 1
