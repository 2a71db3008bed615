"""`python -m bench`: every measurement in one run, as tables with ratios."""

from __future__ import annotations

import sys

from bench import engagements
from bench.beside import RIVERS, Beside, beside
from bench.cases import Case, ford, in_contact, plain, plain_rivers
from bench.rounds import FIGHTS, WITHIN, lengths
from bench.speed import REPEATS, costs, speeds
from bench.workers import paces
from scheduler.collector import collect_seldom
from strikerank.build import version_text


def main() -> None:
    collect_seldom()  # as every command does
    print(version_text())
    print(f"CPU time on one core, median of {REPEATS} repeats\n")
    for case in (plain(), in_contact(), ford(), plain_rivers()):
        _speed_table(case)
    _beside_table("plain, 2 v 2", beside())
    _beside_table("Rivers, plain, 2 v 2", beside(RIVERS, "rivers"))
    _cost_table((plain(), ford(), plain_rivers()))
    _workers_table(ford())
    _length_table(FIGHTS)
    print()
    engagements.main()


def _speed_table(case: Case) -> None:
    print(f"{case.name:<22}{'fights/s':>10}{'decisions/s':>13}{'us/decision':>13}{'to direct':>11}")
    rows = speeds(case)
    unit = next(row.decisions for row in rows if row.way == "direct")
    for row in rows:
        print(
            f"  {row.way:<20}{row.fights:>10.0f}{row.decisions:>13.0f}"
            f"{1e6 / row.decisions:>13.1f}{unit / row.decisions:>10.2f}x"
        )
    print()


def _beside_table(name: str, rows: list[Beside]) -> None:
    if not rows:
        print(
            f"{name}, beside earlier machines: not measured, their revisions are not in this copy\n"
        )
        return
    print(f"{name:<24}{'fights/s':>10}{'now':>24}{'to before':>11}")
    for row in rows:
        same = "the same fights" if row.same else "the rules play it otherwise"
        ratio = row.now / row.before
        print(f"  {row.name:<22}{row.before:>10.0f}{row.now:>24.0f}{ratio:>10.2f}x  {same}")
    print()


def _cost_table(cases: tuple[Case, ...]) -> None:
    print(f"{'us a call':<22}" + "".join(f"{case.name:>16}" for case in cases))
    columns = [costs(case) for case in cases]
    for place, cost in enumerate(columns[0]):
        cells = [f"{column[place].microseconds:>16.1f}" for column in columns]
        print(f"  {cost.what:<20}{''.join(cells)}")
    print()


def _workers_table(case: Case) -> None:
    head = f"arena, {case.name}"
    print(f"{head:<22}{'fights/s':>10}{'start, s':>13}{'':>13}{'to one':>11}")
    rows = paces(case)
    for row in rows:
        workers = f"{row.workers} worker{'' if row.workers == 1 else 's'}, wall"
        ratio = row.fights / rows[0].fights
        print(f"  {workers:<20}{row.fights:>10.0f}{row.start:>13.2f}{'':>13}{ratio:>10.2f}x")
    print()


def _length_table(fights: int) -> None:
    print(
        f"{f'{fights} fights each':<22}{f'in {WITHIN} rounds':>13}{'median':>8}{'longest':>9}{'undecided':>11}"
    )
    for row in lengths(fights):
        print(
            f"  {row.name:<20}{row.share:>12.1%}{row.median:>8}{row.longest:>9}{row.undecided:>11}"
        )


if __name__ == "__main__":
    sys.exit(main())
