"""The people of one fight, as far as telling it needs them: names, sides, gear."""

from __future__ import annotations

from rules.kernel.telling import Span
from rules.rivers.chapters.bodies import hit_points, location_points
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

    def kind(self, who: str, place: str) -> str:
        """What kind of location that is; empty for one that nobody has."""
        number = self._number(who, place)
        return "" if number < 0 else self.people[who].sheet.body.locations[number].kind

    def full(self, who: str, place: str) -> int:
        """The hit points of that location when it is whole."""
        number = self._number(who, place)
        if number < 0:
            return 0
        sheet = self.people[who].sheet
        its = sheet.characteristics
        points = hit_points(its.CON, its.SIZ, its.POW)
        return location_points(points, sheet.body.locations[number].more)

    def _number(self, who: str, place: str) -> int:
        if who in self.people:
            for number, one in enumerate(self.people[who].sheet.body.locations):
                if one.name == place:
                    return number
        return -1

    def item(self, who: str, item: str) -> str:
        """In a sentence: "the broadsword"; of what is thrown the thing itself."""
        name = item
        if who in self.people:
            for weapon in self.people[who].sheet.weapons:
                if weapon.id == item:
                    name = weapon.name
        return f"the {name.removeprefix('thrown ')}"
