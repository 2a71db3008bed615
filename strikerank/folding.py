"""Folds what a page would say again and again: phases of mere waiting, several who call for the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from rules.kernel.telling import Line, Span

_CARRIED: Final = "carried"
_DECLARED: Final = "declared"
_PHASE: Final = "phase_began"
_BELONGS: Final = ((_PHASE, _PHASE), (_PHASE, _CARRIED), (_DECLARED, _DECLARED))
_AFTER_A_PHASE: Final = ("round_began", "combat_ended", _PHASE)


@final
class Folding:
    """Lines on their way to the page; some are kept back until it is known what follows them."""

    def __init__(self) -> None:
        self._kept: list[Line] = []

    def fed(self, lines: Iterable[Line]) -> list[Line]:
        """What can be shown now that *lines* have come."""
        ready: list[Line] = []
        for line in lines:
            ready += self._take(line)
        return ready

    def rest(self, *, complete: bool = True) -> list[Line]:
        """All that was kept back; *complete* if the phase it ends with has ended."""
        kept, self._kept = self._kept, []
        if kept and kept[0].kind == _PHASE:
            return _phases(kept, complete=complete)
        return _joined(kept)

    def _take(self, line: Line) -> list[Line]:
        begun = self._kept[0].kind if self._kept else ""
        if (begun, line.kind) in _BELONGS:
            self._kept.append(line)
            return []
        ready = self.rest(complete=line.kind in _AFTER_A_PHASE)
        if line.kind in (_PHASE, _DECLARED):
            self._kept.append(line)
            return ready
        return [*ready, line]


def _phases(kept: list[Line], *, complete: bool) -> list[Line]:
    """Phases in which the same people only waited, as one; not the last, if it goes on."""
    phases: list[list[Line]] = []
    for line in kept:
        if line.kind == _PHASE:
            phases.append([])
        phases[-1].append(line)
    going_on = [] if complete else phases.pop()
    ready: list[Line] = []
    while phases:
        alike = 1
        while alike < len(phases) and _same(phases[0], phases[alike]):
            alike += 1
        ready += [_heading(phases[0][0], phases[alike - 1][0]), *phases[0][1:]]
        phases = phases[alike:]
    return [*ready, *going_on]


def _heading(first: Line, last: Line) -> Line:
    """Of one phase as it is, of several "Phases 2 to 4"."""
    if first is last:
        return first
    words, number = first.text.split()
    return first._replace(spans=(Span(f"{words}s {number} to {last.text.split()[-1]}"),))


def _same(phase: list[Line], other: list[Line]) -> bool:
    """Did the same people wait, and anybody at all?"""
    waited = [(line.rank, line.text) for line in phase[1:]]
    return bool(waited) and waited == [(line.rank, line.text) for line in other[1:]]


def _joined(kept: list[Line]) -> list[Line]:
    """Whoever calls for the same as the one before is only named behind it."""
    ready: list[Line] = []
    while kept:
        first = kept[0]
        alike = [line for line in kept if line.spans[1:] == first.spans[1:]]
        kept = [line for line in kept if line.spans[1:] != first.spans[1:]]
        ready.append(_with_others(first, [line.spans[0] for line in alike[1:]]))
    return ready


def _with_others(line: Line, others: list[Span]) -> Line:
    if not others:
        return line
    spans = [*line.spans[:-1], Span(f", and so do{'es' if len(others) == 1 else ''} ")]
    for place, name in enumerate(others):
        if place:
            spans.append(Span(" and " if place == len(others) - 1 else ", "))
        spans.append(name)
    return line._replace(spans=(*spans, Span(".")))
