"""Answers to choices: everything that comes from outside is judged here, before anything changes."""

from __future__ import annotations

from typing import Final, cast

from rules.kernel import hexes
from rules.kernel.errors import IllegalAnswerError
from rules.kernel.model import Answer
from rules.request.chapters import formation
from rules.request.course.choices import (
    AID,
    BREAK_FREE,
    BREAKAWAY,
    BYPASS,
    CARRY,
    CAST,
    CLOSER,
    CONTINUE,
    DISARM,
    FARTHER,
    FOCUS,
    FOLLOW,
    FOR_ACTS,
    FOR_ANYTHING,
    FOR_NOTHING,
    FOR_VIEW,
    FREELY,
    IS_AIMED,
    IS_BARE,
    IS_GRIP,
    IS_PART,
    IS_WALK,
    MOUNT,
    OPPORTUNITY,
    PRECISE,
    READY,
    RETREAT,
    RIPOSTE,
    STANCE,
    VERBS,
    WAIT,
    Choice,
)
from rules.request.course.combatant import CARRIED, DROPPED, HELD, NOTHING, STANCES, Combatant
from rules.request.course.leading import lead, reach_foes
from rules.request.course.legal import (
    LEGAL,
    all_left_freely,
    in_hand,
    is_target,
    kind_allows,
    patients,
    refusal,
    stances,
    unfit,
)
from rules.request.course.riding import steeds
from rules.request.course.second import is_spent
from rules.request.course.spellcraft import may_enchant
from rules.request.course.state import ACTION, Asked, State
from rules.request.course.table import check
from rules.request.course.ways import follow_hexes, steps_beside
from rules.request.model import LOCATIONS

UNSURPRISE: Final = "unsurprise"
UNEXTEND: Final = "unextend"
RELEASE: Final = "release"
DROP: Final = "drop/"
MIND: Final = "focus/"
FLANKING: Final = "flank/"
SURROUNDING: Final = "surround/"
DECLARE: Final = "declare"
NOBODY_WORD: Final = "nobody"
ALL: Final = "all"
STAY: Final = "stay"
ACTS: Final = "acts:"
TRIGGERS: Final = ("nothing", "anything", "view")
_WAIT_VALUES: Final = 2


def parse(fight: State, asked: Asked, answer: Answer, index: int) -> Choice:
    """The choice that *answer* makes, or IllegalAnswerError naming *index* and the field at fault."""
    c = fight.people[asked.who]
    code = c.codes.get(answer.option)
    if code is None or not kind_allows(asked.kind, code[0]):
        raise IllegalAnswerError(
            index, "option", repr(answer.option), "choose an option of the prompt"
        )
    verb, item = code
    problem = unfit(fight, c, verb, item, asked.deed)
    if c.second >= 0 and problem == LEGAL:
        problem = is_spent(fight, c, verb, item)
    if verb == READY and answer.also and makes_room(c, item, answer.also):
        problem = LEGAL
    if problem != LEGAL:
        raise refused_option(index, answer.option, problem)
    choice = Choice(asked.who, verb, item, -1)
    _values(fight, c, choice, asked, answer.values, index)
    if answer.also and asked.kind != ACTION:
        raise IllegalAnswerError(
            index, "also", repr(answer.also[0]), "nothing goes with a reaction"
        )
    if answer.also is not None:
        _also(fight, c, choice, answer.also, index)
    if answer.dice is not None:
        check(fight, c, choice, asked, answer.dice, index)
    return choice


def _values(  # noqa: C901, PLR0912, PLR0915 - one arm a kind of choice
    fight: State, c: Combatant, choice: Choice, asked: Asked, values: tuple[str, ...], index: int
) -> None:
    """Fill the choice with the values of its option's parameters."""
    verb = choice.verb
    if IS_BARE[verb]:
        _expect(index, values, 0)
    elif IS_AIMED[verb]:
        _expect(index, values, 2 if verb == PRECISE else 1)
        choice.target = _target(fight, c, verb, choice.item, values[0], index)
        if verb == PRECISE:
            choice.arg = _aim(values[1], index)
    elif verb == RIPOSTE:
        _expect(index, values, 0)
        choice.target = cast("Choice", asked.deed).by
        if not is_target(fight, c, verb, choice.item, fight.people[choice.target]):
            raise IllegalAnswerError(index, "option", "riposte", "out of its reach (P17b2)")
    elif verb == OPPORTUNITY:
        _expect(index, values, 0)
        choice.target = cast("Choice", asked.deed).by
    elif IS_GRIP[verb]:
        _expect(index, values, 1 if verb == DISARM else 0)
        choice.target = c.holder if verb == BREAK_FREE else c.holding
        if verb == DISARM:
            choice.arg = _grasped(fight.people[c.holding], values[0], index)
    elif verb == AID:
        _expect(index, values, 1)
        choice.target = _patient(fight, c, values[0], index)
    elif verb == MOUNT:
        _expect(index, values, 1)
        choice.target = _steed(fight, c, values[0], index)
    elif verb == STANCE:
        _expect(index, values, 1)
        choice.arg = _stance(c, values[0], index)
    elif verb == WAIT:
        _expect(index, values, _WAIT_VALUES)
        choice.arg = _rank(fight, values[0], index)
        _trigger(fight, c, choice, values[1], index, "values[1]")
    elif verb == CARRY:
        _expect(index, values, 1)
        _trigger(fight, c, choice, values[0], index, "values[0]")
    elif IS_WALK[verb] or verb == BREAKAWAY:
        _expect(index, values, 1)
        if verb == BREAKAWAY and choice.item < 0 and all_left_freely(fight, c):
            choice.item = FREELY
        lead(fight, c, choice, values[0], index, "values[0]")
    elif verb == RETREAT:
        _expect(index, values, 2)
        if values[0] != NOBODY_WORD:
            choice.target = _target(fight, c, verb, choice.item, values[0], index)
        aimed_at = choice.target
        lead(fight, c, choice, values[1], index, "values[1]")
        choice.target = aimed_at
    elif verb in (CLOSER, FARTHER):
        _expect(index, values, 1)
        _reach(fight, c, choice, values[0], index)
    elif verb == FOLLOW:
        _expect(index, values, 1)
        choice.to = _follow(fight, c, cast("Choice", asked.deed), values[0], index)
    elif verb == FOCUS:
        _expect(index, values, 1)
        choice.target = _focus(fight, c, values[0], index, "values[0]")
    elif verb == CAST:
        _expect(index, values[:1], 1)
        choice.target = _mark(fight, c, choice.item, values[0], index)
        _beside(fight, c, choice, values, 1, index)
    elif verb == CONTINUE and c.task is not None:
        choice.item = c.task.item
        choice.target = c.task.target
        _beside(fight, c, choice, values, 0, index)
    else:
        _expect(index, values, 0)


def _beside(
    fight: State, c: Combatant, choice: Choice, values: tuple[str, ...], first: int, index: int
) -> None:
    """A15a: the hex to go to while casting, which may be left out."""
    if len(values) == first or (len(values) == first + 1 and values[first] == STAY):
        return
    _expect(index, values, first + 1)
    choice.to = hexes.named(values[first])
    if choice.to not in steps_beside(fight, c):
        wanted = "choose stay or a hex of the prompt (A15a)"
        raise IllegalAnswerError(index, f"values[{first}]", repr(values[first]), wanted)


def _mark(fight: State, c: Combatant, item: int, given: str, index: int) -> int:
    """P26c: whom a spell is aimed at."""
    found = fight.names.get(given, NOTHING)
    if found < 0 or not may_enchant(fight, c, item, fight.people[found]):
        wanted = "choose somebody of the prompt (P26c)"
        raise IllegalAnswerError(index, "values[0]", repr(given), wanted)
    return found


def _reach(fight: State, c: Combatant, choice: Choice, given: str, index: int) -> None:
    open_to = reach_foes(fight, c, choice.verb)
    if given == ALL and open_to:
        return
    found = fight.names.get(given, NOTHING)
    if found not in open_to:
        wanted = "choose a foe of the prompt, or all"
        raise IllegalAnswerError(index, "values[0]", repr(given), wanted)
    choice.target = found


def _follow(fight: State, c: Combatant, deed: Choice, given: str, index: int) -> int:
    ground = fight.ground
    h = hexes.named(given)
    if ground is None or h not in follow_hexes(fight, ground, c, deed.to, fight.people[deed.by]):
        raise IllegalAnswerError(index, "values[0]", repr(given), "choose a hex of the prompt")
    return h


def _focus(fight: State, c: Combatant, given: str, index: int, field: str) -> int:
    """R58: only somebody who would otherwise have the bonus."""
    found = fight.names.get(given, NOTHING)
    if found not in c.formed[1:]:
        raise IllegalAnswerError(index, field, repr(given), "one of those about you (R58)")
    return found


def makes_room(c: Combatant, item: int, also: tuple[str, ...]) -> bool:
    """Does something dropped beside it free the hands to draw or pick up *item*?"""
    for given in also:
        dropped = c.item_of(given.removeprefix(DROP)) if given.startswith(DROP) else NOTHING
        if dropped >= 0 and c.items[item] in (CARRIED, DROPPED) and c.room_for(item, dropped):
            return True
    return False


def refused_option(index: int, option: str, problem: str) -> IllegalAnswerError:
    """The error that says why *option* is not possible, and by which rule."""
    reason, _, rule = problem.partition("|")
    return IllegalAnswerError(index, "option", repr(option), f"{reason} ({rule})")


def _expect(index: int, values: tuple[str, ...], count: int) -> None:
    if len(values) != count:
        raise IllegalAnswerError(
            index, "values", f"{len(values)} values", f"this option takes {count}"
        )


def _target(fight: State, c: Combatant, verb: int, item: int, given: str, index: int) -> int:
    found = fight.names.get(given)
    if found is None or not is_target(fight, c, verb, item, fight.people[found]):
        problem = refusal(fight, c, verb, item, None)
        if problem != LEGAL:  # there is no target at all
            raise refused_option(index, f"{VERBS[verb]}/{c.arms[item].id}", problem)
        raise IllegalAnswerError(index, "values[0]", repr(given), "choose a target of the prompt")
    return found


def _patient(fight: State, c: Combatant, given: str, index: int) -> int:
    found = fight.names.get(given, NOTHING)
    if found not in patients(fight, c):
        raise IllegalAnswerError(index, "values[0]", repr(given), "choose a patient of the prompt")
    return found


def _steed(fight: State, c: Combatant, given: str, index: int) -> int:
    found = fight.names.get(given, NOTHING)
    if found not in steeds(fight, c):
        raise IllegalAnswerError(index, "values[0]", repr(given), "choose a mount of the prompt")
    return found


def _grasped(held: Combatant, given: str, index: int) -> int:
    """P33j: something in the hands of whom one holds."""
    item = held.item_of(given)
    if item not in in_hand(held):
        raise IllegalAnswerError(index, "values[0]", repr(given), "choose an item of the prompt")
    return item


def _aim(given: str, index: int) -> int:
    if given == "bypass":
        return BYPASS
    if given in LOCATIONS:
        return LOCATIONS.index(given)
    allowed = ", ".join(LOCATIONS)
    raise IllegalAnswerError(index, "values[1]", repr(given), f"choose bypass, {allowed}")


def _stance(c: Combatant, given: str, index: int) -> int:
    if given in STANCES and STANCES.index(given) in stances(c):
        return STANCES.index(given)
    allowed = ", ".join([STANCES[s] for s in stances(c)])
    raise IllegalAnswerError(index, "values[0]", repr(given), f"choose {allowed}")


def _rank(fight: State, given: str, index: int) -> int:
    """A rank to wait to: below the present one, 1 at the least, written as the prompt writes it."""
    for rank in range(1, fight.rank):
        if given == str(rank):
            return rank
    raise IllegalAnswerError(
        index, "values[0]", repr(given), f"choose a rank from 1 to {fight.rank - 1}"
    )


def _trigger(
    fight: State, c: Combatant, choice: Choice, given: str, index: int, field: str
) -> None:
    if given in TRIGGERS:
        choice.trigger = (FOR_NOTHING, FOR_ANYTHING, FOR_VIEW)[TRIGGERS.index(given)]
        return
    if given.startswith(ACTS):
        found = fight.names.get(given[len(ACTS) :])
        if found is not None and found != c.index and fight.people[found].can_be_struck():
            choice.trigger = FOR_ACTS
            choice.target = found
            return
    raise IllegalAnswerError(
        index, field, repr(given), "choose nothing, anything, view or acts:<combatant>"
    )


def _also(fight: State, c: Combatant, choice: Choice, also: tuple[str, ...], index: int) -> None:
    """A6: any number of trivial actions, each kind once; the recoveries go with an action only."""
    choice.unsurprise = False
    choice.unextend = False
    seen: list[str] = []
    for given in also:
        kind = _kind_of(given)
        if kind in seen:
            raise IllegalAnswerError(index, "also", repr(given), "each kind of trivial action once")
        seen.append(kind)
        if kind == DROP:
            item = c.item_of(given[len(DROP) :])
            if (
                item < 0
                or c.items[item] != HELD
                or (item == choice.item and not IS_PART[choice.verb])
            ):
                raise IllegalAnswerError(
                    index, "also", repr(given), "drop an item in hand and not in use"
                )
            choice.drop = item
        elif kind == DECLARE:
            _declare(fight, c, choice, given, index)
        elif kind == MIND:
            choice.focus = _focus(fight, c, given[len(MIND) :], index, "also")
        elif given == UNSURPRISE and c.surprised and choice.is_action():
            choice.unsurprise = True
        elif given == RELEASE and c.holding >= 0 and not _needs_the_hold(choice):
            choice.release = True
        elif given == UNEXTEND and c.overextended and choice.is_action():
            choice.unextend = True
        else:
            raise IllegalAnswerError(
                index, "also", repr(given), "choose a trivial option of the prompt"
            )


def _needs_the_hold(choice: Choice) -> bool:
    """Is it done to whom one holds?"""
    return IS_GRIP[choice.verb] and choice.verb != BREAK_FREE


def _kind_of(given: str) -> str:
    if given.startswith(DROP):
        return DROP
    if given.startswith(MIND):
        return MIND
    return DECLARE if given.startswith((FLANKING, SURROUNDING)) else given


def _declare(fight: State, c: Combatant, choice: Choice, given: str, index: int) -> None:
    """D2: whoever engages a target may say which formation its people make about it."""
    word, _, name = given.partition("/")
    found = fight.names.get(name, NOTHING)
    if found not in c.foes:
        raise IllegalAnswerError(index, "also", repr(given), "a foe you are engaged with (D2)")
    choice.about = found
    choice.formation = formation.FLANKED if f"{word}/" == FLANKING else formation.SURROUNDED
