"""The watch of the map is watched: a true map passes, and every lie told on it is found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Final, final

import pytest
from msgspec.structs import replace

from rules.kernel.field.model import Field
from rules.kernel.model import (
    Answer,
    Event,
    Figure,
    Option,
    Parameter,
    Prompt,
    Term,
    Unavailable,
    Value,
)
from rules.kernel.people.model import WrittenCharacteristics
from rules.request.model import (
    Blow,
    Entry,
    Options,
    PairReach,
    Seen,
    SeenItem,
    SeenPair,
    Setup,
    Sheet,
    Side,
    View,
    Weapon,
)
from rules.request.setup.model import WrittenCombatant
from rules.request.setup.sheets import sheet
from tests.machine.map_board import around, hex_at, hex_named, is_even
from tests.machine.map_shots import line
from tests.machine.map_watch import LieError, MapWatch

SIDES: Final = (Side("red", "Red"), Side("blue", "Blue"), Side("pink", "Pink", ("red",)))
HOUSE_RULES: Final = Options()
ALL_ON_FOOT: Final[Mapping[str, str]] = {}
OPEN: Final = Field(12, 9)
WALLED: Final = Field(5, 3, (".....", ".#o~.", "....."))
# Round D4, clockwise from the east.
ROUND_D4: Final = ("E4", "E5", "D5", "C4", "D3", "E3")
CLAWS: Final = Weapon("claws", "claws", 0, 2, 10, "touch", close=Blow("Unarmed", 1, 6))


@final
class Scene:
    """A map that tells the truth until somebody changes it."""

    def __init__(
        self,
        places: Mapping[str, str],
        field: Field = OPEN,
        options: Options = HOUSE_RULES,
        rides: Mapping[str, str] = ALL_ON_FOOT,
        **sheets: Sheet,
    ) -> None:
        """Everybody of a name that begins with a side's is of that side, and holds a sword."""
        self.entries: dict[str, Entry] = {}
        for who, place in places.items():
            own = sheets.get(who.replace("-", "_"), swordsman())
            held = tuple(weapon.id for weapon in own.weapons if weapon.hands)[:1]
            side = who.partition("-")[0]
            made = Entry(who, who, side, own, "steady", held, place=place)
            self.entries[who] = replace(made, rides=rides.get(who, ""))
        crew = tuple(self.entries.values())
        self.setup: Setup = Setup("scene", SIDES, crew, options, field=field)
        self.seen: dict[str, Seen] = {who: _seen(entry) for who, entry in self.entries.items()}
        self.watch: MapWatch = MapWatch(self.setup)
        self.told: int = 0
        self.rank: int = 30

    def engaged(self, *pairs: str, reach: PairReach = "normal") -> Scene:
        """They are engaged from the beginning: "red blue"."""
        self.look(*[self.engage(both, reach) for both in pairs])
        return self

    def engage(self, both: str, reach: PairReach = "normal") -> Event:
        one, other = both.split()
        for who, foe in ((one, other), (other, one)):
            seen = self.seen[who]
            others = tuple(pair for pair in seen.engaged if pair.foe != foe)
            self.seen[who] = replace(seen, engaged=(*others, SeenPair(foe, reach)))
        return self.event("engaged", one, other, reach=reach)

    def part(self, both: str, cause: str) -> Event:
        one, other = both.split()
        for who, foe in ((one, other), (other, one)):
            seen = self.seen[who]
            self.seen[who] = replace(
                seen, engaged=tuple(pair for pair in seen.engaged if pair.foe != foe)
            )
        return self.event("disengaged", one, other, cause=cause)

    def move(self, who: str, to: str, how: str = "move", **facts: str) -> Event:
        place = self.seen[who].place
        self.seen[who] = replace(self.seen[who], place=to)
        return self.event("moved", who, how=how, **{"from": place, "to": to}, **facts)

    def form(self, target: str, formation: str, focus: str = "") -> Event:
        word = {"none": "", "flanked": "flanked", "surrounded": "surrounded"}[formation]
        self.seen[target] = replace(self.seen[target], formation=word, focus=focus)
        return self.event("formation", "", target, formation=formation, focus=focus)

    def declare(self, who: str, target: str, formation: str) -> Event:
        return self.event("declared", who, target, formation=formation)

    def fall(self, who: str, condition: str = "unconscious") -> Event:
        seen = self.seen[who]
        conditions = (*seen.conditions, condition)
        self.seen[who] = replace(seen, state="down", conditions=conditions)
        return self.event("condition", "", who, condition=condition, change="began", cause="wound")

    def strike(
        self, by: str, at: str, *terms: Term, item: str = "war-sword", **facts: str
    ) -> Event:
        figure = Figure("attack_chance", sum(term.value for term in terms), terms)
        told = self.event("attack", by, at, **{"verb": "attack", "defence": "declined", **facts})
        return replace(told, item=item, figures=(figure,) if terms else ())

    def event(self, kind: str, by: str = "", at: str = "", **facts: str) -> Event:
        self.told += 1
        facts = {name: fact for name, fact in facts.items() if fact}
        return Event(f"r1.p1.1.e{self.told}", kind, 1, 1, self.rank, by, at, facts=facts)

    def show(self, who: str, **changes: object) -> None:
        self.seen[who] = replace(self.seen[who], **changes)

    def look(self, *events: Event, prompts: Sequence[Prompt] = ()) -> None:
        view = View(1, 1, 5, tuple(self.seen.values()), self.setup.field)
        self.rank -= 1
        self.watch.look(view, events, prompts)


def swordsman(
    weapons: Iterable[str] = ("war-sword",), *, size: int = 12, move: int = 4, claws: bool = False
) -> Sheet:
    written = WrittenCombatant(
        "red", weapons=(*weapons,), characteristics=WrittenCharacteristics(SIZ=size)
    )
    made = replace(sheet(written), move=move)
    return replace(made, weapons=(*made.weapons, CLAWS)) if claws else made


def _seen(entry: Entry) -> Seen:
    items = tuple(
        SeenItem(weapon.id, weapon.name, "held" if weapon.id in entry.held else "carried")
        for weapon in entry.sheet.weapons
        if weapon.hands
    )
    return Seen(
        entry.id,
        entry.name,
        entry.side,
        entry.sheet.creature,
        "up",
        "standing",
        (),
        (),
        (),
        items,
        hit_points=entry.sheet.hit_points,
        place=entry.place,
        rides=entry.rides,
        large=entry.sheet.characteristics.SIZ > 30,
    )


def lie(says: str) -> pytest.RaisesExc[LieError]:
    return pytest.raises(LieError, match=says)


SPEARMAN: Final = swordsman(("longspear",))
TROLL: Final = swordsman(size=40)
BARE: Final = swordsman(())
CLAWED: Final = swordsman((), claws=True)
FLANKING: Final = Term("flanking", 10, "R41")
SKILL: Final = Term("1H Sword", 60)


# --- geometry ---------------------------------------------------------------------------------


def test_hexes_have_names() -> None:
    assert hex_named("A1") == hex_at(0, 0)
    assert hex_named("Z12") == hex_at(25, 11)
    assert hex_named("AA3") == hex_at(26, 2)
    for name in ("", "4", "E", "e4", "E04", "E0"):
        with pytest.raises(AssertionError):
            hex_named(name)


def test_the_six_lie_clockwise_from_the_east() -> None:
    assert [hex_named(name) for name in ROUND_D4] == [*around(hex_named("D4"), 1)]
    twelve = ("F4", "F5", "E6", "D6", "C6", "C5", "B4", "C3", "C2", "D2", "E2", "F3")
    assert [hex_named(name) for name in twelve] == [*around(hex_named("D4"), 2)]


# --- places -----------------------------------------------------------------------------------


def test_nobody_shares_a_hex() -> None:
    with lie("red and blue stand on one hex"):
        Scene({"red": "D4", "blue": "D4"}).look()
    with lie("red and blue stand on one hex"):
        Scene({"red": "D4", "blue": "E5"}, red=TROLL).look()


def test_whoever_is_down_or_hidden_bars_nobody() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(scene.fall("red"), scene.part("red blue", "fallen"), scene.move("blue", "D4"))
    scene.show("red", state="up", conditions=())
    with lie("stand on one hex"):
        scene.look(scene.event("condition", "", "red", condition="unconscious", change="ended"))


@pytest.mark.parametrize("place", ["B2", "C2", "F1", "A4"])
def test_people_stand_on_ground(place: str) -> None:
    with lie("red stands on"):
        Scene({"red": place}, WALLED).look()


def test_difficult_ground_bears() -> None:
    Scene({"red": "D2"}, WALLED).look()


def test_a_large_one_needs_seven_hexes() -> None:
    Scene({"red": "B2"}, red=TROLL).look()
    with lie("red stands on no ground"):
        Scene({"red": "A2"}, red=TROLL).look()


# --- rider and mount --------------------------------------------------------------------------


def ridden(*others: str, **more: str) -> Scene:
    """Somebody of red on a horse at D4, engaged with the *others*, who are at these places."""
    names = {
        "red": "D4",
        "red-horse": "D4",
        **{who.replace("_", "-"): at for who, at in more.items()},
    }
    scene = Scene(names, rides={"red": "red-horse"}, red_horse=swordsman((), size=26, move=12))
    return scene.engaged(*[f"{one} {foe}" for one in ("red", "red-horse") for foe in others])


def test_two_who_share_a_place_share_their_foes() -> None:
    ridden("blue", blue="E4").look()
    scene = ridden("blue", blue="E4")
    with lie("red on red-horse: engaged with"):
        scene.look(scene.part("red-horse blue", "game master"))


def test_two_who_share_a_place_go_together() -> None:
    scene = ridden()
    scene.show("red-horse", place="G4")
    scene.look(scene.move("red", "G4"))
    scene.show("red-horse", place="D4")
    with lie("red on red-horse: each in another place"):
        scene.look()


def test_a_mount_takes_its_rider_up_and_down() -> None:
    scene = ridden()

    def told(name: str, change: str) -> list[set[str]]:
        scene.watch._condition(  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
            scene.event("condition", "", "red-horse", condition=name, change=change)
        )
        return [scene.watch.status[who] & {"flying", "high"} for who in ("red-horse", "red")]

    assert told("flying", "began") == [{"flying"}] * 2
    assert told("high", "began") == [{"flying", "high"}] * 2
    assert told("flying", "ended") == [{"high"}] * 2
    assert told("high", "ended") == [set()] * 2


def test_a_mount_goes_nowhere_by_itself() -> None:
    scene = ridden()
    scene.show("red", place="F4")
    with lie("red-horse goes by move, and is not to say"):
        scene.look(scene.move("red-horse", "F4"))


def test_whoever_falls_goes_no_farther_and_is_off_its_mount() -> None:
    scene = ridden()
    fall = scene.event("unseated", "red-horse", "red", how="falls")
    with lie("red rides 'red-horse', not ''"):
        scene.look(fall)
    scene = ridden()
    scene.show("red", rides="")
    with lie("red and red-horse stand on one hex"):
        scene.look(fall)
    scene = ridden()
    scene.show("red", rides="")
    on_its_way = scene.move("red", "F4", "sprint")
    scene.show("red-horse", place="F4")
    aside = scene.move("red", "G4", "unseated")
    with lie("red has come off its mount, and goes on"):
        scene.look(on_its_way, fall, aside, scene.move("red", "H4", "sprint"))


def test_a_pair_takes_one_place_and_flanks_as_one() -> None:
    others = dict(zip([f"blue-{number}" for number in range(1, 6)], ROUND_D4[1:], strict=True))
    rides, horse = {"blue": "blue-horse"}, swordsman((), size=23)
    names = {"red": "D4", "blue": "E4", "blue-horse": "E4", **others}
    horde = Scene(names, rides=rides, blue_horse=horse)
    engaged = [horde.engage(f"red {foe}") for foe in names if foe != "red"]
    horde.look(*engaged, horde.form("red", "surrounded"))
    flanked = Scene(
        {"red": "D4", "blue": "E4", "blue-horse": "E4"}, rides=rides, blue_horse=horse
    ).engaged("red blue", "red blue-horse")
    with lie("red is flanked; expected neither"):
        flanked.look(flanked.declare("blue", "red", "flank/red"), flanked.form("red", "flanked"))


# --- pairs ------------------------------------------------------------------------------------


def test_engagement_is_mutual() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.show("red", engaged=())
    with lie("and not the other way"):
        scene.look()


def test_a_pair_is_there_once() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.show("red", engaged=(SeenPair("blue", "normal"), SeenPair("blue", "normal")))
    with lie("red has a foe twice"):
        scene.look()


@pytest.mark.parametrize(
    ("place", "reach", "says"),
    [
        ("F4", "normal", "engaged at normal reach, 2 apart"),
        ("F4", "short", "engaged at short reach, 2 apart"),
        ("G4", "long", "engaged at long reach, 3 apart"),
        ("F4", "long", "neither has a long weapon"),
        ("E4", "long", "it begins at long reach, 1 apart"),
    ],
)
def test_a_pair_stands_as_its_reach_says(place: str, reach: PairReach, says: str) -> None:
    scene = Scene({"red": "D4", "blue": place})
    with lie(says):
        scene.engaged("red blue", reach=reach)


def test_a_spear_engages_two_hexes_away() -> None:
    Scene({"red": "D4", "blue": "F4"}, red=SPEARMAN).engaged("red blue", reach="long")
    field = Field(5, 1, (".#...",))
    with lie("a wall stands between"):
        Scene({"red": "A1", "blue": "C1"}, field, red=SPEARMAN).engaged("red blue", reach="long")


def test_only_foes_engage() -> None:
    with lie("pink, who is no foe"):
        Scene({"red": "D4", "pink": "E4"}).engaged("red pink")


def test_nobody_engages_the_fallen_or_hidden() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    with lie("are engaged, and not both are there"):
        scene.look(scene.fall("red"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.show("red", hidden=True)
    with lie("are engaged, and not both are there"):
        scene.look(scene.event("amended", "", "red", change="hide"))


def test_whoever_must_be_engaged_is() -> None:
    with lie("red and blue stand side by side"):
        Scene({"red": "D4", "blue": "E4"}).look()
    with lie("red and blue stand side by side"):
        Scene({"red": "D4", "blue": "E4"}, red=BARE, blue=CLAWED).look()
    Scene({"red": "D4", "blue": "E4"}, red=BARE, blue=BARE).look()
    Scene({"red": "D4", "blue": "F4"}).look()
    surprised = Scene({"red": "D4", "blue": "E4"})
    surprised.show("red", conditions=("surprised",))
    surprised.look(surprised.event("condition", "", "red", condition="surprised", change="began"))


def test_those_parted_stay_parted_until_they_meet_again() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(scene.part("red blue", "game master"))
    with lie("are parted, have not met since"):
        scene.look(scene.engage("red blue"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(scene.part("red blue", "game master"))
    scene.look(scene.move("red", "C4"))
    with lie("stand side by side and are not engaged"):
        scene.look(scene.move("red", "D4"))


def test_an_engagement_ends_for_a_reason() -> None:
    for cause, says in (
        ("fallen", "neither fell"),
        ("hidden", "neither is hidden"),
        ("gone", "neither is gone"),
        ("out of reach", "nobody was moved"),
        ("no longer foes", "are foes still"),
        ("tired", "nothing ends by tired"),
    ):
        scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
        with lie(says):
            scene.look(scene.part("red blue", cause))


def test_pairs_come_and_go_by_events_only() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.part("red blue", "fallen")
    with lie("by the events"):
        scene.look()
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.engage("red blue", "short")
    with lie("by the events"):
        scene.look()
    scene.look(scene.event("reach_set", "red", "blue", reach="short"))
    with lie("they are engaged already"):
        scene.look(scene.engage("red blue", "short"))


# --- caps -------------------------------------------------------------------------------------


def ring_of(count: int) -> dict[str, str]:
    return {"red": "D4"} | {f"blue-{number}": ROUND_D4[number] for number in range(count)}


def test_six_engage_one_and_a_seventh_does_not() -> None:
    places = {**ring_of(6), "blue-6": "F4"}
    scene = Scene(places, blue_6=SPEARMAN)
    six = [f"red blue-{number}" for number in range(6)]
    surrounded = scene.form("red", "surrounded")
    scene.look(*[scene.engage(both) for both in six], surrounded)
    with lie("red has 6 places and is engaged by"):
        scene.look(scene.engage("red blue-6", "long"))


def test_walls_and_edges_take_places() -> None:
    # C1 lies at the edge, with a wall and cover beside it: of its six hexes two bear anybody.
    places = {"red": "C1", "blue": "B1", "blue-1": "D1", "blue-2": "E1"}
    scene = Scene(places, WALLED, blue_2=SPEARMAN).engaged("red blue", "red blue-1")
    with lie("red has 2 places"):
        scene.look(scene.engage("red blue-2", "long"))


def test_a_giant_takes_two_places() -> None:
    # D1 lies at the edge and has four places.
    places = {"red": "D1", "blue": "C1", "blue-1": "E1", "blue-2": "C2", "blue-3": "E2"}
    pairs = [f"red {foe}" for foe in places if foe != "red"]
    Scene({**places, "blue-3": "D2"}).engaged(*pairs)
    giant = swordsman(size=24)
    three = Scene({**places, "blue-3": "D2"}, blue_3=giant)
    three.engaged(*pairs[:2], pairs[3])
    with lie("red has 4 places"):
        three.look(three.engage(pairs[2]))


# --- formations -------------------------------------------------------------------------------


def test_two_of_twenty_placements_of_three_surround() -> None:
    placements = [*combinations(range(6), 3)]
    surrounding: list[tuple[int, ...]] = []
    for places in placements:
        scene = Scene({"red": "D4"} | {f"blue-{n}": ROUND_D4[n] for n in places})
        events = [scene.engage(f"red blue-{n}") for n in places]
        with suppress(LieError):
            scene.look(*events, scene.form("red", "surrounded"))
            surrounding.append(places)
        assert scene.watch.lies in ([], ["red is surrounded; expected neither"])
    assert len(placements) == 20
    assert surrounding == [(0, 2, 4), (1, 3, 5)]


def test_a_formation_that_holds_is_seen() -> None:
    scene = Scene({"red": "D4", "blue": "E4", "blue-1": "D5", "blue-2": "D3"})
    with lie("red is neither; expected surrounded"):
        scene.engaged("red blue", "red blue-1", "red blue-2")


def pincers(**more: str) -> Scene:
    """Two who engage red, side by side, and others."""
    others = {who.replace("_", "-"): place for who, place in more.items()}
    scene = Scene({"red": "D4", "blue": "E4", "blue-1": "E5", **others})
    return scene.engaged("red blue", "red blue-1")


def flankers(**more: str) -> Scene:
    """Those two have declared that they flank red."""
    scene = pincers(**more)
    scene.look(scene.declare("blue", "red", "flanking"), scene.form("red", "flanked"))
    return scene


def test_two_flank_if_they_say_so() -> None:
    flankers().look()
    scene = pincers()
    with lie("red is flanked; expected neither"):
        scene.look(scene.form("red", "flanked"))


def test_a_friend_beside_the_target_ends_a_flank() -> None:
    scene = flankers(red_1="B4")
    with lie("red is flanked; expected neither"):
        scene.look(scene.move("red-1", "C4"))
    scene = flankers(pink="B4")
    with lie("red is flanked; expected neither"):
        scene.look(scene.move("pink", "C4"))
    scene = flankers(red_1="B4")
    pushed = scene.event("knocked_back", "blue", "red-1")
    scene.look(scene.fall("red-1"), pushed, scene.move("red-1", "C4", "knocked"))


def test_a_friend_who_engages_a_flanker_ends_a_flank() -> None:
    scene = flankers(red_1="G4")
    scene.look(scene.form("red", "none"), scene.move("red-1", "F4"), scene.engage("red-1 blue"))
    with lie("red is flanked; expected neither"):
        scene.look(scene.form("red", "flanked"))


@pytest.mark.parametrize(
    ("rows", "one_side", "both_sides"),
    [
        (("...", "..."), True, True),
        (("..#", "..."), True, False),
        (("..#", "..#"), False, False),
    ],
)
def test_a_flank_needs_room(rows: tuple[str, ...], *, one_side: bool, both_sides: bool) -> None:
    """The foes stand east of B2 and west of it; the front is east, its sides are C1 and C3."""
    drawn = (rows[0], "...", rows[1])
    for room, holds in (("one_side", one_side), ("both_sides", both_sides)):
        options = Options(flank_room="both_sides" if room == "both_sides" else "one_side")
        scene = Scene({"red": "B2", "blue": "C2", "blue-1": "A2"}, Field(3, 3, drawn), options)
        scene.engaged("red blue", "red blue-1")
        scene.look(
            scene.declare("blue", "red", "flanking"),
            *([scene.form("red", "flanked")] if holds else []),
        )


def test_a_focus_engages_the_target_of_a_formation() -> None:
    scene = flankers()
    scene.show("red", focus="blue-1")
    scene.look(scene.event("focused", "red", "blue-1"))
    scene = pincers()
    scene.show("red", focus="blue-1")
    with lie("red minds blue-1, and nobody flanks or surrounds it"):
        scene.look(scene.event("focused", "red", "blue-1"))
    scene = flankers(blue_2="A1")
    scene.show("red", focus="blue-2")
    with lie("red minds blue-2, who does not engage it"):
        scene.look(scene.event("focused", "red", "blue-2"))


def test_the_bonus_of_a_formation_goes_with_it() -> None:
    scene = flankers()
    scene.look(scene.strike("blue", "red", SKILL, FLANKING))
    with lie(r"blue has \[\] for a formation; expected .*10"):
        scene.look(scene.strike("blue", "red", SKILL))
    scene.show("red", focus="blue")
    scene.look(scene.event("focused", "red", "blue"), scene.strike("blue", "red", SKILL))
    with lie(r"blue has \[10\] for a formation; expected .*\[\]"):
        scene.look(scene.strike("blue", "red", SKILL, FLANKING))
    with lie(r"blue-1 has \[20\] for a formation"):
        scene.look(scene.strike("blue-1", "red", SKILL, Term("surrounding", 20, "R43")))


def test_a_spear_two_hexes_away_fills_a_direction() -> None:
    places = {"red": "D4", "blue": "F4", "blue-1": "D5", "blue-2": "D3"}
    scene = Scene(places, blue=SPEARMAN)
    near = [scene.engage(f"red {foe}") for foe in ("blue-1", "blue-2")]
    scene.look(scene.engage("red blue", "long"), *near, scene.form("red", "surrounded"))
    # From F5 it is as near to E4 as to E5, and takes the clockwise one, which is E5.
    scene = Scene({**places, "blue": "F5"}, blue=SPEARMAN)
    near = [scene.engage(f"red {foe}") for foe in ("blue-1", "blue-2")]
    with lie("red is surrounded; expected neither"):
        scene.look(scene.engage("red blue", "long"), *near, scene.form("red", "surrounded"))


def test_twelve_directions_round_a_large_one() -> None:
    four = [number % 3 == 0 for number in range(12)]
    assert is_even(four)
    assert not is_even([number in (0, 4, 9) for number in range(12)])
    assert is_even([number in (0, 4, 8) for number in range(12)])
    places = {"red": "D4", "blue": "F4", "blue-1": "C6", "blue-2": "C2"}
    scene = Scene(places, red=TROLL)
    pairs = [scene.engage(f"red {foe}") for foe in ("blue", "blue-1", "blue-2")]
    scene.look(*pairs, scene.form("red", "surrounded"))


# --- moving -----------------------------------------------------------------------------------


def walker(place: str, move: int = 4, **more: str) -> Scene:
    return Scene({"red": place, **more}, red=swordsman(move=move))


def test_people_go_as_far_as_they_can() -> None:
    for to, how, says in (
        ("F4", "move", ""),
        ("G4", "move", "red goes 3 steps by move, of 2"),
        ("H4", "sprint", ""),
        ("I4", "sprint", "red goes 5 steps by sprint, of 4"),
        ("D4", "move", "red goes where it stands"),
        ("M4", "placed", "red ends on ground that bears nobody"),
        ("F4", "magic", "red moves by magic"),
        ("F4", "follow", "red follows to F4, which nobody left"),
        ("F4", "placed", "red is placed by nobody"),
        ("F4", "knocked", "red is knocked away by nobody"),
        ("E4", "breakaway", "red goes by breakaway, and has not broken away"),
        ("F4", "closer", "red goes 2 steps by closer, of 1"),
        ("G4", "charge", "red charges from D4 to G4"),
    ):
        scene = walker("D4")
        scene.look()
        told = scene.move("red", to, how)
        if says:
            with lie(says):
                scene.look(told)
        else:
            scene.look(told)


def test_the_stages_of_a_move_add_up() -> None:
    scene = walker("D4")
    scene.look(scene.move("red", "E4"))
    scene.look(scene.move("red", "F4"))
    with lie("red goes 3 steps by move, of 2"):
        scene.look(scene.move("red", "G4"))


def test_wounds_and_lying_down_shorten_moves() -> None:
    scene = walker("D4", 8)
    scene.show("red", hit_points=(-1, 5, 5, 5, 5, 5, 5))
    scene.look()
    with lie("red goes 3 steps by move, of 2"):
        scene.look(scene.move("red", "G4"))
    scene = walker("D4", 8)
    scene.show("red", stance="prone")
    scene.look()
    with lie("red goes 2 steps by move, of 1"):
        scene.look(scene.move("red", "F4"))
    scene = walker("D4", 8)
    scene.show("red", stance="prone")
    scene.look()
    with lie("red is prone: sprint"):
        scene.look(scene.move("red", "E4", "sprint"))


def test_heavy_loads_shorten_moves() -> None:
    sheet = replace(swordsman(move=8), load=99)
    scene = Scene({"red": "D4"}, red=sheet)
    with lie("red goes 3 steps by move, of 2"):
        scene.look(scene.move("red", "G4"))
    light = replace(sheet, load=0, weapons=(replace(sheet.weapons[0], enc=99),))
    scene = Scene({"red": "D4"}, red=light)
    with lie("red goes 3 steps by move, of 2"):
        scene.look(scene.move("red", "G4"))
    scene = Scene({"red": "D4"}, red=light)
    scene.show("red", items=())
    dropped = replace(scene.event("dropped", "red"), item=light.weapons[0].id)
    scene.look(dropped, scene.move("red", "G4"))


def test_ground_and_people_lengthen_moves() -> None:
    # D2 is difficult; on the way from D3 to D1 everything else is farther.
    scene = Scene({"red": "D3"}, WALLED, red=swordsman(move=6))
    scene.look(scene.move("red", "D1"))
    scene = Scene({"red": "D3"}, WALLED, red=swordsman(move=4))
    with lie("red goes 3 steps by move, of 2"):
        scene.look(scene.move("red", "D1"))
    scene = Scene({"red": "D3"}, WALLED, red=swordsman(move=2))
    scene.look(scene.move("red", "D2"))  # the first step is always possible
    scene = Scene({"red": "A1", "red-1": "B1"}, Field(3, 1))
    with lie("red cannot come from A1 to C1"):
        scene.look(scene.move("red", "C1"))


def test_nobody_ends_on_somebody() -> None:
    scene = Scene({"red": "D4", "red-1": "E4"})
    with lie("red ends on somebody, at E4"):
        scene.look(scene.move("red", "E4"))


def test_nobody_is_elsewhere_without_an_event() -> None:
    scene = walker("D4")
    scene.move("red", "E4")
    with lie("red is at E4, and never went there"):
        scene.look()
    scene = walker("D4")
    told = scene.move("red", "F4")
    with lie("red starts at E4, where it is not"):
        scene.look(replace(told, facts={"how": "move", "from": "E4", "to": "F4"}))


def test_the_engaged_stay_in_reach() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(scene.move("red", "E5"))
    with lie("red walks out of reach of a foe"):
        scene.look(scene.move("red", "E6"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    with lie("red is engaged with blue, and goes by sprint"):
        scene.look(scene.move("red", "E5", "sprint"))


def test_a_charge_is_straight_and_ends_beside_its_target() -> None:
    for start, to, says in (
        ("D4", "G5", ""),
        ("D4", "F6", ""),
        ("D4", "H5", "red charges"),  # round it: its last step comes no nearer
        ("E4", "F6", "red charges"),  # two steps only
        ("D4", "F5", "red charges"),  # not there yet
    ):
        scene = walker(start, blue="G6")
        events = [scene.move("red", to, "charge", toward="blue"), scene.engage("red blue")]
        if says:
            with lie(says):
                scene.look(*events)
        else:
            scene.look(*events)


def test_breaking_away_leads_away_from_all_who_are_left() -> None:
    def breaks(to: str, how: str, held: str = "") -> list[Event]:
        fled = scene.event("broke_away", "red", how=how, held=held, **{"from": "blue"})
        return [fled, scene.part("red blue", "broke away"), scene.move("red", to, "breakaway")]

    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(*breaks("C4", "contested"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    with lie("red does not come farther from blue"):
        scene.look(*breaks("E5", "contested"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    with lie("red leaves blue without a contest"):
        scene.look(*breaks("C4", "automatic"))
    scene = Scene({"red": "D4", "blue": "E4", "blue-1": "E5"}).engaged("red blue", "red blue-1")
    with lie("red is held by blue-1, and goes all the same"):
        scene.look(*breaks("C4", "contested", "blue-1"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(scene.event("amended", "", "red", change="status", status="flying", on="yes"))
    scene.look(*breaks("C4", "automatic"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(scene.event("amended", "", "red", change="status", status="mounted", on="yes"))
    scene.look(*breaks("C4", "automatic"))


def test_whoever_falls_as_it_breaks_away_comes_no_farther() -> None:
    """P19i: where it provoked somebody, and was thrown down, it lies."""

    def breaks(falls: bool) -> None:
        scene = Scene({"red": "D4", "blue": "E4", "blue-1": "F7"}).engaged("red blue")
        events = [
            scene.event("broke_away", "red", how="contested", **{"from": "blue"}),
            scene.part("red blue", "broke away"),
            scene.move("red", "E5", "breakaway"),
        ]
        if falls:
            scene.show("red", conditions=("prone",), stance="prone")
            events.append(scene.event("condition", "", "red", condition="prone", change="began"))
        scene.look(*events)

    breaks(falls=True)
    with lie("red does not come farther from blue"):
        breaks(falls=False)


def test_a_retreat_leads_away_and_may_be_followed() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(scene.move("red", "C4", "retreat"), scene.move("blue", "D4", "follow"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    with lie("red does not come farther from blue"):
        scene.look(scene.move("red", "E5", "retreat"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(scene.move("red", "C4", "retreat"), scene.part("red blue", "not followed"))


# --- what is offered --------------------------------------------------------------------------


def turn(who: str, hexes: Iterable[str], *, sprint: Iterable[str] = (), charge: str = "") -> Prompt:
    """A turn of somebody, with these hexes to go to."""
    options = [Option("move", "Move", parameters=(_to(hexes),))]
    options.append(Option("sprint", "Sprint", parameters=(_to(sprint),)))
    if not sprint:
        options[1] = replace(options[1], unavailable=Unavailable("for the test", "P8"))
    if charge:
        target = Parameter("target", (Value(charge, charge),))
        options.append(Option("charge/war-sword", "Charge", parameters=(target,)))
    return Prompt("p", who, "action", 1, 1, 9, tuple(options), Answer("p", "pass"), 0)


def _to(hexes: Iterable[str]) -> Parameter:
    return Parameter("to", tuple(Value(name, name, place=name) for name in hexes))


def test_every_hex_that_a_move_reaches_is_offered_and_no_other() -> None:
    field = Field(5, 1, ("...#.",))
    scene = Scene({"red": "A1"}, field, red=swordsman(move=2))
    scene.look(prompts=[turn("red", ["B1"], sprint=["B1", "C1"])])
    for moves, sprints, says in (
        ([], ["B1", "C1"], "red is not offered .* by move"),
        (["B1"], ["B1"], "red is not offered .* by sprint"),
        (["B1"], [], "red could go by sprint, and is not offered it"),
        (["B1", "C1"], ["B1", "C1"], "red is offered .* by move, which is not open"),
        (["B1"], ["B1", "C1", "E1"], "red is offered .* by sprint, which is not open"),
    ):
        with lie(says):
            scene.look(prompts=[turn("red", moves, sprint=sprints)])


def test_the_engaged_are_offered_what_keeps_them_in_reach() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    with lie("red could go by breakaway, and is not offered it"):
        scene.look(prompts=[turn("red", ["E3", "E5"])])
    assert "which is not open" not in str(scene.watch.lies)
    with lie("red is engaged and offered a sprint"):
        scene.look(prompts=[turn("red", ["E3", "E5"], sprint=["E3"])])
    with lie("red is offered .* by move, which is not open"):
        scene.look(prompts=[turn("red", ["E3", "E5", "C4"])])


def test_a_charge_is_offered_where_it_is_possible() -> None:
    field = Field(6, 1)
    scene = Scene({"red": "A1", "blue": "E1"}, field)
    scene.look(prompts=[turn("red", ["B1", "C1"], sprint=["B1", "C1", "D1"], charge="blue")])
    scene = Scene({"red": "A1", "blue": "D1"}, field)
    with lie("red is offered to charge"):
        scene.look(prompts=[turn("red", ["B1", "C1"], sprint=["B1", "C1"], charge="blue")])


# --- blows ------------------------------------------------------------------------------------


def test_a_blow_reaches_as_far_as_its_weapon() -> None:
    scene = Scene({"red": "D4", "blue": "F4"})
    with lie("it strikes 2 hexes far"):
        scene.look(scene.strike("red", "blue", SKILL))
    scene = Scene({"red": "D4", "red-1": "E4"})
    with lie("red strikes at red-1, who is no foe"):
        scene.look(scene.strike("red", "red-1", SKILL))
    scene = Scene({"red": "D4", "blue": "F4"}, red=SPEARMAN)
    with lie("have come to blows, and are not engaged"):
        scene.look(scene.strike("red", "blue", SKILL, item="longspear"))


def test_what_is_too_long_at_short_reach_is_improvised() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.engage("red blue", "short")
    closer = scene.event("reach_set", "red", "blue", reach="short")
    scene.look(closer, scene.strike("red", "blue", SKILL, improvised="yes"))
    scene.look(scene.strike("red", "blue", SKILL, item="unarmed"))
    with lie("war-sword is improvised, or is not, wrongly"):
        scene.look(scene.strike("red", "blue", SKILL))


def opportunity(scene: Scene, by: str, at: str, trigger: str, item: str = "war-sword") -> Event:
    return scene.strike(by, at, SKILL, item=item, verb="opportunity", trigger=trigger)


def test_opportunity_attacks() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.look(opportunity(scene, "blue", "red", "move"))
    with lie("blue strikes twice at one action of red"):
        scene.look(opportunity(scene, "blue", "red", "move"))
    scene = Scene({"red": "D4", "blue": "F4"})
    with lie("blue strikes at red, 2 hexes far"):
        scene.look(opportunity(scene, "blue", "red", "move"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    with lie("defend is no opportunity"):
        scene.look(opportunity(scene, "blue", "red", "defend"))
    scene = Scene({"red": "D4", "blue": "E4"}, blue=BARE).engaged("red blue")
    with lie("unarmed is not ready"):
        scene.look(opportunity(scene, "blue", "red", "move", "unarmed"))
    scene = Scene({"red": "D4", "blue": "E4"}, blue=CLAWED).engaged("red blue")
    scene.look(opportunity(scene, "blue", "red", "move", "claws"))


def test_the_surprised_and_the_fallen_strike_at_no_opportunity() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    scene.show("blue", conditions=("surprised",))
    began = scene.event("condition", "", "blue", condition="surprised", change="began")
    with lie("blue is surprised, and strikes"):
        scene.look(began, opportunity(scene, "blue", "red", "move"))
    scene = Scene({"red": "D4", "blue": "E4"}).engaged("red blue")
    with lie("blue is down or hidden, and strikes"):
        scene.look(
            scene.fall("blue"),
            scene.part("red blue", "fallen"),
            opportunity(scene, "blue", "red", "move"),
        )


def test_spears_strike_first_at_long_reach_only() -> None:
    scene = Scene({"red": "D4", "blue": "F4"}, blue=SPEARMAN).engaged("red blue", reach="long")
    scene.look(opportunity(scene, "blue", "red", "reach", "longspear"))
    scene = Scene({"red": "D4", "blue": "E4"}, blue=SPEARMAN).engaged("red blue")
    with lie("blue and red are not at long reach"):
        scene.look(opportunity(scene, "blue", "red", "reach", "longspear"))
    scene = Scene({"red": "D4", "blue": "F4"}, red=SPEARMAN).engaged("red blue", reach="long")
    with lie("blue holds no long weapon"):
        scene.look(opportunity(scene, "blue", "red", "reach"))


def test_a_spoiled_action_does_not_happen() -> None:
    scene = Scene({"red": "D4", "blue": "E4"}, red=swordsman(("short-bow",))).engaged("red blue")
    scene.look(scene.event("spoiled", "red", verb="shoot"))
    rank = Figure("strike_rank", 7, (Term("Bow", 7),))
    shot = replace(scene.strike("red", "blue", verb="shoot", item="short-bow"), figures=(rank,))
    with lie("red acts, and its action was spoiled"):
        scene.look(shot)


# --- shots ------------------------------------------------------------------------------------


ARCHER: Final = swordsman(("short-bow",))


def shot(scene: Scene, *terms: Term) -> Event:
    return scene.strike("red", "blue", SKILL, *terms, verb="shoot", item="short-bow")


def test_the_line_of_a_shot_has_a_hex_for_every_step() -> None:
    between = line(hex_named("A1"), hex_named("E1"))
    assert between.through == [hex_named(name) for name in ("B1", "C1", "D1")]
    assert between.touched == []
    # From A1 to B2 by way of B1 or A2: it runs along their edge.
    between = line(hex_named("A1"), hex_named("B2"))
    assert between.through == []
    assert {*between.touched} == {hex_named("B1"), hex_named("A2")}


def test_nothing_is_shot_through_a_wall_or_too_far() -> None:
    scene = Scene({"red": "A1", "blue": "D1"}, Field(5, 1, (".#...",)), red=ARCHER)
    with lie("red shoots at blue through a wall"):
        scene.look(shot(scene))
    scene = Scene({"red": "A1", "blue": "BJ1"}, Field(70, 1), red=ARCHER)
    with lie("red shoots 122 m, with a range of 60 m"):
        scene.look(shot(scene))


def test_cover_and_people_on_the_line_cost_a_shot_once() -> None:
    cover, way = Term("cover", -20, "P27g"), Term("somebody in the way", -20, "P27h")
    for places, rows, terms, says in (
        ({}, ".....", (), ""),
        ({}, ".....", (cover,), "cover False"),
        ({}, "..o..", (), ""),  # the cover is not right before the target
        ({}, "...o.", (cover,), ""),
        ({}, "...o.", (), "cover True"),
        ({"red-1": "B1"}, ".....", (way,), ""),
        ({"red-1": "B1"}, ".....", (), "past .*red-1"),
        ({"red-1": "B1"}, "...o.", (cover,), ""),
        ({"red-1": "B1"}, "...o.", (cover, way), "pays for cover and for somebody in the way"),
    ):
        field = Field(5, 1, (rows,))
        scene = Scene({"red": "A1", "blue": "E1", **places}, field, red=ARCHER)
        told = shot(scene, *terms)
        if says:
            with lie(says):
                scene.look(told)
        else:
            scene.look(told)
