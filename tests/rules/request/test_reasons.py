"""An event names the sentences that decided it, as its `why` shows them."""

from __future__ import annotations

from typing import Final

import pytest

from rules.kernel.model import Event, Figure, Term
from rules.request.chapters import magic
from rules.request.course.choices import VERBS
from rules.request.model import Options
from rules.request.tell import deciders as module
from rules.request.tell.figures import why
from rules.request.tell.reasons import reasons
from tests.support.rulebook import ROOT, book_of, sentences

IDS: Final = {key for key, _ in sentences(book_of("request"))}
WORDS: Final = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
OWN_WORDS: Final = {
    "hex",
    "circle",
    "drawn",
    "loading",
    "nocked",
    "view",
    "acts",
    "anything",
    "minor",
    "add",
    "hide",
    "reveal",
    "status",
    "1",
    "serious",
    "major",
}


def event(kind: str, **facts: str) -> Event:
    return Event("r1.p1.1.e0", kind, 1, 1, 9, facts=facts)


def blow(**facts: str) -> set[str]:
    return set(reasons(event("attack", verb="attack", **facts)))


def listed() -> set[str]:
    """Every id that the tables name."""
    tables = (module.KINDS, module.FACTS, module.CONDITIONS, module.SPELLS, module.ENDINGS)
    found = [ids for table in (*tables, module.OPTIONS, module.SHOT_AT) for ids in table.values()]
    found += [module.BEGINS, module.WITH_PLACES, module.WITHOUT_PLACES]
    found += [ids for terms in module.TERMS.values() for ids in terms.values()]
    return {one for ids in found for one in ids} | {*module.CAUSES.values()}


def test_every_rule_that_is_named_can_be_read() -> None:
    assert listed() <= IDS


@pytest.mark.parametrize("kind", sorted(module.KINDS))
def test_only_kinds_that_there_are_have_rules(kind: str) -> None:
    assert f"`{kind}`" in WORDS


@pytest.mark.parametrize(("kind", "name", "word"), sorted(module.FACTS))
def test_only_facts_that_there_are_have_rules(kind: str, name: str, word: str) -> None:
    assert f"`{kind}`" in WORDS
    assert f"`{name}`" in WORDS
    assert f"`{word}`" in WORDS or word in (*OWN_WORDS, *VERBS), word


def test_only_options_that_there_are_have_rules() -> None:
    assert module.OPTIONS.keys() <= set(Options.__struct_fields__)


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


def numbered(kind: str, *figures: Figure, **facts: str) -> set[str]:
    return set(reasons(Event("r1.p1.1.e0", kind, 1, 1, 9, facts=facts, figures=figures)))


def chance(value: int, *rules: str, name: str = "attack_chance") -> Figure:
    return Figure(name, value, tuple(Term("because", value, rule) for rule in rules))


def rolled(value: int) -> Figure:
    return Figure("attack_roll", value, (Term("1D100", value, "P9"),), dice="1D100")


@pytest.mark.parametrize(
    ("figures", "rule", "others"),
    [
        ([rolled(5)], "P9b", [rolled(6)]),
        ([rolled(96)], "P9c", [rolled(95)]),
        ([chance(0)], "P12", [chance(1)]),
        ([chance(101)], "P13c", [chance(100)]),
        ([chance(30, "R37", "R38")], "R52", [chance(50, "R37")]),
        (
            [chance(1, "R35", "R38", name="strike_rank")],
            "R50",
            [chance(1, "R35", name="strike_rank")],
        ),
        ([chance(0, "P21", name="damage")], "P20b", [chance(1, "P21", name="damage")]),
        ([chance(40, "P34a")], "D11", [chance(40, "P16b")]),
    ],
)
def test_a_number_names_what_its_parts_mean(
    figures: list[Figure], rule: str, others: list[Figure]
) -> None:
    assert rule in numbered("attack", *figures)
    assert rule not in numbered("attack", *others)


def test_a_fumble_of_a_master_follows_its_own_rule() -> None:
    assert "P11a" in numbered("attack", chance(130), level="fumble")
    assert "P11a" not in numbered("attack", chance(90), level="fumble")


def test_a_blow_out_of_turn_has_the_bonus_of_a_formation_too() -> None:
    assert "A27" in numbered("attack", chance(60, "R41"), verb="riposte")
    assert "A27" not in numbered("attack", chance(60, "R41"), verb="attack")


def test_a_shot_is_parried_and_dodged_by_rules_of_its_own() -> None:
    assert "P27d" in reasons(event("attack", verb="shoot", defence="parry"))
    assert "P27e" in reasons(event("attack", verb="shoot", defence="dodge"))
    assert "P27d" not in blow(defence="parry")


def test_the_causes_of_a_test_of_nerve_are_told_apart() -> None:
    def because(causes: str) -> set[str]:
        return {"C32", "C32a", "C32b"} & set(reasons(event("nerve", causes=causes))) - {"C32"}

    assert because("three foes at once") == {"C32b"}
    assert because("left leg maimed, the side's leader is lost") == {"C32a"}
    assert because("half of the side is lost") == set()


def test_who_is_held_stays_by_a_rule() -> None:
    assert "P18f" in reasons(event("broke_away", how="contested", held="b"))
    assert "P18f" not in reasons(event("broke_away", how="contested"))


def test_the_first_phase_is_always_there() -> None:
    assert "A26" in reasons(event("phase_began"))
    assert "A26" not in reasons(Event("r1.p2.1.e0", "phase_began", 1, 2, 0))


def test_a_move_without_a_purpose_names_a_hex() -> None:
    assert "C27g" in reasons(event("moved", how="move"))
    assert "C27g" not in reasons(event("moved", how="move", purpose="close"))
    assert "C27g" not in reasons(event("moved", how="knocked"))


def test_a_fight_begins_with_places_or_without_and_with_its_house_rules() -> None:
    assert "C21" in reasons(event("combat_began", field="12x8"))
    assert "C7" not in reasons(event("combat_began", field="12x8"))
    assert "C7" in reasons(event("combat_began", distance="0"))
    assert "P2b" not in reasons(event("combat_began", distance="0"))
    assert "P2b" in reasons(
        event("combat_began", distance="0", options="round_cap 9, reactions pool")
    )


def test_a_condition_has_its_cause() -> None:
    fell = event("condition", condition="prone", change="began", cause="serious wound")

    assert reasons(fell) == ("P24d",)
    assert reasons(event("condition", condition="prone", change="ended", cause="any")) == ()


def test_the_rules_stand_below_the_sums() -> None:
    rank = Figure("strike_rank", 9, (Term("DEX", 9, "R16"),))
    aimed = Event("r1.p1.1.e0", "aimed", 1, 1, 9, figures=(rank,))

    assert why(aimed) == ("strike rank 9: DEX 9 [R16]", "rules P16d, P16d2, D14")
    assert why(event("left")) == ("rules C26",)
    assert why(event("nothing that has rules")) == ()
    assert why(event("combat_began", field="9x9"))[0].endswith(" more")


def test_spells_begin_and_end_by_their_rules() -> None:
    def changed(name: str, change: str, cause: str) -> set[str]:
        return set(reasons(event("condition", condition=name, change=change, cause=cause)))

    assert {*magic.WORDS} - {""} == module.SPELLS.keys()
    assert changed("slowed", "began", "Hindrance") == {"P26s", "P26s2"}
    assert changed("slowed", "ended", "dispelled") == {"P26t"}
    assert changed("slowed", "ended", "its time was over") == {"P26f"}
    assert changed("lit up", "ended", "Gloom") == {"P26p2"}
