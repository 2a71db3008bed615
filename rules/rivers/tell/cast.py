"""The people of one fight, as far as telling it needs them: names, sides, gear."""

from __future__ import annotations

from rules.kernel.telling import Span
from rules.rivers.model import Entry, Setup


class Cast:
    """Everybody who is in the fight; others go by their id."""

    def __init__(self, setup: Setup) -> None:
        self.sides: dict[str, str] = {one.id: one.name for one in setup.sides}
        self.people: dict[str, Entry] = {one.id: one for one in setup.combatants}

    def plain(self, who: str) -> str:
        return self.people[who].name if who in self.people else who

    def name(self, who: str) -> Span:
        return Span(self.plain(who), "name", who)

    def names(self, ids: list[str]) -> list[Span]:
        """In a sentence: "Maren, Joss and Willa"."""
        spans: list[Span] = []
        for place, who in enumerate(ids):
            if place > 0:
                spans.append(Span(" and " if place == len(ids) - 1 else ", "))
            spans.append(self.name(who))
        return spans

    def item(self, who: str, item: str) -> str:
        """In a sentence: "the broadsword"; of what is thrown the thing itself."""
        name = item
        if who in self.people:
            for weapon in self.people[who].sheet.weapons:
                if weapon.id == item:
                    name = weapon.name
        return f"the {name.removeprefix('thrown ')}"
