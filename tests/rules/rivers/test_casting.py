"""RULES.md, fast magic in a fight: lightning and shields in scenes with dice that are written down."""

from __future__ import annotations

import pytest

from rules.kernel.dice import fight_seed
from rules.kernel.errors import IllegalAnswerError, SetupError
from rules.kernel.model import Answer, Event, Observer, Remove
from rules.rivers.course.choices import DEFEND, DODGING
from rules.rivers.course.machine import Engagement, begin, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.course.sight import Sight, best_of
from rules.rivers.tell import Teller
from rules.rivers.tell.tables import sheets
from tests.support.rivers import (
    Person,
    act,
    answer_of,
    begun,
    figures,
    formed,
    kinds,
    only,
    person,
    played,
    scene,
    scripted,
    shield,
)
from tests.support.rulebook import rule

BOTH = ["lightning", "shield"]
HITS = "attack/broadsword ann none"


def caster(side: str = "a", who: str = "ann", **other: object) -> Person:
    """Somebody with lightning and a shield, at 80% and from 4 points."""
    return person(side, who, **{"spells": BOTH, "rune": 80, "rune_points": 4, **other})


def fought(dice: str, *people: Person, start: object = None, **options: object) -> Engagement:
    pair = people or (caster(), person("b", "bob"))
    return formed(begun(scene(*pair, start=start, **options)), dice)


def round_of(
    dice: str,
    ann: str,
    bob: str = "defend none",
    besides: str = "",
    people: tuple[Person, ...] = (),
    **options: object,
) -> list[Event]:
    """One round of Ann and Bob with those dice, all of them."""
    part = fought(dice, *people, **options)
    events = act(part, bob=bob)
    events += act(part, ann=ann)
    while part.questions():
        events += act(part, **({"ann": besides} if besides else {}))
    assert scripted(part) == []
    return events


def words(part: Engagement) -> list[str]:
    return [one.id for one in part.questions()[0].prompt().options]


@rule(
    "C17",
    "Whoever knows rune magic has a chance with their Rune and a stock of rune points for all of it together.",
)
def test_the_sheet_of_a_caster() -> None:
    setup = scene(caster(), person("b", "bob"))
    fight = begun(setup)
    own, foe = (fight.view(Observer("seat", one)).combatants[0] for one in ("ann", "bob"))

    assert fight.people[0].rune_points == 4
    assert (own.rune_points, foe.rune_points) == (4, None)
    assert fight.view(Observer("seat", "bob")).combatants[1].rune_points is None
    assert "casts lightning and shield at 80% from 4 rune points" in sheets(setup).rows[0].note
    for name in ("rune", "rune_points"):
        with pytest.raises(SetupError, match=f"{name}: is missing or 0; expected 1 or more"):
            scene({**caster(), name: 0}, person("b", "bob"))
        with pytest.raises(SetupError, match=f"{name}: is of no use; expected `spells`"):
            scene(person("a", "ann", **{name: 3}), person("b", "bob"))
    with pytest.raises(SetupError, match=r"spells\[0\].*lightning"):
        scene(caster(spells=["thunder"]), person("b", "bob"))


@rule(
    "C18",
    "Fast attack magic is an attack action on a foe of the engagement whom it reaches; no defence meets it, and whoever casts it casts nothing besides.",
)
def test_an_attack_with_magic() -> None:
    far = {"distance": 100}
    part = fought("d100=50 d100=40 d6=5 d20=19", start=far)
    act(part, bob="defend dodge")
    offered = words(part)
    told = only(act(part, ann="cast/lightning-1 bob dodge"), "cast")

    assert offered[-4:] == [f"cast/lightning-{n}" for n in (1, 2, 3, 4)]
    assert told.facts == {
        "spell": "lightning",
        "points": "1",
        "level": "success",
        "outcome": "hit",
    }
    assert (told.by, told.at, told.rank, told.place) == ("ann", "bob", 1, "head")
    assert figures(told)["strike_rank"] == 1
    # Nobody was asked about a spell besides, and out of reach there is nothing to cast.
    assert part.over
    away = fought("d100=50", start={"distance": 161})
    act(away)
    assert words(away)[-1] == "cast/lightning"


@rule(
    "C21",
    "Lightning that is cast overcomes POW with POW and then does 1D6 for each rune point to a location by D20, past all worn armour.",
)
def test_lightning() -> None:
    mail = person("b", "bob", armour=["plate-cuirass"])
    people = (caster(), mail)
    hit = only(
        round_of("d100=50 d100=50 d6=2 d6=3 d20=12", "cast/lightning-2 bob none", people=people),
        "cast",
    )
    resisted = only(round_of("d100=50 d100=51", "cast/lightning-2 bob none"), "cast")
    failed = only(round_of("d100=81", "cast/lightning-2 bob none"), "cast")

    assert figures(hit)["through"] == 5
    assert (hit.place, figures(hit)["hit_points"], figures(hit)["all_hit_points"]) == (
        "chest",
        0,
        7,
    )
    assert figures(hit)["resistance_chance"] == 50
    assert (resisted.facts["outcome"], figures(resisted)["rune_points"]) == ("resisted", 2)
    assert (failed.facts["outcome"], figures(failed)["rune_points"]) == ("fails", 4)


def test_a_critical_costs_nothing_and_a_fumble_everything() -> None:
    critical = only(round_of("d100=4 d100=96", "cast/lightning-3 bob none"), "cast")
    fumble = only(round_of("d100=100", "cast/lightning-3 bob none"), "cast")

    assert figures(critical)["rune_points"] == 4
    assert (fumble.facts["level"], figures(fumble)["rune_points"]) == ("fumble", 1)


@rule(
    "C19",
    "Fast support is cast on oneself or on a friend of the engagement whom it reaches.",
)
def test_support_for_oneself_or_a_friend() -> None:
    people = (caster(), person("a", "ada"), person("b", "bob"))
    fight = begun(scene(*people))
    part = formed(fight, "d100=50", ada="engage bob")
    act(part, bob="defend none")
    act(part, ann="defend none")
    act(part, ada="defend none")
    (question,) = part.questions()
    prompt = question.prompt()
    offers = {one.id: [v.id for p in one.parameters for v in p.values] for one in prompt.options}
    events = act(part, ann="besides/shield-2 ada")

    assert prompt.kind == "action"
    assert prompt.about == "Which spell do you cast besides?"
    assert offers["besides/none"] == []
    assert offers["besides/shield-2"] == ["ann", "ada"]
    assert only(events, "cast").at == "ada"
    fight.join()
    again = formed(fight, ada="engage bob")
    for _ in range(3):
        act(again)
    (question,) = again.questions()
    (whom,) = question.prompt().options[1].parameters
    assert [one.id for one in whom.values] == ["ann"]


@rule(
    "C20",
    "A shield has two points of magical armour everywhere for each rune point, and is a ward of as many.",
)
def test_a_shield() -> None:
    blow = only(
        round_of("d100=50 d100=50 d8=8 d20=12", "defend none", HITS, "besides/shield-2 ann"),
        "attack",
    )
    through = next(one for one in blow.figures if one.name == "through")

    # The broadsword does 1D8+1.
    assert [(one.label, one.value, one.rule) for one in through.terms] == [
        ("damage", 9, "Q35"),
        ("shield", -4, "C20"),
    ]
    people = (caster(), caster("b", "bob"))

    def bolt(points: int, dice: str) -> Event:
        events = round_of(
            f"d100=50 {dice}",
            "defend none",
            f"cast/lightning-{points} ann none",
            "besides/shield-2 ann",
            people,
        )
        return next(one for one in events if one.kind == "cast" and one.by == "bob")

    assert bolt(2, "d100=50").facts["outcome"] == "warded"
    stopped = bolt(3, "d100=50 d100=50 d6=1 d6=1 d6=2 d20=1")
    assert (stopped.facts["outcome"], figures(stopped)["through"]) == ("stopped", 0)
    assert figures(bolt(3, "d100=50 d100=50 d6=2 d6=2 d6=2 d20=1"))["through"] == 2


def test_magical_armour_may_count_against_a_critical() -> None:
    def through(*, counts: bool) -> int:
        dice = "d100=50 d100=3 d20=12"
        events = round_of(dice, "defend none", HITS, "besides/shield-1 ann", magic_counts=counts)
        return figures(only(events, "attack"))["through"]

    assert through(counts=False) - through(counts=True) == 2


@rule(
    "C22",
    "A spell that lasts is over with the last of its rounds.",
)
def test_a_shield_ends() -> None:
    fight = begun(scene(caster(), person("b", "bob")))
    part = formed(fight, "d100=50")
    act(part)
    act(part)
    act(part, ann="besides/shield-2 ann")
    fight.join()
    (lasts,) = fight.people[0].under
    shown = fight.view(Observer("spectator")).combatants[0].spells
    fight.take_events()
    fight.people[0].enchant(shield(2, 2))
    formed(fight)
    for _ in range(2):
        act(fight.children()[0])
    act(fight.children()[0])
    fight.join()

    assert (lasts.points, lasts.until, shown) == (2, 75, ("shield 2",))
    assert only(fight.take_events(), "spell_ended").at == "ann"
    assert fight.people[0].under == []


def test_support_waits_for_its_caster_where_the_option_says_so() -> None:
    quick = person("b", "bob", DEX=19)
    dice = "d100=90 d100=50 d100=90"
    mine = "attack/broadsword bob none"

    def order(when: str, rolls: str = "d100=50 d100=90 d100=90") -> list[tuple[str, str]]:
        people = (caster(), quick)
        events = round_of(rolls, mine, HITS, "besides/shield-2 ann", people, fast_support=when)
        return [(one.kind, one.by) for one in events if one.kind in ("cast", "attack")]

    cast, first, second = ("cast", "ann"), ("attack", "bob"), ("attack", "ann")
    assert order("at_once") == [cast, first, second]
    assert order("just_before_own_attack", dice) == [first, cast, second]


def test_without_a_strike_support_comes_all_the_same_and_a_fallen_caster_casts_none() -> None:
    late = "just_before_own_attack"
    still = "defend none"
    events = round_of("d100=50", still, still, "besides/shield-1 ann", fast_support=late)
    people = (caster(), person("b", "bob", DEX=19))
    part = fought("d100=50 d8=8 d20=19", *people, fast_support=late)
    act(part, bob=HITS)
    act(part, ann="attack/broadsword bob none")
    fallen = act(part, ann="besides/shield-1 ann")

    assert only(events, "cast").facts["outcome"] == "stands"
    assert "cast" not in kinds(fallen)


@pytest.mark.parametrize(
    ("option", "bolts", "rank", "shields"),
    [("from_sr4", True, 4, False), ("full", True, 4, True), ("none", False, 0, False)],
)
def test_the_surprised(option: str, bolts: bool, rank: int, shields: bool) -> None:
    people = (caster(surprised=True), person("b", "bob"))
    part = fought("d100=50", *people, surprised_defence=option)
    act(part)
    offers = {one.id: one.rank for one in part.questions()[0].prompt().options}
    act(part)

    assert ("cast/lightning-1" in offers) == bolts
    assert offers.get("cast/lightning-1", 0) == rank
    assert bool(part.questions()) == shields


def test_a_fumble_that_bars_attacks_bars_those_with_magic() -> None:
    fight = begun(scene(caster(), person("b", "bob")))
    fight.people[0].barred = 2
    part = formed(fight)
    act(part)

    assert words(part)[-1] == "cast/lightning"


def test_a_bolt_finds_another_foe_at_any_distance() -> None:
    """Whom it was meant for is taken out of the fight while spells besides are chosen."""
    people = (caster(), person("b", "bob"), caster("b", "ben"), person("b", "bea"))
    fight = begun(scene(*people, start={"distance": 30}))
    part = formed(fight, "d100=50 d100=96", ann="gather bob 3")
    act(part)
    act(part, ann="cast/lightning-1 bob none")
    asked = [one.combatant for one in part.questions()]
    fight.amend("gm", "why", Remove("bob"))
    act(part)
    (question,) = part.questions()
    (whom,) = question.prompt().options[0].parameters

    assert (asked, question.combatant) == (["ben"], "ann")
    assert [one.id for one in whom.values] == ["ben", "bea"]
    assert only(act(part, ann="strike bea"), "cast").at == "bea"


def test_a_bolt_at_the_fallen_is_lost() -> None:
    people = (caster(DEX=18), caster(who="ada"), person("b", "bob"))
    fight = begun(scene(*people))
    part = formed(fight, "d100=50 d100=50 d6=6 d6=6 d6=6 d6=6 d20=19", ada="engage bob")
    bolt = "cast/lightning-4 bob none"
    events = act(part)
    for _ in range(2):
        events += act(part, **{one.combatant: bolt for one in part.questions()})
    fight.join()
    events += fight.take_events()

    told = [one.kind for one in events if one.kind in {"cast", "attack_lost"}]
    assert told == ["cast", "attack_lost"]
    (spent,) = events[-1].fates[0].lost
    assert (spent.name, spent.how, spent.number) == ("rune points", "spent", 4)


def test_what_is_refused() -> None:
    part = fought("d100=50")
    act(part)
    ask = part.questions()[0]

    def refused(option: str, *values: str) -> str:
        with pytest.raises(IllegalAnswerError) as caught:
            ask.check(Answer(ask.id, option, values))
        return str(caught.value)

    assert "possible: cast/lightning-1" in refused("cast/lightning-5", "bob", "none")
    assert "takes 2" in refused("cast/lightning-1", "bob")
    assert "possible: bob" in refused("cast/lightning-1", "ann", "none")
    act(part)
    ask = part.questions()[0]
    assert "besides/none" in refused("besides/shield-9", "ann")
    assert "besides/none" in refused("defend", "none")
    assert "takes 0" in refused("besides/none", "ann")
    assert "takes 1" in refused("besides/shield-1")
    assert "possible: ann" in refused("besides/shield-1", "bob")
    plain = fought("d100=50", person("a", "ann"), person("b", "bob"))
    ask = plain.questions()[0]
    assert "no attack magic now" in refused("cast/lightning-1", "ann", "none")


def test_minds_cast() -> None:
    def chosen(mind: str, distance: int = 0, **other: object) -> list[str]:
        people = ({**caster(), **other}, person("b", "bob"))
        part = fought("", *people, start={"distance": distance})
        act(part)
        answers: list[str] = []
        for _ in range(2):
            if part.questions():
                (question,) = part.questions()
                answer = answer_of(question, mind)
                seen = sight_from(question.shadow())
                assert answer_of(question, mind).option == answer.option
                assert seen.casts() == question.sight().casts()
                answers.append(answer.option)
                part.advance([answer])
        return answers

    assert chosen("steady") == ["attack_twice/broadsword", "besides/shield-2"]
    assert chosen("steady", 60)[0] == "cast/lightning-2"
    assert chosen("steady", spells=["lightning"]) == ["cast/lightning-3"]
    assert chosen("steady", spells=["shield"], rune_points=1)[1] == "besides/shield-1"
    assert chosen("steady", rune_points=1) == ["cast/lightning-1"]
    assert chosen("reckless") == ["cast/lightning-4"]
    assert chosen("reckless", spells=["shield"])[1] == "besides/shield-2"
    assert chosen("guard")[1] == "besides/none"


def test_a_mind_shields_its_friend_when_it_has_one() -> None:
    people = (caster(), person("a", "ada"), person("b", "bob"))
    fight = begun(scene(*people))
    fight.people[0].enchant(shield(1, 9))
    part = formed(fight, ada="engage bob")
    for _ in range(3):
        act(part)
    (question,) = part.questions()

    assert answer_of(question).values == ("ada",)


def test_what_a_wait_for_a_spell_keeps() -> None:
    fight = begun(scene(caster(), person("b", "bob"), fast_support="just_before_own_attack"))
    part = formed(fight)
    act(part)
    act(part, ann="attack/broadsword bob none")
    kept = fight.snapshot()

    assert restore(kept).snapshot() == kept == fight.fork().snapshot()
    fight.people[0].rune_points = 0
    part.own[0].rune_points = 0
    fight.amend("gm", "why", Remove("bob"))
    assert part.over


def test_an_amendment_may_leave_nobody_to_cast_on() -> None:
    people = (caster(), person("a", "ada"), person("b", "bob"))
    fight = begun(scene(*people))
    fight.people[0].enchant(shield(1, 9))
    part = formed(fight, ada="engage bob")
    for _ in range(3):
        act(part)
    asked = [one.combatant for one in part.questions()]
    fight.amend("gm", "why", Remove("ada"))

    assert asked == ["ann"]
    assert not part.questions()


def test_numbers_of_magic_are_secret() -> None:
    fight = begun(scene(caster(), person("b", "bob")))
    part = formed(fight, "d100=50 d100=50 d6=2 d20=12")
    act(part)
    told = only(act(part, ann="cast/lightning-1 bob none"), "cast")
    seen: dict[str, set[str]] = {
        who: set(figures(one) if one is not None else {})
        for who in ("ann", "bob")
        for one in [fight.seen_by(Observer("seat", who), told)]
    }

    assert seen["ann"] - seen["bob"] == {"casting_chance", "rune_points"}
    assert "resistance_chance" not in seen["ann"] | seen["bob"]
    assert "resistance_chance" in figures(told)


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("stands", "Ann casts lightning on Bob, and it stands."),
        ("fails", "Ann casts lightning on Bob, but it fails."),
        ("warded", "Ann casts lightning on Bob, but a shield stops it."),
        ("resisted", "Ann casts lightning on Bob, who resists it."),
        ("stopped", "Ann casts lightning on Bob, and nothing comes through."),
        ("hit", "Ann casts lightning on Bob: it strikes the head for 0."),
    ],
)
def test_magic_in_words(outcome: str, said: str) -> None:
    teller = Teller(scene(caster(), person("b", "bob")))
    facts = {"spell": "lightning", "outcome": outcome}
    line = teller.line(Event("e", "cast", 1, 1, 1, by="ann", at="bob", place="head", facts=facts))
    over = teller.line(Event("e", "spell_ended", 1, 1, 1, at="bob", facts={"spell": "shield"}))

    assert line is not None
    assert line.text == said
    assert over is not None
    assert over.text == "The shield on Bob is over."


def test_a_bolt_at_a_limb_that_is_gone_strikes_the_next_location() -> None:
    fight = begun(scene(caster(), person("b", "bob")))
    fight.people[1].severed = [0, 0, 0, 0, 0, 1, 0]
    part = formed(fight, "d100=50 d100=50 d6=1 d20=16")
    act(part)

    assert only(act(part, ann="cast/lightning-1 bob none"), "cast").place == "head"


def test_whoever_stands_alone_can_cast_and_minds_do_not() -> None:
    people = (caster(), person("a", "ada"), person("b", "bob"))
    fight = begun(scene(*people))
    formed(fight, ann="hang_back")
    part = next(one for one in fight.children() if [*one.own] == [0])
    act(part)
    (question,) = part.questions()

    assert question.sight().default().option == "besides/none"
    assert answer_of(question).option == "besides/none"
    assert answer_of(question, "reckless").option == "besides/none"


@pytest.mark.parametrize("seed", range(8))
def test_an_unwatched_fight_of_casters_goes_the_same_way(seed: int) -> None:
    people = (caster(), caster(who="ada"), caster("b", "bob"), caster("b", "ben"))
    setup = scene(*people, start={"distance": 30})
    watched = begun(setup, seed)
    quiet = begin(setup, fight_seed(seed))
    played(watched)
    played(quiet)

    assert watched.state_hash() == quiet.state_hash()


def test_silence_meets_an_attack_with_the_best_there_is() -> None:
    fight = begun(scene(person("a", "ann"), person("b", "bob")))
    shield = fight.people[0].item("medium-shield")

    assert best_of(fight.people[0], [DODGING, shield]) == shield
    part = formed(fight)
    sight = part.questions()[0].sight()
    assert isinstance(sight, Sight)
    assert sight.defence_sets(DEFEND)[-1] == []
