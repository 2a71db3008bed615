"""Minds of Rivers know what their combatant can know: what foes can do, have decided, or suffer elsewhere changes no choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import pytest

from rules.kernel.dice import dice_for
from rules.kernel.model import Answer, Event, Observer
from rules.kernel.people.model import Characteristics
from rules.rivers.course.choices import DEFEND, Choice
from rules.rivers.course.combatant import Combatant
from rules.rivers.course.machine import Engagement, Fight, restore
from rules.rivers.course.model import SavedFight
from rules.rivers.course.ritual import is_at_it
from rules.rivers.course.shadow import sight_from
from rules.rivers.course.sight import Sight
from rules.rivers.course.view import SECRET_OF
from rules.rivers.model import Setup, Sheet, View
from rules.rivers.policies import POLICIES
from rules.rivers.tell import Teller
from tests.machine.test_rivers_economy import sight_of
from tests.support.rivers import leaves
from tests.support.rivers_live import Policy, Story, answer, shipped

pytestmark = pytest.mark.many

NUMBERS: Final = range(24)
WAITS: Final = 40
MORE: Final = 30


def hidden(setup: Setup) -> Setup:
    """The same setup, with foes' figures hidden."""
    options = msgspec.structs.replace(setup.options, information="hidden")
    return msgspec.structs.replace(setup, options=options)


def foes_of(fight: Fight, who: str) -> list[Combatant]:
    me = fight.people[fight.names[who]]
    return [c for c in fight.people if c.build.side != me.build.side]


# --- another fight for the same eyes ----------------------------------------------------------


def disguised(fight: Fight, who: str) -> Fight:
    """The same fight for the eyes of *who*, and another one in all that it cannot know."""
    strangers = {c.id for c in foes_of(fight, who)}
    saved = msgspec.json.decode(fight.snapshot(), type=SavedFight)
    entries = [
        msgspec.structs.replace(one, sheet=_another_sheet(one.sheet), temper=None, mind="random")
        if one.id in strangers
        else one
        for one in saved.setup.combatants
    ]
    setup = msgspec.structs.replace(saved.setup, combatants=tuple(entries))
    other = restore(msgspec.json.encode(msgspec.structs.replace(saved, setup=setup)))
    other.dice = dice_for(b"other", "dice")
    for foe in foes_of(other, who):
        _another_state(other.people[foe.index], fight.people[foe.index])
    for part, before in zip(other.children(), fight.children(), strict=True):
        part.dice = dice_for(b"other", "dice of a part")
        for c in part.own.values():
            if c.id in strangers:
                _another_state(c, before.own[c.index])
        for index in part.plans:
            # What has been decided and is not done yet; what strikes now is in full view.
            if part.own[index].id in strangers and not part.moments:
                part.plans[index] = Choice(DEFEND)
    return other


def _another_sheet(sheet: Sheet) -> Sheet:
    """Other skills and characteristics: stronger, quicker, and able to bear more."""
    return msgspec.structs.replace(
        sheet,
        skills={name: 1 + 7 * value % 150 for name, value in sheet.skills.items()},
        characteristics=Characteristics(MORE, MORE, MORE, MORE, MORE, MORE, MORE),
    )


def _another_state(c: Combatant, before: Combatant) -> None:
    """Hit points that look as they did *before*, other points and missiles, and what is in its mind."""
    lost: list[int] = []
    for place, full in enumerate(c.build.full):
        if before.is_useless(place):
            lost.append(full)
        else:
            lost.append(min(full - 1, 2) if before.lost[place] > 0 else 0)
    c.wound(lost)
    c.lost_all = before.lost_all + 1
    c.item_hp = [one + 3 if one > 0 else one for one in c.item_hp]
    c.missiles = [one + 5 if one else 0 for one in c.missiles]
    c.loading = [one + 1 if one else 0 for one in c.loading]
    c.rune_points += 3
    c.magic_points += 3
    c.scares ^= 1
    c.barred ^= 1
    if is_at_it(c):
        c.ritual = [*c.ritual[:3], c.ritual[3] + 1, *c.ritual[4:]]
    for flag in ("able", "shock", "helpless", "unconscious", "bleeding", "dead", "lame", "prone"):
        assert getattr(c, flag) == getattr(before, flag), flag


def check_minds(story: Story, minds: Mapping[str, Policy]) -> int:
    """At every prompt, no mind chooses differently, near or far away; return how often that was seen."""
    fight = story.begin()
    looks = 0
    for _ in range(WAITS):
        if fight.outcome():
            break
        asking = [leaf for leaf in leaves(fight) if leaf.questions()]
        for leaf in asking:
            at = leaves(fight).index(leaf)
            for index, question in enumerate(leaf.questions()):
                other = disguised(fight, question.combatant)
                same = leaves(other)[at].questions()[index]
                seat = Observer("seat", question.combatant)
                assert other.state_hash() != fight.state_hash()
                assert other.view(seat) == fight.view(seat)
                assert same.prompt() == question.prompt()
                assert same.shadow() == question.shadow()
                far = sight_from(question.shadow())
                for name, mind in minds.items():
                    near = mind(sight_of(question))
                    assert mind(sight_of(same)) == near, name
                    assert mind(far) == near, name
                    looks += 1
        move(story, fight)
    return looks


def move(story: Story, fight: Fight) -> None:
    """Every leaf by one wait."""
    for leaf in leaves(fight):
        answer(story, leaf)
    if fight.children() and not any(part.questions() for part in fight.children()):
        fight.join()


@pytest.mark.parametrize("number", NUMBERS)
def test_no_secret_of_a_foe_changes_a_choice_of_any_mind(number: int) -> None:
    check_minds(Story(number, hidden(Story(number).setup), often=0), POLICIES)


@pytest.mark.parametrize("name", ["ritual", "lightning", "ambush-rivers"])
def test_no_secret_changes_a_choice_in_scenes_that_ship(name: str) -> None:
    assert check_minds(Story(1, shipped(name), often=0), POLICIES) > 20


def _spying(field: str) -> Policy:
    """A mind that looks where it must not."""

    def spy(sight: Sight) -> Answer:
        people = [sight.state.person(c.index) for c in sight.state.people]
        return Answer(sight.id, str([getattr(c, field) for c in people]))

    return spy


@pytest.mark.parametrize("field", ["lost", "lost_all", "magic_points", "item_hp"])
def test_a_mind_that_spies_is_found(field: str) -> None:
    with pytest.raises(AssertionError, match="spy"):
        check_minds(Story(1, shipped("ritual"), often=0), {"spy": _spying(field)})


# --- what happens elsewhere -------------------------------------------------------------------


def looks(fight: Fight, part: int) -> list[object]:
    """All that those who are asked in an engagement can see, and what minds make of it."""
    seen: list[object] = []
    for question in fight.children()[part].questions():
        sight = sight_of(question)
        seat = Observer("seat", question.combatant)
        minds = [mind(sight) for mind in POLICIES.values()]
        seen.append((question.prompt(), question.shadow(), fight.view(seat), minds))
    return seen


def formed(seed: int) -> tuple[Story, Fight]:
    """Six against six, at the first wait of their engagements."""
    story = Story(seed, shipped("shield-wall", "reckless"), often=0)
    fight = story.begin()
    while not fight.children():
        answer(story, fight)
    return story, fight


def played(story: Story, part: Engagement) -> None:
    while part.questions():
        answer(story, part)


def wounds(fight: Fight, observer: Observer, people: Sequence[str]) -> list[object]:
    view = fight.view(observer)
    assert isinstance(view, View)
    return [(one.wounds, one.state, one.items) for one in view.combatants if one.id in people]


@pytest.mark.parametrize("seed", range(4))
def test_what_happens_in_another_engagement_is_not_seen_in_this_one_before_the_edge(
    seed: int,
) -> None:
    story, fight = formed(seed)
    before = looks(fight, 0)
    others = [c.id for part in fight.children()[1:] for c in part.own.values()]
    me = Observer("seat", next(iter(fight.children()[0].own.values())).id)
    unhurt = wounds(fight, me, others)
    for part in fight.children()[1:]:
        played(story, part)

    assert looks(fight, 0) == before
    assert wounds(fight, me, others) == unhurt
    assert wounds(fight, Observer("game_master"), others) != unhurt, "nothing happened: no test"

    played(story, fight.children()[0])
    fight.join()
    assert wounds(fight, me, others) != unhurt, "at the edge it is seen"


def test_an_engagement_that_shows_in_another_one_is_found() -> None:
    """The control: were the others' people not copies, blows would show at once."""
    story, fight = formed(0)
    before = looks(fight, 0)
    for part in fight.children()[1:]:
        for index in part.own:
            part.own[index] = fight.people[index]
        played(story, part)

    assert looks(fight, 0) != before


# --- what others are told ---------------------------------------------------------------------


def told(fight: Fight, events: Sequence[Event], who: str) -> list[Event]:
    """What the seat of somebody (empty: who watches) is told."""
    observer = Observer("seat", who) if who else Observer()
    return [one for event in events if (one := fight.seen_by(observer, event)) is not None]


def check_declared(story: Story) -> int:
    """No choice is told before all have chosen, nor ever to foes; return how many were."""
    fight = story.begin()
    declared = 0
    for _ in range(WAITS):
        for leaf in leaves(fight):
            leaf.take_events()  # how it began
            is_sealed = isinstance(leaf, Engagement) and bool(leaf.questions())
            answer(story, leaf)
            events = leaf.take_events()
            if is_sealed and leaf.questions() and leaf.questions()[0].kind == "action":
                assert events == [], "somebody still has to choose"
            for event in events:
                if event.kind == "declared":
                    declared += 1
                    foes = {c.id for c in foes_of(fight, event.by)}
                    assert not any(told(fight, [event], who) for who in (*foes, ""))
        if fight.children() and not any(part.questions() for part in fight.children()):
            fight.join()
        if fight.outcome():
            break
    return declared


@pytest.mark.parametrize("number", NUMBERS)
def test_no_choice_is_told_before_all_have_chosen_nor_ever_to_foes(number: int) -> None:
    check_declared(Story(number, hidden(Story(number).setup), often=0))


def test_so_it_is_in_a_scene_that_ships() -> None:
    assert check_declared(Story(1, shipped("shield-wall"), often=0)) > 20


@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_of_a_foe_is_told_and_everything_can_be(number: int) -> None:
    setup = hidden(Story(number).setup)
    story = Story(number, setup, often=0)
    fight = story.begin()
    sides = {one.id: one.side for one in setup.combatants}
    events: list[Event] = []
    for _ in range(WAITS):
        events += [event for leaf in leaves(fight) for event in leaf.take_events()]
        if fight.outcome():
            break
        move(story, fight)
    for who in (*sides, ""):
        seen = told(fight, events, who)
        for event in seen:
            for one in event.figures:
                owner = {"by": event.by, "at": event.at}.get(SECRET_OF.get(one.name, ""), who)
                is_ours = bool(who) and sides[who] == sides.get(owner, "")
                assert is_ours or not one.terms or one.name not in SECRET_OF, (who, event, one)
            if event.kind == "ritual" and sides.get(who, "") != sides[event.by]:
                assert {*event.facts} == {"change"}
        lines = [line.text for line in Teller(setup).lines(seen)]
        assert all(line[:1].strip() for line in lines)
