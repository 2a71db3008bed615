"""RULES.md, blows at a chosen location, and what minds make of them."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Event
from rules.rivers.course.machine import Engagement
from rules.rivers.course.shadow import sight_from
from rules.rivers.tell import Teller
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    figures,
    formed,
    mage,
    only,
    person,
    scene,
    scripted,
)
from tests.support.rulebook import rule


def aimed(dice: str, ann: str, bob: str = "defend none", *more: Person) -> list[Event]:
    """One round in which Bob and then Ann do this, with those dice, all of them."""
    part = met(dice, *more)
    events = act(part, bob=bob)
    while part.questions():
        events += act(part, ann=ann)
    assert scripted(part) == []
    return events


def met(dice: str, *more: Person, apart: int = 0, **ann: object) -> Engagement:
    people = (person("a", "ann", **ann), person("b", "bob"), *more)
    start = {"distance": apart}
    return formed(begun(scene(*people, start=start)), dice, ann="gather bob 2" if more else "")


def text(part: Engagement, event: Event) -> str:
    line = Teller(part.setup).line(event)
    assert line is not None
    return " ".join(["".join(one.text for one in line.spans), *line.details])


@rule(
    "C60",
    "A blow of hand may be aimed at a location that its foe still has, at half skill; a hit strikes there, and whoever strikes another foe instead aims no more.",
)
def test_an_aimed_blow() -> None:
    hit = only(aimed("d100=30 d8=3", "aim/broadsword bob+left-arm none"), "attack")
    missed = only(aimed("d100=31", "aim/broadsword bob+left-arm none"), "attack")
    early = only(aimed("d100=60 d8=3 d20=12", "attack/broadsword bob none"), "attack")

    assert (hit.place, hit.facts["aimed"], hit.rank) == ("left arm", "left arm", 12)
    assert [(one.label, one.value) for one in hit.figures[0].terms] == [
        ("at a chosen location", 12)
    ]
    assert figures(hit)["attack_chance"] == 30
    assert "location_roll" not in figures(hit)
    assert (missed.place, missed.facts["outcome"]) == ("", "missed")
    assert (early.rank, figures(early)["attack_chance"]) == (6, 60)
    # A13: what goes past a lesser parry strikes beside it.
    parried = aimed(
        "d100=6 d100=50 d8=8 d8=8 d100=1",
        "aim/broadsword bob+left-arm none",
        "defend broadsword",
    )
    assert only(parried, "attack").place == "right arm"


def test_whoever_strikes_another_instead_aims_no_more() -> None:
    people = (mage("a", "ann", "shield"), person("b", "bob"), person("b", "ben"))
    part = formed(begun(scene(*people)), "d100=60 d8=3 d20=12", ann="gather bob 2")
    act(part, bob="defend none", ben="defend none")
    act(part, ann="aim/broadsword bob+left-arm none")
    part.own[1].dead = True
    part.own[1].settle()
    hit = only(act(part), "attack")

    assert (hit.at, hit.place, hit.rank) == ("ben", "chest", 12)
    assert "aimed" not in hit.facts


def test_an_aimed_blow_after_a_way_is_as_late_as_the_way() -> None:
    ranks: list[int] = []
    for apart in (24, 48):
        part = met("d100=80", apart=apart, move=16)
        act(part)
        ranks.append(only(act(part, ann="close_aim/broadsword bob+head none"), "attack").rank)

    assert ranks == [12, 16]


def test_what_can_be_aimed_at() -> None:
    part = met("")
    part.own[1].severed = [1, *part.own[1].severed[1:]]
    act(part)
    (question,) = part.questions()
    option = next(one for one in question.prompt().options if one.id == "aim/broadsword")
    (target, _) = option.parameters

    assert [one.id for one in target.values][:2] == ["bob+left-leg", "bob+abdomen"]
    assert (target.values[0].label, target.values[0].chance) == ("Bob: left leg", 30)
    assert option.rank == 12
    for word in ("aim/broadsword bob+right-leg none", "aim/broadsword bob none"):
        with pytest.raises(IllegalAnswerError, match=r"possible: bob\+left-leg"):
            act(part, ann=word)


def test_how_it_is_told() -> None:
    part = met("d100=80")
    act(part, bob="defend none")
    missed = only(act(part, ann="aim/broadsword bob+left-arm none"), "attack")

    assert text(part, missed).startswith(
        "Ann strikes at the left arm of Bob with the broadsword and misses."
        " aimed at the left arm; needs 30, rolled 80"
    )


@pytest.mark.parametrize("mind", ["steady", "reckless"])
@pytest.mark.parametrize(
    ("apart", "bob", "ann", "said"),
    [
        # Plate everywhere but at the head.
        (0, {"armour": ["plate-hauberk", "plate-greaves", "plate-sleeves"]}, {}, "bob+head"),
        (0, {"armour": ["plate-hauberk"]}, {}, ""),
        (
            0,
            {"armour": ["plate-hauberk", "plate-greaves", "plate-sleeves"]},
            {"broadsword": 30},
            "",
        ),
        (0, {}, {}, ""),
        (0, {}, {"goal": "capture"}, "bob+right-arm"),
        (20, {}, {"goal": "capture"}, "bob+right-arm"),
        (60, {}, {"goal": "capture"}, ""),
    ],
)
def test_when_minds_aim(
    mind: str, apart: int, bob: dict[str, object], ann: dict[str, object], said: str
) -> None:
    goal = ann.get("goal")
    skills = {"broadsword": ann.get("broadsword", 60), "medium-shield": 50, "Dodge": 40}
    temper = {"temper": {"kind": "soldier", "goal": goal}} if goal else {}
    people = (person("a", "ann", skills=skills, **temper), person("b", "bob", **bob))
    part = formed(begun(scene(*people, start={"distance": apart})))
    act(part)
    (question,) = part.questions()
    chosen = answer_of(question, mind)

    if said:
        verb = "close_aim" if apart else "aim"
        assert (chosen.option, chosen.values[0]) == (f"{verb}/broadsword", said)
    else:
        assert "aim" not in chosen.option
    assert sight_from(question.shadow()).places(1) == [0, 1, 2, 3, 4, 5, 6]


def test_who_has_no_limb_of_use_is_not_taken_alive() -> None:
    temper = {"kind": "soldier", "goal": "capture"}
    part = formed(begun(scene(person("a", "ann", temper=temper), person("b", "bob"))))
    act(part)
    bob = part.own[1]
    bob.wound(
        [
            bob.build.full[place] if kind in ("arm", "leg") else 0
            for place, kind in enumerate(bob.build.kinds)
        ]
    )
    (question,) = part.questions()

    assert answer_of(question).option == "attack_twice/broadsword"
