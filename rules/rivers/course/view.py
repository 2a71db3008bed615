"""The one filter: what an observer may know of the fight, and of each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import structs

from rules.kernel import hexes
from rules.kernel.model import Event, Figure, Observer
from rules.kernel.temper.nerve import WORDS as WORDS_OF_NERVE
from rules.rivers.course import effects
from rules.rivers.course.combatant import DROPPED, GONE, HELD, NEVER, SLUNG, Combatant
from rules.rivers.course.ritual import is_at_it
from rules.rivers.course.sight import CRIPPLED, HURT, wound_of
from rules.rivers.course.state import State
from rules.rivers.model import Seen, SeenItem, SeenPair, SeenSide, View

NOBODYS: Final = "nobody"  # it tells a number of either side
# Numbers that tell a skill, a characteristic or exact hit points, and whose they are.
SECRET_OF: Final = {
    "strike_rank": "by",
    "attack_chance": "by",
    "defence_chance": "at",
    "through": "at",
    "hit_points": "at",
    "all_hit_points": "at",
    "stun_chance": "at",
    "weapon_points": "by",
    "missiles": "by",
    "rounds_left": "by",
    "casting_chance": "by",
    "rune_points": "by",
    "magic_points": "by",
    "keeping_chance": "by",
    "aid_chance": "by",
    "skill_chance": "by",
    "resistance_chance": NOBODYS,
}
BARE: Final = ("strike_rank", "through")
"""Of these the number shows and what it is made of does not."""
PUBLIC_CHANGES: Final = ("remove", "move", "place", "end", "engage")
WORDS: Final = {0: "unhurt", HURT: "hurt", CRIPPLED: "crippled"}
SEVERED: Final = "severed"


def view(state: State, parts: Sequence[State], observer: Observer, *, over: bool = False) -> View:
    """The fight as *observer* sees it, *over* or not; *parts* are the engagements at play, of which a seat sees its own."""
    me = state.names.get(observer.combatant, -1) if observer.role == "seat" else -1
    now: dict[int, Combatant] = {}
    phase, rank = state.phase, state.rank
    for part in parts:
        if me in part.own:
            phase, rank = part.phase, part.rank
        elif me >= 0:
            continue
        now.update(part.own)
    foes: dict[int, list[Combatant]] = {}
    for star in state.stars:
        for seats, others in ((star.first, star.second), (star.second, star.first)):
            for seat in seats:
                known = [state.people[one - 1] for one in others]
                found = [now.get(c.index, c) for c in known]
                foes[seat - 1] = [c for c in found if c.able]
    seen: list[Seen] = []
    for one in state.people:
        c = now.get(one.index, one)
        pairs = [SeenPair(foe.id, metres=state.apart(c, foe)) for foe in foes.get(c.index, [])]
        before = state.people[c.wards].id if c.wards >= 0 and c.able else ""
        knows = knows_all(state, observer, c)
        dies = dies_with(state, c, over) if knows else None
        seen.append(_seen(c, tuple(pairs), before, knows, dies))
    sides = tuple([SeenSide(side.id, side.name) for side in state.setup.sides])
    return View(state.round, phase, rank // 3, tuple(seen), sides, state.setup.field)


def knows_all(state: State, observer: Observer, c: Combatant) -> bool:
    """The game master knows everything, a seat its own side, everybody all if information is open."""
    if observer.role == "game_master" or state.options.information == "open":
        return True
    return _is_friend(state, observer, c.id)


def _is_friend(state: State, observer: Observer, who: str) -> bool:
    if observer.role != "seat":
        return False
    seat, number = state.names.get(observer.combatant), state.names.get(who)
    if seat is None or number is None:
        return False
    return state.people[seat].build.side == state.people[number].build.side


def filtered(state: State, observer: Observer, event: Event) -> Event | None:
    """*event* as *observer* may know it, or None if it is hidden from it altogether."""
    if observer.role == "game_master" or state.options.information == "open":
        return event
    if event.to and not _is_friend(state, observer, event.to):
        return None
    kept: list[Figure] = []
    for figure in event.figures:
        shown = _shown(state, observer, event, figure)
        if shown is not None:
            kept.append(shown)
    is_foe = event.kind == "amended" and event.at and not _is_friend(state, observer, event.at)
    if is_foe and event.facts["change"] not in PUBLIC_CHANGES:
        return structs.replace(event, facts={"change": event.facts["change"]}, place="")
    if event.kind == "ritual" and not _is_friend(state, observer, event.by):
        return structs.replace(event, facts={"change": event.facts["change"]}, figures=tuple(kept))
    if len(kept) == len(event.figures) and kept == list(event.figures):
        return event
    return structs.replace(event, figures=tuple(kept))


def _shown(state: State, observer: Observer, event: Event, figure: Figure) -> Figure | None:
    """A figure as *observer* may know it: whole, as the bare number that shows, or not at all."""
    role = SECRET_OF.get(figure.name, "")
    owner = event.by if role == "by" else event.at
    known = role != NOBODYS and _is_friend(state, observer, owner)
    if role == "" or known:
        return figure
    if figure.name in BARE:
        return Figure(figure.name, figure.value, (), figure.rule)
    return None


def dies_with(state: State, c: Combatant, over: bool) -> int | None:
    """H13, H14: the round with whose end somebody dies if nobody tends it; None if nothing kills it so far."""
    if c.dead or c.gone:
        return None
    found = [c.dies_at] if c.dies_at != NEVER else []
    if c.bleeding and not c.dying:
        left = c.build.total - c.lost_all
        # A fight that is over has had the edge of its last round.
        first = state.round + 1 if over else state.round
        found.append(first + left - 1 + int(state.options.dying_round))
    return min(found) if found else None


def _seen(
    c: Combatant, foes: tuple[SeenPair, ...], before: str, knows: bool, dies: int | None
) -> Seen:
    build = c.build
    locations = build.entry.sheet.body.locations
    hit_points = tuple([full - c.lost[place] for place, full in enumerate(build.full)])
    return Seen(
        id=c.id,
        name=build.entry.name,
        side=build.entry.side,
        creature=build.entry.sheet.creature,
        state=state_word(c),
        stance="prone" if c.prone else "standing",
        conditions=tuple(conditions(c)),
        body=tuple([one.name for one in locations]),
        wounds=tuple([wound_word(c, place) for place in range(len(locations))]),
        armour=tuple(c.worn),
        items=tuple(_items(c, knows)),
        metres=c.metres,
        hit_points=hit_points if knows else None,
        all_hit_points=build.total - c.lost_all if knows else None,
        skills=build.entry.sheet.skills if knows else None,
        engaged=foes if c.able else (),
        spells=tuple(effects.words(c.under)),
        rune_points=c.rune_points if knows and build.spells else None,
        magic_points=c.magic_points if knows and build.spells else None,
        before=before,
        place=hexes.name(c.place) if c.place >= 0 else "",
        dies=dies,
    )


def _items(c: Combatant, knows: bool) -> list[SeenItem]:
    found: list[SeenItem] = []
    for number, arm in enumerate(c.build.arms):
        if arm.hands == 0:
            continue
        state: Literal["held", "carried", "dropped", "gone", "slung"] = "carried"
        if c.items[number] == HELD:
            state = "held"
        elif c.items[number] == DROPPED:
            state = "dropped"
        elif c.items[number] == GONE:
            state = "gone"
        elif c.items[number] == SLUNG:
            state = "slung"
        loaded = arm.rounds > 1 and c.loading[number] == 0
        hp, left = (c.item_hp[number], c.missiles[number]) if knows else (None, None)
        found.append(SeenItem(arm.id, arm.name, state, hp, loaded, left if arm.how else None))
    return found


def wound_word(c: Combatant, place: int) -> str:
    """The word for what shows of a location."""
    return SEVERED if c.severed[place] else WORDS[wound_of(c, place)]


def state_word(c: Combatant) -> Literal["up", "down", "prisoner", "dead", "gone"]:
    if c.gone:
        return "gone"
    if c.dead:
        return "dead"
    if c.prisoner:
        return "prisoner"
    return "up" if c.able else "down"


def conditions(c: Combatant) -> list[str]:
    """The conditions that show, in a fixed order."""
    found: list[str] = []
    for is_so, word in (
        (c.unaware, "unaware"),
        (c.surprised, "surprised"),
        (is_at_it(c), "in a ritual"),
        (c.dozes, "asleep"),
        (c.shock, "in shock"),
        (c.helpless, "helpless"),
        (c.lame, "lame"),
        (c.bleeding, "bleeding"),
        (c.dying, "dying"),
        (c.unconscious, "unconscious"),
        (c.dead, "dead"),
        (c.prisoner, "yielded"),
        (c.mood > 0, WORDS_OF_NERVE[c.mood]),
    ):
        if is_so:
            found.append(word)
    return found
