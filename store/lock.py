"""One server a directory: a lock that the system lets go of when its process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self, final

from store.errors import LockedError, UnreadableError

NAME: Final = "lock"
_LONGEST: Final = 20


@final
class DirectoryLock:
    """Held from its making until it is let go; the file stays, and holding it is what counts."""

    def __init__(self, directory: Path) -> None:
        """Raises LockedError if somebody else has it, UnreadableError if there is no such directory."""
        path = directory / NAME
        try:
            self._file: int = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UnreadableError(str(path), f"cannot be opened: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._file, _LONGEST).decode("ascii", "replace").strip()
            os.close(self._file)
            raise LockedError(str(directory), holder) from None
        except OSError as error:
            os.close(self._file)
            raise UnreadableError(str(path), f"cannot be locked: {error.strerror}") from None
        os.truncate(self._file, 0)
        os.write(self._file, str(os.getpid()).encode())

    def close(self) -> None:
        """Let go of it."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
