"""What waits to be sent to one peer: bounded, written by one task, and cut off when it falls behind.

A room only ever puts frames here, which never waits.  Frames of a stream are not copied:
the outbox remembers up to which number they go, so that a long backlog takes no room.
"""

from __future__ import annotations

from collections import deque
from typing import Final, final

import structlog
import trio

from server.limits import Limits
from server.wire import Wire, WireClosedError

Goodbye = tuple[int, str]
PLAIN: Final[Goodbye] = (1000, "")

log = structlog.stdlib.get_logger()


@final
class Slice:
    """The frames of a stream from number *start* (counted from 0) up to *end*."""

    __slots__ = ("end", "frames", "start")

    def __init__(self, frames: list[bytes], start: int, end: int) -> None:
        self.frames = frames
        self.start = start
        self.end = end


@final
class View:
    """How things stand; a newer one takes its place."""

    __slots__ = ("frame",)

    def __init__(self, frame: bytes) -> None:
        self.frame = frame


@final
class Outbox:
    """The way out to one peer."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: deque[bytes | Slice | View] = deque()
        self._something = trio.Event()
        self._goodbye: Goodbye | None = None
        self._scope = trio.CancelScope()

    @property
    def is_open(self) -> bool:
        """Whether anything put here may still be sent."""
        return self._goodbye is None and not self._scope.cancel_called

    # --- for the room -------------------------------------------------------------------------

    def put(self, frame: bytes) -> None:
        """Send *frame* when its turn comes."""
        self._put(frame)

    def put_view(self, frame: bytes) -> None:
        """Send *frame*, which says how things stand, in the place of an older one that waits."""
        self._drop_view()
        self._put(View(frame))

    def put_slice(self, frames: list[bytes], start: int, end: int) -> None:
        """Send the frames of a stream from number *start* (counted from 0) up to *end*."""
        last = self._waiting[-1] if self._waiting else None
        if isinstance(last, Slice) and last.frames is frames and last.end == start:
            last.end = end
        elif start < end:
            self._put(Slice(frames, start, end))

    def put_step(self, frames: list[bytes], start: int, end: int, view: bytes) -> None:
        """Send what happened, and how things stand now.

        However many steps come at once, they are one slice and one view.
        """
        self._drop_view()
        self.put_slice(frames, start, end)
        self._put(View(view))

    def close(self, code: int, reason: str) -> None:
        """Close the connection when all that was put has been sent."""
        if self.is_open:
            self._goodbye = code, reason
            self._something.set()

    def cut(self) -> None:
        """Drop the connection at once."""
        self._scope.cancel()

    # --- for the connection -------------------------------------------------------------------

    async def pump(self, wire: Wire) -> None:
        """Write to *wire* until it is closed, from here or by the peer, or stalls."""
        try:
            with self._scope:
                while (frame := await self._next()) is not None:
                    with trio.fail_after(self._limits.write):
                        await wire.send(frame)
                with trio.fail_after(self._limits.close_timeout):
                    await wire.close(*(self._goodbye or PLAIN))
        except trio.TooSlowError:
            log.info("peer is too slow")
        except WireClosedError:
            pass
        finally:
            self._scope.cancel()
            # A write that was cancelled may have sent half a frame.
            with trio.CancelScope(shield=True):
                await wire.abort()

    # --- inside -------------------------------------------------------------------------------

    def _drop_view(self) -> None:
        for item in self._waiting:
            if isinstance(item, View):
                self._waiting.remove(item)
                break

    def _put(self, item: bytes | Slice | View) -> None:
        if not self.is_open:
            return
        if len(self._waiting) >= self._limits.outbox:
            log.info("peer has fallen behind")
            self.cut()
            return
        self._waiting.append(item)
        self._something.set()

    async def _next(self) -> bytes | None:
        """The next frame; None when all is said and it is time to go."""
        while not self._waiting:
            if self._goodbye is not None:
                return None
            self._something = trio.Event()
            await self._something.wait()
        item = self._waiting[0]
        if isinstance(item, Slice):
            frame = item.frames[item.start]
            item.start += 1
            if item.start == item.end:
                self._waiting.popleft()
            return frame
        self._waiting.popleft()
        return item.frame if isinstance(item, View) else item
