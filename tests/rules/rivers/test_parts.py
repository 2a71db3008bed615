"""Every told line knows its engagement, in whatever order the engagements are played."""

from __future__ import annotations

from itertools import pairwise

from rules.kernel.model import Event
from rules.kernel.telling import Line
from rules.rivers.tell import Teller
from server.told import told
from tests.support.rivers import begun, person, played, scene

SETUP = scene(*[person(side, f"{side}{n}") for side in "ab" for n in range(2)])
ALONE = {"phase_began", "round_began", "combat_ended"}


def event(kind: str, round_: int, phase: int, **columns: object) -> Event:
    """Something that happened; those who are named in *columns* are people of the scene."""
    return Event(f"r{round_}.p{phase}.{kind}", kind, round_, phase, 0, **columns)  # pyright: ignore[reportArgumentType]


def began(phase: int, first: str, second: str) -> Event:
    return event("engagement_began", 1, phase, facts={"first": first, "second": second})


def texts(lines: list[Line]) -> list[str]:
    return [line.text for line in lines]


SIDE_BY_SIDE = [
    event("round_began", 1, 0),
    began(1, "a0", "b0"),
    began(2, "a1", "b1"),
    event("bled", 1, 1, at="a0"),
    event("bled", 1, 2, at="a1"),
    event("bled", 1, 2, at="b1"),
    event("bled", 1, 1, at="b0"),
    event("bled", 1, 3, at="b1"),
    event("round_began", 2, 0),
    event("bled", 2, 1, at="b1"),
]


def test_the_heading_is_said_again_wherever_another_engagement_goes_on() -> None:
    assert texts(Teller(SETUP).lines(SIDE_BY_SIDE)) == [
        "Round 1",
        *("Engagement 1: A0 against B0", "Engagement 2: A1 against B1"),
        *("Engagement 1: A0 against B0", "A0 bleeds."),
        *("Engagement 2: A1 against B1", "A1 bleeds.", "B1 bleeds."),
        *("Engagement 1: A0 against B0", "B0 bleeds."),
        *("At the edge of the round", "B1 bleeds."),
        "Round 2",  # and nothing is left of what the engagements were called
        *("At the edge of the round", "B1 bleeds."),
    ]


def test_over_the_socket_a_line_brings_its_heading_along() -> None:
    lines = Teller(SETUP).each(SIDE_BY_SIDE)
    frames = [told(line) for line in lines]
    parts = ["".join(one.text for one in frame.part) if frame else None for frame in frames]

    assert parts[:6] == [
        "",
        "",
        "",
        "Engagement 1: A0 against B0",
        "Engagement 2: A1 against B1",
        "",
    ]
    assert parts[7] == "At the edge of the round"
    assert frames[3] is not None
    assert [one.who for one in frames[3].part] == ["", "a0", "", "b0"]


def test_what_is_changed_in_the_midst_belongs_to_no_engagement() -> None:
    changed = event("amended", 1, 0, at="a0", facts={"change": "move"})
    happened = [*SIDE_BY_SIDE[:4], changed, *SIDE_BY_SIDE[4:7]]
    teller = Teller(SETUP)
    lines = texts(teller.lines(teller.ordered(happened)))

    assert lines == [
        "Round 1",
        *("Engagement 1: A0 against B0", "A0 bleeds."),
        "Engagement 2: A1 against B1",
        *("Between engagements", "A0 is put somewhere else."),
        *("Engagement 1: A0 against B0", "B0 bleeds."),
        *("Engagement 2: A1 against B1", "A1 bleeds.", "B1 bleeds."),
    ]


def test_a_log_in_player_order_reads_the_same_however_it_was_played() -> None:
    forwards = played(begun(SETUP, 3))
    backwards = played(begun(SETUP, 3), backwards=True)
    teller = Teller(SETUP)

    assert backwards != forwards
    assert teller.ordered(backwards) == forwards
    assert teller.ordered(forwards) == forwards


def test_those_who_find_nobody_are_told_together() -> None:
    idle = [event("attack_lost", 1, 1, by=who) for who in ("a0", "b0", "a0", "a1")]
    bled = event("bled", 1, 1, at="b1")

    happened = [SIDE_BY_SIDE[1], *idle, bled, idle[0], idle[0], bled, *idle[:2]]

    assert texts(Teller(SETUP).lines(happened)) == [
        "Engagement 1: A0 against B0",
        "A0, B0 and A1 find nobody to strike any more.",
        "B1 bleeds.",
        "A0 finds nobody to strike any more.",
        "B1 bleeds.",
        "A0 and B0 find nobody to strike any more.",
    ]
    assert None not in Teller(SETUP).each(idle)


def test_without_anything_side_by_side_no_heading_is_said_twice() -> None:
    teller = Teller(SETUP)
    lines = teller.lines(played(begun(SETUP, 3)))
    names = [line.text for line in lines if line.kind in ALONE]

    assert all(one != other for one, other in pairwise(names))
    assert not any(line.part for line in lines)
