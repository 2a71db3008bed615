"""A page does not say again what it has just said: phases of waiting, and calls for the same."""

from __future__ import annotations

from rules.kernel.telling import Line, Span
from strikerank.folding import Folding


def phase(number: int) -> Line:
    return Line("phase_began", 0, (Span(f"Phase {number}"),))


def keeps(who: str, rank: int = 16) -> Line:
    return Line("carried", rank, (Span(who, "name", who), Span(" keeps the action.")))


def calls(who: str, whom: str = "Maren") -> Line:
    spans = (Span(who, "name", who), Span(" calls on the others to flank "), Span(whom), Span("."))
    return Line("declared", 0, spans)


BLOW = Line("attack", 6, (Span("Joss strikes."),))
ROUND = Line("round_began", 0, (Span("Round 2"),))


def folded(*lines: Line) -> list[str]:
    """All that is shown, line by line as they come."""
    folding = Folding()
    shown = [one for line in lines for one in folding.fed([line])]
    return [line.text for line in [*shown, *folding.rest()]]


def test_phases_in_which_the_same_people_wait_are_one() -> None:
    waiting = [keeps("Isolde"), keeps("Fenn")]

    assert folded(phase(2), *waiting, phase(3), *waiting, phase(4), *waiting, ROUND) == [
        "Phases 2 to 4",
        "Isolde keeps the action.",
        "Fenn keeps the action.",
        "Round 2",
    ]


def test_a_phase_in_which_anything_else_happens_stands_alone() -> None:
    lines = [phase(1), keeps("Isolde"), phase(2), keeps("Isolde"), BLOW, phase(3), keeps("Isolde")]

    assert folded(*lines) == [
        "Phase 1",
        "Isolde keeps the action.",
        "Phase 2",
        "Isolde keeps the action.",
        "Joss strikes.",
        "Phase 3",
        "Isolde keeps the action.",
    ]


def test_phases_in_which_others_wait_or_nobody_does_stay_apart() -> None:
    lines = [phase(1), keeps("Isolde"), phase(2), keeps("Fenn"), phase(3), phase(4), ROUND]
    later = [phase(1), keeps("Isolde"), phase(2), keeps("Isolde", 15)]

    assert folded(*lines) == [line.text for line in lines]
    assert folded(*later) == [line.text for line in later]


def test_several_who_call_for_the_same_do_it_in_one_line() -> None:
    assert folded(calls("Rusk"), calls("Knut"), BLOW) == [
        "Rusk calls on the others to flank Maren, and so does Knut.",
        "Joss strikes.",
    ]
    assert folded(calls("Rusk"), calls("Knut"), calls("Hob"), calls("Pip")) == [
        "Rusk calls on the others to flank Maren, and so do Knut, Hob and Pip."
    ]


def test_calls_for_something_else_or_after_something_else_have_their_own_line() -> None:
    lines = [calls("Rusk"), calls("Knut", "Joss"), BLOW, calls("Hob")]

    assert folded(*lines) == [line.text for line in lines]
    assert len(folded(calls("Rusk"), calls("Knut", "Joss"), calls("Hob"))) == 2


def test_what_is_folded_keeps_the_names_that_it_marks() -> None:
    folding = Folding()
    folding.fed([calls("Rusk"), calls("Knut")])
    (line,) = folding.rest()

    assert [span.who for span in line.spans if span.role == "name"] == ["Rusk", "Knut"]
    assert folding.rest() == []


def test_nothing_waits_that_could_be_shown() -> None:
    assert Folding().fed([BLOW, ROUND]) == [BLOW, ROUND]
    assert Folding().fed([phase(1), BLOW]) == [phase(1), BLOW]
