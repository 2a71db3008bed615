"""The real server as a process of its own, that may be killed and started again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Self, cast, final

PATIENCE: Final = 20.0


@final
class House:
    """`strikerank serve` on a port of its own; *folder* holds its links, its data and its log."""

    def __init__(self, folder: Path, *arguments: str, port: int = 0) -> None:
        self._links = folder / "links.json"
        self._links.unlink(missing_ok=True)
        self._log = (folder / "server.log").open("ab")
        command = [sys.executable, "-m", "strikerank", "serve", *arguments]
        command += ["--port", str(port), "--links", str(self._links)]
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log)
        self.log = folder / "server.log"

    def __enter__(self) -> Self:
        self._said = self._wait()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)
        self._log.close()

    @property
    def port(self) -> int:
        return int(str(self._said["url"]).rpartition(":")[2].strip("/"))

    def seat(self, combatant: str = "") -> str:
        """The link of a seat of the first fight: that of *combatant*, or the only one."""
        seats = cast("dict[str, str]", self._fight["seats"])
        return seats[combatant or next(iter(seats))]

    @property
    def watch(self) -> str:
        return str(self._fight["watch"])

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self._process.kill()
        self._process.wait(PATIENCE)

    @property
    def _fight(self) -> dict[str, object]:
        return cast("list[dict[str, object]]", self._said["fights"])[0]

    def _wait(self) -> dict[str, object]:
        last = time.monotonic() + PATIENCE
        while not self._links.exists():
            assert self._process.poll() is None, self.log.read_text(encoding="utf-8")
            assert time.monotonic() < last, "the server does not come up"
            time.sleep(0.02)
        return cast("dict[str, object]", json.loads(self._links.read_text(encoding="utf-8")))
