"""RULES.md, rounds and phases."""

from __future__ import annotations

import pytest

from rules.kernel.model import SetHitPoints
from rules.request.chapters.strike_rank import actions_of
from rules.request.model import Options
from tests.rules.request.build import (
    CROSSBOW,
    DEFEND,
    ONE_ROUND,
    PASS,
    SILENCE,
    TO_THE_END,
    Said,
    Scene,
    attack,
    carry,
    fighter,
    figure,
    parry,
    ready,
    scene,
    unconscious,
    wait,
)
from tests.support.rulebook import rule

STEPS = ("round_began", "phase_began", "wrap_up")


def steps(played: Scene) -> list[str]:
    return [e.kind for e in played.of(*STEPS)]


def phases(played: Scene, number: int = 1) -> list[int]:
    """The phases of one round."""
    return [e.phase for e in played.of("phase_began") if e.round == number]


def turns(played: Scene, who: str) -> list[tuple[int, int]]:
    """Round and phase of every action question to one combatant."""
    return [(p.round, p.phase) for p in played.asked(who)]


def defences(played: Scene, who: str) -> list[int]:
    """The phases in which one combatant acted, by defending."""
    return [e.phase for e in played.of("defended", by=who)]


@rule("R1", "A round lasts five seconds, so that twelve of them make a minute.")
@pytest.mark.parametrize(("rounds", "seconds"), [(1, 5), (7, 35), (12, 60)])
def test_rounds_last_five_seconds(rounds: int, seconds: int) -> None:
    fight = scene(fighter("a"), fighter("b"), options=Options(round_cap=rounds))

    fight.play(upto=TO_THE_END)

    (end,) = fight.of("combat_ended")
    assert figure(end, "seconds") == seconds


@rule("R2", "A round has three steps, always in this order: initiative, action and wrap-up.")
def test_a_round_has_three_steps() -> None:
    fight = scene(fighter("a", dex=6), fighter("b", dex=6)).play(upto=(2, 9))

    assert steps(fight)[:6] == [*STEPS, *STEPS]


@rule("R3", "The initiative step rolls nothing, and nobody has an initiative.")
def test_nobody_rolls_for_initiative() -> None:
    fight = scene(fighter("a"), fighter("b")).play(dice="", upto=(2, 9))

    assert all(not e.figures for e in fight.of("round_began", "phase_began"))


@rule(
    "P1",
    "DEX gives the combat actions of a round: one up to 6, two up to 12, three up to 18 and four above that.",
)
@pytest.mark.parametrize(
    ("dex", "actions"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (18, 3), (19, 4), (30, 4)]
)
def test_dex_gives_the_actions(dex: int, actions: int) -> None:
    fight = scene(fighter("a", dex=dex), fighter("b")).play(upto=ONE_ROUND)

    assert actions_of(dex) == actions
    assert len(turns(fight, "a")) == actions


@rule("R4", "The action step is played in phases, one after the other.")
def test_the_action_step_is_played_in_phases() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=6)).play(upto=ONE_ROUND)

    assert phases(fight) == [1, 2, 3]


@rule("R5", "In each phase everybody with a combat action left may perform one.")
def test_everybody_may_act_in_each_phase() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=12), fighter("c", dex=6))

    fight.play({"a": [DEFEND] * 3, "b": [DEFEND] * 2, "c": [DEFEND]}, upto=ONE_ROUND)

    assert [defences(fight, who) for who in "abc"] == [[1, 2, 3], [1, 2], [1]]


@rule("R6", "Nobody performs two actions in one phase, not even with an action carried over.")
def test_nobody_acts_twice_in_a_phase() -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=14))

    fight.play({"a": [carry(), DEFEND, DEFEND]}, upto=ONE_ROUND)

    assert defences(fight, "a") == [2, 3]


@rule("R7", "Within a phase the higher strike rank acts first.")
def test_the_higher_strike_rank_acts_first() -> None:
    fight = scene(fighter("a", dex=9, sword=80), fighter("b", dex=11), fighter("c", dex=7))

    fight.play({"a": [attack("b")], "b": [DEFEND], "c": [DEFEND]}, dice="d100=96")

    assert fight.acts() == [(11, "b"), (8, "a"), (7, "c")]


@rule(
    "R8",
    "A reaction comes as soon as something triggers it, in the midst of that order, and costs no action.",
)
def test_a_reaction_costs_no_action() -> None:
    fight = scene(fighter("a", sword=80, dex=10), fighter("b", sword=60, dex=6))

    fight.play(
        {"a": [attack("b")], "b": [parry(), attack("a")]},
        dice="d100=96 d100=96  d100=96",
    )

    assert [(e.rank, e.by, e.facts["defence"]) for e in fight.of("attack")] == [
        (8, "a", "parry"),
        (6, "b", "declined"),
    ]


@rule("R9", "A phase sets no limit to the reactions of one combatant.")
def test_a_phase_sets_no_limit_to_reactions() -> None:
    foes = [fighter(name, "foes", dex=12 + i) for i, name in enumerate("abcd")]
    fight = scene(*foes, fighter("z", dex=6))

    fight.play(
        {**{name: [attack("z")] for name in "abcd"}, "z": [parry()] * 4},
        dice="d100=96 " * 8,
    )

    assert [e.facts["defence"] for e in fight.of("attack", at="z")] == ["parry"] * 4


@rule("R57", "Whoever has no action left is passed over by a phase and still reacts.")
def test_without_actions_one_still_reacts() -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=6))

    fight.play({"a": [PASS, attack("b")], "b": [parry()]}, dice="d100=96 d100=96", upto=ONE_ROUND)

    assert turns(fight, "b") == [(1, 1)]
    assert [(p.round, p.phase) for p in fight.asked("b", "reaction")] == [(1, 2)]


@rule(
    "R10",
    "After a phase comes another as long as anybody has an action left to take, and otherwise the wrap-up.",
)
@pytest.mark.parametrize(("dex", "held"), [(6, 1), (12, 2), (14, 3)])
def test_phases_go_on_while_anybody_has_an_action(dex: int, held: int) -> None:
    fight = scene(fighter("a", dex=dex), fighter("b", dex=6)).play(upto=ONE_ROUND)

    assert steps(fight)[: held + 2] == ["round_began", *["phase_began"] * held, "wrap_up"]


@rule("A26", "There is a first phase in every round, even if nobody has an action to take in it.")
def test_every_round_has_a_first_phase() -> None:
    wounded = [SetHitPoints(who, where, 0) for who in "ab" for where in ("chest", "abdomen")]
    fight = scene(fighter("a", dex=6), fighter("b", dex=6), given=wounded)

    assert [phases(fight, number) for number in (1, 2)] == [[1], [1]]
    assert [p.round for p in fight.open()] == [3, 3]


@rule("A26a", "Actions that wounds take away are no reason for another phase.")
@pytest.mark.parametrize(("lost", "held"), [(2, [1, 2, 3]), (3, [1])])
def test_lost_actions_make_no_phase(lost: int, held: list[int]) -> None:
    wounded = [SetHitPoints("a", where, 0) for where in ("chest", "abdomen", "left leg")]
    fight = scene(fighter("a", dex=14), fighter("b", dex=6), given=wounded[:lost])

    fight.play(upto=(2, 1))

    assert phases(fight) == held
    assert (2, 1) in turns(fight, "a")


@rule(
    "R11",
    "Whoever has an action in a phase and neither uses it nor carries it over has lost it.",
)
@pytest.mark.parametrize("unused", [[PASS], [SILENCE, SILENCE], [wait(), PASS]])
def test_an_unused_action_is_lost(unused: list[Said]) -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=14))

    fight.play({"a": [*unused, DEFEND]}, upto=ONE_ROUND)

    assert defences(fight, "a") == [2]
    assert {phase for _, phase in turns(fight, "a")} == {1, 2}


@rule(
    "A1",
    "An action carried over stays in the stock and may be used in a later phase of the round.",
)
def test_a_carried_action_may_be_used_later() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=12))

    fight.play({"a": [carry(), DEFEND, DEFEND, DEFEND], "b": [DEFEND, DEFEND]}, upto=ONE_ROUND)

    assert defences(fight, "a") == [2, 3, 4]


@rule("A1a", "Actions that are still in the stock when the action step ends are lost.")
def test_what_is_left_of_the_round_is_lost() -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=6))

    fight.play({"a": [carry(), carry()]}, upto=ONE_ROUND)

    assert [p.round for p in fight.open()][:1] == [2]
    assert fight.seen("a").actions == 2


@rule("A1b", "A phase in which nobody's stock of actions fell ends the action step.")
@pytest.mark.parametrize(("said", "held"), [(carry(), [1]), (PASS, [1, 2, 3])])
def test_a_phase_without_any_use_ends_the_step(said: Said, held: list[int]) -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=12))

    fight.play({"a": [carry()], "b": [said]}, upto=ONE_ROUND)

    assert phases(fight) == held


@rule(
    "P4",
    "What takes several combat actions takes effect with the last of them, and each is performed in a phase of its own.",
)
def test_loading_takes_effect_with_its_last_action() -> None:
    bowman = fighter("a", dex=14, weapons=[CROSSBOW], loaded=False)
    fight = scene(bowman, fighter("b", dex=6))
    loaded: list[bool] = []

    for phase in (1, 2, 3):
        loaded.append("shoot/crossbow" in fight.offers("a"))
        fight.play({"a": [ready("crossbow")] if phase < 3 else []}, upto=(1, phase))

    assert loaded == [False, False, True]


@rule("R12", "The wrap-up comes once a round, after its last phase.")
def test_the_wrap_up_is_last() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=12)).play(upto=(2, 9))

    for number in (1, 2):
        assert [e.kind for e in fight.of(*STEPS) if e.round == number] == [
            "round_began",
            *["phase_began"] * 3,
            "wrap_up",
        ]


@rule("R13", "A new round begins as long as two hostile sides both have somebody able.")
@pytest.mark.parametrize("falls", [False, True])
def test_a_new_round_needs_two_hostile_sides(falls: bool) -> None:
    fight = scene(fighter("a"), fighter("b"), fighter("c", "b"))

    fight.amend(unconscious("b"))
    if falls:
        fight.amend(unconscious("c"))
    fight.play(upto=(2, 1))

    assert (2 in {e.round for e in fight.of("round_began")}) is not falls
