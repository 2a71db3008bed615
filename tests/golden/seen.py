"""Which sentences of the rules the golden fights show at work: those that the why of some event names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec

from rules.kernel.model import Event
from rules.request.tell.reasons import reasons as of_request
from rules.rivers.tell.reasons import reasons as of_rivers
from tests.support.rulebook import book_of, sentences

REASONS: Final[Mapping[str, Callable[[Event], tuple[str, ...]]]] = {
    "request": of_request,
    "rivers": of_rivers,
}
NOT_PLAYED: Final[Mapping[str, Mapping[str, str]]] = {
    "request": {},
    "rivers": {
        "A7": "no weapon and no spell of this game strikes an area",
        "Q10": "no attack is held back",
        "Q23": "no attack is split",
        "Q24": "no ability augments another",
        "Q27": "a sheet says its skills as they are",
        "Q38": "nobody is knocked back",
        "H6": "there is no spirit combat",
        "H7": "a sheet says its skills as they are",
        "H8": "no fight lasts a week",
        "Q15": "a sheet says its MOV as it is",
    },
}
"""Sentences that are there for the calculator, or for a later time, and that no fight follows; and why."""


def events_of(log: bytes) -> Iterator[Event]:
    """Those of a recorded fight, without its first line, which is no event."""
    for line in log.splitlines()[1:]:
        yield msgspec.json.decode(line, type=Event)


def named_in(events: Iterable[Event], system: str) -> set[str]:
    """The rules that decided *events*, and those that their numbers name, as a whole or for a term."""
    reasons = REASONS[system]
    named: set[str] = set()
    for event in events:
        named.update(reasons(event))
        for figure in event.figures:
            named.update(one.rule for one in (figure, *figure.terms))
    return named - {""}


def seen_and_not(logs: Iterable[bytes], system: str) -> tuple[list[str], list[str]]:
    """The ids of the sentences that some log names, and of the others, in the order of the book."""
    named = {rule for log in logs for rule in named_in(events_of(log), system)}
    ids = [key for key, _ in sentences(book_of(system))]
    return [one for one in ids if one in named], [one for one in ids if one not in named]


def report(logs: Iterable[bytes], system: str) -> str:
    seen, unseen = seen_and_not(logs, system)
    counted = f"{len(seen)} of {len(seen) + len(unseen)} rules of {system} are the why of an event"
    missing = [one for one in unseen if one not in NOT_PLAYED[system]]
    return f"{counted}; none names {', '.join(missing) or 'another that is played'}\n"
