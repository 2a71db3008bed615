"""Scenes of Rivers for tests: who is in them, what is answered, and dice that are written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.kernel.dice import fight_seed
from rules.kernel.machine import Question
from rules.kernel.model import Answer, Event
from rules.rivers.course.effects import Effect
from rules.rivers.course.machine import HELPING, Engagement, Fight, begin
from rules.rivers.course.sight import Sight
from rules.rivers.data import library
from rules.rivers.model import Setup
from rules.rivers.policies import POLICIES
from rules.rivers.setup import decode
from tests.support.dice import ScriptedDice

Machine = Fight | Engagement
Person = dict[str, object]

PLAIN: Final[dict[str, int]] = {
    "STR": 12,
    "CON": 12,
    "SIZ": 12,
    "INT": 11,
    "POW": 11,
    "DEX": 13,
    "CHA": 11,
}


def person(side: str, who: str, **other: object) -> Person:
    """Somebody of strike rank 6 with a broadsword: DEX 13 and SIZ 12 are 2 and 2, the sword 2; 12 hit points, no armour."""
    traits = {**PLAIN, **{name: other.pop(name) for name in list(other) if name in PLAIN}}
    made: Person = {
        "side": side,
        "id": who,
        "name": who.capitalize(),
        "characteristics": traits,
        "weapons": ["broadsword", "medium-shield"],
        "armour": [],
        "skills": {"broadsword": 60, "medium-shield": 50, "Dodge": 40},
    }
    return {**made, **other}


def scene(*people: Person, start: object = None, **options: object) -> Setup:
    """A fight of side "a", which chooses, and side "b"."""
    return decode(
        {
            "name": "a scene",
            "rules": "rivers",
            "sides": ["a", "b"],
            "combatants": list(people),
            "options": options,
            "start": start or {},
        }
    )


def duel(**options: object) -> Setup:
    """Ann against Bob, two equals."""
    return scene(person("a", "ann"), person("b", "bob"), **options)


def begun(setup: Setup, number: int = 0) -> Fight:
    """The fight at its first wait, watched."""
    return begin(setup, fight_seed(number), watched=True)


def leaves(fight: Fight) -> list[Machine]:
    """Whoever asks now."""
    return [*fight.children()] or [fight]


def act(machine: Machine, **acts: str) -> list[Event]:
    """Answer every open question: by combatant an option and its values ("attack/broadsword bob dodge"), else the default."""
    answers: list[Answer] = []
    for question in machine.questions():
        said = acts.get(question.combatant)
        if said is None:
            answers.append(question.default())
            continue
        option, *values = said.split()
        answers.append(Answer(question.id, option, tuple(values)))
    machine.advance(answers)
    return machine.take_events()


def formed(fight: Fight, dice: str = "", **choices: str) -> Engagement:
    """The first engagement, once all have chosen: by combatant whom, or the first who can be chosen.

    Its dice are those written down, if any are.
    """
    while not fight.children():
        if fight.step == HELPING:
            helped = {who: said for who, said in choices.items() if said.startswith("besides")}
            act(fight, **helped)
            continue
        (question,) = fight.questions()
        said = choices.get(question.combatant, "")
        if not said:
            (first, *_) = question.prompt().options[0].parameters[0].values
            said = f"engage {first.id}"
        act(fight, **{question.combatant: said})
    part = fight.children()[0]
    part.take_events()
    if dice:
        part.dice = ScriptedDice(dice)
    return part


def scripted(part: Engagement) -> list[str]:
    """What of the dice that were written down has not been rolled."""
    assert isinstance(part.dice, ScriptedDice)
    return part.dice.script


def answer_of(question: Question, mind: str = "steady") -> Answer:
    """What a mind that ships answers."""
    sight = question.sight()
    assert isinstance(sight, Sight)
    return POLICIES[mind](sight)


def played(
    fight: Fight, minds: Mapping[str, str] | None = None, *, backwards: bool = False
) -> list[Event]:
    """Play to the end, engagement after engagement in either order; all that happened, in that order."""
    known = minds or {}
    events: list[Event] = []
    while True:
        events += fight.take_events()
        parts = [*fight.children()]
        if parts:
            for part in reversed(parts) if backwards else parts:
                _through(part, known, events)
            fight.join()
        elif fight.questions():
            fight.advance([_decided(fight, one, known) for one in fight.questions()])
        else:
            return events


def _through(part: Engagement, minds: Mapping[str, str], events: list[Event]) -> None:
    events += part.take_events()
    while part.questions():
        part.advance([_decided(part, one, minds) for one in part.questions()])
        events += part.take_events()


def _decided(machine: Machine, question: Question, minds: Mapping[str, str]) -> Answer:
    del machine
    return answer_of(question, minds.get(question.combatant, "steady"))


def shield(points: int, until: int) -> list[Effect]:
    """What somebody is under who has a shield of so many points, up to a round."""
    return [Effect(library().spells["shield"], points, 0, until, -1)]


def spell(name: str, points: int, until: int = 9, item: int = -1) -> Effect:
    """What somebody is under who has that spell on it, or on the item of that number."""
    return Effect(library().spells[name], points, 0, until, item)


def mage(side: str, who: str, *spells: str, **other: object) -> Person:
    """Somebody of POW 11 with spells, a focus of 1, 2 ... for each of spirit magic, and 4 rune points at 80%."""
    known = [library().spells[one] for one in spells]
    foci = {one.id: one.points or n + 1 for n, one in enumerate(known) if one.magic == "spirit"}
    has_runes = len(foci) < len(known)
    runes = {"rune": 80, "rune_points": 4} if has_runes else {}
    return person(side, who, **{"spells": [*spells], "foci": foci, **runes, **other})


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def only(events: list[Event], kind: str) -> Event:
    """The one event of a kind."""
    (found,) = [event for event in events if event.kind == kind]
    return found


def figures(event: Event) -> dict[str, int]:
    """The numbers of an event by name."""
    return {one.name: one.value for one in event.figures}
