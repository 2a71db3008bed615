"""The one filter: what an observer may know of the fight, and of each event."""

from __future__ import annotations

from typing import Final, Literal

from rules.kernel.model import Event, Figure, Observer
from rules.request.chapters import wounds
from rules.request.course.combatant import HELD, PHASE_TOP, STANCES, Combatant
from rules.request.course.state import State
from rules.request.model import Seen, SeenItem, View

# Numbers that tell a skill or exact hit points; foes see what happened, not these.
SECRET_FIGURES: Final = (
    "attack_chance",
    "defence_chance",
    "resilience_chance",
    "hit_points",
    "strike_rank",
    "through",
)

# Of what a game master changes about a foe these show, the rest is between her and its player.
PUBLIC_CHANGES: Final = ("add", "hide", "move", "remove", "reveal", "side")
PUBLIC_FACTS: Final = ("change", "reason", "distance", "side")
# By the state of an item; what is broken is as good as gone.
_SHOWN: Final[tuple[Literal["held", "carried", "dropped", "gone"], ...]] = (
    "carried",
    "held",
    "dropped",
    "gone",
    "gone",
)


def view(fight: State, observer: Observer) -> View:
    """The fight as *observer* sees it; the hidden are not in it, nor counted."""
    seen: list[Seen] = []
    for c in fight.people:
        knows = knows_all(fight, observer, c)
        if c.hidden and not knows:
            continue
        seen.append(_seen(fight, c, knows))
    rank = fight.rank if fight.rank < PHASE_TOP else 0
    return View(fight.round, fight.phase, rank, tuple(seen))


def knows_all(fight: State, observer: Observer, c: Combatant) -> bool:
    """The game master knows everything, a seat its own side, everybody all if information is open."""
    if observer.role == "game_master":
        return True
    if observer.role == "seat":
        number = fight.names.get(observer.combatant)
        if number is not None and not fight.is_foe(fight.people[number], c):
            return True
    return fight.setup.options.information == "open" and not c.hidden


def filtered(fight: State, observer: Observer, event: Event) -> Event | None:
    """*event* as *observer* may know it, or None if it is hidden from it altogether."""
    if observer.role == "game_master":
        return event
    # Judged by what could be seen when it happened, not by what can be seen now.
    for who in event.hidden:
        number = fight.names.get(who)
        if number is not None and not knows_all(fight, observer, fight.people[number]):
            return None
    if event.to:
        number = fight.names.get(event.to)
        if number is not None and not knows_all(fight, observer, fight.people[number]):
            return None
    return _redacted(fight, observer, event)


def _knows_facts(fight: State, observer: Observer, event: Event) -> bool:
    """What a game master set (points, gear, the reason) is for those who may know such things."""
    number = fight.names.get(event.at)
    return number is None or knows_all(fight, observer, fight.people[number])


def _redacted(fight: State, observer: Observer, event: Event) -> Event:
    kept: list[Figure] = []
    changed = False
    for figure in event.figures:
        owner = event.by
        if figure.name in ("defence_chance", "hit_points", "resilience_chance", "through"):
            owner = event.at
        number = fight.names.get(owner)
        secret = figure.name in SECRET_FIGURES and number is not None
        if secret and number is not None and not knows_all(fight, observer, fight.people[number]):
            changed = True
            if figure.name in ("strike_rank", "through"):
                # The number itself shows in what happens; what it was made of does not.
                kept.append(Figure(figure.name, figure.value, (), figure.rule))
        else:
            kept.append(figure)
    facts = event.facts
    if event.kind == "amended" and not _knows_facts(fight, observer, event):
        shown = PUBLIC_FACTS if facts["change"] in PUBLIC_CHANGES else ("change",)
        facts = {name: facts[name] for name in shown if name in facts}
        changed = True
    if not changed:
        return event
    return Event(
        id=event.id,
        kind=event.kind,
        round=event.round,
        phase=event.phase,
        rank=event.rank,
        by=event.by,
        at=event.at,
        item=event.item,
        place=event.place,
        to=event.to,
        facts=facts,
        figures=tuple(kept),
    )


def _seen(fight: State, c: Combatant, knows: bool) -> Seen:
    items: list[SeenItem] = []
    for i, arm in enumerate(c.arms):
        if arm.hands == 0:
            continue
        state = c.items[i]
        name = _SHOWN[state]
        missiles = c.missiles[i] if knows and arm.shot is not None else None
        loaded = arm.shot is not None and arm.load > 0 and c.load_left[i] == 0 and state == HELD
        items.append(SeenItem(arm.id, arm.name, name, loaded, missiles))
    state_word: Literal["up", "down", "dead", "gone"] = "up"
    if c.gone:
        state_word = "gone"
    elif c.dead:
        state_word = "dead"
    elif not c.able:
        state_word = "down"
    waiting = None
    if knows and c.plan is None and c.wait_for:
        waiting = "waiting"
    return Seen(
        id=c.id,
        name=c.name,
        side=fight.setup.sides[c.side].id,
        creature=c.entry.sheet.creature,
        state=state_word,
        stance=STANCES[c.stance],
        conditions=tuple(conditions(c)),
        wounds=tuple([wounds.wound_word(c.hp[p], full) for p, full in enumerate(c.full)]),
        armour=c.armour,
        items=tuple(items),
        hit_points=tuple(c.hp) if knows else None,
        skills=c.entry.sheet.skills if knows else None,
        actions=c.acts if knows else None,
        waiting=waiting,
        hidden=c.hidden,
    )


def conditions(c: Combatant) -> list[str]:
    """The conditions that show, in a fixed order."""
    found: list[str] = []
    if c.surprised:
        found.append("surprised")
    if c.overextended:
        found.append("overextended")
    if c.vulnerable:
        found.append("vulnerable")
    if c.defending:
        found.append("defending")
    if c.unconscious:
        found.append("unconscious")
    if c.out:
        found.append("out")
    if c.dead:
        found.append("dead")
    return found
