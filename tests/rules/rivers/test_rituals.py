"""RULES.md, rituals in a fight: begun, gone on with, disturbed, finished and let go; and T43 to T46 as scenes."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer, Event, Observer
from rules.rivers.course import effects, ritual, spells
from rules.rivers.course.machine import Engagement, Fight, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.model import Setup
from rules.rivers.policies import POLICIES
from rules.rivers.tell import Teller
from rules.scenario import read
from tests.support.command import ROOT
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    figures,
    formed,
    kinds,
    mage,
    only,
    person,
    played,
    scene,
    scripted,
    spell,
)
from tests.support.rulebook import rule

STILL = "defend none"
TRANCE = "ritual/sword-trance 8 0"
HITS = "attack/broadsword ann none"
MINE = "attack/broadsword bob none"


def swordswoman(**other: object) -> Person:
    """POW 15, 90% with the sword, and a trance for it."""
    skills = {"broadsword": 90, "medium-shield": 50, "Dodge": 40}
    return mage("a", "ann", "sword-trance", "protection", POW=15, foci={}, skills=skills, **other)


def two(ann: Person | None = None, **options: object) -> Fight:
    return begun(scene(ann or swordswoman(), person("b", "bob"), **options))


def round_of(
    fight: Fight, dice: str, ann: str, bob: str = STILL, besides: str = "besides/none"
) -> list[Event]:
    """One round with those dice, all of them; and what its edge brings."""
    part = formed(fight, dice)
    fight.take_events()
    events = act(part, bob=bob)
    events += act(part, **({"ann": ann} if part.questions() else {}))
    while part.questions():
        events += act(part, ann=besides)
    assert not dice or scripted(part) == []
    fight.join()
    return events + fight.take_events()


def changes(events: list[Event]) -> list[str]:
    return [one.facts["change"] for one in events if one.kind == "ritual"]


def test_t43_a_trance_of_eight_points_in_a_fight() -> None:
    """The seed's example: one round of concentration, and then it helps the first strike of the next."""
    fight = two()
    first = round_of(fight, "d100=50", TRANCE)
    second = round_of(
        fight, "d100=50 d8=8 d20=12 d100=90", MINE, HITS, "besides/sword-trance-8 ann"
    )
    began, finished = (one for one in first if one.kind == "ritual")
    blow = next(one for one in second if one.kind == "attack")

    assert began.facts == {"spell": "sword-trance", "change": "began", "done": "0", "rounds": "1"}
    assert (finished.facts["change"], finished.facts["level"]) == ("finished", "success")
    assert figures(finished) == {
        "casting_chance": 80,
        "casting_roll": 50,
        "rune_points": 3,
        "magic_points": 7,
    }
    assert next(one.kind for one in second if one.kind in {"cast", "attack"}) == "cast"
    assert (only(second, "cast").facts["kind"], only(second, "cast").rank) == ("ritual", 1)
    assert figures(blow)["attack_chance"] == 170
    assert effects.words(fight.people[0].under) == ["sword trance 8"]


def test_the_scene_plays_the_example_of_the_rules() -> None:
    """Minds alone: in the first seed with which the trance succeeds, it helps the first strike after it."""
    _, setup = read((ROOT / "scenarios" / "ritual.toml").read_bytes())
    assert isinstance(setup, Setup)
    events: list[Event] = []
    for seed in range(1, 9):
        events = [one for one in played(begun(setup, seed)) if one.by == "ysolde"]
        first = [one for one in events if one.round == 1 and one.kind == "ritual"]
        if [one.facts["change"] for one in first] == ["began", "finished"]:
            break
    trance = next(one for one in events if one.kind == "cast")
    strike = next(one for one in events if one.kind == "attack")

    assert (trance.round, trance.rank, trance.facts["points"]) == (2, 1, "8")
    assert (strike.round, figures(strike)["attack_chance"]) == (2, 90 + 80)


@rule(
    "M31",
    "A ritual is begun with what is in it and with 0, 1, 2 or 5 rounds more than it takes, goes on round by round, and is lost by doing anything else.",
)
def test_going_on_with_a_ritual() -> None:
    """T44: two rounds more make three of them, and 10% in the last one."""
    fight = two()
    first = round_of(fight, "", "ritual/sword-trance 8 2")
    shown = fight.view(Observer("spectator")).combatants[0].conditions
    second = round_of(fight, "", "chant")
    third = round_of(fight, "d100=90", "chant")

    assert changes(first) == ["began", "goes on"]
    assert shown == ("in a ritual",)
    assert (changes(second), changes(third)) == (["goes on"], ["finished"])
    assert figures(only(third, "ritual"))["casting_chance"] == 80 + 10
    lost = two()
    round_of(lost, "", "ritual/sword-trance 8 1")
    assert changes(round_of(lost, "", STILL)) == ["lost"]
    assert lost.people[0].ritual == []
    anew = two()
    round_of(anew, "", "ritual/sword-trance 8 1")
    assert changes(round_of(anew, "d100=50", "ritual/protection 2 0")) == [
        "lost",
        "began",
        "finished",
    ]


def test_silence_goes_on_with_a_ritual() -> None:
    fight = two()
    round_of(fight, "", "ritual/sword-trance 8 1")
    part = formed(fight)
    act(part)
    question = part.questions()[0]
    labels = {one.id: one.label for one in question.prompt().options}

    assert question.default().option == "chant"
    assert labels["chant"] == "Go on with the ritual of sword trance (round 2 of 2)"


@rule(
    "M32",
    "The dice of casting fall at the end of its last round, and what it costs is paid then.",
)
def test_the_end_of_a_ritual() -> None:
    def spent(dice: str) -> tuple[list[str], int, int]:
        fight = two()
        done = changes(round_of(fight, dice, TRANCE))
        return done, 4 - fight.people[0].rune_points, 15 - fight.people[0].magic_points

    assert spent("d100=50") == (["began", "finished"], 1, 8)
    assert spent("d100=4") == (["began", "finished"], 0, 8)
    assert spent("d100=81") == (["began", "failed"], 0, 1)
    assert spent("d100=100") == (["began", "failed"], 1, 1)
    fight = two(mage("a", "ann", "protection", foci={}))
    assert changes(round_of(fight, "d100=56", "ritual/protection 3+2 0")) == ["began", "failed"]
    assert fight.people[0].magic_points == 11


def test_whoever_puts_all_magic_points_into_a_ritual_faints() -> None:
    fight = two(mage("a", "ann", "protection", foci={}))
    events = round_of(fight, "d100=50", "ritual/protection 11 0")

    assert changes(events) == ["began", "finished", "lost"]
    assert only(events, "condition").facts["condition"] == "unconscious"


def test_t45_healing_by_ritual() -> None:
    fight = two(mage("a", "ann", "heal-wound"))
    round_of(fight, "d100=50", "ritual/heal-wound 6 0")
    fight.people[0].wound([0, 0, 3, 0, 0, 0, 0])
    fight.people[0].lost_all = 3
    events = round_of(fight, "d100=90", MINE, besides="besides/heal-wound-6 ann")

    assert kinds(events).index("healed") < kinds(events).index("attack")
    assert figures(only(events, "healed")) == {"hit_points": 4, "all_hit_points": 12}


def test_t46_a_ritualist_under_attack() -> None:
    """No defence, and POW 15 goes on by 45%; so does Q46 in the machine."""

    def hurt(roll: int) -> list[Event]:
        return round_of(
            two(), f"d100=50 d8=5 d20=1 d100={roll}" + " d100=50" * (roll <= 45), TRANCE, HITS
        )

    kept, lost = hurt(45), hurt(46)

    assert only(kept, "attack").facts["defence"] == "none"
    assert changes(kept) == ["began", "kept", "finished"]
    assert changes(lost) == ["began", "disturbed"]
    assert (
        figures(next(one for one in kept if "keeping_roll" in figures(one)))["keeping_chance"] == 45
    )


def test_a_bolt_disturbs_a_ritualist_as_well_and_what_fells_one_ends_it() -> None:
    ann = swordswoman()
    fight = begun(scene(ann, mage("b", "bob", "lightning")))
    bolt = "cast/lightning-1 ann none"
    disturbed = round_of(fight, "d100=50 d100=30 d6=2 d20=1 d100=99", TRANCE, bolt)
    fallen = two()
    events = round_of(fallen, "d100=50 d8=8 d20=19", TRANCE, HITS)

    assert changes(disturbed) == ["began", "disturbed"]
    assert changes(events) == ["began", "lost"]


@rule(
    "M33",
    "Whom it is for is said when it is let go: support besides, and attack magic as an attack at strike rank 1.",
)
def test_letting_a_ritual_go() -> None:
    fight = begun(scene(mage("a", "ann", "disruption", foci={}), person("b", "bob")))
    round_of(fight, "d100=50", "ritual/disruption 1+3 0")
    part = formed(fight, "d100=50 d3=2 d20=12")
    act(part)
    (option,) = [one for one in part.questions()[0].prompt().options if one.id.startswith("cast/")]
    events = act(part, ann=f"{option.id} bob none")

    assert (option.id, option.rank, option.chance) == ("cast/disruption-1+3", 1, None)
    assert option.label == "Cast disruption 1+3, whose ritual is finished"
    # No dice of casting, and no costs.
    assert figures(only(events, "cast"))["through"] == 2
    assert "casting_roll" not in figures(only(events, "cast"))
    assert part.own[0].ritual == []


@pytest.mark.parametrize(("hold", "left"), [("one_round", 0), ("until_used", 6)])
def test_what_is_not_let_go(hold: str, left: int) -> None:
    """A9b in the machine, in both settings."""
    fight = two(hold=hold)
    round_of(fight, "d100=50", TRANCE)
    events = round_of(fight, "d100=96", MINE)

    assert changes(events) == ([] if left else ["not used"])
    assert len(fight.people[0].ritual) == left


@pytest.mark.parametrize(("rounding", "rounds"), [("up", 2), ("floor", 1), ("nearest", 1)])
def test_the_rounds_of_a_ritual(rounding: str, rounds: int) -> None:
    """A9, A9a in the machine."""
    fight = two(ritual_rounding=rounding)
    events = round_of(fight, "d100=99" if rounds == 1 else "", "ritual/sword-trance 13 0")

    assert next(one for one in events if one.kind == "ritual").facts["rounds"] == str(rounds)


@rule(
    "M34",
    "Six magic points at most are put into a spell besides its own, except into one that is powered by them.",
)
def test_how_much_is_put_into_it() -> None:
    known = ("sword-trance", "protection", "lightning", "coordination")
    fight = begun(scene(mage("a", "ann", *known, foci={"protection": 2}), person("b", "bob")))
    part = formed(fight)
    act(part)
    values = {
        one.id: [v.id for v in one.parameters[0].values]
        for one in part.questions()[0].prompt().options
        if one.id.startswith("ritual/")
    }

    assert values["ritual/sword-trance"] == [str(one) for one in range(1, 12)]
    assert values["ritual/coordination"] == ["2", *(f"2+{one}" for one in range(1, 7))]
    assert values["ritual/lightning"][:7] == [*(f"1+{one}" for one in range(1, 7)), "2+1"]
    assert ("2" in values["ritual/protection"], "2+1" in values["ritual/protection"]) == (
        False,
        True,
    )
    assert "5+6" in values["ritual/protection"]
    assert "6+6" not in values["ritual/protection"]


def test_a_boost_goes_through_wards() -> None:
    fight = begun(scene(mage("a", "ann", "disruption", foci={}), person("b", "bob")))
    fight.people[1].enchant([spell("ward", 3)])
    round_of(fight, "d100=50", "ritual/disruption 1+3 0")
    events = round_of(fight, "d100=99", "cast/disruption-1+3 bob none")

    assert only(events, "cast").facts["outcome"] == "resisted"


@rule(
    "S34",
    "Most rituals are cast before a fight, and what they do is there when it begins.",
)
def test_rituals_before_the_fight() -> None:
    fight = two(swordswoman(under={"sword-trance": 8}))
    blow = only(round_of(fight, "d100=96", MINE), "attack")

    assert figures(blow)["attack_chance"] == 90 + 80


@rule(
    "M35",
    "A scenario says who is under which spells from the start, which last from the first round on, and whose ritual has just been finished.",
)
def test_what_was_cast_before() -> None:
    fight = two(swordswoman(under={"shield": 2, "protection": 3}, ready={"sword-trance": 5}))
    ann = fight.people[0]
    lasting = [(one.spell.id, one.points, one.until) for one in ann.under]
    again = two(swordswoman(ready={"protection": 5}))
    events = round_of(fight, "d100=96", MINE, besides="besides/sword-trance-5 ann")
    later = round_of(again, "d100=96", MINE)

    assert lasting == [("shield", 2, 75), ("protection", 3, 10)]
    assert only(events, "cast").facts["points"] == "5"
    assert changes(later) == ["not used"]


def test_a_trance_is_over_when_its_weapon_pauses() -> None:
    """A23 in the machine."""

    def lasts(ann: str, bob: str = STILL, dice: str = "", distance: int = 0) -> bool:
        setup = scene(
            swordswoman(under={"sword-trance": 8}), person("b", "bob"), start={"distance": distance}
        )
        fight = begun(setup)
        round_of(fight, dice, ann, bob)
        return len(fight.people[0].under) == 1

    assert lasts(MINE, dice="d100=96")
    assert lasts("defend broadsword", HITS, "d100=5 d100=50 d8=1")
    assert lasts("close/broadsword bob none", dice="d100=96", distance=12)
    assert not lasts(STILL)
    assert not lasts("attack/medium-shield bob none", dice="d100=96")
    assert not lasts("ritual/protection 1 1")
    fallen = two(swordswoman(under={"sword-trance": 8}))
    round_of(fallen, "d100=50 d8=8 d20=19", STILL, HITS)
    assert len(fallen.people[0].under) == 1


def test_a_ritual_leaves_no_other_spell() -> None:
    """A22 in the machine."""
    fight = two(mage("a", "ann", "shield", "protection", foci={}))
    part = formed(fight)
    act(part)
    act(part, ann="ritual/protection 3 1")

    assert part.over


def test_what_is_refused() -> None:
    fight = two()
    part = formed(fight)
    act(part)
    ask = part.questions()[0]

    def refused(option: str, *values: str) -> str:
        with pytest.raises(IllegalAnswerError) as caught:
            ask.check(Answer(ask.id, option, values))
        return str(caught.value)

    assert "possible: ritual/sword-trance, ritual/protection" in refused("ritual/heal", "1", "0")
    assert "takes 2" in refused("ritual/protection", "1")
    assert "possible: 1, 2, 3" in refused("ritual/sword-trance", "16", "0")
    assert "possible: 0, 1, 2, 5" in refused("ritual/sword-trance", "8", "3")
    assert "there is no ritual to go on with (S31)" in refused("chant")
    assert "takes nothing behind it" in refused("chant/protection")
    act(part, ann="ritual/sword-trance 8 1")
    fight.join()
    part = formed(fight)
    act(part)
    ask = part.questions()[0]
    assert "takes 0" in refused("chant", "1")
    poor = two(mage("a", "ann", "demoralise", foci={}, magic_points=1))
    part = formed(poor)
    act(part)
    ask = part.questions()[0]
    (option,) = [one for one in ask.prompt().options if one.id == "ritual/demoralise"]
    assert "no ritual now" in refused("ritual/demoralise", "2", "0")
    assert option.unavailable is not None
    assert option.unavailable.reason == "its points are more than there are"


def test_a_ritual_is_kept_in_snapshots_and_shows_in_shadows_without_its_spell() -> None:
    fight = two()
    round_of(fight, "", "ritual/sword-trance 8 1")
    part = formed(fight)
    kept = fight.snapshot()
    again, fork = restore(kept).snapshot(), fight.fork().snapshot()
    theirs = sight_from(part.questions()[0].shadow())
    act(part)
    (mine,) = part.questions()

    assert again == kept == fork
    assert theirs.is_at_ritual(0)
    assert theirs.state.person(0).ritual == [0, 0, 0, 0, 0, ritual.UNFINISHED]
    assert sight_from(mine.shadow()).state.person(0).ritual == part.own[0].ritual


# --- minds -----------------------------------------------------------------------------------


def chosen(part: Engagement, mind: str = "steady") -> list[str]:
    """What Ann answers in her engagement, a plan and perhaps a spell."""
    act(part)
    answers: list[str] = []
    while part.questions():
        (question,) = part.questions()
        answer = answer_of(question, mind)
        assert POLICIES[mind](sight_from(question.shadow())) == answer
        answers.append(" ".join([answer.option, *answer.values]))
        part.advance([answer])
    return answers


def test_minds_and_rituals() -> None:
    far = {"distance": 60}

    def first(ann: Person, distance: int = 60, mind: str = "steady") -> list[str]:
        fight = begun(scene(ann, person("b", "bob"), start={"distance": distance}))
        return chosen(formed(fight), mind)

    assert first(swordswoman()) == ["ritual/sword-trance 8 0"]
    assert first(swordswoman(), mind="reckless") == ["ritual/sword-trance 8 0"]
    assert first(mage("a", "ann", "protection", foci={})) == ["ritual/protection 8 0"]
    # Nothing that costs a defence, nothing that it has by a focus, nothing while a foe is near.
    assert first(mage("a", "ann", "fanaticism", foci={}))[0].startswith("approach_far")
    assert first(swordswoman(), distance=0)[0].startswith("attack")
    assert first(mage("a", "ann", "protection"))[1] == "besides/protection-1 ann"
    fight = begun(scene(swordswoman(), person("b", "bob"), start=far))
    round_of(fight, "d100=50", "ritual/sword-trance 8 0")
    assert chosen(formed(fight))[1] == "besides/sword-trance-8 ann"
    going = begun(scene(swordswoman(), person("b", "bob"), start=far))
    round_of(going, "", "ritual/sword-trance 8 1")
    assert chosen(formed(going)) == ["chant"]


def test_minds_and_wounds() -> None:
    def first(ann: Person, distance: int) -> list[str]:
        fight = begun(scene(ann, person("b", "bob"), start={"distance": distance}))
        fight.people[0].wound([3, 3, 0, 0, 0, 0, 0])
        fight.people[0].lost_all = 6
        return chosen(formed(fight))

    assert first(mage("a", "ann", "heal-wound"), 60) == ["ritual/heal-wound 8 0"]
    finished = mage("a", "ann", "heal-wound", ready={"heal-wound": 4})
    assert first(finished, 0)[1] == "besides/heal-wound-4 ann"
    assert first(mage("a", "ann", "heal", "protection"), 0)[1] == "besides/heal-1 ann"
    assert first(mage("a", "ann", "heal", "protection", magic_points=1), 0)[1] == "besides/none"


def test_minds_and_attack_magic() -> None:
    def first(ann: Person, distance: int = 0, *bob: effects.Effect, mind: str = "steady") -> str:
        fight = begun(scene(ann, person("b", "bob"), start={"distance": distance}))
        fight.people[1].enchant([*bob])
        return chosen(formed(fight), mind)[0].split()[0]

    curses = mage("a", "ann", "sever-spirit", "demoralise", rune_points=3)
    assert first(curses) == "cast/sever-spirit-3"
    assert first(mage("a", "ann", "demoralise")) == "cast/demoralise-2"
    assert first(mage("a", "ann", "demoralise"), 0, spell("slow", 1)).startswith("attack")
    assert first(mage("a", "ann", "demoralise", magic_points=2)).startswith("attack")
    assert first(mage("a", "ann", "disruption"), 30) == "cast/disruption-1"
    assert first(mage("a", "ann", "disruption")).startswith("attack")
    ready = mage("a", "ann", "demoralise", foci={}, ready={"demoralise": 2})
    assert first(ready, mind="reckless") == "cast/demoralise-2"


def test_a_mind_that_can_heal_the_whole_casts_something_else() -> None:
    fight = begun(scene(mage("a", "ann", "heal", "ward"), person("b", "bob")))
    fight.people[0].wound([1, 0, 0, 0, 0, 0, 0])
    fight.people[0].lost_all = 1

    warded = fight.fork()
    warded.people[0].enchant([spell("ward", 2)])

    assert chosen(formed(fight))[1] == "besides/ward-2 ann"
    assert chosen(formed(warded))[1] == "besides/none"


def test_a_mind_frees_its_friend() -> None:
    people = (mage("a", "ann", "dispel"), person("a", "ada"), person("b", "bob"))
    fight = begun(scene(*people))
    fight.people[1].enchant([spell("slow", 1)])
    part = formed(fight, ada="engage bob")
    act(part, ada=STILL)
    for _ in range(2):
        act(part)
    (question,) = part.questions()

    assert answer_of(question).values == ("ada",)
    fight.people[1].enchant([])
    foe = begun(scene(*people))
    foe.people[2].enchant([spell("protection", 1)])
    part = formed(foe, ada="engage bob")
    for _ in range(3):
        act(part)
    assert answer_of(part.questions()[0]).option == "besides/none"


# --- in words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("began", "Ann begins a ritual of sword trance (3 rounds)."),
        ("goes on", "Ann goes on with the ritual of sword trance (1 of 3 rounds)."),
        ("finished", "Ann finishes the ritual of sword trance."),
        ("failed", "Ann fails at the ritual of sword trance."),
        ("lost", "Ann leaves off the ritual of sword trance."),
        ("disturbed", "Ann is thrown out of the ritual of sword trance."),
        ("kept", "Ann is hurt and goes on with the ritual of sword trance."),
        ("not used", "Ann lets nothing come of the ritual of sword trance."),
    ],
)
def test_rituals_in_words(change: str, said: str) -> None:
    teller = Teller(scene(swordswoman(), person("b", "bob")))
    facts = {"spell": "sword-trance", "change": change, "done": "1", "rounds": "3"}
    line = teller.line(Event("e", "ritual", 1, 1, 0, by="ann", facts=facts))

    assert line is not None
    assert line.text == said


def test_the_labels_of_spells() -> None:
    fight = begun(scene(mage("a", "ann", "lightning", "protection"), person("b", "bob")))
    part = formed(fight)
    ann = part.own[0]

    assert spells.label_of(part, ann, [0, 2, 0]) == "lightning with 2 rune points"
    assert spells.label_of(part, ann, [1, 1, 0]) == "protection with 1 magic point by its focus"
