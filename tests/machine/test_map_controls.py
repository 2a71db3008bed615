"""Would anybody notice on a map?  One rule after the other is broken, and a check that held no longer does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, NamedTuple

import pytest

from rules.kernel.model import Term
from rules.request.chapters import reach
from rules.request.course import (
    chances,
    engagement,
    exchange,
    formations,
    journey,
    landing,
    legal,
    places,
    ways,
)
from rules.request.course.choices import CHARGE, Choice
from rules.request.course.combatant import NOTHING, Combatant
from rules.request.course.ground import gap
from rules.request.course.journey import Journey
from rules.request.course.legal import LEGAL
from rules.request.course.result import Result, land_blow, land_fumbles
from rules.request.course.state import State
from rules.request.model import LOCATIONS
from tests.machine.map_stories import map_setup
from tests.machine.map_watch import MapWatch
from tests.machine.tales import tied_map
from tests.machine.test_secrets import check_where_it_is, with_hidden
from tests.machine.watch import Watch
from tests.support.fights import GAME_MASTER, Story, advance, shipped

pytestmark = pytest.mark.many

NUMBERS: Final = range(12)
MANY: Final = range(300)
"""Where a broken rule is looked for: the first of these fights that shows it ends the search."""
Patch = Callable[[pytest.MonkeyPatch], None]


class Control(NamedTuple):
    """A rule, how it is broken, the check that turns red, and what it then says."""

    check: Callable[[Iterable[int]], None]
    breaks: Patch
    says: str


# --- the checks -------------------------------------------------------------------------------


def watched(story: Story) -> None:
    """Everything that must hold at every wait of a fight."""
    fight = story.begin(watched=True)
    watch = Watch(story.setup)
    while fight.questions():
        watch.look(fight, fight.take_events())
        watch.answering(fight.questions())
        advance(fight, story.answers(fight))
    watch.look(fight, fight.take_events())


def check_the_map(numbers: Iterable[int] = NUMBERS) -> None:
    """The map never lies."""
    for number in numbers:
        story = Story(number, map_setup(number), often=0)
        fight = story.begin(watched=True)
        watch = MapWatch(story.setup)
        watch.look_at(fight)
        while fight.questions():
            advance(fight, story.answers(fight))
            watch.look_at(fight)


def check_everything(numbers: Iterable[int] = NUMBERS) -> None:
    """What must hold at every wait, in fights with surprised people."""
    for number in numbers:
        watched(Story(number, map_setup(number), often=0))


def check_spears(numbers: Iterable[int] = NUMBERS) -> None:
    """R33: at long reach the owner of a long weapon strikes first at a short one, and at no other."""
    assert reach.draws_opportunity(reach.LONG, reach.SHORT_WEAPON, reach.LONG_WEAPON)
    for number in numbers:
        story = Story(number, tied_map(number).setup, often=0)
        weapons = {one.id: one for entry in story.setup.combatants for one in entry.sheet.weapons}
        fight = story.begin(watched=True)
        while fight.questions():
            for question in fight.questions():
                prompt = question.prompt()
                if question.sight().kind == "opportunity" and prompt.item:
                    deed = question.asked.deed
                    assert deed is not None
                    is_close = deed.is_attack_action()
                    long = weapons[prompt.item].reach not in ("touch", "short")
                    assert not (is_close and long), f"{prompt.item} draws a blow"
            advance(fight, story.answers(fight))


def check_riders(numbers: Iterable[int] = NUMBERS) -> None:
    """Both watches know rider and mount as two in one place."""
    for number in islice(numbers, 2):
        story = Story(number, shipped("cavalry"), often=0)
        fight = story.begin(watched=True)
        watches = Watch(story.setup), MapWatch(story.setup)
        for _ in range(40):
            events = fight.take_events()
            watches[0].look(fight, events)
            watches[1].look(fight.view(GAME_MASTER), events, fight.prompts())
            watches[0].answering(fight.questions())
            advance(fight, story.answers(fight))


def check_what_is_withheld(numbers: Iterable[int] = NUMBERS) -> None:
    """D7e: a blow at one of several who act together is told at once, and seen only when all land."""
    seen: list[tuple[int, int]] = []
    for number in numbers:
        story = Story(number, tied_map(number).setup, often=0)
        fight = story.begin(watched=True)
        told: dict[tuple[str, str], int] = {}
        while fight.questions():
            for event in fight.take_events():
                for figure in event.figures:
                    if figure.name == "hit_points":
                        told[event.at, event.place] = figure.value
            for struck in fight.withheld:
                c = fight.people[struck.deed.target]
                if struck.through and (c.id, LOCATIONS[struck.place]) in told:
                    seen.append((c.hp[struck.place], told[c.id, LOCATIONS[struck.place]]))
            advance(fight, story.answers(fight))
    assert len(seen) >= 3, "nothing is withheld"
    assert all(points > of_event for points, of_event in seen)


def check_the_hidden(numbers: Iterable[int] = NUMBERS) -> None:
    """Where somebody hidden is changes nothing for anybody else."""
    for number in numbers:
        setup = with_hidden(number)
        place = next(entry.place for entry in setup.combatants if not entry.hidden)
        check_where_it_is(number, place)


# --- how the rules are broken -------------------------------------------------------------------


def let_them_add(patch: pytest.MonkeyPatch) -> None:
    whole = chances._formation  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

    def both(c: Combatant, at: Combatant, terms: list[Term] | None) -> int:
        given = whole(c, at, terms)
        if given and terms is not None:
            terms.append(Term("flanking", 10, "R41"))
        return given + 10 * (given > 0)

    patch.setattr(chances, "_formation", both)


def let_normal_weapons_provoke(patch: pytest.MonkeyPatch) -> None:
    def draws(pair: int, attacker_weapon: int, defender_weapon: int) -> bool:
        is_long = pair == reach.LONG and defender_weapon >= reach.LONG_WEAPON
        return is_long and attacker_weapon <= reach.NORMAL_WEAPON

    patch.setattr(reach, "draws_opportunity", draws)


def let_the_surprised_strike(patch: pytest.MonkeyPatch) -> None:
    def may_react(self: State, c: Combatant) -> bool:
        return c.able and (c.reactions > 0 or not self.option_pool)

    patch.setattr(State, "may_react", may_react)


def count_fallen_friends(patch: pytest.MonkeyPatch) -> None:
    def has_friend(fight: State, target: Combatant) -> bool:
        return any(
            other.index != target.index
            and not fight.is_foe(target, other)
            and gap(target, other) == 1
            for other in fight.people
        )

    patch.setattr(formations, "_has_friend_beside", has_friend)


def forget_the_end(patch: pytest.MonkeyPatch) -> None:
    def nothing(_fight: State, _c: Combatant, _cause: str) -> None:
        return

    def never(_fight: State, _a: Combatant, _b: Combatant) -> str:
        return ""

    patch.setattr(landing, "disengage_all", nothing)
    patch.setattr(engagement, "cause_to_end", never)


def let_charges_provoke(patch: pytest.MonkeyPatch) -> None:
    whole = Journey.__init__

    def init(self: Journey, deed: Choice, path: list[int], provokes: bool, *rest: object) -> None:
        whole(self, deed, path, provokes or deed.verb == CHARGE, *rest)  # pyright: ignore[reportArgumentType]

    patch.setattr(Journey, "__init__", init)


def let_two_share_a_hex(patch: pytest.MonkeyPatch) -> None:
    def nobody(_people: list[Combatant], _c: Combatant, _high: bool) -> dict[int, int]:
        return {}

    patch.setattr(ways, "crowd", nobody)
    patch.setattr(journey, "crowd", nobody)


def let_it_land_at_once(patch: pytest.MonkeyPatch) -> None:
    def land(fight: State, made: Result) -> None:
        land_blow(fight, made, [])
        land_fumbles(fight, made)

    patch.setattr(exchange, "withhold", land)


def let_the_hidden_bar(patch: pytest.MonkeyPatch) -> None:
    def everybody(people: list[Combatant], c: Combatant, _high: bool) -> dict[int, int]:
        return {other.place: other.index for other in people if other.able and other is not c}

    patch.setattr(ways, "crowd", everybody)


def leave_the_mount_behind(patch: pytest.MonkeyPatch) -> None:
    def nothing(_fight: State, _c: Combatant) -> None:
        return

    patch.setattr(places, "bring", nothing)


def let_each_have_its_foes(patch: pytest.MonkeyPatch) -> None:
    def nobody(_c: Combatant) -> int:
        return NOTHING

    patch.setattr(engagement, "other_of", nobody)


def let_the_mount_go_where_it_will(patch: pytest.MonkeyPatch) -> None:
    def free(_fight: State, _c: Combatant, _verb: int, _item: int) -> str:
        return LEGAL

    patch.setattr(legal, "_carried", free)


CONTROLS: Final = {
    "a mount left behind": Control(check_riders, leave_the_mount_behind, "another place|not open"),
    "foes of one of a pair": Control(check_riders, let_each_have_its_foes, "engaged with"),
    "a mount that goes by itself": Control(
        check_riders, let_the_mount_go_where_it_will, "is moved by another"
    ),
    "flanking and surrounding adding up": Control(check_the_map, let_them_add, "for a formation"),
    "a normal weapon provoking at long reach": Control(
        check_spears, let_normal_weapons_provoke, "draws a blow"
    ),
    "a surprised opportunity": Control(
        check_everything, let_the_surprised_strike, "is surprised, and strikes"
    ),
    "a fallen friend": Control(check_the_map, count_fallen_friends, "expected"),
    "an engagement without end": Control(check_the_map, forget_the_end, "not both are there"),
    "a charge that provokes": Control(
        check_the_map, let_charges_provoke, "is no opportunity|not at long reach|charges from"
    ),
    "two on a hex": Control(
        check_the_map, let_two_share_a_hex, "which is not open|on somebody|on one hex"
    ),
    "a withheld blow landing at once": Control(
        check_what_is_withheld, let_it_land_at_once, "nothing is withheld"
    ),
    "the hidden barring their hexes": Control(check_the_hidden, let_the_hidden_bar, "assert"),
}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", CONTROLS)
def test_a_broken_rule_turns_its_check_red(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    control = CONTROLS[name]
    control.check(NUMBERS)

    control.breaks(monkeypatch)
    with pytest.raises(AssertionError, match=control.says):
        control.check(MANY)
