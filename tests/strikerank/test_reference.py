"""Commands that look things up: what there is, who is in a scenario, which rules hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from protocol.schema import schema_text
from rules.catalogue import SYSTEMS
from strikerank.build import version_text
from tests.support.command import run


@pytest.mark.parametrize("words", [[], ["sr"], ["scenario"]], ids=" ".join)
def test_a_group_alone_says_what_there_is(words: list[str]) -> None:
    ran = run(*words)

    assert ran.code == 0
    assert "Commands:" in ran.out


def test_the_version_says_whether_the_rules_are_compiled() -> None:
    ran = run("--version")

    assert ran.code == 0
    assert re.fullmatch(
        r"strikerank \S+, rules (compiled|interpreted), Python 3\.[0-9.]+\S*\n", ran.out
    )


def test_a_checkout_that_is_not_installed_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strikerank.build.DISTRIBUTION", "no such thing")

    assert version_text().startswith("strikerank (not installed), ")


def test_a_scenario_is_checked_and_its_sheets_are_shown() -> None:
    ran = run("scenario", "check", "ford")

    assert (ran.code, ran.err) == (0, "")
    assert "  Who            DEX  Hit points     Armour\n" in ran.out
    assert "     longspear in hand; Spear 70, Dagger 40, Dodge 40; steady mind, at H7\n" in ran.out
    assert ran.out.endswith("ford is a scenario of ReQuest.\n")


def test_what_is_odd_is_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(
        'name = "Odd"\nrules = "request"\nsides = ["a", "b"]\n'
        '[[combatants]]\nside = "a"\nid = "x"\n[[combatants]]\nside = "b"\ncreature = "guard"\n'
    )

    ran = run("scenario", "check", str(file))

    assert ran.code == 0
    assert "warning: Human has no weapon but bare hands\n" in ran.out


def test_the_rules_are_printed_whole_with_the_options_after_them() -> None:
    ran = run("rules", "request")

    assert ran.out.startswith(SYSTEMS["request"].rules_text())
    assert "\nreactions = unlimited  (unlimited | pool)  A2\n" in ran.out


def test_the_rules_are_laid_out_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")

    out = run("rules", "request").out

    assert "**R14**" not in out
    assert "R14" in out


def test_the_schema_is_the_protocols() -> None:
    assert run("schema").out == schema_text()


def test_wide_letters_take_their_room_in_the_table(tmp_path: Path) -> None:
    file = tmp_path / "wide.toml"
    file.write_text(
        'name = "Wide"\nrules = "request"\nsides = ["a", "b"]\n'
        '[[combatants]]\nside = "a"\nname = "漢字"\ncreature = "guard"\n'
        '[[combatants]]\nside = "b"\nname = "Anna"\ncreature = "guard"\n',
        encoding="utf-8",
    )

    out = run("scenario", "check", str(file)).out

    anna, wide = (
        next(one for one in out.splitlines() if f"  {n} " in one) for n in ("Anna", "漢字")
    )
    assert anna.split("Anna")[1] == wide.split("漢字")[1]


def test_brackets_in_a_name_are_letters_like_others(tmp_path: Path) -> None:
    file = tmp_path / "[b]odd[x].toml"
    file.write_text(
        'name = "Odd"\nrules = "request"\nsides = ["a", "b"]\n'
        '[[combatants]]\nside = "a"\nname = "X [/y]"\n'
        '[[combatants]]\nside = "b"\ncreature = "guard"\n'
    )

    ran = run("scenario", "check", str(file))

    assert (ran.code, ran.err) == (0, "")
    assert "warning: X [/y] has no weapon but bare hands\n" in ran.out
    assert "[b]odd[x].toml is a scenario of ReQuest." in " ".join(ran.out.split())
