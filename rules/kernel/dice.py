"""Dice whose whole position is four small integers, so that a fight can be copied, stored and replayed.

The generator is sfc32 ("small fast counter", 32-bit): it needs nothing but 32-bit
adds, shifts and xors, runs the same interpreted and compiled, and passes the usual
statistical batteries.  Streams are made from a seed and a key word with BLAKE2b, so
two streams with different keys share nothing.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import Final

MASK: Final = 0xFFFFFFFF
LUCK_BITS: Final = 53


class Dice:
    """One stream of dice."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, a: int, b: int, c: int, counter: int) -> None:
        self.a: int = a
        self.b: int = b
        self.c: int = c
        self.counter: int = counter

    def roll(self, sides: int) -> int:
        """Return a number from 1 to *sides*; the bias is below one in 40 million for a d100."""
        # sfc32; the words stay below 2**54 on the way, so compiled code never boxes them.
        a, b, c, n = self.a, self.b, self.c, self.counter
        t = (a + b + n) & MASK
        self.counter = (n + 1) & MASK
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & MASK
        self.c = (((c << 21) | (c >> 11)) + t) & MASK
        return ((t * sides) >> 32) + 1

    def pass_over(self, times: int) -> None:
        """Throw so many words away: what as many calls of `roll` do to the position, in one go."""
        a, b, c, first = self.a, self.b, self.c, self.counter
        for n in range(first, first + times):
            t = a + b + n
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & MASK
            c = (((c << 21) | (c >> 11)) + t) & MASK
        self.a, self.b, self.c, self.counter = a, b, c, (first + times) & MASK

    def copy(self) -> Dice:
        """Return a stream that goes on from here, on its own."""
        return Dice(self.a, self.b, self.c, self.counter)

    def state(self) -> list[int]:
        """The whole position."""
        return [self.a, self.b, self.c, self.counter]


def dice_for(seed: bytes, key: str) -> Dice:
    """The stream of *seed* under *key*; the first dozen words are thrown away, as sfc32 wants."""
    digest = blake2b(seed, digest_size=12, person=b"strike.dice", salt=_salt(key)).digest()
    dice = Dice(
        int.from_bytes(digest[0:4], "little"),
        int.from_bytes(digest[4:8], "little"),
        int.from_bytes(digest[8:12], "little"),
        1,
    )
    dice.pass_over(12)
    return dice


def fight_seed(master: int, index: int = 0) -> bytes:
    """The seed of fight number *index* under a master seed of any size."""
    size = max(8, (master.bit_length() + 7) // 8)
    text = master.to_bytes(size, "little") + index.to_bytes(8, "little")
    return blake2b(text, digest_size=16, person=b"strike.fight").digest()


def luck(seed: bytes, place: str) -> int:
    """A number below 2**53 for the prompt at *place*; it says nothing about any other die."""
    digest = blake2b(place.encode(), digest_size=8, key=seed, person=b"strike.luck").digest()
    return int.from_bytes(digest, "little") >> (64 - LUCK_BITS)


@lru_cache(maxsize=1024)
def _salt(key: str) -> bytes:
    """Of a key word, which every fight has again."""
    return blake2b(key.encode(), digest_size=16).digest()
