"""RULES.md: what the blinded cannot do, and a rune in a weapon that one may be parted from (P16, P26)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.errors import SetupError
from rules.kernel.model import SetGear, SetStatus
from rules.request.course.machine import begin, restore
from rules.request.model import Surroundings
from rules.request.tell.teller import Teller
from tests.policies.saying import says
from tests.rules.request.build import (
    DAGGER,
    PASS,
    SEED,
    Said,
    Scene,
    aim,
    archer,
    attack,
    fighter,
    ready,
    scene,
    shoot,
    terms,
)
from tests.rules.request.places import opportunity, placed, problem
from tests.rules.request.refused import bare
from tests.rules.request.test_spells import CONTINUE, cast, mage, under, written
from tests.support.rulebook import rule

MISS = "d100=96"


def blinded(who: str) -> SetStatus:
    return SetStatus(who, "blinded")


def seeing(who: str) -> SetStatus:
    return SetStatus(who, "blinded", on=False)


def holder(*spells: str) -> Scene:
    """A mage whose rune is in the dagger in its hand, and B at some distance."""
    entry = replace(mage("a", *(spells or ("dismay", "disrupt"))), held=("dagger",))
    entry = replace(entry, sheet=replace(entry.sheet, rune_in="dagger"))
    return scene(entry, fighter("b"), distance=10)


# --- blinded -----------------------------------------------------------------------------------


@rule("P16k", "A close attack by somebody blinded is at -60 %.")
@pytest.mark.parametrize("said", [attack("b"), Said("precise/sword", ("b", "head"))])
def test_blind_blows(said: Said) -> None:
    fight = scene(fighter("a"), fighter("b", dex=1)).amend(blinded("a"))
    fight.play({"a": [said]}, MISS)
    assert terms(fight.attack(), "attack_chance")["blinded"] == -60


def test_the_blinded_are_struck_as_ever() -> None:
    fight = scene(fighter("a", dex=1), fighter("b", dex=16)).amend(blinded("a"))
    fight.play({"b": [attack("a")]}, MISS)
    assert "blinded" not in terms(fight.attack(), "attack_chance")


@rule("P16k2", "Light and darkness make no difference to the attacks of the blinded.")
def test_the_dark_is_nothing_to_the_blind() -> None:
    fight = scene(fighter("a"), fighter("b", dex=1), surroundings=Surroundings(light="dark"))
    fight.amend(blinded("a")).play({"a": [attack("b")]}, MISS)
    found = terms(fight.attack(), "attack_chance")
    assert (found.get("dark"), found["blinded"]) == (None, -60)

    people = mage("m", "gloom", dex=18, side="us"), fighter("a", "us", dex=9), fighter("b")
    fight = scene(*people).amend(blinded("a"))
    script = {"m": [cast("gloom", "b"), CONTINUE], "a": [PASS, attack("b")]}
    fight.play(script, f"d100=40 d100=60 {MISS}", upto=(1, 2))
    found = terms(fight.attack(by="a"), "attack_chance")
    assert (found.get("darkness"), found["blinded"]) == (None, -60)


@rule("P16l", "Whoever is blinded neither shoots, throws nor aims.")
def test_no_shots_by_the_blind() -> None:
    fight = scene(archer("a"), fighter("b"), distance=10)
    fight.play({"a": [aim("b")]}).amend(blinded("a"))
    assert fight.fight.people[0].aim_count == 0
    assert problem(fight, "a", "shoot/bow") == problem(fight, "a", "aim/bow") == "P16l"
    thrower = scene(fighter("a", weapons=(DAGGER,)), fighter("b"), distance=4).amend(blinded("a"))
    assert problem(thrower, "a", "shoot/dagger") == "P16l"
    assert problem(fight.amend(seeing("a")), "a", "shoot/bow") == ""


def test_a_shot_that_was_planned_is_asked_for_anew() -> None:
    fight = scene(archer("a", dex=16), fighter("b", dex=9), distance=10)
    fight.answer(shoot("b")).amend(blinded("a"))
    assert not fight.of("attack")
    assert problem(fight, "a", "shoot/bow") == "P16l"


def test_an_arrow_on_its_way_flies_on() -> None:
    fight = placed("a . . b", archer("a", bow=100), fighter("b", dex=1))
    fight.answer(shoot("b")).amend(blinded("a"))
    fight.play({}, "d100=40 d8=1 d20=10")
    assert fight.attack().facts["outcome"] == "hit"


@rule("P26y", "Whoever is blinded casts nothing.")
def test_no_spells_by_the_blind() -> None:
    fight = scene(mage("a", "haste"), fighter("b")).amend(blinded("a"))
    assert problem(fight, "a", "cast/haste") == "P26y"
    assert not fight.option("a", "cast/haste").parameters[0].values


@rule("P26y2", "Whoever is blinded while casting loses the spell.")
def test_blindness_ruins_a_spell() -> None:
    fight = scene(mage("a", "dismay"), fighter("b"), distance=10)
    fight.play({"a": [cast("dismay", "b")]}).amend(blinded("a"))
    assert fight.of("task_lost")[0].facts["cause"] == "blinded"
    assert "continue" not in fight.offers("a")


def test_blindness_shows_is_kept_and_is_told() -> None:
    fight = scene(fighter("a"), fighter("b")).amend(blinded("a"))
    assert under(fight, "a") == ["blinded"]
    assert restore(fight.fight.snapshot()).people[0].blinded
    fight.amend(seeing("a"))
    told = " ".join(line.text for line in Teller(fight.fight.setup).lines(fight.events))
    assert "A is now blinded (the test wants it)" in told
    assert "A is no longer blinded" in told


def test_the_steady_who_are_blinded() -> None:
    drawing = ". a b . . c"
    fight = placed(drawing, fighter("a", "us", dex=16, sword=90), fighter("b"), fighter("c"))
    assert says("steady", fight.amend(blinded("a"))) == "attack/sword b"
    poor = placed(drawing, fighter("a", "us", dex=16, sword=60), fighter("b"), fighter("c"))
    assert says("steady", poor.amend(blinded("a"))) == "defend"
    bowman = placed("a . . . . . b", archer("a"), fighter("b", dex=1)).amend(blinded("a"))
    assert says("steady", bowman).startswith("ready/dagger")
    lying = poor.amend(SetStatus("a", "prone"))
    assert says("steady", lying) == "stance standing"
    lying.amend(SetStatus("a", "standing"))
    lying.fight.quiet_rounds = 2
    assert says("steady", lying).startswith("attack/sword")


# --- the rune ----------------------------------------------------------------------------------


@rule(
    "P26x",
    "Whoever has its rune in a weapon casts only while it holds or carries that weapon.",
)
@pytest.mark.parametrize(
    ("state", "found"), [("held", ""), ("carried", ""), ("dropped", "P26x"), ("gone", "P26x")]
)
def test_parted_from_the_rune(state: str, found: str) -> None:
    fight = holder().amend(SetGear("a", "dagger", state))
    assert problem(fight, "a", "cast/disrupt") == found


def test_taken_up_again() -> None:
    fight = holder().amend(SetGear("a", "dagger", "dropped"))
    said = fight.option("a", "cast/disrupt").unavailable
    assert said is not None
    assert said.reason == "parted from its rune, which is in the dagger"
    fight.play({"a": [ready("dagger")]})
    assert problem(fight, "a", "cast/disrupt") == ""


def test_whoever_has_it_within_casts_with_empty_hands() -> None:
    fight = scene(mage("a", "disrupt"), fighter("b"), distance=10)
    fight.amend(SetGear("a", "sword", "dropped"))
    assert problem(fight, "a", "cast/disrupt") == ""


@rule(
    "P26x2",
    "Whoever lets go of the weapon that its rune is in loses the spell that it casts.",
)
@pytest.mark.parametrize("state", ["dropped", "gone"])
def test_the_spell_goes_with_the_rune(state: str) -> None:
    fight = holder().play({"a": [cast("dismay", "b")]})
    fight.amend(SetGear("a", "dagger", "carried"))
    assert not fight.of("task_lost")
    fight.amend(SetGear("a", "dagger", state))
    assert fight.of("task_lost")[0].facts["cause"] == "parted from its rune"


@pytest.mark.parametrize("spell", ["disrupt", "dismay"])
def test_dropped_beside_the_casting(spell: str) -> None:
    fight = holder().play({"a": [Said(f"cast/{spell}", ("b",), ("drop/dagger",))]})
    assert [e.kind for e in fight.of("dropped", "task_lost", "cast")] == ["dropped", "task_lost"]


def test_dropped_beside_going_on() -> None:
    fight = holder()
    script = {"a": [cast("dismay", "b"), Said("continue", (), ("drop/dagger",))]}
    fight.play(script, upto=(1, 2))
    assert [e.kind for e in fight.of("dropped", "task_lost", "cast")] == ["dropped", "task_lost"]


def test_an_arm_that_lets_go_of_it() -> None:
    entry = replace(mage("a", "dismay", dex=9), held=("dagger",))
    entry = replace(entry, sheet=replace(entry.sheet, rune_in="dagger"))
    fight = placed("a b", entry, fighter("b", "them", dex=6))
    fight.play({"a": [cast("dismay", "b")], "b": [opportunity()]}, "d100=30 d8=6 d20=13 d4=1")
    assert fight.of("task_lost")[0].facts["cause"] == "parted from its rune"


def test_the_steady_take_it_up_again() -> None:
    fight = holder().amend(SetGear("a", "dagger", "dropped"))
    assert says("steady", fight) == "ready/dagger"
    full = holder().amend(
        SetGear("a", "dagger", "dropped"),
        SetGear("a", "sword", "held"),
        SetGear("a", "shield", "held"),
    )
    assert says("steady", full).startswith("ready/dagger")
    spent = holder()
    spent.fight.people[0].mp = 0
    assert says("steady", spent.amend(SetGear("a", "dagger", "gone"))) != "ready/dagger"
    gone = holder().amend(SetGear("a", "dagger", "gone"))
    assert says("steady", gone) == "ready/sword"


def test_in_a_scenario() -> None:
    setup = written('rune_in = "quarterstaff"')
    assert setup.combatants[0].sheet.rune_in == "quarterstaff"
    told = Teller(setup).wholes()
    assert any("its rune in the quarterstaff" in line for one in told for line in one.lines)


@pytest.mark.parametrize(
    ("creature", "line", "said"),
    [
        (
            "raider",
            'rune_in = "quarterstaff"',
            "is for those who know spells; expected `spells` beside it",
        ),
        ("witch", 'rune_in = "unarmed"', 'there is no weapon here "unarmed"'),
        ("witch", 'rune_in = "quarterstav"', "did you mean quarterstaff?"),
    ],
)
def test_refused(creature: str, line: str, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        written(line, creature)
    assert bare(refused.value).startswith("combatants[0].rune_in: ")
    assert said in str(refused.value)


def test_a_rune_in_nothing_that_can_be_let_go_of() -> None:
    entry = mage("a", "disrupt")
    wrong = replace(entry, sheet=replace(entry.sheet, rune_in="bow"))
    with pytest.raises(SetupError, match="rune_in"):
        begin(replace(scene(entry, fighter("b")).fight.setup, combatants=(wrong,)), SEED)
    plain = fighter("b")
    with pytest.raises(SetupError, match="those who know spells"):
        scene(replace(plain, sheet=replace(plain.sheet, rune_in="sword")), fighter("c"))
