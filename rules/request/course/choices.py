"""What an answer means to the machine: a verb, an item, a target, and what goes with it."""

from __future__ import annotations

from typing import Final

from rules.request.course.model import SavedChoice

ATTACK: Final = 0
PRECISE: Final = 1
SHOOT: Final = 2
AIM: Final = 3
DEFEND: Final = 4
STANCE: Final = 5
READY: Final = 6
RECOVER: Final = 7
WAIT: Final = 8
CARRY: Final = 9
PASS: Final = 10
PARRY: Final = 11
DODGE: Final = 12
DECLINE: Final = 13
RIPOSTE: Final = 14
VERBS: Final = (
    "attack",
    "precise",
    "shoot",
    "aim",
    "defend",
    "stance",
    "ready",
    "recover",
    "wait",
    "carry",
    "pass",
    "parry",
    "dodge",
    "decline",
    "riposte",
)

FOR_NOTHING: Final = 0
FOR_ANYTHING: Final = 1
FOR_VIEW: Final = 2
FOR_ACTS: Final = 3

BYPASS: Final = 7  # "aim" of a precise attack that ignores worn armour; below it, a location
NO_AIM: Final = -1
NONE_LEFT: Final = -2  # of a reaction: declined, because the pool was empty


class Choice:
    """A legal answer, decoded.  Never changed after it was made, so forks may share it.

    ``arg`` is the aim of a precise attack, the stance to take, or the rank to wait to;
    ``drop`` an item to let go beside it.  The last three are dice rolled by hand.
    """

    __slots__ = (
        "arg",
        "by",
        "d100",
        "damage",
        "drop",
        "item",
        "location",
        "target",
        "trigger",
        "unextend",
        "unsurprise",
        "verb",
    )

    def __init__(self, by: int, verb: int, item: int, target: int) -> None:
        self.by: int = by
        self.verb: int = verb
        self.item: int = item
        self.target: int = target
        self.arg: int = NO_AIM
        self.trigger: int = FOR_NOTHING
        self.unsurprise: bool = True
        self.unextend: bool = True
        self.drop: int = -1
        self.d100: int = 0
        self.damage: tuple[int, ...] = ()
        self.location: int = 0

    def is_blow(self) -> bool:
        """Does it need a roll against somebody?"""
        return self.verb <= SHOOT or self.verb == RIPOSTE

    def is_action(self) -> bool:
        """Does it take a combat action?"""
        return self.verb <= RECOVER

    def saved(self) -> SavedChoice:
        """As a snapshot stores it."""
        return SavedChoice(
            self.by,
            self.verb,
            self.item,
            self.target,
            self.arg,
            self.trigger,
            self.unsurprise,
            self.unextend,
            self.drop,
            self.d100,
            self.damage,
            self.location,
        )


def choice_from(saved: SavedChoice) -> Choice:
    """The choice that a snapshot holds."""
    c = Choice(saved.by, saved.verb, saved.item, saved.target)
    c.arg = saved.arg
    c.trigger = saved.trigger
    c.unsurprise = saved.unsurprise
    c.unextend = saved.unextend
    c.drop = saved.drop
    c.d100 = saved.d100
    c.damage = saved.damage
    c.location = saved.location
    return c


def codes_for(weapon_ids: list[str]) -> dict[str, tuple[int, int]]:
    """Option id to (verb, item) for somebody who owns these weapons, in their order."""
    codes: dict[str, tuple[int, int]] = {}
    for verb in (DEFEND, STANCE, RECOVER, WAIT, CARRY, PASS, DODGE, DECLINE):
        codes[VERBS[verb]] = (verb, -1)
    for verb in (ATTACK, PRECISE, SHOOT, AIM, READY, PARRY, RIPOSTE):
        for item, weapon_id in enumerate(weapon_ids):
            codes[f"{VERBS[verb]}/{weapon_id}"] = (verb, item)
    return codes
