"""The Rivers machine: rounds in which engagements are formed and then played as independent parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rules.kernel import hexes
from rules.kernel.base import Blanks, hash_of, one_each
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.field.land import Land
from rules.kernel.machine import Machine
from rules.kernel.model import Answer, Event, Observer, Outcome, Prompt
from rules.kernel.script import SCENARIO
from rules.rivers.chapters import engagements
from rules.rivers.course import legal
from rules.rivers.course.afar import land_shots
from rules.rivers.course.amend import make_change
from rules.rivers.course.between import ask_between, cast_between
from rules.rivers.course.casting import land_crossing
from rules.rivers.course.choices import FORM, HANG_BACK, Choice
from rules.rivers.course.combatant import NOBODY, Combatant
from rules.rivers.course.edge import Rounds, prepare
from rules.rivers.course.engagement import Course
from rules.rivers.course.model import SavedFight
from rules.rivers.course.places import give_way
from rules.rivers.course.question import Question
from rules.rivers.course.snapshot import (
    copied,
    saved_course,
    saved_fight,
    stand,
    stand_fight,
)
from rules.rivers.course.state import State
from rules.rivers.course.view import filtered, view
from rules.rivers.course.walking import tell_walk
from rules.rivers.model import Setup, View

CHOOSING: Final = 0
LEFT_OVER: Final = 1
HELPING: Final = 2
FIGHTING: Final = 3


def judged(state: State, questions: Sequence[Question], answers: Sequence[Answer]) -> list[Choice]:
    """Every answer as a choice, before anything moves."""
    one_each(len(answers), len(state.asked))
    return [question.choice(answers[i]) for i, question in enumerate(questions)]


class Engagement(Course):
    """One engagement as a machine of its own (see `rules.kernel.machine.Machine`)."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[Question] | None = None

    def children(self) -> Sequence[Machine]:
        """It is one whole."""
        return ()

    def join(self) -> None:
        """Nothing to fold back."""

    def questions(self) -> Sequence[Question]:
        if self.open is None:
            self.open = [Question(self, asked, i) for i, asked in enumerate(self.asked)]
        return self.open

    def prompts(self) -> tuple[Prompt, ...]:
        return tuple([question.prompt() for question in self.questions()])

    def advance(self, answers: Sequence[Answer]) -> None:
        choices = judged(self, self.questions(), answers)
        asked = self.asked
        self.asked = []
        self.open = None
        self.told = 0
        for i, choice in enumerate(choices):
            self.take(asked[i], choice)
        self.go_on()

    def amend(self, author: str, reason: str, change: object) -> None:
        """The fight is amended, never a part of it."""
        raise IllegalAmendmentError("change", f"{author}: {reason}: {change}", "amend the fight")

    def fork(self) -> Engagement:
        made = Engagement()
        copied(self, made, self)
        return made

    def snapshot(self) -> bytes:
        return msgspec.json.encode(saved_course(self))

    def state_hash(self) -> str:
        return hash_of(self.snapshot())

    def view(self, observer: Observer) -> View:
        return view(self, [self], observer)

    def seen_by(self, observer: Observer, event: Event) -> Event | None:
        return filtered(self, observer, event)

    def outcome(self) -> Outcome | None:
        """How an engagement ends only the fight knows."""
        return None


class Fight(Rounds):
    """A Rivers fight (see `rules.kernel.machine.Machine`)."""

    __slots__ = ("open", "parts")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[Question] | None = None
        self.parts: list[Engagement] = []

    # --- the contract ------------------------------------------------------------------------

    def children(self) -> Sequence[Engagement]:
        """S4: the engagements of the round, in player order."""
        return tuple(self.parts)

    def join(self) -> None:
        """Take back everybody from the engagements, whichever was through first; the round is at its edge.

        M38: one after the other, the next one begins instead, until all are through.
        """
        self.open = None
        parts = self.parts
        last = parts[-1]
        were = [c.place for c in self.people]
        crossing = self._take_back()
        one_by_one = self.options.cross_effects == "sequential"
        self.phase = self.turn if one_by_one else len(self.stars) + 1
        self.wait = last.wait + 1 if one_by_one else 0
        self.told = 0
        for one in crossing:
            land_crossing(self, one)
        land_shots(self, parts)
        if self.land is not None:
            self._give_way(self.land, were)
        if self.turn < len(self.stars):
            self._engage()
            return
        if one_by_one:
            self._at_the_edge()
        self.end_round()
        self.go_on([])

    def questions(self) -> Sequence[Question]:
        if self.open is None:
            self.open = [Question(self, asked, i) for i, asked in enumerate(self.asked)]
        return self.open

    def prompts(self) -> tuple[Prompt, ...]:
        return tuple([question.prompt() for question in self.questions()])

    def advance(self, answers: Sequence[Answer]) -> None:
        choices = judged(self, self.questions(), answers)
        asked = self.asked
        self.asked = []
        self.open = None
        self.told = 0
        if self.step == HELPING:
            cast_between(self, asked, choices)
            choices = []
        self.go_on(choices)

    def amend(self, author: str, reason: str, change: object) -> None:
        """Make a change, to whoever is in an engagement there too; what is asked now may be something else afterwards."""
        told = self.told
        self.told = 0
        self.wait += 1
        try:
            make_change(self, self.parts, author, reason, change)
        except IllegalAmendmentError:
            self.told = told
            self.wait -= 1
            raise
        self.lines = []
        self.find_untended()
        self.open = None
        if self.over:
            return
        for part in self.parts:
            part.open = None
            part.wait += 1
            part.told = 0
            part.ask_again()
        self.wait += 1
        self.told = 0
        seated = self.seated
        free = [one for one in self.asked if one.kind != FORM or one.who + 1 not in seated]
        self.asked = [one for one in free if self.people[one.who].able]
        if not self.asked and not self.parts:
            self.go_on([])

    def fork(self) -> Fight:
        f = Fight()
        f.setup = self.setup
        f.options = self.options
        f.seed = self.seed
        f.names = self.names
        f.land = self.land
        f.people = [c.copy() for c in self.people]
        f.asked = self.asked[:]
        f.guards = self.guards
        f.untended = self.untended
        f.stars = self.stars[:]
        f.seated = self.seated.copy()
        f.round = self.round
        f.phase = self.phase
        f.wait = self.wait
        f.told = self.told
        f.step = self.step
        f.turn = self.turn
        f.quiet_rounds = self.quiet_rounds
        f.timed_next = self.timed_next
        f.harm = self.harm
        f.shot = self.shot
        f.dice = self.dice.copy()
        f.diced = self.diced
        f.over = self.over
        f.outcome_now = self.outcome_now
        if self.log is not None:
            f.log = self.log[:]
        for part in self.parts:
            made = Engagement()
            copied(part, made, f)
            f.parts.append(made)
        return f

    def snapshot(self) -> bytes:
        return msgspec.json.encode(saved_fight(self, self.parts))

    def state_hash(self) -> str:
        return hash_of(self.snapshot())

    def watch(self) -> None:
        super().watch()
        for part in self.parts:
            part.watch()

    def view(self, observer: Observer) -> View:
        return view(self, self.parts, observer, over=self.over)

    def seen_by(self, observer: Observer, event: Event) -> Event | None:
        return filtered(self, observer, event)

    def outcome(self) -> Outcome | None:
        return self.outcome_now

    def finish(self, outcome: Outcome) -> None:
        if self.parts:  # it is told after what happened in them
            self._at_the_edge()
        self._take_back()
        super().finish(outcome)
        if self.log is not None:
            self.tell_end(outcome, self.state_hash())

    def _at_the_edge(self) -> None:
        """What is told from now on stands behind the engagements of the round."""
        self.phase = len(self.stars) + 1
        self.wait = 0
        self.told = 0

    def _give_way(self, land: Land, were: list[int]) -> None:
        """C85: where two came to one hex, one goes to the nearest free one; *were* are the places before."""
        before = [c.place for c in self.people]
        for index in give_way(land, self.people, were):
            here, there = before[index], self.people[index].place
            metres = hexes.METRES * land.steps(here, there)
            tell_walk(self, self.people[index], "aside", (metres, metres), NOBODY, "C85")

    def _take_back(self) -> list[list[int]]:
        """Everybody comes out of the engagements as it is; what is to cross from one to another."""
        crossing: list[list[int]] = []
        for part in self.parts:
            for index, c in part.own.items():
                self.people[index] = c
            if part.harm:
                self.harm = True
            if self.log is not None:
                self.log += part.take_events()
            crossing += part.crossing
        self.parts = []
        return crossing

    # --- the course of a round ---------------------------------------------------------------

    def go_on(self, choices: list[Choice]) -> None:
        """Move to the next point where somebody must decide, to the engagements, or to the end."""
        for choice in choices:
            self._choose(choice)
        while not self.asked and not self.parts and not self.over:
            if self.round == 0 or self.step == FIGHTING:
                self.begin_round()
                self.step = CHOOSING
                self.turn = 0
                if self.setup.amendments:
                    self._amend_of_itself()
            elif self.step == HELPING:
                self.turn = 0
                self.step = FIGHTING
                self._engage()
                if not self.parts:  # nobody can do anything: the round is at its edge at once
                    self._at_the_edge()
                    self.end_round()
            elif not self._ask_next():
                self.turn = 0
                self.step += 1
                if self.step == HELPING:
                    self._stand_whole()
                    ask_between(self)

    def _amend_of_itself(self) -> None:
        """C65: what the scenario changes as this round begins; what makes no sense any more is told as that."""
        timed = self.setup.amendments
        while not self.over and self.timed_next < len(timed):
            due = timed[self.timed_next]
            if due.at.round > self.round:
                break
            self.timed_next += 1
            try:
                make_change(self, [], SCENARIO, due.reason, due.change)
            except IllegalAmendmentError as refused:
                self.emit("amendment_refused", facts={"author": SCENARIO, "reason": str(refused)})
        self.lines = []
        self.find_untended()

    def _ask_next(self) -> bool:
        """S5, S5a: ask the next of the side whose turn it is, unless nobody is left to ask."""
        chooses = self.step == CHOOSING
        seated = self.seated
        for number in range(self.turn, len(self.people)):
            c = self.people[number]
            if c.build.first != chooses or number + 1 in seated or not c.able or c.unaware:
                continue
            if legal.can_engage(self, c):
                self.turn = number + 1
                self.ask(FORM, number)
                return True
        self.turn = len(self.people)
        return False

    def _choose(self, choice: Choice) -> None:
        """S5, A19: whom the one who was asked last fights."""
        c = self.people[self.turn - 1]
        if choice.verb == HANG_BACK:
            return
        seat = c.index + 1
        seats = [one + 1 for one in self._faced(c, choice.targets)]
        star = self.star_of(seats[0]) if len(seats) == 1 else None
        both = None if star is None else engagements.joined(star, seat, c.build.first)
        if both is not None:  # as `engagements.chosen` has it, for thousands
            number = self.seated[seats[0]]
            self.stars[number] = both
            self.seated[seat] = number
        elif not self.seated.keys().isdisjoint(seats):
            self.stand(engagements.chosen(self.stars, seat, c.build.first, seats))
        else:
            for one in (seat, *seats):
                self.seated[one] = len(self.stars)
            self.stars.append(engagements.new(seat, c.build.first, seats))

    def _faced(self, c: Combatant, targets: list[int]) -> list[int]:
        """C73: whom it fights who chose these; who has stood before whom is told."""
        if not self.guards:
            return targets
        found = self.faced(targets)
        for number, guard in enumerate(found):
            if guard != targets[number]:
                facts = {"friend": self.people[targets[number]].id}
                self.emit("interposed", by=guard, at=c.index, facts=facts)
        return found

    def _stand_whole(self) -> None:
        """S8, S9: everybody is somewhere."""
        self.stand(engagements.whole(self.stars, self.standing(True), self.standing(False)))

    def _engage(self) -> None:
        """S4, M38: the engagements begin, all at once or the next one."""
        one_by_one = self.options.cross_effects == "sequential"
        end = self.turn + 1 if one_by_one else len(self.stars)
        for number in range(self.turn, end):
            part = Engagement()
            part.enter(self, self.stars[number], number + 1)
            part.go_on()
            self.parts.append(part)
        self.turn = end


def _unpacked(setup: Setup) -> Fight:
    """A fight of *setup* before its first round, without seed."""
    blank = Fight()
    prepare(blank, setup)
    return blank


_BLANKS: Final = Blanks(_unpacked)


def begin(setup: Setup, seed: bytes, watched: bool = False) -> Fight:
    """A fight that stands at its first wait; *watched* from the start if its events are wanted."""
    fight = _BLANKS.of(setup).fork()
    fight.seed = seed
    if watched:
        fight.watch()
    fight.go_on([])
    return fight


def restore(data: bytes) -> Fight:
    """The fight that a snapshot holds, standing where it stood."""
    held = msgspec.json.decode(data, type=SavedFight)
    fight = Fight()
    stand_fight(fight, held)
    for one in held.engagements:
        part = Engagement()
        stand(part, fight, one)
        fight.parts.append(part)
    return fight
