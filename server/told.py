"""The teller's line as the protocol says it."""

from __future__ import annotations

from protocol.messages import Told, Words
from rules.kernel.telling import Line, Span


def told(line: Line | None) -> Told | None:
    """What *line* reads like; None where there is none."""
    if line is None:
        return None
    return Told(_words(line.spans), line.rank, line.details, line.why, _words(line.part))


def _words(spans: tuple[Span, ...]) -> tuple[Words, ...]:
    return tuple(Words(span.text, span.role, span.who) for span in spans)
