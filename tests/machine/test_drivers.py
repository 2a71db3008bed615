"""The direct and the live driver play the same fights, amendments included, in any order of tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple, final

import msgspec
import pytest
import trio

from actors.combatant import Combatant, Reply
from actors.policy_mind import PolicyMind
from protocol.records import AmendmentMade, Decision, Dropped
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.machine import Question
from rules.kernel.model import Event
from rules.request.course.machine import Fight
from rules.request.model import Change
from scheduler.direct import Direct, drive
from scheduler.fight import run
from scheduler.live import LiveAsks
from scheduler.port import Amended, Amendment, Recorder, Run
from tests.machine.tales import mapped, plain, tied, tied_map
from tests.support.clocks import run_in_virtual_time, task_order
from tests.support.fights import AUTHOR, Story, log_of, play

pytestmark = [pytest.mark.many, pytest.mark.timeout(120)]

NUMBERS: Final = range(200)
TASK_ORDERS: Final = range(20)


class Played(NamedTuple):
    """What is left of a fight."""

    log: bytes
    state: str
    records: list[Decision | AmendmentMade]


class Due(NamedTuple):
    """A change, and the prompts that are open when it is made."""

    prompts: tuple[str, ...]
    change: Change


def story_of_any_kind(number: int) -> Story:
    """Two in five have places; in two in five several do something at once."""
    return (tied, plain, tied_map, plain, mapped)[number % 5](number)


def by_hand(story: Story) -> tuple[Played, list[Due]]:
    """The story without any driver, and which of its whims were made when."""
    fight = story.begin(watched=True)
    waits: list[tuple[str, ...]] = []
    steps = play(fight, story, lambda f: waits.append(tuple(q.id for q in f.questions())))
    played = Played(log_of(fight.take_events()), fight.state_hash(), [])
    made = zip(waits, steps, strict=True)
    return played, [Due(prompts, step.change) for prompts, step in made if step.change is not None]


# --- direct -----------------------------------------------------------------------------------


@final
class Meddled:
    """The direct port, with the whims of a story coming in before anybody is asked."""

    def __init__(self, story: Story, fight: Fight, recorder: Recorder) -> None:
        self.recorder: Recorder | None = recorder
        self.side_by_side: bool = False
        self._direct = Direct(lambda who: Combatant(who, PolicyMind(story.mind(who))), recorder)
        self._story = story
        self._fight = fight
        self._meddled = False

    async def ask(self, questions: Sequence[Question]) -> list[Reply]:
        change = None if self._meddled else self._story.whim(self._fight)
        self._meddled = change is not None
        if change is not None:
            raise Amended([Amendment(AUTHOR, "whim", change, _refused_at_most)])
        return await self._direct.ask(questions)

    async def together(self, runs: Sequence[Run]) -> None:
        await self._direct.together(runs)


def _refused_at_most(error: Exception | None) -> None:
    assert error is None or isinstance(error, IllegalAmendmentError)


def directly(story: Story) -> Played:
    fight = story.begin(watched=True)
    events: list[Event] = []
    records: list[Decision | AmendmentMade] = []
    drive(run(fight, Meddled(story, fight, records.append), events.extend))
    return Played(log_of(events), fight.state_hash(), records)


# --- live -------------------------------------------------------------------------------------


@final
class Table:
    """A live fight and the game master who changes it, each change at its own wait."""

    def __init__(self, story: Story, due: Sequence[Due]) -> None:
        self.story: Story = story
        self.fight: Fight = story.begin(watched=True)
        self.events: list[Event] = []
        self.records: list[Decision | AmendmentMade] = []
        self.arrivals: list[str] = []
        self._at: dict[str, int] = {
            prompt: index for index, one in enumerate(due) for prompt in one.prompts
        }
        self._due = due
        self._begun: set[int] = set()
        self._made = 0
        self._nursery: trio.Nursery | None = None
        self._asks = LiveAsks(
            lambda who: Combatant(who, Seat(self, PolicyMind(story.mind(who)))),
            recorder=self._record,
        )

    async def play(self) -> None:
        async with trio.open_nursery() as self._nursery:
            await self._asks.play(self.fight, self.events.extend)

    def played(self) -> Played:
        return Played(log_of(self.events), self.fight.state_hash(), self.records)

    async def before_answering(self, prompt: str) -> None:
        """Nobody answers a prompt whose wait is to be changed first."""
        index = self._at.get(prompt, -1)
        if index < self._made:
            return
        if index not in self._begun:
            self._begun.add(index)
            assert self._nursery is not None
            change = self._due[index].change
            self._nursery.start_soon(self._asks.amend, AUTHOR, "whim", change)
        await trio.sleep_forever()

    def _record(self, record: Decision | AmendmentMade) -> None:
        self.records.append(record)
        self._made += isinstance(record, AmendmentMade)


@final
class Seat:
    """A mind that takes its own time, another at each prompt."""

    def __init__(self, table: Table, mind: PolicyMind) -> None:
        self._table = table
        self._mind = mind

    async def decide(self, question: Question, dropped: tuple[Dropped, ...], /) -> Reply:
        await self._table.before_answering(question.id)
        digest = blake2b(question.id.encode(), key=self._table.story.seed, digest_size=1).digest()
        await trio.sleep(digest[0] % 3)
        self._table.arrivals.append(question.id)
        return await self._mind.decide(question, dropped)


def live(story: Story, due: Sequence[Due]) -> Table:
    table = Table(story, due)
    run_in_virtual_time(table.play)
    return table


# --- the same fight ---------------------------------------------------------------------------


@pytest.mark.parametrize("first", NUMBERS[::40])
def test_two_hundred_random_fights_are_the_same_by_hand_direct_and_live(first: int) -> None:
    amended = 0
    for number in NUMBERS[first : first + 40]:
        story = story_of_any_kind(number)
        expected, due = by_hand(story)
        direct = directly(story)

        assert direct.log == expected.log, number
        assert direct.state == expected.state, number
        assert live(story, due).played() == direct, number
        amended += len(due)

    assert amended > 100


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("tell", [tied, tied_map])
def test_no_order_of_tasks_changes_a_fight(number: int, tell: Callable[[int], Story]) -> None:
    story = tell(number)
    _, due = by_hand(story)
    expected = directly(story)

    arrivals: set[tuple[str, ...]] = set()

    for order in TASK_ORDERS:
        with task_order(order):
            table = live(story, due)
        assert table.played() == expected
        arrivals.add(tuple(table.arrivals))

    assert len(arrivals) > len(TASK_ORDERS) // 6, "the orders were not different: no test at all"


def test_the_log_ends_with_the_state_that_the_fight_ends_in() -> None:
    for number in range(20):
        played = directly(story_of_any_kind(number))
        last = msgspec.json.decode(played.log.splitlines()[-1], type=Event)

        assert last.kind == "combat_ended"
        assert last.facts["state"] == played.state
