"""A whole fight as bytes and back: equal fights give equal bytes, and a restored fight plays on the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from rules.kernel.dice import Dice
from rules.rivers.chapters.engagements import Star
from rules.rivers.chapters.order import Strike
from rules.rivers.course.choices import Asked, choice_from
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.edge import Rounds, prepare
from rules.rivers.course.effects import Effect
from rules.rivers.course.engagement import Course
from rules.rivers.course.model import (
    SavedAsked,
    SavedEffect,
    SavedEngagement,
    SavedFight,
    SavedPace,
    SavedPerson,
    SavedStar,
    SavedStrike,
)
from rules.rivers.course.state import State
from rules.rivers.course.walking import Pace

VERSION: Final = 13


class UnreadableSnapshotError(Exception):
    """The snapshot is of a version that this build does not read."""

    def __init__(self, version: int) -> None:
        super().__init__(f"a snapshot of version {version}; this build reads version {VERSION}")
        self.version: int = version


def saved_fight(fight: Rounds, parts: Sequence[Course]) -> SavedFight:
    """The state at a wait."""
    return SavedFight(
        version=VERSION,
        setup=fight.setup,
        seed=fight.seed.hex(),
        round=fight.round,
        phase=fight.phase,
        wait=fight.wait,
        step=fight.step,
        turn=fight.turn,
        quiet_rounds=fight.quiet_rounds,
        timed_next=fight.timed_next,
        harm=fight.harm,
        shot=fight.shot,
        dice=fight.dice.state(),
        diced=fight.diced,
        over=fight.over,
        outcome=fight.outcome_now,
        people=[save_person(c) for c in fight.people],
        stars=[save_star(star) for star in fight.stars],
        asked=[save_asked(one) for one in fight.asked],
        engagements=[saved_course(part) for part in parts],
    )


def saved_course(course: Course) -> SavedEngagement:
    """An engagement at a wait; `told` and the log are not in it, for the events are handed over."""
    return SavedEngagement(
        star=save_star(course.star),
        phase=course.phase,
        rank=course.rank,
        wait=course.wait,
        dice=course.dice.state(),
        step=course.step,
        turn=course.turn,
        at=course.at,
        crossing=course.crossing,
        shots=course.shots,
        harm=course.harm,
        over=course.over,
        own={index: save_person(c) for index, c in course.own.items()},
        plans={index: choice.saved() for index, choice in course.plans.items()},
        besides={who: [one.saved() for one in some] for who, some in course.besides.items()},
        paces={index: _save_pace(pace) for index, pace in course.paces.items()},
        moments=[[_save_strike(one) for one in moment] for moment in course.moments],
        strikes=[_save_strike(one) for one in course.strikes],
        met=course.met,
        answered=course.answered,
        drew=course.drew,
        rising=course.rising,
        asked=[save_asked(one) for one in course.asked],
    )


def stand(course: Course, parent: State, held: SavedEngagement) -> None:
    """Put an engagement, fresh and empty, where *held* stands."""
    course.setup = parent.setup
    course.options = parent.options
    course.seed = parent.seed
    course.people = parent.people
    course.names = parent.names
    course.land = parent.land
    course.round = parent.round
    course.stars = parent.stars
    course.seated = parent.seated
    course.star = load_star(held.star)
    course.phase = held.phase
    course.rank = held.rank
    course.wait = held.wait
    course.dice = Dice(held.dice[0], held.dice[1], held.dice[2], held.dice[3])
    course.step = held.step
    course.turn = held.turn
    course.at = held.at
    course.crossing = held.crossing
    course.shots = held.shots
    course.harm = held.harm
    course.over = held.over
    for index, one in held.own.items():
        c = Combatant(parent.people[index].build)
        c.start()
        load_person(c, one)
        course.own[index] = c
    course.plans = {index: choice_from(one) for index, one in held.plans.items()}
    course.besides = {who: [choice_from(one) for one in some] for who, some in held.besides.items()}
    course.paces = {index: _load_pace(one) for index, one in held.paces.items()}
    course.moments = [[_load_strike(one) for one in moment] for moment in held.moments]
    course.strikes = [_load_strike(one) for one in held.strikes]
    course.met = held.met
    course.answered = held.answered
    course.drew = held.drew
    course.rising = held.rising
    course.asked = [load_asked(one) for one in held.asked]


def copied(course: Course, into: Course, parent: State) -> None:
    """Put *into*, fresh and empty, where *course* stands; what is never changed is shared."""
    into.setup = course.setup
    into.options = course.options
    into.seed = course.seed
    into.people = parent.people
    into.names = course.names
    into.land = course.land
    into.round = course.round
    into.stars = parent.stars
    into.seated = parent.seated
    into.star = course.star
    into.phase = course.phase
    into.rank = course.rank
    into.wait = course.wait
    into.told = course.told
    into.dice = course.dice.copy()
    into.step = course.step
    into.turn = course.turn
    into.at = course.at
    into.crossing = course.crossing
    into.shots = course.shots
    into.harm = course.harm
    into.over = course.over
    into.own = {index: c.copy() for index, c in course.own.items()}
    into.plans = course.plans.copy()
    into.besides = course.besides.copy()
    into.paces = {index: _load_pace(_save_pace(pace)) for index, pace in course.paces.items()}
    into.moments = course.moments
    into.strikes = course.strikes[:]
    into.met = course.met.copy()
    into.answered = course.answered.copy()
    into.drew = course.drew
    into.rising = course.rising
    into.asked = course.asked[:]
    if course.log is not None:
        into.log = course.log[:]


def stand_fight(fight: Rounds, held: SavedFight) -> None:
    """Put a fight, fresh and empty, where *held* stands, but for its engagements."""
    if held.version != VERSION:
        raise UnreadableSnapshotError(held.version)
    prepare(fight, held.setup)
    fight.seed = bytes.fromhex(held.seed)
    fight.round = held.round
    fight.phase = held.phase
    fight.wait = held.wait
    fight.step = held.step
    fight.turn = held.turn
    fight.quiet_rounds = held.quiet_rounds
    fight.timed_next = held.timed_next
    fight.harm = held.harm
    fight.shot = held.shot
    fight.dice = Dice(held.dice[0], held.dice[1], held.dice[2], held.dice[3])
    fight.diced = held.diced
    fight.over = held.over
    fight.outcome_now = held.outcome
    for c, saved in zip(fight.people, held.people, strict=True):
        load_person(c, saved)
    fight.find_guards()
    fight.find_untended()
    fight.stand([load_star(star) for star in held.stars])
    fight.asked = [load_asked(one) for one in held.asked]


# --- the parts -------------------------------------------------------------------------------


def save_person(c: Combatant) -> SavedPerson:
    state = [cast("int | bool", getattr(c, name)) for name in Combatant.STATE]
    lists = [cast("list[int]", getattr(c, name)) for name in Combatant.LISTS]
    under = [SavedEffect(one.spell, one.points, one.boost, one.until, one.item) for one in c.under]
    return SavedPerson(state, lists, under)


def load_person(c: Combatant, held: SavedPerson) -> None:
    c.enchant([Effect(one.spell, one.points, one.boost, one.until, one.item) for one in held.under])
    for name, value in zip(Combatant.STATE, held.state, strict=True):
        setattr(c, name, value)
    for name, values in zip(Combatant.LISTS, held.lists, strict=True):
        setattr(c, name, values)
    c.wound(c.lost)


def save_asked(asked: Asked) -> SavedAsked:
    return asked.kind, asked.who, asked.place, asked.about


def load_asked(held: SavedAsked) -> Asked:
    return Asked(held[0], held[1], held[2], held[3])


def save_star(star: Star) -> SavedStar:
    return star.first, star.second


def load_star(held: SavedStar) -> Star:
    return Star(held[0], held[1])


def _save_strike(one: Strike) -> SavedStrike:
    return one.who, one.rank, one.dex, one.pc, one.target, one.later


def _load_strike(held: SavedStrike) -> Strike:
    return Strike(held[0], held[1], held[2], held[3], held[4], held[5])


def _save_pace(pace: Pace) -> SavedPace:
    return SavedPace(pace.terms, pace.late, pace.base, pace.rank, pace.metres, pace.arrival)


def _load_pace(held: SavedPace) -> Pace:
    pace = Pace([], held.late)
    pace.terms = held.terms
    pace.base = held.base
    pace.rank = held.rank
    pace.metres = held.metres
    pace.arrival = held.arrival
    return pace
