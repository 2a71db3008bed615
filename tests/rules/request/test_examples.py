"""The worked examples E1 to E66, with their exact numbers, as far as their rules are in the game.

Those that need a map are in test_examples_map.py: E29, E35 to E49, and E60.  A spell is not
in the game yet; E2 and E9 have one only for its strike rank, and the plain sum stands for it.
"""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace

from rules.kernel.model import Moment, Reveal, SetHitPoints, SetStatus
from rules.request.chapters import damage, rolls, strike_rank, wounds
from rules.request.model import LOCATIONS, Blow, Change, Options, Weapon
from tests.rules.request.build import (
    BOW,
    CHAIN_COIF,
    CHAIN_SHIRT,
    DAGGER,
    DECLINE,
    DEFEND,
    DODGE,
    ONE_ROUND,
    PASS,
    RECOVER,
    SWORD,
    TO_THE_END,
    Said,
    Scene,
    aim,
    archer,
    attack,
    attack_need,
    carry,
    fighter,
    figure,
    overextended,
    parry,
    scene,
    shoot,
    terms,
    vulnerable,
    wait,
)
from tests.rules.request.places import move, on, placed, sprint

MISS = "d100=96"
PARRIED = f"{MISS} {MISS}"
CHEST = "d20=10"
FOES = "foes"
SURPRISED = SetStatus("fahir", "surprised")
VULNERABLE = vulnerable("fahir")
OVEREXTENDED = overextended("fahir")

fahir = fighter(
    "fahir", dex=14, sword=74, skills={"Bow": 65}, weapons=[SWORD, BOW, DAGGER], held=["sword"]
)
fahir_with_bow = fighter("fahir", dex=14, skills={"Bow": 65}, weapons=[BOW, SWORD, DAGGER])


BESIDE = """
    . . . . .
     . fahir foe . .
    . . . . .
"""


def ranks(*given: Change) -> dict[str, int | None]:
    """Strike ranks of Fahir's sword and bow, and of his moves."""
    near = placed(BESIDE, fahir, fighter("foe", dex=1), given=given)
    far = placed(". fahir . . . . foe", fahir_with_bow, fighter("foe", dex=1), given=given)
    moves = {far.option("fahir", kind).rank for kind in ("move", "sprint")}
    assert moves == {near.option("fahir", "move").rank}
    return {
        "sword": near.option("fahir", "attack/sword").rank,
        "bow": far.option("fahir", "shoot/bow").rank,
        "move": moves.pop(),
    }


def of_skill(skill: int, *, surprised: bool = False, vulnerable: bool = False) -> int:
    changed = strike_rank.modifier(surprised, vulnerable)
    return strike_rank.strike_rank(strike_rank.of_skill(skill), changed)


def of_dex(dex: int, *, surprised: bool = False, vulnerable: bool = False) -> int:
    return strike_rank.strike_rank(dex, strike_rank.modifier(surprised, vulnerable))


def needed(*given: Change) -> tuple[int, int]:
    """What Fahir needs for a sword blow, and at which strike rank it comes."""
    fight = scene(fahir, fighter("foe", dex=1), given=given)
    script = {"fahir": [attack("foe")]}
    return attack_need(fight, script), fight.play(script, MISS).attack().rank


def acting(fight: Scene) -> list[list[str]]:
    """Who acted, phase by phase, in the first round."""
    acts = fight.of("attack", "defended", "recovered")
    last = max(e.phase for e in fight.events if e.round == 1)
    return [[e.by for e in acts if (e.round, e.phase) == (1, n)] for n in range(1, last + 1)]


# Strike rank


def test_e1_e3_e4_fahir_by_his_own_figures() -> None:
    assert ranks() == {"sword": 8, "bow": 7, "move": 14}


def test_e2_a_skill_of_47_is_strike_rank_5() -> None:
    assert of_skill(47) == 5


@pytest.mark.parametrize("dex", [10, 18])
def test_e5_fahir_waits_and_shoots_the_broo_at_4(dex: int) -> None:
    fight = scene(
        fahir_with_bow,
        fighter("broo", dex=dex, hidden=True),
        fighter("stone", "broo", dex=1, hidden=True),
        distance=20,
        later=[(Moment(1, 1, 4), Reveal("broo"))],
    )
    # At 7 there is nobody to shoot at.
    fight.answer(wait(7))
    assert "shoot/bow" not in fight.offers("fahir")

    fight.play({"fahir": [wait(1, "view"), shoot("broo")], "broo": [wait(1), PASS]}, MISS)

    assert fight.acts() == [(4, "fahir")]


@pytest.mark.parametrize(
    ("skill", "rank"), [(70, 7), (71, 8), (100, 10), (101, 11), (10, 1), (1, 1), (0, 1)]
)
def test_e6_skills_and_their_strike_ranks(skill: int, rank: int) -> None:
    assert of_skill(skill) == rank


def test_e7_overextended_in_armour_of_20() -> None:
    heavy = fighter("fahir", dex=14, sword=74, armour=[CHAIN_SHIRT])
    fight = scene(heavy, fighter("foe", dex=1), given=[OVEREXTENDED])

    blow = fight.play({"fahir": [attack("foe")]}, MISS).attack()

    assert (figure(blow, "attack_chance"), blow.rank) == (34, 8)


def test_e8_a_bonus_of_10_leaves_the_strike_rank() -> None:
    fight = placed(
        BESIDE, fahir, fighter("foe", dex=1), on("D2", fighter("friend", "fahir", dex=1))
    )
    said = attack("foe", also=("flank/foe",))

    blow = fight.play({"fahir": [said]}, "d100=84 d8=1 d20=10").attack()

    assert (figure(blow, "attack_chance"), blow.rank, blow.facts["outcome"]) == (84, 8, "hit")


def test_e9_fahir_vulnerable() -> None:
    assert ranks(VULNERABLE) == {"sword": 6, "bow": 5, "move": 12}
    assert of_skill(47, vulnerable=True) == 3
    assert needed(VULNERABLE) == (54, 6)


def test_e10_a_dagger_of_15_while_vulnerable() -> None:
    assert (of_skill(15), of_skill(15, vulnerable=True)) == (2, 1)


def test_e11_fahir_surprised() -> None:
    assert ranks(SURPRISED) == {"sword": 1, "bow": 1, "move": 4}


@pytest.mark.parametrize(("skill", "rank"), [(110, 1), (111, 2)])
def test_e12_surprised_with_a_great_skill(skill: int, rank: int) -> None:
    assert of_skill(skill, surprised=True) == rank


@pytest.mark.parametrize(("dex", "rank"), [(14, 2), (12, 1)])
def test_e13_surprised_and_vulnerable(dex: int, rank: int) -> None:
    assert of_dex(dex, surprised=True, vulnerable=True) == rank


# Order and ties


def test_e14_the_higher_dex_first() -> None:
    fight = scene(fighter("a", dex=10, sword=80), fighter("b", dex=13, sword=75))

    fight.play({"a": [attack("b")], "b": [attack("a")]}, f"{MISS} {MISS}")

    assert fight.acts() == [(8, "b"), (8, "a")]


def test_e15_simultaneously_and_dead_all_the_same() -> None:
    fight = scene(fighter("a", dex=12, sword=80), fighter("b", dex=12, sword=80))
    fight.amend(SetHitPoints("b", "head", 3))

    # a kills b (8 into a head of 5 that has 3 left), and the blow of b lands.
    fight.play(
        {"a": [attack("b")], "b": [attack("a")]},
        f"d100=40 d8=8 d20=20  d100=40 d8=3 {CHEST}  {MISS}",
    )

    assert fight.seen("b").state == "dead"
    assert fight.points("a", "chest") == 4


def test_e16_the_spearman_has_first_call() -> None:
    fight = scene(
        archer("archer", dex=11, bow=65), fighter("spearman", dex=16, sword=50), distance=0
    )

    fight.play(
        {"archer": [wait(5), shoot("spearman")], "spearman": [attack("archer")]},
        f"{MISS} {MISS}",
    )

    assert fight.acts() == [(5, "spearman"), (5, "archer")]


@pytest.mark.parametrize(
    ("said", "dice", "rank"), [(move("C2"), "", 14), (attack("troll"), MISS, 8)], ids=["e17", "e18"]
)
def test_e17_e18_one_man_at_two_counts(said: Said, dice: str, rank: int) -> None:
    fight = placed(
        """
        . . . . . . .
         . fahir . . . . .
        . . troll . . . trollkin
        """,
        fahir,
        fighter("troll", FOES, dex=9, sword=55),
        archer("trollkin", FOES, dex=12, bow=31),
    )

    fight.play(
        {"fahir": [said], "troll": [attack("fahir")], "trollkin": [shoot("fahir")]},
        f"{dice} {MISS} {MISS}",
    )

    acts = [(e.rank, e.by) for e in fight.of("moved", "attack")]
    assert acts == [(rank, "fahir"), (6, "troll"), (4, "trollkin")]


# Phases and carrying over


def test_e19_three_phases_with_three_two_and_one() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=12), fighter("c", dex=6))

    fight.play({"a": [DEFEND] * 3, "b": [DEFEND] * 2, "c": [DEFEND]}, upto=ONE_ROUND)

    assert acting(fight) == [["a", "b", "c"], ["a", "b"], ["a"]]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        (carry(), [["a"], ["a", "b"], ["a", "b"]]),
        (PASS, [["a"], ["a", "b"], ["a"]]),
    ],
    ids=["e20", "e21"],
)
def test_e20_e21_the_slower_carries_over_or_does_nothing(
    first: Said, expected: list[list[str]]
) -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=12))
    later = [DEFEND] * (2 if first == carry() else 1)

    fight.play({"a": [DEFEND] * 3, "b": [first, *later]}, upto=ONE_ROUND)

    assert acting(fight) == expected


def test_e22_e23_three_actions_in_three_later_phases_one_each() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=12))

    fight.play({"a": [carry(), *[DEFEND] * 3], "b": [DEFEND] * 2}, upto=ONE_ROUND)

    assert acting(fight) == [["b"], ["a", "b"], ["a"], ["a"]]


def test_e24_everyone_carries_over_and_loses_it() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=12))

    fight.play({"a": [carry()], "b": [carry()]}, upto=ONE_ROUND)

    assert acting(fight) == [[]]
    assert (fight.seen("a").actions, fight.seen("b").actions) == (3, 2)


Reactions = Literal["unlimited", "pool"]


@pytest.mark.parametrize(("reactions", "fourth"), [("unlimited", "parry"), ("pool", "cannot")])
def test_e25_three_parries_and_a_fourth_attack(reactions: Reactions, fourth: str) -> None:
    foes = [fighter(name, FOES, dex=12) for name in ("a", "b", "c")]
    fight = scene(fahir, *foes, options=Options(reactions=reactions))
    times = 3 if fourth == "cannot" else 4

    fight.play(
        {
            "fahir": [PASS, PASS, *[parry()] * times],
            "a": [attack("fahir"), attack("fahir")],
            **{name: [attack("fahir"), PASS] for name in ("b", "c")},
        },
        f"{PARRIED} " * 3 + (PARRIED if times == 4 else MISS),
        upto=(1, 2),
    )

    assert [(e.phase, e.facts["defence"]) for e in fight.of("attack")] == [
        *[(1, "parry")] * 3,
        (2, fourth),
    ]


@pytest.mark.parametrize(("rounds", "seconds"), [(12, 60), (7, 35)])
def test_e26_rounds_in_seconds(rounds: int, seconds: int) -> None:
    fight = scene(fahir, fighter("foe"), options=Options(round_cap=rounds)).play(upto=TO_THE_END)

    (end,) = fight.of("combat_ended")
    assert figure(end, "seconds") == seconds


# Surprise


def test_e27_surprised_fahir_runs_at_4_and_may_dodge_at_3() -> None:
    fight = placed(
        "swordsman fahir . . . archer .",
        replace(fahir, surprised=True),
        fighter("swordsman", FOES, dex=5, sword=90),
        archer("archer", FOES, dex=3, bow=30),
    )

    fight.play(
        {
            "fahir": [sprint("close/archer"), DODGE, attack("archer")],
            "swordsman": [attack("fahir")],
            "archer": [shoot("fahir")],
        },
        f"{MISS} {PARRIED} {MISS}",
        upto=(1, 2),
    )

    seen = [(e.phase, e.rank, e.by, e.facts["defence"]) for e in fight.of("attack")]
    assert seen == [
        (1, 9, "swordsman", "cannot"),
        (1, 3, "archer", "dodge"),
        (2, 8, "fahir", "declined"),
    ]
    assert [(e.phase, e.rank, e.facts["to"]) for e in fight.of("moved")] == [(1, 4, "E1")]


def test_e28_carrying_over_leaves_one_surprised() -> None:
    fight = scene(fahir, fighter("foe", dex=12), given=[SURPRISED])

    fight.play({"fahir": [carry()], "foe": [DEFEND]})

    assert fight.seen("fahir").conditions == ("surprised",)
    assert fight.option("fahir", "defend").rank == 4


# Overextended, vulnerable


def test_e30_attack_at_54_then_parry_at_74() -> None:
    fight = scene(fahir, fighter("foe", dex=4, sword=30), given=[OVEREXTENDED])

    fight.play({"fahir": [attack("foe"), parry()], "foe": [attack("fahir")]}, f"{MISS} {PARRIED}")

    assert figure(fight.attack(by="fahir"), "attack_chance") == 54
    assert figure(fight.attack(by="foe"), "defence_chance") == 74


def test_e31_both_then_one() -> None:
    fight = scene(fahir, fighter("foe", dex=1), given=[OVEREXTENDED, VULNERABLE])

    fight.play({"fahir": [attack("foe")] * 2}, f"{MISS} {MISS}", upto=(1, 2))

    found = [(figure(e, "attack_chance"), e.rank) for e in fight.of("attack")]
    assert found == [(34, 6), (54, 6)]
    assert fight.seen("fahir").conditions == ("vulnerable",)


def test_e32_recovering_at_12() -> None:
    fight = scene(fahir, fighter("foe", dex=1), given=[VULNERABLE])

    fight.play({"fahir": [RECOVER]})

    assert fight.acts() == [(12, "fahir")]
    assert fight.asked("foe", "reaction") == []
    assert fight.option("fahir", "attack/sword").rank == 8


@pytest.mark.parametrize(("rolled", "through"), [(5, 2), (3, 0)])
def test_e33_two_more_before_the_chain(rolled: int, through: int) -> None:
    fight = scene(
        fighter("foe", dex=15), fighter("fahir", armour=[CHAIN_SHIRT]), given=[VULNERABLE]
    )

    fight.play({"foe": [attack("fahir")]}, f"d100=40 d8={rolled} {CHEST}")

    assert figure(fight.attack(), "through") == through


def test_e34_two_more_each_time() -> None:
    foes = [fighter("a", FOES, dex=15), fighter("b", FOES, dex=16)]
    fight = scene(fahir, *foes, given=[VULNERABLE])

    fight.play({"a": [attack("fahir")], "b": [attack("fahir")]}, f"d100=40 d8=1 {CHEST} " * 2)

    assert [figure(e, "damage") for e in fight.of("attack")] == [3, 3]


def test_e50_surrounding_and_overextended_at_60() -> None:
    fight = placed(
        BESIDE,
        fighter("fahir", "us", dex=14, sword=60),
        fighter("foe", dex=1),
        *[on(hex_, fighter(f"friend{hex_}", "us", dex=1)) for hex_ in ("D1", "D3")],
        given=[OVEREXTENDED],
    )

    blow = fight.play({"fahir": [attack("foe")]}, "d100=60 d8=1 d20=10").attack()

    assert (figure(blow, "attack_chance"), blow.rank, blow.facts["outcome"]) == (60, 6, "hit")
    assert terms(blow, "attack_chance") == {"1H Sword": 60, "surrounding": 20, "overextended": -20}


# Parent numbers


@pytest.mark.parametrize(("dex", "actions"), [(6, 1), (7, 2), (12, 2), (13, 3), (18, 3), (19, 4)])
def test_e51_actions_by_dex(dex: int, actions: int) -> None:
    assert strike_rank.actions_of(dex) == actions


@pytest.mark.parametrize(
    ("sum_of_two", "modifier"), [(27, "+1D2"), (25, ""), (26, "+1D2"), (51, "+1D12"), (15, "-1D4")]
)
def test_e52_damage_modifiers(sum_of_two: int, modifier: str) -> None:
    assert damage.modifier_text(*damage.damage_modifier(sum_of_two)) == modifier


@pytest.mark.parametrize(
    ("sum_of_two", "leg", "abdomen", "chest", "arm", "head"),
    [(25, 5, 6, 7, 4, 5), (26, 6, 7, 8, 5, 6), (5, 1, 2, 3, 1, 1)],
)
def test_e53_hit_points(
    sum_of_two: int, leg: int, abdomen: int, chest: int, arm: int, head: int
) -> None:
    assert wounds.hit_points(sum_of_two) == (leg, leg, abdomen, chest, arm, arm, head)


@pytest.mark.parametrize(
    ("rolled", "place"),
    [
        (9, "abdomen"),
        (10, "chest"),
        (12, "chest"),
        (13, "right arm"),
        (18, "left arm"),
        (19, "head"),
    ],
)
def test_e54_hit_locations(rolled: int, place: str) -> None:
    assert LOCATIONS[wounds.location(rolled)] == place


@pytest.mark.parametrize(
    ("defended", "dice", "outcome"), [(30, f"d8=5 {CHEST}", "hit"), (55, "", "parried")]
)
def test_e55_the_lower_roll_is_demoted(defended: int, dice: str, outcome: str) -> None:
    fight = scene(fahir, fighter("foe", dex=1, sword=60))

    fight.play({"fahir": [attack("foe")], "foe": [parry()]}, f"d100=40 d100={defended} {dice}")

    assert fight.attack().facts["outcome"] == outcome
    if outcome == "hit":
        assert figure(fight.attack(), "damage") == 5


@pytest.mark.parametrize(("skill", "highest"), [(74, 8), (54, 6), (100, 10)])
def test_e56_critical_ranges(skill: int, highest: int) -> None:
    assert rolls.critical_range(skill, rounded_up=True) == highest
    assert rolls.level(highest, skill, rounded_up=True, usually_from=99) == rolls.CRITICAL
    assert rolls.level(highest + 1, skill, rounded_up=True, usually_from=99) == rolls.SUCCESS


def test_e57_a_critical_against_a_parry() -> None:
    fight = scene(fighter("fahir", dex=14, sword=74, strong=14, size=13), fighter("foe", dex=1))

    fight.play({"fahir": [attack("foe")], "foe": [parry()]}, f"d100=8 d100=30 {CHEST}")

    assert figure(fight.attack(), "damage") == 8 + 2 - 4


def test_e58_a_critical_parry_of_5_stops_9() -> None:
    club = Weapon("club", "club", 1, 5, 9, "normal", close=Blow("1H Sword", 1, 8))
    nine = Weapon("nine", "maul", 1, 4, 9, "normal", close=Blow("1H Sword", 1, 8, 1))
    fight = scene(
        fighter("fahir", dex=14, sword=74, weapons=[nine]), fighter("foe", dex=1, weapons=[club])
    )

    fight.play(
        {"fahir": [attack("foe", "nine")], "foe": [parry("club")]},
        f"d100=40 d100=5 d8=8 {CHEST}",
    )

    assert terms(fight.attack(), "damage") == {"1D8": 8, "weapon": 1, "critical parry, club": -10}
    assert figure(fight.attack(), "damage") == 0


def test_e59_a_critical_dodge_leaves_the_attacker_overextended() -> None:
    fight = scene(fahir, fighter("foe", dex=1))

    fight.play({"fahir": [attack("foe")], "foe": [DODGE]}, "d100=40 d100=5")

    assert fight.attack().facts["outcome"] == "dodged"
    assert fight.seen("fahir").conditions == ("overextended",)


@pytest.mark.parametrize(
    ("points", "dice", "severity", "lost"),
    [(0, "", "minor", 1), (-1, "d4=3 d100=50", "serious", 3), (-7, "d100=50", "major", 0)],
)
def test_e61_a_chest_of_7(points: int, dice: str, severity: str, lost: int) -> None:
    fight = scene(fahir, fighter("friend", "fahir", dex=1), fighter("foe", dex=1))

    fight.amend(SetHitPoints("fahir", "chest", points), dice=dice)

    (wound,) = fight.of("wound")
    assert wound.facts["severity"] == severity
    if lost:
        assert figure(wound, "lost_actions") == lost


def test_e62_chain_coif_and_shirt() -> None:
    heavy = fighter("fahir", dex=14, sword=74, armour=[CHAIN_COIF, CHAIN_SHIRT])
    fight = scene(heavy, fighter("foe", dex=1))

    blow = fight.play({"fahir": [attack("foe")]}, MISS).attack()

    assert (figure(blow, "attack_chance"), blow.rank) == (49, 8)


@pytest.mark.parametrize(("said", "bonus"), [(DECLINE, 20), (parry(), 0)])
def test_e63_an_aim_of_two_actions_and_a_parry_between(said: Said, bonus: int) -> None:
    thrower = fighter("fahir", dex=14, weapons=[DAGGER, SWORD], held=["dagger", "sword"])
    fight = scene(thrower, fighter("foe", dex=12, sword=40))

    fight.play(
        {
            "fahir": [aim("foe", "dagger"), aim("foe", "dagger"), shoot("foe", "dagger"), said],
            "foe": [PASS, attack("fahir")],
        },
        f"{MISS if said == DECLINE else PARRIED} {MISS}",
        upto=(1, 3),
    )

    assert figure(fight.attack(by="fahir"), "attack_chance") == 50 + bonus


def test_e64_fatigue_tests_of_con_13() -> None:
    def rounds_of(every: Literal["con", "con_fifth"], most: int) -> list[int]:
        traits = replace(fahir.sheet.characteristics, CON=13)
        strong = replace(fahir, sheet=replace(fahir.sheet, characteristics=traits))
        fight = scene(
            strong, fighter("foe", dex=6), options=Options(fatigue_every=every, stalemate_rounds=0)
        )
        for number in range(1, most + 1):
            test = "d100=50" if number % (13 if every == "con" else 3) == 0 else ""
            fight.play({"fahir": [attack("foe")]}, f"{MISS} {test}", upto=(number, 9))
        return [event.round for event in fight.of("fatigue", at="fahir")]

    assert rounds_of("con", 39) == [13, 26, 39]
    assert rounds_of("con_fifth", 9) == [3, 6, 9]


def test_e65_fatigued() -> None:
    fight = scene(fahir, fighter("foe", dex=6), given=[SetStatus("fahir", "fatigued")])

    fight.play(upto=(1, 9))
    assert fight.option("fahir", "defend").rank == 11
    assert fight.option("fahir", "attack/sword").rank == 8
    assert fight.seen("fahir").actions == 2


def test_e66_two_skills_over_100() -> None:
    fight = scene(fighter("a", dex=12, sword=117), fighter("b", dex=6, sword=112))

    fight.play({"a": [attack("b")], "b": [parry()]}, "d100=96 d100=96")

    blow = fight.attack()
    assert figure(blow, "attack_chance") == 107
    assert figure(blow, "defence_chance") == 102
    assert figure(blow, "strike_rank") == 12
    assert fight.option("b", "attack/sword").rank == 12
