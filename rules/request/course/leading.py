"""Moves by purpose: what they may be for, in words of the prompt, and which hex each leads to."""

from __future__ import annotations

from typing import Final

from rules.kernel import hexes
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Value
from rules.request.chapters import reach
from rules.request.course.choices import (
    BACK,
    BREAKAWAY,
    CLIMB,
    CLOSE,
    CLOSER,
    COVER,
    DIVE,
    FLANK,
    IS_WALK,
    KEEP_REACH,
    LEAVE,
    NOBODY,
    NOWHERE,
    PURPOSES,
    STAND_BY,
    TO_HEX,
    UP,
    Choice,
)
from rules.request.course.combatant import Combatant
from rules.request.course.ground import Ground, gap, gap_from
from rules.request.course.purposes import destination, goes, is_over_the_edge
from rules.request.course.state import State
from rules.request.course.ways import Walks, reach_step, walks

OFF_THE_FIELD: Final = "off the field"
_ABOUT_FOES: Final = (CLOSE, KEEP_REACH, COVER)
_FLANK_PARTS: Final = 3
_PARTS: Final = 2


class Way:
    """A purpose that leads somewhere now: about whom, with whom, and to which hex."""

    __slots__ = ("aid", "leaves", "purpose", "steps", "target", "to")

    def __init__(
        self, purpose: int, target: int, aid: int, to: int, steps: int, leaves: bool
    ) -> None:
        self.purpose: int = purpose
        self.target: int = target
        self.aid: int = aid
        self.to: int = to
        self.steps: int = steps
        self.leaves: bool = leaves

    def word(self, fight: State) -> str:
        """As an answer names it."""
        if self.purpose == TO_HEX:
            return hexes.name(self.to)
        word = PURPOSES[self.purpose]
        if self.target >= 0:
            word += "/" + fight.people[self.target].id
        if self.aid >= 0:
            word += "/" + fight.people[self.aid].id
        return word


def ways_of(fight: State, ground: Ground, c: Combatant, verb: int) -> list[Way]:
    """Every purpose that a move of this kind may have now; plain hexes are not among them."""
    found = walks(fight, ground, c, verb)
    ways: list[Way] = []
    if not found.ends and ground.to_edge(c.place) > c.girth:
        return ways
    if IS_WALK[verb]:
        foes = [one.index for one in fight.people if is_seen_foe(fight, c, one)]
        friends = [one.index for one in fight.people if is_friend(fight, c, one)]
        for purpose in _ABOUT_FOES:
            for foe in foes:
                _add(fight, ground, c, verb, purpose, foe, NOBODY, found, ways)
        for foe in foes:
            for friend in friends:
                if gap(fight.people[friend], fight.people[foe]) == 1:
                    _add(fight, ground, c, verb, FLANK, foe, friend, found, ways)
        for friend in friends:
            _add(fight, ground, c, verb, STAND_BY, friend, NOBODY, found, ways)
    _add(fight, ground, c, verb, BACK, NOBODY, NOBODY, found, ways)
    if verb == BREAKAWAY and c.flying:
        _add(fight, ground, c, verb, UP, NOBODY, NOBODY, found, ways)
    if verb not in (CLIMB, DIVE):
        _add(fight, ground, c, verb, LEAVE, NOBODY, NOBODY, found, ways)
    return ways


def _add(  # noqa: PLR0913 - a way, and where it is looked for
    fight: State,
    ground: Ground,
    c: Combatant,
    verb: int,
    purpose: int,
    target: int,
    aid: int,
    found: Walks,
    ways: list[Way],
) -> None:
    to = destination(fight, ground, c, verb, purpose, target, aid, NOWHERE, found)
    if to == NOWHERE:
        return
    leaves = purpose == LEAVE and is_over_the_edge(ground, c, verb, to, found)
    if to == c.place and not leaves:
        return
    ways.append(Way(purpose, target, aid, to, found.cost[to], leaves))


def is_seen_foe(fight: State, c: Combatant, other: Combatant) -> bool:
    """Somebody to move to or away from."""
    return other.bars() and fight.is_foe(c, other)


def is_friend(fight: State, c: Combatant, other: Combatant) -> bool:
    """Somebody else on one's own side."""
    return other.index != c.index and other.bars() and not fight.is_foe(c, other)


def way_values(fight: State, ground: Ground, c: Combatant, verb: int) -> list[Value]:
    """What the parameter "to" may be: purposes first, then every plain hex."""
    values: list[Value] = []
    for way in ways_of(fight, ground, c, verb):
        place = OFF_THE_FIELD if way.leaves else hexes.name(way.to)
        values.append(Value(way.word(fight), _label(fight, c, way), place=place))
    for h in walks(fight, ground, c, verb).ends:
        name = hexes.name(h)
        values.append(Value(name, name, place=name))
    return values


def _label(fight: State, c: Combatant, way: Way) -> str:
    name = fight.people[way.target].name if way.target >= 0 else ""
    if way.purpose == CLOSE:
        other = fight.people[way.target]
        arrives = gap_from(fight.the_ground(), way.to, c, other) == 1
        return f"close with {name}" if arrives else f"towards {name}"
    if way.purpose == KEEP_REACH:
        return f"within reach of {name}"
    if way.purpose == BACK:
        return "back off"
    if way.purpose == UP:
        return "up out of reach"
    if way.purpose == COVER:
        return f"behind cover from {name}"
    if way.purpose == FLANK:
        return f"flank {name} with {fight.people[way.aid].name}"
    if way.purpose == STAND_BY:
        return f"stand by {name}"
    return "leave the field" if way.leaves else "towards the edge of the field"


def lead(fight: State, c: Combatant, choice: Choice, given: str, index: int, field: str) -> None:
    """Fill *choice* with the purpose or hex that *given* names; raise IllegalAnswerError if it leads nowhere."""
    ground = fight.ground
    if ground is not None and _read(fight, choice, given):
        found = walks(fight, ground, c, choice.verb)
        to = destination(
            fight,
            ground,
            c,
            choice.verb,
            choice.purpose,
            choice.target,
            choice.aid,
            choice.to,
            found,
        )
        if goes(ground, c, choice, to, found):
            choice.to = to
            return
    raise IllegalAnswerError(
        index, field, repr(given), "choose a purpose or a hex of the prompt that it reaches"
    )


def _read(fight: State, choice: Choice, given: str) -> bool:
    """Read a purpose, or the name of a hex; say whether it is one."""
    h = hexes.named(given)
    if h >= 0:
        choice.purpose = TO_HEX
        choice.to = h
        return True
    word, _, rest = given.partition("/")
    if word not in PURPOSES or word == PURPOSES[TO_HEX]:
        return False
    choice.purpose = PURPOSES.index(word)
    if choice.purpose in (BACK, LEAVE, UP):
        return given == word
    if choice.purpose != FLANK:
        return _read_about(fight, choice, rest)
    # An id may itself have a bar in it: the first cut that leaves two known people is meant.
    for i, letter in enumerate(rest):
        if letter == "/" and rest[:i] in fight.names and rest[i + 1 :] in fight.names:
            choice.aid = fight.names[rest[i + 1 :]]
            friend = fight.people[choice.aid]
            if not _read_about(fight, choice, rest[:i]):
                return False
            foe = fight.people[choice.target]
            own = fight.people[choice.by]
            return is_friend(fight, own, friend) and gap(friend, foe) == 1
    return False


def _read_about(fight: State, choice: Choice, name: str) -> bool:
    found = fight.names.get(name, NOBODY)
    if found < 0:
        return False
    own = fight.people[choice.by]
    other = fight.people[found]
    choice.target = found
    if choice.purpose == STAND_BY:
        return is_friend(fight, own, other)
    return is_seen_foe(fight, own, other)


def purpose_stands(fight: State, c: Combatant, choice: Choice) -> bool:
    """Are those whom the purpose of a move is about still there to be moved to, from or with?"""
    purpose = choice.purpose
    about_a_foe = purpose in _ABOUT_FOES or purpose == FLANK
    if about_a_foe and not is_seen_foe(fight, c, fight.people[choice.target]):
        return False
    if purpose == STAND_BY:
        return is_friend(fight, c, fight.people[choice.target])
    return purpose != FLANK or is_friend(fight, c, fight.people[choice.aid])


def reach_foes(fight: State, c: Combatant, verb: int) -> list[int]:
    """The foes to whom *c* may set the reach closer or farther now."""
    ground = fight.the_ground()
    found: list[int] = []
    for i, foe in enumerate(c.foes):
        pair = c.reaches[i]
        other = fight.people[foe]
        if verb == CLOSER:
            stands = gap(c, other) == 1 or reach_step(fight, ground, c, other, 1) != NOWHERE
            if pair != reach.SHORT and stands:
                found.append(foe)
        elif pair != reach.LONG:
            found.append(foe)
    return found
