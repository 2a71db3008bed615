"""Whose mind decides for whom: the scenario's, another by name, or a policy file loaded by its path."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, cast

from rules.catalogue import Policy, System
from rules.kernel.forms import unknown
from rules.kernel.model import Answer
from rules.request.model import Add, Setup
from strikerank.errors import GivenError

SUFFIX: Final = ".py"
DECIDE: Final = "decide"


def minds_of(system: System, setup: Setup, given: tuple[str, ...]) -> dict[str, Policy]:
    """The policy of each combatant; *given* are words like SIDE=NAME or SIDE=FILE.py."""
    by_side = _by_side(system, setup, given)
    entries = [*setup.combatants]
    entries += [one.change.entry for one in setup.amendments if isinstance(one.change, Add)]
    return {entry.id: by_side.get(entry.side) or system.policies[entry.mind] for entry in entries}


def _by_side(system: System, setup: Setup, given: tuple[str, ...]) -> Mapping[str, Policy]:
    found: dict[str, Policy] = {}
    sides = [side.id for side in setup.sides]
    for word in given:
        what = f"--mind {word}"
        side, equals, mind = word.partition("=")
        if not equals:
            raise GivenError(what, "expected SIDE=NAME or SIDE=FILE.py")
        if side not in sides:
            raise GivenError(what, f"there is no side {side}; {unknown(side, sides)}")
        if mind.endswith(SUFFIX):
            found[side] = policy_file(mind)
        elif mind in system.policies:
            found[side] = system.policies[mind]
        else:
            hint = unknown(mind, system.policies)
            raise GivenError(what, f"there is no mind {mind}; {hint}")
    return found


def policy_file(name: str) -> Policy:
    """The function `decide` of a Python file; whatever goes wrong in it is told in one line."""
    path = Path(name)
    if not path.is_file():
        raise GivenError(
            name, "there is no such file; expected Python with a function decide(sight)"
        )
    spec = importlib.util.spec_from_file_location(f"strikerank_mind_{path.stem}", path)
    if spec is None or spec.loader is None:  # pragma: no cover - the suffix is .py
        raise GivenError(name, "cannot be loaded; expected Python")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise GivenError(name, f"cannot be loaded: {_told(error, path)}") from error
    decide = cast("object", getattr(module, DECIDE, None))
    if not callable(decide):
        raise GivenError(name, "holds no function decide(sight); expected one")
    return _guarded(name, path, cast("Callable[[object], object]", decide))


def _guarded(name: str, path: Path, decide: Callable[[object], object]) -> Policy:
    def policy(sight: object) -> Answer:
        try:
            answer = decide(sight)
        except Exception as error:
            raise GivenError(name, f"decide failed: {_told(error, path)}") from error
        if not isinstance(answer, Answer):
            kind = type(answer).__name__
            raise GivenError(name, f"decide returned {kind}; expected an Answer")
        return answer

    return policy


def _told(error: Exception, path: Path) -> str:
    """The error, and the last line of the file it passed through."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    where = f"line {line}: " if line is not None else ""
    return f"{where}{type(error).__name__}: {error}"
