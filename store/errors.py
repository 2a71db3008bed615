"""What can be wrong with a journal.

StoreError
+-- IllegalEntryError    an entry that does not fit what is written: a bug of whoever wrote it
+-- NotWrittenError      the disk did not take it
+-- UnreadableError      the file is no journal, or is damaged, or is of a newer version
+-- LockedError          another process has the directory
"""

from __future__ import annotations


class StoreError(Exception):
    """Something about the journal went wrong; always one line."""


class IllegalEntryError(StoreError):
    """Entry number *index* of a batch does not fit; nothing of the batch is written."""

    def __init__(self, index: int, field: str, given: str, allowed: str) -> None:
        super().__init__(f"entry {index}: {field}: {given} is not possible; expected {allowed}")
        self.index: int = index
        self.field: str = field
        self.given: str = given
        self.allowed: str = allowed


class NotWrittenError(StoreError):
    """A batch could not be written, and none of it is; *problem* is the disk's word for it."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: cannot be written: {problem}")
        self.where: str = where
        self.problem: str = problem


class UnreadableError(StoreError):
    """What is at *where* cannot be read as a journal, because of *problem*."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where: str = where
        self.problem: str = problem


class LockedError(StoreError):
    """Somebody else has the directory *where*."""

    def __init__(self, where: str, holder: str) -> None:
        by = f" (process {holder})" if holder else ""
        super().__init__(
            f"{where}: another server uses it{by}; expected a directory that none uses"
        )
        self.where: str = where
        self.holder: str = holder
