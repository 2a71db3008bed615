"""The secrets of links: made from one key and what they open, so that they can be printed again."""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from pathlib import Path
from typing import Final, Literal, final

import msgspec

KEY_BYTES: Final = 32
_LENGTH: Final = 43
_FIGHT_BYTES: Final = 9

Role = Literal["seat", "spectator"]
_WAYS: Final[dict[Role, str]] = {"seat": "seat", "spectator": "watch"}


class KeyFileError(Exception):
    """The file of the key, *path*, is not what it should be; one line."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")


class Door(msgspec.Struct, frozen=True):
    """What a link opens: the seat of *combatant* in *fight*, or the view of its spectators."""

    fight: str
    role: Role
    combatant: str = ""


@final
class Tokens:
    """Makes the tokens of one key, and tells which door each opens."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._doors: dict[str, Door] = {}

    def token(self, door: Door) -> str:
        """The secret that opens *door*, the same each time; from now on it does."""
        text = f"{door.fight}/{door.role}/{door.combatant}".encode()
        digest = hmac.digest(self._key, text, "sha256")
        token = base64.urlsafe_b64encode(digest).decode()[:_LENGTH]
        self._doors[token] = door
        return token

    def link(self, url: str, door: Door) -> str:
        """The link that opens *door*; its secret stands in the fragment, which no server sees."""
        return f"{url}/#/{_WAYS[door.role]}/{self.token(door)}"

    def door(self, given: str) -> Door | None:
        """The door that *given* opens; every one is tried, so that the time tells nothing."""
        found: Door | None = None
        for token, door in self._doors.items():
            if hmac.compare_digest(token.encode(), given.encode()):
                found = door
        return found


def new_fight_id() -> str:
    """A public name for a new fight, which no command line takes for an option."""
    while not (name := secrets.token_urlsafe(_FIGHT_BYTES))[0].isalnum():
        pass
    return name


def drawn_key() -> bytes:
    """A key for as long as the process lasts."""
    return secrets.token_bytes(KEY_BYTES)


def kept_key(path: Path) -> bytes:
    """The key in the file *path*, which is made if it is not there; raises KeyFileError.

    It is there whole or not at all: it is written beside, and takes its name then.
    """
    if path.exists():
        return _read(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    key = drawn_key()
    try:
        fd = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise KeyFileError(path, f"cannot be made: {error.strerror}") from None
    return key


def _read(path: Path) -> bytes:
    try:
        key = path.read_bytes()
    except OSError as error:
        raise KeyFileError(path, f"cannot be read: {error.strerror}") from None
    if len(key) != KEY_BYTES:
        expected = (
            f"expected {KEY_BYTES} bytes; without the file a new key is drawn, and old links end"
        )
        raise KeyFileError(path, f"holds {len(key)} bytes; {expected}")
    return key
