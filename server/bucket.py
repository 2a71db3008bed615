"""How fast a peer may speak."""

from __future__ import annotations

from typing import final


@final
class Bucket:
    """A token bucket: *burst* at once, and *rate* a second in the long run."""

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._at = now

    def take(self, now: float) -> bool:
        """Take a token at the time *now*; say whether there was one."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def was_full(self) -> bool:
        """Was it full when the last token was taken: has the peer been slow for long enough?"""
        return self._tokens >= self._burst - 1
