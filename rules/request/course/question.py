"""One open question, written out only for those who need it in writing."""

from __future__ import annotations

from msgspec import structs

from rules.kernel.base import Numbered
from rules.kernel.dice import luck
from rules.kernel.model import Answer, Prompt, PromptKind
from rules.request.course.about import about
from rules.request.course.choices import IS_PART, Choice
from rules.request.course.menu import options_of, trivial_options
from rules.request.course.parse import parse
from rules.request.course.shadow import shadow
from rules.request.course.sight import Sight, silence
from rules.request.course.state import ACTION, ENGAGE_OFFER, FOCUS_OFFER, Asked, State
from rules.request.course.table import dice_of


class Question(Numbered):
    """What one combatant is asked now (see `rules.kernel.machine.Question`)."""

    __slots__ = ("asked", "fight")

    def __init__(self, fight: State, asked: Asked, index: int) -> None:
        super().__init__(fight, asked.place, asked.who, index)
        self.fight: State = fight
        self.asked: Asked = asked

    @property
    def kind(self) -> PromptKind:
        if self.asked.kind == ACTION:
            return "action"
        return "declaration" if self.asked.kind in (ENGAGE_OFFER, FOCUS_OFFER) else "reaction"

    def sight(self) -> Sight:
        return Sight(self.fight, self.asked, self.id)

    def shadow(self) -> bytes:
        return shadow(self.fight, self.asked, self.id)

    def default(self) -> Answer:
        return silence(self.fight, self.asked, self.id)

    def check(self, answer: Answer) -> None:
        self.choice(answer)

    def choice(self, answer: Answer) -> Choice:
        """The answer decoded, or IllegalAnswerError."""
        self.meant(answer)
        return parse(self.fight, self.asked, answer, self.index)

    def prompt(self) -> Prompt:
        fight = self.fight
        asked = self.asked
        c = fight.people[asked.who]
        deed = asked.deed
        by = ""
        item = ""
        if deed is not None:
            striker = fight.people[deed.by]
            by = striker.id
            if deed.item >= 0 and not IS_PART[deed.verb]:
                item = striker.arms[deed.item].id
        options = options_of(fight, c, asked.kind, deed)
        for i, option in enumerate(options):
            if option.rank is not None and option.rank > fight.rank:
                # A rank that has passed: it would be done at once.
                options[i] = structs.replace(option, rank=fight.rank)
        if fight.setup.options.table_dice:
            for i, option in enumerate(options):
                if option.unavailable is None:
                    dice = dice_of(fight, c, asked, option)
                    options[i] = structs.replace(option, dice=dice)
        return Prompt(
            id=self.id,
            combatant=c.id,
            kind=self.kind,
            round=fight.round,
            phase=fight.phase,
            rank=fight.rank,
            options=tuple(options),
            default=self.default(),
            luck=luck(fight.seed, self.id),
            trivial=tuple(trivial_options(fight, c)) if asked.kind == ACTION else (),
            by=by,
            item=item,
            about=about(fight, asked),
        )
