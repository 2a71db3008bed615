"""Reports as rows for a spreadsheet: one for each side, each person, and each end without a winner."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

from arena.report import Report, Share, SideReport

COLUMNS: Final = (
    *("scenario", "minds", "seed", "version", "row", "side", "id", "name", "played_by", "fights"),
    *("wins", "wins_low", "wins_high", "combatants", "up", "down", "prisoners", "dead", "left"),
    *("survivors", "deadly", "deadly_low", "deadly_high", "rounds"),
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def csv_of(reports: Iterable[Report]) -> str:
    """A line of headings, and below it the rows of one report after the other; shares are from 0 to 1."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for report in reports:
        for row in _rows(report):
            writer.writerow({key: _cell(one) for key, one in row.items()})
    return out.getvalue()


def _rows(report: Report) -> Iterable[dict[str, object]]:
    same: dict[str, object] = {
        "scenario": report.scenario,
        "minds": " ".join(report.minds),
        "seed": report.seed,
        "version": report.version,
    }
    ended = report.fights - report.failures.fights
    rounds = {"rounds": report.rounds.mean} if report.rounds else {}
    for side, found in report.sides.items():
        yield (
            {**same, "row": "side", "side": side, "id": side, "fights": ended} | _of(found) | rounds
        )
        for one in found.people:
            yield {
                **same,
                "row": "person",
                "side": side,
                "id": one.id,
                "name": one.name,
                "fights": one.fights,
                "up": one.up,
                "down": one.down,
                "prisoners": one.prisoners,
                "dead": one.dead,
                "left": one.left,
            }
    for kind, share in report.without_winner.items():
        yield {**same, "row": "end", "id": kind, "fights": ended} | _share("wins", share) | rounds


def _of(side: SideReport) -> dict[str, object]:
    return {
        "name": side.name,
        "played_by": " ".join(side.minds),
        "combatants": side.combatants,
        "up": side.up,
        "down": side.down,
        "prisoners": side.prisoners,
        "dead": side.dead,
        "left": side.left,
        "survivors": side.survivors,
        **_share("wins", side.wins),
        **_share("deadly", side.deadly),
    }


def _share(name: str, share: Share) -> dict[str, object]:
    return {name: share.share, f"{name}_low": share.low, f"{name}_high": share.high}


def _cell(value: object) -> object:
    """What begins like a formula is text to a spreadsheet only with a quote before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
