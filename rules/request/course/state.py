"""Everything that is true of a ReQuest fight now, and the few words its procedures are written in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, cast

from rules.kernel import procedure
from rules.kernel.base import Chronicle
from rules.kernel.dice import Dice
from rules.kernel.hexes import METRES
from rules.kernel.model import Outcome
from rules.request.chapters.altitude import between_bands
from rules.request.chapters.defence import Cell
from rules.request.course.choices import FOR_ACTS, FOR_ANYTHING, FOR_NOTHING, Choice
from rules.request.course.combatant import ON_ITS_LINE, PHASE_TOP, Combatant
from rules.request.course.ground import Ground, span
from rules.request.course.model import SavedProcedure
from rules.request.model import Entry, Setup, Surroundings, Timed

ACTION: Final = 0
REACTION: Final = 1
RIPOSTE_OFFER: Final = 2
OPPORTUNITY_OFFER: Final = 3
OPPOSITION: Final = 4
FOLLOW_OFFER: Final = 5
ENGAGE_OFFER: Final = 6
FOCUS_OFFER: Final = 7
RESIST_OFFER: Final = 8
# Those that take a reaction where reactions are counted.
REACTIONS: Final = (REACTION, RIPOSTE_OFFER, OPPORTUNITY_OFFER, OPPOSITION)

LASTS_ROLL: Final = 0
LASTS_ROUND: Final = 1
LASTS_FIGHT: Final = 2
EVERYBODY: Final = -1
UNKNOWN: Final = -1


NO_SETUP: Final = Setup("", (), ())


class Modifier:
    """A named modifier that the game master gave.  Never changed after it was made."""

    __slots__ = ("lasts", "name", "value", "who")

    def __init__(self, name: str, value: int, lasts: int, who: int) -> None:
        self.name: str = name
        self.value: int = value
        self.lasts: int = lasts
        self.who: int = who


class Struck:
    """A blow whose dice have fallen, as far as it has still to land: where, how hard, what it leaves behind.

    ``severity``, ``stood`` and ``losing`` are the wound (UNKNOWN until that is rolled).
    """

    __slots__ = (
        "attack_fumble",
        "cell",
        "deed",
        "defence_roll",
        "losing",
        "place",
        "push",
        "reaction",
        "severity",
        "stood",
        "through",
    )

    def __init__(self, deed: Choice, reaction: Choice | None, cell: Cell) -> None:
        self.deed: Choice = deed
        self.reaction: Choice | None = reaction
        self.cell: Cell = cell
        self.attack_fumble: int = 0
        self.defence_roll: int = 0
        self.place: int = -1
        self.push: int = 0
        self.through: int = 0
        self.severity: int = UNKNOWN
        self.stood: bool = True
        self.losing: int = 0

    def harmless(self) -> Struck:
        """The same blow with the same wound, but it takes no hit points (D7h)."""
        other = Struck(self.deed, self.reaction, self.cell)
        other.attack_fumble = self.attack_fumble
        other.defence_roll = self.defence_roll
        other.place = self.place
        other.push = self.push
        other.severity = self.severity
        other.stood = self.stood
        other.losing = self.losing
        return other


class Asked:
    """One open question as the state keeps it: what kind, to whom, about which deed, and where."""

    __slots__ = ("deed", "kind", "place", "who")

    def __init__(self, kind: int, who: int, deed: Choice | None, place: int) -> None:
        self.kind: int = kind
        self.who: int = who
        self.deed: Choice | None = deed
        self.place: int = place


class Procedure(procedure.Procedure, ABC):
    """A procedure of a ReQuest fight."""

    __slots__ = ()

    @abstractmethod
    def resume(self, fight: State, choices: list[Choice]) -> None:
        """Go on from ``step``; *choices* answer what was asked last."""

    @abstractmethod
    def copy(self) -> Procedure:
        """The same, to go on by itself in a fork."""

    @abstractmethod
    def saved(self) -> SavedProcedure:
        """As a snapshot stores it."""

    @abstractmethod
    def ask_again(self, fight: State) -> None:
        """After an amendment: keep of the open questions those that still make sense."""


class State(Chronicle):
    """A fight, but for the moves of its clock.

    The setup, the seed, the sides and the options never change, ``entries`` and ``names``
    only grow, and everything else is state, copied by `fork`.
    """

    __slots__ = (
        "asked",
        "dice",
        "entries",
        "falling",
        "footing",
        "fresh",
        "gloom",
        "ground",
        "hampers",
        "harm",
        "haze",
        "hostile",
        "modifiers",
        "moved",
        "names",
        "nervous",
        "option_demotion",
        "option_fumble_from",
        "option_pool",
        "option_round_up",
        "option_shields",
        "outcome_now",
        "over",
        "people",
        "quiet_rounds",
        "scene",
        "seed",
        "settled",
        "setup",
        "shaken",
        "spent",
        "stack",
        "storm",
        "timed",
        "timed_next",
        "wind",
        "withheld",
    )

    def __init__(self) -> None:
        super().__init__()
        self.setup: Setup = NO_SETUP
        self.ground: Ground | None = None  # None in a fight without places
        self.seed: bytes = b""
        self.dice: Dice = Dice(0, 0, 0, 0)
        self.timed: list[Timed] = []
        self.option_demotion: bool = True
        self.option_pool: bool = False
        self.option_round_up: bool = True
        self.option_shields: bool = False
        self.option_fumble_from: int = 99
        # Opportunity attacks on simultaneous actions, which land with all the rest.
        self.withheld: list[Struck] = []
        # P34m2: while blows land, who has still to be hurt by a fall from the saddle; None at all other times.
        self.falling: list[int] | None = None
        self.fresh: list[int] = []  # newly flanked or surrounded, and not asked for a focus yet
        self.moved: list[int] = []  # who came to another place since all was settled
        self.asked: list[Asked] = []
        self.stack: list[Procedure] = []
        self.people: list[Combatant] = []
        self.names: dict[str, int] = {}
        self.entries: list[Entry] = []
        self.modifiers: list[Modifier] = []
        self.hostile: list[list[bool]] = []
        self.outcome_now: Outcome | None = None
        self.over: bool = False
        self.nervous: bool = False  # is there anybody whose nerve may fail?
        self.shaken: bool = False  # was the fight amended in the middle of what is under way?
        self.settled: bool = (
            False  # nobody's side or ability has changed since the end was looked for
        )
        self.timed_next: int = 0
        self.quiet_rounds: int = 0
        self.harm: bool = False  # has this round hurt anybody?
        # What the scene takes from attacks, in percent: everywhere 0 if it takes nothing.
        self.hampers: bool = False
        self.scene: Surroundings = Surroundings()
        self.gloom: int = 0
        self.haze: int = 0
        self.wind: int = 0
        self.footing: int = 0
        self.storm: bool = False  # so that no shot flies
        self.spent: bool = False  # has anybody's stock of actions fallen in this phase?

    # --- what happened -----------------------------------------------------------------------

    def id_of(self, index: int) -> str:
        return self.people[index].id

    def shown_rank(self) -> int:
        """0 before the first rank of a phase."""
        return self.rank if self.rank < PHASE_TOP else 0

    def hidden_in(self, kind: str, by: int, at: int) -> tuple[str, ...]:
        """C20: the hidden neither strike nor are struck, so every blow was begun in full view."""
        if kind in ("attack", "thwarted"):
            return ()
        return tuple([self.people[i].id for i in (by, at) if i >= 0 and self.people[i].hidden])

    # --- what procedures say -----------------------------------------------------------------

    def ask(self, kind: int, who: int, deed: Choice | None) -> None:
        """Open one more question of this wait."""
        self.wait += 1
        self.asked.append(Asked(kind, who, deed, self.wait))

    def begin(self, procedure: Procedure) -> None:
        """Put *procedure* on top; the one below goes on when it is done."""
        self.stack.append(procedure)

    def done(self) -> None:
        self.stack.pop()

    def the_ground(self) -> Ground:
        """The ground, for what happens only in a fight with places."""
        return cast("Ground", self.ground)

    # --- who stands where --------------------------------------------------------------------

    def is_foe(self, a: Combatant, b: Combatant) -> bool:
        return self.hostile[a.side][b.side]

    def distance(self, a: Combatant, b: Combatant) -> int:
        """Metres between two: by their places, or without any those between the lines."""
        if self.ground is not None:
            metres = METRES * span(a, b)
            return between_bands(metres) if a.high != b.high else metres
        if a.away == ON_ITS_LINE and b.away == ON_ITS_LINE:
            return self.setup.distance
        return max(a.away, b.away)

    def may_react(self, c: Combatant) -> bool:
        """R35, P19, P26b: able, aware, not casting, and with a reaction left where they are counted."""
        if c.pinned or c.casting:
            return False  # P33g2, P26b
        has_any = c.reactions > 0 or not self.option_pool or c.second >= 0
        return c.able and not c.surprised and has_any

    # --- triggers ----------------------------------------------------------------------------

    def fire(self, trigger: int, who: int) -> None:
        """Call up those whose wait ends with *trigger* (FOR_ACTS, FOR_VIEW) by *who*."""
        for c in self.people:
            if c.wait_for == FOR_NOTHING or c.index == who or c.acted or not c.able:
                continue
            ends = c.wait_for == FOR_ANYTHING
            if c.wait_for == trigger:
                by_name = trigger == FOR_ACTS
                ends = c.wait_who == who if by_name else self.is_foe(c, self.people[who])
            if ends:
                c.wait_for = FOR_NOTHING
                c.call = self.rank

    def has_turn(self, c: Combatant) -> bool:
        """R5, R57: an action left that it has not used in this phase; the hidden and the pinned have none."""
        return c.acts > 0 and not c.acted and c.able and not c.hidden and not c.pinned

    def disturb(self, c: Combatant) -> None:
        """What *c* planned no longer fits the situation: it is asked anew."""
        if c.plan is not None:
            c.plan = None
            c.call = self.rank

    def disturb_those_after(self, target: int) -> None:
        """Somebody's state changed: whoever planned something against them is asked anew."""
        for c in self.people:
            if c.plan is not None and c.plan.target == target:
                self.disturb(c)

    def finish(self, outcome: Outcome, reason: str = "") -> None:  # noqa: ARG002 (the machine tells it)  # pyright: ignore[reportUnusedParameter]
        """End the fight; the machine tells it, with its hash, and with the reason if a game master gives one."""
        self.outcome_now = outcome
        self.over = True
        self.asked = []
        self.stack = []

    # --- standing ----------------------------------------------------------------------------

    def standing_sides(self) -> list[int]:
        """Sides with somebody able, in order."""
        sides: list[int] = []
        for c in self.people:
            if c.able and c.side not in sides:
                sides.append(c.side)
        return sides
