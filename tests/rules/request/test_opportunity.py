"""RULES.md, opportunity attacks: what gives one, to whom, and what becomes of whoever gave it."""

from __future__ import annotations

from typing import Literal

import pytest

from rules.kernel.model import Engage, SetPoints, SetStatus
from rules.request.model import Entry, Options, Weapon
from tests.rules.request.build import (
    BOW,
    DAGGER,
    DECLINE,
    DEFEND,
    DODGE,
    PASS,
    RECOVER,
    SHIELD,
    SPEAR,
    SWORD,
    Said,
    aim,
    attack,
    fighter,
    figure,
    parry,
    precise,
    ready,
    riposte,
    shoot,
    stance,
    terms,
)
from tests.rules.request.places import (
    CLAWS,
    FIST,
    HANDY,
    breakaway,
    closer,
    foes,
    move,
    moving,
    on,
    opportunities,
    opportunity,
    oppose,
    place,
    placed,
    sprint,
    strikes,
    went,
)
from tests.support.rulebook import rule

MISS = "d100=96"
SCRATCH = "d100=40 d8=1 d20=10"
FELLED = "d100=40 d8=8 d20=20 d4=1 d100=96"
PAIR = ". . a b . . ."
PAST = """
    . . . b . . . .
     a . . . . . . .
    . . . . . . . .
     . . . . . . . .
"""
"""From A2 along row 2 one stands beside b, who is on D1, on C2 and on D2."""


def thrower(*, metres: int = 4, surprised: bool = False) -> Entry:
    """Somebody with a sword in the right hand, a dagger in the left and a shield on the back."""
    weapons = [SWORD, DAGGER, SHIELD]
    one = fighter("a", dex=14, weapons=weapons, held=["sword", "dagger"], surprised=surprised)
    return moving(metres, one)


def foe(name: str = "b") -> Entry:
    return fighter(name, "them", dex=1)


@rule(
    "P19",
    "Shooting, throwing, aiming, readying, changing stance, moving and sprinting provoke an opportunity attack of every foe adjacent to or engaged with whoever does it.",
)
@pytest.mark.parametrize(
    ("said", "dice"),
    [
        (shoot("d"), MISS),
        (shoot("d", "dagger"), MISS),
        (aim("d"), ""),
        (aim("d", "dagger"), ""),
        (ready("sword"), ""),
        (ready("bow"), ""),
        (stance("kneeling"), ""),
        (move("D1"), ""),
    ],
)
def test_what_provokes(said: Said, dice: str) -> None:
    around = """
        . . c . . . .
         . . a b . . .
        . . f . . . .
         e . . . . d .
    """
    with_bow = said.option in ("shoot/bow", "aim/bow", "ready/bow")
    a = fighter(
        "a",
        dex=14,
        weapons=[BOW, DAGGER, SWORD],
        held=["bow" if with_bow else "dagger"],
        loaded=said != ready("bow"),
    )
    fight = placed(
        around,
        a,
        foe("b"),
        fighter("c", "them", dex=1, surprised=True),
        foe("d"),
        fighter("e", "them", dex=1, weapons=[SPEAR]),
        fighter("f", "a", dex=1),
    )

    fight.play({"a": [said]}, dice)

    # Not c, who is surprised, nor d and e, who are far away, nor f, its friend.
    assert opportunities(fight) == [("b", "a")]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (sprint("A2"), ["b"]),
        (move("B2"), ["b"]),
        (shoot("d", "dagger"), ["b"]),
        (stance("prone"), ["b"]),
    ],
)
def test_the_unengaged_provoke_those_beside_them(said: Said, asked: list[str]) -> None:
    # a, who is surprised, is engaged with nobody.
    fight = placed(
        ". . . . . .\n . . a b . d\n. . . . . .",
        fighter("a", dex=14, weapons=[DAGGER], surprised=True),
        foe("b"),
        foe("d"),
    )

    fight.play({"a": [Said(said.option, said.values, ())]}, MISS if said.word() == "shoot" else "")

    assert opportunities(fight) == [(who, "a") for who in asked]


@pytest.mark.parametrize("said", [stance("kneeling"), shoot("b", "dagger"), ready("shield")])
def test_the_engaged_at_distance_2_are_provoked_too(said: Said) -> None:
    a = fighter("a", dex=14, weapons=[DAGGER, SHIELD], held=["dagger"])
    fight = placed("a . b", a, foe("b"), given=[Engage("a", "b", "long")])

    fight.play(
        {"a": [said], "b": [opportunity()]}, f"{MISS} {MISS}" if said.word() == "shoot" else MISS
    )

    assert opportunities(fight) == [("b", "a")]
    assert fight.of("attack")[0].facts["trigger"] == said.word()


@rule(
    "P19b",
    "A move provokes the foes it starts beside, and those it comes adjacent to as soon as it does.",
)
def test_whom_a_move_provokes() -> None:
    lane = """
        . . c . . . . . .
         b a . . . d . . .
        . . . . . . . . e
    """
    people = [foe(name) for name in "bcde"]
    fight = placed(lane, thrower(metres=12, surprised=True), *people)
    stood: list[tuple[str, str]] = []

    fight.prompt("a")
    fight.answer(Said("move", ("E2",), ()))
    while fight.open()[0].kind == "reaction":
        stood += [(prompt.combatant, place(fight, "a")) for prompt in fight.open()]
        fight.answer(*[DECLINE] * len(fight.open()))

    assert stood == [("b", "B2"), ("c", "B2"), ("d", "E2")]
    assert place(fight, "a") == "E2"


def test_a_move_provokes_on_its_way() -> None:
    fight = placed(PAST, thrower(metres=12), foe())
    fight.answer(move("G2"))

    assert ([p.combatant for p in fight.open()], place(fight, "a")) == (["b"], "C2")
    fight.play({"b": [opportunity()]}, MISS)
    assert (went(fight, "a"), place(fight, "a")) == (["C2", "G2"], "G2")


@rule(
    "P19c",
    "Close attacks, charges, defending and trivial actions provoke nothing, except as R33 says.",
)
@pytest.mark.parametrize(
    ("said", "dice"),
    [
        (attack("b"), MISS),
        (precise("b", "head"), MISS),
        (DEFEND, ""),
        (Said("defend", (), ("drop/dagger",)), ""),
        (Said("defend", (), ("unextend",)), ""),
        (Said("wait", ("1", "nothing"), ("flank/b",)), ""),
        (Said("pass", (), ("drop/dagger",)), ""),
        (closer("b"), MISS),
        (PASS, ""),
    ],
)
def test_what_provokes_nothing(said: Said, dice: str) -> None:
    fight = placed(
        ". . a b . .\n . . c . . .",
        thrower(),
        foe(),
        fighter("c", "a", dex=1),
        given=[SetStatus("a", "overextended")],
    )

    fight.play({"a": [said]}, dice)

    assert opportunities(fight) == []


def test_a_charge_provokes_nothing() -> None:
    # It starts beside c, whom it is not engaged with, and comes past d.
    fight = placed(
        ". . . d . . .\n c a . . . b .\n. . . . . . .",
        moving(8, fighter("a", dex=14, surprised=True)),
        foe("b"),
        foe("c"),
        foe("d"),
    )

    fight.play({"a": [Said("charge/sword", ("b",), ())]}, MISS)

    assert (place(fight, "a"), opportunities(fight)) == ("E2", [])


@rule("R38c", "Recovering from being vulnerable provokes nothing.")
def test_recovering_provokes_nothing() -> None:
    fight = placed(PAIR, thrower(), foe(), given=[SetStatus("a", "vulnerable")])

    fight.play({"a": [RECOVER]})

    assert (opportunities(fight), fight.seen("a").conditions) == ([], ())


@rule("A4", "Whoever is surprised provokes all the same.")
@pytest.mark.parametrize("said", [move("B1"), stance("prone"), shoot("b", "dagger")])
def test_the_surprised_provoke(said: Said) -> None:
    fight = placed(PAIR, thrower(surprised=True), foe())

    fight.play({"a": [said]}, MISS if said.word() == "shoot" else "")

    assert opportunities(fight) == [("b", "a")]
    assert fight.seen("a").conditions == ()


@rule(
    "P19d",
    "An opportunity attack is a reaction, and nobody makes one without a ready weapon.",
)
@pytest.mark.parametrize(
    ("weapons", "held", "status", "asked"),
    [
        ([SWORD, FIST], ["sword"], "", True),
        ([SWORD, FIST], [], "", False),
        ([FIST, CLAWS], [], "", True),
        ([BOW, FIST], ["bow"], "", False),
        ([SWORD], ["sword"], "surprised", False),
        ([SWORD], ["sword"], "unconscious", False),
        ([SWORD], ["sword"], "prone", True),
    ],
)
def test_who_can_make_one(weapons: list[Weapon], held: list[str], status: str, asked: bool) -> None:
    b = fighter("b", "them", dex=1, weapons=weapons, held=held, skills=HANDY)
    given = [SetStatus("b", status)] if status else []
    fight = placed(PAIR, thrower(), b, on("G1", foe("c")), given=given)

    fight.play({"a": [stance("kneeling")]})

    assert opportunities(fight) == ([("b", "a")] if asked else [])
    if asked:
        (prompt,) = fight.asked("b", "reaction")
        with_what = [o.id for o in prompt.options if o.unavailable is None]
        named = {"sword": "opportunity/sword", "claws": "opportunity/claws"}
        assert with_what == [named[w.id] for w in weapons if w.id in named] + ["decline"]


def test_somebody_whose_actions_are_spent_may_make_one() -> None:
    # b has had its only action of the round.
    fight = placed(PAIR, fighter("a", dex=14), fighter("b", dex=1))

    fight.play({"b": [DEFEND]})
    fight.play({"a": [stance("kneeling")], "b": [opportunity()]}, MISS, upto=(1, 2))

    assert strikes(fight) == [("opportunity", "b")]


@rule("P19e", "An opportunity attack is a plain close attack.")
def test_a_plain_close_attack() -> None:
    b = fighter("b", dex=1, sword=61, held=["sword", "dagger"])
    fight = placed(PAIR, thrower(), b)

    fight.play({"a": [stance("kneeling")], "b": [opportunity("dagger")]}, "d100=50 d4=2 d20=10")

    (prompt,) = fight.asked("b", "reaction")
    offered = {o.id: (o.unavailable is None, bool(o.parameters)) for o in prompt.options}
    assert offered == {
        "opportunity/sword": (True, False),
        "opportunity/shield": (False, False),
        "opportunity/dagger": (True, False),
        "decline": (True, False),
    }
    blow = fight.attack()
    assert (terms(blow, "attack_chance"), terms(blow, "damage")) == (
        {"Dagger": 50},
        {"1D4": 2, "weapon": 1},
    )
    assert (blow.facts["verb"], blow.facts["trigger"], blow.place) == (
        "opportunity",
        "stance",
        "chest",
    )
    assert [f.name for f in blow.figures if f.name == "strike_rank"] == []


@rule("P19a", "An opportunity attack is resolved before the action that provoked it.")
def test_it_comes_before_the_action() -> None:
    fight = placed(PAIR, thrower(), foe())

    fight.play(
        {
            "a": [shoot("b", "dagger"), stance("kneeling"), ready("shield")],
            "b": [opportunity()] * 3,
        },
        f"{MISS} {MISS}  {MISS}  {MISS}",
        upto=(1, 3),
    )

    told = [
        (e.kind, e.by) for e in fight.events if e.kind in ("attack", "stance", "moved", "readied")
    ]
    assert told == [
        ("attack", "b"),
        ("attack", "a"),
        ("attack", "b"),
        ("stance", "a"),
        ("attack", "b"),
        ("readied", "a"),
    ]


@rule("A2b", "An opportunity attack may be parried or dodged, and brings no riposte.")
@pytest.mark.parametrize("defence", [parry("sword"), DODGE])
def test_it_may_be_parried(defence: Said) -> None:
    fight = placed(PAIR, thrower(), foe())

    # A critical defence: there is no riposte, and a dodge leaves b overextended.
    fight.play({"a": [stance("kneeling"), defence], "b": [opportunity()]}, "d100=90 d100=1")

    blow = fight.attack()
    assert (blow.facts["defence"], blow.facts["outcome"]) == (defence.word(), "missed")
    words = [o.id.partition("/")[0] for p in fight.asked("a", "reaction") for o in p.options]
    assert "riposte" not in words
    assert fight.seen("a").stance == "kneeling"


@rule(
    "A2c",
    "A move or another action gives each foe one opportunity attack, however many times it would provoke.",
)
def test_one_for_each_foe() -> None:
    # Along b, away from it and back to it.
    bend = """
        . . . . . .
         . b # . . .
        a . . . c .
         . . . . . .
    """
    fight = placed(bend, thrower(metres=12), foe("b"), foe("c"))
    assert foes(fight, "a") == {}
    fight.play({"a": [move("D3")]})
    assert opportunities(fight) == [("b", "a"), ("c", "a")]

    ring = placed(PAST, thrower(metres=8), foe())
    ring.play({"a": [move("D2"), move("E1")]}, upto=(1, 2))
    assert opportunities(ring) == [("b", "a"), ("b", "a")]


@rule("A2d", "Opportunity attacks and ripostes provoke nothing.")
@pytest.mark.parametrize(
    ("said", "answers", "dice", "verbs"),
    [
        (stance("kneeling"), [opportunity()], MISS, ["opportunity"]),
        (attack("b"), [parry(), riposte()], f"{MISS} d100=1 {MISS}", ["attack", "riposte"]),
    ],
)
def test_they_provoke_nothing(said: Said, answers: list[Said], dice: str, verbs: list[str]) -> None:
    fight = placed(". . a b . .\n . . c . . .", thrower(), foe(), fighter("c", "a", dex=1))

    fight.play({"a": [said], "b": answers}, dice)

    assert [verb for verb, _ in strikes(fight)] == verbs
    assert [pair for pair in opportunities(fight) if pair[1] == "b"] == []


@rule("P2e", "Under `pool` an opportunity attack takes a reaction, and so does opposing.")
@pytest.mark.parametrize(
    ("said", "answer", "dice"),
    [
        (stance("kneeling"), opportunity(), MISS),
        (breakaway("B1"), oppose(), "d100=40 d100=41"),
        (closer("b"), oppose(), "d100=40 d100=41"),
    ],
)
@pytest.mark.parametrize(("reactions", "left"), [("pool", 1), ("unlimited", 2)])
def test_they_take_a_reaction(
    said: Said, answer: Said, dice: str, reactions: Literal["pool", "unlimited"], left: int
) -> None:
    fight = placed(
        PAIR, fighter("a", dex=18), fighter("b", dex=12), options=Options(reactions=reactions)
    )

    fight.play({"a": [said], "b": [answer]}, dice)
    assert fight.fight.people[1].reactions == left

    fight.amend(SetPoints("b", "reactions", 0))
    fight.play(
        {"a": [Said(said.option, ("standing",) if said.word() == "stance" else said.values)]},
        "" if said.word() == "stance" else MISS,
        upto=(1, 2),
    )
    assert len(fight.asked("b", "reaction")) == (1 if reactions == "pool" else 2)


@rule(
    "C28",
    "Opportunity attacks that one moment brings are asked for together and resolved one by one in seat order.",
)
def test_they_are_asked_for_together() -> None:
    fight = placed(". . c . .\n . d a b .\n. . . . .", thrower(), *[foe(name) for name in "bcd"])

    fight.play(
        {"a": [stance("kneeling")], **{name: [opportunity()] for name in "bcd"}},
        f"{SCRATCH} {MISS} {MISS}",
    )

    asked = [[(p.combatant, p.by) for p in prompts] for prompts in fight.waits]
    first = asked.index([("b", "a"), ("c", "a"), ("d", "a")])
    # Each with the reaction of its target, one after the other.
    assert asked[first + 1 : first + 4] == [[("a", "b")], [("a", "c")], [("a", "d")]]
    assert strikes(fight) == [("opportunity", name) for name in "bcd"]


@rule(
    "P19f",
    "Whoever loses hit points by an opportunity attack does not shoot, throw, aim, ready or change stance: the action is spent.",
)
@pytest.mark.parametrize(
    ("said", "kind", "dice"),
    [
        (shoot("b"), "attack", MISS),
        (shoot("b", "dagger"), "attack", MISS),
        (aim("b"), "aimed", ""),
        (ready("sword"), "readied", ""),
        (ready("bow"), "readied", ""),
        (stance("kneeling"), "stance", ""),
    ],
)
@pytest.mark.parametrize(
    ("blow", "spoiled"),
    [
        ("d100=40 d8=4 d20=10", True),
        ("d100=40 d8=3 d20=10", False),  # the hide stops it
        (MISS, False),
    ],
)
def test_a_wound_spoils_what_was_begun(
    said: Said, kind: str, dice: str, blow: str, spoiled: bool
) -> None:
    with_bow = said.option in ("shoot/bow", "aim/bow", "ready/bow")
    a = fighter(
        "a",
        dex=14,
        weapons=[BOW, DAGGER, SWORD],
        held=["bow" if with_bow else "dagger"],
        loaded=said != ready("bow"),
        hide=3,
    )
    fight = placed(PAIR, a, foe())
    before = fight.seen("a")

    fight.play(
        {"a": [said], "b": [opportunity()]}, f"{blow} {dice}" if dice and not spoiled else blow
    )

    after = fight.seen("a")
    assert len(fight.of(kind, by="a")) == (not spoiled)
    told = [event.facts for event in fight.of("spoiled", by="a")]
    assert told == ([{"verb": said.word()}] if spoiled else [])
    # The action is spent, and nothing else is.
    assert (before.actions, after.actions) == (3, 2)
    changed = (before.items, before.stance) != (after.items, after.stance)
    assert changed is (not spoiled and said.word() != "aim")


def test_what_was_aimed_before_is_kept() -> None:
    fight = placed(PAIR, thrower(), foe())

    fight.play(
        {
            "a": [aim("b", "dagger"), aim("b", "dagger"), shoot("b", "dagger")],
            "b": [DECLINE, opportunity()],
        },
        f"{SCRATCH} {MISS}",
        upto=(1, 3),
    )

    assert terms(fight.attack(by="a"), "attack_chance")["aimed"] == 10


@rule(
    "P19g",
    "Whoever loses hit points by an opportunity attack on its way goes half as many steps in all, rounded down.",
)
@pytest.mark.parametrize(
    ("said", "metres", "stopped"),
    [
        (move("C2"), 12, "C2"),
        (move("D2"), 12, "C2"),
        (move("E2"), 12, "C2"),
        (move("F2"), 12, "C2"),
        (move("G2"), 12, "D2"),
        (sprint("H2"), 12, "D2"),
    ],
)
@pytest.mark.parametrize("hurt", [True, False])
def test_a_hit_halves_the_way(said: Said, metres: int, stopped: str, hurt: bool) -> None:
    # b strikes on C2, two steps from where it began.
    fight = placed(PAST, thrower(metres=metres), foe())

    fight.play({"a": [said], "b": [opportunity()]}, SCRATCH if hurt else MISS)

    assert place(fight, "a") == (stopped if hurt else said.values[0])
    assert len(fight.of("halved", by="a")) == (hurt and stopped != said.values[0])


@pytest.mark.parametrize(
    ("to", "stopped"),
    [("D2", "C2"), ("E2", "D2"), ("F2", "D2"), ("G2", "E2"), ("H2", "E2")],
)
def test_a_hit_at_its_start_halves_the_way(to: str, stopped: str) -> None:
    row = ". . . . . . . .\n . b a . . . . .\n. . . . . . . ."
    fight = placed(row, thrower(metres=12, surprised=True), foe())

    fight.play({"a": [Said("move", (to,), ())], "b": [opportunity()]}, SCRATCH)

    assert place(fight, "a") == stopped


def test_two_hits_halve_it_once() -> None:
    row = """
        . . b . c . . . . .
         a . . . . . . . . .
        . . . . . . . . . .
    """
    fight = placed(row, thrower(metres=18), foe("b"), foe("c"))

    fight.play(
        {"a": [move("I2")], "b": [opportunity()], "c": [opportunity()]}, f"{SCRATCH} {SCRATCH}"
    )

    # Eight steps are four; c strikes at the third of them.
    assert (place(fight, "a"), went(fight, "a")) == ("E2", ["B2", "D2", "E2"])


def test_difficult_ground_is_halved_by_steps() -> None:
    row = """
        . . . . . . . .
         b a ~ . . . . .
        . # # . . . . .
    """
    fight = placed(
        row.replace(". . . . . . . .", "# # # # . . . .", 1),
        thrower(metres=12, surprised=True),
        foe(),
    )

    fight.play({"a": [Said("move", ("F2",), ())], "b": [opportunity()]}, SCRATCH)

    # Five points for four hexes; half of them is two, and the marsh takes both.
    assert place(fight, "a") == "C2"


@rule(
    "P19h",
    "Whoever provokes on its way stands where it does so until the opportunity attack is over.",
)
def test_it_stands_where_it_provokes() -> None:
    fight = placed(PAST, thrower(metres=12), foe())

    fight.answer(move("G2"))
    assert ([p.kind for p in fight.open()], place(fight, "a")) == (["reaction"], "C2")
    fight.answer(opportunity())
    assert ([p.combatant for p in fight.open()], place(fight, "a")) == (["a"], "C2")
    fight.answer(DODGE, dice="d100=40 d100=5")
    assert place(fight, "a") == "G2"


@rule("P19i", "Whoever falls on its way lies there.")
@pytest.mark.parametrize(
    ("dice", "state", "stance_"),
    [
        ("d100=40 d8=8 d20=1 d4=1", "up", "prone"),
        (FELLED, "down", "prone"),
    ],
    ids=["leg", "head"],
)
def test_whoever_falls_on_its_way_lies_there(dice: str, state: str, stance_: str) -> None:
    fight = placed(PAST, thrower(metres=12), foe(), on("H4", fighter("f", "a", dex=1)))

    fight.play({"a": [move("G2")], "b": [opportunity()]}, dice)

    assert (place(fight, "a"), fight.seen("a").state, fight.seen("a").stance) == (
        "C2",
        state,
        stance_,
    )
    assert foes(fight, "a") == ({"b": "normal"} if state == "up" else {})


@rule(
    "P19j",
    "Whoever is not able any more after an opportunity attack has spent its action for nothing.",
)
@pytest.mark.parametrize(
    "said", [shoot("b", "dagger"), stance("kneeling"), move("B1"), attack("b", "dagger")]
)
def test_the_felled_have_spent_their_action(said: Said) -> None:
    fight = placed(
        ". . a b . . .",
        thrower(),
        fighter("b", "them", dex=1, weapons=[SPEAR]),
        on("A1", fighter("f", "a", dex=1)),
        given=[Engage("a", "b", "long")],
    )

    fight.play({"a": [said], "b": [opportunity("spear")]}, FELLED)

    assert (fight.seen("a").state, place(fight, "a")) == ("down", "C1")
    assert strikes(fight) == [("opportunity", "b")]
    assert [e.kind for e in fight.of("stance", "moved", by="a")] == []
    assert fight.held("a") == ["sword", "dagger"]


@rule("P28s", "An opportunity attack on somebody who sprints is at +20 %.")
@pytest.mark.parametrize(("said", "chance"), [(sprint("E2"), 70), (move("E2"), 50)])
def test_who_sprints_is_open(said: Said, chance: int) -> None:
    fight = placed(PAST, thrower(metres=8), foe())

    fight.play({"a": [said], "b": [opportunity()]}, f"d100={chance + 1}")

    assert figure(fight.attack(), "attack_chance") == chance
    assert terms(fight.attack(), "attack_chance").get("target sprints", 0) == chance - 50


@rule(
    "P16b4",
    "An opportunity attack on somebody who moves or sprints from beside the striker to where it is not adjacent any more comes from behind and is at +20 %.",
)
@pytest.mark.parametrize(
    ("said", "chance"),
    [
        (move("A2"), 70),
        (sprint("A2"), 90),
        (move("D1"), 50),
        (sprint("D1"), 70),
        (stance("prone"), 50),
    ],
)
def test_from_behind(said: Said, chance: int) -> None:
    fight = placed(
        ". . . . . .\n . . a b . .\n. . . . . .",
        fighter("a", dex=14, surprised=True),
        foe(),
    )

    fight.play(
        {"a": [Said(said.option, said.values, ())], "b": [opportunity()]},
        f"d100={min(chance + 1, 96)}",
    )

    assert figure(fight.attack(), "attack_chance") == chance


def test_not_from_behind_at_long_reach() -> None:
    """Two hexes off nobody turns its back by going."""
    fight = placed(
        ". . . . . .\n . a . b . .\n. . . . . .",
        fighter("a", dex=12, weapons=(SPEAR,)),
        fighter("b", dex=10),
        given=[Engage("a", "b", "long")],
    )
    fight.play({"a": [move("C1")], "b": [opportunity()]}, "d100=96")
    assert terms(fight.attack(), "attack_chance") == {"1H Sword": 50}


def test_not_from_behind_in_passing() -> None:
    fight = placed(PAST, thrower(metres=12), foe())

    fight.play({"a": [move("G2")], "b": [opportunity()]}, MISS)

    assert terms(fight.attack(), "attack_chance") == {"1H Sword": 50}
