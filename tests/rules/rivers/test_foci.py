"""RULES.md, magic at this table: magic points, foci, and the spell besides."""

from __future__ import annotations

import pytest

from rules.kernel.errors import SetupError
from rules.kernel.model import Event, Observer
from rules.rivers.course.machine import Engagement, restore
from rules.rivers.course.shadow import sight_from
from rules.rivers.course.spells import castable
from rules.rivers.setup import advice
from rules.rivers.tell import Teller
from rules.rivers.tell.tables import sheets
from tests.support.rivers import (
    Person,
    act,
    begun,
    figures,
    formed,
    kinds,
    mage,
    only,
    person,
    scene,
    scripted,
    spell,
)
from tests.support.rulebook import rule

STILL = "defend none"
HITS = "attack/broadsword ann none"
MINE = "attack/broadsword bob none"


def round_of(
    dice: str, ann: Person, mine: str, besides: str, bob: str = STILL, **options: object
) -> list[Event]:
    """One round of Ann and Bob with those dice, all of them."""
    part = formed(begun(scene(ann, person("b", "bob"), **options)), dice)
    events = act(part, bob=bob)
    events += act(part, ann=mine)
    while part.questions():
        events += act(part, ann=besides)
    assert scripted(part) == []
    return events


def order(events: list[Event]) -> list[tuple[str, str]]:
    return [(one.kind, one.by) for one in events if one.kind in {"cast", "attack"}]


def options_of(part: Engagement) -> dict[str, tuple[int | None, str]]:
    """By id the strike rank, and why not."""
    return {
        one.id: (one.rank, "" if one.unavailable is None else one.unavailable.reason)
        for one in part.questions()[0].prompt().options
    }


@rule(
    "M1",
    "Everybody has as many magic points as POW, unless the scenario says fewer, and whoever spends the last one is unconscious.",
)
def test_magic_points() -> None:
    def cast(points: int, dice: str = "d100=50 d100=99") -> list[Event]:
        part = formed(begun(scene(mage("a", "ann", "disruption", magic_points=points), foe)), dice)
        act(part)
        return act(part, ann="cast/disruption-1 bob none")

    foe = person("b", "bob")
    fight = begun(scene(mage("a", "ann", "disruption"), foe))
    own, other = (fight.view(Observer("seat", one)).combatants[0] for one in ("ann", "bob"))
    last = cast(1)

    assert [c.magic_points for c in fight.people] == [11, 11]
    assert (own.magic_points, other.magic_points) == (11, None)
    assert figures(only(cast(5), "cast"))["magic_points"] == 4
    assert only(last, "condition").facts["condition"] == "unconscious"
    # Spirit magic that fails costs nothing.
    assert figures(only(cast(5, "d100=56"), "cast"))["magic_points"] == 5
    for points in (0, 12):
        with pytest.raises(SetupError, match=r"magic_points: .* expected 1 to 11, the POW"):
            cast(points)
    with pytest.raises(SetupError, match="magic_points: is of no use; expected `spells`"):
        scene(person("a", "ann", magic_points=3), foe)


def test_what_was_spent_is_told_at_the_end() -> None:
    fight = begun(scene(mage("a", "ann", "disruption"), person("b", "bob"), round_cap=1))
    part = formed(fight, "d100=50 d100=99")
    act(part)
    act(part, ann="cast/disruption-1 bob none")
    fight.join()
    (spent,) = fight.take_events()[-1].fates[0].lost

    assert (spent.name, spent.how, spent.number) == ("magic points", "spent", 1)


@rule(
    "M2",
    "A focus hangs at the left arm and takes no hand, is of use as long as that arm is, and only one of them is in hand.",
)
def test_a_focus() -> None:
    two = mage("a", "ann", "disruption", "demoralise")
    fight = begun(scene(two, person("b", "bob")))
    part = formed(fight, "d100=50 d100=99")
    ann = part.own[0]
    act(part)
    first = options_of(part)
    fight.people[0].wound([0, 0, 0, 0, 0, 3, 0])
    part.own[0].wound([0, 0, 0, 0, 0, 3, 0])
    lame = options_of(part)
    ann.wound([0] * 7)
    act(part, ann="cast/demoralise-2 bob none")

    # Sword and shield are in hand, and so is the first focus.
    assert fight.people[0].items[:2] == [1, 1]
    assert first["cast/disruption-1"][0] == 2
    assert ann.focus == 1
    assert lame["cast/disruption"][1] == "the arm with the focus is crippled"
    beast = mage("a", "ann", "disruption", creature="wolf", weapons=["bite"], skills={})
    paws = formed(begun(scene(beast, person("b", "bob"))))
    act(paws)
    assert "cast/disruption-1" in options_of(paws)


@rule(
    "M3",
    "Whoever casts by another focus draws it, which adds 5 to the strike rank of an attack and lets support wait as long.",
)
def test_drawing_a_focus() -> None:
    attack = mage("a", "ann", "disruption", "demoralise")
    part = formed(begun(scene(attack, person("b", "bob"))))
    act(part)

    # T32: DEX rank 2; one magic point more than the first, and drawing.
    assert options_of(part)["cast/demoralise-2"][0] == 2 + 1 + 5
    dice = "d100=90 d100=50 d100=90"
    slow = mage("a", "ann", "disruption", "protection", focus="none")
    ready = mage("a", "ann", "protection", foci={"protection": 2})
    foe = "attack/battle-axe ann none"
    late = person("b", "bob", weapons=["battle-axe"], skills={"battle-axe": 60})

    def told(ann: Person) -> list[tuple[str, str]]:
        it = formed(begun(scene(ann, late)), dice if ann is ready else "d100=90 d100=90 d100=50")
        events = act(it, bob=foe)
        events += act(it, ann=MINE)
        events += act(it, ann="besides/protection-2 ann")
        return order(events)

    # Ann strikes at 6 and Bob at 7.
    assert told(ready) == [("attack", "ann"), ("cast", "ann"), ("attack", "bob")]
    assert told(slow) == [("attack", "ann"), ("attack", "bob"), ("cast", "ann")]


@rule(
    "M4",
    "Attack magic by a focus is an attack action like fast attack magic, at its own strike rank.",
)
def test_attack_magic_by_a_focus() -> None:
    part = formed(begun(scene(mage("a", "ann", "disruption"), person("b", "bob"))), "d100=99")
    act(part)
    told = only(act(part, ann="cast/disruption-1 bob medium-shield"), "cast")

    assert (told.rank, told.facts["kind"], told.facts["outcome"]) == (2, "prepared", "fails")
    terms = next(one for one in told.figures if one.name == "strike_rank").terms
    assert [(one.value, one.rule) for one in terms] == [(2, "Q1"), (0, "S24")]
    # Nobody was asked about a spell besides.
    assert part.over


def test_the_strike_rank_of_magic_in_words() -> None:
    part = formed(begun(scene(mage("a", "ann", "disruption"), person("b", "bob"))), "d100=97")
    act(part)
    told = only(act(part, ann="cast/disruption-1 bob none"), "cast")
    line = Teller(part.setup).line(told)

    assert line is not None
    assert line.details == (
        "casting needs 55, rolled 97; strike rank 2: 2 (DEX 13) + 0 (1 MP, each after the first)",
    )


def test_spells_change_the_strike_rank_of_magic_and_surprise_does() -> None:
    ann = mage("a", "ann", "disruption", "lightning", surprised=True)
    fight = begun(scene(ann, person("b", "bob")))
    fight.people[0].enchant([spell("slow", 1)])
    part = formed(fight)
    act(part)
    offered = options_of(part)

    assert offered["cast/disruption-1"][0] == 2 + 3 + 1
    assert offered["cast/lightning-1"][0] == 1 + 3 + 1


def test_why_a_spell_cannot_be_cast() -> None:
    known = ("lightning", "disruption", "protection", "heal", "sword-trance", "sever-spirit")
    people = (
        mage("a", "ann", *known, foci={"protection": 3}, rune_points=2, magic_points=2),
        person("b", "bob"),
    )
    fight = begun(scene(*people))
    part = formed(fight)
    act(part)
    plans = options_of(part)
    act(part, ann=STILL)
    assert part.over
    fight.join()
    fight.people[0].magic_points = 9
    fight.people[0].rune_points = 0
    again = formed(fight)
    act(again)
    other = options_of(again)
    act(again)
    besides = options_of(again)

    assert plans["cast/disruption"][1] == "without a focus it is a ritual"
    assert plans["cast/sever-spirit"][1] == "it takes 3 of its rune points, and there are 2"
    assert other["cast/lightning"][1] == "it takes 1 of its rune points, and there are 0"
    assert besides["besides/heal"][1] == "without a focus it is a ritual"
    assert besides["besides/sword-trance"][1] == "it is a ritual, since magic points power it"
    assert "besides/protection-3" in besides


def test_more_reasons_why_not() -> None:
    known = ("shield", "protection", "mind-blast", "demoralise", "heal")
    ann = mage("a", "ann", *known, surprised=True)
    fight = begun(scene(ann, person("b", "bob"), start={"distance": 200}))
    part = formed(fight)
    act(part)
    first = options_of(part)
    act(part)
    besides = options_of(part)
    fight.people[0].magic_points = part.own[0].magic_points = 1
    poor = options_of(part)
    part.own[0].spoken = True

    assert first["cast/demoralise"] == (None, "nobody is there whom it could be cast on")
    assert besides["besides/heal"][1] == "nobody is there whom it could be cast on"
    assert first["cast/mind-blast"] == (None, "nobody is there whom it could be cast on")
    assert first["ritual/protection"][1] == "whoever is surprised begins no ritual in that round"
    assert besides["besides/shield"][1] == "whoever is surprised casts nothing so early"
    assert poor["besides/protection"][1] == "the spell takes 2 magic points, and there are 1"
    assert options_of(part)["besides/shield"][1].startswith("one spell is cast besides")


# --- the spell besides -----------------------------------------------------------------------


def test_a_prepared_spell_comes_after_the_first_strike() -> None:
    """T48: after a strike at 5 it protects from 6, and not from 4."""
    ann = mage("a", "ann", "protection", foci={"protection": 4}, DEX=16)
    hits = "d100=90 d100=50 d100=50 d8=8 d20=12"
    late = round_of(hits, ann, MINE, "besides/protection-4 ann", HITS)
    quick = mage("a", "ann", "protection", foci={"protection": 4}, weapons=["battle-axe"])
    early = round_of(
        "d100=50 d8=1 d20=1 d100=90 d100=50",
        quick,
        "attack/battle-axe bob none",
        "besides/protection-4 ann",
        HITS,
    )

    assert figures(only([one for one in late if one.by == "bob"], "attack"))["through"] == 9 - 4
    assert order(early) == [("attack", "bob"), ("attack", "ann"), ("cast", "ann")]
    assert only(early, "cast").rank == 7


def test_t49_prepared_without_an_attack() -> None:
    ann = mage("a", "ann", "protection")
    events = round_of("d100=90 d100=50", ann, STILL, "besides/protection-1 ann", HITS)

    assert order(events) == [("attack", "bob"), ("cast", "ann")]
    assert only(events, "cast").rank == 0


def test_prepared_support_waits_where_the_option_says_so() -> None:
    def told(points: int, **options: object) -> list[tuple[str, str]]:
        ann = mage("a", "ann", "protection", foci={"protection": points})
        dice = "d100=90 d100=50 d100=90" if points < 7 else "d100=90 d100=90 d100=50"
        late = person("b", "bob", weapons=["battle-axe"], skills={"battle-axe": 60})
        part = formed(begun(scene(ann, late, prepared_support="parent_sr", **options)), dice)
        events = act(part, bob="attack/battle-axe ann none")
        events += act(part, ann=MINE)
        return order(events + act(part, ann=f"besides/protection-{points} ann"))

    mine, theirs, cast = ("attack", "ann"), ("attack", "bob"), ("cast", "ann")
    assert told(5) == [mine, cast, theirs]
    # DEX rank 2 and 6 more is 8, and Bob strikes at 7.
    assert told(7) == [mine, theirs, cast]


def test_t50_only_one_spell_besides() -> None:
    ann = mage("a", "ann", "shield", "protection")
    events = round_of("d100=50", ann, STILL, "besides/shield-1 ann")

    assert kinds(events).count("cast") == 1


@pytest.mark.parametrize("allowed", [True, False])
def test_an_attack_as_the_spell_besides(allowed: bool) -> None:
    """A11 in the machine, in both settings."""
    ann = mage("a", "ann", "lightning", "disruption")
    setup = scene(ann, person("b", "bob"), allow_attack_spell_in_slot=allowed)
    dice = "d100=50 d100=50 d6=1 d20=12 d100=90" if allowed else "d100=90"
    part = formed(begun(setup), dice)
    act(part, bob=STILL)
    events = act(part, ann=MINE)
    assert bool(part.questions()) == allowed
    if not allowed:
        assert order(events) == [("attack", "ann")]
        return
    assert {"besides/lightning-1", "besides/disruption-1"} <= set(options_of(part))
    events += act(part, ann="besides/lightning-1 bob")
    assert order(events) == [("cast", "ann"), ("attack", "ann")]
    assert figures(only(events, "cast"))["strike_rank"] == 1
    assert part.harm


def test_a_prepared_attack_besides_comes_after_the_strike_and_finds_nobody_fallen() -> None:
    ann = mage("a", "ann", "disruption")
    mine = "besides/disruption-1 bob"
    after = round_of("d100=90 d100=50 d100=99", ann, MINE, mine, allow_attack_spell_in_slot=True)
    killed = round_of("d100=50 d8=8 d20=19", ann, MINE, mine, allow_attack_spell_in_slot=True)

    assert order(after) == [("attack", "ann"), ("cast", "ann")]
    assert order(killed) == [("attack", "ann")]


def test_nothing_is_healed_in_whoever_is_dead() -> None:
    people = (mage("a", "ann", "heal"), person("a", "ada", move=0), person("b", "bob"))
    fight = begun(scene(*people))
    fight.people[1].wound([1, 0, 0, 0, 0, 0, 0])
    fight.people[1].lost_all = 1
    part = formed(fight, "d100=3 d20=19", ada="engage bob")
    act(part, bob="attack/broadsword ada none")
    for _ in range(2):
        act(part, **{one.combatant: STILL for one in part.questions()})
    told = act(part, ann="besides/heal-1 ada")

    assert "cast" not in kinds(told)


# --- scenarios -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"foci": {"lightning": 2}}, r"foci\.lightning: .* spell of spirit magic among its"),
        ({"foci": {"heal": 1}}, r"foci\.heal"),
        ({"foci": {"protection": 0}}, r"foci\.protection: 0 is nothing; expected 1 or more"),
        ({"foci": {"demoralise": 3}}, r"3 is not what demoralise takes; expected 2"),
        ({"focus": "demoralise", "foci": {"protection": 2}}, r"focus.* spell among its `foci`"),
        ({"under": {"heal": 2}}, r"under\.heal: .* spell that lasts"),
        ({"under": {"coordination": 3}}, r"3 is not what coordination takes; expected 2"),
        ({"under": {"shimmer": 1, "ward": 1}}, r"under\.ward: .* exclude each other; expected one"),
        ({"under": {"axe-trance": 4}}, r"no weapon in hand fits axe-trance; expected small-axe"),
        ({"under": {"heavy-blow": 4}}, r"fits heavy-blow; expected one that does crush"),
        ({"under": {"swift-arrow": 1}}, r"expected one that shoots or is thrown"),
        ({"ready": {"lightning": 2}}, r"ready\.lightning: .* powered by magic points"),
        ({"ready": {"protection": 2, "demoralise": 2}}, r"ready: holds several .* expected one"),
    ],
)
def test_bad_magic_is_refused(other: dict[str, object], said: str) -> None:
    ann = mage("a", "ann", "lightning", "protection", "demoralise", **other)

    with pytest.raises(SetupError, match=said):
        scene(ann, person("b", "bob"))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (
            {"foci": {"heal": 2}},
            r"foci\.heal: its `spells` list no spell of spirit magic; expected",
        ),
        (
            {"ready": {"heal": 2}},
            r"ready\.heal: its `spells` list no .* magic points; expected heal",
        ),
    ],
)
def test_magic_of_whoever_knows_no_spells(other: dict[str, object], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        scene(person("a", "ann", **other), person("b", "bob"))


@pytest.mark.parametrize(
    ("known", "options", "metres", "is_late"),
    [
        ("heal", {}, 0, True),
        ("heal", {"surprised_defence": "none"}, 0, True),
        ("heal", {"surprised_defence": "full"}, 0, False),
        # Surprise makes attack magic late enough.
        ("disruption", {}, 0, False),
        ("disruption", {"surprise": "by_distance"}, 0, False),
        ("disruption", {"surprise": "by_distance"}, 20, True),
        ("disruption", {"surprised_defence": "none"}, 0, True),
    ],
)
def test_a_ritual_of_the_surprised(
    known: str, options: dict[str, object], metres: int, *, is_late: bool
) -> None:
    ann = mage("a", "ann", known, foci={}, ready={known: 1})
    start = {"surprised": ["ann"], "distance": metres}
    setup = scene(ann, person("b", "bob"), start=start, **options)
    keeps = scene(ann, person("b", "bob"), start=start, hold="until_used", **options)
    fight = begun(setup)
    said = (
        f"Ann is surprised, and can hardly let go the ritual of {known} 1 in the first round (A15);"
        ' what is not let go then is lost, unless `hold = "until_used"` (A9b)'
    )

    assert advice(setup) == ((said,) if is_late else ())
    assert advice(keeps) == ()
    # The fight has it so.
    assert castable(fight, fight.people[0], known == "disruption") == (
        [] if is_late else [[0, 1, 0]]
    )


def test_a_missile_weapon_is_fit_for_what_flies() -> None:
    ann = mage("a", "ann", "heal", weapons=["self-bow"], skills={}, under={"swift-arrow": 1})

    assert begun(scene(ann, person("b", "bob"))).people[0].under[0].item == 0


def test_a_great_focus_is_remarked_on() -> None:
    foci = {"protection": 7, "heal": 6}
    setup = scene(mage("a", "ann", "protection", "heal", foci=foci), person("b", "bob"))

    assert advice(setup) == (
        "the focus of Ann for protection holds 7 points, and more than 6 want a specialist (S30)",
    )


def test_what_a_sheet_says_of_magic() -> None:
    setup = scene(
        mage("a", "ann", "lightning", "protection", "heal", foci={"heal": 2}),
        mage("b", "bob", "heal", under={"shield": 2}, ready={"heal": 3}),
    )
    notes = [one.note for one in sheets(setup).rows]

    assert "casts lightning at 80% from 4 rune points" in notes[0]
    assert "casts protection and heal (focus 2) at 55% from 11 magic points" in notes[0]
    assert "Rune" not in notes[1]
    assert "under shield 2; has a ritual of heal 3 ready" in notes[1]


def test_which_focus_is_in_hand() -> None:
    def focus(**other: object) -> int:
        start = {"drawn": other.pop("drawn", True)}
        ann = mage("a", "ann", "protection", "heal", **other)
        return begun(scene(ann, person("b", "bob"), start=start)).people[0].focus

    assert [focus(), focus(focus="heal"), focus(focus="none"), focus(drawn=False)] == [0, 1, -1, -1]


def test_magic_is_kept_in_snapshots_and_hidden_in_shadows() -> None:
    ann = mage("a", "ann", "protection", "demoralise", under={"sword-trance": 8})
    fight = begun(scene(ann, person("b", "bob")))
    part = formed(fight)
    kept = fight.snapshot()
    again = restore(kept)
    seen = sight_from(part.questions()[0].shadow()).state.people[0]

    assert again.snapshot() == kept == fight.fork().snapshot()
    assert (again.people[0].focus, again.people[0].under) == (0, fight.people[0].under)
    assert (seen.magic_points, seen.focus, seen.build.spells) == (1, -1, [])
    assert [one.spell.id for one in seen.under] == ["sword-trance"]
