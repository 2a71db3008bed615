"""The command line as a test runs it: in this process, or as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from strikerank.commands import main

ROOT = Path(__file__).resolve().parents[2]
# A test run in the background of a shell ignores interrupts, and so would all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str


def run(*words: str) -> Ran:
    """In this process; an exception that nobody caught fails the test."""
    result = CliRunner(catch_exceptions=False).invoke(main, list(words), prog_name="strikerank")
    return Ran(result.exit_code, result.stdout, result.stderr)


def start(*words: str, **environment: str) -> subprocess.Popen[bytes]:
    """As a process of its own, with pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "strikerank", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
