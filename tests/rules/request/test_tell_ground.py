"""Moves, engagement, reach and formations read like sentences, whatever is missing and whatever people are called."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import Final

import msgspec
import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.model import Event, Figure, Observer, Term
from rules.kernel.telling import Line
from rules.request.course.machine import begin
from rules.request.setup import decode
from rules.request.tell import Teller
from tests.rules.request.tales import SETUP, TELLER, event, events_of, number

_ONE: Final = SETUP.combatants[0]
NAMES: Final = {
    "maren": "Maren",
    "fenn": "Fenn",
    "joss": "Joss",
    "rusk": "Rusk",
    "hob": "Hob",
    "willa": "Willa",
    "a, b": "Ann, or Bob",
    "a": "Ann",
    "b": "[red]Bob[/red]",
    "{}": "{}",
}
CROWD: Final = Teller(
    msgspec.structs.replace(
        SETUP,
        combatants=tuple(
            msgspec.structs.replace(_ONE, id=who, name=name) for who, name in NAMES.items()
        ),
    )
)
Facts = dict[str, str]


def happened(
    kind: str, facts: Facts, *figures: Figure, by: str = "", at: str = "", item: str = ""
) -> Event:
    return msgspec.structs.replace(event(kind, *figures, by=by, at=at, item=item), facts=facts)


def told(one: Event) -> Line:
    line = CROWD.line(one)
    assert line is not None
    return line


def read(one: Event) -> list[str]:
    line = told(one)
    return [line.text, *line.details]


CONTEST: Final = (number("contest_chance", 45), number("contest_roll", 33))
ACROBATICS: Final = (number("acrobatics_chance", 24), number("acrobatics_roll", 71))


# --- moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("purpose", "people", "walks", "runs"),
    [
        ("close", ["willa"], "closes on Willa (E4).", "runs at Willa (E4)."),
        (
            "reach",
            ["willa"],
            "closes on Willa to long reach (E4).",
            "runs at Willa to long reach (E4).",
        ),
        ("back", [], "backs off (E4).", "runs back (E4)."),
        ("cover", ["fenn"], "goes for cover from Fenn (E4).", "runs for cover from Fenn (E4)."),
        (
            "flank",
            ["joss", "hob"],
            "moves to flank Joss with Hob (E4).",
            "runs to flank Joss with Hob (E4).",
        ),
        ("stand", ["hob"], "goes to stand by Hob (E4).", "runs to stand by Hob (E4)."),
        (
            "leave",
            [],
            "makes for the edge of the field (E4).",
            "runs for the edge of the field (E4).",
        ),
        ("", [], "moves to E4.", "runs to E4."),
        ("dance", ["hob"], "moves to E4.", "runs to E4."),
    ],
)
def test_a_move_says_what_it_is_for_and_where_it_leads(
    purpose: str, people: list[str], walks: str, runs: str
) -> None:
    facts = dict(zip(("toward", "with"), people, strict=False))
    facts |= {"from": "C4", "to": "E4"} | ({"purpose": purpose} if purpose else {})

    assert read(happened("moved", {"how": "move", **facts}, by="rusk")) == [f"Rusk {walks}"]
    assert read(happened("moved", {"how": "sprint", **facts}, by="rusk")) == [f"Rusk {runs}"]
    assert read(happened("moved", facts, by="rusk")) == [f"Rusk {walks}"]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"how": "charge", "toward": "willa"}, "Rusk charges at Willa (E4)."),
        ({"how": "charge"}, "Rusk charges to E4."),
        ({"how": "breakaway", "purpose": "back"}, "Rusk gets clear to E4."),
        ({"how": "retreat", "purpose": "back"}, "Rusk gives ground to E4."),
        ({"how": "follow", "toward": "joss"}, "Rusk follows Joss (E4)."),
        ({"how": "follow"}, "Rusk follows to E4."),
        ({"how": "closer", "toward": "joss"}, "Rusk steps in to E4."),
        ({"how": "farther"}, "Rusk steps back to E4."),
        ({"how": "placed"}, "Rusk is at E4 now."),
        ({"how": "something of tomorrow"}, "Rusk moves to E4."),
    ],
)
def test_a_move_of_its_own_kind_says_which(facts: Facts, sentence: str) -> None:
    assert read(happened("moved", {**facts, "to": "E4"}, by="rusk")) == [sentence]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"how": "move", "purpose": "close", "toward": "willa"}, "Rusk closes on Willa."),
        ({"how": "move", "purpose": "close"}, "Rusk closes on somebody."),
        (
            {"how": "move", "purpose": "flank", "toward": "joss"},
            "Rusk moves to flank Joss with somebody.",
        ),
        ({"how": "move", "purpose": "close", "toward": "stranger"}, "Rusk closes on stranger."),
        (
            {"how": "move", "purpose": "flank", "toward": "{}", "with": "b"},
            "Rusk moves to flank {} with [red]Bob[/red].",
        ),
        ({"how": "charge", "toward": "willa"}, "Rusk charges at Willa."),
        ({"how": "charge"}, "Rusk charges."),
        ({"how": "placed"}, "Rusk is somewhere else now."),
        ({}, "Rusk moves."),
    ],
)
def test_a_move_is_told_as_far_as_it_is_known(facts: Facts, sentence: str) -> None:
    assert read(happened("moved", facts, by="rusk")) == [sentence]


@pytest.mark.parametrize(
    ("how", "rank", "details"),
    [
        ("move", 8, ("waited from 9",)),
        ("sprint", 8, ("waited from 9",)),
        ("charge", 8, ()),
        ("retreat", 8, ()),
        ("breakaway", 0, ()),
        ("closer", 0, ()),
        ("follow", 0, ()),
        ("placed", 0, ()),
    ],
)
def test_a_move_that_is_an_action_has_a_rank(how: str, rank: int, details: tuple[str, ...]) -> None:
    line = told(happened("moved", {"how": how}, number("strike_rank", 9), by="rusk"))

    assert (line.rank, line.details) == (rank, details)


def test_a_move_has_its_metres_among_the_sums() -> None:
    figures = (number("strike_rank", 8), number("metres", 4))

    assert told(happened("moved", {"how": "move"}, *figures, by="rusk")).why == (
        "strike rank 8: t 8 [R1]",
        "metres 4: t 4 [R1]",
        "rules P28, D1, C27g",
    )


def test_whoever_is_thrown_is_told_of_once() -> None:
    thrown = happened(
        "knocked_back",
        {"from": "E4", "to": "F4"},
        number("knockback", 2),
        *ACROBATICS,
        by="rusk",
        at="hob",
    )

    assert read(thrown) == ["Hob is knocked back 2 m (F4).", "Acrobatics needs 24, rolled 71"]
    assert told(thrown).why == (
        "knockback 2: t 2 [R1]",
        "Acrobatics needs 24: t 24 [R1]",
        "Acrobatics rolled 71: t 71 [R1]",
        "rules P25, P25e, P25a",
    )
    assert CROWD.line(happened("moved", {"how": "knocked", "to": "F4"}, by="hob")) is None


@pytest.mark.parametrize("facts", [{}, {"from": "E4", "to": "E4"}])
def test_whoever_is_thrown_and_stays_on_its_hex_goes_nowhere(facts: Facts) -> None:
    assert read(happened("knocked_back", facts, number("knockback", 1), by="rusk", at="hob")) == [
        "Hob is knocked back 1 m."
    ]
    assert read(happened("knocked_back", facts, at="hob")) == ["Hob is knocked back."]


# --- opportunities ---------------------------------------------------------------------------

ROLLS: Final = (number("attack_chance", 74), number("attack_roll", 40))
HIT: Final = (number("through", 5), number("hit_points", 3))


def opportunity(trigger: str, *figures: Figure, **facts: str) -> Line:
    whole = {"verb": "opportunity", "trigger": trigger, **facts}
    one = happened("attack", whole, *ROLLS, *figures, by="willa", at="rusk", item="war-sword")
    return told(msgspec.structs.replace(one, place="chest" if figures else ""))


@pytest.mark.parametrize(
    ("trigger", "opening"),
    [
        ("shoot", "As Rusk lets fly, Willa strikes"),
        ("aim", "As Rusk takes aim, Willa strikes"),
        ("ready", "As Rusk readies a weapon, Willa strikes"),
        ("stance", "As Rusk changes stance, Willa strikes"),
        ("move", "As Rusk moves, Willa strikes"),
        ("sprint", "As Rusk runs, Willa strikes"),
        ("breakaway", "As Rusk breaks away, Willa strikes"),
        ("closer", "As Rusk steps in, Willa strikes"),
        ("farther", "As Rusk steps back, Willa strikes"),
        ("reach", "As Rusk comes in close, Willa strikes first"),
        ("something of tomorrow", "As Rusk leaves an opening, Willa strikes"),
        ("", "As Rusk leaves an opening, Willa strikes"),
    ],
)
def test_an_opportunity_attack_says_what_gave_it(trigger: str, opening: str) -> None:
    line = opportunity(trigger, outcome="missed", level="failure")

    assert line.text == f"{opening} with the war sword and misses."
    assert line.details == ("needs 74, rolled 40",)
    assert line.rank == 8


@pytest.mark.parametrize(
    ("figures", "facts", "ending"),
    [
        (HIT, {"outcome": "hit"}, " and hits the chest for 5."),
        (HIT, {"outcome": "hit", "level": "critical"}, " and critically hits the chest for 5."),
        (HIT, {"outcome": "stopped"}, " and hits the chest, but nothing comes through."),
        ((), {"outcome": "missed", "level": "fumble"}, " and misses badly."),
        ((), {"outcome": "dodged"}, ", but Rusk dodges."),
        (
            (),
            {"outcome": "parried", "defence_item": "target-shield"},
            ", but Rusk parries with the target shield.",
        ),
    ],
)
def test_an_opportunity_attack_ends_like_any_other(
    figures: tuple[Figure, ...], facts: Facts, ending: str
) -> None:
    line = opportunity("reach", *figures, **facts)

    assert line.text == f"As Rusk comes in close, Willa strikes first with the war sword{ending}"


def test_an_opportunity_attack_shows_its_damage_below() -> None:
    assert opportunity("move", *HIT, outcome="hit").details[1:] == ("chest: 0 damage; 3 of 8 left",)


@pytest.mark.parametrize(
    ("verb", "sentence"),
    [
        ("shoot", "Fenn's shot is spoiled."),
        ("aim", "Fenn's aim is spoiled."),
        ("ready", "Fenn gets no weapon ready."),
        ("stance", "Fenn cannot change stance."),
        ("something of tomorrow", "Fenn's action comes to nothing."),
        ("", "Fenn's action comes to nothing."),
    ],
)
def test_what_an_opportunity_attack_spoils_is_named(verb: str, sentence: str) -> None:
    assert read(happened("spoiled", {"verb": verb}, by="fenn")) == [sentence]


def test_what_an_opportunity_attack_cuts_short_is_told() -> None:
    assert read(happened("halved", {}, by="fenn")) == ["Fenn gets only half as far."]


# --- charges, retreats, weapons too long -----------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "sentence"),
    [
        ("charge", "Maren bears down on Rusk with the war sword and misses."),
        ("retreat", "Maren strikes at Rusk with the war sword and misses."),
    ],
)
def test_a_charge_and_a_retreat_strike_in_their_own_way(verb: str, sentence: str) -> None:
    blow = happened("attack", {"verb": verb}, *ROLLS, by="maren", at="rusk", item="war-sword")

    assert read(blow) == [sentence, "needs 74, rolled 40"]


def test_a_weapon_too_long_for_the_reach_is_improvised() -> None:
    facts = {"verb": "attack", "improvised": "yes", "defence": "cannot"}
    blow = happened("attack", facts, *ROLLS, by="maren", at="rusk", item="war-sword")

    assert read(blow)[1] == (
        "needs 74, rolled 40; no defence possible; the war sword is improvised at this reach"
    )


@pytest.mark.parametrize(
    ("terms", "needs"),
    [
        ([Term("1H Sword", 60), Term("surrounding", 20)], "needs 80 (+20 surrounding)"),
        (
            [Term("Bow", 60), Term("aimed", 10), Term("cover", -20), Term("target moved", -10)],
            "needs 40 (+10 aimed, -20 cover, -10 target moved)",
        ),
        ([Term("1H Sword", 60, "P9a"), Term("armour", -20, "P29b")], "needs 40"),
    ],
)
def test_what_the_situation_gives_to_a_roll_is_told_beside_it(
    terms: list[Term], needs: str
) -> None:
    chance = Figure("attack_chance", sum(term.value for term in terms), tuple(terms))
    blow = happened("attack", {}, chance, ROLLS[1], by="maren", at="rusk", item="war-sword")

    assert read(blow)[1] == f"{needs}, rolled 40"


def test_rolls_that_are_not_known_are_not_told() -> None:
    secret = event(
        "attack",
        number("attack_roll", 40),
        number("defence_roll", 60),
        by="maren",
        at="rusk",
        item="war-sword",
        defence="parry",
    )

    assert TELLER.line(secret) is not None
    assert read(secret)[1:] == ["rolled 40; parry rolled 60"]
    assert read(event("attack", by="maren", at="rusk", item="war-sword"))[1:] == []


# --- engagement ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "facts", "sentence"),
    [
        ("engaged", {"reach": "normal"}, "Rusk and Willa are engaged."),
        ("engaged", {"reach": "long"}, "Rusk and Willa are engaged at long reach."),
        ("engaged", {}, "Rusk and Willa are engaged."),
        ("disengaged", {"cause": "out of reach"}, "Rusk and Willa are parted, out of reach."),
        ("disengaged", {"cause": "not followed"}, "Willa lets Rusk go."),
        ("disengaged", {"cause": "game master"}, "Rusk and Willa are parted."),
        ("disengaged", {}, "Rusk and Willa are parted."),
    ],
)
def test_engagement_is_told_in_the_small_print(kind: str, facts: Facts, sentence: str) -> None:
    line = told(happened(kind, facts, by="rusk", at="willa"))

    assert line.text == sentence
    assert {span.role for span in line.spans} == {"quiet"}
    assert {span.who for span in line.spans} == {"", "rusk", "willa"}
    assert (line.rank, line.details) == (0, ())


@pytest.mark.parametrize("cause", ["broke away", "fallen", "gone", "hidden", "no longer foes"])
def test_an_engagement_that_ends_with_something_told_ends_without_saying(cause: str) -> None:
    assert CROWD.line(happened("disengaged", {"cause": cause}, by="rusk", at="willa")) is None


@pytest.mark.parametrize(
    ("reach", "sentence"),
    [
        ("short", "Rusk gets in close to Willa."),
        ("normal", "Rusk and Willa are at normal reach now."),
        ("long", "Rusk holds Willa at long reach."),
        ("something of tomorrow", "Rusk and Willa are at something of tomorrow reach now."),
        ("", "Rusk and Willa are at another reach now."),
    ],
)
def test_a_reach_that_changes_is_named(reach: str, sentence: str) -> None:
    facts = {"reach": reach} if reach else {}

    assert read(happened("reach_set", facts, by="rusk", at="willa")) == [sentence]


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        (
            {"verb": "breakaway", "skill": "Dodge", "level": "success"},
            ["Hob tries to break away.", "Dodge needs 45, rolled 33"],
        ),
        (
            {"verb": "breakaway", "skill": "Dodge", "level": "failure"},
            ["Hob tries to break away, and fails.", "Dodge needs 45, rolled 33"],
        ),
        (
            {"verb": "closer", "skill": "war-sword", "level": "fumble"},
            [
                "Hob tries to get in closer with the war sword, and fails badly.",
                "needs 45, rolled 33 (fumble)",
            ],
        ),
        (
            {"verb": "farther", "skill": "unarmed", "level": "critical"},
            ["Hob tries to gain distance with bare hands.", "needs 45, rolled 33 (critical)"],
        ),
        (
            {"verb": "hex", "skill": "Athletics"},
            ["Hob races for a place that another wants too.", "Athletics needs 45, rolled 33"],
        ),
        ({}, ["Hob tries it.", "needs 45, rolled 33"]),
    ],
)
def test_a_contest_says_what_for_and_shows_its_roll(facts: Facts, lines: list[str]) -> None:
    line = told(happened("contest", facts, *CONTEST, by="hob"))

    assert [line.text, *line.details] == lines
    assert line.why[:2] == ("needs 45: t 45 [R1]", "rolled 33: t 33 [R1]")
    assert len(line.why) == (3 if facts else 2)
    assert line.rank == 8


@pytest.mark.parametrize("facts", [{}, {"verb": "hex", "to": "E4", "winner": ""}])
def test_a_contest_of_whose_rolls_nothing_is_known_tells_none(facts: Facts) -> None:
    assert told(happened("contest", facts, by="hob")).details == ()


def race(who: str, **facts: str) -> Event:
    return happened("contest", {"skill": "Athletics", "winner": ""} | facts, *CONTEST, by=who)


@pytest.mark.parametrize(
    ("facts", "alone", "together"),
    [
        (
            {"verb": "hex", "to": "E4", "winner": "hob"},
            "Hob races for E4, and gets it.",
            "Hob and Maren race for E4, and Hob gets it.",
        ),
        (
            {"verb": "hex", "to": "E4", "winner": "maren"},
            "Hob races for E4, and Maren gets it.",
            "Hob and Maren race for E4, and Maren gets it.",
        ),
        (
            {"verb": "hex", "to": "E4"},
            "Hob races for E4, and nobody gets it.",
            "Hob and Maren race for E4, and nobody gets it.",
        ),
        (
            {"verb": "circle", "winner": "hob"},
            "Hob circles while its foe does, and goes on.",
            "Hob and Maren circle round each other, and Hob goes on.",
        ),
        (
            {"verb": "circle"},
            "Hob circles while its foe does, and nobody goes on.",
            "Hob and Maren circle round each other, and nobody goes on.",
        ),
    ],
)
def test_a_race_names_the_place_and_who_gets_it(facts: Facts, alone: str, together: str) -> None:
    hob, maren = race("hob", **facts), race("maren", **facts)
    assert read(hob) == [alone, "Athletics needs 45, rolled 33"]

    both, *rest = CROWD.each([hob, maren])

    assert rest == [None]
    assert both is not None
    assert [both.text, *both.details] == [
        together,
        "Hob: Athletics needs 45, rolled 33",
        "Maren: Athletics needs 45, rolled 33",
    ]
    # Of several each sum says whose it is; the rules are those of all.
    *sums, rules = told(hob).why
    assert sums
    assert rules.startswith("rules ")
    assert list(both.why) == [*(f"{who}: {one}" for who in ("Hob", "Maren") for one in sums), rules]


def test_a_race_that_another_follows_is_told_by_itself() -> None:
    first = [race(who, verb="hex", to="E4", winner="hob") for who in ("hob", "maren")]
    other = race("maren", verb="hex", to="E5", winner="maren")

    told_now = CROWD.lines([*first, other])

    assert [line.text for line in told_now] == [
        "Hob and Maren race for E4, and Hob gets it.",
        "Maren races for E5, and gets it.",
    ]


def test_a_race_of_those_who_break_away_names_their_weapons() -> None:
    one = race("hob", verb="hex", to="E4", skill="war-sword")

    assert read(one)[1:] == ["war sword needs 45, rolled 33"]


def test_a_contest_that_came_late_was_waited_for() -> None:
    late = happened("contest", {"verb": "breakaway"}, number("strike_rank", 11), by="hob")

    assert read(late) == ["Hob tries to break away.", "waited from 11"]


@pytest.mark.parametrize(
    ("facts", "lines"),
    [
        (
            {"defence": "war-sword", "outcome": "won", "level": "success"},
            ["Joss opposes it with the war sword and prevails.", "needs 45, rolled 33"],
        ),
        (
            {"defence": "war-sword", "outcome": "won", "level": "failure"},
            ["Joss opposes it with the war sword.", "needs 45, rolled 33"],
        ),
        (
            {"defence": "war-sword", "outcome": "lost", "level": "fumble"},
            [
                "Joss opposes it with the war sword and does not prevail.",
                "needs 45, rolled 33 (fumble)",
            ],
        ),
        (
            {"defence": "unarmed"},
            ["Joss opposes it with bare hands.", "needs 45, rolled 33"],
        ),
        ({}, ["Joss opposes it.", "needs 45, rolled 33"]),
    ],
)
def test_a_foe_who_opposes_shows_its_roll(facts: Facts, lines: list[str]) -> None:
    assert read(happened("opposed", facts, *CONTEST, by="joss", at="hob")) == lines


def test_a_roll_of_a_foe_that_nobody_knows_is_not_told() -> None:
    facts = {"defence": "war-sword", "outcome": "won"}

    assert read(happened("opposed", facts, by="joss", at="hob")) == [
        "Joss opposes it with the war sword and prevails."
    ]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"from": "joss", "held": ""}, "Hob breaks away from Joss."),
        ({"from": "joss, maren, fenn"}, "Hob breaks away from Joss, Maren and Fenn."),
        ({"from": "maren", "held": "joss"}, "Hob breaks away from Maren, but Joss holds on."),
        (
            {"from": "maren", "held": "joss, fenn"},
            "Hob breaks away from Maren, but Joss and Fenn hold on.",
        ),
        ({}, "Hob breaks away."),
        ({"from": "a, b"}, "Hob breaks away from Ann, or Bob."),
        ({"from": "b, a, b"}, "Hob breaks away from [red]Bob[/red] and Ann, or Bob."),
        ({"from": "b, stranger"}, "Hob breaks away from [red]Bob[/red] and stranger."),
    ],
)
def test_breaking_away_says_from_whom_and_who_holds_on(facts: Facts, sentence: str) -> None:
    line = told(happened("broke_away", {"how": "contested", **facts}, by="hob"))

    assert (line.text, line.details, line.rank) == (sentence, (), 0)


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        ("joss", "Joss holds Hob."),
        ("joss, maren", "Joss and Maren hold Hob."),
        ("{}, b, maren", "{}, [red]Bob[/red] and Maren hold Hob."),
    ],
)
def test_whoever_leaves_nobody_is_held_in_the_small_print(held: str, sentence: str) -> None:
    line = told(happened("broke_away", {"how": "contested", "from": "", "held": held}, by="hob"))

    assert (line.text, {span.role for span in line.spans}) == (sentence, {"quiet"})


def test_breaking_away_without_a_roll_is_an_action_of_its_own() -> None:
    free = happened("broke_away", {"how": "automatic", "from": "joss"}, by="hob")

    assert told(free).rank == 8
    assert read(free) == ["Hob breaks away from Joss.", "no roll is needed"]


# --- formations ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "sentence", "role"),
    [
        (
            {"formation": "surrounded", "by": "rusk, hob, willa"},
            "Maren is surrounded by Rusk, Hob and Willa.",
            "serious",
        ),
        (
            {"formation": "surrounded", "by": "rusk, hob, willa", "focus": "hob"},
            "Maren is surrounded by Rusk, Hob and Willa, with an eye on Hob.",
            "serious",
        ),
        (
            {"formation": "flanked", "by": "rusk, hob", "focus": ""},
            "Maren is flanked by Rusk and Hob.",
            "minor",
        ),
        ({"formation": "flanked"}, "Maren is flanked.", "minor"),
        ({"formation": "boxed in", "by": "rusk"}, "Maren is boxed in by Rusk.", "minor"),
    ],
)
def test_a_formation_says_who_made_it(facts: Facts, sentence: str, role: str) -> None:
    line = told(happened("formation", facts, at="maren"))

    assert line.text == sentence
    assert line.spans[2].role == role


@pytest.mark.parametrize("facts", [{"formation": "none"}, {}])
def test_a_formation_that_is_no_more_is_told_in_the_small_print(facts: Facts) -> None:
    line = told(happened("formation", facts, at="maren"))

    assert line.text == "Maren is neither flanked nor surrounded now."
    assert {span.role for span in line.spans} == {"quiet"}


@pytest.mark.parametrize(
    ("formation", "sentence"),
    [
        ("flanked", "Rusk calls on the others to flank Maren."),
        ("surrounded", "Rusk calls on the others to surround Maren."),
        ("none", "Rusk calls off the plan against Maren."),
        ("", "Rusk calls off the plan against Maren."),
    ],
)
def test_what_is_declared_is_a_call(formation: str, sentence: str) -> None:
    declared = happened("declared", {"formation": formation}, by="rusk", at="maren")

    assert read(declared) == [sentence]


def test_whom_somebody_minds_is_told() -> None:
    assert read(happened("focused", {}, by="maren", at="hob")) == ["Maren keeps an eye on Hob."]
    assert read(happened("focused", {}, by="maren")) == [
        "Maren keeps an eye on nobody in particular."
    ]


# --- the field and the game master -----------------------------------------------------------


def test_the_field_has_its_size_told() -> None:
    line = told(happened("combat_began", {"field": "12x8"}))

    assert line.text == "The field is 12 by 8 hexes."
    assert {span.role for span in line.spans} == {"quiet"}
    assert CROWD.line(happened("combat_began", {"distance": "20"})) is None


@pytest.mark.parametrize(
    ("status", "on", "sentence"),
    [
        ("mounted", "yes", "Fenn is now mounted."),
        ("flying", "no", "Fenn is no longer flying."),
    ],
)
def test_what_somebody_sits_on_or_flies_with_is_told(status: str, on: str, sentence: str) -> None:
    facts = {"change": "status", "status": status, "on": on}

    assert read(happened("amended", facts, at="fenn")) == [sentence]


@pytest.mark.parametrize("kind", sorted(CROWD.tales))
def test_nothing_is_too_little_to_be_told(kind: str) -> None:
    """An event without any fact, figure or name is told somehow, or goes without saying."""
    line = CROWD.line(Event("r1.p1.1.e1", kind, 1, 1, 8))

    assert line is None or line.text


@pytest.mark.parametrize("kind", sorted(CROWD.tales))
def test_names_are_marked_and_never_read_as_anything_else(kind: str) -> None:
    facts = {"from": "{}, b", "held": "{}", "by": "{}, b", "toward": "{}", "focus": "{}"}
    line = CROWD.line(happened(kind, facts, by="{}", at="b", item="war-sword"))

    if line is not None:
        for span in line.spans:
            assert span.who == "" or span.text == NAMES[span.who]


# --- whole fights ----------------------------------------------------------------------------

FOUR_ON_TWO: Final = decode(
    tomllib.loads(
        """
        name = "Four on two"
        rules = "request"
        sides = [{ id = "watch", name = "The watch" }, { id = "raiders", name = "The raiders" }]
        options = { round_cap = 6 }

        [map]
        rows = [". . . . . .", " . R . . . .", ". . M R . .", " . R . . . .", ". . . P . F"]

        [[combatants]]
        creature = "champion"
        name = "Maren"
        side = "watch"
        characteristics = { STR = 40, SIZ = 20 }
        place = "M"

        [[combatants]]
        creature = "archer"
        name = "Fenn"
        side = "watch"
        place = "F"

        [[combatants]]
        creature = "pikeman"
        name = "Rusk"
        side = "raiders"
        place = "P"

        [[combatants]]
        creature = "raider"
        name = "Raider"
        count = 3
        side = "raiders"
        place = "R"

        [[amend]]
        at = { round = 1, phase = 2 }
        reason = "an ambush"
        place = { who = "raider-3", place = "A1" }

        [[amend]]
        at = { round = 1 }
        disengage = { who = "maren", foe = "raider-3" }
        """
    )
)
GOES_WITHOUT_SAYING: Final = {"moved", "disengaged", "condition", "wrap_up"}


def test_nothing_that_happens_on_the_ground_is_left_untold() -> None:
    """Wild minds: everything has its line, with all of its sums, and with names and no ids."""
    teller = Teller(FOUR_ON_TWO)
    ids = {entry.id for entry in FOUR_ON_TWO.combatants}
    untold: Counter[str] = Counter()
    told_of: Counter[str] = Counter()

    for seed in range(9):
        fight = begin(FOUR_ON_TWO, fight_seed(seed), watched=True)
        for one in events_of(fight):
            line = teller.line(one)
            if line is None:
                untold[one.kind] += 1
                continue
            told_of[one.kind] += 1
            assert not ids & set(re.split(r"[ .,:]+", line.text))
            assert "somebody" not in line.text
            sums = [said for said in line.why if not said.startswith("rules ")]
            assert len(sums) == len(one.figures) or one.kind == "combat_ended"
        shown = fight.view(Observer("game_master"))
        assert teller.standing(shown).headings[0] == "Place"

    assert set(untold) <= GOES_WITHOUT_SAYING
    assert {"moved", "engaged", "contest", "opposed", "reach_set", "formation"} <= set(told_of)


def test_a_hold_that_ends_in_a_throw_is_told_by_the_throw() -> None:
    ended = happened("released", {"cause": "thrown"}, by="rusk", at="hob")
    assert CROWD.line(ended) is None

    let_go = happened("released", {"cause": "let go"}, by="rusk", at="hob")
    assert read(let_go) == ["Rusk lets go of Hob."]

    free = happened("released", {"cause": "broke free"}, by="rusk", at="hob")
    assert read(free) == ["Hob breaks free of Rusk."]
