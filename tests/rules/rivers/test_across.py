"""RULES.md, magic across engagements: what is cast on whom one is not in an engagement with; and T18."""

from __future__ import annotations

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.model import Event, Remove
from rules.rivers.course import effects, ritual
from rules.rivers.course.machine import Engagement, Fight, begin, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.policies import POLICIES
from rules.rivers.tell import Teller
from tests.support.dice import ScriptedDice
from tests.support.rivers import (
    act,
    answer_of,
    begun,
    formed,
    kinds,
    mage,
    only,
    person,
    played,
    scene,
    spell,
)
from tests.support.rulebook import rule

STILL = "defend none"


def four(*spells: str, **options: object) -> Fight:
    """Ann, who knows magic, against Bob, and Ada against Ben."""
    people = (mage("a", "ann", *spells), person("a", "ada"), person("b", "bob"), person("b", "ben"))
    return begun(scene(*people, **options))


def duels(fight: Fight, **choices: str) -> list[Engagement]:
    formed(fight, ada="engage ben", **choices)
    return [*fight.children()]


def through(part: Engagement, dice: str = "", **acts: str) -> list[Event]:
    """All of an engagement; whoever is not named stands still."""
    if dice:
        part.dice = ScriptedDice(dice)
    events: list[Event] = []
    while part.questions():
        said: dict[str, str] = {}
        for one in part.questions():
            plans = not one.prompt().options[0].id.startswith("besides")
            named = acts.get(one.combatant, STILL)
            if plans:
                said[one.combatant] = named if not named.startswith("besides") else STILL
            elif named.startswith("besides"):
                said[one.combatant] = named
        events += act(part, **said)
    return events


@rule(
    "M36",
    "Fast magic for friends in other engagements is declared when all are formed and cast before the first of them, as the spell besides of that round.",
)
def test_fast_magic_for_friends_elsewhere() -> None:
    fight = four("shield", "lightning")
    act(fight, ann="engage bob")
    act(fight, ada="engage ben")
    (question,) = fight.questions()
    prompt = question.prompt()
    offered = {one.id: [v.id for p in one.parameters for v in p.values] for one in prompt.options}
    fight.take_events()
    events = act(fight, ann="besides/shield-2 ada")
    first = fight.children()[0]

    assert (prompt.kind, prompt.about) == (
        "action",
        "Which spell do you cast on friends elsewhere?",
    )
    assert offered["besides/shield-2"] == ["ada"]
    told = only(events, "cast")
    assert (told.at, told.phase) == ("ada", 0)
    if told.facts["outcome"] == "stands":
        assert effects.words(fight.people[1].under) == ["shield 2"]
    # It was the spell of the round: neither another one besides, nor an attack.
    act(first)
    ids = [one.id for one in first.questions()[0].prompt().options]
    assert "cast/lightning" in ids
    act(first)
    assert first.over
    fight.children()[1].go_on()
    for part in fight.children():
        through(part)
    fight.join()
    assert not fight.people[0].spoken


def test_two_who_help_one_and_whoever_is_gone_by_then() -> None:
    people = (
        mage("a", "ann", "shield"),
        mage("a", "ada", "shield"),
        person("a", "abe"),
        person("b", "bob"),
        person("b", "ben"),
        person("b", "bea"),
    )
    counts: set[int] = set()
    for seed in range(8):
        fight = begun(scene(*people), seed)
        act(fight, ann="engage bob")
        act(fight, ada="engage ben")
        act(fight, abe="engage bea")
        asked = [one.combatant for one in fight.questions()]
        kept = fight.snapshot()
        assert restore(kept).snapshot() == kept == fight.fork().snapshot()
        assert asked == ["ann", "ada"]
        fight.take_events()
        events = act(fight, ann="besides/shield-1 abe", ada="besides/shield-1 abe")
        casts = [one.facts["outcome"] for one in events if one.kind == "cast"]
        counts.add(len(casts))
        # The second casts hers if the first one's failed, and keeps it otherwise.
        assert len(casts) == (1 if casts[0] == "stands" else 2)
        assert fight.people[1].spoken == (len(casts) == 2)
    assert counts == {1, 2}
    gone = four("shield")
    act(gone, ann="engage bob")
    act(gone, ada="engage ben")
    gone.amend("gm", "why", Remove("ann"))
    assert gone.children()


@rule(
    "M37",
    "Prepared magic for friends in other engagements, and for the fallen, reaches them at the edge of the round.",
)
def test_prepared_magic_for_friends_elsewhere() -> None:
    fight = four("protection", "heal")
    first, second = duels(fight)
    events = through(first, "d100=50", ann="besides/protection-1 ada")
    kept = fight.snapshot()
    then = effects.words(second.own[1].under)
    through(second)
    fight.take_events()
    fight.join()
    at_edge = only(fight.take_events(), "crossed")

    assert only(events, "cast").facts["outcome"] == "crosses"
    assert restore(kept).snapshot() == kept
    assert then == []
    assert (at_edge.by, at_edge.at, at_edge.phase) == ("ann", "ada", 3)
    assert effects.words(fight.people[1].under) == ["protection 1"]
    # Ada has fallen, and is in no engagement.
    fight.people[1].unconscious = True
    fight.people[1].wound([0, 0, 0, 0, 0, 0, 4])
    fight.people[1].lost_all = 4
    fight.people[1].settle()
    (part,) = [formed(fight, ann="engage bob", ben="engage ann")]
    through(part, "d100=50", ann="besides/heal-2 ada")
    for other in fight.children()[1:]:
        through(other)
    fight.take_events()
    fight.join()
    told = kinds(fight.take_events())
    assert told[:3] == ["crossed", "healed", "condition"]
    assert fight.people[1].able


def test_t18_a_healer_in_another_engagement() -> None:
    """Ada dies in her engagement; the heal from Ann's lands at the edge, after both, and she stays dead."""

    def ada_dies(healed_first: bool) -> tuple[bool, list[str]]:
        fight = four("heal", cross_effects="sequential" if healed_first else "edge")
        fight.people[1].wound([1, 1, 1, 1, 0, 0, 0])
        fight.people[1].lost_all = 4
        formed(fight, ada="engage ben")
        first = fight.children()[0]
        events = through(first, "d100=50", ann="besides/heal-1 ada")
        if healed_first:
            fight.join()
            events += fight.take_events()
        last = fight.children()[-1]
        # Of 12 hit points 8 are left, and all of them go.
        events += through(last, "d100=50 d8=7 d20=1", ben="attack/broadsword ada none")
        fight.join()
        return fight.people[1].dead, kinds(events + fight.take_events())

    dead, told = ada_dies(healed_first=False)
    alive, before = ada_dies(healed_first=True)

    assert (dead, alive) == (True, False)
    assert "crossed" not in told
    assert before.index("crossed") < before.index("attack")


@rule(
    "M38",
    'With `cross_effects = "sequential"` one engagement after the other is played, and what one does to others is there when their turn comes.',
)
def test_one_engagement_after_the_other() -> None:
    fight = four("protection", cross_effects="sequential")
    (first,) = duels(fight)
    through(first, "d100=50", ann="besides/protection-1 ada")
    fight.join()
    kept = fight.snapshot()
    (second,) = fight.children()

    assert [*first.own] == [0, 2]
    assert [*second.own] == [1, 3]
    assert effects.words(second.own[1].under) == ["protection 1"]
    assert restore(kept).snapshot() == kept == fight.fork().snapshot()
    through(second)
    fight.join()
    assert fight.round == 2
    ids = [one.id for one in fight.take_events()]
    assert len(ids) == len({*ids})


@pytest.mark.parametrize("cross", ["edge", "sequential"])
def test_a_whole_fight_goes_the_same_way_unwatched_and_backwards(cross: str) -> None:
    known = ("shield", "protection", "heal", "demoralise", "sword-trance")
    people = [mage(side, f"{side}{number}", *known) for side in "ab" for number in range(3)]
    setup = scene(*people, start={"distance": 60}, cross_effects=cross)
    events = played(begun(setup, 3))
    back = begun(setup, 3)
    again = played(back, backwards=True)

    assert sorted(one.id for one in events) == sorted(one.id for one in again)
    assert {"cast", "ritual"} <= {*kinds(events)}


def test_minds_help_friends_elsewhere() -> None:
    def chosen(fight: Fight, mind: str = "steady") -> str:
        act(fight, ann="engage bob")
        act(fight, ada="engage ben")
        (question,) = fight.questions()
        answer = answer_of(question, mind)
        # A mind far away sees the same.
        assert POLICIES[mind](sight_from(question.shadow())) == answer
        return " ".join([answer.option, *answer.values])

    plain = four("shield")
    has_one = four("shield")
    has_one.people[0].enchant([spell("shield", 1)])
    healer = four("heal-body")
    healer.people[1].wound([3, 3, 0, 0, 0, 0, 0])
    healer.people[1].lost_all = 6

    # A shield is kept for oneself till one has it.
    assert chosen(plain) == "besides/none"
    assert chosen(has_one) == "besides/shield-2 ada"
    assert chosen(healer) == "besides/heal-body-3 ada"


def test_what_crosses_finds_nobody_any_more() -> None:
    fight = four("protection", "dispel")
    first, second = duels(fight)
    second.own[1].enchant([spell("slow", 1)])
    fight.people[1].enchant([spell("slow", 1)])
    through(first, "d100=50", ann="besides/dispel-2 ada")
    through(second, "d100=3 d20=19", ben="attack/broadsword ada none")
    fight.join()

    assert "crossed" not in kinds(fight.take_events())
    assert fight.people[1].dead


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("crossed", "The heal of Ann reaches Ada."),
        ("healed", "Ada has some hit points back in the chest."),
        ("drained", "Ada loses hit points to it."),
    ],
)
def test_what_crosses_in_words(kind: str, said: str) -> None:
    fight = four("heal")
    teller = Teller(fight.setup)
    event = Event("e", kind, 1, 1, 0, by="ann", at="ada", place="chest", facts={"spell": "heal"})
    line = teller.line(event)

    assert line is not None
    assert line.text == said


@pytest.mark.parametrize("seed", range(6))
def test_an_unwatched_fight_of_all_magic_goes_the_same_way(seed: int) -> None:
    known = (
        ("sword-trance", "sever-spirit", "heal-wound"),
        ("disruption", "heal", "protection"),
        ("lightning", "sleep", "dispel"),
    )
    people = [
        mage(side, f"{side}{number}", *known[(number + seed) % 3], mind="reckless")
        for side in "ab"
        for number in range(3)
    ]
    setup = scene(*people, start={"distance": (0, 60)[seed % 2]})
    minds = {one.id: ("steady", "random", "reckless")[seed % 3] for one in setup.combatants}
    watched, quiet = begun(setup, seed), begin(setup, fight_seed(seed))
    played(watched, minds)
    played(quiet, minds)

    assert watched.state_hash() == quiet.state_hash()


def test_what_is_cast_unseen() -> None:
    """Nobody watches, and it is all the same."""
    quiet = begin(scene(mage("a", "ann", "sever-spirit"), person("b", "bob")), fight_seed(0))
    part = formed(quiet, "d100=50 d100=51 d6=4")
    act(part)
    act(part, ann="cast/sever-spirit-3 bob none")
    quiet.join()
    chants = begin(
        scene(mage("a", "ann", "protection", foci={}), person("b", "bob")), fight_seed(0)
    )
    part = formed(chants, "d100=50 d8=4 d20=1 d100=33 d100=50")
    act(part, bob="attack/broadsword ann none")
    act(part, ann="ritual/protection 3 0")

    assert quiet.people[1].lost_all == 4
    assert part.own[0].ritual[ritual.FINISHED] == 1
    assert part.take_events() == []


CALM = {"ada": "defend none", "bob": "defend dodge", "ben": "defend none"}


def aside(*known: str, dice: str = "", **options: object) -> tuple[Fight, Engagement]:
    """Ada fights Bob and Ben, and Ann with her magic stands alone."""
    people = (mage("a", "ann", *known), person("a", "ada"), person("b", "bob"), person("b", "ben"))
    fight = begun(scene(*people, **options))
    formed(fight, ann="hang_back", ada="gather bob 2")
    fight.dice = ScriptedDice(dice)
    fight.diced = 1
    (alone,) = [one for one in fight.children() if 0 in one.own]
    return fight, alone


def edge(fight: Fight) -> list[Event]:
    """Everybody else stands still; what the edge of the round tells."""
    while fight.children() and fight.round == 1:
        for part in fight.children():
            while part.questions():
                act(part, **CALM)
            part.take_events()
        fight.join()
    return [one for one in fight.take_events() if one.round == 1]


@rule(
    "M42",
    "Whoever stands alone casts attack magic at the foes of other engagements at whom it could shoot; it lands as a missile does, and no defence meets it.",
)
def test_attack_magic_at_other_engagements() -> None:
    fight, alone = aside("disruption", "lightning", dice="d100=10 d100=50 d3=3 d20=19")
    (question,) = alone.questions()
    options = {one.id: one for one in question.prompt().options}
    assert [one.id for one in options["cast/disruption-1"].parameters[0].values] == ["bob", "ben"]
    assert POLICIES["steady"](sight_from(question.shadow())) == answer_of(question)
    assert answer_of(question).option.startswith("cast/")
    act(alone, ann="cast/disruption-1 bob none")
    assert restore(fight.snapshot()).snapshot() == fight.snapshot() == fight.fork().snapshot()
    told = edge(fight)
    cast = only(told, "cast")

    assert (cast.by, cast.at, cast.phase) == ("ann", "bob", len(fight.stars) + 1) or cast.phase == 3
    assert cast.facts["crosses"] == "yes"
    assert fight.people[2].lost_all == 3
    assert fight.people[0].magic_points == 10
    line = Teller(fight.setup).line(cast)
    assert line is not None
    assert line.details[0].startswith("from another engagement; ")
    assert fight.quiet_rounds == 0


def test_attack_magic_finds_nobody_any_more() -> None:
    fight, alone = aside("disruption")
    act(alone, ann="cast/disruption-1 bob none")
    fight.amend("gm", "", Remove("bob"))
    lost = only(edge(fight), "attack_lost")

    assert (lost.by, lost.at, lost.item) == ("ann", "bob", "")
    assert fight.people[0].magic_points == 11


def test_attack_magic_one_engagement_after_the_other() -> None:
    fight, alone = aside("disruption", dice="d100=99", cross_effects="sequential")
    assert alone.phase == 1
    act(alone, ann="cast/disruption-1 ben none")
    fight.take_events()
    fight.join()
    failed = only(fight.take_events(), "cast")

    assert (failed.phase, failed.facts["outcome"]) == (1, "fails")


def test_whoever_fights_somebody_casts_at_nobody_else() -> None:
    fight = four("disruption")
    part, _ = duels(fight, ann="engage bob")
    act(part)
    (cast,) = [one for one in part.questions()[0].prompt().options if one.id == "cast/disruption-1"]
    assert [one.id for one in cast.parameters[0].values] == ["bob"]
    # Nobody alone has anything to cast besides at foes elsewhere.
    both = {"under": {"two-spells": 1}}
    people = mage("a", "ann", "disruption", "protection", **both), person("a", "ada")
    crowd = person("b", "bob"), person("b", "ben")
    fight = begun(scene(*people, *crowd, allow_attack_spell_in_slot=True))
    formed(fight, ann="hang_back", ada="gather bob 2")
    (alone,) = [one for one in fight.children() if 0 in one.own]
    act(alone, ann="defend none")
    offered = [one.id for one in alone.questions()[0].prompt().options if not one.unavailable]
    assert offered == ["besides/none", "besides/protection-2"]


def test_a_mind_that_holds_casts_at_the_unaware() -> None:
    holds = mage("a", "ann", "disruption", temper={"kind": "soldier", "goal": "hold"})
    setup = scene(holds, person("b", "bob"), start={"distance": 40, "unaware": ["b"]})
    fight = begin(setup, fight_seed(1))
    while not fight.children():
        fight.advance([answer_of(one) for one in fight.questions()])
    (alone,) = [one for one in fight.children() if one.questions()]

    assert answer_of(alone.questions()[0]).option == "cast/disruption-1"
