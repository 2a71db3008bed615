"""One combatant as the fight knows it: the sheet worked out once, and everything that changes."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import fatigue, magic, movement, reach, strike_rank, wounds
from rules.request.course.arms import Arm, Strike, any_beats
from rules.request.course.choices import CAST, Choice
from rules.request.model import Entry, Sheet

CARRIED: Final = 0
HELD: Final = 1
DROPPED: Final = 2
GONE: Final = 3
BROKEN: Final = 4
ITEM_STATES: Final = ("carried", "held", "dropped", "gone", "broken")

STANDING: Final = 0
KNEELING: Final = 1
PRONE: Final = 2
STANCES: Final = ("standing", "kneeling", "prone")

MAIN: Final = 0
OFF: Final = 1
NOTHING: Final = -1
ON_ITS_LINE: Final = -1
NEVER: Final = 0  # a round that does not come
PHASE_TOP: Final = 1000  # above every strike rank: not asked yet in this phase


class Combatant:
    """What comes from the sheet never changes and is shared by copies; the rest is the state.

    ``place`` is its hex (the middle one of seven if ``girth`` is 1), NOTHING without one, and ``level`` the metres by which
    the ground there lies above the lowest.
    ``foes`` are those it is engaged with, in seat order, and ``reaches`` the reach of each
    pair; ``parted`` those it left and still stands beside.  ``declared`` holds pairs: a
    side, and the formation its people want to make about this one; ``formed`` is the one
    they have made, followed by those in it.  ``high`` is whoever flies in the high band.  ``walked`` counts metres, and ``marks`` how
    many everybody had walked when it last acted.  ``tired`` is 0, 1 or 2, ``strain`` counts
    strenuous rounds, ``wakes`` is the round at whose end it comes to (NEVER: not by itself), and ``bleeds``
    by location the one at whose end an untended wound kills.  ``used`` are the magic points it has spent and, by
    item, the missiles that flew.  ``proved`` are the skills that
    have succeeded (`proving`).  ``holding`` is whom it holds in a
    grapple, ``pinning`` that it holds that one helpless; ``holder`` is who holds it (of several
    the first in seat order), ``pinned`` that it is helpless so.  ``mount`` is whom it rides
    and ``rider`` who rides it (`riding`), ``couched`` how each weapon charges from there,
    and ``bolting`` is a mount that goes where it will.
    ``mp`` are the magic points left, and ``rune`` the item that the rune for its spells is in, NOTHING without;
    ``under`` holds what spells it is under, `chapters.magic.SLOTS` numbers each.  ``task`` is
    an action of several parts that is under way, with ``task_left`` parts still to come.
    ``second`` is the item with which it may do something more in this round (P3), NOTHING without;
    ``second_acts`` that one of its ``acts`` is for an attack with that alone; ``paired`` is what it
    has in hand beside another close weapon.  All these lists are made new when they
    change, so that forks may share them.
    """

    __slots__ = (
        "able",
        "acted",
        "acts",
        "aid_at",
        "aid_done",
        "aim_at",
        "aim_count",
        "aim_item",
        "armed",
        "armour",
        "arms",
        "away",
        "beats",
        "bleeds",
        "blinded",
        "bolting",
        "bulk",
        "call",
        "carrying",
        "casting",
        "causes",
        "codes",
        "couched",
        "dead",
        "declared",
        "defending",
        "dex",
        "dodge",
        "dodge_penalty",
        "entry",
        "first_aid",
        "flying",
        "focus",
        "foes",
        "formed",
        "full",
        "girth",
        "gone",
        "hands",
        "hidden",
        "high",
        "holder",
        "holding",
        "hp",
        "id",
        "index",
        "items",
        "keeps_off",
        "laden",
        "level",
        "load_left",
        "lost",
        "marks",
        "metres",
        "missiles",
        "mood",
        "mood_to",
        "mount",
        "mounted",
        "mp",
        "muddled",
        "name",
        "nerve",
        "out",
        "overextended",
        "paired",
        "parriers",
        "parted",
        "pinned",
        "pinning",
        "place",
        "plan",
        "proved",
        "rank_base",
        "rank_change",
        "rank_top",
        "reaches",
        "reactions",
        "removed",
        "rider",
        "riding",
        "rune",
        "scares",
        "second",
        "second_acts",
        "shoots",
        "side",
        "size",
        "spare_shield",
        "stance",
        "strain",
        "strained",
        "strikers",
        "surprised",
        "task",
        "task_left",
        "tired",
        "unconscious",
        "under",
        "unready",
        "used",
        "vulnerable",
        "wait_for",
        "wait_who",
        "wakes",
        "walked",
        "ward",
        "wound_score",
        "wrestling",
        "yielded",
    )
    # What a snapshot holds, in this order; `plan` is stored beside it, and `settle` works out
    # able, armed, dex, keeps_off, metres, paired, rank_*, strikers, parriers, unready, spare_shield and wound_score from the rest.
    STATE: Final = (
        "acted",
        "acts",
        "aid_at",
        "aid_done",
        "aim_at",
        "aim_count",
        "aim_item",
        "away",
        "blinded",
        "bolting",
        "call",
        "carrying",
        "causes",
        "dead",
        "defending",
        "flying",
        "focus",
        "gone",
        "hidden",
        "high",
        "holder",
        "holding",
        "level",
        "lost",
        "mood",
        "mood_to",
        "mount",
        "mounted",
        "mp",
        "out",
        "overextended",
        "pinned",
        "pinning",
        "place",
        "reactions",
        "removed",
        "rider",
        "scares",
        "second",
        "second_acts",
        "side",
        "stance",
        "strain",
        "strained",
        "surprised",
        "task_left",
        "tired",
        "unconscious",
        "vulnerable",
        "wait_for",
        "wait_who",
        "wakes",
        "walked",
        "yielded",
    )
    LISTS: Final = (
        "bleeds",
        "declared",
        "foes",
        "formed",
        "hands",
        "hp",
        "items",
        "load_left",
        "marks",
        "missiles",
        "parted",
        "proved",
        "reaches",
        "under",
        "used",
    )

    index: int
    id: str
    name: str
    entry: Entry
    dex: int
    arms: tuple[Arm, ...]
    beats: list[list[bool]]
    codes: dict[str, tuple[int, int]]
    full: tuple[int, ...]
    dodge_penalty: int
    dodge: int
    armour: tuple[int, ...]
    side: int
    away: int
    hp: list[int]
    items: list[int]
    hands: list[int]
    missiles: list[int]
    load_left: list[int]
    acts: int
    lost: int
    reactions: int
    second: int
    second_acts: bool
    paired: int
    acted: bool
    carrying: bool
    call: int
    wait_for: int
    wait_who: int
    plan: Choice | None
    surprised: bool
    overextended: bool
    vulnerable: bool
    blinded: bool
    defending: bool
    stance: int
    unconscious: bool
    dead: bool
    out: bool
    gone: bool
    removed: bool  # by the game master, and gone with that
    yielded: bool
    nerve: int
    scares: int
    causes: int
    mood: int
    mood_to: int
    hidden: bool
    able: bool
    aim_at: int
    aim_item: int
    aim_count: int
    rank_base: int
    rank_change: int
    rank_top: int
    strikers: tuple[int, ...]
    parriers: tuple[int, ...]
    unready: bool
    spare_shield: int
    wound_score: int
    size: int
    girth: int
    shoots: bool
    place: int
    level: int
    mounted: bool
    flying: bool
    high: bool
    foes: list[int]
    reaches: list[int]
    parted: list[int]
    proved: list[int]
    used: list[int]
    declared: list[int]
    formed: list[int]
    focus: int
    walked: int
    bleeds: list[int]
    first_aid: int
    riding: int
    bulk: int
    laden: bool
    aid_at: int
    aid_done: int
    wakes: int
    holder: int
    holding: int
    pinned: bool
    pinning: bool
    mount: int
    rider: int
    bolting: bool
    couched: tuple[Strike | None, ...]
    wrestling: int
    tired: int
    strain: int
    strained: bool
    metres: int
    marks: list[int]
    armed: bool
    keeps_off: bool
    mp: int
    rune: int
    under: list[int]
    task: Choice | None
    task_left: int
    casting: bool
    muddled: bool
    ward: int

    def copy(self) -> Combatant:  # noqa: PLR0915 - a line a slot
        """The same combatant, to go on by itself."""
        c = Combatant()
        c.index = self.index
        c.id = self.id
        c.name = self.name
        c.entry = self.entry
        c.dex = self.dex
        c.arms = self.arms
        c.beats = self.beats
        c.codes = self.codes
        c.full = self.full
        c.dodge_penalty = self.dodge_penalty
        c.dodge = self.dodge
        c.armour = self.armour
        c.side = self.side
        c.away = self.away
        c.hp = self.hp[:]
        c.items = self.items[:]
        c.hands = self.hands[:]
        c.missiles = self.missiles[:]
        c.load_left = self.load_left[:]
        c.acts = self.acts
        c.lost = self.lost
        c.reactions = self.reactions
        c.second = self.second
        c.second_acts = self.second_acts
        c.paired = self.paired
        c.acted = self.acted
        c.carrying = self.carrying
        c.call = self.call
        c.wait_for = self.wait_for
        c.wait_who = self.wait_who
        c.plan = self.plan
        c.surprised = self.surprised
        c.overextended = self.overextended
        c.vulnerable = self.vulnerable
        c.blinded = self.blinded
        c.defending = self.defending
        c.stance = self.stance
        c.unconscious = self.unconscious
        c.dead = self.dead
        c.out = self.out
        c.gone = self.gone
        c.removed = self.removed
        c.yielded = self.yielded
        c.nerve = self.nerve
        c.scares = self.scares
        c.causes = self.causes
        c.mood = self.mood
        c.mood_to = self.mood_to
        c.hidden = self.hidden
        c.able = self.able
        c.aim_at = self.aim_at
        c.aim_item = self.aim_item
        c.aim_count = self.aim_count
        c.rank_base = self.rank_base
        c.rank_change = self.rank_change
        c.rank_top = self.rank_top
        c.strikers = self.strikers
        c.parriers = self.parriers
        c.unready = self.unready
        c.spare_shield = self.spare_shield
        c.wound_score = self.wound_score
        c.size = self.size
        c.girth = self.girth
        c.shoots = self.shoots
        c.place = self.place
        c.level = self.level
        c.mounted = self.mounted
        c.flying = self.flying
        c.high = self.high
        c.foes = self.foes
        c.reaches = self.reaches
        c.parted = self.parted
        c.proved = self.proved
        c.used = self.used
        c.declared = self.declared
        c.formed = self.formed
        c.focus = self.focus
        c.walked = self.walked
        c.bleeds = self.bleeds
        c.first_aid = self.first_aid
        c.riding = self.riding
        c.bulk = self.bulk
        c.laden = self.laden
        c.aid_at = self.aid_at
        c.aid_done = self.aid_done
        c.wakes = self.wakes
        c.holder = self.holder
        c.holding = self.holding
        c.pinned = self.pinned
        c.pinning = self.pinning
        c.mount = self.mount
        c.rider = self.rider
        c.bolting = self.bolting
        c.couched = self.couched
        c.wrestling = self.wrestling
        c.tired = self.tired
        c.strain = self.strain
        c.strained = self.strained
        c.metres = self.metres
        c.marks = self.marks
        c.armed = self.armed
        c.keeps_off = self.keeps_off
        c.mp = self.mp
        c.rune = self.rune
        c.under = self.under
        c.task = self.task
        c.task_left = self.task_left
        c.casting = self.casting
        c.muddled = self.muddled
        c.ward = self.ward
        return c

    # --- what follows from the state ---------------------------------------------------------

    def settle(self) -> None:
        """Work out again what hangs on the rest; the lists are made new, so that forks may share them."""
        sheet = self.entry.sheet
        self.dex = fatigue.dex(sheet.characteristics.DEX, self.tired)
        self._settle_pace(sheet)
        self.casting = self.task is not None and self.task.verb == CAST
        self.muddled = False
        self.ward = 0
        top = self._settle_spells() if sheet.spells or self.under else self.dex
        strikers: list[int] = []
        parriers: list[int] = []
        armed = False
        loading = False
        self.spare_shield = NOTHING
        self.armed = False
        self.keeps_off = False
        for i, arm in enumerate(self.arms):
            if not self.usable(i):
                if arm.shield and self.items[i] in (CARRIED, DROPPED) and self.room_for(i):
                    self.spare_shield = i
                continue
            if arm.close is not None:
                strikers.append(i)
                top = max(top, arm.close.rank)
                if arm.is_weapon():
                    self.armed = True
                    if reach.is_long(arm.reach):
                        self.keeps_off = True
            if arm.shot is not None and self.load_left[i] == 0 and arm.shot.rank > top:
                top = arm.shot.rank
            if arm.parries and arm.ap > 0:
                parriers.append(i)
            if arm.hands > 0 and not arm.shield and (arm.close is not None or self.missiles[i] > 0):
                armed = True
            if self.load_left[i] > 0:
                loading = True
        self._settle_pair()
        self.unready = loading or not armed
        # Of the close weapons in use, those that no other one beats in both chance and harm.
        self.strikers = (
            tuple([i for i in strikers if not any_beats(self.beats, strikers, i)])
            if not self.muddled
            else ()
        )
        self.parriers = tuple(parriers)
        score = 0
        for place, full in enumerate(self.full):
            if self.hp[place] <= 0:
                score += wounds.severity(self.hp[place], full)
        self.wound_score = score
        self.rank_base = top
        self.settle_conditions()

    def _settle_pair(self) -> None:
        """P3: a close weapon in each hand, of which the off one is the second, or the shield; gone, it does no more."""
        main = self.hands[MAIN]
        off = self.hands[OFF]
        self.paired = NOTHING
        if main != off and main >= 0 and off >= 0:
            mine = self.arms[main]
            if mine.close is not None and self.arms[off].close is not None:
                self.paired = main if mine.shield else off
        if self.second >= 0 and self.items[self.second] != HELD:
            self.use_second()

    def use_up(self, what: int, count: int) -> None:
        """C30: so many magic points (0) or missiles of an item (its number and 1) are spent."""
        self.used = self.used[:]
        self.used[what] += count

    def use_second(self) -> None:
        """P3: what the second item is good for in this round is used up."""
        if self.second_acts:
            self.acts -= 1
        self.second = NOTHING
        self.second_acts = False

    def take_action(self) -> None:
        """One action less; the one for the second item is the last to go."""
        self.acts -= 1
        if self.acts == 0:
            self.second_acts = False

    def only_second(self) -> bool:
        """P3: is an attack with the second item all that is left of its actions?"""
        return self.second_acts and self.acts == 1

    def _settle_pace(self, sheet: Sheet) -> None:
        """P32, P24e2, P35f: what it carries, and how fast it is with that, on these legs, so tired."""
        carried = self.bulk
        for i, arm in enumerate(self.arms):
            if arm.enc and self.items[i] in (CARRIED, HELD):
                carried += arm.enc
        self.laden = carried > sheet.characteristics.STR + sheet.characteristics.SIZ
        metres = movement.lamed(sheet.move) if self.lame_legs() else sheet.move
        if self.laden:
            metres = movement.laden(metres)
        self.metres = fatigue.metres(metres, self.tired)

    def _settle_spells(self) -> int:
        """P26: what the spells it is under do to its DEX, its Move, its mind and its hide; its best rank without a weapon."""
        changed = 0
        for i in range(0, len(self.under), magic.SLOTS):
            kind, power = self.under[i], self.under[i + magic.POWER]
            if kind == magic.SLOW:
                changed -= power
                self.metres = max(1, self.metres // 2)
            elif kind == magic.QUICKEN:
                changed += power
            elif kind == magic.BEFUDDLE:
                self.muddled = True
            elif kind == magic.PROTECT:
                self.ward = power
        self.dex = max(1, self.dex + changed)
        top = self.dex
        for spell in self.entry.sheet.spells:
            top = max(top, strike_rank.of_skill(self.entry.sheet.skills[spell.skill]))
        return top

    def is_under(self, kind: int) -> bool:
        """Is it under a spell of this kind?"""
        return magic.power_of(self.under, kind) != magic.NONE

    def settle_conditions(self) -> None:
        """Work out again what hangs on the conditions alone: able or not, the earliest strike rank."""
        self.able = not (self.dead or self.unconscious or self.out or self.gone or self.yielded)
        self.rank_change = strike_rank.modifier(self.surprised, self.vulnerable)
        self.rank_top = strike_rank.strike_rank(self.rank_base, self.rank_change)

    def usable(self, item: int) -> bool:
        """Held; bare hands and feet always are."""
        return self.items[item] == HELD or self.arms[item].hands == 0

    def is_parted(self) -> bool:
        """P26x: is the weapon that its rune is in out of its hands and not on it either?"""
        return self.rune >= 0 and self.items[self.rune] not in (CARRIED, HELD)

    def is_helpless(self) -> bool:
        """Alive and unable to do a thing about it: down, or held helpless."""
        if self.pinned:
            return True
        return not self.able and not self.dead and not self.gone

    def can_be_struck(self) -> bool:
        return not (self.dead or self.gone or self.hidden)

    def reach_to(self, other: int) -> int:
        """The reach at which it is engaged with *other*, NOTHING if it is not."""
        for i, foe in enumerate(self.foes):
            if foe == other:
                return self.reaches[i]
        return NOTHING

    def bars(self) -> bool:
        """Does it keep others out of its hex?  The fallen and the hidden do not."""
        return self.able and not self.hidden and self.place >= 0

    def is_grappled(self) -> bool:
        """R23: in grapple combat, which outranks close combat as the state (D12)?"""
        return self.holding != NOTHING or self.holder != NOTHING

    def is_grappled_with(self, other: Combatant) -> bool:
        """Does either of the two hold the other?"""
        return self.holding == other.index or other.holding == self.index

    def has_free_hand(self) -> bool:
        """P33: is a sound hand empty?"""
        for hand in (MAIN, OFF):
            if self.hands[hand] == NOTHING and not self.arm_useless(hand):
                return True
        return False

    def is_bleeding(self) -> bool:
        """P24k: alive, with a major wound that nobody has tended."""
        return not self.dead and self.first_to_kill() >= 0

    def first_to_kill(self) -> int:
        """The location of the untended major wound that would kill first, -1 without one."""
        if self.wound_score < wounds.MAJOR:
            return -1
        found = -1
        for place, due in enumerate(self.bleeds):
            open_still = due != NEVER and self.hp[place] <= -self.full[place]
            if open_still and (found < 0 or due < self.bleeds[found]):
                found = place
        return found

    def bleeding_places(self) -> list[int]:
        """The locations whose untended major wounds will kill it."""
        return [
            place
            for place, due in enumerate(self.bleeds)
            if due != NEVER and self.hp[place] <= -self.full[place]
        ]

    def stanch(self, place: int) -> None:
        """No wound of *place* will kill it any more."""
        self.bleeds = [NEVER if i == place else due for i, due in enumerate(self.bleeds)]

    def arm_useless(self, hand: int) -> bool:
        """P24: an arm below 0 holds nothing."""
        return self.hp[wounds.RIGHT_ARM + hand] < 0

    def lame_legs(self) -> int:
        """P24: legs below 0."""
        return (1 if self.hp[wounds.RIGHT_LEG] < 0 else 0) + (
            1 if self.hp[wounds.LEFT_LEG] < 0 else 0
        )

    # --- hands -------------------------------------------------------------------------------

    def item_of(self, weapon_id: str) -> int:
        """The number of the weapon called *weapon_id*, or NOTHING."""
        for i, arm in enumerate(self.arms):
            if arm.id == weapon_id:
                return i
        return NOTHING

    def room_for(self, item: int, dropping: int = NOTHING) -> bool:
        """Are there sound hands enough to take *item*, empty or about to drop *dropping*?"""
        free = 0
        for hand in (MAIN, OFF):
            if self.hands[hand] in (NOTHING, dropping) and not self.arm_useless(hand):
                free += 1
        if self.holding != NOTHING:
            free -= 1  # one hand holds somebody
        return free >= self.arms[item].hands

    def take(self, item: int) -> None:
        """Take *item* into the hands it needs: shields the off hand, all else the main hand first."""
        self.items[item] = HELD
        arm = self.arms[item]
        if arm.hands == 2:  # noqa: PLR2004 - both hands
            self.hands[MAIN] = item
            self.hands[OFF] = item
        elif arm.hands == 1:
            first = OFF if arm.shield else MAIN
            is_free = self.hands[first] == NOTHING and not self.arm_useless(first)
            self.hands[first if is_free else 1 - first] = item

    def let_go(self, item: int, state: int) -> None:
        """*item* leaves the hands, unloaded, and is now in *state*."""
        self.items[item] = state
        self.load_left[item] = self.arms[item].load
        for hand in (MAIN, OFF):
            if self.hands[hand] == item:
                self.hands[hand] = NOTHING
