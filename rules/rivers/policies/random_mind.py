"""random: any legal choice, each option as likely as the next."""

from __future__ import annotations

from rules.kernel.model import Answer
from rules.rivers.course.sight import Sight


def random_mind(sight: Sight) -> Answer:
    """Draw an option and its values from this question's own luck."""
    luck = sight.luck()
    options = [option for option in sight.options() if option.unavailable is None]
    luck, at = divmod(luck, len(options))
    option = options[at]
    values: list[str] = []
    for parameter in option.parameters:
        luck, at = divmod(luck, len(parameter.values))
        values.append(parameter.values[at].id)
    return Answer(sight.id, option.id, tuple(values))
