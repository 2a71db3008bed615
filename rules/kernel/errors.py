"""What can be wrong with what comes from outside; anything else that goes wrong is a bug.

    RuleError
    +-- IllegalAnswerError       an answer that the open prompt does not allow
    +-- IllegalAmendmentError    a change that makes no sense in this fight
    +-- SetupError               a fight that cannot begin

After any of them the machine stands exactly as it stood before.
"""

from __future__ import annotations


class RuleError(Exception):
    """Something from outside was refused; nothing has changed."""


class IllegalAnswerError(RuleError):
    """The answer at *index* of a wait is not among the choices of its prompt.

    ``field`` names the part at fault ("prompt", "option", "values[0]", "also", "dice.d100"
    ...), ``allowed`` what would have been right, as far as it can be listed.
    """

    def __init__(self, index: int, field: str, given: str, allowed: str) -> None:
        super().__init__(f"{field}: {given} is not possible; {allowed}")
        self.index: int = index
        self.field: str = field
        self.given: str = given
        self.allowed: str = allowed


class IllegalAmendmentError(RuleError):
    """The change cannot be made: *field* holds what is not in this fight or out of range."""

    def __init__(self, field: str, given: str, allowed: str) -> None:
        super().__init__(f"{field}: {given} is not possible; {allowed}")
        self.field: str = field
        self.given: str = given
        self.allowed: str = allowed


class SetupError(RuleError):
    """The setup cannot begin a fight: *path* is the key at fault (``combatants[2].weapons[0]``)."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path: str = path
        self.problem: str = problem
