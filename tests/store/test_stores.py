"""Both stores keep what they are given, in its order, and refuse the same."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from protocol.plans import Intent, Order
from protocol.records import (
    AmendmentMade,
    Decision,
    Dropped,
    FightBegun,
    FightEnded,
    PlansKept,
    Received,
    Refused,
)
from rules.kernel.model import Answer, Event, Figure, Outcome, Term
from store.journal import (
    Ends,
    Entry,
    Happened,
    IllegalEntryError,
    Input,
    MemoryStore,
    SqliteStore,
    Store,
)
from tests.support.journal import (
    amendment,
    begun,
    decision,
    happened,
    kept,
    plans,
    received,
)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[Store]:
    made = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "s.db")
    with closing(made):
        yield made


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.fights() == []
    assert store.inputs("f1") == []
    assert store.events("f1") == []


def test_everything_comes_back_as_it_was_in_its_order(store: Store) -> None:
    answer = Answer("r1.p1.1.ann", "press", ("bob",), ("focus",))
    intent = Intent("hold")
    records = [
        FightBegun(),
        Received("ann", "k1", answer),
        Decision("ann", "action", answer, "mind", (Dropped(intent, "no"),)),
        Decision(
            "bob", "reaction", Answer("p2", "no"), "illegal", (), Refused(answer, "option", "no")
        ),
        PlansKept("ann", (intent,), Order("automatic", 40), "k2"),
        PlansKept("ann", (), Order(), ""),
        AmendmentMade("gm", "ümlaut ☃", msgspec.Raw(b'{"change":"end"}')),
        FightEnded(Outcome("victory", "red", 3), "abc"),
    ]
    events = [
        Event("r1.p1.1.e1", "struck", 1, 1, 9, "ann", "bob", facts={"a": "b"}),
        Event("r1.p1.1.e2", "hurt", 1, 1, 9, figures=(Figure("x", 3, (Term("y", 3, "R1"),)),)),
    ]

    store.write([kept(), *(Input("f1", one) for one in records[:3])])
    store.write([Happened("f1", tuple(events[:1])), Input("f1", records[3]), kept("f2")])
    store.write([Happened("f1", ()), *(Input("f1", one) for one in records[4:])])
    store.write([Happened("f1", tuple(events[1:])), Ends("f1", "ended")])

    assert store.fights() == [kept(status="ended"), kept("f2")]
    assert store.inputs("f1") == records
    assert store.events("f1") == events
    assert store.inputs("f2") == []
    assert store.events("f2") == []


def test_an_empty_batch_is_nothing(store: Store) -> None:
    store.write([])

    assert store.fights() == []


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (kept("f1"), "id: f1 is not possible; expected one that no fight has"),
        (decision("p1"), "prompt: p1 is not possible; expected one that is not decided"),
        (received("k1"), "key: k1 of ann is not possible; expected one that was not used before"),
        (plans("k1"), "key: k1 of ann is not possible; expected one that was not used before"),
        (decision("p9", "f9"), "fight: f9 is not possible; expected one that has begun"),
        (received("k9", fight="f9"), "fight: f9 is not possible; expected one that has begun"),
        (begun("f9"), "fight: f9 is not possible; expected one that has begun"),
        (happened("e1", fight="f9"), "fight: f9 is not possible; expected one that has begun"),
        (Ends("f9", "ended"), "fight: f9 is not possible; expected one that has begun"),
    ],
)
def test_what_does_not_fit_leaves_the_whole_batch_unwritten(
    store: Store, entry: Entry, problem: str
) -> None:
    before: list[Entry] = [kept(), decision("p1"), received("k1"), happened("e1")]
    store.write(before)

    with pytest.raises(IllegalEntryError) as refused:
        store.write([decision("p2"), kept("f2"), happened("e2"), Ends("f1", "ended"), entry])

    assert str(refused.value) == f"entry 4: {problem}"
    assert refused.value.index == 4
    assert store.fights() == [kept()]
    assert store.inputs("f1") == [decision("p1").record, received("k1").record]
    assert store.events("f1") == list(happened("e1").events)
    store.write([decision("p2"), kept("f2")])
    assert len(store.inputs("f1")) == 3


def test_the_same_within_one_batch(store: Store) -> None:
    for twice in (kept(), decision("p1"), received("k1")):
        with pytest.raises(IllegalEntryError):
            store.write([kept(), *([twice] * 2)])

    assert store.fights() == []


def test_prompts_and_keys_are_those_of_one_fight_and_keys_of_one_combatant(store: Store) -> None:
    store.write([kept(), kept("f2")])
    store.write([decision("p1"), decision("p1", "f2"), received("k1"), received("k1", fight="f2")])
    store.write([received("k1", combatant="bob"), plans("", "f2"), plans("", "f2")])
    store.write([received("k2"), received("k3")])  # the same prompt: an answer changed

    assert len(store.inputs("f1")) == 5
    assert len(store.inputs("f2")) == 4


FIGHTS = st.sampled_from(["f1", "f2", "f3"])
NAMES = st.sampled_from(["a", "b", "c"])
KEYS = st.sampled_from(["", "k1", "k2", "k3"])
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
PROMPTS = st.sampled_from(["p1", "p2", "r3.p1.☃.ann"])
EVENTS = st.builds(Event, TEXTS, TEXTS, st.integers(0, 2**53), st.just(1), st.just(2), TEXTS)
ENTRIES = st.one_of(
    st.builds(kept, FIGHTS, name=TEXTS, setup=st.binary(max_size=9)),
    st.builds(decision, PROMPTS, FIGHTS, NAMES),
    st.builds(received, KEYS, PROMPTS, FIGHTS, NAMES),
    st.builds(plans, KEYS, FIGHTS, NAMES),
    st.builds(amendment, st.sampled_from([b"1", b'{"x":[2]}']), FIGHTS),
    st.builds(Happened, FIGHTS, st.lists(EVENTS, max_size=3).map(tuple)),
    st.builds(Ends, FIGHTS, st.sampled_from(["open", "ended", "failed"])),
)
BATCHES = st.lists(st.lists(ENTRIES, max_size=4), max_size=6)
BEGINNINGS = st.sampled_from([[], [kept("f1")], [kept("f1"), kept("f2"), kept("f3")]])


@given(BEGINNINGS, BATCHES)
@settings(max_examples=60, deadline=None)
def test_the_two_stores_agree_on_everything_also_when_opened_again(
    beginning: list[Entry], batches: list[list[Entry]]
) -> None:
    memory = MemoryStore()
    with TemporaryDirectory() as folder:
        for batch in [beginning, *batches]:
            with closing(SqliteStore(Path(folder) / "s.db")) as disk:
                refused = [_refused(one, batch) for one in (memory, disk)]
                assert refused[0] == refused[1]
            with closing(SqliteStore(Path(folder) / "s.db", read_only=True)) as disk:
                assert disk.fights() == memory.fights()
                for fight in ("f1", "f2", "f3"):
                    assert disk.inputs(fight) == memory.inputs(fight)
                    assert disk.events(fight) == memory.events(fight)


def _refused(store: Store, batch: list[Entry]) -> str:
    try:
        store.write(batch)
    except IllegalEntryError as error:
        return str(error)
    return ""
