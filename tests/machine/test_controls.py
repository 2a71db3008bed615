"""Would anybody notice?  One rule after the other is broken, and a check that held no longer does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.model import SetStatus
from rules.request.chapters import strike_rank
from rules.request.course import exchange, landing, turn, view
from rules.request.course.choices import Choice
from rules.request.course.combatant import Combatant
from rules.request.course.exchange import Exchange
from rules.request.course.machine import Fight, begin
from rules.request.course.state import Procedure, State
from rules.request.model import Setup
from rules.request.setup import decode
from tests.machine.watch import Watch
from tests.support.fights import Story, advance

pytestmark = pytest.mark.many

NUMBERS: Final = range(12)
Patch = Callable[[pytest.MonkeyPatch], None]


class Control(NamedTuple):
    """A rule, how it is broken, the check that turns red, and what it then says."""

    check: Callable[[], None]
    breaks: Patch
    says: str


def watched(story: Story) -> None:
    """Everything that must hold at every wait of a fight."""
    fight = story.begin(watched=True)
    watch = Watch(story.setup)
    while fight.questions():
        watch.look(fight, fight.take_events())
        watch.answering(fight.questions())
        advance(fight, story.answers(fight))
    watch.look(fight, fight.take_events())


def setup(*, dex: tuple[int, int] = (12, 12), each: int = 1, surprised: bool = False) -> Setup:
    """Two sides of people with a sword at 74 % and soft skins, who hardly parry."""
    people = [
        {
            "id": name,
            "side": f"side-{name}",
            "characteristics": {"DEX": dex[index], "SIZ": 6, "CON": 6, "STR": 18},
            "skills": {"1H Sword": 74, "Dodge": 5, "Unarmed": 5},
            "weapons": ["war-sword"],
            "count": each,
            "surprised": surprised,
        }
        for index, name in enumerate(("one", "two"))
    ]
    return decode(
        {
            "name": "control",
            "sides": ["side-one", "side-two"],
            "combatants": people,
            "start": {"distance": 0},
        }
    )


# --- the checks -------------------------------------------------------------------------------


def check_strike_ranks() -> None:
    """R14, R19: every action comes at the strike rank worked out from the sheet, or later."""
    for number in NUMBERS:
        watched(Story(number, setup(), often=0))
        watched(Story(number, setup(surprised=True), often=0))


def check_ranks_offered() -> None:
    """R19: no option is offered below strike rank 1."""
    for number in NUMBERS:
        fight = begin(setup(surprised=True), fight_seed(number))
        for prompt in fight.prompts():
            ranks = [option.rank for option in prompt.options if option.rank is not None]
            assert min(ranks) >= 1, f"offered at {min(ranks)}"


def check_overextended() -> None:
    """R14a: being overextended takes 20 % off the skill, and nothing off the strike rank."""
    fight = begin(setup(), fight_seed(1))
    assert _sword(fight) == (8, 74)
    fight.amend("test", "", SetStatus("one-1", "overextended"))
    rank, chance = _sword(fight)

    assert chance == 54
    assert rank == 8, f"strike rank {rank} was 8"


def _sword(fight: Fight) -> tuple[int | None, int | None]:
    """Strike rank and chance of the first one's sword."""
    option = next(one for one in fight.prompts()[0].options if one.id == "attack/war-sword")
    return option.rank, option.parameters[0].values[0].chance


def check_the_fallen() -> None:
    """Whoever falls does nothing at a later strike rank, nor at the same one with less DEX."""
    for number in NUMBERS:
        watched(Story(number, setup(dex=(18, 9), each=2), often=0))


def check_everything() -> None:
    """What must hold at every wait, in fights with hidden people and shots."""
    for number in NUMBERS:
        watched(Story(number))


def check_ties() -> None:
    """A14: of two who strike each other at once, the one that falls has struck as well."""
    for number in NUMBERS:
        story = Story(number, setup(), often=0)
        fight = story.begin(watched=True)
        while fight.questions():
            advance(fight, story.answers(fight))
        for event in fight.take_events():
            assert event.kind != "thwarted", f"{event.by} no longer strikes"


# --- how the rules are broken -------------------------------------------------------------------


def round_down(patch: pytest.MonkeyPatch) -> None:
    def of_skill(learned: int) -> int:
        return learned // 10

    patch.setattr(strike_rank, "of_skill", of_skill)


def floor_the_base(patch: pytest.MonkeyPatch) -> None:
    def floored(base: int, changed_by: int) -> int:
        return max(1, base) + changed_by

    patch.setattr(strike_rank, "strike_rank", floored)


def slow_the_overextended(patch: pytest.MonkeyPatch) -> None:
    whole = Combatant.settle_conditions

    def settle_conditions(self: Combatant) -> None:
        whole(self)
        if self.overextended:
            self.rank_change -= 2
            self.rank_top = max(1, self.rank_top - 2)

    patch.setattr(Combatant, "settle_conditions", settle_conditions)


def let_the_dead_act(patch: pytest.MonkeyPatch) -> None:
    """Whoever falls keeps what it has left of the phase, and the machine asks it."""
    whole = landing.go_down

    def go_down(fight: State, c: Combatant, name: str, cause: str) -> None:
        left, plan = c.acts, c.plan
        whole(fight, c, name, cause)
        c.acts, c.plan = left, plan

    def has_turn(_: State, c: Combatant) -> bool:
        return c.acts > 0 and not c.acted and not c.hidden

    def happens(_fight: State, _deed: Choice) -> bool:
        return True

    patch.setattr(landing, "go_down", go_down)
    patch.setattr(State, "has_turn", has_turn)
    patch.setattr(exchange, "still_happens", happens)


def one_after_the_other(patch: pytest.MonkeyPatch) -> None:
    """A batch becomes a row of exchanges, the first in seat order on top."""
    whole = State.begin

    def begin_each(self: State, procedure: Procedure) -> None:
        if isinstance(procedure, Exchange) and not procedure.is_answer:
            for deed in reversed(procedure.deeds):
                whole(self, Exchange([deed], is_answer=False))
        else:
            whole(self, procedure)

    def is_able(fight: State, deed: Choice) -> bool:
        return fight.people[deed.by].able

    patch.setattr(State, "begin", begin_each)
    patch.setattr(exchange, "still_happens", is_able)


def act_again(patch: pytest.MonkeyPatch) -> None:
    """An action that was taken is taken as not taken."""
    whole = turn.start

    def start(fight: State, c: Combatant, choice: Choice) -> None:
        whole(fight, c, choice)
        c.acted = False

    patch.setattr(turn, "start", start)


def show_all(patch: pytest.MonkeyPatch) -> None:
    def knows(*_: object) -> bool:
        return True

    patch.setattr(view, "knows_all", knows)


CONTROLS: Final = {
    "rounding strike ranks down": Control(check_strike_ranks, round_down, "should be"),
    "the floor before the modifiers only": Control(
        check_ranks_offered, floor_the_base, "offered at -"
    ),
    "the -20 % moving the strike rank": Control(
        check_overextended, slow_the_overextended, "strike rank 6 was 8"
    ),
    "the dead acting after their rank": Control(
        check_the_fallen, let_the_dead_act, "fell in|has fallen"
    ),
    "a tie resolved one after the other": Control(
        check_ties, one_after_the_other, "no longer strikes"
    ),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_a_broken_rule_turns_its_check_red(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    control = CONTROLS[name]
    control.check()

    control.breaks(monkeypatch)
    with pytest.raises(AssertionError, match=control.says):
        control.check()
