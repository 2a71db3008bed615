"""RULES.md, conditions: surprised, overextended, vulnerable, and what ends them."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer
from rules.request.model import Change, Options
from tests.rules.request.build import (
    DEFEND,
    DODGE,
    PASS,
    RECOVER,
    Said,
    attack,
    attack_need,
    carry,
    copied,
    defence_need,
    fighter,
    figure,
    overextended,
    parry,
    ready,
    scene,
    stance,
    vulnerable,
    wait,
)
from tests.support.rulebook import rule

ENDED_SURPRISE = ("surprised", "ended")
ENDED_OVEREXTENDED = ("overextended", "ended")
ENDED_VULNERABLE = ("vulnerable", "ended")


def chances(*given: Change) -> tuple[int, int, int, int]:
    """What a fighter who keeps these conditions needs for a blow, a parry, a dodge and Resilience."""
    fight = scene(
        fighter("a", dex=14, sword=74, skills={"Dodge": 60}),
        fighter("b", dex=6),
        given=given,
    )
    keeping = attack("b", also=())
    struck = {"b": [attack("a")]}
    fatal = "d100=40 d8=8 d20=10 d4=1"
    hurt = [copied(fight).play(struck, f"{fatal} d100=1")]
    resilience = figure(hurt[0].of("wound")[0], "resilience_chance")
    hurt += [copied(fight).play(struck, f"{fatal} d100={resilience + i}") for i in (0, 1)]

    assert [one.seen("a").state for one in hurt] == ["up", "up", "down"]
    return (
        attack_need(fight, {"a": [keeping]}),
        defence_need(fight, {"a": [PASS, parry()], **struck}),
        defence_need(fight, {"a": [PASS, DODGE], **struck}),
        resilience,
    )


# Surprised


@rule("R35", "A surprised combatant acts at a strike rank lower by 10.")
@pytest.mark.parametrize(("said", "rank"), [(DEFEND, 4), (attack("b"), 2)])
def test_the_surprised_act_late(said: Said, rank: int) -> None:
    fight = scene(fighter("a", dex=14, sword=120, surprised=True), fighter("b", dex=1))

    fight.play({"a": [said]}, dice="d100=96" if said != DEFEND else "")

    assert fight.acts() == [(rank, "a")]


@rule("R35a", "A surprised combatant makes no reactions.")
@pytest.mark.parametrize(("surprised", "asked"), [(True, 0), (False, 1)])
def test_the_surprised_do_not_react(surprised: bool, asked: int) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=6, surprised=surprised))

    fight.play({"a": [attack("b")]}, dice="d100=96")

    assert len(fight.asked("b", "reaction")) == asked
    assert fight.attack().facts["defence"] == ("cannot" if surprised else "declined")


@rule(
    "R35b",
    "Surprise ends as a trivial action beside any combat action that the surprised combatant performs.",
)
@pytest.mark.parametrize(
    ("said", "ends"),
    [
        (DEFEND, True),
        (attack("b"), True),
        (stance("kneeling"), True),
        (ready("dagger"), True),
        (PASS, False),
        (carry(), False),
    ],
)
def test_any_action_ends_surprise(said: Said, ends: bool) -> None:
    fight = scene(fighter("a", dex=14, surprised=True), fighter("b", dex=1))

    fight.play({"a": [said]}, dice="d100=96" if said.option.startswith("attack") else "")

    assert (ENDED_SURPRISE in fight.changes("a")) is ends
    assert ("surprised" in fight.seen("a").conditions) is not ends


@rule(
    "D15",
    "Whoever ends its surprise cannot react until that action is over, and can from then on.",
)
def test_reactions_come_back_when_the_action_is_over() -> None:
    fight = scene(
        fighter("a", dex=12, sword=111, surprised=True),
        fighter("b", "foes", dex=12, sword=20),
        fighter("c", "foes", dex=6, sword=10),
    )

    # At strike rank 2 a and b strike each other simultaneously, and c strikes a at 1.
    fight.play(
        {"a": [attack("b")], "b": [wait(2), attack("a")], "c": [wait(1), attack("a")]},
        dice="d100=96 d100=96 d100=96",
    )

    defences = [(e.rank, e.by, e.facts["defence"]) for e in fight.of("attack", at="a")]
    assert defences == [(2, "b", "cannot"), (1, "c", "declined")]


# Overextended


@rule("R37", "An overextended combatant has 20 % less in all skills.")
def test_overextended_costs_20_in_all_skills() -> None:
    assert chances() == (74, 74, 60, 50)
    assert chances(overextended("a")) == (54, 54, 40, 30)


@rule("R37a", "Being overextended ends as a trivial action beside any combat action.")
@pytest.mark.parametrize(
    ("said", "ends"), [(DEFEND, True), (attack("b"), True), (PASS, False), (carry(), False)]
)
def test_any_action_ends_being_overextended(said: Said, ends: bool) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1), given=[overextended("a")])

    fight.play({"a": [said]}, dice="d100=96" if said.option.startswith("attack") else "")

    assert (ENDED_OVEREXTENDED in fight.changes("a")) is ends


# Vulnerable


@rule("R38", "A vulnerable combatant has 20 % less in all skills and 2 less in its strike ranks.")
def test_vulnerable_costs_20_in_all_skills_and_2_ranks() -> None:
    fight = scene(fighter("a", dex=14, sword=74), fighter("b"), given=[vulnerable("a")])

    assert chances(vulnerable("a")) == (54, 54, 40, 30)
    assert (fight.option("a", "attack/sword").rank, fight.option("a", "defend").rank) == (6, 12)


@rule("R38a", "A vulnerable combatant takes 2 more damage every time it is hit.")
def test_the_vulnerable_take_two_more_each_time() -> None:
    fight = scene(
        fighter("a", "foes", dex=14, sword=80),
        fighter("b", "foes", dex=13, sword=80),
        fighter("c", dex=1),
        given=[vulnerable("c")],
    )

    fight.play(
        {"a": [attack("c")], "b": [attack("c")]},
        dice="d100=40 d8=1 d20=10  d100=40 d8=1 d20=10",
    )

    assert [figure(e, "damage") for e in fight.of("attack")] == [3, 3]
    assert fight.points("c", "chest") == 7 - 6


@rule("R38b", "Being vulnerable ends only by a combat action spent on recovering.")
@pytest.mark.parametrize(
    ("said", "ends"),
    [(RECOVER, True), (DEFEND, False), (attack("b"), False), (stance("kneeling"), False)],
)
def test_only_recovering_ends_being_vulnerable(said: Said, ends: bool) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1), given=[vulnerable("a")])

    fight.play({"a": [said]}, dice="d100=96" if said.option.startswith("attack") else "")

    assert (ENDED_VULNERABLE in fight.changes("a")) is ends
    assert fight.seen("a").actions == 2


# All of them


@rule("R52", "Overextended and vulnerable together take 40 % off all skills.")
def test_both_take_40() -> None:
    assert chances(overextended("a"), vulnerable("a")) == (34, 34, 20, 10)


@rule("R52a", "A condition that comes to somebody who has it already changes nothing.")
def test_a_condition_is_had_once() -> None:
    twice = (vulnerable("a"), vulnerable("a"), overextended("a"), overextended("a"))
    fight = scene(fighter("a", dex=14, sword=74), fighter("b", dex=1), given=twice)

    fight.play({"a": [RECOVER]})
    fight.play({"a": [attack("b")]}, dice="d100=96", upto=(1, 2))

    assert fight.seen("a").conditions == ()
    assert figure(fight.attack(), "attack_chance") == 74


@rule(
    "A5",
    "The action that ends surprise or being overextended is still performed under it, but for being overextended with `recover_before_action` on.",
)
@pytest.mark.parametrize(("kinder", "chance"), [(False, 54), (True, 74)])
def test_the_ending_action_still_suffers(kinder: bool, chance: int) -> None:
    fight = scene(
        fighter("a", dex=14, sword=74, surprised=True),
        fighter("b", dex=6),
        given=[overextended("a")],
        options=Options(recover_before_action=kinder),
    )

    fight.play({"a": [attack("b")]}, dice="d100=96")

    blow = fight.attack()
    assert (blow.rank, figure(blow, "attack_chance")) == (1, chance)
    assert fight.seen("a").conditions == ()


@rule("A6", "Any number of trivial actions goes with one action, each kind once.")
def test_several_trivial_actions_go_together() -> None:
    someone = fighter("a", dex=14, surprised=True, held=["sword", "shield"])
    fight = scene(someone, fighter("b", dex=1), given=[overextended("a")])
    all_three = ("unsurprise", "unextend", "drop/shield")

    assert fight.refuses("a", Said("defend", also=("unextend", "unextend")))
    assert fight.refuses("a", Said("defend", also=("drop/sword", "drop/shield")))
    fight.play({"a": [Said("defend", also=all_three)]})

    assert {ENDED_SURPRISE, ENDED_OVEREXTENDED} <= set(fight.changes("a"))
    assert fight.held("a") == ["sword"]


@rule("A7", "Ending surprise and being overextended is done by default and may be left undone.")
@pytest.mark.parametrize(
    ("also", "left"),
    [(None, ()), (("unextend",), ("surprised",)), ((), ("surprised", "overextended"))],
)
def test_the_recoveries_may_be_left_undone(
    also: tuple[str, ...] | None, left: tuple[str, ...]
) -> None:
    fight = scene(
        fighter("a", dex=14, surprised=True), fighter("b", dex=1), given=[overextended("a")]
    )
    offered = {o.id: o.default for o in fight.prompt("a").trivial}

    fight.play({"a": [attack("b", also=also)]}, dice="d100=96")

    assert offered == {"unsurprise": True, "unextend": True, "drop/sword": False}
    assert set(fight.seen("a").conditions) == set(left)


@rule("A8", "Recovering helps no parry and no dodge.")
@pytest.mark.parametrize("defence", [parry(), DODGE])
def test_recovering_does_not_defend(defence: Said) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=4), given=[vulnerable("a")])

    fight.play({"a": [RECOVER, defence], "b": [attack("a")]}, dice="d100=96 d100=96")

    assert figure(fight.attack(by="b"), "defence_chance") == 50


@rule("P6", "Trivial actions cost no combat action.")
def test_trivial_actions_are_free() -> None:
    fight = scene(
        fighter("a", dex=14, surprised=True), fighter("b", dex=1), given=[overextended("a")]
    )
    everything = ("unsurprise", "unextend", "drop/sword")

    fight.play({"a": [Said("defend", also=everything)]})

    assert fight.seen("a").actions == 3 - 1


@rule(
    "P6a",
    "Ending surprise and being overextended go only with a combat action, while an item may be dropped also beside waiting, carrying over or passing.",
)
@pytest.mark.parametrize("said", [wait(1), carry(), PASS])
def test_the_recoveries_go_with_an_action_only(said: Said) -> None:
    fight = scene(
        fighter("a", dex=14, surprised=True), fighter("b", dex=1), given=[overextended("a")]
    )

    for trivial, forbidden in (("unsurprise", True), ("unextend", True), ("drop/sword", False)):
        assert fight.refuses("a", Said(said.option, said.values, (trivial,))) is forbidden
    fight.answer(Said(said.option, said.values, ("drop/sword",)))

    assert [e.item for e in fight.of("dropped", by="a")] == ["sword"]


# Beyond the sentences


def test_a_reaction_takes_no_trivial_action_along() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1, held=["sword", "shield"]))
    fight.answer(attack("b"))
    (question,) = fight.fight.questions()

    assert question.prompt().trivial == ()
    with pytest.raises(IllegalAnswerError, match="also"):
        question.check(Answer(question.id, "decline", also=("drop/shield",)))
