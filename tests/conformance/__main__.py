"""``python -m tests.conformance --fights 20000``: random fights of everything, judged by the table, on all cores."""

from __future__ import annotations

import argparse
import sys
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tests.conformance.many import JUDGES, all_judged, keeping, kept_in
from tests.conformance.report import report_on


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first number")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0 is all cores")
    parser.add_argument(
        "--kept", type=Path, help="a file of verdicts: those in it are not played again"
    )
    parser.add_argument("--system", choices=[*JUDGES], default="request")
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.fights)
    kept = kept_in(asked.kept) if asked.kept else {}
    missing = [number for number in numbers if number not in kept]
    verdicts = all_judged(missing, asked.workers, asked.system)
    if asked.kept:
        verdicts = keeping(verdicts, asked.kept)
    shown = track(verdicts, "fights", total=len(missing), console=Console(stderr=True))
    report = report_on(chain((kept[number] for number in numbers if number in kept), shown))
    sys.stdout.writelines(f"{line}\n" for line in report.lines())
    return 1 if report.breaches else 0


if __name__ == "__main__":
    sys.exit(main())
