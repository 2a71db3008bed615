"""Plans for a round of Rivers: whom to fight, what to do, what to cast besides; each answers the question that it is for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from actors.combatant import Combatant, Reply
from actors.policy_mind import ScriptedMind
from protocol.plans import Intent, Order
from rules.rivers.course.machine import Engagement, Fight
from tests.support.actors import answer_of
from tests.support.rivers import act, begun, formed, mage, person, scene

CHOOSE_BOB: Final = Intent("engage", ("bob",))
CHOOSE_BEN: Final = Intent("engage", ("ben",))
STRIKE_BOB: Final = Intent("attack/broadsword", ("bob", "dodge"))
STRIKE_BEN: Final = Intent("attack/broadsword", ("ben", "dodge"))
SHIELD: Final = Intent("besides/shield-2", ("ann",))
AUTOMATIC: Final = Order("automatic")


def four() -> Fight:
    """Ann, who knows fast magic, and Ada against Bob and Ben."""
    ann = mage("a", "ann", "shield")
    return begun(scene(ann, person("a", "ada"), person("b", "bob"), person("b", "ben")))


def planning(*intents: Intent, order: Order = AUTOMATIC) -> Combatant:
    """Ann, whose mind gives every default."""
    return Combatant("ann", ScriptedMind([], then_default=True), intents=intents, order=order)


def reply(ann: Combatant, machine: Fight | Engagement) -> Reply:
    """What Ann answers when she is asked next; it is not taken."""
    (question,) = [one for one in machine.questions() if one.combatant == "ann"]
    return answer_of(ann, question)


def said(one: Reply) -> tuple[str, tuple[str, ...], str]:
    return one.answer.option, one.answer.values, one.origin


def duel(fight: Fight, foe: str = "bob") -> Engagement:
    """Ann against *foe*, at her turn to say what she does."""
    other = {"bob": "ben", "ben": "bob"}[foe]
    formed(fight, ann=f"engage {foe}", ada=f"engage {other}")
    (part,) = [one for one in fight.children() if 0 in one.own]
    act(part)
    return part


@pytest.mark.parametrize(
    ("intents", "left"),
    [
        ((CHOOSE_BOB, STRIKE_BOB), (STRIKE_BOB,)),
        ((SHIELD, CHOOSE_BOB, STRIKE_BOB), (SHIELD, STRIKE_BOB)),
        ((Intent("engage", ("nobody",)), CHOOSE_BOB), ()),
    ],
)
def test_asked_whom_to_fight_a_choice_of_foes_is_taken(
    intents: Sequence[Intent], left: Sequence[Intent]
) -> None:
    ann = planning(*intents)

    assert said(reply(ann, four())) == ("engage", ("bob",), "intent")
    assert ann.intents == tuple(left)


def test_what_is_planned_for_the_engagement_stays_while_it_is_formed() -> None:
    """And the choice for the next round waits behind it."""
    ann = planning(STRIKE_BOB, CHOOSE_BEN, STRIKE_BEN)
    fight = four()

    assert said(reply(ann, fight)) == ("hang_back", (), "mind")
    assert ann.intents == (STRIKE_BOB, CHOOSE_BEN, STRIKE_BEN)
    assert said(reply(ann, duel(fight))) == ("attack/broadsword", ("bob", "dodge"), "intent")
    assert ann.intents == (CHOOSE_BEN, STRIKE_BEN)
    assert said(reply(ann, four())) == ("engage", ("ben",), "intent")


def test_a_choice_of_foes_that_nobody_was_asked_for_falls_away_with_the_reason() -> None:
    ann = planning(CHOOSE_BEN, STRIKE_BEN, STRIKE_BOB)
    taken = reply(ann, duel(four()))

    assert said(taken) == ("attack/broadsword", ("bob", "dodge"), "intent")
    assert [one.intent for one in taken.dropped] == [CHOOSE_BEN, STRIKE_BEN]
    assert taken.dropped[0].reason.startswith("option: engage is not possible; attack, ")
    assert taken.dropped[1].reason == "values[0]: ben is not possible; possible: bob"


def test_a_spell_besides_is_cast_wherever_it_stands_among_the_plans() -> None:
    ann = planning(STRIKE_BOB, STRIKE_BOB, SHIELD)
    part = duel(four())
    act(part, ann="attack/broadsword bob dodge")

    assert said(reply(ann, part)) == ("besides/shield-2", ("ann",), "intent")
    assert ann.intents == (STRIKE_BOB, STRIKE_BOB)


def test_no_standing_order_casts_a_spell() -> None:
    """It costs points: whoever does not plan it is asked."""
    part = duel(four())
    act(part, ann="attack/broadsword bob dodge")

    for order in (AUTOMATIC, Order("never"), Order("ask")):
        assert said(reply(planning(order=order), part)) == ("besides/none", (), "mind")


def test_standing_orders_choose_the_defence_and_whom_to_strike_instead() -> None:
    people = (person("a", "ann"), person("b", "bob"), person("b", "ben"))
    fight = begun(scene(*people))
    part = formed(fight, "d100=50", ann="gather bob 2")
    act(part, bob="attack/broadsword ann none", ben="attack/broadsword ann none")
    act(part, ann="defend medium-shield+dodge")
    first, _ = part.questions()

    assert said(answer_of(planning(), first)) == ("meet/medium-shield", (), "order")
