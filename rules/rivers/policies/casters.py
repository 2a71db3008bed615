"""Those who have magic and nothing but bare hands to strike with: they keep behind friends who fight, and put attack magic into rituals."""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Answer
from rules.kernel.temper.nerve import STEADY
from rules.rivers.course.choices import DEFEND
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.effects import NO_ATTACK
from rules.rivers.course.ritual import is_at_it
from rules.rivers.course.sight import Sight
from rules.rivers.model import Spell
from rules.rivers.policies.common import NOTHING, weakest
from rules.rivers.policies.moving import keep_off, walk_on

KEPT: Final = 2  # magic points that nobody puts into a ritual
_A_MOVE: Final = 3  # metres for each point of MOV
_BARE: Final = "fist"
_NEAR_ENOUGH: Final = 50  # metres that most magic reaches


def is_caster(c: Combatant) -> bool:
    """Has somebody magic left for others than itself, and no weapon but bare hands?"""
    if c.magic_points <= KEPT and not c.rune_points:
        return False
    for arm in c.build.arms:
        if arm.id != _BARE and not arm.shield:
            return False
    for spell in c.build.spells:
        if not spell.self_only:
            return True
    return False


def keeps_behind(sight: Sight) -> bool:
    """Is one a caster with friends who do the fighting?"""
    if not is_caster(sight.me):
        return False
    for one in sight.friends():
        friend = sight.state.person(one)
        if friend.mood == STEADY and not is_caster(friend) and friend.index != sight.me.index:
            return True
    return False


def chooses(sight: Sight) -> int:
    """Whom a caster behind its friends fights: a foe for the attack magic that its ritual made ready; -1 for nobody.

    At those whom it cannot choose it lets it go from where it is.
    """
    held = sight.me.ritual
    if not held or is_at_it(sight.me) or not sight.spell(held[0]).attack:
        return NOTHING
    marks = [
        one
        for one in marks_of(sight, held[0], sight.choosable())
        if _is_within(sight, held[0], one)
    ]
    met = [one for one in marks if sight.foes_of(one)]
    return weakest(sight, met or marks) if marks else NOTHING


def marks_of(sight: Sight, number: int, foes: list[int]) -> list[int]:
    """Those of them who are under no attack magic, and whom the spell would harm."""
    return [one for one in foes if sight.lacks(number, one) and not sight.is_cursed(one)]


def wants_attack(sight: Sight, number: int) -> bool:
    """Is a ritual of that attack magic worth a round: for a caster, with a foe whom it can reach in the next?"""
    if not is_caster(sight.me):
        return False
    for one in marks_of(sight, number, sight.foes() or _all_foes(sight)):
        if _is_within(sight, number, one, _A_MOVE * sight.speed(one)):
            return True
    return False


def suits_best(sight: Sight, spell: Spell) -> bool:
    """What a blow ends is for a foe of one's own, anything else for those who fight friends."""
    wakes = spell.gift is not None and spell.gift.wakes
    return wakes == (len(sight.foes()) > 0)


def stay_behind(sight: Sight) -> Answer | None:
    """Off a foe who comes; alone, near enough for magic to wait there; None where one has to strike.

    Foes whom magic keeps from attacking are not struck at, since that might end it.
    """
    for one in sight.near():
        if not sight.state.person(one).barred_from() & NO_ATTACK:
            return None
    if sight.near():
        return _wait(sight)
    if sight.foes():
        return keep_off(sight) or _wait(sight)
    for one in _all_foes(sight):
        if _metres(sight, one) <= _NEAR_ENOUGH:
            return _wait(sight)
    return walk_on(sight)


def _all_foes(sight: Sight) -> list[int]:
    """Those of every engagement who can fight."""
    mine = sight.me.build.side
    return [c.index for c in sight.state.people if c.able and c.build.side != mine]


def _wait(sight: Sight) -> Answer:
    return sight.act(DEFEND, NOTHING, [], sight.best_defences(DEFEND))


def _is_within(sight: Sight, number: int, foe: int, comes: int = 0) -> bool:
    return _metres(sight, foe) <= sight.spell(number).range + comes


def _metres(sight: Sight, foe: int) -> int:
    """How far a spell has to go to somebody."""
    return sight.state.flight(sight.me, sight.state.person(foe))
