"""RULES.md, nerve: when it is tested, what comes of it, and what minds make of temper."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules.kernel.dice import luck
from rules.kernel.errors import IllegalAmendmentError
from rules.kernel.model import (
    ChangeSide,
    EndFight,
    Event,
    Hide,
    Moment,
    Move,
    Observer,
    Place,
    Remove,
    SetHitPoints,
    SetStatus,
)
from rules.kernel.temper.model import Temper
from rules.request.chapters import nerve
from rules.request.chapters.nerve import PRESSED
from rules.request.course.combatant import HELD as IN_HAND
from rules.request.course.machine import restore
from rules.request.course.nerves import feel
from rules.request.model import Add, Change, Entry
from rules.request.setup.temper import temper_of
from rules.request.tell.teller import Teller
from tests.policies.saying import says
from tests.rules.request.build import (
    BOW,
    PASS,
    SEED,
    Said,
    Scene,
    archer,
    attack,
    fighter,
    figure,
    scene,
)
from tests.rules.request.places import breakaway, placed
from tests.rules.request.test_shadow import far, near
from tests.support.rulebook import rule

CALM = Temper("soldier", 12)
SHAKY = Temper("soldier", 2)
FLEEING = SetStatus("a", "fleeing")
FALLING = SetStatus("a", "falling back")
HOLDING = SetStatus("a", "holding back")


def dies(who: str) -> SetStatus:
    return SetStatus(who, "dead")


def troop(temper: Temper | None = CALM, leader: str = "b") -> Scene:
    """A with three friends of one of whom it is led, and a foe."""
    led = Temper("soldier", 12, leader=True)
    friends = [fighter(name, "us") for name in "bcd"]
    friends = [replace(one, temper=led if one.id == leader else None) for one in friends]
    return scene(replace(fighter("a", "us"), temper=temper), *friends, fighter("e", "them"))


def trials(fight: Scene, *changes: Change, dice: str = "") -> list[Event]:
    """The tests of A's nerve that come of *changes*, once the turn that is open is over."""
    before = len(fight.of("nerve", at="a"))
    fight.amend(*changes, dice=dice)
    fight.answer(*[PASS for _ in fight.fight.prompts()])
    return fight.of("nerve", at="a")[before:]


def causes_of(fight: Scene, *changes: Change, dice: str = "") -> list[str]:
    return [event.facts["causes"] for event in trials(fight, *changes, dice=dice)]


@rule(
    "C32",
    "Nerve is tested when one's side loses its first, when it loses its leader, and when half of it is lost, once each, mounts of others not counted, nor whoever was to escape and did.",
)
def test_losses_of_the_side_are_tested_once_each() -> None:
    fight = troop(leader="c")

    assert causes_of(fight) == []
    assert causes_of(fight, dies("b")) == ["the side's first is lost"]
    assert causes_of(fight, dies("c")) == ["the side's leader is lost, half of the side is lost"]
    assert causes_of(fight, dies("d")) == []


def test_what_a_phase_begins_with_has_no_strike_rank() -> None:
    calm = replace(fighter("a", "us"), temper=CALM)
    people = (calm, fighter("b", "us"), fighter("c", "them"))
    fight = scene(*people, later=[(Moment(2), dies("b")), (Moment(3, 1, 40), Remove("b"))])

    fight.play(upto=(3, 1))

    first, second = fight.of("amended")
    assert (first.rank, fight.of("nerve")[0].rank, second.rank) == (0, 0, 40)


def test_the_view_after_an_end_at_the_beginning_has_no_strike_rank() -> None:
    fight = scene(fighter("a"), fighter("b"), later=[(Moment(1), EndFight())]).fight

    shown = fight.view(Observer("game_master"))

    assert (fight.over, shown.rank) == (True, 0)


@pytest.mark.parametrize("status", ["unconscious", "out", "dead", "yielded"])
def test_whoever_can_fight_no_more_is_lost(status: str) -> None:
    assert causes_of(troop(leader=""), SetStatus("b", status)) == ["the side's first is lost"]


def test_a_fallen_one_who_comes_over_is_no_loss() -> None:
    guard = replace(fighter("a", "us"), temper=CALM)
    others = [fighter("b", "us"), fighter("c", "us"), fighter("d", "us")]
    fight = scene(guard, *others, fighter("e", "them"), fighter("f", "them"))
    assert causes_of(fight, SetStatus("e", "dead"), ChangeSide("e", "us")) == []
    assert causes_of(fight, dies("b"), dies("c")) == ["half of the side is lost"]


def test_whoever_was_to_escape_and_did_is_no_loss() -> None:
    clerk = replace(fighter("b", "us"), temper=Temper("soldier", 12, goal="escape"))
    guard = replace(fighter("a", "us"), temper=CALM)
    others = [fighter("c", "us"), fighter("e", "them")]

    assert causes_of(scene(guard, clerk, *others), Remove("b")) == []
    stays = replace(clerk, temper=CALM)
    assert causes_of(scene(guard, stays, *others), Remove("b")) == ["the side's first is lost"]


def test_mounts_are_no_loss_and_a_rider_with_its_mount_is_one_foe() -> None:
    horse = replace(fighter("m", "us", size=26, held=()), steed="trained", place="A1")
    rider = replace(fighter("b", "us"), rides="m")
    guard = replace(fighter("a", "us"), temper=CALM, place="F1")
    fight = placed(". . . . . . . e", horse, rider, guard, fighter("e", "them"))
    assert causes_of(fight, dies("m"), dice="d100=01") == []
    assert causes_of(fight, dies("b")) == ["the side's first is lost, half of the side is lost"]

    theirs = [replace(horse, side="them", place="C3"), replace(rider, side="them")]
    crowd = placed(
        """
        . . . . .
         . a e . .
        . . . . .
        """,
        replace(fighter("a", "us"), temper=CALM),
        *theirs,
        fighter("e", "them"),
    )
    assert len(crowd.seen("a").engaged) == 3
    assert not crowd.fight.people[0].scares & PRESSED
    assert causes_of(crowd) == []


def test_losses_of_others_frighten_nobody() -> None:
    fight = scene(
        replace(fighter("a", "us"), temper=CALM), fighter("e", "them"), fighter("f", "them")
    )

    assert causes_of(fight, dies("e")) == []


@rule(
    "C32a",
    "Nerve is tested for each limb of one's own that a serious wound maims, and once when one has 40 % of all one's hit points left, or less.",
)
def test_ones_own_wounds_are_tested() -> None:
    fight = troop()

    assert causes_of(fight, SetHitPoints("a", "left arm", 0)) == []
    assert causes_of(fight, SetHitPoints("a", "left arm", -1), dice="d4=1") == ["left arm maimed"]
    assert causes_of(fight, SetHitPoints("a", "left arm", -2), dice="d4=1") == []
    assert causes_of(fight, SetHitPoints("a", "left leg", -1), dice="d4=1") == ["left leg maimed"]
    for place in ("right arm", "right leg", "abdomen", "head"):
        fight.amend(SetHitPoints("a", place, 1))
    assert causes_of(fight, SetHitPoints("a", "chest", 1)) == ["down to 40 % of all hit points"]


RING = """
    . b . .
     c a . .
    . d . e
"""


@rule(
    "C32b",
    "Nerve is tested when three foes or more come to be engaged with one, a rider and its mount counted as one.",
)
def test_three_foes_at_once_are_tested() -> None:
    people = [fighter(name, "them") for name in "bcde"]
    two = [replace(one, place="D3") if one.id == "d" else one for one in people[:3]]
    crowd = placed(RING, replace(fighter("a", "us"), temper=CALM), *people)
    pair = placed(
        RING.replace("d", ".").replace("e", "."), replace(fighter("a", "us"), temper=CALM), *two
    )

    assert len(crowd.seen("a").engaged) == 3
    assert causes_of(crowd) == ["three foes at once"] or crowd.fight.people[0].scares > 0
    assert causes_of(pair) == []


@rule(
    "C32c",
    "All that happened since the last turn is one test, before the next one, by 2D6 against nerve less 1 for each cause of this phase but its first.",
)
def test_each_further_cause_of_the_phase_is_harder() -> None:
    fight = troop(leader="")

    (first,) = trials(fight, dies("b"))
    (both,) = trials(fight, dies("c"), SetHitPoints("a", "left arm", -1), dice="d4=1")

    assert figure(first, "nerve_chance") == 12
    if (first.round, first.phase) == (both.round, both.phase):
        assert figure(both, "nerve_chance") == 10
    else:
        assert figure(both, "nerve_chance") == 11
    assert 2 <= figure(first, "nerve_roll") <= 12


def test_the_next_phase_counts_anew() -> None:
    fight = troop(leader="")
    (first,) = trials(fight, dies("b"))
    while fight.fight.round == first.round:
        fight.answer(*[PASS for _ in fight.fight.prompts()])

    (later,) = trials(fight, dies("c"))

    assert figure(later, "nerve_chance") == 12


@rule(
    "C32d",
    "A test missed by 1 or 2 makes one hold back, by 3 or 4 fall back, by more flee, and none makes anybody bolder.",
)
def test_by_how_much_a_test_is_missed() -> None:
    words = [nerve.WORDS[nerve.mood(missed)] for missed in range(-1, 7)]

    assert words == [
        *("steady", "steady"),
        *("holding back", "holding back"),
        *("falling back", "falling back"),
        *("fleeing", "fleeing"),
    ]


@pytest.mark.parametrize("level", range(2, 12))
def test_what_came_of_it_is_told_and_seen(level: int) -> None:
    fight = troop(Temper("soldier", level), leader="")

    (event,) = trials(fight, dies("b"))

    missed = figure(event, "nerve_roll") - level
    word = nerve.WORDS[nerve.mood(missed)]
    assert event.facts["state"] == word
    began = [] if word == "steady" else [(word, "began")]
    assert fight.changes("a") == began
    assert [name for name in fight.seen("a").conditions if name in nerve.WORDS] == [
        name for name, _ in began
    ]


def test_nobody_is_made_bolder() -> None:
    fight = troop(Temper("soldier", 11), leader="")
    fight.amend(FLEEING)

    for who in "bc":
        trials(fight, dies(who))

    assert "fleeing" in fight.seen("a").conditions


@rule(
    "C32e",
    "Holding and falling back end with the wrap-up of the round after, and fleeing lasts for the rest of the fight.",
)
@pytest.mark.parametrize("mood", ["holding back", "falling back", "fleeing"])
def test_how_long_it_lasts(mood: str) -> None:
    fight = troop()
    fight.amend(SetStatus("a", mood))

    seen: list[bool] = []
    for number in (1, 2, 3):
        while fight.fight.round == number:
            fight.answer(*[PASS for _ in fight.fight.prompts()])
        seen.append(mood in fight.seen("a").conditions)

    assert seen == [True, mood == "fleeing", mood == "fleeing"]


def test_failing_again_makes_it_last_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    def eleven(_luck: int) -> int:
        return 11

    monkeypatch.setattr(nerve, "roll", eleven)  # missed by 1 of the nerve below
    fight = troop(Temper("soldier", 10), leader="")

    seen: list[bool] = []
    for number, fallen in ((1, ["b"]), (2, ["c"]), (3, []), (4, [])):
        while fight.fight.round == number:
            if fallen:
                fight.amend(dies(fallen.pop()))
            fight.answer(*[PASS for _ in fight.fight.prompts()])
        seen.append("holding back" in fight.seen("a").conditions)

    assert seen == [True, True, False, False]


def test_each_cause_is_a_bit_of_its_own() -> None:
    bits = [1 << number for number in range(len(nerve.LABELS))]

    assert [nerve.causes(bit) for bit in bits] == [[label] for label in nerve.LABELS]
    assert bits[:6] == [
        nerve.FIRST,
        nerve.LEADER,
        nerve.HALF,
        nerve.LOW,
        nerve.PRESSED,
        nerve.MAIMED,
    ]


@pytest.mark.parametrize(("points", "low"), [(40, True), (41, False), (-3, True)])
def test_two_fifths_of_all_points_are_low(points: int, *, low: bool) -> None:
    assert nerve.is_low(points, 100) == low


@rule("C32f", "The nerve of fanatics and of the mindless is never tested.")
@pytest.mark.parametrize("kind", ["fanatic", "mindless"])
def test_some_are_never_tested(kind: str) -> None:
    temper = temper_of(kind, None, "")

    assert causes_of(troop(temper), dies("b"), dies("c")) == []
    assert causes_of(troop(None), dies("b"), dies("c")) == []


@rule(
    "C32g",
    "The dice of a test follow from the seed of the fight and from when, why and of whom it is, and change no other dice.",
)
def test_a_test_takes_no_dice_of_others() -> None:
    with_temper, without = troop(Temper("soldier", 12), leader=""), troop(None, leader="")

    (event,) = trials(with_temper, dies("b"))
    trials(without, dies("b"))

    place = f"nerve r{event.round}.p{event.phase}.{nerve.FIRST}.0.a"
    assert figure(event, "nerve_roll") == nerve.roll(luck(SEED, place))
    assert with_temper.fight.dice.state() == without.fight.dice.state()


def test_all_throws_of_two_dice_are_as_likely_as_they_should_be() -> None:
    thrown = [nerve.roll(number) for number in range(36)]

    assert [thrown.count(value) for value in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@rule(
    "C32h",
    "A failed test takes nothing away: what is done about it is for whoever decides, and minds heed it.",
)
def test_a_failed_test_takes_nothing_away() -> None:
    fight = troop()
    offered = fight.offers("a")

    fight.amend(FLEEING)

    assert fight.offers("a") == offered


# --- minds ------------------------------------------------------------------------------------

APART = """
    . . . . . . . . . . . . . . . .
     . . . . . a . . . . . b . . . .
    . . . . . . . . . . . . . . . .
"""
NEAR = """
    . . . . . . . . . .
     . . . . . a . b . .
    . . . . . . . . . .
"""
HELD = """
    . . . . . .
     . . a b . .
    . . . . . .
"""


def facing(
    drawing: str, temper: Temper | None, *given: Change, one: Entry | None = None, more: str = ""
) -> Scene:
    """A, whose turn comes first, and B; and who else is drawn is A's friend."""
    me = replace(one or fighter("a", "us", dex=19, sword=40), side="us", temper=temper)
    others = [fighter(name, "us", dex=1) for name in more]
    return placed(drawing, me, fighter("b", "them", dex=5), *others, given=given)


@rule(
    "C32i",
    "Minds that hold back defend themselves and shoot, those that fall back leave their foes step by step, and those that flee leave the field, or yield if they are held and their kind yields.",
)
@pytest.mark.parametrize("mind", ["steady", "reckless"])
@pytest.mark.parametrize(
    ("drawing", "mood", "said"),
    [
        (NEAR, HOLDING, "defend"),
        (HELD, HOLDING, "defend"),
        (NEAR, FALLING, "move back"),
        (HELD, FALLING, "breakaway back"),
        (APART, FALLING, "defend"),
        (APART, FLEEING, "sprint leave"),
        (NEAR, FLEEING, "sprint leave"),
        (HELD, FLEEING, "yield"),
    ],
)
def test_what_minds_do_whose_nerve_failed(
    mind: str, drawing: str, mood: SetStatus, said: str
) -> None:
    assert says(mind, facing(drawing, SHAKY, mood)) == said


@pytest.mark.parametrize("mind", ["steady", "reckless"])
def test_without_places_they_defend_and_yield(mind: str) -> None:
    holding, fleeing = (
        scene(replace(fighter("a", dex=19), temper=SHAKY), fighter("b"), given=[mood])
        for mood in (FALLING, FLEEING)
    )

    assert says(mind, holding) == "defend"
    assert says(mind, fleeing) == "yield"
    holding.amend(SetStatus("a", "defending"))
    assert says(mind, holding) == "attack/sword b"


def test_a_beast_never_yields() -> None:
    beast = Temper("beast", 4, yields=False)
    nimble = fighter("a", dex=19, skills={"Dodge": 90})

    assert says("steady", facing(HELD, beast, FLEEING, one=nimble)) == "breakaway back"
    walled = "# # # #\n # a b .\n# # # #"
    assert says("steady", facing(walled, beast, FLEEING)) == "attack/sword b"


def test_who_has_no_way_out_yields() -> None:
    walled = "# # # # # #\n # a # . b .\n# # # # # #"

    assert says("steady", facing(walled, SHAKY, FLEEING)) == "yield"
    assert says("steady", facing(walled, Temper("beast", 4, yields=False), FLEEING)) != "yield"


def test_who_cannot_break_away_strikes_and_steps_back() -> None:
    clumsy = fighter("a", dex=19, sword=40, skills={"Dodge": 1})

    assert says("steady", facing(HELD, SHAKY, FALLING, one=clumsy)) == "retreat/sword b back"


def test_archers_who_hold_back_shoot() -> None:
    bow = archer("a", dex=19, bow=80)

    assert says("steady", facing(APART, SHAKY, HOLDING, one=bow)) == "shoot/bow b"
    assert says("steady", facing(APART, SHAKY, FALLING, one=bow)) == "shoot/bow b"
    assert BOW.id == "bow"


def test_who_is_hemmed_in_defends_and_then_strikes() -> None:
    walled = "# # # #\n # a b .\n# # # #"
    fight = facing(walled, SHAKY, FALLING)

    assert says("steady", fight) == "defend"
    fight.amend(SetStatus("a", "defending"))
    assert says("steady", fight) == "attack/sword b"


@rule(
    "C32j",
    "Minds go for what is theirs: to drive off lets those go who flee, to capture strikes at limbs, to hold stays by its place, to escape leaves the field, and to protect stays by a friend and fights its foes first.",
)
@pytest.mark.parametrize(
    ("drawing", "temper", "said"),
    [
        (APART, Temper("soldier", 5, goal="escape"), "sprint leave"),
        (HELD, Temper("soldier", 5, goal="capture"), "precise/sword b right arm"),
    ],
)
def test_goals_are_lived(drawing: str, temper: Temper, said: str) -> None:
    skilled = fighter("a", dex=19, sword=95)

    assert says("steady", facing(drawing, temper, one=skilled)) == said
    assert says("steady", facing(drawing, Temper("soldier", 5), one=skilled)) != said


def test_to_capture_without_the_skill_is_to_strike() -> None:
    assert says("steady", facing(HELD, Temper("soldier", 5, goal="capture"))) == "attack/sword b"


def test_the_disarmed_are_struck_at_the_leg() -> None:
    fight = facing(HELD, Temper("soldier", 5, goal="capture"), one=fighter("a", dex=19, sword=95))
    fight.amend(SetHitPoints("b", "right arm", -1), dice="d4=1")

    assert says("steady", fight) == "precise/sword b right leg"


def test_no_limb_that_hangs_useless_is_aimed_at() -> None:
    """A shield in the other hand does not make a useless right arm worth a blow."""
    fight = facing(HELD, Temper("soldier", 5, goal="capture"), one=fighter("a", dex=19, sword=95))
    b = fight.fight.people[1]
    b.items[1] = IN_HAND
    b.settle()
    assert says("steady", fight) == "precise/sword b right arm"
    fight.amend(SetHitPoints("b", "right arm", -1), dice="d4=1")
    assert says("steady", fight) == "precise/sword b right leg"
    b.hp[0] = -1
    assert says("steady", fight) == "precise/sword b left leg"
    b.hp[1] = -1
    assert not says("steady", fight).endswith(("leg", "arm"))


def test_who_holds_fights_who_comes_and_goes_back() -> None:
    holds = Temper("soldier", 5, goal="hold")
    afar, away = facing(APART, holds), facing(APART, holds, Place("a", "B2"))
    near_it, others = facing(NEAR, holds), facing(APART, Temper("soldier", 5))
    for fight in (afar, away, others):
        fight.fight.quiet_rounds = 1  # by now everybody else goes for its foe

    assert says("steady", others) == "move close/b"
    assert says("steady", afar) == "defend"
    assert says("steady", away) == "move D2"
    assert says("steady", near_it) == says("steady", facing(NEAR, Temper("soldier", 5)))


def test_who_breaks_out_tries_it_against_odds() -> None:
    escapes = Temper("soldier", 5, goal="escape")
    nimble = fighter("a", dex=19, skills={"Dodge": 90})

    assert says("steady", facing(HELD, escapes, one=nimble)) == "breakaway back"


@pytest.mark.parametrize("mood", ["falling back", "fleeing"])
def test_to_drive_off_lets_those_go_who_flee(mood: str) -> None:
    flees = SetStatus("b", mood)

    assert says("steady", facing(HELD, Temper("soldier", 5), flees)) == "attack/sword b"
    assert says("steady", facing(HELD, Temper("soldier", 5, goal="drive off"), flees)) == "defend"


GUARDED = """
    . . . . . . . . . . . . . . . .
     . a . . . . . c . . . . . b . .
    . . . . . . . . . . . . . . . .
"""


def test_to_protect_is_to_stay_near() -> None:
    protects = Temper("soldier", 5, goal="protect", ward="c")
    fight = facing(GUARDED, protects, more="c")

    assert says("steady", fight).startswith("move ")
    fight.amend(dies("c"))
    assert not says("steady", fight).startswith("move D")


def test_foes_of_the_ward_come_first() -> None:
    drawing = """
        . . . . . .
         . c b . . .
        . . a . . .
         . . d . . .
    """
    protects = Temper("soldier", 5, goal="protect", ward="c")
    me = replace(fighter("a", "us", dex=19, sword=60), temper=None)
    people = [fighter("d", "them"), fighter("b", "them"), fighter("c", "us", dex=1)]

    assert says("steady", placed(drawing, me, *people)) == "attack/sword d"
    assert (
        says("steady", placed(drawing, replace(me, temper=protects), *people)) == "attack/sword b"
    )


@rule(
    "C32k",
    "Minds without mercy strike those who lie or have yielded, when no foe is near who can fight.",
)
@pytest.mark.parametrize("mercy", [True, False])
def test_without_mercy_the_fallen_are_struck(mercy: bool) -> None:
    drawing = """
        . . . . . . . . . . . . . . . .
         . a b . . . . . . . . . . c . .
        . . . . . . . . . . . . . . . .
    """
    me = replace(fighter("a", "us", dex=19), temper=Temper("beast", 5, mercy=mercy))
    fight = placed(
        drawing,
        me,
        fighter("b", "them"),
        fighter("c", "them", dex=1),
        given=[SetStatus("b", "yielded")],
    )

    assert (says("steady", fight) == "attack/sword b") is not mercy


@pytest.mark.parametrize("goal", ["hold", "protect"])
def test_whoever_is_held_fights_whatever_its_goal(goal: str) -> None:
    temper = Temper("soldier", 5, goal="hold" if goal == "hold" else "protect", ward="c")

    assert says("steady", facing(HELD, temper)) == "attack/sword b"
    drawing = HELD.replace(". . a b . .", "c . a b . .")
    assert says("steady", facing(drawing, temper, more="c")) == "attack/sword b"


def test_beside_the_ward_one_waits_while_no_foe_is_near() -> None:
    temper = Temper("soldier", 5, goal="protect", ward="c")
    beside = GUARDED.replace("c .", ". .").replace(". a .", "c a .")

    assert says("steady", facing(beside, temper, more="c")) == "defend"


def test_who_cannot_come_nearer_waits() -> None:
    walled = "# # # . . . . . . b\n # a # . . c . . . .\n# # # . . . . . . ."
    protects = Temper("soldier", 5, goal="protect", ward="c")
    holds = facing(walled, Temper("soldier", 5, goal="hold"), more="c")
    holds.fight.people[0].entry = replace(holds.fight.people[0].entry, place="E2")

    assert says("steady", facing(walled, protects, more="c")) == "defend"
    pent = "# # # # #\n # a # b .\n# # # # #"
    assert says("steady", facing(pent, SHAKY, FALLING)) == "defend"
    assert says("steady", holds) == "defend"


@pytest.mark.parametrize(("armed", "said"), [(True, "defend"), (False, "attack/unarmed b")])
def test_without_a_weapon_for_it_nobody_steps_back(armed: bool, said: str) -> None:
    walled = "# # # #\n # a b .\n# # # #"
    fight = facing(walled, SHAKY, FALLING, one=fighter("a", dex=19, skills={"Dodge": 1}))
    if not armed:
        fight.amend(SetStatus("a", "defending"), SetStatus("a", "prone"))

    assert says("steady", fight) in (said, "stance standing", "defend")


def test_there_is_nobody_to_finish_off_where_nobody_lies() -> None:
    cruel = Temper("beast", 5, mercy=False)
    afar = facing(APART, cruel, SetStatus("b", "yielded"))
    alone = scene(
        replace(fighter("a", "us", dex=19), temper=cruel), fighter("b", "them"), fighter("c", "us")
    )

    assert not says("steady", facing(APART, cruel)).startswith("attack")
    assert says("steady", alone) == "attack/sword b"
    assert afar.fight.outcome() is not None


def test_whoever_comes_near_the_ward_is_fought() -> None:
    drawing = GUARDED.replace("c . . . . . b", ". . c . b . .")
    protects = Temper("soldier", 5, goal="protect", ward="c")

    said = says("steady", facing(drawing, protects, more="c"))

    assert said == says("steady", facing(drawing, None, more="c"))


def test_nobody_is_finished_off_while_a_foe_may_come() -> None:
    drawing = """
        . . . . . . . . .
         . a b . c . . . .
        . . . . . . . . .
    """
    me = replace(fighter("a", "us", dex=19), temper=Temper("beast", 5, mercy=False))
    others = [fighter("b", "them"), fighter("c", "them", dex=1)]
    near_it = placed(drawing, me, *others, given=[SetStatus("b", "yielded")])
    without = scene(me, *others, given=[SetStatus("b", "yielded"), Move("c", 60)])

    assert not says("steady", near_it).endswith(" b")
    assert says("steady", without) == "defend"


@pytest.mark.parametrize("mind", ["steady", "reckless"])
@pytest.mark.parametrize(
    ("temper", "mood", "said"),
    [
        (None, "", "oppose/sword"),
        (Temper("soldier", 5), "", "oppose/sword"),
        (Temper("soldier", 5), "holding back", "decline"),
        (Temper("soldier", 5, goal="drive off"), "", "decline"),
    ],
)
def test_some_let_go_whoever_leaves(mind: str, temper: Temper | None, mood: str, said: str) -> None:
    me = replace(fighter("a", "us", dex=5), temper=temper)
    given = [SetStatus("a", mood)] if mood else []
    fight = placed(HELD, me, fighter("b", "them", dex=19), given=given)

    fight.answer(breakaway("back"))

    assert says(mind, fight) == said


# --- at the table -----------------------------------------------------------------------------


def test_a_test_is_told_to_its_own_side_only() -> None:
    fight = troop(SHAKY, leader="")
    (event,) = trials(fight, dies("b"))

    assert fight.fight.seen_by(Observer("seat", "e"), event) is None
    assert fight.fight.seen_by(Observer("seat", "a"), event) == event


@pytest.mark.parametrize(
    ("temper", "told"), [(CALM, "A keeps its nerve"), (SHAKY, "A loses its nerve")]
)
def test_it_reads_like_this(temper: Temper, told: str) -> None:
    fight = troop(temper, leader="")
    (event,) = trials(fight, dies("b"))

    line = Teller(fight.fight.setup).line(event)

    assert line is not None
    assert line.text == f"{told}: the side's first is lost."
    assert line.details == (f"nerve needs {temper.nerve}, rolled {figure(event, 'nerve_roll')}",)


def test_a_ward_whom_nobody_knows_is_none() -> None:
    fight = facing(APART, Temper("soldier", 5, goal="protect", ward="nobody"))

    assert near(fight, "a").ward() == -1


def test_a_ward_that_has_become_a_foe_is_none() -> None:
    """And may be hidden then: its guard goes on without it."""
    drawing = APART.replace(". b", "c b")
    fight = facing(drawing, Temper("soldier", 5, goal="protect", ward="c"), more="c")
    assert near(fight, "a").ward() == 2

    fight.amend(ChangeSide("c", "them"), Hide("c"))

    assert near(fight, "a").ward() == far(fight, "a").ward() == -1
    assert says("steady", fight, "a")


def test_everybody_sees_who_flees_and_only_oneself_has_its_temper() -> None:
    fight = facing(NEAR, SHAKY, FLEEING)

    for sight in (far(fight, "a"), near(fight, "a")):
        assert (sight.mood(), sight.mood(1)) == (nerve.FLEEING, nerve.STEADY)
        assert sight.temper() == SHAKY
        assert sight.post() == sight.place()
        assert sight.ward() == -1


def test_a_game_master_breaks_and_mends_nerves() -> None:
    fight = troop(None)
    fight.amend(FLEEING, SetStatus("a", "falling back", on=False))
    assert fight.changes("a") == [("fleeing", "began")]

    fight.amend(SetStatus("a", "fleeing", on=False))

    assert fight.changes("a") == [("fleeing", "began"), ("fleeing", "ended")]
    with pytest.raises(IllegalAmendmentError):
        fight.amend(SetStatus("a", "afraid"))


def test_what_was_so_when_somebody_joined_frightens_it_no_more() -> None:
    fight = troop(None, leader="")
    trials(fight, dies("b"))
    fight.amend(Add(replace(fighter("f", "us"), temper=CALM)))
    fight.answer(*[PASS for _ in fight.fight.prompts()])
    fight.amend(dies("c"), dies("d"))
    while fight.fight.round == 1:
        fight.answer(*[PASS for _ in fight.fight.prompts()])

    assert [event.facts["causes"] for event in fight.of("nerve", at="f")] == [
        "half of the side is lost"
    ]


def test_nobody_need_watch() -> None:
    fight = troop(SHAKY, leader="").fight
    twin = fight.fork()
    twin.log = None

    for change in (dies("b"), FLEEING, FLEEING, SetStatus("a", "fleeing", on=False)):
        for one in (fight, twin):
            one.amend("game master", "the test wants it", change)
            one.advance([question.default() for question in one.questions()])

    assert twin.snapshot() == fight.snapshot()


def _restored(fight: Scene) -> Scene:
    return Scene(restore(fight.fight.snapshot()))


def _forked(fight: Scene) -> Scene:
    return Scene(fight.fight.fork())


@pytest.mark.parametrize("way", [_restored, _forked])
def test_fear_is_remembered(way: Callable[[Scene], Scene]) -> None:
    fight = troop(SHAKY, leader="")
    trials(fight, dies("b"))

    again = way(fight)

    assert again.seen("a").conditions == fight.seen("a").conditions
    assert causes_of(again, dies("b")) == []
    assert Said("yield").option == "yield"


def test_whose_nerve_fails_again_goes_on_as_it_does() -> None:
    fight = troop(SHAKY, leader="")
    fight.amend(FLEEING)
    test = trials(fight, dies("b"))[0]

    assert test.facts["already"] == "fleeing"
    line = Teller(fight.fight.setup).line(test)
    assert line is not None
    assert line.text == "A loses its nerve: the side's first is lost; it goes on fleeing."
    fresh = trials(troop(SHAKY, leader=""), dies("b"))[0]
    assert "already" not in fresh.facts


def test_whose_nerve_fails_is_asked_anew() -> None:
    """C3: what was named before is not done in a new mood."""
    fight = scene(replace(fighter("a"), temper=CALM), fighter("b", dex=10))
    fight.answer(attack("b"))
    a = fight.fight.people[0]
    assert a.plan is not None
    feel(fight.fight, a, nerve.STEADY, "")  # the control: no change
    assert a.plan is not None
    feel(fight.fight, a, nerve.FALLING, "")
    assert a.plan is None
