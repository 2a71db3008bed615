"""Engagements as they are formed in play: whoever is where is known by seat, and nobody looks through all the others."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer, Remove
from rules.rivers.chapters.engagements import Star, breaches, chosen, seated
from rules.rivers.course.arms import skill_terms, skill_with, summed
from rules.rivers.course.machine import Fight, restore
from rules.rivers.course.sight import Sight
from rules.rivers.policies.common import partner
from tests.support.rivers import answer_of, begun, person, scene

OURS = ("a1", "a2", "a3")
THEIRS = ("b1", "b2", "b3", "b4", "b5")


def crowd(number: int = 0, ours: int = 3, theirs: int = 5) -> Fight:
    people = [person("a", name) for name in OURS[:ours]]
    return begun(scene(*people, *[person("b", name) for name in THEIRS[:theirs]]), number)


def seats(fight: Fight) -> tuple[list[int], list[int]]:
    """Those of the side that chooses, and of the other."""
    ours, theirs = [[one + 1 for one in fight.line(side)] for side in (True, False)]
    return ours, theirs


@pytest.mark.parametrize("number", range(12))
def test_whoever_chooses_what_the_fight_knows_where_everybody_is(number: int) -> None:
    fight = crowd(number)
    while not fight.children():
        (question,) = fight.questions()
        c = fight.people[fight.names[question.combatant]]
        said = answer_of(question, "random")
        choice = question.choice(said)
        before = [Star(list(star.first), list(star.second)) for star in fight.stars]
        wanted = chosen(before, c.index + 1, c.build.first, [one + 1 for one in choice.targets])
        fork = fight.fork()
        fight.advance([said])
        if not fight.children():
            assert sorted(fight.stars) == sorted(wanted)
            assert fork.stars == before
        assert fight.seated == seated(fight.stars)

    assert breaches(fight.stars, *seats(fight)) == []


def test_a_fifth_against_one_is_told_that_four_are_there_already() -> None:
    fight = crowd(ours=1)
    for whom, label in (("3", "A1"), ("4", "A1 (4 are against it already)")):
        fork = fight.fork()
        (question,) = fork.questions()
        fork.advance([Answer(question.prompt().id, "gather", ("b1", whom))])
        (asked, *_) = fork.questions()
        engage = next(one for one in asked.prompt().options if one.id == "engage")
        assert [one.label for one in engage.parameters[0].values] == [label]


def test_a_snapshot_knows_who_is_where() -> None:
    fight = crowd()
    fight.advance([answer_of(question) for question in fight.questions()])

    again = restore(fight.snapshot())

    assert again.seated == fight.seated != {}
    assert [again.line(side) for side in (True, False)] == [[0, 1, 2], [3, 4, 5, 6, 7]]


def sight_of(fight: Fight) -> Sight:
    sight = fight.questions()[0].sight()
    assert isinstance(sight, Sight)
    return sight


@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [(2, 2, ["b1", "b2"]), (2, 5, ["b1", "b4"]), (3, 2, ["b1", "b1", "b2"]), (1, 1, ["b1"])],
)
def test_minds_share_the_foes_out_among_neighbours(
    ours: int, theirs: int, wanted: list[str]
) -> None:
    fight = crowd(0, ours, theirs)
    for name in wanted:
        sight = sight_of(fight)
        assert fight.people[partner(sight)].id == name
        fight.advance([sight.engage(partner(sight))])


def choose(fight: Fight, *foes: str) -> Fight:
    """Each of these is chosen by whoever is asked then."""
    for name in foes:
        fight.advance([sight_of(fight).engage(fight.names[name])])
    return fight


def test_whoever_is_shared_may_be_taken_out_of_an_engagement() -> None:
    """The second of two falls to b2, and takes it from nobody; a third falls to b1 with the first."""
    fight = choose(crowd(0, 2, 2), "b2")

    assert fight.people[partner(sight_of(fight))].id == "b2"


def bound(*foes: str) -> Fight:
    """A19b holds, and the first two of our three have the same foe."""
    ours = [person("a", name) for name in OURS]
    theirs = [person("b", name) for name in THEIRS]
    return choose(begun(scene(*ours, *theirs, shape_conflict="reject")), "b1", "b1", *foes)


def test_whose_share_cannot_be_chosen_takes_whoever_is_free_or_else_the_weakest() -> None:
    fight = bound()
    fight.advance([sight_of(fight).hang_back()])
    assert fight.questions()[0].combatant == "b2"
    assert fight.people[partner(sight_of(fight))].id == "a3"  # a1 has b1 and shares it

    fight = bound("b4")
    assert fight.people[partner(sight_of(fight))].id == "a3"


def test_with_nobody_left_to_choose_nobody_is_asked() -> None:
    fight = bound("b1")  # all of ours share b1

    assert fight.children()


def test_whoever_was_to_choose_the_last_that_falls_hangs_back() -> None:
    fight = bound("b4")
    fight.amend("game master", "a stray bolt", Remove("a3"))

    assert partner(sight_of(fight)) == -1
    for mind in ("steady", "reckless"):
        assert answer_of(fight.questions()[0], mind).option == "hang_back"


def test_nobody_chooses_whom_nobody_knows() -> None:
    fight = crowd()
    answer = Answer(fight.questions()[0].id, "engage", ("nobody",))

    with pytest.raises(IllegalAnswerError) as caught:
        fight.advance([answer])

    assert caught.value.allowed == "possible: b1, b2, b3, b4, b5"


@pytest.mark.parametrize("is_lying", [False, True])
@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize("strength", [3, 16])
def test_a_skill_without_its_why_is_the_same(
    *, is_lying: bool, broken: bool, strength: int
) -> None:
    weak = person("a", "a1", STR=strength, DEX=strength)
    c = begun(scene(weak, person("b", "b1"))).people[0]
    for item in range(len(c.build.arms)):
        if broken:
            c.wear_item(item, 99)
        assert skill_with(c, item, is_lying) == summed(skill_terms(c, item, is_lying))
