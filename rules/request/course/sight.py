"""What one combatant knows when it must decide: its own state whole, of others what shows."""

from __future__ import annotations

from typing import Final, cast

from msgspec import structs

from rules.kernel import hexes
from rules.kernel.dice import luck
from rules.kernel.model import Answer, Option
from rules.request.chapters import damage, formation, grapple, movement, reach, rolls
from rules.request.chapters.nerve import FALLING, STEADY
from rules.request.course.arms import Arm, Strike
from rules.request.course.chances import (
    attack_chance,
    contest_chance,
    dodge_chance,
    grip_chance,
    parry_chance,
    rank_of,
    strike_of,
    strike_with,
)
from rules.request.course.choices import (
    ATTACK,
    CARRY,
    CAST,
    CONTINUE,
    DECLINE,
    FOLLOW,
    NOBODY,
    NOWHERE,
    PASS,
    PRECISE,
    READY,
    RETREAT,
    SHOOT,
    VERBS,
    WAIT,
    YIELD,
)
from rules.request.course.combatant import CARRIED, DROPPED, HELD, PRONE, Combatant
from rules.request.course.engagement import may_strike
from rules.request.course.formations import declared_by
from rules.request.course.grappling import holders
from rules.request.course.ground import (
    Ground,
    crowd,
    gap,
    gap_from,
    in_sight,
    is_free,
    places_round,
)
from rules.request.course.leading import Way, is_friend, is_seen_foe, reach_foes, ways_of
from rules.request.course.legal import (
    LEGAL,
    all_left_freely,
    in_hand,
    is_bare,
    near,
    patients,
    refusal,
    targets,
)
from rules.request.course.menu import options_of, trivial_options
from rules.request.course.openings import openers
from rules.request.course.parse import (
    ALL,
    DROP,
    FLANKING,
    MIND,
    NOBODY_WORD,
    RELEASE,
    SURROUNDING,
)
from rules.request.course.purposes import destination, is_covered
from rules.request.course.riding import legs, steeds
from rules.request.course.second import is_spent
from rules.request.course.spellcraft import spell_targets, worst_place
from rules.request.course.state import ACTION, Asked, State
from rules.request.course.ways import (
    Walks,
    allowance,
    follow_hexes,
    spread,
    steps_beside,
    walks,
)
from rules.request.model import LOCATIONS, Spell, Temper

TURN: Final = "turn"
DEFENCE: Final = "defence"
RIPOSTE_KIND: Final = "riposte"
OPPORTUNITY_KIND: Final = "opportunity"
OPPOSE_KIND: Final = "oppose"
FOLLOW_KIND: Final = "follow"
ENGAGE_KIND: Final = "engage"
FOCUS_KIND: Final = "focus"
# In the order of the numbers that `State.ask` knows them by.
_KINDS: Final = (
    TURN,
    DEFENCE,
    RIPOSTE_KIND,
    OPPORTUNITY_KIND,
    OPPOSE_KIND,
    FOLLOW_KIND,
    ENGAGE_KIND,
    FOCUS_KIND,
)

WAY_ROUND: Final = 20  # the longest way past others that is looked for, in steps
WIDEST: Final = 2
UNDRAWN: Final = -1  # the question's luck follows from the seed


class Sight:
    """All that a policy may look at.  Valid while its question is open; nothing in it changes the fight.

    ``kind`` is TURN, DEFENCE or one of the others above.  Oneself is known whole.  Others are known by
    their number in the seat order, and only by what the methods say: gear, armour, stance,
    wounds by their look; never skills, hit points, plans or dice.  Items are numbered in
    the order of the sheet, bare hands last.
    """

    __slots__ = ("_asked", "_fight", "_found", "_luck", "_me", "id", "kind", "rank")

    def __init__(self, fight: State, asked: Asked, place: str, drawn: int = UNDRAWN) -> None:
        self._fight: State = fight
        self._asked: Asked = asked
        self.id: str = place
        self._me: Combatant = fight.people[asked.who]
        self._found: dict[int, Walks] = {}  # the walks of a verb, once asked for
        self.rank: int = fight.rank
        self.kind: str = _KINDS[asked.kind]
        self._luck: int = drawn

    def luck(self) -> int:
        """This question's own random number below 2**53."""
        return luck(self._fight.seed, self.id) if self._luck < 0 else self._luck

    # --- oneself ---------------------------------------------------------------------------

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
        """In hand, with something to shoot, and nothing left to do before the shot; never of the befuddled."""
        me = self._me
        if me.muddled:
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
        return self._me.unready or (self._fight.storm and not self._me.armed)

    def spare_shield(self) -> int:
        """A shield that a free hand could take, or -1."""
        return self._me.spare_shield

    def is_of_use(self, item: int) -> bool:
        """Can one strike with it, or is there still something to shoot?"""
        me = self._me
        return me.arms[item].close is not None or (me.missiles[item] > 0 and not self._fight.storm)

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

    def is_surprised(self) -> bool:
        return self._me.surprised

    def is_defending(self) -> bool:
        return self._me.defending

    def flies(self) -> bool:
        return self._me.flying

    def is_high(self, other: int = NOBODY) -> bool:
        """Is somebody, or oneself, up in the high band?"""
        return self._me.high if other < 0 else self._other(other).high

    def mount(self) -> int:
        """Whom one rides, or -1."""
        return self._me.mount

    def rider(self, other: int = NOBODY) -> int:
        """Who rides somebody, or oneself; -1 for nobody."""
        return self._me.rider if other < 0 else self._other(other).rider

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

    # --- spells ------------------------------------------------------------------------------

    def spells(self) -> tuple[Spell, ...]:
        """The spells one knows, numbered in this order."""
        return self._me.entry.sheet.spells

    def magic_points(self) -> int:
        return self._me.mp

    def has_task(self) -> bool:
        """Is an action of several parts under way?"""
        return self._me.task is not None

    def spell_targets(self, spell: int) -> list[int]:
        """Whom a spell may be cast on now, in seat order; nobody if it cannot be cast at all."""
        if refusal(self._fight, self._me, CAST, spell, None) != LEGAL:
            return []
        return spell_targets(self._fight, self._me, spell)

    def is_casting(self, other: int) -> bool:
        return self._other(other).casting

    def is_under(self, other: int, kind: int) -> bool:
        """Is somebody under a spell of this kind (`chapters.magic`)?"""
        return self._other(other).is_under(kind)

    def number(self) -> int:
        """One's own number in the seat order."""
        return self._me.index

    def lacks(self, other: int) -> int:
        """Points that one lacks where one is hurt worst; of others how bad their wounds look."""
        c = self._me
        if other != c.index:
            return self.wounds_of(other)
        place = worst_place(c)
        return 0 if place < 0 else c.full[place] - c.hp[place]

    def task_spell(self) -> int:
        """The spell that is under way, -1 without one."""
        task = self._me.task
        return NOBODY if task is None else task.item

    def task_mark(self) -> int:
        """Whom that is aimed at, -1 without one."""
        task = self._me.task
        return NOBODY if task is None else task.target

    def steps_beside(self) -> list[int]:
        """The hexes that one may go to while casting."""
        return steps_beside(self._fight, self._me)

    def cast(self, spell: int, target: int, to: int = NOWHERE) -> Answer:
        """The answer that begins a spell, and goes to the hex *to* beside it."""
        option = f"{VERBS[CAST]}/{self._me.entry.sheet.spells[spell].id}"
        step = () if to < 0 else (hexes.name(to),)
        return Answer(self.id, option, (self._fight.people[target].id, *step))

    def go_on(self, to: int = NOWHERE) -> Answer:
        """The answer that does the next part of what is under way, and goes to the hex *to* beside it."""
        return Answer(self.id, VERBS[CONTINUE], () if to < 0 else (hexes.name(to),))

    # --- what may be done --------------------------------------------------------------------

    def can(self, verb: int, item: int = -1) -> bool:
        """Is this verb with this item legal now?"""
        return refusal(self._fight, self._me, verb, item, self._asked.deed) == LEGAL

    def near(self) -> list[int]:
        """Foes within reach of a close weapon, in seat order."""
        return near(self._fight, self._me)

    def targets(self, verb: int, item: int) -> list[int]:
        """Whom it may be aimed at, in seat order."""
        if self._me.second >= 0 and is_spent(self._fight, self._me, verb, item):
            return []
        return targets(self._fight, self._me, verb, item)

    def rank_of(self, verb: int, item: int = -1) -> int:
        """The strike rank at which it would happen."""
        return rank_of(self._me, verb, item)

    def chance(self, verb: int, item: int, target: int) -> int:
        """Chance of success in percent; a close blow at the helpless is certain, and critical."""
        if verb != SHOOT and self._other(target).is_helpless():
            return 100
        return rolls.odds(attack_chance(self._fight, self._me, verb, item, target, None))

    def parry_chance(self, item: int) -> int:
        return rolls.odds(parry_chance(self._fight, self._me, item, self._asked.deed, None))

    def dodge_chance(self) -> int:
        return rolls.odds(dodge_chance(self._fight, self._me, self._asked.deed, None))

    def harm(self, verb: int, item: int, target: int) -> int:
        """Mean damage of an ordinary hit on *target* past the armour it wears, in tenths."""
        if strike_of(self._me, verb, item) is None:
            return 0
        strike = strike_with(self._me, verb, item, target)
        return strike.anywhere(self._other(target).armour)

    def blow_worth(self, verb: int, item: int, target: int, extra: int = 0) -> int:
        """`chance` times `harm`, which has *extra* on top; 0 for whoever one leaves alone."""
        me = self._me
        if self.is_let_go(target) or strike_of(me, verb, item) is None:
            return 0
        at = self._fight.people[target]
        chance = rolls.odds(attack_chance(self._fight, me, verb, item, target, None))
        return chance * (strike_with(me, verb, item, target).anywhere(at.armour) + extra)

    def bypass_harm(self, item: int, target: int) -> int:
        """Mean damage of a blow past what *target* wears, its natural armour aside, in tenths."""
        strike = strike_with(self._me, ATTACK, item, target)
        return strike.through(self._other(target).entry.sheet.natural_armour)

    def reach_worth(self, item: int, target: int, pair: int) -> int:
        """Chance times mean harm of a blow at a foe, if the two were at this reach."""
        strike = cast("Strike", self._me.arms[item].at_reach(pair))
        return rolls.odds(strike.chance) * strike.anywhere(self._other(target).armour)

    def mean(self, verb: int, item: int) -> int:
        """Mean damage of a hit before armour, in tenths."""
        strike = strike_of(self._me, verb, item)
        return 0 if strike is None else strike.mean

    # --- what shows of others ----------------------------------------------------------------

    def foes(self) -> list[int]:
        """Foes in view who are not dead, in seat order, whatever their distance."""
        fight = self._fight
        foes = fight.hostile[self._me.side]
        return [c.index for c in fight.people if foes[c.side] and c.can_be_struck()]

    def _other(self, number: int) -> Combatant:
        """Somebody who can be seen; raises UnseenError for all others."""
        if 0 <= number < len(self._fight.people):
            c = self._fight.people[number]
            if not c.hidden or not self._fight.is_foe(self._me, c):
                return c
        raise UnseenError(number)

    def name_of(self, other: int) -> str:
        """The id of somebody."""
        return self._other(other).id

    def is_shot_at(self) -> bool:
        """Does a missile come, thrown or shot?"""
        deed = self._asked.deed
        return deed is not None and deed.verb == SHOOT

    def striker(self) -> int:
        """Whose blow is coming, or who left the opening for a riposte; -1 on one's own turn."""
        deed = self._asked.deed
        return -1 if deed is None else deed.by

    def distance(self, other: int) -> int:
        """Metres to somebody."""
        return self._fight.distance(self._me, self._other(other))

    def temper(self) -> Temper | None:
        """What one fights like, beside how well one's mind plays; None for those who have none."""
        return self._me.entry.temper

    def mood(self, other: int = NOBODY) -> int:
        """What has become of somebody's nerve, or of one's own (`chapters.nerve`: STEADY to FLEEING)."""
        return self._me.mood if other < 0 else self._other(other).mood

    def ward(self) -> int:
        """The friend whom one is to protect and can see, -1 without one."""
        temper = self._me.entry.temper
        if temper is None or not temper.ward:
            return NOBODY
        for c in self._fight.people:
            if c.id == temper.ward:
                return c.index
        return NOBODY

    def post(self) -> int:
        """The hex on which one began, NOWHERE without one."""
        return hexes.named(self._me.entry.place)

    def is_let_go(self, other: int) -> bool:
        """Does one leave somebody alone?  The helpless, and whoever flees, if one is to drive it off."""
        c = self._other(other)
        if c.mood < FALLING:
            return c.is_helpless()
        temper = self._me.entry.temper
        return c.is_helpless() or (temper is not None and temper.goal == "drive off")

    def has_yielded(self, other: int) -> bool:
        """Is somebody a prisoner?"""
        return self._other(other).yielded

    def is_helpless(self, other: int) -> bool:
        """Down, but alive?  Whoever is only held helpless is not."""
        c = self._other(other)
        return not c.able and c.is_helpless()

    def is_prone(self, other: int) -> bool:
        return self._other(other).stance == PRONE

    def looks(self, other: int) -> tuple[tuple[int, ...], int, int]:
        """All that a blow at somebody hangs on: armour by location, stance, wounds; -1 if helpless."""
        c = self._other(other)
        return c.armour, -1 if c.is_helpless() else c.stance, c.wound_score

    def wounds_of(self, other: int) -> int:
        """How badly somebody looks hurt: 1 a minor, 2 a serious, 3 a major wound, added up."""
        return self._other(other).wound_score

    def is_bleeding(self, other: int) -> bool:
        """P24k: has somebody a wound that will kill, if nobody tends it?"""
        return self._other(other).is_bleeding()

    def patients(self) -> list[int]:
        """Whom one could give first aid, in seat order."""
        return patients(self._fight, self._me)

    def fallen_friends(self) -> list[int]:
        """Those of one's own side who lie there and bleed, in seat order."""
        fight = self._fight
        return [
            c.index
            for c in fight.people
            if not fight.is_foe(self._me, c) and c.is_bleeding() and not c.gone
        ]

    # --- grapples -----------------------------------------------------------------------------

    def is_grappled(self) -> bool:
        """Does one hold somebody, or does somebody hold one?"""
        return self._me.is_grappled()

    def holding(self) -> int:
        """Whom one holds, or -1."""
        return self._me.holding

    def holders(self) -> list[int]:
        """Those who hold one, in seat order."""
        return holders(self._fight, self._me)

    def bare(self) -> int:
        """The number of one's bare hands, -1 without."""
        for item, arm in enumerate(self._me.arms):
            if is_bare(arm):
                return item
        return -1

    def grip_chance(self, other: int) -> int:
        """The chance of one's own opposed roll in a grapple with somebody."""
        return rolls.odds(grip_chance(self._fight, self._me, self._other(other), None))

    def wring(self) -> int:
        """Mean damage of hurting whom one holds, in tenths."""
        traits = self._me.entry.sheet.characteristics
        sign, dice, sides = damage.damage_modifier(traits.STR + traits.SIZ)
        return damage.mean_through([(1, 1, grapple.HURT_SIDES), (sign, dice, sides)], 0, 0)

    def worst_in_hand(self, other: int) -> str:
        """The id of the weapon in somebody's hand that does most at short reach, empty without."""
        c = self._other(other)
        found = ""
        most = 0
        for item in in_hand(c):
            blow = c.arms[item].at_reach(reach.SHORT)
            if blow is not None and 5 * blow.dice * (blow.sides + 1) + 10 * blow.bonus > most:
                found, most = c.arms[item].id, 5 * blow.dice * (blow.sides + 1) + 10 * blow.bonus
        return found

    def longest_held(self) -> int:
        """The reach of the longest weapon in one's own hand, -1 without one."""
        return self._longest(self._me)

    # --- the ground --------------------------------------------------------------------------

    def has_places(self) -> bool:
        """Does everybody stand somewhere?  In a fight without places the rest of this makes no sense."""
        return self._fight.ground is not None

    def friends(self) -> list[int]:
        """Everybody else on one's side who is able and in view, in seat order; not whoever shares one's place."""
        me = self._me
        return [
            c.index
            for c in self._fight.people
            if is_friend(self._fight, me, c) and c.index not in (me.mount, me.rider)
        ]

    def place(self) -> int:
        """One's own hex (see `rules.kernel.hexes`)."""
        return self._me.place

    def place_of(self, other: int) -> int:
        """The hex of somebody, the middle one of seven if it is large."""
        return self._other(other).place

    def gap(self, other: int) -> int:
        """Steps to somebody; 1 is adjacent."""
        return gap(self._me, self._other(other))

    def gap_between(self, one: int, other: int) -> int:
        """Steps between two others."""
        return gap(self._other(one), self._other(other))

    def gap_from(self, to: int, other: int) -> int:
        """Steps to somebody if one stood on the hex *to*."""
        return gap_from(to, self._me, self._other(other))

    def is_able(self, other: int) -> bool:
        """Up, and able to act?"""
        return self._other(other).able

    def engaged(self) -> list[int]:
        """The foes that one is engaged with, in seat order."""
        return self._me.foes[:]

    def engagers(self, other: int) -> list[int]:
        """Those who engage somebody, in seat order."""
        return self._other(other).foes[:]

    def reach_to(self, other: int) -> int:
        """The reach to a foe one is engaged with (`chapters.reach`: SHORT, NORMAL, LONG), or -1."""
        return self._me.reach_to(other)

    def is_within(self, item: int, other: int) -> bool:
        """Would a blow at somebody with this weapon get there?"""
        fight = self._fight
        return fight.ground is None or may_strike(fight, self._me, item, self._other(other))

    def reach_foes(self, verb: int) -> list[int]:
        """The foes to whom the reach could be set CLOSER or FARTHER now."""
        return reach_foes(self._fight, self._me, verb)

    def has_long_weapon(self, other: int) -> bool:
        """Has somebody a long weapon in hand?"""
        return self._other(other).keeps_off

    def keeps_off(self) -> bool:
        """Has one a long weapon in hand oneself?"""
        return self._me.keeps_off

    def is_armed(self, other: int = NOBODY) -> bool:
        """Has somebody, or oneself, a ready weapon to strike with?"""
        return self._me.armed if other < 0 else self._other(other).armed

    def could_shoot(self, other: int) -> bool:
        """Has somebody something in hand to shoot, or one of several to throw?"""
        c = self._other(other)
        for item, arm in enumerate(c.arms):
            many = not arm.thrown or arm.missiles > 1
            if many and arm.shot is not None and c.items[item] == HELD:
                return True
        return False

    def size_of(self, other: int) -> int:
        return self._other(other).size

    def leaves_freely(self) -> bool:
        """Could one break away from every foe without a contest?"""
        return all_left_freely(self._fight, self._me)

    def contest_chance(self, item: int) -> int:
        """The chance of one's roll in a contest, with a weapon or (-1) by Dodge."""
        return rolls.odds(contest_chance(self._fight, self._me, item, None))

    def formation_about(self, other: int) -> int:
        """What has been formed about somebody (`chapters.formation`: NONE, FLANKED, SURROUNDED)."""
        formed = self._other(other).formed
        return formed[0] if formed else formation.NONE

    def about_me(self) -> list[int]:
        """Those who flank or surround one, any of whom may be minded."""
        return self._me.formed[1:]

    def focus(self) -> int:
        """The foe one minds, or -1."""
        return self._me.focus

    def has_declared(self, other: int) -> int:
        """The formation that one's side has declared about somebody, NONE without."""
        return declared_by(self._other(other), [self._me.side])

    def places_round(self, other: int) -> int:
        """How many foes of its own size can engage somebody where it stands."""
        ground = self._fight.ground
        c = self._other(other)
        return 0 if ground is None else places_round(ground, c.place, c.girth)

    def stride(self, other: int = NOBODY) -> int:
        """The steps of a plain move on sound legs, one's own or those of somebody, by the look of it."""
        c = self._me if other < 0 else self._other(other)
        return movement.steps(legs(self._fight, c).entry.sheet.move)

    def longest(self, other: int) -> int:
        """The reach of the longest ready weapon in somebody's hand, -1 without one."""
        return self._longest(self._other(other))

    def _longest(self, c: Combatant) -> int:
        found = -1
        for item, arm in enumerate(c.arms):
            if arm.reach > found and not arm.shield and arm.is_weapon() and c.usable(item):
                found = arm.reach
        return found

    def menace(self, other: int, pair: int = reach.NORMAL) -> int:
        """What the heaviest weapon in somebody's hand does at this reach, by the look of it, in tenths.

        What is used as an improvised one counts for little more than half of it.
        """
        c = self._other(other)
        found = 0
        for item, arm in enumerate(c.arms):
            blow = arm.at_reach(pair)
            if blow is not None and c.usable(item):
                mean = 5 * blow.dice * (blow.sides + 1) + 10 * blow.bonus
                found = max(found, mean * (50 + blow.awkward) // 50)
        return found

    def sees_from(self, to: int, other: int) -> bool:
        """Would no wall stand between one on *to* and somebody?"""
        ground = self._fight.ground
        there = self._other(other)
        if self._me.high or there.high:
            return True
        return ground is not None and in_sight(ground, to, there.place)

    def _walks(self, verb: int) -> Walks:
        found = self._found
        if verb not in found:
            found[verb] = walks(self._fight, cast("Ground", self._fight.ground), self._me, verb)
        return found[verb]

    def is_there_a_way(self, other: int) -> bool:
        """Does the ground lead to somebody at all, whoever stands on it?"""
        ground = self._fight.ground
        me = self._me
        there = self._other(other).place
        if me.high:
            return True
        return ground is not None and ground.steps_to(there, me.place, me.girth) >= 0

    def detour(self, verb: int, target: int, apart: int) -> int:
        """How far a move goes along the shortest way past everybody to where one is *apart* from *target*.

        -1 if there is none of at most so many steps as are looked for.
        """
        me = self._me
        other = self._other(target)
        ground = self._fight.ground
        if ground is None or not self._has_room(ground, other, apart):
            return NOWHERE
        found = self._far()
        best = NOWHERE
        for h in found.cost:
            if gap_from(h, me, other) == apart and (
                best == NOWHERE or found.cost[h] < found.cost[best]
            ):
                best = h
        if best == NOWHERE:
            return NOWHERE
        within = allowance(self._fight, me, verb)
        to = NOWHERE
        for h in found.path(best):
            if found.cost[h] <= within and h != me.place:
                to = h
        return to

    def _has_room(self, ground: Ground, other: Combatant, apart: int) -> bool:
        """Is any hex free that is *apart* from somebody?"""
        me = self._me
        taken = crowd(self._fight.people, me.index, me.high)
        around = apart + self._me.girth + other.girth
        for h in hexes.neighbours(other.place) if around == 1 else hexes.ring(other.place):
            if is_free(ground, h, me.girth, taken, me.high):
                return True
        return around > WIDEST

    def _far(self) -> Walks:
        """All ways of some length, past everybody."""
        found = self._found
        if NOBODY not in found:
            ground = cast("Ground", self._fight.ground)
            found[NOBODY] = spread(self._fight, ground, self._me, WAY_ROUND, False, self._me.high)
        return found[NOBODY]

    def ways(self, verb: int) -> list[Way]:
        """Every purpose that a move, sprint, breakaway or retreat may have now; dear, ask once."""
        ground = self._fight.ground
        if ground is None or self._me.only_second():
            return []
        return ways_of(self._fight, ground, self._me, verb)

    def hexes(self, verb: int) -> list[int]:
        """Every hex that it may end on."""
        return [] if self._fight.ground is None else self._walks(verb).ends

    def way_to(self, verb: int, purpose: int, target: int = -1, aid: int = -1) -> int:
        """The hex that this purpose leads to, or -1: for those who want to know about one only."""
        ground = self._fight.ground
        if ground is None:
            return NOWHERE
        return destination(
            self._fight, ground, self._me, verb, purpose, target, aid, NOWHERE, self._walks(verb)
        )

    def openings_to(self, to: int) -> list[int]:
        """The foes who could strike at one on a plain move to *to*: those beside both ends of it."""
        me = self._me
        found: list[int] = []
        for other in self._fight.people:
            near_it = gap_from(to, me, other) <= 1 or gap(me, other) <= 1 or other.index in me.foes
            near_it = near_it and not (me.high or other.high)
            if near_it and other.armed and is_seen_foe(self._fight, me, other):
                found.append(other.index)
        return found

    def has_cover_at(self, to: int, other: int) -> bool:
        """Would cover or a wall stand between one on *to* and a shot of somebody?"""
        ground = self._fight.ground
        return ground is not None and is_covered(ground, self._me, to, self._other(other))

    def quiet_rounds(self) -> int:
        """Full rounds running in which nobody has been hurt or left."""
        return self._fight.quiet_rounds

    def round(self) -> int:
        return self._fight.round

    def occasion(self) -> int:
        """The verb of the deed that this question is about, -1 if it is about none."""
        deed = self._asked.deed
        return -1 if deed is None else deed.verb

    def openers(self) -> list[int]:
        """The weapons with which one may strike first now."""
        deed = self._asked.deed
        if deed is None or self.kind != OPPORTUNITY_KIND:
            return []
        found = openers(self._me, self._fight.people[deed.by], deed)
        return found if self.reacts_freely() else [i for i in found if i == self._me.second]

    def follow_hexes(self) -> list[int]:
        """Where one may follow a foe that retreats to."""
        ground = self._fight.ground
        deed = self._asked.deed
        if ground is None or deed is None or self.kind != FOLLOW_KIND:
            return []
        return follow_hexes(self._fight, ground, self._me, deed.to, self._fight.people[deed.by])

    # --- the choice --------------------------------------------------------------------------

    def options(self) -> list[Option]:
        """The whole menu, as a person would be shown it; dear, so for those who need it all."""
        return options_of(self._fight, self._me, self._asked.kind, self._asked.deed)

    def trivial(self) -> list[Option]:
        """What may go with the answer at no cost."""
        return trivial_options(self._fight, self._me) if self.kind == TURN else []

    def choose(self, verb: int, item: int = -1, target: int = -1) -> Answer:
        """The answer that does *verb* with *item* at *target*."""
        option = VERBS[verb] if item < 0 else f"{VERBS[verb]}/{self._me.arms[item].id}"
        if target < 0:
            return Answer(self.id, option)
        return Answer(self.id, option, (self._other(target).id,))

    def go(self, verb: int, word: str, item: int = -1) -> Answer:
        """The answer that moves: *word* is `Way.word`, or the name of a hex."""
        option = VERBS[verb] if item < 0 else f"{VERBS[verb]}/{self._me.arms[item].id}"
        return Answer(self.id, option, (word,))

    def word(self, way: Way) -> str:
        """A way as an answer names it."""
        return way.word(self._fight)

    def name_way(self, purpose: int, to: int = NOWHERE, target: int = -1, aid: int = -1) -> str:
        """A purpose, or the hex *to*, as an answer names it."""
        return Way(purpose, target, aid, to, 0, False).word(self._fight)

    def retreat(self, item: int, target: int, word: str) -> Answer:
        """The answer that strikes at *target* (-1: at nobody) and steps back."""
        name = NOBODY_WORD if target < 0 else self._other(target).id
        return Answer(self.id, f"{VERBS[RETREAT]}/{self._me.arms[item].id}", (name, word))

    def set_reach(self, verb: int, item: int, target: int = -1) -> Answer:
        """The answer that sets the reach CLOSER or FARTHER, to one foe or (-1) to all."""
        name = ALL if target < 0 else self._other(target).id
        return Answer(self.id, f"{VERBS[verb]}/{self._me.arms[item].id}", (name,))

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
        return self.beside(answer, MIND + self._other(foe).id)

    def declare(self, answer: Answer, wanted: int, target: int) -> Answer:
        """The same answer, with a formation about *target* declared beside it."""
        word = FLANKING if wanted == formation.FLANKED else SURROUNDING
        return self.beside(answer, word + self._other(target).id)

    def bypass(self, item: int, target: int) -> Answer:
        """The answer that strikes with care, past the armour *target* wears."""
        option = f"{VERBS[PRECISE]}/{self._me.arms[item].id}"
        return Answer(self.id, option, (self._other(target).id, "bypass"))

    def aim_at(self, item: int, target: int, place: int) -> Answer:
        """The answer that strikes with care at a location (its number)."""
        option = f"{VERBS[PRECISE]}/{self._me.arms[item].id}"
        return Answer(self.id, option, (self._other(target).id, LOCATIONS[place]))

    def swap(self, item: int, dropped: int) -> Answer:
        """The answer that drops one thing and readies another in its place."""
        arms = self._me.arms
        return Answer(
            self.id, f"{VERBS[READY]}/{arms[item].id}", (), (f"{DROP}{arms[dropped].id}",)
        )

    def choose_with(self, verb: int, values: tuple[str, ...]) -> Answer:
        """The answer that does *verb* with these values."""
        return Answer(self.id, VERBS[verb], values)

    def nothing(self) -> Answer:
        """What silence means: the prompt's default."""
        return silence(self._fight, self._asked, self.id)


class UnseenError(LookupError):
    """A policy asked about somebody whom its combatant cannot see."""

    def __init__(self, number: int) -> None:
        super().__init__(f"nobody in view has the number {number}")
        self.number: int = number


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
