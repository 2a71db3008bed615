"""Rivers fights played in any way there is: a story with a game master's whims, and the drivers to play it with.

A whim comes in while several engagements are at play, each at a wait of its own.  So that it
is the same story in every order, a whim names the prompts that are open when it is made:
whoever is asked one of them does not answer before it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple, final

import msgspec
import trio

from actors.combatant import Combatant, Reply
from actors.policy_mind import PolicyMind
from protocol.records import AmendmentMade, Decision, Dropped
from rules.kernel.dice import Dice, dice_for, fight_seed
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Event, Moment, Move, SetHitPoints
from rules.rivers.course.machine import Engagement, Fight, begin
from rules.rivers.course.sight import Sight
from rules.rivers.model import Setup, Timed
from rules.rivers.policies import POLICIES
from rules.rivers.tell import Teller
from rules.scenario import read
from scheduler.direct import drive, play
from scheduler.fight import run
from scheduler.live import LiveAsks
from scheduler.port import Amended, Amendment, Recorder, Run
from tests.conformance.rivers import RiversGame
from tests.support.clocks import run_in_virtual_time
from tests.support.fights import AUTHOR, ROOT, log_of
from tests.support.rivers import leaves

Policy = Callable[[Sight], Answer]
ROUNDS: Final = 4
LONG: Final = 60.0
"""Virtual seconds after which everybody who does not wait for a whim has come as far as it can."""


class Played(NamedTuple):
    """What is left of a fight: its log in player order, its last state, and its inputs by prompt."""

    log: bytes
    state: str
    inputs: frozenset[bytes]


class Due(NamedTuple):
    """A change, and the prompts that are open when it is made."""

    prompts: frozenset[str]
    change: object


def shipped(name: str, mind: str = "") -> Setup:
    """A scenario of Rivers that ships, with one *mind* for all, or their own."""
    made = read((ROOT / "scenarios" / f"{name}.toml").read_bytes())[1]
    assert isinstance(made, Setup)
    people = [msgspec.structs.replace(one, mind=mind or one.mind) for one in made.combatants]
    return msgspec.structs.replace(made, combatants=tuple(people))


SCENES: Final = sorted(
    file.stem
    for file in (ROOT / "scenarios").glob("*.toml")
    if 'rules = "rivers"' in file.read_text(encoding="utf-8")
)
"""The scenarios of Rivers that ship."""


def decided(fight: Fight, decide: Callable[[Question], Answer]) -> list[Event]:
    """Play *fight* to its end, one engagement after the other; all that happened, if it is watched."""
    events: list[Event] = []
    while not fight.outcome():
        parts = fight.children()
        for part in parts:
            while questions := part.questions():
                part.advance([decide(one) for one in questions])
        if parts:
            fight.join()
        else:
            fight.advance([decide(one) for one in fight.questions()])
        events += fight.take_events()
    return events


@final
class Story:
    """A random fight of Rivers, short, with a whim in about one of *often* waits, and rounds of engagements; 0 is never."""

    def __init__(self, number: int, setup: Setup | None = None, often: int = 2) -> None:
        game = RiversGame(number)
        setup = game.setup if setup is None else setup
        options = msgspec.structs.replace(setup.options, round_cap=ROUNDS)
        self.number: int = number
        self.setup: Setup = msgspec.structs.replace(
            setup, options=options, amendments=_scripted(number, setup)
        )
        self.minds: dict[str, str] = {entry.id: entry.mind for entry in setup.combatants}
        self.seed: bytes = fight_seed(number)
        self._game = game
        self._often = often

    def begin(self) -> Fight:
        return begin(self.setup, self.seed, watched=True)

    def policy(self, combatant: str) -> Policy:
        return POLICIES[self.minds.get(combatant, "random")]

    def mind(self, combatant: str) -> PolicyMind:
        return PolicyMind(self.policy(combatant))

    def whim(self, fight: Fight, dice: Dice) -> object:
        """Something to change, if anything is to be."""
        often = self._often
        return self._game.whim(fight, dice) if often and dice.roll(often) == 1 else None

    def actor(self, combatant: str) -> Combatant:
        return Combatant(combatant, self.mind(combatant))

    def played(self, fight: Fight, events: Sequence[Event], records: Sequence[object]) -> Played:
        log = log_of(Teller(self.setup).ordered(events))
        inputs = frozenset(msgspec.json.encode(record) for record in records)
        return Played(log, fight.state_hash(), inputs)


def _scripted(number: int, setup: Setup) -> tuple[Timed, ...]:
    """What the scenario does by itself in every third story: somebody is hurt, or moved if there is no map."""
    dice = dice_for(fight_seed(number), "scripted")
    if dice.roll(3) > 1:
        return ()
    who = setup.combatants[dice.roll(len(setup.combatants)) - 1]
    place = who.sheet.body.locations[0].name
    moved = Move(who.id, 5 * dice.roll(4))
    change = moved if setup.field is None and dice.roll(2) == 1 else SetHitPoints(who.id, place, 1)
    return (Timed(Moment(1 + dice.roll(2)), change),)


# --- by hand: the story is written ------------------------------------------------------------


class Written(NamedTuple):
    """A story, and how it goes when its engagements move a few waits each in turn."""

    due: list[Due]
    log: bytes
    state: str


def written(story: Story) -> Written:
    """Play it without any driver, and write down which whims were made when: twice a round at most, at any waits."""
    fight = story.begin()
    due: list[Due] = []
    events: list[Event] = []
    while not fight.outcome():
        _move(story, fight, due, events)
        events += fight.take_events()
    return Written(due, log_of(Teller(story.setup).ordered(events)), fight.state_hash())


def _move(story: Story, fight: Fight, due: list[Due], events: list[Event]) -> None:
    """To the next wait of the fight, or through all engagements of a round."""
    if questions := fight.questions():
        _meddle(story, fight, dice_for(story.seed, f"whim {questions[0].id}"), due, events)
        if fight.questions():
            answer(story, fight)
        return
    for turn in range(2):
        dice = dice_for(story.seed, f"whim {fight.round} {fight.phase} {turn}")
        for part in fight.children():
            for _ in range(dice.roll(3) - 1 + turn):
                answer(story, part)
        _meddle(story, fight, dice, due, events)
    for part in fight.children():
        while part.questions():
            answer(story, part)
    if fight.children():
        fight.join()


def _meddle(story: Story, fight: Fight, dice: Dice, due: list[Due], events: list[Event]) -> None:
    """Let the game master change something, if she wants to and there is somebody to be stopped by it."""
    prompts = frozenset(one.id for leaf in leaves(fight) for one in leaf.questions())
    change = story.whim(fight, dice)
    if change is None or not prompts:
        return
    for one in (fight, *fight.children()):  # what happened before stands before it in the log
        events += one.take_events()
    try:
        fight.amend(AUTHOR, "whim", change)
    except IllegalAmendmentError:
        return
    events += fight.take_events()
    due.append(Due(prompts, change))


def answer(story: Story, machine: Fight | Engagement) -> None:
    """Answer all that *machine* asks; what is refused has its default."""
    questions = machine.questions()
    if not questions:
        return
    answers = [story.policy(one.combatant)(one.sight()) for one in questions]
    for _ in range(len(answers) + 1):
        try:
            machine.advance(answers)
        except IllegalAnswerError as error:
            answers[error.index] = questions[error.index].default()
        else:
            return
    raise AssertionError


@final
class Holds:
    """Which whim comes next, and who has to wait for it."""

    def __init__(self, due: Sequence[Due]) -> None:
        self.made: int = 0
        self._due = due
        self._at = {prompt: number for number, one in enumerate(due) for prompt in one.prompts}

    def holds(self, prompt: str) -> bool:
        """Is nobody to answer *prompt* yet?"""
        return self._at.get(prompt, -1) >= self.made

    def next(self) -> object:
        return self._due[self.made].change


# --- without an event loop, one after the other in any order ----------------------------------

Pick = Callable[[int], int]
"""Which of so many engagements goes on."""


def first(_count: int) -> int:
    return 0


def last(count: int) -> int:
    return count - 1


def shuffled(number: int) -> Pick:
    dice = dice_for(fight_seed(number), "shuffled")
    return lambda count: dice.roll(count) - 1


@final
class _Turn:
    """Lets another engagement go on; says whether this one can only wait."""

    def __init__(self, *, held: bool) -> None:
        self._held = held

    def __await__(self) -> Generator[bool, None, None]:
        yield self._held


@final
class InTurns:
    """A port that lets one engagement after the other make one step, in the order that *pick* has."""

    def __init__(self, story: Story, due: Sequence[Due], pick: Pick, recorder: Recorder) -> None:
        self.recorder: Recorder | None = recorder
        self.side_by_side: bool = True
        self.steps: list[int] = []  # which of those that could made each step
        self._story = story
        self._pick = pick
        self._holds = Holds(due)
        self._at_play = False

    async def ask(self, questions: Sequence[Question]) -> list[Reply]:
        is_held = any(self._holds.holds(one.id) for one in questions)
        if self._at_play:
            await _Turn(held=is_held)
            while is_held:
                await _Turn(held=True)
        elif is_held:
            raise self._amended()
        return [await self._story.actor(one.combatant).handle(one) for one in questions]

    async def together(self, runs: Sequence[Run]) -> None:
        self._at_play = True
        able, held = [*runs], list[Run]()
        try:
            while able:
                at = self._pick(len(able))
                self.steps.append(at)
                one = able.pop(at)
                try:
                    (held if one.send(None) else able).append(one)
                except StopIteration:
                    continue
        finally:
            self._at_play = False
            for one in runs:
                one.close()
        if held:
            raise self._amended()

    def _amended(self) -> Amended:
        change = self._holds.next()
        self._holds.made += 1
        return Amended([Amendment(AUTHOR, "whim", change, is_made)])


def is_made(error: Exception | None) -> None:
    assert error is None, error


def in_turns(story: Story, due: Sequence[Due], pick: Pick) -> Played:
    """The story played in one thread, its engagements in turns."""
    fight = story.begin()
    events: list[Event] = []
    records: list[object] = []
    port = InTurns(story, due, pick, records.append)
    drive(run(fight, port, events.extend))
    return story.played(fight, events, records)


def directly(story: Story) -> Played:
    """The story without its whims, as the direct driver plays it."""
    fight = story.begin()
    events: list[Event] = []
    records: list[object] = []
    play(fight, story.actor, events.extend, recorder=records.append)
    return story.played(fight, events, records)


# --- live -------------------------------------------------------------------------------------


@final
class Table:
    """A live fight and the game master who changes it, each change when those who wait for it are all there."""

    def __init__(self, story: Story, due: Sequence[Due]) -> None:
        self.story: Story = story
        self.fight: Fight = story.begin()
        self.events: list[Event] = []
        self.arrivals: list[str] = []
        self.most_open: int = 0  # engagements whose prompts were open at one moment
        self._holds = Holds(due)
        self._records: list[object] = []
        self._is_meddling = False
        self._nursery: trio.Nursery | None = None
        self._asks = LiveAsks(self._actor, recorder=self._record)

    async def play(self) -> None:
        async with trio.open_nursery() as self._nursery:
            await self._asks.play(self.fight, self.events.extend)

    def played(self) -> Played:
        return self.story.played(self.fight, self.events, self._records)

    async def answers(self, prompt: str) -> None:
        """Wait until *prompt* may be answered: some time, or for ever if a whim comes first."""
        asking = [one for one in self.fight.children() if one.questions()]
        self.most_open = max(self.most_open, len(asking))
        if self._holds.holds(prompt):
            if not self._is_meddling:
                self._is_meddling = True
                assert self._nursery is not None
                self._nursery.start_soon(self._meddle)
            await trio.sleep_forever()
        digest = blake2b(prompt.encode(), key=self.story.seed, digest_size=1).digest()
        await trio.sleep(digest[0] % 3)
        self.arrivals.append(prompt)

    async def _meddle(self) -> None:
        await trio.sleep(LONG)
        await self._asks.amend(AUTHOR, "whim", self._holds.next())

    def _actor(self, combatant: str) -> Combatant:
        return Combatant(combatant, _Seat(self, self.story.mind(combatant)))

    def _record(self, record: Decision | AmendmentMade) -> None:
        self._records.append(record)
        if isinstance(record, AmendmentMade):
            self._holds.made += 1
            self._is_meddling = False


@final
class _Seat:
    """A mind that takes its own time, another at each prompt."""

    def __init__(self, table: Table, mind: PolicyMind) -> None:
        self._table = table
        self._mind = mind

    async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
        await self._table.answers(question.id)
        return await self._mind.decide(question, dropped)


def live(story: Story, due: Sequence[Due]) -> Table:
    table = Table(story, due)
    run_in_virtual_time(table.play)
    return table
