"""The form of a scenario: what its TOML may say, before anything is looked up.  Never compiled."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.field.model import WrittenMap
from rules.kernel.model import (
    Engage,
    Moment,
    Move,
    Place,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.kernel.people.model import (
    PlainName,
    WrittenLine,
    WrittenPerson,
    WrittenSide,
)
from rules.rivers.model import Metres, Options, Percent, Points


class WrittenCombatant(WrittenPerson, frozen=True, forbid_unknown_fields=True):
    """A combatant; ``missiles`` change one by one.

    ``foci`` has the points of the focus of a spell, ``under`` those of the spells it is under
    from the start, ``ready`` those of a finished ritual; ``back`` is how far behind its line it stands,
    ``at`` a hex of the map or a mark on it.  With ``shield_slung`` its shields are on its back, with ``helmet_off`` its
    helmet is not on its head.
    """

    hide: Points | None = None
    move: Points | None = None
    missiles: dict[str, Points] = {}  # noqa: RUF012 - a Struct makes it anew
    spells: tuple[str, ...] = ()
    rune: Percent | None = None
    rune_points: Points | None = None
    magic_points: Points | None = None
    foci: dict[str, Points] = {}  # noqa: RUF012 - a Struct makes it anew
    focus: str | None = None
    under: dict[str, Points] = {}  # noqa: RUF012 - a Struct makes it anew
    ready: dict[str, Points] = {}  # noqa: RUF012 - a Struct makes it anew
    back: Metres = 0
    unaware: bool = False
    at: str | None = None
    shield_slung: bool = False
    helmet_off: bool = False


class WrittenStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it begins: the metres between the sides, who chooses first, who is surprised or unaware, weapons in hand or not."""

    distance: Metres = 0
    first: str | None = None
    surprised: tuple[str, ...] = ()
    unaware: tuple[str, ...] = ()
    drawn: bool = True


class WrittenAmendment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens of itself at the beginning of a round: exactly one of the fields below ``reason``."""

    at: Moment
    reason: PlainName | None = None
    remove: str | None = None
    end: str | None = None
    move: Move | None = None
    place: Place | None = None
    engage: Engage | None = None
    hit_points: SetHitPoints | None = None
    points: SetPoints | None = None
    status: SetStatus | None = None
    gear: SetGear | None = None


class WrittenScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole scenario."""

    name: PlainName
    rules: Literal["rivers"]
    sides: tuple[str | WrittenSide, ...]
    combatants: tuple[WrittenLine | WrittenCombatant, ...] = ()
    options: Options = Options()
    start: WrittenStart = WrittenStart()
    map: WrittenMap | None = None
    amend: tuple[WrittenAmendment, ...] = ()
