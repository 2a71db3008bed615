"""One engagement of a fight by itself, or those of one combatant: which events are its log."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import click

from rules.catalogue import AnySetup, Teller
from rules.kernel.model import Event
from strikerank import headless, show
from strikerank.errors import GivenError

_NUMBERS: Final = re.compile(r"([0-9]{1,7})\.([0-9]{1,7})")
_OPTION: Final = "--engagement"

engagement_option = click.option(
    _OPTION,
    metavar="ROUND.NUMBER|WHO",
    help="Tell one engagement alone, as 2.1, or all that somebody is in. Rivers only.",
)


class Part(NamedTuple):
    """Which engagement: that of a round with this number, or whichever *who* is in."""

    text: str
    round: int = 0
    number: int = 0
    who: str = ""

    def of(self, events: Iterable[Event]) -> list[Event]:
        """Its events among all *events* of a fight, with the beginnings of their rounds; raises GivenError if there is no such engagement."""
        known = list(events)
        if self.who:
            return self._of_somebody(known)
        if (self.round, self.number) not in _people(known):
            what = f"{_OPTION} {self.text}"
            raise GivenError(what, self._missing(known))
        return [one for one in known if self._is_of_one(one)]

    def _is_of_one(self, one: Event) -> bool:
        """Its own events, and the beginning of its round."""
        if one.round != self.round:
            return False
        return one.phase == self.number or one.kind == "round_began"

    def _of_somebody(self, events: list[Event]) -> list[Event]:
        """All engagements somebody is in, what befalls it besides, and the end."""
        people = _people(events)
        mine = [
            one
            for one in events
            if self.who in {one.by, one.at, *people.get((one.round, one.phase), ())}
        ]
        rounds = {one.round for one in mine}
        own = {one.id for one in mine}
        return [
            one
            for one in events
            if one.id in own
            or one.kind == "combat_ended"
            or (one.kind == "round_began" and one.round in rounds)
        ]

    def _missing(self, events: list[Event]) -> str:
        """What there is instead."""
        last = max((one.round for one in events), default=0)
        numbers = [number for round_, number in _people(events) if round_ == self.round]
        if not numbers:
            return f"the fight has {last} round{'' if last == 1 else 's'}; expected one of them"
        most = max(numbers)
        there = f"engagements 1 to {most}" if most > 1 else "engagement 1 and no other"
        return f"round {self.round} has {there}"


def _people(events: Iterable[Event]) -> Mapping[tuple[int, int], frozenset[str]]:
    """By round and number who is in an engagement."""
    found: dict[tuple[int, int], frozenset[str]] = {}
    for one in events:
        if one.kind == "engagement_began":
            sides = [one.facts.get(side, "") for side in ("first", "second")]
            found[one.round, one.phase] = frozenset(", ".join(sides).split(", "))
    return found


def part_of(text: str | None, setup: AnySetup) -> Part | None:
    """What `--engagement` asks for; raises GivenError if *setup* has no such thing."""
    if text is None:
        return None
    what = f"{_OPTION} {text}"
    if setup.rules != "rivers":
        raise GivenError(what, "only a fight of Rivers has engagements of its own")
    numbers = _NUMBERS.fullmatch(text)
    if numbers:
        return Part(text, int(numbers[1]), int(numbers[2]))
    wanted = text.casefold()
    known = {one.name.casefold(): one.id for one in setup.combatants}
    known |= {one.id.casefold(): one.id for one in setup.combatants}
    if wanted in known:
        return Part(text, who=known[wanted])
    raise GivenError(what, "expected a round and a number, as 2.1, or the id or name of somebody")


def tell_part(  # noqa: PLR0913 (the fight, and how it is shown)
    part: Part,
    events: Iterable[Event],
    teller: Teller,
    setup: AnySetup,
    seed: str,
    *,
    form: str,
    why: bool,
) -> None:
    """Show what *part* says of the *events* of a fight; as JSON lines without a setup, for it is no log of a fight."""
    found = part.of(events)
    if form == "jsonl":
        sys.stdout.buffer.writelines(map(headless.event_line, found))
        sys.stdout.buffer.flush()
        return
    page = show.Page(show.console(), setup, why=why)
    page.title(seed, people=False)
    page.lines(teller.lines(found))
