"""The minds of ReQuest: each choice that its docstring promises, in the smallest scene that shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Modify, SetGear, SetHitPoints, SetPoints, SetStatus
from rules.request.course.choices import ATTACK, CLOSE, FLANK, MOVE, SHOOT
from rules.request.course.seen.kinds import DEFENCE, RIPOSTE_KIND
from rules.request.course.seen.oneself import UnseenError
from rules.request.model import Armour, Options, Shot, Weapon
from rules.request.policies import POLICIES
from rules.request.policies.common import has_bow
from tests.policies.saying import decide, says
from tests.rules.request.build import (
    AXE,
    DAGGER,
    LEATHER,
    PASS,
    SHIELD,
    SWORD,
    Said,
    Scene,
    archer,
    attack,
    fighter,
    parry,
    scene,
    shoot,
    unconscious,
)

PLATE = Armour(
    "plate",
    "plate",
    6,
    ("abdomen", "chest", "head", "right arm", "left arm", "right leg", "left leg"),
    0,
)
FIGHTERS = ("steady", "reckless")


def facing(*foes: str, **mine: object) -> Scene:
    """A acts first, against everybody else."""
    me = fighter("a", dex=15, **mine)  # pyright: ignore[reportArgumentType] - whatever a test wants
    return scene(me, *[fighter(name, "foes") for name in foes])


def struck(mind_holds: tuple[str, ...] = ("sword", "shield"), **mine: object) -> Scene:
    """B has struck at A, who is asked how to meet it."""
    me = fighter("a", dex=9, held=mind_holds, **mine)  # pyright: ignore[reportArgumentType] - the same
    return until_struck(scene(me, fighter("b", dex=15)), attack("a"))


def until_struck(fight: Scene, blow: Said) -> Scene:
    """Let B say *blow* and everybody else nothing, until A is asked for a reaction."""
    while all(prompt.kind == "action" for prompt in fight.open()):
        fight.answer(*[blow if prompt.combatant == "b" else PASS for prompt in fight.open()])
    return fight


# --- a turn ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mind", FIGHTERS)
def test_a_fighter_strikes_with_what_is_in_hand(mind: str) -> None:
    assert says(mind, facing("b")) == "attack/sword b"


def test_the_steady_recovers_before_all_else_and_the_reckless_does_not() -> None:
    fight = facing("b")
    fight.amend(SetStatus("a", "vulnerable"))

    assert says("steady", fight) == "recover"
    assert says("guard", fight) == "recover"
    assert says("reckless", fight) == "attack/sword b"


def test_the_steady_gets_up_unless_both_legs_are_lame() -> None:
    fight = facing("b")
    fight.amend(SetStatus("a", "prone"))

    assert says("steady", fight) == "stance standing"

    fight.amend(
        SetHitPoints("a", "right leg", -1), SetHitPoints("a", "left leg", -1), dice="d4=1 d4=1"
    )
    fight.amend(SetPoints("a", "lost", 0))
    fight.play(upto=(1, 1))

    assert says("steady", fight) == "attack/sword b"


@pytest.mark.parametrize("mind", FIGHTERS)
def test_an_empty_hand_draws_the_first_weapon_that_is_no_shield(mind: str) -> None:
    assert says(mind, facing("b", weapons=(SHIELD, SWORD), held=())) == "ready/sword"


@pytest.mark.parametrize("mind", FIGHTERS)
def test_what_was_dropped_is_picked_up(mind: str) -> None:
    fight = facing("b", weapons=(SWORD,))
    fight.amend(SetGear("a", "sword", "dropped"))

    assert says(mind, fight) == "ready/sword"


def test_the_steady_weighs_chance_against_harm_and_the_reckless_harm_alone() -> None:
    fight = facing(
        "b", weapons=(DAGGER, AXE), held=("dagger",), skills={"2H Axe": 10, "Dagger": 80}
    )
    assert says("steady", fight) == "attack/dagger b"

    fight = facing(
        "b", weapons=(SWORD, DAGGER), held=("sword", "dagger"), sword=20, skills={"Dagger": 80}
    )
    assert says("steady", fight) == "attack/dagger b"
    assert says("reckless", fight) == "attack/sword b"


def test_the_steady_strikes_whom_its_weapon_hurts_most() -> None:
    fight = scene(
        fighter("a", dex=15),
        fighter("b", "foes", armour=(PLATE,)),
        fighter("c", "foes", armour=(LEATHER,)),
    )

    assert says("steady", fight) == "attack/sword c"
    assert says("reckless", fight) == "attack/sword b"


def test_the_steady_finishes_the_wounded_and_leaves_the_fallen() -> None:
    fight = facing("b", "c", "d")
    fight.amend(SetHitPoints("c", "left arm", -1), dice="d4=1")
    assert says("steady", fight) == "attack/sword c"

    fight.amend(unconscious("c"))
    assert says("steady", fight) == "attack/sword b"
    assert says("reckless", fight) == "attack/sword b"


@pytest.mark.parametrize(("dex", "said"), [(15, "defend"), (11, "attack/sword b")])
def test_the_surprised_and_steady_take_what_comes_sooner(dex: int, said: str) -> None:
    fight = scene(fighter("a", dex=dex, surprised=True), fighter("b", dex=1))
    fight.prompt("a")

    assert says("steady", fight) == said


# --- bows --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mind", FIGHTERS)
def test_a_nocked_bow_shoots_and_an_empty_one_is_loaded(mind: str) -> None:
    assert says(mind, scene(archer("a", dex=15), fighter("b"), distance=30)) == "shoot/bow b"
    assert (
        says(mind, scene(archer("a", dex=15, loaded=False), fighter("b"), distance=30))
        == "ready/bow"
    )


@pytest.mark.parametrize("mind", FIGHTERS)
def test_a_nocked_bow_without_a_target_waits_for_one(mind: str) -> None:
    assert says(mind, scene(archer("a"), fighter("b", hidden=True), distance=30)) == "carry view"


@pytest.mark.parametrize("mind", FIGHTERS)
def test_whoever_can_strike_nobody_defends_and_then_waits(mind: str) -> None:
    fight = scene(fighter("a", dex=15), archer("b"), distance=30)
    assert says(mind, fight) == "defend"

    fight.amend(SetStatus("a", "defending"))
    assert says(mind, fight) == "carry view"


@pytest.mark.parametrize(("bow", "aims"), [(34, 3), (35, 0)])
def test_the_steady_aims_a_poor_shot_as_long_as_it_helps(bow: int, aims: int) -> None:
    fight = scene(
        archer("a", dex=19, bow=bow), fighter("b", dex=3, skills={"Dodge": 0}), distance=30
    )
    fight.amend(Modify("night", -40, "fight", "a") if aims else Modify("day", 0, "fight", "a"))
    spent = 0
    while says("steady", fight).startswith("aim"):
        fight.fight.advance(
            [decide("steady", fight.fight, q.combatant) for q in fight.fight.questions()]
        )
        spent += 1
        while [q.combatant for q in fight.fight.questions()] != ["a"]:
            fight.fight.advance([q.default() for q in fight.fight.questions()])

    assert spent == aims
    assert says("steady", fight) == "shoot/bow b"


def test_in_melee_nobody_throws_the_weapon_in_hand_or_aims() -> None:
    dagger = facing("b", weapons=(DAGGER,), skills={"Dagger": 10, "Throwing": 90})
    assert says("steady", dagger) == "attack/dagger b"
    assert says("reckless", dagger) == "attack/dagger b"

    far = scene(fighter("a", dex=15, weapons=(DAGGER,)), fighter("b"), distance=9)
    assert says("steady", far) == "shoot/dagger b"

    poor = scene(archer("a", dex=15, bow=10), fighter("b"))
    assert says("steady", poor) == "shoot/bow b"


@pytest.mark.parametrize("mind", ["steady", "reckless", "guard"])
def test_an_empty_bow_makes_room_for_the_blade(mind: str) -> None:
    fight = scene(archer("a", dex=15), fighter("b"))
    fight.amend(SetGear("a", "bow", "held", 0))

    answer = decide(mind, fight.fight, "a")

    assert (answer.option, answer.also) == ("ready/dagger", ("drop/bow",))


@pytest.mark.parametrize(("shield", "said"), [(51, "ready/shield"), (50, "attack/sword b")])
def test_a_free_hand_takes_the_shield_if_that_parries_better(shield: int, said: str) -> None:
    assert says("steady", facing("b", skills={"Shield": shield})) == said


# --- reactions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mind", ["steady", "reckless", "guard"])
@pytest.mark.parametrize(
    ("skills", "said"),
    [
        ({"Dodge": 51}, "dodge"),
        ({"Dodge": 50}, "parry/shield"),
        ({"Shield": 49}, "parry/sword"),
        ({"1H Sword": 60}, "parry/sword"),
    ],
)
def test_the_better_chance_defends_and_armour_points_settle_a_tie(
    mind: str, skills: dict[str, int], said: str
) -> None:
    assert says(mind, struck(skills=skills)) == said


@pytest.mark.parametrize("mind", ["steady", "reckless", "guard"])
def test_an_arrow_is_met_with_the_shield_or_dodged(mind: str) -> None:
    fight = scene(fighter("a", dex=9, held=("sword", "shield"), sword=90), archer("b", dex=15))
    until_struck(fight, shoot("a"))
    assert says(mind, fight) == "parry/shield"

    fight.amend(SetGear("a", "shield", "dropped"))
    assert says(mind, fight) == "dodge"


@pytest.mark.parametrize(
    ("mind", "said"),
    [("steady", "riposte/sword"), ("reckless", "riposte/sword"), ("guard", "decline")],
)
def test_a_critical_parry_is_followed_up_but_by_the_guard(mind: str, said: str) -> None:
    fight = struck()
    fight.answer(parry("sword"), dice="d100=90 d100=1")
    assert [prompt.combatant for prompt in fight.open()] == ["a"]

    assert says(mind, fight) == said


# --- guard and random --------------------------------------------------------------------------


def test_the_guard_defends_and_never_strikes() -> None:
    assert says("guard", facing("b")) == "defend"
    assert says("guard", scene(archer("a", dex=15), fighter("b"), distance=30)) == "defend"


def test_the_random_take_every_option_and_hang_on_the_prompt_alone() -> None:
    seen: Counter[str] = Counter()
    for round_ in range(1, 120):
        fight = facing("b", "c", held=("sword", "shield"))
        fight.fight.round = round_
        first = says("random", fight)
        fight.fight.open = None
        assert says("random", fight) == first
        seen[first.split(" ", maxsplit=1)[0]] += 1

    assert {"attack/sword", "precise/shield", "defend", "stance", "wait", "carry", "pass"} <= set(
        seen
    )


def test_every_mind_is_named_in_the_catalogue_of_minds() -> None:
    assert list(POLICIES) == ["random", "reckless", "steady", "guard"]


@pytest.mark.parametrize("mind", POLICIES)
@pytest.mark.parametrize("table", [Options(), Options(reactions="pool", opposed="plain")])
def test_every_mind_plays_to_an_end(mind: str, table: Options) -> None:
    fight = scene(fighter("a", held=("sword", "shield")), archer("b"), options=table).fight
    while questions := fight.questions():
        fight.advance([decide(mind, fight, q.combatant) for q in questions])

    assert fight.outcome() is not None


def test_a_sight_shows_its_own_combatant_whole() -> None:
    fight = scene(fighter("a", dex=15, held=("sword", "shield")), fighter("b"), fighter("c"))
    fight.amend(
        SetStatus("a", "overextended"), SetHitPoints("a", "head", 3), SetStatus("c", "prone")
    )
    (question,) = [q for q in fight.fight.questions() if q.combatant == "a"]
    sight = question.sight()

    assert sight.name() == "a"
    assert [sight.is_overextended(), sight.is_vulnerable(), sight.is_surprised()] == [
        True,
        False,
        False,
    ]
    assert [sight.is_defending(), sight.is_unready(), sight.lies(), sight.may_stand()] == [
        False,
        False,
        False,
        True,
    ]
    assert sight.hit_points() == (5, 5, 6, 7, 4, 4, 3)
    assert sight.actions() == 3
    assert [sight.holds(0), sight.holds(2), sight.is_loaded(0), sight.is_of_use(1)] == [
        True,
        False,
        False,
        True,
    ]
    assert [sight.name_of(other) for other in sight.foes()] == ["b", "c"]
    assert [sight.is_prone(other) for other in sight.foes()] == [False, True]
    assert [sight.distance(other) for other in sight.foes()] == [0, 0]
    assert sight.mean(ATTACK, 0) == 45
    assert sight.mean(SHOOT, 0) == 0
    assert sight.harm(SHOOT, 0, 1) == sight.blow_worth(SHOOT, 0, 1, 9) == 0
    assert sight.rank_of(ATTACK, 0) == 5
    assert [option.id for option in sight.trivial()] == ["unextend", "drop/sword", "drop/shield"]
    assert [sight.striker(), sight.is_shot_at()] == [-1, False]
    question.check(sight.nothing())


def test_silence_is_legal_at_every_kind_of_question() -> None:
    fight = scene(fighter("a", dex=3), fighter("b", dex=15))
    kinds: list[str] = []
    while RIPOSTE_KIND not in kinds:
        for question in fight.fight.questions():
            question.check(question.sight().nothing())
        kinds = [q.sight().kind for q in fight.fight.questions()]
        if RIPOSTE_KIND in kinds:
            continue
        fight.answer(
            *[
                Said("parry/sword")
                if k == DEFENCE
                else Said("attack/sword", ("a",))
                if q.combatant == "b"
                else PASS
                for k, q in zip(kinds, fight.fight.questions(), strict=True)
            ],
            dice="d100=90 d100=1" if DEFENCE in kinds else "",
        )

    assert RIPOSTE_KIND in kinds


def test_whoever_holds_a_blade_beside_an_empty_sling_uses_the_blade() -> None:
    sling = Weapon(
        "sling", "sling", 1, 0, 0, "normal", shot=Shot("Bow", 1, 6, range=50, load=1, missiles=0)
    )
    fight = facing("b", weapons=(sling, DAGGER), held=("sling", "dagger"), loaded=False)

    assert says("steady", fight) == "attack/dagger b"


def test_the_helpless_are_hit_for_certain_by_a_blow_and_not_by_a_shot() -> None:
    fight = facing("b", "c", weapons=(DAGGER,))
    fight.amend(unconscious("b"))
    (question,) = fight.fight.questions()

    assert question.sight().chance(ATTACK, 0, 1) == 100
    assert question.sight().chance(SHOOT, 0, 1) == 30


def test_silence_at_the_last_strike_rank_lets_the_action_go() -> None:
    fight = scene(fighter("a", dex=1, sword=5), fighter("b", dex=1, sword=5))
    fight.prompt("a")

    for question in fight.fight.questions():
        assert question.sight().nothing().option == "pass"


def test_a_mind_that_counts_seats_learns_nothing_of_the_hidden() -> None:
    fight = scene(fighter("a", dex=15), fighter("b"), fighter("hid", hidden=True))
    (question,) = fight.fight.questions()
    sight = question.sight()
    assert sight.foes() == [1]

    prying: list[Callable[[], object]] = [
        lambda: sight.name_of(2),
        lambda: sight.looks(2),
        lambda: sight.distance(2),
        lambda: sight.is_helpless(2),
        lambda: sight.is_prone(2),
        lambda: sight.wounds_of(2),
        lambda: sight.chance(ATTACK, 0, 2),
        lambda: sight.harm(ATTACK, 0, 2),
        lambda: sight.name_of(7),
    ]
    for pry in prying:
        with pytest.raises(UnseenError):
            pry()


def test_numbers_of_nothing_make_an_answer_that_is_not_possible() -> None:
    fight = scene(fighter("a", dex=15), fighter("b"), fighter("hid", hidden=True))
    (question,) = fight.fight.questions()
    sight = question.sight()

    written = [
        sight.choose(ATTACK, 99, 1),
        sight.choose(ATTACK, 0, 2),
        sight.choose(999, 0, 1),
        sight.choose_with(-1, ()),
        sight.cast(3, 77),
        sight.aim_at(0, 1, 7),
        sight.bypass(0, -1),
        sight.swap(4, 5),
        sight.go(MOVE, sight.name_way(99)),
        sight.go(MOVE, sight.name_way(CLOSE, target=2)),
        sight.go(MOVE, sight.name_way(FLANK, target=1, aid=9)),
    ]

    assert [f"{one.option} {one.values}" for one in written] == [
        "attack/#99 ('b',)",
        "attack/sword ('#2',)",
        "#999/sword ('b',)",
        "#-1 ()",
        "cast/#3 ('#77',)",
        "precise/sword ('b', '#7')",
        "precise/sword ('#-1', 'bypass')",
        "ready/#4 ()",
        "move ('#99',)",
        "move ('#2',)",
        "move ('#9',)",
    ]
    for answer in written:
        with pytest.raises(IllegalAnswerError):
            question.check(answer)


def test_the_helpless_are_shown_with_what_a_critical_blow_does() -> None:
    fight = facing("b", "c")
    fight.amend(unconscious("b"))

    (parameter,) = fight.option("a", "attack/sword").parameters

    assert [(v.id, v.chance, v.damage) for v in parameter.values] == [("b", 100, 80), ("c", 50, 45)]


@pytest.mark.parametrize("mind", ["steady", "reckless", "guard"])
def test_to_a_question_that_it_does_not_know_a_mind_says_nothing(mind: str) -> None:
    fight = struck()
    (question,) = fight.fight.questions()
    sight = question.sight()
    sight.kind = "riddle"

    assert POLICIES[mind](sight) == sight.nothing()


def test_without_places_there_is_no_ground_to_ask_about() -> None:
    fight = facing("b")
    (question,) = fight.fight.questions()
    sight = question.sight()

    assert not sight.has_places()
    assert sight.round() == 1
    assert [sight.ways(MOVE), sight.hexes(MOVE), sight.openers(), sight.follow_hexes()] == [[]] * 4
    assert [sight.way_to(MOVE, CLOSE, 1), sight.detour(MOVE, 1, 1)] == [-1, -1]
    assert [sight.is_there_a_way(1), sight.sees_from(0, 1), sight.has_cover_at(0, 1)] == [False] * 3
    assert sight.places_round(1) == 0


@pytest.mark.parametrize(("missiles", "of_use"), [(1, True), (0, False)])
def test_a_bow_without_arrows_is_of_no_use(missiles: int, of_use: bool) -> None:
    fight = scene(archer("a", dex=15), fighter("b"), distance=20)
    fight.fight.people[0].missiles[0] = missiles
    sight = next(q for q in fight.fight.questions() if q.combatant == "a").sight()

    assert sight.is_of_use(0) is of_use
    assert has_bow(sight) is of_use
