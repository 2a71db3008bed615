"""Whole fights of Rivers: engagements side by side, copies, snapshots, and what a remote mind sees."""

from __future__ import annotations

from functools import cache

import pytest

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import Answer, Event, Observer, SetPoints
from rules.rivers.course.machine import Engagement, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.course.snapshot import VERSION, UnreadableSnapshotError
from rules.rivers.model import Setup
from rules.rivers.policies import POLICIES
from rules.scenario import read
from tests.support.command import ROOT
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    duel,
    figures,
    formed,
    kinds,
    leaves,
    person,
    played,
    scene,
)

RAIDERS = (ROOT / "scenarios" / "two-raiders.toml").read_bytes()
OPTIONS: list[dict[str, object]] = [
    {},
    {"defence": "cumulative20", "two_defences": "best_of_two", "budget": "extra"},
    {"defence": "single_roll", "equal_ranks": "simultaneous", "parry_spill": "parrying_limb"},
    {"second_attacks": "after_own_defences", "dying_round": True, "distance_rounding": "exact"},
    {"budget": "two", "roll_parry_vs_failed_attack": True, "move_needed": "beyond_free"},
    {"parent_two_attacks": True, "shape_conflict": "reject", "distance_modifiers": "additive"},
]
CASTERS = 12  # from this number on everybody knows magic
MINDS = ("steady", "random", "reckless", "guard")


@cache
def mixed(number: int) -> Setup:
    """Some people of the library, under house rules, with minds of every kind."""
    kinds_ = ("raider", "guard", "wolf", "spear-fighter", "axe-fighter", "militia", "bear")
    people: list[Person] = [
        {
            "side": side,
            "id": f"{side}{place}",
            "creature": kinds_[(number * 3 + place * 2 + (side == "b")) % len(kinds_)],
            "mind": MINDS[(number + place) % 3],
            "surprised": (number + place) % 5 == 0,
        }
        for side, count in (("a", 1 + number % 3), ("b", 1 + number // 2 % 3))
        for place in range(count)
    ]
    for one in people if number >= CASTERS else ():
        one.update(spells=["lightning", "shield"], rune=60, rune_points=3)
    start = {"distance": (0, 12, 40)[number % 3]}
    return scene(*people, start=start, **OPTIONS[number % len(OPTIONS)])


def minds_of(setup: Setup) -> dict[str, str]:
    return {one.id: one.mind for one in setup.combatants}


def test_strike_rank_5_strikes_before_two_of_6_and_then_meets_both() -> None:
    _, setup = read(RAIDERS)
    assert isinstance(setup, Setup)
    part = formed(begun(setup), maren="gather raider-1 2")
    spear = "attack/short-spear-in-both-hands raider-1 dodge"
    raider = "attack/short-spear maren medium-shield"
    act(part, **{"raider-1": raider, "raider-2": raider})
    while part.questions():
        act(part, maren=spear)

    # The first two moments are played to their end with the dice as they fall.
    assert [[one.who for one in moment] for moment in part.moments] == [[1], [2, 3]]
    assert [moment[0].rank // 3 for moment in part.moments] == [5, 6]


def test_the_order_in_which_engagements_are_played_changes_nothing() -> None:
    """S4: sequentially, backwards and a question here and there: one log an engagement, and one fight."""
    people = [person(side, f"{side}{n}") for n in (1, 2, 3) for side in "ab"]
    setup = scene(*people)
    forwards, backwards, mingled = begun(setup, 3), begun(setup, 3), begun(setup, 3)
    one, other = played(forwards), played(backwards, backwards=True)
    third: list[Event] = []
    while True:
        third += mingled.take_events()
        asking = [leaf for leaf in leaves(mingled) if leaf.questions()]
        for leaf in asking[::-1]:
            third += leaf.take_events()
            leaf.advance([answer_of(question) for question in leaf.questions()])
            third += leaf.take_events()
        if not asking and not mingled.children():
            break
        if mingled.children() and not any(part.questions() for part in mingled.children()):
            mingled.join()

    assert forwards.snapshot() == backwards.snapshot() == mingled.snapshot()
    assert len(one) == len(other) == len(third)
    assert {event.id: event for event in one} == {event.id: event for event in other}
    assert {event.id: event for event in one} == {event.id: event for event in third}
    assert len({event.id for event in one}) == len(one)


@pytest.mark.parametrize("number", range(15))
def test_every_wait_can_be_kept_forked_and_seen_from_afar(number: int) -> None:
    setup = mixed(number)
    minds = minds_of(setup)
    fight = begun(setup, number)
    waits = 0
    events: list[Event] = []
    while True:
        events += fight.take_events()
        asking = [leaf for leaf in leaves(fight) if leaf.questions()]
        if not asking:
            if not fight.children():
                break
            fight.join()
            continue
        leaf = asking[waits % len(asking)]
        waits += 1
        kept = fight.snapshot()
        assert restore(kept).snapshot() == kept == fight.fork().snapshot()
        answers: list[Answer] = []
        for question in leaf.questions():
            answer = answer_of(question, minds[question.combatant])
            assert POLICIES[minds[question.combatant]](sight_from(question.shadow())) == answer
            question.check(question.default())
            question.check(answer)
            assert question.prompt().options
            answers.append(answer)
        if waits % 25 == 9:
            twin = fight.fork()
            again = restore(kept)
            assert played(twin, minds) != []
            again.watch()
            played(again, minds)
            assert twin.state_hash() == again.state_hash()
        leaf.advance(answers)
        events += leaf.take_events()

    assert fight.outcome() is not None
    assert kinds(events)[-1] == "combat_ended"
    for event in events:
        for figure in event.figures:
            total = sum(term.value for term in figure.terms)
            assert figure.value == max(total, figure.floor if figure.floor is not None else total)
    assert events[-1].facts["state"] == fight.state_hash()


@pytest.mark.parametrize("mind", MINDS)
def test_no_mind_waits_for_ever(mind: str) -> None:
    people = [person(side, f"{side}{n}") for n in (1, 2) for side in "ab"]
    fight = begun(scene(*people, start={"distance": 30}))
    played(fight, dict.fromkeys([str(one["id"]) for one in people], mind))
    ended = fight.outcome()

    assert ended is not None
    decided = (
        ("victory", "draw") if mind in {"steady", "reckless"} else ("victory", "draw", "stalemate")
    )
    assert ended.kind in decided


def test_secrets_of_foes_change_no_choice() -> None:
    def first(skill: int, con: int) -> list[bytes]:
        foe = person("b", "bob", CON=con, skills={"broadsword": skill, "Dodge": skill})
        part = formed(begun(scene(person("a", "ann"), foe)))
        act(part)
        return [question.shadow() for question in part.questions()]

    assert first(20, 9) == first(95, 18)


def test_spectators_are_told_no_skill_and_no_hit_points() -> None:
    fight = begun(duel(), 5)
    secret = {"attack_chance", "defence_chance", "hit_points", "all_hit_points", "weapon_points"}
    seen: set[str] = set()
    known: set[str] = set()
    for event in played(fight):
        told = fight.seen_by(Observer("spectator"), event)
        known |= set(figures(event))
        if told is not None:
            seen |= set(figures(told))
            through = [one for one in told.figures if one.name == "through"]
            assert all(one.terms == () for one in through)

    assert secret & known >= {"attack_chance", "defence_chance", "hit_points"}
    assert not secret & seen
    assert "attack_roll" in seen


def test_an_engagement_is_a_machine_of_its_own() -> None:
    fight = begun(duel())
    part = formed(fight)
    twin = part.fork()

    assert part.children() == ()
    part.join()
    assert part.outcome() is None
    assert twin.snapshot() == part.snapshot()
    assert twin.state_hash() == part.state_hash()
    assert [prompt.combatant for prompt in part.prompts()] == ["bob"]
    assert part.view(Observer("seat", "ann")).phase == 1
    assert fight.view(Observer("seat", "ann")).phase == 1
    assert part.seen_by(Observer("game_master"), Event("e", "x", 1, 1, 0)) is not None
    with pytest.raises(IllegalAmendmentError):
        part.amend("gm", "why", SetPoints("ann", "actions", 1))


def test_whoever_asks_while_engagements_are_at_play_is_asked_again_after_them() -> None:
    fight = begun(duel())
    formed(fight)
    while fight.children():
        assert list(fight.questions()) == []
        for part in fight.children():
            while part.questions():
                part.advance([one.default() for one in part.questions()])
        fight.join()

    assert fight.round == 2
    assert fight.questions()


def test_an_unwatched_fight_goes_the_same_way() -> None:
    watched = begun(duel(), 4)
    quiet = restore(watched.snapshot())
    assert quiet.take_events() == []
    played(watched)
    played(quiet)
    late = restore(begun(duel(), 4).snapshot())
    late.watch()
    late.watch()
    formed(late).watch()

    assert watched.state_hash() == quiet.state_hash()
    assert quiet.prompts() == ()


def test_a_snapshot_of_another_version_is_refused() -> None:
    now = f'"version":{VERSION}'.encode()
    kept = begun(duel()).snapshot().replace(now, b'"version":99', 1)

    with pytest.raises(UnreadableSnapshotError, match="version 99"):
        restore(kept)


def test_a_child_is_an_engagement() -> None:
    fight = begun(duel())
    formed(fight)

    assert all(isinstance(part, Engagement) for part in fight.children())


@pytest.mark.timeout(20)
def test_where_nobody_can_do_anything_from_the_start_the_fight_is_a_draw() -> None:
    asleep = {"under": {"sleep": 3}}
    fight = begun(scene(person("a", "ann", **asleep), person("b", "bob", **asleep)))
    ended = fight.outcome()

    assert ended is not None
    assert (ended.kind, ended.winner, ended.rounds) == ("draw", "", 1)
    assert kinds(fight.take_events()) == ["combat_began", "round_began", "combat_ended"]
