"""RULES.md, reach, as a fight plays it (tests of the plain tables are in test_reach.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pytest
from msgspec.structs import replace

from rules.kernel.model import Engage, SetStatus
from rules.request.data import library
from rules.request.model import Blow, Entry, PairReach, Reach, Weapon
from tests.rules.request.build import (
    AXE,
    DAGGER,
    DEFEND,
    DODGE,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    Scene,
    attack,
    attack_need,
    defence_need,
    fighter,
    figure,
    parry,
    precise,
    riposte,
    stance,
    terms,
)
from tests.rules.request.places import (
    CLAWS,
    ENGAGE,
    FIST,
    HANDY,
    LONGSPEAR,
    apart,
    breakaway,
    choices,
    closer,
    farther,
    foes,
    move,
    opportunities,
    opportunity,
    oppose,
    place,
    placed,
    problem,
    retreat,
    sprint,
    strikes,
)
from tests.support.rulebook import rule

MISS = "d100=96"
PAIR = ". . a b . ."
APART = ". . a . b ."
SIDE_BY_SIDE = """
    . . . . . .
     . . a b . .
    . . . . . .
"""
ALL_OF_THEM = (FIST, DAGGER, SWORD, SPEAR, LONGSPEAR)


def armed(name: str, *weapons: Weapon, dex: int = 14, strong: int = 11) -> Entry:
    """Somebody with everything in hand that fits into two; the spear is for one hand."""
    held = [one.id for one in weapons if one.hands]
    return fighter(name, dex=dex, strong=strong, skills=HANDY, weapons=weapons, held=held)


def at_reach(
    reach: str, *, mine: Sequence[Weapon] = (SWORD,), theirs: Sequence[Weapon] = (SWORD,)
) -> Scene:
    """A and b, adjacent and engaged at this reach."""
    return placed(
        PAIR, armed("a", *mine), armed("b", *theirs, dex=1), given=[Engage("a", "b", reach)]
    )


def opening_asked(fight: Scene) -> bool:
    return ("b", "a") in opportunities(fight)


@rule("R34", "The reach of a weapon is touch, short, normal, long or extra long.")
def test_weapons_have_five_reaches() -> None:
    names = get_args(Reach)

    assert names == ("touch", "short", "normal", "long", "extra long")
    assert {one.reach for one in library().weapons.values()} == set(names)


@rule(
    "R29",
    "Two who become engaged adjacent to each other are at normal reach, at which all close weapons do equally well.",
)
@pytest.mark.parametrize("weapon", ALL_OF_THEM)
@pytest.mark.parametrize("drawing", [PAIR, APART, ". . a . . b"])
def test_normal_reach(weapon: Weapon, drawing: str) -> None:
    fight = placed(drawing, armed("a", weapon), armed("b", SWORD, dex=1))
    steps = apart(fight, "a", "b") - 1

    script = [move("close/b")] if steps else []
    fight.play({"a": [*script, attack("b", weapon.id)]}, MISS, upto=(1, 1 + bool(steps)))

    assert foes(fight, "a") == {"b": "normal"}
    assert list(terms(fight.attack(), "attack_chance").values()) == [50]
    assert "improvised" not in fight.attack().facts


@rule(
    "R29a",
    "When a foe comes from farther off to distance 2, the owner of a ready long weapon may engage it at long reach at once.",
)
@pytest.mark.parametrize(
    ("mover", "owner"), [("a", "b"), ("b", "b"), ("a", "a")], ids=["foe", "owner", "owner first"]
)
@pytest.mark.parametrize("engages", [True, False])
def test_to_engage_at_long_reach(mover: str, owner: str, engages: bool) -> None:
    people = {
        name: fighter(name, dex=dex, weapons=[SPEAR if owner == name else SWORD])
        for name, dex in (("a", 14), ("b", 12))
    }
    fight = placed("a . . . b . .", *people.values())
    to = {"a": "C1", "b": "C1"}[mover]

    fight.play(
        {
            mover: [move(to)],
            **({owner: [move(to), ENGAGE] if owner == mover else [ENGAGE]} if engages else {}),
        }
    )

    (asked,) = fight.asked(owner, "declaration")
    assert [option.id for option in asked.options] == ["engage", "decline"]
    assert foes(fight, "a") == ({"b": "long"} if engages else {})


@pytest.mark.parametrize(
    ("drawing", "said", "weapon", "asked"),
    [
        ("a . . . b", move("C1"), LONGSPEAR, True),
        ("a . . . b", move("C1"), SWORD, False),
        ("a . . . b", move("B1"), SPEAR, False),
        ("a . . . . . b", sprint("E1"), SPEAR, True),
        # From nearer, or from as near, nobody comes.
        (". . a b . .", breakaway("B1"), SPEAR, False),
        (". . . . .\n . a . b .\n. . . . .", move("B1"), SPEAR, False),
        (". . . . .\n . a . b .\n. . . . .", move("C1"), SPEAR, False),
        ("a . # b .\n . . . . .", move("B1"), SPEAR, False),
    ],
)
def test_who_comes_from_farther_off(drawing: str, said: Said, weapon: Weapon, asked: bool) -> None:
    fight = placed(drawing, fighter("a", dex=14), fighter("b", dex=1, weapons=[weapon]))

    fight.play({"a": [said]}, "d100=50" if said.option == "breakaway" else "")

    assert len(fight.asked("b", "declaration")) == asked


@pytest.mark.parametrize("who", ["a", "b"])
def test_the_surprised_are_not_engaged_at_long_reach(who: str) -> None:
    fight = placed(
        "a . . . b",
        fighter("a", dex=14, surprised=who == "a"),
        fighter("b", dex=1, weapons=[SPEAR], surprised=who == "b"),
    )

    fight.play({"a": [move("C1", also=())]})

    assert fight.asked("b", "declaration") == []


@rule("R30", "The reach of a pair is short, normal or long, and changes only when it is set.")
@pytest.mark.parametrize("reach", get_args(PairReach))
def test_reach_stays_until_it_is_set(reach: str) -> None:
    fight = placed(
        SIDE_BY_SIDE,
        fighter("a", dex=18, held=["sword", "dagger"]),
        fighter("b", dex=12),
        given=[Engage("a", "b", reach)],
    )

    fight.play(
        {
            "a": [
                attack("b"),
                move("D1"),
                attack("b", "dagger"),
                DEFEND,
                DEFEND,
            ],
            "b": [attack("a"), attack("a")],
        },
        " ".join([MISS] * 4),
        upto=(2, 2),
    )
    assert foes(fight, "a") == {"b": reach}

    said = farther("b") if reach == "short" else closer("b")
    fight.play({"a": [said]}, "d100=50", upto=(2, 3))
    assert foes(fight, "a") == {
        "b": {"short": "normal", "normal": "short", "long": "normal"}[reach]
    }


@rule("R31", "At short reach every weapon that is not a short one is improvised.")
@pytest.mark.parametrize(
    ("weapon", "improvised"),
    [
        (FIST, False),
        (DAGGER, False),
        (SWORD, True),
        (SPEAR, True),
        (LONGSPEAR, True),
        (AXE, True),
        (CLAWS, True),
    ],
)
@pytest.mark.parametrize("reach", get_args(PairReach))
def test_what_is_improvised(weapon: Weapon, improvised: bool, reach: str) -> None:
    fight = at_reach(reach, mine=[weapon])

    fight.play({"a": [attack("b", weapon.id)]}, MISS)

    improvised = improvised and reach == "short"
    assert fight.attack().facts.get("improvised", "no") == ("yes" if improvised else "no")
    assert ("improvised" in terms(fight.attack(), "attack_chance")) is improvised


@rule("P17a", "An improvised weapon attacks and parries at -20 %.")
@pytest.mark.parametrize(("reach", "chance"), [("short", 30), ("normal", 50), ("long", 50)])
def test_improvised_weapons_are_awkward(reach: str, chance: int) -> None:
    fight = at_reach(reach)
    script = {"a": [attack("b")], "b": [parry()]}

    assert attack_need(fight, {"a": [attack("b")]}, "d4" if reach == "short" else "d8") == chance
    assert defence_need(fight, script) == chance
    # A short weapon parries as ever.
    shield = at_reach(reach, theirs=[SWORD, SHIELD])
    assert defence_need(shield, {"a": [attack("b")], "b": [parry("shield")]}) == 50


@rule(
    "P17a2",
    "An improvised weapon does 1D4, or 1D6 if it takes two hands, and the damage modifier.",
)
@pytest.mark.parametrize(
    ("weapon", "dice", "strong", "damage"),
    [
        (SWORD, "d4=3", 11, 3),
        (SPEAR, "d4=4", 11, 4),
        (AXE, "d6=5", 11, 5),
        (LONGSPEAR, "d6=2 d4=3", 20, 5),
        (SWORD, "d4=1 d4=4", 20, 5),
        (CLAWS, "d4=3", 11, 3),
    ],
)
def test_what_an_improvised_weapon_does(
    weapon: Weapon, dice: str, strong: int, damage: int
) -> None:
    a = armed("a", weapon, strong=strong)
    fight = placed(PAIR, a, armed("b", SWORD, dex=1), given=[Engage("a", "b", "short")])

    fight.play({"a": [attack("b", weapon.id)]}, f"d100=30 {dice} d20=10")

    assert figure(fight.attack(), "damage") == damage


@rule("P17a3", "An improvised weapon parries with half its armour points, rounded down.")
@pytest.mark.parametrize(
    ("ap", "reach", "stopped"),
    [(4, "normal", 4), (4, "long", 4), (4, "short", 2), (5, "short", 2), (1, "short", 0)],
)
@pytest.mark.parametrize("times", [1, 2])
def test_an_improvised_weapon_stops_half(ap: int, reach: str, stopped: int, times: int) -> None:
    club = Weapon("club", "club", 1, ap, 9, "normal", close=Blow("1H Sword", 1, 8))
    fight = at_reach(reach, mine=[DAGGER], theirs=[club])

    # An ordinary parry of a critical blow, and a critical one of an ordinary blow.
    dice = "d100=5 d100=20 d20=1" if times == 1 else "d100=30 d100=3 d4=1 d20=1"
    fight.play({"a": [attack("b", "dagger")], "b": [parry("club")]}, dice)

    label = "parry, club" if times == 1 else "critical parry, club"
    assert terms(fight.attack(), "damage")[label] == -stopped * times


@rule("A25", "An improvised weapon keeps the strike rank of its skill.")
@pytest.mark.parametrize("reach", get_args(PairReach))
def test_improvised_weapons_keep_their_rank(reach: str) -> None:
    a = fighter("a", dex=4, sword=74)
    fight = placed(PAIR, a, fighter("b", dex=1), given=[Engage("a", "b", reach)])

    assert fight.option("a", "attack/sword").rank == 8
    assert fight.play({"a": [attack("b")]}, MISS).attack().rank == 8


@rule(
    "R32",
    "At long reach two foes fight at distance 1 or 2, and either may attack with any close weapon.",
)
@pytest.mark.parametrize("drawing", [PAIR, APART])
@pytest.mark.parametrize("mine", ALL_OF_THEM)
@pytest.mark.parametrize("theirs", [FIST, SPEAR])
def test_long_reach(drawing: str, mine: Weapon, theirs: Weapon) -> None:
    fight = placed(
        drawing, armed("a", mine), armed("b", theirs, dex=13), given=[Engage("a", "b", "long")]
    )

    assert f"attack/{mine.id}" in fight.offers("a")
    fight.play({"a": [attack("b", mine.id)], "b": [attack("a", theirs.id)]}, f"{MISS} {MISS}")
    assert strikes(fight) == [("attack", "a"), ("attack", "b")]
    assert foes(fight, "a") == {"b": "long"}


# --- who strikes first at long reach ------------------------------------------------------------


@rule(
    "R33",
    "At long reach the owner of a long weapon may strike a foe that attacks it with a short one first, by an opportunity attack with the long one.",
)
@pytest.mark.parametrize("mine", ALL_OF_THEM)
@pytest.mark.parametrize("theirs", [*ALL_OF_THEM, CLAWS])
@pytest.mark.parametrize("reach", get_args(PairReach))
def test_the_long_weapon_strikes_first(mine: Weapon, theirs: Weapon, reach: str) -> None:
    fight = at_reach(reach, mine=[mine], theirs=[theirs])
    first = reach == "long" and mine in (FIST, DAGGER) and theirs in (SPEAR, LONGSPEAR)

    fight.play(
        {"a": [attack("b", mine.id)], "b": [opportunity(theirs.id)] if first else []},
        f"{MISS} {MISS}" if first else MISS,
    )

    assert opening_asked(fight) is first
    assert strikes(fight) == [*([("opportunity", "b")] if first else []), ("attack", "a")]
    if first:
        assert [e.facts["trigger"] for e in fight.of("attack", by="b")] == ["reach"]


def test_only_whoever_is_attacked_strikes_first() -> None:
    fight = placed(
        ". c . a . b .",
        armed("a", DAGGER),
        *[replace(armed(name, SPEAR, dex=1), side="them") for name in "bc"],
        given=[Engage("a", name, "long") for name in "bc"],
    )

    fight.play({"a": [attack("b", "dagger")]}, MISS)

    assert opportunities(fight) == [("b", "a")]


@pytest.mark.parametrize(
    "said", [precise("b", "head", "dagger"), attack("b", "dagger"), retreat("b", "B1", "dagger")]
)
def test_every_attack_action_brings_it(said: Said) -> None:
    fight = at_reach("long", mine=[DAGGER], theirs=[SPEAR])

    fight.play({"a": [said], "b": [opportunity("spear")]}, f"{MISS} {MISS}")

    assert strikes(fight) == [("opportunity", "b"), (said.word(), "a")]


@rule(
    "R33a",
    "Only attack actions bring this opportunity attack, not opportunity attacks and ripostes.",
)
@pytest.mark.parametrize(
    ("script", "dice", "blows"),
    [
        # b strikes first at long reach when a attacks with the dagger;
        ({"a": [attack("b", "dagger")]}, MISS, ["attack"]),
        # b's stance gives a an opening, and a takes it with the dagger;
        ({"b": [stance("kneeling")], "a": [opportunity("dagger")]}, MISS, ["opportunity"]),
        # a parries critically and ripostes with the dagger.
        (
            {"b": [attack("a", "spear")], "a": [parry("dagger"), riposte("dagger")]},
            f"{MISS} d100=1 {MISS}",
            ["attack", "riposte"],
        ),
    ],
)
def test_only_attack_actions_bring_it(
    script: dict[str, list[Said]], dice: str, blows: list[str]
) -> None:
    fight = at_reach("long", mine=[DAGGER], theirs=[SPEAR])

    fight.play(script, dice)

    assert [verb for verb, _ in strikes(fight)] == blows
    assert opening_asked(fight) is ("a" in script and script["a"][0].word() == "attack")


@rule(
    "A21",
    "For it the weapon that attacks counts, and that the other holds a long one, whatever else the two have.",
)
@pytest.mark.parametrize(
    ("attacks", "held", "asked"),
    [
        ("dagger", ["spear", "sword"], True),
        ("sword", ["spear", "sword"], False),
        ("dagger", ["sword"], False),
        ("dagger", ["sword", "dagger"], False),
    ],
)
def test_the_weapons_that_count(attacks: str, held: list[str], asked: bool) -> None:
    b = fighter("b", dex=1, weapons=[SPEAR, SWORD, DAGGER], held=held)
    fight = placed(PAIR, armed("a", SWORD, DAGGER), b, given=[Engage("a", "b", "long")])

    fight.play({"a": [attack("b", attacks)]}, MISS)

    assert opening_asked(fight) is asked
    if asked:
        (prompt,) = [p for p in fight.asked("b", "reaction") if p.options[0].id.startswith("opp")]
        offered = {o.id: o.unavailable is None for o in prompt.options}
        assert offered == {
            "opportunity/spear": True,
            "opportunity/sword": False,
            "opportunity/dagger": False,
            "decline": True,
        }


@rule(
    "A22",
    "After it the attack takes place if the attacker is still able, and the pair stays at long reach.",
)
@pytest.mark.parametrize(
    ("dice", "blows", "engaged"),
    [
        (MISS, ["b", "a"], {"b": "long"}),
        ("d100=40 d8=3 d20=10", ["b", "a"], {"b": "long"}),
        ("d100=40 d8=8 d20=20 d4=1 d100=96", ["b"], {}),
    ],
    ids=["missed", "hurt", "felled"],
)
def test_the_attack_takes_place_after_it(
    dice: str, blows: list[str], engaged: dict[str, str]
) -> None:
    fight = placed(
        ". . a b . . c",
        armed("a", DAGGER),
        armed("b", SPEAR, dex=1),
        fighter("c", "a", dex=1),
        given=[Engage("a", "b", "long")],
    )

    fight.play(
        {"a": [attack("b", "dagger")], "b": [opportunity("spear")]},
        f"{dice} {MISS}" if "a" in blows else dice,
    )

    assert [e.by for e in fight.of("attack")] == blows
    assert (foes(fight, "a"), fight.seen("a").actions) == (engaged, 2 if engaged else 0)


@rule("A22a", "Whoever made it may parry or dodge that attack all the same.")
@pytest.mark.parametrize("defence", [parry("spear"), DODGE])
def test_who_struck_first_defends_all_the_same(defence: Said) -> None:
    fight = at_reach("long", mine=[DAGGER], theirs=[SPEAR])

    fight.play(
        {"a": [attack("b", "dagger")], "b": [opportunity("spear"), defence]},
        f"{MISS} {MISS} {MISS}",
    )

    assert fight.attack(by="a").facts["defence"] == defence.word()


# --- setting the reach ------------------------------------------------------------------------

CROWD = """
    . . . . . .
     . . a b . .
    . . c . . .
     . . . . . .
"""


def crowd(*reaches: str) -> Scene:
    """A between b and c, at these reaches."""
    return placed(
        CROWD,
        fighter("a", dex=14, sword=61, held=["sword", "dagger"]),
        *[fighter(name, "them", dex=1) for name in "bc"],
        given=[Engage("a", name, reach) for name, reach in zip("bc", reaches, strict=True)],
    )


@rule(
    "P17",
    "Setting the reach is one roll of the skill of a weapon in hand against one foe one is engaged with, or against all.",
)
@pytest.mark.parametrize("verb", ["closer", "farther"])
@pytest.mark.parametrize(("target", "changed"), [("b", ["b"]), ("c", ["c"]), ("all", ["b", "c"])])
@pytest.mark.parametrize("rolled", [61, 62])
def test_setting_the_reach(verb: str, target: str, changed: list[str], rolled: int) -> None:
    fight = crowd("normal", "normal")
    option = fight.option("a", f"{verb}/sword")
    assert (choices(option, "foe"), option.rank, option.chance) == (["b", "c", "all"], 7, 61)
    assert fight.option("a", f"{verb}/dagger").chance == 50
    assert problem(fight, "a", f"{verb}/shield") == "P6d"

    fight.play({"a": [Said(f"{verb}/sword", (target,))]}, f"d100={rolled}")

    (contest,) = fight.of("contest")
    assert (contest.rank, contest.facts["verb"], contest.facts["skill"]) == (7, verb, "sword")
    new = {"closer": "short", "farther": "long"}[verb]
    assert foes(fight, "a") == {
        foe: new if foe in changed and rolled == 61 else "normal" for foe in "bc"
    }
    assert fight.seen("a").actions == 3  # one of them for the second weapon (P3)


def test_the_reach_is_set_to_somebody_engaged_only() -> None:
    fight = placed("a . b .", fighter("a", dex=14), fighter("b", dex=1))
    assert (problem(fight, "a", "closer/sword"), problem(fight, "a", "farther/sword")) == (
        "R24",
    ) * 2

    fight = crowd("short", "long")
    assert choices(fight.option("a", "closer/sword"), "foe") == ["c", "all"]
    assert choices(fight.option("a", "farther/sword"), "foe") == ["b", "all"]
    assert fight.refuses("a", closer("b"))
    assert fight.refuses("a", closer("a"))
    fight = crowd("short", "short")
    assert problem(fight, "a", "closer/sword") == "P17d"
    assert problem(crowd("long", "long"), "a", "farther/sword") == "P17d"


@rule(
    "P17c",
    "Each foe against whom the reach is set may oppose it with the skill of a weapon, as a reaction.",
)
@pytest.mark.parametrize(("target", "asked"), [("b", ["b"]), ("all", ["b", "c"])])
@pytest.mark.parametrize("surprised", [False, True])
def test_foes_may_oppose_it(target: str, asked: list[str], surprised: bool) -> None:
    fight = crowd("normal", "normal")
    if surprised:
        fight.amend(SetStatus("b", "surprised"))
        asked = [who for who in asked if who != "b"]

    fight.play(
        {"a": [closer(target)], **{who: [oppose()] for who in asked}},
        "d100=40" + " d100=41" * len(asked),
    )

    found = [p.combatant for prompts in fight.waits for p in prompts if p.kind == "reaction"]
    assert found == asked
    changed = {foe: "short" if surprised and foe == "b" else "normal" for foe in "bc"}
    assert foes(fight, "a") == changed
    assert [(e.by, e.facts["outcome"]) for e in fight.of("opposed")] == [(w, "won") for w in asked]


@rule(
    "P17d",
    "Setting the reach moves it one step, between short and normal or normal and long, for every pair in which it is won.",
)
@pytest.mark.parametrize(
    ("before", "verb", "after"),
    [
        ("short", "farther", "normal"),
        ("normal", "farther", "long"),
        ("long", "closer", "normal"),
        ("normal", "closer", "short"),
    ],
)
@pytest.mark.parametrize(("b_rolls", "won"), [(39, True), (41, False), (40, False)])
def test_it_moves_one_step(before: str, verb: str, after: str, b_rolls: int, won: bool) -> None:
    fight = crowd(before, before)

    fight.play({"a": [Said(f"{verb}/sword", ("all",))], "b": [oppose()]}, f"d100=40 d100={b_rolls}")

    assert foes(fight, "a") == {"b": after if won else before, "c": after}
    told = [(e.at, e.facts["reach"]) for e in fight.of("reach_set", by="a")]
    assert told[-2 + (not won) :] == ([("b", after)] if won else []) + [("c", after)]


@rule(
    "P17e",
    "Setting the reach closer from distance 2 takes one into a free hex beside the foe, and who is not beside it then stays at long reach.",
)
@pytest.mark.parametrize(
    ("drawing", "to"),
    [
        (". a . b .", "C1"),
        (". . . . .\n . a . b .\n. . . . .", "C2"),
        # Only one of the two ways is free.
        (". . . .\n . a # .\n. . . b", "C3"),
    ],
)
@pytest.mark.parametrize("won", [True, False])
def test_closer_takes_one_a_step(drawing: str, to: str, won: bool) -> None:
    fight = placed(
        drawing, fighter("a", dex=14), fighter("b", dex=1), given=[Engage("a", "b", "long")]
    )
    here = place(fight, "a")
    assert apart(fight, "a", "b") == 2

    fight.play({"a": [closer("b")]}, "d100=50" if won else "d100=51")

    assert (place(fight, "a"), foes(fight, "a")) == (
        (to, {"b": "normal"}) if won else (here, {"b": "long"})
    )
    assert [e.facts["how"] for e in fight.of("moved")] == (["closer"] if won else [])


def test_whoever_does_not_come_beside_a_foe_stays_at_long_reach_with_it() -> None:
    # From C3 one step leads beside b, and from there c is two steps away still.
    fight = placed(
        """
        . . . c . .
         . . . . . .
        . . a . b .
         . . . . . .
        """,
        fighter("a", dex=14),
        *[fighter(name, "them", dex=1) for name in "bc"],
        given=[Engage("a", name, "long") for name in "bc"],
    )

    fight.play({"a": [closer("all")]}, "d100=50")

    assert (place(fight, "a"), foes(fight, "a")) == ("D3", {"b": "normal", "c": "long"})


def test_closer_is_not_offered_where_no_hex_is_free() -> None:
    fight = placed(
        ". a c b .",
        fighter("a", dex=14),
        fighter("b", "them", dex=1),
        fighter("c", "a", dex=1),
        given=[Engage("a", "b", "long")],
    )

    assert foes(fight, "a") == {"b": "long"}
    assert problem(fight, "a", "closer/sword") == "P17d"
    assert fight.refuses("a", closer("all"))


@rule(
    "P17f",
    "Setting the reach to long takes one a hex away, unless no hex is free or another foe would come out of reach.",
)
@pytest.mark.parametrize(
    ("drawing", "reaches", "foe", "to"),
    [
        (". . a b .", {"b": "normal"}, "b", "B1"),
        # No step from short to normal.
        (". . a b .", {"b": "short"}, "b", "C1"),
        ("a b . . .", {"b": "normal"}, "b", "A1"),
        ("# . a b .", {"b": "normal"}, "b", "B1"),
        ("# # a b .", {"b": "normal"}, "b", "C1"),
        (". c a b .", {"b": "normal", "c": "normal"}, "b", "C1"),
        (". c a b .", {"b": "normal", "c": "long"}, "b", "C1"),
        (". . . .\n c a b .\n. # . .", {"b": "normal", "c": "normal"}, "b", "B1"),
        (". . c .\n . . a b\n. . . .", {"b": "normal", "c": "normal"}, "b", "B2"),
        (". . . c\n . . a b\n. . . .", {"b": "normal", "c": "normal"}, "b", "C1"),
        (". . # c\n . . a b\n. . . .", {"b": "normal", "c": "normal"}, "b", "C2"),
    ],
)
def test_farther_takes_one_a_step(drawing: str, reaches: dict[str, str], foe: str, to: str) -> None:
    fight = placed(
        drawing,
        fighter("a", dex=14),
        *[fighter(name, "them", dex=1) for name in reaches],
        given=[Engage("a", name, reach) for name, reach in reaches.items()],
    )

    fight.play({"a": [farther(foe)]}, "d100=50")

    new = {"normal": "long", "short": "normal"}[reaches[foe]]
    assert (place(fight, "a"), foes(fight, "a")) == (to, {**reaches, foe: new})


@rule(
    "P17g", "The step that goes with setting the reach does not provoke those who could oppose it."
)
@pytest.mark.parametrize(("target", "asked"), [("b", []), ("all", [])])
def test_the_step_does_not_provoke_those_named(target: str, asked: list[tuple[str, str]]) -> None:
    fight = placed(
        ". . . . .\n . a . b .\n. . . . .",
        fighter("a", dex=14),
        fighter("b", dex=1),
        given=[Engage("a", "b", "long")],
    )

    fight.play({"a": [closer(target)]}, "d100=50")

    assert (place(fight, "a"), opportunities(fight)) == ("C2", asked)


def test_the_step_provokes_others() -> None:
    fight = placed(
        ". . . c .\n . a . b .\n. . . . .",
        fighter("a", dex=14),
        *[fighter(name, "them", dex=1) for name in "bc"],
        given=[Engage("a", "b", "long")],
    )
    assert foes(fight, "a") == {"b": "long"}

    fight.play({"a": [closer("b")], "c": [opportunity()]}, f"d100=50 {MISS}")

    assert (place(fight, "a"), opportunities(fight)) == ("C2", [("c", "a")])
    assert foes(fight, "a") == {"b": "normal", "c": "normal"}
