"""What a game master keeps of a fight: Markdown of who won, who is hurt, what to roll for and what lies about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rules.catalogue import AnySetup, Teller
from rules.kernel.model import Event, Fate, Injury, Lost
from strikerank.errors import GivenError, one_line

_STATES: Final = {
    "up": "able to fight",
    "down": "down",
    "dead": "dead",
    "fled": "fled",
    "removed": "taken out of the fight",
    "prisoner": "taken prisoner",
}
_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>#|])")
_NOTHING: Final = "-"


def check_notes_file(file: str) -> None:
    """Raise GivenError if notes cannot be written there: before a fight is played, not after it."""
    try:
        with suppress(FileNotFoundError):
            Path(file).stat()
        if Path(file).is_dir():
            raise _cannot_be(file, "Is a directory")
        if not Path(file).parent.is_dir():
            raise _cannot_be(file, "No such file or directory")
    except (OSError, ValueError) as error:
        raise _unwritable(file, error) from None


def write_notes(file: str, teller: Teller, setup: AnySetup, end: Event, seed: str) -> None:
    """Write the notes of a fight into *file*; raises GivenError if that cannot be."""
    line = teller.line(end)
    text = notes(setup, end, line.text if line is not None else "", seed)
    try:
        Path(file).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _unwritable(file, error) from None


def _unwritable(file: str, error: OSError | ValueError) -> GivenError:
    """Of a ValueError too: a name may have a NUL in it."""
    if isinstance(error, OSError) and error.strerror:
        return _cannot_be(file, error.strerror)
    return _cannot_be(file, str(error))


def _cannot_be(file: str, problem: str) -> GivenError:
    return GivenError(f"--notes {file}", f"cannot be written: {problem}; expected a file")


def notes(setup: AnySetup, end: Event, told: str, seed: str = "") -> str:
    """The page about a fight that has ended with *end*, which reads like *told*."""
    names = {one.id: _plain(one.name) for one in end.fates}
    parts = [f"# {_plain(setup.name)}", _plain(told)]
    if seed:
        parts.append(f"Seed {seed}. {_losses(end.fates)}")
    else:
        parts.append(_losses(end.fates))
    winners = end.facts.get("winner", "").split("+")
    for side in setup.sides:
        people = [one for one in end.fates if one.side == side.id]
        if people:
            won = ", who won" if side.id in winners else ""
            parts += [f"## {_plain(side.name)}{won}", _table(people)]
    parts += _list("To tend", (_tending(names[one.id], one) for one in end.fates))
    parts += _list("To roll for experience", (_learning(names[one.id], one) for one in end.fates))
    parts += _list("To pick up", _lying(end.fates))
    return "\n\n".join(parts) + "\n"


def _losses(fates: Sequence[Fate]) -> str:
    """How many came out of it how."""
    counted = {word: sum(one.state == state for one in fates) for state, word in _STATES.items()}
    return ", ".join(f"{number} {word}" for word, number in counted.items() if number) + "."


def _table(people: Sequence[Fate]) -> str:
    """How those of a side stand, are wounded, and what they spent or lost."""
    rows = [["Who", "Is", "Wounds", "Spent and lost"]]
    for one in people:
        state = ", ".join(filter(None, (_STATES[one.state], one.fatigue)))
        wounds = "; ".join(map(_wound, one.wounds)) or _NOTHING
        rows.append([_plain(one.name), state, wounds, "; ".join(map(_lost, one.lost)) or _NOTHING])
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    rows.insert(1, ["-" * width for width in widths])
    return "\n".join(
        f"| {' | '.join(f'{cell:<{width}}' for cell, width in zip(row, widths, strict=True))} |"
        for row in rows
    )


def _wound(wound: Injury) -> str:
    severity = f"{wound.severity} " if wound.severity else ""
    return f"{severity}{wound.place} {wound.left}/{wound.full}"


def _lost(lost: Lost) -> str:
    name = _plain(lost.name)
    if lost.how == "shot":
        return f"{lost.number} shot with the {name}"
    if lost.how == "spent":
        return f"{lost.number} {name}"
    if lost.how == "thrown":
        return f"{name} thrown" + (f" ({lost.number})" if lost.number > 1 else "")
    return f"{name} {lost.how}"


def _tending(name: str, fate: Fate) -> list[str]:
    bleeding = [one.place for one in fate.wounds if one.bleeds]
    where = f": {', '.join(bleeding)}" if bleeding else ""
    if fate.dies is not None:
        return [f"{name} dies at the end of round {fate.dies} if nobody tends it{where}"]
    return [f"{name} bleeds{where}"] if bleeding else []


def _learning(name: str, fate: Fate) -> list[str]:
    skills = [_plain(one) for one in fate.succeeded]
    alive = fate.state != "dead"
    return [f"{name}: {', '.join(skills)}"] if skills and alive else []


def _lying(fates: Sequence[Fate]) -> Iterable[list[str]]:
    """What was shot, thrown and dropped, with whose it is."""
    for one in fates:
        lying = [lost for lost in one.lost if lost.how in ("shot", "thrown", "dropped")]
        yield [f"{', '.join(map(_lost, lying))} ({_plain(one.name)})"] if lying else []


def _list(heading: str, items: Iterable[list[str]]) -> list[str]:
    found = [f"- {item}" for some in items for item in some]
    return [f"## {heading}", "\n".join(found)] if found else []


def _plain(text: str) -> str:
    """*text* on one line, and as it stands: none of it is Markdown."""
    return _SPECIAL.sub(r"\\\1", one_line(text))
