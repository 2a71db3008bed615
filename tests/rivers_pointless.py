"""Choices that nobody who plays well would make in Rivers (see `tests.pointless`), over its scenes that ship.

Judged are the plans of engagements and whom somebody fights.  A choice is pointless if it

* strikes or shoots with a weapon that another one in hand beats in chance and harm alike (``dominated``);
* draws another weapon that is no better in either (``draws``);
* strikes once where a second blow costs neither move nor defence (``once``);
* leaves out a defence that costs nothing, with a foe there (``bare``);
* takes nothing but what no missile is met by, where every foe shoots from afar (``useless defence``);
* lets the round go by with a good blow open, with heart (``waits``);
* fights nobody while somebody could be fought, with heart, and without a bow or magic (``alone``);
* flees, yields or draws back though nothing is amiss (``runs``).
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.kernel.dice import fight_seed
from rules.kernel.model import Answer
from rules.kernel.temper.nerve import STEADY
from rules.rivers.course.choices import (
    ATTACK,
    ATTACK_TWICE,
    BETWEEN,
    CLOSE,
    DODGE_WORD,
    FORM,
    HANG_BACK,
    PLAN,
    SHOTS,
    VERB_OF,
    VERBS,
)
from rules.rivers.course.machine import begin
from rules.rivers.course.sight import Sight
from rules.rivers.model import Setup
from rules.rivers.policies import POLICIES
from rules.scenario import read
from tests.support.fights import ROOT

SHIPPED: Final = sorted(
    file.stem
    for file in (ROOT / "scenarios").glob("*.toml")
    if 'rules = "rivers"' in file.read_text(encoding="utf-8")
)
GOOD: Final = 50
SLOW: Final = ("unsling", "don_helmet", "use")
IDLE: Final = (
    "defend",
    "approach",
    "approach_far",
    "retreat",
    "retreat_far",
    "flee",
    "yield",
    *SLOW,
)
RUNNING: Final = ("retreat", "retreat_far", "flee", "yield")
BARE: Final = ("reload", "ritual", "chant", "yield", "tend", *SLOW)


def _is_calm(sight: Sight) -> bool:
    """With heart, no goal of its own, and nothing that keeps it from striking."""
    temper = sight.me.build.entry.temper
    return sight.me.mood == STEADY and (temper is None or temper.goal == "kill")


def _good_blow(sight: Sight) -> bool:
    near = [one for one in sight.foes() if sight.distance(one) == 0]
    return bool(near) and any(
        sight.can(ATTACK, item) and sight.holds(item) and sight.chance(item) >= GOOD
        for item in sight.items()
    )


def _worse(sight: Sight, item: int, verb: int) -> str:
    for other in sight.items():
        if other == item or not sight.holds(other) or not sight.can(verb, other):
            continue
        better = sight.chance(other) - sight.chance(item), sight.harm(other) - sight.harm(item)
        if not sight.holds(item) and min(better) >= 0:
            return "draws"
        if sight.holds(item) and min(better) > 0:
            return "dominated"
    return ""


def _defends_badly(sight: Sight, verb: int, item: int, said: Answer) -> str:
    sets = sight.defence_sets(verb, item)
    chosen = said.values[-1]
    if chosen == "none":
        return "bare" if len(sets) > 1 and sight.foes() else ""
    arms = {one.id: one for one in sight.me.build.arms}
    meets = [one == DODGE_WORD or arms[one].shield for one in chosen.split(BETWEEN)]
    able = any(defence < 0 or sight.me.build.arms[defence].shield for defence in sets[0])
    threats = [sight.may_shoot(foe) for foe in sight.foes()]
    if able and threats and all(threats) and not any(meets):
        return "useless defence"
    return ""


def pointless(sight: Sight, said: Answer) -> str:
    """Why a choice is pointless, empty if it is not."""
    word, _, behind = said.option.partition("/")
    if sight.kind == FORM:
        idle = word == VERBS[HANG_BACK] and sight.choosable() and _is_calm(sight)
        armed = sight.me.build.shoots or bool(sight.me.build.spells)
        return "alone" if idle and not armed else ""
    verb = VERB_OF[word]
    if word in IDLE and _is_calm(sight) and _good_blow(sight):
        return "waits"
    if word in RUNNING and _is_calm(sight) and not sight.is_hurt_badly():
        return "runs"
    item = next((n for n in sight.items() if sight.me.build.arms[n].id == behind), -1)
    if verb in (ATTACK, CLOSE, ATTACK_TWICE, *SHOTS):
        why = _worse(sight, item, verb)
        if why:
            return why
    if word in BARE:
        return ""
    if verb == ATTACK and sight.can(ATTACK_TWICE, item):
        twice = sight.defence_sets(ATTACK_TWICE, item)
        count = 0 if said.values[-1] == "none" else len(said.values[-1].split(BETWEEN))
        if any(len(some) >= count for some in twice):
            return "once"
    return _defends_badly(sight, verb, item, said)


def _scene(name: str) -> Setup:
    _, setup = read((ROOT / "scenarios" / f"{name}.toml").read_bytes())
    assert isinstance(setup, Setup)
    return setup


def count(name: str, mind: str, fights: int) -> tuple[int, Counter[str]]:
    """All plans of so many fights of a scene, and the pointless ones by kind."""
    setup = _scene(name)
    turns = 0
    found: Counter[str] = Counter()
    for number in range(fights):
        fight = begin(setup, fight_seed(11, number))
        while True:
            parts = fight.children()
            at_play = [one for one in parts if one.questions()]
            if parts and not at_play:
                fight.join()
                continue
            machine = at_play[0] if at_play else fight
            questions = machine.questions()
            if not questions:
                break
            answers: list[Answer] = []
            for question in questions:
                sight = question.sight()
                said = POLICIES[mind](sight)
                answers.append(said)
                if sight.kind in (FORM, PLAN):
                    turns += 1
                    why = pointless(sight, said)
                    found[why] += bool(why)
            machine.advance(answers)
    return turns, +found


def shares(mind: str, fights: int) -> tuple[int, int, Counter[str]]:
    """Plans, pointless ones in a thousand (rounded up), and their kinds, over all scenes that ship."""
    turns = 0
    found: Counter[str] = Counter()
    for name in SHIPPED:
        more, kinds = count(name, mind, max(1, fights // 5) if name == "battle-60" else fights)
        turns += more
        found += kinds
    return turns, -(-1000 * found.total() // turns), found
