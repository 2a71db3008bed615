"""RULES.md, who comes and who is out of sight; and a game master's hand in the middle of things."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import (
    ChangeSide,
    Hide,
    Modify,
    Moment,
    Move,
    Observer,
    Remove,
    Reveal,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.request.course.view import filtered
from rules.request.model import Add, Change, Options
from tests.rules.request.build import (
    BOW,
    DAGGER,
    PASS,
    SILENCE,
    SWORD,
    TO_THE_END,
    Said,
    Scene,
    archer,
    attack,
    carry,
    fighter,
    parry,
    ready,
    riposte,
    scene,
    shoot,
    stance,
    unconscious,
    wait,
)
from tests.support.rulebook import rule

SPECTATOR = Observer()
PLAYER_OF_A = Observer("seat", "a")


def acted(fight: Scene, who: str) -> list[int]:
    return [e.phase for e in fight.of("defended", by=who)]


@rule("C19", "Whoever joins a round under way has the actions of the phases that are left of it.")
@pytest.mark.parametrize(("phase", "acts"), [(1, [1, 2, 3]), (2, [2, 3]), (3, [3])])
def test_whoever_joins_has_what_is_left(phase: int, acts: list[int]) -> None:
    fight = scene(fighter("a", dex=18), fighter("b", dex=18))
    fight.play(upto=(1, phase - 1)).amend(Add(fighter("c", "b", dex=14)))

    fight.play({"c": [Said("defend")] * len(acts)}, upto=(1, 9))

    assert acted(fight, "c") == acts


@rule("C20", "Whoever is hidden neither acts nor can be attacked until it comes into view.")
def test_the_hidden_have_no_part_in_it() -> None:
    fight = scene(fighter("a", dex=14), fighter("b", dex=18, hidden=True), fighter("c", dex=13))

    assert fight.refuses("a", attack("b"))
    assert not fight.refuses("a", attack("c"))
    fight.amend(Reveal("b"))
    assert not fight.refuses("a", attack("b"))
    assert fight.prompt("b").phase == 1


# --- what comes into view ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "comes"),
    [
        (Reveal("hid"), True),
        (Reveal("far"), False),  # it was in view already
        (Move("far", 30), True),
        (Move("far", 90), False),
        (Add(archer("new", "foes")), True),
        (Add(fighter("new", "foes", hidden=True)), False),
        (Add(archer("new", "a")), False),
    ],
)
def test_a_wait_for_a_foe_ends_when_one_comes_into_view_or_nearer(
    change: Change, comes: bool
) -> None:
    fight = scene(
        archer("a", dex=18),
        fighter("hid", "foes", dex=3, hidden=True),
        fighter("far", "foes", dex=3),
        distance=60,
    )
    fight.answer(carry("view"))

    fight.amend(change)

    asked = {prompt.combatant for prompt in fight.open()}
    assert ("a" in asked) is False  # the one who is asked now goes first
    while "a" not in asked and fight.open((1, 1)):
        fight.answer(*[PASS] * len(fight.open()))
        asked |= {prompt.combatant for prompt in fight.open((1, 1))}
    assert ("a" in asked) is comes


def test_an_action_carried_with_a_trigger_is_not_lost_to_silence() -> None:
    fight = scene(archer("a", dex=12), fighter("b", dex=13, hidden=True), fighter("c", dex=3))
    fight.answer(carry("view")).amend(Reveal("b"))

    fight.play({"a": [SILENCE]}, upto=(1, 1))

    assert [e.phase for e in fight.of("carried", by="a")] == [1, 1]
    assert fight.of("passed", by="a") == []


# --- in the middle of a blow -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "happens"),
    [
        (Modify("dark", -20), True),
        (SetGear("a", "sword", "gone"), False),
        (Move("a", 80), False),
        (ChangeSide("a", "b"), False),
        (unconscious("a"), False),
        (Hide("b"), False),
        (Remove("b"), False),
    ],
)
def test_a_blow_goes_on_only_if_it_still_can(change: Change, happens: bool) -> None:
    fight = scene(fighter("a", dex=14, sword=150), fighter("b", dex=3), fighter("c", "b", dex=2))
    fight.answer(attack("b"))

    fight.amend(change)
    fight.play(dice="d100=99 " if happens else "")

    assert [e.kind for e in fight.of("attack", "thwarted", by="a")] == [
        "attack" if happens else "thwarted"
    ]


def test_an_arrow_on_its_way_needs_no_bow() -> None:
    fight = scene(archer("a", dex=14, bow=150), fighter("b", dex=3))
    fight.answer(shoot("b")).amend(SetGear("a", "bow", "gone"))

    fight.play(dice="d100=99")

    assert len(fight.of("attack", by="a")) == 1


@pytest.mark.parametrize(
    ("change", "offered"),
    [
        (Modify("dark", -20), True),
        (unconscious("a"), True),
        (Hide("a"), False),
        (Move("a", 50), False),
        (ChangeSide("a", "b"), False),
        (SetStatus("b", "surprised"), False),
    ],
)
def test_a_riposte_is_offered_as_long_as_there_is_somebody_to_strike(
    change: Change, offered: bool
) -> None:
    fight = scene(fighter("a", dex=14, sword=105), fighter("b", dex=3), fighter("c", dex=2))
    fight.answer(attack("b")).answer(parry(), dice="d100=98 d100=1")
    assert [p.combatant for p in fight.open()] == ["b"]

    fight.amend(change)

    assert any(o.id == "riposte/sword" for p in fight.open() for o in p.options) is offered


def test_a_harmless_change_ends_no_fight_that_has_a_riposte_to_come() -> None:
    fight = scene(fighter("a", dex=12), fighter("b", dex=12))
    fight.answer(attack("b"), attack("a")).answer(
        # a fails and is parried critically; b fells a, who did not defend
        parry(),
        Said("decline"),
        dice="d100=96 d100=1 d100=40 d8=8 d20=20 d4=1 d100=96",
    )
    fight.amend(Modify("dark", -20))

    assert [p.combatant for p in fight.open()] == ["b"]
    fight.answer(riposte(), dice="d20=20 d100=96")
    assert fight.play(upto=TO_THE_END).fight.outcome() is not None


def test_what_is_loaded_in_mid_wait_is_not_loaded_twice() -> None:
    fight = scene(archer("a", dex=12, loaded=False), fighter("b", dex=12))
    (first, _) = fight.open()
    assert first.combatant == "a"
    fight.answer(ready("bow"), attack("a"))

    fight.amend(SetGear("a", "bow", "dropped"), SetGear("a", "bow", "held"))
    fight.play(dice="d100=96")

    assert fight.fight.people[0].load_left == [0, 0]


@pytest.mark.parametrize("seats", ["ab", "ba"])
def test_the_order_of_seats_changes_no_simultaneous_roll(seats: str) -> None:
    people = {
        "a": fighter("a", dex=12, weapons=(BOW, SWORD), skills={"Bow": 50}),
        "b": fighter("b", dex=12, sword=50),
    }
    fight = scene(*[people[name] for name in seats])
    fight.play({"a": [Said("aim/bow", ("b",))]}, upto=(1, 1))
    first, second = ("d100=96 d100=96", "d100=96 d100=96")

    fight.play(
        {"a": [shoot("b"), Said("dodge")], "b": [attack("a"), Said("dodge")]},
        dice=f"{first} {second}",
        upto=(1, 2),
    )

    (shot,) = [e for e in fight.of("attack") if e.by == "a"]
    assert {f.name: f.value for f in shot.figures}["attack_chance"] == 60


@pytest.mark.parametrize("seats", ["ab", "ba"])
def test_whoever_stands_up_as_its_other_leg_gives_way_lies(seats: str) -> None:
    people = {"a": fighter("a", dex=12), "b": fighter("b", dex=12, sword=20)}
    fight = scene(*[people[name] for name in seats], given=[SetStatus("a", "prone")])
    fight.amend(SetHitPoints("a", "left leg", -1), dice="d4=1")

    fight.play(
        {"a": [wait(2), stance("standing")], "b": [PASS, attack("a")]},
        "d100=11 d8=6 d20=1 d4=1",
        upto=(1, 2),
    )

    assert fight.seen("a").stance == "prone"


# --- what others see of it ---------------------------------------------------------------------


def test_what_a_game_master_sets_is_between_her_and_the_player() -> None:
    fight = scene(fighter("a"), fighter("b"))
    fight.amend(SetHitPoints("a", "head", 3))
    (event,) = fight.of("amended")

    assert filtered(fight.fight, PLAYER_OF_A, event) == event
    seen = filtered(fight.fight, SPECTATOR, event)
    assert seen is not None
    assert seen.facts == {"change": "hit_points"}


def test_whoever_hides_after_a_blow_was_seen_to_strike_it() -> None:
    fight = scene(fighter("a"), fighter("b", dex=15), fighter("c", "b"))
    fight.answer(attack("a")).play(dice="d100=96").amend(Hide("b"))
    (blow,) = fight.of("attack")

    assert filtered(fight.fight, PLAYER_OF_A, blow) is not None
    assert all(
        filtered(fight.fight, PLAYER_OF_A, e) is None
        for e in fight.of("amended")
        if e.at == "b" and e.hidden
    )


def test_somebody_hidden_holds_no_phase_of_its_own() -> None:
    fight = scene(fighter("a", dex=6), fighter("b", dex=6), fighter("c", dex=19, hidden=True))
    fight.play(upto=(1, 9))

    assert [e.phase for e in fight.of("phase_began") if e.round == 1] == [1]


def test_prompts_are_named_after_their_combatants_and_count_nobody_else() -> None:
    fight = scene(fighter("z", dex=3, hidden=True), fighter("a", dex=12), fighter("b", dex=3))

    assert [p.id for p in fight.open()] == ["r1.p1.1.a"]


# --- refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        Remove("gone"),
        SetStatus("gone", "prone"),
        Modify("dark", -20, "week"),  # pyright: ignore[reportArgumentType] - as a careless caller would
        SetPoints("down", "actions", 2),
        Add(fighter("new", "a", weapons=(DAGGER, DAGGER))),
        Add(fighter("new", "a", weapons=(SWORD,), held=("sword", "sword"))),
        Add(fighter("new", "a", dex=5000)),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(change: Change) -> None:
    fight = scene(fighter("a"), fighter("b"), fighter("gone"), fighter("down"))
    fight.amend(Remove("gone"), unconscious("down"))
    before = fight.fight.snapshot()

    with pytest.raises(IllegalAmendmentError):
        fight.fight.amend("game master", "by mistake", change)

    assert fight.fight.snapshot() == before


def test_a_fight_is_not_stale_while_something_is_still_to_come() -> None:
    people = (fighter("a"), fighter("b"))
    idle = scene(*people, options=Options(stalemate_rounds=3)).play(upto=TO_THE_END)
    assert idle.fight.outcome() is not None
    assert idle.fight.round == 3


def test_drop_and_draw_are_one_action_with_the_drop_beside_it() -> None:
    fight = scene(archer("a", dex=15), fighter("b", dex=3))
    assert fight.refuses("a", ready("dagger"))

    fight.play({"a": [Said("ready/dagger", (), ("drop/bow",))]})

    assert fight.held("a") == ["dagger"]
    assert fight.fight.people[0].load_left[0] == 1, "what is dropped is not loaded any more"


# --- slips undone ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slip", "undone"),
    [
        (Hide("c"), Reveal("c")),
        (SetStatus("c", "surprised"), SetStatus("c", "surprised", on=False)),
        (SetPoints("c", "reactions", 0), SetPoints("c", "reactions", 2)),
    ],
)
def test_a_slip_that_is_undone_costs_no_reaction(slip: Change, undone: Change) -> None:
    fight = scene(
        fighter("a", "us", dex=12),
        fighter("b", "us", dex=12),
        fighter("c", "them", dex=3),
        fighter("d", "them", dex=2),
        options=Options(reactions="pool"),
    )
    fight.answer(attack("c"), attack("d"))
    before = [prompt.id for prompt in fight.open()]

    fight.amend(slip)
    assert len(fight.open()) == 1
    fight.amend(undone)

    assert [prompt.id for prompt in fight.open()] == before
    fight.answer(parry(), parry(), dice="d100=96 d100=50 d100=96 d100=50")
    assert [e.facts["defence"] for e in fight.of("attack")] == ["parry", "parry"]


def test_a_blow_that_came_to_nothing_shakes_nothing_off() -> None:
    fight = scene(fighter("a", dex=14, surprised=True), fighter("b", dex=3))
    fight.prompt("a")
    fight.answer(attack("b")).amend(SetGear("a", "sword", "gone"))
    fight.play()

    assert fight.of("thwarted", by="a")
    assert fight.seen("a").conditions == ("surprised",)


def test_whoever_is_hidden_in_mid_blow_was_seen_to_strike_it() -> None:
    fight = scene(fighter("a"), fighter("b", dex=15), fighter("c", "b"))
    fight.answer(attack("a"))
    while fight.open()[0].kind == "action":
        fight.answer(*[PASS] * len(fight.open()))
    fight.amend(Hide("b")).play(dice="d100=96")
    (blow,) = fight.of("attack")

    assert filtered(fight.fight, PLAYER_OF_A, blow) is not None


def test_what_was_refused_of_the_scenario_is_for_the_game_master() -> None:
    people = (fighter("a"), fighter("b", "c", hidden=True), fighter("c"))
    fight = scene(*people, given=[Remove("b")], later=[(Moment(2), Reveal("b"))])
    fight.play(upto=(2, 1))
    (refused,) = fight.of("amendment_refused")

    assert filtered(fight.fight, PLAYER_OF_A, refused) is None
    assert filtered(fight.fight, Observer("game_master"), refused) == refused


def test_what_was_out_of_sight_stays_so_when_it_comes_into_view() -> None:
    fight = scene(
        fighter("a"), fighter("b", hidden=True), fighter("c"), options=Options(information="open")
    )
    fight.amend(SetHitPoints("b", "head", 3))
    (event,) = fight.of("amended")
    assert filtered(fight.fight, PLAYER_OF_A, event) is None

    fight.amend(Reveal("b"))

    assert filtered(fight.fight, PLAYER_OF_A, event) is None


def test_a_strike_rank_that_was_waited_past_tells_no_skill() -> None:
    fight = scene(fighter("a", dex=9, sword=74), fighter("b", dex=3))
    fight.play({"a": [wait(4), attack("b")]}, "d100=96")
    (blow,) = fight.of("attack")

    seen = filtered(fight.fight, SPECTATOR, blow)

    assert seen is not None
    assert "strike_rank" not in {figure.name for figure in seen.figures}


def test_somebody_unseen_does_not_keep_an_action_step_alive() -> None:
    people = [fighter("a", dex=12), fighter("b", dex=12)]
    for extra in ([], [fighter("c", dex=12, hidden=True)]):
        fight = scene(*people, *extra)
        fight.answer(carry(), carry())
        assert [e.kind for e in fight.events[-3:]] == ["wrap_up", "round_began", "phase_began"]


@pytest.mark.parametrize("low", ["prone", "kneeling"])
def test_nobody_who_lies_or_kneels_is_suddenly_mounted(low: str) -> None:
    fight = scene(fighter("a", "us"), fighter("b", "them"), given=[SetStatus("a", low)])

    with pytest.raises(IllegalAmendmentError, match="somebody who does not lie or kneel"):
        fight.amend(SetStatus("a", "mounted"))

    fight.amend(SetStatus("a", "standing"), SetStatus("a", "mounted"))
    assert "mounted" in fight.seen("a").conditions
