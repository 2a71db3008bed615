"""Whatever is wrong in a list of a scenario is found by its name, or counted from one."""

from __future__ import annotations

import tomllib
from typing import Final

import pytest

from rules.kernel.errors import SetupError
from rules.request.setup import decode
from rules.request.setup.where import found_by
from tests.rules.request.refused import bare

TOP: Final = 'name = "Test"\nrules = "request"\nsides = ["a", { id = "b", friends = ["x"] }]\n'
RAW: Final[dict[str, object]] = {
    "sides": ["a", {"id": "b"}],
    "combatants": [
        {"name": "Rusk", "id": "r"},
        {"id": "joss"},
        {"name": "", "id": 3},
        *({} for _ in range(120)),
    ],
    "amend": [{}, {}],
}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("combatants[0].creature", 'combatants[0] ("Rusk").creature'),
        ("combatants[1].weapons[0]", 'combatants[1] ("joss").weapons[0]'),
        ("combatants[2]", "combatants[2] (the 3rd)"),
        ("combatants[3].mind", "combatants[3] (the 4th).mind"),
        ("combatants[10].mind", "combatants[10] (the 11th).mind"),
        ("combatants[11].mind", "combatants[11] (the 12th).mind"),
        ("combatants[20].mind", "combatants[20] (the 21st).mind"),
        ("combatants[111].mind", "combatants[111] (the 112th).mind"),
        ("combatants[119].mind", "combatants[119] (the 120th).mind"),
        ("sides[0]", 'sides[0] ("a")'),
        ("sides[1].friends[0]", 'sides[1] ("b").friends[0]'),
        ("amend[1].place.who", "amend[1] (the 2nd).place.who"),
        ("map.rows[4]", "map.rows[4] (row 5)"),
        ("map.rows", "map.rows"),
        ("start.contact[0][1]", "start.contact[0][1]"),
        ("", ""),
    ],
)
def test_a_path_says_whom_it_means(path: str, said: str) -> None:
    assert found_by(path, RAW) == said
    assert bare(said) == path


def test_what_is_no_table_is_counted() -> None:
    assert found_by("combatants[0]", {"combatants": [3]}) == "combatants[0] (the 1st)"


@pytest.mark.parametrize(
    ("rest", "refusal"),
    [
        (
            '[[combatants]]\nname = "Rusk"\nside = "a"\ncreature = "riader"\n',
            'combatants[0] ("Rusk").creature: there is no creature "riader"',
        ),
        (
            (
                'map = { rows = ["..", "..", ".?"] }\n'
                '[[combatants]]\nside = "a"\nid = "x"\n[[combatants]]\nside = "b"\nid = "y"\n'
            ),
            'map.rows[2] (row 3): "?" is no ground',
        ),
    ],
)
def test_a_refusal_says_whom_it_means(rest: str, refusal: str) -> None:
    with pytest.raises(SetupError) as caught:
        decode(tomllib.loads(TOP.replace(', friends = ["x"]', "") + rest))

    assert str(caught.value).startswith(refusal)
