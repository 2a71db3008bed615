"""Answers to choices: everything that comes from outside is judged here, before anything changes."""

from __future__ import annotations

from typing import NoReturn

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer
from rules.rivers.course import deeds, legal, spells
from rules.rivers.course.blows import usable_answers
from rules.rivers.course.choices import (
    AIMED,
    BARE,
    BESIDES,
    BETWEEN,
    CAST,
    CHANT,
    DEEDS,
    DODGE_WORD,
    ENGAGE,
    FORM,
    GATHER,
    HANG_BACK,
    MEET,
    NAMING,
    NONE_WORD,
    PATTERNS,
    PLAN,
    RELOAD,
    RETARGET,
    RITUAL,
    SPELL,
    STRIKE,
    TEND,
    UNANSWERED,
    UNSLING,
    USE,
    VERB_OF,
    VERBS,
    Asked,
    Choice,
)
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.ritual import MORE_ROUNDS
from rules.rivers.course.state import State
from rules.rivers.course.table import check
from rules.rivers.course.words import aim_word, defence_word


class Parser:
    """One answer being read."""

    __slots__ = ("answer", "asked", "c", "index", "state")

    def __init__(self, state: State, asked: Asked, answer: Answer, index: int) -> None:
        self.state: State = state
        self.asked: Asked = asked
        self.answer: Answer = answer
        self.index: int = index
        self.c: Combatant = state.person(asked.who)

    def choice(self) -> Choice:
        """What was chosen, with the dice that were rolled by hand for it; raises IllegalAnswerError."""
        made = self._chosen()
        if self.answer.dice is not None:
            check(self.state, self.c, made, self.answer.dice, self.index)
        return made

    def _chosen(self) -> Choice:
        answer = self.answer
        if answer.also:
            self.refuse("also", answer.also[0], "nothing goes along with an answer here")
        word, stroke, behind = answer.option.partition("/")
        verb = -1 if stroke and not behind else VERB_OF.get(word, -1)
        if self.asked.kind == FORM:
            return self._formed(verb, behind)
        if self.asked.kind == PLAN:
            return self._planned(verb, behind)
        if self.asked.kind == RETARGET:
            if verb != STRIKE or behind:
                self._no_option(VERBS[STRIKE])
            self._count(1)
            left = [one.index for one in legal.others(self.state, self.c)]
            return Choice(STRIKE, targets=[self._foe(0, answer.values[0], left)])
        if self.asked.kind == SPELL:
            return self._besides(verb, behind)
        return self._met(verb, behind)

    # --- the kinds of questions --------------------------------------------------------------

    def _formed(self, verb: int, behind: str) -> Choice:
        values = self.answer.values
        if behind or verb not in (ENGAGE, GATHER, HANG_BACK):
            self._no_option(
                f"{VERBS[ENGAGE]}, {VERBS[GATHER]} and {VERBS[HANG_BACK]} are the options"
            )
        if verb == HANG_BACK:
            self._count(0)
            return Choice(HANG_BACK)
        if verb == ENGAGE:
            self._count(1)
            number = self.state.names.get(values[0], -1)
            if not legal.can_choose(self.state, self.c, number):
                known = legal.may_engage(self.state, self.c)
                self._no_value(0, [self.state.people[one].id for one in known])
            return Choice(ENGAGE, targets=[number])
        self._count(2)
        free = legal.free_foes(self.state, self.c)
        start = self._foe(0, values[0], free)
        most = legal.most_gathered(free)
        counts = [str(n) for n in range(2, most + 1)]
        if values[1] not in counts:
            self._no_value(1, counts)
        return Choice(GATHER, targets=legal.gathered(free, start, int(values[1])))

    def _planned(self, verb: int, behind: str) -> Choice:
        if verb not in PATTERNS:
            self._no_option(", ".join([VERBS[one] for one in PATTERNS]) + " are the options")
        if verb == CAST:
            return self._cast(behind)
        if verb in (RITUAL, CHANT):
            return self._slow(verb, behind)
        if verb in DEEDS:
            return self._deed(verb, behind)
        attacks, _, way = PATTERNS[verb]
        item = -1
        if attacks or verb == RELOAD:
            item = self.c.item(behind)
            if item < 0:
                self._no_option(f"{VERBS[verb]} takes one of its weapons behind a stroke")
        elif behind:
            self._no_option(f"{VERBS[verb]} takes nothing behind it")
        problem = legal.refusal(self.state, self.c, verb, item)
        if problem:
            self._no_option(problem.replace("|", " (") + ")")
        if verb in BARE:
            self._count(0)
            return Choice(verb, item)
        names_foe = attacks > 0 or way in NAMING
        self._count(2 if names_foe else 1)
        found: list[int] = []
        if verb in AIMED:
            foe, place = self._aim(legal.targets(self.state, self.c, verb, item))
            return Choice(verb, item, [foe], self._defences(verb, item), place=place)
        if names_foe:
            known = [one.index for one in legal.targets(self.state, self.c, verb, item)]
            found = self._foes(known, attacks)
        return Choice(verb, item, found, self._defences(verb, item))

    def _cast(self, behind: str) -> Choice:
        known = {spells.word_of(self.c, one): one for one in legal.casts(self.state, self.c)}
        if behind not in known:
            listed = ", ".join([f"{VERBS[CAST]}/{one}" for one in known])
            self._no_option(f"possible: {listed or 'no attack magic now'}")
        self._count(2)
        cast = known[behind]
        foes = [one.index for one in spells.foes_of(self.state, self.c, cast[0])]
        target = self._foe(0, self.answer.values[0], foes)
        return Choice(CAST, -1, [target], self._defences(CAST, -1), cast)

    def _slow(self, verb: int, behind: str) -> Choice:
        """S31: a ritual with what is put into it and the rounds beyond those needed, or going on with it."""
        if verb == CHANT:
            if behind:
                self._no_option(f"{VERBS[CHANT]} takes nothing behind it")
            problem = legal.refusal(self.state, self.c, CHANT, -1)
            if problem:
                self._no_option(problem.replace("|", " (") + ")")
            self._count(0)
            return Choice(CHANT)
        known: dict[str, list[int]] = {}
        ids: list[str] = []
        for cast in spells.rituals(self.state, self.c):
            spell = self.c.build.spells[cast[0]]
            if spell.id == behind:
                known[spells.points_word(spell, cast)] = cast
            if spell.id not in ids:
                ids.append(spell.id)
        if not known:
            listed = ", ".join([f"{VERBS[RITUAL]}/{one}" for one in ids])
            self._no_option(f"possible: {listed or 'no ritual now'}")
        self._count(2)
        points, rounds = self.answer.values
        if points not in known:
            self._no_value(0, list(known))
        more = [str(one) for one in MORE_ROUNDS]
        if rounds not in more:
            self._no_value(1, more)
        return Choice(RITUAL, cast=[*known[points], int(rounds)])

    def _deed(self, verb: int, behind: str) -> Choice:
        """D6, C55, C56: a shield from the back, a helmet, first aid, or the use of a skill."""
        what = -1
        if verb == UNSLING:
            what = self.c.item(behind)
            if what < 0:
                self._no_option(f"{VERBS[UNSLING]} takes one of its shields behind a stroke")
        elif verb == USE:
            what = deeds.skill_of(self.c, behind)
            if what < 0:
                words = [f"{VERBS[USE]}/{deeds.skill_word(one)}" for one in self.c.build.others]
                self._no_option(f"possible: {', '.join(words) or 'no skill of that kind'}")
        elif behind:
            self._no_option(f"{VERBS[verb]} takes nothing behind it")
        problem = legal.refusal(self.state, self.c, verb, what)
        if problem:
            self._no_option(problem.replace("|", " (") + ")")
        if verb != TEND:
            self._count(0)
            return Choice(verb, what=what)
        self._count(1)
        known = [one.index for one in deeds.tended(self.state, self.c)]
        return Choice(TEND, targets=[self._foe(0, self.answer.values[0], known)])

    def _besides(self, verb: int, behind: str) -> Choice:
        known = {spells.word_of(self.c, one): one for one in spells.besides(self.state, self.c)}
        if verb != BESIDES or (behind != NONE_WORD and behind not in known):
            self._no_option(", ".join([f"{VERBS[BESIDES]}/{one}" for one in [NONE_WORD, *known]]))
        if behind == NONE_WORD:
            self._count(0)
            return Choice(BESIDES)
        self._count(1)
        cast = known[behind]
        whom = [one.index for one in spells.targets_of(self.state, self.c, cast)]
        return Choice(BESIDES, -1, [self._foe(0, self.answer.values[0], whom)], cast=cast)

    def _met(self, verb: int, behind: str) -> Choice:
        usable = usable_answers(self.state, self.c, self.state.strikes[self.asked.about])
        self._count(0)
        words = {DODGE_WORD if one < 0 else self.c.build.arms[one].id: one for one in usable}
        words[NONE_WORD] = UNANSWERED
        if verb != MEET or behind not in words:
            self._no_option(", ".join([f"{VERBS[MEET]}/{word}" for word in words]))
        return Choice(MEET, words[behind])

    # --- the parts of an answer --------------------------------------------------------------

    def _foes(self, known: list[int], attacks: int) -> list[int]:
        value = self.answer.values[0]
        if attacks < 2:  # noqa: PLR2004 - two attacks name two targets
            return [self._foe(0, value, known)]
        first, sign, second = value.partition(BETWEEN)
        if not sign:
            names = [self.state.people[one].id for one in known]
            self._no_value(0, [f"{one}{BETWEEN}{one}" for one in names])
        return [self._foe(0, first, known), self._foe(0, second, known)]

    def _aim(self, foes: list[Combatant]) -> tuple[int, int]:
        """C60: a foe and one of its locations."""
        known = {
            aim_word(foe, place): (foe.index, place) for foe in foes for place in legal.places(foe)
        }
        word = self.answer.values[0]
        if word not in known:
            self._no_value(0, list(known))
        return known[word]

    def _foe(self, place: int, word: str, known: list[int]) -> int:
        number = self.state.names.get(word, -1)
        if number not in known:
            self._no_value(place, [self.state.people[one].id for one in known])
        return number

    def _defences(self, verb: int, item: int) -> list[int]:
        place = len(self.answer.values) - 1
        word = self.answer.values[place]
        best = legal.best_defences(self.state, self.c, verb, item)
        if defence_word(self.c, best) == word:  # as nearly always
            return best
        sets = legal.defence_sets(self.state, self.c, verb, item)
        found: list[int] | None = None
        for some in sets:
            if defence_word(self.c, some) == word:
                found = some
                break
        if found is None:
            self._no_value(place, [defence_word(self.c, one) for one in sets])
        return found

    # --- refusals ----------------------------------------------------------------------------

    def _count(self, wanted: int) -> None:
        given = len(self.answer.values)
        if given != wanted:
            self.refuse("values", str(given), f"{self.answer.option} takes {wanted}")

    def _no_option(self, allowed: str) -> NoReturn:
        self.refuse("option", self.answer.option, allowed)

    def _no_value(self, place: int, allowed: list[str]) -> NoReturn:
        listed = ", ".join(allowed) or "there is none"
        self.refuse(f"values[{place}]", self.answer.values[place], f"possible: {listed}")

    def refuse(self, field: str, given: str, allowed: str) -> NoReturn:
        raise IllegalAnswerError(self.index, field, given, allowed)
