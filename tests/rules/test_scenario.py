"""Bytes are a scenario, or the reason why not, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.errors import SetupError
from rules.scenario import MOST_BYTES, read

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = [*sorted((ROOT / "scenarios").glob("*.toml")), ROOT / "bench" / "plain.toml"]


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_what_ships_is_sound_and_not_odd(file: Path) -> None:
    system, setup = read(file.read_bytes())

    # A mob with bare hands is meant, and who writes such a thing is told all the same.
    meant = file.stem == "last-stand"
    odd = [one for one in system.advice(setup) if not (meant and one.startswith("Rioter "))]
    assert system.name == setup.rules
    assert odd == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "rules: is missing; expected the name of a system: request or rivers"),
        (b"rules = 7", "rules: is no text; expected the name of a system: request or rivers"),
        (b"rules = 'reqest'", 'rules: there is no system "reqest"; did you mean request?'),
        (
            b"rules = 'rivers'",
            "name: is missing; expected text of 1 to 60 characters, not blank and without control characters",
        ),
        (
            b"rules = 'request'\n",
            "name: is missing; expected text of 1 to 60 characters, not blank and without control characters",
        ),
        (
            b"[%s]\n[%s]\n" % (b"k" * 50_000, b"k" * 50_000),
            f"line 2, column 50002: this is not TOML: cannot declare ('{'k' * 182}…",
        ),
        (b"\xef\xbb\xbf\n\xff", "line 2: this is not UTF-8; expected UTF-8 text"),
        (b"a = 1\nb = = 2\n", "line 2, column 5: this is not TOML: invalid value"),
        (
            b'combatants = ["A: side x"]\n[[combatants]]\n',
            (
                "line 2, column 13: a list cannot go on in [[blocks]]; expected its lines in the list of a side, "
                "or every block as a {table} in the list"
            ),
        ),
        (b"a = [1", "end of document: this is not TOML: unclosed array"),
        (b"a = 1\nb = 'caf\xe9'\n", "line 2: this is not UTF-8; expected UTF-8 text"),
        (b"\xff", "line 1: this is not UTF-8; expected UTF-8 text"),
        (b"a = " + b"[" * 20_000, "is nested far too deep; expected the form of a scenario"),
        (b"a = " + b"{b=" * 20_000, "is nested far too deep; expected the form of a scenario"),
        (
            b"[" * 20_000,
            "line 1, column 3: this is not TOML: invalid initial character for a key part",
        ),
        (
            b"a = " + b"9" * 5000,
            "a number in it is far too long; expected one of at most 19 digits",
        ),
        (b"#" * (MOST_BYTES + 1), "is too large; expected a scenario of at most 256 kB"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_no_scenario_is_refused_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(SetupError) as caught:
        read(data)

    assert str(caught.value) == said


def test_the_largest_file_allowed_is_read() -> None:
    with pytest.raises(SetupError, match="rules: is missing"):
        read(b"#" * MOST_BYTES)


def test_a_mark_of_the_byte_order_goes_unnoticed() -> None:
    file = ROOT / "scenarios" / "duel.toml"

    assert read(b"\xef\xbb\xbf" + file.read_bytes()) == read(file.read_bytes())
