"""RULES.md, missiles in a fight: bows, slings and what is thrown, in scenes with dice that are written down."""

from __future__ import annotations

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.errors import IllegalAnswerError, SetupError
from rules.kernel.model import EndFight, Event, Observer
from rules.rivers.course.choices import CLOSE_TWICE, DEFEND
from rules.rivers.course.combatant import NO_DODGE
from rules.rivers.course.machine import Engagement, begin, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.course.words import defence_word
from rules.rivers.tell import Teller
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    figures,
    formed,
    mage,
    only,
    person,
    played,
    scene,
    scripted,
)
from tests.support.rulebook import rule

FAR = {"distance": 60}


def archer(side: str = "a", who: str = "ann", /, **other: object) -> Person:
    """Somebody with a bow at 70% and DEX 13: strike rank 2, and 65 on the move."""
    skills = {"self-bow": 70, "dagger": 50, "Dodge": 40}
    return person(side, who, **{"weapons": ["self-bow", "dagger"], "skills": skills, **other})


def fought(dice: str, *people: Person, start: object = None, **options: object) -> Engagement:
    pair = people or (archer(), person("b", "bob"))
    return formed(begun(scene(*pair, start=FAR if start is None else start, **options)), dice)


def shot(dice: str, ann: str, bob: str = "defend none", **other: object) -> list[Event]:
    """One round in which Bob and then Ann do this, with those dice, all of them."""
    part = fought(dice, archer(**other), person("b", "bob"))
    events = act(part, bob=bob) + act(part, ann=ann)
    while part.questions():
        events += act(part)
    assert scripted(part) == []
    return events


def offered(part: Engagement) -> dict[str, str]:
    """The options of the one question, and why they are not possible."""
    (question,) = part.questions()
    return {
        one.id: one.unavailable.reason if one.unavailable else ""
        for one in question.prompt().options
    }


@rule(
    "C40",
    "A shot or a throw is an attack on a foe of the engagement who is within range when it is made.",
)
def test_a_shot() -> None:
    hit = only(shot("d100=50 d6=4 d20=12", "shoot/self-bow bob none"), "attack")
    far = fought("", start={"distance": 81})
    act(far, bob="defend none")

    assert (hit.rank, hit.place, hit.facts["flight"]) == (2, "chest", "shot")
    assert figures(hit)["strike_rank"] == 2
    assert figures(hit)["through"] == 5
    assert offered(far)["shoot/self-bow"] == "no foe is within range"
    assert offered(far)["shoot_on/self-bow"] == ""
    # On the way the foe may have come within range, and no arrow strikes whoever is not.
    events = act(far, ann="shoot_on/self-bow bob none")
    assert only(events, "walked").figures[0].value == 24
    assert only(events, "attack").at == "bob"
    for word in ("attack/self-bow bob none", "shoot/dagger bob none"):
        with pytest.raises(IllegalAnswerError, match="it is no weapon of"):
            shot("", word)


@rule(
    "C41",
    "It takes one of the missiles that there are, nobody finds one again in the fight, and with the last one that is thrown the thing itself is gone.",
)
def test_missiles_are_counted() -> None:
    twice = shot("d100=90 d100=90", "shoot_twice/self-bow bob+bob none")
    blows = [figures(one)["missiles"] for one in twice if one.kind == "attack"]
    thrower = person(
        "a", "ann", weapons=["thrown-javelin", "dagger"], missiles={"thrown-javelin": 1}
    )
    fight = begun(scene(thrower, person("b", "bob"), start={"distance": 20}))
    part = formed(fight, "d100=90")
    act(part, bob="defend none")
    act(part, ann="shoot/thrown-javelin bob none")
    own, foe = (part.view(Observer("seat", one)).combatants[0].items[0] for one in ("ann", "bob"))
    fight.join()
    fight.amend("gm", "", EndFight(""))
    lost = fight.take_events()[-1].fates[0].lost

    assert blows == [19, 18]
    assert (own.state, own.missiles, foe.missiles) == ("gone", 0, None)
    assert [(one.item, one.how, one.number) for one in lost] == [("thrown-javelin", "thrown", 1)]
    none_left = fought("", archer(missiles={"self-bow": 1}), person("b", "bob"))
    act(none_left)
    assert offered(none_left)["shoot_twice/self-bow"] == "not enough missiles are left"
    with pytest.raises(SetupError, match="there is no missile weapon here"):
        scene(archer(missiles={"dagger": 2}), person("b", "bob"))


@rule("C42", "What shoots or is thrown parries nothing, and no parry hurts it.")
def test_parries_and_missiles() -> None:
    # A critical parry would break a weapon of hand; Q34: only the shield meets what flies.
    parried = shot("d100=50 d100=1", "shoot/self-bow bob none", "defend medium-shield")
    part = fought("d100=50 d6=4 d20=12", archer(), person("b", "bob"))
    act(part, bob="defend broadsword")
    act(part, ann="shoot/self-bow bob none")

    assert only(parried, "attack").facts["outcome"] == "parried"
    assert [one.kind for one in parried if one.kind == "worn"] == []
    assert scripted(part) == []  # the broadsword meets no arrow
    (question,) = fought("", person("a", "ann"), archer("b", "bob")).questions()
    (values,) = [
        one.parameters[0].values for one in question.prompt().options if one.id == "defend"
    ]
    assert [one.id for one in values] == ["dodge", "none"]


@rule(
    "C43",
    "What takes several rounds for a shot is loaded as the fight begins, unless the scenario says otherwise, and every slow round of reloading counts, whenever it is done.",
)
def test_reloading() -> None:
    skills = {"heavy-crossbow": 90, "Dodge": 40}
    arms: dict[str, object] = {"weapons": ["heavy-crossbow", "dagger"], "skills": skills}
    fight = begun(scene(archer(**arms), person("b", "bob"), start=FAR))
    first = formed(fight, "d100=95")
    act(first)
    ready = offered(first)
    act(first, ann="shoot/heavy-crossbow bob none")
    told: list[int] = []
    for _ in range(2):
        fight.join()
        part = formed(fight)
        act(part)
        assert offered(part)["shoot/heavy-crossbow"] == "it is to be reloaded first"
        told.append(
            figures(only(act(part, ann="reload/heavy-crossbow"), "reloaded"))["rounds_left"]
        )
    fight.join()
    last = formed(fight)
    act(last)

    assert ready["shoot_twice/heavy-crossbow"] == "it has to be reloaded first (A18)"
    assert ready["shoot_on/heavy-crossbow"] == "it is not used on the move"
    assert "reload/heavy-crossbow" not in ready
    assert told == [1, 0]
    assert offered(last)["shoot/heavy-crossbow"] == ""
    # Whoever reloads answers nothing (S45), and names neither foe nor defence.
    part = _unloaded(arms)
    with pytest.raises(IllegalAnswerError, match="takes 0"):
        act(part, ann="reload/heavy-crossbow none")
    with pytest.raises(IllegalAnswerError, match="needs no reloading"):
        act(part, ann="reload/dagger")
    assert not part.view(Observer("seat", "ann")).combatants[0].items[0].loaded


def _unloaded(arms: dict[str, object], **other: object) -> Engagement:
    part = fought("", archer(**arms, loaded=False, **other), person("b", "bob"))
    act(part)
    return part


def test_without_missiles_nothing_is_reloaded() -> None:
    arms: dict[str, object] = {"weapons": ["heavy-crossbow"], "missiles": {"heavy-crossbow": 0}}

    assert offered(_unloaded(arms))["reload/heavy-crossbow"] == "not enough missiles are left"


@rule(
    "C44",
    "With a move action somebody shoots while walking up to a foe, or while drawing back.",
)
def test_shooting_on_the_way() -> None:
    on = shot("d100=90", "shoot_on/self-bow bob none")
    back = shot("d100=90", "shoot_back/self-bow bob none")
    (chance,) = [one for one in only(on, "attack").figures if one.name == "attack_chance"]

    # 70%, and five times DEX 13 on the move; the way delays no arrow.
    assert [(one.label, one.value) for one in chance.terms] == [
        ("self bow", 70),
        ("on the move", -5),
    ]
    assert (only(on, "attack").rank, only(back, "attack").rank) == (2, 2)
    assert [only(one, "walked").facts["way"] for one in (on, back)] == ["towards", "away"]
    part = fought("")
    act(part)
    (question,) = part.questions()
    values = {
        one.id: one.parameters[0].values[0].chance
        for one in question.prompt().options
        if one.parameters and one.parameters[0].values
    }
    assert (values["shoot/self-bow"], values["shoot_on/self-bow"]) == (70, 65)


def test_what_is_thrown_is_free_of_that() -> None:
    thrower = person("a", "ann", weapons=["thrown-javelin"], skills={"thrown-javelin": 90})
    part = fought("d100=96", thrower, person("b", "bob"), start={"distance": 30})
    act(part)
    (told,) = [
        one for one in act(part, ann="shoot_on/thrown-javelin bob none") if one.kind == "attack"
    ]

    assert figures(told)["attack_chance"] == 90
    assert "throws the javelin at Bob" in _said(part, told)
    assert offered(fought("", archer("b", "bob"), thrower)) != {}


def _said(part: Engagement, event: Event) -> str:
    line = Teller(part.setup).line(event)
    assert line is not None
    return "".join(one.text for one in line.spans)


def test_a_missile_that_nobody_is_left_for_is_not_spent() -> None:
    # Ada and Ann both shoot at Bob, who dies of the first arrow; Ann has the higher strike rank.
    slow = archer("a", "ann", DEX=9)
    part = fought("d100=3 d20=19", archer("a", "ada"), slow, person("b", "bob", CON=3))
    act(part)
    act(part, ada="shoot/self-bow bob none")
    events = act(part, ann="shoot/self-bow bob none")

    assert only(events, "attack_lost").by == "ann"
    assert part.own[1].missiles == [20, 0, 0]


def test_another_foe_within_range_may_be_shot() -> None:
    foes = (person("b", "bob", CON=3), person("b", "bill"), person("b", "ben"))
    fight = begun(scene(archer(), *foes, start=FAR))
    part = formed(fight, "d100=3 d20=19 d100=90", ann="gather bob 3")
    act(part)
    act(part, ann="shoot_twice/self-bow bob+bob none")
    (question,) = part.questions()
    far = sight_from(question.shadow())

    assert far.others() == question.sight().others() == [2, 3]
    assert [one.at for one in act(part, ann="strike ben") if one.kind == "attack"] == ["ben"]


def test_a_bolt_stays_in_reach_only_while_there_are_missiles() -> None:
    """Two throws of the last two axes, and nothing for a third."""
    axes = person("a", "ann", weapons=["thrown-axe"], skills={"thrown-axe": 90})
    fight = begun(scene(axes, person("b", "bob"), start={"distance": 20}))
    part = formed(fight, "d100=95 d100=95")
    act(part)
    act(part, ann="shoot_twice/thrown-axe bob+bob none")
    fight.join()
    later = formed(fight)
    act(later)

    assert part.own[0].missiles[0] == 0
    assert offered(later)["shoot/thrown-axe"] == "not enough missiles are left"


MINDED = [
    archer(),
    archer("a", "ada", weapons=["light-crossbow", "broadsword"], skills={"light-crossbow": 60}),
    person("b", "bob", weapons=["thrown-javelin", "medium-shield", "broadsword"]),
    person("b", "ben", weapons=["sling", "dagger"], skills={"sling": 60}),
]


@pytest.mark.parametrize("mind", ["steady", "reckless", "guard"])
def test_minds_shoot(mind: str) -> None:
    fight = begin(scene(*MINDED, start={"distance": 100}), fight_seed(3), watched=True)
    minds = {"ann": mind, "ada": mind}
    events = played(fight, minds)
    flown = {event.by for event in events if event.facts.get("flight")}

    assert {"ann", "ben"} <= flown
    assert fight.outcome() is not None


def test_a_crossbow_is_reloaded_in_peace() -> None:
    foe = person("b", "bob", move=1)
    part = fought("", MINDED[1], foe, start={"distance": 90})
    act(part)
    (question,) = part.questions()
    shoots = answer_of(question)
    unloaded = fought("", {**MINDED[1], "loaded": False}, foe, start={"distance": 90})
    act(unloaded)
    (other,) = unloaded.questions()

    assert shoots.option == "shoot/light-crossbow"
    assert answer_of(other).option == "reload/light-crossbow"
    # What has flown and is loaded is in a snapshot too, and nobody sees how many missiles a foe has.
    fight = (
        begun(scene(archer(), MINDED[1], start=FAR)) if False else begun(scene(*MINDED, start=FAR))
    )
    assert restore(fight.snapshot()).people[1].missiles == [12, 0, 0]
    far = sight_from(fight.questions()[0].shadow())
    assert far.state.people[3].missiles == [1, 0, 0]


def test_the_missile_may_have_the_rank_of_a_weapon() -> None:
    part = fought("d100=90", missile_uses_weapon_sr=True)
    act(part)
    told = only(act(part, ann="shoot/self-bow bob none"), "attack")

    assert [one.rule for one in told.figures[0].terms] == ["Q4", "A12a"]


def test_near_foes_an_archer_draws_the_dagger_and_without_arrows_it_goes_there() -> None:
    near = fought("", start={"distance": 0})
    act(near)
    empty = fought("", archer(missiles={"self-bow": 0}), person("b", "bob", move=1))
    act(empty)

    assert answer_of(near.questions()[0]).option == "attack_twice/dagger"
    assert answer_of(empty.questions()[0]).option == "approach_far"
    # Nobody reloads while foes can come.
    pressed = _unloaded({"weapons": ["arbalest"]})
    close = answer_of(pressed.questions()[0]).option
    still = fought(
        "", archer(weapons=["arbalest"], loaded=False), person("b", "bob"), start={"distance": 30}
    )
    act(still)
    assert (close, answer_of(still.questions()[0]).option) == ("reload/arbalest", "close_far/fist")


def test_a_reload_is_told_with_what_is_left() -> None:
    arms: dict[str, object] = {"weapons": ["arbalest"]}
    part = _unloaded(arms)
    told = only(act(part, ann="reload/arbalest"), "reloaded")
    done = told.__class__(told.id, "reloaded", 1, 1, 0, by="ann", item="arbalest")

    assert _said(part, told) == "Ann reloads the arbalest, and has 3 rounds to go."
    assert _said(part, done) == "Ann reloads the arbalest."
    quiet = begin(scene(archer(**arms, loaded=False), person("b", "bob"), start=FAR), fight_seed(1))
    part = formed(quiet)
    act(part)
    assert act(part, ann="reload/arbalest") == []
    assert part.own[0].loading == [3, 0]


@pytest.mark.parametrize(
    ("weapons", "foes", "said"),
    [
        # Blows would be parried with the better sword, and arrows are not.
        (["broadsword", "medium-shield"], ("archer",), "medium-shield+dodge"),
        (["broadsword"], ("archer",), "dodge"),
        (["broadsword", "medium-shield"], ("archer", "swordsman"), "broadsword+medium-shield"),
        (["broadsword", "medium-shield"], ("swordsman",), "broadsword+medium-shield"),
        (["broadsword", "medium-shield"], ("unloaded",), "broadsword+medium-shield"),
    ],
)
def test_minds_meet_arrows_with_what_meets_them(
    weapons: list[str], foes: tuple[str, ...], said: str
) -> None:
    kinds_of_foe: dict[str, Person] = {
        "archer": archer("b", "bob"),
        "unloaded": archer("b", "bob", missiles={"self-bow": 0}),
        "swordsman": person("b", "ben"),
    }
    skills = {"broadsword": 80, "medium-shield": 50, "Dodge": 40}
    ann = person(
        "a", "ann", weapons=weapons, skills={one: skills[one] for one in (*weapons, "Dodge")}
    )
    fight = begun(scene(ann, *(kinds_of_foe[one] for one in foes), start={"distance": 20}))
    part = formed(fight, ann="gather bob 2" if len(foes) > 1 else "")
    act(part)
    (question,) = part.questions()
    sight = question.sight()
    chosen = sight.best_defences(DEFEND)

    assert defence_word(sight.me, chosen) == said
    one = sight.best_defences(CLOSE_TWICE, 0)
    assert one in ([], chosen[:1]) or "archer" in foes
    assert sight.may_shoot(1) == ("archer" in foes)


def test_who_can_only_parry_with_a_blade_does_so() -> None:
    ann = person("a", "ann", weapons=["broadsword"], skills={"broadsword": 80})
    part = formed(begun(scene(ann, archer("b", "bob"), start={"distance": 20})))
    act(part)
    ann_now = part.own[0]
    ann_now.barred = NO_DODGE
    sight = part.questions()[0].sight()

    assert sight.best_defences(DEFEND) == [0]


@pytest.mark.parametrize(
    ("weapon", "labels"),
    [
        (
            "self-bow",
            {
                "Shoot with self bow",
                "Shoot twice with self bow",
                "Walk up and shoot with self bow",
                "Draw back and shoot with self bow",
            },
        ),
        (
            "thrown-javelin",
            {
                "Throw javelin",
                "Throw javelin twice",
                "Walk up and throw javelin",
                "Draw back and throw javelin",
            },
        ),
    ],
)
def test_what_is_shot_is_shot_and_what_is_thrown_is_thrown(weapon: str, labels: set[str]) -> None:
    bob = person("b", "bob", weapons=[weapon], skills={weapon: 50})
    part = formed(begun(scene(person("a", "ann"), bob, start={"distance": 20})))
    (question,) = part.questions()

    assert question.combatant == "bob"
    assert {one.label for one in question.prompt().options if one.id.startswith("shoot")} == labels


def test_an_option_says_what_one_would_stumble_over() -> None:
    def abouts(distance: int) -> dict[str, str]:
        bob = person("b", "bob", weapons=["broadsword", "heavy-crossbow"], loaded=False)
        part = formed(begun(scene(person("a", "ann"), bob, start={"distance": distance})))
        (question,) = part.questions()
        return {one.id: one.about for one in question.prompt().options}

    far, near = abouts(20), abouts(0)

    assert far["attack/broadsword"] == "Strikes only a foe that comes within reach."
    assert far["aim/broadsword"] == far["attack/broadsword"]
    assert far["close/broadsword"] == near["attack/broadsword"] == ""
    assert far["shoot/heavy-crossbow"] == ""
    assert far["reload/heavy-crossbow"] == "The whole round, and no defence."

    part = formed(begun(scene(person("a", "ann"), mage("b", "bob", "protection"))))
    (question,) = part.questions()
    (ritual,) = [one for one in question.prompt().options if one.id == "ritual/protection"]
    assert (
        ritual.about == "The whole round, and no defence. 1 armour point everywhere for each point."
    )
