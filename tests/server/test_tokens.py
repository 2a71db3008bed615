"""A link opens one door, is the same after a restart, and cannot be guessed from another."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from server.tokens import Door, KeyFileError, Tokens, drawn_key, kept_key, new_fight_id

SEAT = Door("f1", "seat", "joss")
WATCH = Door("f1", "spectator")


def test_a_link_opens_its_door_and_no_other() -> None:
    tokens = Tokens(drawn_key())
    seat, watch = tokens.token(SEAT), tokens.token(WATCH)

    assert tokens.door(seat) == SEAT
    assert tokens.door(watch) == WATCH
    assert seat != watch
    for wrong in ("", "joss", seat[:-1], seat + "A", seat.swapcase(), "ü"):
        assert tokens.door(wrong) is None


def test_a_door_that_nobody_made_does_not_open() -> None:
    key = drawn_key()
    token = Tokens(key).token(SEAT)

    assert Tokens(key).door(token) is None


def test_the_same_key_gives_the_same_links_and_another_gives_others() -> None:
    key = drawn_key()

    assert Tokens(key).token(SEAT) == Tokens(key).token(SEAT)
    assert Tokens(key).token(SEAT) != Tokens(drawn_key()).token(SEAT)


def test_a_token_fits_into_a_hello_and_an_address() -> None:
    tokens = [Tokens(bytes([number]) * 32).token(SEAT) for number in range(50)]

    assert {len(token) for token in tokens} == {43}
    assert all(set(token) <= set("-_" + ALPHANUMERIC) for token in tokens)


ALPHANUMERIC = "".join(map(chr, [*range(48, 58), *range(65, 91), *range(97, 123)]))


def test_the_secret_stands_in_the_fragment() -> None:
    tokens = Tokens(bytes(32))
    url = "http://127.0.0.1:8080"

    assert tokens.link(url, SEAT) == f"{url}/#/seat/{tokens.token(SEAT)}"
    assert tokens.link(url, WATCH) == f"{url}/#/watch/{tokens.token(WATCH)}"


def test_the_name_of_a_fight_is_no_option_of_a_command_line() -> None:
    names = [new_fight_id() for _ in range(1000)]

    assert len(set(names)) == 1000
    assert all(name[0] in ALPHANUMERIC for name in names)


# --- the file of the key ----------------------------------------------------------------------


def test_a_kept_key_stays_and_is_nobody_elses(tmp_path: Path) -> None:
    path = tmp_path / "key"

    key = kept_key(path)

    assert len(key) == 32
    assert kept_key(path) == key
    assert path.read_bytes() == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_key_that_is_none_is_refused_and_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(b"short")

    with pytest.raises(KeyFileError) as refused:
        kept_key(path)

    assert str(refused.value) == (
        f"{path}: holds 5 bytes; expected 32 bytes;"
        " without the file a new key is drawn, and old links end"
    )
    assert path.read_bytes() == b"short"


def test_a_key_that_cannot_be_made_or_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="key: cannot be made: No such file"):
        kept_key(tmp_path / "nowhere" / "key")

    (tmp_path / "key").mkdir()
    with pytest.raises(KeyFileError, match="key: cannot be read: Is a directory"):
        kept_key(tmp_path / "key")
