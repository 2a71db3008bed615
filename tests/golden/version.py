"""Is a step of the rules' version due?  What the last release played is kept in released.toml.

Between two releases there is one step, however many changes: so nobody's step is in the way of anybody else's.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.rulebook import ROOT, book_of, sentences

RELEASED: Final = Path(__file__).with_name("released.toml")
MODULE: Final = ROOT / "rules" / "request" / "version.py"
_CONSTANT: Final = re.compile(r"^(RULES_VERSION: Final = )\d+$", re.MULTILINE)
_BOOK: Final = "RULES.md"


class Rules(NamedTuple):
    """Rules by what they say and do: a version, and digests of the sentences and of each golden fight."""

    version: int
    digests: Mapping[str, str]


def digests(logs: Mapping[str, bytes]) -> dict[str, str]:
    """Of the rule book, and of what happens in each of *logs*; what a fight begins with is no outcome."""
    book = "\n".join(f"{key} {sentence}" for key, sentence in sentences(book_of("request")))
    happened = {name: log.partition(b"\n")[2] for name, log in logs.items()}
    return {_BOOK: _digest(book.encode())} | {name: _digest(log) for name, log in happened.items()}


def _digest(what: bytes) -> str:
    return hashlib.sha256(what).hexdigest()


def due(released: Rules, now: Mapping[str, str]) -> int:
    """The version that rules with the digests *now* must have; a fight that is new changes nothing."""
    known = released.digests
    return released.version + any(now[name] != known[name] for name in now if name in known)


def released() -> Rules:
    """The rules of the last release."""
    found = tomllib.loads(RELEASED.read_text(encoding="utf-8"))
    return Rules(found["version"], found["digests"])


def release(rules: Rules) -> None:
    """From now on *rules* are those of the last release."""
    lines = [f'"{name}" = "{digest}"' for name, digest in rules.digests.items()]
    head = "# What the last release played: `python -m tests.golden.record --release` writes it, and nobody else.\n"
    text = f"{head}version = {rules.version}\n\n[digests]\n" + "\n".join(lines) + "\n"
    RELEASED.write_text(text, encoding="utf-8")


def step_to(version: int) -> None:
    """Write the constant."""
    before = MODULE.read_text(encoding="utf-8")
    MODULE.write_text(_CONSTANT.sub(rf"\g<1>{version}", before), encoding="utf-8")
