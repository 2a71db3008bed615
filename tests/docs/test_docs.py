"""The documentation is true: its commands work, its captures are what they print, its lists are complete."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import msgspec
import pytest

from rules.catalogue import SYSTEMS, AnySetup
from rules.kernel.field.drawing import MOST_DRAWN
from rules.kernel.field.model import MOST_HEXES, WrittenMap
from rules.kernel.model import Event, Figure
from rules.request import data
from rules.request.course import engagement
from rules.request.course.choices import PURPOSES, VERBS
from rules.request.course.judge import MOST_MODIFIER
from rules.request.course.sight import Sight
from rules.request.model import Blow, Options, Setup, Shot, Spell, Weapon
from rules.request.setup import decode
from rules.request.setup.model import (
    WrittenAmendment,
    WrittenCombatant,
    WrittenScenario,
    WrittenStart,
)
from rules.request.setup.scenario import MOST_COMBATANTS, MOST_ROUNDS
from rules.rivers.course.sight import Sight as RiversSight
from rules.scenario import read, remarks
from strikerank.commands import main
from strikerank.files import shipped
from strikerank.map import MARKS
from tests.docs.blocks import PAGES, Capture, blocks, captures, cut, printed
from tests.docs.library import with_lists_renewed, with_options_renewed
from tests.support.command import ROOT, run

pytestmark = pytest.mark.many

DOCS: Final = ROOT / "docs"
CAPTURES: Final = [capture for page in PAGES for capture in captures(page)]
RENEW: Final = "python -m tests.docs writes it anew"
EXPLAINED: Final = {"request": "events.md", "rivers": "rivers.md"}


def text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def words_in_quotes(page: str) -> set[str]:
    """Whatever stands between backquotes, and the first word of it."""
    quoted = re.findall(r"`([^`\n]+)`", page)
    return {*quoted, *(word.split()[0] for word in quoted)}


# --- commands and captures -------------------------------------------------------------------


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda one: f"{one.page.stem}: {one.command}")
def test_a_capture_is_what_the_command_prints(
    capture: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")

    assert capture.shown == cut(printed(capture.command), capture.shown), RENEW


def test_there_are_captures_on_the_first_page() -> None:
    assert len([capture for capture in CAPTURES if capture.page.name == "README.md"]) >= 3


def test_every_command_named_exists() -> None:
    named = {
        word
        for page in PAGES
        for word in re.findall(r"(?:^|[`$ ])strikerank (\w+)", page.read_text(encoding="utf-8"))
    }
    known = set(main.commands)

    assert known <= named
    assert not {word for word in named - known if f"`strikerank {word}" in text("game-master.md")}


def test_every_target_of_make_named_exists() -> None:
    targets = re.findall(
        r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    named = {
        word
        for page in PAGES
        for word in re.findall(r"`make ([a-z]+)", page.read_text(encoding="utf-8"))
    }

    assert named <= set(targets)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    here = [link for link in links if not link.startswith("http")]

    assert [link for link in here if not (page.parent / link).exists()] == []


def test_the_picture_is_there_and_asks_nobody_for_its_letters() -> None:
    picture = text("duel.svg")

    assert picture.startswith("<svg")
    assert "Tessa" in picture
    assert "url(" not in picture.split("</style>")[0]


def test_the_picture_keeps_its_blanks_in_every_viewer() -> None:
    picture = text("duel.svg")

    assert picture.count('<text xml:space="preserve" ') == picture.count("<text") > 0


# --- examples --------------------------------------------------------------------------------


def test_the_example_of_a_scenario_is_one() -> None:
    example, *_ = blocks(DOCS / "scenarios.md", "toml")

    system, setup = read(example.encode())

    assert [one.id for one in setup.combatants] == ["hild", "raider-1", "raider-2", "raider-3"]
    assert system.advice(setup) == ()


def test_the_examples_of_places_are_some() -> None:
    _, contact, drawn, *_ = blocks(DOCS / "scenarios.md", "toml")

    places: list[str] = []
    for example in (contact, drawn):
        system, setup = read(example.encode())
        assert isinstance(setup, Setup)
        assert system.advice(setup) == ()
        assert all(one.place for one in setup.combatants)
        places = [one.place for one in setup.combatants]
    assert places == ["E6", "G7", "C2", "F2", "E3"]


def test_the_example_of_tempers_is_one() -> None:
    *_, example, _ = blocks(DOCS / "scenarios.md", "toml")

    system, setup = read(example.encode())

    assert isinstance(setup, Setup)
    assert system.advice(setup) == ()
    assert {one.temper.goal for one in setup.combatants if one.temper} == {
        *("hold", "protect", "drive off")
    }


def test_the_example_of_people_in_a_line_is_one() -> None:
    *_, lines = blocks(DOCS / "scenarios.md", "toml")

    _, setup = read(lines.encode())

    assert [one.id for one in setup.combatants][:2] == ["raider-1", "raider-2"]
    assert [one.id for one in setup.combatants][9:] == [
        "captain-maren",
        "bowman-1",
        "bowman-2",
        "bowman-3",
    ]
    assert len(remarks(lines.encode())) == 3


def test_the_examples_of_amendments_are_some() -> None:
    dusk, by_hand = blocks(DOCS / "game-master.md", "toml")
    ford = (ROOT / "scenarios" / "ford.toml").read_text(encoding="utf-8")

    written = [*decode(tomllib.loads(ford + dusk)).amendments]
    written += decode(tomllib.loads(ford + by_hand)).amendments

    assert [timed.reason for timed in written] == [
        "the sun goes down",
        "she swam across in the dark",
        "his horse is brought up",
    ]


def test_the_example_of_a_hand_on_the_ground_does_what_the_page_says(tmp_path: Path) -> None:
    _, by_hand = blocks(DOCS / "game-master.md", "toml")
    file = tmp_path / "ford.toml"
    file.write_text((ROOT / "scenarios" / "ford.toml").read_text() + by_hand, encoding="utf-8")

    log = run("fight", str(file), "--seed", "7", "--format", "jsonl").out.splitlines()[1:]
    events = [msgspec.json.decode(line, type=Event) for line in log]
    engaged = [one.at for one in events if one.kind == "engaged" and one.rank == 0]

    assert engaged == ["rusk", "raider-2", "hob"]
    assert "amendment_refused" not in {one.kind for one in events}


def test_the_example_of_a_creature_is_one() -> None:
    example, *_ = blocks(DOCS / "rules.md", "toml")
    (creature,) = tomllib.loads(example)["creature"]

    made = msgspec.convert(creature, data.Creature)

    assert set(made.weapons) <= data.library().weapons.keys()
    assert set(made.armour) <= data.library().armour.keys()
    assert set(made.skills) <= data.library().skills.keys()


def test_the_examples_for_the_library_are_whole() -> None:
    creature, weapon, spell = (
        next(iter(tomllib.loads(example).values()))[0]
        for example in blocks(DOCS / "rules.md", "toml")
    )

    assert list(creature) == [field.name for field in msgspec.structs.fields(data.Creature)]
    assert set(weapon) == {field.name for field in msgspec.structs.fields(Weapon)}
    assert list(spell) == [field.name for field in msgspec.structs.fields(Spell)]
    assert msgspec.convert(spell, Spell).effect == "slow"
    assert set(weapon["close"]) == {field.name for field in msgspec.structs.fields(Blow)}
    assert set(weapon["shot"]) == {field.name for field in msgspec.structs.fields(Shot)}
    made = msgspec.convert(weapon, Weapon)
    assert made.close is not None
    assert made.shot is not None
    assert {made.close.skill, made.shot.skill} <= data.library().skills.keys()


def test_every_key_of_a_weapon_and_of_a_creature_is_explained() -> None:
    explained = words_in_quotes(text("rules.md"))

    for form in (data.Creature, Weapon, Blow, Shot, Spell):
        named = {field.name for field in msgspec.structs.fields(form)}
        assert named - explained == set()


def test_the_limits_are_those_of_the_code() -> None:
    page = text("scenarios.md")

    for row in (
        f"| combatants in all | {MOST_COMBATANTS} |",
        f"| hexes of a drawn map | {MOST_DRAWN} by {MOST_DRAWN} |",
        f"| `width`, `height` of open ground | 1 to {MOST_HEXES} hexes |",
        f"| `value` of a `modifier` | -{MOST_MODIFIER} to {MOST_MODIFIER} |",
        f"| `round_cap` | 1 to {MOST_ROUNDS}, by default {Options().round_cap}: ",
        f"| `stalemate_rounds` | 0 to {MOST_ROUNDS}, by default {Options().stalemate_rounds} |",
    ):
        assert row in page


def test_the_smallest_bot_plays(tmp_path: Path) -> None:
    bully, *_ = blocks(DOCS / "bots.md", "python")
    file = tmp_path / "bully.py"
    file.write_text(bully, encoding="utf-8")

    ran = run("fight", "duel", "--seed", "7", "--mind", f"miller={file}")

    assert (ran.code, ran.err) == (0, "")
    assert "Odran" in ran.out


def test_the_smallest_bot_draws_its_weapon_and_strikes_with_it(tmp_path: Path) -> None:
    bully, *_ = blocks(DOCS / "bots.md", "python")
    (tmp_path / "bully.py").write_text(bully, encoding="utf-8")
    scene = tmp_path / "scene.toml"
    duel = (ROOT / "scenarios" / "duel.toml").read_text(encoding="utf-8")
    scene.write_text(f"{duel}\n[start]\ndrawn = false\n", encoding="utf-8")

    ran = run("fight", str(scene), "--seed", "7", "--mind", f"miller={tmp_path / 'bully.py'}")

    assert (ran.code, ran.err) == (0, "")
    assert " Odran draws the war sword.\n" in ran.out
    assert re.search("Odran (strikes|hits) .* with the war sword", " ".join(ran.out.split()))


def test_every_mark_of_the_map_is_explained() -> None:
    marks = [
        row.split("`")[1] for row in re.findall(r"^\| `.*$", text("game-master.md"), re.MULTILINE)
    ]

    assert {mark[-1] for mark in marks if mark[:2] in {"S1", "R2"}} == set(MARKS)


@pytest.mark.parametrize(
    ("scene", "side"), [("long-spears", "knives"), ("griffin", "footmen"), ("duel", "miller")]
)
def test_the_bot_that_moves_never_asks_for_the_impossible(
    tmp_path: Path, scene: str, side: str
) -> None:
    ran = run("fight", scene, "--seed", "7", "--mind", f"{side}={charger(tmp_path)}")

    assert (ran.code, ran.err) == (0, "")


def test_the_bot_that_moves_closes_and_charges(tmp_path: Path) -> None:
    mind = f"knives={charger(tmp_path)}"

    told = "".join(run("fight", "long-spears", "--seed", n, "--mind", mind).out for n in "123")

    assert re.search("(Knifeman .|Grub) closes on ", told)
    assert re.search("(Knifeman .|Grub) charges at ", told)


def charger(folder: Path) -> Path:
    """The second bot of the page, in a file."""
    _, bot, *_ = blocks(DOCS / "bots.md", "python")
    file = folder / "charger.py"
    file.write_text(bot, encoding="utf-8")
    return file


def test_the_bot_that_wrestles_does_all_three(tmp_path: Path) -> None:
    _, _, bot, *_ = blocks(DOCS / "bots.md", "python")
    (tmp_path / "wrestler.py").write_text(bot, encoding="utf-8")
    mind = f"={tmp_path / 'wrestler.py'}"

    ran = run(
        "fight", "wrestlers", "--seed", "7", "--mind", f"fair{mind}", "--mind", f"watch{mind}"
    )

    assert (ran.code, ran.err) == (0, "")
    for done in (" has hold of ", " tries to hurt ", " tries to break free"):
        assert done in " ".join(ran.out.split())


@pytest.mark.parametrize("side", ["raiders", "traveller"])
def test_the_mind_of_rivers_plays_and_never_asks_for_the_impossible(
    tmp_path: Path, side: str
) -> None:
    *_, bot = blocks(DOCS / "bots.md", "python")
    (tmp_path / "ferry.py").write_text(bot, encoding="utf-8")

    ran = run("fight", "two-raiders", "--seed", "7", "--mind", f"{side}={tmp_path / 'ferry.py'}")

    assert (ran.code, ran.err) == (0, "")
    assert " the short spear " in " ".join(ran.out.split())


def test_every_method_of_the_sight_of_rivers_is_listed() -> None:
    page = text("bots.md").partition("## A mind of Rivers")[2]
    names = [
        name
        for name in dir(RiversSight)
        if not name.startswith("_") and callable(getattr(RiversSight, name))
    ]

    assert [name for name in names if f"`{name}`" not in page] == []


@pytest.mark.parametrize(("page", "place"), [("encounters.md", 0), ("bots.md", 3)])
def test_the_examples_in_python_run(page: str, place: int) -> None:
    example = blocks(DOCS / page, "python")[place]

    done = subprocess.run(
        [sys.executable, "-c", example], cwd=ROOT, capture_output=True, check=False, timeout=60
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


# --- lists -----------------------------------------------------------------------------------


def test_the_library_is_listed_whole() -> None:
    assert with_lists_renewed(text("scenarios.md")) == text("scenarios.md"), RENEW


@pytest.mark.parametrize(
    "form", [WrittenScenario, WrittenMap, WrittenStart, WrittenCombatant, WrittenAmendment]
)
def test_every_key_of_a_scenario_is_explained(form: type[msgspec.Struct]) -> None:
    explained = words_in_quotes(text("scenarios.md"))

    assert [
        field.name for field in msgspec.structs.fields(form) if field.name not in explained
    ] == []


def test_every_mind_is_explained() -> None:
    for page in ("scenarios.md", "game-master.md"):
        assert set(SYSTEMS["request"].policies) <= words_in_quotes(text(page))


def emitted(system: str = "request") -> set[str]:
    """Every kind of event that the course of a fight emits; a condition may choose between two."""
    kinds: set[str] = set()
    for file in (ROOT / "rules" / system / "course").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            kind = _kind_told(node) if isinstance(node, ast.Call) else None
            if kind is not None:
                kinds |= _words(kind)
    return kinds


def _words(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return _words(node.body) | _words(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    return set()


_TELLERS = {"befall": 2, "_hit_the_ground": 3}
"""Functions that emit an event, and which of their arguments is its kind."""


def _kind_told(call: ast.Call) -> ast.expr | None:
    """Of `fight.emit(kind, ...)` and `befall(fight, whom, kind, ...)` the kind, written out or not."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "emit":
        return call.args[0]
    if isinstance(call.func, ast.Name) and call.func.id in _TELLERS:
        return call.args[_TELLERS[call.func.id]]
    return None


def test_every_kind_of_event_is_explained_and_no_other() -> None:
    table = text("events.md").split("## The kinds")[1].split("## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)

    assert {kind for row in rows for kind in re.findall(r"`(\w+)`", row)} == emitted()


@pytest.mark.timeout(60)  # a fight of each scene
def test_every_fact_and_figure_that_happens_is_explained() -> None:
    pages = {rules: words_in_quotes(text(page)) for rules, page in EXPLAINED.items()}
    seen: set[str] = set()
    for name in sorted(one.stem for one in (ROOT / "scenarios").glob("*.toml")):
        explained = pages[_setup(name).rules]
        mind = f"{_side(name)}=random"
        log = run("fight", name, "--seed", "2", "--mind", mind, "--format", "jsonl")
        for line in log.out.splitlines()[1:]:
            event = msgspec.json.decode(line, type=Event)
            words = {event.kind, *event.facts, *(figure.name for figure in event.figures)}
            assert words - explained == set()
            seen |= words

    assert {"outcome", "damage", "through"} <= seen


def _setup(scenario: str) -> AnySetup:
    return read((ROOT / "scenarios" / f"{scenario}.toml").read_bytes())[1]


def _side(scenario: str) -> str:
    return _setup(scenario).sides[0].id


def test_every_kind_of_event_of_rivers_is_explained_and_no_other() -> None:
    table = text("rivers.md").split("## What happens")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)

    assert set(rows) == emitted("rivers")


def test_the_options_are_listed_as_the_rules_mean_them() -> None:
    assert with_options_renewed(text("rules.md")) == text("rules.md"), RENEW


def test_every_option_is_explained_with_its_default() -> None:
    page = text("rules.md")
    rows = re.findall(
        r"^\| (`\w+`.*) \| .* \| (.*) \|$", page.split("Those there are:")[1], re.MULTILINE
    )
    told = {
        name: default.strip("` ")
        for names, defaults in rows
        for name, default in zip(re.findall(r"`(\w+)`", names), defaults.split(","), strict=True)
    }

    assert told == {
        name: str(value).lower() for name, value in msgspec.structs.asdict(Options()).items()
    }


def test_every_end_of_an_engagement_is_explained() -> None:
    (row,) = re.findall(r"^\| `disengaged` \| `cause` \| .*$", text("events.md"), re.MULTILINE)

    causes = (
        engagement.BROKE_AWAY,
        engagement.FALLEN,
        engagement.GAME_MASTER,
        engagement.GONE,
        engagement.HIDDEN,
        engagement.NO_FOES,
        engagement.NO_PLACE,
        engagement.NOT_FOLLOWED,
        engagement.OUT_OF_REACH,
    )

    assert set(causes) <= words_in_quotes(row)


def test_every_verb_of_an_answer_is_explained() -> None:
    page = text("bots.md")

    assert [verb for verb in VERBS if f"`{verb}`" not in page and f"`{verb}/" not in page] == []


def test_every_purpose_of_a_move_is_explained() -> None:
    known = words_in_quotes(text("bots.md")) | words_in_quotes(text("protocol.md"))

    for purpose in {*PURPOSES} - {"hex"}:
        assert any(word.split("/")[0] == purpose for word in known)


def test_every_field_of_an_event_is_explained() -> None:
    explained = words_in_quotes(text("events.md")) | set(re.findall(r'"(\w+)"', text("events.md")))

    for form in (Event, Figure):
        assert [
            field.name for field in msgspec.structs.fields(form) if field.name not in explained
        ] == []


def methods_of_sight() -> set[str]:
    return {
        name for name in dir(Sight) if not name.startswith("_") and callable(getattr(Sight, name))
    }


def test_all_that_a_mind_may_ask_is_explained() -> None:
    explained = set(re.findall(r"`(?:sight\.)?(\w+)(?:\(\))?`", text("bots.md")))

    assert methods_of_sight() - explained == set()


def test_nothing_is_listed_that_a_mind_cannot_ask() -> None:
    tables = re.findall(
        r"^\| about \| methods \|\n\|---\|---\|\n((?:\|.*\n)+)", text("bots.md"), re.MULTILINE
    )
    listed = set(re.findall(r"`(\w+)`", "".join(tables)))

    assert len(tables) == 2
    assert listed - methods_of_sight() == set()


def test_the_front_page_names_every_scenario_that_ships() -> None:
    listed = text("../README.md").partition("Scenarios that ship:")[2].partition("Exit codes")[0]

    assert set(re.findall(r"`([\w-]+)`", listed)) == set(shipped())
