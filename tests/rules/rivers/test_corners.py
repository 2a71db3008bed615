"""Corners of an engagement: who walks and how far, who has come by when, and what second attacks find."""

from __future__ import annotations

from rules.kernel.model import Event
from rules.rivers.course.machine import Engagement
from tests.support.rivers import act, begun, figures, formed, kinds, person, scene, spell

SLOW_AND_READY = [
    spell("coordination", 2),
    spell("slow", 1),
]  # no other strike rank, but 3 DEX more


def through(part: Engagement, **acts: str) -> list[Event]:
    """All that happens until the engagement is over."""
    events: list[Event] = []
    while part.questions():
        events += act(part, **acts)
    return events


def ranks(events: list[Event]) -> list[tuple[str, str, int]]:
    """Who attacks whom when, in order."""
    found = [one for one in events if one.kind == "attack"]
    return [(one.by, one.at, figures(one)["strike_rank"]) for one in found]


def labels(event: Event, name: str) -> list[str]:
    """What a number of an event is the sum of."""
    return [term.label for one in event.figures if one.name == name for term in one.terms]


def ways(events: list[Event]) -> dict[str, int]:
    """Who walks how far before the strikes."""
    return {one.by: figures(one)["metres"] for one in events if one.kind == "walked"}


def test_what_spells_give_to_dex_decides_who_walks() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), start={"distance": 24}))
    fight.people[1].enchant(SLOW_AND_READY)
    part = formed(fight)
    fight.people[1].mov = part.own[1].mov = 8
    close = "close/broadsword {} none"
    events = through(part, ann=close.format("bob"), bob=close.format("ann"))

    assert ways(events) == {"bob": 24}


def test_whoever_walks_the_whole_way_and_falls_short_is_met() -> None:
    quick = person("a", "ann", move=14)
    part = formed(begun(scene(quick, person("b", "bob"), start={"distance": 40})))
    events = through(part, ann="close/broadsword bob none", bob="approach ann none")

    assert ways(events) == {"bob": 24, "ann": 16}
    assert [one.by for one in events if one.kind == "attack_lost"] == []


def test_nobody_without_legs_walks_the_way_that_takes_no_move() -> None:
    setup = scene(
        person("a", "ann"), person("b", "bob"), start={"distance": 6}, move_needed="beyond_free"
    )
    fight = begun(setup)
    ann = fight.people[0]
    lost = ann.lost[:]
    leg = ann.build.kinds.index("leg")
    lost[leg] = ann.build.full[leg]
    ann.wound(lost)
    ann.prone = True
    part = formed(fight)
    events = through(part, ann="attack/broadsword bob none", bob="defend none")

    assert ways(events) == {}
    assert "attack_lost" in kinds(events)


def test_surprise_does_not_lengthen_the_way_that_takes_no_move() -> None:
    setup = scene(
        person("a", "ann", surprised=True),
        person("b", "bob"),
        start={"distance": 20},
        move_needed="beyond_free",
        distance_modifiers="additive",
    )
    part = formed(begun(setup))
    events = through(part, ann="attack/broadsword bob none", bob="defend none")

    assert ways(events) == {}


def test_whoever_keeps_off_takes_no_free_step_towards_its_foe() -> None:
    setup = scene(
        person("a", "ann"),
        person("b", "bob"),
        start={"distance": 3},
        move_needed="beyond_free",
        distance_modifiers="additive",
    )
    events = through(
        formed(begun(setup)), ann="keep_off bob none", bob="attack/broadsword ann none"
    )

    assert [(one.by, one.facts["way"]) for one in events if one.kind == "walked"] == [
        ("bob", "towards"),
        ("ann", "off"),
    ]


def test_whoever_waits_strikes_the_first_who_comes_when_it_has_come() -> None:
    people = [person("a", "ann"), person("b", "bob"), person("b", "ben"), person("b", "bea")]
    fight = begun(scene(*people, start={"distance": 24}))
    fight.people[3].metres = 21
    part = formed(fight, ann="gather bob 3")
    close = "close/broadsword ann none"
    events = through(
        part, ann="attack/broadsword bob none", bob="defend none", ben=close, bea=close
    )

    assert ranks(events) == [("ann", "bea", 7), ("bea", "ann", 7), ("ben", "ann", 8)]


def test_a_second_attack_finds_up_who_has_stood_up_and_struck() -> None:
    quick = person("a", "ann", DEX=19, SIZ=22)
    fight = begun(scene(quick, person("b", "bob")))
    fight.people[1].prone = True
    part = formed(fight, "d100=97 d100=97 d100=97")
    said = {"ann": "attack_twice/broadsword bob+bob none", "bob": "attack/broadsword ann none"}
    events = through(part, **said)
    (first, second) = [one for one in events if one.kind == "attack" and one.by == "ann"]

    assert [one.rank for one in (first, second)] == [2, 2]
    assert "target prone" in labels(first, "attack_chance")
    assert "target prone" not in labels(second, "attack_chance")


def test_the_surprised_meet_a_second_attack_after_their_own() -> None:
    quick = person("a", "ann", DEX=19, SIZ=22)
    part = formed(begun(scene(quick, person("b", "bob", surprised=True))))
    said = {"ann": "attack_twice/broadsword bob+bob none", "bob": "attack/broadsword ann dodge"}
    events = through(part, **said)
    met = [one.facts["defence"] for one in events if one.kind == "attack" and one.by == "ann"]

    assert met == ["none", "dodge"]


def test_a_second_attack_that_nothing_came_before_is_as_early_as_the_first() -> None:
    quick = person("a", "ann", DEX=19, SIZ=22)
    part = formed(begun(scene(quick, person("b", "bob", surprised=True))))
    said = {"ann": "attack_twice/broadsword bob+bob none", "bob": "defend dodge"}
    events = through(part, **said)

    assert [one.facts["defence"] for one in events if one.kind == "attack"] == ["none", "none"]
