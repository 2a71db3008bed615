"""The journal's words and its two stores, gathered for those who use them."""

from __future__ import annotations

from store.errors import IllegalEntryError, NotWrittenError, StoreError
from store.memory import MemoryStore
from store.model import Ends, Entry, Happened, Input, Kept, Status, Store

__all__ = [
    "Ends",
    "Entry",
    "Happened",
    "IllegalEntryError",
    "Input",
    "Kept",
    "MemoryStore",
    "NotWrittenError",
    "Status",
    "Store",
    "StoreError",
]
