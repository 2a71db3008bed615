"""What the combatant of one question knows: all that a mind has to decide by."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from rules.kernel.dice import luck
from rules.kernel.model import Answer, Option
from rules.rivers.chapters.engagements import first_share, share
from rules.rivers.course import deeds, legal, spells
from rules.rivers.course.arms import defence_skill, held_after, in_hand, skill_with
from rules.rivers.course.blows import usable_answers
from rules.rivers.course.choices import (
    ANSWER,
    BESIDES,
    BETWEEN,
    CAST,
    CHANT,
    DEFEND,
    DODGE_WORD,
    DODGING,
    ENGAGE,
    FORM,
    HANG_BACK,
    MEET,
    NONE_WORD,
    RETARGET,
    RITUAL,
    SPELL,
    STRIKE,
    TEND,
    USE,
    VERBS,
    Asked,
)
from rules.rivers.course.combatant import SLUNG, Combatant
from rules.rivers.course.menu import options_of
from rules.rivers.course.ritual import is_at_it
from rules.rivers.course.state import State
from rules.rivers.course.words import aim_word, defence_word, option_word
from rules.rivers.model import Spell

UNHURT: Final = 0
HURT: Final = 1
CRIPPLED: Final = 2
UNKNOWN_LUCK: Final = -1
A_GAP: Final = 3


class Sight:
    """One question through the eyes of whoever is asked.

    ``kind`` is FORM, PLAN, ANSWER, RETARGET or SPELL.  Others are numbers, those of their seats less
    one.  It is good for this one question, so what was looked up once is known.
    """

    __slots__ = ("asked", "id", "kind", "known_foes", "known_luck", "known_near", "me", "state")

    def __init__(
        self, state: State, asked: Asked, place: str, known_luck: int = UNKNOWN_LUCK
    ) -> None:
        self.state: State = state
        self.asked: Asked = asked
        self.id: str = place
        self.kind: int = asked.kind
        self.me: Combatant = state.person(asked.who)
        self.known_luck: int = known_luck
        self.known_foes: list[int] | None = None
        self.known_near: list[int] | None = None

    # --- the question ------------------------------------------------------------------------

    def luck(self) -> int:
        """This question's own random number below 2**53."""
        if self.known_luck != UNKNOWN_LUCK:
            return self.known_luck
        return luck(self.state.seed, self.id)

    def options(self) -> list[Option]:
        """Every option with whatever may fill it."""
        return options_of(self.state, self.asked)

    def default(self) -> Answer:
        """What silence means."""
        return silence(self.state, self.asked, self.id)

    # --- choosing ----------------------------------------------------------------------------

    def engage(self, foe: int) -> Answer:
        return Answer(self.id, VERBS[ENGAGE], (self.state.people[foe].id,))

    def hang_back(self) -> Answer:
        return Answer(self.id, VERBS[HANG_BACK])

    def act(self, verb: int, item: int, targets: list[int], defences: list[int]) -> Answer:
        """The answer to a PLAN; *targets* and *item* (-1) as the verb wants them."""
        values: tuple[str, ...] = ()
        if targets:
            people = self.state.people
            values = (BETWEEN.join([people[one].id for one in targets]),)
        word = option_word(self.me, verb, item)
        return Answer(self.id, word, (*values, defence_word(self.me, defences)))

    def aim(self, verb: int, item: int, foe: int, place: int, defences: list[int]) -> Answer:
        """The answer to a PLAN that is a blow at a location of a foe, by its number."""
        values = (aim_word(self.state.person(foe), place), defence_word(self.me, defences))
        return Answer(self.id, option_word(self.me, verb, item), values)

    def do(self, verb: int, item: int = -1) -> Answer:
        """The answer to a PLAN that has neither a target nor a defence."""
        return Answer(self.id, option_word(self.me, verb, item))

    def tend(self, friend: int) -> Answer:
        """The answer to a PLAN that is first aid, to oneself or a friend."""
        return Answer(self.id, VERBS[TEND], (self.state.people[friend].id,))

    def use(self, skill: str) -> Answer:
        """The answer to a PLAN that is the use of one of the `skills`."""
        return Answer(self.id, f"{VERBS[USE]}/{deeds.skill_word(skill)}")

    def meet(self, defence: int) -> Answer:
        return Answer(self.id, meeting_word(self.me, defence))

    def strike(self, foe: int) -> Answer:
        return Answer(self.id, VERBS[STRIKE], (self.state.people[foe].id,))

    def casts(self) -> list[list[int]]:
        """The attack magic that one can cast: each the number of a spell and its points."""
        return legal.casts(self.state, self.me)

    def reached(self, number: int) -> list[int]:
        """The foes whom a spell reaches."""
        return [one.index for one in spells.foes_of(self.state, self.me, number)]

    def cast(self, cast: list[int], foe: int, defences: list[int]) -> Answer:
        """The answer to a PLAN that is attack magic."""
        word = f"{VERBS[CAST]}/{spells.word_of(self.me, cast)}"
        return Answer(self.id, word, (self.state.people[foe].id, defence_word(self.me, defences)))

    def besides(self) -> list[list[int]]:
        """The spells that one can cast besides: number, points, magic points."""
        return spells.besides(self.state, self.me)

    def support(self, cast: list[int], whom: int) -> Answer:
        """The answer to a SPELL."""
        word = f"{VERBS[BESIDES]}/{spells.word_of(self.me, cast)}"
        return Answer(self.id, word, (self.state.people[whom].id,))

    def promised(self) -> int:
        """The magic points in the spells that one has said for this round."""
        said = spells.promised(self.state, self.me)
        return sum([spells.magic_in(self.spell(one[0]), one) for one in said])

    def supported(self, cast: list[int]) -> list[int]:
        """Those whom a spell besides can be cast on."""
        return [one.index for one in spells.targets_of(self.state, self.me, cast)]

    def spell(self, number: int) -> Spell:
        """A spell that one knows, by its number."""
        return self.me.build.spells[number]

    def knows(self, effect: str) -> bool:
        """Does one know a spell with that effect?"""
        for spell in self.me.build.spells:
            if spell.effect == effect:
                return True
        return False

    def rituals(self) -> list[list[int]]:
        """What one can put into a ritual: number, points, magic points besides."""
        return spells.rituals(self.state, self.me)

    def has_focus(self, number: int) -> bool:
        """Has one a focus for that spell?"""
        return self.me.build.foci[number] > 0

    def begin_ritual(self, cast: list[int], more: int) -> Answer:
        """The answer to a PLAN that is a ritual, with so many rounds more than it takes."""
        spell = self.spell(cast[0])
        values = (spells.points_word(spell, cast), str(more))
        return Answer(self.id, f"{VERBS[RITUAL]}/{spell.id}", values)

    def chant(self) -> Answer:
        """Go on with the ritual."""
        return Answer(self.id, VERBS[CHANT])

    def is_at_ritual(self, index: int) -> bool:
        """Is somebody at a ritual that is not finished?"""
        return is_at_it(self.state.person(index))

    def is_cursed(self, index: int) -> bool:
        """Is somebody under attack magic?"""
        for one in self.state.person(index).under:
            if one.spell.attack:
                return True
        return False

    def is_between(self) -> bool:
        """Is this asked between engagements, about friends in other ones?"""
        return self.kind == SPELL and self.state.phase == 0

    def lacks(self, number: int, index: int) -> bool:
        """Would a spell that one knows do somebody any good, or harm?"""
        return spells.suits(self.spell(number), self.state.person(index))

    # --- oneself -----------------------------------------------------------------------------

    def items(self) -> range:
        """The numbers of one's weapons."""
        return range(len(self.me.build.arms))

    def can(self, verb: int, item: int = -1) -> bool:
        """Is this possible now, for anybody as a target?"""
        return legal.refusal(self.state, self.me, verb, item) == legal.LEGAL

    def targets(self, verb: int, item: int = -1) -> list[int]:
        """Whom it may be done to."""
        return [one.index for one in legal.targets(self.state, self.me, verb, item)]

    def possible_targets(self, verb: int, item: int = -1) -> list[int]:
        """Whom it may be done to, nobody if it is not possible: `can` and `targets` at once."""
        return [one.index for one in legal.possible_targets(self.state, self.me, verb, item)]

    def chance(self, item: int) -> int:
        """How well one strikes with it, as one stands or lies."""
        return skill_with(self.me, item, self.me.prone and not self.me.may_stand())

    def harm(self, item: int) -> int:
        """What a hit with it does on average without bonus, in halves of a point."""
        return self.me.build.harms[item]

    def worth(self, item: int) -> int:
        """What one may expect of it: `chance` times `harm`, and twice that for what is in hand."""
        this = self.chance(item) * self.me.build.harms[item]
        return 2 * this if self.holds(item) else this

    def holds(self, item: int) -> bool:
        """In hand, or a part of the body?"""
        return self.me.holds(item) or self.me.is_natural(item)

    def defence_sets(self, verb: int, item: int = -1) -> list[list[int]]:
        """Every set of defences that goes with this."""
        return legal.defence_sets(self.state, self.me, verb, item)

    def best_defences(self, verb: int, item: int = -1) -> list[int]:
        """The best one that goes with this, and the next best where one more costs nothing.

        Where foes shoot, something of it meets missiles, if anything does.
        """
        if len(self.near()) < len(self.foes()):
            for foe in self._foes():
                if foe.build.shoots and self._shoots(foe):
                    return self._against_missiles(verb, item)
        return legal.best_defences(self.state, self.me, verb, item)

    def may_shoot(self, index: int) -> bool:
        """Does a foe seem to be about to shoot or throw?"""
        return self._shoots(self.state.person(index))

    def _shoots(self, foe: Combatant) -> bool:
        if self.state.distance(self.me, foe) == 0:
            return False
        for number, arm in enumerate(foe.build.arms):
            if arm.how and foe.holds(number) and foe.missiles[number] and not foe.loading[number]:
                return True
        return False

    def _against_missiles(self, verb: int, item: int) -> list[int]:
        """Q34: of the defences that go with this those that meet missiles first; blows only by what is left."""
        known = legal.defences(self.me, item)
        arms = self.me.build.arms
        useful = [one for one in known if one == DODGING or arms[one].shield]
        others = [one for one in known if one not in useful]
        best = legal.best_defences(self.state, self.me, verb, item)
        if not useful or not best:
            return best
        chosen = useful[:1]
        if len(best) > 1:
            strikes = [one for one in self.state.foes(self.me) if not self._shoots(one)]
            more = others if strikes and others else useful[1:]
            chosen += more[:1]
        return [one for one in known if one in chosen]

    def defence_skill(self, defence: int) -> int:
        return defence_skill(self.me, defence)

    def answers(self) -> list[int]:
        """With what one can meet the attack that this is about."""
        return usable_answers(self.state, self.me, self.state.strikes[self.asked.about])

    def others(self) -> list[int]:
        """Whom one can strike instead of who fell."""
        return [one.index for one in legal.others(self.state, self.me)]

    def skills(self) -> list[str]:
        """The names of one's skills that can be used as a slow action."""
        return self.me.build.others

    def aid_chance(self) -> int:
        """How good one is at first aid."""
        return self.me.build.aid

    def is_unready(self) -> bool:
        """Has one a shield on the back, or a helmet off?"""
        return self.me.helmet > 0 or SLUNG in self.me.items

    def has_room(self, item: int) -> bool:
        """Can one take that in hand and put nothing away for it?"""
        return len(held_after(self.me, item)) > len(in_hand(self.me))

    def is_hurt_badly(self) -> bool:
        """Has one lost half of all hit points?"""
        return 2 * self.me.lost_all >= self.me.build.total

    # --- others ------------------------------------------------------------------------------

    def foes(self) -> list[int]:
        """Those of the engagement; while it is formed all there are."""
        if self.known_foes is None:
            self.known_foes = [one.index for one in self._foes()]
        return self.known_foes

    def near(self) -> list[int]:
        """Those of them who are within reach."""
        if self.known_near is None:
            me, state = self.me, self.state
            self.known_near = [one.index for one in self._foes() if state.distance(me, one) == 0]
        return self.known_near

    def _foes(self) -> list[Combatant]:
        if self.state.phase == 0:
            mine = self.me.build.side
            return [c for c in self.state.people if c.able and c.build.side != mine]
        return self.state.foes(self.me)

    def friends(self) -> list[int]:
        """Those of one's side who can fight, oneself among them."""
        mine = self.me.build.side
        return [c.index for c in self.state.people if c.able and c.build.side == mine]

    def in_need(self) -> list[int]:
        """Those of one's side who bleed, or would die of a wound: whom first aid would help."""
        return [one.index for one in deeds.in_need(self.state, self.me)]

    def bleeds(self, index: int) -> bool:
        """Does somebody lose a hit point each round?"""
        return self.state.person(index).bleeding

    def shared(self) -> int:
        """S3: who falls to one when the able of both sides are shared out, neighbours together."""
        mine = self.state.line(self.me.build.first)
        its = self.state.line(not self.me.build.first)
        at = bisect_left(mine, self.me.index)
        if len(mine) >= len(its):
            return its[share(at, len(its), len(mine))]
        return its[first_share(at, len(mine), len(its))]

    def can_choose(self, foe: int) -> bool:
        """Is that a foe whom one can choose to fight?"""
        return legal.can_choose(self.state, self.me, foe)

    def choosable(self) -> list[int]:
        """Whom one can choose to fight."""
        return legal.may_engage(self.state, self.me)

    def foes_of(self, index: int) -> int:
        """How many have chosen somebody, or been chosen by it, so far."""
        star = self.state.star_of(index + 1)
        if star is None:
            return 0
        return len(star.second if self.state.people[index].build.first else star.first)

    def distance(self, index: int) -> int:
        """Metres to somebody."""
        return self.state.distance(self.me, self.state.person(index))

    def speed(self, index: int) -> int:
        """Somebody's MOV."""
        return self.state.person(index).mov

    def mood_of(self, index: int) -> int:
        """What has become of somebody's nerve (`rules.kernel.temper.nerve`: STEADY to FLEEING)."""
        return self.state.person(index).mood

    def ward(self) -> int:
        """Whom one is to protect, if it still can fight; -1 for nobody."""
        temper = self.me.build.entry.temper
        number = -1 if temper is None else self.state.names.get(temper.ward, -1)
        return number if number >= 0 and self.state.people[number].able else -1

    def pressing(self, index: int) -> list[int]:
        """The foes who have chosen somebody, or been chosen by it, so far; nobody's for -1."""
        star = self.state.star_of(index + 1) if index >= 0 else None
        if star is None:
            return []
        return [seat - 1 for seat in (star.second if self.me.build.first else star.first)]

    def is_unaware(self, index: int) -> bool:
        """Does somebody know of no foe yet?"""
        return self.state.person(index).unaware

    def is_in_range(self, index: int) -> bool:
        """Has one something loaded in hand that shoots as far as somebody?"""
        metres = self.state.flight(self.me, self.state.person(index))
        for item, arm in enumerate(self.me.build.arms):
            if self.me.holds(item) and arm.range >= metres and self.me.missiles[item]:
                return self.me.loading[item] == 0
        return False

    def places(self, index: int) -> list[int]:
        """The numbers of the locations of somebody that are still there."""
        return legal.places(self.state.person(index))

    def kind_of(self, index: int, place: int) -> str:
        """What a location of somebody is: "arm", "leg", "head" and so on."""
        return self.state.person(index).build.kinds[place]

    def armour_of(self, index: int, place: int) -> int:
        """The armour points that show at a location of somebody."""
        return self.state.person(index).worn[place]

    def is_crippled(self, index: int, place: int) -> bool:
        """Is a location of somebody crippled?"""
        return self.state.person(index).is_useless(place)

    def bares(self, index: int) -> bool:
        """Is somebody worse armoured at one location than at another by three points or more?"""
        worn = self.state.person(index).worn
        return max(worn) - min(worn) >= A_GAP

    def reached_by(self, index: int, place: int) -> int:
        """How many numbers of the D20 strike a location of somebody."""
        locations = self.state.person(index).build.entry.sheet.body.locations
        return locations[place].to - (locations[place - 1].to if place else 0)

    def hurts(self, index: int) -> int:
        """How many locations of somebody are hurt, those that are crippled counted twice."""
        c = self.state.person(index)
        count = 0
        for place, lost in enumerate(c.lost):
            if lost > 0:
                count += wound_of(c, place)
        return count


def wound_of(c: Combatant, place: int) -> int:
    """What shows of a location: UNHURT, HURT or CRIPPLED."""
    if c.lost[place] <= 0:
        return UNHURT
    return CRIPPLED if c.is_useless(place) else HURT


def meeting_word(c: Combatant, defence: int) -> str:
    """The option that meets an attack with one defence, or with none."""
    if defence == DODGING:
        return f"{VERBS[MEET]}/{DODGE_WORD}"
    return f"{VERBS[MEET]}/{c.build.arms[defence].id if defence >= 0 else NONE_WORD}"


def silence(state: State, asked: Asked, place: str) -> Answer:
    """What nobody's answer means: hang back, go on with a ritual or defend with the best one has, strike the first."""
    c = state.person(asked.who)
    if asked.kind == FORM:
        return Answer(place, VERBS[HANG_BACK])
    if asked.kind == RETARGET:
        return Answer(place, VERBS[STRIKE], (legal.others(state, c)[0].id,))
    if asked.kind == SPELL:
        return Answer(place, f"{VERBS[BESIDES]}/{NONE_WORD}")
    if asked.kind == ANSWER:
        usable = usable_answers(state, c, state.strikes[asked.about])
        return Answer(place, meeting_word(c, best_of(c, usable)))
    if is_at_it(c) and not c.spoken:
        return Answer(place, VERBS[CHANT])
    # The best of them is the first.
    return Answer(place, VERBS[DEFEND], (defence_word(c, legal.defences(c, -1)[:1]),))


def best_of(c: Combatant, defences: list[int]) -> int:
    """The defence with the highest skill, the first of equals."""
    best = defences[0]
    for one in defences:
        if defence_skill(c, one) > defence_skill(c, best):
            best = one
    return best
