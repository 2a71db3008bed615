"""When to cast, and what: boosts before contact, mending for the hurt, harm and trouble for foes at a distance."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.request.chapters import magic
from rules.request.chapters.nerve import STEADY
from rules.request.course.choices import CONTINUE, NOWHERE, READY
from rules.request.course.sight import Sight
from rules.request.policies.sharing import by_need, share

BADLY: Final = 3  # points missing in one place that are worth mending
KEPT: Final = 2  # magic points that are kept back for mending and harm
FAR: Final = 15  # metres: nearer than that a foe is upon one before a boost is done
BEFORE: Final = 2  # rounds in which boosts are cast
A_CASTER: Final = 1000  # more than any weapon: whom one sees casting is befuddled first
_HELP: Final = (magic.PROTECT, magic.EDGE, magic.WEIGHT, magic.QUICKEN)
_TROUBLE: Final = (magic.BEFUDDLE, magic.DEMORALISE, magic.DARKNESS, magic.SLOW)


def conjure(sight: Sight) -> Answer | None:
    """Go on with a spell; begin one while nobody is at one's throat; None if none pays."""
    if not (sight.spells() or sight.has_task()) or _thinks_of_flight(sight):
        return None
    if sight.has_task() and sight.can(CONTINUE):
        return sight.go_on(_step(sight, sight.task_spell(), sight.task_mark()))
    if sight.engaged():
        return None
    return (
        _take_rune(sight)
        or _mend(sight)
        or _unravel(sight)
        or (_help(sight) if _has_time(sight) else None)
        or (_harm(sight) if _is_afar(sight) else None)
        or _trouble(sight)
        or _light(sight)
        or (_harm(sight) if _is_spared(sight) else None)
    )


def _take_rune(sight: Sight) -> Answer | None:
    """Back into one's hands with the weapon that the rune is in, for another one if need be, while there is a use for it."""
    item = sight.lost_rune()
    if item < 0 or sight.magic_points() == 0:
        return None
    if sight.can(READY, item):
        return sight.choose(READY, item)
    for held in range(len(sight.items())):
        if sight.holds(held) and sight.may_swap(item, held):
            return sight.swap(item, held)
    return None


def _able_foes(sight: Sight) -> list[int]:
    return [foe for foe in sight.foes() if sight.is_able(foe) and not sight.is_let_go(foe)]


def _has_time(sight: Sight) -> bool:
    """Is nobody at blows, and no foe so near that it soon will be?  Who has not come near by now may never do so."""
    return sight.round() <= BEFORE and not _is_near(sight)


def _is_afar(sight: Sight) -> bool:
    """Have all foes kept so far off that they come to no blows?  Then only harm wins the fight."""
    return sight.round() > BEFORE and not _is_near(sight)


def _is_near(sight: Sight) -> bool:
    for foe in _able_foes(sight):
        if sight.distance(foe) < FAR:
            return True
    return False


def _is_spared(sight: Sight) -> bool:
    """Can the others do without one's staff: is no friend at blows, or are there as many of them as of the foes?"""
    friends = sight.friends()
    at_blows = False
    for friend in friends:
        at_blows = at_blows or len(sight.engagers(friend)) > 0
    return not at_blows or len(friends) >= len(_able_foes(sight))


def _thinks_of_flight(sight: Sight) -> bool:
    temper = sight.temper()
    return sight.mood() != STEADY or (temper is not None and temper.goal == "escape")


def _kind(sight: Sight, spell: int) -> int:
    return magic.EFFECTS.index(sight.spells()[spell].effect)


def _known(sight: Sight, kind: int) -> int:
    """The number of a spell of this kind, or -1."""
    for spell in range(len(sight.spells())):
        if _kind(sight, spell) == kind:
            return spell
    return -1


def _step(sight: Sight, spell: int, mark: int) -> int:
    """Where to go beside a spell of some range: away from the foe that comes near, with the mark still in view."""
    if sight.spells()[spell].range < FAR:
        return NOWHERE
    near = [foe for foe in _able_foes(sight) if sight.distance(foe) < FAR]
    best = NOWHERE
    if not near:
        return best
    farthest = min([sight.gap(foe) for foe in near])
    watched = mark in sight.foes() or mark in sight.friends()
    for to in sight.steps_beside():
        apart = min([sight.gap_from(to, foe) for foe in near])
        if apart > farthest and (not watched or sight.sees_from(to, mark)):
            best, farthest = to, apart
    return best


def _mend(sight: Sight) -> Answer | None:
    """Whoever lacks the most of those within reach."""
    spell = _known(sight, magic.HEAL)
    marks: list[int] = []
    needs: list[int] = []
    for one in _targets(sight, spell):
        lacks = sight.lacks(one)
        if sight.wounds_of(one) > 0:
            lacks += BADLY
        if lacks >= BADLY:
            marks.append(one)
            needs.append(lacks)
    one = share(sight, by_need(marks, needs))
    return sight.cast(spell, one) if one >= 0 else None


def _unravel(sight: Sight) -> Answer | None:
    """Take what troubles a friend from it, and what helps a foe who is at blows, or soon will be."""
    spell = _known(sight, magic.DISPEL)
    foes = sight.foes()
    marks: list[int] = []
    for one in _targets(sight, spell):
        wanted = _TROUBLE
        if one in foes:
            if not sight.engagers(one) and sight.distance(one) >= FAR:
                continue
            wanted = _HELP
        for kind in wanted:
            if sight.is_under(one, kind):
                marks.append(one)
                break
    one = share(sight, marks)
    return sight.cast(spell, one) if one >= 0 else None


def _help(sight: Sight) -> Answer | None:
    """Each boost once on everybody who goes to meet the foe, before there is contact."""
    if sight.magic_points() <= KEPT:
        return None
    for kind in _HELP:
        spell = _known(sight, kind)
        marks = [
            one
            for one in _targets(sight, spell)
            if not sight.is_under(one, kind) and not sight.is_casting(one)
        ]
        one = share(sight, marks)
        if one >= 0:
            return sight.cast(spell, one)
    return None


def _trouble(sight: Sight) -> Answer | None:
    """The strongest foe by the look of its weapon, with what it is not under yet."""
    for kind in _TROUBLE:
        spell = _known(sight, kind)
        marks: list[int] = []
        needs: list[int] = []
        for one in _targets(sight, spell):
            if sight.is_under(one, kind) or sight.is_let_go(one):
                continue
            menace = sight.menace(one)
            if kind == magic.BEFUDDLE:
                # P26q: the next hurt ends it, so it is for those whom nobody strikes at yet.
                if sight.engagers(one) or sight.is_prone(one):
                    continue
                menace += A_CASTER if sight.is_casting(one) else 0
            marks.append(one)
            needs.append(menace)
        one = share(sight, by_need(marks, needs))
        if one >= 0:
            return sight.cast(spell, one, _step(sight, spell, one))
    return None


def _light(sight: Sight) -> Answer | None:
    """Light for a friend in the dark."""
    spell = _known(sight, magic.LIGHT)
    foes = sight.foes()
    marks = [
        one
        for one in _targets(sight, spell)
        if one not in foes and sight.is_under(one, magic.DARKNESS)
    ]
    one = share(sight, marks)
    return sight.cast(spell, one) if one >= 0 else None


def _harm(sight: Sight) -> Answer | None:
    """Disrupt whoever looks worst hurt, for that one falls first; the befuddled last, whom it would bring round."""
    spell = _known(sight, magic.DISRUPT)
    best = -1
    most = -1
    for one in _targets(sight, spell):
        if sight.is_let_go(one):
            continue
        worth = 2 * sight.wounds_of(one) + (0 if sight.is_under(one, magic.BEFUDDLE) else 1)
        if worth > most:
            most, best = worth, one
    return sight.cast(spell, best, _step(sight, spell, best)) if best >= 0 else None


def _targets(sight: Sight, spell: int) -> list[int]:
    return sight.spell_targets(spell) if spell >= 0 else []


def hurl(sight: Sight) -> Answer | None:
    """As the reckless do it: harm first, then trouble, and never mind the points."""
    if sight.has_task() and sight.can(CONTINUE):
        return sight.go_on()
    if not sight.spells() or sight.engaged():
        return None
    return _harm(sight) or _trouble(sight)
