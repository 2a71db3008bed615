"""The real server as a process of its own, which may be killed at any moment."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple, final
from urllib.parse import urlsplit

import msgspec
import trio

from strikerank.bot import Seat, seat_of
from strikerank.serving import FightLinks, Links
from tests.support.command import ROOT

PATIENCE: Final = 60.0
SERVER: Final = ("-m", "strikerank")


class Stopped(NamedTuple):
    """How it ended, and how many seconds that took."""

    code: int
    seconds: float


@final
class Server:
    """`strikerank serve` on any free *port*; its links and its log lie beside the directory *data*."""

    def __init__(
        self, data: Path, *arguments: str, program: tuple[str, ...] = SERVER, port: int = 0
    ) -> None:
        self._links = data.with_name("links.json")
        self._links.unlink(missing_ok=True)
        self._log = data.with_name("server.log")
        words = ("serve", *arguments, "--port", str(port), "--data", str(data))
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *program, *words, "--links", str(self._links)],
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )
        self.fights: tuple[FightLinks, ...] = ()
        self.port = port

    async def listens(self) -> None:
        """Wait until it does."""
        with trio.fail_after(PATIENCE):
            while not self._links.exists():
                assert self._process.poll() is None, self._log.read_text(encoding="utf-8")
                await trio.sleep(0.01)
        links = msgspec.json.decode(self._links.read_bytes(), type=Links)
        self.fights = links.fights
        self.port = urlsplit(links.url).port or 0

    def seat(self, combatant: str, fight: int = 0) -> Seat:
        """The way to that seat."""
        return seat_of(self.fights[fight].seats[combatant])

    def watch(self, fight: int = 0) -> Seat:
        """The way to the place of those who watch."""
        return seat_of(self.fights[fight].watch.replace("#/watch/", "#/seat/"))

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self._process.kill()
        assert self._process.wait(PATIENCE) == -signal.SIGKILL

    async def dies(self) -> None:
        """Wait until it is killed by itself."""
        with trio.move_on_after(PATIENCE):
            await trio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
        assert self._process.poll() == -signal.SIGKILL, self._log.read_text(encoding="utf-8")

    async def stop(self) -> Stopped:
        """Tell it to stop, and wait until it has, while others go on."""
        begun = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        with trio.move_on_after(PATIENCE):
            await trio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
        return Stopped(self._process.wait(0), time.monotonic() - begun)

    def is_gone(self) -> bool:
        return self._process.poll() is not None

    def end(self) -> None:
        """Leave nothing behind, whatever came of the test."""
        if not self.is_gone():
            self._process.kill()
            self._process.wait(PATIENCE)
