"""Moves, engagement, reach and formations read like sentences, whatever is missing and whatever people are called."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest

from rules.kernel.model import Event, Figure
from rules.kernel.telling import Line
from rules.request.tell import Teller
from tests.rules.request.tales import SETUP, TELLER, event, number

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
    "x/y": "Either/Or",
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
    ("facts", "sentence"),
    [
        ({"how": "move", "purpose": "close/willa"}, "Rusk closes on Willa (E4)."),
        ({"how": "sprint", "purpose": "close/willa"}, "Rusk runs at Willa (E4)."),
        ({"how": "move", "purpose": "reach/willa"}, "Rusk closes on Willa to long reach (E4)."),
        ({"how": "sprint", "purpose": "reach/willa"}, "Rusk runs at Willa to long reach (E4)."),
        ({"how": "move", "purpose": "back"}, "Rusk backs off (E4)."),
        ({"how": "sprint", "purpose": "back"}, "Rusk runs back (E4)."),
        ({"how": "move", "purpose": "cover/fenn"}, "Rusk goes for cover from Fenn (E4)."),
        ({"how": "sprint", "purpose": "cover/fenn"}, "Rusk runs for cover from Fenn (E4)."),
        ({"how": "move", "purpose": "flank/joss/hob"}, "Rusk moves to flank Joss with Hob (E4)."),
        ({"how": "sprint", "purpose": "flank/joss/hob"}, "Rusk runs to flank Joss with Hob (E4)."),
        ({"how": "move", "purpose": "stand/hob"}, "Rusk goes to stand by Hob (E4)."),
        ({"how": "sprint", "purpose": "stand/hob"}, "Rusk runs to stand by Hob (E4)."),
        ({"how": "move", "purpose": "leave"}, "Rusk makes for the edge of the field (E4)."),
        ({"how": "sprint", "purpose": "leave"}, "Rusk runs for the edge of the field (E4)."),
        ({"how": "move", "purpose": "E4"}, "Rusk moves to E4."),
        ({"how": "sprint", "purpose": "E4"}, "Rusk runs to E4."),
        ({"how": "move"}, "Rusk moves to E4."),
        ({"how": "sprint"}, "Rusk runs to E4."),
        ({"how": "charge", "toward": "willa"}, "Rusk charges at Willa (E4)."),
        ({"how": "charge"}, "Rusk charges to E4."),
        ({"how": "breakaway", "toward": "joss"}, "Rusk gets clear of Joss (E4)."),
        ({"how": "breakaway", "purpose": "back"}, "Rusk gets clear to E4."),
        ({"how": "retreat", "toward": "joss"}, "Rusk gives ground to Joss (E4)."),
        ({"how": "retreat"}, "Rusk gives ground to E4."),
        ({"how": "follow", "toward": "joss"}, "Rusk follows Joss (E4)."),
        ({"how": "follow"}, "Rusk follows to E4."),
        ({"how": "reach", "toward": "joss"}, "Rusk steps to E4."),
        ({"how": "placed"}, "Rusk is at E4 now."),
        ({"how": "something of tomorrow"}, "Rusk moves to E4."),
        ({"purpose": "dance/joss"}, "Rusk moves to E4."),
        ({}, "Rusk moves to E4."),
    ],
)
def test_a_move_says_what_it_is_for_and_where_it_leads(facts: Facts, sentence: str) -> None:
    assert read(happened("moved", {**facts, "from": "C4", "to": "E4"}, by="rusk")) == [sentence]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"how": "move", "purpose": "close/willa"}, "Rusk closes on Willa."),
        ({"how": "move", "purpose": "close"}, "Rusk closes on somebody."),
        ({"how": "move", "purpose": "close/"}, "Rusk closes on somebody."),
        ({"how": "move", "purpose": "close/", "toward": "joss"}, "Rusk closes on Joss."),
        ({"how": "move", "purpose": "close/stranger"}, "Rusk closes on stranger."),
        ({"how": "move", "purpose": "flank/joss"}, "Rusk moves to flank Joss with somebody."),
        ({"how": "move", "purpose": "close/x/y"}, "Rusk closes on Either/Or."),
        (
            {"how": "move", "purpose": "flank/x/y/a, b"},
            "Rusk moves to flank Either/Or with Ann, or Bob.",
        ),
        (
            {"how": "move", "purpose": "flank/b/x/y"},
            "Rusk moves to flank [red]Bob[/red] with Either/Or.",
        ),
        (
            {"how": "move", "purpose": "flank/{}/b"},
            "Rusk moves to flank {} with [red]Bob[/red].",
        ),
        ({"how": "charge", "toward": "willa"}, "Rusk charges at Willa."),
        ({"how": "charge"}, "Rusk charges."),
        ({"how": "placed"}, "Rusk is put somewhere else."),
        ({}, "Rusk moves."),
    ],
)
def test_a_move_is_told_as_far_as_it_is_known(facts: Facts, sentence: str) -> None:
    assert read(happened("moved", facts, by="rusk")) == [sentence]


@pytest.mark.parametrize(
    ("how", "rank"),
    [("move", 8), ("sprint", 8), ("charge", 8), ("breakaway", 0), ("follow", 0), ("placed", 0)],
)
def test_only_moves_of_ones_own_turn_have_a_rank(how: str, rank: int) -> None:
    assert told(happened("moved", {"how": how, "to": "E4"}, by="rusk")).rank == rank


def test_a_retreat_without_a_blow_is_an_action_of_its_own() -> None:
    retreat = happened("moved", {"how": "retreat"}, number("strike_rank", 9), by="rusk")

    assert told(retreat).rank == 8
    assert told(retreat).details == ("waited from 9",)


def test_a_move_has_its_metres_among_the_sums() -> None:
    figures = (number("strike_rank", 8), number("metres", 4))

    assert told(happened("moved", {"how": "move"}, *figures, by="rusk")).why == (
        "strike rank 8: t 8 [R1]",
        "metres 4: t 4 [R1]",
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
        "knocked back, in metres 2: t 2 [R1]",
        "Acrobatics needs 24: t 24 [R1]",
        "Acrobatics rolled 71: t 71 [R1]",
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
        ("charge", "As Rusk charges, Willa strikes"),
        ("breakaway", "As Rusk breaks away, Willa strikes"),
        ("retreat", "As Rusk gives ground, Willa strikes"),
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
        ("move", "Fenn is stopped."),
        ("sprint", "Fenn is stopped."),
        ("charge", "Fenn's charge comes to nothing."),
        ("breakaway", "Fenn does not get away."),
        ("retreat", "Fenn gives no ground."),
        ("reach", "Fenn cannot change the reach."),
        ("attack", "Fenn's attack comes to nothing."),
        ("precise", "Fenn's attack comes to nothing."),
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
        ("engaged", {"reach": "normal"}, "Rusk engages Willa."),
        ("engaged", {"reach": "long"}, "Rusk engages Willa at long reach."),
        ("engaged", {}, "Rusk engages Willa."),
        ("disengaged", {"cause": "out of reach"}, "Rusk and Willa are engaged no more."),
        ("disengaged", {"cause": "not followed"}, "Rusk and Willa are engaged no more."),
        ("disengaged", {"cause": "game master"}, "Rusk and Willa are engaged no more."),
        ("disengaged", {}, "Rusk and Willa are engaged no more."),
        ("stayed", {}, "Rusk does not follow Willa."),
    ],
)
def test_engagement_is_told_in_the_small_print(kind: str, facts: Facts, sentence: str) -> None:
    line = told(happened(kind, facts, by="rusk", at="willa"))

    assert line.text == sentence
    assert {span.role for span in line.spans} == {"quiet"}
    assert [span.who for span in line.spans if span.who] == ["rusk", "willa"]
    assert (line.rank, line.details) == (0, ())


@pytest.mark.parametrize("cause", ["broke away", "fallen", "gone", "hidden", "no longer foes"])
def test_an_engagement_that_ends_with_something_told_ends_without_saying(cause: str) -> None:
    assert CROWD.line(happened("disengaged", {"cause": cause}, by="rusk", at="willa")) is None


def test_whoever_does_not_follow_need_not_say_whom() -> None:
    assert read(happened("stayed", {}, by="rusk")) == ["Rusk does not follow."]


@pytest.mark.parametrize(
    ("reach", "sentence"),
    [
        ("short", "Rusk gets in close to Willa."),
        ("normal", "Rusk comes to normal reach of Willa."),
        ("long", "Rusk holds Willa at long reach."),
        ("something of tomorrow", "Rusk is at something of tomorrow reach of Willa now."),
        ("", "Rusk is at another reach of Willa now."),
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
            {"verb": "reach", "skill": "Spear", "level": "fumble"},
            [
                "Hob tries to change the reach, and fails badly.",
                "Spear needs 45, rolled 33 (fumble)",
            ],
        ),
        (
            {"verb": "reach", "skill": "Spear", "level": "critical"},
            ["Hob tries to change the reach.", "Spear needs 45, rolled 33 (critical)"],
        ),
        (
            {"verb": "hex", "skill": "Athletics"},
            ["Hob wants the same place as somebody else.", "Athletics needs 45, rolled 33"],
        ),
        ({}, ["Hob tries it.", "needs 45, rolled 33"]),
    ],
)
def test_a_contest_says_what_for_and_shows_its_roll(facts: Facts, lines: list[str]) -> None:
    line = told(happened("contest", facts, *CONTEST, by="hob"))

    assert [line.text, *line.details] == lines
    assert line.why == ("needs 45: t 45 [R1]", "rolled 33: t 33 [R1]")
    assert line.rank == (0 if facts.get("verb") == "hex" else 8)


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
    ("defence", "sentence"),
    [("declined", "Joss does not oppose it."), ("cannot", "Joss cannot oppose it.")],
)
def test_a_foe_who_does_not_oppose_is_told_in_the_small_print(defence: str, sentence: str) -> None:
    line = told(happened("opposed", {"defence": defence}, by="joss", at="hob"))

    assert (line.text, {span.role for span in line.spans}) == (sentence, {"quiet"})


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
        ({"from": "", "held": "joss"}, "Joss holds Hob."),
        ({"held": "joss, maren"}, "Joss and Maren hold Hob."),
        ({}, "Hob breaks away."),
        ({"from": "a, b"}, "Hob breaks away from Ann, or Bob."),
        ({"from": "b, a, b"}, "Hob breaks away from [red]Bob[/red] and Ann, or Bob."),
        ({"from": "x/y, stranger"}, "Hob breaks away from Either/Or and stranger."),
    ],
)
def test_breaking_away_says_from_whom_and_who_holds_on(facts: Facts, sentence: str) -> None:
    line = told(happened("broke_away", {"how": "contested", **facts}, by="hob"))

    assert (line.text, line.details, line.rank) == (sentence, (), 0)


def test_breaking_away_without_a_roll_is_an_action_of_its_own() -> None:
    free = happened("broke_away", {"how": "automatic", "from": "joss"}, by="hob")

    assert told(free).rank == 8
    assert read(free) == ["Hob breaks away from Joss.", "no roll is needed"]


# --- formations ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "sentence", "role"),
    [
        (
            {"formation": "surrounded", "by": "rusk, hob, willa", "focus": "hob"},
            "Maren is surrounded by Rusk, Hob and Willa, and minds Hob.",
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
def test_a_formation_says_who_made_it_and_who_is_minded(
    facts: Facts, sentence: str, role: str
) -> None:
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
    assert read(happened("focused", {}, by="maren", at="hob")) == ["Maren minds Hob."]
    assert read(happened("focused", {}, by="maren")) == ["Maren minds nobody in particular."]


# --- the field and the game master -----------------------------------------------------------


def test_the_field_has_its_size_told() -> None:
    line = told(happened("combat_began", {"field": "12x8"}))

    assert line.text == "The field is 12 by 8 hexes."
    assert {span.role for span in line.spans} == {"quiet"}
    assert CROWD.line(happened("combat_began", {"distance": "20"})) is None


@pytest.mark.parametrize(
    "facts",
    [
        {"change": "place", "place": "E4"},
        {"change": "engage", "foe": "rusk", "reach": "long"},
        {"change": "disengage", "foe": "rusk"},
    ],
)
def test_a_change_of_the_ground_has_an_event_of_its_own(facts: Facts) -> None:
    assert CROWD.line(happened("amended", {**facts, "reason": ""}, at="fenn")) is None
    assert read(happened("amended", {**facts, "reason": "the bridge gives way"}, at="fenn")) == [
        "The bridge gives way."
    ]


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
    facts = {"from": "{}, b", "held": "{}", "by": "{}, b", "toward": "{}", "purpose": "flank/{}/b"}
    line = CROWD.line(happened(kind, facts, by="{}", at="b", item="war-sword"))

    if line is not None:
        for span in line.spans:
            assert span.who == "" or span.text == NAMES[span.who]
