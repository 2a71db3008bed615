"""A mind far away chooses as the same mind in process, and what it is sent tells nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
import pytest

from rules.catalogue import SYSTEMS
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Hide, Place, SetStatus
from rules.request.course.machine import Fight
from rules.request.course.shadow import sight_from
from rules.request.course.sight import Sight
from rules.request.model import Setup
from rules.request.policies import POLICIES, Policy
from tests.machine.map_stories import map_setup, map_whim
from tests.machine.test_secrets import disguised, hidden, with_hidden
from tests.support.fights import (
    AUTHOR,
    SHIPPED,
    Story,
    advance,
    random_setup,
    shipped,
    tied_on_a_map,
    tied_setup,
    wild,
)
from tests.support.sights import everything

pytestmark = pytest.mark.many

ALL: Final[Mapping[str, Policy]] = {**POLICIES, "wild": wild}
ROUNDS: Final = 4


def far(question: Question) -> Sight:
    sight = SYSTEMS["request"].sight_from(question.shadow())
    assert isinstance(sight, Sight)
    return sight


def near(question: Question) -> Sight:
    sight = question.sight()
    assert isinstance(sight, Sight)
    return sight


def check_choices(story: Story, minds: Mapping[str, Policy]) -> int:
    """Every mind chooses the same from the shadow, at every question of the fight; return how many there were."""
    fight = story.begin()
    asked = 0
    while questions := fight.questions():
        for question in questions:
            asked += 1
            sight = far(question)
            for name, mind in minds.items():
                assert mind(sight) == mind(question.sight()), (question.id, name)
        whim = story.whim(fight)
        if whim is not None and _is_made(fight, whim) and not fight.questions():
            break
        advance(fight, story.answers(fight))
    return asked


def short(setup: Setup) -> Setup:
    options = msgspec.structs.replace(setup.options, round_cap=ROUNDS)
    return msgspec.structs.replace(setup, options=options)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_mind_chooses_the_same_in_the_scenarios_that_ship(name: str) -> None:
    assert check_choices(Story(1, short(shipped(name)), often=0), POLICIES) > 1
    assert check_choices(Story(2, short(shipped(name)), often=10), {"random": wild}) > 0


@pytest.mark.parametrize("number", range(24))
def test_every_mind_chooses_the_same_without_places(number: int) -> None:
    setup = tied_setup(number) if number % 5 == 0 else random_setup(number)
    assert check_choices(Story(number, setup, often=5), ALL) > 0


@pytest.mark.parametrize("number", range(24))
def test_every_mind_chooses_the_same_on_a_map(number: int) -> None:
    setup = tied_on_a_map(number) if number % 4 == 0 else map_setup(number)
    assert check_choices(Story(number, setup, often=5), ALL) > 1


@pytest.mark.parametrize("number", range(24))
def test_every_mind_chooses_the_same_with_somebody_hidden(number: int) -> None:
    assert check_choices(Story(number, with_hidden(number), often=5), ALL) > 0


# --- nothing is missing ---------------------------------------------------------------------


@pytest.mark.parametrize("number", range(12))
def test_whatever_a_mind_may_look_at_is_the_same(number: int) -> None:
    """Every method of a sight, with everything that it can be asked about."""
    setup = in_full_view(map_setup(number) if number % 2 else random_setup(number))
    story = Story(number, setup, often=4)
    fight = story.begin()
    looks = 0
    for _ in range(25):
        for question in fight.questions():
            seen = everything(near(question))
            assert everything(far(question)) == seen
            looks += len(seen)
        if not fight.questions():
            break
        whim = map_whim(fight, fight.dice.copy()) if number % 2 else None
        if whim is None or isinstance(whim, Hide) or not _is_made(fight, whim):
            advance(fight, story.answers(fight))
    assert looks > 100


def in_full_view(setup: Setup) -> Setup:
    """The same setup with nobody hidden: so everybody has the same number far away."""
    people = tuple(msgspec.structs.replace(one, hidden=False) for one in setup.combatants)
    return msgspec.structs.replace(setup, combatants=people, amendments=())


def _is_made(fight: Fight, whim: object) -> bool:
    try:
        fight.amend(AUTHOR, "whim", whim)
    except IllegalAmendmentError:
        return False
    return True


# --- nothing else is in it --------------------------------------------------------------------


def check_secrecy(story: Story) -> int:
    """At every question the shadow is the same, whatever cannot be known is changed."""
    fight = story.begin()
    looks = 0
    while questions := fight.questions():
        for index, question in enumerate(questions):
            other = disguised(fight, question.combatant)
            assert other.state_hash() != fight.state_hash()
            assert other.questions()[index].shadow() == question.shadow()
            looks += 1
        advance(fight, story.answers(fight))
    return looks


@pytest.mark.parametrize("number", range(20))
def test_no_secret_of_a_foe_is_in_a_shadow(number: int) -> None:
    setup = tied_setup(number) if number % 5 == 0 else random_setup(number)
    check_secrecy(Story(number, hidden(setup), often=0))


@pytest.mark.parametrize("number", range(16))
def test_no_secret_of_a_foe_is_in_a_shadow_on_a_map(number: int) -> None:
    setup = with_hidden(number) if number % 2 else map_setup(number)
    check_secrecy(Story(number, hidden(setup), often=0))


@pytest.mark.parametrize("number", range(12))
def test_where_somebody_hidden_is_or_that_there_is_one_is_in_no_shadow(number: int) -> None:
    setup = with_hidden(number)
    who = next(entry for entry in setup.combatants if entry.hidden)
    other = next(entry for entry in setup.combatants if not entry.hidden)
    story = Story(number, setup, often=0)
    here, there = story.begin(), story.begin()
    without = msgspec.structs.replace(
        setup, combatants=tuple(one for one in setup.combatants if one is not who)
    )
    alone = Story(number, without, often=0).begin()
    there.amend(AUTHOR, "", Place(who.id, other.place))
    here.amend(AUTHOR, "", Place(who.id, who.place))
    there.amend(AUTHOR, "", SetStatus(who.id, "flying", on=not who.flying))
    here.amend(AUTHOR, "", SetStatus(who.id, "flying", on=who.flying))
    asked = 0
    for question, same in zip(here.questions(), there.questions(), strict=True):
        if here.is_foe(
            here.people[here.names[question.combatant]], here.people[here.names[who.id]]
        ):
            asked += 1
            assert question.shadow() == same.shadow()
            assert who.id.encode() not in question.shadow()
            assert len(question.shadow()) - len(_shadow_of(alone, question.combatant)) <= 4
    assert asked or len(setup.sides) > 1


def _shadow_of(fight: Fight, who: str) -> bytes:
    """The shadow of the first question to *who*; one that is asked later has another id."""
    (found,) = [one for one in fight.questions() if one.combatant == who] or fight.questions()[:1]
    return found.shadow()


def test_the_seed_the_dice_and_the_minds_are_in_no_shadow() -> None:
    story = Story(3, map_setup(3), often=0)
    fight = story.begin()
    other = fight.fork()
    other.dice.roll(100)
    for question, same in zip(fight.questions(), other.questions(), strict=True):
        assert same.shadow() == question.shadow()
        assert fight.seed.hex().encode() not in question.shadow()
        assert b"random" not in question.shadow()


# --- these tests have teeth -------------------------------------------------------------------


def _spying(field: str) -> Policy:
    def spy(sight: Sight) -> Answer:
        fight = sight._fight  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        return Answer(sight.id, str([repr(getattr(c, field)) for c in fight.people]))

    return spy


@pytest.mark.parametrize("field", ["hp", "acts", "dodge", "marks"])
def test_a_mind_that_spies_chooses_otherwise_far_away(field: str) -> None:
    with pytest.raises(AssertionError, match="spy"):
        check_choices(Story(1, map_setup(1), often=0), {"spy": _spying(field)})


@pytest.mark.parametrize("left_out", ["formed", "foes", "stance", "walked", "place"])
def test_what_is_left_out_of_a_shadow_is_missed(left_out: str) -> None:
    """Of everybody, in fights where it matters."""
    missed = 0
    for number in range(0, 30, 3):
        story = Story(number, map_setup(number), often=0)
        fight = story.begin()
        for _ in range(40):
            for question in fight.questions():
                missed += _misses(question, left_out)
            if not fight.questions() or missed:
                break
            advance(fight, story.answers(fight))
    assert missed


def _misses(question: Question, left_out: str) -> bool:
    sight = sight_from(question.shadow())
    for c in sight._fight.people:  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        was: object = getattr(c, left_out)
        setattr(c, left_out, [] if isinstance(was, list) else 0)
    return everything(sight) != everything(near(question))


def sizes(numbers: Iterable[int]) -> list[int]:
    """The bytes of every shadow of some fights on maps."""
    found: list[int] = []
    for number in numbers:
        story = Story(number, map_setup(number), often=0)
        fight = story.begin()
        while questions := fight.questions():
            found += [len(question.shadow()) for question in questions]
            advance(fight, story.answers(fight))
    return found


def test_a_shadow_is_small() -> None:
    found = sizes(range(6))

    assert max(found) < 48_000
    assert sum(found) / len(found) < 16_000
