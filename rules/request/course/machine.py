"""The ReQuest machine: the clock that counts down, and the contract that a driver knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.kernel.base import Blanks, hash_of, one_each
from rules.kernel.dice import dice_for
from rules.kernel.model import Answer, Event, Figure, Observer, Outcome, Prompt, Term
from rules.kernel.unlike import unlike
from rules.request.chapters import strike_rank
from rules.request.course.aftermath import fates
from rules.request.course.amend import apply_timed, make_change
from rules.request.course.chances import call_of
from rules.request.course.choices import DECLINE, NONE_LEFT, Choice
from rules.request.course.combatant import NOTHING, PHASE_TOP, Combatant
from rules.request.course.enrol import enlist, prepare
from rules.request.course.formations import judge_formations
from rules.request.course.grappling import LET_GO, PINNED, unpin
from rules.request.course.judge import judge_change
from rules.request.course.landing import take_lost
from rules.request.course.nerves import forget_causes, take_heart, test_nerves
from rules.request.course.question import Question
from rules.request.course.second import pair_up
from rules.request.course.settling import Settling
from rules.request.course.snapshot import load, save
from rules.request.course.state import ACTION, LASTS_ROUND, REACTIONS, State
from rules.request.course.turn import Turn
from rules.request.course.under import fade
from rules.request.course.view import filtered, view
from rules.request.course.wearing import wear_on
from rules.request.model import Options, Setup, Surroundings, View

SECONDS: Final = 5  # R1: a round


class Fight(State):
    """A ReQuest fight (see `rules.kernel.machine.Machine`)."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[Question] | None = None

    # --- the contract ------------------------------------------------------------------------

    def children(self) -> Sequence[Fight]:
        """A ReQuest fight is one whole: it has no independent parts."""
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
        choices = self._judge(answers)
        self.asked = []
        self.open = None
        self.told = 0
        self.go_on(choices)

    def amend(self, author: str, reason: str, change: object) -> None:
        """Make a change; what is asked now may be something else afterwards."""
        judged = judge_change(self, change)
        # The numbers on both sides keep the ids of its events apart from all others.
        self.told = 0
        self.wait += 1
        self.settled = False
        under_way = [p for p in self.stack if not isinstance(p, Turn)]
        self.shaken = len(under_way) > 0
        make_change(self, author, reason, judged)
        self.open = None
        if not self.over and not under_way:
            self._look_for_end()
        if self.over:
            return
        self.wait += 1
        self.told = 0
        self._ask_again()
        if not self.asked:
            self.go_on([])

    def fork(self) -> Fight:
        f = Fight()
        f.setup = self.setup
        f.seed = self.seed
        f.entries = self.entries[:]
        f.names = self.names.copy()
        f.hostile = self.hostile
        f.ground = self.ground
        f.moved = self.moved
        f.fresh = self.fresh
        f.withheld = self.withheld
        f.option_demotion = self.option_demotion
        f.option_fumble_from = self.option_fumble_from
        f.option_pool = self.option_pool
        f.option_round_up = self.option_round_up
        f.option_shields = self.option_shields
        f.hampers = self.hampers
        f.scene = self.scene
        f.gloom = self.gloom
        f.haze = self.haze
        f.wind = self.wind
        f.footing = self.footing
        f.storm = self.storm
        f.timed = self.timed
        f.dice = self.dice.copy()
        f.people = [c.copy() for c in self.people]
        f.stack = [p.copy() for p in self.stack]
        f.asked = self.asked[:]
        f.modifiers = self.modifiers[:]
        f.outcome_now = self.outcome_now
        f.over = self.over
        f.settled = self.settled
        f.shaken = self.shaken
        f.nervous = self.nervous
        f.round = self.round
        f.phase = self.phase
        f.rank = self.rank
        f.wait = self.wait
        f.told = self.told
        f.timed_next = self.timed_next
        f.quiet_rounds = self.quiet_rounds
        f.harm = self.harm
        f.spent = self.spent
        if self.log is not None:
            f.log = self.log[:]
        return f

    def snapshot(self) -> bytes:
        return save(self)

    def state_hash(self) -> str:
        return hash_of(save(self))

    def view(self, observer: Observer) -> View:
        return view(self, observer)

    def seen_by(self, observer: Observer, event: Event) -> Event | None:
        return filtered(self, observer, event)

    def outcome(self) -> Outcome | None:
        return self.outcome_now

    def _ask_again(self) -> None:
        """After an amendment: take back the questions that make no sense any more."""
        self.stack[-1].ask_again(self)

    # --- answers -----------------------------------------------------------------------------

    def _judge(self, answers: Sequence[Answer]) -> list[Choice]:
        """Every answer as a choice, before anything moves."""
        one_each(len(answers), len(self.asked))
        choices: list[Choice] = []
        left = [c.reactions for c in self.people] if self.option_pool else []
        seconds = [c.second for c in self.people] if self.option_pool else []
        for i, question in enumerate(self.questions()):
            choice = question.choice(answers[i])
            if left and self.asked[i].kind in REACTIONS and choice.verb != DECLINE:
                # P2d: the last reaction goes to the first of several blows of one moment.
                if left[choice.by] > 0:
                    left[choice.by] -= 1
                elif seconds[choice.by] >= 0 and choice.item == seconds[choice.by]:
                    seconds[choice.by] = NOTHING
                else:
                    choice = Choice(choice.by, DECLINE, -1, -1)
                    choice.arg = NONE_LEFT
            choices.append(choice)
        return choices

    # --- the clock ---------------------------------------------------------------------------

    def go_on(self, choices: list[Choice]) -> None:
        """Move to the next point where somebody must decide, or to the end."""
        fresh = choices
        while not self.asked and not self.over:
            if self.stack:
                self.stack[-1].resume(self, fresh)
                fresh = []  # an answer is an answer once
            else:
                self._tick()

    def _tick(self) -> None:
        """Move the clock to the next turn that anybody has."""
        if self.round == 0:
            self._begin_round()
            return
        if not self.settled and self._look_for_end():
            return
        if self.nervous:
            test_nerves(self)
        best = 0
        batch: list[Combatant] = []
        for c in self.people:
            if c.acts <= 0 or c.acted or not self.has_turn(c):
                continue
            call = call_of(self, c)
            if call > best:
                best = call
                batch = [c]
            elif call == best and call > 0:
                if c.dex > batch[0].dex:
                    batch = [c]
                elif c.dex == batch[0].dex:
                    batch.append(c)
        self.shaken = False  # nothing is under way any more that an amendment could overtake
        if apply_timed(self, best):
            return
        if best == 0:
            self._end_phase()
            return
        self.rank = best
        ready: list[Choice] = []
        for c in batch:
            if c.plan is not None:
                ready.append(c.plan)
            else:
                self.ask(ACTION, c.index, None)
        self.begin(Turn(ready))

    def _begin_round(self) -> None:
        self.round += 1
        self.phase = 0
        self.wait = 0
        self.rank = 0
        self.harm = False
        for c in self.people:
            c.acts = strike_rank.actions_of(c.dex) if c.able else 0
            c.reactions = strike_rank.actions_of(c.dex)
            c.second = NOTHING
            c.second_acts = False
            if c.paired >= 0:
                pair_up(self, c)
        if self.round == 1:
            self._tell_the_beginning()
        self.emit("round_began")
        self._begin_phase()

    def _tell_the_beginning(self) -> None:
        facts: dict[str, str] = {}
        field = self.setup.field
        if self.log is not None and field is None:
            facts["distance"] = str(self.setup.distance)
        elif field is not None:
            facts["field"] = f"{field.width}x{field.height}"
            if field.heights:
                facts["heights"] = max([max(row) for row in field.heights])
        if self.log is not None:
            house = house_rules(self.setup.options)
            if house:
                facts["options"] = house
            scene = unusual(self.setup.surroundings)
            if scene:
                facts["surroundings"] = scene
        self.emit("combat_began", facts=facts)
        if field is not None:
            self.begin(Settling())  # those who stand together at the beginning are engaged

    def _begin_phase(self) -> None:
        self.phase += 1
        self.wait = 0
        self.rank = PHASE_TOP
        self.spent = False
        for c in self.people:
            c.acted = False
            c.carrying = False
            c.call = PHASE_TOP
            c.wait_for = 0
            c.plan = None
        if self.nervous:
            forget_causes(self)
        self.emit("phase_began")
        for c in self.people:
            take_lost(self, c)

    def _end_phase(self) -> None:
        """R11: what was not used is gone unless carried over; R10: another phase, or the wrap-up."""
        again = False
        for c in self.people:
            if c.acts > 0 and not c.acted and not c.carrying:
                c.take_action()  # it was hidden or held: whoever is not, was asked and has answered
                if c.pinned and c.able:
                    self.emit("action_lost", by=c.index, facts={"cause": PINNED})
            if c.pinning and c.acts > 0 and not c.acted:
                unpin(self, c, LET_GO)  # P33g3: it has let the phase go by
            # A26: actions still to be lost to wounds make no phase.
            if c.able and c.acts > c.lost and not c.hidden and not c.pinned:
                again = True
        if again and self.spent:
            self._begin_phase()
        else:
            self._wrap_up()

    def _wrap_up(self) -> None:
        for c in self.people:
            gone = min(c.acts, c.lost)
            c.lost -= gone
            c.acts = 0
            c.second_acts = False
        self.rank = 0
        self.emit("wrap_up")
        changed = wear_on(self) and self.ground is not None
        if changed:
            judge_formations(self)  # R45: at once, and even if the fight is over with it
        if self.nervous:
            take_heart(self)
        fade(self)
        self.modifiers = [m for m in self.modifiers if m.lasts != LASTS_ROUND]
        self.quiet_rounds = 0 if self.harm else self.quiet_rounds + 1
        options = self.setup.options
        stale = options.stalemate_rounds and self.quiet_rounds >= options.stalemate_rounds
        if not self.settled and self._look_for_end():
            return
        if stale and self.timed_next >= len(self.timed):
            self.finish(Outcome("stalemate", "", self.round))
        elif self.round >= options.round_cap:
            self.finish(Outcome("cap", "", self.round))
        else:
            self._begin_round()
            if changed:
                self.begin(Settling())

    def _look_for_end(self) -> bool:
        """R13: the fight goes on while two hostile sides both have somebody able; say whether it is over."""
        self.settled = True
        sides = self.standing_sides()
        for a in sides:
            for b in sides:
                if self.hostile[a][b]:
                    return False
        if not sides:
            self.finish(Outcome("draw", "", self.round))
        else:
            winner = "+".join([self.setup.sides[side].id for side in sides])
            self.finish(Outcome("victory", winner, self.round))
        return True

    def finish(self, outcome: Outcome, reason: str = "") -> None:
        super().finish(outcome, reason)
        if self.log is None:
            return
        facts = {"outcome": outcome.kind, "winner": outcome.winner, "state": self.state_hash()}
        if reason:
            facts["reason"] = reason
        rounds = Figure("rounds", outcome.rounds, (Term("rounds", outcome.rounds, "R2"),))
        lasted = outcome.rounds * SECONDS
        seconds = Figure("seconds", lasted, (Term(f"rounds of {SECONDS} s", lasted, "R1"),))
        self.emit("combat_ended", facts=facts, figures=[rounds, seconds], fates=fates(self))


def _unpacked(setup: Setup) -> Fight:
    """A fight of *setup* before its first round, without seed or dice."""
    blank = Fight()
    prepare(blank, setup)
    for entry in setup.combatants:
        enlist(blank, entry)
    return blank


_BLANKS: Final = Blanks(_unpacked)


def begin(setup: Setup, seed: bytes, watched: bool = False) -> Fight:
    """A fight that stands at its first wait; *watched* from the start if its events are wanted.

    Raises SetupError if it cannot begin.
    """
    fight = _BLANKS.of(setup).fork()
    fight.seed = seed
    fight.dice = dice_for(seed, "request")
    if watched:
        fight.watch()
    fight.go_on([])
    return fight


def restore(data: bytes) -> Fight:
    """The fight that a snapshot holds, standing where it stood."""
    fight = Fight()
    load(fight, data)
    return fight


def house_rules(options: Options) -> str:
    """The options that are not as they are by default, as "name value", with commas between."""
    return unlike(options, Options(), Options.__struct_fields__)


def unusual(surroundings: Surroundings) -> str:
    """The same of what the scene is like."""
    return unlike(surroundings, Surroundings(), Surroundings.__struct_fields__)
