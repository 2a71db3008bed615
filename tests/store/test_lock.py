"""One server a directory, for as long as it lives."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from store.journal import DirectoryLock, LockedError, UnreadableError
from tests.support.command import ROOT

HOLD = """
import sys, time
from pathlib import Path
from store.journal import DirectoryLock
lock = DirectoryLock(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_a_directory_is_locked_once_and_free_when_let_go(tmp_path: Path) -> None:
    with DirectoryLock(tmp_path), pytest.raises(LockedError) as refused:
        DirectoryLock(tmp_path)

    assert str(refused.value) == (
        f"{tmp_path}: another server uses it (process {os.getpid()});"
        " expected a directory that none uses"
    )
    with DirectoryLock(tmp_path):
        assert (tmp_path / "lock").read_text() == str(os.getpid())


def test_who_holds_it_may_be_unknown(tmp_path: Path) -> None:
    with DirectoryLock(tmp_path):
        (tmp_path / "lock").write_text("")
        with pytest.raises(LockedError, match="another server uses it; expected"):
            DirectoryLock(tmp_path)


def test_another_process_holds_it_until_it_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(LockedError, match=rf"\(process {process.pid}\)"):
            DirectoryLock(tmp_path)
        process.kill()
        process.wait()

    DirectoryLock(tmp_path).close()


def test_a_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="lock: cannot be opened: No such file"):
        DirectoryLock(tmp_path / "nowhere")


def test_a_file_system_without_locks_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(_file: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(UnreadableError, match="lock: cannot be locked: No locks available"):
        DirectoryLock(tmp_path)
