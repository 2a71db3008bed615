"""``python -m tests.conformance --fights 20000``: random fights of everything, judged by the table, on all cores."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from rich.console import Console
from rich.progress import track

from tests.conformance.report import report_on
from tests.conformance.request import judged


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.fights)
    console = Console(stderr=True)
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(asked.workers, mp_context=fresh) as pool:
        verdicts = pool.map(judged, numbers, chunksize=4)
        shown = track(verdicts, "fights", total=len(numbers), console=console)
        report = report_on(shown)
    sys.stdout.writelines(f"{line}\n" for line in report.lines())
    return 1 if report.breaches else 0


if __name__ == "__main__":
    sys.exit(main())
