"""`strikerank replay` shows a fight that was played as it was, and finds whatever is not as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import cast

import msgspec
import pytest

from actors.combatant import Combatant
from actors.policy_mind import PolicyMind
from protocol.records import AmendmentMade, FightBegun, FightEnded, Record
from rules.catalogue import SYSTEMS
from rules.kernel.model import EndFight, Event
from rules.request.version import RULES_VERSION
from scheduler import direct
from server.rebuild import begin
from store.journal import Ends, Entry, Happened, Input, Kept, SqliteStore
from strikerank.build import version_with_rules
from strikerank.minds import Minds
from tests.support.command import run
from tests.support.fights import MINDS, shipped

MIND = """
from rules.request.policies import POLICIES

decide = POLICIES["guard"]
"""


def log_of(tmp_path: Path, *words: str) -> Path:
    path = tmp_path / "log.jsonl"
    ran = run("fight", *words, "--format", "jsonl")
    assert ran.code == 0
    path.write_text(ran.out)
    return path


def with_line(path: Path, number: int, change: Callable[[dict[str, object]], None]) -> Path:
    """Write line *number* of the log otherwise; a negative one counts from its end."""
    lines = path.read_text().splitlines(keepends=True)
    line = cast("dict[str, object]", json.loads(lines[number]))
    change(line)
    lines[number] = json.dumps(line) + "\n"
    path.write_text("".join(lines))
    return path


# --- a log ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("duel", "--seed", "54"), ("ford", "--seed", "3:4"), ("ambush", "--seed", "1")]
)
def test_a_log_is_shown_as_the_fight_was(tmp_path: Path, words: Sequence[str]) -> None:
    path = log_of(tmp_path, *words)

    assert run("replay", str(path)) == run("fight", *words)
    assert run("replay", str(path), "--why") == run("fight", *words, "--why")
    assert run("replay", str(path), "--format", "jsonl").out == path.read_text()


def test_engagements_that_were_played_side_by_side_are_shown_one_after_the_other(
    tmp_path: Path,
) -> None:
    path = log_of(tmp_path, "long-charge", "--seed", "2")
    header, *lines = path.read_bytes().splitlines(keepends=True)
    events = [msgspec.json.decode(line, type=Event) for line in lines]
    edges = {one.round: 0 for one in events}
    for one in events:
        edges[one.round] += one.kind == "engagement_began"

    def side_by_side(event: Event) -> tuple[int, int]:
        """All that comes of one wait of every engagement before what comes of the next."""
        if event.phase == 0 or event.phase > edges[event.round]:
            return event.round, -1 if event.phase == 0 else 1000
        return event.round, int(event.id.split(".")[2])

    order = sorted(range(len(events)), key=lambda at: side_by_side(events[at]))
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_bytes(header + b"".join([lines[at] for at in order]))

    assert mixed.read_bytes() != path.read_bytes()
    assert run("replay", str(mixed)) == run("fight", "long-charge", "--seed", "2")
    assert run("replay", str(mixed), "--format", "jsonl").out == path.read_text()


def test_a_log_is_verified_by_playing_it_again(tmp_path: Path) -> None:
    path = log_of(tmp_path, "duel", "--seed", "54")

    ran = run("replay", str(path), "--verify")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{path}: 1")
    assert " decisions played again, all the same; state " in ran.out
    assert ran.out.count("\n") == 1


@pytest.mark.parametrize(
    ("number", "change", "problem"),
    [
        (9, {"kind": "cake"}, "event 9 ("),
        (0, {"seed": "55"}, "event "),
        (0, {"minds": {"odran": "reckless", "tessa": "guard"}}, "event "),
    ],
)
def test_the_first_difference_is_named(
    tmp_path: Path, number: int, change: dict[str, object], problem: str
) -> None:
    path = with_line(
        log_of(tmp_path, "duel", "--seed", "54"), number, lambda line: line.update(change)
    )

    ran = run("replay", str(path), "--verify")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"{path}: differs: {problem}")
    assert ran.err.count("\n") == 1
    shown = run("replay", str(path))
    assert shown.code == 0
    assert shown.err.startswith("note: played again this fight is another one: event ")


def test_a_log_that_lacks_its_end_or_has_more_is_another(tmp_path: Path) -> None:
    path = log_of(tmp_path, "duel", "--seed", "54")
    lines = path.read_text().splitlines(keepends=True)

    path.write_text("".join(lines[:-1]))
    ran = run("replay", str(path), "--verify")
    assert ran.code == 1
    assert ran.err.endswith("): combat_ended happened, and is not there\n")

    path.write_text("".join([*lines, lines[-1]]))
    ran = run("replay", str(path), "--verify")
    assert ran.code == 1
    assert ran.err.endswith("): combat_ended did not happen again\n")


def test_other_minds_stand_in_the_log_and_are_played_again(tmp_path: Path) -> None:
    path = log_of(tmp_path, "ford", "--seed", "7", "--mind", "raiders=reckless")
    header = json.loads(path.read_text().splitlines()[0])

    assert set(header["minds"].values()) == {"reckless"}
    assert len(header["minds"]) < 7
    assert run("replay", str(path), "--verify").code == 0
    usual = log_of(tmp_path, "ford", "--seed", "7")
    assert "minds" not in json.loads(usual.read_text().splitlines()[0])


def test_the_same_mind_by_its_name_is_no_other(tmp_path: Path) -> None:
    assert (
        log_of(tmp_path, "duel", "--seed", "7").read_bytes()
        == log_of(
            tmp_path, "duel", "--seed", "7", "--mind", "miller=steady", "--mind", "drover=steady"
        ).read_bytes()
    )


def test_what_a_file_decided_cannot_be_played_again_and_that_is_said(tmp_path: Path) -> None:
    mind = tmp_path / "idle.py"
    mind.write_text(MIND)
    words = ("duel", "--seed", "7", "--mind", f"miller={mind}")
    path = log_of(tmp_path, *words)

    ran = run("replay", str(path), "--verify")

    assert str(tmp_path) not in path.read_text()
    assert ran.code == 0
    assert ran.out.endswith(
        " events in due form; not played again: what odran (idle.py) decided is not in a log\n"
    )
    played, shown = run("fight", *words).out, run("replay", str(path)).out
    assert played.startswith(shown.rstrip())
    assert "Wounds" not in shown


@pytest.mark.parametrize(
    ("number", "change", "problem"),
    [
        (3, {"id": "r1.p0.0.e0"}, "event 3 (r1.p0.0.e0): has the id of another"),
        (1, {"kind": "cake"}, "is cake; event 1, and no other, is combat_began"),
        (2, {"kind": "combat_began"}, "is combat_began; event 1, and no other, is combat_began"),
        (-1, {"kind": "cake"}, "is missing; the last is combat_ended"),
    ],
)
def test_the_form_of_a_log_can_be_wrong(
    tmp_path: Path, number: int, change: dict[str, object], problem: str
) -> None:
    path = log_of(tmp_path, "duel", "--seed", "7")
    with_line(path, 0, lambda line: line.update(minds={"odran": "idle.py"}))
    with_line(path, number, lambda line: line.update(change))

    ran = run("replay", str(path), "--verify")

    assert ran.code == 1
    assert problem in ran.err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty; expected a log in JSON lines"),
        ("cake\n", "line 1 is no beginning of a log: JSON is malformed"),
        ('{"kind":"setup","seed":"7"}\n', "line 1 is no beginning of a log: Object missing"),
        (
            '{"kind":"setup","seed":"7","setup":{"rules":"shove"}}\n',
            "line 1 is no beginning of a log: there is no system 'shove'",
        ),
    ],
)
def test_what_is_no_log_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(text)

    ran = run("replay", str(path))

    assert ran.code == 2
    assert f"{path}: {problem}" in ran.err
    assert ran.err.count("\n") == 1


def test_a_line_that_is_no_event_and_a_fight_that_cannot_begin_are_refused(tmp_path: Path) -> None:
    path = log_of(tmp_path, "duel", "--seed", "7")
    good = path.read_text()

    path.write_text(good + "cake\n")
    assert f"line {good.count(chr(10)) + 1} is no event" in run("replay", str(path)).err

    path.write_text(good)
    with_line(path, 0, lambda line: line.update(seed="cake"))
    ran = run("replay", str(path))
    assert (ran.code, "line 1: seed: 'cake' is none" in ran.err) == (2, True)


def test_events_that_cannot_be_told_are_refused(tmp_path: Path) -> None:
    path = log_of(tmp_path, "duel", "--seed", "7")
    facts = {"change": "modifier", "name": "dark", "value": "cake"}
    with_line(path, 0, lambda line: line.update(changes=1))
    with_line(path, 2, lambda line: line.update(kind="amended", facts=facts))

    ran = run("replay", str(path))

    assert ran.code == 2
    assert f"{path}: event r1.p0.0.e0 or one after it cannot be told: ValueError" in ran.err


def test_nothing_to_replay_and_no_such_file_are_refused(tmp_path: Path) -> None:
    ran = run("replay")
    assert (ran.code, "expected a FILE, or --data DIR" in ran.err) == (2, True)

    for wrong in (str(tmp_path / "nowhere"), str(tmp_path)):
        ran = run("replay", wrong)
        assert (ran.code, "cannot be read: " in ran.err) == (2, True)
    assert run("replay", str(tmp_path), "--until", "0").code == 2


def test_it_can_stop_after_a_round(tmp_path: Path) -> None:
    path = log_of(tmp_path, "ford", "--seed", "7")
    whole = run("replay", str(path)).out

    ran = run("replay", str(path), "--until", "1")

    assert (ran.code, ran.err) == (0, "")
    told, _, standing = ran.out.partition("The fight goes on from here.")
    assert whole.startswith(told.rstrip())
    assert "Round 2" not in told
    assert "Captain Maren" in standing
    lines = run("replay", str(path), "--until", "1", "--format", "jsonl").out.splitlines()
    assert {json.loads(line)["round"] for line in lines[1:]} == {1}
    assert run("replay", str(path), "--until", "99").out == whole


# --- a journal ------------------------------------------------------------------------------


def played(scenario: str, fight: str, seats: Sequence[str] = (), **fields: object) -> list[Entry]:
    """The entries of a fight that was played to its end."""
    setup = shipped(scenario)
    kept = Kept(
        fight,
        setup.name,
        "request",
        version_with_rules(RULES_VERSION),
        "7",
        msgspec.json.encode(setup),
        tuple(seats),
        Minds(SYSTEMS["request"], setup, ()).names(),
        "2026-01-01T00:00:00Z",
    )
    replay = begin(kept)
    entries: list[Entry] = [
        msgspec.structs.replace(kept, **fields),
        Input(fight, FightBegun()),
        Happened(fight, tuple(replay.events)),
    ]

    def sink(events: list[Event]) -> None:
        entries.append(Happened(fight, tuple(events)))

    def recorder(record: Record) -> None:
        entries.append(Input(fight, record))

    direct.play(
        replay.machine,
        lambda who: Combatant(who, PolicyMind(MINDS[kept.minds[who]])),
        sink,
        recorder=recorder,
    )
    entries.append(Input(fight, FightEnded(replay.machine.outcome(), replay.machine.state_hash())))
    return [*entries, Ends(fight, "ended")]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


def write(data: Path, *entries: Entry) -> None:
    with closing(SqliteStore(data / "strikerank.db")) as store:
        store.write(entries)


def test_the_only_fight_of_a_journal_needs_no_name(data: Path) -> None:
    write(data, *played("duel", "f1"))

    assert run("replay", "--data", str(data)) == run("fight", "duel", "--seed", "7")
    jsonl = run("replay", "--data", str(data), "--format", "jsonl").out
    assert jsonl == run("fight", "duel", "--seed", "7", "--format", "jsonl").out
    ran = run("replay", "--data", str(data), "--verify")
    assert ran.code == 0
    assert ran.out.startswith("f1: ")
    assert ran.out.endswith(", as it was kept\n")


def test_of_several_fights_one_is_named_by_how_its_id_begins(data: Path) -> None:
    write(data, *played("duel", "abc"), *played("ambush", "abd"), *played("duel", "ab"))

    for prefix, name in (("abd", "ambush"), ("abc", "duel"), ("ab", "duel")):
        shown = run("replay", prefix, "--data", str(data)).out
        assert shown == run("fight", name, "--seed", "7").out
    mill = "A quarrel at the mill, ended, 2026-01-01T00:00:00Z"
    listed = f"expected one of abc ({mill}), abd"
    for prefix, problem in (
        ("a", f"a: 3 fights begin so; {listed}"),
        ("x", f"x: no fight begins so; {listed}"),
        ("", f"{data}: holds 3 fights; {listed}"),
    ):
        ran = run("replay", *([prefix] if prefix else []), "--data", str(data))
        assert ran.code == 2
        assert problem in ran.err


def test_a_journal_without_fights_or_no_journal_is_refused(data: Path) -> None:
    ran = run("replay", "--data", str(data))
    assert (ran.code, f"{data}: there is no journal; expected" in ran.err) == (2, True)

    write(data)
    ran = run("replay", "--data", str(data))
    assert (ran.code, "there is no fight in the journal" in ran.err) == (2, True)


def test_what_people_decided_is_in_the_journal_but_not_in_a_log(data: Path) -> None:
    write(data, *played("duel", "f1", seats=["odran"]))

    assert run("replay", "--data", str(data), "--verify").code == 0
    log = data / "log.jsonl"
    log.write_text(run("replay", "--data", str(data), "--format", "jsonl").out)
    ran = run("replay", str(log), "--verify")
    assert ran.code == 0
    assert "not played again: what odran (seat) decided is not in a log" in ran.out


def test_what_the_game_master_changed_is_in_the_journal_but_not_in_a_log(data: Path) -> None:
    begun = played("duel", "f1")[:3]
    replay = begin(cast("Kept", begun[0]))
    before = len(replay.events)
    change = AmendmentMade("gm", "rain", msgspec.Raw(msgspec.json.encode(EndFight())))
    replay.take(change)
    write(data, *begun, Input("f1", change), Happened("f1", tuple(replay.events[before:])))
    write(data, Ends("f1", "ended"))

    ran = run("replay", "--data", str(data), "--verify")
    assert (ran.code, ran.err) == (0, "")
    log = data / "log.jsonl"
    log.write_text(run("replay", "--data", str(data), "--format", "jsonl").out)
    ran = run("replay", str(log), "--verify")
    assert ran.code == 0
    assert "not played again: what the game master changed is not in a log" in ran.out


def test_a_fight_that_goes_on_is_shown_as_far_as_it_went(data: Path) -> None:
    entries = played("duel", "f1")
    write(data, *entries[:30])

    ran = run("replay", "--data", str(data))

    assert (ran.code, ran.err) == (0, "")
    assert "The fight is not over." in ran.out
    assert run("replay", "--data", str(data), "--verify").code == 0


def test_a_fight_that_has_not_begun_or_that_a_fault_ended_says_so(data: Path) -> None:
    write(data, *played("duel", "f1")[:1])
    assert "The fight has not begun." in run("replay", "--data", str(data)).out
    assert run("replay", "--data", str(data), "--verify").code == 0

    write(data, *played("duel", "f2")[:30], Input("f2", FightEnded()), Ends("f2", "failed"))
    assert (
        "A fault of the program ended this fight." in run("replay", "f2", "--data", str(data)).out
    )


def test_a_journal_that_was_written_otherwise_is_another_fight(data: Path) -> None:
    write(data, *played("duel", "f1", seed="8"))

    ran = run("replay", "--data", str(data), "--verify")
    assert ran.code == 1
    assert ran.err.startswith("f1: differs: event ")
    ran = run("replay", "--data", str(data))
    assert ran.code == 0
    assert ran.err.startswith("note: played again this fight is another one: event ")
    assert "Odran" in ran.out
    write(data, *played("duel", "f2", setup=b"{}"))
    assert run("replay", "f2", "--data", str(data)).code == 2


def test_a_fight_of_other_rules_is_another_fight_and_says_so(tmp_path: Path) -> None:
    path = log_of(tmp_path, "duel", "--seed", "54")
    path = with_line(path, 0, lambda line: line.update(rules_version=1))
    path = with_line(path, 9, lambda line: line.update(kind="cake"))
    other = f"; it was played by version 1 of the rules, and these are {RULES_VERSION}\n"

    ran = run("replay", str(path), "--verify")

    assert ran.code == 1
    assert ran.err.endswith(other)
    assert run("replay", str(path)).err.endswith(other)


@pytest.mark.parametrize(("kept", "is_cut"), [(-1, True), (None, False)])
def test_a_log_that_was_cut_short_says_so(tmp_path: Path, kept: int | None, is_cut: bool) -> None:
    log = tmp_path / "e.jsonl"
    written = run("fight", "duel", "--seed", "1", "--format", "jsonl").out.splitlines()
    log.write_text("\n".join(written[:kept]) + "\n", encoding="utf-8")

    shown = run("replay", str(log)).out

    assert ("The log breaks off here." in shown) == is_cut
    assert ("  Who " in shown) != is_cut
