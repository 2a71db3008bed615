"""The one filter: what an observer may know of the fight, and of each event."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import structs

from rules.kernel import hexes
from rules.kernel.model import Event, Fate, Figure, Observer
from rules.request.chapters import magic, nerve, reach, wounds
from rules.request.chapters.fatigue import WORDS
from rules.request.course.chances import call_of
from rules.request.course.combatant import HELD, PHASE_TOP, STANCES, Combatant
from rules.request.course.state import ACTION, State
from rules.request.course.tasks import NO_POINTS
from rules.request.course.turn import NO_CALL, Turn
from rules.request.model import (
    Seen,
    SeenItem,
    SeenPair,
    SeenSide,
    SeenSpell,
    SeenTask,
    SeenTurn,
    View,
)

# Numbers that tell a skill, exact hit points or what they were made of, and whose they are.
SECRET_OF: Final = {
    "strike_rank": "by",
    "attack_chance": "by",
    "defence_chance": "at",
    "resilience_chance": "at",
    "fatigue_chance": "at",
    "nerve_chance": "at",
    "aid_chance": "by",
    "crash_chance": "at",
    "strenuous_rounds": "at",
    "acrobatics_chance": "at",
    "casting_chance": "by",
    "magic_points": "by",
    "persistence_chance": "by",
    "resist_chance": "at",
    "riding_chance": "at",
    "contest_chance": "by",
    "hit_points": "at",
    "through": "at",
}
# Of what a game master changes about a foe these show, the rest is between her and its player.
PUBLIC_CHANGES: Final = (
    "add",
    "disengage",
    "engage",
    "hazard",
    "hide",
    "move",
    "place",
    "release",
    "remove",
    "reveal",
    "seat",
    "seize",
    "side",
    "surroundings",
    "tend",
    "unseat",
)
PUBLIC_FACTS: Final = (
    "author",
    "cause",
    "change",
    "distance",
    "falls",
    "foe",
    "location",
    "mount",
    "place",
    "reach",
    "reason",
    "side",
)
# C16a: of these foes learn neither the spell nor whom it is for, nor that the points for it are gone.
UNDER_WAY: Final = ("part_done", "kept", "task_lost")
# Whom a deed is about, beside those it is done by and to.
ABOUT: Final = ("toward", "with", "who")
# By the state of an item; what is broken is as good as gone.
_SHOWN: Final[tuple[Literal["held", "carried", "dropped", "gone"], ...]] = (
    "carried",
    "held",
    "dropped",
    "gone",
    "gone",
)

_TURN_STATES: Final = ("now", "to_come", "waiting", "carried", "done")
_FORMATIONS: Final[tuple[Literal["", "flanked", "surrounded"], ...]] = (
    "",
    "flanked",
    "surrounded",
)


def view(fight: State, observer: Observer) -> View:
    """The fight as *observer* sees it; the hidden are not in it, nor counted."""
    seen: list[Seen] = []
    for c in fight.people:
        knows = knows_all(fight, observer, c)
        if c.hidden and not knows:
            continue
        seen.append(_seen(fight, observer, c, knows))
    rank = fight.rank if fight.rank < PHASE_TOP else 0
    turns = tuple(_turns(fight, observer))
    sides = tuple(_sides(fight, seen))
    return View(fight.round, fight.phase, rank, tuple(seen), fight.setup.field, turns, sides)


def _sides(fight: State, seen: list[Seen]) -> list[SeenSide]:
    """The sides of those in view: of the others nobody knows that they are there."""
    there = [one.side for one in seen]
    return [SeenSide(side.id, side.name) for side in fight.setup.sides if side.id in there]


def _turns(fight: State, observer: Observer) -> list[SeenTurn]:
    """Who acts when in this phase, as far as *observer* may know; the hidden have no turn."""
    if fight.over:
        return []
    now = [asked.who for asked in fight.asked if asked.kind == ACTION]
    for procedure in fight.stack:
        if isinstance(procedure, Turn):
            now += procedure.actors
    turns: list[SeenTurn] = []
    for c in fight.people:
        if c.able and not c.hidden:
            turns.append(_turn(fight, c, c.index in now, knows_all(fight, observer, c)))
    turns.sort(key=_when)  # stable: of equals in seat order
    return turns


def _turn(fight: State, c: Combatant, is_now: bool, knows: bool) -> SeenTurn:
    """That somebody has acted is seen by everybody; when and whether it will, its own side knows."""
    if is_now:
        return SeenTurn(c.id, "now", fight.rank if knows else None)
    if c.acted:
        return SeenTurn(c.id, "done")
    if not knows:
        return SeenTurn(c.id, "to_come")
    if c.acts <= 0:
        return SeenTurn(c.id, "done")
    if c.carrying and c.call == NO_CALL:
        return SeenTurn(c.id, "carried")
    waits = c.plan is None and c.call < c.rank_top and c.call < fight.rank
    return SeenTurn(c.id, "waiting" if waits else "to_come", call_of(fight, c))


def _when(turn: SeenTurn) -> tuple[int, int]:
    known = PHASE_TOP if turn.rank is None else -turn.rank
    return _TURN_STATES.index(turn.state), known


def knows_all(fight: State, observer: Observer, c: Combatant) -> bool:
    """The game master knows everything, a seat its own side, everybody all if information is open."""
    if observer.role == "game_master":
        return True
    if _is_friend(fight, observer, c.id):
        return True
    return fight.setup.options.information == "open" and not c.hidden


def filtered(fight: State, observer: Observer, event: Event) -> Event | None:
    """*event* as *observer* may know it, or None if it is hidden from it altogether.

    What was out of sight is judged by the moment of the event, sides by the present.
    """
    if observer.role == "game_master":
        return event
    if event.kind == "amendment_refused":
        return None
    for who in event.hidden:
        if not _is_friend(fight, observer, who):
            return None
    if event.to and not _knows(fight, observer, event.to, event):
        return None
    kept = [
        figure for figure in (_shown(fight, observer, event, f) for f in event.figures) if figure
    ]
    facts = _named_in_sight(fight, observer, event.facts)
    if event.kind == "amended" and event.at and not _knows(fight, observer, event.at, event):
        shown = PUBLIC_FACTS if facts["change"] in PUBLIC_CHANGES else ("change",)
        facts = {name: facts[name] for name in shown if name in facts}
    at = event.at
    if event.kind in UNDER_WAY and not _knows(fight, observer, event.by, event):
        at = ""
        seen = ("verb", "cause") if facts.get("cause") != NO_POINTS else ("verb",)
        facts = {name: facts[name] for name in seen if name in facts}
    fates = _fates_in_sight(fight, observer, event.fates) if event.fates else ()
    if facts is event.facts and kept == list(event.figures) and fates == event.fates:
        return event
    return structs.replace(event, at=at, facts=facts, figures=tuple(kept), fates=fates)


def _fates_in_sight(fight: State, observer: Observer, fates: tuple[Fate, ...]) -> tuple[Fate, ...]:
    """C31: when all is over all is told, but of those who have stayed hidden."""
    told: list[Fate] = []
    for fate in fates:
        c = fight.people[fight.names[fate.id]]
        if not c.hidden or _is_friend(fight, observer, c.id):
            told.append(fate)
    return tuple(told)


def _named_in_sight(fight: State, observer: Observer, facts: dict[str, str]) -> dict[str, str]:
    """*facts* without whom a deed was about, if it was named in view and has been hidden since."""
    for name in ABOUT:
        if name in facts:
            c = fight.people[fight.names[facts[name]]]
            if c.hidden and not _is_friend(fight, observer, c.id):
                return {key: fact for key, fact in facts.items() if key not in ABOUT}
    return facts


def _shown(fight: State, observer: Observer, event: Event, figure: Figure) -> Figure | None:
    """A figure as *observer* may know it: whole, as the bare number that shows, or not at all."""
    role = SECRET_OF.get(figure.name, "")
    owner = event.by if role == "by" else event.at
    if role == "" or _knows(fight, observer, owner, event):
        return figure
    if figure.name == "through":
        return Figure(figure.name, figure.value, (), figure.rule)
    return None


def _is_friend(fight: State, observer: Observer, who: str) -> bool:
    """Is *observer* the seat of somebody who does not fight *who*?"""
    seat = fight.names.get(observer.combatant) if observer.role == "seat" else None
    number = fight.names.get(who)
    if seat is None or number is None:
        return False
    return not fight.is_foe(fight.people[seat], fight.people[number])


def _knows(fight: State, observer: Observer, who: str, event: Event) -> bool:
    """Does *observer* know what is known of *who* by its own side, as things stood at *event*?"""
    is_open = fight.setup.options.information == "open" and who not in event.hidden
    return is_open or _is_friend(fight, observer, who)


def _pairs(fight: State, c: Combatant) -> tuple[SeenPair, ...]:
    """Those it is engaged with, and at what reach; nobody in a pair is hidden."""
    return tuple(
        [
            SeenPair(fight.people[foe].id, reach.REACH_NAMES[c.reaches[i]])
            for i, foe in enumerate(c.foes)
        ]
    )


def _seen(fight: State, observer: Observer, c: Combatant, knows: bool) -> Seen:
    items: list[SeenItem] = []
    for i, arm in enumerate(c.arms):
        if arm.hands == 0:
            continue
        state = c.items[i]
        name = _SHOWN[state]
        missiles = c.missiles[i] if knows and arm.shot is not None else None
        loaded = arm.shot is not None and arm.load > 0 and c.load_left[i] == 0 and state == HELD
        items.append(SeenItem(arm.id, arm.name, name, loaded, missiles))
    state_word: Literal["up", "down", "prisoner", "dead", "gone"] = "up"
    if c.gone:
        state_word = "gone"
    elif c.dead:
        state_word = "dead"
    elif c.yielded:
        state_word = "prisoner"
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
        conditions=tuple(shown_conditions(c)),
        wounds=tuple([wounds.wound_word(c.hp[p], full) for p, full in enumerate(c.full)]),
        armour=c.armour,
        items=tuple(items),
        hit_points=tuple(c.hp) if knows else None,
        skills=c.entry.sheet.skills if knows else None,
        actions=c.acts if knows else None,
        waiting=waiting,
        hidden=c.hidden,
        place=hexes.name(c.place) if c.place >= 0 else "",
        large=c.girth > 0,
        engaged=_pairs(fight, c),
        formation=_FORMATIONS[c.formed[0]] if c.formed else "",
        focus=fight.people[c.focus].id if c.focus >= 0 else "",
        holding=fight.people[c.holding].id if c.holding >= 0 else "",
        magic_points=c.mp if knows and c.entry.sheet.spells else None,
        rides=fight.people[c.mount].id if c.mount >= 0 else "",
        steed=c.entry.steed != "",
        spells=_lasting(fight, c) if knows else (),
        task=_task(fight, observer, c) if knows else None,
        temper=c.entry.temper if knows else None,
        mood_until=c.mood_to if knows and nerve.STEADY < c.mood <= nerve.FALLING else None,
        dies=_dies(fight, c) if knows else None,
    )


def _lasting(fight: State, c: Combatant) -> tuple[SeenSpell, ...]:
    """How long each of the spells lasts that it is under."""
    found: list[SeenSpell] = []
    for i in range(0, len(c.under), magic.SLOTS):
        left = c.under[i + magic.LAST] - fight.round + 1
        found.append(SeenSpell(magic.WORDS[c.under[i]], left))
    return tuple(found)


def _task(fight: State, observer: Observer, c: Combatant) -> SeenTask | None:
    """What it casts, at or for whom if that one is in view, and when that will be done."""
    task = c.task
    if task is None:
        return None
    mark = fight.people[task.target]
    at = mark.id if not mark.hidden or knows_all(fight, observer, mark) else ""
    return SeenTask(c.entry.sheet.spells[task.item].name, at, c.task_left)


def _dies(fight: State, c: Combatant) -> int | None:
    """The round that kills it unless somebody tends it."""
    place = -1 if c.dead or c.gone else c.first_to_kill()
    return None if place < 0 else max(fight.round, c.bleeds[place])


def _grips(c: Combatant) -> list[str]:
    """How somebody is held in a grapple."""
    if c.holder < 0:
        return []
    return ["held", "pinned"] if c.pinned else ["held"]


def _spells(c: Combatant) -> list[str]:
    """Whether it casts, and what spells it is under, in the order in which they came."""
    found = ["casting"] if c.casting else []
    for kind in magic.kinds(c.under):
        found.append(magic.WORDS[kind])
    return found


def shown_conditions(c: Combatant) -> list[str]:
    """The conditions that show, in a fixed order."""
    found: list[str] = []
    _note(found, c.surprised, "surprised")
    _note(found, c.overextended, "overextended")
    _note(found, c.vulnerable, "vulnerable")
    _note(found, c.blinded, "blinded")
    _note(found, c.tired > 0, WORDS[c.tired])
    found += _grips(c)
    _note(found, c.mood > 0, nerve.WORDS[c.mood])
    _note(found, c.laden, "encumbered")
    _note(found, c.is_bleeding(), "bleeding")
    _note(found, c.defending, "defending")
    found += _spells(c)
    _note(found, c.unconscious, "unconscious")
    _note(found, c.out, "out")
    _note(found, c.dead, "dead")
    _note(found, c.yielded, "yielded")
    _note(found, c.mounted, "mounted")
    _note(found, c.bolting, "bolting")
    _note(found, c.flying, "flying")
    _note(found, c.high, "high")
    return found


def _note(found: list[str], is_so: bool, word: str) -> None:
    if is_so:
        found.append(word)
