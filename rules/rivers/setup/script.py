"""What happens of itself in a scenario of Rivers: its amendments, checked and put in the order of their rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from rules.kernel import hexes
from rules.kernel.errors import SetupError
from rules.kernel.field.land import Land, land_of
from rules.kernel.field.model import Field
from rules.kernel.forms import choice, key, one_of, quoted, within
from rules.kernel.model import (
    BEFORE_ANYBODY,
    EndFight,
    Engage,
    Moment,
    Move,
    Place,
    Remove,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.kernel.script import NOT_A_CHANGE, check_moment, in_order, the_change
from rules.rivers.chapters.bodies import hit_points, location_points
from rules.rivers.course.amend import MOST_METRES
from rules.rivers.course.amend_gear import MOST_MISSILES, STATES
from rules.rivers.course.amend_magic import MAGIC, RUNE
from rules.rivers.data import library
from rules.rivers.model import Change, Entry, Timed
from rules.rivers.setup.model import WrittenAmendment

_OfSomebody = Move | Place | Engage | SetHitPoints | SetPoints | SetStatus | SetGear


_ELSEWHERE: Final = (
    "reveal",
    "hide",
    "disengage",
    "seize",
    "release",
    "side",
    "hazard",
    "modifier",
    "tend",
    "seat",
    "unseat",
    "surroundings",
    "add",
)
"""What scenarios of ReQuest may change, and Rivers may not."""


def better_refused(error: SetupError) -> SetupError:
    """A change of ReQuest is no slip of the pen for another: nobody who wants to reveal somebody means `remove`."""
    head, _, change = error.path.rpartition(".")
    if not head.startswith("amend[") or "." in head or change not in _ELSEWHERE:
        return error
    there = [one for one in WrittenAmendment.__struct_fields__ if one not in NOT_A_CHANGE]
    return SetupError(
        error.path, f"there is no such change in Rivers, only in ReQuest; expected {one_of(there)}"
    )


class Script:
    """Reads the amendments of one scenario; *marks* are those of its map."""

    def __init__(
        self,
        crew: Iterable[Entry],
        sides: Sequence[str],
        field: Field | None,
        marks: Mapping[str, list[int]],
    ) -> None:
        self.crew: dict[str, Entry] = {one.id: one for one in crew}
        self.sides: Sequence[str] = sides
        self.land: Land | None = None if field is None else land_of(field)
        self.marks: Mapping[str, list[int]] = marks

    def read(self, written: Iterable[WrittenAmendment]) -> tuple[Timed, ...]:
        """The amendments in the order of their rounds."""
        return tuple(
            Timed(one.at, self._change(one, f"amend[{index}]"), one.reason or "")
            for index, one in in_order(written)
        )

    def _change(self, written: WrittenAmendment, path: str) -> Change:
        _check_round(written.at, key(path, "at"))
        given = the_change(written, path)
        path = key(path, given)
        if written.end is not None:
            if written.end:
                choice(path, "side", written.end, self.sides)
            return EndFight(written.end)
        if written.remove is not None:
            return Remove(self._who(path, written.remove).id)
        change = cast("_OfSomebody", getattr(written, given))
        return self._of(self._who(key(path, "who"), change.who), change, path)

    def _of(self, who: Entry, change: _OfSomebody, path: str) -> Change:
        """Does the change make sense for *who*?  Whether it still does then, the fight will see."""
        match change:
            case Move():
                if self.land is not None:
                    raise SetupError(path, "is for fights without places; expected `place`")
                within(key(path, "distance"), change.distance, 0, MOST_METRES)
            case Place():
                return Place(change.who, self._hex(change.place, key(path, "place")))
            case Engage():
                self._pair(who, change, path)
            case SetHitPoints():
                self._hit_points(who, change, path)
            case SetPoints():
                choice(key(path, "name"), "stock", change.name, (MAGIC, RUNE))
                sheet = who.sheet
                most = sheet.characteristics.POW if change.name == MAGIC else sheet.rune_points
                within(key(path, "points"), change.points, 0, most)
            case SetStatus():
                choice(key(path, "status"), "spell", change.status, library().spells)
                if change.on:
                    problem = "is not false; expected `on = false`, to end the spell"
                    raise SetupError(key(path, "on"), problem)
            case _:  # gear
                _check_gear(who, change, path)
        return change

    def _hex(self, place: str, path: str) -> str:
        """The name of a hex where somebody can stand; a mark is its first hex."""
        if self.land is None:
            raise SetupError(path, "there is no map; expected `move`, or a `[map]`")
        h = self.marks.get(place, [hexes.named(place)])[0]
        is_there = h >= 0 and hexes.row(h) < self.land.height and hexes.column(h) < self.land.width
        if not is_there or self.land.cost(h) == 0:
            problem = f"nobody can stand at {quoted(place)}"
            raise SetupError(path, f"{problem}; expected a hex of open or difficult ground")
        return hexes.name(h)

    def _pair(self, who: Entry, change: Engage, path: str) -> None:
        foe = self._who(key(path, "foe"), change.foe)
        if foe.side == who.side:
            raise SetupError(key(path, "foe"), f"{foe.id} is no foe; expected a foe of {who.id}")
        if change.reach != "normal":
            raise SetupError(key(path, "reach"), "is of no use in Rivers; expected none")

    def _hit_points(self, who: Entry, change: SetHitPoints, path: str) -> None:
        body, its = who.sheet.body, who.sheet.characteristics
        known = {one.name: one for one in body.locations}
        choice(key(path, "location"), "location", change.location, known)
        total = hit_points(its.CON, its.SIZ, its.POW)
        full = location_points(total, known[change.location].more)
        within(key(path, "points"), change.points, -2 * full, full)

    def _who(self, path: str, who: str) -> Entry:
        choice(path, "combatant", who, self.crew)
        return self.crew[who]


def _check_gear(who: Entry, change: SetGear, path: str) -> None:
    """C63: only shields are slung, and only what is shot or thrown has missiles."""
    items = {one.id: one for one in who.sheet.weapons if one.hands > 0}
    choice(key(path, "item"), f"weapon of {who.id}", change.item, items)
    choice(key(path, "state"), "state", change.state, STATES)
    if change.state == "slung" and not items[change.item].shield:
        states = one_of([one for one in STATES if one != "slung"])
        raise SetupError(key(path, "state"), f"{change.item} is no shield; expected {states}")
    if change.missiles is None:
        return
    if not items[change.item].how:
        problem = f"{change.item} is no missile weapon; expected no missiles"
        raise SetupError(key(path, "missiles"), problem)
    within(key(path, "missiles"), change.missiles, 0, MOST_MISSILES)


def _check_round(at: Moment, path: str) -> None:
    """C65: in Rivers a moment is a round."""
    check_moment(at, path)
    for name, is_said in (("phase", at.phase != 1), ("rank", at.rank != BEFORE_ANYBODY)):
        if is_said:
            problem = "the rounds of Rivers have no common moments; expected `round` alone"
            raise SetupError(key(path, name), problem)
