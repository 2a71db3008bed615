"""Temper in a scenario: what of it is said and what follows from the kind, and what is refused and why."""

from __future__ import annotations

import tomllib

import pytest

from rules.kernel.errors import SetupError
from rules.kernel.temper.model import Temper
from rules.request.data import library
from rules.request.model import Setup
from rules.request.setup import decode

TOP = 'name = "x"\nrules = "request"\nsides = ["us", { id = "ours", friends = ["us"] }, "them"]\n'
OTHERS = """
[[combatants]]
side = "them"
id = "foe"
[[combatants]]
side = "ours"
id = "friend"
[[combatants]]
side = "us"
id = "chief"
"""


def decoded(line: str, creature: str = "human", more: str = "") -> Setup:
    one = f'[[combatants]]\nside = "us"\nid = "one"\ncreature = "{creature}"\n{line}\n'
    return decode(tomllib.loads(f"{TOP}{one}{OTHERS}{more}"))


def temper(line: str, creature: str = "human") -> Temper | None:
    return decoded(line, creature).combatants[0].temper


def test_people_have_none_unless_it_is_said_and_beasts_have_theirs() -> None:
    wolf = temper("", "wolf")

    assert temper("") is None
    assert wolf is not None
    assert (wolf.kind, wolf.yields) == ("beast", False)
    assert temper('temper = "none"', "wolf") is None


def test_only_beasts_of_the_library_have_one() -> None:
    kinds = {one.id: one.temper for one in library().creatures.values() if one.temper}

    assert kinds == dict.fromkeys(("wolf", "griffin", "horse", "war-horse"), "beast")


@pytest.mark.parametrize("kind", list(library().tempers))
def test_a_kind_brings_all_the_rest(kind: str) -> None:
    found, usual = temper(f'temper = "{kind}"'), library().tempers[kind]

    assert found is not None
    assert (found.kind, found.nerve, found.goal) == (usual.kind, usual.nerve, usual.goal)
    assert (found.mercy, found.tested, found.yields) == (usual.mercy, usual.tested, usual.yields)
    assert temper(f'temper = {{ kind = "{kind}" }}') == found


def test_what_is_said_wins() -> None:
    said = 'temper = { nerve = 9, goal = "drive off", mercy = true, leader = true }'

    assert temper(said, "wolf") == Temper(
        "beast", 9, "drive off", mercy=True, leader=True, yields=False
    )


@pytest.mark.parametrize("ward", ["chief", "friend"])
def test_friends_may_be_protected(ward: str) -> None:
    found = temper(f'temper = {{ kind = "soldier", goal = "protect {ward}" }}')

    assert found is not None
    assert (found.goal, found.ward) == ("protect", ward)


def test_whoever_joins_has_one_too() -> None:
    more = '[[amend]]\nat = { round = 1 }\nadd = { side = "us", temper = { kind = "mob", goal = "protect chief" } }\n'
    added = decoded("", more=more).amendments[0].change

    assert getattr(added, "entry").temper.ward == "chief"  # noqa: B009 - the union says not which
    with pytest.raises(SetupError) as refused:
        decoded("", more=more.replace("protect chief", "protect foe"))
    assert str(refused.value).startswith("amend[0] (the 1st).add.temper.goal: there is no friend")


def test_a_line_names_a_kind() -> None:
    people = ['"Hunter: side us, temper lone hunter"', '"Foe: side them"', '"Cai: side ours"']
    setup = decode(tomllib.loads(f"{TOP}combatants = [{', '.join(people)}]"))
    found = setup.combatants[0].temper

    assert found is not None
    assert found.kind == "lone hunter"
    assert setup.combatants[1].temper is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('temper = "beats"', '.temper: there is no kind "beats"; did you mean beast?'),
        (
            'temper = { kind = "none" }',
            '.temper.kind: there is no kind "none"; expected beast, mob',
        ),
        (
            "temper = { nerve = 4 }",
            ".temper.kind: is missing, for this creature has none; expected",
        ),
        (
            'temper = { kind = "mob", nerve = 13 }',
            ".temper.nerve: 13 is not possible; expected a whole number from 2 to 12",
        ),
        (
            'temper = { kind = "mob", nerve = "low" }',
            '.temper.nerve: "low" is not possible; expected a whole number from 2 to 12',
        ),
        (
            'temper = { kind = "mob", mercy = 1 }',
            ".temper.mercy: 1 is not possible; expected true or false",
        ),
        (
            'temper = { kind = "mob", goal = "kil" }',
            '.temper.goal: there is no goal "kil"; did you',
        ),
        (
            'temper = { kind = "mob", goal = "protect" }',
            '.temper.goal: "protect" says not whom; expected the id of a friend behind it',
        ),
        (
            'temper = { kind = "mob", goal = "protect foe" }',
            '.temper.goal: there is no friend "foe"; ',
        ),
        (
            'temper = { kind = "mob", goal = "protect one" }',
            '.temper.goal: there is no friend "one"; ',
        ),
        (
            'temper = { kind = "mob", nerves = 3 }',
            ".temper.nerves: there is no such key; did you mean",
        ),
        ("temper = 7", ".temper: 7 is not possible; expected text or a table"),
    ],
)
def test_what_is_wrong_is_refused_with_its_path(line: str, problem: str) -> None:
    with pytest.raises(SetupError) as refused:
        decoded(line)

    assert str(refused.value).startswith('combatants[0] ("one")' + problem)
