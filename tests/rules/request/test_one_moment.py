"""Deeds of one moment on the map begin from one state, whoever comes first in the seat order."""

from __future__ import annotations

import pytest

from rules.kernel.model import Disengage, Engage, Modify, SetGear, SetStatus
from rules.request.model import Change, Entry
from tests.rules.request.build import (
    DECLINE,
    DEFEND,
    SPEAR,
    Said,
    Scene,
    archer,
    attack,
    fighter,
    shoot,
    stance,
    terms,
)
from tests.rules.request.places import (
    ENGAGE,
    FIST,
    breakaway,
    charge,
    closer,
    foes,
    formation,
    leads,
    mounted,
    move,
    moving,
    on,
    opportunities,
    opportunity,
    oppose,
    place,
    placed,
    retreat,
    sprint,
    strikes,
)
from tests.support.rulebook import rule

MISS = "d100=96"
EITHER = pytest.mark.parametrize("order", ["ab", "ba"])
FIELD = """
    . . . . . . . . . .
     . . . . . . . . . .
    . . . . . . . . . .
     . . . . . . . . . .
"""


def seated(
    order: str, *people: Entry, drawing: str = FIELD, given: tuple[Change, ...] = ()
) -> Scene:
    """Two, a and b, in this order; whoever else there is comes after them."""
    first = sorted(people[:2], key=lambda one: order.index(one.id))
    return placed(drawing, *first, *people[2:], given=given)


def spearman(name: str, side: str) -> Entry:
    skills = {"Athletics": 100, "Spear": 100}
    return fighter(name, side, dex=10, weapons=[SPEAR], skills=skills)


# --- moves and blows of one moment ---------------------------------------------------------------


@EITHER
@pytest.mark.parametrize("said", [move("H2"), sprint("J2")])
def test_whoever_walks_off_is_met_by_the_charge_of_that_moment(order: str, said: Said) -> None:
    fight = seated(
        order,
        on("B2", fighter("a", "us", dex=10, sword=100)),
        on("F2", fighter("b", "them", dex=10, sword=100)),
    )

    fight.play({"a": [charge("b")], "b": [said]}, MISS)

    assert (place(fight, "a"), place(fight, "b")) == ("E2", said.values[0])
    assert strikes(fight) == [("charge", "a")]
    assert fight.of("thwarted") == []


@EITHER
def test_two_who_charge_each_other_both_strike(order: str) -> None:
    fight = seated(
        order,
        on("B2", fighter("a", "us", dex=10, sword=100)),
        on("G2", fighter("b", "them", dex=10, sword=100)),
    )

    fight.play({"a": [charge("b")], "b": [charge("a")]}, f"{MISS} {MISS}")

    assert sorted(strikes(fight)) == [("charge", "a"), ("charge", "b")]
    assert fight.of("thwarted") == []


@EITHER
def test_whoever_charges_off_is_met_by_a_charge_all_the_same(order: str) -> None:
    fight = seated(
        order,
        on("A2", fighter("a", "us", dex=10, sword=100)),
        on("E2", fighter("b", "them", dex=10, sword=100)),
        on("I2", fighter("c", "us", dex=1)),
    )

    fight.play({"a": [charge("b")], "b": [charge("c")]}, f"{MISS} {MISS}")

    assert sorted(strikes(fight)) == [("charge", "a"), ("charge", "b")]
    assert (place(fight, "a"), place(fight, "b")) == ("D2", "H2")
    assert foes(fight, "b") == {"c": "normal"}


@EITHER
@pytest.mark.parametrize("said", [move("A2"), sprint("A1")])
def test_a_spear_thrust_at_that_moment_keeps_nobody_from_walking_off(
    order: str, said: Said
) -> None:
    fight = seated(
        order,
        on("E2", fighter("a", "us", dex=10, weapons=[SPEAR], skills={"Spear": 100})),
        on("C2", fighter("b", "them", dex=10)),
    )

    fight.play({"a": [attack("b", "spear")], "b": [said]}, MISS)

    assert place(fight, "b") == said.values[0]
    assert strikes(fight) == [("attack", "a")]


@EITHER
def test_whoever_leaves_freely_is_not_held_by_an_attack_of_that_moment(order: str) -> None:
    fight = seated(
        order,
        on("E2", fighter("a", "them", dex=10, weapons=[SPEAR], skills={"Spear": 100})),
        on("C2", mounted(fighter("b", "us", dex=10))),
        on("B2", fighter("x", "them", dex=1)),
    )

    fight.play({"a": [attack("b", "spear")], "b": [breakaway("D3")]}, MISS)

    (left,) = fight.of("broke_away")
    assert (left.facts["how"], left.facts["from"], left.facts["held"]) == ("automatic", "x", "")
    assert place(fight, "b") == "D3"


@EITHER
def test_each_has_its_chance_at_the_other_before_both_walk_off(order: str) -> None:
    fight = seated(
        order,
        on("D2", fighter("a", "us", dex=10)),
        on("E2", fighter("b", "them", dex=10)),
        given=(Disengage("a", "b"),),
    )

    fight.play(
        {"a": [move("B2"), opportunity()], "b": [move("G2"), opportunity()]}, f"{MISS} {MISS}"
    )

    assert sorted(opportunities(fight)) == [("a", "b"), ("b", "a")]
    assert [terms(blow, "attack_chance")["from behind"] for blow in fight.of("attack")] == [20, 20]
    assert (place(fight, "a"), place(fight, "b")) == ("B2", "G2")


@EITHER
def test_a_shot_gives_its_opening_before_anybody_breaks_away(order: str) -> None:
    fight = seated(
        order,
        on("C2", fighter("a", "us", dex=10, skills={"Dodge": 100})),
        on("D2", archer("b", "them", dex=10, bow=100)),
        on("G2", fighter("c", "us", dex=1)),
    )

    fight.play({"a": [breakaway("B2")], "b": [shoot("c")]}, f"d100=10 {MISS}")

    assert opportunities(fight) == [("a", "b")]
    assert place(fight, "a") == "B2"


def test_a_blow_before_a_move_of_several_halves_it() -> None:
    fight = placed(
        FIELD,
        on("D2", fighter("a", "us", dex=10)),
        on("J4", fighter("b", "us", dex=10)),
        on("E2", fighter("c", "them", dex=1)),
        given=[Disengage("a", "c")],
    )

    fight.play({"a": [move("B2")], "b": [move("I4")], "c": [opportunity()]}, "d100=40 d8=1 d20=10")

    assert [event.by for event in fight.of("halved")] == ["a"]
    assert (place(fight, "a"), place(fight, "b")) == ("C2", "I4")


# --- one hex for several -------------------------------------------------------------------------


@EITHER
@pytest.mark.parametrize(("a", "b", "there"), [(40, 20, "a"), (20, 40, "b"), (40, 40, "")])
def test_two_charges_to_one_hex_are_settled_like_moves(
    order: str, a: int, b: int, there: str
) -> None:
    gate = """
        b . . # . . .
         a . . . . t .
        . . . # . . .
    """
    people = [moving(8, fighter(name, "us", dex=10, sword=100)) for name in "ab"]
    fight = seated(order, *people, fighter("t", "them", dex=1), drawing=gate)
    rolls = {"a": a, "b": b}
    # Of equals neither comes there, nor, at the same rolls, to the two before it.
    race = [f"d100={rolls[name]}" for name in order] * (1 if there else 3)
    dice = race + [MISS] * len(there)

    fight.play({"a": [charge("t")], "b": [charge("t")]}, " ".join(dice))

    assert [by for _, by in strikes(fight)] == list(there)
    assert [name for name in "ab" if place(fight, name) == "E2"] == list(there)


@EITHER
def test_two_breakaways_to_one_hex_are_settled_by_what_they_are_rolled_with(order: str) -> None:
    row = """
        # # . # .
         x a . b y
        # # # # .
    """
    people = [fighter(name, "us", dex=10, skills={"Dodge": 100, "Athletics": 1}) for name in "ab"]
    fight = seated(
        order, *people, fighter("x", "them", dex=1), fighter("y", "them", dex=1), drawing=row
    )

    fight.play(
        {"a": [breakaway("C2")], "b": [breakaway("C2")]},
        " ".join(["d100=40", "d100=20"] if order == "ab" else ["d100=20", "d100=40"])
        + " d100=50 d100=50",
    )

    assert [event.facts["skill"] for event in fight.of("contest")][:2] == ["Dodge", "Dodge"]
    assert place(fight, "a") == "C2"


@EITHER
def test_two_retreats_to_one_hex_are_settled_too(order: str) -> None:
    row = """
        # # . # .
         x a . b y
        # # # # .
    """
    people = [fighter(name, "us", dex=10, skills={"Athletics": 100}) for name in "ab"]
    fight = seated(
        order, *people, fighter("x", "them", dex=1), fighter("y", "them", dex=1), drawing=row
    )
    rolls = {"a": 40, "b": 20}

    fight.play(
        {"a": [retreat("nobody", "C2")], "b": [retreat("nobody", "C2")]},
        " ".join([f"d100={rolls[name]}" for name in order]),
    )

    assert (place(fight, "a"), place(fight, "b")) == ("C2", "D2")


@EITHER
def test_the_large_claim_every_hex_that_they_would_cover(order: str) -> None:
    people = {
        "a": on("C3", fighter("a", "us", dex=10, size=31, skills={"Athletics": 100})),
        "b": on("H3", fighter("b", "us", dex=10, skills={"Athletics": 100})),
    }
    fight = seated(order, *people.values(), on("J1", fighter("x", "them", dex=1)))
    rolls = {"a": 40, "b": 20}

    fight.play(
        {"a": [move("E3")], "b": [move("F3")]},
        " ".join([f"d100={rolls[name]}" for name in order]),
    )

    assert (place(fight, "a"), place(fight, "b")) == ("E3", "G3")


@EITHER
@pytest.mark.parametrize(("a", "b", "ends"), [(40, 20, "C2 B2"), (20, 40, "B2 C2")])
def test_whoever_loses_a_hex_does_not_bar_the_way_to_it(
    order: str, a: int, b: int, ends: str
) -> None:
    corridor = """
        # b # . . t
         # . . # . .
        # a # . . .
    """
    people = [fighter(name, "us", dex=10) for name in "ab"]
    fight = seated(order, *people, fighter("t", "them", dex=1), drawing=corridor)
    rolls = {"a": a, "b": b}

    fight.play(
        {"a": [move("C2")], "b": [move("C2")]},
        " ".join([f"d100={rolls[name]}" for name in order]),
    )

    assert f"{place(fight, 'a')} {place(fight, 'b')}" == ends


@pytest.mark.parametrize("order", ["abc", "cab", "bca"])
def test_those_who_lose_a_hex_race_again_for_the_one_before_it(order: str) -> None:
    people = [
        on("A2", fighter("a", "us", dex=10, skills={"Athletics": 100})),
        on("A1", fighter("b", "us", dex=10, skills={"Athletics": 100})),
        on("D2", fighter("c", "us", dex=10, skills={"Athletics": 100})),
    ]
    fight = placed(
        """
        b . . . . . . t
         a # . c . . . .
        # # # # # # # #
        """,
        *sorted(people, key=lambda one: order.index(one.id)),
        fighter("t", "them", dex=1),
    )
    rolls = {"a": 30, "b": 20, "c": 60}
    again = {"a": 30, "b": 20}

    fight.play(
        {"a": [move("C1")], "b": [move("C1")], "c": [move("C1")]},
        " ".join(
            [f"d100={rolls[name]}" for name in order]
            + [f"d100={again[name]}" for name in order if name in again]
        ),
    )

    assert [place(fight, name) for name in "abc"] == ["B1", "A1", "C1"]


def test_a_race_for_a_hex_and_a_thrust_at_one_who_runs_it() -> None:
    fight = placed(
        """
        . . . . . .
         . b . s . .
        . . . . . .
         . . . . . .
        . c . . . .
        """,
        fighter("s", "us", dex=10, weapons=[SPEAR], skills={"Spear": 100}),
        fighter("b", "them", dex=10),
        fighter("c", "them", dex=10),
    )

    fight.play(
        {"s": [attack("b", "spear")], "b": [move("A3")], "c": [move("A3")]},
        f"d100=40 d100=20 {MISS}",
    )

    assert place(fight, "b") == "A3"
    assert strikes(fight) == [("attack", "s")]


# --- foes who go round each other ----------------------------------------------------------------


@rule(
    "D7g",
    "Of foes who at one moment go round each other on ways that lead them apart, the best by Athletics goes its own, and the others, of equals all, stop where they still have their reach.",
)
@EITHER
@pytest.mark.parametrize(
    ("a", "b", "ends"),
    [(40, 20, "F3 E2"), (20, 40, "D2 D1"), (40, 40, "D2 E2"), (97, 99, "D2 E2")],
)
def test_foes_who_circle_each_other_do_not_come_apart(
    order: str, a: int, b: int, ends: str
) -> None:
    athletic = {"Athletics": 100}
    fight = seated(
        order,
        on("D2", fighter("a", "us", dex=10, skills=athletic)),
        on("E2", fighter("b", "them", dex=10, skills=athletic)),
    )
    rolls = {"a": a, "b": b}

    fight.play(
        {"a": [move("F3")], "b": [move("D1")]}, " ".join([f"d100={rolls[name]}" for name in order])
    )

    assert [event.facts["verb"] for event in fight.of("contest")] == ["circle", "circle"]
    assert f"{place(fight, 'a')} {place(fight, 'b')}" == ends
    assert foes(fight, "a") == {"b": "normal"}


@EITHER
@pytest.mark.parametrize(("to", "ends"), [("E4", "F3"), ("E1", "E2")])
def test_whoever_loses_goes_as_far_as_its_reach_goes(order: str, to: str, ends: str) -> None:
    fight = seated(
        order,
        on("D2", spearman("a", "us")),
        on("F2", spearman("b", "them")),
        given=(Engage("a", "b", "long"),),
    )
    rolls = {"a": 40, "b": 20}

    fight.play(
        {"a": [move("E1" if to == "E1" else "F1")], "b": [move(to)]},
        " ".join([f"d100={rolls[name]}" for name in order]),
    )

    assert place(fight, "a") == ("E1" if to == "E1" else "F1")
    assert place(fight, "b") == ends
    assert foes(fight, "a") == {"b": "long"}


@EITHER
def test_ways_round_each_other_that_keep_the_reach_are_both_gone(order: str) -> None:
    fight = seated(
        order,
        on("D2", spearman("a", "us")),
        on("F2", spearman("b", "them")),
        given=(Engage("a", "b", "long"),),
    )

    fight.play({"a": [move("E3")], "b": [move("F3")]})

    assert fight.of("contest") == []
    assert (place(fight, "a"), place(fight, "b")) == ("E3", "F3")


@EITHER
def test_ways_that_lead_apart_and_together_again_are_not_both_gone(order: str) -> None:
    fight = seated(
        order,
        moving(8, on("D3", spearman("a", "us"))),
        moving(8, on("C4", spearman("b", "them"))),
        given=(Engage("a", "b", "long"),),
    )
    rolls = {"a": 40, "b": 20}

    fight.play(
        {"a": [move("B2")], "b": [move("D2")]}, " ".join([f"d100={rolls[name]}" for name in order])
    )

    assert (place(fight, "a"), place(fight, "b")) == ("B2", "C4")


@EITHER
def test_whoever_stops_for_another_stops_there_after_an_amendment_too(order: str) -> None:
    fight = seated(
        order,
        on("D2", spearman("a", "us")),
        on("F2", spearman("b", "them")),
        given=(Engage("a", "b", "long"),),
    )
    said = {"a": move("F1"), "b": move("E4")}
    rolls = {"a": 40, "b": 20}

    fight.answer(*[said[name] for name in order], dice=" ".join(f"d100={rolls[n]}" for n in order))
    fight.amend(Modify("rain", 0, "roll"))
    fight.answer(DECLINE).answer(DECLINE)  # each has its chance at the other's move

    assert (place(fight, "a"), place(fight, "b")) == ("F1", "F3")


@pytest.mark.parametrize("order", ["abc", "cab", "bca"])
@pytest.mark.parametrize(
    ("rolls", "ends"),
    [
        ({"a": 20, "b": 60, "c": 30}, "E4 D2 F1"),
        ({"a": 60, "b": 20, "c": 30}, "F4 E2 F1"),
        ({"a": 20, "b": 30, "c": 60}, "E4 E2 G1"),
    ],
)
def test_of_three_who_go_round_each_other_one_goes_its_own_way(
    order: str, rolls: dict[str, int], ends: str
) -> None:
    people = [
        on("E4", spearman("a", "us")),
        on("E2", spearman("b", "them")),
        on("F1", spearman("c", "us")),
    ]
    fight = placed(
        FIELD,
        *sorted(people, key=lambda one: order.index(one.id)),
        given=(Engage("a", "b", "long"), Engage("c", "b", "long")),
    )

    fight.play(
        {"a": [move("F4")], "b": [move("D2")], "c": [move("G1")]},
        " ".join([f"d100={rolls[name]}" for name in order]),
    )

    assert " ".join([place(fight, name) for name in "abc"]) == ends


@EITHER
def test_whoever_circles_a_foe_that_has_come_closer_keeps_to_it(order: str) -> None:
    fight = seated(
        order,
        on("D2", spearman("a", "us")),
        on("F2", spearman("b", "them")),
        given=(Engage("a", "b", "long"),),
    )

    fight.play({"a": [move("E4")], "b": [closer("a", "spear")]}, "d100=40")

    assert foes(fight, "a") == {"b": "normal"}
    assert (place(fight, "a"), place(fight, "b")) == ("E3", "E2")


@EITHER
def test_whoever_breaks_away_races_nobody_who_circles(order: str) -> None:
    fight = seated(
        order,
        on("D2", fighter("a", "us", dex=10)),
        on("E2", fighter("b", "them", dex=10, skills={"Dodge": 100})),
    )

    fight.play({"a": [move("F3")], "b": [breakaway("F1")]}, "d100=40")

    assert [event.facts["verb"] for event in fight.of("contest")] == ["breakaway"]
    assert foes(fight, "a") == {}


# --- marks, pairs and harm of one moment ---------------------------------------------------------


@EITHER
def test_a_shot_meets_its_mark_where_that_stood_when_the_moment_began(order: str) -> None:
    row = """
        . . . . . . .
         a . . . b . .
        . . . o . . .
         . . . . . . .
    """
    fight = seated(
        order, archer("a", "us", dex=10, bow=100), fighter("b", "them", dex=10), drawing=row
    )

    fight.play({"a": [shoot("b")], "b": [move("E3")]}, MISS)

    assert place(fight, "b") == "E3"
    assert "cover" not in terms(fight.attack("a"), "attack_chance")


@EITHER
def test_a_charge_arrives_before_anybody_breaks_away(order: str) -> None:
    fight = seated(
        order,
        on("B2", fighter("a", "us", dex=10, sword=100)),
        on("F2", fighter("b", "them", dex=10, skills={"Dodge": 100})),
        on("G2", fighter("c", "us", dex=1)),
    )

    fight.play({"a": [charge("b")], "b": [breakaway("F3")]}, f"d100=40 {MISS}")

    assert [event.facts["how"] for event in fight.of("moved")][:2] == ["charge", "breakaway"]


@EITHER
def test_whoever_walks_off_the_field_turns_its_back(order: str) -> None:
    fight = seated(
        order,
        on("A2", fighter("a", "us", dex=10)),
        on("H3", fighter("b", "us", dex=10)),
        on("B2", fighter("c", "them", dex=1)),
        given=(Disengage("a", "c"),),
    )

    fight.play({"a": [move("leave")], "b": [DEFEND], "c": [opportunity()]}, MISS)

    assert [event.by for event in fight.of("left")] == ["a"]
    assert terms(fight.attack("c"), "attack_chance")["from behind"] == 20


@EITHER
def test_whoever_loses_the_hex_at_the_edge_does_not_leave(order: str) -> None:
    gate = """
        # # # # # #
         . . a . t .
        # b # # # #
    """
    people = [fighter(name, "us", dex=10, skills={"Athletics": 100}) for name in "ab"]
    fight = seated(
        order, *[moving(6, one) for one in people], fighter("t", "them", dex=1), drawing=gate
    )
    rolls = {"a": 20, "b": 40}

    fight.play(
        {"a": [move("leave")], "b": [move("A2")]},
        " ".join([f"d100={rolls[name]}" for name in order]),
    )

    assert fight.of("left") == []
    assert (place(fight, "a"), place(fight, "b")) == ("B2", "A2")


@EITHER
def test_whoever_is_shut_in_by_a_charger_goes_nowhere(order: str) -> None:
    alley = """
        # # # # a # #
         b . . . t . .
        # # # # # # #
    """
    fight = seated(
        order,
        fighter("a", "us", dex=10),
        fighter("b", "us", dex=10, sword=100),
        fighter("t", "them", dex=1),
        drawing=alley,
        given=(Disengage("a", "t"),),
    )

    fight.play({"a": [move("C2")], "b": [charge("t")]}, MISS)

    assert [event.by for event in fight.of("thwarted")] == ["a"]
    assert (place(fight, "a"), place(fight, "b")) == ("E1", "D2")


def brawler(name: str, side: str) -> Entry:
    return fighter(name, side, dex=10, weapons=[FIST], skills={"Unarmed": 100}, held=())


@EITHER
def test_a_charge_with_bare_hands_engages_too(order: str) -> None:
    fight = seated(order, on("A2", brawler("a", "us")), on("F2", brawler("b", "them")))

    fight.play({"a": [charge("b", "fist")], "b": [DEFEND]}, MISS)

    assert foes(fight, "a") == {"b": "normal"}


@EITHER
def test_harm_lands_though_no_deed_of_the_moment_is_done(order: str) -> None:
    fight = seated(
        order,
        on("B2", archer("a", "us", dex=10)),
        on("F2", archer("b", "us", dex=10)),
        on("C2", fighter("x", "them", dex=1, sword=100)),
        on("E2", fighter("y", "them", dex=1, sword=100)),
        on("J4", fighter("z", "them", dex=1)),
    )
    harm = "d100=40 d8=1 d20=10"

    fight.play(
        {"a": [shoot("z")], "b": [shoot("z")], "x": [opportunity()], "y": [opportunity()]},
        f"{harm} {harm}",
    )

    assert sorted(event.by for event in fight.of("spoiled")) == ["a", "b"]
    assert [fight.seen(name).wounds[3] for name in "ab"] == ["scratched", "scratched"]


@EITHER
def test_only_the_foe_that_is_named_opposes_a_new_reach(order: str) -> None:
    fight = seated(
        order,
        on("D2", fighter("a", "us", dex=10, sword=100)),
        on("H2", fighter("b", "us", dex=10)),
        on("E2", fighter("x", "them", dex=1)),
        on("E3", fighter("y", "them", dex=1)),
    )

    fight.play({"a": [closer("x")], "b": [DEFEND]}, "d100=40")

    assert [p.combatant for wait in fight.waits for p in wait if p.kind == "reaction"] == ["x"]
    assert foes(fight, "a") == {"x": "short", "y": "normal"}


# --- over the edge, from behind, through a wall --------------------------------------------------


def test_nobody_who_is_engaged_walks_off_the_field() -> None:
    fight = placed("a b . .\n . . . .", fighter("a", "us", dex=14), fighter("b", "them", dex=1))

    assert "leave" not in leads(fight, "a")
    assert leads(fight, "a", "breakaway")["leave"] == "off the field"


@pytest.mark.parametrize(
    ("drawing", "ends"),
    [
        ("a b . .\n . . . .\n. . . .", "A1"),
        (". . . .\n . a b .\n. . . .\n . . . .", "A2"),
    ],
)
def test_the_edge_is_a_step_of_the_way_over_it(drawing: str, ends: str) -> None:
    fight = placed(
        drawing,
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        on("D3", fighter("c", "us", dex=1)),
        given=[Disengage("a", "b")],
    )
    fight.answer(move("leave"))

    fight.answer(opportunity())
    fight.answer(DECLINE, dice="d100=40 d8=1 d20=10")

    assert terms(fight.attack("b"), "attack_chance")["from behind"] == 20
    assert place(fight, "a") == ends
    assert [event.by for event in fight.of("halved")] == ["a"]


def test_nobody_turns_its_back_by_breaking_away() -> None:
    fight = placed(
        ". . . . .\n . . a b .\n. . c . .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=1),
        given=[Disengage("a", "c")],
    )

    fight.play({"a": [breakaway("C1")], "c": [opportunity()]}, f"d100=10 {MISS}")

    assert "from behind" not in terms(fight.attack("c"), "attack_chance")


def test_no_opportunity_attack_passes_a_wall() -> None:
    fight = placed(
        """
        . . . . . . .
         . a # . . . .
        . . . . . b .
         . . . . . . .
        . . . . . . .
        """,
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=16, weapons=[SPEAR]),
    )
    fight.answer(move("D3"))
    fight.answer(ENGAGE)
    assert foes(fight, "a") == {"b": "long"}
    fight.answer(move("C1"))
    fight.answer(DECLINE)
    assert foes(fight, "a") == {"b": "long"}

    fight.play({"a": [stance("prone")]}, upto=(1, 2))

    assert opportunities(fight) == [("b", "a")]  # on its way to where the wall stands between


def test_whoever_kneels_and_is_thrown_down_crawls_no_farther() -> None:
    fight = placed(
        ". . . . .\n . a b . .\n. . . . .",
        fighter("a", "us", dex=14, hide=20, size=1),
        fighter("b", "them", dex=1, weapons=[SPEAR], strong=40, size=30),
        given=[Disengage("a", "b"), SetStatus("a", "kneeling")],
    )

    fight.answer(move("A2"))
    fight.answer(opportunity("spear"))

    assert place(fight, "a") == "B2"


def test_whoever_crawls_already_is_not_thrown_down_but_halved() -> None:
    """Beside somebody else's action as alone, and it is told either way."""
    fight = placed(
        ". . . . .\n . a b . .\n. . . . .\n . . . . d",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("d", "us", dex=14),
        given=[Disengage("a", "b"), SetStatus("a", "prone")],
    )

    fight.play({"a": [move("A2")], "d": [DEFEND], "b": [opportunity()]}, "d100=10 d8=6 d20=1 d4=1")

    assert [event.by for event in fight.of("halved")] == ["a"]


# --- surrounded, and contests that an amendment changes ------------------------------------------


def test_a_foe_who_is_no_part_of_the_surrounding_may_be_engaged() -> None:
    fight = placed(
        """
        . . . . . . .
         . . a . . . .
        . . . t b x f
         . . c . . . .
        . . . . . . .
        """,
        fighter("t", "them", dex=1),
        *[fighter(name, "us", dex=1) for name in "abc"],
        fighter("x", "us", dex=1, weapons=[SPEAR]),
        fighter("f", "them", dex=2),
        given=[Engage("x", "t", "long")],
    )

    fight.prompt("f")

    assert foes(fight, "x") == {"t": "long", "f": "normal"}
    assert formation(fight, "t") == "surrounded"


def test_whoever_is_engaged_in_the_middle_of_a_breakaway_holds() -> None:
    fight = placed(
        ". . c . .\n . . a b .\n. . . . .",
        fighter("a", "us", dex=14),
        fighter("b", "them", dex=1),
        fighter("c", "them", dex=1),
        given=[Disengage("a", "c")],
    )
    fight.answer(breakaway("C3"))

    fight.amend(Engage("c", "a"))
    fight.answer(DECLINE, dice="d100=10")

    assert foes(fight, "a") == {"c": "normal"}
    assert place(fight, "a") == "C2"


@pytest.mark.parametrize("said", [breakaway("B2", "sword"), closer("b")])
def test_nobody_contests_with_a_weapon_it_has_lost(said: Said) -> None:
    fight = placed(
        ". . . . .\n . . a b .\n. . . . .",
        fighter("a", "us", dex=14, sword=140),
        fighter("b", "them", dex=1),
    )
    fight.answer(said)

    fight.amend(SetGear("a", "sword", "dropped"))
    fight.answer(oppose())

    assert fight.of("contest") == []
    assert foes(fight, "a") == {"b": "normal"}


def test_whoever_mounts_in_the_middle_of_a_breakaway_leaves_freely() -> None:
    fight = placed(
        ". . . . .\n . . a b .\n. . . . .",
        fighter("a", "us", dex=14, sword=140),
        fighter("b", "them", dex=1),
    )
    fight.answer(breakaway("B2", "sword"))

    fight.amend(SetStatus("a", "mounted"))

    assert fight.of("contest") == []
    assert place(fight, "a") == "B2"
