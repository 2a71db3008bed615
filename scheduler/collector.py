"""How often a process that plays fights looks for garbage: seldom, since fights leave hardly any."""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 50_000
MIDDLE: Final = 20
OLD: Final = 50


def collect_seldom() -> None:
    """For the whole process, once its modules are loaded.

    Python's own rhythm, every 700 new objects, walks through all people of a large battle again
    and again: a round for ten thousand cost each of them 1.6 times what a round for a hundred
    does, and 1.2 times with this one (`bench/engagements.py`).  What is loaded by now stays and
    is never looked at again.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
