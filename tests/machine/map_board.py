"""A map with people on it, looked at slowly: who stands where, who engages whom, who is flanked.

Written from the rules alone, with a geometry of its own, so that it can be held against the
machine.  A hex is three numbers whose sum is 0; whatever can be found by trying all hexes
is found by trying all hexes.  Every check yields what it finds wrong as a sentence.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple, final

from rules.kernel.field.model import Field
from rules.request.model import Entry, Seen

Hex = tuple[int, int, int]
STANDABLE: Final = ".~"
OVER_A_HEX: Final = 30  # SIZ from which on somebody covers seven hexes
LONG_WEAPONS: Final = ("long", "extra long")
CLOSE_WEAPONS: Final = ("touch", "short")
BARE_HANDS: Final = "unarmed"


# --- hexes ----------------------------------------------------------------------------------


def hex_at(column: int, row: int) -> Hex:
    """Odd rows, counted from 0, lie half a hex to the right."""
    x = column - row // 2
    return x, -x - row, row


@cache
def hex_named(name: str) -> Hex:
    """The hex called *name*: letters for the column, then the row, both counted from 1."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        assert "A" <= letter <= "Z", f"{name!r} is the name of no hex"
        column = 26 * column + ord(letter) - ord("A") + 1
    digits = name.removeprefix(letters)
    assert letters, f"{name!r} is the name of no hex"
    assert digits, f"{name!r} is the name of no hex"
    assert not digits.startswith("0"), f"{name!r} is the name of no hex"
    return hex_at(column - 1, int(digits) - 1)


def apart(one: Hex, other: Hex) -> int:
    """How many steps it is from one to the other over open ground."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(one[2] - other[2]))


@cache
def around(middle: Hex, distance: int) -> tuple[Hex, ...]:
    """All hexes at exactly this distance, clockwise from the one due east."""
    reach = range(-distance, distance + 1)
    found = [
        (middle[0] + x, middle[1] + y, middle[2] - x - y)
        for x in reach
        for y in reach
        if max(abs(x), abs(y), abs(x + y)) == distance
    ]
    return tuple(sorted(found, key=lambda one: _clockwise(middle, one)))


def _clockwise(middle: Hex, one: Hex) -> float:
    """The angle of *one* seen from *middle*, as a map with row 1 at its top shows it."""
    east = (one[0] - middle[0]) + (one[2] - middle[2]) / 2
    south = (one[2] - middle[2]) * math.sqrt(3) / 2
    return round(math.atan2(south, east) % (2 * math.pi), 6)


@final
class Ground:
    """What the hexes of a field are made of."""

    def __init__(self, field: Field) -> None:
        self._letters: dict[Hex, str] = {
            hex_at(column, row): field.rows[row][column] if field.rows else "."
            for row in range(field.height)
            for column in range(field.width)
        }
        self._heights: dict[Hex, int] = {
            hex_at(column, row): int(digit)
            for row, digits in enumerate(field.heights)
            for column, digit in enumerate(digits)
        }
        self._room: dict[tuple[Hex, int], int] = {}

    def letter(self, one: Hex) -> str:
        """The letter of a hex, nothing outside the field."""
        return self._letters.get(one, "")

    def apart(self, one: Hex, other: Hex) -> int:
        """C33: metres from the height of one hex to that of the other."""
        if not self._heights:
            return 0
        return abs(self._heights.get(one, 0) - self._heights.get(other, 0))

    def height(self, one: Hex) -> int:
        return self._heights.get(one, 0)

    def hexes(self) -> list[Hex]:
        return [*self._letters]

    def bears(self, one: Hex) -> bool:
        """Can anybody stand there?"""
        letter = self._letters.get(one, "")
        return letter != "" and letter in STANDABLE

    def room(self, at: Hex, distance: int) -> int:
        """A11, C33c: on how many hexes so far away somebody can stand within reach of this one."""
        known = self._room.get((at, distance))
        if known is None:
            known = sum(self.is_beside(at, one) for one in around(at, distance))
            self._room[at, distance] = known
        return known

    def is_beside(self, at: Hex, one: Hex) -> bool:
        """A11, C33c: can somebody stand there who is within reach of this hex?"""
        return self.bears(one) and self.apart(at, one) <= ARM


NOWHERE: Final = hex_at(-1000, -1000)
LEVEL: Final = Ground(Field(1, 1))
"""Ground without heights, for those who stand on none that is known."""
STEP: Final = 1
ARM: Final = 2
OUT_OF_REACH: Final = 1000


# --- people ---------------------------------------------------------------------------------


class Body(NamedTuple):
    """Somebody on the map.

    ``seat`` is its number in the seat order; it is ``armed`` with what is no bare hand, and
    ``past`` if it is dead or gone.  Whoever ``rides`` somebody is of the size of its mount.
    """

    id: str
    seat: int
    side: str
    size: int
    place: Hex
    is_able: bool = True
    is_hidden: bool = False
    is_past: bool = False
    is_surprised: bool = False
    is_high: bool = False
    is_armed: bool = True
    has_long: bool = False
    engaged: Mapping[str, str] = {}
    formation: str = ""
    focus: str = ""
    rides: str = ""
    flies: bool = False
    ground: Ground = LEVEL

    @property
    def is_there(self) -> bool:
        """Able, in view and low: whoever is not, bars nobody there and engages nobody."""
        return self.is_able and not self.is_hidden and not self.is_high

    @property
    def is_large(self) -> bool:
        return self.size > OVER_A_HEX

    @property
    def is_target(self) -> bool:
        """C8: the unconscious may be attacked, the dead may not."""
        return not self.is_hidden and not self.is_past

    def covers(self, at: Hex | None = None) -> list[Hex]:
        """The hexes it stands on, or would stand on at another place."""
        middle = self.place if at is None else at
        return [middle, *around(middle, 1)] if self.is_large else [middle]

    def ring(self) -> tuple[Hex, ...]:
        """The hexes next to it, clockwise from the east: six, or twelve round a large one."""
        return around(self.place, self.arm)

    @property
    def arm(self) -> int:
        """How far from its middle those stand who are next to it."""
        return 2 if self.is_large else 1


def span(one: Body, other: Body, at: Hex | None = None) -> int:
    """The distance between the nearest hexes of the two; *at* is another place for the first."""
    return min(apart(a, b) for a in one.covers(at) for b in other.covers())


def gap(one: Body, other: Body, at: Hex | None = None) -> int:
    """The same for close weapons: C33b, they do not reach far up or down."""
    here = one.place if at is None else at
    is_level = one.is_high or other.is_high or one.ground.apart(here, other.place) <= ARM
    return span(one, other, at) + (0 if is_level else OUT_OF_REACH)


def weight(foe: Body, target: Body) -> int:
    """A11: how many of the target's places a foe takes."""
    return 2 if foe.size >= 2 * target.size else 1


def body_of(entry: Entry, seen: Seen, seat: int, held: Iterable[str], mount: Entry | None) -> Body:
    """Somebody as the game master sees it, with these weapons in its hands, on this mount."""
    weapons = {weapon.id: weapon for weapon in entry.sheet.weapons}
    ready = [one for one in weapons.values() if one.close and one.id in held]
    natural = [one for one in weapons.values() if one.close and one.hands == 0]
    ready += [one for one in natural if one.id != BARE_HANDS]
    return Body(
        id=seen.id,
        seat=seat,
        side=seen.side,
        size=(mount or entry).sheet.characteristics.SIZ,
        place=hex_named(seen.place) if seen.place else NOWHERE,
        is_able=seen.state == "up",
        is_hidden=seen.hidden,
        is_past=seen.state in ("dead", "gone"),
        is_surprised="surprised" in seen.conditions,
        is_high="high" in seen.conditions,
        is_armed=bool(ready),
        has_long=any(one.reach in LONG_WEAPONS for one in ready),
        engaged={pair.foe: pair.reach for pair in seen.engaged},
        formation=seen.formation,
        focus=seen.focus,
        rides=seen.rides,
        flies="flying" in seen.conditions,
    )


def held_by(seen: Seen) -> set[str]:
    return {item.id for item in seen.items if item.state == "held"}


Declared = Mapping[str, Mapping[str, frozenset[str]]]
"""What each side has declared about a target: "flank", "surround", "" for nothing; several if it is not known."""

FAR: Final = 1000
NOBODY: Final[Mapping[str, str]] = {}
NOTHING_DECLARED: Final = frozenset([""])


@final
class Board:
    """Everybody on the ground at one moment."""

    def __init__(
        self,
        ground: Ground,
        bodies: Iterable[Body],
        are_foes: Callable[[str, str], bool],
        *,
        both_sides: bool = False,
    ) -> None:
        self.ground: Ground = ground
        self.bodies: dict[str, Body] = {body.id: body._replace(ground=ground) for body in bodies}
        self._are_foes = are_foes
        self._both_sides = both_sides
        mounts = [(body.id, body.rides) for body in self.bodies.values() if body.rides]
        self.partners: dict[str, str] = {**dict(mounts), **{m: rider for rider, m in mounts}}
        """By each of a pair the other, with whom it shares its place."""
        self._standing: dict[Hex, list[Body]] = {}
        for body in self.there():
            for one in body.covers():
                self._standing.setdefault(one, []).append(body)

    def are_foes(self, one: Body, other: Body) -> bool:
        return self._are_foes(one.side, other.side)

    def there(self) -> list[Body]:
        return [body for body in self.bodies.values() if body.is_there]

    def standing_on(self, one: Hex, *, but: str = "") -> list[Body]:
        """Whoever is there on this hex, without *but* and whoever shares its place."""
        out = (but, self.partners.get(but, ""))
        return [body for body in self._standing.get(one, []) if body.id not in out]

    def are_partners(self, one: Body, other: Body) -> bool:
        return self.partners.get(one.id) == other.id

    def counted(self, group: Iterable[Body]) -> list[Body]:
        """A11f, R40d: those of a group who count: of a rider and its mount the first."""
        found: list[Body] = []
        for body in group:
            if not any(self.are_partners(body, other) for other in found):
                found.append(body)
        return found

    def is_free(self, one: Hex, *, but: str = "") -> bool:
        return self.ground.bears(one) and not self.standing_on(one, but=but)

    def fits(self, who: Body, at: Hex) -> bool:
        """Could it stand there?"""
        return self.is_even(who, at) and all(
            self.is_free(one, but=who.id) for one in who.covers(at)
        )

    def is_step(self, who: Body, here: Hex, there: Hex) -> bool:
        """C33a."""
        return who.flies or self.ground.apart(here, there) <= STEP

    def is_even(self, who: Body, at: Hex) -> bool:
        """C33e."""
        return not who.is_large or all(self.ground.apart(at, one) <= STEP for one in around(at, 1))

    # --- places -------------------------------------------------------------------------------

    def wrong_places(self) -> Iterator[str]:
        """Everybody there stands on ground that bears, and on nobody else."""
        for body in self.there():
            for one in body.covers():
                if not self.ground.bears(one):
                    yield f"{body.id} stands on {self.ground.letter(one) or 'no ground'} at {one}"
            if not self.is_even(body, body.place):
                yield f"{body.id} stands on uneven ground at {body.place}"
        for one, other in combinations(self.there(), 2):
            if gap(one, other) == 0 and not self.are_partners(one, other):
                yield f"{one.id} and {other.id} stand on one hex"
        aloft = [one for one in self.bodies.values() if one.is_high and one.is_able]
        for one, other in combinations([one for one in aloft if not one.is_hidden], 2):
            if gap(one, other) == 0 and not self.are_partners(one, other):
                yield f"{one.id} and {other.id} are in one place in the air"

    def wrong_riders(self) -> Iterator[str]:
        """P34d, D12a: rider and mount are in one place, both able and in view alike, and have the same foes."""
        for rider in self.bodies.values():
            if not rider.rides:
                continue
            mount = self.bodies.get(rider.rides)
            if mount is None or self.partners[mount.id] != rider.id or mount.rides:
                yield f"{rider.id} rides {rider.rides}, who cannot carry it"
                continue
            if rider.is_past and mount.is_past:
                continue  # they have left together
            name = f"{rider.id} on {mount.id}"
            if rider.place != mount.place or rider.is_high != mount.is_high:
                yield f"{name}: each in another place"
            if not rider.is_able or not mount.is_able:
                yield f"{name}: not both are able"
            if rider.side != mount.side or rider.is_hidden != mount.is_hidden:
                yield f"{name}: of two sides, or only one of them is hidden"
            far, also = (
                {foe: reach == "long" for foe, reach in one.engaged.items()}
                for one in (rider, mount)
            )
            if far != also:
                yield f"{name}: engaged with {[*far]} and with {[*also]}"

    def ways(
        self,
        who: Body,
        most: int = FAR,
        *,
        toward: Body | None = None,
        within: Mapping[str, str] = NOBODY,
    ) -> dict[Hex, int]:
        """Every hex it can walk to, and what the cheapest way costs; difficult ground costs two.

        Nobody goes on who has gone *most* steps.  *toward* somebody every step comes nearer
        to that; *within* reach of some foes it never leaves the reach.
        """
        costs = {who.place: 0}
        shut: set[Hex] = set()
        todo = [(0, who.place)]
        while todo:
            cost, here = heapq.heappop(todo)
            for there in around(here, 1) if cost < most else ():
                if there in shut or costs.get(there, FAR) <= cost + 1:
                    continue
                if not self.is_step(who, here, there):
                    continue
                if toward is not None and apart(there, toward.place) >= apart(here, toward.place):
                    continue
                further = cost + self.cost(who, there)
                if further >= costs.get(there, further + 1):
                    continue
                if there in costs or (self.fits(who, there) and self.keeps(who, there, within)):
                    costs[there] = further
                    heapq.heappush(todo, (further, there))
                else:
                    shut.add(there)
        return costs

    def keeps(self, who: Body, there: Hex, foes: Mapping[str, str]) -> bool:
        """P8a: would these foes be within the reach of their pairs?"""
        return all(
            fits_reach(gap(who, self.bodies[foe], there), reach) for foe, reach in foes.items()
        )

    def cost(self, who: Body, there: Hex) -> int:
        """P28b, C23: of a step, for whoever covers seven hexes if any of them is difficult."""
        return 2 if any(self.ground.letter(one) == "~" for one in who.covers(there)) else 1

    # --- pairs --------------------------------------------------------------------------------

    def wrong_pairs(
        self, retreating: Iterable[str] = (), met_now: Container[frozenset[str]] = ()
    ) -> Iterator[str]:
        """Engagement is mutual, between foes who are there, at a distance that fits the reach.

        Of those who are *retreating* it is not known yet who follows them, and those who
        *met now* may be leaving each other still.
        """
        for body in self.bodies.values():
            for foe_id, reach in body.engaged.items():
                foe = self.bodies.get(foe_id)
                if foe is None or foe is body:
                    yield f"{body.id} is engaged with {foe_id}"
                    continue
                if foe.engaged.get(body.id) != reach:
                    yield f"{body.id} is engaged with {foe_id} at {reach} reach, and not the other way"
                if not self.are_foes(body, foe):
                    yield f"{body.id} is engaged with {foe_id}, who is no foe"
                if not body.is_there or not foe.is_there:
                    yield f"{body.id} and {foe_id} are engaged, and not both are there"
                if body.id in retreating or foe_id in retreating:
                    continue
                if frozenset((body.id, foe_id)) in met_now:
                    continue
                if not fits_reach(gap(body, foe), reach):
                    yield f"{body.id} and {foe_id} are engaged at {reach} reach, {gap(body, foe)} apart"

    def places(self, target: Body) -> int:
        """A11: how many foes of its size have room round somebody."""
        return self.ground.room(target.place, target.arm)

    def taken(self, target: Body) -> int:
        foes = [self.bodies[foe] for foe in target.engaged if foe in self.bodies]
        return sum(weight(foe, target) for foe in self.counted(foes))

    def too_many(self, retreating: Iterable[str] = ()) -> Iterator[str]:
        """R25, A11: nobody is engaged by more foes than there are places."""
        for body in self.there():
            if body.id not in retreating and self.taken(body) > self.places(body):
                foes = ", ".join(body.engaged)
                yield f"{body.id} has {self.places(body)} places and is engaged by {foes}"

    def must_be_engaged(self, one: Body, other: Body) -> bool:
        """Ruling 5, A28, A11: would these two be engaged by themselves?"""
        return (
            one.is_there
            and other.is_there
            and self.are_foes(one, other)
            and not self.is_caught(one)
            and not self.is_caught(other)
            and (one.is_armed or other.is_armed)
            and gap(one, other) == 1
            and self.has_place(one, other)
            and self.has_place(other, one)
        )

    def is_caught(self, one: Body) -> bool:
        """D12a: is it surprised, or whoever shares its place?"""
        partner = self.bodies.get(self.partners.get(one.id, ""))
        return one.is_surprised or (partner is not None and partner.is_surprised)

    def has_place(self, target: Body, foe: Body) -> bool:
        """Is there a place left round a target for one more foe?"""
        return self.taken(target) + weight(foe, target) <= self.places(target)

    def forgotten_pairs(self, excused: Callable[[str, str], bool]) -> Iterator[str]:
        """Whoever must be engaged is engaged, but for pairs that are excused."""
        for one, other in combinations(self.bodies.values(), 2):
            if other.id in one.engaged or not self.must_be_engaged(one, other):
                continue
            if not excused(one.id, other.id):
                yield f"{one.id} and {other.id} stand side by side and are not engaged"

    # --- formations ---------------------------------------------------------------------------

    def wrong_formations(self, declared: Declared) -> Iterator[str]:
        """R40 to R46: everybody is flanked or surrounded exactly if the rules say so."""
        for body in self.bodies.values():
            right = self.formations(body, declared.get(body.id, {}))
            if body.formation not in right:
                expected = " or ".join(sorted(one or "neither" for one in right))
                yield f"{body.id} is {body.formation or 'neither'}; expected {expected}"
            if body.focus and not body.formation:
                yield f"{body.id} minds {body.focus}, and nobody flanks or surrounds it"
            if body.focus and body.focus not in body.engaged:
                yield f"{body.id} minds {body.focus}, who does not engage it"

    def formations(self, target: Body, declared: Mapping[str, frozenset[str]]) -> set[str]:
        """What its foes may have made of a target: one word, but where the rules leave it open."""
        foes = self.engaging(target)
        if not target.is_there or not foes:
            return {""}
        friends = [one for one in self.there() if one is not target and self.is_friend(one, target)]
        if any(gap(one, target) == 1 for one in friends):
            return {""}
        found: set[str] = set()
        may_be_none = True
        for group in self._groups(foes):
            words = words_of({one.side for one in group}, declared)
            judged = {one for word in words for one in self._judged(target, group, word)}
            found |= judged
            may_be_none = may_be_none and "" in judged
        return found if may_be_none else found - {""}

    def _groups(self, foes: list[Body]) -> list[list[Body]]:
        """R40, R42: foes who are all friends of each other, as many as possible."""
        sides = sorted({one.side for one in foes})
        allied = [
            {*some}
            for count in range(1, len(sides) + 1)
            for some in combinations(sides, count)
            if not any(self._are_foes(one, other) for one, other in combinations(some, 2))
        ]
        largest = [one for one in allied if not any(one < other for other in allied)]
        return [[foe for foe in foes if foe.side in some] for some in largest]

    def is_friend(self, one: Body, other: Body) -> bool:
        return not self.are_foes(one, other)

    def engaging(self, target: Body) -> list[Body]:
        """The able foes who engage somebody, in seat order."""
        foes = [self.bodies[foe] for foe in target.engaged if foe in self.bodies]
        return sorted((foe for foe in foes if foe.is_able), key=lambda foe: foe.seat)

    def _judged(self, target: Body, group: list[Body], word: str) -> set[str]:
        if word == "flank":
            return {"flanked" if one else "" for one in self._flank(target, group)}
        return {"surrounded" if one else "" for one in self._surround(target, group)}

    def _flank(self, target: Body, group: list[Body]) -> set[bool]:
        """R40."""
        about = (target.id, self.partners.get(target.id))
        others = [self.bodies[foe] for one in group for foe in one.engaged if foe not in about]
        if len(self.counted(group)) < 2 or any(self.is_friend(other, target) for other in others):
            return {False}
        fronts = [one for one in group if one.id == target.focus] or group[:1]
        return {
            self._room(target, front)
            for filled in self.fillings(target)
            for front in filled.get(fronts[0].id) or self.directions(target, fronts[0])
        }

    def _room(self, target: Body, front: int) -> bool:
        """Decisions: the front and a side of it are free or held by a foe who engages the target."""
        ring = target.ring()
        held = {one for foe in self.engaging(target) for one in foe.covers()}
        room = [
            (self.is_free(one, but=target.id) and self.ground.is_beside(target.place, one))
            or one in held
            for one in ring
        ]
        sides = [room[front - 1], room[(front + 1) % len(ring)]]
        return room[front] and (all(sides) if self._both_sides else any(sides))

    def _surround(self, target: Body, group: list[Body]) -> set[bool]:
        """R42, R42b; whoever fills no hex has no part in it."""
        found = {False} if len(self.counted(group)) < 3 else set[bool]()
        about = {target.id, self.partners.get(target.id, target.id)}
        for filled in self.fillings(target) if not found else ():
            taken = {place for one in group for place in filled[one.id]}
            free = all(about.issuperset(one.engaged) for one in group if filled[one.id])
            found.add(free and is_even([place in taken for place in range(len(target.ring()))]))
        return found

    def directions(self, target: Body, foe: Body) -> list[int]:
        """The numbers of the hexes round a target that a foe stands on or, from farther, is nearest to."""
        ring = target.ring()
        on = [number for number, one in enumerate(ring) if one in foe.covers()]
        if on:
            return on
        away = [min(apart(one, body) for body in foe.covers()) for one in ring]
        return [number for number, steps in enumerate(away) if steps == min(away)]

    def fillings(self, target: Body) -> list[dict[str, list[int]]]:
        """Which directions each engaging foe fills: one way, but where a large foe leaves it open.

        Whoever stands next to the target fills what it stands on.  Whoever stands farther
        fills one of the nearest, the free one, the clockwise one of two; in seat order.
        """
        foes = self.engaging(target)
        near = {foe.id: self.directions(target, foe) for foe in foes if gap(foe, target) == 1}
        ways: list[dict[str, list[int]]] = [near]
        for foe in self.counted(foes):
            if foe.id not in near:
                both = (foe.id, self.partners.get(foe.id, foe.id))  # R40d
                ways = [
                    {**way, **dict.fromkeys(both, one)}
                    for way in ways
                    for one in self._from_afar(target, foe, way)
                ]
        return ways

    def _from_afar(self, target: Body, foe: Body, filled: dict[str, list[int]]) -> list[list[int]]:
        """D3c: the nearest direction; of two the free one, or else the clockwise one."""
        ring = target.ring()
        taken = {number for numbers in filled.values() for number in numbers}
        nearest = self.directions(target, foe)
        free = [
            number
            for number in nearest
            if number not in taken
            and self.is_free(ring[number], but=target.id)
            and self.ground.is_beside(target.place, ring[number])
        ]
        if free:
            return clockwise_ones(free, len(ring))
        # Whether it then fills what is not free, or nothing, the rules leave open.
        return [[], *[[number] for number in nearest]]


def words_of(sides: set[str], declared: Mapping[str, frozenset[str]]) -> set[str]:
    """What friends have declared together: nothing only if none of their sides has declared anything."""
    all_words = [declared.get(side, NOTHING_DECLARED) for side in sides]
    nothing = {""} if all("" in words for words in all_words) else set[str]()
    return nothing.union(*[words - {""} for words in all_words])


def fits_reach(between: int, reach: str) -> bool:
    """Pairs two hexes apart are at long reach; those side by side may be at any."""
    return between == 1 or (between == 2 and reach == "long")


def is_even(filled: Sequence[bool]) -> bool:
    """R42: no two empty directions side by side of six, no four of twelve."""
    most = 1 if len(filled) == 6 else 3
    longest = run = 0
    for one in [*filled, *filled]:
        run = 0 if one else run + 1
        longest = max(longest, run)
    return longest <= most


def clockwise_ones(free: list[int], size: int) -> list[list[int]]:
    """Which of these directions may be taken: the clockwise one of two; of more, any."""
    for one, other in permutations(free, 2):
        if len(free) == 2 and (one + 1) % size == other:
            return [[other]]
    return [[one] for one in free]
