"""Short names for the nouns of a ReQuest fight, and a scene that plays what a test scripts.

Everything a test does not mention is the same for everybody: all characteristics 11 (so
that blows have no damage modifier), every skill 50, sword in hand, no armour.  Each
location then bears: leg 5, abdomen 6, chest 7, arm 4, head 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field as kept
from typing import Final

import pytest

from rules.kernel.errors import IllegalAnswerError
from rules.kernel.field.model import Field
from rules.kernel.model import (
    Answer,
    Event,
    Figure,
    Moment,
    Observer,
    Option,
    Prompt,
    SetStatus,
    TableDice,
)
from rules.kernel.people.model import Characteristics
from rules.request.chapters import rolls, wounds
from rules.request.course.machine import Fight, begin
from rules.request.model import (
    Armour,
    Blow,
    Change,
    Entry,
    Options,
    Seen,
    Setup,
    Sheet,
    Shot,
    Side,
    Surroundings,
    Timed,
    View,
    Weapon,
)
from tests.support.dice import ScriptedDice

SEED: Final = b"sixteen bytes ok"
ONE_PHASE: Final = (1, 1)
ONE_ROUND: Final = (1, 9)
TO_THE_END: Final = (999, 9)

# --- gear ------------------------------------------------------------------------------------

SWORD: Final = Weapon("sword", "sword", 1, 4, 10, "normal", close=Blow("1H Sword", 1, 8))
SHIELD: Final = Weapon(
    "shield", "shield", 1, 8, 12, "short", shield=True, close=Blow("Shield", 1, 6)
)
AXE: Final = Weapon("axe", "great axe", 2, 3, 10, "long", close=Blow("2H Axe", 2, 6, 2))
SPEAR: Final = Weapon("spear", "spear", 1, 2, 5, "long", close=Blow("Spear", 1, 8))
DAGGER: Final = Weapon(
    "dagger",
    "dagger",
    1,
    4,
    6,
    "short",
    close=Blow("Dagger", 1, 4, 1),
    shot=Shot("Throwing", 1, 6, range=10, load=0, thrown=True),
)
BOW: Final = Weapon(
    "bow", "bow", 2, 2, 4, "normal", shot=Shot("Bow", 1, 8, range=60, load=1, missiles=20)
)
CROSSBOW: Final = Weapon(
    "crossbow", "crossbow", 2, 2, 5, "normal", shot=Shot("Crossbow", 2, 6, 100, load=2, missiles=9)
)
SKILLS: Final = (
    "Acrobatics",
    "Athletics",
    "1H Sword",
    "2H Axe",
    "Bow",
    "Crossbow",
    "Dagger",
    "Dodge",
    "Resilience",
    "Shield",
    "Spear",
    "Throwing",
)
CHAIN_COIF: Final = Armour("coif", "chain coif", 5, ("head",), 5)
CHAIN_SHIRT: Final = Armour(
    "shirt", "chain shirt", 5, ("abdomen", "chest", "right arm", "left arm"), 20
)
LEATHER: Final = Armour("leather", "heavy leather hauberk", 2, ("abdomen", "chest"), 4)


def fighter(  # noqa: PLR0913 - whatever a test wants to say of somebody
    name: str,
    side: str = "",
    *,
    dex: int = 11,
    strong: int = 11,
    size: int = 11,
    sword: int = 50,
    skills: Mapping[str, int] | None = None,
    weapons: Sequence[Weapon] = (SWORD, SHIELD, DAGGER),
    held: Sequence[str] | None = None,
    armour: Sequence[Armour] = (),
    hide: int = 0,
    loaded: bool = True,
    surprised: bool = False,
    hidden: bool = False,
) -> Entry:
    """Somebody; without a side of his own he is against everybody; holds the first weapon only."""
    traits = Characteristics(STR=strong, CON=11, SIZ=size, INT=11, POW=11, DEX=dex, CHA=11)
    learned = dict.fromkeys(SKILLS, 50) | {"1H Sword": sword} | dict(skills or {})
    return Entry(
        id=name,
        name=name.upper(),
        side=side or name,
        sheet=Sheet(
            creature="human",
            characteristics=traits,
            skills=learned,
            weapons=tuple(weapons),
            armour=tuple(armour),
            hit_points=wounds.hit_points(traits.CON + traits.SIZ),
            natural_armour=hide,
        ),
        held=tuple([one.id for one in weapons[:1]] if held is None else held),
        loaded=loaded,
        surprised=surprised,
        hidden=hidden,
    )


def archer(
    name: str, side: str = "", *, dex: int = 11, bow: int = 50, loaded: bool = True
) -> Entry:
    return fighter(name, side, dex=dex, skills={"Bow": bow}, weapons=(BOW, DAGGER), loaded=loaded)


# --- what somebody says ------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """An answer that does not know yet which prompt it answers; without an option: silence."""

    option: str = ""
    values: tuple[str, ...] = ()
    also: tuple[str, ...] | None = None
    dice: TableDice | None = None

    def is_reaction(self) -> bool:
        return self.word() in REACTIONS

    def word(self) -> str:
        return self.option.partition("/")[0]

    def to(self, prompt: Prompt) -> Answer:
        if not self.option:
            return prompt.default
        return Answer(prompt.id, self.option, self.values, self.also, self.dice)


REACTIONS: Final = (
    "parry",
    "dodge",
    "decline",
    "riposte",
    "opportunity",
    "oppose",
    "follow",
    "engage",
    "focus",
    "resist",
)
SILENCE: Final = Said()
DEFEND: Final = Said("defend")
RECOVER: Final = Said("recover")
PASS: Final = Said("pass")
DODGE: Final = Said("dodge")
DECLINE: Final = Said("decline")


def attack(target: str, weapon: str = "sword", also: tuple[str, ...] | None = None) -> Said:
    return Said(f"attack/{weapon}", (target,), also)


def precise(target: str, aim_at: str, weapon: str = "sword") -> Said:
    return Said(f"precise/{weapon}", (target, aim_at))


def shoot(target: str, weapon: str = "bow") -> Said:
    return Said(f"shoot/{weapon}", (target,))


def aim(target: str, weapon: str = "bow") -> Said:
    return Said(f"aim/{weapon}", (target,))


def stance(name: str) -> Said:
    return Said("stance", (name,))


def ready(item: str) -> Said:
    return Said(f"ready/{item}")


def wait(until: int = 1, trigger: str = "nothing") -> Said:
    return Said("wait", (str(until), trigger))


def carry(trigger: str = "nothing") -> Said:
    return Said("carry", (trigger,))


def parry(item: str = "sword") -> Said:
    return Said(f"parry/{item}")


def riposte(weapon: str = "sword") -> Said:
    return Said(f"riposte/{weapon}")


# --- the scene ---------------------------------------------------------------------------------


@dataclass
class Scene:
    """A fight under way: what was asked (wait by wait) and what happened."""

    fight: Fight
    waits: list[list[Prompt]] = kept(default_factory=list)
    events: list[Event] = kept(default_factory=list)

    def play(
        self,
        script: Mapping[str, Sequence[Said]] | None = None,
        dice: str = "",
        upto: tuple[int, int] = ONE_PHASE,
    ) -> Scene:
        """Answer everything up to the end of round and phase *upto*.

        Each combatant's script is taken in order, actions and reactions apart.  Whoever
        has none left lets actions go and declines reactions; and declines also what its
        next reaction is no answer to.  Script and dice must be used up.
        """
        actions = {name: [s for s in said if not s.is_reaction()] for name, said in _of(script)}
        reactions = {name: [s for s in said if s.is_reaction()] for name, said in _of(script)}
        with ScriptedDice(dice) as scripted:
            self.fight.dice = scripted
            while prompts := self.open(upto):
                self.waits.append(prompts)
                self.fight.advance([_next(p, actions, reactions).to(p) for p in prompts])
                self._take_events()
        left = {name: said for name, said in [*actions.items(), *reactions.items()] if said}
        assert not left, f"never asked: {left}"
        return self

    def open(self, upto: tuple[int, int] = TO_THE_END) -> list[Prompt]:
        """Return the prompts that are open, unless they come after *upto*."""
        return [p for p in self.fight.prompts() if (p.round, p.phase) <= upto]

    def answer(self, *said: Said, dice: str = "") -> Scene:
        """Answer the present wait only."""
        with ScriptedDice(dice) as scripted:
            self.fight.dice = scripted
            prompts = self.open()
            self.waits.append(prompts)
            self.fight.advance([s.to(p) for s, p in zip(said, prompts, strict=True)])
            self._take_events()
        return self

    def _take_events(self) -> None:
        """Take what happened; whatever was rolled must mean what its chance says."""
        new = self.fight.take_events()
        self.events += new
        options = self.fight.setup.options
        for event in new:
            for kinds, chance, roll, fact in LEVELS:
                shown = {one.name: one.value for one in event.figures}
                if event.kind in kinds and chance in shown:
                    found = rolls.level(
                        shown[roll],
                        shown[chance],
                        options.critical_rounding == "up",
                        options.fumble_from,
                    )
                    assert event.facts[fact] == rolls.LEVEL_NAMES[found], event

    def amend(self, *changes: Change, dice: str = "") -> Scene:
        """Change the fight as a game master does."""
        with ScriptedDice(dice) as scripted:
            self.fight.dice = scripted
            for change in changes:
                self.fight.amend("game master", "the test wants it", change)
            self.events += self.fight.take_events()
        return self

    # --- what was asked ---

    def asked(self, who: str, kind: str = "action") -> list[Prompt]:
        """Every prompt to one combatant up to now."""
        return [
            p for prompts in self.waits for p in prompts if (p.combatant, p.kind) == (who, kind)
        ]

    def ranks(self, who: str) -> list[int]:
        """The strike ranks at which one combatant was asked for an action."""
        return [p.rank for p in self.asked(who)]

    def prompt(self, who: str) -> Prompt:
        """The next action prompt of one combatant; whoever comes before lets the action go."""
        while prompts := self.fight.prompts():
            for prompt in prompts:
                if prompt.combatant == who and prompt.kind == "action":
                    return prompt
            self.answer(*[PASS if p.kind == "action" else DECLINE for p in prompts])
        pytest.fail(f"{who} has no turn any more")

    def option(self, who: str, option_id: str) -> Option:
        """One option of the next prompt of one combatant."""
        return next(o for o in self.prompt(who).options if o.id == option_id)

    def offers(self, who: str) -> list[str]:
        """The ids of what is possible at the next prompt of one combatant."""
        return [o.id for o in self.prompt(who).options if o.unavailable is None]

    def refuses(self, who: str, said: Said) -> bool:
        """Is this answer refused at the next prompt of one combatant?"""
        prompt = self.prompt(who)
        question = next(q for q in self.fight.questions() if q.id == prompt.id)
        try:
            question.check(said.to(prompt))
        except IllegalAnswerError:
            return True
        return False

    # --- what happened ---

    def of(self, *kinds: str, by: str = "", at: str = "") -> list[Event]:
        """Events of some kinds, by somebody, at somebody."""
        return [
            e
            for e in self.events
            if e.kind in kinds and (not by or e.by == by) and (not at or e.at == at)
        ]

    def attack(self, by: str = "", at: str = "") -> Event:
        """The one attack there was."""
        (only,) = self.of("attack", by=by, at=at)
        return only

    def acts(self) -> list[tuple[int, str]]:
        """Strike rank and doer of every action, in order."""
        return [(e.rank, e.by) for e in self.of(*ACTIONS)]

    def changes(self, who: str) -> list[tuple[str, str]]:
        """The conditions of one combatant that began or ended, in order."""
        return [
            (e.facts["condition"], e.facts["change"])
            for e in self.of("condition")
            if (e.at or e.by) == who
        ]

    # --- how things stand ---

    def seen(self, who: str) -> Seen:
        """One combatant as the game master sees it."""
        view = self.fight.view(Observer("game_master"))
        assert isinstance(view, View)
        return next(c for c in view.combatants if c.id == who)

    def points(self, who: str, location: str) -> int:
        """The hit points of one location."""
        points = self.seen(who).hit_points
        assert points is not None
        return points[PLACES.index(location)]

    def held(self, who: str) -> list[str]:
        return [item.id for item in self.seen(who).items if item.state == "held"]


LEVELS: Final = (
    (("attack",), "attack_chance", "attack_roll", "level"),
    (("attack",), "defence_chance", "defence_roll", "defence_level"),
    (("contest", "opposed"), "contest_chance", "contest_roll", "level"),
)
ACTIONS: Final = ("attack", "aimed", "defended", "stance", "readied", "recovered")
PLACES: Final = (
    "right leg",
    "left leg",
    "abdomen",
    "chest",
    "right arm",
    "left arm",
    "head",
)


def scene(  # noqa: PLR0913 - whatever a test wants to say of a fight
    *people: Entry,
    distance: int = 0,
    field: Field | None = None,
    friends: Mapping[str, tuple[str, ...]] | None = None,
    given: Sequence[Change] = (),
    later: Sequence[tuple[Moment, Change]] = (),
    options: Options | None = None,
    surroundings: Surroundings | None = None,
) -> Scene:
    """A fight; *given* changes hold before anybody is asked, *later* ones come at their moment."""
    sides = list(dict.fromkeys(one.side for one in people))
    timed = [Timed(Moment(1), change) for change in given]
    timed += [Timed(moment, change) for moment, change in later]
    setup = Setup(
        name="a test",
        sides=tuple(Side(one, one, (friends or {}).get(one, ())) for one in sides),
        combatants=people,
        options=options or Options(),
        distance=distance,
        field=field,
        amendments=tuple(timed),
        surroundings=surroundings or Surroundings(),
    )
    fight = begin(setup, SEED, watched=True)
    made = Scene(fight)
    made.events += fight.take_events()
    return made


def attack_need(
    fight: Scene,
    script: Mapping[str, Sequence[Said]],
    die: str = "d8",
    upto: tuple[int, int] = ONE_PHASE,
) -> int:
    """What the one attack of a script needs, proved by rolling just that, and one more."""
    blow = copied(fight).play(script, "d100=96", upto).attack()
    chance = figure(blow, "attack_chance")
    copied(fight).play(script, f"d100={chance} {die}=1 d20=10", upto)
    copied(fight).play(script, f"d100={chance + 1}", upto)
    return chance


def defence_need(
    fight: Scene, script: Mapping[str, Sequence[Said]], upto: tuple[int, int] = ONE_PHASE
) -> int:
    """The same for the defence against the one attack, which fails."""
    blow = copied(fight).play(script, "d100=96 d100=96", upto).attack()
    chance = figure(blow, "defence_chance")
    for rolled in (chance, chance + 1):
        copied(fight).play(script, f"d100=96 d100={rolled}", upto)
    return chance


def copied(fight: Scene) -> Scene:
    """The same fight, to go on by itself, with nothing asked and nothing happened yet."""
    return Scene(fight.fight.fork())


def overextended(who: str) -> SetStatus:
    return SetStatus(who, "overextended")


def vulnerable(who: str) -> SetStatus:
    return SetStatus(who, "vulnerable")


def prone(who: str) -> SetStatus:
    return SetStatus(who, "prone")


def unconscious(who: str) -> SetStatus:
    return SetStatus(who, "unconscious")


def figure(event: Event, name: str) -> int:
    """The value of one of an event's figures."""
    return _figure(event, name).value


def terms(event: Event, name: str) -> dict[str, int]:
    """What one of an event's figures is made of, by the rule of each addend's label."""
    return {term.label: term.value for term in _figure(event, name).terms}


def _figure(event: Event, name: str) -> Figure:
    return next(one for one in event.figures if one.name == name)


def _of(script: Mapping[str, Sequence[Said]] | None) -> list[tuple[str, Sequence[Said]]]:
    return list((script or {}).items())


def _next(prompt: Prompt, actions: dict[str, list[Said]], reactions: dict[str, list[Said]]) -> Said:
    if prompt.kind == "action":
        said = actions.get(prompt.combatant)
        return said.pop(0) if said else PASS
    said = reactions.get(prompt.combatant)
    words = [option.id.partition("/")[0] for option in prompt.options]
    return said.pop(0) if said and said[0].word() in words else DECLINE
