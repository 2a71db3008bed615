"""The teller's line as the protocol says it."""

from __future__ import annotations

from protocol.messages import Told, Words
from rules.kernel.telling import Line


def told(line: Line | None) -> Told | None:
    """What *line* reads like; None where there is none."""
    if line is None:
        return None
    words = tuple(Words(span.text, span.role, span.who) for span in line.spans)
    return Told(words, line.rank, line.details, line.why)
