"""Questions put to a mind: what it says to the one that is open."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.request.course.machine import Fight
from rules.request.policies import POLICIES
from tests.rules.request.build import Scene


def says(mind: str, fight: Scene, who: str = "a") -> str:
    """What *mind* says to the question that is open to *who*: the option and its values."""
    answer = decide(mind, fight.fight, who)
    return " ".join((answer.option, *answer.values))


def decide(mind: str, fight: Fight, who: str) -> Answer:
    (question,) = [q for q in fight.questions() if q.combatant == who]
    answer = POLICIES[mind](question.sight())
    question.check(answer)
    return answer


def also(mind: str, fight: Scene, who: str = "a") -> tuple[str, ...]:
    """What *mind* says beside its answer."""
    return decide(mind, fight.fight, who).also or ()


def kinds(fight: Scene) -> dict[str, str]:
    """Who is asked now, and what kind of question."""
    return {question.combatant: question.sight().kind for question in fight.fight.questions()}
