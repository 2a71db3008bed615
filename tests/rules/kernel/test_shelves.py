"""A library's file is read strictly, and what is wrong in it is named with file and key."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rules.kernel.errors import SetupError
from rules.kernel.shelves import read, shelf


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str


class Things(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    thing: tuple[Thing, ...]


def test_the_entries_stand_by_id_in_the_order_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "things.toml").write_text('[[thing]]\nid = "b"\n[[thing]]\nid = "a"\n')

    found = shelf("things.toml", "thing", read(tmp_path, "things.toml", Things).thing)

    assert list(found.values()) == [Thing("b"), Thing("a")]
    assert list(found) == ["b", "a"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("thing = ", "things.toml: Invalid value (at end of document); expected TOML"),
        ('[[thing]]\nname = "b"\n', "things.toml: thing[0].name: there is no such key"),
        (
            '[[thing]]\nid = "b"\n[[thing]]\nid = "b"\n',
            'things.toml: thing[1]: "b" is there already; expected an id of its own',
        ),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "things.toml").write_text(text)

    with pytest.raises(SetupError) as caught:
        shelf("things.toml", "thing", read(tmp_path, "things.toml", Things).thing)

    assert str(caught.value).startswith(said)
