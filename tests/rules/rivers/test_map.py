"""RULES.md, on a map: where everybody stands, how far it is, and who is in whose way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from rules.kernel import hexes
from rules.kernel.errors import IllegalAmendmentError, SetupError
from rules.kernel.field.land import NO_WAY, Land
from rules.kernel.field.model import Field
from rules.kernel.model import Event, Move, Observer, Place
from rules.rivers.course.machine import Engagement, Fight, restore
from rules.rivers.course.places import FAR
from rules.rivers.course.shadow import sight_from
from rules.rivers.model import Setup
from rules.rivers.setup import advice, decode
from rules.rivers.tell import Teller
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    figures,
    formed,
    only,
    person,
    played,
)
from tests.support.rulebook import rule

ROW: Final = ("." * 30,)


def drawn(*people: Person | str, rows: Sequence[str] = ROW, **other: object) -> Setup:
    return decode(
        {
            "name": "a map",
            "rules": "rivers",
            "sides": ["a", "b"],
            "map": {"rows": list(rows)},
            "combatants": list(people),
            **other,
        }
    )


def at(side: str, who: str, place: str, **other: object) -> Person:
    return person(side, who, at=place, **other)


def places(fight: Fight) -> list[str]:
    return [hexes.name(c.place) for c in fight.people]


@rule("A15d", "On a map that is the distance to the nearest foe.")
def test_surprise_on_a_map() -> None:
    def rank(place: str, **options: object) -> int:
        people = at("a", "ann", "A1"), at("b", "bob", place), at("b", "ben", "Z1")
        surprised = {"surprised": ["a"]}
        part = formed(begun(drawn(*people, start=surprised, options=options)))
        act(part)
        (question,) = part.questions()
        sight = {one.id: one.rank for one in question.prompt().options}
        return sight["attack/broadsword"] or 0

    by_distance = {"surprise": "by_distance"}
    assert [rank(one, **by_distance) for one in ("B1", "C1", "D1", "F1", "G1")] == [9, 9, 7, 7, 6]
    assert rank("G1") == 9


def test_a_ritual_of_the_surprised_on_a_map() -> None:
    """A15d: by the nearest foe, too, the scenario warns of a ritual that comes to nothing."""

    def warned(place: str) -> int:
        ann = at("a", "ann", "A1", spells=["disruption"], ready={"disruption": 1})
        people = ann, at("b", "bob", place), at("b", "ben", "Z1")
        start, options = {"surprised": ["a"]}, {"surprise": "by_distance"}
        return len(advice(drawn(*people, start=start, options=options)))

    assert [warned(one) for one in ("B1", "C1", "D1", "G1")] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("wall", "more", "warned"),
    [
        ("#", {}, True),
        ("~", {}, False),
        (".", {}, False),
        ("#", {"weapons": ["self-bow"], "skills": {}}, False),
        ("#", {"spells": ["disruption"]}, False),
        ("#", {"spells": ["heal"]}, True),
    ],
)
def test_sides_without_a_way_to_each_other(
    wall: str, more: dict[str, object], *, warned: bool
) -> None:
    people = at("a", "ann", "A1"), at("a", "ada", "B1"), at("b", "bob", "E1", **more)
    there = {"at": {"round": 2}, "place": {"who": "bob", "place": "C1"}}
    said = "nobody has a way to a foe, nor anything to shoot, throw or cast at one (C81)"
    rows = (f"...{wall}.",)

    assert advice(drawn(*people, rows=rows)) == ((said,) if warned else ())
    assert advice(drawn(*people, rows=rows, amend=[there])) == ()


def rounds(fight: Fight, **acts: str) -> list[Event]:
    """A round in which everybody does what is said, or the default."""
    events: list[Event] = []
    for part in fight.children():
        while part.questions():
            events += act(part, **acts)
        events += part.take_events()
    fight.join()
    return events + fight.take_events()


def offered(part: Engagement, option: str) -> str:
    """The words of an option's first blank, or why it is not possible."""
    (question,) = part.questions()
    (found,) = [one for one in question.prompt().options if one.id == option]
    if found.unavailable is not None:
        return f"{found.unavailable.reason}|{found.unavailable.rule}"
    return ", ".join(one.label for one in found.parameters[0].values)


def asked(*people: Person, rows: Sequence[str] = ROW, bob: str = "defend none") -> Engagement:
    """The engagement of Ann and Bob as Ann is asked what to do."""
    part = formed(begun(drawn(*people, rows=rows)))
    act(part, bob=bob)
    return part


@rule(
    "C80",
    "With a map everybody stands on a hex of 2 m of its own, and blows reach the six hexes beside it.",
)
def test_hexes() -> None:
    rows = ("....", " ....", "....")
    fight = begun(drawn(at("a", "ann", "B2"), at("b", "bob", "C2"), rows=rows))
    ann, bob = fight.people
    beside = 0
    for across in range(4):
        for down in range(3):
            bob.place = hexes.at(across, down)
            beside += bob.place != ann.place and fight.distance(ann, bob) == 0
    assert beside == 6
    spectator = fight.view(Observer("spectator"))
    assert [one.place for one in spectator.combatants] == ["B2", "D3"]
    assert spectator.field == Field(4, 3, ("....", "....", "...."))


@rule(
    "C81",
    "The distance to somebody is the shortest way to a free hex beside it, 2 m for each hex and 4 m for a difficult one, round all that is blocked or cover.",
)
def test_distances() -> None:
    def metres(*rows: str, bob: str = "H1") -> int:
        fight = begun(drawn(at("a", "ann", "A1"), at("b", "bob", bob), rows=rows))
        return fight.distance(*fight.people)

    assert metres("........") == 12
    assert metres("..~.....") == 14
    assert metres("........", "........") == 12
    assert metres("..#.....", "........") == 14
    assert metres("..o.....", "..#.....") == FAR
    people = [at("a", "ann", "A1"), at("b", "bob", "H1"), at("a", "ada", "G1")]
    part = formed(begun(drawn(*people, rows=("........",))), ada="engage bob")
    assert part.distance(part.own[0], part.own[1]) == FAR
    open_field = decode(
        {
            "name": "open",
            "rules": "rivers",
            "sides": ["a", "b"],
            "map": {"width": 300, "height": 200},
            "combatants": [at("a", "ann", "A1"), at("b", "bob", "H1")],
        }
    )
    fight = begun(open_field)
    assert fight.distance(*fight.people) == fight.flight(*fight.people) == 12


def test_a_strike_rank_by_hexes() -> None:
    part = asked(at("a", "ann", "A1"), at("b", "bob", "K1"))
    assert offered(part, "close/broadsword") == "Bob, 18 m"
    events = rounds_of(part, "close/broadsword bob none")
    assert only(events, "walked").place == "J1"
    assert figures(only(events, "walked")) == {"metres": 18}
    assert only(events, "attack").rank == 6
    far = asked(at("a", "ann", "A1"), at("b", "bob", "N1"))
    events = rounds_of(far, "close/broadsword bob none")
    assert (only(events, "walked").place, only(events, "attack").rank) == ("M1", 8)
    too_far = asked(at("a", "ann", "A1"), at("b", "bob", "P1"))
    assert offered(too_far, "close/broadsword") == (
        "28 m are too far: at MOV 8 one move action covers 24 m|S42"
    )


def rounds_of(part: Engagement, ann: str) -> list[Event]:
    events = act(part, ann=ann)
    while part.questions():
        events += act(part)
    return events


@rule(
    "C82",
    "A way leads to the nearest free hex beside whom it is for, or as near to it as it goes; of two who close in on each other each walks half of the hexes where D7a halves.",
)
def test_where_a_way_leads() -> None:
    near = asked(at("a", "ann", "A1"), at("b", "bob", "T1"))
    events = rounds_of(near, "approach bob none")
    assert (only(events, "walked").place, figures(only(events, "walked"))) == (
        "M1",
        {"metres": 24, "metres_left": 12},
    )
    both = asked(at("a", "ann", "A1"), at("b", "bob", "K1"), bob="approach ann none")
    events = rounds_of(both, "approach bob none")
    ways = [(one.by, one.place) for one in events if one.kind == "walked"]
    assert ways == [("ann", "F1"), ("bob", "G1")]
    third = begun(drawn(at("a", "ann", "A1"), at("b", "bob", "B1"), at("b", "ben", "J1")))
    formed(third, ann="engage bob", ben="hang_back")
    rounds(third, ann="approach ben none")
    assert places(third)[0] == "I1"


@rule(
    "C83",
    "Whoever draws back goes to the hex that is farthest from the nearest foe, and whoever keeps off to the first that is far enough, past no foe that it leaves.",
)
def test_off_somebody() -> None:
    def where(what: str, ann: str, bob: str) -> tuple[str, dict[str, int]]:
        row = ("." * 60,)
        part = asked(at("a", "ann", ann), at("b", "bob", bob), rows=row)
        walked = only(rounds_of(part, what), "walked")
        return walked.place, figures(walked)

    assert where("retreat none", "T1", "U1") == ("H1", {"metres": 24})
    assert where("keep_off bob none", "T1", "AP1") == ("P1", {"metres": 8})
    assert where("keep_off_far bob none", "T1", "AB1") == ("B1", {"metres": 36})
    corner = asked(at("a", "ann", "A1"), at("b", "bob", "B1"), rows=("..",))
    assert [one.kind for one in rounds_of(corner, "keep_off bob none")].count("walked") == 0
    alone = begun(drawn(at("a", "ann", "C1"), at("b", "bob", "D1")))
    formed(alone, ann="hang_back", bob="hang_back")
    events = rounds(alone, ann="flee dodge")
    assert only(events, "left").by == "ann"
    assert only(events, "walked").place == "A1"


@rule(
    "C84",
    "Missiles and magic go straight, 2 m for each hex between, and not past what is blocked.",
)
def test_missiles_on_a_map() -> None:
    bow: dict[str, object] = {"weapons": ["self-bow"], "skills": {"self-bow": 70}}

    def shot(*rows: str) -> str:
        part = asked(at("a", "ann", "A1", **bow), at("b", "bob", "H1"), rows=rows)
        return offered(part, "shoot/self-bow")

    assert shot("........") == "Bob, 12 m"
    assert shot("..o~....", "........") == "Bob, 14 m"
    assert shot("..#.....", "........") == "no foe is within range|C40"
    part = asked(at("a", "ann", "A1", **bow), at("b", "bob", "H1"), rows=("..o.....",))
    assert offered(part, "shoot/self-bow") == "Bob, no way there"
    assert offered(part, "approach") == "there is no way to any of them|C81"
    assert offered(part, "close/fist") == "there is no way to any of them|C81"
    assert only(rounds_of(part, "shoot/self-bow bob none"), "attack").at == "bob"


def crossing() -> Fight:
    """Ann and Ada want to the same hex, each in an engagement of her own."""
    people = [
        at("a", "ann", "A1"),
        at("a", "ada", "C1"),
        at("b", "bob", "E1"),
        at("b", "ben", "H1"),
    ]
    fight = begun(drawn(*people, rows=("..........", "##########")))
    formed(fight, ann="engage bob", ada="engage ben", bob="hang_back")
    return fight


@rule(
    "C85",
    "Nobody ends a way on the hex of another of its engagement who is up; where two come to one hex, at the edge of the round whoever stayed keeps it, then who is first in seat order, and the others give way to the nearest free one.",
)
def test_two_who_come_to_one_hex() -> None:
    fight = crossing()
    events = rounds(fight, ann="approach bob none", ada="approach bob none")
    assert places(fight) == ["D1", "C1", "E1", "H1"]
    (gave,) = [one for one in events if one.kind == "walked" and one.facts["way"] == "aside"]
    assert (gave.by, gave.place, figures(gave), gave.phase) == ("ada", "C1", {"metres": 2}, 3)
    line = Teller(fight.setup).line(gave)
    assert line is not None
    assert "".join([span.text for span in line.spans]) == "Ada gives way 2 m."
    # Ada stayed, and Ann comes to her hex.
    again = crossing()
    again.people[1].place = again.children()[1].own[1].place = hexes.named("D1")
    rounds(again, ann="approach bob none", ada="defend none")
    assert places(again) == ["C1", "D1", "E1", "H1"]


@rule("C86", "A game master may put somebody on any free hex.")
def test_placed_by_hand() -> None:
    fight = begun(drawn(at("a", "ann", "A1"), at("b", "bob", "C1"), rows=("...#.",)))
    fight.amend("gm", "because", Place("ann", "E1"))
    assert places(fight) == ["E1", "C1"]
    told = only(fight.take_events(), "amended")
    assert (told.facts["change"], told.place) == ("place", "E1")
    for change, why in (
        (Place("ann", "D1"), "expected a hex of open"),
        (Place("ann", "Z9"), "expected a hex of open"),
        (Place("ann", "nowhere"), "expected a hex of open"),
        (Place("ann", "C1"), "bob stands there"),
        (Move("ann", 3), "there is a map; expected place"),
    ):
        with pytest.raises(IllegalAmendmentError, match=why):
            fight.amend("gm", "because", change)
    part = formed(fight)
    fight.amend("gm", "because", Place("bob", "B1"))
    assert hexes.name(part.own[1].place) == "B1"
    two = begun(drawn(at("a", "ann", "A1"), at("b", "bob", "C1"), at("b", "ben", "E1")))
    formed(two, ben="hang_back")
    two.amend("gm", "because", Place("ben", "F1"))
    with pytest.raises(IllegalAmendmentError, match="ben stands there"):
        two.amend("gm", "because", Place("bob", "F1"))
    line = begun(drawn_without_a_map())
    with pytest.raises(IllegalAmendmentError, match="there is no map; expected move"):
        line.amend("gm", "because", Place("ann", "A1"))


def drawn_without_a_map() -> Setup:
    return decode(
        {
            "name": "a line",
            "rules": "rivers",
            "sides": ["a", "b"],
            "combatants": [person("a", "ann"), person("b", "bob")],
        }
    )


def test_protecting_on_a_map() -> None:
    people = [at("a", "ann", "A1"), at("b", "bob", "J1"), at("b", "ben", "M1")]
    fight = begun(drawn(*people))
    formed(fight, ann="hang_back", bob="hang_back", ben="hang_back")
    rounds(fight, ben="protect bob dodge")
    act(fight, ann="engage bob")
    assert places(fight) == ["A1", "J1", "K1"]
    assert [*fight.stars[0].first, *fight.stars[0].second] == [1, 3]
    walled = begun(
        drawn(at("a", "ann", "A1"), at("a", "ada", "C1"), at("b", "bob", "D1"), rows=(".#..",))
    )
    formed(walled, ann="hang_back", ada="hang_back", bob="hang_back")
    assert offered(walled.children()[0], "protect") == "there is no way to any of them|C81"


def test_who_stands_where_as_the_scenario_says() -> None:
    rows = ("a..b", " ab..", "#..~")
    setup = drawn(
        at("a", "ann", "C2"),
        at("a", "ada", "a", count=3),
        at("b", "bob", "b", count=2),
        "Ben: side b, at D3",
        at("b", "bill", "D2", count=2),
        rows=rows,
    )
    assert [one.place for one in setup.combatants] == [
        "C2",
        "A1",
        "A2",
        "B1",
        "D1",
        "B2",
        "D3",
        "D2",
        "C3",
    ]


@pytest.mark.parametrize(
    ("people", "rows", "other", "said"),
    [
        ((person("a", "ann"),), ("..",), {}, "combatants[0].at: is missing; expected a hex from A1 to B1"),
        ((at("a", "ann", "Z9"),), ("x.",), {}, 'combatants[0].at: there is no hex "Z9"; expected a hex from A1 to B1 or a mark: x'),
        ((at("a", "ann", "no"),), ("..",), {}, 'combatants[0].at: there is no hex "no"'),
        ((at("a", "ann", "A1"),), ("#.",), {}, "combatants[0].at: nobody can stand at A1"),
        ((at("a", "ann", "A1"), at("b", "bob", "A1")), ("..",), {}, "combatants[1].at: somebody stands at A1"),
        ((at("a", "ann", "A1", count=3),), ("..",), {}, "combatants[0].at: there is no room round A1"),
        ((at("a", "ann", "A1", back=4),), ("..",), {}, "combatants[0].back: there is a map"),
        ((at("a", "ann", "A1"),), ("..",), {"start": {"distance": 5}}, "start.distance: there is a map"),
        ((at("a", "ann", "A1"),), ("..",), {"map": {"rows": [".."], "heights": [".."]}}, "map.heights: the ground of Rivers is level"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_places(
    people: tuple[Person, ...], rows: tuple[str, ...], other: dict[str, object], said: str
) -> None:
    second = [] if len(people) > 1 else [at("b", "bob", "B1")]
    with pytest.raises(SetupError) as caught:
        drawn(*people, *second, rows=rows, **other)
    assert str(caught.value).startswith(said)


def test_no_place_without_a_map() -> None:
    raw = {
        "name": "a line",
        "rules": "rivers",
        "sides": ["a", "b"],
        "combatants": [at("a", "ann", "A1"), person("b", "bob")],
    }
    with pytest.raises(SetupError, match=r"combatants\[0\]\.at: there is no map"):
        decode(raw)


def test_a_map_is_in_a_snapshot_and_in_what_a_mind_far_away_knows() -> None:
    fight = begun(
        drawn(at("a", "ann", "A1"), at("b", "bob", "K1"), rows=("...~...#...", "..........."))
    )
    (question,) = fight.questions()
    far = sight_from(question.shadow())
    assert far.distance(1) == fight.distance(*fight.people) == 20
    twin = restore(fight.snapshot())
    twin.watch()
    part, other = formed(fight), formed(twin)
    assert part.snapshot() == other.snapshot()
    (question,) = part.questions()
    assert sight_from(question.shadow()).distance(0) == 20
    assert answer_of(question).option == "close/broadsword"
    fork = fight.fork()
    assert rounds(fork) == rounds(twin)


def test_land_remembers_only_so_much() -> None:
    land = Land(Field(13, 13, ("." * 13,) * 13))
    for across in range(13):
        for down in range(13):
            assert land.steps(hexes.at(across, down), hexes.at(0, 0)) < NO_WAY
    assert len(land.known) <= 128


@pytest.mark.parametrize("mind", ["random", "steady"])
def test_engagements_on_a_map_are_independent(mind: str) -> None:
    rows = ("a....~..b", " a.#..~..b", "a..#..o.b", " a....~..b")
    bow: dict[str, object] = {"weapons": ["self-bow"], "skills": {"self-bow": 70}}
    people = [
        at("a", "ann", "a", count=3),
        at("a", "ada", "a", **bow),
        at("b", "bob", "b", count=3, temper="mob"),
        at("b", "ben", "b", move=12),
    ]
    for number in range(4):
        setup = drawn(*people, rows=rows)
        minds = {one.id: mind for one in setup.combatants}
        ahead = played(begun(setup, number), minds)
        back = played(begun(setup, number), minds, backwards=True)
        assert sorted(ahead, key=_id) == sorted(back, key=_id)
        assert ahead[-1].kind == "combat_ended"


def _id(event: Event) -> str:
    return event.id
