"""An event names the sentences that decided it, as its `why` shows them."""

from __future__ import annotations

from typing import Final

import pytest

from rules.kernel.model import Event, Figure, Term
from rules.request.chapters import magic
from rules.request.tell import reasons as module
from rules.request.tell.figures import why
from rules.request.tell.reasons import reasons
from tests.support.rulebook import ROOT, book_of, sentences

IDS: Final = {key for key, _ in sentences(book_of("request"))}
WORDS: Final = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
OWN_WORDS: Final = {"hex", "circle", "drawn", "loading", "nocked", "view", "acts", "anything"}


def event(kind: str, **facts: str) -> Event:
    return Event("r1.p1.1.e0", kind, 1, 1, 9, facts=facts)


def blow(**facts: str) -> set[str]:
    return set(reasons(event("attack", verb="attack", **facts)))


def listed() -> set[str]:
    """Every id that the tables name."""
    found = [*module.KINDS.values(), *module.CONDITIONS.values()]
    found += [*module.SPELLS.values(), *module.ENDINGS.values()]
    found += [
        ids for names in module.FACTS.values() for said in names.values() for ids in said.values()
    ]
    return {one for ids in found for one in ids}


def test_every_rule_that_is_named_can_be_read() -> None:
    assert listed() <= IDS


@pytest.mark.parametrize("kind", sorted({*module.KINDS, *module.FACTS}))
def test_only_kinds_and_facts_that_there_are_have_rules(kind: str) -> None:
    assert f"`{kind}`" in WORDS
    for name, said in module.FACTS.get(kind, {}).items():
        assert f"`{name}`" in WORDS
        for word in {*said} - OWN_WORDS:
            assert f"`{word}`" in WORDS or word in ("minor", "serious", "major"), word


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"level": "success", "defence": "parry", "defence_level": "success"}, "P15"),
        ({"level": "critical", "defence": "parry", "defence_level": "critical"}, "P15a"),
        ({"level": "failure", "defence": "parry", "defence_level": "critical"}, "P15c"),
        ({"level": "fumble", "defence": "parry", "defence_level": "critical"}, "P15c"),
        ({"level": "failure", "defence": "parry", "defence_level": "fumble"}, "P14d"),
        ({"level": "critical", "defence": "dodge", "defence_level": "success"}, "P16"),
        ({"level": "critical", "defence": "dodge", "defence_level": "critical"}, "P16f"),
        ({"level": "success", "defence": "dodge", "defence_level": "success"}, "P16f"),
        ({"level": "success", "defence": "dodge", "defence_level": "critical"}, "P16e"),
        ({"level": "failure", "defence": "dodge", "defence_level": "critical"}, "P16e"),
        ({"level": "failure", "defence": "dodge", "defence_level": "failure"}, "P14d"),
    ],
)
def test_the_levels_of_a_blow_decide_together(facts: dict[str, str], rule: str) -> None:
    of_levels = {"P15", "P15a", "P15c", "P15c2", "P16", "P16e", "P16f", "P14d"}

    assert blow(**facts) & of_levels == {rule}


def test_a_level_that_falls_counts_as_the_lower_one() -> None:
    both = {"level": "success", "defence": "parry", "defence_level": "success"}

    assert "P15" in blow(**both)
    assert "P15" not in blow(**both, demoted="attacker")
    assert "P15" not in blow(**both, demoted="defender")
    critical = {"level": "critical", "defence": "parry", "defence_level": "critical"}
    assert "P15" in blow(**critical, demoted="defender")


def test_a_shot_that_is_parried_critically_brings_no_riposte() -> None:
    facts = {"level": "failure", "defence": "parry", "defence_level": "critical"}
    shot = reasons(event("attack", verb="shoot", **facts))

    assert "P15c2" in shot
    assert "P15c" not in shot


def test_nobody_defends_and_nothing_is_compared() -> None:
    assert blow(level="failure", defence="cannot") == {"P14a"}


def test_a_fight_begins_with_places_or_without() -> None:
    assert reasons(event("combat_began", field="12x8")) == ("C21",)
    assert reasons(event("combat_began", distance="0")) == ("C7",)


def test_a_condition_has_its_cause() -> None:
    fell = event("condition", condition="prone", change="began", cause="serious wound")

    assert reasons(fell) == ("P24d",)
    assert reasons(event("condition", condition="prone", change="ended", cause="any")) == ()


def test_the_rules_stand_below_the_sums() -> None:
    rank = Figure("strike_rank", 9, (Term("DEX", 9, "R16"),))
    aimed = Event("r1.p1.1.e0", "aimed", 1, 1, 9, figures=(rank,))

    assert why(aimed) == ("strike rank 9: DEX 9 [R16]", "rules P16d")
    assert why(event("left")) == ()


def test_spells_begin_and_end_by_their_rules() -> None:
    def changed(name: str, change: str, cause: str) -> set[str]:
        return set(reasons(event("condition", condition=name, change=change, cause=cause)))

    assert {*magic.WORDS} - {""} == module.SPELLS.keys()
    assert changed("slowed", "began", "Hindrance") == {"P26s", "P26s2"}
    assert changed("slowed", "ended", "dispelled") == {"P26t"}
    assert changed("slowed", "ended", "its time was over") == {"P26f"}
    assert changed("lit up", "ended", "Gloom") == {"P26p2"}
