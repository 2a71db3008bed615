"""RULES.md, several spells of spirit magic at once."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Event
from rules.rivers.course.machine import Engagement
from rules.rivers.course.shadow import sight_from
from rules.rivers.policies import POLICIES
from tests.support.rivers import (
    act,
    answer_of,
    begun,
    figures,
    formed,
    mage,
    person,
    scene,
    scripted,
)
from tests.support.rulebook import rule

SPELLS = ("disruption", "protection", "demoralise", "coordination", "shield", "two-spells")


def under(points: int = 1, dice: str = "", bob: str = "defend none", **other: object) -> Engagement:
    """Ann, with foci of 1, 2, 2 and 2 points, is under so many points of two spells."""
    both = {"two-spells": points} if points else {}
    ann = mage("a", "ann", *SPELLS, under=both, **other)
    part = formed(begun(scene(ann, person("b", "bob"))), dice)
    act(part, bob=bob)
    return part


def offered(part: Engagement) -> list[str]:
    (question,) = part.questions()
    return [one.id.partition("/")[2] for one in question.prompt().options if not one.unavailable]


def casts(events: list[Event]) -> list[tuple[str, str]]:
    return [(one.facts["spell"], one.at) for one in events if one.kind == "cast"]


@rule(
    "M41",
    "Under two spells whoever casts spirit magic by a focus, as an attack or besides, casts one more by a focus for each point of it, all at the moment of the slowest; attacks may be among them, and of other spells each is another one.",
)
def test_spells_at_once() -> None:
    part = under(dice="d100=60 d8=3 d20=12 d100=10 d100=10")
    act(part, ann="attack/broadsword bob none")
    first = offered(part)
    act(part, ann="besides/protection-2 ann")
    second = offered(part)
    copy = restore_of(part)
    (question,) = part.questions()
    assert POLICIES["steady"](sight_from(question.shadow())) == answer_of(question)
    assert copy
    events = act(part, ann="besides/coordination-2 ann")

    assert {"disruption-1", "protection-2", "coordination-2", "shield-1"} <= {*first}
    assert [*second] == ["none", "coordination-2", "disruption-1", "demoralise-2"]
    # Both after the first blow, one after the other at one moment.
    kinds_ = [one.kind for one in events if one.kind in ("attack", "cast")]
    assert casts(events) == [("protection", "ann"), ("coordination", "ann")]
    assert kinds_ == ["attack", "cast", "cast"]
    assert part.own[0].magic_points == 11 - 4


def restore_of(part: Engagement) -> bool:
    """Does what has been said outlive a copy and a snapshot?"""
    return part.fork().snapshot() == part.snapshot()


def test_an_attack_by_magic_and_another_spell() -> None:
    part = under(dice="d100=10 d100=50 d3=2 d20=12 d100=10 d100=99")
    act(part, ann="cast/disruption-1 bob none")
    assert "shield-1" not in offered(part)
    events = act(part, ann="besides/demoralise-2 bob")

    # Disruption alone has strike rank 2; the focus of the other has to be drawn.
    assert [figures(one)["strike_rank"] for one in events if one.kind == "cast"] == [8, 8]
    assert casts(events) == [("disruption", "bob"), ("demoralise", "bob")]
    assert scripted(part) == []


def test_two_attacks_of_one_kind() -> None:
    dice = "d100=10 d100=50 d3=2 d20=12 d100=10 d100=50 d3=1 d20=12 d100=96"
    part = under(dice=dice, bob="aim/broadsword ann+head none")
    act(part, ann="cast/disruption-1 bob none")
    events = act(part, ann="besides/disruption-1 bob")

    # At once with the first, and not only at the end.
    assert casts(events) == [("disruption", "bob")] * 2
    assert events[-1].kind == "attack"
    assert [figures(one)["strike_rank"] for one in events if one.kind == "cast"] == [2, 2]


def test_what_goes_with_nothing_else() -> None:
    # Rune magic stands alone, points limit the number, and nobody promises more than there is.
    part = under()
    act(part, ann="defend none")
    act(part, ann="besides/shield-1 ann")
    assert part.over or not part.questions()
    three = under(2)
    act(three, ann="defend none")
    for said in ("protection-2 ann", "coordination-2 ann", "disruption-1 bob"):
        act(three, ann=f"besides/{said}")
    assert three.over
    poor = under(magic_points=3)
    act(poor, ann="defend none")
    act(poor, ann="besides/protection-2 ann")
    assert offered(poor) == ["none", "disruption-1"]
    plain = under(0)
    act(plain, ann="cast/disruption-1 bob none")
    assert plain.over
    slow = under(weapons=["broadsword", "medium-shield"], shield_slung=True)
    act(slow, ann="unsling/medium-shield")
    assert slow.over
    again = under()
    act(again, ann="defend none")
    act(again, ann="besides/protection-2 ann")
    with pytest.raises(IllegalAnswerError, match="besides/none"):
        act(again, ann="besides/protection-2 ann")


def test_minds_cast_both() -> None:
    ann = mage("a", "ann", *SPELLS[:4], under={"two-spells": 2})
    part = formed(begun(scene(ann, person("b", "bob"))))
    act(part)
    act(part, ann="defend none")
    said: list[str] = []
    while part.questions():
        answer = answer_of(part.questions()[0])
        said.append(answer.option)
        part.advance([answer])

    assert said == ["besides/coordination-2", "besides/protection-2", "besides/none"]
