"""The people of one fight, as far as telling it needs them: names, gear, what a body can bear."""

from __future__ import annotations

from rules.kernel.telling import Span
from rules.request.model import LOCATIONS, Add, Entry, Setup, Weapon


class Cast:
    """Everybody who is in the fight or will join it by the scenario; others go by their id."""

    def __init__(self, setup: Setup) -> None:
        self.sides: dict[str, str] = {one.id: one.name for one in setup.sides}
        self.people: dict[str, Entry] = {one.id: one for one in setup.combatants}
        for timed in setup.amendments:
            if isinstance(timed.change, Add):
                self.people[timed.change.entry.id] = timed.change.entry

    def plain(self, who: str) -> str:
        return self.people[who].name if who in self.people else who

    def name(self, who: str) -> Span:
        return Span(self.plain(who), "name", who)

    def names(self, ids: list[str]) -> list[Span]:
        """In a sentence: "Maren, Joss and Willa"."""
        spans: list[Span] = []
        for place, who in enumerate(ids):
            if place > 0:
                spans.append(Span(_between(place, len(ids))))
            spans.append(self.name(who))
        return spans

    def ids(self, text: str) -> list[str]:
        """The ids that *text* lists; one that is known wins over the parts it seems to have."""
        parts = text.split(", ") if text else []
        found: list[str] = []
        while parts:
            size = len(parts)
            while size > 1 and ", ".join(parts[:size]) not in self.people:
                size -= 1
            found.append(", ".join(parts[:size]))
            parts = parts[size:]
        return found

    def side_of(self, who: str) -> str:
        """The name of somebody's side; empty for a stranger."""
        return self.sides[self.people[who].side] if who in self.people else ""

    def weapon(self, who: str, item: str) -> Weapon | None:
        if who not in self.people:
            return None
        owned = {weapon.id: weapon for weapon in self.people[who].sheet.weapons}
        return owned.get(item)

    def item(self, who: str, item: str) -> str:
        """In a sentence: "the war sword", "bare hands"."""
        weapon = self.weapon(who, item)
        name = item if weapon is None else weapon.name
        return name if name.startswith("bare ") else f"the {name}"

    def full(self, who: str, place: str) -> int:
        """What a location bears unhurt; 0 for a stranger, and for a place that nobody has."""
        if who not in self.people or place not in LOCATIONS:
            return 0
        return self.people[who].sheet.hit_points[LOCATIONS.index(place)]


def in_a_row(words: list[str]) -> str:
    """In a sentence: "Maren, Joss and Willa"."""
    return "".join(
        (_between(place, len(words)) if place else "") + word for place, word in enumerate(words)
    )


def _between(place: int, count: int) -> str:
    """What stands before the word at *place* of so many."""
    return " and " if place == count - 1 else ", "
