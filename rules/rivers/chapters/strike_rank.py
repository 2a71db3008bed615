"""When a strike falls: what a strike rank is made of, and what the way to the foe makes of it.

A strike rank that a distance gave may have a third in it, so whatever orders strikes counts
in thirds: `thirds` of a rank, and what `closing` returns.
"""

from __future__ import annotations

from typing import Final

from rules.kernel.model import Term

LOWEST: Final = 1
FAST: Final = 1
SURPRISED: Final = 3
NEARLY_SURPRISED: Final = 1
DRAWN: Final = 5
SHEATHED: Final = 5
STOOD_UP: Final = 5
AIMED: Final = 12
FREE_METRES: Final = 3
NEAR: Final = 3
HALF_NEAR: Final = 9
BLIND_TO: Final = 3

# Q1, Q2: highest number of the row, and its rank.
_BY_DEX: Final = ((5, 5), (8, 4), (12, 3), (15, 2), (18, 1))
_BY_SIZ: Final = ((6, 3), (14, 2), (21, 1))

GETTING_READY: Final[dict[str, int | None]] = {
    "set of weapons": DRAWN,
    "focus": DRAWN,
    "standing up": STOOD_UP,
    "armour": None,
    "shield on the back": None,
}
"""S26, S27, Q18: what it adds to the strike rank; None for what is slow and has no number."""


def of_dex(dex: int) -> int:
    """Q1: the rank of DEX."""
    for highest, rank in _BY_DEX:
        if dex <= highest:
            return rank
    return 0


def of_siz(siz: int) -> int:
    """Q2: the rank of SIZ."""
    for highest, rank in _BY_SIZ:
        if siz <= highest:
            return rank
    return 0


def melee(dex: int, siz: int, weapon: int) -> list[Term]:
    """S22, Q3: what the strike rank of a melee attack is the sum of."""
    return with_weapon(of_body(dex, siz), weapon)


def of_body(dex: int, siz: int) -> list[Term]:
    """Q1, Q2: what of it is the same with every weapon."""
    return [Term(f"DEX {dex}", of_dex(dex), "Q1"), Term(f"SIZ {siz}", of_siz(siz), "Q2")]


def with_weapon(body: list[Term], weapon: int) -> list[Term]:
    """Q3: the whole sum."""
    return [*body, Term("weapon", weapon, "Q3")]


def missile(dex: int, weapon: int, uses_weapon: bool) -> list[Term]:
    """Q4, A12: the same for a shot or a throw; *weapon* counts only if the option says so."""
    terms = [Term(f"DEX {dex}", of_dex(dex), "Q4")]
    if uses_weapon:
        terms.append(Term("weapon", weapon, "A12a"))
    return terms


def focused(dex: int, points: int) -> list[Term]:
    """S24: the same for attack magic through a focus, with *points* magic points, at least 1."""
    return [
        Term(f"DEX {dex}", of_dex(dex), "Q1"),
        Term(f"{points} MP, each after the first", points - 1, "S24"),
    ]


def fast() -> list[Term]:
    """S23: the same for fast attack magic."""
    return [Term("fast magic", FAST, "S23")]


def surprised(metres: int, by_distance: bool) -> Term:
    """S25, A15c: what being surprised adds; *metres* to whoever surprises."""
    if not by_distance:
        return Term("surprised", SURPRISED, "S25")
    if metres <= NEAR:
        return Term(f"surprised from {metres} m", SURPRISED, "A15c")
    late = NEARLY_SURPRISED if metres <= HALF_NEAR else 0
    return Term(f"surprised from {metres} m", late, "A15c")


def drawn(what: str, rule: str = "S26") -> Term:
    """S26: what drawing a set of weapons, or a focus, adds."""
    return Term(f"drawing {what}", DRAWN, rule)


def swapped(sheathing_counts: bool) -> Term:
    """A16b, A16c: what putting one weapon away and drawing another adds."""
    if sheathing_counts:
        return Term("sheathing and drawing", SHEATHED + DRAWN, "A16c")
    return Term("swapping weapons", DRAWN, "A16b")


def stood_up() -> Term:
    """Q18: what standing up before the attack adds."""
    return Term("standing up", STOOD_UP, "Q18")


def by_magic(change: int) -> Term:
    """S28, A17: what the spells on somebody add together."""
    return Term("spells", change, "S28")


def total(terms: list[Term]) -> int:
    """Q9: the sum, never below 1; S14: and as high as it comes."""
    summed = 0
    for term in terms:
        summed += term.value
    return max(LOWEST, summed)


def aimed(rank: int) -> int:
    """Q25: the rank of a blow at a chosen location."""
    return max(rank, AIMED)


def held(rank: int, until: int) -> int:
    """Q10: the rank of a melee attack held back until that strike rank; never earlier than its own."""
    return max(rank, until)


def thirds(rank: int) -> int:
    """A whole rank as what orders strikes."""
    return 3 * rank


def free_metres(rank: int) -> int:
    """S37: how far somebody walks without a delay."""
    return FREE_METRES * rank


def of_distance(metres: int, rounding: str) -> int:
    """A8: a third of the distance, rounded as the option says, in thirds of a rank."""
    if rounding == "exact":
        return metres
    if rounding == "floor":
        return metres // 3 * 3
    if rounding == "nearest":
        return (metres + 1) // 3 * 3
    return (metres + 2) // 3 * 3


def closing(base: int, late: int, metres: int, rounding: str, additive: bool) -> int:
    """S37, A8: the rank, in thirds, of a melee attack after walking *metres*.

    *base* has all modifiers in it, and *late* is what of it came from surprise and from
    getting ready.  Whether so many metres can be walked `movement.why_not` says.
    """
    if metres <= free_metres(unhurried(base, late, additive)):
        return thirds(base)
    walked = of_distance(metres, rounding)
    return walked + thirds(late) if additive else walked


def unhurried(base: int, late: int, additive: bool) -> int:
    """A8d: the strike rank that makes the free way long: without what is *late* of it if that is added to a way."""
    return max(LOWEST, base - late) if additive else base


def may_answer(rank: int, when_surprised: str) -> bool:
    """A15: whether somebody surprised can defend, or cast, against what comes at *rank* thirds."""
    if when_surprised == "full":
        return True
    return when_surprised == "from_sr4" and rank > thirds(BLIND_TO)


def written(rank: int) -> str:
    """A rank in thirds as it is read: 7, 5.33, 5.67."""
    return f"{rank // 3}{('', '.33', '.67')[rank % 3]}"
