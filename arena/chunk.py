"""Some fights of a match, counted: all that an executor of any kind has to call."""

from __future__ import annotations

from arena.match import Match
from arena.tally import Tally, of_failure, of_fight


class MindError(Exception):
    """A mind that came from outside went wrong in fight number *fight*."""

    def __init__(self, fight: int, problem: str) -> None:
        super().__init__(fight, problem)  # so that it comes whole out of another process
        self.fight: int = fight
        self.problem: str = problem

    def __str__(self) -> str:
        return f"{self.problem} (fight {self.fight})"


def chunk(match: Match, first: int, count: int) -> Tally:
    """Play *count* fights from number *first* on; the same arguments give the same tally anywhere.

    A bug ends its fight and no other.  Raises MindError at the first fight in which a mind
    from outside goes wrong.
    """
    tally = Tally()
    for number in range(first, first + count):
        try:
            fight = match.play(number)
        except match.wrong as error:
            raise MindError(number, str(error)) from None
        except Exception as error:  # noqa: BLE001 - whatever it is, the other fights know nothing of it
            tally.merge(of_failure(number, error))
        else:
            tally.merge(of_fight(number, fight))
    return tally
