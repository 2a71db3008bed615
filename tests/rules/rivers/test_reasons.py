"""An event of Rivers names the sentences that decided it, as its `why` shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pytest

from rules.kernel.model import Event, Figure, Term
from rules.rivers.course.choices import VERBS
from rules.rivers.data import library
from rules.rivers.model import Options, Setup
from rules.rivers.tell import blow_deciders as blows, deciders as module, deed_deciders as deeds
from rules.rivers.tell.figures import why
from rules.rivers.tell.reasons import reasons
from rules.rivers.tell.teller import Teller
from strikerank.headless import header_from
from tests.golden.record import rivers_path_of
from tests.support.rulebook import ROOT, book_of, sentences

IDS: Final = {key for key, _ in sentences(book_of("rivers"))}
WORDS: Final = (ROOT / "docs" / "rivers.md").read_text(encoding="utf-8")
OWN_WORDS: Final = {"yes", "scenario", "draw", "cap", "stalemate", "victory"}
"""Of whoever amends, of an end, and of what `docs/events.md` says for both systems."""


def event(kind: str, /, **facts: str) -> Event:
    return Event("r1.p1.1.e0", kind, 1, 1, 9, facts=facts)


def numbered(kind: str, *figures: Figure, **facts: str) -> set[str]:
    return set(reasons(Event("r1.p1.1.e0", kind, 1, 1, 9, facts=facts, figures=figures)))


def blow(**facts: str) -> set[str]:
    return set(reasons(event("attack", **facts)))


def number(name: str, value: int, *rules: str, dice: str = "") -> Figure:
    return Figure(name, value, tuple(Term("because", value, rule) for rule in rules), dice=dice)


def listed() -> set[str]:
    """Every id that the tables name."""
    tables: list[Iterable[tuple[str, ...]]] = [
        *(module.KINDS.values(), module.FACTS.values(), module.CONDITIONS.values()),
        *(module.ON_A_MAP.values(), *[values.values() for values in module.OPTIONS.values()]),
        (module.BEGINS, module.UNDER, module.AMBUSH, module.WITH_PLACES, module.WITHOUT_PLACES),
        (module.SEVERAL, module.CROWDED, module.PAIR, module.ALONE, module.OTHERS_ALONE),
        *(deeds.VERBS.values(), deeds.DEFENCES.values(), deeds.CASTS.values()),
        *(deeds.OUTCOMES.values(), deeds.BY_SPELL.values()),
        *(deeds.ENDINGS.values(), deeds.RITUALS.values()),
        (deeds.DECLARED, deeds.TWO_DEFENCES, deeds.BESIDES, deeds.AT_ONCE, deeds.AFTERWARDS),
        (deeds.CROSSES,),
        *(blows.PARRIED.values(), blows.DODGED.values(), blows.UNROLLED.values()),
        *(blows.WORDS.values(), blows.TERMS.values()),
        (blows.UNANSWERED, blows.ORDER, blows.DEFENDED, blows.BOTH_LATE, blows.PAST_TWELVE),
        (blows.FASTEST, blows.BOTH_ABOVE, blows.CERTAIN, blows.NEGATIVE_BONUS),
        (blows.LESS_IN_THE_PLACE,),
    ]
    return {one for table in tables for ids in table for one in ids}


def test_every_rule_that_is_named_can_be_read() -> None:
    assert len(listed()) > 200
    assert listed() <= IDS


@pytest.mark.parametrize("kind", sorted({*module.KINDS, *(kind for kind, _, _ in module.FACTS)}))
def test_only_kinds_that_there_are_have_rules(kind: str) -> None:
    assert f"`{kind}`" in WORDS


@pytest.mark.parametrize(("kind", "name", "word"), sorted(module.FACTS))
def test_only_facts_that_there_are_have_rules(kind: str, name: str, word: str) -> None:
    assert f"`{name}`" in WORDS
    assert f"`{word}`" in WORDS or word in OWN_WORDS, (kind, word)


def test_only_verbs_spells_and_options_that_there_are_have_rules() -> None:
    assert deeds.VERBS.keys() <= set(VERBS)
    assert deeds.BY_SPELL.keys() | deeds.ENDINGS.keys() <= library().spells.keys()
    assert module.OPTIONS.keys() == set(Options.__struct_fields__)


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"level": "critical", "defence": "parry", "defence_level": "critical"}, "Q35e"),
        ({"level": "critical", "defence": "parry", "defence_level": "special"}, "Q35f"),
        ({"level": "special", "defence": "parry", "defence_level": "success"}, "Q35g"),
        ({"level": "success", "defence": "parry", "defence_level": "failure"}, "Q35h"),
        ({"level": "special", "defence": "parry", "defence_level": "critical"}, "Q35j"),
        ({"level": "failure", "defence": "parry", "defence_level": "special"}, "Q35k"),
        ({"level": "fumble", "defence": "parry", "defence_level": "success"}, "Q35l"),
        ({"level": "failure", "defence": "parry", "defence_level": "fumble"}, "Q35m"),
        ({"level": "success", "defence": "dodge", "defence_level": "success"}, "Q32a"),
        ({"level": "critical", "defence": "dodge", "defence_level": "success"}, "Q32b"),
        ({"level": "special", "defence": "none"}, "Q32c"),
        ({"level": "failure", "defence": "dodge", "defence_level": "fumble"}, "Q32d"),
        ({"level": "fumble", "defence": "none"}, "Q32e"),
        ({"level": "failure", "defence": "dodge"}, "Q31"),
    ],
)
def test_the_levels_of_a_blow_decide_together(facts: dict[str, str], rule: str) -> None:
    of_levels = {f"Q35{one}" for one in "efghjklm"} | {f"Q32{one}" for one in "abcde"} | {"Q31"}

    assert blow(**facts) & of_levels == {rule}


def test_nobody_defends_and_no_parry_is_compared() -> None:
    assert "Q32" in blow(level="success")
    assert not blow(level="success") & {"Q35e", "A2"}
    assert "Q34" in blow(level="success", defence="parry", defence_level="success", flight="shot")


@pytest.mark.parametrize(
    ("figures", "rule", "others"),
    [
        ([number("attack_roll", 5, "Q19", dice="1D100")], "Q19a", [number("x", 5)]),
        (
            [number("attack_roll", 96, "Q19", dice="1D100")],
            "Q19a",
            [number("attack_roll", 95, "Q19", dice="1D100")],
        ),
        (
            [number("strike_rank", 9, "S25", "S26")],
            "A16",
            [number("strike_rank", 9, "S25")],
        ),
        ([number("strike_rank", 13, "S25")], "S47", [number("strike_rank", 12, "S25")]),
        ([number("strike_rank", 40, "S37")], "S39", [number("strike_rank", 39, "S37")]),
        ([number("damage", -1, "Q35")], "Q35n", [number("damage", 1, "Q35")]),
        (
            [number("attack_chance", -9, "Q21"), number("defence_chance", -9, "Q21")],
            "Q21a",
            [number("attack_chance", -9, "Q21"), number("defence_chance", 9)],
        ),
        (
            [number("hit_points", -2, "H10"), number("all_hit_points", -5, "H10")],
            "H10a",
            [number("hit_points", -5, "H10"), number("all_hit_points", -5, "H10")],
        ),
    ],
)
def test_a_number_names_what_its_parts_mean(
    figures: list[Figure], rule: str, others: list[Figure]
) -> None:
    assert rule in numbered("attack", *figures)
    assert rule not in numbered("attack", *others)


def test_an_engagement_is_by_how_many_there_are() -> None:
    assert "S4a" in reasons(event("engagement_began", first="ann", second="bob"))
    assert "C2" in reasons(event("engagement_began", first="ann", second="bob, cid"))
    assert "S6" not in reasons(event("engagement_began", first="ann", second="a, b, c, d"))
    assert "S6" in reasons(event("engagement_began", first="ann", second="a, b, c, d, e"))
    assert "S8" in reasons(event("engagement_began", first="ann", second=""))
    assert "A20" not in reasons(event("engagement_began", first="ann", second=""))
    assert "A20" in reasons(event("engagement_began", first="", second="bob"))


def test_what_is_declared_has_its_verb_and_its_defences() -> None:
    found = reasons(event("declared", verb="unsling", defence="none"))

    assert found[0] == "D6"
    assert "S19" not in found
    both = reasons(event("declared", verb="attack", defence="broadsword+dodge"))
    assert {"A3", "S19", "Q33"} <= set(both)


def test_a_fight_begins_with_places_or_without_and_with_its_house_rules() -> None:
    assert "C80" in reasons(event("combat_began", field="12x8"))
    assert "C1" not in reasons(event("combat_began", field="12x8"))
    begun = reasons(event("combat_began", distance="0", options="equal_ranks pc_first"))
    assert {"C1", "A4a", "S11"} <= set(begun)
    assert "A4b" not in begun
    assert "S5b" in reasons(event("combat_began", distance="0", surprised="ann"))
    assert {"M35", "M14"} <= set(reasons(event("combat_began", under="strength")))


def test_spells_begin_and_end_by_their_rules() -> None:
    cast = reasons(event("cast", spell="shield", outcome="stands", kind="prepared"))

    assert {"C20", "A10b", "S30"} <= set(cast)
    assert "C20" not in reasons(event("cast", spell="shield", outcome="fails"))
    assert "M37" in reasons(event("cast", spell="shield", outcome="crosses"))
    assert "A10" in reasons(event("cast", spell="shield", outcome="stands"))
    assert reasons(event("spell_ended", spell="sword-trance")) == ("A23", "C22")
    assert reasons(event("ritual", change="kept")) == ("Q46",)


def test_a_way_on_a_map_leads_to_a_hex() -> None:
    walked = Event("r1.p1.1.e0", "walked", 1, 1, 0, facts={"way": "away"}, place="B2")

    assert "C83" in reasons(walked)
    assert "C83" not in reasons(event("walked", way="away"))
    assert "H11" in reasons(event("condition", condition="falls", change="began"))


def test_the_rules_stand_below_the_sums_and_none_twice() -> None:
    rank = Figure("strike_rank", 9, (Term("DEX 9", 3, "Q1"), Term("weapon", 6, "Q3")), "Q9")
    struck = Event("r1.p1.1.e0", "attack", 1, 1, 9, figures=(rank,))
    sums, rules = why(struck)

    assert sums == "strike rank 9: DEX 9 3 [Q1]; weapon +6 [Q3]"
    assert rules == "rules Q32, S10, A5, A4, S22"
    assert why(event("bled")) == ("rules H14",)
    assert why(event("nothing that has rules")) == ()
    assert why(event("combat_began", field="9x9"))[0].endswith(" more")


def test_the_house_rules_are_told_and_what_is_usual_is_not() -> None:
    header = rivers_path_of("clumsy", 63).read_bytes().partition(b"\n")[0]
    setup = header_from(header).setup
    assert isinstance(setup, Setup)
    teller = Teller(setup)
    told = teller.line(event("combat_began", field="9x9", options="budget two"))

    assert told is not None
    assert told.text == "House rules: budget two."
    assert told.why[0].startswith("rules A1a, ")
    assert teller.line(event("combat_began", field="9x9")) is None
