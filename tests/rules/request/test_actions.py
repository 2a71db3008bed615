"""RULES.md, actions and reactions."""

from __future__ import annotations

from typing import Literal

import pytest

from rules.kernel.model import SetGear, SetStatus
from rules.request.model import Options, Weapon
from tests.rules.request.build import (
    AXE,
    BOW,
    CROSSBOW,
    DAGGER,
    DECLINE,
    DEFEND,
    DODGE,
    LEATHER,
    ONE_ROUND,
    PASS,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    aim,
    archer,
    attack,
    attack_need,
    copied,
    fighter,
    figure,
    parry,
    precise,
    ready,
    riposte,
    scene,
    shoot,
    stance,
    terms,
    wait,
)
from tests.rules.request.places import FIST, HANDY, LONGSPEAR, foes, opportunities
from tests.support.rulebook import rule

MISS = "d100=96"
PARRIED = "d100=96 d100=96"
RIPOSTED = "d100=96 d100=1"  # a blow that fails, against a critical parry
FOES = "foes"


# Actions


@rule("P6b", "Changing stance, between standing, kneeling and lying prone, is an action.")
@pytest.mark.parametrize("wanted", ["kneeling", "prone"])
def test_changing_stance_is_an_action(wanted: str) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1))

    fight.play({"a": [stance(wanted)]})

    assert (fight.seen("a").stance, fight.seen("a").actions) == (wanted, 2)
    fight.play({"a": [stance("standing")]}, upto=(1, 2))
    assert (fight.seen("a").stance, fight.seen("a").actions) == ("standing", 1)


@rule("P6c", "Defending gives +20 % to parry and dodge until one's next action.")
@pytest.mark.parametrize("defence", [parry(), DODGE])
def test_defending_helps_until_the_next_action(defence: Said) -> None:
    fight = scene(fighter("a", dex=14, sword=80), fighter("b", dex=7, sword=40))

    # The second defence still counts in the second phase, until the shield is drawn at 14.
    fight.play(
        {"a": [DEFEND, defence, ready("shield"), Said(defence.option)], "b": [attack("a")] * 2},
        dice=f"{PARRIED} {PARRIED}",
        upto=(1, 2),
    )

    chances = [figure(e, "defence_chance") for e in fight.of("attack")]
    full = 80 if defence == parry() else 50
    assert chances == [full + 20, full]


@rule("P6d", "Drawing, picking up or loading a weapon is an action.")
@pytest.mark.parametrize(
    ("item", "state", "loaded"),
    [("dagger", "carried", True), ("dagger", "dropped", True), ("bow", "held", False)],
    ids=["drawn", "picked up", "loaded"],
)
def test_readying_is_an_action(item: str, state: str, loaded: bool) -> None:
    someone = fighter(
        "a",
        dex=14,
        weapons=[BOW, DAGGER],
        held=["bow"] if item == "bow" else [],
        loaded=loaded,
    )
    fight = scene(someone, fighter("b", dex=1), given=[SetGear("a", item, state)])
    use = "shoot/bow" if item == "bow" else "attack/dagger"
    before = use in fight.offers("a")

    fight.play({"a": [ready(item)]})

    assert (before, use in fight.offers("a")) == (False, True)
    assert fight.seen("a").actions == 2


@rule("P16c", "A precise attack is a close attack at -40 % that strikes the location named.")
def test_a_precise_attack_names_its_location() -> None:
    fight = scene(fighter("a", dex=14, sword=74), fighter("b", dex=1))

    copied(fight).play({"a": [precise("b", "left arm")]}, dice="d100=35")
    fight.play({"a": [precise("b", "left arm")]}, dice="d100=34 d8=2")

    assert (figure(fight.attack(), "attack_chance"), fight.attack().place) == (34, "left arm")
    assert fight.points("b", "left arm") == 2


@rule(
    "P16c2",
    "Instead of naming a location a precise attack may pass the armour worn where it lands.",
)
@pytest.mark.parametrize(("hide", "through"), [(0, 5), (1, 4)])
def test_a_precise_attack_may_pass_the_armour(hide: int, through: int) -> None:
    fight = scene(fighter("a", dex=14, sword=74), fighter("b", dex=1, armour=[LEATHER], hide=hide))

    fight.play({"a": [precise("b", "bypass")]}, dice="d100=34 d8=5 d20=10")

    assert (fight.attack().place, figure(fight.attack(), "through")) == ("chest", through)


@rule(
    "P16d",
    "Each action of aiming gives +10 % to the next shot of that weapon at that target, up to +30 %.",
)
@pytest.mark.parametrize(("aimed", "bonus"), [(0, 0), (1, 10), (2, 20), (3, 30), (4, 30)])
def test_aiming_adds_up_to_30(aimed: int, bonus: int) -> None:
    fight = scene(archer("a", dex=19, bow=50), fighter("b", dex=1), distance=20)

    script = {"a": [*[aim("b")] * aimed, shoot("b")]}

    assert attack_need(fight, script, upto=(2, 1)) == 50 + bonus


@rule("P16d2", "Any other action than aiming on or shooting loses the aim.")
@pytest.mark.parametrize(
    ("between", "bonus"),
    [(aim("b"), 20), (PASS, 10), (DEFEND, 0), (aim("c"), 0), (stance("kneeling"), 0)],
)
def test_another_action_loses_the_aim(between: Said, bonus: int) -> None:
    fight = scene(
        archer("a", dex=19), fighter("b", FOES, dex=1), fighter("c", FOES, dex=1), distance=20
    )

    script = {"a": [aim("b"), between, shoot("b")]}

    assert attack_need(fight, script, upto=(1, 3)) == 50 + bonus


@rule("D14", "A reaction loses the aim, and declining one keeps it.")
@pytest.mark.parametrize(("said", "bonus"), [(DECLINE, 20), (DODGE, 0)])
def test_a_reaction_loses_the_aim(said: Said, bonus: int) -> None:
    fight = scene(archer("a", dex=14), archer("b", dex=7, bow=40), distance=20)

    fight.play(
        {"a": [aim("b"), aim("b"), shoot("b"), said], "b": [PASS, shoot("a")]},
        dice=f"{MISS if said == DECLINE else PARRIED} {MISS}",
        upto=(1, 3),
    )

    assert figure(fight.attack(by="a"), "attack_chance") == 50 + bonus


@rule(
    "C7",
    "In a fight without places everybody reaches everybody at a distance of 0, and at any other nobody can close and only missiles and spells reach.",
)
@pytest.mark.parametrize(("distance", "close"), [(0, True), (1, False), (20, False)])
def test_at_a_distance_only_missiles_reach(distance: int, close: bool) -> None:
    someone = fighter("a", dex=14, weapons=[BOW, SWORD, DAGGER], held=["bow"])
    swordsman = fighter("b", dex=13)

    fight = scene(someone, swordsman, fighter("c", dex=1), distance=distance)

    assert "shoot/bow" in fight.offers("a")
    assert ("attack/sword" in fight.offers("b")) is close
    assert ("precise/sword" in fight.offers("b")) is close
    assert fight.refuses("b", attack("c")) is not close


@rule(
    "C7a",
    "In a fight without places nobody is engaged, all close weapons do equally well, and nobody is knocked back.",
)
@pytest.mark.parametrize("weapon", [FIST, DAGGER, SWORD, SPEAR, LONGSPEAR])
def test_without_places_all_weapons_do_equally_well(weapon: Weapon) -> None:
    a = fighter("a", dex=14, weapons=[weapon], skills=HANDY)
    fight = scene(a, fighter("b", dex=1, size=2, hide=40))

    die = {"fist": "d3=3", "dagger": "d4=4", "longspear": "d10=8"}.get(weapon.id, "d8=8")
    fight.play({"a": [attack("b", weapon.id)]}, f"d100=40 {die} d20=10")

    assert (foes(fight, "a"), foes(fight, "b"), fight.of("engaged")) == ({}, {}, [])
    assert list(terms(fight.attack(), "attack_chance").values()) == [50]
    assert (fight.of("knocked_back"), fight.seen("b").stance) == ([], "standing")


@rule("C7b", "In a fight without places nothing provokes.")
@pytest.mark.parametrize(
    "said", [shoot("b", "dagger"), aim("b", "dagger"), ready("shield"), stance("kneeling")]
)
def test_without_places_nothing_provokes(said: Said) -> None:
    thrower = fighter("a", dex=14, weapons=[DAGGER, SHIELD], held=["dagger"])
    fight = scene(thrower, fighter("b", dex=1))

    fight.play({"a": [said]}, "d100=96" if said.word() == "shoot" else "")

    assert opportunities(fight) == []


@rule("C8", "Whoever is unconscious or out of the fight may be attacked, and the dead may not.")
@pytest.mark.parametrize(
    ("status", "allowed"), [("unconscious", True), ("out", True), ("dead", False)]
)
def test_the_helpless_may_be_attacked(status: str, allowed: bool) -> None:
    fight = scene(
        fighter("a", dex=14),
        fighter("b", FOES, dex=1),
        fighter("c", FOES, dex=1),
        given=[SetStatus("b", status)],
    )

    (targets,) = fight.option("a", "attack/sword").parameters

    assert ("b" in [value.id for value in targets.values]) is allowed
    assert fight.refuses("a", attack("b")) is not allowed


# Reactions


@rule("P2", "Somebody who is attacked has one reaction to it: a parry, a dodge or none.")
@pytest.mark.parametrize(
    ("said", "defence"), [(parry(), "parry"), (DODGE, "dodge"), (DECLINE, "declined")]
)
def test_an_attack_allows_one_reaction(said: Said, defence: str) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1))

    fight.play({"a": [attack("b")], "b": [said]}, dice=MISS if said == DECLINE else PARRIED)

    (asked,) = fight.asked("b", "reaction")
    assert [o.id for o in asked.options if o.unavailable is None] == [
        "parry/sword",
        "dodge",
        "decline",
    ]
    assert (asked.by, asked.item) == ("a", "sword")
    assert fight.attack().facts["defence"] == defence


@rule("P2a", "The reaction is chosen when the attack is known and before any die is rolled.")
def test_the_reaction_comes_before_the_dice() -> None:
    fight = scene(fighter("a", dex=14, sword=150), fighter("b", dex=1))

    fight.answer(attack("b"), dice="")

    assert [(p.combatant, p.kind, p.by) for p in fight.open()] == [("b", "reaction", "a")]
    fight.answer(DECLINE, dice=MISS)


Reactions = Literal["unlimited", "pool"]


@rule("A2", "Reactions are not counted, unless `reactions` is set to `pool`.")
@pytest.mark.parametrize(("reactions", "answered"), [("unlimited", 3), ("pool", 1)])
def test_reactions_are_not_counted(reactions: Reactions, answered: int) -> None:
    foes = [fighter(name, FOES, dex=12 + i) for i, name in enumerate("abc")]
    fight = scene(*foes, fighter("z", dex=6), options=Options(reactions=reactions))

    fight.play(
        {**{name: [attack("z")] for name in "abc"}, "z": [parry()] * answered},
        dice=f"{PARRIED} " * answered + f"{MISS} " * (3 - answered),
    )

    assert len(fight.asked("z", "reaction")) == answered


@rule(
    "P2b",
    "Under `pool` everybody has as many reactions in a round as DEX gives combat actions.",
)
@pytest.mark.parametrize(("dex", "stock"), [(6, 1), (12, 2), (14, 3), (19, 4)])
def test_a_pool_holds_as_many_as_actions(dex: int, stock: int) -> None:
    foes = [fighter(name, FOES, dex=12) for name in "abcde"]
    fight = scene(*foes, fighter("z", dex=dex), options=Options(reactions="pool"))
    waits = [wait(i) for i in (5, 4, 3, 2, 1)]

    fight.play(
        {
            **{name: [waits[i], attack("z")] for i, name in enumerate("abcde")},
            "z": [PASS, *[parry()] * stock],
        },
        dice=f"{PARRIED} " * stock + f"{MISS} " * (5 - stock),
    )

    defences = [e.facts["defence"] for e in fight.of("attack", at="z")]
    assert defences == ["parry"] * stock + ["cannot"] * (5 - stock)


@rule("P2c", "Under `pool` a riposte takes a reaction as well.")
def test_a_riposte_takes_from_the_pool() -> None:
    foes = [fighter("a", FOES, dex=12), fighter("b", FOES, dex=11)]
    fight = scene(*foes, fighter("z", dex=10), options=Options(reactions="pool"))

    # Two reactions: the parry and the riposte.
    fight.play(
        {"a": [attack("z")], "b": [attack("z")], "z": [PASS, parry(), riposte()]},
        dice=f"{RIPOSTED} {MISS} {MISS}",
    )

    assert [e.facts["defence"] for e in fight.of("attack", at="z")] == ["parry", "cannot"]


@rule(
    "R56",
    "Under `pool` the stock of reactions is filled at the start of a round and by no new phase.",
)
def test_a_pool_is_filled_by_the_round() -> None:
    fight = scene(fighter("a", dex=12), fighter("z", dex=6), options=Options(reactions="pool"))

    fight.play(
        {"a": [attack("z")] * 3, "z": [PASS, parry(), PASS, parry()]},
        dice=f"{PARRIED} {MISS} {PARRIED}",
        upto=(2, 1),
    )

    found = [(e.round, e.phase, e.facts["defence"]) for e in fight.of("attack", at="z")]
    assert found == [(1, 1, "parry"), (1, 2, "cannot"), (2, 1, "parry")]


@rule("C9", "Whatever one can strike with can parry a close attack.")
@pytest.mark.parametrize(
    ("weapons", "held", "parries"),
    [
        ([SWORD, SHIELD, DAGGER], ["sword", "shield"], ["parry/sword", "parry/shield"]),
        ([SWORD, DAGGER], ["sword", "dagger"], ["parry/sword", "parry/dagger"]),
        ([AXE, DAGGER], ["axe"], ["parry/axe"]),
        ([BOW, DAGGER], ["bow"], []),
        ([CROSSBOW], ["crossbow"], []),
        ([SWORD], [], []),
    ],
)
def test_what_strikes_can_parry(weapons: list[Weapon], held: list[str], parries: list[str]) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1, weapons=weapons, held=held))

    fight.play({"a": [attack("b")]}, dice=MISS)

    (asked,) = fight.asked("b", "reaction")
    offered = [o.id for o in asked.options if o.unavailable is None]
    assert offered == [*parries, "dodge", "decline"]


@rule("A2a", "A riposte may be parried or dodged, and never brings another riposte.")
@pytest.mark.parametrize("said", [parry(), DODGE])
def test_a_riposte_brings_no_riposte(said: Said) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=1))

    # Both defences are critical against blows that fail.
    fight.play({"a": [attack("b"), said], "b": [parry(), riposte()]}, dice=f"{RIPOSTED} {RIPOSTED}")

    verbs = [(e.by, e.facts["verb"], e.facts["defence"]) for e in fight.of("attack")]
    assert verbs == [("a", "attack", "parry"), ("b", "riposte", said.option.partition("/")[0])]


# Beyond the sentences


def test_an_aim_is_a_term_of_the_shot() -> None:
    fight = scene(archer("a", dex=14), fighter("b", dex=1), distance=20)

    fight.play({"a": [aim("b"), shoot("b")]}, dice=MISS, upto=ONE_ROUND)

    assert terms(fight.attack(), "attack_chance") == {"Bow": 50, "aimed": 10}


def test_a_shot_uses_the_aim_up() -> None:
    fight = scene(archer("a", dex=19), fighter("b", dex=1), distance=20)

    fight.play({"a": [aim("b"), shoot("b"), ready("bow"), shoot("b")]}, f"{MISS} {MISS}", ONE_ROUND)

    assert [figure(e, "attack_chance") for e in fight.of("attack")] == [60, 50]
