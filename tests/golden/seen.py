"""Which sentences of the rules the golden fights show at work: those that the why of some event names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from rules.kernel.model import Event
from rules.request.tell.reasons import reasons
from tests.support.rulebook import book_of, sentences


def events_of(log: bytes) -> Iterator[Event]:
    """Those of a recorded fight, without its first line, which is no event."""
    for line in log.splitlines()[1:]:
        yield msgspec.json.decode(line, type=Event)


def named_in(events: Iterable[Event]) -> set[str]:
    """The rules that decided *events*, and those that their numbers name, as a whole or for a term."""
    named: set[str] = set()
    for event in events:
        named.update(reasons(event))
        for figure in event.figures:
            named.update(one.rule for one in (figure, *figure.terms))
    return named - {""}


def seen_and_not(logs: Iterable[bytes]) -> tuple[list[str], list[str]]:
    """The ids of the sentences that some log names, and of the others, in the order of the book."""
    named = {rule for log in logs for rule in named_in(events_of(log))}
    ids = [key for key, _ in sentences(book_of("request"))]
    return [one for one in ids if one in named], [one for one in ids if one not in named]


def report(logs: Iterable[bytes]) -> str:
    seen, unseen = seen_and_not(logs)
    counted = f"{len(seen)} of {len(seen) + len(unseen)} rules are the why of an event"
    return f"{counted}; none names {', '.join(unseen)}\n"
