"""Whose mind decides for whom: the scenario's, another by name, or a policy file loaded by its path."""

from __future__ import annotations

import contextlib
import inspect
import io
import sys
from collections.abc import Callable, Coroutine, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import Final, cast, final

import msgspec

from rules.catalogue import SYSTEMS, AnySetup, Policy, System
from rules.kernel.forms import unknown
from rules.kernel.model import Answer
from rules.request.model import Add
from strikerank.errors import GivenError, shortened

SUFFIX: Final = ".py"
DECIDE: Final = "decide"
MIND: Final = "--mind"
"""The option that the words come from, as errors name it."""
_LONGEST: Final = 300


def minds_of(system: System, setup: AnySetup, given: tuple[str, ...]) -> dict[str, Policy]:
    """The policy of each combatant; *given* are words like SIDE=NAME or SIDE=FILE.py."""
    return Minds(system, setup, given)()


@final
class Minds:
    """Who decides for whom; called for each fight, so that no fight knows what another taught a mind.

    It can be sent to another process, with the files as they were read here.
    """

    def __init__(
        self, system: System, setup: AnySetup, given: tuple[str, ...], option: str = MIND
    ) -> None:
        entries = [*setup.combatants]
        entries += [one.change.entry for one in setup.amendments if isinstance(one.change, Add)]
        self._system = system.name
        self._entries = [(entry.id, entry.side, entry.mind) for entry in entries]
        self._given = _by_side(system, setup, given, option)

    def __call__(self) -> dict[str, Policy]:
        """The policy of each combatant in one fight."""
        policies = SYSTEMS[self._system].policies
        by_side = {
            side: policies[mind] if isinstance(mind, str) else mind.policy()
            for side, mind in self._given.items()
        }
        return {who: by_side.get(side) or policies[mind] for who, side, mind in self._entries}

    def names(self) -> dict[str, str]:
        """The name of the mind of each combatant; raises GivenError for a file, which has none."""
        names: dict[str, str] = {}
        for who, side, mind in self._entries:
            given = self._given.get(side, mind)
            if not isinstance(given, str):
                what = f"--mind of {side}"
                raise GivenError(what, "is a file; expected a mind that ships")
            names[who] = given
        return names

    def by_side(self) -> dict[str, list[str]]:
        """The minds, or the names of their files, that decide for each side; each once."""
        found: dict[str, list[str]] = {}
        for _, side, own in self._entries:
            mind = self._given.get(side, own)
            name = mind if isinstance(mind, str) else mind.name
            if name not in found.setdefault(side, []):
                found[side].append(name)
        return found

    def others(self) -> dict[str, str]:
        """The name of the mind, or of its file, of everybody for whom the scenario has another."""
        given = {
            side: mind if isinstance(mind, str) else mind.name for side, mind in self._given.items()
        }
        return {
            who: given[side] for who, side, mind in self._entries if given.get(side, mind) != mind
        }

    @property
    def are_given(self) -> bool:
        """Has anybody another mind than the scenario says?"""
        return bool(self._given)


def _by_side(
    system: System, setup: AnySetup, given: tuple[str, ...], option: str
) -> Mapping[str, str | PolicyFile]:
    found: dict[str, str | PolicyFile] = {}
    sides = [side.id for side in setup.sides]
    for word in given:
        what = f"{option} {word}"
        side, equals, mind = word.partition("=")
        if not equals:
            raise GivenError(what, "expected SIDE=NAME or SIDE=FILE.py")
        if side not in sides:
            raise GivenError(what, f"there is no side {side}; {unknown(side, sides)}")
        if side in found:
            raise GivenError(what, f"{side} has a mind already; expected one {option} for a side")
        if mind.endswith(SUFFIX):
            found[side] = PolicyFile(mind, len(found))
        elif mind in system.policies:
            found[side] = mind
        else:
            hint = unknown(mind, system.policies)
            raise GivenError(what, f"there is no mind {mind}; {hint}")
    return found


@final
class PolicyFile:
    """A Python file with a function `decide`; whatever goes wrong in it is told in one line."""

    def __init__(self, name: str, number: int) -> None:
        self._name = name
        self._path = _file(name)
        self._module = f"strikerank_mind_{number}_{self._path.stem}"
        with _Telling(name, "cannot be read", self._path):
            self._source = self._path.read_bytes()

    @property
    def name(self) -> str:
        """What the file is called, wherever it lies."""
        return self._path.name

    def policy(self) -> Policy:
        """Run the file, and return its function."""
        name, path = self._name, self._path
        # What is imported from beside the file is found, and hides nothing that is installed.
        if str(path.parent) not in sys.path:
            sys.path.append(str(path.parent))
        module = ModuleType(self._module)
        module.__file__ = str(path)
        sys.modules[self._module] = module  # dataclasses look their module up there
        with _Telling(name, "cannot be loaded", path):
            exec(_compiled(self._source, str(path)), module.__dict__)  # noqa: S102 - whose file it is wants it run
            decide = cast("object", getattr(module, DECIDE, None))
        if not callable(decide):
            raise GivenError(name, "holds no function decide(sight); expected one")
        if inspect.iscoroutinefunction(decide):
            raise GivenError(name, "decide is `async def`; expected a plain function decide(sight)")
        return _guarded(name, path, self._source, cast("Callable[[object], object]", decide))


@lru_cache
def _compiled(source: bytes, path: str) -> CodeType:
    return compile(source, path, "exec", dont_inherit=True)


def _file(name: str) -> Path:
    with contextlib.suppress(OSError):  # a name too long for a file
        path = Path(name)
        if path.is_file():
            return path.resolve()
    raise GivenError(name, "there is no such file; expected Python with a function decide(sight)")


def _guarded(name: str, path: Path, source: bytes, decide: Callable[[object], object]) -> Policy:
    def policy(sight: object) -> Answer:
        try:
            with _Telling(name, "decide failed", path):
                answer = decide(sight)
        except GivenError as error:
            hint = _stranger(source, sight)
            if not hint:
                raise
            raise GivenError(name, f"{error.problem}; {hint}") from error
        if not isinstance(answer, Answer):
            if inspect.iscoroutine(answer):
                cast("Coroutine[object, object, object]", answer).close()
            kind = type(answer).__name__
            raise GivenError(name, f"decide returned {kind}; expected an Answer")
        try:
            # Structs made in Python are not checked, and the rules rely on what is in them.
            return msgspec.convert(msgspec.to_builtins(answer), Answer)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            problem = f"decide returned an Answer that is none: {_text(error)}"
            raise GivenError(name, problem) from error

    return policy


def _stranger(source: bytes, sight: object) -> str:
    """That a file is written for another system than the fight's, if it is."""
    here = f"{type(sight).__module__}."
    of = [one.title for one in SYSTEMS.values() if here.startswith(f"{one.package}.")]
    named = [one.title for one in SYSTEMS.values() if f"{one.package}.".encode() in source]
    if not of or not named or of[0] in named:
        return ""
    return f"the file is written for {named[0]}, and this fight is {of[0]}"


@final
class _Telling:
    """Runs somebody's code: its output goes to standard error, its errors become one line."""

    def __init__(self, name: str, what: str, path: Path) -> None:
        self._name = name
        self._what = what
        self._path = path
        self._streams = (sys.stdout, sys.stderr)

    def __enter__(self) -> None:
        self._streams = (sys.stdout, sys.stderr)
        sys.stdout = sys.stderr = _Aside()

    def __exit__(
        self, _kind: object, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        sys.stdout, sys.stderr = self._streams
        # SystemExit and GeneratorExit too: a fight does not end because a mind wants to.
        if error is not None and not isinstance(error, KeyboardInterrupt):
            raise GivenError(self._name, f"{self._what}: {_told(error, self._path)}") from error


@final
class _Aside(io.TextIOBase):
    """Where a mind prints: standard error as it is now, which the mind cannot close."""

    def __init__(self) -> None:
        super().__init__()
        self._to = sys.stderr

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        with contextlib.suppress(OSError, ValueError, AttributeError):  # closed or full: let it be
            self._to.write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            self._to.flush()

    def close(self) -> None:
        self.flush()


def _told(error: BaseException, path: Path) -> str:
    """The error, and the last line of the file it passed through."""
    full = str(path)
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == full else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == full:
            line = trace.tb_lineno
        trace = trace.tb_next
    where = f"line {line}: " if line is not None else ""
    return f"{where}{_text(error, named=True)}"


def _text(error: BaseException, *, named: bool = False) -> str:
    """What the error says, if it can say it."""
    try:
        name = type(error).__name__ if named else ""
    except Exception:  # noqa: BLE001 - it is somebody else's class
        name = "an error without a name"
    try:
        said = shortened(str(error), _LONGEST)
    except Exception:  # noqa: BLE001 - it is somebody else's __str__
        said = "(what it says cannot be read)"
    return ": ".join(one for one in (name, said) if one)
