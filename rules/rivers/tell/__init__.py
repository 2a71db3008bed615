"""A Rivers fight in words that a person enjoys reading: who is hurt first, the numbers below."""

from __future__ import annotations

from rules.rivers.tell.teller import Teller

__all__ = ["Teller"]
