"""The edge of a round: it begins, ends, and perhaps the fight with it."""

from __future__ import annotations

from rules.kernel import hexes
from rules.kernel.field.land import land_of
from rules.kernel.model import Figure, Outcome, Term
from rules.kernel.unlike import unlike
from rules.rivers.chapters.actions import SECONDS_A_ROUND
from rules.rivers.chapters.wounds import DEAD
from rules.rivers.course.aftermath import fates
from rules.rivers.course.casting import end_spells
from rules.rivers.course.combatant import NEVER, Build, Combatant
from rules.rivers.course.effects import Effect
from rules.rivers.course.harm import faint, set_condition
from rules.rivers.course.nerves import test_nerves
from rules.rivers.course.ritual import edge as end_of_rituals
from rules.rivers.course.spells import weapon_for
from rules.rivers.course.state import State
from rules.rivers.model import Options, Setup


class Rounds(State):
    """A fight between its engagements; ``step`` says which side chooses, or that all have, ``turn`` who is next."""

    __slots__ = (
        "diced",
        "harm",
        "outcome_now",
        "over",
        "quiet_rounds",
        "shot",
        "step",
        "timed_next",
        "turn",
    )

    def __init__(self) -> None:
        super().__init__()
        self.step: int = 0
        self.turn: int = 0
        self.shot: bool = False  # was anything shot across engagements in this round?
        self.diced: int = 0  # the round whose dice are in use between engagements
        self.harm: bool = False
        self.over: bool = False
        self.quiet_rounds: int = 0
        self.timed_next: int = 0  # which of the amendments of the scenario comes next
        self.outcome_now: Outcome | None = None

    def standing(self, first: bool) -> list[int]:
        """The seats of a side's able members."""
        return [c.index + 1 for c in self.people if c.able and c.build.first == first]

    def begin_round(self) -> None:
        """S9: nothing of an engagement is left from the round before."""
        self.round += 1
        self.phase = 0
        self.wait = 0
        self.told = 0
        self.harm = False
        self.shot = False
        self.stand([])
        self.lines = []
        for c in self.people:
            c.barred = c.barred_next
            c.barred_next = 0
            c.spoken = False
        self.find_guards()
        self.find_untended()
        if self.round == 1:
            self._tell_the_beginning()
        self.emit("round_began")

    def _tell_the_beginning(self) -> None:
        """How far apart, or where, by which house rules, and what is upon whom; what is usual is not told."""
        setup = self.setup
        facts: dict[str, str] = {}
        if self.log is not None:
            if setup.field is None:
                facts["distance"] = str(setup.distance)
            else:
                facts["field"] = f"{setup.field.width}x{setup.field.height}"
            house = unlike(setup.options, Options(), Options.__struct_fields__)
            spells = [one.spell.id for entry in setup.combatants for one in entry.under]
            told = {
                "options": house,
                "surprised": ", ".join([one.id for one in setup.combatants if one.surprised]),
                "under": ", ".join(list(dict.fromkeys(spells))),
            }
            facts.update({name: words for name, words in told.items() if words})
        self.emit("combat_began", facts=facts)

    def end_round(self) -> None:
        """H13, H14: who bleeds, and who dies of a wound that nobody tends; C4: nobody is surprised any more."""
        is_met = False
        for star in self.stars:
            is_met = is_met or (len(star.first) > 0 and len(star.second) > 0)
        for c in self.people:
            c.surprised = False
            if c.unaware and (is_met or self.shot):
                c.unaware = False
                self.emit(
                    "condition", at=c.index, facts={"condition": "unaware", "change": "ended"}
                )
            if c.dead or c.gone:
                continue
            if c.under:
                end_spells(self, c)
            if c.ritual:
                end_of_rituals(self, c)
            if c.bleeding:
                self._bleed(c)
            if c.dies_at != NEVER and self.round >= c.dies_at and not c.dead:
                set_condition(self, c, DEAD)
        test_nerves(self)
        self.quiet_rounds = 0 if self.harm else self.quiet_rounds + 1
        if self.look_for_end():
            return
        options = self.options
        more = self.timed_next < len(self.setup.amendments)
        if 0 < options.stalemate_rounds <= self.quiet_rounds and not more:
            self.finish(Outcome("stalemate", "", self.round))
        elif self.round >= options.round_cap:
            self.finish(Outcome("cap", "", self.round))

    def _bleed(self, c: Combatant) -> None:
        c.lost_all += 1
        if self.log is not None:
            left = c.build.total - c.lost_all
            terms = (Term("had in all", left + 1), Term("bleeding", -1, "H14"))
            self.emit("bled", at=c.index, figures=[Figure("all_hit_points", left, terms, "H14")])
        faint(self, c)

    def look_for_end(self) -> bool:
        """C11: the fight goes on while both sides have somebody able; say whether it is over."""
        left = [c for c in self.people if c.able]
        sides = {c.build.side for c in left}
        if len(sides) > 1:
            return False
        if not left:
            self.finish(Outcome("draw", "", self.round))
        else:
            winner = left[0].build.side
            self.finish(Outcome("victory", self.setup.sides[winner].id, self.round))
        return True

    def finish(self, outcome: Outcome) -> None:
        """End the fight; the machine tells it, with its hash."""
        self.outcome_now = outcome
        self.over = True
        self.asked = []

    def tell_end(self, outcome: Outcome, state_hash: str) -> None:
        """C12: how it ended, and how everybody came out of it."""
        facts = {"outcome": outcome.kind, "winner": outcome.winner, "state": state_hash}
        lasted = outcome.rounds * SECONDS_A_ROUND
        rounds = Figure("rounds", outcome.rounds, (Term("rounds", outcome.rounds, "Q6"),))
        words = f"rounds of {SECONDS_A_ROUND} s"
        seconds = Figure("seconds", lasted, (Term(words, lasted, "Q6"),))
        self.emit("combat_ended", facts=facts, figures=[rounds, seconds], fates=fates(self))


def prepare(fight: Rounds, setup: Setup) -> None:
    """Unpack *setup*: everybody in seat order on its line."""
    fight.setup = setup
    fight.options = setup.options
    fight.land = None if setup.field is None else land_of(setup.field)
    sides = [side.id for side in setup.sides]
    first = setup.first or sides[0]
    for index, entry in enumerate(setup.combatants):
        c = Combatant(Build(index, sides.index(entry.side), entry.side == first, entry))
        c.start()
        if entry.place:
            c.place = hexes.named(entry.place)
        c.metres = -entry.back if entry.side == first else setup.distance + entry.back
        begin_with(c)
        c.settle()
        fight.people.append(c)
        fight.names[entry.id] = index


def begin_with(c: Combatant) -> None:
    """S34, M2: the spells that somebody is under from the start, its ritual, and the focus in hand."""
    entry = c.build.entry
    for number, spell in enumerate(c.build.spells):
        if entry.focus == spell.id:
            c.focus = number
        ready = entry.ready
        if ready is not None and ready.spell.id == spell.id:
            points, more = ready.points, ready.boost
            c.ritual = [number, points, more, 0, 0, 0]
    for one in entry.under:
        item = weapon_for(one.spell, c)
        c.enchant([*c.under, Effect(one.spell, one.points, one.boost, one.spell.rounds, item)])
