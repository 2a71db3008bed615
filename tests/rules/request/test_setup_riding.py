"""Who rides whom in a scenario: what is said and what follows, and what is refused and why."""

from __future__ import annotations

import tomllib

import pytest

from rules.kernel.errors import SetupError
from rules.request.model import Setup
from rules.request.setup import decode
from tests.rules.request.refused import bare

TOP = 'name = "x"\nrules = "request"\nsides = ["us", "them"]\n'
FOE = '[[combatants]]\nside = "them"\nid = "foe"\n'
HORSE = '[[combatants]]\nside = "us"\ncreature = "war-horse"\n'
RIDER = '[[combatants]]\nside = "us"\ncreature = "lancer"\nrides = "war-horse"\n'
MAP = '[map]\nrows = [". . . . .", " . h . f .", ". . . . ."]\n'


def decoded(*parts: str) -> Setup:
    return decode(tomllib.loads("".join((TOP, *parts))))


def test_rider_and_mount_stand_on_one_hex_the_mount_first() -> None:
    setup = decoded(RIDER, HORSE, FOE)
    horse, lancer, _ = setup.combatants

    assert (horse.id, lancer.rides) == ("war-horse", "war-horse")
    assert horse.place == lancer.place != ""
    assert lancer.mounted
    assert horse.steed == "trained"


def test_on_a_map_only_the_mount_has_a_place() -> None:
    setup = decoded(MAP, HORSE + 'place = "h"\n', RIDER, FOE + 'place = "f"\n')

    assert [one.place for one in setup.combatants] == ["B2", "B2", "D2"]


def test_several_have_a_mount_each() -> None:
    setup = decoded(RIDER + "count = 2\n", HORSE + "count = 2\n", FOE)

    assert [(one.id, one.rides) for one in setup.combatants[:4]] == [
        ("war-horse-1", ""),
        ("lancer-1", "war-horse-1"),
        ("war-horse-2", ""),
        ("lancer-2", "war-horse-2"),
    ]


def test_whoever_is_drawn_in_the_saddle_walks_like_people_beside_a_mount() -> None:
    alone = decoded('[[combatants]]\nside = "us"\ncreature = "rider"\n', FOE)
    pair = decoded(HORSE, RIDER.replace("lancer", "rider"), FOE)
    fast = decoded(HORSE, RIDER.replace("lancer", "rider") + "move = 5\n", FOE)

    assert [alone.combatants[0].sheet.move, pair.combatants[1].sheet.move] == [12, 4]
    assert fast.combatants[1].sheet.move == 5


def test_a_pair_without_places() -> None:
    setup = decoded(HORSE, RIDER, FOE, "[start]\ndistance = 0\n")

    assert [one.place for one in setup.combatants] == ["", "", ""]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((RIDER, FOE), 'combatants[0].rides: there is no combatant "war-horse"'),
        (
            (HORSE, RIDER.replace('rides = "war-horse"', 'id = "self"\nrides = "self"'), FOE),
            'combatants[1].rides: there is no combatant "self"',
        ),
        (
            (RIDER.replace('"war-horse"', '"man"'), HORSE, FOE.replace("foe", "man")),
            "combatants[0].rides: man is a human; expected one that can be ridden, war-horse",
        ),
        (
            (RIDER.replace('"war-horse"', '"foe"'), FOE),
            "combatants[0].rides: foe is a human; expected one that can be ridden, none here",
        ),
        (
            (
                HORSE,
                RIDER + 'steed = "trained"\n',
                RIDER.replace('"war-horse"', '"lancer"') + 'id = "top"\n',
                FOE,
            ),
            "combatants[2].rides: lancer rides somebody itself; expected one that does not",
        ),
        (
            (HORSE.replace("us", "them"), RIDER, FOE),
            'combatants[1].rides: war-horse is of side "them"; expected one of "us"',
        ),
        (
            (HORSE + "hidden = true\n", RIDER, FOE),
            "combatants[1].rides: only one of lancer and war-horse is hidden; expected both",
        ),
        (
            (HORSE + "characteristics = { SIZ = 13 }\n", RIDER, FOE),
            "combatants[1].rides: war-horse has SIZ 13, and lancer 13; expected a mount that is larger",
        ),
        (
            (HORSE, RIDER, RIDER + 'id = "other"\n', FOE),
            "combatants[1].rides: war-horse carries other; expected a mount of its own",
        ),
        (
            (HORSE, RIDER + "flying = true\n", FOE),
            "combatants[1].flying: is for war-horse, which carries it; expected no `flying` here",
        ),
        (
            (HORSE, RIDER + "flying = true\nhigh = true\n", FOE),
            "combatants[1].high: is for war-horse, which carries it; expected no `high` here",
        ),
        (
            (HORSE, RIDER + "mounted = false\n", FOE),
            "combatants[1].mounted: is false, beside `rides`; expected one of the two",
        ),
        (
            (MAP, HORSE + 'place = "h"\n', RIDER + 'place = "h"\n', FOE + 'place = "f"\n'),
            "combatants[1].place: is that of its mount; expected a `place` for the mount",
        ),
    ],
)
def test_what_is_refused(parts: tuple[str, ...], said: str) -> None:
    with pytest.raises(SetupError) as refused:
        decoded(*parts)
    assert said in bare(refused.value)


def test_whoever_joins_may_ride() -> None:
    joins = '[[amend]]\nat = {{ round = 1 }}\nadd = {{ side = "us", creature = "lancer", rides = "war-horse"{} }}\n'
    setup = decoded(MAP, HORSE + 'place = "h"\n', FOE + 'place = "f"\n', joins.format(""))

    assert getattr(setup.amendments[0].change, "entry").rides == "war-horse"  # noqa: B009
    with pytest.raises(SetupError, match="is that of its mount"):
        decoded(
            MAP,
            HORSE + 'place = "h"\n',
            FOE + 'place = "f"\n',
            joins.format(', place = "A1"'),
        )
