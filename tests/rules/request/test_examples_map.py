"""The worked examples that need a map, with their exact numbers: E29, E35 to E49, and E60."""

from __future__ import annotations

from typing import Literal

import pytest

from rules.kernel.model import Engage, Place, SetPoints, SetStatus
from rules.request.model import Blow, Change, Entry, Options, Weapon
from tests.rules.request.build import (
    AXE,
    DAGGER,
    SPEAR,
    SWORD,
    Said,
    Scene,
    attack,
    copied,
    fighter,
    figure,
    parry,
    terms,
)
from tests.rules.request.places import (
    FIST,
    HANDY,
    LONGSPEAR,
    breakaway,
    charge,
    flying,
    focus,
    foes,
    formation,
    mounted,
    move,
    moving,
    on,
    opportunities,
    opportunity,
    oppose,
    place,
    placed,
    strikes,
)

MISS = "d100=96"
FELLED = "d100=40 d8=8 d20=20 d4=1 d100=96"
US, THEM = "us", "them"
LONG_REACH = ". . dagger long . . friend"
RING = """
    . . . . . .
     . n m . . .
    . w t e g .
     . v u . . .
    . . . . . .
"""


def without(letters: str, hex_: str = ".") -> str:
    """The ring with other hexes in the place of these."""
    return "".join(hex_ if one in letters else one for one in RING)


def flanker(name: str, side: str = THEM) -> Entry:
    return fighter(name, side, dex=14, sword=60)


def needed(fight: Scene, names: str) -> dict[str, int]:
    """What each of these needs to hit t with its sword now."""
    return {
        name: value.chance or 0
        for name in names
        for value in fight.option(name, "attack/sword").parameters[0].values
        if value.id == "t"
    }


def standing(names: str, *, focus_on: str = "", flank: bool = False) -> Scene:
    """T, these foes about it at 60 %, the focus it has named, and what they have declared."""
    away = "".join(one for one in "euvwnmg" if one not in names)
    fight = placed(without(away), fighter("t", "t", dex=1), *map(flanker, names))
    return fight.play(
        {
            "t": [focus(focus_on)] if focus_on else [],
            names[0]: [Said("pass", (), ("flank/t",))] if flank else [],
        }
    )


# Reach


def long_reach(
    weapon: Weapon,
    against: Weapon,
    *,
    reach: str = "long",
    surprised: bool = False,
    options: Options | None = None,
) -> Scene:
    """Somebody attacks with one weapon, at this reach, the owner of the other."""
    attacker = fighter("dagger", US, dex=14, weapons=[weapon])
    owner = fighter("long", THEM, dex=1, weapons=[against])
    given: list[Change] = [Engage("dagger", "long", reach)]
    if surprised:
        given.append(SetStatus("long", "surprised"))
    friend = fighter("friend", US, dex=1)
    return placed(LONG_REACH, attacker, owner, friend, given=given, options=options)


def test_e29_a_surprised_spearman_makes_no_opportunity_attack() -> None:
    fight = long_reach(DAGGER, LONGSPEAR, surprised=True)

    fight.play({"dagger": [attack("long", "dagger")]}, MISS)

    assert opportunities(fight) == []
    assert fight.attack().facts["defence"] == "cannot"


@pytest.mark.parametrize(("reactions", "defence"), [("pool", "cannot"), ("unlimited", "parry")])
def test_e39_the_spear_strikes_first(reactions: Literal["pool", "unlimited"], defence: str) -> None:
    fight = long_reach(DAGGER, SPEAR, options=Options(reactions=reactions))
    fight.amend(SetPoints("long", "reactions", 1))
    parries = [] if reactions == "pool" else [parry("spear")]

    fight.play(
        {"dagger": [attack("long", "dagger")], "long": [opportunity("spear"), *parries]},
        f"{MISS} {MISS}" + f" {MISS}" * len(parries),
    )

    assert strikes(fight) == [("opportunity", "long"), ("attack", "dagger")]
    assert fight.attack(by="dagger").facts["defence"] == defence
    assert fight.fight.people[1].reactions == (0 if reactions == "pool" else 1)


@pytest.mark.parametrize(
    ("weapon", "against", "reach"),
    [(SWORD, LONGSPEAR, "long"), (DAGGER, SWORD, "long"), (DAGGER, LONGSPEAR, "normal")],
)
def test_e40_no_opportunity_attack(weapon: Weapon, against: Weapon, reach: str) -> None:
    fight = long_reach(weapon, against, reach=reach)

    fight.play({"dagger": [attack("long", weapon.id)]}, MISS)

    assert opportunities(fight) == []


@pytest.mark.parametrize(
    ("weapon", "improvised"), [(AXE, True), (SWORD, True), (DAGGER, False), (FIST, False)]
)
def test_e41_what_is_improvised_at_short_reach(weapon: Weapon, improvised: bool) -> None:
    attacker = fighter("a", dex=14, weapons=[weapon], skills=HANDY)
    fight = placed("a b .", attacker, fighter("b", dex=1), given=[Engage("a", "b", "short")])

    fight.play({"a": [attack("b", weapon.id)]}, MISS)

    assert terms(fight.attack(), "attack_chance").get("improvised", 0) == -20 * improvised


def test_e42_the_felled_attacker_has_spent_its_action() -> None:
    fight = long_reach(DAGGER, SPEAR)
    before = fight.seen("dagger").actions

    fight.play(
        {"dagger": [attack("long", "dagger")], "long": [opportunity("spear")]}, FELLED, upto=(2, 1)
    )

    assert (before, strikes(fight)) == (3, [("opportunity", "long")])
    assert fight.seen("dagger").state == "down"


# Engagement


@pytest.mark.parametrize(
    ("walls", "engaged", "hex_"),
    [("", 6, "E3"), ("euv", 3, "A3"), ("uv", 4, "E3")],
    ids=["open", "three blocked", "a wall behind"],
)
def test_e35_how_many_may_engage_one(walls: str, engaged: int, hex_: str) -> None:
    names = [one for one in "euvwnm" if one not in walls]
    drawing = "".join("#" if one in walls else one for one in without("g"))
    # The one too many stands two steps away, where no wall is between.
    spearman = on(hex_, fighter("s", THEM, dex=14, weapons=[SPEAR]))
    fight = placed(drawing, fighter("t", "t", dex=1), *map(flanker, names), spearman)

    assert len(foes(fight, "t")) == engaged
    assert "attack/spear" not in fight.offers("s")
    fight.amend(SetStatus(names[-1], "unconscious"))
    assert "attack/spear" in fight.offers("s")


def rider(name: str, side: str, dex: int, kinds: tuple[str, ...]) -> Entry:
    entry = fighter(name, side, dex=dex, skills={"Dodge": 74})
    entry = mounted(entry) if "mounted" in kinds else entry
    return flying(entry) if "flying" in kinds else entry


def leaving(me: tuple[str, ...], first: tuple[str, ...], *second: tuple[str, ...]) -> Scene:
    """Fahir, engaged by one foe or by two, who ride or fly as it says."""
    drawing = """
        . . . . .
         . . fahir first .
        . . . second .
    """
    return placed(
        drawing if second else drawing.replace("second", "."),
        rider("fahir", US, 14, me),
        rider("first", THEM, 1, first),
        *[rider("second", THEM, 1, kinds) for kinds in second],
    )


@pytest.mark.parametrize(
    ("me", "foe", "rank"),
    [
        (("flying",), (), 14),  # E36: the eagle, at its DEX
        ((), ("flying",), 8),  # and the footman, by Dodge 74 %
        (("flying", "mounted"), ("mounted",), 14),  # E38: the griffin's rider
        (("mounted",), ("flying", "mounted"), 8),
    ],
)
def test_e36_e38_who_leaves_whom(me: tuple[str, ...], foe: tuple[str, ...], rank: int) -> None:
    fight = leaving(me, foe)
    assert fight.option("fahir", "breakaway").rank == rank

    fight.play({"fahir": [breakaway("B2")]}, "" if rank == 14 else "d100=75")

    (away,) = fight.of("broke_away")
    assert (away.rank, away.facts["how"]) == (rank, "automatic" if rank == 14 else "contested")
    assert (foes(fight, "fahir") == {}) is (rank == 14)


def test_e37_a_rider_leaves_the_footman_and_must_beat_the_rider() -> None:
    fight = leaving(("mounted",), (), ("mounted",))

    fight.play({"fahir": [breakaway("B2")], "second": [oppose()]}, "d100=40 d100=41")

    (away,) = fight.of("broke_away")
    assert (away.facts["from"], away.facts["held"]) == ("first", "second")
    assert [p.combatant for p in fight.asked("first", "reaction")] == []
    assert foes(fight, "fahir") == {"second": "normal"}


# Flank, surround


@pytest.mark.parametrize(
    ("focus_on", "chances"),
    [("e", {"e": 60, "w": 70}), ("", {"e": 70, "w": 70})],
    ids=["e43", "e44"],
)
def test_e43_e44_two_foes_flank(focus_on: str, chances: dict[str, int]) -> None:
    assert needed(standing("ew", focus_on=focus_on, flank=True), "ew") == chances


@pytest.mark.parametrize(
    ("flank", "chances"),
    [(False, {"e": 60, "v": 80, "n": 80}), (True, {"e": 60, "v": 70, "n": 70})],
    ids=["surrounding", "flanking"],
)
def test_e45_three_evenly_spaced(flank: bool, chances: dict[str, int]) -> None:
    assert needed(standing("evn", focus_on="e", flank=flank), "evn") == chances


def test_e46_a_friend_beside_the_target() -> None:
    fight = placed(
        without("uwmg"),
        fighter("t", "t", dex=1),
        *map(flanker, "evn"),
        on("F5", fighter("f", "t", dex=1)),
    )
    found = [needed(copied(fight), "evn")]

    for change in (Place("f", "C4"), SetStatus("f", "unconscious")):
        fight.amend(change)
        found.append(needed(copied(fight), "evn"))

    assert found == [dict.fromkeys("evn", chance) for chance in (80, 60, 80)]


def test_e47_a_friend_with_a_long_spear() -> None:
    fight = placed(
        without("uvnmg"),
        fighter("t", "t", dex=1),
        flanker("e"),
        flanker("w"),
        on("F3", fighter("f", "t", dex=13, weapons=[LONGSPEAR])),
    )
    fight.play({"e": [Said("pass", (), ("flank/t",))]})
    assert needed(copied(fight), "ew") == {"e": 70, "w": 70}

    fight.play({"f": [attack("e", "longspear")]}, MISS, upto=(1, 2))

    assert foes(fight, "e") == {"t": "normal", "f": "long"}
    assert needed(fight, "ew") == {"e": 60, "w": 60}


def test_e48_a_passer_by_spoils_the_surrounding() -> None:
    fight = placed(
        without("uwmg"),
        fighter("t", "t", dex=1),
        *map(flanker, "evn"),
        on("F1", moving(12, fighter("g", "nobody's", dex=14))),
    )
    assert formation(fight, "t") == "surrounded"

    # It comes next to e, and is no friend of t.
    fight.play({"g": [move("E3")]})
    assert ("g" in foes(fight, "e"), formation(fight, "t")) == (True, "")

    fight.play({"v": [Said("pass", (), ("flank/t",))]}, upto=(1, 2))
    assert needed(fight, "evn") == {"e": 70, "v": 70, "n": 70}


def test_e49_six_with_a_focus() -> None:
    fight = standing("euvwnm", focus_on="w")

    assert needed(fight, "euvwnm") == {name: 60 if name == "w" else 80 for name in "euvwnm"}


# Knockback


@pytest.mark.parametrize(
    ("damage", "charging", "metres"), [(19, False, 2), (19, True, 4), (13, False, 0), (13, True, 0)]
)
def test_e60_knockback(damage: int, charging: bool, metres: int) -> None:
    sword = Weapon(
        "sword", "sword", 1, 4, 9, "normal", close=Blow("1H Sword", 1, 8, damage - 4 - 2 * charging)
    )
    fight = placed(
        "a . . . b . . ." if charging else ". . . a b . . .",
        fighter("a", dex=14, weapons=[sword]),
        fighter("b", dex=1, size=13, hide=40),
    )
    blow = f"d100=40 d8=4 {'d4=2 ' if charging else ''}d20=10" + " d100=50" * bool(metres)

    fight.play({"a": [charge("b") if charging else attack("b")]}, blow)

    assert figure(fight.attack(), "damage") == damage
    assert [figure(e, "knockback") for e in fight.of("knocked_back")] == (
        [metres] if metres else []
    )
    assert place(fight, "b") == "EFG"[metres // 2] + "1"
