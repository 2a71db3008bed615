"""A blow, a move or a shot that a game master's change overtakes: what of it still happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import (
    ChangeSide,
    Disengage,
    Engage,
    Hide,
    Modify,
    Moment,
    Place,
    Reveal,
    Seize,
    SetGear,
    SetPoints,
    SetStatus,
)
from rules.request.model import Add, Change
from tests.rules.request.build import (
    DAGGER,
    DECLINE,
    DEFEND,
    PASS,
    SPEAR,
    Said,
    Scene,
    archer,
    attack,
    fighter,
    parry,
    riposte,
    shoot,
    stance,
    terms,
)
from tests.rules.request.places import (
    ENGAGE,
    apart,
    breakaway,
    closer,
    farther,
    foes,
    formation,
    move,
    moving,
    on,
    opportunity,
    place,
    placed,
    retreat,
    sprint,
)

MISS = "d100=96"
NOTHING = Modify("rain", 0, "roll")
"""A change that touches nobody: what was begun goes on."""


def kinds(fight: Scene) -> list[str]:
    return [prompt.kind for prompt in fight.open()]


def thwarted(fight: Scene) -> list[str]:
    return [event.by for event in fight.of("thwarted")]


# --- blows -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "falls"),
    [
        (NOTHING, True),
        (SetGear("b", "dagger", "carried"), True),
        (Place("b", "E2"), True),
        (Hide("b"), False),
        (Place("a", "A1"), False),
        (Place("b", "G1"), False),
        (SetGear("b", "sword", "dropped"), False),
        (SetStatus("b", "surprised"), False),
        (SetStatus("b", "out"), False),
        (ChangeSide("b", "us"), False),
        (Hide("a"), False),
    ],
)
def test_an_opportunity_attack_needs_its_opening_still(change: Change, falls: bool) -> None:
    fight = placed(
        ". . . . . . .\n . . . a b . .\n. . . . . . .\n . . . . . . d",
        archer("a", "us", dex=14),
        fighter("b", "them", dex=1, held=["sword", "dagger"]),
        fighter("d", "them", dex=1),
    )
    fight.answer(shoot("d"))
    fight.answer(opportunity())
    assert kinds(fight) == ["reaction"]

    fight.amend(change)
    if falls:
        fight.answer(DECLINE, dice=MISS)

    assert [blow.facts["verb"] for blow in fight.of("attack", by="b")] == ["opportunity"] * falls
    assert ("b" in thwarted(fight)) != falls


@pytest.mark.parametrize(
    ("change", "falls"),
    [
        (NOTHING, True),
        (Place("b", "D1"), True),
        (Disengage("b", "a"), False),
        (Engage("a", "b", "normal"), False),
        (SetGear("b", "spear", "dropped"), False),
    ],
)
def test_a_blow_at_the_point_of_a_long_weapon_needs_long_reach_still(
    change: Change, falls: bool
) -> None:
    fight = placed(
        ". . . . .\n . a b . .\n. . . . .",
        fighter("a", "us", dex=14, weapons=[DAGGER]),
        fighter("b", "them", dex=1, weapons=[SPEAR]),
        given=[Engage("a", "b", "long")],
    )
    fight.answer(attack("b", "dagger"))
    fight.answer(opportunity("spear"))
    assert kinds(fight) == ["reaction"]

    fight.amend(change)
    if falls:
        fight.answer(DECLINE, dice=MISS)

    blows = fight.of("attack", by="b")
    assert [blow.facts["trigger"] for blow in blows] == ["reach"] * falls
    assert ("b" in thwarted(fight)) != falls


@pytest.mark.parametrize(
    ("change", "falls"),
    [
        (NOTHING, True),
        (SetStatus("b", "surprised"), False),
        (Hide("b"), False),
        (SetGear("b", "sword", "dropped"), False),
        (Place("a", "A1"), False),
    ],
)
def test_a_riposte_is_struck_by_whoever_can_still_strike(change: Change, falls: bool) -> None:
    fight = placed(
        ". . . . .\n . . a b .\n. . . . .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
    )
    fight.answer(attack("b"))
    fight.answer(parry(), dice="d100=80 d100=01")
    fight.answer(riposte())
    assert kinds(fight) == ["reaction"]

    fight.amend(change)
    if falls:
        fight.answer(DECLINE, dice=MISS)

    assert len(fight.of("attack", by="b")) == falls
    assert ("b" in thwarted(fight)) != falls


# --- moves -----------------------------------------------------------------------------------

PASSAGE = """
    . . . b . . . .
     a . . . . . . .
    . . . . . . . .
     . . . . . c . .
"""


@pytest.mark.parametrize(
    ("said", "changes", "ends"),
    [
        # Round a foe that it is engaged with by then it goes, and nowhere else.
        (move("E2"), [NOTHING], "E2"),
        (move("E2"), [Place("c", "C3")], "E2"),
        (move("D2"), [Engage("b", "a")], "D2"),
        (move("E2"), [Engage("b", "a")], "D2"),
        (sprint("F2"), [NOTHING], "F2"),
        (sprint("F2"), [Place("c", "G4")], "F2"),
        (sprint("F2"), [Engage("b", "a")], "C2"),
        (sprint("F2"), [Place("c", "D2")], "C2"),
    ],
)
def test_whoever_is_engaged_on_its_way_does_not_walk_out_of_it(
    said: Said, changes: Sequence[Change], ends: str
) -> None:
    fight = placed(
        PASSAGE,
        moving(8, fighter("a", "us", dex=14)),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=1),
    )
    fight.answer(said)
    assert (kinds(fight), place(fight, "a")) == (["reaction"], "C2")

    fight.amend(*changes)
    while kinds(fight) == ["reaction"]:
        fight.answer(DECLINE)

    assert place(fight, "a") == ends


def test_whoever_is_engaged_before_its_first_step_stays() -> None:
    fight = placed(
        ". . . . .\n . a b . .\n. . . . .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        given=[Disengage("a", "b")],
    )
    fight.answer(sprint("A2"))
    assert kinds(fight) == ["reaction"]

    fight.amend(Engage("a", "b"))
    fight.answer(DECLINE)

    assert (place(fight, "a"), thwarted(fight)) == ("B2", ["a"])


@pytest.mark.parametrize(("changes", "gone"), [([NOTHING], True), ([Engage("a", "b")], False)])
def test_nobody_leaves_the_field_while_engaged(changes: Sequence[Change], gone: bool) -> None:
    fight = placed(
        "a . . c\n b . . .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("c", "us", dex=1),
        given=[Disengage("a", "b")],
    )
    fight.answer(move("leave"))
    assert kinds(fight) == ["reaction"]

    fight.amend(*changes)
    fight.answer(DECLINE)

    assert (fight.seen("a").place == "") == gone


@pytest.mark.parametrize(("reach", "goes"), [("normal", False), ("short", False), ("long", True)])
def test_a_step_to_longer_reach_keeps_the_reach_that_is(reach: str, goes: bool) -> None:
    fight = placed(
        ". . . . .\n . . a b .\n. . . d .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("d", "them", dex=1),
        given=[Disengage("a", "d")],
    )
    fight.answer(farther("b"))
    fight.answer(DECLINE, dice="d100=10")
    assert kinds(fight) == ["reaction"]
    assert foes(fight, "a") == {"b": "long"}

    fight.amend(Engage("a", "b", reach))
    fight.answer(DECLINE)

    assert foes(fight, "a")["b"] == reach
    assert (place(fight, "a") != "C2") == goes


@pytest.mark.parametrize(
    ("said", "change", "reach"),
    [
        (farther("b"), NOTHING, {"b": "long"}),
        (farther("b"), Seize("b", "a"), {"b": "short"}),
        (farther("b"), Seize("a", "b"), {"b": "short"}),
        (breakaway("B2"), NOTHING, {}),
        (breakaway("B2"), Seize("b", "a"), {"b": "short"}),
    ],
)
def test_nobody_slips_out_of_a_hold_that_came_meanwhile(
    said: Said, change: Change, reach: dict[str, str]
) -> None:
    """P33n, P33n3: what could not have been chosen in the grapple does not go on in it."""
    fight = placed(
        ". . . . .\n . . a b .\n. . . . .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
    )
    fight.answer(said)
    assert kinds(fight) == ["reaction"]

    fight.amend(change)
    fight.answer(DECLINE, dice="d100=10" if change == NOTHING else "")

    assert foes(fight, "a") == reach
    assert thwarted(fight) == ([] if change == NOTHING else ["a"])


def test_what_a_scenario_changes_later_is_no_change_in_the_middle() -> None:
    """Whoever comes into view beside a foe is engaged at once, whatever overtook an earlier blow."""
    fight = placed(
        ". . . . .\n . a b c .\n. . . . .",
        fighter("a", "us", dex=5),
        fighter("b", "them", dex=6),
        fighter("c", "us", dex=1),
        given=[Hide("c")],
        later=[(Moment(2), Reveal("c"))],
    )
    assert [prompt.combatant for prompt in fight.open()] == ["b"]
    fight.answer(PASS)
    fight.answer(attack("b"))
    fight.amend(NOTHING)  # in the middle of the last action of the round
    fight.answer(DECLINE, dice=MISS)

    assert fight.fight.round == 2
    assert foes(fight, "c") == {"b": "normal"}


def test_whoever_breaks_away_goes_no_farther_once_it_is_engaged_again() -> None:
    fight = placed(
        ". . . . .\n . . a b .\n. c . . .",
        moving(12, fighter("a", "us", dex=14)),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=1),
        given=[Disengage("a", "c")],
    )
    fight.answer(breakaway("A2"))
    fight.answer(DECLINE, dice="d100=10")
    assert kinds(fight) == ["reaction"]

    fight.amend(Engage("a", "c"))
    fight.answer(DECLINE)

    assert (place(fight, "a"), foes(fight, "a")) == ("B2", {"c": "normal"})


@pytest.mark.parametrize(
    ("change", "to", "reach"), [(NOTHING, "C2", "normal"), (Engage("a", "d"), "B2", "long")]
)
def test_a_step_closer_is_taken_where_it_leaves_nobody(change: Change, to: str, reach: str) -> None:
    fight = placed(
        ". d . . .\n . a . b .\n. . . . .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("d", "them", dex=1),
        given=[Engage("a", "b", "long"), Disengage("a", "d")],
    )
    fight.answer(closer("b"))
    fight.answer(DECLINE, dice="d100=10")
    assert kinds(fight) == ["reaction"]

    fight.amend(change)
    fight.answer(DECLINE)

    assert (place(fight, "a"), foes(fight, "a")["b"]) == (to, reach)


@pytest.mark.parametrize(("change", "to"), [(NOTHING, "B2"), (Engage("a", "c", "long"), "C2")])
def test_nobody_goes_on_into_a_niche_too_narrow_for_its_foes(change: Change, to: str) -> None:
    fight = placed(
        """
        # # # b .
         # . . a .
        # # # c .
        """,
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=1),
        given=[Engage("a", "b", "long"), Disengage("a", "c")],
    )
    fight.answer(move("B2"))
    assert kinds(fight) == ["reaction", "reaction"]

    fight.amend(change)
    fight.answer(DECLINE, DECLINE)

    assert place(fight, "a") == to


def test_whoever_breaks_away_goes_where_it_went_when_the_moment_began() -> None:
    fight = placed(
        """
        . . . . . . .
         . . . . a . s
        . . . . b . .
         . . . . . . .
        """,
        fighter("a", "us", dex=14, skills={"Dodge": 140}),
        fighter("b", "them", dex=1),
        fighter("s", "them", dex=14, weapons=[SPEAR], skills={"Spear": 140}),
    )
    fight.answer(breakaway("F2"), attack("a", "spear"))
    assert foes(fight, "a") == {"b": "normal", "s": "long"}
    fight.answer(DECLINE, dice="d100=10")  # of b: s has only come to it at this moment
    fight.answer(DECLINE)

    assert (place(fight, "a"), foes(fight, "a")) == ("F2", {"s": "long"})


# --- shots -----------------------------------------------------------------------------------

ROW = """
    . . . . . . .
     a . x . . b .
    . . . . . . .
     . . . . . . .
    . . . . . . .
"""
IN_THE_WAY = "somebody in the way"


@pytest.mark.parametrize(
    ("change", "way"),
    [
        (NOTHING, True),
        (SetStatus("x", "vulnerable"), True),
        (Place("x", "C4"), False),
        (Hide("x"), False),
        (Place("a", "C5"), False),
        (Place("b", "C5"), False),
    ],
)
@pytest.mark.parametrize("alone", [True, False])
def test_a_shot_goes_by_where_the_game_master_puts_people(
    change: Change, way: bool, alone: bool
) -> None:
    fight = placed(
        ROW,
        archer("a", "us", dex=14, bow=140),
        fighter("x", "us", dex=1),
        fighter("b", "them", dex=10 if alone else 14),
    )
    fight.answer(shoot("b"), *([] if alone else [DEFEND]))
    assert kinds(fight) == ["reaction"]

    fight.amend(change)
    fight.answer(DECLINE, dice=MISS)

    assert (IN_THE_WAY in terms(fight.attack("a"), "attack_chance")) == way


@pytest.mark.parametrize("alone", [True, False])
def test_a_shot_goes_past_whoever_the_game_master_brings_in_between(alone: bool) -> None:
    fight = placed(
        ROW,
        archer("a", "us", dex=14, bow=140),
        on("C4", fighter("x", "us", dex=1)),
        fighter("b", "them", dex=10 if alone else 14),
    )
    fight.answer(shoot("b"), *([] if alone else [DEFEND]))
    assert kinds(fight) == ["reaction"]

    fight.amend(Add(on("C2", fighter("y", "us", dex=1))))
    fight.answer(DECLINE, dice=MISS)

    assert terms(fight.attack("a"), "attack_chance")[IN_THE_WAY] < 0


# --- pairs and formations --------------------------------------------------------------------


def test_whoever_is_put_beside_a_foe_while_something_is_still_asked_is_engaged_at_last() -> None:
    fight = placed(
        """
        . . . . . .
         s . . . a .
        . . . . . .
         . . . . . .
        . . . . . .
        """,
        fighter("s", "us", dex=12, weapons=[SPEAR]),
        fighter("a", "them", dex=14),
        on("A5", fighter("n", "us", dex=1)),
    )
    fight.answer(move("C2"))
    assert kinds(fight) == ["declaration"]

    fight.amend(Place("n", "D2"))
    assert foes(fight, "n") == {}
    fight.answer(DECLINE)

    assert foes(fight, "n") == {"a": "normal"}


def test_an_attack_ends_a_parting_though_surprise_keeps_the_two_apart() -> None:
    fight = placed(
        "a b . c",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=12),
        fighter("c", "us", dex=1),
    )
    fight.amend(Disengage("a", "b"), SetStatus("b", "surprised"))
    fight.answer(attack("b"), dice=MISS)
    assert foes(fight, "a") == {}

    fight.amend(SetStatus("b", "surprised", on=False))

    assert foes(fight, "a") == {"b": "normal"}


def test_a_flank_is_gone_before_the_next_is_asked() -> None:
    fight = placed(
        """
        . . . . . . .
         . . b t c . .
        . . . . . . .
         . . . . . . .
        . . . . . . .
         . . . m . . .
        """,
        fighter("t", "them", dex=1),
        fighter("b", "us", dex=17, weapons=[SPEAR]),
        fighter("c", "us", dex=1, weapons=[SPEAR]),
        fighter("m", "them", dex=14),
    )
    fight.answer(Said("defend", also=("flank/t",)))
    fight.answer(DECLINE)  # t minds neither
    assert formation(fight, "t") == "flanked"

    fight.answer(move("D4"))
    fight.answer(ENGAGE)

    assert [prompt.combatant for prompt in fight.open()] == ["c"]
    assert (kinds(fight), foes(fight, "m")) == (["declaration"], {"b": "long"})
    assert formation(fight, "t") == ""


def test_whoever_has_been_apart_from_a_foe_meets_it_anew() -> None:
    fight = placed(
        """
        . . . b . . .
         . . c r . . .
        . . . . . . .
        """,
        fighter("r", "us", dex=14, sword=140),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=2),
        given=[Disengage("r", "b")],
    )
    fight.answer(retreat("c", "E2"))
    fight.answer(DECLINE, dice=MISS)
    assert (kinds(fight), apart(fight, "r", "b")) == (["reaction"], 2)  # may c follow?

    fight.amend(Place("b", "F2"))
    assert foes(fight, "b") == {}
    fight.answer(DECLINE)

    assert foes(fight, "b") == {"r": "normal"}


def test_nobody_is_kept_off_by_a_long_weapon_in_the_midst_of_a_moment() -> None:
    fight = placed(
        """
        . . . . . . .
         s t . . . . a
        . . . . . . .
         . x y . . . .
        """,
        fighter("a", "us", dex=14),
        fighter("x", "us", dex=14, sword=140),
        fighter("s", "us", dex=1),
        fighter("t", "them", dex=1, weapons=[SPEAR]),
        fighter("y", "them", dex=1),
        given=[Disengage("x", "y")],
    )
    fight.amend(Place("a", "D2"))
    assert foes(fight, "x") == {}

    fight.answer(sprint("G2"), attack("y"))  # which engages the two at once

    assert kinds(fight) == ["reaction"]  # of y: t is not asked, before a is gone
    assert place(fight, "a") == "G2"


def test_whoever_is_kept_from_its_deed_recovers_when_the_others_have_struck() -> None:
    fight = placed(
        ". . . . .\n . b x y .\n. . . . .",
        fighter("x", "us", dex=14),
        fighter("y", "them", dex=14, sword=140),
        fighter("b", "them", dex=1),
        given=[SetStatus("x", "overextended")],
    )
    fight.answer(stance("kneeling"), attack("x"))
    fight.answer(opportunity(), DECLINE)
    fight.answer(DECLINE, dice="d100=40 d8=1 d20=10")
    assert [event.by for event in fight.of("spoiled")] == ["x"]
    fight.answer(DECLINE, dice="d100=96")

    later = [event.kind for event in fight.of("attack", "condition")]
    assert later[-1] == "condition"
    assert fight.changes("x")[-1] == ("overextended", "ended")


# --- room ------------------------------------------------------------------------------------

CORNER = """
    a . .
     . . .
    d . .
"""


@pytest.mark.parametrize(
    ("gone", "back"),
    [
        (Hide("g"), Reveal("g")),
        (SetStatus("g", "out"), SetStatus("g", "out", on=False)),
        (SetStatus("g", "dead"), SetStatus("g", "dead", on=False)),
    ],
)
def test_whoever_needs_seven_hexes_comes_back_only_where_they_are_free(
    gone: Change, back: Change
) -> None:
    fight = placed(
        CORNER,
        on("B2", fighter("g", "them", size=31, dex=1)),
        fighter("a", "us", dex=14),
        fighter("d", "them", dex=1),
    )
    fight.amend(gone, Place("a", "B2"))
    before = fight.fight.state_hash()

    with pytest.raises(IllegalAmendmentError, match="room"):
        fight.amend(back)

    assert fight.fight.state_hash() == before
    fight.amend(Place("a", "A1"), back)
    assert place(fight, "g") == "B2"


def test_whoever_stays_down_or_unseen_needs_no_room() -> None:
    fight = placed(
        CORNER,
        on("B2", fighter("g", "them", size=31, dex=1)),
        fighter("a", "us", dex=14),
        fighter("d", "them", dex=1),
    )
    fight.amend(SetStatus("g", "out"), SetStatus("g", "dead"), Place("a", "B2"))

    fight.amend(SetStatus("g", "dead", on=False), SetStatus("g", "unconscious", on=False))
    fight.amend(Hide("g"), Reveal("g"), Hide("g"))
    fight.amend(SetStatus("g", "out", on=False))

    assert place(fight, "a") == "B2"


# --- what is no change -----------------------------------------------------------------------

WRONG = cast("object", ["neither word nor number"])


@pytest.mark.parametrize(
    "change",
    [
        Place("a", cast("str", WRONG)),
        Modify("dark", cast("int", WRONG)),
        SetPoints("a", "actions", cast("int", 1.5)),
        SetGear("a", "sword", "held", cast("int", 1.5)),
        object(),
        "kill a",
    ],
)
def test_what_is_no_change_is_refused_and_changes_nothing(change: object) -> None:
    fight = placed("a b", fighter("a", dex=14), fighter("b", dex=1))
    before = fight.fight.state_hash()

    with pytest.raises(IllegalAmendmentError, match="change"):
        fight.fight.amend("game master", "the test wants it", change)

    assert fight.fight.state_hash() == before


def test_whoever_would_leave_from_the_edge_is_asked_anew_when_somebody_has_engaged_it() -> None:
    fight = placed(
        "a . . b",
        fighter("a", "us", dex=8, sword=120),
        fighter("b", "them", dex=11),
    )
    fight.answer(move("leave"))  # its rank is still to come
    fight.answer(move("close/a"))
    while kinds(fight) == ["reaction"]:
        fight.answer(DECLINE)

    assert foes(fight, "a") == {"b": "normal"}
    assert (fight.prompt("a").kind, fight.prompt("a").rank) == ("action", 11)
    assert not fight.of("attack")
