"""RULES.md, the course of a fight: each sentence in a scene with dice that are written down."""

from __future__ import annotations

from rules.kernel.model import Observer, Remove, SetHitPoints
from rules.rivers.course.shadow import sight_from
from tests.support.rivers import (
    act,
    begun,
    duel,
    figures,
    formed,
    kinds,
    leaves,
    only,
    person,
    played,
    scene,
    scripted,
)
from tests.support.rulebook import rule

ANN = "attack/broadsword bob dodge"
BOB = "attack/broadsword ann dodge"


def two_pairs() -> list[dict[str, object]]:
    return [person("a", "ann"), person("a", "ada"), person("b", "bob"), person("b", "ben")]


@rule(
    "S1",
    "The engagements of a round are formed before anybody acts in it, and strike ranks are compared within one of them alone.",
)
def test_engagements_come_first() -> None:
    fight = begun(scene(*two_pairs()))
    asked = [question.kind for question in fight.questions()]
    formed(fight, ada="engage ben")
    first, second = fight.children()

    assert asked == ["action"]
    assert (first.star.first, first.star.second) == ([1], [3])
    assert (second.star.first, second.star.second) == ([2], [4])
    events = played(fight)
    for event in events:
        if event.kind == "attack" and event.round == 1:
            assert {event.by, event.at} in ({"ann", "bob"}, {"ada", "ben"})
    ranks = [(one.phase, one.rank) for one in events if one.kind == "attack" and one.round == 1]
    assert [phase for phase, _ in ranks] == sorted(phase for phase, _ in ranks)


@rule(
    "S15",
    "Everybody chooses actions when its engagement comes, and those of the choosing side do so one after the other from left to right.",
)
def test_who_chooses_actions_when() -> None:
    fight = begun(scene(*two_pairs()[:3]))
    part = formed(fight)
    asked: list[list[str]] = []
    for _ in range(3):
        asked.append([question.combatant for question in part.questions()])
        act(part)

    assert asked == [["bob"], ["ann"], ["ada"]]


@rule(
    "A21",
    "Those of the other side have chosen before that, and nobody sees what until it is done.",
)
def test_nobody_sees_what_the_other_side_has_chosen() -> None:
    fight, other = begun(duel()), begun(duel())
    part, twin = formed(fight), formed(other)
    act(part, bob=BOB)
    act(twin, bob="retreat none")

    assert part.questions()[0].combatant == "ann"
    assert part.questions()[0].shadow() == twin.questions()[0].shadow()
    told = [event for event in act(part, ann=ANN) if event.kind == "declared"]
    ann = Observer("seat", "ann")
    assert [fight.seen_by(ann, event) is None for event in told] == [False, True]


@rule("D4", "People of the other side choose as unseen as minds do.")
def test_a_seat_of_the_other_side_is_as_sealed() -> None:
    fight = begun(duel())
    part = formed(fight)
    before = fight.view(Observer("seat", "ann"))
    act(part, bob=BOB)

    assert fight.view(Observer("seat", "ann")) == before
    assert sight_from(part.questions()[0].shadow()).state.plans == {}


@rule(
    "S35",
    "A way is walked beside attack and defence, and takes nothing but its move action.",
)
def test_a_way_costs_nothing_by_itself() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), start={"distance": 9}))
    part = formed(fight, "d100=30 d100=90 d8=2 d20=12 d100=90")
    act(part, bob=BOB)
    events = act(part, ann="close/broadsword bob dodge")
    first, second = [event for event in events if event.kind == "attack"]

    assert figures(only(events, "walked")) == {"metres": 9}
    assert (first.by, first.rank) == ("ann", 6)
    assert (second.by, second.rank, second.facts["defence"]) == ("bob", 6, "dodge")
    assert scripted(part) == []


@rule(
    "C1",
    "Without a map everybody stands on one line, where the sides begin so many metres apart as the scenario says, and blows reach whoever stands at the same place.",
)
def test_the_line() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), start={"distance": 20}))
    part = formed(fight)
    ann, bob = part.members()

    assert (ann.metres, bob.metres) == (0, 20)
    act(part)
    events = act(part, ann=ANN)
    assert only(events, "attack_lost").by == "ann"
    near = formed(begun(duel()))
    assert near.distance(*near.members()) == 0


@rule(
    "C2",
    "Whoever takes on several foes takes free ones in a row, behind the last of them the first.",
)
def test_several_foes_are_a_row() -> None:
    people = [person("a", "ann"), *(person("b", f"b{number}") for number in (1, 2, 3, 4))]
    fight = begun(scene(*people))
    gather = fight.questions()[0].prompt().options[1]
    part = formed(fight, ann="gather b3 3", b2="hang_back")

    assert [value.id for value in gather.parameters[1].values] == ["2", "3", "4"]
    assert part.star.second == [2, 4, 5]


@rule("C3", "Whoever only walks towards a foe arrives at a third of the distance.")
def test_walking_without_striking() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), start={"distance": 24}))
    part = formed(fight, "d100=90")
    act(part, bob="approach ann dodge")
    events = act(part, ann="attack/broadsword bob dodge")
    blow = only(events, "attack")

    assert (blow.by, blow.rank) == ("ann", 8)
    assert blow.figures[0].terms[0].label == "the foe arrives"


@rule(
    "Q17",
    "Whoever draws back is struck at as ever, and is away at the end of the engagement.",
)
def test_drawing_back() -> None:
    fight = begun(duel())
    part = formed(fight, "d100=90")
    act(part, bob="retreat dodge")
    events = act(part, ann=ANN)

    assert kinds(events)[-2:] == ["attack", "walked"]
    assert events[-1].facts == {"way": "away"}
    fight.join()
    assert [c.metres for c in fight.people] == [0, 24]


@rule("C4", "Surprise is over with the first round.")
def test_surprise_ends() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob", surprised=True)))
    part = formed(fight, "d100=90 d100=90")
    act(part, bob=BOB)
    events = act(part, ann=ANN)
    ranks = {event.by: event.rank for event in events if event.kind == "attack"}
    fight.join()

    assert ranks == {"ann": 6, "bob": 9}
    assert [c.surprised for c in fight.people] == [False, False]


@rule(
    "C5",
    "Whoever takes something in hand puts away what leaves no room for it, and takes a shield along if the hands were empty.",
)
def test_taking_something_in_hand() -> None:
    weapons = ["broadsword", "medium-shield", "great-axe"]
    empty = person("a", "ann", weapons=weapons, held=[])
    full = person("b", "bob", weapons=weapons)
    fight = begun(scene(empty, full))
    part = formed(fight, "d100=90 d100=90")
    act(part, bob="attack/great-axe ann none")
    events = act(part, ann="attack/broadsword bob none")
    ann, bob = part.members()

    assert ann.items[:3] == [1, 1, 0]
    assert bob.items[:3] == [0, 0, 1]
    ranks = {event.by: event.figures[0] for event in events if event.kind == "attack"}
    assert [term.label for term in ranks["ann"].terms][-1] == "drawing broadsword"
    assert [term.label for term in ranks["bob"].terms][-1] == "swapping weapons"
    assert (ranks["ann"].value, ranks["bob"].value) == (11, 11)


@rule(
    "C5a",
    "What is taken in hand parries from strike rank 5 on, and from 8 on if one is surprised.",
)
def test_what_is_drawn_parries_late() -> None:
    def parried(dex: int, *, surprised: bool) -> bool:
        quick = person("a", "ann", DEX=dex, SIZ=22, weapons=["pike"], skills={"pike": 60})
        late = person("b", "bob", held=[], surprised=surprised)
        part = formed(begun(scene(quick, late)), "d100=90 d100=90")
        act(part, bob="attack/broadsword ann medium-shield")
        events = act(part, ann="attack/pike bob none")
        return next(one for one in events if one.by == "ann" and one.kind == "attack").facts[
            "defence"
        ] == ("parry")

    assert not parried(8, surprised=False)
    assert parried(5, surprised=False)
    assert not parried(5, surprised=True)


@rule("C6", "A dodge is rolled against the same attacks as a parry.")
def test_a_dodge_of_what_misses() -> None:
    part = formed(begun(duel()), "d100=90")
    act(part, bob="defend dodge")
    missed = only(act(part, ann="attack/broadsword bob none"), "attack")
    part = formed(begun(duel(roll_parry_vs_failed_attack=True)), "d100=90 d100=41")
    act(part, bob="defend dodge")
    rolled = only(act(part, ann="attack/broadsword bob none"), "attack")

    assert "defence_roll" not in figures(missed)
    assert figures(rolled)["defence_roll"] == 41


@rule(
    "C7",
    "Whoever lies and has legs to stand on gets up in every round, and is up from strike rank 5 on.",
)
def test_getting_up() -> None:
    quick = person("a", "ann", DEX=16, SIZ=22, weapons=["short-spear"], skills={"short-spear": 60})
    fight = begun(scene(quick, person("a", "ada"), person("b", "bob")))
    fight.people[2].prone = True
    part = formed(fight, "d100=97 d100=90 d100=90")
    act(part, bob="attack/broadsword ann none")
    act(part, ann="attack/short-spear bob none")
    events = act(part, ada="attack/broadsword bob none")
    chances = {event.by: figures(event) for event in events if event.kind == "attack"}

    assert chances["ann"]["strike_rank"] == 3
    assert chances["ann"]["attack_chance"] == 100
    assert chances["ada"]["attack_chance"] == 60
    assert (chances["bob"]["strike_rank"], chances["bob"]["attack_chance"]) == (11, 60)
    assert not part.own[2].prone


@rule(
    "C8",
    "What is held is in the right hand, but a shield and the second thing in the left, and a crippled arm neither loses its shield nor uses it.",
)
def test_what_a_crippled_arm_drops() -> None:
    weapons = ["broadsword", "medium-shield"]
    fight = begun(scene(person("a", "ann", weapons=weapons), person("b", "bob")))
    fight.watch()
    for location, points in (("left arm", 0), ("right arm", 0)):
        fight.amend("gm", "", SetHitPoints("ann", location, points))
        told = fight.take_events()
        assert ("dropped" in kinds(told)) == (location == "right arm")
    two = begun(
        scene(
            person("a", "ann", weapons=["shortsword", "dagger"], held=["shortsword", "dagger"]),
            person("b", "bob"),
        )
    )
    two.amend("gm", "", SetHitPoints("ann", "left arm", 0))
    assert only(two.take_events(), "dropped").item == "dagger"


@rule("C9", "A blow at a limb that is gone strikes the next location.")
def test_a_limb_that_is_gone() -> None:
    fight = begun(duel())
    bob = fight.people[1]
    bob.severed = [0, 1, 0, 0, 0, 0, 0]
    part = formed(fight, "d100=50 d8=1 d20=6")
    act(part, bob="defend none")

    assert only(act(part, ann="attack/broadsword bob none"), "attack").place == "abdomen"


@rule(
    "C10",
    "Whoever fumbles and drops something drops what it was used with, or after a dodge the first thing in hand.",
)
def test_what_a_fumble_drops() -> None:
    part = formed(begun(duel()), "d100=100 d20=19")
    act(part, bob="defend none")
    attack = only(act(part, ann="attack/broadsword bob none"), "dropped")
    part = formed(begun(duel()), "d100=50 d100=100 d20=20 d8=1 d20=1")
    act(part, bob="defend dodge")
    dodge = only(act(part, ann="attack/broadsword bob none"), "dropped")

    assert (attack.by, attack.item) == ("ann", "broadsword")
    assert (dodge.by, dodge.item) == ("bob", "broadsword")


@rule(
    "C11",
    "A fight is over at the edge of the round in which a side has nobody left to fight, or at once if it is amended so between engagements.",
)
def test_when_it_is_over() -> None:
    fight = begun(scene(*two_pairs()))
    formed(fight, ada="engage ben")
    for who in ("bob", "ben"):
        fight.amend("gm", "", Remove(who))
    assert fight.outcome() is None
    played(fight)
    ended = fight.outcome()
    assert ended is not None
    assert (ended.kind, ended.winner, ended.rounds) == ("victory", "a", 1)
    at_once = begun(duel())
    at_once.amend("gm", "", Remove("ann"))
    assert at_once.outcome() is not None
    assert leaves(at_once)[0].questions() == []


@rule(
    "C12",
    "At the end everybody is told how all came out of it, with wounds and losses.",
)
def test_how_all_came_out_of_it() -> None:
    fight = begun(duel())
    fight.people[1].items = [2, 1, 0]
    fight.people[1].item_hp = [12, 0, 0]
    fight.amend("gm", "", SetHitPoints("bob", "head", 0))
    end = only(fight.take_events(), "combat_ended")
    ann, bob = end.fates

    assert (ann.state, ann.wounds, ann.lost) == ("up", (), ())
    assert bob.state == "down"
    assert [(one.place, one.left, one.severity, one.bleeds) for one in bob.wounds] == [
        ("head", 0, "crippled", True)
    ]
    assert [(one.item, one.how) for one in bob.lost] == [
        ("broadsword", "dropped"),
        ("medium-shield", "broken"),
    ]


@rule("C13", "A part of the body parries nothing, and no parry hurts it.")
def test_parts_of_the_body() -> None:
    part = formed(begun(duel()))
    defences = part.questions()[0].prompt().options[-2].parameters[-1].values

    assert not any("fist" in value.id for value in defences)
    strict = formed(
        begun(scene(person("a", "ann"), person("b", "bob"), roll_parry_vs_failed_attack=True)),
        "d100=80 d100=1",
    )
    act(strict, bob="defend broadsword")
    events = act(strict, ann="attack/fist bob none")
    assert "worn" not in kinds(events)
    assert only(events, "attack").facts["defence_level"] == "critical"


@rule(
    "C14",
    'With `information = "open"` everybody sees every number of a foe, and otherwise its wounds in words.',
)
def test_what_is_known_of_foes() -> None:
    ann = Observer("seat", "ann")
    hidden = begun(duel()).view(ann).combatants
    shown = begun(duel(information="open")).view(ann).combatants

    assert (hidden[0].hit_points is None, hidden[1].hit_points is None) == (False, True)
    assert hidden[1].wounds == ("unhurt",) * 7
    assert shown[1].hit_points == (4, 4, 4, 5, 3, 3, 4)


@rule("C15", "A fight ends at the latest with the round `round_cap`.")
def test_the_last_round() -> None:
    fight = begun(duel(round_cap=2))
    played(fight, {"ann": "guard", "bob": "guard"})
    ended = fight.outcome()

    assert ended is not None
    assert (ended.kind, ended.rounds) == ("cap", 2)


@rule(
    "C16",
    "A fight in which nobody was hurt for `stalemate_rounds` rounds running ends, unless that is 0.",
)
def test_when_nothing_happens() -> None:
    def ended(rounds: int) -> tuple[str, int]:
        setup = scene(
            person("a", "ann"),
            person("b", "bob"),
            start={"distance": 50},
            stalemate_rounds=rounds,
            round_cap=9,
        )
        fight = begun(setup)
        played(fight, {"ann": "guard", "bob": "guard"})
        outcome = fight.outcome()
        assert outcome is not None
        return outcome.kind, outcome.rounds

    assert ended(3) == ("stalemate", 3)
    assert ended(0) == ("cap", 9)
