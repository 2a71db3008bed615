"""What this build is: its version, and whether the rules in it are compiled."""

from __future__ import annotations

import platform
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "strikerank"
PROBE = "rules.request.course.machine"


def rules_are_compiled() -> bool:
    return not (import_module(PROBE).__file__ or "").endswith(".py")


def version_number() -> str:
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "(not installed)"


def version_text() -> str:
    how = "compiled" if rules_are_compiled() else "interpreted"
    return f"strikerank {version_number()}, rules {how}, Python {platform.python_version()}"


def version_with_rules(rules_version: int) -> str:
    """Of this build and of the rules it plays, as the journal keeps it: "1.2.0+rules.3"."""
    return f"{version_number()}+rules.{rules_version}"
