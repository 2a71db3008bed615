"""RULES.md: what a second weapon or a shield is good for beside the actions and reactions of a round (P3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pytest

from rules.kernel.model import SetGear, SetPoints, SetStatus
from rules.request.model import Entry, Options, Weapon
from rules.request.policies import POLICIES
from rules.request.tell.teller import Teller
from tests.rules.request.build import (
    AXE,
    DAGGER,
    DECLINE,
    DEFEND,
    DODGE,
    ONE_ROUND,
    PASS,
    SHIELD,
    SWORD,
    Said,
    Scene,
    attack,
    carry,
    copied,
    fighter,
    parry,
    precise,
    riposte,
    scene,
    wait,
)
from tests.rules.request.places import FIST, HANDY, placed
from tests.support.rulebook import rule

MISS = "d100=96"
PARRIED = "d100=96 d100=96"
LEFT = Said("attack/dagger", ("b",))


def two_handed(dex: int = 6, held: Sequence[str] = ("sword", "dagger")) -> Entry:
    return fighter("a", dex=dex, weapons=[SWORD, SHIELD, DAGGER], held=held)


def pooled(*people: Entry, second_item: Literal["weapons", "any"] = "weapons") -> Scene:
    return scene(*people, options=Options(reactions="pool", second_item=second_item))


def problem(fight: Scene, option: str) -> str:
    told = fight.option("a", option).unavailable
    return told.rule if told is not None else ""


@rule(
    "P3",
    "Whoever begins a round with a close weapon in each hand has one action more in it, for an attack or a precise attack with the second weapon, which is the one in the off hand.",
)
@pytest.mark.parametrize(
    ("weapons", "held", "actions"),
    [
        ([SWORD, DAGGER], ["sword", "dagger"], 2),
        ([SWORD, DAGGER], ["sword"], 1),
        ([SWORD, DAGGER], [], 1),
        ([AXE, DAGGER], ["axe"], 1),
        ([SWORD, FIST], ["sword"], 1),
    ],
    ids=["two", "one", "none", "two-handed", "a fist"],
)
def test_a_second_weapon_gives_an_action(
    weapons: Sequence[Weapon], held: Sequence[str], actions: int
) -> None:
    someone = fighter("a", dex=6, weapons=weapons, held=held, skills=HANDY)
    fight = scene(someone, fighter("b", dex=1))

    assert fight.seen("a").actions == actions
    second = [LEFT] if actions > 1 else []
    fight.play({"a": [DEFEND, *second]}, dice=MISS * len(second), upto=ONE_ROUND)
    assert [e.facts for e in fight.of("second")] == [{"what": "action"}] * len(second)


def test_a_precise_attack_may_be_the_one_more() -> None:
    fight = scene(two_handed(), fighter("b", dex=1))

    fight.play({"a": [DEFEND, precise("b", "head", "dagger")]}, dice=MISS, upto=ONE_ROUND)

    assert [(e.phase, e.item) for e in fight.of("attack")] == [(2, "dagger")]


@rule(
    "P3a",
    "An attack with the second weapon takes this action before any other, and when no other is left it is all that can be done.",
)
@pytest.mark.parametrize("weapons", [(SWORD, DAGGER), (DAGGER, SWORD)], ids=["behind", "first"])
def test_the_action_is_for_the_second_weapon_alone(weapons: tuple[Weapon, ...]) -> None:
    someone = fighter("a", dex=12, weapons=weapons, held=["sword", "dagger"])
    fight = scene(someone, fighter("b", dex=1))

    first = copied(fight).play({"a": [LEFT]}, dice=MISS)
    assert "attack/sword" in first.play({"a": [attack("b")]}, MISS, upto=(1, 2)).offers("a")

    fight.play({"a": [attack("b"), attack("b")]}, dice=f"{MISS} {MISS}", upto=(1, 2))
    prompt = fight.prompt("a")
    # It is asked at the strike rank of the one thing it can do (C1).
    assert (prompt.phase, prompt.rank, fight.seen("a").actions) == (3, 5, 1)
    assert fight.offers("a") == [
        "attack/dagger",
        "precise/dagger",
        "wait",
        "carry",
        "pass",
        "yield",
    ]
    assert problem(fight, "attack/sword") == "P3"
    assert problem(fight, "defend") == "P3"
    assert fight.refuses("a", attack("b"))
    assert fight.refuses("a", DEFEND)
    assert not fight.refuses("a", LEFT)


def test_on_a_map_it_is_no_move() -> None:
    fight = placed(". a . . b", two_handed(), fighter("b", dex=1))

    fight.play({"a": [DEFEND]})

    assert fight.offers("a") == ["wait", "carry", "pass", "yield"]
    assert problem(fight, "move") == "P3"


@pytest.mark.parametrize("let_go", [PASS, Said()], ids=["passed", "silent"])
def test_the_action_may_be_let_go(let_go: Said) -> None:
    fight = scene(two_handed(), fighter("b", dex=6))
    script = [DEFEND, let_go, *([Said()] if not let_go.option else [])]

    fight.play({"a": script}, upto=ONE_ROUND)

    assert fight.prompt("a").round == 2
    assert fight.seen("a").actions == 2


def test_the_action_may_be_carried_over() -> None:
    fight = scene(two_handed(), fighter("b", dex=14))

    fight.play({"a": [DEFEND, carry(), LEFT], "b": [PASS] * 3}, dice=MISS, upto=ONE_ROUND)

    assert [e.phase for e in fight.of("attack")] == [3]


def test_a_wait_for_it_ends_where_it_says() -> None:
    fight = scene(two_handed(), fighter("b", dex=1))

    fight.play({"a": [DEFEND, wait(2), LEFT]}, dice=MISS, upto=ONE_ROUND)

    assert fight.ranks("a") == [6, 5, 2]


def test_a_wound_may_cost_it() -> None:
    fight = scene(two_handed(), fighter("b", dex=1))

    fight.play({"a": [DEFEND]})
    fight.amend(SetPoints("a", "lost", 1))

    assert [e.by for e in fight.of("action_lost")] == ["a"]
    assert fight.prompt("a").round == 2


def test_the_game_master_gives_actions_for_anything() -> None:
    fight = scene(two_handed(), fighter("b", dex=1))

    fight.play({"a": [DEFEND]})
    fight.amend(SetPoints("a", "actions", 1))

    assert "attack/sword" in fight.offers("a")


def test_who_is_down_has_none() -> None:
    fight = scene(two_handed(), fighter("b", "b", dex=1), fighter("c", "a", dex=1))

    fight.play({"a": [DEFEND]}).amend(SetStatus("a", "out"))

    assert fight.seen("a").actions == 0
    fight.play({}, upto=(2, 9))
    assert [p.round for p in fight.asked("a")] == [1]


@rule(
    "P3b",
    "Of a shield and a weapon the shield is the second, and there is such an action for it only if `second_item` is set to `any`.",
)
@pytest.mark.parametrize(("second_item", "actions"), [("weapons", 1), ("any", 2)])
@pytest.mark.parametrize("held", [["sword", "shield"], ["shield", "sword"]])
def test_a_shield_by_option(
    second_item: Literal["weapons", "any"], actions: int, held: Sequence[str]
) -> None:
    people = two_handed(held=held), fighter("b", dex=1)
    fight = scene(*people, options=Options(second_item=second_item))

    assert fight.seen("a").actions == actions
    fight.play({"a": [DEFEND]})
    if actions > 1:
        assert fight.offers("a")[:2] == ["attack/shield", "precise/shield"]


@rule(
    "P3d",
    "The action for a second weapon is gone as soon as that leaves the hand.",
)
@pytest.mark.parametrize("weapons", [(SWORD, DAGGER), (DAGGER, SWORD)], ids=["behind", "first"])
@pytest.mark.parametrize(("item", "left"), [("dagger", 2), ("sword", 3)])
def test_what_is_dropped_strikes_no_more(weapons: tuple[Weapon, ...], item: str, left: int) -> None:
    someone = fighter("a", dex=14, weapons=weapons, held=["sword", "dagger"])
    fight = scene(someone, fighter("b", dex=1))

    fight.play({"a": [DEFEND]})
    assert fight.seen("a").actions == 3
    fight.amend(SetGear("a", item, "dropped"))

    assert fight.seen("a").actions == left


def test_the_second_weapon_may_be_dropped_as_its_action_is_let_go() -> None:
    fight = scene(two_handed(), fighter("b", dex=1))

    fight.play({"a": [DEFEND, Said("pass", (), ("drop/dagger",))]}, upto=ONE_ROUND)

    assert (fight.prompt("a").round, fight.seen("a").actions) == (2, 1)


def test_what_is_drawn_is_a_second_weapon_from_the_next_round() -> None:
    fight = scene(two_handed(held=["sword"]), fighter("b", dex=1))

    fight.play({"a": [Said("ready/dagger")]}, upto=ONE_ROUND)

    assert (fight.prompt("a").round, fight.seen("a").actions) == (2, 2)


@rule(
    "P3c",
    "Under `pool` a second weapon or a shield may be used for one reaction instead, when none of the stock is left.",
)
@pytest.mark.parametrize("held", [["sword", "dagger"], ["sword", "shield"]])
def test_one_more_reaction_under_pool(held: Sequence[str]) -> None:
    foes = [fighter(name, "foes", dex=12 + i) for i, name in enumerate("bcd")]
    fight = pooled(two_handed(held=held), *foes)
    second = held[1]

    fight.play(
        {**{name: [attack("a")] for name in "bcd"}, "a": [PASS, parry(), parry(second)]},
        dice=f"{PARRIED} {PARRIED} {MISS}",
    )

    asked = fight.asked("a", "reaction")
    last = [o.id for o in asked[1].options if o.unavailable is None]
    assert (len(asked), last) == (2, [f"parry/{second}", "decline"])
    assert {o.unavailable.rule for o in asked[1].options if o.unavailable} == {"P3c", "P6d"}
    assert [e.facts for e in fight.of("second")] == [{"what": "reaction"}]
    assert fight.seen("a").actions == 0  # what was a reaction is no attack any more


def test_an_attack_leaves_no_reaction() -> None:
    foes = [fighter("b", "foes", dex=5), fighter("c", "foes", dex=5)]
    fight = pooled(two_handed(), *foes)

    fight.play({"a": [LEFT], "b": [attack("a")]}, dice=f"{MISS} {MISS}", upto=(1, 1))
    fight.play({"a": [PASS]}, upto=ONE_ROUND)

    assert len(fight.asked("a", "reaction")) == 1


def test_a_planned_attack_is_no_more_when_it_was_a_reaction() -> None:
    foes = [fighter(name, "foes", dex=18, sword=100) for name in "bc"]
    fight = pooled(two_handed(), *foes)

    # In the second phase the dagger is all there is: it parries, and then there is nothing.
    fight.play({"a": [DEFEND, parry()], "b": [attack("a")]}, dice=PARRIED)
    fight.play({"a": [parry("dagger")], "b": [attack("a")]}, dice=PARRIED, upto=(1, 2))

    assert [p.phase for p in fight.asked("a")] == [1]
    assert fight.seen("a").actions == 0


@pytest.mark.parametrize("weapons", [(SWORD, SHIELD), (SHIELD, SWORD)], ids=["sword", "shield"])
def test_several_blows_of_one_moment_share_it(weapons: tuple[Weapon, ...]) -> None:
    foes = [fighter(name, "foes", dex=12) for name in "bcd"]
    someone = fighter("a", dex=6, weapons=weapons, held=["sword", "shield"])
    fight = pooled(someone, *foes)

    # One reaction in the stock, one for the shield: the third blow finds neither.
    fight.play(
        {
            **{name: [attack("a")] for name in "bcd"},
            "a": [PASS, parry(), parry("shield"), parry("shield")],
        },
        dice=f"{PARRIED} {PARRIED} {MISS}",
    )

    found = [e.facts.get("defence_item", "") for e in fight.of("attack", at="a")]
    assert found == ["sword", "shield", ""]


def test_it_is_told() -> None:
    fight = scene(two_handed(), fighter("b", dex=1))
    fight.play({"a": [DEFEND, LEFT]}, dice=MISS, upto=ONE_ROUND)
    (second,) = fight.of("second")

    teller = Teller(fight.fight.setup)

    line = teller.line(second)
    assert line is not None
    assert "".join(s.text for s in line.spans).endswith("has one action more, with the dagger.")
    assert "one more with the dagger" in teller.wholes()[0].lines[0]


@pytest.mark.parametrize("mind", ["guard", "steady", "reckless"])
def test_what_minds_make_of_it(mind: str) -> None:
    fight = scene(two_handed(), fighter("b", dex=1))
    fight.play({"a": [DEFEND]})

    (question,) = fight.fight.questions()
    said = POLICIES[mind](question.sight())

    assert said.option == ("pass" if mind == "guard" else "attack/dagger")


def test_a_dodge_is_no_reaction_of_a_second_weapon() -> None:
    foes = [fighter("b", "foes", dex=12), fighter("c", "foes", dex=13)]
    fight = pooled(two_handed(), *foes)

    fight.play(
        {"b": [attack("a")], "c": [attack("a")], "a": [PASS, DODGE, DECLINE]},
        dice=f"{PARRIED} {MISS}",
    )

    assert "dodge" not in [
        o.id for o in fight.asked("a", "reaction")[1].options if not o.unavailable
    ]


def test_a_riposte_may_be_its_reaction() -> None:
    fight = pooled(two_handed(), fighter("b", dex=12))

    fight.play(
        {"b": [attack("a")], "a": [PASS, parry(), riposte("dagger")]},
        dice="d100=96 d100=1 d100=96",
    )

    assert [(e.by, e.item) for e in fight.of("attack")] == [("b", "sword"), ("a", "dagger")]


def test_with_no_reaction_left_a_mind_parries_with_the_second_item() -> None:
    fight = pooled(two_handed(), fighter("b", dex=1))
    sight = next(one.sight() for one in fight.fight.questions() if one.combatant == "a")
    sword, dagger = 0, 2

    assert sight.parriers() == (sword, dagger)
    fight.fight.people[0].reactions = 0
    assert sight.parriers() == (dagger,)
