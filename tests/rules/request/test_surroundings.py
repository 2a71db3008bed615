"""RULES.md: the light, the wind, the air and the ground of a scene, and who is boxed in (P16, P27)."""

from __future__ import annotations

from typing import Literal

import pytest

from rules.kernel.errors import SetupError
from rules.request.model import Entry, Surroundings
from rules.request.policies import POLICIES
from rules.request.setup import decode
from rules.request.tell.teller import Teller
from tests.rules.request.build import (
    DODGE,
    PASS,
    Said,
    Scene,
    attack,
    fighter,
    scene,
    shoot,
    terms,
)
from tests.rules.request.places import flying, high, placed
from tests.rules.request.test_ranged_map import bowman
from tests.rules.request.test_spells import cast, mage
from tests.support.rulebook import rule

MISS = "d100=96"
Light = Literal["bright", "dim", "dark"]
Air = Literal["clear", "mist", "smoke", "fog", "thick smoke"]
Wind = Literal["calm", "strong", "high", "fierce"]


def takes(fight: Scene, said: Said) -> dict[str, int]:
    """What weighs on a's attack at b, beside its skill."""
    fight.play({"a": [said]}, MISS)
    found = terms(fight.attack(by="a"), "attack_chance")
    return {label: value for label, value in found.items() if label not in ("Bow", "1H Sword")}


def shot(around: Surroundings) -> dict[str, int]:
    return takes(
        scene(bowman(dex=16), fighter("b", dex=1), surroundings=around), shoot("b", "light")
    )


def blow(around: Surroundings, who: Entry | None = None) -> dict[str, int]:
    return takes(scene(who or fighter("a"), fighter("b", dex=1), surroundings=around), attack("b"))


@rule(
    "P16h",
    "In a dim light attacks and shots are at -20 %, and in the dark at -40 %, unless their target is lit up by a spell.",
)
@pytest.mark.parametrize(
    ("light", "found"), [("bright", {}), ("dim", {"dim light": -20}), ("dark", {"dark": -40})]
)
def test_little_light(light: Light, found: dict[str, int]) -> None:
    assert blow(Surroundings(light=light)) == found
    assert shot(Surroundings(light=light)) == found


def test_whoever_is_lit_up_is_seen() -> None:
    people = mage("m", "glow", dex=18, side="us"), fighter("a", "us", dex=9), fighter("b", dex=1)
    fight = scene(*people, surroundings=Surroundings(light="dark"))

    fight.play({"m": [cast("glow", "b")], "a": [attack("b")]}, f"d100=1 {MISS}")

    assert "dark" not in terms(fight.attack(), "attack_chance")


@rule(
    "P16h2",
    "Of the light of the scene, what hangs in the air and a spell of darkness only the worst counts against an attack.",
)
@pytest.mark.parametrize(
    ("light", "air", "found"),
    [
        ("dim", "fog", {"fog": -40}),
        ("dim", "mist", {"dim light": -20}),
        ("dark", "smoke", {"dark": -40}),
    ],
)
def test_only_the_worst_hides_a_mark(light: Light, air: Air, found: dict[str, int]) -> None:
    assert shot(Surroundings(light=light, air=air)) == found


def test_a_spell_of_darkness_adds_nothing_to_the_dark() -> None:
    people = mage("m", "gloom", dex=18, side="us"), fighter("a", "us", dex=9), fighter("b")
    fight = scene(*people, surroundings=Surroundings(light="dark"))

    fight.play(
        {"m": [cast("gloom", "b"), Said("continue")], "a": [PASS, attack("b")]},
        f"d100=40 d100=60 {MISS}",
        upto=(1, 2),
    )

    found = terms(fight.attack(), "attack_chance")
    assert (found.get("darkness"), found.get("dark")) == (-40, None)


@rule("P16i", "On unsteady ground whoever does not fly makes close attacks at -20 %.")
def test_unsteady_ground() -> None:
    deck = Surroundings(footing="unsteady")

    assert blow(deck) == {"unsteady ground": -20}
    assert blow(deck, flying(fighter("a"))) == {}
    assert shot(deck) == {}


@rule(
    "P27j",
    "A strong wind takes 10 % from shots, a high one 20 % and a fierce one 40 %.",
)
@pytest.mark.parametrize(
    ("wind", "found"), [("calm", 0), ("strong", -10), ("high", -20), ("fierce", -40)]
)
def test_wind(wind: Wind, found: int) -> None:
    assert shot(Surroundings(wind=wind)) == ({"wind": found} if found else {})
    assert blow(Surroundings(wind=wind)) == {}


@rule("P27j2", "In a hurricane nothing is shot or thrown.")
def test_a_hurricane() -> None:
    storm = Surroundings(wind="hurricane")
    fight = scene(bowman(dex=16), fighter("b", dex=1), surroundings=storm)

    told = fight.option("a", "shoot/light").unavailable
    assert told is not None
    assert told.rule == "P27j2"
    assert fight.refuses("a", shoot("b", "light"))
    assert fight.refuses("a", Said("aim/light", ("b",)))


def test_in_a_hurricane_bowmen_come_to_blows() -> None:
    lane = "a . . . . . b"
    storm = Surroundings(wind="hurricane")
    fight = placed(lane, bowman(dex=16), bowman("b", dex=14), surroundings=storm)
    fight.fight.watch()

    for _ in range(60):
        asked = fight.fight.questions()
        if not asked:
            break
        fight.fight.advance([POLICIES["steady"](one.sight()) for one in asked])
    events = fight.fight.take_events()
    assert [e.item for e in events if e.kind == "readied"][:2] == ["dagger", "dagger"]
    assert "attack" in [e.kind for e in events]


@rule("P27k", "Mist and smoke take 20 % from shots, fog and thick smoke 40 %.")
@pytest.mark.parametrize(
    ("air", "found"),
    [("clear", {}), ("mist", -20), ("smoke", -20), ("fog", -40), ("thick smoke", -40)],
)
def test_what_hangs_in_the_air(air: Air, found: int) -> None:
    assert shot(Surroundings(air=air)) == ({air: found} if found else {})
    assert blow(Surroundings(air=air)) == {}


@rule(
    "P16j",
    "Whoever is boxed in, with no hex beside it to which it could step, dodges at -20 %.",
)
@pytest.mark.parametrize(
    ("drawing", "penalty"),
    [
        (
            """
            . # # .
             # b # .
            . a c .
            """,
            -20,
        ),
        (
            """
            . # . .
             # b # .
            . a c .
            """,
            0,
        ),
        ("a b", -20),
        ("a b .", 0),
    ],
    ids=["walls and people", "a way out", "the edge of the field", "open"],
)
def test_boxed_in(drawing: str, penalty: int) -> None:
    people = [fighter("a", dex=14), fighter("b", dex=1)]
    people += [fighter("c", "b", dex=1)] * ("c" in drawing)
    fight = placed(drawing, *people)

    fight.play({"a": [attack("b")], "b": [DODGE]}, f"{MISS} {MISS}")

    assert terms(fight.attack(), "defence_chance").get("boxed in", 0) == penalty


def test_nobody_is_boxed_in_up_in_the_air() -> None:
    fight = placed("a b", bowman(dex=14), high(fighter("b", dex=1)))

    fight.play({"a": [shoot("b", "light")], "b": [DODGE]}, f"{MISS} {MISS}")

    assert "boxed in" not in terms(fight.attack(), "defence_chance")


def test_the_scene_is_told() -> None:
    around = Surroundings(light="dim", wind="strong", footing="unsteady")
    fight = scene(fighter("a"), fighter("b"), surroundings=around)

    (began,) = fight.of("combat_began")

    assert began.facts["surroundings"] == "light dim, wind strong, footing unsteady"
    line = Teller(fight.fight.setup).line(began)
    assert line is not None
    said = "".join(span.text for span in line.spans)
    assert "There is little light, a strong wind and unsteady ground." in said


@pytest.mark.parametrize(
    ("key", "bad", "good"),
    [
        ("light", "gloomy", "dim"),
        ("wind", "gale", "fierce"),
        ("air", "dust", "smoke"),
        ("footing", "ice", "unsteady"),
    ],
)
def test_what_a_scene_cannot_be_like(key: str, bad: str, good: str) -> None:
    raw = {
        "name": "a deck",
        "sides": ["a", "b"],
        "combatants": [{"side": "a"}, {"side": "b", "id": "b-1"}],
    }

    assert decode({**raw, "surroundings": {key: good}}).surroundings != Surroundings()
    with pytest.raises(SetupError) as refused:
        decode({**raw, "surroundings": {key: bad}})
    assert refused.value.path == f"surroundings.{key}"
    assert good in refused.value.problem
