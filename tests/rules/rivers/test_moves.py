"""RULES.md, moves by purpose: towards a foe of another engagement, off a foe, and before a friend."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError, SetupError
from rules.kernel.model import Event, Observer, Remove
from rules.kernel.temper import nerve
from rules.rivers.course.combatant import NO_ATTACK
from rules.rivers.course.machine import Engagement, Fight, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.policies import POLICIES
from rules.rivers.tell import Teller
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


def three(*, start: object = None, **other: object) -> Fight:
    """Ann and Ada against Bob and Ben."""
    people = [person("a", "ann", **other), person("a", "ada"), person("b", "bob")]
    return begun(scene(*people, person("b", "ben"), start=start))


def fought(fight: Fight, **acts: str) -> list[Event]:
    """A round in which everybody does what is said, or the default; all that happened up to the next question."""
    events: list[Event] = []
    for part in fight.children():
        while part.questions():
            events += act(part, **acts)
        events += part.take_events()
    fight.join()
    return events + fight.take_events()


def places(fight: Fight) -> list[int]:
    return [c.metres for c in fight.people]


def reasons(part: Engagement) -> dict[str, str]:
    """Of the one question, what cannot be done and why, by the words of the option."""
    (question,) = part.questions()
    return {
        one.id: f"{one.unavailable.reason}|{one.unavailable.rule}"
        for one in question.prompt().options
        if one.unavailable is not None
    }


def values(part: Engagement, option: str) -> dict[str, str]:
    """What may fill the first blank of an option, with the words for people."""
    (question,) = part.questions()
    (found,) = [one for one in question.prompt().options if one.id == option]
    return {one.id: one.label for one in found.parameters[0].values}


@rule("C1a", "Whoever is to stand back begins so many metres behind its line.")
def test_behind_the_line() -> None:
    people = [person("a", "ann", back=10), person("a", "ada"), person("b", "bob", back=5)]
    fight = begun(scene(*people, "Ben: Bow 50%, back 30, side b", start={"distance": 20}))  # pyright: ignore[reportArgumentType]

    assert places(fight) == [-10, 0, 25, 50]
    with pytest.raises(SetupError, match=r"combatants\[0\]\.back"):
        scene(person("a", "ann", back=-1), person("b", "bob"))


@rule(
    "C70",
    "Somebody may walk towards any foe: to one of another engagement, where that one stood as the round began, at the end of its own.",
)
def test_towards_a_foe_of_another_engagement() -> None:
    fight = three(start={"distance": 20})
    part = formed(fight, ann="engage bob", ada="engage ben")
    act(part, bob="close/broadsword ann none")

    assert values(part, "approach") == {"bob": "Bob, 20 m", "ben": "Ben, 20 m"}
    events = fought(fight, ann="approach ben none", ben="retreat none")
    (own,) = [one for one in events if one.kind == "walked" and one.by == "ann"]
    # Bob struck meanwhile, and Ben has left: what others do in a round is not known in it.
    assert [one.by for one in events if one.kind == "attack" and one.round == 1] == ["bob"]
    assert events.index(own) > [one.kind for one in events].index("attack")
    assert (own.at, figures(own)) == ("ben", {"metres": 20})
    assert own.figures[0].rule == "C70"
    assert places(fight) == [20, 0, 0, 44]


@rule(
    "C71",
    "Whoever keeps off a foe goes so far at the end of the engagement that two moves of that foe fall short by a metre, or as far as its own moves go.",
)
def test_keeping_off() -> None:
    def kept(metres: int, what: str, mov: int = 8) -> tuple[int, dict[str, int]]:
        fight = three(start={"distance": metres}, move=mov)
        part = formed(fight, ann="engage bob", ada="engage ben")
        act(part)
        events = fought(fight, ann=f"{what} bob dodge")
        own = only(events, "walked")
        return abs(places(fight)[0] - metres), figures(own)

    assert kept(40, "keep_off") == (49, {"metres": 9})
    assert kept(10, "keep_off") == (34, {"metres": 24})
    assert kept(10, "keep_off_far") == (49, {"metres": 39})
    assert kept(0, "keep_off_far", 4) == (24, {"metres": 24})


def test_a_foe_that_has_gone_far_enough_is_kept_off_without_a_step() -> None:
    fight = three(start={"distance": 10})
    part = formed(fight, ann="engage bob", ada="engage ben")
    act(part, bob="keep_off_far ann none")
    events = fought(fight, ann="keep_off bob none")

    # Ann, the left one, goes first; then 15 m are enough for Bob.
    assert [figures(one)["metres"] for one in events if one.kind == "walked"] == [24, 15]
    again = three(start={"distance": 10})
    part = formed(again, ann="engage bob", ada="engage ben")
    act(part, bob="keep_off_far ann none")
    events = fought(again, ann="retreat_far none")
    assert [one.by for one in events if one.kind == "walked"] == ["ann"]
    assert places(again) == [-48, 0, 10, 10]


@rule(
    "C72",
    "Whoever protects a friend, or goes to one who needs first aid, goes to it at the end of the engagement, in another one to where it stood as the round began, and stands before it if it gets there.",
)
def test_going_to_a_friend() -> None:
    fight = three(back=30)
    part = formed(fight, ann="engage bob", ada="hang_back", ben="hang_back")
    act(part)
    ada = fight.children()[1]
    assert values(ada, "protect") == {"ann": "Ann, 30 m"}
    assert values(ada, "protect_far") == {"ann": "Ann, 30 m"}
    events = fought(fight, ann="retreat dodge", ada="protect_far ann dodge")
    (own,) = [one for one in events if one.kind == "walked" and one.by == "ada"]

    assert (own.at, own.facts["way"], figures(own)) == ("ann", "before", {"metres": 30})
    assert places(fight)[:2] == [-54, -30]
    assert [c.wards for c in fight.people] == [-1, 0, -1, -1]
    assert fight.view(Observer("spectator")).combatants[1].before == "ann"
    short = three(back=30)
    formed(short, ada="hang_back", ben="hang_back")
    events = fought(short, ada="protect ann dodge")
    assert figures(only(events, "walked")) == {"metres": 24, "metres_left": 6}
    assert short.people[1].wards == -1


def guarded(*, ann: str = "defend dodge", ben: str = "defend dodge") -> Fight:
    """A second round, in which Ada stands before Ann."""
    fight = three()
    formed(fight, ann="hang_back", ada="hang_back", bob="hang_back", ben="hang_back")
    fought(fight, ann=ann, ada="protect ann dodge", ben=ben)
    return fight


@rule(
    "C73",
    "In the next round whoever chooses that friend meets the one who stands before it instead, the left-most of several, if that is still at the same place, can fight and has no engagement yet.",
)
def test_standing_before_a_friend() -> None:
    def met(fight: Fight, **choices: str) -> list[list[int]]:
        formed(fight, **{"ann": "hang_back", "ada": "hang_back", "ben": "hang_back", **choices})
        fight.take_events()
        return [sorted([*star.first, *star.second]) for star in fight.stars]

    assert met(guarded(), bob="engage ann") == [[1], [2, 3], [4]]
    # Once: the second who comes meets Ann.
    assert met(guarded(), bob="engage ann", ben="engage ann") == [[1, 4], [2, 3]]
    # Ada has somebody to fight, or Ann is somewhere else, or Ada cannot fight.
    assert met(guarded(), ada="engage ben", bob="engage ann") == [[1, 3], [2, 4]]
    assert met(guarded(ann="retreat none"), bob="engage ann") == [[1, 3], [2], [4]]
    fallen = guarded()
    fallen.amend("gm", "because", Remove("ada"))
    assert met(fallen, bob="engage ann") == [[1, 3], [4]]
    # Of the side that chooses later too, who is taken as the other one chooses.
    fight = guarded(ben="protect bob dodge")
    act(fight, ann="engage bob")
    assert [[*star.first, *star.second] for star in fight.stars] == [[1, 4]]


def test_who_is_met_is_told_and_asked_beforehand() -> None:
    fight = guarded(ben="protect bob dodge")
    (question,) = fight.questions()
    labels = [one.label for one in question.prompt().options[0].parameters[0].values]
    assert labels == ["Bob (Ben stands before it)", "Ben"]
    assert restore(fight.snapshot()).guards == fight.guards == [1, 3]
    assert sight_from(question.shadow()).state.guards == [1, 3]
    events = act(fight, ann="engage bob")
    told = only(events, "interposed")
    assert (told.by, told.at, told.facts) == ("ben", "ann", {"friend": "bob"})
    line = Teller(fight.setup).line(told)
    assert line is not None
    assert "".join([span.text for span in line.spans]) == "Ben stands before Bob and meets Ann."
    twin = restore(guarded(ben="protect bob dodge").snapshot())
    twin.watch()
    assert act(twin, ann="engage bob") == events


@rule("C73a", "Whoever takes on both meets both.")
def test_taking_on_both() -> None:
    fight = guarded(ben="protect bob dodge")
    act(fight, ann="gather bob 2")

    assert fight.stars[0] == ([1], [3, 4])


def test_the_left_most_of_several_who_stand_before_somebody() -> None:
    people = [person("a", "ann"), person("b", "bob"), person("b", "ben"), person("b", "bea")]
    fight = begun(scene(*people))
    formed(fight, ann="hang_back", bob="hang_back", ben="hang_back", bea="hang_back")
    fought(fight, ben="protect bob dodge", bea="protect bob dodge")
    act(fight, ann="engage bob")

    assert fight.stars[0] == ([1], [3])


def test_one_stands_before_somebody_for_one_round() -> None:
    fight = guarded()
    formed(fight, ann="hang_back", ada="hang_back", bob="hang_back", ben="hang_back")
    fought(fight)

    assert fight.guards == []


def test_nobody_is_taken_out_of_an_engagement_but_met_before_it() -> None:
    people = [person("a", "ann"), person("a", "ada"), person("b", "bob"), person("b", "ben")]
    fight = begun(scene(*people, shape_conflict="reject"))
    formed(fight, ann="hang_back", ada="hang_back", bob="hang_back", ben="hang_back")
    fought(fight, ben="protect bob dodge")
    act(fight, ann="engage bob")
    assert fight.stars[0] == ([1], [4])


def test_what_cannot_be_done_and_why() -> None:
    def at(metres: int, **other: object) -> dict[str, str]:
        ann, bob = person("a", "ann", **other), person("b", "bob")
        part = formed(begun(scene(ann, bob, start={"distance": metres})))
        act(part)
        return reasons(part)

    near, apart, far = at(0), at(20), at(60)
    assert near["close/broadsword"] == near["approach"] == "every foe is within reach already|C1"
    assert near["protect"] == near["protect_far"] == "there is no friend to stand before|C72"
    assert "keep_off" not in near
    assert apart["close_far/broadsword"] == "one move action is enough|S36"
    assert apart["approach_far"] == "one move action is enough|S36"
    assert far["close/broadsword"] == "60 m are too far: at MOV 8 one move action covers 24 m|S42"
    assert far["keep_off"] == "no foe could come within reach in this round|C71"
    assert at(40)["keep_off_far"] == "one move action is enough|S36"
    assert at(0, move=0)["protect"] == "it cannot walk|H11"
    part = formed(three(), ann="engage bob", ada="engage ben")
    act(part)
    assert reasons(part)["protect_far"] == "one move action is enough|S36"
    for words in ("keep_off ada none", "protect bob none", "approach ann none"):
        with pytest.raises(IllegalAnswerError):
            act(part, ann=words)


def test_distances_are_said() -> None:
    fight = three(start={"distance": 20})
    (question,) = fight.questions()
    assert [one.label for one in question.prompt().options[0].parameters[0].values] == [
        "Bob, 20 m",
        "Ben, 20 m",
    ]
    part = formed(fight, ann="gather bob 2", ada="hang_back")
    act(part)
    (asked,) = part.questions()
    assert asked.prompt().about == "Against Bob, 20 m and Ben, 20 m: what do you do?"
    seen = fight.view(Observer("spectator")).combatants
    assert [(one.foe, one.metres) for one in seen[0].engaged] == [("bob", 20), ("ben", 20)]


def test_ways_in_words() -> None:
    def words(**acts: str) -> list[str]:
        fight = three(start={"distance": 60})
        formed(fight, ann="engage bob", ada="engage ben")
        teller = Teller(fight.setup)
        walks = [one for one in fought(fight, **acts) if one.kind == "walked"]
        return [line.text for line in map(teller.line, walks) if line is not None]

    assert words(ann="approach bob none") == ["Ann goes 24 m towards Bob (36 m to go)."]
    assert words(ann="retreat none") == ["Ann draws back 24 m."]
    assert words(ann="protect ada none") == ["Ann stands before Ada."]
    # Of two who come the one with the lower strike rank walks, as far as it gets.
    both = {"ann": "approach_far bob none", "bob": "approach ann none"}
    assert words(**both) == [
        "Ann goes 30 m towards Bob.",
        "Bob goes 24 m towards Ann (6 m to go).",
    ]
    near = three(start={"distance": 10})
    formed(near, ann="engage bob", ada="engage ben")
    told = only(fought(near, ann="keep_off bob none"), "walked")
    line = Teller(near.setup).line(told)
    assert line is not None
    assert "".join([span.text for span in line.spans]) == "Ann keeps 24 m farther off Bob."


# --- minds -------------------------------------------------------------------------------------


def caster(side: str, who: str, **other: object) -> Person:
    return person(side, who, spells=["protection"], foci={"protection": 2}, **other)


@rule(
    "C74",
    "Minds that are to protect somebody who shoots or casts, or whose nerve has failed, stand before it as long as no foe who could be there in the round has chosen it.",
)
def test_minds_that_protect() -> None:
    temper = {"kind": "soldier", "goal": "protect abe"}

    def forms(abe: Person, mind: str = "steady") -> str:
        fight = begun(scene(person("a", "ann", temper=temper), abe, person("b", "bob")))
        return answer_of(fight.questions()[0], mind).option

    bow: dict[str, object] = {"weapons": ["self-bow"], "skills": {"self-bow": 70}}
    archer = person("a", "abe", **bow, back=10)
    assert forms(archer) == forms(archer, "reckless") == "hang_back"
    assert forms(caster("a", "abe")) == "hang_back"
    assert forms(person("a", "abe")) == "engage"
    assert forms(person("a", "abe", **bow, missiles={"self-bow": 0})) == "engage"
    fight = begun(scene(person("a", "ann", temper=temper), archer, person("b", "bob")))
    formed(fight, ann="hang_back", abe="hang_back", bob="hang_back")
    ann = fight.children()[0]
    answers = {mind: answer_of(ann.questions()[0], mind) for mind in POLICIES if mind != "random"}
    for one in answers.values():
        assert (one.option, one.values[0]) == ("protect", "abe")
    frightened = begun(
        scene(person("a", "ann", temper=temper), person("a", "abe"), person("b", "bob"))
    )
    frightened.people[1].mood = nerve.FALLING
    assert answer_of(frightened.questions()[0]).option == "hang_back"


def test_who_has_no_foe_stands_before_a_friend_at_a_ritual() -> None:
    chanter = person("a", "abe", spells=["protection"], magic_points=11)
    fight = begun(scene(person("a", "ann"), chanter, person("b", "bob"), start={"distance": 90}))
    formed(fight, ann="hang_back", abe="hang_back", bob="hang_back")
    fought(fight, abe="ritual/protection 4 5")
    formed(fight, ann="hang_back", abe="hang_back", bob="hang_back")
    ann = fight.children()[0]
    answer = answer_of(ann.questions()[0])

    assert fight.people[1].ritual
    assert (answer.option, answer.values[0]) == ("protect", "abe")


def test_a_swift_archer_keeps_off_to_reload() -> None:
    bow = {"weapons": ["heavy-crossbow"], "skills": {"heavy-crossbow": 70}, "loaded": False}

    def does(mov: int) -> str:
        archer = person("a", "ann", move=mov, **bow)
        part = formed(begun(scene(archer, person("b", "bob"), start={"distance": 20})))
        act(part)
        return answer_of(part.questions()[0]).option

    assert does(9) == "keep_off_far"
    assert does(12) == "keep_off"
    assert does(8) == "close/fist"


def test_alone_a_mind_goes_to_the_nearest() -> None:
    people = [person("a", "ann"), person("b", "bob", back=30), person("b", "ben")]
    fight = begun(scene(*people, start={"distance": 60}))
    formed(fight, ann="hang_back", bob="hang_back", ben="hang_back")
    answer = answer_of(fight.children()[0].questions()[0])

    assert (answer.option, answer.values[0]) == ("approach_far", "ben")


def test_who_cannot_strike_goes_to_nobody_else() -> None:
    fight = three()
    part = formed(fight, ann="engage bob", ada="engage ben")
    act(part)
    part.own[0].barred = NO_ATTACK
    assert answer_of(part.questions()[0]).option == "defend"


@pytest.mark.parametrize("mind", ["random", "steady"])
def test_engagements_stay_independent(mind: str) -> None:
    """One after the other and backwards, with moves that cross from one engagement to another."""
    temper = {"kind": "soldier", "goal": "protect ada"}
    bow: dict[str, object] = {"weapons": ["self-bow"], "skills": {"self-bow": 70}}
    people = [
        person("a", "ann", temper=temper),
        person("a", "ada", **bow, back=20),
        person("a", "amy"),
        person("b", "bob", temper="mob"),
        person("b", "ben", temper="mob"),
        person("b", "bea", temper="mob"),
        person("b", "bill", move=12),
    ]
    minds = {str(one["id"]): mind for one in people}
    for number in range(6):
        setup = scene(*people, start={"distance": 30})
        ahead = played(begun(setup, number), minds)
        back = played(begun(setup, number), minds, backwards=True)
        assert sorted(ahead, key=_place) == sorted(back, key=_place)


def _place(event: Event) -> str:
    return event.id


def test_who_cannot_walk_protects_nobody() -> None:
    temper = {"kind": "soldier", "goal": "protect abe"}
    rooted = person("a", "ann", temper=temper, move=0)
    fight = begun(scene(rooted, caster("a", "abe", back=10), person("b", "bob")))
    formed(fight, ann="hang_back", abe="hang_back", bob="hang_back")

    assert answer_of(fight.children()[0].questions()[0]).option == "defend"


def test_who_protects_goes_for_a_foe_that_could_be_there() -> None:
    temper = {"kind": "soldier", "goal": "protect abe"}
    bow: dict[str, object] = {"weapons": ["self-bow"], "skills": {"self-bow": 70}}

    def forms(metres: int) -> str:
        people = [person("a", "abe", **bow), person("a", "ann", temper=temper), person("b", "bob")]
        fight = begun(scene(*people, start={"distance": metres}))
        act(fight, abe="engage bob")
        return answer_of(fight.questions()[0]).option

    assert (forms(48), forms(49)) == ("engage", "hang_back")
