"""What a scenario or a game master changes is told once, with its doer, and with names when it fails."""

from __future__ import annotations

import tomllib
from typing import Final

import msgspec
import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.field.model import Field
from rules.kernel.model import Event
from rules.request.course.machine import begin
from rules.request.setup import decode
from rules.request.tell import Teller
from tests.rules.request.tales import SETUP, TELLER, event, read

FIGHT: Final = """
name = "Test"
rules = "request"
sides = ["watch", "raiders"]
[map]
rows = [". . . . . .", " . M J . . .", ". R K . . .", " . . . . H .", "# . . . . ."]
[[combatants]]
creature = "veteran"
name = "Captain Maren"
id = "maren"
side = "watch"
place = "M"
[[combatants]]
creature = "guard"
name = "Joss"
side = "watch"
place = "J"
[[combatants]]
creature = "raider"
name = "Rusk"
side = "raiders"
place = "R"
[[combatants]]
creature = "raider"
name = "Knut"
side = "raiders"
place = "K"
[[combatants]]
creature = "giant"
name = "Old Hob"
id = "hob"
side = "raiders"
place = "H"
characteristics = { SIZ = 20 }
"""


def happens(*amendments: str) -> list[str]:
    """What is told after the first who are engaged, and before anybody acts."""
    at = "[[amend]]\nat = { round = 1 }\n"
    setup = decode(tomllib.loads(FIGHT + "".join(f"{at}{one}\n" for one in amendments)))
    fight = begin(setup, fight_seed(1), watched=True)
    events = fight.take_events()
    last = next((i for i in range(len(events)) if events[i].kind.startswith("amend")), 1) - 1
    teller = Teller(setup)
    teller.lines(events[: last + 1])
    return [line.text for line in teller.lines(events[last + 1 :])]


@pytest.mark.parametrize(
    ("amendment", "told"),
    [
        (
            'status = { who = "rusk", status = "mounted", on = true }\nreason = "a horse comes"',
            ["Rusk is now mounted (a horse comes)."],
        ),
        ('status = { who = "joss", status = "dead", on = true }', ["Joss dies."]),
        (
            'gear = { who = "knut", item = "battleaxe", state = "dropped" }',
            ["Knut has the battleaxe on the ground now."],
        ),
        (
            'gear = { who = "knut", item = "battleaxe", state = "dropped", missiles = 2 }',
            ["Knut has the battleaxe on the ground now, with 2 missiles."],
        ),
        (
            'gear = { who = "knut", item = "battleaxe", state = "held", missiles = 1 }',
            ["Knut has the battleaxe in hand now, with 1 missile."],
        ),
        (
            'points = { who = "joss", name = "magic", points = 0 }',
            ["Joss has 0 magic points."],
        ),
        (
            'engage = { who = "joss", foe = "knut" }\nreason = "they wrestle"',
            ["The scenario engages Joss with Knut at normal reach (they wrestle)."],
        ),
        ('disengage = { who = "joss", foe = "knut" }', ["The scenario parts Joss from Knut."]),
        (
            'place = { who = "joss", place = "C1" }\nreason = "he climbs"',
            [
                "The scenario puts Joss on C1 (he climbs).",
                "Joss and Knut are parted, out of reach.",
            ],
        ),
        (
            'remove = "rusk"\nreason = "his horse bolts"',
            ["The scenario takes Rusk out of the fight (his horse bolts)."],
        ),
        (
            'reason = "at last"\nadd = { name = "Pip", side = "watch", place = "F1" }',
            ["Pip joins the fight for Watch (at last)."],
        ),
        (
            'end = "watch"\nreason = "the bell rings"',
            [
                "The scenario ends the fight.",
                "It is ended after 1 round (5 seconds), with victory for Watch: the bell rings.",
            ],
        ),
    ],
)
def test_a_change_is_told_once_with_whom_and_why(amendment: str, told: list[str]) -> None:
    assert happens(amendment) == told


@pytest.mark.parametrize(
    ("amendments", "told"),
    [
        (
            ['place = { who = "maren", place = "E4" }\nreason = "she swims"'],
            "The scenario would put Captain Maren on E4 (she swims), but Old Hob stands there.",
        ),
        (
            ['engage = { who = "rusk", foe = "knut" }'],
            (
                "The scenario would engage Rusk with Knut at normal reach,"
                " but they are not two foes who are both able and in view."
            ),
        ),
        (
            ['engage = { who = "joss", foe = "hob", reach = "long" }'],
            (
                "The scenario would engage Joss with Old Hob at long reach,"
                " but they are not near enough to each other."
            ),
        ),
        (
            ['disengage = { who = "joss", foe = "hob" }'],
            "The scenario would part Joss from Old Hob, but they are not engaged.",
        ),
        (
            ['seize = { who = "joss", foe = "knut" }'],
            "The scenario would let Joss hold Knut, but Joss has no empty, sound hand.",
        ),
        (
            ['release = "joss"'],
            "The scenario would let Joss loosen its hold, but Joss holds nobody.",
        ),
        (
            ['remove = "rusk"', 'engage = { who = "joss", foe = "rusk" }'],
            "The scenario would engage Joss with Rusk at normal reach, but Rusk has left the fight.",
        ),
        (
            ['remove = "rusk"', 'hide = "rusk"'],
            "The scenario would take Rusk out of sight, but Rusk has left the fight.",
        ),
        (
            [
                'status = { who = "rusk", status = "dead", on = true }',
                'points = { who = "rusk", name = "actions", points = 2 }',
            ],
            "The scenario would leave Rusk 2 actions in this round, but Rusk is not able to act.",
        ),
        (
            [
                'hit_points = { who = "joss", location = "left arm", points = -9 }',
                'gear = { who = "joss", item = "kite-shield", state = "held" }',
            ],
            (
                "The scenario would let Joss hold the kite shield,"
                " but Joss has no free, sound hand for it."
            ),
        ),
    ],
)
def test_a_change_that_cannot_be_names_whom_and_why(amendments: list[str], told: str) -> None:
    assert told in happens(*amendments)


REASONS: Final = {
    "place: 'A5' is not possible; a hex of the field that it can stand on": (
        "but nobody of that size can stand there"
    ),
    "foe: 'knut' is not possible; two with a place left beside each (A11)": (
        "but one of them has no place left beside it"
    ),
    "who: 'rusk' is not possible; room for it first: no place on the field is free": (
        "but no place on the field is free for Rusk"
    ),
    "who: 'rusk' is not possible; maren, joss": "but Rusk is not in the fight",
    "foe: 'fenn' is not possible; maren, joss": "but Fenn is not in the fight",
    "state: 'bent' is not possible; held, carried": "but that cannot be: held, carried",
    "something of tomorrow": "but that cannot be: something of tomorrow",
}


@pytest.mark.parametrize("reason", REASONS)
def test_whatever_stands_in_the_way_is_said(reason: str) -> None:
    assert refused('engage = { who = "rusk", foe = "fenn" }', reason).endswith(
        f"{REASONS[reason]}."
    )


def test_whoever_cannot_join_and_an_end_that_cannot_be_are_told_too() -> None:
    pip = 'add = { name = "Pip", side = "watch" }'

    assert refused(pip, "place: this combatant is not possible; there is no room") == (
        "The scenario would bring Pip into the fight for Watch, but that cannot be: there is no room."
    )
    assert refused('end = "watch"', "winner: 'x' is not possible; watch, raiders") == (
        "The scenario would end the fight with victory for Watch,"
        " but that cannot be: watch, raiders."
    )


def refused(change: str, reason: str) -> str:
    """What is told if the rules refuse a change for this reason."""
    text = FIGHT.replace('name = "Knut"', 'name = "Fenn"')
    setup = decode(tomllib.loads(f"{text}[[amend]]\nat = {{ round = 1 }}\n{change}\n"))
    (line,) = Teller(setup).lines([event("amendment_refused", author="scenario", reason=reason)])
    return line.text


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (
            'add = { name = "Pip", side = "watch", place = "F1" }',
            "bring Pip into the fight for Watch at F1",
        ),
        ('add = { name = "Pip", side = "watch" }', "bring Pip into the fight for Watch"),
        ('end = ""', "end the fight"),
        ('end = "watch"', "end the fight with victory for Watch"),
        (
            'modifier = { name = "dusk", value = -20 }',
            "give everybody -20% on skill rolls from now on: dusk",
        ),
        (
            'modifier = { name = "luck", value = 5, who = "rusk", lasts = "roll" }',
            "give Rusk +5% on the next skill roll: luck",
        ),
        ('reveal = "rusk"', "let Rusk come into view"),
        ('side = { who = "rusk", side = "watch" }', "let Rusk fight for Watch"),
        ('points = { who = "rusk", name = "lost", points = 1 }', "let Rusk have 1 action to lose"),
        (
            'points = { who = "rusk", name = "reactions", points = 2 }',
            "leave Rusk 2 reactions in this round",
        ),
        (
            'hit_points = { who = "rusk", location = "head", points = 3 }',
            "leave Rusk 3 of 6 hit points in the head",
        ),
        (
            'status = { who = "rusk", status = "defending", on = false }',
            "let Rusk be on the defensive no more",
        ),
        (
            'hazard = { who = "rusk", cause = "fire", damage = "1D6" }',
            "let Rusk be hurt by fire, 1D6",
        ),
        (
            'hazard = { who = "rusk", cause = "a rock", damage = "7", location = "head" }',
            "let Rusk be hurt in the head by a rock, 7",
        ),
        (
            'gear = { who = "rusk", item = "battleaxe", state = "gone" }',
            "let Rusk lose the battleaxe",
        ),
        (
            'gear = { who = "rusk", item = "battleaxe", state = "carried", missiles = 3 }',
            "let Rusk put the battleaxe away, with 3 missiles left",
        ),
    ],
)
def test_what_was_wanted_is_said(change: str, wanted: str) -> None:
    assert refused(change, "no") == f"The scenario would {wanted}, but that cannot be: no."


def test_without_places_the_line_is_named() -> None:
    text = 'name = "x"\nrules = "request"\nsides = ["a", "b"]\nstart = { distance = 0 }\n'
    text += '[[combatants]]\nside = "a"\nid = "x"\n[[combatants]]\nside = "b"\nname = "Y"\n'
    text += (
        '[[amend]]\nat = { round = 2, phase = 1, rank = 7 }\nmove = { who = "y", distance = 20 }\n'
    )

    assert Teller(decode(tomllib.loads(text))).agenda() == (
        ("round 2, phase 1, strike rank 7", "put Y 20 m from the other line"),
    )


def test_the_agenda_has_the_moment_and_the_reason() -> None:
    amend = '[[amend]]\nat = { round = 1, phase = 2 }\nhide = "rusk"\nreason = "smoke"\n'
    amend += '[[amend]]\nat = { round = 3 }\nremove = "rusk"\n'

    assert Teller(decode(tomllib.loads(FIGHT + amend))).agenda() == (
        ("round 1, phase 2", "take Rusk out of sight (smoke)"),
        ("round 3", "take Rusk out of the fight"),
    )


def test_the_refusals_are_those_of_the_scenario_in_its_order() -> None:
    told = happens('hide = "rusk"', 'place = { who = "maren", place = "E4" }', 'remove = "rusk"')

    assert [line for line in told if "would" in line] == [
        "The scenario would put Captain Maren on E4, but Old Hob stands there."
    ]


def test_what_nobody_knows_of_is_refused_in_plain_words() -> None:
    stranger = event("amendment_refused", author="Anna", reason="who: 'x' is not possible")
    late = event("amendment_refused", author="scenario", reason="too late")
    empty = Teller(msgspec.structs.replace(SETUP, amendments=()))

    assert read(stranger) == ["Something that was planned cannot happen: who: 'x' is not possible."]
    assert [line.text for line in empty.lines([late])] == [
        "Something that was planned cannot happen: too late."
    ]


def test_whoever_is_not_the_scenario_is_the_game_master() -> None:
    by_hand = event("amended", at="fenn", author="Anna", change="disengage", foe="rusk")

    assert read(by_hand) == ["The game master parts Fenn from Rusk."]


def test_a_hold_is_told_once_and_so_is_its_end() -> None:
    told = happens(
        'gear = { who = "joss", item = "kite-shield", state = "dropped" }',
        'seize = { who = "joss", foe = "knut" }\nreason = "from behind"',
        'release = "joss"',
    )

    assert told[1:] == [
        "The scenario lets Joss hold Knut (from behind).",
        "Joss gets in close to Knut.",
        "The scenario lets Joss let go of Knut.",
    ]


@pytest.mark.parametrize(
    "after",
    [
        event("condition", at="fenn", condition="dead", change="began"),
        event("condition", at="rusk", condition="out", change="began"),
        event("dropped", by="rusk", item="battleaxe"),
        event("moved", by="rusk", how="placed", to="E4"),
        event("engaged", by="rusk", at="fenn", reach="normal"),
        event("left", by="rusk"),
        event("joined", by="rusk"),
    ],
)
def test_what_else_follows_from_a_change_is_told(after: Event) -> None:
    dead = event("amended", at="rusk", author="Anna", change="status", status="dead", on="yes")

    assert len(TELLER.lines([dead, after])) == 2


def test_an_echo_is_left_out_only_once_and_at_its_moment() -> None:
    dead = event("amended", at="rusk", author="Anna", change="status", status="dead", on="yes")
    dies = event("condition", at="rusk", condition="dead", change="began")
    later = msgspec.structs.replace(dies, rank=3)
    phase = event("phase_began")

    assert [line.text for line in TELLER.lines([dead, dies, dies])] == ["Rusk dies."] * 2
    assert len(TELLER.lines([dead, later])) == 2
    assert len(TELLER.lines([dead, phase, dies])) == 3


def test_each_event_has_its_line_or_none() -> None:
    dead = event("amended", at="rusk", author="Anna", change="status", status="dead", on="yes")
    dies = event("condition", at="rusk", condition="dead", change="began")
    lines = TELLER.each([dead, dies, event("wrap_up"), event("defended", by="fenn")])

    assert [line and line.text for line in lines] == [
        "Rusk dies.",
        None,
        None,
        "Fenn goes on the defensive.",
    ]


def test_whoever_leaves_a_field_leaves_it_at_a_strike_rank() -> None:
    on_field = Teller(msgspec.structs.replace(SETUP, field=Field(9, 9)))
    line = on_field.line(event("left", by="rusk"))

    assert line is not None
    assert (line.rank, line.text) == (8, "Rusk leaves the field, and with it the fight.")
    assert read(event("left", by="rusk")) == ["Rusk leaves the fight."]
