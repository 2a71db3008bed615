"""What lands on a combatant: wounds, conditions, lost actions, things dropped."""

from __future__ import annotations

from typing import Final, cast

from rules.kernel.model import Figure, Term
from rules.request.chapters import altitude, fumbles, magic, rolls, saddle, wounds
from rules.request.course.chances import resilience_chance, riding_chance, roll_used
from rules.request.course.combatant import (
    DROPPED,
    HELD,
    MAIN,
    NEVER,
    NOTHING,
    OFF,
    PRONE,
    Combatant,
)
from rules.request.course.engagement import (
    FALLEN,
    GAME_MASTER,
    GAVE_UP,
    disengage_all,
    settle_broken,
    settle_with,
)
from rules.request.course.figures import figure, rolled_figure
from rules.request.course.grappling import NO_HAND, let_loose
from rules.request.course.places import alight, stand_apart
from rules.request.course.proving import BY_RESILIENCE, BY_RIDING, prove
from rules.request.course.riding import UNTRAINED, sever
from rules.request.course.state import State
from rules.request.course.tasks import FELLED, HURT, PARTED, hold_on, lose_task
from rules.request.course.under import lift
from rules.request.model import LOCATIONS

# Conditions, each by the name of the slot that holds it.
OVEREXTENDED: Final = fumbles.OVEREXTENDED
VULNERABLE: Final = fumbles.VULNERABLE
SURPRISED: Final = "surprised"
DEFENDING: Final = "defending"
UNCONSCIOUS: Final = "unconscious"
DEAD: Final = "dead"
OUT: Final = "out"
YIELDED: Final = "yielded"
MOUNTED: Final = "mounted"
FLYING: Final = "flying"
HIGH: Final = "high"
BOLTING: Final = "bolting"
BLINDED: Final = "blinded"
OWN_CHOICE: Final = "own choice"
PRONE_WORD: Final = "prone"


def condition(fight: State, c: Combatant, name: str, begins: bool, cause: str) -> bool:
    """Let a condition begin or end, tell it, and return whether anything changed."""
    if cast("bool", getattr(c, name)) == begins:
        return False
    setattr(c, name, begins)
    c.settle_conditions()
    if fight.log is not None:
        fight.emit(
            "condition",
            at=c.index,
            facts={"condition": name, "change": "began" if begins else "ended", "cause": cause},
        )
    return True


def go_down(fight: State, c: Combatant, name: str, cause: str) -> None:
    """*c* is unconscious, out of the fight or dead: it lies, and has nothing left to do."""
    if not condition(fight, c, name, True, cause):
        return
    c.stance = PRONE
    if c.mount >= 0:
        come_off(fight, c, cause, True, [])
    elif c.rider >= 0:
        lose_mount(fight, fight.people[c.rider], cause)
    _stop(fight, c, cause, FALLEN)
    if c.high:
        _drop_down(fight, c)


def give_up(fight: State, c: Combatant, cause: str) -> None:
    """C12a: *c* yields: a prisoner from now on, on its feet, with nothing left to do."""
    if condition(fight, c, YIELDED, True, cause):
        if c.mount >= 0:
            come_off(fight, c, cause, False, [])
        elif c.rider >= 0:
            come_off(fight, fight.people[c.rider], cause, False, [])
        _stop(fight, c, cause, GAVE_UP)
        if c.high:
            condition(fight, c, HIGH, False, cause)
            alight(fight, c)


def _stop(fight: State, c: Combatant, cause: str, parting: str) -> None:
    """*c* takes no more part in the fight."""
    fight.settled = False
    if c.acts > 0:
        fight.spent = True
    c.acts = 0
    c.second_acts = False
    c.lost = 0
    c.plan = None
    c.aim_count = 0
    if c.task is not None:
        lose_task(fight, c, FELLED, [])
    condition(fight, c, DEFENDING, False, cause)
    disengage_all(fight, c, parting)
    fight.disturb_those_after(c.index)


def fall(fight: State, c: Combatant, cause: str) -> None:
    """*c* falls to the ground."""
    if c.stance == PRONE:
        return
    if c.mount >= 0:
        come_off(fight, c, cause, True, [])
        return
    c.stance = PRONE
    if c.rider >= 0:
        lose_mount(fight, fight.people[c.rider], cause)
    _lie(fight, c, cause)
    if c.high:
        _drop_down(fight, c)


def _lie(fight: State, c: Combatant, cause: str) -> None:
    """Tell that *c* lies from now on."""
    if fight.log is not None:
        fight.emit(
            "condition",
            at=c.index,
            facts={"condition": PRONE_WORD, "change": "began", "cause": cause},
        )


def lose_mount(fight: State, rider: Combatant, cause: str) -> None:
    """P34n: the mount of *rider* gives way under it: on its feet by a Riding roll, or down with it."""
    figures: list[Figure] = []
    lands = keeps_its_seat(fight, rider, figures)
    come_off(fight, rider, cause, not lands, figures)


def come_off(
    fight: State,
    rider: Combatant,
    cause: str,
    falls: bool,
    figures: list[Figure],
    to: int = NOTHING,
) -> None:
    """P34l: *rider* sits on its mount no more; it *falls*, or comes to its feet, on the hex *to* if one is given."""
    mount = sever(fight, rider)
    for one in (rider, mount):
        one.settle()
        fight.disturb(one)
    facts: dict[str, str] = {}
    if fight.log is not None:
        facts = {"cause": cause, "how": "falls" if falls or rider.high else "lands"}
    fight.emit("unseated", by=mount.index, at=rider.index, facts=facts, figures=figures)
    if mount.able and mount.entry.steed == UNTRAINED and _is_left(cause, falls):
        condition(fight, mount, BOLTING, True, "no rider")  # P34w
    is_high = rider.high
    if is_high or falls:
        was_down = not rider.able or rider.stance == PRONE
        rider.stance = PRONE
        if not was_down:
            _lie(fight, rider, cause)
    if is_high:
        _drop_down(fight, rider)
    elif fight.ground is not None:
        stand_apart(fight, rider, to)
    if fight.ground is not None:
        for foe in [*rider.foes, *mount.foes]:  # A11d: they are two now
            settle_with(fight, fight.people[foe], [rider, mount])
        settle_broken(fight, rider)
    if falls and not is_high:
        if fight.falling is None:
            _tumble(fight, rider)
        else:
            fight.falling.append(rider.index)


def land_falls(fight: State) -> None:
    """P34m2: all blows have landed: those they brought out of the saddle or the sky are hurt by the fall."""
    falling = fight.falling or []
    fight.falling = None
    for who in falling:
        c = fight.people[who]
        if c.high:
            plunge(fight, c)
        else:
            _tumble(fight, c)


def _drop_down(fight: State, c: Combatant) -> None:
    """D13h, P34m2: *c* falls out of the sky: at once, or when the blows of the moment have landed."""
    if fight.falling is None:
        plunge(fight, c)
    elif c.index not in fight.falling:
        fight.falling.append(c.index)


def _is_left(cause: str, falls: bool) -> bool:
    """P34w: has it lost its rider, who neither got off nor was set down?"""
    return falls or cause not in (OWN_CHOICE, GAME_MASTER)


def _tumble(fight: State, c: Combatant) -> None:
    """P34m: what a fall from the saddle does."""
    points = fight.dice.roll(saddle.FALL_SIDES)
    rolled = fight.dice.roll(20)
    place = wounds.location(rolled)
    through = max(0, points - c.armour[place] - c.ward)
    if fight.log is not None:
        sums = [Term("damage", points, "P34m"), Term("armour", -c.armour[place], "P29a")]
        if c.ward:
            sums.append(Term("warded", -c.ward, "P26l"))
        was = Term("was", told_points(fight, c, place), "P23")
        less = Term("damage through", -through, "P21")
        fight.emit(
            "tumbled",
            at=c.index,
            place=LOCATIONS[place],
            figures=[
                rolled_figure("damage", f"1D{saddle.FALL_SIDES}", points, "P34m"),
                rolled_figure("location_roll", "1D20", rolled, "P22"),
                figure("through", sums, "P34m", 0),
                figure("hit_points", [was, less], "P23"),
            ],
        )
    hurt(fight, c, place, through)


def keeps_its_seat(fight: State, c: Combatant, figures: list[Figure]) -> bool:
    """A Riding roll."""
    terms: list[Term] | None = [] if fight.log is not None else None
    chance = riding_chance(fight, c, terms)
    rolled = fight.dice.roll(100)
    if terms is not None:
        figures.append(figure("riding_chance", terms, "P9"))
        figures.append(rolled_figure("riding_roll", "1D100", rolled, "P9"))
    roll_used(fight, c)
    level = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    prove(c, BY_RIDING, level)
    return level >= rolls.SUCCESS


def plunge(fight: State, c: Combatant) -> None:
    """D13h: *c* falls out of the high band to the ground, and is hurt, whatever it wears."""
    c.high = False
    pain = _hit_the_ground(fight, c, altitude.HEIGHT, "plunged", "D13h", {})
    alight(fight, c)
    hurt(fight, c, pain[0], pain[1])


def land_below(fight: State, c: Combatant, metres: int) -> None:
    """P25g: *c* has fallen over an edge so many metres deep, and is hurt, whatever it wears."""
    if not c.dead:
        facts = {"metres": str(metres)}
        pain = _hit_the_ground(fight, c, metres, "fell", "P25g", facts)
        hurt(fight, c, pain[0], pain[1])


def _hit_the_ground(
    fight: State, c: Combatant, metres: int, kind: str, rule: str, facts: dict[str, str]
) -> tuple[int, int]:
    """What a fall does, rolled and told: which location loses how many points."""
    points = 0
    count = altitude.fall_dice(metres)
    for _ in range(count):
        points += fight.dice.roll(altitude.FALL_SIDES)
    rolled = fight.dice.roll(20)
    place = wounds.location(rolled)
    if fight.log is not None:
        through = Term("damage through", -points, rule)
        was = Term("was", told_points(fight, c, place), "P23")
        fight.emit(
            kind,
            at=c.index,
            place=LOCATIONS[place],
            facts=facts,
            figures=[
                rolled_figure("damage", f"{count}D{altitude.FALL_SIDES}", points, rule),
                rolled_figure("location_roll", "1D20", rolled, "P22"),
                figure("hit_points", [was, through], "P23"),
            ],
        )
    return place, points


def drop(fight: State, c: Combatant, item: int) -> None:
    """*c* lets go of *item*; it lies where *c* stands."""
    if c.items[item] != HELD:
        return
    c.let_go(item, DROPPED)
    if c.aim_item == item:
        c.aim_count = 0
    c.settle()
    fight.disturb(c)
    fight.emit("dropped", by=c.index, item=c.arms[item].id)
    part_from_rune(fight, c)


def part_from_rune(fight: State, c: Combatant) -> None:
    """P26x2: *c* has let go of something: the rune for the spell that it casts, perhaps."""
    if c.task is not None and c.is_parted():
        lose_task(fight, c, PARTED, [])


def lose_actions(fight: State, c: Combatant, count: int) -> None:
    """D9: *c* loses the first *count* actions it has not taken, this phase's first."""
    c.lost += count
    take_lost(fight, c)


def take_lost(fight: State, c: Combatant) -> None:
    """If *c* still has this phase's action and must lose one, that one goes."""
    if c.lost > 0 and c.acts > 0 and not c.acted and c.able:
        c.lost -= 1
        c.take_action()
        c.acted = True
        c.carrying = False
        c.plan = None
        c.aim_count = 0
        fight.spent = True
        fight.emit("action_lost", by=c.index)


def hurt(fight: State, c: Combatant, place: int, through: int) -> None:
    """*through* points land on *place*; the wound, if it is one, follows at once (P24)."""
    if through <= 0:
        return
    fight.harm = True
    c.hp[place] -= through
    suffer(fight, c, place)
    break_spells(fight, c, place)


def break_spells(fight: State, c: Combatant, place: int) -> None:
    """P26g, P26q: being hurt shakes the spell that one casts, and ends one that befuddles."""
    if c.task is not None:
        hold_on(fight, c, c.task, wounds.severity(c.hp[place], c.full[place]))
    if c.muddled:
        lift(fight, c, magic.BEFUDDLE, HURT)


def suffer(fight: State, c: Combatant, place: int) -> None:
    """The consequences of *place* being as low as it is, with all that is told of it."""
    wound = reckon(fight, c, place, told_points(fight, c, place))
    if wound is not None:
        inflict(fight, c, place, wound)
    elif c.dead:
        c.settle()  # the second of two blows of one moment, say


def told_points(fight: State, c: Combatant, place: int) -> int:
    """The hit points of *place* as the last event left them: blows that have still to land count (D7e)."""
    points = c.hp[place]
    for struck in fight.withheld:
        if struck.deed.target == c.index and struck.place == place:
            points -= struck.through
    return points


class Wound:
    """How bad a wound is, whether its owner stood the test, and the actions it costs."""

    __slots__ = ("losing", "severity", "stood")

    def __init__(self, severity: int, stood: bool, losing: int) -> None:
        self.severity: int = severity
        self.stood: bool = stood
        self.losing: int = losing

    def fells(self, place: int) -> bool:
        """Does it put its owner down?"""
        if self.severity == wounds.MAJOR:
            return True
        return self.severity == wounds.SERIOUS and not wounds.is_limb(place) and not self.stood


def reckon(fight: State, c: Combatant, place: int, points: int) -> Wound | None:
    """The wound of *place* standing at so many hit points: its dice fall, and it is told."""
    found = wounds.severity(points, c.full[place])
    if found == wounds.UNHURT or c.dead:
        return None
    figures: list[Figure] = []
    losing = 1
    # P24b, P24c: a minor wound costs one action, a serious one 1D4; a major one costs the fight.
    if found == wounds.SERIOUS:
        losing = fight.dice.roll(4)
        figures.append(rolled_figure("lost_actions", "1D4", losing, "P24c"))
    elif found == wounds.MINOR:
        figures.append(figure("lost_actions", [Term("minor wound", 1, "P24b")], "P24b"))
    limb = wounds.is_limb(place)
    must_test = found == wounds.MAJOR or (found == wounds.SERIOUS and not limb)
    stood = True
    if must_test:
        stood = _resilience(fight, c, figures)
    if fight.log is not None:
        fight.emit(
            "wound",
            at=c.index,
            place=LOCATIONS[place],
            facts={"severity": wounds.SEVERITY_NAMES[found]},
            figures=figures,
        )
    return Wound(found, stood, losing)


def inflict(fight: State, c: Combatant, place: int, wound: Wound) -> None:
    """What the wound does."""
    fight.disturb(c)
    if wound.fells(place):
        c.wakes = NEVER  # whoever was only spent is wounded now
    _effects(fight, c, place, wound.severity, wound.stood)
    if c.able:
        lose_actions(fight, c, wound.losing)
    elif wound.severity == wounds.MAJOR and not c.dead and c.bleeds[place] == NEVER:
        # P24k: until somebody tends it.
        due = fight.round + wounds.rounds_to_live(place, c.entry.sheet.characteristics.CON)
        c.bleeds = [due if at == place else was for at, was in enumerate(c.bleeds)]
    c.settle()


def _effects(fight: State, c: Combatant, place: int, found: int, stood: bool) -> None:
    cause = f"{wounds.SEVERITY_NAMES[found]} wound"
    if found < wounds.SERIOUS:
        return
    if not wounds.is_limb(place):
        if found == wounds.MAJOR:
            go_down(fight, c, UNCONSCIOUS, cause)
        if not stood:
            go_down(fight, c, DEAD if found == wounds.MAJOR else UNCONSCIOUS, cause)
        return
    if wounds.is_arm(place):
        # P24f: the arm drops what it holds; a two-handed weapon needs both.
        hand = MAIN if place == wounds.RIGHT_ARM else OFF
        if c.hands[hand] != NOTHING:
            drop(fight, c, c.hands[hand])
        if c.holding != NOTHING and not c.has_free_hand():
            let_loose(fight, c, NO_HAND)  # P33m
    else:
        fall(fight, c, cause)
    if found == wounds.MAJOR:
        go_down(fight, c, OUT, cause)
        if not stood:
            go_down(fight, c, UNCONSCIOUS, cause)


def _resilience(fight: State, c: Combatant, figures: list[Figure]) -> bool:
    terms: list[Term] | None = [] if fight.log is not None else None
    chance = resilience_chance(fight, c, terms)
    rolled = fight.dice.roll(100)
    if terms is not None:
        figures.append(figure("resilience_chance", terms, "P9"))
        figures.append(rolled_figure("resilience_roll", "1D100", rolled, "P9"))
    roll_used(fight, c)
    found = rolls.level(rolled, chance, fight.option_round_up, fight.option_fumble_from)
    prove(c, BY_RESILIENCE, found)
    return found >= rolls.SUCCESS
