"""What a prompt is about, in one sentence for people: who does what to whom."""

from __future__ import annotations

from typing import Final

from rules.request.course.choices import (
    AID,
    AIM,
    BREAK_FREE,
    BREAKAWAY,
    CHARGE,
    CLIMB,
    CLOSER,
    DISARM,
    DISMOUNT,
    DIVE,
    FARTHER,
    GRAPPLE,
    HOLD,
    HURT,
    IS_PART,
    MOUNT,
    MOVE,
    READY,
    SHOOT,
    SPRINT,
    STANCE,
    THROW,
    Choice,
)
from rules.request.course.spellcraft import spell_of
from rules.request.course.state import (
    ENGAGE_OFFER,
    FOCUS_OFFER,
    FOLLOW_OFFER,
    OPPORTUNITY_OFFER,
    OPPOSITION,
    REACTION,
    RESIST_OFFER,
    RIPOSTE_OFFER,
    Asked,
    State,
)

_OPENINGS: Final = {
    MOVE: "moves beside you",
    SPRINT: "moves beside you",
    SHOOT: "is about to shoot",
    AIM: "takes aim",
    READY: "reaches for something",
    STANCE: "changes stance",
    CLIMB: "takes to the air beside you",
    DIVE: "comes down beside you",
    AID: "bends over somebody wounded",
    MOUNT: "gets on a mount",
    DISMOUNT: "gets off its mount",
    BREAKAWAY: "steps past you",
    CLOSER: "steps past you",
    FARTHER: "steps past you",
}


_WALKS: Final = {
    FOLLOW_OFFER: "{} steps back from you: you may come after it.",
    ENGAGE_OFFER: "{} has come within two steps: you may keep it at the point of your weapon.",
    FOCUS_OFFER: "Several foes have you between them: you may mind one of them.",
}
_PULLS: Final = {
    GRAPPLE: "grapples with you",
    HOLD: "would hold you helpless",
    HURT: "would hurt you",
    THROW: "would throw you down",
    DISARM: "would make you drop what you hold",
    BREAK_FREE: "tries to break free of you",
}


def about(fight: State, asked: Asked) -> str:
    """The sentence; empty for an action, which is about whatever one likes."""
    deed = asked.deed
    if deed is None:
        return ""
    kind = asked.kind
    name = fight.people[deed.by].name
    if kind == REACTION:
        return _blow(fight, deed, name)
    if kind == RIPOSTE_OFFER:
        return f"You have parried {name} so well that you may strike back."
    if kind == OPPORTUNITY_OFFER:
        return f"{name} {_opening(deed)}: you may strike first."
    if kind == OPPOSITION:
        return _will(deed, name)
    if kind == RESIST_OFFER:
        return _pull(fight, deed, name)
    return _WALKS[kind].format(name)


def _blow(fight: State, deed: Choice, name: str) -> str:
    item = fight.people[deed.by].arms[deed.item].name
    if deed.verb == SHOOT:
        thrown = fight.people[deed.by].arms[deed.item].thrown
        return f"{name} throws the {item} at you." if thrown else f"{name} shoots at you."
    verb = "charges at you" if deed.verb == CHARGE else "strikes at you"
    return f"{name} {verb} with the {item}."


def _opening(deed: Choice) -> str:
    """What gives the opening."""
    if IS_PART[deed.verb]:
        return "casts a spell"
    return _OPENINGS.get(deed.verb, "comes in close to strike at you")


def _pull(fight: State, deed: Choice, name: str) -> str:
    """What one resists whatever one chooses."""
    if IS_PART[deed.verb]:
        spell = spell_of(fight.people[deed.by], deed.item)
        return f"{name} casts {spell.name} on you: a {spell.resist} roll may ward it off."
    return f"{name} {_PULLS[deed.verb]}: your Unarmed roll resists it."


def _will(deed: Choice, name: str) -> str:
    if deed.verb == BREAKAWAY:
        return f"{name} breaks away from you."
    if deed.verb == CLOSER:
        return f"{name} tries to get closer to you."
    return f"{name} tries to get farther from you."
