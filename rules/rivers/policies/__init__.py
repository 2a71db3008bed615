"""Minds that ship: by name, a function from a sight to an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.kernel.model import Answer
from rules.rivers.course.sight import Sight
from rules.rivers.policies.guard import guard
from rules.rivers.policies.random_mind import random_mind
from rules.rivers.policies.reckless import reckless
from rules.rivers.policies.steady import steady

POLICIES: Final[Mapping[str, Callable[[Sight], Answer]]] = {
    "random": random_mind,
    "reckless": reckless,
    "steady": steady,
    "guard": guard,
}
