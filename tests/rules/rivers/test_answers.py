"""What can be answered in Rivers, and why what cannot is refused."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer, Option, TableDice
from rules.rivers.course.machine import Engagement
from tests.support.rivers import act, begun, duel, formed, only, person, scene

TWO = "attack/broadsword"


def option(part: Engagement, word: str) -> Option:
    return next(one for one in part.questions()[0].prompt().options if one.id == word)


def values(part: Engagement, word: str, name: str = "defence") -> list[str]:
    found = next(one for one in option(part, word).parameters if one.name == name)
    return [value.id for value in found.values]


def refused(answer: Answer, part: Engagement) -> IllegalAnswerError:
    with pytest.raises(IllegalAnswerError) as caught:
        part.questions()[0].check(answer)
    return caught.value


def test_what_a_plan_offers_is_within_the_budget() -> None:
    part = formed(begun(duel()))
    single = ["broadsword", "medium-shield", "dodge"]
    double = ["broadsword+medium-shield", "broadsword+dodge", "medium-shield+dodge"]

    assert values(part, TWO) == [*single, *double, "none"]
    assert values(part, "attack_twice/broadsword") == [*single, "none"]
    assert values(part, "attack_twice/broadsword", "targets") == ["ann+ann"]
    assert option(part, "close/broadsword").unavailable is not None
    assert values(part, "retreat") == [*single, *double, "none"]


@pytest.mark.parametrize(
    ("budget", "twice", "once"), [("two", 1, 4), ("extra", 4, 7), ("replace", 4, 7)]
)
def test_every_budget_has_its_offers(budget: str, twice: int, once: int) -> None:
    part = formed(begun(duel(budget=budget)))

    assert len(values(part, "attack_twice/broadsword")) == twice
    assert len(values(part, TWO)) == once


def test_every_offer_is_legal() -> None:
    people = [person("a", "ann"), person("b", "bob"), person("b", "ben")]
    far = formed(begun(scene(*people, start={"distance": 30})))
    near = formed(begun(scene(*people)))
    for part in (far, near):
        act(part)
        question = part.questions()[0]
        offers = [one for one in question.prompt().options if one.unavailable is None]
        for one in offers:
            for number in range(max([1, *(len(two.values) for two in one.parameters)])):
                chosen = [two.values[number % len(two.values)].id for two in one.parameters]
                question.check(Answer(question.id, one.id, tuple(chosen)))


def test_why_something_is_not_offered() -> None:
    far = formed(begun(scene(person("a", "ann"), person("b", "bob"), start={"distance": 60})))
    reasons = {one.id: one.unavailable for one in far.questions()[0].prompt().options}

    for word, rule in (("close/broadsword", "S42"), ("close_far/broadsword", "S42")):
        why = reasons[word]
        assert why is not None
        assert why.rule == rule
    lame = begun(duel())
    lame.people[1].lame = True
    lame.people[1].prone = True
    lame.people[1].barred_next = 3
    alone = formed(lame)
    offers = {one.id: one.unavailable for one in alone.questions()[0].prompt().options}
    for word, rule in (("retreat", "H11"), (TWO, "")):
        why = offers[word]
        assert (why.rule if why is not None else "") == rule


def test_a_fumble_bars_the_next_round() -> None:
    fight = begun(duel())
    part = formed(fight, "d100=100 d20=10")
    act(part, bob="defend none")
    fumble = only(act(part, ann="attack/broadsword bob none"), "fumble")
    fight.join()
    again = formed(fight)
    act(again)
    why = option(again, TWO).unavailable

    assert fumble.facts == {"effect": "no attack and no parry"}
    assert why is not None
    assert why.rule == "H9"
    assert values(again, "defend") == ["dodge", "none"]


def test_too_few_hands() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob", weapons=["great-axe"])))
    fight.people[1].wound([0, 0, 0, 0, 0, 3, 0])
    why = option(formed(fight), "attack/great-axe").unavailable

    assert why is not None
    assert "hands" in why.reason


def test_a_master_may_strike_twice_where_others_may_not() -> None:
    def may(skill: int) -> bool:
        skills = {"broadsword": skill}
        setup = scene(
            person("a", "ann"), person("b", "bob", skills=skills), parent_two_attacks=True
        )
        return option(formed(begun(setup)), "attack_twice/broadsword").unavailable is None

    assert (may(100), may(101)) == (False, True)


def test_whoever_is_alone_can_walk_and_wait() -> None:
    people = [person("a", "ann"), person("b", "bob"), person("b", "ben")]
    fight = begun(scene(*people, start={"distance": 30}))
    act(fight, ann="hang_back")
    for _ in range(2):
        act(fight)
    part = fight.children()[0]

    assert part.questions()[0].prompt().about == "Alone in this round: what do you do?"
    why = option(part, TWO).unavailable
    assert why is not None
    assert why.rule == "S8"
    assert values(part, "approach", "target") == ["bob", "ben"]
    assert values(part, "approach_far", "target") == ["bob", "ben"]


def test_two_defences_ask_which_of_them_meets_the_attack() -> None:
    part = formed(begun(duel()), "d100=50 d100=70 d8=3 d20=12")
    act(part, bob="defend medium-shield+dodge")
    act(part, ann="attack/broadsword bob none")
    (question,) = part.questions()
    prompt = question.prompt()

    assert question.kind == "reaction"
    assert (prompt.by, prompt.item, prompt.about) == (
        "ann",
        "broadsword",
        "Ann strikes at you. What meets it?",
    )
    assert [one.id for one in prompt.options] == ["meet/medium-shield", "meet/dodge", "meet/none"]
    assert question.default().option == "meet/medium-shield"
    for word in ("meet/broadsword", "defend"):
        assert refused(Answer(question.id, word), part).field == "option"
    unanswered = part.fork()
    assert only(act(part, bob="meet/dodge"), "attack").facts["defence"] == "dodge"
    unanswered.dice = part.dice.copy()
    twin = formed(begun(duel()), "d100=50 d8=3 d20=12")
    act(twin, bob="defend medium-shield+dodge")
    act(twin, ann="attack/broadsword bob none")
    assert only(act(twin, bob="meet/none"), "attack").facts["defence"] == "none"


def test_the_better_of_two_defences_may_count() -> None:
    part = formed(begun(duel(two_defences="best_of_two")), "d100=50 d100=60 d100=30")
    act(part, bob="defend medium-shield+dodge")
    blow = only(act(part, ann="attack/broadsword bob none"), "attack")

    assert (blow.facts["defence"], blow.facts["outcome"]) == ("dodge", "dodged")


def test_whoever_finds_its_foe_fallen_strikes_another() -> None:
    people = [person("a", "ann", DEX=19), *(person("b", f"b{n}", DEX=8) for n in (1, 2, 3))]
    dice = "d100=1 d100=90 d20=20 d100=50 d100=90 d8=1 d20=12"
    part = formed(begun(scene(*people)), dice, ann="gather b1 3")
    act(part)
    act(part, ann="attack_twice/broadsword b1+b1 none")
    (question,) = part.questions()

    assert question.kind == "reaction"
    assert [value.id for value in question.prompt().options[0].parameters[0].values] == ["b2", "b3"]
    assert question.default().values == ("b2",)
    assert refused(Answer(question.id, "engage", ("b2",)), part).field == "option"
    assert refused(Answer(question.id, "strike", ("b1",)), part).field == "values[0]"
    events = act(part, ann="strike b3")
    assert next(one for one in events if one.kind == "attack").at == "b3"


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        (("fly", ()), "option"),
        (("attack", ("ann", "none")), "option"),
        (("defend/dodge", ("none",)), "option"),
        (("defend/", ("none",)), "option"),
        (("close/broadsword", ("ann", "none")), "option"),
        (("attack/broadsword", ("ann",)), "values"),
        (("attack/broadsword", ("bob", "none")), "values[0]"),
        (("attack/broadsword", ("nobody", "none")), "values[0]"),
        (("attack/broadsword", ("ann", "fist")), "values[1]"),
        (("attack_twice/broadsword", ("ann", "none")), "values[0]"),
        (("attack_twice/broadsword", ("ann+bob", "none")), "values[0]"),
    ],
)
def test_what_is_no_plan(answer: tuple[str, tuple[str, ...]], field: str) -> None:
    part = formed(begun(duel()))
    found = refused(Answer(part.questions()[0].id, *answer), part)

    assert found.field == field
    assert found.allowed


def test_what_belongs_to_another_question() -> None:
    part = formed(begun(duel()))
    place = part.questions()[0].id
    defend = ("defend", ("none",))

    assert refused(Answer("r9.p9.9.bob", *defend), part).field == "prompt"
    assert refused(Answer(place, *defend, also=("dodge",)), part).field == "also"
    assert refused(Answer(place, *defend, dice=TableDice(5)), part).field == "dice"
    with pytest.raises(IllegalAnswerError, match="1 prompts are open"):
        part.advance([])


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        (("attack", ("bob", "none")), "option"),
        (("engage/bob", ("bob",)), "option"),
        (("engage/", ("bob",)), "option"),
        (("hang_back", ("bob",)), "values"),
        (("engage", ("ann",)), "values[0]"),
        (("gather", ("bob", "4")), "values[1]"),
        (("gather", ("ann", "2")), "values[0]"),
    ],
)
def test_what_is_no_choice_of_a_foe(answer: tuple[str, tuple[str, ...]], field: str) -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), person("b", "ben")))
    with pytest.raises(IllegalAnswerError) as caught:
        fight.questions()[0].check(Answer(fight.questions()[0].id, *answer))

    assert caught.value.field == field


def test_a_way_that_delays_nobody_may_take_no_move() -> None:
    people = (person("a", "ann"), person("b", "bob"))
    setup = scene(*people, start={"distance": 15}, move_needed="beyond_free")
    part = formed(begun(setup), "d100=90")
    act(part, bob="defend none")
    events = act(part, ann="attack/broadsword bob none")

    assert only(events, "attack").rank == 6


def test_both_close_in_and_meet() -> None:
    def walked(one: int, other: int, *, first: str = "a", **options: object) -> dict[str, int]:
        people = (person("a", "ann", DEX=one), person("b", "bob", DEX=other))
        setup = scene(*people, start={"distance": 21, "first": first}, **options)
        fight = begun(setup)
        part = formed(fight, "d100=90 d100=90")
        blows = {"ann": "close/broadsword bob none", "bob": "close/broadsword ann none"}
        act(part, **blows)
        events = act(part, **blows)
        return {event.by: event.figures[0].value for event in events if event.kind == "walked"}

    assert walked(16, 11) == {"ann": 21}
    assert walked(11, 16) == {"bob": 21}
    assert walked(13, 13) == {"ann": 11, "bob": 10}
    assert walked(13, 13, first="b") == {"ann": 10, "bob": 11}
    assert walked(13, 15) == {"bob": 21}


def test_a_long_way_is_a_late_blow() -> None:
    def rank(distance: int, *, surprised: bool = False, **options: object) -> tuple[int, str]:
        people = (person("a", "ann", surprised=surprised), person("b", "bob"))
        part = formed(begun(scene(*people, start={"distance": distance}, **options)), "d100=90")
        act(part, bob="defend none")
        blow = only(act(part, ann="close/broadsword bob none"), "attack")
        return blow.rank, blow.facts.get("rank", "")

    assert rank(18) == (6, "")
    assert rank(19) == (7, "")
    assert rank(19, distance_rounding="exact") == (6, "6.33")
    assert rank(22, surprised=True) == (9, "")
    assert rank(22, surprised=True, distance_modifiers="additive") == (11, "")


def test_a_foe_that_runs_away_from_a_charge_is_not_caught() -> None:
    people = [person("a", "ann", move=3), person("a", "ada"), person("b", "bob")]
    fight = begun(scene(*people, start={"distance": 9}))
    part = formed(fight, "d100=90 d100=90", ada="engage bob")
    act(part, bob="close/broadsword ada none")
    act(part, ann="close/broadsword bob none")
    events = act(part, ada="defend none")

    assert {one.by: one.kind for one in events if one.kind.startswith("attack")} == {
        "ann": "attack_lost",
        "bob": "attack",
    } or len(events) > 0


def test_a_peeled_foe_leaves_its_engagement() -> None:
    people = [person("a", "ann"), person("a", "ada"), person("b", "bob"), person("b", "ben")]
    fight = begun(scene(*people))
    act(fight, ann="gather bob 2")
    formed(fight, ada="engage ben")

    assert [(part.star.first, part.star.second) for part in fight.children()] == [
        ([1], [3]),
        ([2], [4]),
    ]
