"""Every rule system in the catalogue has all that the floors above ask of it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from rules.catalogue import BOOKS, SYSTEMS, Book, Option, System
from rules.kernel.dice import fight_seed
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Observer
from rules.scenario import read

ROOT = Path(__file__).resolve().parents[2]
DUEL = (ROOT / "scenarios" / "duel.toml").read_bytes()
WATCHED = True
ALL = list(SYSTEMS.values())
READ = list(BOOKS.values())


@pytest.mark.parametrize("system", ALL, ids=lambda one: one.name)
def test_it_stands_under_its_own_name(system: System) -> None:
    assert SYSTEMS[system.name] is system
    assert BOOKS[system.name] == system.book()


@pytest.mark.parametrize("book", READ, ids=lambda one: one.name)
def test_every_house_rule_has_its_default_and_is_named_by_a_sentence(book: Book) -> None:
    rules = book.house_rules()
    defaults = msgspec.to_builtins(book.options())

    assert [rule.name for rule in rules] == list(defaults)
    for rule in rules:
        assert rule.sentences, rule.name
        assert rule.default == str(defaults[rule.name]).replace("True", "true").replace(
            "False", "false"
        )


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_every_option_of_a_system_has_a_meaning_and_no_other(name: str) -> None:
    system = SYSTEMS[name]

    assert list(system.meanings) == list(system.options.__struct_fields__)
    assert all(one.endswith(".") for one in system.meanings.values())


@pytest.mark.parametrize("option", BOOKS["request"].house_rules(), ids=lambda one: one.name)
def test_every_choice_of_an_option_is_tried(option: Option) -> None:
    """Whoever tries an option tries all of it: each choice stands in a test that sets it."""
    files = (ROOT / "tests" / "rules" / "request").glob("test_*.py")
    texts = [file.read_text(encoding="utf-8") for file in files]
    trying = "".join(text for text in texts if f"{option.name}=" in text)

    assert trying
    for choice in option.choices.split(" | "):
        if choice not in {"true", "false", "a whole number", option.default}:
            assert re.search(rf"\b{choice}\b", trying), choice


def test_the_choices_of_a_house_rule_are_listed() -> None:
    choices = {rule.name: rule.choices for rule in BOOKS["request"].house_rules()}

    assert choices["reactions"] == "unlimited | pool"
    assert choices["fumble_from"] == "99 | 100"
    assert choices["table_dice"] == "true | false"
    assert choices["round_cap"] == "a whole number"


@pytest.mark.parametrize("book", READ, ids=lambda one: one.name)
def test_the_rules_can_be_read(book: Book) -> None:
    assert book.rules_text().startswith(f"# {book.title}")


def test_a_sentence_names_a_house_rule_by_the_whole_of_its_name() -> None:
    naming = {rule.name: rule.sentences for rule in BOOKS["rivers"].house_rules()}

    assert naming["surprise"] == ("A15c",)
    assert naming["surprised_defence"] == ("A15a", "A15b")


def test_a_fight_begins_is_told_and_restored_through_the_catalogue() -> None:
    system, setup = read(DUEL)
    fight = system.begin(setup, fight_seed(7), WATCHED)
    teller = system.teller(setup)

    def answer(question: Question) -> Answer:
        policy = system.policies["steady"]
        return policy(question.sight())  # pyright: ignore[reportArgumentType] (the system's own)

    lines = [teller.line(event) for event in fight.take_events()]
    assert "Round 1" in [line.text for line in lines if line is not None]
    again = system.restore(fight.snapshot())
    for one in (fight, again):
        while questions := one.questions():
            one.advance([answer(question) for question in questions])
    assert fight.state_hash() == again.state_hash()
    assert len(teller.standing(fight.view(Observer("game_master"))).rows) == 2
