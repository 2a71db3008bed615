"""What one knows of oneself when one must decide: gear, state, temper, and which question it is."""

from __future__ import annotations

from typing import Final

from rules.kernel.dice import luck
from rules.kernel.temper.model import Temper
from rules.request.chapters.nerve import STEADY
from rules.request.course.arms import Arm
from rules.request.course.combatant import CARRIED, DROPPED, HELD, PRONE, Combatant
from rules.request.course.riding import steeds
from rules.request.course.seen.kinds import KINDS
from rules.request.course.state import Asked, State
from rules.request.course.ways import (
    Walks,
)

UNDRAWN: Final = -1  # the question's luck follows from the seed


class UnseenError(LookupError):
    """A policy asked about somebody whom its combatant cannot see."""

    def __init__(self, number: int) -> None:
        super().__init__(f"nobody in view has the number {number}")
        self.number: int = number


class Oneself:
    """A question, and whom it is put to.  Others are known by their number in the seat order."""

    __slots__ = ("_asked", "_fight", "_found", "_luck", "_me", "id", "kind", "rank")

    def __init__(self, fight: State, asked: Asked, place: str, drawn: int = UNDRAWN) -> None:
        self._fight: State = fight
        self._asked: Asked = asked
        self.id: str = place
        self._me: Combatant = fight.people[asked.who]
        self._found: dict[int, Walks] = {}  # the walks of a verb, once asked for
        self.rank: int = fight.rank
        self.kind: str = KINDS[asked.kind]
        self._luck: int = drawn

    def luck(self) -> int:
        """This question's own random number below 2**53."""
        return luck(self._fight.seed, self.id) if self._luck < 0 else self._luck

    def name(self) -> str:
        """One's own id."""
        return self._me.id

    def items(self) -> tuple[Arm, ...]:
        """Everything one owns to strike, shoot or parry with."""
        return self._me.arms

    def holds(self, item: int) -> bool:
        """Is it in hand?  Bare hands are not held."""
        return self._me.items[item] == HELD

    def is_loaded(self, item: int) -> bool:
        """In hand, with something to shoot, and nothing left to do before the shot; never of the befuddled or blinded."""
        me = self._me
        if me.muddled or me.blinded:
            return False
        return me.items[item] == HELD and me.missiles[item] > 0 and me.load_left[item] == 0

    def strikers(self) -> tuple[int, ...]:
        """Close weapons in use, but for those that another one beats in both chance and harm."""
        return self._me.strikers

    def parriers(self) -> tuple[int, ...]:
        """Whatever in hand stops anything in a parry; with no reaction left, only the second item can."""
        if self.reacts_freely():
            return self._me.parriers
        return tuple([item for item in self._me.parriers if item == self._me.second])

    def reacts_freely(self) -> bool:
        """Is a reaction left that is not only for a second item?"""
        return self._me.reactions > 0 or not self._fight.option_pool

    def only_second(self) -> int:
        """The second item, if an attack with it is all that is left of one's actions, else -1."""
        return self._me.second if self._me.only_second() else -1

    def is_unready(self) -> bool:
        """Is no weapon in hand, or one that wants loading?"""
        return self._me.unready or (self.shoots_nothing() and not self._me.armed)

    def shoots_nothing(self) -> bool:
        """Does a hurricane, or being blinded, keep one from shooting at all?"""
        return self._fight.storm or self._me.blinded

    def spare_shield(self) -> int:
        """A shield that a free hand could take, or -1."""
        return self._me.spare_shield

    def is_of_use(self, item: int) -> bool:
        """Can one strike with it, or is there still something to shoot?"""
        me = self._me
        return me.arms[item].close is not None or (
            me.missiles[item] > 0 and not self.shoots_nothing()
        )

    def may_swap(self, item: int, dropped: int) -> bool:
        """Could *item* be drawn or picked up in one action, if *dropped* were dropped beside it?"""
        me = self._me
        ready = me.items[item] in (CARRIED, DROPPED) and self.is_of_use(item)
        return ready and me.room_for(item, dropped)

    def tired(self) -> int:
        """How tired one is (`chapters.fatigue`: FRESH, FATIGUED, HEAVILY)."""
        return self._me.tired

    def is_plain(self) -> bool:
        """Is there nothing about one but arms: no spell, no saddle, nothing of several parts, no second weapon's turn?"""
        me = self._me
        if me.second_acts or me.bolting or me.mount >= 0 or me.rider >= 0:
            return False
        if me.blinded or me.muddled:
            return False
        return me.task is None and not me.entry.sheet.spells

    def is_set(self) -> bool:
        """Up, armed, of good heart and without a temper: with nothing to see to before the first blow?"""
        me = self._me
        if me.stance == PRONE or me.mood != STEADY or me.entry.temper is not None:
            return False
        return not me.unready and me.spare_shield < 0

    def is_vulnerable(self) -> bool:
        return self._me.vulnerable

    def is_overextended(self) -> bool:
        return self._me.overextended

    def is_blinded(self) -> bool:
        return self._me.blinded

    def is_muddled(self) -> bool:
        """P26q: do a spell's doings keep one from every attack?"""
        return self._me.muddled

    def is_surprised(self) -> bool:
        return self._me.surprised

    def is_defending(self) -> bool:
        return self._me.defending

    def flies(self) -> bool:
        return self._me.flying

    def mount(self) -> int:
        """Whom one rides, or -1."""
        return self._me.mount

    def bolts(self) -> bool:
        """Is one a mount that goes where it will?"""
        return self._me.bolting

    def riding(self) -> int:
        """One's Riding, in percent."""
        return self._me.riding

    def steeds(self) -> list[int]:
        """Whom one could get on now, in seat order."""
        return steeds(self._fight, self._me)

    def has_lance(self) -> bool:
        """Has one a lance in hand, and a mount behind it?"""
        me = self._me
        for item, lance in enumerate(me.couched):
            if lance is not None and me.items[item] == HELD:
                return True
        return False

    def lies(self) -> bool:
        """Prone?"""
        return self._me.stance == PRONE

    def may_stand(self) -> bool:
        """P24e: on one sound leg at least."""
        return self._me.lame_legs() <= 1

    def aimed(self, item: int, target: int) -> int:
        """Actions of aiming spent on a shot with *item* at *target*."""
        me = self._me
        return me.aim_count if me.aim_at == target and me.aim_item == item else 0

    def actions(self) -> int:
        """Combat actions left in this round, this one included."""
        return self._me.acts

    def hit_points(self) -> tuple[int, ...]:
        """One's own, in location order."""
        return tuple(self._me.hp)

    def number(self) -> int:
        """One's own number in the seat order."""
        return self._me.index

    def _other(self, number: int) -> Combatant:
        """Somebody who can be seen; raises UnseenError for all others."""
        if 0 <= number < len(self._fight.people):
            c = self._fight.people[number]
            if not c.hidden or not self._fight.is_foe(self._me, c):
                return c
        raise UnseenError(number)

    def temper(self) -> Temper | None:
        """What one fights like, beside how well one's mind plays; None for those who have none."""
        return self._me.entry.temper

    def quiet_rounds(self) -> int:
        """Full rounds running in which nobody has been hurt or left."""
        return self._fight.quiet_rounds

    def round(self) -> int:
        return self._fight.round

    def occasion(self) -> int:
        """The verb of the deed that this question is about, -1 if it is about none."""
        deed = self._asked.deed
        return -1 if deed is None else deed.verb
