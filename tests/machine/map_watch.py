"""The map never lies: what is seen of it, and every event on it, held against the rules.

Slow and separate.  It reads the setup, what the game master sees, and the events; the
geometry and the rules of the board are those of `tests.machine.map_board`.  It keeps its
own book of the events (who went where, who engages whom), and whatever is seen must agree
with the book and be possible by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, final

from rules.kernel.model import Event, Prompt
from rules.request.course.machine import Fight
from rules.request.model import LOCATIONS, Add, Entry, Setup, View
from tests.machine.map_board import (
    BARE_HANDS,
    CLOSE_WEAPONS,
    FAR,
    LONG_WEAPONS,
    NOBODY,
    NOWHERE,
    Board,
    Body,
    Ground,
    Hex,
    apart,
    around,
    body_of,
    fits_reach,
    gap,
    held_by,
    hex_named,
    span,
)
from tests.machine.map_offers import Grip, Legs, Seat, wrong_offers
from tests.machine.map_shots import wrong_shots
from tests.machine.watch import dex_under
from tests.support.fights import GAME_MASTER

FALLEN: Final = ("unconscious", "out", "dead", "yielded")
TIRED: Final = frozenset(("fatigued", "heavily fatigued"))
ALOFT: Final = ("climb", "dive", "landed")
SETS_REACH: Final = ("closer", "farther")
WALKS: Final = ("move", "sprint", "charge", "breakaway", "retreat", "follow", "cast", *SETS_REACH)
KEEPS_ITS_FOES: Final = ("move", "sprint", *SETS_REACH)
"""Ways of moving that end no engagement."""
ONE_ACTION: Final = ("move", "sprint", "charge", "breakaway", "retreat", "cast")
"""Ways of moving of which there is one a phase, however many stages it has."""
UNENGAGED_ONLY: Final = ("sprint", "charge", "cast")
SHOVES: Final = ("knocked", "thrown", "placed", "retreat", "follow", "breakaway", "unseated")
"""Ways of moving by which a pair may come apart."""
ATTACK_ACTIONS: Final = ("attack", "precise", "charge", "retreat", "grapple")
AT_LONG_REACH: Final = "reach"
ACTS: Final = ("contest", "broke_away")
BLOWS: Final = ("attack", "cast")
CLOSE_VERBS: Final = (*ATTACK_ACTIONS, "riposte", "opportunity")
TRIGGERS: Final = (
    *("shoot", "aim", "ready", "stance", "aid", "move", "sprint", "breakaway", "climb", "dive"),
    *("cast", "continue", "mount", "dismount"),
    *SETS_REACH,
    AT_LONG_REACH,
)
"""P19, D6, P17g, R33: attacks, charges, retreats, defending and recovering are none."""
STANCES: Final = ("standing", "kneeling", "prone")
FORMED: Final = {"none": "", "flanked": "flanked", "surrounded": "surrounded"}
BONUS: Final = {"": 0, "flanked": 10, "surrounded": 20}
CAUSES: Final = (
    "broke away",
    "fallen",
    "yielded",
    "gone",
    "out of reach",
    "not followed",
    "game master",
    "hidden",
    "no longer foes",
    "no place left",
    "yielded",
)
PARTS: Final = ("broke away", "not followed", "game master")
"""D5c: causes after which two who still stand side by side stay apart."""
LEGS: Final = (LOCATIONS.index("right leg"), LOCATIONS.index("left leg"))

Pair = frozenset[str]


def pair(one: str, other: str) -> Pair:
    return frozenset((one, other))


def _keep(items: set[str], item: str, it_is: bool) -> None:
    if it_is:
        items.add(item)
    else:
        items.discard(item)


class LieError(AssertionError):
    """The map shows what cannot be."""


class Book(NamedTuple):
    """What counts for a blow, by the events: formations, whom their targets mind, and pairs."""

    formed: dict[str, str]
    focus: dict[str, str]
    pairs: dict[Pair, str]
    board: Board
    grips: dict[str, Grip]
    bolting: frozenset[str]


@final
class MapWatch:
    """Looks at a fight with places after each move, and raises LieError at whatever cannot be."""

    def __init__(self, setup: Setup) -> None:
        assert setup.field is not None, "there is no map to watch"
        self.setup: Setup = setup
        self.ground: Ground = Ground(setup.field)
        self.known: dict[str, Entry] = {entry.id: entry for entry in setup.combatants}
        self.lies: list[str] = []
        # The book: what follows from the events alone.
        self.seats: list[str] = []
        self.at: dict[str, Hex] = {}
        self.sides: dict[str, str] = {}
        self.status: dict[str, set[str]] = {}
        self.held: dict[str, set[str]] = {}
        self.carried: dict[str, set[str]] = {}  # held or not
        self.legs: dict[str, int] = {}
        self.stance: dict[str, str] = {}
        self.fell: dict[str, tuple[int, int, int]] = {}  # when somebody last came to lie
        self.pairs: dict[Pair, str] = {}
        self.formed: dict[str, str] = {}
        self.focus: dict[str, str] = {}
        self.holding: dict[str, str] = {}
        self.rides: dict[str, str] = {}
        self.stopped: set[tuple[int, int, str, str]] = set()  # P34g: moves that end with a fall
        self.declared: dict[str, dict[str, frozenset[str]]] = {}
        # Pairs that came apart side by side; False if they may have met anew since.
        self.parted: dict[Pair, bool] = {}
        self.struck_back: Counter[tuple[int, int, str, str]] = Counter()
        # R33: whose attack on whom brought an opportunity attack.
        self.first_blows: set[tuple[int, int, str, str]] = set()
        self.began: dict[Pair, tuple[int, int, int]] = {}  # when a pair was engaged
        self.ended: dict[Pair, tuple[int, int, int]] = {}  # when a pair came apart
        self.walked: Counter[tuple[int, int, str, str]] = Counter()
        self.left: dict[str, tuple[Hex, list[str]]] = {}  # where from and whom, by breaking away
        self.fleeing: dict[str, list[str]] = {}  # what is wrong with where it has come
        self.hex_left: Hex | None = None
        self.halved: set[str] = set()
        self.split: set[str] = set()  # who shared a place when what is under way began
        self.over: dict[str, int] = {}  # who was driven over an edge, and how deep
        self.struck: set[Pair] = set()
        self.spoiled: set[tuple[int, int, str]] = set()
        self.moved: set[str] = set()  # since somebody was last asked for an action
        self.let_go: set[str] = set()
        self.placed: set[str] = set()
        # Within one look.
        self.look_causes: dict[str, set[str]] = {}
        self.came_apart: list[tuple[Pair, str]] = []
        self.met_anew: set[Pair] = set()
        # D7a: the book as it was before the first of those who act at one moment, and before
        # the first blow or spell of that moment, which comes after all who move have come.
        self.before: dict[tuple[int, int, int, int], Book] = {}
        self.before_blows: dict[tuple[int, int, int, int], Book] = {}
        self.amended: dict[str, str] = {}
        self.about: list[str] = []  # whom the last amendment is done to
        for timed in setup.amendments:
            if isinstance(timed.change, Add):
                self.known[timed.change.entry.id] = timed.change.entry
        for entry in setup.combatants:
            self._enters(entry)
        for entry in setup.combatants:
            if entry.rides:
                self._sits(entry.id, entry.rides)

    def knows(self, entry: Entry) -> None:
        """Somebody who may join."""
        self.known[entry.id] = entry

    def look_at(self, fight: Fight) -> list[Event]:
        """Look at everything that happened since the last look; return it."""
        events = fight.take_events()
        self.look(fight.view(GAME_MASTER), events, fight.prompts())
        return events

    def look(self, view: View, events: Sequence[Event], prompts: Sequence[Prompt]) -> None:
        """*events* are all that happened since the last look."""
        self.lies = []
        self.look_causes = {}
        self.came_apart = []
        self.amended = {}
        self.about = []
        for event in events:
            before = len(self.lies)
            self._event(event)
            self.lies[before:] = [f"{event.id} {event.kind}: {lie}" for lie in self.lies[before:]]
        board = self._board(view)
        self._agrees(view)
        self._came_apart()
        self._grips()
        self.lies += board.wrong_places()
        self.lies += board.wrong_riders()
        # A game master may end the fight in the middle of an action, which then never ends.
        is_cut_off = self.amended.get("change") == "end"
        midway = is_midway(prompts) or is_cut_off
        leaving = self._with_partners(retreating(prompts) | (self.moved if is_cut_off else set()))
        self.lies += board.wrong_pairs(leaving, self._met_at_this_moment(prompts))
        self.lies += board.too_many(leaving)
        self.lies += board.forgotten_pairs(self._excuse(prompts, midway=midway))
        if not (midway and self.moved):  # who has come, does not engage yet
            self.lies += board.wrong_formations(self.declared)
        if not midway:
            self._fled()
            self.lies += self._met_without_a_blow()
            self.lies += self._meets_who_strikes(board)
        self._catch_up(view, prompts)
        for prompt in prompts:
            if prompt.kind == "action":
                who = prompt.combatant
                legs, grip, seat = self._legs(who), self._grip(who), self._seat(who)
                self.lies += wrong_offers(board, prompt, legs, grip, seat)
        if self.lies:
            raise LieError("\n".join(self.lies))

    # --- rider and mount ----------------------------------------------------------------------

    def _partner(self, who: str) -> str:
        """P34d: whoever shares its place, "" without."""
        carried = [rider for rider, mount in self.rides.items() if mount == who]
        return self.rides.get(who) or (carried[0] if carried else "")

    def _both(self, who: str) -> list[str]:
        """It, and whoever shares its place."""
        partner = self._partner(who)
        return [who, partner] if partner else [who]

    def _with_partners(self, some: Iterable[str]) -> set[str]:
        return {one for who in some for one in self._both(who)}

    def _crossed(self, both: Pair) -> list[Pair]:
        """D12a: all who are engaged if these two are."""
        one, other = sorted(both)
        return [pair(a, b) for a in self._both(one) for b in self._both(other)]

    def _carrier(self, who: str) -> str:
        """P34e: whose legs carry it."""
        return self.rides.get(who, who)

    def _seat(self, who: str) -> Seat:
        partner = self._partner(who)
        bolts = "bolting" in self.status[self._carrier(who)]
        is_mount = bool(partner) and who not in self.rides
        return Seat(
            is_led=is_mount and not bolts,
            is_stuck=who in self.rides and bolts,
            bolts=who not in self.rides and bolts,
            partner=self._grip(partner) if partner else Grip(),
        )

    def _sits(self, rider: str, mount: str) -> None:
        small, large = (self.known[one].sheet.characteristics.SIZ for one in (rider, mount))
        self._say(large > small, f"{rider} rides {mount}, who is no larger")  # P34k
        self._say(not self._partner(rider), f"{rider} rides somebody, or is ridden")
        self._say(not self._partner(mount), f"{mount} rides somebody, or is ridden")
        self.rides[rider] = mount
        self.status[rider] -= {"flying", "high"}
        self.status[rider] |= self.status[mount] & {"flying", "high"} | {"mounted"}

    def _gets_off(self, rider: str) -> None:
        del self.rides[rider]
        self.status[rider] -= {"mounted", "flying"}
        if self.known[rider].flying:
            self.status[rider].add("flying")

    def _mounted(self, event: Event) -> None:
        """P34t: of one's own side, beside it, and neither engaged."""
        board = self._book()
        by, at = board.bodies[event.by], board.bodies[event.at]
        self._say(not self._foes_of(by.id), f"{by.id} gets on a mount out of a fight")
        self._say(not self._foes_of(at.id), f"{at.id} is engaged, and somebody gets on it")
        by_hand = not any(figure.name == "strike_rank" for figure in event.figures)
        is_near = by_hand or gap(by, at) <= 1  # a game master seats people from anywhere
        self._say(is_near, f"{by.id} gets on {at.id}, {gap(by, at)} hexes off")
        self._say(not board.are_foes(by, at), f"{by.id} gets on {at.id}, a foe")
        self._say(bool(self.known[at.id].steed), f"{by.id} gets on {at.id}, who is no mount")
        self._sits(by.id, at.id)

    def _unseated(self, event: Event) -> None:
        rider, mount = event.at, event.by
        self._say(self.rides.get(rider) == mount, f"{rider} does not ride {mount}")
        own_choice = any(figure.name == "strike_rank" for figure in event.figures)
        # A14: whoever comes at the very moment at which the rider gets off is too late to stop it.
        now = event.round, event.phase, event.rank
        foes = [foe for foe in self._foes_of(rider) if self.began[pair(rider, foe)] != now]
        is_free = not own_choice or not foes
        self._say(is_free, f"{rider} gets off out of a fight")
        for one in (rider, mount):
            self.fleeing.pop(one, None)  # P34g
            self.moved.add(one)
            self.split.add(one)
            self.met_anew = {both for both in self.met_anew if one not in both}
            self.look_causes.setdefault(one, set()).add("unseated")
            self.stopped |= {key for key in self.walked if key[2] == one and self.walked[key]}
        if rider in self.rides:
            self._gets_off(rider)

    # --- the book and what is seen ------------------------------------------------------------

    def _enters(self, entry: Entry) -> None:
        self.seats.append(entry.id)
        self.at[entry.id] = hex_named(entry.place) if entry.place else NOWHERE
        self.sides[entry.id] = entry.side
        flags = ("surprised", "hidden", "mounted", "flying", "high")
        self.status[entry.id] = {flag for flag in flags if getattr(entry, flag)}
        self.held[entry.id] = set(entry.held)
        self.carried[entry.id] = {weapon.id for weapon in entry.sheet.weapons}
        self.legs[entry.id] = 0
        self.stance[entry.id] = "standing"
        self.formed[entry.id] = ""
        self.focus[entry.id] = ""
        self.declared[entry.id] = {}

    def _board(self, view: View) -> Board:
        """The board as it is seen."""
        bodies = [
            body_of(
                self.known[seen.id], seen, seat, held_by(seen), self.known.get(seen.rides or "")
            )
            for seat, seen in enumerate(view.combatants)
        ]
        both = self.setup.options.flank_room == "both_sides"
        return Board(self.ground, bodies, self._are_foes, both_sides=both)

    def _book(self) -> Board:
        """The board as the events tell it."""
        return Board(self.ground, [self._body(who) for who in self.seats], self._are_foes)

    def _body(self, who: str) -> Body:
        status = self.status[who]
        weapons = self.known[who].sheet.weapons
        return Body(
            id=who,
            seat=self.seats.index(who),
            side=self.sides[who],
            size=self.known[self._carrier(who)].sheet.characteristics.SIZ,
            place=self.at[who],
            is_able=status.isdisjoint({*FALLEN, "gone", "yielded"}),
            is_hidden="hidden" in status,
            is_past=not status.isdisjoint({"dead", "gone"}),
            is_surprised="surprised" in status,
            is_high="high" in status,
            is_armed=any(self._is_ready(who, weapon.id) for weapon in weapons),
            has_long=self._has_long(who),
            rides=self.rides.get(who, ""),
            flies="flying" in status,
            ground=self.ground,
        )

    def _met_without_a_blow(self) -> Iterator[str]:
        """D5c: whoever is parted is engaged anew by an attack only, even if that came to nothing."""
        for both in self.met_anew:
            # D12a: whoever got on is engaged by itself, and its mount with it.
            if all(one in self.met_anew for one in self._crossed(both) if one in self.pairs):
                yield f"{' and '.join(sorted(both))} are parted, have not met since, and are engaged"

    def _meets_who_strikes(self, board: Board) -> Iterator[str]:
        """A28b: an attack action engages the two, and nothing has parted them since."""
        for both in self.struck:
            one, other = [board.bodies[who] for who in sorted(both)]
            # One may have walked off meanwhile.
            far = 2 if self._any_long(one) or self._any_long(other) else 1
            meet = one.is_there and other.is_there and gap(one, other) <= far
            if meet and other.id not in one.engaged:
                yield f"{one.id} and {other.id} have come to blows, and are not engaged"

    def _agrees(self, view: View) -> None:
        """Whoever is seen somewhere else, or otherwise, than the events have it?"""
        self._say(
            {seen.id for seen in view.combatants} == {*self.seats}, "somebody came or went unseen"
        )
        for seen in view.combatants:
            if seen.id not in self.at:
                continue
            who = self._body(seen.id)
            place = hex_named(seen.place) if seen.place else NOWHERE
            if who.is_there or place != NOWHERE:
                self._say(place == who.place, f"{seen.id} is at {seen.place}, and never went there")
            self._say((seen.state == "up") == who.is_able, f"{seen.id} is {seen.state}")
            self._say(seen.hidden == who.is_hidden, f"{seen.id} is hidden or not")
            self._say(seen.side == who.side, f"{seen.id} is of {seen.side}")
            self._say(seen.large == who.is_large, f"{seen.id} is large or not")
            foes = {pair.foe: pair.reach for pair in seen.engaged}
            self._say(len(foes) == len(seen.engaged), f"{seen.id} has a foe twice")
            self._say(
                foes == self._foes_of(seen.id),
                f"{seen.id} engages {foes}; by the events {self._foes_of(seen.id)}",
            )
            rides = self.rides.get(seen.id, "")
            self._say(seen.rides == rides, f"{seen.id} rides {seen.rides!r}, not {rides!r}")
            held = self.holding.get(seen.id, "")
            self._say(seen.holding == held, f"{seen.id} holds {seen.holding!r}, not {held!r}")
            formed, focus = self.formed[seen.id], self.focus[seen.id]
            self._say(
                (seen.formation, seen.focus) == (formed, focus),
                f"{seen.id} is {seen.formation!r} and minds {seen.focus!r}; by the events {formed!r}, {focus!r}",
            )

    def _foes_of(self, who: str) -> dict[str, str]:
        return {
            foe: reach for both, reach in self.pairs.items() if who in both for foe in both - {who}
        }

    def _met_at_this_moment(self, prompts: Sequence[Prompt]) -> set[Pair]:
        """A14: pairs of which one may be on a way that it chose before the other had come."""
        if not is_midway(prompts):
            return set()
        now = prompts[0].round, prompts[0].phase, prompts[0].rank
        return {both for both in self.pairs if self.began.get(both) == now}

    def _excuse(self, prompts: Sequence[Prompt], *, midway: bool) -> Callable[[str, str], bool]:
        """Ruling 5: engagement begins at the end of the moving action, and may be parted."""
        about: set[str] = set()
        if midway:
            about |= self.moved | self.let_go  # a place that came free is taken at the end
            about.update(prompt.by for prompt in prompts)
            about.update(prompt.combatant for prompt in prompts)
            about = self._with_partners(about)
        return lambda one, other: pair(one, other) in self.parted or one in about or other in about

    def _catch_up(self, view: View, prompts: Sequence[Prompt]) -> None:
        """What the next look begins with."""
        for seen in view.combatants:
            self.held[seen.id] = held_by(seen)
            self.carried[seen.id] = {
                item.id for item in seen.items if item.state in ("held", "carried")
            }
            self.stance[seen.id] = seen.stance
            if seen.hit_points is not None:
                self.legs[seen.id] = sum(seen.hit_points[leg] < 0 for leg in LEGS)
        if not is_midway(prompts):
            self.struck = set()
            self.met_anew = set()
            self.moved = set()
            self.let_go = set()
            self.placed = set()
            self.halved = set()
            self.split = set()

    def _say(self, is_so: bool, lie: str) -> None:
        if not is_so:
            self.lies.append(lie)

    def _are_foes(self, one: str, other: str) -> bool:
        friends = {side.id: side.friends for side in self.setup.sides}
        return one != other and other not in friends[one] and one not in friends[other]

    # --- events -------------------------------------------------------------------------------

    def _event(self, event: Event) -> None:
        handlers: dict[str, Callable[[Event], None]] = {
            "amended": self._amended,
            "joined": self._joined,
            "left": self._left,
            "condition": self._condition,
            "dropped": self._dropped,
            "readied": self._readied,
            "moved": self._moved,
            "halved": self._halved,
            "contest": self._contest,
            "spoiled": self._spoiled,
            "thwarted": self._thwarted,
            "stance": self._stands,
            "engaged": self._engaged,
            "disengaged": self._disengaged,
            "reach_set": self._reach_set,
            "declared": self._declares,
            "formation": self._formation,
            "focused": self._focused,
            "attack": self._attack,
            "broke_away": self._broke_away,
            "knocked_back": self._knocked_back,
            "seized": self._seized,
            "released": self._released,
            "thrown": self._thrown,
            "strayed": self._strayed,
            "climbed": self._climbed,
            "dived": self._dived,
            "plunged": self._plunged,
            "fell": self._fell,
            "mounted": self._mounted,
            "unseated": self._unseated,
        }
        if event.kind in ACTS or event.facts.get("how") in ONE_ACTION:
            self._before(event)
        if event.kind in BLOWS:
            self._before_blows(event)
        if event.kind in handlers:
            handlers[event.kind](event)
        if any(figure.name == "strike_rank" for figure in event.figures):
            is_spoiled = (event.round, event.phase, event.by) in self.spoiled
            self._say(not is_spoiled, f"{event.by} acts, and its action was spoiled")

    def _amended(self, event: Event) -> None:
        facts, who = event.facts, event.at
        self.amended = {**facts, "who": who}
        self.about = [*self._both(who), *self._both(facts.get("foe", ""))]
        for one in self.about:
            self.fleeing.pop(one, None)  # whatever it was about, the game master has stepped in
        self.moved.update(self._both(who))  # or brought to somebody in another way
        match facts["change"]:
            case "hide":
                for one in self._both(who):  # P34s
                    self._get(one, "hidden")
            case "reveal":
                for one in self._both(who):
                    self.status[one].discard("hidden")
            case "side":
                for one in self._both(who):
                    self.sides[one] = facts["side"]
                    self._forget_declarations(one)
            case "status" if facts["status"] in ("mounted", "flying"):
                for one in self._both(who) if facts["status"] == "flying" else [who]:
                    if facts["on"] == "yes":
                        self._get(one, facts["status"])
                    else:
                        self.status[one].discard(facts["status"])
            case "status" if facts["status"] in STANCES:
                self.stance[who] = facts["status"]
            case "gear":
                _keep(self.held[who], facts["item"], facts["state"] == "held")
                _keep(self.carried[who], facts["item"], facts["state"] in ("held", "carried"))
            case _:
                pass

    def _forget_declarations(self, who: str) -> None:
        """Whether words of or about somebody who changed sides still count, the rules do not say."""
        for target, sides in self.declared.items():
            for side, words in sides.items():
                if target == who or self._foes_of(target).get(who):
                    sides[side] = words | {""}

    def _get(self, who: str, status: str) -> None:
        self.status[who].add(status)
        if not self._body(who).is_there:  # if it comes back, it may be said to meet its foes again
            self.parted.update(dict.fromkeys([both for both in self.parted if who in both], False))
        self.look_causes.setdefault(who, set()).add(status)

    def _joined(self, event: Event) -> None:
        self._say(event.by not in self.at, f"{event.by} was there already")
        entry = self.known[event.by]
        self._enters(entry)
        self.at[entry.id] = hex_named(event.facts["place"])
        if entry.rides:
            self._sits(entry.id, entry.rides)
            at_mount = self.at[entry.id] == self.at[entry.rides]
            self._say(at_mount, f"{event.by} joins beside its mount")
        wanted = not entry.place or self.at[entry.id] == hex_named(entry.place)
        self._say(wanted, f"{event.by} joins elsewhere than it should")
        # A guest of the same moment is no stranger to it.
        for book in [*self.before.values(), *self.before_blows.values()]:
            book.board.bodies[event.by] = self._body(event.by)
            book.formed[event.by] = book.focus[event.by] = ""

    def _left(self, event: Event) -> None:
        who = event.at or event.by
        self._get(who, "gone")
        if self.amended.get("change") == "remove" and self._partner(who):  # or both leave
            rider = who if who in self.rides else self._partner(who)
            self.look_causes.setdefault(rider, set()).add("unseated")  # it is smaller by itself
            self._gets_off(rider)

    def _condition(self, event: Event) -> None:
        name = event.facts["condition"]
        if name in TIRED:
            self.status[event.at] -= TIRED
        if event.facts["change"] == "began":
            self._get(event.at, name)
            if name == "prone":
                self.stance[event.at] = name
                self.fell[event.at] = event.round, event.phase, event.rank
                for one in self._both(event.at):  # P19i: whoever falls on its way comes no farther
                    self.fleeing.pop(one, None)
        else:
            self.status[event.at].discard(name)
        if name in ("flying", "high"):  # P34d
            lofty = self.status[event.at] & {"flying", "high"}
            for one in self._both(event.at):
                self.status[one] = self.status[one] - {"flying", "high"} | lofty

    def _climbed(self, event: Event) -> None:
        """D13b: whoever flies, from engagement with nobody."""
        flies = "flying" in self.status[event.by] and "high" not in self.status[event.by]
        self._say(flies, f"{event.by} climbs, and cannot")
        self._say(not self._foes_of(event.by), f"{event.by} climbs out of a fight")
        for one in self._both(event.by):
            self._get(one, "high")

    def _dived(self, event: Event) -> None:
        self._say("high" in self.status[event.by], f"{event.by} comes down, and is not high")
        for one in self._both(event.by):
            self.status[one].discard("high")
            self.moved.add(one)

    def _plunged(self, event: Event) -> None:
        """D13h: whoever is not able or has fallen."""
        status = self.status[event.at]
        fell = self.stance[event.at] == "prone" or not status.isdisjoint(FALLEN)
        self._say(fell and "high" in status, f"{event.at} falls out of the sky, and need not")
        status.discard("high")
        self.moved.add(event.at)

    def _falls(self, body: Body, there: Hex) -> None:
        """P25f, P25f2, P25f3: whoever was driven to a lower hex falls, and nobody is driven to a higher one."""
        if body.flies:
            return
        deep = self.ground.height(body.place) - self.ground.height(there)
        steps = apart(body.place, there)
        self._say(deep >= -steps, f"{body.id} is driven up an edge")
        # Over several hexes it may have come down by steps, or by a step and an edge.
        if deep > steps:
            self.over[body.id] = deep
            self._say(not body.is_large, f"{body.id} is large, and driven over an edge")

    def _fell(self, event: Event) -> None:
        """P25g: once for each time, and prone; a step before the edge may be part of the way down."""
        deep, metres = self.over.pop(event.at, 0), int(event.facts["metres"])
        self._say(deep - 1 <= metres <= max(deep, 9), f"{event.at} falls {metres} m, of {deep} m")
        dice = next(figure.dice for figure in event.figures if figure.name == "damage")
        self._say(dice == f"{-(-metres // 5)}D6", f"{event.at} falls {metres} m for {dice}")
        fell = self.stance[event.at] == "prone" or not self.status[event.at].isdisjoint(FALLEN)
        self._say(fell, f"{event.at} falls over an edge, and stands")

    def _stands(self, event: Event) -> None:
        self._say(not self._partner(event.by), f"{event.by} changes its stance in the saddle")
        self.stance[event.by] = event.facts["stance"]

    def _dropped(self, event: Event) -> None:
        self.held[event.by].discard(event.item)
        self.carried[event.by].discard(event.item)

    def _readied(self, event: Event) -> None:
        self.held[event.by].add(event.item)

    def _thwarted(self, event: Event) -> None:
        self.met_anew.discard(pair(event.by, event.at))

    def _spoiled(self, event: Event) -> None:
        self.spoiled.add((event.round, event.phase, event.by))

    def _contest(self, event: Event) -> None:
        if event.facts["verb"] in ("hex", "circle"):  # D7f, D7g: it may not come where it wanted to
            self.halved.add(event.by)

    def _halved(self, event: Event) -> None:
        self.halved.add(event.by)

    # --- moving -------------------------------------------------------------------------------

    def _moved(self, event: Event) -> None:
        who, how = event.by, event.facts["how"]
        here, there = hex_named(event.facts["from"]), hex_named(event.facts["to"])
        if how == "mount":
            self._say(here == self.at[who], f"{who} gets on from where it is not")
            self._say(there == self.at[self._carrier(who)], f"{who} gets on where no mount is")
            self.at[who] = there
            self._comes(who, how, apart(here, there))
            return
        board = self._book()
        body = board.bodies[who]
        self._say(here == body.place, f"{who} starts at {event.facts['from']}, where it is not")
        self._say(here != there or how == "placed", f"{who} goes where it stands")
        body = body._replace(place=here)
        if body.is_high or how in ALOFT:
            bears = all(self.ground.letter(one) for one in body.covers(there))
            self._say(bears, f"{who} is out of the field, at {event.facts['to']}")
            self._led(who, how)
            self._arrives(who, how, there)
            return
        bears = all(self.ground.bears(one) for one in body.covers(there))
        self._say(bears, f"{who} ends on ground that bears nobody, at {event.facts['to']}")
        if body.is_there and bears:
            self._say(board.fits(body, there), f"{who} ends on somebody, at {event.facts['to']}")
        if how in WALKS:
            self._walked(event, board, body, there)
        elif how == "knocked":
            self._say(who in self.look_causes, f"{who} is knocked away by nobody")
            self._falls(body, there)
        elif how in ("thrown", "unseated"):
            causes = self.look_causes.get(who, set())
            self._say(how in causes, f"{who} is {how} by nobody")
            if how == "thrown":
                self._falls(body, there)
        else:
            self._say(how == "placed", f"{who} moves by {how}")
            self._say(who in self.about, f"{who} is placed by nobody")
            self.placed.update(self._both(who))
        self._arrives(who, how, there)

    def _arrives(self, who: str, how: str, there: Hex) -> None:
        """P34d: whoever shares its place comes along."""
        for one in self._both(who):
            here = self.at[one]
            self.at[one] = there
            self._comes(one, how, apart(here, there))

    def _comes(self, who: str, how: str, steps: int) -> None:
        self.moved.add(who)
        self.look_causes.setdefault(who, set()).add(how)
        self._meets(who, steps)

    def _led(self, who: str, how: str) -> None:
        """P34e, P34v: the rider moves both, unless their mount bolts."""
        seat = self._seat(who)
        moves = not seat.is_led and not seat.is_stuck
        self._say(moves or how not in (*WALKS, *ALOFT), f"{who} goes by {how}, and is not to say")

    def _walked(self, event: Event, board: Board, body: Body, there: Hex) -> None:
        who, how = event.by, event.facts["how"]
        self._led(who, how)
        foes = self._foes_of(who)
        # Whoever comes to engage it at the same moment comes too late to stop it.
        held = {foe: foes[foe] for foe in foes if not self._is_of_this_moment(event, foe)}
        self._steps(event, board, body, there, held)
        if how in UNENGAGED_ONLY:
            self._say(not held, f"{who} is engaged with {', '.join(held)}, and goes by {how}")
            # A14: whoever is brought down at the very moment at which it starts, had stood.
            now = event.round, event.phase, event.rank
            stood = self.stance[who] == "standing" or self.fell.get(who) == now
            self._say(stood, f"{who} is {self.stance[who]}: {how}")
        if how in KEEPS_ITS_FOES:
            self._say(board.keeps(body, there, held), f"{who} walks out of reach of a foe")
        if how == "retreat":
            self.hex_left = body.place
            self.lies += self._nearer(board, body, there, foes)
        if how == "breakaway":
            start, left = self.left.get(who, (body.place, []))
            left = [foe for foe in left if foe not in self.placed]
            self._say(who in self.left, f"{who} goes by breakaway, and has not broken away")
            self._say(not held, f"{who} is held by {', '.join(held)}, and goes all the same")
            # Where it goes on from here, only the last stage counts.
            # A14: whom it left may have gone at the very moment for which that way was chosen.
            boards = (board, self._before(event).board)
            nearer = [[*self._nearer(b, body._replace(place=start), there, left)] for b in boards]
            self.fleeing[who] = min(nearer, key=len)
        if how == "follow":
            left_here = self.hex_left
            is_near = left_here is not None and there in [left_here, *around(left_here, 1)]
            self._say(is_near, f"{who} follows to {event.facts['to']}, which nobody left")
        if how == "charge":
            self._charged(event, board, body, there)

    def _is_of_this_moment(self, event: Event, foe: str) -> bool:
        """A14: did the engagement of a mover with a foe begin while they acted simultaneously?"""
        # P34e: of two who share a place one acts, and both are engaged by it.
        mine, theirs = [{self._dex(who) for who in self._both(one)} for one in (event.by, foe)]
        moment = event.round, event.phase, event.rank
        return not mine.isdisjoint(theirs) and self.began[pair(event.by, foe)] == moment

    def _steps(
        self, event: Event, board: Board, body: Body, there: Hex, held: Mapping[str, str]
    ) -> None:
        """The way is open, and no longer than this way of moving allows; the stages of a move add up."""
        who, how = event.by, event.facts["how"]
        within = held if how == "move" else NOBODY
        steps = board.ways(body, within=within).get(there)
        if steps is None:
            self.lies.append(f"{who} cannot come from {event.facts['from']} to {event.facts['to']}")
            return
        most = self._allowed(who, how)
        before = 0
        if how in ONE_ACTION:
            key = event.round, event.phase, who, how
            before = self.walked[key]
            self._say(key not in self.stopped, f"{who} has come off its mount, and goes on")
            self.walked[key] += steps
        is_first_step = before == 0 and apart(body.place, there) == 1
        is_first_step = is_first_step and board.is_step(body, body.place, there)
        is_short = before + steps <= most or is_first_step
        self._say(is_short, f"{who} goes {before + steps} steps by {how}, of {most}")
        for figure in event.figures:
            if figure.name == "metres":
                least = 2 * apart(body.place, there)
                self._say(least <= figure.value, f"{who} goes {figure.value} m, at least {least}")
                self._say(figure.value <= max(2, 2 * most), f"{who} goes {figure.value} m")

    def _allowed(self, who: str, how: str) -> int:
        """P28, P24e2, D1, P28c: the steps of a move, fewer with a wounded leg or when crawling."""
        if how == "follow":
            return FAR  # into the hex left or one next to it, wherever it comes from
        return 1 if how in SETS_REACH else self._legs(who).steps(how)

    def _legs(self, who: str) -> Legs:
        legs = self._carrier(who)
        tired = not TIRED.isdisjoint(self.status[legs])
        move, laden = self.known[legs].sheet.move, self._is_laden(legs)
        slowed = "slowed" in self.status[legs]
        return Legs(move, self.legs[legs], self.stance[who], tired, laden, slowed)

    def _is_laden(self, who: str) -> bool:
        """P32, P32a: it carries more than STR and SIZ."""
        sheet = self.known[who].sheet
        weight = sheet.load + sum(piece.enc for piece in sheet.armour)
        weight += sum(one.enc for one in sheet.weapons if one.id in self.carried[who])
        return weight > sheet.characteristics.STR + sheet.characteristics.SIZ

    def _dex(self, who: str) -> int:
        """P35e, P26s: less for whoever is tired or slowed, more for the quickened."""
        return dex_under(self.known[who].sheet.characteristics.DEX, self.status[who])

    def _nearer(self, board: Board, body: Body, there: Hex, foes: Iterable[str]) -> Iterator[str]:
        for foe in foes:
            if span(body, board.bodies[foe], there) <= span(body, board.bodies[foe]):
                yield f"{body.id} does not come farther from {foe}"

    def _fled(self) -> None:
        """P18e: whoever broke away has come farther from all it left, if nothing stopped it."""
        for who, lies in self.fleeing.items():
            if self._body(who).is_there and who not in self.halved:
                self.lies += lies
        self.fleeing = {}

    def _charged(self, event: Event, board: Board, body: Body, there: Hex) -> None:
        """Straight, three steps or more, and next to a foe at the end, unless that hex was lost (D7f)."""
        if body.id in self.halved:
            return
        toward = event.facts.get("toward", "")
        boards = (board, self._before(event).board)  # A14: of one moment it is met where it stood
        named = [
            one for b in boards for one in ([b.bodies[toward]] if toward else b.bodies.values())
        ]
        fits = [foe for foe in named if self._is_charge(board, body, there, foe)]
        self._say(
            bool(fits), f"{body.id} charges from {event.facts['from']} to {event.facts['to']}"
        )

    def _is_charge(self, board: Board, body: Body, there: Hex, foe: Body) -> bool:
        cost = board.ways(body, toward=foe).get(there)
        return (
            board.are_foes(body, foe)
            and apart(body.place, there) >= 3
            and gap(body, foe, there) == 1
            and cost is not None
            and cost <= self._allowed(body.id, "charge")
        )

    def _meets(self, who: str, steps: int) -> None:
        """D5c: whoever stands apart from a foe is parted from it no more."""
        board = self._book()
        for both in [both for both in self.parted if who in both]:
            (foe,) = both - {who}
            if gap(board.bodies[who], board.bodies[foe]) > 1:
                del self.parted[both]
            elif steps > 1:
                self.parted[both] = False  # it may have gone and come back

    def _broke_away(self, event: Event) -> None:
        left = names_in(event.facts.get("from", ""))
        if event.facts["how"] == "automatic":
            for foe in left:
                free = leaves_freely(*(self._rank_of(one) for one in (event.by, foe)))
                self._say(free, f"{event.by} leaves {foe} without a contest")
        self.left[event.by] = self.at[event.by], left

    def _rank_of(self, who: str) -> set[str]:
        """R26, P34f: whoever carries somebody is not on foot, as whoever is carried."""
        return self.status[who] | ({"mounted"} if self._partner(who) else set())

    def _knocked_back(self, event: Event) -> None:
        self._get(event.at, "knocked")

    # --- grapples -----------------------------------------------------------------------------

    def _grip(self, who: str) -> Grip:
        holders = tuple([one for one, held in self.holding.items() if held == who])
        return Grip(self.holding.get(who, ""), holders, "befuddled" in self.status[who])

    def _seized(self, event: Event) -> None:
        """P33a, P33e, P33f: one foe at most, beside it, at short reach."""
        both = pair(event.by, event.at)
        board = self._book()
        between = gap(board.bodies[event.by], board.bodies[event.at])
        self._say(event.by not in self.holding, f"{event.by} holds somebody already")
        self._say(self.pairs.get(both) == "short", f"{event.by} holds at another reach than short")
        self._say(between == 1, f"{event.by} holds somebody {between} hexes off")
        self._say(not self._partner(event.by), f"{event.by} grapples in the saddle")  # P34i
        self.holding[event.by] = event.at

    def _released(self, event: Event) -> None:
        held = self.holding.pop(event.by, "")
        self._say(held == event.at, f"{event.by} lets go of {event.at}, and holds {held}")

    def _thrown(self, event: Event) -> None:
        self.look_causes.setdefault(event.at, set()).add("thrown")

    def _strayed(self, event: Event) -> None:
        """P33o2: it strikes somebody who is or just was in a grapple with whom it was meant for."""
        grips = [self._grip(event.facts["meant"])]
        grips.append(self._before(event).grips.get(event.facts["meant"], Grip()))
        self._say(any(grip.knows(event.at) for grip in grips), "it strays to no grapple")
        strikers = [grip.knows(event.by) for grip in grips]
        self._say(not all(strikers), "it strays from within the grapple")

    def _grips(self) -> None:
        """Whoever holds somebody is engaged with it at short reach, and is seen to hold it."""
        for one, held in self.holding.items():
            reach = self.pairs.get(pair(one, held), "none")
            self._say(reach == "short", f"{one} holds {held}, and they are at {reach} reach")

    # --- pairs --------------------------------------------------------------------------------

    def _engaged(self, event: Event) -> None:
        both, reach = pair(event.by, event.at), event.facts["reach"]
        board = self._book()
        one, other = board.bodies[event.by], board.bodies[event.at]
        by_master = self.amended.get("change") == "engage" and not both.isdisjoint(self.about)
        self._say(both not in self.pairs, "they are engaged already")
        self._say(board.are_foes(one, other), "they are no foes")
        self._say(one.is_there and other.is_there, "not both are there")
        between = gap(one, other)
        self._say(fits_reach(between, reach), f"they are {between} apart, at {reach} reach")
        if not by_master:
            expected = "normal" if between == 1 else "long"
            self._say(reach == expected, f"it begins at {reach} reach, {between} apart")
            if between == 2:
                far = self._any_long(one) or self._any_long(other)  # D12a
                self._say(far, "neither has a long weapon")
                self._say(self._sees(one, other), "a wall stands between them")
            if self.parted.get(both, False):
                self.met_anew.add(both)
        self.parted.pop(both, None)
        self.pairs[both] = reach
        self.began[both] = event.round, event.phase, event.rank

    def _sees(self, one: Body, other: Body) -> bool:
        """Is there any hex between two who stand two hexes apart that is not blocked?"""
        ends = [(a, b) for a in one.covers() for b in other.covers() if apart(a, b) == 2]
        between = {c for a, b in ends for c in around(a, 1) if apart(b, c) == 1}
        return any(self.ground.letter(c) != "#" for c in between)

    def _disengaged(self, event: Event) -> None:
        both, cause = pair(event.by, event.at), event.facts["cause"]
        self._say(both in self.pairs, "they are not engaged")
        self._say(cause in CAUSES, f"nothing ends by {cause}")
        self.pairs.pop(both, None)
        self.struck.discard(both)
        self.met_anew.discard(both)
        self.ended[both] = event.round, event.phase, event.rank
        self.came_apart.append((both, cause))
        self.let_go |= both
        board = self._book()
        if cause in PARTS and gap(board.bodies[event.by], board.bodies[event.at]) == 1:
            self.parted[both] = True
        for target in both:
            self._forget_words_of_nobody(target)

    def _forget_words_of_nobody(self, target: str) -> None:
        """Once nobody of a side engages a target, the rules do not say whether its word still counts."""
        engaging = {self.sides[foe] for foe in self._foes_of(target)}
        for side, words in self.declared[target].items():
            if side not in engaging:
                self.declared[target][side] = words | {""}

    def _came_apart(self) -> None:
        """Every end of an engagement has its cause, and plain movement is none."""
        board = self._book()
        for both, cause in self.came_apart:
            one, other = [board.bodies[who] for who in sorted(both)]
            about = self._with_partners(both)
            seen = set[str]().union(*[self.look_causes.get(who, set()) for who in about])
            name = " and ".join(sorted(both))
            if cause == "fallen":
                self._say(not seen.isdisjoint(FALLEN), f"{name} are parted, and neither fell")
            elif cause in ("gone", "hidden", "yielded"):
                self._say(cause in seen, f"{name} are parted, and neither is {cause}")
            elif cause == "no longer foes":
                self._say(not board.are_foes(one, other), f"{name} are foes still")
            elif cause == "out of reach":
                # Who moves at the very moment at which a foe comes to engage it, leaves it.
                is_one_moment = self.began.get(both) == self.ended[both]
                is_shoved = is_one_moment or not seen.isdisjoint(SHOVES)
                self._say(is_shoved, f"{name} come apart, and nobody was moved")

    def _reach_set(self, event: Event) -> None:
        both = pair(event.by, event.at)
        self._say(both in self.pairs, "they are not engaged")
        if both in self.pairs:
            self.pairs[both] = event.facts["reach"]

    # --- formations ---------------------------------------------------------------------------

    def _declares(self, event: Event) -> None:
        word = event.facts["formation"]
        engages = pair(event.by, event.at) in self.pairs
        self._say(engages, f"{event.by} does not engage {event.at}")
        said = "flank" if word.startswith("flank") else "surround"
        self._say(word.startswith(said), f"{word} is no formation")
        self.declared[event.at][self.sides[event.by]] = frozenset([said])

    def _formation(self, event: Event) -> None:
        formed = FORMED[event.facts["formation"]]
        self.formed[event.at] = formed
        self.focus[event.at] = event.facts.get("focus", "")

    def _focused(self, event: Event) -> None:
        self._say(bool(self.formed[event.by]), f"nobody flanks or surrounds {event.by}")
        engages = pair(event.by, event.at) in self.pairs or not event.at
        self._say(engages, f"{event.at} does not engage {event.by}")
        self.focus[event.by] = event.at

    # --- blows --------------------------------------------------------------------------------

    def _attack(self, event: Event) -> None:
        verb = event.facts["verb"]
        both = pair(event.by, event.at)
        books = [self._copied()]
        if verb in ATTACK_ACTIONS:
            books += [self._before(event), self._before_blows(event)]
        bolts = all(event.by in book.bolting for book in books)
        self._say(not bolts, f"{event.by} bolts, and strikes")  # P34v, D7a
        if verb == "shoot":
            self._shot(event)
            return
        self._say(verb in CLOSE_VERBS, f"{verb} is no attack")
        board = self._book()
        by, at = board.bodies[event.by], board.bodies[event.at]
        self._say(board.are_foes(by, at), f"{event.by} strikes at {event.at}, who is no foe")
        if verb in ATTACK_ACTIONS:
            self.met_anew.difference_update(self._crossed(both))
            if (event.round, event.phase, event.by, event.at) in self.first_blows:
                is_short = self._reach_of(event) in CLOSE_WEAPONS
                self._say(is_short, f"{event.item} brought an opportunity at long reach")
            # A28b, A28c; whoever fell at this very moment still strikes, and is not engaged.
            if self.ended.get(both) == (event.round, event.phase, event.rank):
                if both in self.parted:
                    self.parted[both] = False  # one of the two broke away at the same moment
            else:
                # One that was surprised kept its partner from being engaged when the blow began.
                is_caught = (
                    board.is_caught(by) or board.is_caught(at) or not both.isdisjoint(self.split)
                )
                if by.is_there and at.is_there and not is_caught:
                    self.struck.add(both)
                for one in self._crossed(both):
                    self.parted.pop(one, None)
        if verb == "opportunity":
            self._opportunity(event, by, at)
        else:
            is_near = any(
                self._is_near(event, by, at, (one, other)) for one in books for other in books
            )
            self._say(is_near, f"it strikes {gap(by, at)} hexes far")
        self._bonus(event, books)
        self._improvised(event, books)
        self._in_a_grapple(event, books)

    def _shot(self, event: Event) -> None:
        weapons = {weapon.id: weapon for weapon in self.known[event.by].sheet.weapons}
        shot = weapons[event.item].shot
        assert shot is not None
        upright = {who for who, stance in self.stance.items() if stance == "standing"}
        found: list[list[str]] = []
        for board in (self._before(event).board, self._book()):
            ends = board.bodies[event.by], board.bodies[event.at]
            found.append([*wrong_shots(board, event, ends, shot.range, upright)])
        self.lies += min(found, key=len)  # D7a: one of the two is what it was rolled on

    def _before(self, event: Event) -> Book:
        return self.before.setdefault(self._moment(event), self._copied())

    def _before_blows(self, event: Event) -> Book:
        return self.before_blows.setdefault(self._moment(event), self._copied())

    def _moment(self, event: Event) -> tuple[int, int, int, int]:
        return event.round, event.phase, event.rank, self._dex(event.by)

    def _copied(self) -> Book:
        grips = {who: self._grip(who) for who in self.seats}
        bolting = frozenset(who for who, status in self.status.items() if "bolting" in status)
        return Book({**self.formed}, {**self.focus}, {**self.pairs}, self._book(), grips, bolting)

    def _is_near(self, event: Event, by: Body, at: Body, books: tuple[Book, Book]) -> bool:
        """P17b2, R32, A14; whoever lies on the ground may be stood on."""
        # A rider is of the size of its mount as long as it sits there.
        was, stood = books[0].board.bodies[by.id], books[1].board.bodies[at.id]
        target = at._replace(place=stood.place, size=stood.size)
        between = gap(by._replace(size=was.size), target, was.place)
        is_far = self._reach_of(event) in LONG_WEAPONS
        is_far = is_far or books[0].pairs.get(pair(by.id, at.id)) == "long"
        return between == 1 or (between == 2 and is_far) or (between == 0 and not at.is_able)

    def _opportunity(self, event: Event, by: Body, at: Body) -> None:
        """P19, R33, A2: who strikes at an opportunity, at what, and how often."""
        trigger = event.facts.get("trigger", "")
        both = pair(by.id, at.id)
        self._say(trigger in TRIGGERS, f"{trigger or 'nothing'} is no opportunity")
        self._say(by.is_there, f"{by.id} is down or hidden, and strikes")
        self._say(not by.is_surprised, f"{by.id} is surprised, and strikes")
        self._say(self._is_ready(by.id, event.item), f"{event.item} is not ready")
        key = event.round, event.phase, by.id, at.id
        self.struck_back[key] += 1
        self._say(self.struck_back[key] == 1, f"{by.id} strikes twice at one action of {at.id}")
        if trigger == AT_LONG_REACH:
            self.first_blows.add((event.round, event.phase, at.id, by.id))
            self._say(self._reach_of(event) in LONG_WEAPONS, f"{event.item} is not long")
            self._say(self.pairs.get(both) == "long", f"{by.id} and {at.id} are not at long reach")
            self._say(self._has_long(by.id), f"{by.id} holds no long weapon")
        else:
            is_near = both in self.pairs or gap(by, at) == 1
            self._say(is_near, f"{by.id} strikes at {at.id}, {gap(by, at)} hexes far")

    def _is_ready(self, who: str, item: str) -> bool:
        weapons = {weapon.id: weapon for weapon in self.known[who].sheet.weapons}
        weapon = weapons[item]
        is_natural = weapon.hands == 0 and item != BARE_HANDS
        return weapon.close is not None and (item in self.held[who] or is_natural)

    def _has_long(self, who: str) -> bool:
        weapons = self.known[who].sheet.weapons
        return any(one.reach in LONG_WEAPONS and self._is_ready(who, one.id) for one in weapons)

    def _any_long(self, one: Body) -> bool:
        """D12a: has it a long weapon ready, or whoever shares its place?"""
        return any(self._has_long(who) for who in self._both(one.id))

    def _reach_of(self, event: Event) -> str:
        weapons = {weapon.id: weapon for weapon in self.known[event.by].sheet.weapons}
        return weapons[event.item].reach

    def _bonus(self, event: Event, books: Sequence[Book]) -> None:
        """R41, R43: the bonus goes with the formation before the blow."""
        figures = [figure for figure in event.figures if figure.name == "attack_chance"]
        if not figures:
            return  # no roll was needed
        terms = [term for figure in figures for term in figure.terms]
        sprints = any(term.label == "target sprints" for term in terms)
        self._say(sprints == (event.facts.get("trigger") == "sprint"), "P28s does not go with it")
        given = [term.value for term in terms if term.label in ("flanking", "surrounding")]
        right = [self._right_bonus(event, book) for book in books]
        # A foe that fills no hex beside the target, or is of another side than those who
        # surround it, is no part of it; when that is, only the board can tell.
        is_right = given in right or (not given and self._may_be_no_part(event))
        self._say(is_right, f"{event.by} has {given} for a formation; expected {right}")

    def _may_be_no_part(self, event: Event) -> bool:
        """A10: of a formation about somebody whom it engages."""
        sides = {self.sides[foe] for foe in self._foes_of(event.at)}
        board = self._book()
        is_farther = gap(board.bodies[event.by], board.bodies[event.at]) > 1
        return len(sides) > 1 or (is_farther and self.formed[event.at] == "surrounded")

    def _right_bonus(self, event: Event, book: Book) -> list[int]:
        formed = book.formed[event.at]
        minds = book.focus[event.at] in self._both(event.by)  # R40d
        counts = pair(event.by, event.at) in book.pairs and not minds
        return [BONUS[formed]] if formed and counts else []

    def _in_a_grapple(self, event: Event, books: Sequence[Book]) -> None:
        """P33n, P33n2, P33o: whom those in a grapple strike at, and what a blow from outside is worth."""
        own = [book.grips.get(event.by, Grip()) for book in books]
        allowed = any(grip.is_free() or grip.knows(event.at) for grip in own)
        self._say(allowed, f"{event.by} is in a grapple, and strikes at another")
        if event.facts["verb"] == "opportunity":
            self._say(any(grip.is_free() for grip in own), f"{event.by} strikes out of a grapple")
        about = [book.grips.get(event.at, Grip()) for book in books]
        if event.facts.get("defence") == "dodge":
            self._say(any(grip.is_free() for grip in about), f"{event.at} dodges in a grapple")
        chances = [figure for figure in event.figures if figure.name == "attack_chance"]
        if chances:
            labels = [term.label for figure in chances for term in figure.terms]
            right = [not grip.is_free() and not grip.knows(event.by) for grip in about]
            self._say(("in a grapple" in labels) in right, "P33o does not go with it")

    def _improvised(self, event: Event, books: Sequence[Book]) -> None:
        """R31."""
        both = pair(event.by, event.at)
        too_long = self._reach_of(event) not in CLOSE_WEAPONS
        right = [book.pairs.get(both) == "short" and too_long for book in books]
        said = event.facts.get("improvised") == "yes"
        self._say(said in right, f"{event.item} is improvised, or is not, wrongly")


def is_midway(prompts: Sequence[Prompt]) -> bool:
    """Is an action under way, which a reaction or a declaration is asked for?"""
    return bool(prompts) and prompts[0].kind != "action"


def retreating(prompts: Sequence[Prompt]) -> set[str]:
    """P8e: whoever may be followed now."""
    return {
        prompt.by for prompt in prompts if any(option.id == "follow" for option in prompt.options)
    }


def leaves_freely(leaver: set[str], foe: set[str]) -> bool:
    """R27, R28."""
    if "flying" in leaver:
        return "flying" not in foe
    return "mounted" in leaver and "mounted" not in foe and "flying" not in foe


def names_in(listed: str) -> list[str]:
    """The ids that a fact lists."""
    return [name.strip() for name in listed.split(",") if name.strip()]
