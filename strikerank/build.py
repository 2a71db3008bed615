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
