"""`python -m tests.docs` writes the captures, lists and pictures of the documentation anew."""

from __future__ import annotations

import io
import os
import sys

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME

from strikerank import show
from tests.docs import coverage
from tests.docs.blocks import PAGES, with_captures_renewed
from tests.docs.library import (
    with_lists_renewed,
    with_options_renewed,
    with_rivers_lists_renewed,
    with_rivers_spells_renewed,
    with_spells_renewed,
)
from tests.support.command import ROOT, run

PICTURE = ["fight", "duel", "--seed", "54"]


def main() -> None:
    os.environ["COLUMNS"] = "80"
    for page in PAGES:
        before = page.read_text(encoding="utf-8")
        after = with_lists_renewed(with_captures_renewed(page))
        if page.name == "scenarios.md":
            after = with_spells_renewed(after)
        if page.name == "rivers.md":
            after = with_rivers_lists_renewed(with_rivers_spells_renewed(after))
        if page.name == "rules.md":
            after = with_options_renewed(after)
        if after != before:
            page.write_text(after, encoding="utf-8")
            sys.stdout.write(f"renewed {page.relative_to(ROOT)}\n")
    for one in coverage.ALL:
        one.page.write_text(coverage.page(one), encoding="utf-8")
    draw()


def draw() -> None:
    """The picture in the README: a duel as a terminal shows it."""
    recorder = Console(
        record=True,
        width=80,
        force_terminal=True,
        file=io.StringIO(),
        highlight=False,
        color_system="truecolor",
    )
    usual, show.console = show.console, lambda: recorder
    run(*PICTURE)
    show.console = usual
    picture = recorder.export_svg(
        title=f"strikerank {' '.join(PICTURE)}", theme=SVG_EXPORT_THEME, unique_id="duel"
    )
    # The picture must not ask anybody's server for its letters.
    (ROOT / "docs" / "duel.svg").write_text(with_blanks(without_fonts(picture)), encoding="utf-8")


def without_fonts(picture: str) -> str:
    start = picture.index("@font-face")
    return picture[:start] + picture[picture.index(".duel-matrix", start) :]


def with_blanks(picture: str) -> str:
    """Some viewers drop blanks at the beginning of a text unless they are told to keep them."""
    return picture.replace("<text ", '<text xml:space="preserve" ')


if __name__ == "__main__":
    main()
