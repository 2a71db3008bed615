"""Commands that look things up: what there is, who is in a scenario, which rules hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from protocol.schema import schema_text
from rules.catalogue import BOOKS
from rules.request.version import RULES_VERSION
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
    lines = ran.out.splitlines()
    assert "  Who            Id        DEX  Move  Hit points     Armour" in lines
    assert "River watch (watch)" in lines
    assert any(line.startswith("  Captain Maren  maren     14   4 m   6 6 7 8") for line in lines)
    said = " ".join(ran.out.split())
    assert "longspear in hand, dagger carried; Spear 70, Dagger 40, Throwing 14," in said
    assert lines[-4:] == [
        "Ground: 13 by 9 hexes.",
        "Options: all as usual.",
        "",
        "All is well: ford can be played.",
    ]


def test_the_ground_names_its_heights() -> None:
    lines = run("scenario", "check", "ledge").out.splitlines()

    assert "Ground: 13 by 7 hexes, up to 3 m high." in lines


def test_what_a_creature_has_of_itself_is_shown() -> None:
    lines = run("scenario", "check", "griffin").out.splitlines()

    (griffin,) = [n for n, line in enumerate(lines) if line.startswith("  Griffin ")]
    assert lines[griffin].endswith("16 m  10 10 11 12 9 9 10  hide 2")
    assert lines[griffin + 1 : griffin + 3] == [
        "     claws and beak of its own; Claw 55, Beak 45, Dodge 30; steady mind, beast",
        "     of nerve 4, without mercy, flying, at J3",
    ]


def test_whoever_comes_later_and_whatever_happens_of_itself_is_shown() -> None:
    lines = run("scenario", "check", "ambush").out.splitlines()

    assert lines[2] == "  Bandits: Bandit 1, Bandit 2, Bandit 3, and later Pip"
    assert any(line.startswith("  Pip       pip       14 ") for line in lines)
    assert "joins in round 2, steady mind, at Q3" in " ".join(" ".join(lines).split())
    told = lines.index("What the scenario will do by itself:")
    assert lines[told + 1 : told + 3] == [
        "  round 2  bring Pip into the fight for Bandits at Q3 (the last one finds the",
        "           road)",
    ]


def test_options_and_a_fight_without_places_are_told(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    file.write_text(
        'name = "Plain"\nrules = "request"\nsides = ["a", "b"]\n'
        'options = { reactions = "pool", recover_before_action = true, round_cap = 100 }\n'
        "start = { distance = 0 }\n"
        '[[combatants]]\nside = "a"\ncreature = "guard"\nid = "x"\n'
        '[[combatants]]\nside = "b"\ncreature = "guard"\nid = "y"\n'
    )

    lines = run("scenario", "check", str(file)).out.splitlines()

    assert "Ground: none, this fight has no places." in lines
    assert "Options: reactions = pool, recover_before_action = true." in lines
    assert "What the scenario will do by itself:" not in lines


def test_what_is_odd_is_warned_of(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(
        'name = "Odd"\nrules = "request"\nsides = ["a", "b"]\n'
        '[[combatants]]\nside = "a"\nid = "x"\n[[combatants]]\nside = "b"\ncreature = "guard"\n'
    )

    ran = run("scenario", "check", str(file))

    assert ran.code == 0
    assert "warning: Human has no weapon but bare hands\n" in ran.out
    assert "can be played, but mind the warning." in " ".join(ran.out.split())
    assert "All is well" not in ran.out


def test_the_rules_are_printed_whole_with_the_options_after_them() -> None:
    ran = run("rules", "request")

    assert ran.out.startswith(BOOKS["request"].rules_text())
    said = " ".join(ran.out.split())
    assert "reactions = unlimited (unlimited | pool) A2 Reactions in a round: as many as" in said
    assert ran.out.endswith(f"These are the rules of version {RULES_VERSION}.\n")


def test_the_rules_of_a_system_that_is_not_played_yet_can_be_read() -> None:
    ran = run("rules", "rivers")

    assert ran.out.startswith(BOOKS["rivers"].rules_text())
    assert "\nsurprise = flat  (flat | by_distance)  A15c\n" in ran.out


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
        '[[combatants]]\nside = "a"\nname = "漢字"\nid = "some"\ncreature = "guard"\n'
        '[[combatants]]\nside = "b"\nname = "Anna"\ncreature = "guard"\n',
        encoding="utf-8",
    )

    out = run("scenario", "check", str(file)).out

    anna, wide = (
        next(one for one in out.splitlines() if f"  {n} " in one) for n in ("Anna", "漢字")
    )
    assert anna.split("anna")[1] == wide.split("some")[1]
    assert cell_len(anna.split("anna")[0]) == cell_len(wide.split("some")[0])


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
    assert "[b]odd[x].toml can be played, but mind the warning." in " ".join(ran.out.split())


def test_a_whole_sheet_is_what_will_fight(tmp_path: Path) -> None:
    file = tmp_path / "whole.toml"
    file.write_text(
        'name = "Whole"\nrules = "request"\nsides = ["a", "b"]\nstart = { distance = 0 }\n'
        '[[combatants]]\nside = "a"\nname = "Ann"\ncreature = "archer"\n'
        '[[combatants]]\nside = "b"\nname = "Bo"\ncreature = "veteran"\n'
        '[[combatants]]\nside = "b"\nname = "Dee"\n'
        '[[amend]]\nat = { round = 2 }\nadd = { side = "b", name = "Cy", creature = "griffin" }\n'
    )

    lines = run("scenario", "check", str(file), "--full").out.splitlines()

    heads = [line for line in lines if re.match(r"\S.* \(.*\): ", line)]
    assert heads == [
        "Ann (ann): A, archer, steady mind",
        "Bo (bo): B, veteran, steady mind",
        "Dee (dee): B, human, steady mind",
        "Cy (cy): B, griffin, steady mind, beast of nerve 4, without mercy",
    ]
    bo = lines[lines.index(heads[1]) : lines.index(heads[2])]
    said = " ".join(" ".join(bo).split())
    assert "DEX 14 CHA 12; 3 actions a round, moves 4 m at strike rank 14; damage +1D2" in said
    assert "Skills: Dodge 50" in said
    assert re.search(r"Wears [a-z, ]+: -\d+% to weapons and movement", said)
    (points,) = [line for line in bo if line.startswith("  Hit points")]
    assert points.split()[2:] == ["6", "6", "7", "8", "5", "5", "6"]
    assert re.search(r"war sword +1H Sword 80 +\d+ +8 +1D8\+1D2 +normal +4 +in hand", said)
    cy = " ".join(" ".join(lines[lines.index(heads[3]) :]).split())
    assert "Wears a hide of 2 Location" in cy
    assert "of its own" in cy
    assert "Wears" not in " ".join(lines[lines.index(heads[2]) : lines.index(heads[3])])
    ann = " ".join(" ".join(lines[lines.index(heads[0]) : lines.index(heads[1])]).split())
    assert re.search(
        r"long bow +Bow \d+ +\d+ +\d+ +2D8 +175 m +\d+ +\d+ shots, load 1, in hand", ann
    )


@pytest.mark.parametrize("width", ["80", "100"])
def test_whole_sheets_keep_within_the_page(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)

    for name in ("ford", "griffin", "skirmish"):
        lines = run("scenario", "check", name, "--full").out.splitlines()
        assert max(map(cell_len, lines)) <= int(width)
