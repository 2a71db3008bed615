"""One engagement of a round: an independent part of the fight, with its own people and its own dice."""

from __future__ import annotations

from typing import Final

from rules.kernel.dice import dice_for
from rules.kernel.model import Figure, Term
from rules.rivers.chapters.engagements import Star, stream
from rules.rivers.chapters.order import Strike, order
from rules.rivers.chapters.strike_rank import FAST, thirds, total
from rules.rivers.course import deeds, effects, legal, ritual
from rules.rivers.course.arms import late_rank_terms, lateness, summed, take
from rules.rivers.course.blows import Blow, shots_of, usable_answers
from rules.rivers.course.casting import (
    Casting,
    cast_support,
    land_attack,
    pause_trances,
    roll_attack,
)
from rules.rivers.course.choices import (
    AIMED,
    ANSWER,
    CAST,
    CHANT,
    CLOSES,
    DEEDS,
    PLAN,
    RELOAD,
    RETARGET,
    RITUAL,
    SPELL,
    UNANSWERED,
    UNSLING,
    USE,
    VERBS,
    YIELD,
    Asked,
    Choice,
)
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.landing import land
from rules.rivers.course.nerves import give_in
from rules.rivers.course.slot import first_strike, is_due
from rules.rivers.course.spells import (
    besides,
    foes_of,
    is_fast,
    rank_terms as spell_rank,
    suits,
    word_of,
)
from rules.rivers.course.state import ITEMS, State
from rules.rivers.course.walking import Pace, aim, leave, meet, walk
from rules.rivers.course.words import defence_word

_OTHERS: Final = 0
_CHOOSERS: Final = 1
_SETTING_OUT: Final = 2
_STRIKING: Final = 3
_MEETING: Final = 4
_ROLLING: Final = 5
_SPELLS: Final = 6


class Course(State):
    """What happens in an engagement, step by step."""

    __slots__ = (
        "at",
        "crossing",
        "harm",
        "met",
        "moments",
        "over",
        "paces",
        "shots",
        "step",
        "turn",
    )

    def __init__(self) -> None:
        super().__init__()
        self.step: int = _OTHERS
        self.turn: int = 0  # how many of the choosing side have been asked
        self.at: int = 0  # the moment that comes
        self.moments: list[list[Strike]] = []
        self.met: dict[int, int] = {}  # by strike of the moment: the defence that meets it
        self.paces: dict[int, Pace] = {}
        self.crossing: list[list[int]] = []  # M37: spells that reach somebody elsewhere later
        self.shots: list[
            list[int]
        ] = []  # C61, M42: who, whom, with what (-1 for a spell), and whether it is a second one
        self.harm: bool = False
        self.over: bool = False

    # --- the course of it --------------------------------------------------------------------

    def enter(self, parent: State, star: Star, phase: int) -> None:
        """Begin, with copies of those who are in it."""
        self.setup = parent.setup
        self.options = parent.options
        self.seed = parent.seed
        self.people = parent.people
        self.names = parent.names
        self.land = parent.land
        self.round = parent.round
        self.stars = parent.stars
        self.seated = parent.seated
        self.phase = phase
        self.star = star
        self.dice = dice_for(parent.seed, stream(parent.round, star))
        for seat in (*star.first, *star.second):
            self.own[seat - 1] = parent.people[seat - 1].copy()
        if parent.log is not None:
            self.log = []
            facts = {"first": self._ids(star.first), "second": self._ids(star.second)}
            self.emit("engagement_began", facts=facts)

    def _ids(self, seats: list[int]) -> str:
        return ", ".join([self.people[seat - 1].id for seat in seats])

    def members(self) -> list[Combatant]:
        """All of them in seat order."""
        return [self.own[index] for index in sorted(self.own)]

    def take(self, asked: Asked, choice: Choice) -> None:
        """Take one answer."""
        if asked.kind == PLAN:
            self.plans[asked.who] = choice
        elif asked.kind == SPELL:
            if choice.cast:
                self.besides[asked.who] = [*self.besides.get(asked.who, []), choice]
                c = self.own[asked.who]
                if c.under and effects.spells_more(c.under) and besides(self, c):
                    self.ask(SPELL, asked.who)
        elif asked.kind == RETARGET:
            self._retarget(asked.about, choice.targets[0])
        else:
            self.met[asked.about] = choice.item
            if choice.d100:
                self.answered[-1 - asked.about] = choice.d100

    def go_on(self) -> None:
        """Move to the next point where somebody must decide, or to the end."""
        while not self.asked and not self.over:
            step = self.step
            if step == _STRIKING:  # the most frequent first
                self._next_moment()
            elif step == _MEETING:
                self._ask_for_defences()
                self.step = _ROLLING
            elif step == _ROLLING:
                self._roll()
                self.step = _STRIKING
            elif step == _OTHERS:
                self._ask_all(self.star.second)
                self.step = _CHOOSERS
            elif step == _CHOOSERS:
                self._ask_next()
            elif step == _SPELLS:
                self._ask_for_spells()
                self.step = _SETTING_OUT
            else:
                self._set_out()
                self.step = _STRIKING

    def _ask_all(self, seats: list[int]) -> None:
        """A21: the other side has decided before the choosing one is asked."""
        for seat in seats:
            if self.own[seat - 1].able and not self.own[seat - 1].unaware:
                self.ask(PLAN, seat - 1)

    def _ask_next(self) -> None:
        """S15: the choosing side decides one after the other, from left to right."""
        seats = self.star.first
        while self.turn < len(seats):
            index = seats[self.turn] - 1
            self.turn += 1
            if self.own[index].able and not self.own[index].unaware:
                self.ask(PLAN, index)
                return
        self.step = _SPELLS

    def _ask_for_spells(self) -> None:
        """S20: whoever can cast a fast spell of support says whether it does, all at once and unseen."""
        for c in self.members():
            if c.build.spells and c.able and not c.unaware and besides(self, c):
                self.ask(SPELL, c.index)

    def _set_out(self) -> None:
        """What everybody draws, how far everybody walks, and in which order strikes fall."""
        members = self.members()
        walks = self.options.move_needed != "always"
        for c in members:
            plan = self.plans.get(c.index)
            if plan is None or not c.able:
                self.paces[c.index] = Pace([], 0)
                continue
            if self.log is not None:
                self._declare(c, plan)
            if plan.verb == YIELD:
                give_in(self, c)
                self.paces[c.index] = Pace([], 0)
                continue
            if c.ritual or plan.verb == RITUAL:
                self._chant(c, plan)
            self.paces[c.index] = self._pace(c, plan)
            walks = walks or plan.way == CLOSES
            if c.prone and c.may_stand():
                self.rising = [*self.rising, c.index]
            taken = take(c, plan.item)
            if taken:
                self.drew = self.drew + [c.index * ITEMS + item for item in taken]
        far = [c.index for c in members if self._is_far(c)]
        if walks:
            walk(self, self.paces)
        self._line_up(members, far)

    def _pace(self, c: Combatant, plan: Choice) -> Pace:
        """S22, S24: the strike rank of whoever attacks, but for the way."""
        if not plan.attacks:
            return Pace([], 0)
        if plan.verb == CAST:
            return Pace(self._slowest(c, plan), 0)
        late = lateness(self, c, plan.item)
        return Pace(late_rank_terms(self, c, plan.item, late), summed(late))

    def _slowest(self, c: Combatant, plan: Choice) -> list[Term]:
        """S24, M41: the strike rank of attack magic; of several spells at once that of the slowest."""
        terms = spell_rank(self, c, plan.cast)
        for one in self.besides.get(c.index, []):
            other = total(spell_rank(self, c, one.cast))
            if other > total(terms):
                terms = [Term("the slowest of its spells", other, "M41")]
        return terms

    def _line_up(self, members: list[Combatant], far: list[int]) -> None:
        """A5: the order of strikes; *far* are those who were apart from their foes before the way."""
        strikes: list[Strike] = []
        for c in members:
            plan = self.plans.get(c.index)
            if plan is None or not c.able or not plan.attacks:
                continue
            pace = self.paces[c.index]
            if plan.targets[0] not in self.own:
                self._shoot_across(c, plan)
                continue
            aims_at = plan.targets
            if c.index in far:
                aims_at = self._come_to(c, plan)
                meet(pace, self.paces[aims_at[0]])
            if plan.verb in AIMED:
                aim(pace)
            for number, target in enumerate(aims_at):
                strikes.append(
                    Strike(c.index + 1, pace.rank, c.dex(), c.build.first, target + 1, number > 0)
                )
        self.moments = order(strikes, self.options.equal_ranks, self.options.second_attacks)

    def _come_to(self, c: Combatant, plan: Choice) -> list[int]:
        """D7b: whom it strikes who waited for a foe that does not come: the first of those who do."""
        target = self.own[plan.targets[0]]
        near = [one for one in self.foes(c) if self.distance(c, one) == 0]
        if target in near or not near:
            return plan.targets
        soonest = near[0]
        for one in near:
            if self.paces[one.index].arrival < self.paces[soonest.index].arrival:
                soonest = one
        return [soonest.index, *plan.targets[1:]]

    def _shoot_across(self, c: Combatant, plan: Choice) -> None:
        """C61, M42: what flies at somebody elsewhere lands when the engagements are through."""
        made = [[c.index, target, plan.item, number] for number, target in enumerate(plan.targets)]
        self.shots = self.shots + made

    def _is_far(self, c: Combatant) -> bool:
        """Is the foe that it strikes first out of its reach before anybody walks?"""
        plan = self.plans.get(c.index)
        if plan is None or not plan.attacks or plan.is_far:
            return False
        return self.distance(c, self.own[plan.targets[0]]) > 0

    def _chant(self, c: Combatant, plan: Choice) -> None:
        """M31: a ritual is begun, or lost by doing anything else."""
        if plan.verb == CHANT:
            return
        if ritual.is_at_it(c):
            ritual.leave_off(self, c)
        if plan.verb == RITUAL:
            ritual.begin(self, c, plan.cast)

    def _declare(self, c: Combatant, plan: Choice) -> None:
        facts = {"verb": VERBS[plan.verb], "defence": defence_word(c, plan.defences)}
        if plan.targets:
            facts["targets"] = ", ".join([self.people[one].id for one in plan.targets])
        if plan.cast:
            facts["spell"] = word_of(c, plan.cast)
        item = c.build.arms[plan.item].id if plan.item >= 0 else ""
        if plan.verb == UNSLING:
            item = c.build.arms[plan.what].id
        elif plan.verb == USE:
            facts["skill"] = c.build.others[plan.what]
        self.emit("declared", by=c.index, item=item, to=c.index, facts=facts)

    def _next_moment(self) -> None:
        """S48, D3: the strikes of the next moment, by those who are left at those who are left."""
        if self.besides:
            self._cast_besides()
        if self.at == len(self.moments):
            self._end()
            return
        self.met = {}
        self.strikes = []
        moment = self.moments[self.at]
        self.at += 1
        for strike in moment:
            striker = self.own[strike.who - 1]
            if striker.able and self._may_use(striker):
                self.strikes.append(self._late(strike) if strike.later else strike)
        if not self.strikes:
            return
        self.rank = moment[0].rank
        self.step = _MEETING
        for number, strike in enumerate(self.strikes):
            if self._reaches(strike):
                continue
            striker = self.own[strike.who - 1]
            left = legal.others(self, striker)
            if len(left) > 1:
                self.ask(RETARGET, striker.index, number)
            elif left:
                self._retarget(number, left[0].index)

    def _late(self, strike: Strike) -> Strike:
        """A6: a second strike falls at the highest strike rank so far, whatever its own is."""
        return strike._replace(rank=max([one[0].rank for one in self.moments[: self.at]]))

    def _cast_besides(self) -> None:
        """S20: the spells besides whose time has come, in seat order."""
        waiting: dict[int, list[Choice]] = {}
        for c in self.members():
            said = self.besides.get(c.index, [])
            if [one for one in said if not is_due(self, c, one, self.moments, self.at)]:
                waiting[c.index] = said
                continue
            for one in said:
                if c.able:
                    self._cast_now(c, one)
        self.besides = waiting

    def _cast_now(self, c: Combatant, choice: Choice) -> None:
        terms = spell_rank(self, c, choice.cast)
        own = first_strike(self.moments, c.index)
        literal = self.options.fast_support == "just_before_own_attack"
        if is_fast(self, c, choice.cast) and not literal:
            self.rank = thirds(FAST)
        else:
            self.rank = self.moments[own][0].rank if own >= 0 else 0
        whom = self.person(choice.targets[0])
        spell = c.build.spells[choice.cast[0]]
        if not suits(spell, whom):
            return  # it fell, or somebody was quicker
        if spell.attack:
            strike = Strike(c.index + 1, self.rank, c.build.dex, c.build.first, whom.index + 1)
            made = roll_attack(self, strike, choice)
            self.harm = land_attack(self, made, Pace(terms, 0).figure()) or self.harm
        else:
            self.crossing = [*self.crossing, *cast_support(self, c.index, choice)]

    def _may_use(self, striker: Combatant) -> bool:
        """Is what it strikes with still in hand?"""
        if striker.under and effects.bars(striker.under) & effects.NO_ATTACK:
            return False
        if self.plans[striker.index].verb == CAST:
            return True
        item = self.plans[striker.index].item
        return striker.can_use(item) or striker.is_natural(item)

    def _reaches(self, strike: Strike) -> bool:
        target = self.own[strike.target - 1]
        if not target.able:
            return False
        striker = self.own[strike.who - 1]
        plan = self.plans.get(striker.index)
        if plan is None or not plan.is_far:
            return self.distance(striker, target) == 0
        if plan.verb == CAST:
            return target in foes_of(self, striker, plan.cast[0])
        return self.flight(striker, target) <= striker.build.arms[plan.item].range

    def _retarget(self, number: int, target: int) -> None:
        self.strikes[number] = self.strikes[number]._replace(target=target + 1)

    def _ask_for_defences(self) -> None:
        """A3: whoever has two defences says which of them meets the attack."""
        if self.options.two_defences != "nominate":
            return
        least = 1 if self.options.table_dice else 2  # C66a
        for number, strike in enumerate(self.strikes):
            theirs = self.plans.get(strike.target - 1)
            if theirs is None or len(theirs.defences) < least:
                continue
            target = self.own[strike.target - 1]
            casts = self.plans[strike.who - 1].verb == CAST
            if casts or not self._reaches(strike):
                continue
            if len(usable_answers(self, target, strike)) >= least:
                self.ask(ANSWER, target.index, number)

    def _roll(self) -> None:
        """All dice of a moment fall against the state before it; then all of it lands, in seat order."""
        blows: list[Blow | Casting] = []
        for number, strike in enumerate(self.strikes):
            plan = self.plans[strike.who - 1]
            item = plan.item
            if not self._reaches(strike):
                if self.log is not None:
                    arm = self.own[strike.who - 1].build.arms[item].id if item >= 0 else ""
                    self.emit("attack_lost", by=strike.who - 1, at=strike.target - 1, item=arm)
                continue
            if plan.verb == CAST:
                blows.append(roll_attack(self, strike, plan))
                continue
            answers = usable_answers(self, self.own[strike.target - 1], strike)
            if number in self.met:
                named = self.met[number]
                answers = [] if named == UNANSWERED else [one for one in answers if one == named]
            thrown = self.answered.pop(-1 - number, 0) if self.answered else 0
            blows += shots_of(self, strike, item, answers, thrown)
        for blow in blows:
            if isinstance(blow, Casting):
                hurt = land_attack(self, blow, self.paces[blow.who].figure())
            else:
                hurt = land(self, blow, self.paces[blow.strike.who - 1])
            if hurt:
                self.harm = True

    def _end(self) -> None:
        self.rank = 0
        for c in self.members():
            if self.rising and c.able and c.index in self.rising:
                c.prone = False
                self.emit("condition", at=c.index, facts={"condition": "falls", "change": "ended"})
            leave(self, c)
            plan = self.plans.get(c.index)
            if plan is not None and plan.slow and c.able:
                if plan.verb == RELOAD:
                    self._reload(c, plan.item)
                elif plan.verb in DEEDS:
                    self.crossing = [*self.crossing, *deeds.finish(self, c, plan)]
            if plan is not None and c.able and (c.build.spells or c.under):
                self._end_magic(c, plan)
        self.over = True

    def _reload(self, c: Combatant, item: int) -> None:
        """C43: one slow round of it is done."""
        left = c.loading[item] - 1
        c.load(item, left)
        if self.log is not None:
            terms = (Term("slow rounds", left + 1, "Q39"), Term("this round", -1, "C43"))
            figures = [Figure("rounds_left", left, terms, "C43")]
            self.emit("reloaded", by=c.index, item=c.build.arms[item].id, figures=figures)

    def _end_magic(self, c: Combatant, plan: Choice) -> None:
        """M32, A23: rituals are a round older, and trances that have paused are over."""
        if c.under:
            pause_trances(self, c, plan)
        if plan.verb in (RITUAL, CHANT) and ritual.is_at_it(c):
            ritual.go_on(self, c)

    # --- after an amendment ------------------------------------------------------------------

    def ask_again(self) -> None:
        """Keep of the open questions those that still make sense, and go on if none does."""
        kept: list[Asked] = []
        for asked in self.asked:
            if self.own[asked.who].able and self._makes_sense(asked):
                kept.append(asked)
        self.asked = kept
        self.go_on()

    def _makes_sense(self, asked: Asked) -> bool:
        """Is there still something to choose?"""
        if asked.kind == PLAN:
            return True
        if asked.kind == SPELL:
            return len(besides(self, self.own[asked.who])) > 0
        if asked.kind == RETARGET:
            return len(legal.others(self, self.own[asked.who])) > 0
        strike = self.strikes[asked.about]
        return self._reaches(strike) and len(usable_answers(self, self.own[asked.who], strike)) > 1
