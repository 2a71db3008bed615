"""Compile the rule machines where that works; otherwise install the same files as they are."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from setuptools import setup

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent
MODE = os.environ.get("STRIKERANK_COMPILE", "auto")  # auto, 1 = it must work, 0 = never
EFFORT = os.environ.get(
    "STRIKERANK_OPTIMIZE", "3"
)  # of the C compiler; 0 is soon done, for a check

INTERPRETED = frozenset({"__init__.py", "data.py", "model.py"})
"""Names that never compile: a Struct in a compiled module silently loses `tag` and `frozen`."""


def compiled_files() -> list[str]:
    """Return the files that mypyc compiles, from the project's root: decided here and nowhere else."""
    rules = (ROOT / "rules").rglob("*.py")
    return sorted(str(file.relative_to(ROOT)) for file in rules if file.name not in INTERPRETED)


def extensions() -> list[Extension]:
    if MODE == "0" or "editable_wheel" in sys.argv:  # beside the source a stale build would win
        return []
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 (may be missing, and then nothing compiles)

        made = mypycify(
            compiled_files(),
            group_name="strikerank_rules",
            debug_level="0",
            opt_level=EFFORT,
            multi_file=True,
        )
    except (ImportError, SystemExit):  # mypycify leaves the process on a type error
        if MODE == "1":
            raise
        return []
    for extension in made:
        extension.optional = MODE != "1"
    return cast("list[Extension]", made)  # typed as the older class of the same name


if __name__ == "__main__":
    setup(ext_modules=extensions())
