"""Every event of a fight reads like a sentence that says who is hurt; its numbers and sums stand below."""

from __future__ import annotations

import tomllib
from typing import Final

import msgspec
import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.field.model import Field
from rules.kernel.model import Event, Figure, Observer, Term
from rules.kernel.temper.model import Temper
from rules.request.course.machine import begin
from rules.request.model import LOCATIONS, Seen, SeenPair, SeenSpell, SeenTask, View
from rules.request.setup import decode
from rules.request.tell import Teller
from tests.rules.request.tales import SETUP, TELLER, event, events_of, number, read, told

ROLLS: Final = (number("attack_chance", 74), number("attack_roll", 40))
DEFENCE: Final = (number("defence_chance", 60), number("defence_roll", 72))


def damage(*, parry: int = 0, armour: int = 0, left: int = 3) -> tuple[Figure, ...]:
    """A hit of 9 points, with what a parry and armour take off."""
    terms = [Term("1D8", 7, "P21"), Term("+1D2", 2, "P20")]
    if parry:
        terms.append(Term("parry, target shield", -parry, "P15"))
    past = max(0, 9 - parry)
    through = [Term("damage", past, "P21")]
    if armour:
        through.append(Term("armour", -armour, "P29"))
    return (
        Figure("damage", past, tuple(terms), "P21", floor=0),
        Figure("through", max(0, past - armour), tuple(through), "P21", floor=0),
        number("hit_points", left),
    )


# --- attacks ---------------------------------------------------------------------------------


def attack(*figures: Figure, place: str = "", item: str = "war-sword", **facts: str) -> list[str]:
    whole = {"verb": "attack", "level": "success", "defence": "parry", **facts}
    return read(event("attack", *figures, by="maren", at="rusk", item=item, place=place, **whole))


def test_a_hit_says_whom_where_with_what_and_how_much() -> None:
    assert attack(*ROLLS, *DEFENCE, *damage(armour=2), place="chest", outcome="hit") == [
        "Maren hits Rusk in the chest with the war sword for 7.",
        "needs 74, rolled 40; parry needs 60, rolled 72",
        "chest: 9 damage less 2 armour is 7; 3 of 8 left",
    ]


def test_a_parry_that_does_not_stop_it_all_is_part_of_the_sum() -> None:
    said = attack(*ROLLS, *DEFENCE, *damage(parry=8, armour=1), place="chest", outcome="stopped")

    assert said[0] == "Maren hits Rusk in the chest with the war sword, and nothing comes through."
    assert said[2] == "chest: 9 damage less 8 parried less 1 armour is 0; 3 of 8 left"


def test_a_hit_on_bare_skin_is_all_damage() -> None:
    assert attack(*ROLLS, *damage(), place="head", outcome="hit", defence="cannot") == [
        "Maren hits Rusk in the head with the war sword for 9.",
        "needs 74, rolled 40; no defence possible",
        "head: 9 damage; 3 of 6 left",
    ]


@pytest.mark.parametrize(
    ("facts", "sentence", "rolls"),
    [
        (
            {"outcome": "missed", "level": "failure"},
            "Maren strikes at Rusk with the war sword and misses.",
            "needs 74, rolled 40; parry needs 60, rolled 72",
        ),
        (
            {"outcome": "missed", "level": "fumble", "defence": "declined"},
            "Maren strikes at Rusk with the war sword and misses badly.",
            "needs 74, rolled 40 (fumble); no defence made",
        ),
        (
            {"outcome": "parried", "defence_item": "target-shield", "demoted": "attacker"},
            "Maren strikes at Rusk with the war sword, but Rusk parries with the target shield.",
            "needs 74, rolled 40; parry needs 60, rolled 72; the higher roll wins",
        ),
        (
            {"outcome": "dodged", "defence": "dodge", "defence_level": "critical"},
            "Maren strikes at Rusk with the war sword, but Rusk dodges.",
            "needs 74, rolled 40; dodge needs 60, rolled 72 (critical)",
        ),
        (
            {"outcome": "missed", "verb": "riposte", "defence": "none"},
            "Maren strikes back at Rusk with the war sword and misses.",
            "needs 74, rolled 40",
        ),
        (
            {"outcome": "missed", "verb": "precise", "aim": "head"},
            "Maren aims a blow at Rusk with the war sword and misses.",
            "needs 74, rolled 40; parry needs 60, rolled 72; aimed at the head",
        ),
        (
            {"outcome": "missed", "verb": "precise", "aim": "bypass"},
            "Maren aims a blow at Rusk with the war sword and misses.",
            "needs 74, rolled 40; parry needs 60, rolled 72; past the armour",
        ),
    ],
)
def test_what_does_not_hit(facts: dict[str, str], sentence: str, rolls: str) -> None:
    assert attack(*ROLLS, *DEFENCE, **facts) == [sentence, rolls]


def test_the_critical_and_the_helpless_are_named() -> None:
    said = attack(*damage(), place="head", outcome="hit", level="critical", helpless="yes")

    assert said[:2] == [
        "Maren critically hits Rusk in the head with the war sword for 9.",
        "helpless: no roll is needed",
    ]


def test_bare_hands_are_not_the_bare_hands() -> None:
    said = attack(*ROLLS, outcome="missed", defence="none", item="unarmed")

    assert said[0] == "Maren strikes at Rusk with bare hands and misses."


@pytest.mark.parametrize(
    ("item", "verb"), [("long-bow", "shoots at"), ("javelin", "throws at"), ("shelf", "shoots at")]
)
def test_what_flies_is_shot_or_thrown(item: str, verb: str) -> None:
    shot = event(
        "attack",
        *ROLLS,
        by="fenn",
        at="rusk",
        item=item,
        verb="shoot",
        outcome="missed",
        defence="none",
    )

    assert told(shot).text.startswith(f"Fenn {verb} Rusk with the ")


def test_whoever_acts_later_than_possible_waited() -> None:
    shot = event(
        "attack",
        number("strike_rank", 10),
        *ROLLS,
        by="fenn",
        at="rusk",
        item="long-bow",
        defence="none",
    )

    assert told(shot).rank == 8
    assert told(shot).details == ("needs 74, rolled 40; waited from 10",)


def test_every_number_has_its_sum() -> None:
    line = told(event("attack", *ROLLS, by="maren", at="rusk", item="war-sword", outcome="missed"))

    assert line.why == ("attack needs 74: t 74 [R1]", "attack rolled 40: t 40 [R1]")


# --- everything else -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "lines"),
    [
        (event("round_began"), ["Round 1"]),
        (event("phase_began"), ["Phase 1"]),
        (event("waited", by="fenn", until="4"), ["Fenn waits until strike rank 4."]),
        (
            event("waited", by="fenn", until="4", **{"for": "view"}),
            ["Fenn waits until strike rank 4, or until a foe comes into view."],
        ),
        (
            event("waited", by="fenn", until="4", who="rusk", **{"for": "acts"}),
            ["Fenn waits until strike rank 4, or until Rusk acts."],
        ),
        (event("carried", by="fenn"), ["Fenn keeps the action for a later phase."]),
        (event("passed", by="fenn"), ["Fenn lets the action go."]),
        (event("thwarted", by="fenn", at="rusk"), ["Fenn gets no chance at Rusk any more."]),
        (event("thwarted", by="fenn"), ["Fenn does not get to it any more."]),
        (event("action_lost", by="fenn"), ["Fenn loses an action to the wound."]),
        (
            event("wound", number("lost_actions", 1), at="rusk", place="chest", severity="minor"),
            ["Rusk has a minor wound in the chest and loses 1 action."],
        ),
        (
            event(
                "wound",
                number("lost_actions", 3, dice="1D4"),
                number("resilience_chance", 30),
                number("resilience_roll", 44),
                at="rusk",
                place="chest",
                severity="serious",
            ),
            [
                "Rusk has a serious wound in the chest and loses 3 actions.",
                "Resilience needs 30, rolled 44",
            ],
        ),
        (
            event("wound", at="rusk", place="head", severity="major"),
            ["Rusk has a major wound in the head."],
        ),
        (
            event("fumble", by="maren", item="war-sword", effect="dropped"),
            ["Maren fumbles with the war sword."],
        ),
        (
            event("fumble", by="fenn", item="long-bow", effect="broken"),
            ["Fenn fumbles with the long bow: it breaks."],
        ),
        (
            event("fumble", by="fenn", item="long-bow", effect="shot lost"),
            ["Fenn fumbles with the long bow: the shot is lost."],
        ),
        (
            event("condition", at="rusk", condition="unconscious", change="began"),
            ["Rusk falls unconscious."],
        ),
        (
            event("condition", at="rusk", condition="overextended", change="ended"),
            ["Rusk is in balance again."],
        ),
        (
            event("condition", at="rusk", condition="bewildered", change="began"),
            ["Rusk is bewildered."],
        ),
        (
            event("condition", at="rusk", condition="bewildered", change="ended"),
            ["Rusk is no longer bewildered."],
        ),
        (event("dropped", by="maren", item="war-sword"), ["Maren drops the war sword."]),
        (event("dropped", by="stranger", item="rock"), ["stranger drops the rock."]),
        (event("readied", by="maren", item="dagger", what="drawn"), ["Maren draws the dagger."]),
        (
            event("readied", by="maren", item="dagger", what="picked up"),
            ["Maren picks up the dagger."],
        ),
        (
            event("readied", by="fenn", item="long-bow", what="nocked", left="0"),
            ["Fenn loads the long bow; it is ready."],
        ),
        (
            event("readied", by="fenn", item="long-bow", what="loading", left="2"),
            ["Fenn loads the long bow; 2 more to go."],
        ),
        (
            event("readied", by="fenn", item="long-bow", what="strung"),
            ["Fenn readies the long bow."],
        ),
        (
            event("aimed", number("aim_bonus", 20), by="fenn", at="rusk", item="long-bow"),
            ["Fenn takes aim at Rusk with the long bow: +20%."],
        ),
        (event("defended", by="fenn"), ["Fenn goes on the defensive."]),
        (event("stance", by="fenn", stance="standing"), ["Fenn stands up."]),
        (event("stance", by="fenn", stance="flying"), ["Fenn is flying now."]),
        (event("recovered", by="fenn"), ["Fenn takes the time to recover."]),
        (
            event("amended", at="fenn", author="scenario", reason="steps out", change="reveal"),
            ["Fenn comes into view (steps out)."],
        ),
        (
            event("amended", at="pip", author="scenario", reason="at last", change="add"),
            ["Pip joins the fight for The raiders (at last)."],
        ),
        (event("joined", by="pip"), ["Pip joins the fight for The raiders."]),
        (event("joined", by="stranger"), ["stranger joins the fight."]),
        (event("left", by="rusk"), ["Rusk leaves the fight."]),
        (
            event(
                "combat_ended",
                number("rounds", 3),
                number("seconds", 15),
                outcome="victory",
                winner="watch",
            ),
            ["Victory for The watch after 3 rounds (15 seconds)."],
        ),
        (
            event(
                "combat_ended",
                number("rounds", 1),
                number("seconds", 5),
                outcome="victory",
                winner="watch+raiders",
            ),
            ["Victory for The watch and The raiders after 1 round (5 seconds)."],
        ),
        (
            event(
                "combat_ended", number("rounds", 1), number("seconds", 5), outcome="draw", winner=""
            ),
            ["Nobody is left standing after 1 round (5 seconds)."],
        ),
        (
            event(
                "combat_ended",
                number("rounds", 100),
                number("seconds", 500),
                outcome="cap",
                winner="",
            ),
            ["Nobody has won after 100 rounds (500 seconds), and there the fight ends."],
        ),
        (
            event(
                "combat_ended",
                number("rounds", 20),
                number("seconds", 100),
                outcome="stalemate",
                winner="",
            ),
            ["Nobody can get the better of the other; it ends after 20 rounds (100 seconds)."],
        ),
        (
            event(
                "combat_ended",
                number("rounds", 2),
                number("seconds", 10),
                outcome="ended",
                winner="",
            ),
            ["It is ended after 2 rounds (10 seconds)."],
        ),
        (
            event(
                "combat_ended",
                number("rounds", 1),
                number("seconds", 5),
                outcome="ended",
                winner="watch",
            ),
            ["It is ended after 1 round (5 seconds), with victory for The watch."],
        ),
    ],
)
def test_an_event_reads_like_a_sentence(one: Event, lines: list[str]) -> None:
    assert read(one) == lines


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"change": "hide"}, "is out of sight"),
        ({"change": "move", "distance": "20"}, "is 20 m from the other line now"),
        ({"change": "move", "distance": "0"}, "is within everybody's reach now"),
        ({"change": "side", "side": "raiders"}, "fights for The raiders from now on"),
        (
            {"change": "hit_points", "location": "head", "points": "-3"},
            "has -3 of 5 hit points in the head now",
        ),
        (
            {"change": "points", "name": "actions", "points": "2"},
            "has 2 actions left in this round",
        ),
        ({"change": "points", "name": "lost", "points": "1"}, "has 1 action to lose"),
        (
            {"change": "points", "name": "reactions", "points": "1"},
            "has 1 reaction left in this round",
        ),
        ({"change": "points", "name": "luck", "points": "1"}, "has 1 luck"),
        ({"change": "status", "status": "prone", "on": "yes"}, "is now prone"),
        ({"change": "status", "status": "out", "on": "yes"}, "is out of the fight"),
        ({"change": "status", "status": "dead", "on": "yes"}, "dies"),
        ({"change": "status", "status": "dead", "on": "no"}, "is no longer dead"),
        ({"change": "status", "status": "surprised", "on": "no"}, "is no longer surprised"),
        ({"change": "gear", "item": "long-bow", "state": "held"}, "has the long bow in hand now"),
        ({"change": "gear", "item": "long-bow", "state": "gone"}, "has lost the long bow"),
        ({"change": "gear", "item": "javelin", "state": "carried"}, "has the javelin put away now"),
        (
            {"change": "gear", "item": "javelin", "state": "dropped"},
            "has the javelin on the ground now",
        ),
        ({"change": "gear", "item": "javelin", "state": "bent"}, "has the javelin changed"),
        (
            {"change": "modifier", "name": "dark", "value": "-20", "lasts": "fight"},
            "has -20% on skill rolls from now on: dark",
        ),
        (
            {"change": "modifier", "name": "luck", "value": "5", "lasts": "roll"},
            "has +5% on the next skill roll: luck",
        ),
        (
            {"change": "modifier", "name": "luck", "value": "5", "lasts": "round"},
            "has +5% on skill rolls in this round: luck",
        ),
        ({"change": "something of tomorrow"}, "is changed: something of tomorrow"),
    ],
)
def test_a_change_reads_like_a_sentence(facts: dict[str, str], said: str) -> None:
    changed = event("amended", at="fenn")
    plain = msgspec.structs.replace(changed, facts=facts)
    with_reason = msgspec.structs.replace(changed, facts={**facts, "reason": "a whim"})

    assert read(plain) == [f"Fenn {said}."]
    assert read(with_reason) == [f"Fenn {said} (a whim)."]


def test_a_change_to_everybody_or_a_stranger_reads_like_one_too() -> None:
    dusk = {"change": "modifier", "name": "dusk", "value": "-20", "lasts": "fight"}
    hurt = {"change": "hit_points", "location": "head", "points": "3"}

    assert read(event("amended", **dusk)) == [
        "Everybody has -20% on skill rolls from now on: dusk."
    ]
    assert read(event("amended", at="x", **hurt)) == ["x has 3 hit points in the head now."]
    odd = {**hurt, "location": "tail"}
    assert read(event("amended", at="rusk", **odd)) == ["Rusk has 3 hit points in the tail now."]


def test_all_who_keep_their_action_at_one_moment_are_one_line() -> None:
    keep = [event("carried", by=who, **{"for": "nothing"}) for who in ("fenn", "rusk", "maren")]
    another = event("carried", by="rusk", **{"for": "view"})
    later = msgspec.structs.replace(keep[0], rank=3)

    told_now = TELLER.each([*keep, another, later])

    assert [line if line is None else line.text for line in told_now] == [
        "Fenn, Rusk and Maren keep the action for a later phase.",
        None,
        None,
        "Rusk keeps the action for a later phase.",
        "Fenn keeps the action for a later phase.",
    ]


@pytest.mark.parametrize(
    "silent",
    [
        event("combat_began"),
        event("wrap_up"),
        event("condition", at="rusk", condition="defending", change="began"),
        event("something of tomorrow"),
        event("something of tomorrow", by="rusk", at="fenn", to="E4"),
    ],
)
def test_some_events_go_without_saying(silent: Event) -> None:
    assert TELLER.line(silent) is None


def test_what_follows_from_a_line_has_no_rank_of_its_own() -> None:
    assert told(event("wound", at="rusk", place="head", severity="major")).rank == 0
    assert told(event("defended", by="fenn")).rank == 8


def test_names_and_news_are_marked_for_whoever_lays_them_out() -> None:
    line = told(event("wound", at="rusk", place="head", severity="major"))

    assert [(span.role, span.who) for span in line.spans] == [
        ("name", "rusk"),
        ("", ""),
        ("major", ""),
        ("", ""),
        ("", ""),
    ]


# --- tables ----------------------------------------------------------------------------------


def test_the_sheets_show_what_everybody_brings_and_who_comes_later() -> None:
    sheets = TELLER.sheets()

    assert sheets.headings == ("Id", "DEX", "Move", "Hit points", "Armour")
    assert [(row.who, row.side) for row in sheets.rows] == [
        ("maren", "watch"),
        ("fenn", "watch"),
        ("rusk", "raiders"),
        ("pip", "raiders"),
    ]
    maren, fenn, _, pip = sheets.rows
    armour = "chainmail shirt, helmet (-25%)"
    assert maren.cells == ("maren", "14", "4 m", "6 6 7 8 5 5 6", armour)
    assert maren.note == (
        "war sword and target shield in hand, dagger carried;"
        " 1H Sword 80, Shield 75, Dagger 60, Throwing 14, Dodge 50; steady mind, surprised"
    )
    assert fenn.cells[-1] == "none"
    assert fenn.note == (
        "long bow in hand, javelin carried; Bow 60, Spear 26, Throwing 14, Dodge 40;"
        " steady mind, hidden"
    )
    assert pip.note == "bare hands; Unarmed 11, Dodge 8; joins in round 2, steady mind"


@pytest.mark.parametrize(
    ("line", "armour", "note"),
    [
        ('creature = "wolf"', "hide 1", "fangs of its own; Bite 55, Dodge 45"),
        (
            'creature = "raider"\nheld = []\nnatural_armour = 2',
            "hide 2, leather hauberk, heavy leather cap (-4%)",
            (
                "nothing in hand, battleaxe, target shield and hatchet carried;"
                " 1H Axe 55, Shield 50, Throwing 40, Dodge 35"
            ),
        ),
        (
            'creature = "archer"\nweapons = ["long-bow"]\nloaded = false\narmour = []',
            "none",
            "long bow in hand, not loaded; Bow 60, Dodge 40",
        ),
        (
            'creature = "wolf"\nweapons = ["fangs", "club"]\nloaded = false',
            "hide 1",
            "club in hand, fangs of its own; Bite 55, 1H Hammer 27, Dodge 45",
        ),
    ],
)
def test_the_sheets_show_what_is_worn_carried_and_grown(line: str, armour: str, note: str) -> None:
    text = f"""name = "x"\nrules = "request"\nsides = ["a", "b"]\nstart = {{ distance = 0 }}
[[combatants]]\nside = "a"\ntemper = "none"\n{line}\n[[combatants]]\nside = "b"\nid = "y"\n"""
    row = Teller(decode(tomllib.loads(text))).sheets().rows[0]

    assert (row.cells[-1], row.note) == (armour, f"{note}; steady mind")


def test_the_sheets_show_where_somebody_begins_and_on_what() -> None:
    rider = msgspec.structs.replace(SETUP.combatants[2], place="E4", mounted=True, flying=True)
    sheets = Teller(msgspec.structs.replace(SETUP, combatants=(rider,))).sheets()

    assert sheets.rows[0].note.endswith("steady mind, mounted, flying, at E4")


@pytest.mark.parametrize(
    ("temper", "words"),
    [
        (Temper("mob", 4), "mob of nerve 4"),
        (Temper("mindless", 12, tested=False), "mindless"),
        (Temper("soldier", 5, "drive off"), "soldier of nerve 5, to drive off"),
        (Temper("soldier", 5, "protect", "pip"), "soldier of nerve 5, to protect pip"),
        (Temper("beast", 4, mercy=False), "beast of nerve 4, without mercy"),
        (Temper("soldier", 8, leader=True), "soldier of nerve 8, leader"),
    ],
)
def test_the_sheets_show_a_temper(temper: Temper, words: str) -> None:
    guard = msgspec.structs.replace(SETUP.combatants[2], temper=temper)
    sheets = Teller(msgspec.structs.replace(SETUP, combatants=(guard,))).sheets()

    assert sheets.rows[0].note.endswith(f"steady mind, {words}")


def test_empty_hands_are_shown() -> None:
    empty = tomllib.loads(
        'name = "x"\nrules = "request"\nsides = ["a", "b"]\nstart = { distance = 0 }\n'
        '[[combatants]]\nside = "a"\nid = "x"\n[[combatants]]\nside = "b"\nid = "y"\n'
    )

    assert Teller(decode(empty)).sheets().rows[0].note == (
        "bare hands; Unarmed 11, Dodge 8; steady mind"
    )


def seen(**changed: object) -> Seen:
    whole: dict[str, object] = {
        "id": "rusk",
        "name": "Rusk",
        "side": "raiders",
        "creature": "raider",
        "state": "up",
        "stance": "standing",
        "conditions": (),
        "wounds": ("unhurt",) * len(LOCATIONS),
        "armour": (0,) * len(LOCATIONS),
        "items": (),
        **changed,
    }
    return Seen(**whole)  # pyright: ignore[reportArgumentType] (filled in by the tests below)


@pytest.mark.parametrize(
    ("one", "cells"),
    [
        (seen(), ("stands", "unhurt")),
        (seen(stance="prone"), ("prone", "unhurt")),
        (seen(state="down", conditions=("unconscious",)), ("unconscious", "unhurt")),
        (seen(state="down", conditions=("out",)), ("down", "unhurt")),
        (seen(state="dead"), ("dead", "unhurt")),
        (
            seen(
                wounds=("scratched", "serious", *("unhurt",) * 5), hit_points=(3, -2, 7, 8, 5, 5, 6)
            ),
            ("stands", "right leg 3/6, left leg -2/6 serious"),
        ),
        (seen(wounds=("minor", *("unhurt",) * 6)), ("stands", "right leg minor")),
    ],
)
def test_the_last_table_shows_who_stands_and_who_is_hurt_where(
    one: Seen, cells: tuple[str, ...]
) -> None:
    (row,) = TELLER.standing(View(1, 1, 1, (one,))).rows

    assert (row.who, row.side, row.cells) == ("rusk", "raiders", cells)


@pytest.mark.parametrize(
    ("one", "note"),
    [
        (seen(place="E4"), ""),
        (
            seen(place="E4", engaged=(SeenPair("maren", "normal"), SeenPair("fenn", "long"))),
            "engaged with Maren and Fenn (long reach)",
        ),
        (
            seen(
                place="E4",
                engaged=(SeenPair("maren", "normal"), SeenPair("x", "short")),
                formation="flanked",
                focus="x",
            ),
            "engaged with Maren and x (short reach); flanked; minds x",
        ),
        (
            seen(place="E4", engaged=(SeenPair("maren", "short"),), holding="maren"),
            "engaged with Maren (short reach); holds Maren",
        ),
        (seen(place="E4", conditions=("held",)), "held"),
        (seen(place="E4", conditions=("held", "pinned")), "held helpless"),
        (
            seen(
                place="E4",
                conditions=("fleeing",),
                spells=(SeenSpell("warded", 1), SeenSpell("slowed", 3)),
                task=SeenTask("Mend", "maren", 2),
                dies=9,
            ),
            "warded for 1 round more; slowed for 3 rounds more; casts Mend on Maren, 2 actions"  # noqa: ISC004 (one sentence)
            " more; fleeing; dies at the end of round 9 if nobody tends it",
        ),
        (
            seen(
                place="E4",
                conditions=("holding back",),
                mood_until=3,
                task=SeenTask("Mend", "rusk", 0),
            ),
            "casts Mend; holding back until the end of round 3",
        ),
        (seen(place="E4", task=SeenTask("Mend", "", 1)), "casts Mend, 1 action more"),
    ],
)
def test_the_last_table_shows_where_everybody_is_and_whom_it_is_engaged_with(
    one: Seen, note: str
) -> None:
    table = TELLER.standing(View(1, 1, 1, (one,), Field(12, 8)))

    assert table.headings == ("Place", "State", "Wounds")
    assert [(row.cells, row.note) for row in table.rows] == [(("E4", "stands", "unhurt"), note)]


def test_the_last_table_of_a_fight_without_places_shows_none() -> None:
    table = TELLER.standing(View(1, 1, 1, (seen(),)))

    assert (table.headings, table.rows[0].note) == (("State", "Wounds"), "")


def test_somebody_unknown_is_shown_without_what_the_body_can_bear() -> None:
    stranger = seen(id="x", hit_points=(1,) * 7, wounds=("minor", *("unhurt",) * 6))

    (row,) = TELLER.standing(View(1, 1, 1, (stranger,))).rows

    assert row.cells[1] == "right leg 1/0 minor"


# --- whole fights ----------------------------------------------------------------------------

SILENT: Final = {"combat_began", "wrap_up"}


@pytest.mark.parametrize("seed", range(20))
def test_nothing_of_a_fight_is_left_untold(seed: int) -> None:
    fight = begin(SETUP, fight_seed(seed), watched=True)
    ids = [entry.id for entry in SETUP.combatants]

    for one in events_of(fight):
        line = TELLER.line(one)
        if line is None:
            assert one.kind in SILENT or one.facts.get("condition") == "defending"
            continue
        assert line.text.endswith(".") or one.kind in {"round_began", "phase_began"}
        assert not [word for word in line.text.split() if word in ids]
        sums = [said for said in line.why if not said.startswith("rules ")]
        assert len(sums) == len(one.figures) or one.kind == "combat_ended"
    shown = fight.view(Observer("game_master"))
    assert len(TELLER.standing(shown).rows) == len(shown.combatants)


@pytest.mark.parametrize(
    ("item", "words"), [("hooves", "go astray and hit "), ("mace", "goes astray and hits ")]
)
def test_one_weapon_goes_astray_and_hooves_go(item: str, words: str) -> None:
    strayed = event("strayed", by="rusk", at="fenn", item=item, place="head")

    assert told(strayed).text == f"The {item} of Rusk {words}Fenn in the head for 0."


def ranks(kind: str, *, by: str = "maren", at: str = "", **facts: str) -> tuple[int, str]:
    line = TELLER.line(event(kind, by=by, at=at, **facts))
    assert line is not None
    return line.rank, line.text


def test_deeds_of_ones_own_stand_at_their_strike_rank() -> None:
    rank = event("climbed").rank
    assert rank > 0
    assert ranks("climbed", verb="climb") == (rank, "Maren climbs out of reach.")
    assert ranks("climbed") == (0, "Maren climbs out of reach.")
    assert ranks("dived", verb="dive") == (rank, "Maren comes down to the ground.")
    assert ranks("dived")[0] == 0
    assert ranks("moved", how="dive", to="C2") == (rank, "Maren swoops to C2.")
    off = ranks("unseated", at="rusk", how="lands", cause="own choice")
    assert off == (rank, "Rusk gets off Maren.")
    assert ranks("unseated", at="rusk", how="lands", cause="dead") == (0, "Rusk comes off Maren.")


def test_a_rider_keeps_its_mount_in_hand_or_cannot_hold_it() -> None:
    assert ranks("reined", at="rusk", outcome="in hand")[1] == "Maren keeps Rusk in hand."
    assert ranks("reined", at="rusk", outcome="bolts")[1] == "Maren cannot hold Rusk."
