"""What happens of itself in a scenario: its amendments, checked and put in the order of their moments."""

from __future__ import annotations

from typing import Final, cast

import msgspec

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.forms import choice, key, quoted, within
from rules.kernel.model import (
    ChangeSide,
    Disengage,
    EndFight,
    Engage,
    Hazard,
    Hide,
    Modify,
    Move,
    Place,
    Release,
    Remove,
    Reveal,
    Seize,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.kernel.people.naming import full_name
from rules.kernel.script import check_moment, in_order, the_change
from rules.request.chapters.damage import parsed
from rules.request.chapters.reach import REACH_NAMES
from rules.request.course.combatant import STANCES
from rules.request.course.judge import (
    CONDITIONS,
    DICE_WANTED,
    GEAR_STATES,
    MOODS,
    MOST_METRES,
    MOST_MODIFIER,
    MOST_POINTS,
    STOCKS,
    TIRED,
)
from rules.request.model import (
    LOCATIONS,
    Add,
    Change,
    Entry,
    Seat,
    SetSurroundings,
    Side,
    Tend,
    Timed,
    Unseat,
)
from rules.request.setup.ground import Ground
from rules.request.setup.model import WrittenAmendment, WrittenCombatant
from rules.request.setup.person import person
from rules.request.setup.places import SHARED, Wish, spot, wished
from rules.request.setup.riding import check_rides
from rules.request.setup.sheets import NO_WEAPONS, entries
from rules.request.setup.temper import check_ward

STATUSES: Final = (
    *dict.fromkeys((*CONDITIONS, "mounted", "flying", "high")),
    *TIRED,
    *MOODS,
    *STANCES,
)
NO_PLACES: Final = "this fight has no places; expected a `[map]`, or a `start` that makes lines"
_BY_NAME: Final[dict[str, type[Reveal | Hide | Release | Remove]]] = {
    "reveal": Reveal,
    "hide": Hide,
    "remove": Remove,
    "release": Release,
}
_OfSomebody = (
    Move
    | Place
    | Engage
    | Disengage
    | Seize
    | ChangeSide
    | SetHitPoints
    | SetPoints
    | SetStatus
    | SetGear
    | Hazard
    | Tend
    | Seat
    | Unseat
)


class Script:
    """Reads amendments one by one; whom one of them adds, a later one may name."""

    def __init__(
        self, crew: list[Entry], sides: tuple[Side, ...], drawn: bool, ground: Ground | None
    ) -> None:
        self.crew: dict[str, Entry] = {one.id: one for one in crew}
        self.sides: tuple[Side, ...] = sides
        self.side_ids: list[str] = [side.id for side in sides]
        self.drawn: bool = drawn
        self.ground: Ground | None = ground

    def read(self, written: tuple[WrittenAmendment, ...]) -> tuple[Timed, ...]:
        """The amendments in the order of their moments."""
        return tuple(
            Timed(one.at, self._change(one, f"amend[{index}]"), one.reason or "")
            for index, one in in_order(written)
        )

    def _change(self, written: WrittenAmendment, path: str) -> Change:
        check_moment(written.at, key(path, "at"))
        given = the_change(written, path)
        path = key(path, given)
        if written.add is not None:
            return self._added(written.add, path)
        if written.end is not None:
            if written.end:
                choice(path, "side", written.end, self.side_ids)
            return EndFight(written.end)
        if written.modifier is not None:
            return self._modifier(written.modifier, path)
        if written.surroundings is not None:
            return _scene(written.surroundings, path)
        if given in _BY_NAME:
            who = cast("str", getattr(written, given))
            return _BY_NAME[given](self._who(path, who).id)
        if written.hazard is not None:
            it = written.hazard
            hazard = Hazard(it.who, it.cause, str(it.damage), it.location, it.armour)
            return self._of(self._who(key(path, "who"), it.who), hazard, path)
        change = cast("_OfSomebody", getattr(written, given))
        return self._of(self._who(key(path, "who"), change.who), change, path)

    def _added(self, given: str | WrittenCombatant, path: str) -> Add:
        written, own = given, NO_WEAPONS
        if isinstance(written, str):
            made = person(written, key(path, "add"), None, self.side_ids)
            written, own = made.written, made.weapons
        if written.count is not None:
            raise SetupError(key(path, "count"), "one joins at a time; expected no `count` here")
        entry = entries(written, path, self.side_ids, self.drawn, own)[0]
        check_ward(entry, path, self.crew.values(), self.sides)
        check_rides(entry, path, self.crew.values())
        if entry.rides and written.place is not None:
            raise SetupError(key(path, "place"), SHARED)
        if entry.id in self.crew or entry.id in self.side_ids:
            raise SetupError(path, f"{quoted(entry.id)} is there already; expected another `id`")
        if written.place is not None:
            entry = self._standing(entry, written.place, path)
        name = full_name(entry, [one.name for one in self.crew.values()])
        entry = msgspec.structs.replace(entry, name=name)
        self.crew[entry.id] = entry
        return Add(entry)

    def _standing(self, entry: Entry, place: str, path: str) -> Entry:
        """Somebody who joins, on its place; who stands there by then, the fight will see."""
        wish = Wish(path, place)
        if self.ground is None:
            raise SetupError(wish.path, NO_PLACES)
        h = wished(self.ground, entry, wish)
        self.ground.check(entry, h, wish.path)
        # The next who joins at the same mark takes the next of its hexes.
        self.ground.taken.setdefault(h, entry)
        return msgspec.structs.replace(entry, place=hexes.name(h))

    def _modifier(self, change: Modify, path: str) -> Modify:
        if change.who:
            self._who(key(path, "who"), change.who)
        if not change.name:
            raise SetupError(key(path, "name"), "is empty; expected what the modifier is for")
        within(key(path, "value"), change.value, -MOST_MODIFIER, MOST_MODIFIER)
        return change

    def _of(self, who: Entry, change: _OfSomebody, path: str) -> Change:
        """Does the change make sense for *who*?  Whether it still does then, the fight will see."""
        match change:
            case Move():
                if self.ground is not None:
                    raise SetupError(path, "is for fights without places; expected `place`")
                within(key(path, "distance"), change.distance, 0, MOST_METRES)
            case Place():
                return self._moved(who, change, path)
            case Engage() | Disengage() | Seize():
                self._pair(change, path)
            case ChangeSide():
                choice(key(path, "side"), "side", change.side, self.side_ids)
            case SetHitPoints():
                choice(key(path, "location"), "location", change.location, LOCATIONS)
                full = who.sheet.hit_points[LOCATIONS.index(change.location)]
                within(key(path, "points"), change.points, -MOST_POINTS, full)
            case SetPoints():
                choice(key(path, "name"), "stock", change.name, STOCKS)
                most = who.sheet.magic_points if change.name == "magic" else MOST_POINTS
                within(key(path, "points"), change.points, 0, most)
            case Hazard():
                if parsed(change.damage) is None:
                    problem = f"is {quoted(change.damage)}; expected {DICE_WANTED}"
                    raise SetupError(key(path, "damage"), problem)
                if change.location:
                    choice(key(path, "location"), "location", change.location, LOCATIONS)
            case SetStatus():
                _check_status(change, path)
            case Tend() | Seat() | Unseat():
                self._tended_or_seated(change, path)
            case _:  # gear
                items = [one.id for one in who.sheet.weapons if one.hands > 0]
                choice(key(path, "item"), f"weapon of {who.id}", change.item, items)
                choice(key(path, "state"), "state", change.state, GEAR_STATES)
                within(key(path, "missiles"), change.missiles or 0, 0, MOST_POINTS)
        return change

    def _tended_or_seated(self, change: Tend | Seat | Unseat, path: str) -> None:
        if isinstance(change, Tend) and change.location:
            choice(key(path, "location"), "location", change.location, LOCATIONS)
        elif isinstance(change, Seat):
            mount = self._who(key(path, "mount"), change.mount)
            if not mount.steed:
                problem = f"{mount.id} carries nobody; expected a mount"
                raise SetupError(key(path, "mount"), problem)
            if change.mount == change.who:
                problem = f"{mount.id} cannot carry itself; expected another mount"
                raise SetupError(key(path, "mount"), problem)

    def _moved(self, who: Entry, change: Place, path: str) -> Place:
        """Somebody put on a hex; a mark is its first hex."""
        where = key(path, "place")
        if self.ground is None:
            raise SetupError(path, NO_PLACES)
        h = spot(self.ground, change.place, where)
        self.ground.check(who, h, where)
        return Place(change.who, hexes.name(h))

    def _pair(self, change: Engage | Disengage | Seize, path: str) -> None:
        if self.ground is None:
            raise SetupError(path, NO_PLACES)
        self._who(key(path, "foe"), change.foe)
        if change.foe == change.who:
            raise SetupError(key(path, "foe"), f"is {change.who} itself; expected a foe of it")
        if isinstance(change, Engage):
            choice(key(path, "reach"), "reach of a pair", change.reach, REACH_NAMES)

    def _who(self, path: str, who: str) -> Entry:
        choice(path, "combatant", who, self.crew)
        return self.crew[who]


def _scene(change: SetSurroundings, path: str) -> SetSurroundings:
    if change == SetSurroundings():
        raise SetupError(path, "is empty; expected `light`, `wind`, `air` or `footing`")
    return change


def _check_status(change: SetStatus, path: str) -> None:
    choice(key(path, "status"), "condition or stance", change.status, STATUSES)
    if change.status in STANCES and not change.on:
        problem = "is false; expected the stance taken instead, as the `status`"
        raise SetupError(key(path, "on"), problem)
