"""The fenced blocks of the documentation, and the captures in them: commands with what they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.command import ROOT, run

PAGES: Final = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
LEFT_OUT: Final = "…"
PROMPT: Final = "$ "
_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Capture(NamedTuple):
    """A command of the documentation and the lines shown below it; LEFT_OUT stands for some."""

    page: Path
    command: str
    shown: list[str]


def blocks(page: Path, language: str) -> list[str]:
    """What stands in the blocks of a language, in order."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [text for name, text in found if name == language]


def captures(page: Path) -> list[Capture]:
    """Every command of the page's console blocks."""
    found: list[Capture] = []
    for block in blocks(page, "console"):
        for line in block.splitlines():
            if line.startswith(PROMPT):
                found.append(Capture(page, line.removeprefix(PROMPT), []))
            else:
                found[-1].shown.append(line)
    return found


def printed(command: str) -> list[str]:
    """What the command prints; it must be one of ours, and succeed."""
    program, *words = shlex.split(command)
    ran = run(*words)
    if program != "strikerank" or ran.code != 0:
        message = f"{command} ends with {ran.code}: {ran.err}"
        raise RuntimeError(message)
    return ran.out.splitlines()


def cut(output: list[str], shown: list[str]) -> list[str]:
    """*output* with as much left out, and at the same place, as in *shown*."""
    if LEFT_OUT not in shown:
        return output
    head = shown.index(LEFT_OUT)
    tail = len(shown) - head - 1
    return [*output[:head], LEFT_OUT, *output[len(output) - tail :]]


def with_captures_renewed(page: Path) -> str:
    """The page's text with every capture as the commands print it now."""
    text = page.read_text(encoding="utf-8")
    for capture in captures(page):
        before = "\n".join([PROMPT + capture.command, *capture.shown])
        after = "\n".join([PROMPT + capture.command, *cut(printed(capture.command), capture.shown)])
        text = text.replace(before + "\n", after + "\n", 1)
    return text
