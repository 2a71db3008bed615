"""RULES.md, slow actions in a fight: shields on the back, helmets that are off, first aid, and the use of a skill."""

from __future__ import annotations

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.errors import IllegalAmendmentError, IllegalAnswerError, SetupError
from rules.kernel.model import Event, Observer, SetGear, SetHitPoints
from rules.rivers.course.choices import DON_HELMET, UNSLING
from rules.rivers.course.combatant import NEVER, SLUNG
from rules.rivers.course.machine import HELPING, Engagement, Fight, begin, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.course.sight import Sight
from rules.rivers.setup import decode
from rules.rivers.tell import Teller
from rules.rivers.tell.tables import sheets, wholes
from tests.support.dice import ScriptedDice
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
    scene,
    scripted,
)
from tests.support.rulebook import rule

FAR = {"distance": 60}
BOB = person("b", "bob")
LINES = {"name": "lines", "rules": "rivers", "combatants": ["Bob: side b, Sword 60%"]}
STILL = "defend none"


def bearer(who: str = "ann", side: str = "a", **other: object) -> Person:
    """Somebody with a broadsword in hand, a shield on the back and a helmet that is off."""
    armour = ["cuirboilli-hauberk", "closed-helmet"]
    return person(
        side, who, **{"armour": armour, "shield_slung": True, "helmet_off": True, **other}
    )


def medic(who: str = "ann", side: str = "a", skill: int = 50, **other: object) -> Person:
    skills = {"broadsword": 60, "medium-shield": 50, "Dodge": 40, "First Aid": skill}
    return person(side, who, skills=skills, **other)


def why_not(part: Engagement) -> dict[str, str]:
    """The options of the one question, and why they are not possible."""
    (question,) = part.questions()
    return {
        one.id: one.unavailable.reason if one.unavailable else ""
        for one in question.prompt().options
    }


def said(fight: Fight, events: list[Event]) -> list[str]:
    """What is told of them."""
    teller = Teller(fight.setup)
    lines = [teller.line(one) for one in events]
    return ["".join([span.text for span in one.spans]) for one in lines if one is not None]


def wounded(*people: Person, **places: str) -> Fight:
    """A fight in which somebody has lost so much: by id a location with its hit points."""
    fight = begun(scene(*people))
    for who, place in places.items():
        name, _, points = place.partition(": ")
        fight.amend("gm", "before", SetHitPoints(who, name, int(points)))
    fight.take_events()
    return fight


def at_play(fight: Fight, **choices: str) -> Fight:
    """Up to the engagements; whoever is not named hangs back."""
    while not fight.children():
        act(fight, **({} if fight.step == HELPING else choices))
    fight.take_events()
    return fight


# --- gear ------------------------------------------------------------------------------------


@rule(
    "C53",
    "A shield on the back neither strikes nor parries, and nobody draws it; a slow round takes it from there, at the end of which it is in hand, and what leaves no room for it is away.",
)
def test_a_shield_on_the_back() -> None:
    part = formed(begun(scene(bearer(), BOB)), "d100=50 d8=1 d20=1")
    ann = part.own[0]
    act(part, bob="attack/broadsword ann none")
    options = {one.id: one for one in part.questions()[0].prompt().options}
    bash = options["attack/medium-shield"].unavailable
    defences = [one.id for one in options["attack/broadsword"].parameters[1].values]
    events = act(part, ann="unsling/medium-shield")

    assert ann.build.items[:2] == [1, SLUNG]
    assert bash is not None
    assert bash.reason == "it is on the back, and to take it from there is slow"
    assert "medium-shield" not in defences
    # It answers nothing meanwhile (S45), and has it at the end.
    assert kinds(events)[-2:] == ["attack", "unslung"]
    assert only(events, "attack").facts["defence"] == "none"
    assert [one.item for one in events if one.kind == "declared"] == ["medium-shield", "broadsword"]
    assert ann.items[:2] == [1, 1]
    assert scripted(part) == []
    assert "Ann takes the medium shield from the back." in said(begun(scene(bearer(), BOB)), events)
    # Two hands are full of a great axe, which is put away.
    two = formed(begun(scene(bearer(weapons=["great-axe", "medium-shield"], skills={}), BOB)))
    act(two)
    act(two, ann="unsling/medium-shield")
    assert two.own[0].items[:2] == [0, 1]
    # Nobody who draws a sword takes along what is slung.
    bare = formed(begun(scene(bearer(held=[]), BOB)))
    act(bare)
    act(bare, ann="attack/broadsword bob none")
    assert bare.own[0].items[:2] == [1, SLUNG]


@rule(
    "C54",
    "A helmet that is off counts for nothing, and from the end of the slow round on that puts it on it protects the head.",
)
def test_a_helmet_that_is_off() -> None:
    fight = begun(scene(bearer(hide=1), BOB))
    part = formed(fight)
    act(part)
    offered = why_not(part)
    before = part.own[0].worn[-1]
    events = act(part, ann="don_helmet")

    assert offered["don_helmet"] == ""
    assert (before, part.own[0].worn[-1]) == (1, 6)
    assert figures(only(events, "helmet_on"))["armour"] == 6
    assert "Ann puts on the helmet." in said(fight, events)
    fight.join()
    assert fight.people[0].helmet == 0
    part = formed(fight)
    act(part)
    assert "don_helmet" not in why_not(part)
    with pytest.raises(IllegalAnswerError, match="there is no helmet to put on"):
        act(part, ann="don_helmet")
    with pytest.raises(IllegalAnswerError, match="don_helmet takes nothing behind it"):
        act(part, ann="don_helmet/now")
    with pytest.raises(IllegalAnswerError, match="it is not on the back"):
        act(part, ann="unsling/broadsword")
    with pytest.raises(IllegalAnswerError, match="takes one of its shields behind a stroke"):
        act(part, ann="unsling/hat")


def test_gear_that_is_not_ready_is_seen_and_written() -> None:
    setup = scene(bearer(), BOB)
    fight = begun(setup)
    for observer in (Observer("game_master"), Observer("seat", "ann"), Observer("seat", "bob")):
        seen = fight.view(observer).combatants[0].items
        assert [one.state for one in seen] == ["held", "slung"]
    row = sheets(setup).rows[0]
    assert "medium shield on the back; helmet off" in row.note
    for other, problem in (
        (bearer(weapons=["broadsword"]), "shield_slung: it has no shield"),
        (bearer(held=["medium-shield"]), 'held: "medium-shield" is on its back'),
        (bearer(armour=[]), "helmet_off: it has no helmet"),
    ):
        with pytest.raises(SetupError, match=problem):
            scene(other, BOB)
    with pytest.raises(SetupError, match="helmet_off: it has no helmet"):
        scene({"side": "a", "creature": "wolf", "helmet_off": True}, BOB)


def test_a_game_master_slings_shields_alone() -> None:
    fight = begun(scene(person("a", "ann"), BOB))
    fight.amend("gm", "", SetGear("ann", "medium-shield", "slung"))
    assert fight.people[0].items[:2] == [1, SLUNG]
    with pytest.raises(IllegalAmendmentError, match="it is no shield"):
        fight.amend("gm", "", SetGear("ann", "broadsword", "slung"))


@rule(
    "C57",
    "Whoever can no longer do its slow action at the end of it leaves it undone.",
)
def test_what_is_left_undone() -> None:
    """Ann and Ada fight Bob; after Ann has chosen, the game master takes what it is about."""
    people = bearer(), person("a", "ada"), person("a", "amy"), BOB
    for doing, change in (
        ("unsling/medium-shield", SetGear("ann", "medium-shield", "gone")),
        ("tend amy", SetHitPoints("amy", "chest", -10)),
    ):
        fight = wounded(*people, amy="chest: -5")
        part = formed(fight, "", ada="engage bob", ann="engage bob")
        act(part)
        act(part, ann=doing)
        fight.amend("gm", "", change)
        events = act(part, ada=STILL)

        assert only(events, "left_undone").facts["verb"] == doing.partition("/")[0].split()[0]
        assert "Ann cannot do any more what it began." in said(fight, events)


# --- first aid -------------------------------------------------------------------------------


@rule(
    "C55",
    "First aid is a slow action for oneself or a friend within reach; a success at the end of it stops the bleeding and what would kill untended, and gives no hit points back.",
)
def test_first_aid() -> None:
    # Amy's chest has lost twice what it bears: she bleeds, and would die besides.
    fight = wounded(medic(), person("a", "amy"), BOB, amy="chest: -5", ann="abdomen: 0")
    ann, amy = fight.people[:2]
    assert (ann.dies_at, amy.bleeding) == (51, True)
    part = formed(fight, "d100=50")
    act(part)
    (tend,) = [one for one in part.questions()[0].prompt().options if one.id == "tend"]
    assert [one.id for one in tend.parameters[0].values] == ["ann", "amy"]
    assert (tend.chance, tend.cost) == (50, 3)
    own = act(part, ann="tend ann")
    assert part.own[0].dies_at == NEVER
    assert part.own[0].lost == ann.lost
    assert figures(only(own, "tended")) == {"aid_chance": 50, "aid_roll": 50}
    assert "Ann sees to its own wounds, and nothing bleeds any more." in said(fight, own)
    # What bleeds is told when it stops; whose chance it was foes do not learn.
    again = wounded(medic(), person("a", "amy"), BOB, amy="head: -4")
    fight = begun(scene(medic(), person("a", "amy"), BOB))
    part = formed(fight, "d100=51")
    part.own[0].bleeding = True
    act(part)
    failed = act(part, ann="tend ann") + act(part)
    told = only(failed, "tended")
    assert told.facts == {"level": "failure", "outcome": "fails"}
    assert part.own[0].bleeding
    assert "Ann sees to its own wounds, but it does not help." in said(fight, failed)
    seen = fight.seen_by(Observer("seat", "bob"), told)
    assert seen is not None
    assert [one.name for one in seen.figures] == ["aid_roll"]
    part = formed(again, "d100=05")
    part.own[0].bleeding = True
    act(part)
    stopped = only(act(part, ann="tend ann"), "condition")
    assert stopped.facts == {"condition": "bleeding", "change": "ended"}


def test_whom_first_aid_is_for() -> None:
    whole = formed(begun(scene(medic(), BOB)))
    act(whole)
    assert "tend" not in why_not(whole)
    with pytest.raises(IllegalAnswerError, match="nobody within reach bleeds or would die"):
        act(whole, ann="tend bob")
    # Amy lies 9 m away; whoever is dead is past it, and so is whoever has none left.
    people = medic(), person("a", "amy", back=9), person("a", "abe"), BOB
    fight = wounded(*people, amy="head: 0", abe="head: -8")
    part = formed(fight)
    act(part)
    assert fight.people[2].dead
    assert why_not(part)["tend"] == "nobody within reach bleeds or would die of a wound"
    assert why_not(part)["protect"] == ""
    gone = act(part, ann="protect amy none")
    assert figures(only(gone, "walked"))["metres"] == 9
    fight.join()
    part = formed(fight)
    act(part)
    assert why_not(part)["tend"] == ""
    with pytest.raises(IllegalAnswerError, match="possible: amy"):
        act(part, ann="tend abe")
    # Without a hand there is none.
    part.own[0].wound([0, 0, 0, 0, 3, 3, 0])
    part.own[0].sound_arms = 0
    part.open = None
    assert why_not(part)["tend"] == "too few hands are left for it"


def test_a_dying_round_is_past_first_aid() -> None:
    fight = begun(scene(medic(), person("a", "amy"), BOB, dying_round=True))
    fight.amend("gm", "", SetHitPoints("amy", "head", -8))
    amy = fight.people[1]
    amy.dead, amy.dying, amy.dies_at = False, True, 2
    part = formed(fight)
    act(part)
    assert "tend" not in why_not(part)


@rule("C55a", "Whoever never learned First Aid has 10.")
def test_untrained_first_aid() -> None:
    fight = wounded(person("a", "ann"), BOB, ann="abdomen: 0")
    part = formed(fight, "d100=10")
    act(part)
    aid = only(act(part, ann="tend ann"), "tended")

    assert figures(aid)["aid_chance"] == 10
    assert aid.facts["outcome"] == "tended"


@rule(
    "C55b",
    "Whoever is not of the engagement is helped by it at the edge of the round.",
)
def test_first_aid_across_engagements() -> None:
    people = medic(), person("a", "amy"), medic("abe"), person("a", "ada"), BOB
    fight = at_play(wounded(*people, amy="chest: -5"), ada="engage bob")
    parts = {one.members()[0].id: one for one in fight.children()}
    for who in ("ann", "abe"):
        parts[who].dice = ScriptedDice("d100=03")
    events: list[Event] = []
    for part in fight.children():
        while part.questions():
            events += act(part, ann="tend amy", abe="tend amy", ada=STILL, bob=STILL)
    assert fight.people[1].bleeding
    assert fight.snapshot() == fight.fork().snapshot() == restore(fight.snapshot()).snapshot()
    fight.join()
    events += [one for one in fight.take_events() if one.round == 1]
    told = [one for one in events if one.kind == "tended"]
    over = only(events, "condition")

    assert [one.facts["outcome"] for one in told] == ["crosses", "crosses"]
    assert not fight.people[1].bleeding
    assert (over.at, over.phase) == ("amy", len(fight.stars) + 1) or over.phase > 1
    assert "Ann gives Amy first aid, and it helps at the end of the round." in said(fight, events)


# --- a skill ---------------------------------------------------------------------------------


@rule(
    "C56",
    "Any other skill of a sheet is used as a slow action: its roll at the end is told, and what comes of it is for the game master.",
)
def test_the_use_of_a_skill() -> None:
    skills = {"broadsword": 60, "Dodge": 40, "Ride": 55, "Animal Lore": 45, "Climb": 70}
    fight = begun(scene(person("a", "ann", skills=skills), BOB))
    part = formed(fight, "d100=09")
    act(part)
    offered = [one for one in why_not(part) if one.startswith("use/")]
    sight = part.questions()[0].sight()
    assert isinstance(sight, Sight)
    assert sight.skills() == ["Animal Lore", "Climb"]
    assert sight.use("Animal Lore").option == "use/animal-lore"
    with pytest.raises(IllegalAnswerError, match="possible: use/animal-lore, use/climb"):
        act(part, ann="use/ride")
    events = act(part, ann="use/animal-lore")
    used = only(events, "skill_used")

    assert offered == ["use/animal-lore", "use/climb"]
    assert used.facts == {"skill": "Animal Lore", "level": "special"}
    assert figures(used) == {"skill_chance": 45, "skill_roll": 9}
    assert events[0].facts["skill"] == "Animal Lore"
    assert "Ann uses Animal Lore: special." in said(fight, events)
    assert "Animal Lore 45%" in wholes(fight.setup)[0].lines[1]
    nobody = formed(begun(scene(person("a", "ann"), BOB)))
    act(nobody)
    with pytest.raises(IllegalAnswerError, match="possible: no skill of that kind"):
        act(nobody, ann="use/climb")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Doge", "did you mean Dodge"),
        ("First aid", "did you mean First Aid"),
        ("climb", "there is no skill"),
        ("Climb 2", "there is no skill"),
        ("C" * 41, "there is no skill"),
    ],
)
def test_names_of_skills(name: str, problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        scene(person("a", "ann", skills={name: 50}), BOB)


def test_a_skill_stands_there_once() -> None:
    with pytest.raises(SetupError, match="it stands here twice"):
        scene(person("a", "ann", skills={"Animal Lore": 50, "Animal lore": 40}), BOB)


@rule(
    "S21b",
    "Whoever has cast for friends in other engagements does nothing slow in that round.",
)
def test_nothing_slow_after_a_spell() -> None:
    caster = mage("a", "ann", "shield", "disruption", shield_slung=True)
    fight = begun(scene(caster, person("a", "amy"), BOB, person("b", "ben")))
    choices = {"ann": "engage bob", "amy": "engage ben"}
    while not fight.children():
        act(fight, **({"ann": "besides/shield-1 amy"} if fight.step == HELPING else choices))
    part = fight.children()[0]
    act(part)
    offered = why_not(part)

    reason = "a spell was cast in this round, and what is slow leaves none"
    assert offered["unsling/medium-shield"] == reason
    assert offered["ritual/disruption"] == reason
    with pytest.raises(IllegalAnswerError, match="a spell was cast in this round"):
        act(part, ann="unsling/medium-shield")
    # Whoever was at a ritual has lost it by that, and minds keep it.
    part.own[0].ritual = [1, 1, 1, 2, 1, -1]
    part.open = None
    (question,) = part.questions()
    assert why_not(part)["chant"] == reason
    assert question.default().option == "defend"
    assert answer_of(question).option != "chant"


def test_minds_do_not_lose_a_ritual_for_a_friend() -> None:
    caster = mage("a", "ann", "shield", "disruption")
    fight = begun(scene(caster, person("a", "amy"), BOB, person("b", "ben")))
    fight.people[0].ritual = [1, 1, 1, 2, 1, -1]
    while fight.step != HELPING:
        act(fight, ann="engage bob", amy="engage ben")
    (question,) = fight.questions()

    assert answer_of(question).option == "besides/none"
    fight.people[0].ritual = []
    assert answer_of(question).option == "besides/none"


# --- minds -----------------------------------------------------------------------------------


@rule(
    "C58",
    "Steady minds take the shield from the back and put on the helmet while no foe can come near or shoot, and alone they go to friends who bleed or would die and give first aid; one of a side that is not outnumbered stays out of the fight for a friend who bleeds, if it knows how.",
)
def test_what_steady_minds_do() -> None:
    def first(*people: Person, start: object = None) -> str:
        part = formed(begun(scene(*people, start=start)))
        act(part)
        return answer_of(part.questions()[0]).option

    assert first(bearer(), BOB, start=FAR) == "unsling/medium-shield"
    assert first(bearer(shield_slung=False), BOB, start=FAR) == "don_helmet"
    # Two hands are full, a foe is near, or one has a bow.
    axe = bearer(weapons=["great-axe", "medium-shield"], skills={"great-axe": 50})
    assert first(axe, BOB, start=FAR) == "don_helmet"
    assert first(
        bearer(
            weapons=["great-axe", "medium-shield"],
            skills={"great-axe": 50},
            helmet_off=False,
            armour=[],
        ),
        BOB,
        start=FAR,
    ).startswith("approach")
    assert not first(bearer(), BOB).startswith(("unsling", "don"))
    archer = person("b", "bob", weapons=["self-bow"], skills={"self-bow": 50})
    assert not first(bearer(), archer, start=FAR).startswith(("unsling", "don"))

    # Amy bleeds beside Ann, who stays; Abe need not, and neither may Ann where foes are more.
    people = medic(), person("a", "amy"), medic("abe"), person("a", "ada"), BOB
    fight = wounded(*people, amy="chest: -5")
    (question,) = fight.questions()
    assert sight_from(question.shadow()).state.untended == [1]
    assert answer_of(question).option == "hang_back"
    act(fight, ann="hang_back")
    (question,) = fight.questions()
    assert answer_of(question).option == "engage"
    at_play(fight, ada="engage bob")
    (ann,) = [one for one in fight.children() if 0 in one.own]
    (abe,) = [one for one in fight.children() if 2 in one.own]
    assert answer_of(ann.questions()[0]).values == ("amy",)
    act(ann, ann="tend amy")
    assert answer_of(abe.questions()[0]).option == "tend"
    crowd = wounded(
        *people, person("b", "ben"), person("b", "bea"), person("b", "bud"), amy="chest: -5"
    )
    assert answer_of(crowd.questions()[0]).option == "engage"
    novice = wounded(medic(skill=29), *people[1:], amy="chest: -5")
    assert answer_of(novice.questions()[0]).option == "engage"
    hurt = wounded(*people, amy="chest: 0")
    assert answer_of(hurt.questions()[0]).option == "engage"


def test_a_steady_mind_goes_to_whoever_needs_it() -> None:
    people = (
        medic(),
        person("a", "amy", back=9),
        person("a", "abe", back=200),
        person("a", "ada"),
        BOB,
    )
    fight = at_play(wounded(*people, amy="chest: 0"), ada="engage bob")
    (ann,) = [one for one in fight.children() if 0 in one.own]
    assert answer_of(ann.questions()[0]).option == "protect"
    far = at_play(wounded(*people, abe="chest: 0"), ada="engage bob")
    (ann,) = [one for one in far.children() if 0 in one.own]
    assert answer_of(ann.questions()[0]).values[0] == "abe"
    assert answer_of(ann.questions()[0]).option == "protect_far"
    (question,) = ann.questions()
    sight = question.sight()
    assert isinstance(sight, Sight)
    assert (sight.in_need(), sight.bleeds(2), sight.aid_chance()) == ([2], False, 50)
    assert not sight.can(UNSLING, 1)
    assert not sight.can(DON_HELMET)
    assert not sight.is_unready()


def test_whoever_cannot_walk_goes_to_nobody() -> None:
    people = medic(move=0), person("a", "amy", back=9), person("a", "ada"), BOB
    fight = at_play(wounded(*people, amy="chest: 0"), ada="engage bob")
    (ann,) = [one for one in fight.children() if 0 in one.own]

    assert answer_of(ann.questions()[0]).option == "defend"


def test_nobody_needs_to_watch() -> None:
    skills = {"broadsword": 60, "Climb": 40}
    fight = begin(scene(bearer(skills=skills, held=["broadsword"]), BOB), fight_seed(1))
    fight.amend("gm", "", SetHitPoints("ann", "abdomen", 0))
    for doing in ("unsling/medium-shield", "don_helmet", "use/climb", "tend ann"):
        part = formed(fight)
        act(part)
        part.dice = ScriptedDice("d100=03" if doing[0] in "tu" and "sling" not in doing else "")
        act(part, ann=doing)
        fight.join()
    ann = fight.people[0]

    assert (ann.items[:2], ann.helmet, ann.dies_at) == ([1, 1], 0, NEVER)


def test_gear_in_a_line() -> None:
    ann = (
        "Ann: Sword 60%, medium shield 50%, closed helmet, shield slung, helmet off, First Aid 40%"
    )
    made = decode({**LINES, "sides": [{"id": "a", "combatants": [ann]}, "b"]}).combatants[0]

    assert (made.slung, made.helmet, made.held) == (("medium-shield",), 5, ("broadsword",))
    assert made.sheet.armour[-1] == 0
    assert made.sheet.skills["First Aid"] == 40
    odd = {"id": "a", "combatants": ["Ann: First Aid 40%, 1D6"]}
    with pytest.raises(SetupError, match="is no skill of a weapon"):
        decode({**LINES, "sides": [odd, "b"]})
