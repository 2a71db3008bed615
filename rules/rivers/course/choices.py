"""What can be answered: kinds of questions, the patterns of actions, and the choice an answer comes to."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import TableDice

# Kinds of questions.
FORM: Final = 0
PLAN: Final = 1
ANSWER: Final = 2
RETARGET: Final = 3
SPELL: Final = 4

# Whom to fight.
ENGAGE: Final = 0
GATHER: Final = 1
HANG_BACK: Final = 2
# What to do in an engagement.
ATTACK: Final = 3
ATTACK_TWICE: Final = 4
CLOSE: Final = 5
CLOSE_FAR: Final = 6
CLOSE_TWICE: Final = 7
DEFEND: Final = 8
APPROACH: Final = 9
APPROACH_FAR: Final = 10
RETREAT: Final = 11
RETREAT_FAR: Final = 12
# How to meet an attack, and whom to strike instead.
MEET: Final = 13
STRIKE: Final = 14
# Magic: as an attack, and besides the actions.
CAST: Final = 15
BESIDES: Final = 16
# Missiles: where one stands, twice, on the way to a foe and away from it; and what makes ready for them.
SHOOT: Final = 17
SHOOT_TWICE: Final = 18
SHOOT_ON: Final = 19
SHOOT_BACK: Final = 20
RELOAD: Final = 21
# A ritual: begun, and gone on with.
RITUAL: Final = 22
CHANT: Final = 23
# To be out of it.
FLEE: Final = 24
YIELD: Final = 25
# A blow at a chosen location: where one stands, and after a way.
AIM: Final = 26
CLOSE_AIM: Final = 27
# Moves about somebody: away from a foe, and before a friend.
KEEP_OFF: Final = 28
KEEP_OFF_FAR: Final = 29
PROTECT: Final = 30
PROTECT_FAR: Final = 31
# What else is slow: a shield from the back, a helmet, first aid, and any other skill.
UNSLING: Final = 32
DON_HELMET: Final = 33
TEND: Final = 34
USE: Final = 35

VERBS: Final = (
    "engage",
    "gather",
    "hang_back",
    "attack",
    "attack_twice",
    "close",
    "close_far",
    "close_twice",
    "defend",
    "approach",
    "approach_far",
    "retreat",
    "retreat_far",
    "meet",
    "strike",
    "cast",
    "besides",
    "shoot",
    "shoot_twice",
    "shoot_on",
    "shoot_back",
    "reload",
    "ritual",
    "chant",
    "flee",
    "yield",
    "aim",
    "close_aim",
    "keep_off",
    "keep_off_far",
    "protect",
    "protect_far",
    "unsling",
    "don_helmet",
    "tend",
    "use",
)
VERB_OF: Final[dict[str, int]] = {word: verb for verb, word in enumerate(VERBS)}

STAYS: Final = 0
CLOSES: Final = 1
LEAVES: Final = 2
KEEPS_OFF: Final = 3
STANDS_BEFORE: Final = 4
# S16, S17: by verb the attacks, the moves, and where these lead.
PATTERNS: Final[dict[int, tuple[int, int, int]]] = {
    ATTACK: (1, 0, STAYS),
    ATTACK_TWICE: (2, 0, STAYS),
    CLOSE: (1, 1, CLOSES),
    CLOSE_FAR: (1, 2, CLOSES),
    CLOSE_TWICE: (2, 1, CLOSES),
    DEFEND: (0, 0, STAYS),
    APPROACH: (0, 1, CLOSES),
    APPROACH_FAR: (0, 2, CLOSES),
    RETREAT: (0, 1, LEAVES),
    RETREAT_FAR: (0, 2, LEAVES),
    CAST: (1, 0, STAYS),
    SHOOT: (1, 0, STAYS),
    SHOOT_TWICE: (2, 0, STAYS),
    SHOOT_ON: (1, 1, CLOSES),
    SHOOT_BACK: (1, 1, LEAVES),
    RELOAD: (0, 0, STAYS),
    RITUAL: (0, 0, STAYS),
    CHANT: (0, 0, STAYS),
    FLEE: (0, 2, LEAVES),
    YIELD: (0, 0, STAYS),
    AIM: (1, 0, STAYS),
    CLOSE_AIM: (1, 1, CLOSES),
    KEEP_OFF: (0, 1, KEEPS_OFF),
    KEEP_OFF_FAR: (0, 2, KEEPS_OFF),
    PROTECT: (0, 1, STANDS_BEFORE),
    PROTECT_FAR: (0, 2, STANDS_BEFORE),
    UNSLING: (0, 0, STAYS),
    DON_HELMET: (0, 0, STAYS),
    TEND: (0, 0, STAYS),
    USE: (0, 0, STAYS),
}
_NO_PATTERN: Final = (0, 0, STAYS)
NAMING: Final = (CLOSES, KEEPS_OFF, STANDS_BEFORE)
"""Ways that are about somebody."""
SHOTS: Final = (SHOOT, SHOOT_TWICE, SHOOT_ON, SHOOT_BACK)
FROM_HERE: Final = (SHOOT, SHOOT_TWICE)
FROM_AFAR: Final = (CAST, SHOOT, SHOOT_TWICE, SHOOT_ON, SHOOT_BACK)
"""S43: attacks that no distance delays."""
AIMED: Final = (AIM, CLOSE_AIM)
"""Q25: blows at a chosen location."""
DEEDS: Final = (UNSLING, DON_HELMET, TEND, USE)
SLOW: Final = (RELOAD, RITUAL, CHANT, *DEEDS)
"""S21: what takes the whole round."""
BARE: Final = (RELOAD, YIELD)
"""What has neither a target nor a defence."""

DODGING: Final = -1
UNANSWERED: Final = -2
DODGE_WORD: Final = "dodge"
NONE_WORD: Final = "none"
BETWEEN: Final = "+"


class Choice:
    """An answer decoded; never changed after it was made.

    ``targets`` and ``defences`` are numbers of combatants and of items (DODGING for a
    dodge), ``item`` what strikes, -1 for nothing.  ``cast`` is the number of a spell, its
    points, the magic points besides, and of a ritual how many rounds more than needed.
    ``place`` is the location that a blow is aimed at, -1 for none, and ``what`` the number of an
    item that comes from the back, or of a skill that is used; ``shown`` are dice rolled by hand.  What follows from the verb: how many
    ``attacks`` and ``moves``, and the ``way`` (STAYS, CLOSES, LEAVES, KEEPS_OFF or STANDS_BEFORE).
    """

    __slots__ = (
        "attacks",
        "cast",
        "defences",
        "item",
        "moves",
        "place",
        "shown",
        "targets",
        "verb",
        "way",
        "what",
    )

    def __init__(  # noqa: PLR0913 - the parts of an answer
        self,
        verb: int,
        item: int = -1,
        targets: list[int] | None = None,
        defences: list[int] | None = None,
        cast: list[int] | None = None,
        place: int = -1,
        what: int = -1,
    ) -> None:
        self.verb: int = verb
        self.item: int = item
        self.targets: list[int] = targets if targets is not None else []
        self.defences: list[int] = defences if defences is not None else []
        self.cast: list[int] = cast if cast is not None else []
        self.place: int = place
        self.what: int = what
        self.shown: TableDice | None = None
        pattern = PATTERNS.get(verb, _NO_PATTERN)
        self.attacks: int = pattern[0]
        self.moves: int = pattern[1]
        self.way: int = pattern[2]

    @property
    def is_far(self) -> bool:
        return self.verb in FROM_AFAR

    @property
    def slow(self) -> bool:
        """S21: does it take the whole round?"""
        return self.verb in SLOW

    @property
    def d100(self) -> int:
        """C66: the d100 that was rolled by hand, 0 for none."""
        return 0 if self.shown is None else self.shown.d100

    def saved(
        self,
    ) -> tuple[int, int, list[int], list[int], list[int], int, int, TableDice | None]:
        place, what, shown = self.place, self.what, self.shown
        return self.verb, self.item, self.targets, self.defences, self.cast, place, what, shown


def choice_from(
    saved: tuple[int, int, list[int], list[int], list[int], int, int, TableDice | None],
) -> Choice:
    """The choice that a snapshot holds."""
    made = Choice(saved[0], saved[1], saved[2], saved[3], saved[4], saved[5], saved[6])
    made.shown = saved[7]
    return made


class Asked:
    """One open question as the state keeps it: what kind, to whom, in which place; ``about`` is the number of a strike."""

    __slots__ = ("about", "kind", "place", "who")

    def __init__(self, kind: int, who: int, place: int, about: int = -1) -> None:
        self.kind: int = kind
        self.who: int = who
        self.place: int = place
        self.about: int = about
