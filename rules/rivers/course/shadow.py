"""What the combatant of one question knows, as bytes: so a mind far away sees what one in process sees.

The shadow of a fight is the fight with oneself and one's friends whole, and of foes what shows.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rules.kernel.dice import Dice, luck
from rules.kernel.people.model import Characteristics
from rules.rivers.chapters.bodies import location_points
from rules.rivers.course.choices import ATTACK, Asked, Choice
from rules.rivers.course.combatant import DODGE, NO_FOCUS, Build, Combatant
from rules.rivers.course.edge import Rounds
from rules.rivers.course.engagement import Course
from rules.rivers.course.model import SavedShadow
from rules.rivers.course.ritual import UNFINISHED, is_at_it
from rules.rivers.course.sight import Sight
from rules.rivers.course.snapshot import saved_course, saved_fight, stand, stand_fight
from rules.rivers.course.state import State
from rules.rivers.model import Entry, Setup, Sheet, Weapon

AVERAGE: Final = 11
WHOLE: Final = 11  # hit points in all of whom nothing is known
UNKNOWN: Final = Characteristics(
    STR=AVERAGE, CON=AVERAGE, SIZ=AVERAGE, INT=AVERAGE, POW=AVERAGE, DEX=AVERAGE, CHA=AVERAGE
)


def shadow(state: State, asked: Asked, place: str) -> bytes:
    """The question *asked*, called *place*, and all that its combatant knows."""
    me = state.people[asked.who].build
    shade = Rounds()
    shade.setup = _shown_setup(state.setup, me.entry.side)
    shade.round = state.round
    shade.people = [_shown(c, me, shade.setup) for c in state.people]
    shade.stand(state.stars)
    chosen = luck(state.seed, place)
    if not isinstance(state, Course):
        shade.asked = [asked]
        return msgspec.json.encode(SavedShadow(place, chosen, saved_fight(shade, [])))
    course = Course()
    course.star = state.star
    course.phase = state.phase
    course.rank = state.rank
    course.dice = Dice(0, 0, 0, 0)
    course.own = {index: _shown(c, me, shade.setup) for index, c in state.own.items()}
    course.asked = [Asked(asked.kind, asked.who, asked.place, 0 if asked.about >= 0 else -1)]
    course.drew = state.drew
    course.rising = state.rising
    if asked.about >= 0:
        strike = state.strikes[asked.about]
        course.strikes = [strike]
        striker = state.plans[strike.who - 1]
        course.plans[strike.who - 1] = Choice(ATTACK, striker.item)
    if me.index in state.plans:
        course.plans[me.index] = state.plans[me.index]
    if me.index in state.besides:
        course.besides[me.index] = state.besides[me.index]
    held = SavedShadow(place, chosen, saved_fight(shade, []), saved_course(course))
    return msgspec.json.encode(held)


def sight_from(data: bytes) -> Sight:
    """The sight that a shadow holds."""
    held = msgspec.json.decode(data, type=SavedShadow)
    fight = Rounds()
    stand_fight(fight, held.fight)
    if held.engagement is None:
        return Sight(fight, fight.asked[0], held.place, held.luck)
    course = Course()
    stand(course, fight, held.engagement)
    return Sight(course, course.asked[0], held.place, held.luck)


def _shown_setup(setup: Setup, side: str) -> Setup:
    if setup.options.information == "open":
        return setup
    entries = [one if one.side == side else _shown_entry(one) for one in setup.combatants]
    return msgspec.structs.replace(setup, name="", combatants=tuple(entries), amendments=())


def _shown_entry(entry: Entry) -> Entry:
    """A foe: what it looks like and carries, and nothing of how good it is."""
    sheet = entry.sheet
    skills = {one.id: one.base for one in sheet.weapons}
    shown = Sheet(
        creature=sheet.creature,
        body=sheet.body,
        characteristics=UNKNOWN,
        skills={**skills, DODGE: 2 * AVERAGE},
        weapons=tuple([_shown_arm(one) for one in sheet.weapons]),
        armour=sheet.armour,
        move=sheet.move,
    )
    return msgspec.structs.replace(
        entry, sheet=shown, mind="steady", focus="", under=(), ready=None, temper=None
    )


def _shown_arm(arm: Weapon) -> Weapon:
    """How many missiles a foe has nobody knows."""
    return msgspec.structs.replace(arm, missiles=1) if arm.missiles > 1 else arm


def _shown(c: Combatant, me: Build, setup: Setup) -> Combatant:
    """Somebody as *me* knows it: a foe's wounds as far as they show, its weapons as whole or broken."""
    if c.build.side == me.side or setup.options.information == "open":
        return c
    made = c.copy()
    lost: list[int] = []
    for place, location in enumerate(c.build.entry.sheet.body.locations):
        bears = location_points(WHOLE, location.more)
        hurt = min(1, max(0, c.lost[place]))
        lost.append(bears if c.is_useless(place) else hurt)
    made.wound(lost)
    made.lost_all = 0
    made.item_hp = [min(1, one) for one in c.item_hp]
    made.missiles = [min(1, one) for one in c.missiles]
    made.loading = [min(1, one) for one in c.loading]
    made.scares = 0
    made.mood_to = 0
    made.dies_at = 0
    made.rune_points = 0
    made.magic_points = 1
    made.focus = NO_FOCUS
    made.ritual = [0, 0, 0, 0, 0, UNFINISHED] if is_at_it(c) else []
    made.proved = []
    made.barred = 0
    made.barred_next = 0
    return made
