"""RULES.md, attack and defence: a (sword 74) strikes at b (sword 50, Dodge 50, armour points 4)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.kernel.model import Event, SetStatus
from rules.request.chapters import defence, rolls
from rules.request.model import Change, Entry, Options, Weapon
from tests.rules.request.build import (
    AXE,
    BOW,
    DAGGER,
    DECLINE,
    DODGE,
    SHIELD,
    SWORD,
    Said,
    Scene,
    archer,
    attack,
    attack_need,
    fighter,
    figure,
    parry,
    prone,
    ready,
    riposte,
    scene,
    shoot,
    terms,
    unconscious,
)
from tests.support.rulebook import rule

PLAIN = Options(opposed="plain")
# Rolls of the attacker at 74 % and of the defender at 50 %.
CRITICAL, SUCCESS, FAILURE, FUMBLE = "d100=8", "d100=40", "d100=96", "d100=99"
CRITICAL_50, SUCCESS_50 = "d100=5", "d100=30"
CHEST = "d20=10"


def struck(
    said: Said, dice: str, options: Options | None = None, first: Entry | None = None
) -> Scene:
    """One blow, answered."""
    fight = scene(
        first or fighter("a", dex=14, sword=74),
        fighter("b", dex=1, weapons=[SWORD, SHIELD, DAGGER]),
        options=options,
    )
    return fight.play({"a": [attack("b")], "b": [said]}, dice)


def blow(said: Said, dice: str, options: Options | None = None) -> Event:
    return struck(said, dice, options).attack(by="a")


def outcome(event: Event) -> str:
    return event.facts["outcome"]


# Levels


@rule(
    "P14",
    "The attacker rolls the skill of the weapon, and the defender that of the parrying item or Dodge.",
)
@pytest.mark.parametrize(("said", "chance"), [(parry("shield"), 61), (parry(), 62), (DODGE, 63)])
def test_each_rolls_their_own_skill(said: Said, chance: int) -> None:
    fight = scene(
        fighter("a", dex=14, sword=74),
        fighter("b", dex=1, sword=62, skills={"Shield": 61, "Dodge": 63}, held=["sword", "shield"]),
    )

    fight.play({"a": [attack("b")], "b": [said]}, f"{FAILURE} {FAILURE}")

    rolled = fight.attack()
    assert (figure(rolled, "attack_chance"), figure(rolled, "defence_chance")) == (74, chance)


@rule("P14a", "An attack that nobody parries or dodges hits if it succeeds.")
@pytest.mark.parametrize(
    ("dice", "expected"), [(f"d100=74 d8=3 {CHEST}", "hit"), ("d100=75", "missed")]
)
def test_an_unopposed_attack_hits_if_it_succeeds(dice: str, expected: str) -> None:
    assert outcome(blow(DECLINE, dice)) == expected


@rule("P14b", "Of two equal levels of success the lower roll falls by one level.")
@pytest.mark.parametrize(
    ("said", "dice", "expected"),
    [
        (parry(), f"d100=40 d100=30 d8=3 {CHEST}", "hit"),
        (parry(), "d100=40 d100=41", "parried"),
        (DODGE, f"d100=40 d100=30 d8=3 {CHEST}", "hit"),
        (DODGE, "d100=40 d100=41", "dodged"),
        # Two criticals: the attack falls to a success, or the parry does.
        (parry(), f"d100=4 d100=5 d8=8 {CHEST}", "stopped"),
        (parry(), f"d100=5 d100=4 {CHEST}", "hit"),
    ],
)
def test_the_lower_of_two_equal_levels_falls(said: Said, dice: str, expected: str) -> None:
    assert outcome(blow(said, dice)) == expected


@rule("P14c", "Equal levels on equal dice both stand.")
@pytest.mark.parametrize(
    ("dice", "damage"),
    [(f"d100=40 d100=40 d8=6 {CHEST}", 6 - 4), (f"d100=4 d100=4 {CHEST}", 0)],
    ids=["successes", "criticals"],
)
def test_equal_dice_both_stand(dice: str, damage: int) -> None:
    assert figure(blow(parry(), dice), "damage") == damage


@rule("P14d", "Two failures are compared no further: the attack misses.")
@pytest.mark.parametrize("dice", ["d100=80 d100=96", "d100=96 d100=80", "d100=96 d100=96"])
def test_two_failures_are_a_miss(dice: str) -> None:
    missed = blow(parry(), dice)

    assert outcome(missed) == "missed"
    assert "demoted" not in missed.facts


@rule("A23", "If `opposed` is set to `plain`, equal levels both stand whatever the dice.")
@pytest.mark.parametrize("defended", ["d100=30", "d100=40", "d100=50"])
def test_plain_levels_stand(defended: str) -> None:
    parried = blow(parry(), f"d100=40 {defended} d8=6 {CHEST}", PLAIN)

    assert figure(parried, "damage") == 6 - 4


# The parry table


@rule(
    "P15",
    "A successful parry takes the armour points of the parrying item off the damage of a hit.",
)
@pytest.mark.parametrize(("item", "points"), [("sword", 4), ("dagger", 4), ("shield", 8)])
def test_a_parry_takes_its_armour_points_off(item: str, points: int) -> None:
    fight = scene(
        fighter("a", dex=14, skills={"2H Axe": 74}, weapons=[AXE]),
        fighter("b", dex=1, held=[item]),
        options=PLAIN,
    )

    fight.play(
        {"a": [attack("b", "axe")], "b": [parry(item)]},
        f"{SUCCESS} {SUCCESS_50} d6=6 d6=2 {CHEST}",
    )

    assert figure(fight.attack(), "damage") == 6 + 2 + 2 - points


@rule("P15a", "A critical parry takes them off twice.")
def test_a_critical_parry_takes_them_off_twice() -> None:
    fight = scene(fighter("a", dex=14, skills={"2H Axe": 74}, weapons=[AXE]), fighter("b", dex=1))

    fight.play(
        {"a": [attack("b", "axe")], "b": [parry()]},
        f"{SUCCESS} {CRITICAL_50} d6=6 d6=2 {CHEST}",
    )

    assert figure(fight.attack(), "damage") == 6 + 2 + 2 - 2 * 4


@rule("P15b", "A critical hit does the highest damage possible.")
@pytest.mark.parametrize(
    ("said", "defended", "damage"),
    [(DECLINE, "", 8), (parry(), FAILURE, 8), (parry(), SUCCESS_50, 8 - 4), (DODGE, FAILURE, 8)],
)
def test_a_critical_hit_does_the_most(said: Said, defended: str, damage: int) -> None:
    harm = " d4=1 d100=1" if damage == 8 else ""

    assert figure(blow(said, f"{CRITICAL} {defended} {CHEST}{harm}"), "damage") == damage


@rule(
    "P15c",
    "A critical parry of an attack that failed gives the defender a riposte, an attack at once on the attacker.",
)
@pytest.mark.parametrize(
    ("attacked", "defended", "offered"),
    [
        (FAILURE, CRITICAL_50, True),
        (FUMBLE, CRITICAL_50, True),
        (FAILURE, SUCCESS_50, False),
        (SUCCESS, CRITICAL_50, False),
    ],
)
def test_a_critical_parry_of_a_failure_ripostes(
    attacked: str, defended: str, offered: bool
) -> None:
    harm = f" d8=1 {CHEST}" if attacked == SUCCESS else ""
    fumbled = " d6=1" if attacked == FUMBLE else ""
    back = f" {FAILURE}" if offered else ""
    fight = scene(fighter("a", dex=14, sword=74), fighter("b", dex=1))

    fight.play(
        {"a": [attack("b")], "b": [parry(), riposte()] if offered else [parry()]},
        f"{attacked} {defended}{harm}{fumbled}{back}",
    )

    assert [(e.by, e.at, e.rank) for e in fight.of("attack")] == [
        ("a", "b", 8),
        *[("b", "a", 8)] * offered,
    ]


@rule("P15d", "A fumbled attack misses whatever the defender rolls.")
@pytest.mark.parametrize("said", [DECLINE, parry(), DODGE])
@pytest.mark.parametrize("defended", [SUCCESS_50, FAILURE, FUMBLE])
def test_a_fumbled_attack_misses(said: Said, defended: str) -> None:
    dice = f"{FUMBLE} {defended if said != DECLINE else ''} d6=1"

    assert outcome(blow(said, dice)) == "missed"


@rule("P15e", "A fumbled defence stops nothing.")
@pytest.mark.parametrize("said", [parry(), DODGE])
@pytest.mark.parametrize(("attacked", "damage"), [(f"{SUCCESS}", 3), (CRITICAL, 8)])
def test_a_fumbled_defence_stops_nothing(said: Said, attacked: str, damage: int) -> None:
    rolled = f" d8=3 {CHEST}" if attacked == SUCCESS else f" {CHEST} d4=1 d100=1"

    assert figure(blow(said, f"{attacked} {FUMBLE}{rolled}"), "damage") == damage


# The dodge table


@rule("P16", "A successful dodge makes an ordinary hit of a critical attack.")
@pytest.mark.parametrize(
    ("defended", "dice", "damage"),
    [(SUCCESS_50, f"d8=3 {CHEST}", 3), (FAILURE, f"{CHEST} d4=1 d100=1", 8)],
)
def test_a_dodge_makes_a_critical_ordinary(defended: str, dice: str, damage: int) -> None:
    assert figure(blow(DODGE, f"{CRITICAL} {defended} {dice}"), "damage") == damage


@rule(
    "P16e",
    "A critical dodge makes any attack miss that is not critical, and leaves the attacker overextended.",
)
@pytest.mark.parametrize(
    ("attacked", "expected"), [(SUCCESS, "dodged"), (FAILURE, "missed"), (FUMBLE, "missed")]
)
def test_a_critical_dodge_overextends(attacked: str, expected: str) -> None:
    # A fumble brings its own harm beside: here the weapon is dropped.
    fight = struck(DODGE, f"{attacked} {CRITICAL_50}" + (" d6=6" if attacked == FUMBLE else ""))

    assert outcome(fight.attack()) == expected
    assert fight.seen("a").conditions == ("overextended",)


@rule(
    "P16f",
    "Where a dodge and a hit stand at equal levels, the hit does the lowest damage possible.",
)
@pytest.mark.parametrize(
    ("options", "dice"),
    [
        (None, "d100=40 d100=40"),
        (None, "d100=4 d100=4"),
        (PLAIN, "d100=40 d100=30"),
        (PLAIN, "d100=8 d100=5"),
    ],
)
def test_equal_levels_of_a_dodge_leave_the_least(options: Options | None, dice: str) -> None:
    assert figure(blow(DODGE, f"{dice} {CHEST}", options), "damage") == 1


# Fumbles


@rule(
    "P16a",
    "A fumbled close attack leaves the attacker, by 1D6, overextended (1 to 3), vulnerable (4 or 5) or without the weapon, which is dropped (6).",
)
@pytest.mark.parametrize(
    ("rolled", "conditions", "held"),
    [
        (1, ("overextended",), ["sword"]),
        (3, ("overextended",), ["sword"]),
        (4, ("vulnerable",), ["sword"]),
        (5, ("vulnerable",), ["sword"]),
        (6, (), []),
    ],
)
def test_a_fumbled_blow(rolled: int, conditions: tuple[str, ...], held: list[str]) -> None:
    fight = struck(DECLINE, f"{FUMBLE} d6={rolled}")

    assert (fight.seen("a").conditions, fight.held("a")) == (conditions, held)


@rule(
    "P16a2",
    "A fumbled shot loses the missile, by 1D6: the weapon must be readied again (1 to 5) or its string breaks (6).",
)
@pytest.mark.parametrize(("rolled", "held"), [(1, ["bow"]), (5, ["bow"]), (6, [])])
def test_a_fumbled_shot(rolled: int, held: list[str]) -> None:
    fight = scene(archer("a", dex=14), fighter("b", dex=1), distance=20)

    fight.play({"a": [shoot("b")]}, f"{FUMBLE} d6={rolled}")

    assert fight.held("a") == held
    assert "shoot/bow" not in fight.offers("a")
    assert ("ready/bow" in fight.offers("a")) is (held == ["bow"])
    if held:
        fight.play({"a": [ready("bow")]}, upto=(1, 2))
        assert "shoot/bow" in fight.offers("a")
    assert [i.missiles for i in fight.seen("a").items if i.id == "bow"] == [19]


@rule("P16a3", "A fumbled parry or dodge leaves the defender vulnerable.")
@pytest.mark.parametrize("said", [parry(), DODGE])
@pytest.mark.parametrize(
    ("rolled", "conditions"), [(98, ()), (99, ("vulnerable",)), (100, ("vulnerable",))]
)
def test_a_fumbled_defence(said: Said, rolled: int, conditions: tuple[str, ...]) -> None:
    fight = struck(said, f"{FAILURE} d100={rolled}")

    assert fight.seen("b").conditions == conditions


@rule("P16a4", "A parry fumbled with 00 also drops the parrying item.")
@pytest.mark.parametrize(
    ("said", "rolled", "held"),
    [(parry(), 99, ["sword"]), (parry(), 100, []), (DODGE, 100, ["sword"])],
)
def test_a_parry_of_00_drops_the_item(said: Said, rolled: int, held: list[str]) -> None:
    fight = struck(said, f"{FAILURE} d100={rolled}")

    assert fight.held("b") == held


@rule(
    "P16a5",
    "A condition that comes from a fumble begins after the blow and does not count for its damage.",
)
def test_a_fumbled_parry_does_not_count_for_its_blow() -> None:
    fight = struck(parry(), f"{SUCCESS} {FUMBLE} d8=3 {CHEST}")

    assert figure(fight.attack(), "damage") == 3
    assert fight.seen("b").conditions == ("vulnerable",)
    order = [e.kind for e in fight.of("attack", "condition")]
    assert order == ["attack", "condition"]


# Prone and helpless


def chance(said: Said, first: Sequence[Weapon], given: Sequence[Change]) -> int:
    """What the first attack of a needs."""
    fight = scene(fighter("a", dex=14, weapons=first), fighter("b", dex=1), given=given)
    return attack_need(fight, {"a": [said]}, "d6" if said.option == "shoot/dagger" else "d8")


@rule("P16b", "A close attack on somebody prone is at +20 %, and a shot at -20 %.")
@pytest.mark.parametrize(
    ("said", "weapons", "difference"),
    [(attack("b"), [SWORD], 20), (shoot("b"), [BOW], -20), (shoot("b", "dagger"), [DAGGER], -20)],
)
def test_the_prone_are_easy_to_strike_and_hard_to_shoot(
    said: Said, weapons: list[Weapon], difference: int
) -> None:
    assert chance(said, weapons, [prone("b")]) == 50 + difference
    assert chance(said, weapons, [SetStatus("b", "kneeling")]) == 50


@rule("P16b2", "A close attack made while prone is at -20 %.")
@pytest.mark.parametrize(
    ("said", "weapons", "difference"), [(attack("b"), [SWORD], -20), (shoot("b"), [BOW], 0)]
)
def test_the_prone_strike_badly(said: Said, weapons: list[Weapon], difference: int) -> None:
    assert chance(said, weapons, [prone("a")]) == 50 + difference
    assert chance(said, weapons, [SetStatus("a", "kneeling")]) == 50


@rule("P16b3", "A close attack on somebody helpless is critical without a roll.")
@pytest.mark.parametrize(
    ("said", "dice", "level", "damage"),
    [
        # Sword 8 into a leg of 5: no die for the attack, none for the damage.
        (attack("b"), "d20=1 d4=1", "critical", 8),
        (shoot("b", "dagger"), "d100=30 d6=3 d20=1", "success", 3),
    ],
)
def test_the_helpless_are_struck_critically(said: Said, dice: str, level: str, damage: int) -> None:
    fight = scene(
        fighter("a", dex=14, weapons=[SWORD, DAGGER], held=["sword", "dagger"]),
        fighter("b", "foes", dex=1),
        fighter("c", "foes", dex=1),
        given=[unconscious("b")],
    )

    fight.play({"a": [said]}, dice)

    assert fight.attack().facts["level"] == level
    assert figure(fight.attack(), "damage") == damage


# The tables as functions


LEVELS = [rolls.FUMBLE, rolls.FAILURE, rolls.SUCCESS, rolls.CRITICAL]


@pytest.mark.parametrize("attacked", LEVELS)
@pytest.mark.parametrize("defended", LEVELS)
def test_no_defence_makes_a_miss_a_hit(attacked: int, defended: int) -> None:
    for cell in (defence.parried(attacked, defended), defence.dodged(attacked, defended)):
        if attacked < rolls.SUCCESS:
            assert cell.damage == defence.MISS
        assert cell.attacker_fumbles is (attacked == rolls.FUMBLE)
        assert cell.defender_fumbles is (defended == rolls.FUMBLE)


def test_the_sum_of_a_parried_hit_is_told() -> None:
    parried = blow(parry(), f"d100=40 d100=40 d8=6 {CHEST}")

    assert terms(parried, "damage") == {"1D8": 6, "parry, sword": -4}
