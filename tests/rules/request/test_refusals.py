"""What is refused, with the reason and the rule: options that are not possible, entries, snapshots, dice."""

from __future__ import annotations

import msgspec
import pytest

from rules.kernel.errors import IllegalAnswerError, SetupError
from rules.kernel.model import Modify, Observer, SetGear, TableDice
from rules.request.course.machine import begin, restore
from rules.request.course.snapshot import UnreadableSnapshotError
from rules.request.course.view import filtered
from rules.request.model import Blow, Options, Setup, Side, Weapon
from tests.rules.request.build import (
    AXE,
    BOW,
    DAGGER,
    PASS,
    SEED,
    SHIELD,
    SWORD,
    Said,
    Scene,
    archer,
    attack,
    fighter,
    parry,
    scene,
    shoot,
)
from tests.support.rulebook import rule

FIST = Weapon("fist", "fist", 0, 0, 0, "touch", close=Blow("Unarmed", 1, 3))


def reason(fight: Scene, said: Said) -> tuple[str, str]:
    """Which field is at fault, and what would be right."""
    (prompt,) = [p for p in fight.open() if p.combatant == "a"]
    (question,) = [q for q in fight.fight.questions() if q.id == prompt.id]
    with pytest.raises(IllegalAnswerError) as refused:
        question.check(said.to(prompt))
    return refused.value.field, refused.value.allowed


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("attack/bow", "no close weapon (P30)"),
        ("attack/dagger", "not in hand (P6d)"),
        ("shoot/sword", "no missile weapon (P31)"),
        ("shoot/dagger", "not in hand (P6d)"),
        ("aim/bow", "no target in view and range (P27c)"),
        ("ready/bow", "ready already (P6d)"),
        ("ready/sword", "no free hand (P6d)"),
        ("recover", "not vulnerable (R38b)"),
        ("parry/bow", "choose an option of the prompt"),
        ("fly", "choose an option of the prompt"),
    ],
)
def test_a_turn_refuses_with_the_reason(option: str, why: str) -> None:
    me = fighter("a", dex=15, weapons=(BOW, SWORD, DAGGER))
    fight = scene(me, fighter("b"), distance=500)

    assert reason(fight, Said(option, ("b",))) == ("option", why)


@pytest.mark.parametrize(
    ("missiles", "state", "option", "why"),
    [
        (0, "held", "shoot/bow", "nothing left to shoot (P31)"),
        (0, "held", "ready/bow", "ready already (P6d)"),
        (0, "dropped", "ready/bow", "nothing left to shoot (P31)"),
        (5, "gone", "ready/bow", "gone (P6d)"),
    ],
)
def test_a_bow_refuses_with_the_reason(missiles: int, state: str, option: str, why: str) -> None:
    fight = scene(archer("a", dex=15), fighter("b"))
    fight.amend(SetGear("a", "bow", state, missiles))

    assert reason(fight, Said(option, ("b",) if option.startswith("shoot") else ())) == (
        "option",
        why,
    )


def test_an_unloaded_bow_without_arrows_cannot_be_loaded() -> None:
    fight = scene(archer("a", dex=15, loaded=False), fighter("b"))
    fight.amend(SetGear("a", "bow", "held", 0))

    assert reason(fight, Said("ready/bow")) == ("option", "nothing left to shoot (P31)")


def test_a_bow_parries_nothing() -> None:
    fight = scene(archer("a", dex=3), fighter("b", dex=15))
    while fight.open()[0].kind == "action":
        fight.answer(*[attack("a") if p.combatant == "b" else PASS for p in fight.open()])

    assert reason(fight, parry("bow")) == ("option", "cannot parry (P30)")


@pytest.mark.parametrize(
    ("said", "field"),
    [
        (attack("nobody"), "values[0]"),
        (attack("a"), "values[0]"),
        (Said("attack/sword"), "values"),
        (Said("precise/sword", ("b", "nose")), "values[1]"),
        (Said("stance", ("standing",)), "values[0]"),
        (Said("stance", ("upside down",)), "values[0]"),
        (Said("wait", ("99", "nothing")), "values[0]"),
        (Said("wait", ("0", "nothing")), "values[0]"),
        (Said("wait", ("1", "rain")), "values[1]"),
        (Said("carry", ("acts:nobody",)), "values[0]"),
        (Said("carry", ("acts:a",)), "values[0]"),
        (Said("defend", ("b",)), "values"),
        (Said("defend", (), ("fly",)), "also"),
        (Said("defend", (), ("drop/bow",)), "also"),
        (Said("attack/sword", ("b",), ("drop/sword",)), "also"),
    ],
)
def test_a_wrong_value_is_named_by_its_field(said: Said, field: str) -> None:
    assert reason(scene(fighter("a", dex=15), fighter("b")), said)[0] == field


# --- dice rolled by hand -----------------------------------------------------------------------


def test_dice_that_the_choice_does_not_roll_are_refused() -> None:
    table = Options(table_dice=True)
    fight = scene(fighter("a", dex=15), fighter("b"), options=table)
    assert reason(fight, Said("defend", dice=TableDice(d100=5)))[0] == "dice.d100"
    assert reason(fight, Said("precise/sword", ("b", "head"), dice=TableDice(location=5)))[0] == (
        "dice.location"
    )

    fight = scene(fighter("a", dex=3), fighter("b", dex=15), options=table)
    while fight.open()[0].kind == "action":
        fight.answer(*[attack("a") if p.combatant == "b" else PASS for p in fight.open()])
    assert reason(fight, Said("dodge", dice=TableDice(d100=5, location=3)))[0] == ("dice.location")
    assert reason(fight, Said("dodge", dice=TableDice(damage=(3,))))[0] == "dice.damage"


# --- beginnings and snapshots ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "path"),
    [
        ((fighter("a"), fighter("a")), "a.id"),
        ((fighter("a"), fighter("b", "nowhere")), "b.side"),
        ((fighter("a"), fighter("b", held=("halo",))), "b.held"),
        ((fighter("a"), fighter("b", dex=0)), "b.entry"),
    ],
)
def test_a_fight_that_makes_no_sense_does_not_begin(people: tuple[object, ...], path: str) -> None:
    sides = (Side("a", "A"), Side("b", "B"))
    setup = Setup("odd", sides, people)  # pyright: ignore[reportArgumentType] - entries, all of them

    with pytest.raises(SetupError) as refused:
        begin(setup, SEED)

    assert refused.value.path == path


def test_a_snapshot_of_another_version_is_refused_by_name() -> None:
    saved = msgspec.json.decode(scene(fighter("a"), fighter("b")).fight.snapshot())
    saved["version"] = 99

    with pytest.raises(UnreadableSnapshotError, match="version 99"):
        restore(msgspec.json.encode(saved))


def test_the_game_master_sees_every_event_as_it_is() -> None:
    fight = scene(archer("a", dex=15), fighter("b", hidden=True), fighter("c"))
    fight.answer(shoot("c"))
    while fight.open()[0].kind == "reaction":
        fight.answer(Said("dodge"), dice="d100=96 d100=96")

    for event in fight.events:
        assert filtered(fight.fight, Observer("game_master"), event) == event


@rule(
    "P16a6",
    "Bare hands cannot be dropped, and a 6 leaves their owner vulnerable; a thrown weapon has no string, and a 6 only loses it.",
)
@pytest.mark.parametrize(
    ("said", "effect"), [(attack("b", "fist"), "vulnerable"), (shoot("b", "dagger"), "shot lost")]
)
def test_a_fumble_takes_only_what_there_is(said: Said, effect: str) -> None:
    me = fighter("a", dex=15, weapons=(DAGGER, FIST), skills={"Unarmed": 50})
    fight = scene(me, fighter("b", dex=1))

    fight.play({"a": [said]}, "d100=99 d6=6")

    (fumble,) = fight.of("fumble")
    assert fumble.facts["effect"] == effect
    assert fight.of("dropped") == []


@rule("P15c2", "A critical parry of a shot or a throw gives none.")
@pytest.mark.parametrize("shot", [True, False])
def test_what_flies_gives_no_riposte(shot: bool) -> None:
    fight = scene(
        fighter("a", dex=15, weapons=(DAGGER,)), fighter("b", dex=1, held=("sword", "shield"))
    )

    fight.play(
        {"a": [shoot("b", "dagger") if shot else attack("b", "dagger")], "b": [parry("shield")]},
        "d100=90 d100=1",
    )

    offered = [
        p for p in fight.asked("b", "reaction") if any(o.id == "riposte/sword" for o in p.options)
    ]
    assert len(offered) == (0 if shot else 1)


# --- corners -----------------------------------------------------------------------------------


def test_bare_hands_are_always_ready_and_fill_no_hand() -> None:
    fight = scene(
        fighter("a", dex=15, weapons=(SWORD, FIST), held=("fist", "sword"), skills={"Unarmed": 50}),
        fighter("b"),
    )

    assert reason(fight, Said("ready/fist")) == ("option", "always ready (P6d)")
    assert fight.held("a") == ["sword"]
    assert fight.fight.people[0].hands == [0, -1]


def test_a_drop_that_makes_too_little_room_is_no_way_to_ready_anything() -> None:
    me = fighter("a", dex=15, weapons=(SWORD, SHIELD, AXE), held=("sword", "shield"))

    assert reason(scene(me, fighter("b")), Said("ready/axe", (), ("drop/sword",))) == (
        "option",
        "no free hand (P6d)",
    )


def test_whoever_falls_as_it_fumbles_has_only_fallen() -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=12))

    fight.play(
        {"a": [attack("b")], "b": [attack("a")]},
        "d100=99 d100=40 d8=8 d20=20  d6=1  d4=1 d100=96",
    )

    assert [e.facts["effect"] for e in fight.of("fumble")] == ["overextended"]
    assert fight.seen("a").conditions == ("unconscious",)


def test_an_answer_to_another_prompt_and_too_few_answers_are_refused() -> None:
    fight = scene(fighter("a", dex=15), fighter("b"))
    (question,) = fight.fight.questions()
    answer = msgspec.structs.replace(question.default(), prompt="r9.p9.9.a")

    with pytest.raises(IllegalAnswerError, match=r"r1\.p1\.1\.a is open"):
        question.check(answer)
    with pytest.raises(IllegalAnswerError, match="1 prompts are open"):
        fight.fight.advance([])


def test_a_fight_that_is_watched_already_goes_on_being_watched() -> None:
    fight = scene(fighter("a"), fighter("b")).fight
    fight.amend("gm", "why not", Modify("rain", -5))

    fight.watch()

    assert [event.kind for event in fight.take_events()] == ["amended"]
