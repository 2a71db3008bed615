"""RULES.md, tempers: when nerve is tested, what comes of it, and what minds make of it."""

from __future__ import annotations

from typing import Final

import pytest

from rules.kernel.dice import fight_seed, luck
from rules.kernel.errors import SetupError
from rules.kernel.model import EndFight, Event, Observer, Remove, SetHitPoints
from rules.kernel.temper import nerve
from rules.rivers.course.machine import Fight, begin, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.model import Setup
from rules.rivers.policies import POLICIES
from rules.rivers.tell import Teller
from rules.rivers.tell.tables import sheets, wholes
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    figures,
    formed,
    only,
    person,
    played,
    scene,
)
from tests.support.rulebook import rule

GM: Final = ("gm", "because")


def soldier(who: str, temper: object = "soldier", side: str = "a", **other: object) -> Person:
    return person(side, who, temper=temper, **other)


def after_a_round(
    setup: Setup, *lost: str, number: int = 0, **hurt: str
) -> tuple[Fight, list[Event]]:
    """The fight after a round in which nobody does anything but be lost, or be hurt in a location; what its edge told."""
    fight = begin(setup, fight_seed(number), watched=True)
    while not fight.children():
        act(fight)
    for who in lost:
        fight.amend(*GM, Remove(who))
    for who, place in hurt.items():
        name, _, points = place.partition(": ")
        fight.amend(*GM, SetHitPoints(who, name, int(points or 0)))
    while open_ := [one for one in fight.children() if one.questions()]:
        act(open_[0])
    fight.take_events()
    fight.join()
    return fight, fight.take_events()


def frightened(events: list[Event]) -> dict[str, str]:
    """By whom, what made its nerve be tested."""
    return {one.at: one.facts["causes"] for one in events if one.kind == "nerve"}


FOES: Final = [person("b", "bob"), person("b", "ben"), person("b", "bea")]


@rule(
    "C45",
    "At the edge of a round nerve is tested of whoever has a temper and something new to fear: the first loss of its side, that of its leader and of half of it, a location of its own that is crippled, 40 % of all its hit points or less, and three foes at once.",
)
def test_when_nerve_is_tested() -> None:
    led = scene(
        soldier("ann"),
        soldier("ada", {"kind": "soldier", "leader": True}),
        soldier("amy", "fanatic"),
        person("a", "abe"),
        *FOES,
    )
    assert frightened(after_a_round(led, "abe")[1]) == {
        "ann": "the side's first is lost",
        "ada": "the side's first is lost",
    }
    assert frightened(after_a_round(led, "ada", "abe")[1]) == {
        "ann": "the side's first is lost, the side's leader is lost, half of the side is lost"
    }
    assert frightened(after_a_round(led, ann="left arm")[1]) == {"ann": "left arm crippled"}
    # Nobody is frightened twice by the same.
    fight, _ = after_a_round(led, "abe")
    while not fight.children():
        act(fight)
    for part in fight.children():
        while part.questions():
            act(part)
    fight.join()
    assert frightened(fight.take_events()) == {}
    weak = scene(soldier("ann", CON=8), person("a", "abe"), *FOES)
    assert (
        "down to 40 % of all hit points"
        in frightened(after_a_round(weak, ann="left leg: -2")[1])["ann"]
    )
    alone = begun(scene(soldier("ann"), *FOES))
    part = formed(alone, ann="gather bob 3")
    while part.questions():
        act(part)
    alone.join()
    assert frightened(alone.take_events()) == {"ann": "three foes at once"}


@rule(
    "C46",
    "It is one test by 2D6 against nerve less 1 for each cause but the first, and missed by 1 or 2 it makes one hold back, by 3 or 4 fall back, by more flee; its dice follow from the seed of the fight and change no others.",
)
def test_a_test_of_nerve() -> None:
    setup = scene(soldier("ann", {"kind": "soldier", "nerve": 6}), person("a", "abe"), *FOES)
    seen: set[str] = set()
    for number in range(30):
        fight, events = after_a_round(setup, "abe", number=number)
        told = only(events, "nerve")
        numbers = figures(told)
        place = f"nerve r1.{nerve.FIRST | nerve.HALF}.ann"
        word = nerve.WORDS[nerve.mood(numbers["nerve_roll"] - 5)]
        seen.add(word)

        assert numbers["nerve_roll"] == nerve.roll(luck(fight.seed, place))
        assert [(one.label, one.value) for one in told.figures[0].terms] == [
            ("nerve", 6),
            ("further causes", -1),
        ]
        assert told.facts["state"] == word
        assert told.to == "ann"
        began = [one.facts["condition"] for one in events if one.kind == "condition"]
        assert began == [word] * (word != "steady")
    assert seen == {*nerve.WORDS}


@rule(
    "C47",
    "Holding and falling back are over at the edge of the round after, and fleeing never; what is done about it is for whoever decides, and minds heed it.",
)
@pytest.mark.parametrize(("mood", "lasts"), [(1, False), (2, False), (3, True)])
def test_how_long_it_lasts(mood: int, *, lasts: bool) -> None:
    setup = scene(soldier("ann"), person("b", "bob"))
    fight = begun(setup)
    fight.people[0].mood = mood
    fight.people[0].mood_to = 1
    part = formed(fight)
    seen = fight.view(Observer("seat", "bob")).combatants[0].conditions
    act(part)
    offered = [one.id for one in part.questions()[0].prompt().options]
    act(part)
    fight.join()
    ended = [one for one in fight.take_events() if one.kind == "condition"]

    assert seen == (nerve.WORDS[mood],)
    assert "attack/broadsword" in offered  # it is asked as ever
    assert fight.people[0].mood == (mood if lasts else 0)
    assert [one.facts["cause"] for one in ended] == ["took heart again"] * (not lasts)


@rule(
    "C48",
    "Whoever flees draws back with two moves, and has left the fight if no foe is upon it when its engagement ends.",
)
def test_to_flee() -> None:
    near = begun(scene(person("a", "ann"), person("a", "ada"), person("b", "bob")))
    part = formed(near, ada="hang_back")
    act(part)
    events = act(part, ann="flee dodge")
    far = begun(
        scene(person("a", "ann"), person("a", "ada"), person("b", "bob"), start={"distance": 20})
    )
    away = formed(far, ada="hang_back")
    act(away)
    gone = act(away, ann="flee none")
    far.join()
    far.amend(*GM, EndFight(""))

    assert [one.kind for one in events] == ["declared", "declared", "walked"]
    assert figures(only(events, "walked"))["metres"] == 48
    assert part.own[0].able
    assert [one.kind for one in gone] == ["declared", "declared", "walked", "left"]
    assert far.people[0].gone
    assert only(far.take_events(), "combat_ended").fates[0].state == "fled"
    assert _said(far, gone[-1]) == "Ann has left the fight."


@rule(
    "C49",
    "Whoever yields to the foes of its engagement is a prisoner before anybody strikes, and fights no more.",
)
def test_to_yield() -> None:
    fight = begun(scene(person("a", "ann"), person("a", "ada"), person("b", "bob")))
    part = formed(fight, ada="hang_back")
    act(part, bob="attack/broadsword ann none")
    events = act(part, ann="yield")
    fight.join()
    fight.take_events()
    (ann, *_) = fight.view(Observer("spectator")).combatants
    fight.amend(*GM, EndFight(""))

    assert [one.kind for one in events] == ["declared", "condition", "declared", "attack_lost"]
    assert (ann.state, ann.conditions) == ("prisoner", ("yielded",))
    assert only(fight.take_events(), "combat_ended").fates[0].state == "prisoner"
    assert _said(fight, events[1]) == "Ann yields."
    single = fight.fork()
    assert restore(single.snapshot()).people[0].prisoner


def test_nobody_yields_to_nobody() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob")))
    act(fight, ann="hang_back")
    act(fight, bob="hang_back")
    (question,) = fight.children()[0].questions()
    reasons = {one.id: one.unavailable for one in question.prompt().options}

    assert reasons["yield"] is not None
    assert reasons["yield"].reason == "there is no foe in the engagement"
    assert reasons["flee"] is None


def choice(setup: Setup, mood: int, mind: str = "steady", **formation: str) -> str:
    """What somebody in that mood does in the engagement it is in."""
    fight = begun(setup)
    fight.people[0].mood = mood
    part = formed(fight, **formation)
    if setup.first != "b":
        act(part)
    question = part.questions()[0]
    assert question.combatant == "ann"
    answer = answer_of(question, mind)
    question.check(answer)
    return answer.option


def forms(setup: Setup, mood: int = 0, mind: str = "steady") -> str:
    """Whom the first one chooses: the option, or the foe."""
    fight = begun(setup)
    fight.people[0].mood = mood
    answer = answer_of(fight.questions()[0], mind)
    return " ".join((answer.option, *answer.values))


@rule(
    "C50",
    "Minds that hold back go to nobody, those that fall back keep off the nearest foe, and those that flee run, or yield if a foe is upon them and their kind yields.",
)
@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_minds_that_are_afraid(mind: str) -> None:
    bob = person("b", "bob")
    far = {"distance": 20}
    near = scene(soldier("ann"), bob)
    apart = scene(soldier("ann"), bob, start=far)

    assert choice(near, nerve.HOLDING, mind) == "attack_twice/broadsword"
    assert choice(apart, nerve.HOLDING, mind) == "defend"
    assert choice(near, nerve.FALLING, mind) == "keep_off"
    assert choice(near, nerve.FLEEING, mind) == "yield"
    assert choice(apart, nerve.FLEEING, mind) == "flee"
    assert choice(scene(soldier("ann", "beast"), bob), nerve.FLEEING, mind) == "flee"
    assert choice(scene(person("a", "ann"), bob), nerve.FLEEING, mind) == "yield"
    # Nobody flees who cannot walk: it yields, or fights on if its kind never does.
    rooted = scene(soldier("ann", "beast", move=0), bob)
    assert choice(rooted, nerve.FLEEING, mind) == "attack_twice/broadsword"
    still = scene(soldier("ann", move=0), bob)
    assert choice(still, nerve.FALLING, mind) == "defend"
    archer = soldier("ann", weapons=["self-bow"], skills={"self-bow": 70})
    shooting = scene(archer, bob, start=far)
    assert choice(shooting, nerve.FALLING, mind) == "shoot_back/self-bow"
    assert choice(shooting, nerve.HOLDING, mind) == "shoot_twice/self-bow"
    assert [forms(one, nerve.HOLDING) for one in (near, apart, shooting)] == [
        "engage bob",
        "hang_back",
        "engage bob",
    ]
    assert forms(near, nerve.FALLING) == "hang_back"


@rule(
    "C51",
    "Minds that are to hold go to nobody, to drive off leaves those alone who flee, to escape flees at once, to protect fights the foes of a friend first, and to capture aims at arms and legs.",
)
def test_what_minds_want() -> None:
    bob, ben = person("b", "bob"), person("b", "ben")
    far = {"distance": 20}

    def wants(goal: str) -> Person:
        return soldier("ann", {"kind": "soldier", "goal": goal})

    hold = scene(wants("hold"), bob, start=far)
    assert forms(hold) == "hang_back"
    assert choice(hold, 0, ann="engage bob") == "defend"
    assert choice(scene(wants("escape"), bob), 0, ann="engage bob") == "flee"
    assert forms(scene(wants("escape"), bob)) == "hang_back"
    drive = begun(scene(wants("drive off"), bob, ben))
    assert answer_of(drive.questions()[0]).values == ("bob",)
    drive.people[1].mood = nerve.FLEEING
    assert answer_of(drive.questions()[0]).values == ("ben",)
    drive.people[2].mood = nerve.FLEEING
    assert answer_of(drive.questions()[0]).option == "hang_back"
    guards = scene(person("a", "abe"), wants("protect abe"), bob, ben)
    fight = begun(guards)
    act(fight, abe="engage ben")
    assert answer_of(fight.questions()[0]).values == ("ben",)
    assert choice(scene(wants("capture"), bob), 0, ann="engage bob") == "aim/broadsword"
    late = begun(scene(wants("protect abe"), person("a", "abe"), bob, ben))
    assert answer_of(late.questions()[0]).values == ("bob",)
    late.people[1].dead = True
    late.people[1].settle()
    sight = late.questions()[0].sight()
    assert (sight.ward(), sight.pressing(-1)) == (-1, [])


def test_a_remote_mind_knows_no_foes_temper() -> None:
    fight = begun(scene(soldier("ann", {"kind": "mob", "nerve": 9}), soldier("bob", side="b")))
    fight.people[1].mood = nerve.HOLDING
    fight.people[1].scares = nerve.FIRST
    (question,) = fight.questions()
    far = sight_from(question.shadow())

    assert POLICIES["steady"](far) == answer_of(question)
    assert far.me.build.entry.temper is not None
    assert far.state.people[1].build.entry.temper is None
    assert (far.state.people[1].mood, far.state.people[1].scares) == (nerve.HOLDING, 0)


def test_a_mob_breaks_and_the_fight_is_over() -> None:
    rioters = person("b", "rioter", count=6, temper="mob", weapons=["club"], skills={"club": 30})
    rioters.pop("id")
    setup = scene(person("a", "ann", skills={"broadsword": 90}), person("a", "ada"), rioters)
    fight = begin(setup, fight_seed(2), watched=True)
    events = played(fight)
    said = ["".join(span.text for span in line.spans) for line in Teller(setup).lines(events)]

    assert {"nerve", "condition"} <= {one.kind for one in events}
    assert any("loses its nerve: the side's first is lost" in one for one in said)
    assert any(one.endswith("takes heart again.") for one in said)
    assert fight.outcome() is not None
    assert "mob of nerve 4" in sheets(setup).rows[-1].note
    assert wholes(setup)[-1].title.endswith(", mob of nerve 4")
    quiet = begin(setup, fight_seed(2))
    played(quiet)
    assert quiet.state_hash() == fight.state_hash()


def _said(fight: Fight, event: Event) -> str:
    line = Teller(fight.setup).line(event)
    assert line is not None
    return "".join(one.text for one in line.spans)


def test_a_nerve_that_holds_is_told_too() -> None:
    setup = scene(soldier("ann", {"kind": "soldier", "nerve": 12}), person("a", "abe"), *FOES)
    fight, events = after_a_round(setup, "abe")

    assert _said(fight, only(events, "nerve")) == (
        "Ann keeps its nerve: the side's first is lost, half of the side is lost."
    )


def test_who_flees_already_is_not_told_to_flee_again() -> None:
    setup = scene(soldier("ann", {"kind": "soldier", "nerve": 2}), person("a", "abe"), *FOES)
    again: list[Event] = []
    for number in range(8):
        fight = begin(setup, fight_seed(number), watched=True)
        fight.people[0].mood = nerve.FLEEING
        while not fight.children():
            act(fight)
        fight.amend(*GM, Remove("abe"))
        for part in fight.children():
            while part.questions():
                act(part)
        fight.join()
        again += [one for one in fight.take_events() if one.kind in ("nerve", "condition")]

    assert "fleeing" in {one.facts.get("state") for one in again}
    assert {one.kind for one in again} == {"nerve"}


@pytest.mark.parametrize(
    ("temper", "said"),
    [
        ("brave", 'there is no kind "brave"'),
        ({"nerve": 7}, "temper.kind: is missing, for this creature has none"),
        ({"kind": "mob", "goal": "protect bob"}, 'temper.goal: there is no friend "bob"'),
        ({"kind": "mob", "goal": "protect"}, "says not whom"),
        ({"kind": "mob", "goal": "win"}, 'there is no goal "win"'),
    ],
)
def test_a_temper_that_makes_no_sense_is_refused(temper: object, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        scene(soldier("ann", temper), person("b", "bob"))

    assert said in str(refused.value)
