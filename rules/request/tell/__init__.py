"""A ReQuest fight in words that a person enjoys reading: who is hurt first, the numbers below.

`cast` knows the people, `figures` the numbers of an event, `blow` tells an attack,
`teller` everything else, `tables` the sheets before a fight and the state after it.
"""

from __future__ import annotations

from rules.request.tell.teller import Teller

__all__ = ["Teller"]
