"""Rules that play otherwise than those of the last release have a version of their own."""

from __future__ import annotations

import pytest

from rules.request.version import RULES_VERSION
from strikerank.headless import header_from
from tests.golden import version
from tests.golden.record import FIGHTS, path_of, recorded, with_version
from tests.golden.version import Rules, digests, due, release, released, step_to

RECORD = "python -m tests.golden.record makes the step"
OLD = Rules(3, {"RULES.md": "a", "ford-7": "b"})


def test_a_change_since_the_release_has_its_step() -> None:
    assert due(released(), digests(recorded())) == RULES_VERSION, RECORD


@pytest.mark.parametrize("fight", FIGHTS)
def test_a_recorded_fight_says_by_which_rules(fight: tuple[str, int]) -> None:
    header = path_of(*fight).read_bytes().partition(b"\n")[0]

    assert header_from(header).rules_version == RULES_VERSION, RECORD


@pytest.mark.parametrize(
    ("now", "version"),
    [
        ({"RULES.md": "a", "ford-7": "b"}, 3),
        ({"RULES.md": "a", "ford-7": "b", "duel-1": "c"}, 3),  # a fight that is new
        ({"RULES.md": "a"}, 3),  # and one that is recorded no more
        ({"RULES.md": "a", "ford-7": "c"}, 4),
        ({"RULES.md": "b", "ford-7": "b"}, 4),
        ({"RULES.md": "b", "ford-7": "c"}, 4),
    ],
)
def test_one_step_for_whatever_changed(now: dict[str, str], version: int) -> None:
    assert due(OLD, now) == version


def test_what_happens_counts_and_not_how_it_begins() -> None:
    log = b'{"kind":"setup"}\n{"kind":"hit"}\n'
    found = digests({"one": log})

    assert digests({"one": log.replace(b"setup", b"other")}) == found
    assert digests({"one": log.replace(b"hit", b"miss")}) != found
    assert digests({"one": with_version(path_of(*FIGHTS[0]).read_bytes(), 99)}) == digests(
        {"one": path_of(*FIGHTS[0]).read_bytes()}
    )


def test_a_release_and_a_step_are_written(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path_factory.mktemp("release")
    monkeypatch.setattr(version, "RELEASED", here / "released.toml")
    monkeypatch.setattr(version, "MODULE", here / "version.py")
    version.MODULE.write_text("# Of old.\nRULES_VERSION: Final = 3\n", encoding="utf-8")

    release(OLD)
    step_to(4)

    assert released() == OLD
    assert version.MODULE.read_text(encoding="utf-8") == "# Of old.\nRULES_VERSION: Final = 4\n"
