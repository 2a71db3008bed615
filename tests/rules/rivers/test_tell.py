"""A fight of Rivers in words."""

from __future__ import annotations

import pytest

from rules.kernel.model import Event, Figure, Observer, Remove, SetHitPoints, Term
from rules.rivers.tell import Teller
from tests.support.rivers import act, begun, duel, formed, mage, only, person, played, scene, shield

TELLER = Teller(duel())


def told(kind: str, *numbers: tuple[str, int], **columns: object) -> str:
    """What an event reads like."""
    facts = columns.pop("facts", {})
    figures = tuple(Figure(name, value, (Term(name, value),)) for name, value in numbers)
    event = Event("e", kind, 1, 1, 6, facts=facts, figures=figures, **columns)  # pyright: ignore[reportArgumentType]
    line = TELLER.line(event)
    return "" if line is None else line.text


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {"outcome": "hit", "level": "success"},
            "Ann hits Bob in the head with the broadsword for 7.",
        ),
        (
            {"outcome": "hit", "level": "critical", "attack": "second"},
            "Ann again critically hits Bob in the head with the broadsword for 7.",
        ),
        (
            {"outcome": "hit", "level": "special"},
            "Ann specially hits Bob in the head with the broadsword for 7.",
        ),
        (
            {"outcome": "stopped"},
            "Ann hits Bob in the head with the broadsword, and nothing comes through.",
        ),
        (
            {"outcome": "missed", "level": "fumble"},
            "Ann strikes at Bob with the broadsword and misses badly.",
        ),
        ({"outcome": "missed"}, "Ann strikes at Bob with the broadsword and misses."),
        ({"outcome": "dodged"}, "Ann strikes at Bob with the broadsword, but Bob dodges."),
        (
            {"outcome": "parried", "defence_item": "medium-shield"},
            "Ann strikes at Bob with the broadsword, but Bob parries with the medium shield.",
        ),
    ],
)
def test_blows(facts: dict[str, str], words: str) -> None:
    assert (
        told(
            "attack",
            ("through", 7),
            by="ann",
            at="bob",
            item="broadsword",
            place="head",
            facts=facts,
        )
        == words
    )


@pytest.mark.parametrize(
    ("kind", "columns", "words"),
    [
        ("round_began", {}, "Round 1"),
        (
            "engagement_began",
            {"facts": {"first": "ann", "second": "bob, eve, x"}},
            "Engagement 1: Ann against Bob, eve and x",
        ),
        (
            "engagement_began",
            {"facts": {"first": "ann", "second": "bob, eve, x, y"}},
            "Engagement 1: Ann against Bob, eve, x and y",
        ),
        (
            "engagement_began",
            {"facts": {"first": "ann", "second": "bob, eve, x, y, z"}},
            "Engagement 1: Ann against Bob, eve, x, y and z (more than four against one)",
        ),
        (
            "engagement_began",
            {"facts": {"first": "", "second": "bob"}},
            "Engagement 1: Bob stands alone",
        ),
        (
            "walked",
            {"by": "ann", "at": "bob", "facts": {"way": "towards"}},
            "Ann goes 7 m towards Bob.",
        ),
        ("walked", {"by": "ann", "facts": {"way": "away"}}, "Ann draws back 7 m."),
        ("attack_lost", {"by": "ann", "at": "bob"}, "Ann finds nobody to strike any more."),
        (
            "wound",
            {"at": "bob", "place": "left leg", "facts": {"effect": "crippled"}},
            "The left leg of Bob is crippled.",
        ),
        (
            "wound",
            {"at": "bob", "place": "left leg", "facts": {"effect": "severed"}},
            "The left leg of Bob is severed.",
        ),
        (
            "worn",
            {"by": "bob", "item": "medium-shield", "facts": {"broken": "yes"}},
            "Bob loses the medium shield: it breaks.",
        ),
        (
            "worn",
            {"by": "bob", "item": "medium-shield"},
            "The medium shield of Bob is damaged: 7 left.",
        ),
        ("stunned", {"at": "bob", "facts": {"stands": "yes"}}, "Bob keeps upright after the blow."),
        ("stunned", {"at": "bob", "facts": {"stands": "no"}}, "Bob cannot bear the blow."),
        (
            "condition",
            {"at": "bob", "facts": {"condition": "falls", "change": "began"}},
            "Bob falls to the ground.",
        ),
        (
            "condition",
            {"at": "bob", "facts": {"condition": "falls", "change": "ended"}},
            "Bob is on its feet again.",
        ),
        (
            "condition",
            {"at": "bob", "facts": {"condition": "odd", "change": "began"}},
            "Bob is odd.",
        ),
        ("dropped", {"by": "x", "item": "thing"}, "x drops the thing."),
        ("fumble", {"by": "bob", "facts": {"effect": "dropped"}}, "Bob fumbles."),
        (
            "fumble",
            {"by": "bob", "facts": {"effect": "no parry"}},
            "Bob fumbles, and cannot parry in the next round.",
        ),
        (
            "fumble",
            {"by": "bob", "place": "head", "facts": {"effect": "lost armour"}},
            "Bob fumbles, and loses what protects the head.",
        ),
        ("bled", {"at": "bob"}, "Bob bleeds."),
        ("amended", {"facts": {"change": "end", "reason": ""}}, "The game master ends the fight."),
        (
            "amended",
            {"at": "bob", "facts": {"change": "move", "reason": "wind"}},
            "Bob is put somewhere else. (wind)",
        ),
        (
            "amended",
            {"at": "bob", "facts": {"change": "other"}},
            "Bob is changed by the game master.",
        ),
        ("declared", {"by": "bob"}, ""),
    ],
)
def test_everything_else(kind: str, columns: dict[str, object], words: str) -> None:
    assert told(kind, ("metres", 7), ("weapon_points", 7), **columns) == words


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"outcome": "victory", "winner": "a"}, "Victory for A after 2 rounds (24 seconds)."),
        ({"outcome": "draw"}, "Nobody is left standing after 2 rounds (24 seconds)."),
        (
            {"outcome": "cap"},
            "Nobody has won after 2 rounds (24 seconds), and there the fight ends.",
        ),
        (
            {"outcome": "stalemate"},
            "Nobody can get the better of the other; it ends after 2 rounds (24 seconds).",
        ),
        (
            {"outcome": "ended", "winner": "b"},
            "It is ended after 2 rounds (24 seconds), with victory for B.",
        ),
        ({"outcome": "ended"}, "It is ended after 2 rounds (24 seconds)."),
    ],
)
def test_ends(facts: dict[str, str], words: str) -> None:
    assert told("combat_ended", ("rounds", 2), ("seconds", 24), facts=facts) == words


def test_what_a_weapon_of_a_foe_has_left_is_not_told() -> None:
    words = told("worn", by="bob", item="medium-shield")

    assert words == "The medium shield of Bob is damaged."


def test_one_round_is_no_rounds() -> None:
    words = told("combat_ended", ("rounds", 1), ("seconds", 12), facts={"outcome": "draw"})

    assert words == "Nobody is left standing after 1 round (12 seconds)."


def test_a_blow_has_its_numbers_below_it_and_every_sum_with_its_rules() -> None:
    armour = ["leather-hauberk"]
    fight = begun(scene(person("a", "ann"), person("b", "bob", armour=armour)))
    part = formed(fight, "d100=12 d100=60 d8=8 d8=7 d20=12")
    act(part, bob="defend dodge")
    blow = only(act(part, ann="attack/broadsword bob none"), "attack")
    line = Teller(fight.setup).line(blow)

    assert line is not None
    assert line.details == (
        "needs 60, rolled 12 (special); dodge needs 40, rolled 60; strike rank 6: 2 (DEX 13) + 2 (SIZ 12) + 2 (weapon)",
        "17 special damage less 1 armour; -11 left in the chest, -4 in all",
    )
    assert line.why[0] == "strike rank 6: DEX 13 2 [Q1]; SIZ 12 +2 [Q2]; weapon +2 [Q3]"
    seen = fight.seen_by(Observer("spectator"), blow)
    assert seen is not None
    bare = Teller(fight.setup).line(seen)
    assert bare is not None
    assert bare.details == (
        "rolled 12 (special); dodge rolled 60; strike rank 6",
        "17 special damage",
    )


def test_a_critical_ignores_armour_and_a_second_attack_has_no_rank() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob", armour=["plate-cuirass"], CON=18)))
    part = formed(fight, "d100=60 d8=5 d20=12 d100=1 d20=12")
    act(part, bob="defend none")
    blows = [
        one for one in act(part, ann="attack_twice/broadsword bob+bob none") if one.kind == "attack"
    ]
    lines = [Teller(fight.setup).line(one) for one in blows]

    assert [line.rank for line in lines if line is not None] == [6, 0]
    assert blows[0].facts["outcome"] == "stopped"
    assert lines[1] is not None
    assert lines[1].details == (
        "needs 60, rolled 1 (critical); no defence",
        "18 greatest damage, past all armour; -11 left in the chest, 0 in all",
    )


def hit(kind: str, *, place: str, left: int, in_all: int, lost: int = 9) -> tuple[str, ...]:
    """What stands below a hit of Bob, who has 12 hit points, 4 in the head and 5 in the chest."""
    terms = (Term("had", left + lost), Term("lost", -lost))
    figures = (
        Figure("damage", lost, (Term("1D8", lost),)),
        Figure("through", lost, (Term("damage", lost),)),
        Figure("hit_points", left, terms),
        Figure("all_hit_points", in_all, terms),
    )
    facts = {"outcome": "hit", "spell": "disruption"}
    event = Event("e", kind, 2, 1, 6, by="ann", at="bob", place=place, facts=facts, figures=figures)
    line = TELLER.line(event)
    return () if line is None else line.details


def test_a_wound_that_kills_says_when() -> None:
    head, chest = (
        hit("attack", place="head", left=-3, in_all=3),
        hit("cast", place="chest", left=0, in_all=3),
    )

    assert head[-1] == (
        "9 damage; -3 left in the head, 3 in all; kills at the end of round 27 if nobody tends it"
    )
    assert chest[-1] == (
        "0 left in the chest, 3 in all; kills at the end of round 52 if nobody tends it"
    )


@pytest.mark.parametrize(
    ("place", "left", "in_all", "lost"),
    [
        ("left leg", -3, 3, 9),
        ("head", 1, 3, 2),
        ("head", -4, 3, 9),  # it bleeds, which is told by itself
        ("head", -1, 0, 9),  # dead at once
        ("head", -3, 3, 1),  # so it was before
        ("tail", -3, 3, 9),
    ],
)
def test_no_other_wound_says_that_it_kills(place: str, left: int, in_all: int, lost: int) -> None:
    assert "kills" not in hit("attack", place=place, left=left, in_all=in_all, lost=lost)[-1]


def test_bleeding_says_what_is_left_and_when_that_is_gone() -> None:
    assert told("bled", ("all_hit_points", 2), at="bob") == (
        "Bob bleeds, and dies at the end of round 3 if nobody tends it."
    )
    assert told("bled", ("all_hit_points", 0), at="bob") == "Bob bleeds."


def test_who_is_in_no_fight_has_no_locations() -> None:
    assert (TELLER.cast.kind("x", "head"), TELLER.cast.full("x", "head")) == ("", 0)


def test_a_parry_without_a_roll_is_no_news() -> None:
    fight = begun(duel())
    part = formed(fight, "d100=90")
    act(part, bob="defend medium-shield")
    blow = only(act(part, ann="attack/broadsword bob none"), "attack")
    line = Teller(fight.setup).line(blow)

    assert line is not None
    assert line.details == (
        "needs 60, rolled 90; strike rank 6: 2 (DEX 13) + 2 (SIZ 12) + 2 (weapon)",
    )


def test_sheets_before_and_after() -> None:
    setup = scene(
        person("a", "ann"), person("b", "bob", held=[], surprised=True), person("b", "ben")
    )
    teller = Teller(setup)
    fight = begun(setup)
    fight.people[2].prone = True
    fight.amend("gm", "", SetHitPoints("bob", "left leg", 1))
    fight.amend("gm", "", SetHitPoints("bob", "head", 0))
    rows = teller.standing(fight.view(Observer("game_master"))).rows
    seen = teller.standing(fight.view(Observer("seat", "ann"))).rows
    people = teller.sheets().rows
    whole = teller.wholes()[0]

    assert [row.cells for row in rows] == [
        ("stands", "unhurt"),
        ("unconscious", "left leg 1 hurt, head 0 crippled"),
        ("prone", "unhurt"),
    ]
    assert seen[1].cells[1] == "left leg hurt, head crippled"
    assert [row.note for row in rows] == ["", "dies at the end of round 26 if nobody tends it", ""]
    assert [row.note for row in seen] == ["", "", ""]
    assert people[0].cells == ("ann", "13", "8", "12", "0 0 0 0 0 0 0")
    assert (
        people[0].note
        == "broadsword and medium shield in hand; broadsword 60, medium-shield 50, fist 25, Dodge 40; steady mind"
    )
    assert people[1].note.startswith("nothing in hand")
    assert people[1].note.endswith("surprised")
    assert whole.title == "human, 12 hit points, MOV 8"
    assert whole.tables[0].rows[3] == ("chest", "5", "0")
    assert teller.agenda() == ()
    fight.amend("gm", "", Remove("ben"))
    states = [row.cells[0] for row in teller.standing(fight.view(Observer("game_master"))).rows]
    assert states == ["stands", "unconscious", "gone"]


def test_after_a_fight_it_stands_there_who_bleeds_and_what_is_left_of_magic() -> None:
    setup = scene(
        mage("a", "ann", "shield"),
        mage("a", "amy"),
        mage("b", "bob", "shield"),
        mage("b", "ben", "protection"),
    )
    fight = begun(setup)
    fight.people[0].enchant(shield(2, 9))
    fight.people[3].magic_points = 1
    fight.people[3].rune_points = 0
    fight.amend("gm", "", SetHitPoints("ann", "head", -4))
    fight.amend("gm", "", SetHitPoints("bob", "head", -8))
    rows = Teller(setup).standing(fight.view(Observer("game_master"))).rows

    assert [row.note for row in rows] == [
        "bleeds, and dies at the end of round 4 if nobody tends it; under shield 2; 4 rune points left; 11 magic points left",
        "",
        "",
        "1 magic point left",
    ]


def test_states_of_those_who_are_down() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), person("b", "ben")))
    fight.amend("gm", "", SetHitPoints("bob", "chest", 0))
    fight.amend("gm", "", SetHitPoints("ben", "head", -8))
    rows = Teller(fight.setup).standing(fight.view(Observer("game_master"))).rows

    assert [row.cells[0] for row in rows] == ["stands", "down", "dead"]


def test_a_whole_fight_is_told() -> None:
    fight = begun(duel(), 2)
    lines = Teller(fight.setup).lines(played(fight))

    assert lines[0].text == "Round 1"
    assert lines[-1].kind == "combat_ended"
    assert all(line.text for line in lines)
