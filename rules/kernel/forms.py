"""Decoded TOML into Structs, and refusals that say where, what is wrong and what would be right."""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Iterable
from typing import Final, Literal, TypeVar

import msgspec

from rules.kernel.errors import SetupError

T = TypeVar("T")
_PLACE: Final = re.compile(r"^(.*?)(?: - at (`key` in )?`\$([^`]*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[]+)|\[([0-9]+|\.\.\.)\]")
_FIELD: Final = re.compile(r"^Object (contains unknown|missing required) field `(.*)`$", re.DOTALL)
_OWN: Final = re.compile(r"^`(\w+)`: (.*)$", re.DOTALL)
"""What a Struct says itself of one of its fields, in the ValueError of its `__post_init__`."""
_BARE: Final = re.compile(r"^[A-Za-z0-9_-]+$")
_LONGEST: Final = 40
_ALIKE: Final = 0.6
_PARTS: Final = 6
"""So many are named that have the word in them."""
_PLAIN: Final[dict[object, str]] = {str: "text", int: "a whole number", bool: "true or false"}


def shaped(kind: type[T], raw: object, path: str = "") -> T:
    """Decode *raw*, which stands at *path*, into *kind*; raise SetupError if it does not fit."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), kind, raw, path) from None


def key(path: str, name: str) -> str:
    """The path of *name* below *path*, as TOML would write it, always on one line."""
    shown = name if _BARE.match(name) and len(name) <= _LONGEST else quoted(name)
    return f"{path}.{shown}" if path else shown


def quoted(text: str) -> str:
    """*text* in quotes, on one line and not too long, whatever is in it."""
    cut = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    escaped = cut.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{"".join(one if one.isprintable() else ascii(one)[1:-1] for one in escaped)}"'


def one_of(names: Iterable[str]) -> str:
    """In a sentence: "a, b or c"."""
    listed = list(names)
    if len(listed) <= 1:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"


def unknown(given: str, names: Iterable[str]) -> str:
    """What would have been right instead of *given*: the near misses, or else all there is."""
    known = list(names)
    parts = [one for one in known if given.lower() in one.split("-")]
    near = parts[:_PARTS] or _near(given.lower(), known) or _near(given, known)
    if near:
        return f"did you mean {one_of(near)}?"
    return f"expected {one_of(known)}" if known else "there are none"


def _near(given: str, known: list[str]) -> list[str]:
    """Slips of the pen for it, and what it begins: alike, and about as long."""
    found = difflib.get_close_matches(given, known, 3, _ALIKE)
    slack = max(1, len(given) // 3)
    return [one for one in found if one.startswith(given) or abs(len(one) - len(given)) <= slack]


def choice(path: str, what: str, given: str, known: Iterable[str]) -> None:
    """Raise SetupError unless *given* is one of *known*."""
    names = list(known)
    if given not in names:
        raise SetupError(path, f"there is no {what} {quoted(given)}; {unknown(given, names)}")


def within(path: str, value: int, lowest: int, highest: int) -> None:
    """Raise SetupError unless *value* lies from *lowest* to *highest*."""
    if not lowest <= value <= highest:
        expected = f"expected a whole number from {lowest} to {highest}"
        raise SetupError(path, f"{_shown(value)} is not possible; {expected}")


def _refusal(message: str, kind: object, raw: object, path: str) -> SetupError:
    found = _PLACE.match(message)
    text, of_key, at = found.groups() if found else (message, None, "")
    kind, raw, path = _walk(kind, raw, at or "", path)
    if of_key:
        return _wrong_key(kind, raw, path)
    own = _OWN.match(text)
    if own is not None:
        return SetupError(key(path, own[1]), own[2])
    field = _FIELD.match(text)
    if field is None:
        return SetupError(path, f"{_shown(raw)} is not possible; expected {_expected(kind)}")
    fields = _fields(kind)
    if field[1] == "missing required":
        return SetupError(
            key(path, field[2]), f"is missing; expected {_expected(fields[field[2]])}"
        )
    return SetupError(key(path, field[2]), f"there is no such key; {unknown(field[2], fields)}")


def _wrong_key(kind: object, raw: object, path: str) -> SetupError:
    """A table whose keys are a choice holds one that is none."""
    of_keys = _one(kind, dict)[0]
    wrong = next(name for name in typing.cast("dict[str, object]", raw) if not _fits(of_keys, name))
    known = [str(one) for one in _arguments(_bare(of_keys))]
    return SetupError(key(path, wrong), f"there is no such key; {unknown(wrong, known)}")


def _walk(kind: object, raw: object, at: str, path: str) -> tuple[object, object, str]:
    """Follow msgspec's path *at* through the type and through what was given."""
    for step in _STEP.finditer(at):
        name, index = step.groups()
        if name is not None:
            kind, raw = _fields(kind)[name], typing.cast("dict[str, object]", raw)[name]
            path = key(path, name)
        elif index == "...":  # msgspec does not say which key of a free table
            kind = _one(kind, dict)[1]
            table = typing.cast("dict[str, object]", raw)
            name = next(one for one, value in table.items() if not _fits(kind, value))
            raw, path = table[name], key(path, name)
        else:
            kind, raw = _one(kind, tuple)[0], typing.cast("list[object]", raw)[int(index)]
            path = f"{path}[{index}]"
    return kind, raw, path


def _fits(kind: object, raw: object) -> bool:
    try:
        msgspec.convert(raw, typing.cast("type[object]", kind))
    except msgspec.ValidationError:
        return False
    return True


def _arguments(kind: object) -> tuple[object, ...]:
    return typing.get_args(kind)


def _bare(kind: object) -> object:
    """The type without its limits."""
    return _arguments(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind


def _alternatives(kind: object) -> list[object]:
    either = (types.UnionType, typing.Union)  # pyright: ignore[reportDeprecated] (before 3.14, X | None is one or the other)
    if typing.get_origin(kind) in either:
        return [one for one in _arguments(kind) if one is not types.NoneType]
    return [kind]


def _one(kind: object, origin: type) -> tuple[object, ...]:
    """The arguments of the alternative of *kind* that is an *origin*."""
    found = next(one for one in _alternatives(kind) if typing.get_origin(_bare(one)) is origin)
    return _arguments(_bare(found))


def _fields(kind: object) -> dict[str, object]:
    """Name and type of every field of the Struct among the alternatives of *kind*."""
    found = next(one for one in _alternatives(kind) if _is_struct(one))
    listed = msgspec.structs.fields(typing.cast("type[msgspec.Struct]", found))
    return {field.encode_name: typing.cast("object", field.type) for field in listed}


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _shown(raw: object) -> str:
    if isinstance(raw, str):
        return quoted(raw)
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, int):
        # Python refuses to write numbers of thousands of digits.
        return str(raw) if abs(raw) < 10**_LONGEST else "a number of that size"
    if isinstance(raw, float):
        return str(raw)
    if isinstance(raw, dict):
        return "a table"
    return "a list" if isinstance(raw, list) else "a date or time"


def _expected(kind: object) -> str:
    """What *kind* accepts, in words."""
    return one_of(dict.fromkeys(_words(one) for one in _alternatives(kind)))


def _words(kind: object) -> str:
    if typing.get_origin(kind) is Literal:
        return one_of(quoted(one) if isinstance(one, str) else str(one) for one in _arguments(kind))
    bare = _bare(kind)
    if bare in _PLAIN:
        limits = [_limits(one) for one in _arguments(kind) if isinstance(one, msgspec.Meta)]
        return _PLAIN[bare] + "".join(limits)
    return "a list" if typing.get_origin(bare) is tuple else "a table"


def _limits(meta: msgspec.Meta) -> str:
    if meta.min_length is not None and meta.max_length is not None:
        also = f", {meta.description}" if meta.description else ""
        return f" of {meta.min_length} to {meta.max_length} characters{also}"
    if meta.ge is not None and meta.le is not None:
        return f" from {meta.ge} to {meta.le}"
    return ""
