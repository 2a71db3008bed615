"""RULES.md, what a scenario changes of itself, and what of that is refused beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.kernel.errors import SetupError
from rules.kernel.model import Event, Remove
from rules.rivers.course.machine import Fight, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.model import Setup
from rules.rivers.setup import advice, decode
from rules.rivers.tell import Teller
from tests.support.rivers import act, begun, kinds, mage, only, person
from tests.support.rulebook import rule

Written = dict[str, object]
ROUND = {"round": 2}
ANN = mage("a", "ann", "lightning", "protection", under={"protection": 2})


def written(*amend: Written, rows: Sequence[str] = (), **other: object) -> Setup:
    """Ann, under a spell, and Ada against Bob."""
    people = [ANN, person("a", "ada"), person("b", "bob")]
    ground: Written = {}
    if rows:
        people = [
            {**one, "at": place} for one, place in zip(people, ("A1", "A2", "D1"), strict=True)
        ]
        ground = {"map": {"rows": list(rows)}}
    document = {
        "name": "a script",
        "rules": "rivers",
        "sides": ["a", "b"],
        "combatants": people,
        "amend": [{"at": ROUND, **one} if "at" not in one else one for one in amend],
    }
    return decode({**document, **ground, **other})


def round_2(
    *amend: Written, rows: Sequence[str] = (), **other: object
) -> tuple[Fight, list[Event]]:
    """The fight as its second round begins, and what that told."""
    fight = begun(written(*amend, rows=rows, **other))
    while fight.round == 1 and not fight.over:
        while fight.questions():
            act(fight)
        for part in fight.children():
            while part.questions():
                act(part)
        fight.join()
        assert restore(fight.snapshot()).snapshot() == fight.fork().snapshot() == fight.snapshot()
    return fight, [one for one in fight.take_events() if one.round == 2]


@rule(
    "C65",
    "What a scenario changes of itself happens as its round begins, before anybody chooses; what makes no sense any more is told as that, and no fight that waits for it ends for want of harm.",
)
def test_what_happens_of_itself() -> None:
    gone: Written = {"remove": "ada", "reason": "she is called away"}
    late: Written = {"at": {"round": 3}, "end": "b"}
    fight, told = round_2(late, gone, {"remove": "ada"}, options={"stalemate_rounds": 1})
    amended = only(told, "amended")
    refused = only(told, "amendment_refused")

    assert kinds(told)[:3] == ["round_began", "amended", "amendment_refused"]
    assert amended.facts["author"] == refused.facts["author"] == "scenario"
    assert (amended.at, amended.facts["reason"]) == ("ada", "she is called away")
    assert fight.people[1].removed
    assert [one.combatant for one in fight.questions()] == ["ann"]
    # It waits for what is to come, and ends by that; nobody knows of it before.
    assert fight.outcome() is None
    assert not sight_from(fight.questions()[0].shadow()).state.setup.amendments
    while fight.round == 2 and not fight.over:
        while fight.questions():
            act(fight)
        for part in fight.children():
            while part.questions():
                act(part)
        fight.join()
    outcome = fight.outcome()
    assert outcome is not None
    assert (outcome.kind, outcome.winner, outcome.rounds) == ("ended", "b", 3)
    lines = [Teller(fight.setup).line(one) for one in (amended, refused)]
    texts = ["".join([span.text for span in one.spans]) for one in lines if one]
    assert texts[0] == "Ada is taken out of the fight. (she is called away)"
    assert texts[1].startswith("What the scenario wanted cannot be done: ")


def test_the_first_round_and_the_last_word() -> None:
    fight = begun(written({"at": {"round": 1}, "engage": {"who": "ada", "foe": "bob"}}))
    assert [one.combatant for one in fight.questions()] == ["ann"]
    over = begun(written({"at": {"round": 1}, "end": ""}, {"remove": "bob"}))
    assert over.outcome() is not None
    assert over.take_events()[-1].kind == "combat_ended"


def test_every_change_is_made() -> None:
    fight, told = round_2(
        {"move": {"who": "bob", "distance": 5}},
        {"hit_points": {"who": "ada", "location": "left leg", "points": 1}},
        {"points": {"who": "ann", "name": "magic", "points": 3}},
        {"points": {"who": "ann", "name": "rune", "points": 1}},
        {"status": {"who": "ann", "status": "protection", "on": False}},
        {"gear": {"who": "bob", "item": "broadsword", "state": "gone"}},
    )
    ann, _, bob = fight.people

    assert [one.facts["change"] for one in told if one.kind == "amended"] == [
        "move",
        "hit_points",
        "points",
        "points",
        "status",
        "gear",
    ]
    assert (ann.magic_points, ann.rune_points, ann.under) == (3, 1, [])
    assert bob.metres == -5
    placed, _ = round_2({"place": {"who": "bob", "place": "x"}}, rows=["....x", "....."])
    assert placed.people[2].place >= 0


@pytest.mark.parametrize(
    ("amend", "problem"),
    [
        ({"at": {"round": 0}, "end": ""}, r"amend\[0\]\.at\.round: 0 is not possible"),
        ({"at": {"round": 1, "phase": 2}, "end": ""}, r"at\.phase: the rounds of Rivers have no"),
        ({"at": {"round": 1, "rank": 5}, "end": ""}, r"at\.rank: the rounds of Rivers have no"),
        ({}, "nothing happens; expected exactly one of remove, end"),
        ({"end": "", "remove": "bob"}, "remove and end in one"),
        ({"reveal": "bob"}, "there is no such change in Rivers"),
        ({"end": "c"}, 'end: there is no side "c"'),
        ({"remove": "bab"}, "did you mean bob"),
        ({"move": {"who": "bob", "distance": -1}}, r"move\.distance: -1 is not possible"),
        ({"place": {"who": "bob", "place": "A1"}}, "there is no map; expected `move`"),
        ({"engage": {"who": "ann", "foe": "ada"}}, r"engage\.foe: ada is no foe"),
        (
            {"engage": {"who": "ann", "foe": "bob", "reach": "long"}},
            r"engage\.reach: is of no use in Rivers",
        ),
        (
            {"hit_points": {"who": "ann", "location": "tail", "points": 1}},
            r"hit_points\.location: there is no location",
        ),
        (
            {"hit_points": {"who": "ann", "location": "head", "points": 9}},
            r"hit_points\.points: 9 is not possible; expected a whole number from -8 to 4",
        ),
        ({"points": {"who": "ann", "name": "luck", "points": 1}}, "there is no stock"),
        ({"points": {"who": "ann", "name": "rune", "points": 5}}, "5 is not possible"),
        ({"status": {"who": "ann", "status": "hunger", "on": False}}, "there is no spell"),
        ({"status": {"who": "ann", "status": "protection"}}, r"status\.on: is not false"),
        ({"gear": {"who": "bob", "item": "bow", "state": "gone"}}, "there is no weapon of bob"),
        ({"gear": {"who": "bob", "item": "broadsword", "state": "lost"}}, "there is no state"),
        (
            {"gear": {"who": "bob", "item": "broadsword", "state": "slung"}},
            r"gear\.state: broadsword is no shield; expected held, carried, dropped or gone",
        ),
        (
            {"gear": {"who": "bob", "item": "broadsword", "state": "held", "missiles": 5}},
            r"gear\.missiles: broadsword is no missile weapon; expected no missiles",
        ),
    ],
)
def test_what_is_refused(amend: Written, problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        written(amend)


@pytest.mark.parametrize(
    ("amend", "problem"),
    [
        ({"move": {"who": "bob", "distance": 1}}, "is for fights without places"),
        ({"place": {"who": "bob", "place": "Z9"}}, 'nobody can stand at "Z9"'),
        ({"place": {"who": "bob", "place": "B1"}}, 'nobody can stand at "B1"'),
        ({"place": {"who": "bob", "place": "nowhere"}}, 'nobody can stand at "nowhere"'),
    ],
)
def test_what_is_refused_on_a_map(amend: Written, problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        written(amend, rows=[".#...", "....."])


@pytest.mark.parametrize(
    ("amend", "problem"),
    [
        (
            {"reveal": "bob"},
            r"^amend\[0\].reveal: there is no such change in Rivers, only in ReQuest; expected remove, end, move,",
        ),
        ({"remov": "bob"}, r"^amend\[0\].remov: there is no such key; did you mean remove"),
        ({"move": {"who": "bob", "side": "a"}}, r"^amend\[0\].move"),
    ],
)
def test_a_change_of_the_other_system_is_no_slip_of_the_pen(amend: Written, problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        written(amend)


def test_what_will_happen_is_listed() -> None:
    setup = written(
        {"at": {"round": 200}, "end": "a"},
        {"end": "", "reason": "dusk"},
        {"remove": "bob"},
        {"engage": {"who": "ann", "foe": "bob"}},
        {"status": {"who": "ann", "status": "protection", "on": False}},
        {"move": {"who": "bob", "distance": 5}},
        {"hit_points": {"who": "bob", "location": "left arm", "points": 2}},
        {"points": {"who": "ann", "name": "magic", "points": 3}},
        {"gear": {"who": "ann", "item": "medium-shield", "state": "slung"}},
    )
    armed = written(
        {"gear": {"who": "ann", "item": "self-bow", "state": "held", "missiles": 4}},
        combatants=[
            person("a", "ann", weapons=["self-bow"], skills={"self-bow": 50}),
            person("b", "bob"),
        ],
    )
    placed = written({"place": {"who": "ann", "place": "B2"}}, rows=[".....", "....."])
    assert setup.amendments[1].change == Remove("bob")
    assert Teller(setup).agenda() == (
        ("Round 2", "the fight ends (dusk)"),
        ("Round 2", "Bob is taken out of the fight"),
        ("Round 2", "Ann is put against Bob"),
        ("Round 2", "Ann is freed from protection"),
        ("Round 2", "Bob is put 5 m from its own line"),
        ("Round 2", "Bob has 2 hit points in the left arm"),
        ("Round 2", "Ann has 3 magic points"),
        ("Round 2", "Ann has the medium shield slung"),
        ("Round 200", "the fight ends, with victory for A"),
    )
    assert Teller(armed).agenda() == (("Round 2", "Ann has the self bow held, with 4 missiles"),)
    assert Teller(placed).agenda() == (("Round 2", "Ann is put on B2"),)
    assert "an amendment of round 200 comes after the last round, 100" in advice(setup)
    assert not [one for one in advice(written({"end": ""})) if "amendment" in one]
