"""RULES.md, actions; and T20 to T23, T74 to T78."""

from __future__ import annotations

import pytest

from rules.rivers.chapters import actions, strike_rank
from rules.rivers.chapters.actions import Plan, is_slow, why_no_second_attack
from rules.rivers.chapters.magic import ROUNDS
from tests.support.rulebook import rule

TWO_DEFENCES = ("Dodge", "shield")


def plan(letters: str, *, fast: bool = False, prepared: bool = False, slow: str = "") -> Plan:
    """A for an attack, D for a defence, M for a move."""
    defences = TWO_DEFENCES[: letters.count("D")]
    return Plan(letters.count("A"), defences, letters.count("M"), fast, prepared, slow)


def possible(letters: str, budget: str = "replace") -> bool:
    return actions.why_not(plan(letters), budget) == ""


def refusal(of: Plan) -> str:
    return actions.why_not(of, "replace")


@rule(
    "S16",
    "The types of action are attack, defence and move, and all three can be taken in one round.",
)
@pytest.mark.parametrize("budget", ["replace", "two", "extra"])
def test_one_of_each(budget: str) -> None:
    assert possible("ADM", budget)
    assert possible("", budget)


@rule("S17", "One of the types may be taken twice, and two defences differ.")
def test_one_type_twice() -> None:
    assert [possible(twice) for twice in ("AA", "DD", "MM")] == [True, True, True]
    assert refusal(plan("AAMM")) == "one type of action is doubled, not two (S17)"
    assert refusal(plan("AAA")) == "nothing is done more than twice (S17)"
    assert (
        refusal(Plan(defences=("Dodge", "Dodge"))) == "two defences differ, and Dodge is one (S17)"
    )


@rule(
    "A1",
    "Whoever takes one type twice leaves out another, so that nobody takes more than three actions.",
)
def test_a_double_replaces_something() -> None:
    assert [possible(three) for three in ("AAD", "AAM", "DDA", "DDM", "MMA", "MMD")] == [True] * 6
    assert refusal(plan("AADM")) == "4 actions, and there are 3 (S17)"


@rule("A1a", 'With `budget = "two"` whoever takes one type twice takes nothing else.')
def test_a_double_may_be_all() -> None:
    assert possible("AA", "two")
    assert not possible("AAD", "two")


@rule("A1b", 'With `budget = "extra"` one type is taken twice besides the two others.')
def test_a_double_may_come_on_top() -> None:
    assert possible("AADM", "extra")
    assert not possible("AADDM", "extra")
    assert not possible("AAADM", "extra")


@rule("Q6", "A round lasts twelve seconds, so that five of them make a minute.")
def test_a_round_is_twelve_seconds() -> None:
    assert 60 // actions.SECONDS_A_ROUND == 5
    # Two minutes and a quarter of an hour, as spells last.
    assert (
        ROUNDS["spirit"],
        ROUNDS["rune"],
    ) == (120 // actions.SECONDS_A_ROUND, 900 // actions.SECONDS_A_ROUND)


@rule("S18", "An attack strikes one foe of the engagement.")
def test_an_attack_strikes_one() -> None:
    assert actions.targets([4, 5, 6], 5, area=False) == [5]


@rule("A7", "An attack on an area strikes all foes of the engagement.")
def test_an_attack_may_strike_all() -> None:
    assert actions.targets([4, 5, 6], 5, area=True) == [4, 5, 6]


@rule("S19", "A defence action is against all foes of the engagement.")
def test_one_defence_for_all() -> None:
    assert actions.defends(plan("AD"))
    assert not actions.defends(plan("AM"))


@rule(
    "S20",
    "Besides its actions everybody may cast a fast spell before the first attack or a prepared one after it.",
)
def test_one_spell_besides() -> None:
    assert refusal(plan("ADM", fast=True)) == ""
    assert refusal(plan("AAD", prepared=True)) == ""


@rule("S46", "A fast spell and a prepared one in one round are not possible.")
def test_not_two_spells() -> None:
    assert refusal(plan("", fast=True, prepared=True)) == (
        "a fast spell or a prepared one, not both (S46)"
    )


@rule("A11", "The spell besides is no attack, unless `allow_attack_spell_in_slot` is on.")
def test_the_spell_besides_is_no_attack() -> None:
    assert actions.may_be_extra(attack=False, allowed=False)
    assert not actions.may_be_extra(attack=True, allowed=False)
    assert actions.may_be_extra(attack=True, allowed=True)


@rule("S21", "A slow action takes the whole round, without attack, defence, move or spell.")
def test_what_is_slow_is_all() -> None:
    assert refusal(plan("", slow="ritual")) == ""
    others = [plan("A", slow="ritual"), plan("D", slow="ritual"), plan("M", slow="ritual")]
    others += [plan("", fast=True, slow="ritual"), plan("", prepared=True, slow="ritual")]
    assert {refusal(one) for one in others} == {"ritual is slow and takes the whole round (S21)"}


@rule(
    "S21a",
    "Rituals, most skills, reloading heavy missile weapons and putting on armour are slow, and Dodge and Ride are not.",
)
def test_what_is_slow() -> None:
    assert all(is_slow(deed) for deed in ("ritual", "First Aid", "Climb", "reload", "armour"))
    assert not any(is_slow(deed) for deed in ("Dodge", "Ride", "attack"))


@rule(
    "D6",
    "Taking a shield from the back or putting on a helmet is one slow round, and body armour is nothing for a fight.",
)
def test_gear_in_a_fight() -> None:
    assert is_slow("shield on the back")
    assert is_slow("helmet")
    assert refusal(plan("", slow=actions.NOT_IN_A_FIGHT)) == (
        "body armour is nothing for a fight (D6)"
    )


@rule("A22", "A ritual is slow, so there is no other spell beside it.")
def test_no_spell_beside_a_ritual() -> None:
    assert refusal(plan("", fast=True, slow="ritual")).endswith("(S21)")


@rule("S45", "Whoever does something slow answers no attack.")
def test_the_slow_answer_nothing() -> None:
    assert not actions.defends(plan("D", slow="reload"))
    assert not actions.defends(plan("", slow="reload"))


@rule("A18", "Any weapon that needs no reloading may attack twice.")
def test_any_weapon_attacks_twice() -> None:
    assert why_no_second_attack(heavy=False, rate=0, needs_more=False, has_more=False) == ""
    assert why_no_second_attack(heavy=True, rate=0, needs_more=False, has_more=False) == (
        "it has to be reloaded first (A18)"
    )


@rule(
    "A18a",
    "With `parent_two_attacks` that wants two weapons, a split skill or missiles that are shot as often as one likes.",
)
def test_two_attacks_may_want_more() -> None:
    assert why_no_second_attack(heavy=False, rate=0, needs_more=True, has_more=True) == ""
    assert why_no_second_attack(heavy=False, rate=0, needs_more=True, has_more=False).endswith(
        "(A18a)"
    )


@rule(
    "Q39",
    "A weapon that shoots once a round does not shoot twice, and one that shoots once in several takes the other rounds to reload.",
)
def test_how_often_something_shoots() -> None:
    assert why_no_second_attack(heavy=False, rate=1, needs_more=False, has_more=True) == (
        "it shoots once a round (Q39)"
    )
    assert [actions.reloading(rounds) for rounds in (0, 1, 2, 3, 5)] == [0, 0, 1, 2, 4]


@rule(
    "S40",
    "On the move a bow or a sling is used by no better than five times DEX on foot, and by no better than Ride in the saddle.",
)
def test_shooting_on_the_move() -> None:
    assert actions.moved_while_shooting(80, 1, 0, 13, heavy=False) == 65
    assert actions.moved_while_shooting(80, 1, 45, 13, heavy=False) == 45
    assert actions.moved_while_shooting(80, 0, 0, 13, heavy=False) == 80


@rule(
    "Q16",
    "Heavy missile weapons are not used on the move at all, and what is thrown or used in melee is free of this.",
)
def test_heavy_weapons_stay_where_they_are() -> None:
    assert actions.moved_while_shooting(80, 1, 0, 18, heavy=True) == 0
    assert actions.moved_while_shooting(80, 0, 0, 18, heavy=True) == 80


# --- worked examples -------------------------------------------------------------------------


def test_t20_budgets_that_are_possible_and_that_are_not() -> None:
    good = ("ADM", "AAD", "AAM", "DDA", "DDM", "MMA", "MMD", "A", "")
    bad = ("AADD", "AAMM", "AADM", "AAA")

    assert [letters for letters in good + bad if possible(letters)] == list(good)
    assert refusal(plan("", slow="reload")) == ""
    assert refusal(plan("D", slow="reload"))
    assert refusal(plan("M", slow="reload"))
    assert refusal(plan("", fast=True, slow="reload"))


def test_t21_one_spell_besides() -> None:
    assert refusal(plan("ADM", fast=True, prepared=True))
    assert refusal(plan("ADM", fast=True)) == refusal(plan("ADM", prepared=True)) == ""


def test_t22_other_budgets() -> None:
    assert [possible(letters, "two") for letters in ("ADM", "AAD", "AA")] == [True, False, True]
    assert [possible(letters, "extra") for letters in ("AADM", "AAADM")] == [True, False]


def test_t23_slow_shields_and_equal_defences() -> None:
    assert refusal(plan("D", slow="shield on the back"))
    assert refusal(Plan(defences=("Dodge", "Dodge")))
    assert refusal(Plan(defences=TWO_DEFENCES)) == ""


def test_t74_reloading() -> None:
    rounds = {"arbalest": 5, "heavy crossbow": 3, "light crossbow": 2}

    assert [actions.reloading(one) for one in rounds.values()] == [4, 2, 1]
    assert why_no_second_attack(heavy=False, rate=0, needs_more=False, has_more=False) == ""


def test_t75_t76_archers_on_foot_and_riders() -> None:
    assert strike_rank.total(strike_rank.missile(13, 0, uses_weapon=False)) == 2
    assert actions.moved_while_shooting(60, 1, 0, 13, heavy=False) == 60
    assert actions.moved_while_shooting(80, 1, 0, 13, heavy=False) == 65
    assert actions.moved_while_shooting(80, 2, 45, 13, heavy=False) == 45


def test_t77_armour_is_slow_and_a_set_is_drawn_once() -> None:
    assert is_slow("armour")
    assert strike_rank.GETTING_READY["armour"] is None
    assert strike_rank.drawn("sword and shield").value == 5


def test_t78_slow_and_quick_skills() -> None:
    assert is_slow("First Aid")
    assert not any(is_slow(skill) for skill in ("Dodge", "parry", "Ride"))
