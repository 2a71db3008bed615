"""A fight without an event loop."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from actors.combatant import Combatant, Reply
from actors.policy_mind import PolicyMind, ScriptedMind, ScriptOverError
from protocol.plans import Intent
from protocol.records import Decision, Dropped, Refused
from rules.kernel.machine import Machine, Question
from rules.kernel.model import Answer, Event
from scheduler import direct
from scheduler.direct import DirectFightWaitedError
from scheduler.fight import DefaultRefusedError
from tests.support.actors import SEED, Records, Silent, actors, always, lucky_actor
from tests.support.games import skirmish
from tests.support.machines import Asked, Melee, Sight, lucky


def test_a_fight_is_played_to_its_end() -> None:
    machine = skirmish(exchanges=5)
    events: list[Event] = []

    outcome = direct.play(machine, lucky_actor, events.extend)

    assert outcome is not None
    assert outcome == machine.outcome()
    assert events[-1].kind == "over"


def test_events_are_shown_before_the_next_question_is_asked() -> None:
    seen: list[str] = []

    class Watcher:
        async def decide(self, question: Question, _dropped: tuple[Dropped, ...], /) -> Reply:
            seen.append(question.id)
            return Reply(question.default(), "mind")

    def sink(events: Sequence[Event]) -> None:
        seen.extend(event.kind for event in events)

    direct.play(skirmish(), actors(ann=Watcher(), bob=always("press", "ann")), sink)

    assert seen == ["r1.e1.1.ann", "held", "r1.e1.2.ann", "pressed", "over"]


def test_without_a_sink_nobody_takes_the_events() -> None:
    machine = skirmish()

    direct.play(machine, lucky_actor)

    assert machine.take_events()


def test_an_actor_is_made_when_it_is_first_asked() -> None:
    made: list[str] = []

    def actor_for(combatant: str) -> Combatant:
        made.append(combatant)
        return lucky_actor(combatant)

    direct.play(skirmish("ann", "bob", "cid", exchanges=3), actor_for)

    assert made == ["ann", "bob", "cid"]


def test_a_machine_that_has_begun_is_simply_run_on() -> None:
    whole, half = skirmish(exchanges=4), skirmish(exchanges=4)
    events: list[Event] = []
    again: list[Event] = []
    direct.play(whole, lucky_actor, events.extend)

    class Crash(Exception):  # noqa: N818 (the process is gone)
        pass

    def crash_at_the_second_exchange(sight: Sight) -> Answer:
        if sight.kind == "action" and ".1." not in sight.prompt:
            raise Crash
        return lucky(sight)

    minds = {who: PolicyMind(crash_at_the_second_exchange) for who in ("ann", "bob")}
    with pytest.raises(Crash):
        direct.play(half, actors(minds), again.extend)
    assert 0 < len(again) < len(events)
    direct.play(half.fork(), lucky_actor, again.extend)

    assert again == events


@pytest.mark.parametrize("machine", [skirmish(), Melee(SEED)])
def test_a_direct_fight_that_waits_is_a_bug(machine: Machine) -> None:
    with pytest.raises(DirectFightWaitedError, match="a direct fight waited"):
        direct.play(machine, actors(ann=Silent(), a1=Silent()))


def test_a_bug_in_one_child_leaves_no_coroutine_behind() -> None:
    # A coroutine that is never awaited warns, and a warning is an error here.
    with pytest.raises(ScriptOverError):
        direct.play(Melee(SEED), actors(a1=ScriptedMind([])))


# --- what is recorded -----------------------------------------------------------------------


def test_each_decision_is_recorded_with_how_it_came() -> None:
    records = Records()
    plans = (Intent("fly"), Intent("press", ("ann",)))

    def actor_for(combatant: str) -> Combatant:
        return Combatant(combatant, always("hold"), intents=plans if combatant == "bob" else ())

    direct.play(skirmish(), actor_for, recorder=records.append)

    assert records[:2] == [
        Decision("ann", "action", Answer("r1.e1.1.ann", "hold"), "mind"),
        Decision(
            "bob",
            "action",
            Answer("r1.e1.1.bob", "press", ("ann",)),
            "intent",
            (Dropped(Intent("fly"), "option: fly is not possible; one of hold, press"),),
        ),
    ]


def test_an_illegal_answer_becomes_the_default_and_the_others_stand() -> None:
    records = Records()
    minds = {
        "ann": always("fly"),
        "bob": always("press", "ann"),
        "cid": always("press", "cid"),
    }

    direct.play(skirmish("ann", "bob", "cid"), actors(minds), recorder=records.append)

    assert records[:3] == [
        Decision(
            "ann",
            "action",
            Answer("r1.e1.1.ann", "hold"),
            "illegal",
            refused=Refused(Answer("r1.e1.1.ann", "fly"), "option", "one of hold, press"),
        ),
        Decision("bob", "action", Answer("r1.e1.1.bob", "press", ("ann",)), "mind"),
        Decision(
            "cid",
            "action",
            Answer("r1.e1.1.cid", "hold"),
            "illegal",
            refused=Refused(
                Answer("r1.e1.1.cid", "press", ("cid",)), "values[0]", "one of ann, bob"
            ),
        ),
    ]
    assert records.origins()[3] == ("ann", "illegal")


def test_an_illegal_answer_is_replaced_without_a_recorder_too() -> None:
    events: list[Event] = []

    direct.play(skirmish(), actors(ann=always("fly"), bob=always("hold")), events.extend)

    assert [event.kind for event in events] == ["held", "held", "over"]


def test_a_default_that_is_refused_is_a_bug_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def impossible(question: Asked) -> Answer:
        return Answer(question.id, "fly")

    monkeypatch.setattr(Asked, "default", impossible)

    with pytest.raises(DefaultRefusedError, match=r"r1\.e1\.1\.ann") as bug:
        direct.play(skirmish(), actors(ann=always("fly")))

    assert bug.value.prompt == "r1.e1.1.ann"
