"""A temper in words, as sheets show it."""

from __future__ import annotations

from rules.kernel.temper.model import Temper


def temper_words(temper: Temper | None) -> list[str]:
    """What somebody fights like, if it has a temper; what it fights for only where that is not to kill."""
    if temper is None:
        return []
    words = [f"{temper.kind} of nerve {temper.nerve}" if temper.tested else temper.kind]
    if temper.goal != "kill":
        words.append(f"to {temper.goal} {temper.ward}".rstrip())
    words += ["without mercy"] * (not temper.mercy)
    words += ["leader"] * temper.leader
    return words
