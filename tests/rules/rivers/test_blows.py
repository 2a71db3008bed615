"""Attacks of Rivers at their edges: masters, surprise, broken weapons, specials, and where damage goes."""

from __future__ import annotations

from rules.kernel.model import Event, Observer
from rules.rivers.course.machine import begin
from rules.rivers.course.shadow import sight_from
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    duel,
    figures,
    formed,
    kinds,
    only,
    person,
    played,
    scene,
    scripted,
)


def exchange(
    dice: str,
    ann: str = "attack/broadsword bob none",
    bob: str = "defend none",
    people: tuple[Person, Person] | None = None,
    **options: object,
) -> list[Event]:
    """One engagement of one round with those dice, all of them."""
    pair = people or (person("a", "ann"), person("b", "bob"))
    part = formed(begun(scene(*pair, **options)), dice)
    act(part, bob=bob)
    events = act(part, ann=ann)
    assert scripted(part) == []
    return events


def blow(*told: Event) -> Event:
    return only(list(told), "attack")


def terms(event: Event, name: str) -> list[tuple[str, int]]:
    found = next(one for one in event.figures if one.name == name)
    return [(term.label, term.value) for term in found.terms]


def test_a_master_weighs_on_the_defence_and_the_other_way_round() -> None:
    master = {"broadsword": 130, "medium-shield": 50, "Dodge": 120}
    ann = person("a", "ann", skills=master)
    weighed = blow(
        *exchange(
            "d100=50 d100=21 d8=1 d20=12",
            bob="defend medium-shield",
            people=(ann, person("b", "bob")),
        )
    )
    back = blow(
        *exchange(
            "d100=41",
            bob="defend dodge",
            people=(person("a", "ann"), person("b", "bob", skills=master)),
        )
    )

    assert terms(weighed, "defence_chance") == [("medium shield", 50), ("foe above 100", -30)]
    assert terms(back, "attack_chance") == [("broadsword", 60), ("foe above 100", -20)]
    assert back.facts["outcome"] == "missed"


def test_the_surprised_answer_nothing_early() -> None:
    quick = person("a", "ann", DEX=19, SIZ=22, weapons=["short-spear"], skills={"short-spear": 60})
    late = person("b", "bob", surprised=True)
    early = "attack/short-spear bob none"
    dice = "d100=50 d6=1 d6=1 d20=12"
    told = blow(*exchange(dice, early, "defend dodge", people=(quick, late)))
    answered = blow(
        *exchange(
            "d100=50 d100=30", early, "defend dodge", people=(quick, late), surprised_defence="full"
        )
    )

    assert (told.rank, told.facts["defence"]) == (2, "none")
    assert answered.facts["outcome"] == "dodged"
    by_distance = person("b", "bob", surprised=True)
    setup = scene(quick, by_distance, start={"distance": 6}, surprise="by_distance")
    part = formed(begun(setup))
    ranks = [one.rank for one in part.questions()[0].prompt().options if one.rank is not None]
    assert ranks[0] == 7


def test_a_weak_arm_and_a_broken_weapon_count_by_half() -> None:
    weak = person("a", "ann", STR=8)
    fight = begun(scene(weak, person("b", "bob")))
    fight.people[0].item_hp = [0, 12, 0]
    part = formed(fight, "d100=16")
    act(part, bob="defend none")
    told = blow(*act(part, ann="attack/broadsword bob none"))

    assert terms(told, "attack_chance") == [("broadsword", 60), ("too weak", -30), ("broken", -15)]


def test_defences_may_tire_or_stand() -> None:
    def second(dice: str, defence: str) -> Event:
        twice = "attack_twice/broadsword bob+bob none"
        events = exchange(dice, twice, "defend dodge", defence=defence)
        return [event for event in events if event.kind == "attack"][1]

    tired = second("d100=50 d100=40 d100=50 d100=20", "cumulative20")
    stands = second("d100=50 d100=40 d100=50", "single_roll")

    assert terms(tired, "defence_chance") == [("Dodge", 40), ("further defence", -20)]
    assert figures(stands)["defence_roll"] == 40


def test_a_miss_needs_neither_of_two_defences() -> None:
    told = blow(*exchange("d100=90", bob="defend medium-shield+dodge", two_defences="best_of_two"))

    assert (told.facts["defence"], "defence_roll" in figures(told)) == ("parry", False)


def test_a_critical_past_a_parry_goes_to_the_shield_arm() -> None:
    """The greatest damage of a broadsword, 18, breaks a shield of 12, and 6 go on beside the chest, past armour."""
    events = exchange("d100=1 d100=40 d20=12 d100=99", bob="defend medium-shield")
    hit = blow(*events)

    assert (hit.place, figures(hit)["through"], hit.facts["armour"]) == ("left arm", 6, "ignored")
    assert only(events, "worn").facts == {"broken": "yes"}
    sword = exchange("d100=1 d100=40 d20=3 d100=99", bob="defend broadsword")
    assert blow(*sword).place == "right leg"


def test_the_parrying_limb_and_bodies_without_one() -> None:
    limb = exchange(
        "d100=60 d100=40 d8=8 d4=3",
        bob="defend medium-shield",
        parry_spill="parrying_limb",
        people=(person("a", "ann", STR=20), person("b", "bob")),
    )
    past = exchange(
        "d100=60 d100=40 d8=8 d6=6 d6=5 d20=19",
        bob="defend medium-shield",
        parry_spill="parrying_limb",
        people=(person("a", "ann", STR=30), person("b", "bob")),
    )

    assert blow(*limb).place == ""
    assert blow(*past).place == "left arm"
    bear = person("b", "bob", creature="bear", weapons=["claw", "broadsword", "medium-shield"])
    struck = exchange(
        "d100=1 d100=40 d20=9", bob="defend medium-shield", people=(person("a", "ann"), bear)
    )
    assert blow(*struck).place == "forequarter"


def test_a_crush_and_a_weak_bonus_at_every_degree() -> None:
    club = person("a", "ann", STR=7, SIZ=5, weapons=["club"], skills={"club": 60})
    normal = exchange(
        "d100=50 d6=2 d4=4 d20=1", "attack/club bob none", people=(club, person("b", "bob"))
    )
    special = exchange(
        "d100=12 d6=5 d4=1 d20=1", "attack/club bob none", people=(club, person("b", "bob"))
    )

    assert terms(blow(*normal), "damage") == [("1D6", 2), ("damage bonus -1D4", -4)]
    assert (figures(blow(*normal))["damage"], blow(*normal).facts["outcome"]) == (0, "stopped")
    assert figures(blow(*special))["damage"] == 4


def test_a_great_slash_may_stun() -> None:
    axe = person("a", "ann", weapons=["great-axe"], skills={"great-axe": 60})
    people = (axe, person("b", "bob"))
    falls = exchange(
        "d100=10 d6=1 d6=1 d6=1 d6=1 d20=1 d100=21", "attack/great-axe bob none", people=people
    )
    stands = exchange(
        "d100=10 d6=1 d6=1 d6=1 d6=1 d20=1 d100=20", "attack/great-axe bob none", people=people
    )

    assert figures(only(falls, "stunned")) == {"stun_chance": 20, "stun_roll": 21}
    assert "unconscious" in [event.facts.get("condition") for event in falls]
    assert only(stands, "stunned").facts == {"stands": "yes"}


def test_a_fumble_may_cost_a_piece_of_armour() -> None:
    fight = begun(scene(person("a", "ann", armour=["plate-cuirass"]), person("b", "bob")))
    part = formed(fight, "d100=100 d20=16 d20=12")
    act(part, bob="defend none")
    fumble = only(act(part, ann="attack/broadsword bob none"), "fumble")

    assert (fumble.place, fumble.facts["effect"]) == ("chest", "lost armour")
    assert part.own[0].worn[3] == 0
    fist = exchange("d100=100 d20=20", "attack/fist bob none")
    assert "dropped" not in kinds(fist)


def test_a_better_parry_strikes_back() -> None:
    events = exchange("d100=60 d100=1 d8=8 d8=8", bob="defend broadsword")
    worn = only(events, "worn")

    assert (worn.by, worn.item, figures(worn)["weapon_points"]) == ("ann", "broadsword", 6)


def test_a_fumbled_parry() -> None:
    events = exchange("d100=60 d100=100 d8=1 d20=12 d20=1", bob="defend broadsword")

    assert only(events, "fumble").by == "bob"


def test_the_prone_strike_low_and_weakly() -> None:
    fight = begun(scene(person("a", "ann", STR=20), person("b", "bob")))
    fight.people[0].prone = True
    fight.people[0].lame = True
    part = formed(fight, "d100=30 d8=1 d10=10")
    act(part, bob="defend none")
    told = blow(*act(part, ann="attack/broadsword bob none"))

    assert told.place == "abdomen"
    assert [label for label, _ in terms(told, "damage")] == ["1D8", "added"]


def test_simultaneous_blows_fall_together() -> None:
    part = formed(begun(duel()), "d100=1 d20=20 d100=1 d20=20")
    act(part, bob="attack/broadsword ann none")
    events = act(part, ann="attack/broadsword bob none")
    fallen = [event.at for event in events if event.facts.get("condition") == "dead"]

    assert sorted(fallen) == ["ann", "bob"]


def test_whoever_is_left_of_a_side_stands_in_its_engagement() -> None:
    people = [person("a", "ann"), person("a", "ada"), person("b", "bob")]
    fight = begun(scene(*people))
    part = formed(fight)
    part.own[1].gone = True
    part.own[1].settle()
    act(part)
    act(part)

    assert part.over


def test_an_unwatched_blow_does_all_that_a_watched_one_does() -> None:
    for number in range(8):
        setup = scene(
            person(
                "a", "ann", creature="axe-fighter", weapons=["great-axe"], skills={}, mind="random"
            ),
            person("b", "bob", creature="bear", weapons=["claw"], skills={"claw": 90}),
            start={"distance": 20},
        )
        quiet, loud = (
            begin(setup, bytes([number] * 16)),
            begin(setup, bytes([number] * 16), watched=True),
        )
        assert played(quiet) == []
        assert played(loud)
        assert quiet.snapshot() == loud.snapshot()
    silent = begin(duel(), bytes(16))
    formed(silent)
    assert silent.fork().snapshot() == silent.snapshot()


def test_minds_when_there_is_a_choice() -> None:
    people = [person("a", "ann", DEX=19), *(person("b", f"b{n}", DEX=8) for n in (1, 2, 3))]
    dice = "d100=1 d100=90 d20=20 d100=90"
    part = formed(begun(scene(*people)), dice, ann="gather b1 3")
    act(part)
    act(part, ann="attack_twice/broadsword b1+b1 none")
    for mind in ("steady", "guard"):
        answer = answer_of(part.questions()[0], mind)
        assert (answer.option, answer.values) == ("strike", ("b2",))
    asked = formed(begun(duel()))
    act(asked, bob="defend medium-shield+dodge")
    act(asked, ann="attack/broadsword bob none")
    assert answer_of(asked.questions()[0]).option == "meet/medium-shield"
    near = formed(begun(duel()))
    assert answer_of(near.questions()[0], "guard").option == "attack/broadsword"


def test_a_mind_knows_its_foes_while_engagements_are_formed() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob"), person("b", "ben")))
    sight = sight_from(fight.questions()[0].shadow())
    part = formed(begun(duel()))
    act(part, bob="defend medium-shield+dodge")
    act(part, ann="attack/broadsword bob none")
    reaction = sight_from(part.questions()[0].shadow())

    assert (sight.foes(), sight.friends()) == ([1, 2], [0])
    assert reaction.meet(-1).option == "meet/dodge"
    assert reaction.meet(-2).option == "meet/none"


def test_a_seat_sees_other_engagements_as_the_round_began() -> None:
    people = [person("a", "ann"), person("a", "ada"), person("b", "bob"), person("b", "ben")]
    fight = begun(scene(*people))
    formed(fight, ada="engage ben")
    fight.children()[1].own[3].prone = True
    by = {who: fight.view(Observer("seat", who)).combatants[3].stance for who in ("ann", "ada")}

    assert by == {"ann": "standing", "ada": "prone"}
    assert fight.view(Observer("game_master")).combatants[3].stance == "prone"


def test_an_open_fight_hides_nothing_from_minds() -> None:
    part = formed(begun(duel(information="open")))
    sight = sight_from(part.questions()[0].shadow())

    assert sight.state.people[0].build.chances[0] == 60
    assert sight.default() == part.questions()[0].default()


def test_what_lies_on_the_ground_shows() -> None:
    fight = begun(duel())
    fight.people[1].items = [2, 1, 0]

    seen = fight.view(Observer("spectator")).combatants[1]
    assert [(one.id, one.state) for one in seen.items] == [
        ("broadsword", "dropped"),
        ("medium-shield", "held"),
    ]


def test_steady_closes_in_and_walks_on() -> None:
    def first(distance: int, mind: str = "steady", **other: object) -> str:
        setup = scene(person("a", "ann", **other), person("b", "bob"), start={"distance": distance})
        part = formed(begun(setup))
        act(part)
        return answer_of(part.questions()[0], mind).option

    assert first(10) == "close/broadsword"
    assert first(40) == "close_far/broadsword"
    assert first(60) == "approach_far"
    assert first(40, move=7) == "attack/broadsword"
    assert first(60, move=0) == "defend"
    assert first(60, "reckless") == "approach_far"
    barred = begun(scene(person("a", "ann"), person("b", "bob")))
    barred.people[0].barred_next = 2
    part = formed(barred)
    barred.people[0].barred = 2
    part.own[0].barred = 2
    act(part)
    assert answer_of(part.questions()[0]).option == "defend"
    assert answer_of(part.questions()[0], "reckless").option == "defend"
    assert answer_of(part.questions()[0], "guard").option == "defend"
