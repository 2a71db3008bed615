"""RULES.md, magic at this table: what the spells that somebody is under do."""

from __future__ import annotations

import pytest

from rules.kernel.model import Event, Observer, SetHitPoints
from rules.rivers.chapters.order import Strike
from rules.rivers.course import effects, legal, spells
from rules.rivers.course.arms import defence_skill, rank_terms, skill_with, summed
from rules.rivers.course.blows import roll_blow, roll_damage
from rules.rivers.course.casting import end, put_under, take_effect
from rules.rivers.course.choices import ATTACK, DEFEND, DODGING
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.effects import Effect
from rules.rivers.course.harm import lose
from rules.rivers.course.machine import Engagement, restore
from rules.rivers.course.mending import heal, worst
from rules.rivers.course.shadow import sight_from
from rules.rivers.data import library
from tests.support.dice import ScriptedDice
from tests.support.rivers import (
    Person,
    act,
    begun,
    figures,
    formed,
    kinds,
    mage,
    only,
    person,
    scene,
    scripted,
    spell,
)
from tests.support.rulebook import rule

SWORD = 0
SHIELD = 1
HITS = "attack/broadsword ann none"
STRIKES = "attack/broadsword bob none"


def pair(*ann: Effect, bob: tuple[Effect, ...] = (), **other: object) -> Engagement:
    """Ann and Bob, under these spells."""
    fight = begun(scene(person("a", "ann", **other), person("b", "bob")))
    for c, under in zip(fight.people, (ann, bob), strict=True):
        c.enchant([*under])
        c.settle()
    return formed(fight)


def ann_of(*ann: Effect, **other: object) -> Combatant:
    return pair(*ann, bob=(), **other).own[0]


def chance(part: Engagement, who: int = 0) -> int:
    """Of a blow of Ann at Bob, or of Bob at Ann."""
    part.dice = ScriptedDice("d100=96")
    strike = Strike(who + 1, 18, 13, who == 0, 2 - who)
    blow = roll_blow(part, strike, SWORD, [])
    return summed(blow.attack_terms)


def blow_of(dice: str, part: Engagement, who: str = "bob", said: str = HITS) -> list[Event]:
    """A round in which one of them strikes and the other does nothing."""
    part.dice = ScriptedDice(dice)
    events: list[Event] = []
    while part.questions():
        events += act(
            part,
            **{
                one.combatant: said if one.combatant == who else "defend none"
                for one in part.questions()
            },
        )
    assert scripted(part) == []
    return events


# --- protection ------------------------------------------------------------------------------


@rule(
    "M7",
    "Protection is a point of magical armour everywhere for each of its points, and adds to a shield.",
)
def test_protection_and_a_shield() -> None:
    part = pair(spell("protection", 4), spell("shield", 1))
    told = only(blow_of("d100=50 d8=8 d20=12", part), "attack")
    through = next(one for one in told.figures if one.name == "through")

    assert part.own[0].shielded() == 6
    assert [(one.label, one.value, one.rule) for one in through.terms] == [
        ("damage", 9, "Q35"),
        ("protection", -4, "M7"),
        ("shield", -2, "C20"),
    ]


@rule(
    "M8",
    "Attack magic is stopped if it is no stronger than all wards on its target together, and breaks those of spirit magic if it is.",
)
def test_wards() -> None:
    under = [spell("ward", 3), spell("shield", 1)]

    def left(dice: str, points: int) -> tuple[str, list[str]]:
        fight = begun(scene(person("a", "ann"), mage("b", "bob", "lightning")))
        fight.people[0].enchant(under)
        part = formed(fight, dice)
        act(part, bob=f"cast/lightning-{points} ann none")
        told = only(act(part), "cast")
        return told.facts["outcome"], effects.words(part.own[0].under)

    # Two rune points are a strength of four, and three one of six; the wards are 3 and 2.
    assert effects.ward(under) == 5
    assert left("d100=50", 2) == ("warded", ["ward 3", "shield 1"])
    assert left("d100=50 d100=99", 3) == ("resisted", ["shield 1"])


@rule("M9", "Whoever strikes at somebody under a shimmer has 5 less for each of its points.")
def test_shimmer() -> None:
    part = pair(bob=(spell("shimmer", 3),))
    act(part)
    (option,) = [o for o in part.questions()[0].prompt().options if o.id == "attack/broadsword"]

    assert chance(part) == 60 - 15
    assert option.parameters[0].values[0].chance == 45


# --- strike ranks and ways -------------------------------------------------------------------


def test_spells_change_strike_ranks() -> None:
    """S28 and A17 in the machine, and never below 1."""
    quick = [spell("coordination", 2), spell("mobility", 1)]
    part = pair()
    c = part.own[0]

    def rank() -> int:
        return summed(rank_terms(part, c, SWORD))

    assert rank() == 6
    c.enchant(quick)
    assert rank() == 4
    c.enchant([*quick, spell("slow", 1)])
    assert rank() == 5


@rule("M15", "Mobility doubles MOV, and slow halves it.")
def test_the_mov_of_the_quick_and_of_the_slow() -> None:
    assert ann_of(spell("mobility", 1)).mov == 16
    assert ann_of(spell("slow", 1), move=9).mov == 5
    assert ann_of(spell("mobility", 1), spell("slow", 1)).mov == 8
    assert ann_of().mov == 8


@rule(
    "M13",
    "Coordination also gives 3 DEX where that decides between equal strike ranks.",
)
def test_dex_between_equal_ranks() -> None:
    def first(*bob: Effect) -> str:
        fight = begun(scene(person("a", "ann", DEX=14), person("b", "bob")))
        fight.people[0].enchant([spell("mobility", 1)])
        fight.people[1].enchant([*bob])
        part = formed(fight, "d100=90 d100=90")
        events = act(part, bob=HITS)
        events += act(part, ann=STRIKES)
        return next(one.by for one in events if one.kind == "attack")

    assert first(spell("mobility", 1)) == "ann"
    assert first(spell("coordination", 2)) == "bob"


# --- skills ----------------------------------------------------------------------------------


@rule(
    "M10",
    "A keen blade and a heavy blow give 5 to attacks with their weapon and 1 to its damage for each point, and a dull blade takes as much off.",
)
def test_better_and_worse_weapons() -> None:
    def damage(part: Engagement) -> int:
        part.dice = ScriptedDice("d8=4")
        return roll_damage(part, part.own[0], SWORD, 1, 0).amount

    keen, dull = pair(spell("keen-blade", 3, item=SWORD)), pair(spell("dull-blade", 2, item=SWORD))
    other = pair(spell("keen-blade", 3, item=SHIELD))

    assert (chance(keen), damage(keen)) == (75, 8)
    assert (chance(dull), damage(dull)) == (50, 3)
    assert (chance(other), damage(other)) == (60, 5)
    # Parries are no better for it.
    assert skill_with(keen.own[0], SWORD, is_lying=False) == 60


@rule(
    "M11",
    "A trance gives 10 for each magic point in it to attacks and parries with its weapon.",
)
def test_a_trance() -> None:
    part = pair(spell("sword-trance", 8, item=SWORD))
    c = part.own[0]

    assert chance(part) == 140
    assert (defence_skill(c, SWORD), defence_skill(c, SHIELD)) == (140, 50)


@rule("M12", "Coordination gives 5 with every weapon and for Dodge, and strength 10.")
def test_better_skills() -> None:
    part = pair(spell("coordination", 2), spell("strength", 2))
    c = part.own[0]

    assert chance(part) == 75
    assert (defence_skill(c, SHIELD), defence_skill(c, DODGING)) == (65, 55)


@rule(
    "M16",
    "Fanatics attack at half as much again, and so does whoever is in battle fury by hand, whom nothing puts in shock or leaves unconscious before it is over.",
)
def test_half_as_much_again() -> None:
    assert chance(pair(spell("fanaticism", 1))) == 90
    assert chance(pair(spell("battle-fury", 2))) == 90
    bow: Person = {"weapons": ["self-bow"], "skills": {"self-bow": 60}}
    assert chance(pair(spell("fanaticism", 1), bob=(), **bow)) == 90
    assert chance(pair(spell("battle-fury", 2), bob=(), **bow)) == 60
    part = pair(spell("battle-fury", 2), bob=(), **bow)
    act(part)
    shots = [one for one in part.questions()[0].prompt().options if one.id == "shoot/self-bow"]
    assert [one.parameters[0].values[0].chance for one in shots] == [60]


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ("d100=50 d8=3 d20=20", "unconscious"),  # 4 at the head
        ("d100=50 d8=5 d20=14", "in shock"),  # 6 at an arm that has 3
        ("d100=12 d8=1 d8=4 d20=1", "unconscious"),  # a slash that would want a roll
    ],
)
def test_fury_feels_it_later(dice: str, left: str) -> None:
    part = pair(spell("battle-fury", 2))
    told = blow_of(dice, part)
    ann = part.own[0]
    assert "stunned" not in kinds(told)
    assert [one for one in told if one.facts.get("condition") in ("unconscious", "in shock")] == []
    if left == "unconscious" and ann.lost[6] == 0:
        ann.lost_all = 10
    ann.settle()
    assert ann.able
    part.take_events()
    end(part, ann, ann.under[0])
    told = part.take_events()
    assert [one.facts["condition"] for one in told if one.kind == "condition"] == [left]
    assert not ann.able


@rule(
    "M17",
    "Fanatics do not parry and dodge at half, and battle fury leaves neither parry nor dodge nor spells.",
)
def test_what_fury_costs() -> None:
    fanatic, berserk = ann_of(spell("fanaticism", 1)), ann_of(spell("battle-fury", 2))
    fight = begun(scene(mage("a", "ann", "lightning", "protection"), person("b", "bob")))
    fight.people[0].enchant([spell("battle-fury", 2)])
    part = formed(fight)
    act(part)
    options = {one.id: one.unavailable for one in part.questions()[0].prompt().options}

    assert (legal.defences(fanatic, SWORD), legal.defences(berserk, SWORD)) == ([DODGING], [])
    assert defence_skill(fanatic, DODGING) == 20
    for id_ in ("cast/lightning", "ritual/protection"):
        why = options[id_]
        assert why is not None
        assert (why.reason, why.rule) == ("battle fury leaves no spells", "M17")


@rule("M18", "Whoever is demoralised attacks at half.")
def test_the_demoralised() -> None:
    assert chance(pair(spell("demoralise", 2))) == 30
    assert chance(pair(spell("demoralise", 2), spell("fanaticism", 1))) == 45


@rule("M19", "Whoever is befuddled attacks nobody and casts nothing, until a blow falls at it.")
def test_the_befuddled() -> None:
    fight = begun(scene(mage("a", "ann", "protection"), person("b", "bob")))
    assert spells.castable(fight, fight.people[0], attack=False) == [[0, 1, 0]]
    fight.people[0].enchant([spell("befuddle", 2)])
    assert spells.castable(fight, fight.people[0], attack=False) == []
    part = pair(spell("befuddle", 2))
    problem = legal.refusal(part, part.own[0], ATTACK, SWORD)
    events = blow_of("d100=96", part)

    assert problem == "befuddle leaves no attack|M19"
    assert legal.refusal(part, part.own[0], DEFEND, -1) == ""
    assert only(events, "spell_ended").facts == {"spell": "befuddle"}
    assert part.own[0].under == []


def test_a_spell_that_comes_first_stops_a_blow_that_was_meant() -> None:
    fight = begun(scene(mage("a", "ann", "fear"), person("b", "bob")))
    part = formed(fight, "d100=50 d100=50")
    act(part, bob=HITS)
    events = act(part, ann="cast/fear-2 bob none")

    assert only(events, "cast").facts["outcome"] == "stands"
    assert "attack" not in kinds(events)


@rule("M20", "Fear leaves neither attacks nor spells.")
def test_fear() -> None:
    fight = begun(scene(mage("a", "ann", "lightning", "shield"), person("b", "bob")))
    fight.people[0].enchant([spell("fear", 2)])
    part = formed(fight)
    act(part)
    options = {one.id: one.unavailable for one in part.questions()[0].prompt().options}
    act(part)

    assert options["attack/broadsword"] is not None
    assert options["cast/lightning"] is not None
    assert options["retreat"] is None
    assert part.over


@rule("M21", "Nothing comes from whoever is under sleep, madness or a mind blast.")
def test_the_sleeping() -> None:
    for name in ("sleep", "madness", "mind-blast"):
        assert not ann_of(spell(name, 3)).able
    fight = begun(scene(mage("a", "ann", "sleep"), person("b", "bob"), person("b", "ben")))
    part = formed(fight, "d100=50 d100=50", ann="gather bob 2")
    act(part)
    events = act(part, ann="cast/sleep-3 bob none")
    fight.join()
    asleep = only(events, "condition")
    fight.people[1].enchant([spell("sleep", 3, until=2)])
    formed(fight, ann="engage ben")
    fight.take_events()
    while fight.children()[0].questions():
        act(fight.children()[0])
    fight.join()

    assert (asleep.at, asleep.facts["condition"]) == ("bob", "asleep")
    assert fight.people[1].able


# --- weapons ---------------------------------------------------------------------------------


@rule(
    "M14",
    "Strength gives 8 STR for weapons that want some, and the next damage bonus of the table.",
)
def test_strength() -> None:
    strong = spell("strength", 2)
    weak = ann_of(STR=7)
    helped = ann_of(strong, STR=7)

    assert (weak.is_weak(SWORD), helped.is_weak(SWORD)) == (True, False)
    assert not ann_of(strong).is_weak(SWORD)
    assert [effects.next_bonus(one) for one in (12, 24, 32, 40, 41)] == [
        [],
        [(1, 1, 4)],
        [(1, 1, 6)],
        [(1, 2, 6)],
        [(1, 3, 6)],
    ]
    part = pair(strong)
    part.dice = ScriptedDice("d8=4 d4=3")
    assert roll_damage(part, part.own[0], SWORD, 1, 0).amount == 8


@rule("M22", "A weapon under fire blade does 3D6 and the damage bonus.")
def test_a_blade_of_fire() -> None:
    part = pair(spell("fire-blade", 4, item=SWORD), STR=16)
    part.dice = ScriptedDice("d6=1 d6=2 d6=3 d4=4")

    assert roll_damage(part, part.own[0], SWORD, 1, 0).amount == 10


@rule(
    "M23",
    "A true weapon has its own damage twice, and a great slash does 1D6 more for each point, whatever the degree.",
)
def test_more_dice() -> None:
    part = pair(spell("true-weapon", 1, item=SWORD), spell("great-slash", 2, item=SWORD))
    part.dice = ScriptedDice("d8=1 d8=2 d6=3 d6=4")
    once = roll_damage(part, part.own[0], SWORD, 1, 0)
    part.dice = ScriptedDice("d6=3 d6=4")

    assert once.amount == 2 * 1 + 3 + 7
    assert "2D6 by magic" in [one.label for one in once.terms]
    assert roll_damage(part, part.own[0], SWORD, 3, 0).amount == 2 * (16 + 2) + 7


@rule("M24", "An earth shield stops all of what it parries, and nothing wears it.")
def test_an_earth_shield() -> None:
    part = pair(spell("earth-shield", 3, item=SHIELD), weapons=["medium-shield"])
    c = part.own[0]
    c.enchant([spell("earth-shield", 3, item=0)])
    # A critical against a success: the shield would lose all of the damage.
    part.dice = ScriptedDice("d100=3 d100=50")
    act(part, bob=HITS)
    events = act(part, ann="defend medium-shield")

    assert only(events, "attack").facts["outcome"] == "parried"
    assert "worn" not in kinds(events)
    assert c.item_hp[0] == library().weapons["medium-shield"].hp


@rule(
    "M29",
    "A fire arrow and a swift arrow are on the next missile alone, which does 3D6, or has 15 more to strike and 3 damage more.",
)
def test_spells_on_missiles() -> None:
    archer = person("a", "ann", weapons=["self-bow"], skills={"self-bow": 60})

    def shot(one: Effect, dice: str) -> tuple[dict[str, int], Combatant, list[str]]:
        fight = begun(scene(archer, person("b", "bob"), start={"distance": 20}))
        fight.people[0].enchant([one])
        part = formed(fight)
        said = "shoot/self-bow bob none"
        events = blow_of(dice, part, "ann", said)
        return figures(only(events, "attack")), part.own[0], kinds(events)

    fire, ann, told = shot(spell("fire-arrow", 2, item=0), "d100=50 d6=1 d6=2 d6=3 d20=12")
    swift, _, _ = shot(spell("swift-arrow", 1, item=0), "d100=75 d6=2 d20=12")

    assert (fire["damage"], ann.under, "spell_ended" in told) == (6, [], True)
    assert (swift["attack_chance"], swift["damage"]) == (75, 2 + 1 + 3)
    known = library().spells
    assert spells.weapon_for(known["fire-arrow"], ann) == 0
    assert spells.weapon_for(known["fire-arrow"], ann_of()) == spells.UNFIT
    # A bow impales, and is no blade for this.
    assert spells.weapon_for(known["keen-blade"], ann) == spells.UNFIT


@rule(
    "M6",
    "A spell on a weapon is on the first weapon in hand that it fits, and nobody without one can have it.",
)
def test_a_spell_on_a_weapon() -> None:
    c = ann_of()
    known = library().spells

    assert spells.weapon_for(known["keen-blade"], c) == SWORD
    assert spells.weapon_for(known["earth-shield"], c) == SHIELD
    assert spells.weapon_for(known["axe-trance"], c) == spells.UNFIT
    # A shield crushes, and is no weapon for this.
    assert spells.weapon_for(known["heavy-blow"], c) == spells.UNFIT
    assert not spells.suits(known["heavy-blow"], c)
    assert spells.suits(known["protection"], c)


# --- under what, and how it ends -------------------------------------------------------------


@rule("M5", "Nobody is put under a spell a second time, or under one that another spell excludes.")
def test_spells_that_exclude_each_other() -> None:
    known = library().spells
    c = ann_of(spell("protection", 4))

    assert not spells.suits(known["protection"], c)
    assert not spells.suits(known["shimmer"], c)
    assert spells.suits(known["ward"], c)
    # Two who cast it on one at the same time: the second finds it there.
    fight = begun(scene(mage("a", "ann", "protection"), person("b", "bob")))
    part = formed(fight)
    for _ in range(2):
        put_under(part, part.own[0], [0, 1, 0], part.own[0])
    assert effects.words(part.own[0].under) == ["protection 1"]


@rule(
    "M28",
    "A dispel ends spells that together are no stronger than it, the strongest first: of friends those that were attacks, of foes the others.",
)
def test_dispelling() -> None:
    people = (mage("a", "ann", "dispel"), person("a", "ada"), person("b", "bob"))
    fight = begun(scene(*people))
    both = [spell("demoralise", 2), spell("protection", 4), spell("slow", 1), spell("shield", 2)]
    for c in fight.people[1:]:
        c.enchant(both)
    part = formed(fight, ada="engage bob")
    ann, ada, bob = part.own[0], part.own[1], part.own[2]

    def ended(one: Combatant, strength: int) -> list[str]:
        return [found.spell.id for found in spells.dispelled(ann, one, strength)]

    assert [ended(ada, strength) for strength in (0, 1, 2, 3)] == [
        [],
        ["slow"],
        ["demoralise"],
        ["demoralise", "slow"],
    ]
    assert ended(bob, 5) == ["protection"]
    assert ended(bob, 8) == ["protection", "shield"]
    take_effect(part, ann, [0, 3, 0], ada)
    assert effects.words(ada.under) == ["protection 4", "shield 2"]


# --- healing and harm ------------------------------------------------------------------------


@rule(
    "M26",
    "Healing gives hit points back to the location that is worst off and to the whole, and what no wound is left for is over.",
)
def test_healing() -> None:
    people: tuple[Person, ...] = (mage("a", "ann", "heal", "heal-body"), person("b", "bob"))
    fight = begun(scene(*people))
    part = formed(fight)
    ann, bob = part.own[0], part.own[1]
    # Legs and arms have 4 and 3, the chest 5.
    bob.wound([5, 0, 0, 6, 3, 0, 0])
    bob.lost_all = 10
    bob.helpless = bob.bleeding = bob.lame = bob.shock = bob.unconscious = True
    bob.dies_at = 50
    bob.settle()
    take_effect(part, ann, [0, 2, 0], bob)
    told = part.take_events()

    # Nobody wakes with two hit points.
    assert (told[0].kind, told[0].place, figures(told[0])) == (
        "healed",
        "chest",
        {"hit_points": 1, "all_hit_points": 4},
    )
    assert bob.lost == [5, 0, 0, 4, 3, 0, 0]
    assert [one.facts["condition"] for one in told[1:]] == [
        "bleeding",
        "lame",
        "helpless",
        "unconscious",
    ]
    assert (bob.dies_at, bob.shock, bob.able) == (0, True, False)
    take_effect(part, ann, [0, 9, 0], bob)
    assert bob.lost == [0, 0, 0, 4, 3, 0, 0]
    bob.lost_all += 3
    bob.dying = True
    take_effect(part, ann, [1, 3, 0], bob)
    assert (bob.lost, bob.lost_all, bob.able) == ([0] * 7, 0, True)
    bob.lost_all = 2
    take_effect(part, ann, [0, 1, 0], bob)
    assert bob.lost_all == 1
    bob.severed = [1, 0, 0, 0, 0, 0, 0]
    bob.wound([8, 0, 0, 0, 0, 0, 0])
    take_effect(part, ann, [1, 3, 0], bob)
    assert bob.lost[0] == 8


def test_what_healing_leaves() -> None:
    """A wound that is still there keeps what it did."""
    part = formed(begun(scene(mage("a", "ann", "heal"), person("b", "bob"))))
    ann, bob = part.own[0], part.own[1]
    bob.wound([0, 0, 5, 7, 0, 0, 0])
    bob.lost_all = 12
    bob.helpless = bob.lame = bob.dying = bob.unconscious = True
    take_effect(part, ann, [0, 1, 0], bob)

    assert (bob.helpless, bob.lame, bob.dying, bob.unconscious) == (True, True, False, True)
    assert bob.lost == [0, 0, 5, 6, 0, 0, 0]


@rule(
    "M25",
    "Disruption that overcomes POW does 1D3 to a location by D20, past all armour.",
)
def test_disruption() -> None:
    mail = person("b", "bob", armour=["plate-cuirass"])
    fight = begun(scene(mage("a", "ann", "disruption"), mail))
    fight.people[1].enchant([spell("shield", 1)])
    fight.people[1].enchant([spell("protection", 4)])
    part = formed(fight, "d100=50 d100=50 d3=2 d20=12")
    act(part)
    told = only(act(part, ann="cast/disruption-1 bob none"), "cast")

    assert (told.facts["outcome"], told.place, figures(told)["through"]) == ("hit", "chest", 2)
    assert figures(told)["strike_rank"] == 2


@rule(
    "M27",
    "Sever spirit kills whom it overcomes, and takes 1D6 hit points in all from whoever resists.",
)
def test_sever_spirit() -> None:
    def cast(dice: str) -> list[Event]:
        part = formed(begun(scene(mage("a", "ann", "sever-spirit"), person("b", "bob"))), dice)
        act(part)
        return act(part, ann="cast/sever-spirit-3 bob none")

    dead, resisted = cast("d100=50 d100=50"), cast("d100=50 d100=51 d6=4")

    assert only(dead, "condition").facts["condition"] == "dead"
    assert figures(only(resisted, "drained"))["all_hit_points"] == 8
    assert only(resisted, "cast").facts["outcome"] == "resisted"


@pytest.mark.parametrize("name", sorted(library().spells))
def test_every_spell_of_a_fight_has_what_its_effect_wants(name: str) -> None:
    one = library().spells[name]

    assert (one.gift is not None) == (one.effect == "lasts")
    assert (one.sides > 0) == (one.effect in {"bolt", "sever"})
    assert set(one.weapons) <= set(library().weapons)
    assert (one.rounds > 0) == (one.effect in {"lasts", ""})


@rule(
    "M39",
    "Under many arrows the next missile is one more for each point: each is an attack of its own at the same moment, and they are taken from no quiver.",
)
def test_many_arrows() -> None:
    archer = person("a", "ann", weapons=["self-bow"], skills={"self-bow": 60})
    fight = begun(scene(archer, person("b", "bob"), start={"distance": 20}))
    fight.people[0].enchant([spell("many-arrows", 2, item=0)])
    part = formed(fight)
    dice = "d100=50 d6=1 d20=12 d100=90 d100=40 d6=1 d20=12 d100=90"
    events = blow_of(dice, part, "ann", "shoot_twice/self-bow bob+bob none")
    shots = [one for one in events if one.kind == "attack"]

    assert [one.facts.get("added", "") for one in shots] == ["", "by magic", "by magic", ""]
    assert [figures(one).get("missiles") for one in shots] == [19, None, None, 18]
    assert (part.own[0].missiles[0], part.own[0].under) == (18, [])
    assert part.own[1].lost_all == 2 + 2


@rule(
    "M40",
    "Vigour gives 3 CON, 3 hit points in all and 1 in each location for as long as it lasts, and what was taken of them is missing afterwards.",
)
def test_vigour() -> None:
    part = pair(spell("vigour", 2, until=1))
    ann = part.own[0]
    state = part.view(Observer("game_master")).combatants[0]
    assert (ann.con(), state.all_hit_points, state.hit_points) == (15, 15, (5, 5, 5, 6, 4, 4, 5))
    assert (state.wounds, part.own[1].con()) == (("unhurt",) * 7, 12)
    # The arm bears 3, and 4 with it: a blow of 3 leaves it of use, until the spell is over.
    blow_of("d100=50 d8=2 d20=14", part)
    ann = part.own[0]
    assert (ann.lost_all, ann.is_useless(4)) == (0, False)
    assert ann.con() == 15
    end(part, ann, ann.under[0])
    told = [one for one in part.take_events() if one.kind in ("spell_ended", "wound")]
    assert [one.kind for one in told] == ["spell_ended", "wound"]
    assert (ann.lost_all, ann.is_useless(4), ann.lost[0]) == (3, True, 0)


@pytest.mark.parametrize(
    ("place", "blow", "then"),
    [
        (4, 7, []),  # an arm of 3 and 1: 8 would be a shock
        (
            6,
            9,
            ["unconscious", "bleeding"],
        ),  # a head of 4 and 1: twice that is 10, and without it 8
        (6, 7, []),
    ],
)
def test_with_vigour_twice_is_twice_of_more(place: int, blow: int, then: list[str]) -> None:
    part = pair(spell("vigour", 2))
    ann = part.own[0]
    found = lose(ann, place, blow)
    assert not {"in shock", "bleeding", "severed", "dead"} & {*found.effects}
    assert (found.location, found.whole) == (blow, blow)
    part.take_events()
    end(part, ann, ann.under[0])
    told = [one.facts["condition"] for one in part.take_events() if one.kind == "condition"]
    assert told == then or (not then and told in ([], ["unconscious"]))
    assert ("bleeding" in told) == ("bleeding" in then)


def test_a_slash_fills_what_vigour_gives_too() -> None:
    part = pair(spell("vigour", 2), armour=["leather-greaves"])
    told = blow_of("d100=12 d8=1 d8=2 d20=1", part)  # 5, and 4 past armour, of 5
    assert "stunned" not in kinds(told)


def test_healing_knows_what_is_borrowed() -> None:
    part = pair(spell("vigour", 2))
    ann = part.own[0]
    assert worst(ann) == -1
    lose(ann, 3, 4)
    heal(part, ann, 9)
    assert (ann.lost_all, ann.lost[3]) == (1 - 3, 0)
    fight = begun(scene(person("a", "ann", under={"vigour": 2}), person("b", "bob")))
    fight.amend("gm", "", SetHitPoints("ann", "chest", 5))
    assert fight.people[0].lost_all == -2
    assert restore(fight.snapshot()).people[0].lost == fight.people[0].lost
    far = sight_from(fight.questions()[0].shadow())
    assert (far.hurts(0), far.state.people[0].lost[0]) == (0, -1)
