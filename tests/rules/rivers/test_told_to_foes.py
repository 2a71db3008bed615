"""What foes and watchers hear of somebody's strike rank and ritual: the number, and that there is one."""

from __future__ import annotations

from rules.kernel.model import Event, Observer
from rules.rivers.course.machine import Fight
from rules.rivers.tell import Teller
from tests.support.rivers import act, begun, duel, formed, mage, only, person, scene

FRIEND = Observer("seat", "ann")
STRANGERS = (Observer("seat", "bob"), Observer())


def seen(fight: Fight, event: Event, observer: Observer) -> Event:
    known = fight.seen_by(observer, event)
    assert known is not None
    return known


def test_of_a_strike_rank_foes_know_the_number_and_not_whose_dex_and_siz_made_it() -> None:
    fight = begun(duel())
    part = formed(fight)
    act(part, bob="defend none")
    blow = only(act(part, ann="attack/broadsword bob none"), "attack")

    def rank(observer: Observer) -> tuple[int, list[str]]:
        (figure,) = [
            one for one in seen(fight, blow, observer).figures if one.name == "strike_rank"
        ]
        return figure.value, [term.label for term in figure.terms]

    assert rank(FRIEND) == (6, ["DEX 13", "SIZ 12", "weapon"])
    assert [rank(one) for one in STRANGERS] == [(6, [])] * 2


def test_of_a_ritual_foes_know_that_there_is_one() -> None:
    setup = scene(mage("a", "ann", "sword-trance", POW=15, foci={}), person("b", "bob"))
    fight = begun(setup)
    part = formed(fight)
    act(part, bob="defend none")
    events = act(part, ann="ritual/sword-trance 8 1")
    began = next(one for one in events if one.kind == "ritual")

    def line(observer: Observer) -> str:
        told = Teller(setup).line(seen(fight, began, observer))
        assert told is not None
        return told.text

    assert line(FRIEND) == "Ann begins a ritual of sword trance (2 rounds)."
    assert [line(one) for one in STRANGERS] == ["Ann begins a ritual."] * 2
    assert {*seen(fight, began, STRANGERS[0]).facts} == {"change"}
