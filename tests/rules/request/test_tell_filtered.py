"""What a foe or a spectator reads of an event: the same, without the numbers that were taken out of it."""

from __future__ import annotations

import pytest

from rules.kernel.model import Figure, Term
from tests.rules.request.tales import event, number, read, told

BARE = Figure("through", 6, (), "P21")


def hit(*figures: Figure) -> list[str]:
    whole = {"verb": "attack", "level": "success", "defence": "declined", "outcome": "hit"}
    return read(
        event("attack", *figures, by="maren", at="rusk", item="war-sword", place="chest", **whole)
    )


def test_of_a_foe_it_is_not_told_what_it_has_left() -> None:
    assert hit(number("damage", 9), BARE) == [
        "Maren hits Rusk in the chest with the war sword for 6.",
        "no defence made",
        "chest: 9 damage",
    ]


def test_of_a_foe_it_is_not_told_what_its_armour_took() -> None:
    parried = Figure(
        "damage", 7, (Term("1D8", 9, "P21"), Term("parry, target shield", -2, "P15")), "P21"
    )

    assert hit(parried, BARE)[2] == "chest: 9 damage less 2 parried"


def test_a_number_whose_sum_is_hidden_stands_alone() -> None:
    blow = event("attack", BARE, by="maren", at="rusk", item="war-sword", place="chest")

    assert told(blow).why == ("through 6",)


@pytest.mark.parametrize("change", ["hit_points", "points", "status", "gear", "modifier"])
def test_what_a_game_master_changes_about_a_foe_is_told_without_what_it_is(change: str) -> None:
    (line,) = read(event("amended", at="rusk", change=change))

    assert line == "Rusk is changed in a way that does not show."
