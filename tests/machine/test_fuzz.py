"""Whatever is answered, changed, forked or restored, in any order: the machine stays a machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import HealthCheck, Phase, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.kernel.dice import dice_for, fight_seed
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError
from rules.kernel.model import Answer, EndFight
from rules.request.course.machine import Fight, begin, restore
from rules.request.model import Setup
from tests.machine.illegal import illegal_answers, illegal_changes
from tests.machine.map_stories import map_setup
from tests.machine.tales import SCENES, grappled, mapped, plain, scene, story_of, tied, tied_map
from tests.machine.watch import Watch, answers_to, check_menu
from tests.support.fights import (
    AUTHOR,
    Story,
    advance,
    any_answer,
    finish,
    random_setup,
    rarely_yielding,
    tied_on_a_map,
    tied_setup,
    whim,
    wild,
    with_dice,
)
from tests.support.slots import differences

pytestmark = [pytest.mark.many, pytest.mark.timeout(120)]

SETUPS: Final = (random_setup, tied_setup, map_setup, tied_on_a_map)
NUMBERS: Final = st.integers(0, 2**32 - 1)
FEW: Final = range(60)
PLAIN_VERBS: Final = {
    *("attack", "precise", "shoot", "aim", "defend", "stance", "ready", "recover", "aid"),
    *("wait", "carry", "pass", "yield", "parry", "dodge", "riposte", "decline"),
}
VERBS: Final = PLAIN_VERBS | {
    *("move", "sprint", "charge", "breakaway", "retreat", "closer", "farther"),
    *("opportunity", "oppose", "follow", "engage", "focus", "climb", "dive"),
    *("grapple", "hold", "hurt", "throw", "disarm", "breakfree"),
}
MANY: Final = range(60, 2000)


class AnyCourse(RuleBasedStateMachine):
    """One fight, watched, and its twin that nobody watches."""

    fight: Fight
    twin: Fight
    watch: Watch

    @initialize(number=st.integers(0, 100_000), kind=st.sampled_from(SETUPS))
    def begin(self, number: int, kind: Callable[[int], Setup]) -> None:
        setup = kind(number)
        self.fight = begin(setup, fight_seed(number), watched=True)
        self.twin = begin(setup, fight_seed(number))
        self.watch = Watch(setup)
        self.look()

    def look(self) -> None:
        self.watch.look(self.fight, self.fight.take_events())
        assert self.twin.take_events() == []

    def is_on(self) -> bool:
        return bool(self.fight.questions())

    @precondition(is_on)
    @rule(number=NUMBERS)
    def answer_anything_legal(self, number: int) -> None:
        dice = dice_for(fight_seed(number), "answers")
        answers: list[Answer] = []
        for prompt in self.fight.prompts():
            options = [option for option in prompt.options if option.unavailable is None]
            options = rarely_yielding(options, dice)
            option = options[dice.roll(len(options)) - 1]
            answer = any_answer(prompt.id, option, prompt.trivial, dice)
            if self.fight.setup.options.table_dice:
                answer = with_dice(answer, dice)
            answers.append(answer)
        self.watch.answering(self.fight.questions())
        self.twin.advance(advance(self.fight, answers))
        self.look()

    @precondition(is_on)
    @rule()
    def say_nothing(self) -> None:
        self.watch.answering(self.fight.questions())
        for fight in (self.fight, self.twin):
            fight.advance([question.default() for question in fight.questions()])
        self.look()

    @precondition(is_on)
    @rule(number=NUMBERS)
    def answer_wrongly(self, number: int) -> None:
        """Several wrong answers one after the other; the last prompt of the wait is the one at fault."""
        before = self.fight.state_hash()
        answers = [question.default() for question in self.fight.questions()]
        index = number % len(answers)
        wrong = illegal_answers(self.fight, index)
        every = max(7, len(wrong) // 30)
        for field, answer in wrong[number % every :: every]:
            given = [*answers[:index], answer, *answers[index + 1 :]]
            with pytest.raises(IllegalAnswerError) as refused:
                self.fight.advance(given)
            assert refused.value.index == index, answer
            assert refused.value.field.startswith(field), answer
            assert refused.value.allowed
        for count in ([], [*answers, answers[0]]):
            with pytest.raises(IllegalAnswerError):
                self.fight.advance(count)
        assert self.fight.state_hash() == before
        assert self.fight.take_events() == []

    @precondition(is_on)
    @rule(number=NUMBERS)
    def change_something(self, number: int) -> None:
        change = whim(self.fight, dice_for(fight_seed(number), "change"))
        if isinstance(change, EndFight) and number % 8:
            return
        before = self.fight.state_hash()
        try:
            self.fight.amend(AUTHOR, "whim", change)
        except IllegalAmendmentError:
            assert self.fight.state_hash() == before
            assert self.fight.take_events() == []
        else:
            self.twin.amend(AUTHOR, "whim", change)
        self.look()

    @precondition(is_on)
    @rule(number=NUMBERS)
    def change_nonsense(self, number: int) -> None:
        before = self.fight.state_hash()
        for change in illegal_changes(self.fight, dice_for(fight_seed(number), "nonsense")):
            with pytest.raises(IllegalAmendmentError) as refused:
                self.fight.amend(AUTHOR, "nonsense", change)
            assert refused.value.allowed, change
            assert self.fight.state_hash() == before, change
        assert self.fight.take_events() == []

    @rule()
    def after_the_end_nothing_moves(self) -> None:
        if self.is_on():
            return
        before = self.fight.state_hash()
        with pytest.raises(IllegalAmendmentError):
            self.fight.amend(AUTHOR, "too late", EndFight())
        with pytest.raises(IllegalAnswerError):
            self.fight.advance([Answer("r1.p1.1.c0", "pass")])
        assert self.fight.prompts() == ()
        assert self.fight.state_hash() == before

    @rule()
    def go_on_with_a_fork(self) -> None:
        fork = self.fight.fork()
        assert differences(self.fight, fork) == []
        finish(self.fight)
        self.fight = fork

    @rule()
    def go_on_from_a_snapshot(self) -> None:
        restored = restore(self.fight.snapshot())
        assert differences(self.fight, restored, sharing=False) == []
        restored.watch()
        self.fight = restored

    @precondition(is_on)
    @rule()
    def read_the_menu(self) -> None:
        check_menu(self.fight, [*self.watch.entries])

    @invariant()
    def the_twin_that_nobody_watches_stands_there_too(self) -> None:
        if hasattr(self, "twin"):
            assert self.twin.state_hash() == self.fight.state_hash()

    def teardown(self) -> None:
        if hasattr(self, "fight"):
            assert finish(self.fight).rounds <= self.fight.setup.options.round_cap


AnyCourse.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
test_any_course = pytest.mark.timeout(300)(AnyCourse.TestCase)


def check_story(story: Story) -> None:
    """Everything that must hold at every wait of a whole fight."""
    fight = story.begin(watched=True)
    watch = Watch(story.setup)
    while fight.questions():
        watch.look(fight, fight.take_events())
        change = story.whim(fight)
        if change is not None:
            try:
                fight.amend(AUTHOR, "whim", change)
            except IllegalAmendmentError:
                assert fight.take_events() == []
            watch.look(fight, fight.take_events())
        watch.answering(fight.questions())
        advance(fight, story.answers(fight))
    watch.look(fight, fight.take_events())


@pytest.mark.parametrize("number", FEW)
def test_everything_holds_in_whole_fights(number: int) -> None:
    check_story(plain(number))
    check_story(tied(number))


@pytest.mark.parametrize("number", FEW)
def test_everything_holds_in_whole_fights_on_maps(number: int) -> None:
    check_story(mapped(number))
    check_story(tied_map(number))
    check_story(grappled(number))


@pytest.mark.parametrize("number", range(len(SCENES)))
def test_everything_holds_in_the_scenes_that_ship(number: int) -> None:
    check_story(scene(number))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_everything_holds_in_many_whole_fights() -> None:
    for number in MANY:
        for tell in (plain, tied, mapped, tied_map, grappled):
            check_story(tell(number))


@pytest.mark.parametrize("kind", ["plain", "mapped", "scene"])
def test_a_fight_in_which_everybody_keeps_silent_ends(kind: str) -> None:
    for number in FEW:
        fight = story_of((kind, number)).begin()
        while questions := fight.questions():
            fight.advance([question.default() for question in questions])
        assert fight.outcome() is not None


def check_menus(tell: Callable[[int], Story], numbers: range) -> set[str]:
    """Every reaction, and now and then a turn; the verbs that were on any menu."""
    taken: set[str] = set()
    for number in numbers:
        story = Story(number, tell(number).setup, often=0)
        fight = story.begin()
        ids = [entry.id for entry in story.setup.combatants]
        while questions := fight.questions():
            if questions[0].kind != "action" or fight.wait % 4 == 1:
                check_menu(fight, ids)
                taken.update(
                    answer.option.partition("/")[0]
                    for prompt in fight.prompts()
                    for option in prompt.options
                    for answer in answers_to(prompt, option)
                )
            advance(fight, [wild(question.sight()) for question in questions])
    return taken


def test_the_menus_of_wild_fights_are_what_the_machine_accepts() -> None:
    assert check_menus(plain, FEW) == PLAIN_VERBS, "not every verb was on a menu"


@pytest.mark.timeout(240)
def test_the_menus_of_wild_fights_on_maps_are_what_the_machine_accepts() -> None:
    taken = check_menus(mapped, FEW[:12]) | check_menus(tied_map, FEW[:40])
    taken |= check_menus(grappled, FEW[:20])

    assert taken == VERBS, "not every verb was on a menu"
