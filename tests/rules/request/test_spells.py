"""RULES.md, spells: parts, points, ranges, what wards them off, and what each does."""

from __future__ import annotations

import tomllib
from typing import Final

import pytest
from msgspec.structs import replace

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import (
    ChangeSide,
    Engage,
    Hazard,
    Hide,
    Observer,
    Remove,
    Seize,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.request.course.machine import restore
from rules.request.course.proving import proved
from rules.request.course.sight import Sight
from rules.request.data import library
from rules.request.model import Change, Entry, Options, Setup, View
from rules.request.policies import POLICIES
from rules.request.setup import decode
from rules.request.tell.teller import Teller
from tests.rules.request.build import (
    DAGGER,
    DECLINE,
    DEFEND,
    DODGE,
    LEATHER,
    PASS,
    SHIELD,
    SWORD,
    Said,
    Scene,
    attack,
    carry,
    fighter,
    figure,
    scene,
    stance,
    terms,
    wait,
)
from tests.rules.request.places import (
    FIST,
    HANDY,
    on,
    opportunities,
    opportunity,
    placed,
    problem,
)
from tests.rules.request.test_shadow import far
from tests.support.rulebook import rule

CONTINUE: Final = Said("continue")
WORKS: Final = "d100=40"
FAILS: Final = "d100=60"
HELD: Final = "d100=20"
"""Of a skill of 50: casting, its failure, and a roll that the casting beats."""
FAR: Final = 40


def cast(spell: str, target: str) -> Said:
    return Said(f"cast/{spell}", (target,))


def mage(name: str, *spells: str, points: int = 11, dex: int = 11, side: str = "") -> Entry:
    """Somebody who knows these spells, all of them if none is named."""
    entry = fighter(name, side, dex=dex, skills={"Runecast": 50, "Persistence": 50})
    known = library().spells
    learned = tuple([known[one] for one in spells or known])
    return replace(entry, sheet=replace(entry.sheet, spells=learned, magic_points=points))


def minded(entry: Entry) -> Entry:
    """The same somebody with a Persistence of 50."""
    return replace(
        entry, sheet=replace(entry.sheet, skills={**entry.sheet.skills, "Persistence": 50})
    )


def duel(*spells: str, distance: int = 10, points: int = 11) -> Scene:
    """A mage, and B at some distance."""
    return scene(mage("a", *spells, points=points), minded(fighter("b")), distance=distance)


def friends(*spells: str) -> Scene:
    """A mage, its friend B, and their foe C who is next to both."""
    return scene(mage("a", *spells, side="us"), minded(fighter("b", "us")), minded(fighter("c")))


def under(fight: Scene, who: str) -> list[str]:
    return list(fight.seen(who).conditions)


def points(fight: Scene, who: str = "a") -> int | None:
    return fight.seen(who).magic_points


# --- several parts -------------------------------------------------------------------------------


def test_parts() -> None:
    fight = duel("hinder", "dismay")

    fight.play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    assert [e.facts["left"] for e in fight.of("part_done")] == ["1"]
    assert "demoralised" not in under(fight, "b")
    assert "casting" in under(fight, "a")

    fight.play({"a": [CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    assert "demoralised" in under(fight, "b")
    assert "casting" not in under(fight, "a")


@rule(
    "P4a",
    "Whoever has something of several parts under way may go on with it at any action, in a later phase or a later round, and gives it up by any other action, while waiting, carrying over and letting an action go keep it.",
)
def test_going_on_and_giving_up() -> None:
    fight = duel("dismay")
    fight.play({"a": [cast("dismay", "b"), PASS]}, "", upto=(1, 2))
    assert "casting" in under(fight, "a")
    fight.play({"a": [wait(2), CONTINUE]}, f"{WORKS} {FAILS}", upto=(2, 1))
    assert "demoralised" in under(fight, "b")

    fight = duel("dismay")
    fight.play({"a": [cast("dismay", "b"), Said("defend")]}, "", upto=(1, 2))
    (lost,) = fight.of("task_lost")
    assert lost.facts["cause"] == "another action"
    assert "continue" not in fight.offers("a")
    assert fight.refuses("a", CONTINUE)


def test_a_carried_part_keeps_the_spell() -> None:
    fight = duel("dismay")
    fight.play({"a": [cast("dismay", "b"), carry()]}, "", upto=(1, 2))
    assert "casting" in under(fight, "a")


# --- casting -------------------------------------------------------------------------------------


@rule("P26", "A spell is cast by its casting skill, which is rolled with the last of its actions.")
@pytest.mark.parametrize(("dice", "works"), [("d100=50", True), ("d100=51", False)])
def test_casting_roll(dice: str, works: bool) -> None:
    fight = friends("haste").play({"a": [cast("haste", "b")]}, dice)
    (event,) = fight.of("cast")
    assert figure(event, "casting_chance") == 50
    assert ("quickened" in under(fight, "b")) is works
    assert event.facts["outcome"] == ("works" if works else "fails")


@rule(
    "P26a",
    "Every action of a spell comes at the strike rank of the casting skill, with or without a roll.",
)
def test_rank() -> None:
    fight = duel("dismay").play(
        {"a": [cast("dismay", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2)
    )
    assert [figure(e, "strike_rank") for e in fight.of("part_done", "cast")] == [5, 5]
    assert [e.rank for e in fight.of("part_done", "cast")] == [5, 5]


@rule("P26b", "Whoever is casting makes no reaction until the spell is done, lost or given up.")
def test_no_reaction_while_casting() -> None:
    fight = scene(mage("a", "dismay", dex=12), fighter("b", sword=40))
    fight.play({"a": [cast("dismay", "b")], "b": [attack("a")]}, "d100=90")
    assert fight.attack().facts["defence"] == "cannot"
    fight.play({"a": [Said("defend"), DODGE], "b": [attack("a")]}, "d100=90 d100=90", upto=(1, 2))
    assert fight.of("attack")[-1].facts["defence"] == "dodge"


@rule(
    "P26c",
    "Harmful spells are for foes and helpful ones for oneself and friends, while light, and dispelling whoever is under a spell, are for anybody.",
)
def test_marks() -> None:
    fight = friends()
    found = {
        option.id: [value.id for value in option.parameters[0].values]
        for option in fight.prompt("a").options
        if option.id.startswith("cast/")
    }
    for spell in ("disrupt", "dismay", "hinder", "muddle", "gloom"):
        assert found[f"cast/{spell}"] == ["c"]
    for spell in ("keen-edge", "ward", "haste"):
        assert found[f"cast/{spell}"] == ["a", "b"]
    assert found["cast/glow"] == ["a", "b", "c"]
    assert found["cast/unravel"] == found["cast/mend"] == found["cast/heavy-blow"] == []
    assert fight.refuses("a", cast("dismay", "b"))
    fight.amend(SetHitPoints("b", "chest", 1))
    assert not fight.refuses("a", cast("mend", "b"))


def test_boosts_only_the_able_and_disrupts_the_fallen() -> None:
    fight = friends("keen-edge", "disrupt")
    fight.amend(SetStatus("b", "unconscious"), SetStatus("c", "unconscious", on=False))
    assert fight.refuses("a", cast("keen-edge", "b"))


@rule(
    "P26d",
    "The mark of a spell must be in its range and in view both as it is begun and as it takes effect, or the spell is lost.",
)
def test_range_and_view() -> None:
    assert duel("dismay", distance=30).offers("a").count("cast/dismay") == 1
    assert "cast/dismay" not in duel("dismay", distance=31).offers("a")

    fight = duel("dismay").play({"a": [cast("dismay", "b")]})
    fight.amend(Hide("b"))
    fight.play({"a": [CONTINUE]}, upto=(1, 2))
    assert fight.of("task_lost")[0].facts["cause"] == "out of view or range"
    assert points(fight) == 11


def test_spells_reach_those_who_are_high_up() -> None:
    """D13d: as a shot they have 10 m to go at least."""
    bird = replace(fighter("b"), flying=True, high=True)
    near = mage("a", "mend", "disrupt")
    fight = placed(". a b .", near, bird)
    assert "cast/disrupt" in fight.offers("a")
    fight.play({"a": [cast("disrupt", "b")]}, f"{WORKS} {FAILS} d3=1 d20=10")
    assert fight.of("spell_harm")

    short = replace(library().spells["disrupt"], range=9)
    fight = placed(". a b .", replace(near, sheet=replace(near.sheet, spells=(short,))), bird)
    assert problem(fight, "a", "cast/disrupt") == "P26c"


def test_a_wall_hides_the_mark() -> None:
    assert (
        problem(placed(". a # b .", mage("a", "hinder"), fighter("b")), "a", "cast/hinder")
        == "P26c"
    )


@rule(
    "P26e",
    "A spell costs its magic points when the casting roll succeeds and one when it fails, and cannot be begun with too few.",
)
def test_magic_points() -> None:
    rolled = {WORKS: 9, FAILS: 10}
    for dice, left in rolled.items():
        fight = friends("ward")
        fight.play({"a": [cast("ward", "b"), CONTINUE]}, dice, upto=(1, 2))
        assert points(fight) == left
        assert figure(fight.of("cast")[0], "magic_points") == left
    poor = duel("ward", points=1)
    assert "cast/ward" not in poor.offers("a")
    assert poor.refuses("a", cast("ward", "a"))


def written(line: str = "", creature: str = "witch") -> Setup:
    """A scenario with one who casts, and what else is said of it."""
    people = f"""
[[combatants]]
creature = "{creature}"
side = "a"
{line}

[[combatants]]
creature = "guard"
side = "b"
"""
    text = f'name = "Test"\nrules = "request"\nsides = ["a", "b"]\n{people}'
    return decode(tomllib.loads(text))


@rule("P26e2", "There are as many magic points as POW unless the scenario gives fewer.")
def test_as_many_points_as_power() -> None:
    assert written().combatants[0].sheet.magic_points == 16
    assert written("magic_points = 3").combatants[0].sheet.magic_points == 3
    assert written('spells = ["glow"]', "raider").combatants[0].sheet.magic_points == 10
    assert written(creature="raider").combatants[0].sheet.magic_points == 0


def test_points_that_are_taken_away_lose_the_spell() -> None:
    fight = duel("dismay").play({"a": [cast("dismay", "b")]})
    fight.amend(SetPoints("a", "magic", 1))
    fight.play({"a": [CONTINUE]}, upto=(1, 2))
    assert fight.of("task_lost")[0].facts["cause"] == "no magic points"
    with pytest.raises(IllegalAmendmentError):
        fight.amend(SetPoints("a", "magic", 12))


@rule(
    "P26f",
    "A spell that lasts ends at a wrap-up, after the fatigue tests, and the round in which it was cast is the first of its rounds.",
)
def test_rounds() -> None:
    fight = duel("muddle")
    fight.play({"a": [cast("muddle", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 9))
    assert "befuddled" in under(fight, "b")
    fight.play({}, upto=(2, 9))
    assert ("befuddled", "ended") in fight.changes("b")
    (ended,) = [e for e in fight.of("condition") if e.facts["change"] == "ended"]
    assert ended.round == 2


@rule("P26f2", "Of two spells of a kind on one combatant the later replaces the earlier.")
def test_renewed() -> None:
    fight = friends("haste")
    fight.play({"a": [cast("haste", "b"), cast("haste", "b")]}, f"{WORKS} {WORKS}", upto=(1, 2))
    assert under(fight, "b").count("quickened") == 1
    assert fight.option("b", "defend").rank == 15


# --- losing it -----------------------------------------------------------------------------------


def struck_at(dice: str) -> Scene:
    """A begins a spell of two parts, and B strikes it meanwhile."""
    fight = scene(mage("a", "dismay", dex=12), fighter("b", sword=40))
    return fight.play({"a": [cast("dismay", "b")], "b": [attack("a")]}, dice)


@rule("P26g", "Whoever is hurt while casting loses the spell unless a Persistence roll succeeds.")
def test_concentration() -> None:
    kept = struck_at("d100=30 d8=1 d20=10 d100=50")
    assert [e.kind for e in kept.of("kept", "task_lost")] == ["kept"]
    assert figure(kept.of("kept")[0], "persistence_chance") == 50
    assert proved(kept.fight.people[0]) == ["Persistence"]
    lost = struck_at("d100=30 d8=1 d20=10 d100=51")
    assert lost.of("task_lost")[0].facts["cause"] == "hurt"
    unhurt = struck_at("d100=90")
    assert not unhurt.of("kept", "task_lost")


@rule(
    "P26h",
    "A serious or major wound loses whatever has several parts, and so does going down.",
)
def test_wounds_lose_it() -> None:
    fight = struck_at("d100=30 d8=6 d20=13 d4=1")
    assert fight.of("task_lost")[0].facts["cause"] == "wound"
    fight = duel("dismay").play({"a": [cast("dismay", "b")]})
    fight.amend(SetStatus("a", "unconscious"))
    assert fight.of("task_lost")[0].facts["cause"] == "down"


@rule(
    "P26v",
    "Casting provokes an opportunity attack, and so does every further part of what has several.",
)
def test_provokes() -> None:
    fight = placed(". a b .", mage("a", "dismay"), minded(fighter("b")))
    fight.play({"a": [cast("dismay", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    assert len(opportunities(fight)) == 2

    fight = placed(". a b .", mage("a", "haste"), fighter("b"))
    fight.play({"a": [cast("haste", "a")], "b": [opportunity()]}, "d100=30 d8=1 d20=10 d100=51")
    assert fight.of("task_lost")
    assert not fight.of("cast")
    assert points(fight) == 11


def test_going_down_before_it_casts_nothing() -> None:
    fight = placed(". a b .", mage("a", "haste"), fighter("b"))
    fight.play(
        {"a": [cast("haste", "a")], "b": [opportunity()]}, "d100=30 d8=8 d20=20 d4=1 d100=90"
    )
    assert not fight.of("cast", "spoiled", "thwarted")


def test_simultaneous_spells_undo_none_of_each_other() -> None:
    fight = scene(mage("a", "disrupt"), mage("b", "disrupt"))
    dice = "d100=40 d100=60 d3=3 d20=10 d100=40 d100=60 d3=3 d20=10"
    fight.play({"a": [cast("disrupt", "b")], "b": [cast("disrupt", "a")]}, dice)
    assert len(fight.of("spell_harm")) == 2
    assert not fight.of("task_lost")


def test_a_withheld_blow_shakes_a_spell_too() -> None:
    fight = placed(". a b . c .", mage("a", "haste"), fighter("b"), fighter("c"))
    script = {"a": [cast("haste", "a")], "b": [PASS, opportunity()], "c": [PASS]}
    fight.play(script, "d100=30 d8=1 d20=10 d100=51")
    assert fight.of("task_lost")


def test_a_hazard_shakes_a_spell_too() -> None:
    fight = duel("dismay").play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    fight.amend(Hazard("a", "fire", "1", "chest"), dice="d100=51")
    (lost,) = fight.of("task_lost")
    assert lost.facts["cause"] == "hurt"


@pytest.mark.parametrize(
    ("spell", "side", "dice", "kind", "left"),
    [
        ("disrupt", "them", "d100=40 d100=60 d3=1 d20=1", "spell_harm", 1),
        ("mend", "us", "d100=40 d4=4", "spell_heal", 4),
    ],
)
def test_points_go_on_from_those_told(
    spell: str, side: str, dice: str, kind: str, left: int
) -> None:
    """B's blow, c's and the spell come to one leg of 5 points, at one moment: each goes on from what is told."""
    quick = replace(library().spells[spell], actions=1, range=40)
    witch = mage("d", "disrupt", dex=12, side=side)
    skills = {**witch.sheet.skills, "Runecast": 120}
    fight = placed(
        ". . . . . . .\n . b a c . . .\n. . . . . . d",
        fighter("a", "us", dex=12),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=12, sword=120),
        replace(witch, sheet=replace(witch.sheet, skills=skills, spells=(quick,))),
        on("A1", fighter("e", "us", dex=1)),
        given=[SetHitPoints("a", "right leg", 4)],
    )
    fight.answer(stance("kneeling"), attack("a"), cast(spell, "a"))
    fight.answer(opportunity(), DECLINE).answer(DECLINE, dice="d100=40 d8=1 d20=1")
    fight.answer(DECLINE, dice=f"d100=40 d8=1 d20=1 {dice}")

    told = [figure(one, "hit_points") for one in fight.of("attack", kind)]
    assert told == [3, 2, left]
    assert fight.points("a", "right leg") == left


# --- resistance ----------------------------------------------------------------------------------


@rule(
    "P26i",
    "A foe rolls the skill that wards the spell off, without a reaction, and the spell does nothing unless the casting roll beats it.",
)
@pytest.mark.parametrize(
    ("mine", "its", "outcome"),
    [
        ("d100=40", "d100=20", "works"),
        ("d100=40", "d100=41", "resisted"),
        ("d100=40", "d100=40", "resisted"),
        ("d100=40", "d100=51", "works"),
        ("d100=05", "d100=41", "works"),
    ],
)
def test_resistance(mine: str, its: str, outcome: str) -> None:
    fight = duel("hinder").play({"a": [cast("hinder", "b")]}, f"{mine} {its}")
    (event,) = fight.of("cast")
    assert event.facts["outcome"] == outcome
    assert event.facts["resist"] == "Resilience"
    assert ("slowed" in under(fight, "b")) is (outcome == "works")
    assert not fight.asked("b", "reaction")


@pytest.mark.parametrize(
    ("casting", "its", "needs"),
    [(125, 50, (125, 30)), (50, 125, (30, 125)), (117, 112, (107, 102)), (100, 50, (100, 50))],
)
def test_skills_over_100_weigh_on_spells(casting: int, its: int, needs: tuple[int, int]) -> None:
    """P13: as in any other roll against a roll."""
    fight = scene(learned("hinder", casting), fighter("b", skills={"Resilience": its}), distance=9)
    fight.play({"a": [cast("hinder", "b")]}, "d100=05 d100=96")
    (event,) = fight.of("cast")
    assert (figure(event, "casting_chance"), figure(event, "resist_chance")) == needs
    assert terms(event, "casting_chance").get("opponent over 100%", 0) == needs[0] - casting


def test_skills_over_100_weigh_on_no_spell_that_nobody_wards_off() -> None:
    """P13c: he could, and does not."""
    friend = fighter("c", "us", skills={"Resilience": 150})
    fight = scene(mage("a", "haste", side="us"), friend, fighter("b"))
    fight.play({"a": [cast("haste", "c")]}, WORKS)
    assert terms(fight.of("cast")[0], "casting_chance") == {"Runecast": 50}


def learned(spell: str, casting: int) -> Entry:
    """Somebody with so much of the skill that the spell goes by."""
    made = mage("a", spell)
    skills = {**made.sheet.skills, "Runecast": casting}
    return replace(made, sheet=replace(made.sheet, skills=skills))


# --- what they do --------------------------------------------------------------------------------


@rule("P26j", "Disruption does 1D3 at a random location, and armour does not help.")
def test_disruption() -> None:
    fight = scene(mage("a", "disrupt"), fighter("b", hide=5), distance=FAR)
    before = fight.points("b", "chest")
    fight.play({"a": [cast("disrupt", "b")]}, f"{WORKS} {FAILS} d3=3 d20=10")
    assert fight.points("b", "chest") == before - 3


@rule(
    "P26k",
    "A weapon boost adds 10 % to attacks and 2 to the damage of one weapon in use of its kind, edged or blunt.",
)
@pytest.mark.parametrize(
    ("spell", "weapon", "word"),
    [("keen-edge", SWORD, "sharp-edged"), ("heavy-blow", SHIELD, "heavy-handed")],
)
def test_boosts(spell: str, weapon: object, word: str) -> None:
    held = ("sword",) if weapon is SWORD else ("shield",)
    armed = fighter("b", "us", held=held, weapons=(SWORD, SHIELD, DAGGER))
    fight = scene(mage("a", spell, side="us"), armed, fighter("c"))
    fight.play({"a": [cast(spell, "b"), CONTINUE]}, WORKS, upto=(1, 2))
    assert word in under(fight, "b")
    die = "d8=4" if weapon is SWORD else "d6=4"
    fight.play({"b": [attack("c", held[0])]}, f"d100=60 {die} d20=10", upto=(2, 1))
    blow = fight.attack()
    assert terms(blow, "attack_chance")[word] == 10
    assert terms(blow, "damage")[word] == 2
    assert figure(blow, "damage") == 6


def test_a_boost_is_of_one_weapon() -> None:
    fight = friends("keen-edge")
    fight.play({"a": [cast("keen-edge", "b"), CONTINUE]}, WORKS, upto=(1, 2))
    fight.amend(SetGear("b", "sword", "dropped"), SetGear("b", "dagger", "held"))
    fight.play({"b": [attack("c", "dagger")]}, "d100=61", upto=(2, 1))
    assert "sharp-edged" not in terms(fight.attack(), "attack_chance")


@pytest.mark.parametrize(("its", "asked"), [(FAILS, [14, 5]), ("d100=41", [14])])
def test_whoever_comes_under_a_spell_is_asked_anew(its: str, asked: list[int]) -> None:
    slow = fighter("a", dex=14, sword=20)
    fight = scene(slow, mage("b", "hinder"))

    fight.play(
        {"a": [attack("b")] * len(asked), "b": [cast("hinder", "a")]}, f"{WORKS} {its} d100=96"
    )

    assert fight.ranks("a") == asked


@pytest.mark.parametrize(("its", "asked"), [(WORKS, [14, 5]), (FAILS, [14])])
def test_and_whoever_comes_out_of_one(its: str, asked: list[int]) -> None:
    slow = minded(fighter("a", "us", dex=18, sword=20))
    fight = scene(slow, mage("b", "unravel", side="us"), mage("c", "hinder", dex=1))
    fight.play({"c": [cast("hinder", "a")]}, f"{WORKS} {FAILS}", upto=(1, 9))
    before = len(fight.ranks("a"))

    said = {"a": [attack("c")] * len(asked), "b": [cast("unravel", "a")]}
    fight.play(said, f"{its} d100=96", upto=(2, 1))

    assert fight.ranks("a")[before:] == asked


@rule("P26l", "Protection adds 2 to the armour points of every location.")
@pytest.mark.parametrize("when", ["before_armour", "after_armour"])
def test_protection(when: str) -> None:
    options = Options(vulnerable_damage="after_armour") if when == "after_armour" else Options()
    people = (mage("a", "ward", side="us"), fighter("b", "us", hide=1), fighter("c"))
    fight = scene(*people, options=options)
    fight.play({"a": [cast("ward", "b"), CONTINUE]}, WORKS, upto=(1, 2))
    fight.play({"c": [attack("b")]}, "d100=30 d8=5 d20=10", upto=(2, 1))
    assert terms(fight.attack(), "through") == {"damage": 5, "armour": -1, "warded": -2}


@pytest.mark.parametrize(("armour", "through"), [(True, 3), (False, 5)])
def test_protection_against_what_is_nobodys_blow(armour: bool, through: int) -> None:
    fight = duel("ward").play({"a": [cast("ward", "a"), CONTINUE]}, WORKS, upto=(1, 2))
    fight.amend(Hazard("a", "fire", "5", "chest", armour))
    (event,) = fight.of("hazard")
    assert figure(event, "through") == through
    assert terms(event, "through").get("warded", 0) == through - 5


@rule(
    "P26m",
    "Healing gives 1D4+1 hit points back to the location that lacks most and is not ruined.",
)
def test_healing() -> None:
    given = (SetHitPoints("b", "chest", 2), SetHitPoints("b", "head", 4))
    people = (mage("a", "mend", side="us"), fighter("b", "us"), fighter("c"))
    fight = scene(*people, given=given)
    fight.play({"a": [cast("mend", "b"), CONTINUE]}, f"{WORKS} d4=3", upto=(1, 2))
    assert fight.points("b", "chest") == 6
    fight.play({"a": [cast("mend", "b"), CONTINUE]}, f"{WORKS} d4=4", upto=(2, 2))
    assert fight.points("b", "chest") == fight.fight.people[1].full[3]


def test_nothing_is_healed_over_what_a_location_bears() -> None:
    fight = scene(
        mage("a", "mend", side="us"),
        fighter("b", "us"),
        fighter("c"),
        given=(SetHitPoints("b", "head", 4),),
    )
    full = fight.points("b", "head") + 1
    fight.play({"a": [cast("mend", "b"), CONTINUE]}, f"{WORKS} d4=4", upto=(1, 2))
    assert fight.points("b", "head") <= full
    assert "no more than it bears" in terms(fight.of("spell_heal")[0], "healed")


@rule("P26n", "Whoever is demoralised has 20 % less in attacks and shots.")
def test_demoralised() -> None:
    fight = scene(mage("a", "dismay"), minded(fighter("b")))
    fight.play({"a": [cast("dismay", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    fight.play({"b": [attack("a")]}, "d100=31", upto=(2, 1))
    assert terms(fight.attack(), "attack_chance")["demoralised"] == -20


@rule(
    "P26p",
    "Darkness about a combatant takes 40 % from attacks and shots by it and at it.",
)
def test_darkness() -> None:
    fight = scene(mage("a", "gloom"), minded(fighter("b")))
    fight.play({"a": [cast("gloom", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    fight.play({"b": [attack("a")], "a": [attack("b")]}, "d100=90 d100=90", upto=(2, 1))
    assert [terms(e, "attack_chance")["darkness"] for e in fight.of("attack")] == [-40, -40]


@rule(
    "P26p2",
    "Light ends darkness and darkness ends light, and then nothing more comes of either.",
)
def test_light_and_darkness() -> None:
    fight = scene(mage("a", "gloom", "glow"), minded(fighter("b")))
    fight.play({"a": [cast("glow", "b")]}, WORKS, upto=(1, 1))
    assert "lit up" in under(fight, "b")
    fight.play({"a": [cast("gloom", "b")]}, "", upto=(1, 2))
    fight.play({"a": [CONTINUE, cast("gloom", "b")]}, f"{WORKS} {FAILS}", upto=(2, 2))
    assert not {"lit up", "in darkness"} & set(under(fight, "b"))
    fight.play({"a": [CONTINUE, cast("glow", "b")]}, f"{WORKS} {FAILS} {WORKS}", upto=(3, 2))
    assert ("in darkness", "ended") in fight.changes("b")
    assert not {"lit up", "in darkness"} & set(under(fight, "b"))


@rule(
    "P26q",
    "The befuddled make no attack of any kind and cast nothing, until it is over or they are hurt.",
)
def test_befuddled() -> None:
    fight = scene(mage("a", "muddle"), mage("b", "hinder"))
    fight.play({"a": [cast("muddle", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    offers = fight.offers("b")
    assert not [one for one in offers if one.startswith(("attack", "precise", "shoot", "cast"))]
    assert "defend" in offers
    fight.play({"a": [attack("b")], "b": [DODGE]}, "d100=30 d100=90 d8=1 d20=10", upto=(2, 1))
    assert ("befuddled", "ended") in fight.changes("b")
    assert "attack/sword" in fight.offers("b")


def test_the_befuddled_go_on_with_no_spell_till_it_is_over() -> None:
    fight = duel("dismay", "muddle").play({"a": [cast("dismay", "b")]})
    fight.amend(SetStatus("a", "befuddled"))
    assert problem(fight, "a", "continue") == "P26q"
    assert fight.refuses("a", CONTINUE)
    for mind in ("steady", "reckless"):
        assert POLICIES[mind](asked(fight, "a")).option != "continue"
    fight.amend(SetStatus("a", "befuddled", on=False))
    fight.play({"a": [CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    assert "demoralised" in under(fight, "b")


@pytest.mark.parametrize("mind", ["steady", "reckless", "random"])
def test_the_befuddled_do_nothing_to_whom_they_hold(mind: str) -> None:
    """Getting free of somebody else is no attack."""
    people = [wrestler("a", "x"), wrestler("b", "y"), wrestler("c", "y")]
    holds = [Seize("a", "b"), Seize("c", "a"), SetStatus("a", "befuddled")]
    fight = placed(". a b .\n . c . .", *people, given=holds)
    for verb in ("hold", "hurt", "throw", "disarm"):
        assert problem(fight, "a", verb) == "P26q"
    assert "breakfree" in fight.offers("a")
    POLICIES[mind](asked(fight, "a"))
    alone = placed(". a b .", *people[:2], given=[holds[0], holds[2]])
    assert not {"hold", "hurt", "throw", "disarm", "breakfree"} & {*alone.offers("a")}
    POLICIES[mind](asked(alone, "a"))


def wrestler(name: str, side: str) -> Entry:
    """Bare hands, and a spell that befuddles."""
    made = fighter(name, side, weapons=(FIST,), held=(), skills={**HANDY, "Runecast": 50})
    return replace(made, sheet=replace(made.sheet, spells=(library().spells["muddle"],)))


def asked(fight: Scene, who: str) -> Sight:
    """What somebody whose turn it is sees, from a mind's place."""
    fight.prompt(who)
    return next(one for one in fight.fight.questions() if one.combatant == who).sight()


def test_the_befuddled_seize_no_opening() -> None:
    fight = placed(". a b . .", mage("a", "muddle"), minded(fighter("b", dex=6)))
    fight.play({"a": [cast("muddle", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    before = len(opportunities(fight))
    fight.play({"a": [Said("stance", ("kneeling",))]}, "", upto=(2, 1))
    assert len(opportunities(fight)) == before


@rule(
    "P26s",
    "Slowing takes 4 from DEX, but leaves 1 at least, and halves the Move, while quickening adds 4 to DEX.",
)
def test_slow_and_quick() -> None:
    fight = placed(". a . . b . . .", mage("a", "hinder", "haste"), fighter("b", dex=13))
    fight.play({"a": [cast("hinder", "b")]}, f"{WORKS} {FAILS}")
    assert fight.option("b", "defend").rank == 9
    assert fight.fight.people[1].metres == 2
    fight = duel("haste").play({"a": [cast("haste", "a")]}, WORKS)
    assert fight.option("a", "defend").rank == 15
    slow = scene(mage("a", "hinder"), fighter("b", dex=3))
    slow.play({"a": [cast("hinder", "b")]}, f"{WORKS} {FAILS}", upto=(1, 2))
    assert slow.option("b", "defend").rank == 1
    defended = slow.play({"b": [Said("defend")]}, upto=(2, 2)).of("defended")[-1]
    assert terms(defended, "strike_rank") == {"DEX": 3, "spells": -2}


@rule(
    "P26s2",
    "The DEX that a spell changes counts for strike ranks at once and for the actions of a round from the next one on.",
)
def test_actions_of_the_quickened() -> None:
    fight = duel("haste")
    fight.play({"a": [cast("haste", "a")]}, WORKS)
    assert fight.seen("a").actions == 1
    assert fight.option("a", "defend").rank == 15
    fight.play({}, upto=(1, 9))
    assert fight.seen("a").actions == 3


@rule("P26t", "Dispelling ends every spell that somebody is under.")
def test_dispelling() -> None:
    fight = duel("haste", "glow", "unravel")
    script = {"a": [cast("haste", "a"), cast("glow", "a"), cast("unravel", "a")]}
    fight.play(script, f"{WORKS} {WORKS} {WORKS}", upto=(2, 1))
    assert under(fight, "a") == []
    assert ("quickened", "ended") in fight.changes("a")


@rule("P16a9", "Whoever fumbles a casting roll loses the next action.")
def test_fumble() -> None:
    fight = duel("haste").play({"a": [cast("haste", "a")]}, "d100=99", upto=(1, 1))
    fight.play({}, upto=(1, 2))
    assert [e.by for e in fight.of("action_lost")] == ["a"]
    fine = duel("haste").play({"a": [cast("haste", "a")]}, FAILS, upto=(1, 2))
    assert not fine.of("action_lost")


@rule("P26u", "The penalty of the armour worn is taken off casting skills.")
def test_armour_hinders() -> None:
    entry = mage("a", "haste")
    worn = replace(entry, sheet=replace(entry.sheet, armour=(LEATHER,)))
    fight = scene(worn, fighter("b")).play({"a": [cast("haste", "a")]}, WORKS)
    assert terms(fight.of("cast")[0], "casting_chance") == {"Runecast": 50, "armour": -4}


def test_a_heavy_load_hinders_no_spell() -> None:
    """P32b names what it weighs on, and casting is not among it."""
    entry = mage("a", "haste")
    laden = replace(entry, sheet=replace(entry.sheet, load=60))
    fight = scene(laden, fighter("b")).play({"a": [cast("haste", "a")]}, WORKS)
    assert "encumbered" in under(fight, "a")
    assert terms(fight.of("cast")[0], "casting_chance") == {"Runecast": 50}


# --- who knows what, and state at every step ------------------------------------------------------


def test_foes_see_the_casting_and_not_the_points() -> None:
    fight = duel("dismay").play(
        {"a": [cast("dismay", "b"), CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2)
    )
    for who, knows in (("a", True), ("b", False)):
        observer = Observer("seat", who)
        view = fight.fight.view(observer)
        assert isinstance(view, View)
        assert (view.combatants[0].magic_points is not None) is knows
        shown = fight.fight.seen_by(observer, fight.of("cast")[0])
        assert shown is not None
        names = {one.name for one in shown.figures}
        assert ("magic_points" in names) is knows
        assert ("casting_chance" in names) is knows
        assert ("resist_chance" in names) is not knows


@rule(
    "C16a",
    "Of a spell under way foes see that somebody casts, and what and on whom when it is done.",
)
def test_foes_do_not_see_what_is_under_way() -> None:
    fight = duel("dismay").play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    fight.amend(Hazard("a", "fire", "1", "chest"), dice="d100=50")
    fight.amend(SetPoints("a", "magic", 1)).play({"a": [CONTINUE]}, "", upto=(1, 2))
    told = fight.of("part_done", "kept", "task_lost")
    assert [one.kind for one in told] == ["part_done", "kept", "task_lost"]
    shown = [fight.fight.seen_by(Observer("seat", "b"), one) for one in told]
    assert [(one.at, one.facts) for one in shown if one] == [
        ("", {"verb": "cast"}),
        ("", {"verb": "cast"}),
        ("", {"verb": "cast"}),
    ]
    lines = Teller(fight.fight.setup).lines([one for one in shown if one])
    assert [one.text for one in lines] == ["A casts.", "A keeps hold of it.", "A gives it up."]
    assert [fight.fight.seen_by(Observer("seat", "a"), one) for one in told] == told


def test_snapshots_in_the_middle_of_a_spell() -> None:
    fight = duel("dismay").play({"a": [cast("dismay", "b")]})
    again = Scene(restore(fight.fight.snapshot()))
    assert again.fight.snapshot() == fight.fight.snapshot()
    again.fight.watch()
    again.play({"a": [CONTINUE]}, f"{WORKS} {FAILS}", upto=(1, 2))
    assert "demoralised" in under(again, "b")
    once_more = Scene(restore(again.fight.snapshot()))
    assert once_more.fight.snapshot() == again.fight.snapshot()
    assert once_more.fight.fork().snapshot() == again.fight.snapshot()


@pytest.mark.parametrize("mark", ["nobody", "a"])
def test_a_wrong_mark_is_refused(mark: str) -> None:
    fight = duel("dismay")
    assert fight.refuses("a", cast("dismay", mark))


def test_minds_elsewhere_know_that_somebody_casts() -> None:
    fight = duel("dismay").play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    assert far(fight, "b").is_casting(far(fight, "b").foes()[0])
    assert far(fight, "a").has_task()
    assert not far(duel("dismay"), "a").has_task()


def test_what_costs_nothing_leaves_all_points() -> None:
    free = replace(library().spells["haste"], cost=0)
    witch = mage("a", side="us")
    people = replace(witch, sheet=replace(witch.sheet, spells=(free,))), fighter("b", "us")
    fight = scene(*people, fighter("c")).play({"a": [cast("haste", "b")]}, FAILS)
    assert points(fight) == 11


def test_a_mark_that_is_hidden_meanwhile_is_cast_at_no_more() -> None:
    people = (
        fighter("a", "us", dex=12),
        fighter("b", "them", dex=1),
        mage("d", "disrupt", side="them", dex=12),
    )
    fight = placed(". . . . . . .\n . b a . . . .\n. . . . . . d", *people)
    fight.answer(stance("kneeling"), cast("disrupt", "a"))
    assert [one.combatant for one in fight.open()] == ["b"]
    fight.amend(Hide("a")).play({}, "")
    assert not fight.of("cast", "spell_harm")
    assert points(fight, "d") == 11


@pytest.mark.parametrize(
    ("dice", "said"),
    [("d100=50", "A keeps hold of Dismay."), ("d100=51", "A gives Dismay up")],
)
def test_it_is_told_by_the_name_of_the_spell(dice: str, said: str) -> None:
    fight = duel("dismay").play({"a": [cast("dismay", "b")]}, "", upto=(1, 1))
    fight.amend(Hazard("a", "fire", "1", "chest"), dice=dice)
    (line,) = Teller(fight.fight.setup).lines(fight.of("kept", "task_lost"))
    assert line.text.startswith(said)


# --- in a grapple, and marks that are gone ---------------------------------------------------------


@rule(
    "P26w",
    "A grapple keeps nobody from casting, but whoever is held helpless has no action for it.",
)
def test_casting_in_a_grapple() -> None:
    people = mage("a", "hinder"), minded(fighter("b", skills={"Unarmed": 90}))
    fight = placed(". a b . .", *people).amend(Seize("b", "a"))
    fight.play({"a": [cast("hinder", "b")]}, f"{WORKS} {FAILS}")
    assert not opportunities(fight)
    assert "slowed" in under(fight, "b")

    pinned = placed(". a b . .", *people).amend(Seize("b", "a"))
    pinned.play({"b": [Said("hold")]}, "d100=30 d100=90")
    assert "pinned" in under(pinned, "a")
    assert [one.combatant for one in pinned.open()] == ["b"]


@pytest.mark.parametrize("change", [Remove("b"), ChangeSide("b", "a"), SetStatus("b", "dead")])
def test_a_mark_that_is_there_no_more_loses_the_spell(change: Change) -> None:
    people = mage("a", "dismay"), minded(fighter("b")), fighter("c")
    fight = scene(*people, distance=10, friends={"b": ("c",), "c": ("b",)})
    fight.play({"a": [cast("dismay", "b")]}).amend(change)
    fight.play({"a": [CONTINUE]}, upto=(1, 2))
    assert fight.of("task_lost")[0].facts["cause"] == "out of view or range"
    assert points(fight) == 11


# --- the game master's hand -----------------------------------------------------------------------


def test_the_game_master_puts_a_spell_on_somebody_and_ends_it() -> None:
    fight = duel("muddle").amend(SetStatus("b", "befuddled"))

    assert under(fight, "b") == ["befuddled"]
    assert fight.option("b", "attack/sword").unavailable is not None
    (told,) = [e for e in fight.of("condition") if e.facts["condition"] == "befuddled"]
    assert (told.facts["change"], told.facts["cause"]) == ("began", "game master")

    fight.amend(SetStatus("b", "befuddled", on=False), SetStatus("a", "befuddled", on=False))
    assert under(fight, "b") == []
    assert ("befuddled", "ended") in fight.changes("b")
    assert fight.changes("a") == []


def test_a_spell_that_nobody_knows_has_no_figures() -> None:
    with pytest.raises(IllegalAmendmentError, match=r"status.*somebody in the fight knows"):
        duel("muddle").amend(SetStatus("b", "quickened"))


def test_a_boost_wants_a_weapon_in_hand() -> None:
    unarmed = fighter("b", held=())
    fight = scene(mage("a", "keen-edge"), unarmed)
    with pytest.raises(IllegalAmendmentError, match=r"who.*that Keen edge goes with"):
        fight.amend(SetStatus("b", "sharp-edged"))

    fight.amend(SetStatus("a", "sharp-edged"))
    assert under(fight, "a") == ["sharp-edged"]


def test_a_part_is_done_though_its_caster_is_hidden_meanwhile() -> None:
    fight = placed(
        "a b . . c", mage("a", "dismay", side="us"), fighter("b", "them"), fighter("c", "them")
    ).amend(Engage("a", "b"))
    while fight.open()[0].kind == "action":
        said = [cast("dismay", "c") if p.combatant == "a" else DEFEND for p in fight.open()]
        fight.answer(*said)

    fight.amend(Hide("a"))

    assert [e.facts["left"] for e in fight.of("part_done")] == ["1"]
