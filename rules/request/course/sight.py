"""What one combatant knows when it must decide: its own state whole, of others what shows."""

from __future__ import annotations

from msgspec import structs

from rules.kernel import hexes
from rules.kernel.model import Answer, Option
from rules.request.chapters import formation
from rules.request.course.choices import (
    CARRY,
    CAST,
    CONTINUE,
    DECLINE,
    FOLLOW,
    NOWHERE,
    PASS,
    PRECISE,
    PURPOSES,
    READY,
    RETREAT,
    VERBS,
    WAIT,
    YIELD,
)
from rules.request.course.leading import Way
from rules.request.course.menu import options_of, trivial_options
from rules.request.course.parse import (
    ALL,
    DROP,
    FLANKING,
    MIND,
    NOBODY_WORD,
    RELEASE,
    SURROUNDING,
)
from rules.request.course.seen.heights import Heights
from rules.request.course.seen.kinds import TURN
from rules.request.course.seen.oneself import UnseenError
from rules.request.course.state import ACTION, Asked, State
from rules.request.model import LOCATIONS


class Sight(Heights):
    """All that a policy may look at.  Valid while its question is open; nothing in it changes the fight.

    ``kind`` is one of `seen.kinds`.  Oneself is known whole.  Others are known by
    their number in the seat order, and only by what the methods say: gear, armour, stance,
    wounds by their look; never skills, hit points, plans or dice.  Items are numbered in
    the order of the sheet, bare hands last.
    """

    __slots__ = ()

    def cast(self, spell: int, target: int, to: int = NOWHERE) -> Answer:
        """The answer that begins a spell, and goes to the hex *to* beside it."""
        known = self._me.entry.sheet.spells
        name = known[spell].id if 0 <= spell < len(known) else none_such(spell)
        step = () if to < 0 else (hexes.name(to),)
        return Answer(self.id, f"{VERBS[CAST]}/{name}", (self._named(target), *step))

    def go_on(self, to: int = NOWHERE) -> Answer:
        """The answer that does the next part of what is under way, and goes to the hex *to* beside it."""
        return Answer(self.id, VERBS[CONTINUE], () if to < 0 else (hexes.name(to),))

    def options(self) -> list[Option]:
        """The whole menu, as a person would be shown it; dear, so for those who need it all."""
        return options_of(self._fight, self._me, self._asked.kind, self._asked.deed)

    def trivial(self) -> list[Option]:
        """What may go with the answer at no cost."""
        return trivial_options(self._fight, self._me) if self.kind == TURN else []

    def choose(self, verb: int, item: int = -1, target: int = -1) -> Answer:
        """The answer that does *verb* with *item* at *target*."""
        option = _word(verb) if item < 0 else self._with(verb, item)
        if target < 0:
            return Answer(self.id, option)
        return Answer(self.id, option, (self._named(target),))

    def go(self, verb: int, word: str, item: int = -1) -> Answer:
        """The answer that moves: *word* is `Way.word`, or the name of a hex."""
        option = _word(verb) if item < 0 else self._with(verb, item)
        return Answer(self.id, option, (word,))

    def word(self, way: Way) -> str:
        """A way as an answer names it."""
        return way.word(self._fight)

    def name_way(self, purpose: int, to: int = NOWHERE, target: int = -1, aid: int = -1) -> str:
        """A purpose, or the hex *to*, as an answer names it."""
        for one in (target, aid):
            if one >= 0 and self._named(one) == none_such(one):
                return none_such(one)
        if not 0 <= purpose < len(PURPOSES):
            return none_such(purpose)
        return Way(purpose, target, aid, to, 0, False).word(self._fight)

    def retreat(self, item: int, target: int, word: str) -> Answer:
        """The answer that strikes at *target* (-1: at nobody) and steps back."""
        name = NOBODY_WORD if target < 0 else self._named(target)
        return Answer(self.id, self._with(RETREAT, item), (name, word))

    def set_reach(self, verb: int, item: int, target: int = -1) -> Answer:
        """The answer that sets the reach CLOSER or FARTHER, to one foe or (-1) to all."""
        name = ALL if target < 0 else self._named(target)
        return Answer(self.id, self._with(verb, item), (name,))

    def follow(self, to: int) -> Answer:
        return Answer(self.id, VERBS[FOLLOW], (hexes.name(to),))

    def beside(self, answer: Answer, word: str) -> Answer:
        """The same answer with a trivial option (`flank/x`, `focus/x`) beside its own, or those on by default."""
        also = answer.also
        if also is None:
            action = answer.option not in (VERBS[WAIT], VERBS[CARRY], VERBS[PASS], VERBS[YIELD])
            also = tuple([one.id for one in self.trivial() if one.default and action])
        return structs.replace(answer, also=(*also, word))

    def release(self, answer: Answer) -> Answer:
        """The same answer, letting go of whom one holds beside it."""
        return self.beside(answer, RELEASE)

    def mind(self, answer: Answer, foe: int) -> Answer:
        """The same answer, with a foe named beside it as the one that is minded."""
        return self.beside(answer, MIND + self._named(foe))

    def declare(self, answer: Answer, wanted: int, target: int) -> Answer:
        """The same answer, with a formation about *target* declared beside it."""
        word = FLANKING if wanted == formation.FLANKED else SURROUNDING
        return self.beside(answer, word + self._named(target))

    def bypass(self, item: int, target: int) -> Answer:
        """The answer that strikes with care, past the armour *target* wears."""
        option = self._with(PRECISE, item)
        return Answer(self.id, option, (self._named(target), "bypass"))

    def aim_at(self, item: int, target: int, place: int) -> Answer:
        """The answer that strikes with care at a location (its number)."""
        option = self._with(PRECISE, item)
        return Answer(self.id, option, (self._named(target), _at(place)))

    def swap(self, item: int, dropped: int) -> Answer:
        """The answer that drops one thing and readies another in its place."""
        return Answer(self.id, self._with(READY, item), (), (DROP + self._item(dropped),))

    def choose_with(self, verb: int, values: tuple[str, ...]) -> Answer:
        """The answer that does *verb* with these values."""
        return Answer(self.id, _word(verb), values)

    def nothing(self) -> Answer:
        """What silence means: the prompt's default."""
        return silence(self._fight, self._asked, self.id)

    def _named(self, number: int) -> str:
        """Somebody as an answer names it."""
        try:
            return self._other(number).id
        except UnseenError:
            return none_such(number)

    def _item(self, item: int) -> str:
        arms = self._me.arms
        return arms[item].id if 0 <= item < len(arms) else none_such(item)

    def _with(self, verb: int, item: int) -> str:
        return f"{_word(verb)}/{self._item(item)}"


def none_such(number: int) -> str:
    """What stands in an answer for a number that nothing and nobody has: no id, so the answer is not possible."""
    return f"#{number}"


def _word(verb: int) -> str:
    return VERBS[verb] if 0 <= verb < len(VERBS) else none_such(verb)


def _at(place: int) -> str:
    return LOCATIONS[place] if 0 <= place < len(LOCATIONS) else none_such(place)


def silence(fight: State, asked: Asked, place: str) -> Answer:
    """D8: silence waits, and lets the action go at strike rank 1; a reaction is declined.

    An action that was carried over and came back by its trigger is carried over again.
    """
    if asked.kind != ACTION:
        return Answer(place, VERBS[DECLINE])
    if fight.people[asked.who].carrying:
        return Answer(place, VERBS[CARRY], ("nothing",))
    if fight.rank <= 1:
        return Answer(place, VERBS[PASS])
    return Answer(place, VERBS[WAIT], ("1", "nothing"))
