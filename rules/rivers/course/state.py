"""What is true of a fight, or of one engagement of it: who is who, what is asked, what is told."""

from __future__ import annotations

from typing import Final

from rules.kernel.base import Chronicle
from rules.kernel.dice import Dice
from rules.kernel.field.land import Land
from rules.kernel.model import Term
from rules.rivers.chapters.engagements import Star, seated
from rules.rivers.chapters.order import Strike
from rules.rivers.chapters.strike_rank import STOOD_UP, surprised, thirds
from rules.rivers.course.choices import Asked, Choice
from rules.rivers.course.combatant import NOBODY, Combatant
from rules.rivers.course.places import flight, reach_of, straight
from rules.rivers.model import Options, Setup

NO_SETUP: Final = Setup("", (), ())
NO_STAR: Final = Star([], [])
METRES_A_STEP: Final = 2
ITEMS: Final = 100


class State(Chronicle):
    """The part that a fight and its engagements share.

    ``people`` are as the round began, in seat order; an engagement has copies of its own
    members in ``own``, which the fight takes back when all are through.  ``phase`` is the seat
    of the hub, 0 between engagements.
    """

    __slots__ = (
        "answered",
        "asked",
        "besides",
        "dice",
        "drew",
        "guards",
        "land",
        "lines",
        "names",
        "options",
        "own",
        "people",
        "plans",
        "rising",
        "seated",
        "seed",
        "setup",
        "star",
        "stars",
        "strikes",
        "untended",
    )

    def __init__(self) -> None:
        super().__init__()
        self.setup: Setup = NO_SETUP
        self.options: Options = NO_SETUP.options
        self.seed: bytes = b""
        self.dice: Dice = Dice(0, 0, 0, 0)
        self.people: list[Combatant] = []
        self.names: dict[str, int] = {}
        self.land: Land | None = None  # of the map, if there is one
        self.own: dict[int, Combatant] = {}
        self.asked: list[Asked] = []
        self.star: Star = NO_STAR  # the engagement that this is
        self.stars: list[Star] = []  # those formed so far in this round
        self.lines: list[
            list[int]
        ] = []  # the able of the side that chooses, and of the other; none if unknown
        self.guards: list[int] = []  # C73: who stands before a friend as the round begins
        self.untended: list[int] = []  # who bleeds, or has a wound that kills, as the round begins
        self.seated: dict[int, int] = {}  # by seat, the number of the one that it is in
        self.plans: dict[int, Choice] = {}
        self.besides: dict[int, list[Choice]] = {}  # S20: spells that are still to be cast
        self.strikes: list[Strike] = []  # those of the moment
        self.drew: list[
            int
        ] = []  # ITEMS times a combatant and an item that it took in hand in this round
        self.rising: list[int] = []  # who gets up in this round
        self.answered: dict[
            int, int
        ] = {}  # by key: how often somebody defended, or a roll that stands

    # --- people ------------------------------------------------------------------------------

    def person(self, index: int) -> Combatant:
        """Somebody as it is now, as far as it is known here."""
        found = self.own.get(index)
        return self.people[index] if found is None else found

    def foes(self, c: Combatant) -> list[Combatant]:
        """Those of its engagement whom it can fight, in seat order."""
        own = self.own
        found: list[Combatant] = []
        for seat in self.star.second if c.build.first else self.star.first:
            one = own.get(seat - 1) or self.people[seat - 1]
            if one.able:
                found.append(one)
        return found

    def has_foe(self, c: Combatant) -> bool:
        """Is there any?"""
        own = self.own
        for seat in self.star.second if c.build.first else self.star.first:
            if (own.get(seat - 1) or self.people[seat - 1]).able:
                return True
        return False

    def distance(self, a: Combatant, b: Combatant) -> int:
        """C1, C81: the metres that *a* walks to come within reach of *b*."""
        if self.land is None:
            return abs(a.metres - b.metres)
        return reach_of(self.land, a, b, list(self.own.values()))

    def flight(self, a: Combatant, b: Combatant) -> int:
        """C1, C84: the metres that a missile or a spell has to go."""
        return abs(a.metres - b.metres) if self.land is None else flight(self.land, a, b)

    def apart(self, a: Combatant, b: Combatant) -> int:
        """The metres between two as they show."""
        return abs(a.metres - b.metres) if self.land is None else straight(a, b)

    def surprise(self, c: Combatant) -> Term:
        """S25, A15c, A15d: what surprise adds; by distance it counts the metres to the nearest foe where there is a map."""
        by_distance = self.options.surprise == "by_distance"
        if self.land is None or not by_distance:
            return surprised(self.setup.distance, by_distance)
        mine = self.people[c.index]
        foes = [one for one in self.people if one.able and one.build.side != c.build.side]
        metres = min([straight(mine, one) for one in foes], default=0)
        return Term("surprised", surprised(metres, by_distance).value, "A15d")

    def is_lying(self, c: Combatant, rank: int) -> bool:
        """C7: is it still on the ground at that many thirds of a strike rank?"""
        return c.prone and not (c.index in self.rising and rank >= thirds(STOOD_UP))

    def stand(self, stars: list[Star]) -> None:
        """These are the engagements formed so far."""
        self.stars = stars
        self.seated = seated(stars)

    def find_guards(self) -> None:
        """C73: look for those who stand before a friend; who can, and who still does, is seen when it counts."""
        self.guards = [c.index for c in self.people if c.wards != NOBODY]

    def find_untended(self) -> None:
        """C58: look for those who bleed or have a wound that kills; who still does is seen when it counts."""
        self.untended = [c.index for c in self.people if c.bleeding or c.dies_at]

    def faced(self, targets: list[int]) -> list[int]:
        """C73: whom somebody fights who chooses these: before some of them stands somebody else."""
        found: list[int] = []
        for target in targets:
            guard = self.guard_of(target)
            found.append(target if guard == NOBODY or guard in targets else guard)
        return found

    def guard_of(self, target: int) -> int:
        """C73: the left-most who stands before somebody and is free to meet a foe; NOBODY for none."""
        friend = self.people[target]
        for one in self.guards:
            c = self.people[one]
            is_there = c.wards == target and self.distance(c, friend) == 0
            if is_there and c.able and not c.unaware and one + 1 not in self.seated:
                return one
        return NOBODY

    def line(self, first: bool) -> list[int]:
        """The numbers of the able of a side as the round began, in seat order."""
        if not self.lines:
            ours = [c.index for c in self.people if c.able and c.build.first]
            theirs = [c.index for c in self.people if c.able and not c.build.first]
            self.lines = [ours, theirs]
        return self.lines[0 if first else 1]

    def star_of(self, seat: int) -> Star | None:
        """The engagement of *seat*, as far as they are formed."""
        number = self.seated.get(seat)
        return None if number is None else self.stars[number]

    # --- what happened -----------------------------------------------------------------------

    def id_of(self, index: int) -> str:
        return self.people[index].id

    def shown_rank(self) -> int:
        """Ranks are kept in thirds."""
        return self.rank // 3

    def ask(self, kind: int, who: int, about: int = -1) -> None:
        """Open one more question of this wait."""
        self.wait += 1
        self.asked.append(Asked(kind, who, self.wait, about))
