"""What a game master can change in a fight of Rivers, and who is told."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import (
    EndFight,
    Engage,
    Move,
    Observer,
    Remove,
    SetGear,
    SetHitPoints,
    SetPoints,
    SetStatus,
)
from rules.rivers.course.machine import Fight, restore
from tests.support.rivers import (
    act,
    begun,
    duel,
    formed,
    kinds,
    leaves,
    mage,
    only,
    person,
    played,
    scene,
    spell,
)
from tests.support.rulebook import rule

GM = ("gm", "because")
GAME_MASTER = Observer("game_master")
SPECTATOR = Observer("spectator")


def test_a_fight_is_ended() -> None:
    fight = begun(duel())
    formed(fight)
    fight.amend(*GM, EndFight("b"))
    ended = fight.outcome()

    assert ended is not None
    assert (ended.kind, ended.winner, fight.children()) == ("ended", "b", ())
    end = only(fight.take_events(), "combat_ended")
    assert end.facts["state"] == fight.state_hash()
    with pytest.raises(IllegalAmendmentError, match="the fight is over"):
        fight.amend(*GM, Remove("ann"))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (EndFight("c"), "winner"),
        (Remove("nobody"), "who"),
        (Move("ann", -1), "distance"),
        (Move("ann", 10_001), "distance"),
        (SetHitPoints("ann", "tail", 1), "location"),
        (SetHitPoints("ann", "head", 5), "points"),
        (SetHitPoints("ann", "head", -9), "points"),
        (SetPoints("ann", "actions", 1), "name"),
        (SetPoints("ann", "magic", 12), "points"),
        (SetPoints("ann", "rune", 1), "points"),
        (SetStatus("ann", "shield", on=False), "status"),
        ("nonsense", "change"),
    ],
)
def test_what_cannot_be_changed_changes_nothing(change: object, field: str) -> None:
    fight = begun(duel())
    state = [c.lost for c in fight.people]
    with pytest.raises(IllegalAmendmentError) as caught:
        fight.amend(*GM, change)

    assert caught.value.field == field
    assert caught.value.allowed
    assert [c.lost for c in fight.people] == state
    assert fight.questions()


@rule("C64", "Whom a game master takes out of a fight is told as taken out, and not as fled.")
def test_whoever_is_removed_is_told_as_that() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), person("b", "ben")))
    fight.amend("gm", "", Remove("ben"))
    assert restore(fight.snapshot()).snapshot() == fight.fork().snapshot() == fight.snapshot()
    fight.amend("gm", "", EndFight(""))
    fates = {one.id: one.state for one in fight.take_events()[-1].fates}

    assert fates == {"ann": "up", "bob": "up", "ben": "removed"}


def test_whoever_is_removed_is_asked_no_more() -> None:
    people = [person("a", "ann"), person("a", "ada"), person("b", "bob")]
    forming = begun(scene(*people))
    forming.amend(*GM, Remove("ann"))
    assert [question.combatant for question in forming.questions()] == ["ada"]
    fight = begun(scene(*people))
    part = formed(fight)
    act(part)
    fight.amend(*GM, Remove("ann"))
    assert [question.combatant for question in part.questions()] == ["ada"]
    with pytest.raises(IllegalAmendmentError):
        fight.amend(*GM, Remove("ann"))
    played(fight)
    assert fight.outcome() is not None


def test_whoever_is_left_with_the_second_of_two_foes_strikes_that_one() -> None:
    fight = begun(scene(person("a", "ann"), person("a", "ada"), person("b", "bob")))
    part = formed(fight)
    fight.amend(*GM, Remove("ann"))
    act(part, bob="attack/broadsword ada none")

    assert part.plans[2].targets == [1]


def test_whoever_is_removed_once_it_is_chosen_leaves_its_foe_alone() -> None:
    people = [person("a", "ann"), person("a", "ada"), person("b", "bob"), person("b", "ben")]
    fight = begun(scene(*people))
    act(fight, ann="engage bob")
    fight.amend(*GM, Remove("bob"))
    formed(fight, ada="engage ben")
    first, second = fight.children()

    assert [question.combatant for question in first.questions()] == ["ann"]
    assert [question.combatant for question in second.questions()] == ["ben"]


def test_a_defence_that_has_become_pointless_is_not_asked_for() -> None:
    fight = begun(duel())
    part = formed(fight, "d100=90")
    act(part, bob="defend medium-shield+dodge")
    act(part, ann="attack/broadsword bob none")
    fight.amend(*GM, SetHitPoints("bob", "left arm", 2))
    assert [question.kind for question in part.questions()] == ["reaction"]
    fight.amend(*GM, SetHitPoints("ann", "right arm", 3))
    assert part.questions()
    fight.amend(*GM, Remove("bob"))
    assert part.questions() == []
    assert part.over


def test_whom_to_strike_instead_may_be_settled() -> None:
    people = [person("a", "ann", DEX=19), *(person("b", f"b{n}", DEX=8) for n in (1, 2, 3))]
    dice = "d100=1 d100=90 d20=20"
    fight = begun(scene(*people))
    part = formed(fight, dice, ann="gather b1 3")
    act(part)
    act(part, ann="attack_twice/broadsword b1+b1 none")
    fight.amend(*GM, Remove("b2"))
    assert [question.kind for question in part.questions()] == ["reaction"]
    fight.amend(*GM, Remove("b3"))
    assert part.over


def test_somebody_is_moved_and_hurt_in_an_engagement_and_the_other_side_learns_little() -> None:
    fight = begun(duel())
    part = formed(fight)
    fight.amend(*GM, Move("bob", 5))
    fight.amend(*GM, SetHitPoints("bob", "chest", 3))
    fight.amend(*GM, SetHitPoints("bob", "chest", 4))
    moved, hurt, _ = [event for event in fight.take_events() if event.kind == "amended"]

    assert (part.own[1].metres, part.own[1].lost[3], part.own[1].lost_all) == (-5, 1, 1)
    assert fight.seen_by(SPECTATOR, moved) == moved
    told = fight.seen_by(SPECTATOR, hurt)
    assert told is not None
    assert (told.facts, told.place) == ({"change": "hit_points"}, "")
    assert fight.seen_by(Observer("seat", "bob"), hurt) == hurt
    assert fight.seen_by(Observer("seat", "nobody"), hurt) == told


def test_wounds_follow_from_hit_points() -> None:
    def conditions(location: str, points: int, **options: object) -> list[str]:
        fight = begun(scene(person("a", "ann"), person("b", "bob"), person("b", "ben"), **options))
        fight.amend(*GM, SetHitPoints("bob", location, points))
        told = fight.take_events()
        return [
            event.facts.get("condition", event.facts.get("effect", ""))
            for event in told
            if event.kind in {"condition", "wound"}
        ]

    assert conditions("right leg", 0) == ["crippled", "falls"]
    assert conditions("abdomen", 0) == ["lame", "falls"]
    assert conditions("chest", 0) == ["helpless", "falls"]
    assert conditions("head", 0) == ["unconscious"]
    assert conditions("head", -4) == ["unconscious", "bleeding"]
    assert conditions("head", -8) == ["dead"]
    assert conditions("chest", -7, dying_round=True) == ["unconscious", "bleeding", "dying"]


def test_the_untended_bleed_and_die() -> None:
    people = [person("a", "ann"), person("b", "bob"), person("b", "ben"), person("b", "bea")]
    fight = begun(scene(*people, stalemate_rounds=0))
    fight.amend(*GM, SetHitPoints("bob", "head", -4))
    fight.amend(*GM, SetHitPoints("ben", "head", 0))
    minds = dict.fromkeys(["ann", "bea"], "guard")
    fight.amend(*GM, Move("bea", 20))
    assert dying(fight, Observer("game_master")) == {"bob": 4, "ben": 26}
    assert dying(fight, Observer("seat", "bea")) == {"bob": 4, "ben": 26}
    assert dying(fight, Observer("seat", "ann")) == dying(fight, SPECTATOR) == {}
    told = played(fight, minds)
    deaths = {event.at: event.round for event in told if event.facts.get("condition") == "dead"}

    assert deaths["bob"] == kinds(told).count("bled") == 4
    assert deaths["ben"] == 26
    assert leaves(fight) == [fight]
    assert dying(fight, Observer("game_master")) == {}


def dying(fight: Fight, observer: Observer) -> dict[str, int]:
    """Whom a wound kills with the end of which round, as an observer sees it."""
    return {one.id: one.dies for one in fight.view(observer).combatants if one.dies is not None}


@pytest.mark.parametrize(("dying_round", "dies"), [(False, 4), (True, 5)])
def test_a_fight_that_is_over_still_says_when_somebody_dies(dying_round: bool, dies: int) -> None:
    people = [person("a", "ann"), person("b", "bob"), person("b", "ben")]
    fight = begun(scene(*people, dying_round=dying_round, round_cap=1))
    fight.amend(*GM, SetHitPoints("bob", "head", -4))
    assert dying(fight, Observer("game_master")) == {"bob": dies}
    played(fight, dict.fromkeys(["ann", "ben"], "guard"))

    assert fight.outcome() is not None
    assert dying(fight, Observer("game_master")) == {"bob": dies}


def test_whoever_is_dying_has_one_round() -> None:
    people = [person("a", "ann"), person("b", "bob"), person("b", "ben")]
    fight = begun(scene(*people, dying_round=True, round_cap=4))
    fight.amend(*GM, SetHitPoints("bob", "chest", -7))
    assert dying(fight, Observer("game_master")) == {"bob": 2}
    told = played(fight, dict.fromkeys(["ann", "bob", "ben"], "guard"))
    deaths = {event.at: event.round for event in told if event.facts.get("condition") == "dead"}

    assert deaths == {"bob": 2}


def test_what_is_refused_changes_nothing_not_even_the_names_of_what_is_told() -> None:
    fight = begun(duel())
    before = fight.snapshot()
    with pytest.raises(IllegalAmendmentError):
        fight.amend(*GM, Remove("nobody"))

    assert fight.snapshot() == before


def test_an_end_between_engagements_is_told_after_what_happened_in_them() -> None:
    fight = begun(
        scene(person("a", "ann"), person("a", "ada"), person("b", "bob"), person("b", "ben"))
    )
    formed(fight)
    fight.amend(*GM, EndFight(""))
    places = {one.kind: one.id for one in fight.take_events()}

    assert places["amended"].startswith("r1.p0.")
    assert places["combat_ended"] == "r1.p3.0.e0"


def test_points_of_magic_are_given_and_taken() -> None:
    fight = begun(scene(mage("a", "ann", "lightning"), person("b", "bob")))
    part = formed(fight)
    fight.amend(*GM, SetPoints("ann", "rune", 1))
    fight.amend(*GM, SetPoints("ann", "magic", 3))
    told = [one for one in fight.take_events() if one.kind == "amended"]
    hidden = fight.seen_by(SPECTATOR, told[0])
    ann = part.own[0]

    assert (ann.rune_points, ann.magic_points, ann.able) == (1, 3, True)
    assert [(one.facts["name"], one.facts["points"]) for one in told] == [
        ("rune", "1"),
        ("magic", "3"),
    ]
    assert hidden is not None
    assert hidden.facts == {"change": "points"}
    fight.amend(*GM, SetPoints("ann", "magic", 0))
    assert only(fight.take_events(), "condition").facts["condition"] == "unconscious"
    assert not ann.able


def test_a_spell_is_ended() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), person("b", "ben")))
    fight.people[1].enchant([spell("sleep", 3), spell("slow", 1)])
    fight.people[1].settle()
    fight.amend(*GM, SetStatus("bob", "sleep", on=False))
    told = kinds(fight.take_events())
    with pytest.raises(IllegalAmendmentError, match="to be ended: slow"):
        fight.amend(*GM, SetStatus("bob", "slow"))

    assert told[-2:] == ["amended", "spell_ended"]
    assert fight.people[1].able
    assert [one.spell.id for one in fight.people[1].under] == ["slow"]


@rule(
    "C52",
    "While engagements are formed a game master may put anybody into that of a foe, and is told where several are against several then.",
)
def test_engagements_by_hand() -> None:
    people = [person("a", "ann"), person("a", "ada"), person("b", "bob"), person("b", "ben")]
    fight = begun(scene(*people))
    fight.take_events()
    fight.amend(*GM, Engage("ann", "bob"))
    fight.amend(*GM, Engage("ben", "ann"))
    plain = [one.facts for one in fight.take_events()]
    (question,) = fight.questions()
    fight.amend(*GM, Engage("ada", "ben"))
    told = only(fight.take_events(), "amended")

    assert [one.get("breach") for one in plain] == [None, None]
    assert question.combatant == "ada"  # Ann was asked, and is not any more
    assert (told.at, told.facts["foe"], told.facts["breach"]) == ("ada", "ben", "2 against 2")
    (star,) = fight.stars
    assert star == ([1, 2], [3, 4])
    events = played(fight.fork())
    assert events[-1].kind == "combat_ended"
    # Somebody is taken out of another engagement, and whoever is left alone there is free again.
    other = begun(scene(*people))
    other.amend(*GM, Engage("bob", "ann"))
    other.amend(*GM, Engage("bob", "ada"))
    assert other.stars == [([2], [3])]
    other.amend(*GM, Engage("ben", "ann"))
    assert other.stars == [([1], [4]), ([2], [3])]


@pytest.mark.parametrize(
    ("who", "foe", "said"),
    [
        ("nobody", "bob", "expected one of"),
        ("ann", "ann", "expected a foe of ann"),
        ("ann", "bob", "the engagements are at play"),
        ("ann", "ben", "expected somebody who can fight"),
    ],
)
def test_engagements_by_hand_are_refused(who: str, foe: str, said: str) -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), person("b", "ben")))
    if said == "the engagements are at play":
        formed(fight)
    elif foe == "ben":
        fight.amend(*GM, SetHitPoints("ben", "head", -8))
    with pytest.raises(IllegalAmendmentError, match=said):
        fight.amend(*GM, Engage(who, foe))


@rule(
    "C63",
    "A game master may put anything that somebody carries into its hands if they are free, away, on the ground or out of the fight, and say how many missiles there are; a spell on what leaves the hand is over.",
)
def test_gear_by_hand() -> None:
    setup = scene(person("a", "ann", weapons=["broadsword", "self-bow"]), person("b", "bob"))
    fight = begun(setup)
    ann = fight.people[0]
    ann.enchant([spell("keen-blade", 2, item=0), spell("shield", 1)])
    fight.amend(*GM, SetGear("ann", "broadsword", "dropped"))
    told = fight.take_events()
    assert [one.kind for one in told[-2:]] == ["amended", "spell_ended"]
    assert (told[-2].item, told[-2].facts["state"]) == ("broadsword", "dropped")
    fight.amend(*GM, SetGear("ann", "self-bow", "held", 3))
    (bow,) = [one for one in fight.view(GAME_MASTER).combatants[0].items if one.id == "self-bow"]
    assert (bow.state, bow.missiles) == ("held", 3)
    assert [one.spell.id for one in ann.under] == ["shield"]
    assert fight.take_events()[-1].facts["missiles"] == "3"
    fight.amend(*GM, SetGear("ann", "self-bow", "held"))
    # In an engagement too, and foes are told no more than that it happened.
    part = formed(fight)
    fight.amend(*GM, SetGear("bob", "broadsword", "gone"))
    assert part.own[1].items[0] == 3
    shown = fight.seen_by(Observer("seat", "ann"), only(fight.take_events(), "amended"))
    assert shown is not None
    assert shown.facts == {"change": "gear"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (SetGear("ann", "fist", "gone"), "item"),
        (SetGear("ann", "broadsword", "lost"), "state"),
        (SetGear("ann", "broadsword", "held", 3), "missiles"),
        (SetGear("ann", "self-bow", "carried", 100), "missiles"),
        (SetGear("ann", "self-bow", "held"), "state"),
    ],
)
def test_gear_that_makes_no_sense_is_refused(change: SetGear, field: str) -> None:
    setup = scene(person("a", "ann", weapons=["broadsword", "self-bow"]), person("b", "bob"))
    fight = begun(setup)
    before = fight.state_hash()
    with pytest.raises(IllegalAmendmentError) as refused:
        fight.amend(*GM, change)

    assert (refused.value.field, fight.state_hash()) == (field, before)


def test_who_has_bare_hands_has_no_gear() -> None:
    fight = begun(scene(person("a", "ann", weapons=[], skills={}), person("b", "bob")))
    with pytest.raises(IllegalAmendmentError, match="it has nothing"):
        fight.amend(*GM, SetGear("ann", "club", "held"))
