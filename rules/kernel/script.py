"""What happens of itself in a scenario, as far as every system knows it: moments, and one change at each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, Protocol, TypeVar

from rules.kernel.errors import SetupError
from rules.kernel.forms import key, one_of, within
from rules.kernel.model import Moment

LATEST: Final = 10_000
SCENARIO: Final = "scenario"
"""Who makes these changes, as events name it."""
NOT_A_CHANGE: Final = ("at", "reason")


class Written(Protocol):
    """An amendment as a scenario says it: when, why, and one field for each change that there is."""

    __struct_fields__: ClassVar[tuple[str, ...]]

    @property
    def at(self) -> Moment: ...


W = TypeVar("W", bound=Written)


def in_order(written: Iterable[W]) -> list[tuple[int, W]]:
    """Amendments with their numbers, in the order of their moments."""
    return sorted(enumerate(written), key=_by_moment)


def _by_moment(numbered: tuple[int, Written]) -> tuple[int, int, int]:
    at = numbered[1].at
    return at.round, at.phase, -at.rank


def check_moment(at: Moment, path: str) -> None:
    """Raise SetupError unless that is a moment of a fight."""
    within(key(path, "round"), at.round, 1, LATEST)
    within(key(path, "phase"), at.phase, 1, 99)
    within(key(path, "rank"), at.rank, 1, 99)


def the_change(written: Written, path: str) -> str:
    """The name of the one change that is written there; SetupError for none and for several."""
    names = [name for name in written.__struct_fields__ if name not in NOT_A_CHANGE]
    given = [name for name in names if getattr(written, name) is not None]
    if len(given) != 1:
        problem = f"{' and '.join(given)} in one" if given else "nothing happens"
        raise SetupError(path, f"{problem}; expected exactly one of {one_of(names)}")
    return given[0]


def too_late(moments: Iterable[Moment], cap: int) -> list[str]:
    """What is possible and most likely not meant: an amendment after the last round."""
    late = [at.round for at in moments if at.round > cap]
    return [f"an amendment of round {late[0]} comes after the last round, {cap}"] if late else []
