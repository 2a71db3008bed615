"""random: any legal choice, each option as likely as the next; but it hardly ever yields."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.course.choices import VERBS, YIELD
from rules.request.course.sight import Sight

RARELY: Final = 61


def random_mind(sight: Sight) -> Answer:
    """Draw an option and its values from this question's own luck."""
    luck = sight.luck()
    options = [option for option in sight.options() if option.unavailable is None]
    if luck % RARELY:
        options = [option for option in options if option.id != VERBS[YIELD]]
    luck, at = divmod(luck, len(options))
    option = options[at]
    values: list[str] = []
    for parameter in option.parameters:
        luck, at = divmod(luck, len(parameter.values))
        values.append(parameter.values[at].id)
    return Answer(sight.id, option.id, tuple(values))
