"""The journal's words, its two stores and what may be wrong with them, gathered for those above."""

from __future__ import annotations

from store.errors import (
    IllegalEntryError,
    LockedError,
    NotWrittenError,
    StoreError,
    UnreadableError,
)
from store.lock import DirectoryLock
from store.memory import MemoryStore
from store.model import Ends, Entry, Happened, Input, Kept, Status, Store
from store.sqlite import SqliteStore

__all__ = [
    "DirectoryLock",
    "Ends",
    "Entry",
    "Happened",
    "IllegalEntryError",
    "Input",
    "Kept",
    "LockedError",
    "MemoryStore",
    "NotWrittenError",
    "SqliteStore",
    "Status",
    "Store",
    "StoreError",
    "UnreadableError",
]
