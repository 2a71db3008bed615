"""A weapon as one person uses it: learned skill, fixed modifiers, strike ranks, damage; never changes in a fight."""

from __future__ import annotations

from typing import Final

from rules.request.chapters import damage, modifiers, reach, saddle, strike_rank, wounds
from rules.request.model import Sheet, Weapon

BARE_HANDS: Final = "Unarmed"
_MOST_ARMOUR: Final = 21


class Strike:
    """One way to hurt with a weapon: a close blow or a shot.

    ``chance`` is the learned skill less armour, lacking strength and ``awkward`` (a weapon
    used as an improvised one); ``rank`` the strike rank before conditions (R14: of the
    learned skill alone).
    """

    __slots__ = (
        "anywhere_memo",
        "armour_penalty",
        "awkward",
        "bonus",
        "chance",
        "dice",
        "learned",
        "mean",
        "modifier_dice",
        "modifier_sides",
        "modifier_sign",
        "rank",
        "shortfall",
        "sides",
        "skill",
        "through_memo",
    )

    def __init__(  # noqa: PLR0913 - one number a column of the weapon tables
        self,
        skill: str,
        learned: int,
        armour_penalty: int,
        shortfall: int,
        dice: int,
        sides: int,
        bonus: int,
        modifier: tuple[int, int, int],
        awkward: int = 0,
    ) -> None:
        self.awkward: int = awkward
        self.skill: str = skill
        self.learned: int = learned
        self.armour_penalty: int = armour_penalty
        self.shortfall: int = shortfall
        self.chance: int = learned - armour_penalty + shortfall + awkward
        self.rank: int = strike_rank.of_skill(learned)
        self.dice: int = dice
        self.sides: int = sides
        self.bonus: int = bonus
        self.modifier_sign: int = modifier[0]
        self.modifier_dice: int = modifier[1]
        self.modifier_sides: int = modifier[2]
        self.through_memo: dict[int, int] = {}
        self.anywhere_memo: dict[tuple[int, ...], int] = {}
        self.mean: int = self.through(0)

    def through(self, armour: int) -> int:
        """Mean damage of a hit past *armour* points, in tenths."""
        known = self.through_memo.get(armour)
        if known is None:
            known = damage.mean_through(
                [
                    (1, self.dice, self.sides),
                    (self.modifier_sign, self.modifier_dice, self.modifier_sides),
                ],
                self.bonus,
                armour,
            )
            self.through_memo[armour] = known
        return known

    def most(self) -> int:
        """What a critical hit does, in tenths."""
        dice = damage.highest(1, self.dice, self.sides)
        extra = damage.highest(self.modifier_sign, self.modifier_dice, self.modifier_sides)
        return 10 * (dice + self.bonus + extra)

    def outdoes(self, other: Strike) -> bool:
        """At least as likely to hit, and at least as harmful against any armour there is?"""
        if self.chance < other.chance:
            return False
        for armour in range(_MOST_ARMOUR):
            if self.through(armour) < other.through(armour):
                return False
        return True

    def anywhere(self, armour: tuple[int, ...]) -> int:
        """Mean damage of a hit past armour points by location, over the hit location die, in tenths."""
        known = self.anywhere_memo.get(armour)
        if known is None:
            total = 0
            for place, points in enumerate(armour):
                total += wounds.FACES[place] * self.through(points)
            known = total // 20
            self.anywhere_memo[armour] = known
        return known

    def dice_text(self) -> str:
        """The weapon's dice as they are written: 1D8, 2D6."""
        return f"{self.dice}D{self.sides}"


def couched(arm: Arm, modifier: tuple[int, int, int]) -> Strike | None:
    """P34p: how a lance strikes with a mount of this damage modifier behind it; None if it is none."""
    blow = arm.close
    if blow is None or not saddle.is_lance(arm.reach, arm.hands):
        return None
    return Strike(
        blow.skill,
        blow.learned,
        blow.armour_penalty,
        blow.shortfall,
        blow.dice,
        blow.sides,
        blow.bonus,
        modifier,
    )


class Arm:
    """A weapon in its owner's terms: what it can strike, shoot and parry with."""

    __slots__ = (
        "ap",
        "close",
        "enc",
        "hands",
        "id",
        "improvised",
        "load",
        "missiles",
        "name",
        "parries",
        "parry_chance",
        "parry_learned",
        "parry_penalty",
        "parry_shortfall",
        "parry_skill",
        "range",
        "reach",
        "shield",
        "shot",
        "thrown",
    )

    def __init__(self, weapon: Weapon, sheet: Sheet, armour_penalty: int) -> None:
        traits = sheet.characteristics
        modifier = damage.damage_modifier(traits.STR + traits.SIZ)
        lacking = modifiers.shortfall(traits.STR, traits.DEX, weapon.strength, weapon.dexterity)
        self.id: str = weapon.id
        self.name: str = weapon.name
        self.hands: int = weapon.hands
        self.ap: int = weapon.ap
        self.enc: int = weapon.enc
        self.shield: bool = weapon.shield
        self.reach: int = reach.WEAPON_REACHES.index(weapon.reach)
        self.close: Strike | None = None
        self.improvised: Strike | None = None
        self.shot: Strike | None = None
        self.thrown: bool = False
        self.range: int = 0
        self.load: int = 0
        self.missiles: int = 0
        skill = ""
        blow = weapon.close
        if blow is not None:
            skill = blow.skill
            self.close = Strike(
                blow.skill,
                sheet.skills[blow.skill],
                armour_penalty,
                lacking,
                blow.dice,
                blow.sides,
                blow.bonus,
                modifier,
            )
            # P17a: what it is good for where there is no room to use it as it was made.
            self.improvised = Strike(
                blow.skill,
                sheet.skills[blow.skill],
                armour_penalty,
                lacking,
                1,
                reach.improvised_sides(weapon.hands),
                0,
                modifier,
                reach.IMPROVISED,
            )
        shot = weapon.shot
        if shot is not None:
            # P20: the damage modifier goes with what is struck or thrown, not with what is shot.
            self.thrown = shot.thrown
            self.range = shot.range
            self.load = shot.load
            self.missiles = shot.missiles
            self.shot = Strike(
                shot.skill,
                sheet.skills[shot.skill],
                armour_penalty,
                lacking,
                shot.dice,
                shot.sides,
                shot.bonus,
                modifier if shot.thrown else (1, 0, 0),
            )
        self.parries: bool = skill != ""
        self.parry_skill: str = skill
        self.parry_learned: int = sheet.skills[skill] if skill else 0
        self.parry_penalty: int = armour_penalty
        self.parry_shortfall: int = lacking
        self.parry_chance: int = self.parry_learned - armour_penalty + lacking

    def is_weapon(self) -> bool:
        """Does it make its owner armed?  Bare hands do not; claws and teeth do."""
        blow = self.close
        return blow is not None and (self.hands > 0 or blow.skill != BARE_HANDS)

    def at_reach(self, pair: int) -> Strike | None:
        """How it strikes somebody at this reach of the two."""
        if pair == reach.SHORT and reach.is_improvised(self.reach, pair):
            return self.improvised
        return self.close

    def stops(self, pair: int) -> int:
        """The armour points of a parry with it at this reach of the two."""
        return reach.improvised_ap(self.ap) if reach.is_improvised(self.reach, pair) else self.ap


def who_beats_whom(arms: tuple[Arm, ...]) -> list[list[bool]]:
    """Row beats column: at least as good a close weapon against any armour, and the earlier of equals."""
    table: list[list[bool]] = []
    for i, arm in enumerate(arms):
        row: list[bool] = []
        for j, other in enumerate(arms):
            mine = arm.close
            theirs = other.close
            if i == j or mine is None or theirs is None:
                row.append(False)
            else:
                row.append(mine.outdoes(theirs) and (i < j or not theirs.outdoes(mine)))
        table.append(row)
    return table


def any_beats(beats: list[list[bool]], items: list[int], item: int) -> bool:
    """Does any of *items* beat *item*?"""
    for other in items:
        if beats[other][item]:
            return True
    return False
