"""RULES.md, missiles from one engagement into another, and whoever is unaware."""

from __future__ import annotations

from rules.kernel.dice import fight_seed
from rules.kernel.model import Event, Observer
from rules.rivers.course.machine import HELPING, Fight, begin, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.policies import POLICIES
from rules.rivers.tell import Teller
from tests.support.dice import ScriptedDice
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    figures,
    kinds,
    only,
    person,
    scene,
)
from tests.support.rulebook import rule


def archer(who: str = "ann", /, **other: object) -> Person:
    skills = {"self-bow": 70, "dagger": 50, "Dodge": 40}
    return person("a", who, **{"weapons": ["self-bow", "dagger"], "skills": skills, **other})


CROWD = [person("b", "bob"), person("b", "ben")]


def at_play(fight: Fight, **choices: str) -> Fight:
    """Up to the engagements; whoever is not named hangs back."""
    while not fight.children():
        if fight.step == HELPING:
            act(fight)
        else:
            act(fight, **choices)
    return fight


def melee(**options: object) -> Fight:
    """Ada fights Bob and Ben, and Ann with her bow stands alone."""
    setup = scene(person("a", "ada"), archer(), *CROWD, **options)
    return at_play(begun(setup), ada="gather bob 2")


def through(fight: Fight, dice: str, **acts: str) -> list[Event]:
    """The round to its end, with those dice for what lands at its edge."""
    events: list[Event] = []
    while not events or fight.children():
        for part in fight.children():
            while part.questions():
                act(part, **acts)
        fight.take_events()
        fight.dice = ScriptedDice(dice)
        fight.diced = fight.round
        fight.join()
        events += fight.take_events()
        if "attack" in kinds(events) or fight.questions():
            return events
    return events


CALM = {"ada": "defend none", "bob": "defend dodge", "ben": "defend none"}


@rule(
    "C61",
    "Whoever stands alone shoots or throws at foes of other engagements who are unaware of it, or whose engagement has no room for one more; it lands when all engagements are through, in player order, and meets the first defence that its target has declared and can use.",
)
def test_shots_at_other_engagements() -> None:
    fight = melee()
    events = through(fight, "d100=50 d100=90 d6=4 d20=12", ann="shoot/self-bow bob none", **CALM)
    hit = only(events, "attack")

    assert (hit.by, hit.at, hit.phase) == ("ann", "bob", 3)
    assert (hit.facts["crosses"], hit.facts["defence"]) == ("yes", "dodge")
    assert figures(hit)["strike_rank"] == 2
    assert figures(hit)["missiles"] == 19
    # Ben declared no defence, and two arrows are two attacks.
    both = through(melee(), "d100=90 d100=90", ann="shoot_twice/self-bow ben+ben none", **CALM)
    shots = [one for one in both if one.kind == "attack"]
    assert [one.facts["defence"] for one in shots] == ["none", "none"]
    assert "attack" in shots[1].facts
    line = Teller(fight.setup).line(hit)
    assert line is not None
    assert "from another engagement; needs 70" in line.details[0]


def test_who_can_be_shot_at_from_elsewhere() -> None:
    # Bob fights Ada alone: there is room for Ann, so she would be engaged with him.
    pair = at_play(begun(scene(person("a", "ada"), archer(), person("b", "bob"))), ada="engage bob")
    for fight, expected in ((melee(), ""), (pair, "there is no foe in the engagement")):
        ann = next(one for one in fight.children() if 1 in one.own)
        options = {one.id: one for one in ann.questions()[0].prompt().options}
        shoot = options["shoot/self-bow"].unavailable
        assert (shoot.reason if shoot else "") == expected
        on = options["shoot_on/self-bow"].unavailable
        assert on is not None
        assert on.reason == "there is no foe in the engagement"
        blow = options["attack/dagger"].unavailable
        assert blow is not None
        assert blow.reason == "there is no foe in the engagement"
    far = scene(person("a", "ada"), archer(), *CROWD, start={"distance": 90})
    ann = at_play(begun(far), ada="gather bob 2").children()[1]
    assert not [
        o
        for o in ann.questions()[0].prompt().options
        if o.id == "shoot/self-bow" and not o.unavailable
    ]


def test_nobody_shoots_at_whoever_has_fallen_meanwhile() -> None:
    fight = melee()
    for part in fight.children():
        while part.questions():
            act(part, ann="shoot/self-bow bob none", **CALM)
    fight.children()[0].own[2].dead = True
    fight.children()[0].own[2].settle()
    copy = restore(fight.snapshot())
    assert copy.state_hash() == fight.state_hash() == fight.fork().state_hash()
    fight.take_events()
    fight.join()
    lost = only(fight.take_events(), "attack_lost")

    assert (lost.by, lost.at, lost.item) == ("ann", "bob", "self-bow")
    assert fight.people[1].missiles[0] == 20


def test_a_hit_from_elsewhere_is_harm() -> None:
    fight = melee(stalemate_rounds=1)
    through(fight, "d100=50 d6=4 d20=12", ann="shoot/self-bow ben none", **CALM)

    assert fight.outcome() is None


@rule(
    "C61a",
    'With `cross_effects = "sequential"` it lands when the engagement of whoever sent it is through, and meets no defence.',
)
def test_shots_one_after_the_other() -> None:
    fight = melee(cross_effects="sequential")
    hit = only(
        through(fight, "d100=50 d6=4 d20=12", ann="shoot/self-bow bob none", **CALM), "attack"
    )

    assert (hit.phase, hit.facts["defence"]) == (2, "none")


@rule(
    "C62",
    "Whoever is unaware chooses and does nothing, until the edge of the round in which anybody fights or shoots.",
)
def test_the_unaware() -> None:
    start = {"distance": 40, "unaware": ["b"]}
    fight = begun(scene(archer(), *CROWD, start=start))
    assert [one.combatant for one in fight.questions()] == ["ann"]
    assert fight.view(Observer("game_master")).combatants[1].conditions == ("unaware",)
    at_play(fight)
    assert [part.questions()[0].combatant for part in fight.children() if part.questions()] == [
        "ann"
    ]
    (shoot,) = [
        one
        for one in fight.children()[0].questions()[0].prompt().options
        if one.id == "shoot/self-bow"
    ]
    assert shoot.parameters[0].values[0].chance == 95
    events = through(fight, "d100=90 d6=4 d20=12", ann="shoot/self-bow bob none")
    hit = only(events, "attack")
    changes = [one for one in events if one.facts.get("condition") == "unaware"]
    noticed = [one.at for one in changes]

    assert (figures(hit)["attack_chance"], hit.facts["defence"]) == (110, "none")
    assert noticed == ["bob", "ben"]
    line = Teller(fight.setup).line(changes[0])
    assert line is not None
    assert "".join(one.text for one in line.spans) == "Bob is no longer unaware."
    # Who is attacked by hand answers nothing either, and all are aware once anybody fights.
    near = at_play(
        begun(scene(person("a", "ann"), *CROWD, start={"unaware": ["bob", "ben"]})),
        ann="engage bob",
    )
    part = near.children()[0]
    part.dice = ScriptedDice("d100=70 d8=3 d20=12")
    blow = only(act(part, ann="attack/broadsword bob none"), "attack")
    assert (figures(blow)["attack_chance"], blow.facts["defence"]) == (100, "none")
    # Nobody who is left alone notices anything.
    calm = at_play(begun(scene(archer(), *CROWD, start=start)))
    while calm.children() and calm.round == 1:
        for one in calm.children():
            while one.questions():
                act(one)
        calm.join()
    assert calm.people[1].unaware
    assert not calm.people[0].unaware


def test_minds_that_shoot_from_where_they_are() -> None:
    start = {"distance": 40, "unaware": ["b"]}
    setup = scene(archer(), person("a", "ada"), *CROWD, start=start)
    fight = begun(setup)
    assert answer_of(fight.questions()[0]).option == "hang_back"
    assert answer_of(fight.questions()[0], "reckless").option == "hang_back"
    act(fight)
    assert answer_of(fight.questions()[0]).option == "engage"
    act(fight)
    (ann, *_) = fight.children()
    (question,) = ann.questions()
    assert answer_of(question).option == "shoot_twice/self-bow"
    assert POLICIES["steady"](sight_from(question.shadow())) == answer_of(question)
    # One arrow is shot once, an empty bow not at all, and a crossbow that is not loaded waits for nobody.
    for other, said in (
        ({"missiles": {"self-bow": 1}}, "hang_back"),
        ({"missiles": {"self-bow": 0}}, "engage"),
        ({"held": ["dagger"]}, "engage"),
        (
            {"weapons": ["heavy-crossbow"], "skills": {"heavy-crossbow": 50}, "loaded": False},
            "engage",
        ),
    ):
        alone = begun(scene(archer(**other), *CROWD, start=start))
        assert answer_of(alone.questions()[0]).option == said
    act(alone := begun(scene(archer(missiles={"self-bow": 1}), *CROWD, start=start)))
    assert answer_of(alone.children()[0].questions()[0]).option == "shoot/self-bow"
    none = begin(scene(archer(missiles={"self-bow": 0}), *CROWD, start=start), fight_seed(1))
    act(none)
    assert answer_of(none.children()[0].questions()[0]).option == "approach_far"
