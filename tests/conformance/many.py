"""Thousands of random fights on all cores, each verdict kept as soon as it is there."""

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from tests.conformance.report import Verdict
from tests.conformance.request import judged
from tests.conformance.rivers import judged as judged_of_rivers

Judge = Callable[[int], Verdict]
JUDGES: Final[dict[str, Judge]] = {"request": judged, "rivers": judged_of_rivers}
"""By rule system."""


def surely_judged(number: int, judge: Judge = judged) -> Verdict:
    """The fight of this number, judged; one that breaks off is a breach as well."""
    try:
        return judge(number)
    except Exception:  # noqa: BLE001 - whatever it is, the other fights go on
        return Verdict(number, "crash", 0, {}, {"crash": [traceback.format_exc()]})


def all_judged(
    numbers: Sequence[int], workers: int = 0, system: str = "request"
) -> Iterator[Verdict]:
    """Each of *numbers*, by so many processes, or by as many as there are cores."""
    judge = partial(surely_judged, judge=JUDGES[system])
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers or os.cpu_count() or 1, mp_context=fresh) as pool:
        yield from pool.map(judge, numbers, chunksize=4)


def kept_in(file: Path) -> dict[int, Verdict]:
    """What stands in it, by number; the last line may have been cut off."""
    found: dict[int, Verdict] = {}
    for line in file.read_bytes().splitlines() if file.exists() else ():
        try:
            verdict = msgspec.json.decode(line, type=Verdict)
        except msgspec.DecodeError:
            continue
        found[verdict.number] = verdict
    return found


def keeping(verdicts: Iterable[Verdict], file: Path) -> Iterator[Verdict]:
    """*verdicts*, each written to a line of *file* when it comes."""
    with file.open("ab") as lines:
        if file.stat().st_size and not file.read_bytes().endswith(b"\n"):
            lines.write(b"\n")
        for verdict in verdicts:
            lines.write(msgspec.json.encode(verdict) + b"\n")
            lines.flush()
            yield verdict
