"""Several who cast at one time choose different marks, though none of them says what it will do."""

from __future__ import annotations

from rules.request.course.sight import Sight


def by_need(marks: list[int], needs: list[int]) -> list[int]:
    """The marks in the order of their needs, the greatest first; of equals the first in seat order."""
    order = sorted([(-need, mark) for mark, need in zip(marks, needs, strict=True)])
    return [mark for _, mark in order]


def share(sight: Sight, marks: list[int]) -> int:
    """Of marks, the best first, the one that falls to oneself; -1 if the others see to all of them.

    Those who are casting have the first ones, and of the free of one's kind, who may all be
    about to cast at this moment, the earlier in seat order the next.  They may be no casters
    at all: so a mark that would be left to them is taken now and then.
    """
    if not marks:
        return -1
    before = 0
    me = sight.number()
    for friend in sight.friends():
        if sight.is_casting(friend) or (
            friend < me and sight.is_like_me(friend) and not sight.engagers(friend)
        ):
            before += 1
    if before < len(marks):
        return marks[before]
    return -1 if sight.luck() % (before + 1) else marks[0]
