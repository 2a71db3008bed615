"""What a turn on a map may offer: every hex that a move reaches, and no other; found by trying all hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rules.kernel.model import Option, Prompt, Value
from tests.machine.map_board import NOBODY, Board, Body, Hex, apart, gap, hex_named, span

HEX: Final = "to"
AWAY: Final = ("breakaway", "retreat")


class Legs(NamedTuple):
    """How somebody can go: its Move in metres, how many of its legs are wounded, and how it stands."""

    metres: int
    wounded: int = 0
    stance: str = "standing"
    is_tired: bool = False
    is_laden: bool = False
    is_slowed: bool = False

    def steps(self, how: str) -> int:
        """P28, P28a, D1, D1a, P24e2, P28c, P32c, P35f, P26s."""
        metres = self.metres // 2 if self.wounded else self.metres
        if self.is_laden:
            metres = max(1, metres) // 2
        if self.is_tired:
            metres = 3 * max(1, metres) // 4
        if self.is_slowed:
            metres = max(1, metres) // 2
        if self.stance != "standing":
            return 1
        if how in ("sprint", "charge"):
            metres *= 2
        elif how in AWAY:
            metres //= 2
        return max(1, metres // 2)


class Grip(NamedTuple):
    """Whom somebody holds, who holds it, and whether it has its wits about it."""

    holding: str = ""
    holders: tuple[str, ...] = ()
    is_befuddled: bool = False

    def is_free(self) -> bool:
        return not self.holding and not self.holders

    def knows(self, other: str) -> bool:
        """Is it in a grapple with that one?"""
        return other == self.holding or other in self.holders


WAYS: Final = ("move", "sprint", *AWAY, "charge", "closer", "farther", "climb", "dive")
BARRED: Final = ("move", "sprint", "charge", "retreat", "closer", "farther", "shoot", "aim", "aid")
HOLDERS: Final = ("hold", "hurt", "throw")
STRIKES: Final = ("attack", "precise", "grapple")


def wrong_grips(who: Body, options: Sequence[Option], grip: Grip) -> Iterator[str]:
    """P33: what may be done in a grapple only, and what may not."""
    able = {option.id.partition("/")[0] for option in options if option.unavailable is None}
    is_whole = _is_whole(options)
    for verb in HOLDERS:
        # P26q: whoever holds somebody and does something to it attacks it.
        if (verb in able) != (is_whole and bool(grip.holding) and not grip.is_befuddled):
            yield f"{who.id} holds {grip.holding or 'nobody'}, and {verb} is offered or is not"
    if ("breakfree" in able) != (is_whole and bool(grip.holders)):
        yield f"{who.id} is held by {grip.holders}, and breaking free is offered or is not"
    if grip.is_free():
        return
    if able.intersection(BARRED):
        yield f"{who.id} is in a grapple, and is offered {sorted(able.intersection(BARRED))}"
    for option in options:
        if option.id.partition("/")[0] in STRIKES and option.unavailable is None:
            aimed = [value.id for one in option.parameters[:1] for value in one.values]
            if not all(map(grip.knows, aimed)):
                yield f"{who.id} is in a grapple, and may {option.id} {aimed}"


def open_to(board: Board, who: Body, how: str, legs: Legs) -> set[Hex]:
    """Where a move, a sprint, a breakaway or a retreat may lead; the first step is always possible."""
    most = legs.steps(how)
    within = NOBODY if how in AWAY else who.engaged
    foes = [board.bodies[foe] for foe in who.engaged]
    taken = board.taken(who)
    return {
        place
        for place, steps in board.ways(who, most, within=within).items()
        if place != who.place
        and (
            steps <= most or (apart(place, who.place) == 1 and board.is_step(who, who.place, place))
        )
        and (how not in AWAY or all(span(who, foe, place) > span(who, foe) for foe in foes))
        and (how in AWAY or taken <= board.ground.room(place, who.arm))
    }


def charged(board: Board, who: Body, legs: Legs) -> set[str]:
    """Whom a charge reaches: straight, three steps or more, to a hex beside it with a place left (A11c)."""
    found: set[str] = set()
    for foe in board.bodies.values():
        if foe.is_target and not foe.is_high and board.are_foes(who, foe):
            most = legs.steps("charge")
            for place, steps in board.ways(who, most, toward=foe).items():
                there = who._replace(place=place)
                is_charge = apart(place, who.place) >= 3 and gap(there, foe) == 1
                has_place = board.has_place(foe, who) and board.has_place(there, foe)
                if is_charge and steps <= most and (has_place or not foe.is_able):
                    found.add(foe.id)
    return found


class Seat(NamedTuple):
    """Whose word moves somebody: its own, or P34e, P34v that of another or of nobody."""

    is_led: bool = False
    is_stuck: bool = False
    bolts: bool = False
    partner: Grip = Grip()

    def wrong(self, who: Body, able: set[str]) -> Iterator[str]:
        goes = able.intersection(WAYS)
        if self.bolts and able.intersection((*STRIKES, "charge", "retreat")):
            yield f"{who.id} bolts, and is offered {sorted(able)}"
        if (self.is_led or self.is_stuck) and goes:
            yield f"{who.id} is moved by another, and is offered {sorted(goes)}"
        if not self.partner.is_free() and goes - {"breakaway"}:
            yield f"{who.id} shares its place with one in a grapple, and is offered {sorted(goes)}"

    def is_free(self) -> bool:
        return not self.is_led and not self.is_stuck and self.partner.is_free()


def wrong_offers(board: Board, prompt: Prompt, legs: Legs, grip: Grip, seat: Seat) -> Iterator[str]:
    """What a prompt for an action offers and should not, or should offer and does not."""
    who = board.bodies[prompt.combatant]
    able = {one.id.partition("/")[0] for one in prompt.options if one.unavailable is None}
    yield from seat.wrong(who, able)
    if who.id in board.partners and able.intersection(("stance", "grapple")):  # P34i, P34j
        yield f"{who.id} is in the saddle or under it, and is offered {sorted(able)}"
    if who.is_high:  # D13f: over everything, and to nobody's side but by coming down
        yield from _wrong_aloft(who, prompt.options)
        return
    possible = {how: open_to(board, who, how, legs) for how in ("move", "sprint", *AWAY)}
    for option in prompt.options:
        verb = option.id.partition("/")[0]
        if option.unavailable is None and verb in possible:
            for parameter in option.parameters:
                if parameter.name == HEX:
                    yield from _wrong_hexes(who, verb, parameter.values, possible[verb])
    for verb in ("move", "sprint"):
        if not any(option.id == verb for option in prompt.options):
            yield f"{who.id} is not told of {verb}"
    yield from wrong_grips(who, prompt.options, grip)
    if not grip.is_free() or not seat.is_free():
        return
    if seat.bolts:  # P34v
        possible["retreat"] = set()
    yield from _missing(who, prompt.options, legs, possible)
    yield from _wrong_charges(board, who, prompt.options, legs)


def _wrong_aloft(who: Body, options: Iterable[Option]) -> Iterator[str]:
    for option in options:
        verb = option.id.partition("/")[0]
        if option.unavailable is None and verb in ("attack", "precise", "climb", "stance", *AWAY):
            yield f"{who.id} is high and is offered {option.id}"


def _wrong_hexes(
    who: Body, verb: str, values: Iterable[Value], possible: set[Hex]
) -> Iterator[str]:
    named = {hex_named(value.id) for value in values if is_hex(value.id)}
    for place in named - possible:
        yield f"{who.id} is offered {place} by {verb}, which is not open to it"
    for place in possible - named:
        yield f"{who.id} is not offered {place} by {verb}, which is open to it"
    for value in values:
        if not value.place:
            yield f"{who.id} is offered {value.id} by {verb}, which leads nowhere"
        elif value.id != "leave" and hex_named(value.place) not in possible:
            yield f"{who.id} is offered {value.id} by {verb}, to {value.place}, which is not open to it"


def is_hex(name: str) -> bool:
    letters = name.rstrip("0123456789")
    return letters.isalpha() and letters.isupper() and letters != name


def _is_whole(options: Iterable[Option]) -> bool:
    """P3: or is what is left of its actions a blow with a second weapon?"""
    defend = next((option for option in options if option.id == "defend"), None)
    return defend is None or defend.unavailable is None


def _missing(
    who: Body, options: Sequence[Option], legs: Legs, possible: dict[str, set[Hex]]
) -> Iterator[str]:
    """A move that leads somewhere is possible; whoever is engaged does not sprint, but may leave."""
    able = {option.id.partition("/")[0] for option in options if option.unavailable is None}
    if not _is_whole(options):
        return
    ways = ["move"]
    if who.engaged:
        ways += AWAY
    elif legs.stance == "standing":
        ways.append("sprint")
    for how in ways:
        if possible[how] and how not in able:
            yield f"{who.id} could go by {how}, and is not offered it"
    if who.engaged and "sprint" in able:
        yield f"{who.id} is engaged and offered a sprint"
    if not who.engaged and able.intersection(AWAY):
        yield f"{who.id} is engaged with nobody and offered to leave them"


def _wrong_charges(board: Board, who: Body, options: Iterable[Option], legs: Legs) -> Iterator[str]:
    can = not who.engaged and legs.stance == "standing"
    possible = charged(board, who, legs) if can else set[str]()
    for option in options:
        if option.id.startswith("charge/") and option.unavailable is None:
            offered = {value.id for one in option.parameters for value in one.values}
            if offered != possible:
                yield f"{who.id} is offered to charge {offered}; expected {possible}"
