"""A refusal without what makes it easy to find: `combatants[0].mind` for `combatants[0] ("Rusk").mind`."""

from __future__ import annotations

import re
from typing import Final

_FOUND_BY: Final = re.compile(r'^(\w+(?:\.rows)?\[\d+\]) \((?:the \d+\w\w|row \d+|".*?(?<!\\)")\)')


def bare(refusal: object) -> str:
    return _FOUND_BY.sub(r"\1", str(refusal))
