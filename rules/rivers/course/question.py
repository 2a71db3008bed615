"""One open question, written out only for those who need it in writing."""

from __future__ import annotations

from msgspec import structs

from rules.kernel.base import Numbered
from rules.kernel.dice import luck
from rules.kernel.model import Answer, Option, PlanSort, Prompt, PromptKind
from rules.rivers.course.choices import (
    ANSWER,
    BESIDES,
    FORM,
    PATTERNS,
    PLAN,
    RETARGET,
    SPELL,
    VERB_OF,
    Asked,
    Choice,
)
from rules.rivers.course.menu import named, options_of
from rules.rivers.course.parse import Parser
from rules.rivers.course.shadow import shadow
from rules.rivers.course.sight import Sight, silence
from rules.rivers.course.state import State
from rules.rivers.course.table import dice_of


class Question(Numbered):
    """What one combatant is asked now (see `rules.kernel.machine.Question`)."""

    __slots__ = ("asked", "state")

    def __init__(self, state: State, asked: Asked, index: int) -> None:
        super().__init__(state, asked.place, asked.who, index)
        self.state: State = state
        self.asked: Asked = asked

    @property
    def kind(self) -> PromptKind:
        """Whom to fight and what to cast are actions too: no order for reactions decides them."""
        return "action" if self.asked.kind in (FORM, PLAN, SPELL) else "reaction"

    def sight(self) -> Sight:
        return Sight(self.state, self.asked, self.id)

    def shadow(self) -> bytes:
        return shadow(self.state, self.asked, self.id)

    def default(self) -> Answer:
        return silence(self.state, self.asked, self.id)

    def check(self, answer: Answer) -> None:
        self.choice(answer)

    def sort_of(self, option: str) -> PlanSort:
        """A round asks whom to fight, then what to do, and in between what to cast besides."""
        verb = VERB_OF.get(option.partition("/")[0], -1)
        kind = self.asked.kind
        if verb == BESIDES:
            return "now" if kind == SPELL else "beside"
        if kind == SPELL:
            return "beside"
        return "later" if kind == FORM and verb in PATTERNS else "now"

    def choice(self, answer: Answer) -> Choice:
        """The answer decoded, or IllegalAnswerError."""
        self.meant(answer)
        return Parser(self.state, self.asked, answer, self.index).choice()

    def prompt(self) -> Prompt:
        state = self.state
        by = ""
        item = ""
        if self.asked.kind == ANSWER:
            strike = state.strikes[self.asked.about]
            striker = state.person(strike.who - 1)
            by = striker.id
            item = striker.build.arms[state.plans[striker.index].item].id
        return Prompt(
            id=self.id,
            combatant=self.combatant,
            kind=self.kind,
            round=state.round,
            phase=state.phase,
            rank=state.rank // 3,
            options=tuple(self._options()),
            default=self.default(),
            luck=luck(state.seed, self.id),
            by=by,
            item=item,
            about=self._about(by),
        )

    def _options(self) -> list[Option]:
        """What can be chosen, with the dice that may be rolled by hand for it."""
        state, found = self.state, options_of(self.state, self.asked)
        if state.options.table_dice:
            c = state.person(self.asked.who)
            for number, option in enumerate(found):
                if option.unavailable is None:
                    dice = dice_of(state, c, self.asked, option)
                    found[number] = structs.replace(option, dice=dice)
        return found

    def _about(self, by: str) -> str:
        """In a sentence, what it is about."""
        if self.asked.kind == FORM:
            return "Whom do you fight in this round?"
        if self.asked.kind == RETARGET:
            return "Who was to be struck has fallen. Whom do you strike instead?"
        if self.asked.kind == ANSWER:
            name = self.state.people[self.state.names[by]].build.entry.name
            return f"{name} strikes at you. What meets it?"
        if self.asked.kind == SPELL:
            between = self.state.phase == 0
            where = "on friends elsewhere" if between else "besides"
            return f"Which spell do you cast {where}?"
        me = self.state.person(self.asked.who)
        foes = [named(self.state, me, one) for one in self.state.foes(me)]
        against = f"Against {' and '.join(foes)}" if foes else "Alone in this round"
        return f"{against}: what do you do?"
