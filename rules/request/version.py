"""Which rules these are: fights of another number may rightly come out otherwise."""

from __future__ import annotations

from typing import Final

# One step for each release in which outcomes or sentences changed; `python -m tests.golden.record` makes it.
RULES_VERSION: Final = 2
