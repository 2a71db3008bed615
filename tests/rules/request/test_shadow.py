"""The shadow of a question: what its combatant knows, as bytes, and the sight that is made of it far away."""

from __future__ import annotations

import msgspec
import pytest

from rules.kernel.model import (
    Hide,
    Modify,
    Prompt,
    SetGear,
    SetHitPoints,
)
from rules.request.chapters import formation, wounds
from rules.request.course.combatant import Combatant
from rules.request.course.model import SavedShadow
from rules.request.course.shadow import BEARS, points_as_seen, sight_from
from rules.request.course.sight import Sight
from rules.request.course.snapshot import UnreadableSnapshotError
from rules.request.model import Armour
from tests.rules.request.build import (
    BOW,
    DAGGER,
    PASS,
    SWORD,
    Scene,
    archer,
    attack,
    fighter,
    scene,
)
from tests.rules.request.places import placed, retreat
from tests.rules.request.test_formation_play import flanked, ring, saying
from tests.support.sights import everything


def shadow_of(fight: Scene, who: str) -> bytes:
    """That of the open question to *who*."""
    (found,) = [one for one in fight.fight.questions() if one.combatant == who]
    return found.shadow()


def far(fight: Scene, who: str) -> Sight:
    return sight_from(shadow_of(fight, who))


def near(fight: Scene, who: str) -> Sight:
    (found,) = [one for one in fight.fight.questions() if one.combatant == who]
    return found.sight()


def held(fight: Scene, who: str) -> SavedShadow:
    return msgspec.json.decode(shadow_of(fight, who), type=SavedShadow)


def until(fight: Scene, who: str, kind: str) -> Prompt:
    """Let actions go until *who* is asked for something of this *kind*."""
    while not (open_now := [p for p in fight.open() if (p.combatant, p.kind) == (who, kind)]):
        fight.answer(*[PASS for _ in fight.open()])
    return open_now[0]


def test_oneself_is_known_whole_and_others_by_what_shows() -> None:
    mail = Armour("mail", "mail", 5, ("chest", "head"), 10)
    fight = scene(
        fighter("a", "a", dex=15, weapons=[SWORD, DAGGER]),
        archer("b", "b"),
        fighter("c", "a", armour=[mail], hide=1),
    )

    fight.amend(SetHitPoints("b", "chest", -2), SetHitPoints("c", "head", 2), dice="d4=1 d100=40")

    assert everything(far(fight, "a")) == everything(near(fight, "a"))


def test_its_luck_is_that_of_the_prompt() -> None:
    fight = scene(fighter("a", dex=15), fighter("b"))

    (prompt,) = fight.open()
    assert far(fight, "a").luck() == prompt.luck == near(fight, "a").luck()


def test_skills_hit_points_plans_missiles_and_minds_of_others_are_not_in_it() -> None:
    fight = scene(
        fighter("a", "a", dex=10, sword=50),
        msgspec.structs.replace(fighter("b", "b", dex=16, sword=87), mind="guard"),
        archer("c", "a", dex=9, bow=93),
    )
    fight.answer(attack("a"))  # b acts at strike rank 9

    text = shadow_of(fight, "a").decode()

    for secret in ("87", "93", "guard", fight.fight.seed.hex()):
        assert secret not in text
    me, *others = held(fight, "a").fight.setup.combatants
    assert me.sheet.skills["1H Sword"] == 50
    for other in others:
        assert {*other.sheet.skills.values()} == {0}
        assert other.sheet.hit_points == (BEARS,) * 7
        assert other.sheet.characteristics.DEX == 1


@pytest.mark.parametrize("points", range(-6, 6))
def test_a_wound_looks_the_same(points: int) -> None:
    shown = points_as_seen(points, 5)

    assert wounds.wound_word(shown, BEARS) == wounds.wound_word(points, 5)
    assert (shown < 0) == (points < 0)


def test_whoever_is_hidden_is_not_in_it_and_nobody_is_mistaken_for_another() -> None:
    fight = ring("evn")
    fight.play({"e": [saying("flank/t")]}, upto=(1, 1))
    until(fight, "t", "action")
    fight.amend(Hide("e"))
    until(fight, "t", "action")

    text = shadow_of(fight, "t").decode()
    sight = far(fight, "t")

    assert '"e"' not in text
    assert [sight.name_of(one) for one in sight.engaged()] == ["v", "n"]
    assert [sight.name_of(one) for one in sight.foes()] == ["v", "n"]
    assert len(held(fight, "t").fight.people) == 3


def test_whoever_strikes_and_is_hidden_then_is_known_by_its_blow_only() -> None:
    fight = scene(fighter("a", "a", dex=15), fighter("b", "b", dex=9), fighter("c", "b", dex=8))
    fight.answer(attack("b"))
    until(fight, "b", "reaction")
    fight.amend(Hide("a"), SetHitPoints("a", "head", 1))

    sight = far(fight, "b")

    assert sight.parry_chance(0) == near(fight, "b").parry_chance(0)
    assert everything(sight) == everything(near(fight, "b"))
    assert held(fight, "b").fight.people[0].lists[Combatant.LISTS.index("hp")] == [BEARS] * 7


def test_a_side_of_which_nobody_is_in_view_is_not_in_it() -> None:
    fight = scene(
        fighter("a", "a", dex=15),
        fighter("lurker", "lurkers", hidden=True),
        fighter("b", "b"),
        friends={"b": ("lurkers",), "a": ()},
    )

    assert [side.id for side in held(fight, "a").fight.setup.sides] == ["a", "b"]
    assert b"lurker" not in shadow_of(fight, "a")
    fight.answer(PASS)
    sides = held(fight, "b").fight.setup.sides
    assert [(side.id, side.friends) for side in sides] == [
        ("a", ()),
        ("lurkers", ()),
        ("b", ("lurkers",)),
    ]


def test_a_hidden_friend_is_in_it_and_known_to_be_hidden() -> None:
    fight = scene(fighter("a", "a", dex=15), fighter("lurker", "a", hidden=True), fighter("b", "b"))

    sight = far(fight, "a")

    assert sight.name_of(1) == "lurker"
    assert sight.friends() == near(fight, "a").friends() == []


def test_what_a_side_has_declared_goes_with_its_last_one_in_view() -> None:
    fight = flanked("ew")
    until(fight, "t", "action")
    sides = [side.id for side in held(fight, "t").fight.setup.sides]
    assert sides == ["t", "them"]
    assert far(fight, "t").formation_about(0) == formation.FLANKED
    fight.amend(Hide("e"), Hide("w"))
    until(fight, "t", "action")
    assert held(fight, "t").fight.people[0].lists[Combatant.LISTS.index("declared")] == []


def test_modifiers_are_in_it_if_they_weigh_on_oneself() -> None:
    fight = scene(fighter("a", dex=15), fighter("b"), given=[Modify("fog", -5)])
    fight.amend(Modify("cursed", -20, "fight", "b"), Modify("blessed", 10, "fight", "a"))

    assert [(m.name, m.who) for m in held(fight, "a").fight.modifiers] == [
        ("fog", -1),
        ("blessed", 0),
    ]
    assert far(fight, "a").dodge_chance() == near(fight, "a").dodge_chance() == 55


def test_what_is_broken_is_as_good_as_gone() -> None:
    fight = scene(fighter("a", dex=15), fighter("b", dex=9))
    whole = shadow_of(fight, "a")
    fight.amend(SetGear("b", "sword", "gone"))
    gone = shadow_of(fight, "a")
    fight.fight.people[1].items[0] += 1

    assert fight.seen("b").items[0].state == "gone"
    assert shadow_of(fight, "a") == gone != whole


def test_more_missiles_than_one_are_several() -> None:
    quiver = msgspec.structs.replace(
        BOW, shot=None if BOW.shot is None else msgspec.structs.replace(BOW.shot, missiles=17)
    )
    fight = scene(
        fighter("a", dex=15), fighter("b", weapons=[quiver], held=["bow"], skills={"Bow": 50})
    )

    assert far(fight, "a").could_shoot(1)
    assert b"17" not in shadow_of(fight, "a").split(b'"combatants"')[1].split(b'"id":"b"')[1]


def test_where_one_may_follow_to_is_the_same() -> None:
    fight = placed(
        """
        . . . .
         . a b .
        . . . .
        """,
        fighter("a", dex=15),
        fighter("b", dex=9),
    )
    while not any(o.id == "follow" for p in fight.open() for o in p.options):
        said = [
            retreat("nobody", "A2") if (p.combatant, p.kind) == ("a", "action") else PASS
            for p in fight.open()
        ]
        fight.answer(*said)

    hexes = far(fight, "b").follow_hexes()
    assert hexes == near(fight, "b").follow_hexes()
    assert hexes


def test_many_fights_in_turn_are_told_apart() -> None:
    fights = [scene(fighter("a", dex=15, sword=50 + n), fighter("b")) for n in range(10)]

    for _ in range(2):
        chances = [far(fight, "a").chance(0, 0, 1) for fight in fights]
        assert chances == [50 + n for n in range(10)]


def test_a_shadow_of_another_version_is_not_read() -> None:
    fight = scene(fighter("a", dex=15), fighter("b"))
    shadow = held(fight, "a")
    old = msgspec.structs.replace(shadow, fight=msgspec.structs.replace(shadow.fight, version=1))

    with pytest.raises(UnreadableSnapshotError, match="version 1"):
        sight_from(msgspec.json.encode(old))
