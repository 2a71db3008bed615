"""Automatic fighters of ReQuest: pure functions from a sight to an answer, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.kernel.model import Answer
from rules.request.course.sight import Sight
from rules.request.policies.guard import guard
from rules.request.policies.random_mind import random_mind
from rules.request.policies.reckless import reckless
from rules.request.policies.steady import steady

Policy = Callable[[Sight], Answer]
POLICIES: Final[dict[str, Policy]] = {
    "random": random_mind,
    "reckless": reckless,
    "steady": steady,
    "guard": guard,
}
