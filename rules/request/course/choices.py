"""What an answer means to the machine: a verb, an item, a target, and what goes with it."""

from __future__ import annotations

from typing import Final

from rules.request.course.model import SavedChoice

ATTACK: Final = 0
PRECISE: Final = 1
CHARGE: Final = 2
SHOOT: Final = 3
AIM: Final = 4
RETREAT: Final = 5
DEFEND: Final = 6
STANCE: Final = 7
READY: Final = 8
RECOVER: Final = 9
MOVE: Final = 10
SPRINT: Final = 11
BREAKAWAY: Final = 12
CLOSER: Final = 13
FARTHER: Final = 14
WAIT: Final = 15
CARRY: Final = 16
PASS: Final = 17
PARRY: Final = 18
DODGE: Final = 19
DECLINE: Final = 20
RIPOSTE: Final = 21
OPPORTUNITY: Final = 22
OPPOSE: Final = 23
FOLLOW: Final = 24
ENGAGE: Final = 25
FOCUS: Final = 26
AID: Final = 27
YIELD: Final = 28
GRAPPLE: Final = 29
HOLD: Final = 30
HURT: Final = 31
THROW: Final = 32
DISARM: Final = 33
BREAK_FREE: Final = 34
CLIMB: Final = 35
DIVE: Final = 36
CAST: Final = 37
CONTINUE: Final = 38
MOUNT: Final = 39
DISMOUNT: Final = 40
RESIST: Final = 41
VERBS: Final = (
    "attack",
    "precise",
    "charge",
    "shoot",
    "aim",
    "retreat",
    "defend",
    "stance",
    "ready",
    "recover",
    "move",
    "sprint",
    "breakaway",
    "closer",
    "farther",
    "wait",
    "carry",
    "pass",
    "parry",
    "dodge",
    "decline",
    "riposte",
    "opportunity",
    "oppose",
    "follow",
    "engage",
    "focus",
    "aid",
    "yield",
    "grapple",
    "hold",
    "hurt",
    "throw",
    "disarm",
    "breakfree",
    "climb",
    "dive",
    "cast",
    "continue",
    "mount",
    "dismount",
    "resist",
)


def _flags(*verbs: int) -> list[bool]:
    """A table by verb, true for these: faster to look into than a tuple of them."""
    return [verb in verbs for verb in range(len(VERBS))]


IS_ACTION: Final = _flags(
    ATTACK,
    PRECISE,
    CHARGE,
    SHOOT,
    AIM,
    RETREAT,
    DEFEND,
    STANCE,
    READY,
    RECOVER,
    MOVE,
    SPRINT,
    BREAKAWAY,
    CLOSER,
    FARTHER,
    AID,
    GRAPPLE,
    HOLD,
    HURT,
    THROW,
    DISARM,
    BREAK_FREE,
    CLIMB,
    DIVE,
    CAST,
    CONTINUE,
    MOUNT,
    DISMOUNT,
)
"""What takes a combat action."""
IS_TURN: Final = [flag or verb in (WAIT, CARRY, PASS, YIELD) for verb, flag in enumerate(IS_ACTION)]
"""What a turn may be answered with."""
IS_BLOW: Final = _flags(ATTACK, PRECISE, CHARGE, SHOOT, RIPOSTE, OPPORTUNITY, GRAPPLE)
"""What needs a roll against somebody; a retreat does if it names one."""
IS_PART: Final = _flags(CAST, CONTINUE)
"""What has several parts, or is one of them; its "item" is no weapon."""
IS_AIMED: Final = _flags(ATTACK, PRECISE, CHARGE, SHOOT, AIM, GRAPPLE)
"""An action that is offered only with a target."""
IS_BARE: Final = _flags(PARRY, DODGE, DECLINE, DEFEND, RECOVER, PASS)
"""What its option says whole, without a parameter: the commonest of these."""
IS_GRIP: Final = _flags(HOLD, HURT, THROW, DISARM, BREAK_FREE)
"""What is done by an opposed roll of those who are in a grapple (P33)."""
IS_BARRED: Final = _flags(MOVE, SPRINT, CHARGE, RETREAT, CLOSER, FARTHER, SHOOT, AIM, AID, DODGE)
"""What nobody does who is in a grapple (P33n)."""
IS_WALK: Final = _flags(MOVE, SPRINT, CLIMB, DIVE)
"""Moving and nothing else."""

FOR_NOTHING: Final = 0
FOR_ANYTHING: Final = 1
FOR_VIEW: Final = 2
FOR_ACTS: Final = 3

BYPASS: Final = 7  # "aim" of a precise attack that ignores worn armour; below it, a location
NO_AIM: Final = -1
NONE_LEFT: Final = -2  # of a reaction: declined, because the pool was empty

# What a move is for.
CLOSE: Final = 0
KEEP_REACH: Final = 1
BACK: Final = 2
COVER: Final = 3
FLANK: Final = 4
STAND_BY: Final = 5
LEAVE: Final = 6
TO_HEX: Final = 7
UP: Final = 8
PURPOSES: Final = ("close", "reach", "back", "cover", "flank", "stand", "leave", "hex", "up")

NOWHERE: Final = -1
NO_PURPOSE: Final = -1
NO_OCCASION: Final = -1
NOBODY: Final = -1
FREELY: Final = -2  # "item" of a breakaway that needs no roll
BEHIND: Final = 0  # "to" of an opportunity attack on somebody who turns its back


STRIKES_BACK: Final = (RIPOSTE, OPPORTUNITY)  # blows that are no actions


class Choice:
    """A legal answer, decoded.  Never changed after it was made, so forks may share it.

    ``arg`` is the aim of a precise attack, the stance to take, or the rank to wait to.
    ``purpose`` is what a move is for, ``to`` the hex that it leads to,
    ``aid`` a second combatant it names; ``occasion`` the verb that gave an opportunity;
    ``seen`` how the mark of a simultaneous shot stood before anybody moved.
    ``arg`` of a disarming is the item.  ``release`` lets go of whom one holds,
    ``drop`` is an item to let go beside it, ``formation`` one to declare about the foe
    ``about``, ``focus`` a foe to mind.  ``d100``, ``damage``, ``location`` and ``opposed``
    are dice rolled by hand.
    """

    __slots__ = (
        "about",
        "aid",
        "arg",
        "by",
        "d100",
        "damage",
        "drop",
        "focus",
        "formation",
        "item",
        "location",
        "occasion",
        "opposed",
        "purpose",
        "release",
        "seen",
        "target",
        "to",
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
        self.release: bool = False
        self.to: int = NOWHERE
        self.purpose: int = NO_PURPOSE
        self.occasion: int = NO_OCCASION
        self.seen: tuple[int, ...] = ()
        self.aid: int = NOBODY
        self.formation: int = 0
        self.about: int = NOBODY
        self.focus: int = NOBODY
        self.d100: int = 0
        self.damage: tuple[int, ...] = ()
        self.location: int = 0
        self.opposed: int = 0

    def is_blow(self) -> bool:
        """Does it need a roll against somebody?"""
        verb = self.verb
        if verb == RETREAT:
            return self.target >= 0
        return IS_BLOW[verb]

    def is_attack_action(self) -> bool:
        """Is it a close attack that takes an action?  A charge arrives before it is one."""
        return self.verb in (ATTACK, PRECISE, GRAPPLE) or (
            self.verb == RETREAT and self.target >= 0
        )

    def needs_target(self) -> bool:
        """Is it aimed at somebody who must be where it can reach?"""
        return self.is_blow() or self.verb == AIM

    def is_action(self) -> bool:
        """Does it take a combat action?"""
        return IS_ACTION[self.verb]

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
            self.to,
            self.purpose,
            self.occasion,
            self.seen,
            self.aid,
            self.formation,
            self.about,
            self.focus,
            self.release,
            self.opposed,
        )

    def rises(self) -> bool:
        """D13b: does it lead up into the high band?"""
        return self.verb == CLIMB or (self.verb == BREAKAWAY and self.purpose == UP)

    def at_a_mark_seen(self, seen: tuple[int, ...]) -> Choice:
        """The same choice, with how its mark stands now."""
        made = choice_from(self.saved())
        made.seen = seen
        return made

    def aimed_at(self, target: int) -> Choice:
        """The same choice, at somebody else and without a chosen location or dice of its own."""
        made = choice_from(self.saved())
        made.target = target
        made.arg = NO_AIM
        made.damage = ()
        made.location = 0
        return made

    def leading_to(self, to: int) -> Choice:
        """The same choice, with the hex that it leads to as things stand now."""
        made = choice_from(self.saved())
        made.to = to
        return made


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
    c.to = saved.to
    c.purpose = saved.purpose
    c.occasion = saved.occasion
    c.seen = saved.seen
    c.aid = saved.aid
    c.formation = saved.formation
    c.about = saved.about
    c.focus = saved.focus
    c.release = saved.release
    c.opposed = saved.opposed
    return c


_PLAIN: Final = (
    DEFEND,
    STANCE,
    RECOVER,
    MOVE,
    SPRINT,
    BREAKAWAY,
    WAIT,
    CARRY,
    PASS,
    DODGE,
    DECLINE,
    FOLLOW,
    ENGAGE,
    FOCUS,
    AID,
    YIELD,
    HOLD,
    HURT,
    THROW,
    DISARM,
    BREAK_FREE,
    CLIMB,
    DIVE,
    CONTINUE,
    MOUNT,
    DISMOUNT,
    RESIST,
)
_ARMED: Final = (
    ATTACK,
    PRECISE,
    CHARGE,
    SHOOT,
    AIM,
    RETREAT,
    READY,
    BREAKAWAY,
    CLOSER,
    FARTHER,
    PARRY,
    RIPOSTE,
    OPPORTUNITY,
    OPPOSE,
    GRAPPLE,
)


def codes_for(weapon_ids: list[str], spell_ids: list[str]) -> dict[str, tuple[int, int]]:
    """Option id to (verb, item) for somebody who owns these weapons and knows these spells, in their order."""
    codes: dict[str, tuple[int, int]] = {}
    for verb in _PLAIN:
        codes[VERBS[verb]] = (verb, -1)
    for verb in _ARMED:
        for item, weapon_id in enumerate(weapon_ids):
            codes[f"{VERBS[verb]}/{weapon_id}"] = (verb, item)
    for item, spell_id in enumerate(spell_ids):
        codes[f"{VERBS[CAST]}/{spell_id}"] = (CAST, item)
    return codes
