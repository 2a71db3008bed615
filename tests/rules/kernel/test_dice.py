"""The dice: fair, copied, stored, and the same for ever."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.kernel.dice import LUCK_BITS, Dice, dice_for, fight_seed, luck


def rolls(dice: Dice, count: int, sides: int = 100) -> list[int]:
    return [dice.roll(sides) for _ in range(count)]


def test_the_same_seed_and_key_give_the_same_dice_in_every_release() -> None:
    # Recorded once: a change here makes every stored fight unreadable.
    assert rolls(dice_for(fight_seed(7), "request"), 8) == [9, 38, 7, 7, 39, 32, 38, 42]


def test_another_key_another_seed_or_another_fight_gives_other_dice() -> None:
    streams = [
        rolls(dice_for(fight_seed(7), "request"), 20),
        rolls(dice_for(fight_seed(7), "rivers"), 20),
        rolls(dice_for(fight_seed(8), "request"), 20),
        rolls(dice_for(fight_seed(7, 1), "request"), 20),
    ]

    assert len({tuple(stream) for stream in streams}) == len(streams)


@pytest.mark.parametrize("sides", [4, 6, 8, 20, 100])
def test_every_face_comes_as_often_as_it_should(sides: int) -> None:
    count = 2_000 * sides
    seen = Counter(rolls(dice_for(fight_seed(1), "fair"), count, sides))

    assert sorted(seen) == list(range(1, sides + 1))
    # Chi squared over sides - 1 degrees of freedom; a fair die exceeds this once in 10,000 seeds.
    distance = sum((n - 2_000) ** 2 / 2_000 for n in seen.values())
    freedom = sides - 1
    assert distance < freedom + 3.72 * (2 * freedom) ** 0.5 + 9


def test_a_copy_goes_on_alone() -> None:
    dice = dice_for(fight_seed(3), "request")
    rolls(dice, 5)

    copy = dice.copy()

    assert copy.state() == dice.state()
    assert rolls(copy, 50) == rolls(Dice(*dice.state()), 50)
    assert copy.state() != dice.state()


@pytest.mark.parametrize("master", [0, 1, 2**64 - 1, 2**64, 2**200])
def test_a_master_seed_may_be_of_any_size(master: int) -> None:
    assert len(fight_seed(master)) == 16


def test_large_seeds_that_share_their_low_bits_are_different() -> None:
    assert fight_seed(5) != fight_seed(5 + 2**64)


def test_luck_is_below_two_to_the_53_and_hangs_on_place_and_seed() -> None:
    seed = fight_seed(7)
    drawn = {luck(seed, f"r1.p1.{n}.c0") for n in range(1_000)}

    assert len(drawn) == 1_000
    assert max(drawn) < 2**LUCK_BITS
    assert max(drawn) > 2 ** (LUCK_BITS - 1)
    assert luck(seed, "r1.p1.1.c0") != luck(fight_seed(8), "r1.p1.1.c0")
