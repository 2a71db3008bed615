"""`strikerank sr`: one strike rank worked out, with the sum shown and the number on the last line."""

from __future__ import annotations

from typing import Final, NamedTuple, NoReturn

import click

from rules.kernel.errors import SetupError
from rules.kernel.forms import key, shaped
from rules.kernel.model import Term
from rules.request.chapters import strike_rank as chapter
from rules.rivers.chapters import movement, strike_rank as of_rivers
from rules.rivers.model import Options
from strikerank.groups import help_if_alone

# A sum: how much, what for, and the rule that says so.
Row = tuple[int | str, str, str]
_PLAIN: Final[dict[str, object]] = {"true": True, "false": False}


@click.group("sr", invoke_without_command=True)
@click.pass_context
def strike_rank(ctx: click.Context) -> None:
    """Work out a strike rank."""
    help_if_alone(ctx)


@strike_rank.command()
@click.option("--skill", type=click.IntRange(0, 999), help="Learned skill in percent.")
@click.option("--dex", type=click.IntRange(1, 200), help="DEX, for what needs no skill.")
@click.option("--surprised", is_flag=True, help="Surprised: 10 off.")
@click.option("--vulnerable", is_flag=True, help="Vulnerable: 2 off.")
def request(skill: int | None, dex: int | None, surprised: bool, vulnerable: bool) -> None:  # noqa: FBT001 - by name
    """Show the strike rank of an action under ReQuest.

    It comes from the skill that the action uses, or from DEX if it uses none.

    The last line is the number alone.
    """
    if (skill is None) == (dex is None):
        _refuse("give one of --skill and --dex")
    rows: list[Row] = []
    if skill is not None:
        base = chapter.of_skill(skill)
        rows.append((base, f"skill {skill}%, a tenth rounded up", "R14"))
    else:
        base = dex or 0
        rows.append((base, "DEX, since no skill is needed", "R16"))
    if surprised:
        rows.append((chapter.SURPRISED, "surprised", "R35"))
    if vulnerable:
        rows.append((chapter.VULNERABLE, "vulnerable", "R38"))
    changed_by = chapter.modifier(surprised, vulnerable)
    result = chapter.strike_rank(base, changed_by)
    if result != base + changed_by:
        rows.append((result, f"the sum is {base + changed_by}, and never below 1", "R19"))
    _show(rows, result)


class _Asked(NamedTuple):
    """What `strikerank sr rivers` was given."""

    dex: int
    siz: int | None
    weapon_sr: int | None
    missile: bool
    mp: int | None
    fast: bool
    surprised: bool
    draw: int
    stand: bool
    spells: int
    aimed: bool
    hold: int | None
    distance: int
    mov: int
    moves: int
    option: tuple[str, ...]

    @property
    def melee(self) -> bool:
        return not (self.missile or self.fast or self.mp is not None)


@strike_rank.command()
@click.option("--dex", type=click.IntRange(1, 200), required=True, help="DEX.")
@click.option("--siz", type=click.IntRange(1, 200), help="SIZ, for a melee attack.")
@click.option("--weapon-sr", type=click.IntRange(0, 20), help="Weapon rank, for a melee attack.")
@click.option("--missile", is_flag=True, help="A missile attack: DEX alone.")
@click.option("--mp", type=click.IntRange(1, 99), help="Magic points of an attack through a focus.")
@click.option("--fast", is_flag=True, help="Fast attack magic.")
@click.option("--surprised", is_flag=True, help="Surprised: 3 more.")
@click.option(
    "--draw",
    count=True,
    type=click.IntRange(0, 2),
    help="Drawing weapons, or a focus: 5 more; twice for both.",
)
@click.option("--stand", is_flag=True, help="Standing up first: 5 more.")
@click.option("--spells", type=click.IntRange(-99, 99), default=0, help="What spells change.")
@click.option("--aimed", is_flag=True, help="At a chosen location: not before 12.")
@click.option("--hold", type=click.IntRange(1, 999), help="Held back to that strike rank.")
@click.option("--distance", type=click.IntRange(0, 99999), default=0, help="Metres to the foe.")
@click.option("--mov", type=click.IntRange(0, 9999), default=8, help="MOV: 8 unless given.")
@click.option("--moves", type=click.IntRange(0, 2), default=1, help="Move actions: 1 unless given.")
@click.option(
    "--option", multiple=True, metavar="NAME=VALUE", help="A house rule; may be repeated."
)
def rivers(**given: object) -> None:
    """Show the strike rank of an attack under Rivers.

    A melee attack needs --siz and --weapon-sr; the other kinds are --missile, --mp and --fast.

    The last line is the number alone.
    """
    asked = _Asked(**given)  # pyright: ignore[reportArgumentType] (click has seen to the types)
    options = _house_rules(asked.option)
    _check(asked)
    terms = _attack(asked, options)
    late = _late(asked, options)
    everything = [*terms, *late]
    if asked.spells:
        everything.append(of_rivers.by_magic(asked.spells))
    rows: list[Row] = [(term.value, term.label, term.rule) for term in everything]
    base = of_rivers.total(everything)
    summed = sum(term.value for term in everything)
    if base != summed:
        rows.append((base, f"the sum is {summed}, and never below 1", "Q9"))
    rank = of_rivers.thirds(base)
    if asked.distance and asked.melee:
        rank = _walked(rows, asked, options, base, sum(term.value for term in late))
    elif asked.distance:
        rows.append((0, f"{asked.distance} m away, which delays no missile and no spell", "S43"))
    for wanted, later, label, rule in (
        (asked.aimed, of_rivers.AIMED, "at a chosen location, not before 12", "Q25"),
        (asked.hold is not None, asked.hold or 0, f"held back to {asked.hold}", "Q10"),
    ):
        if wanted and of_rivers.thirds(later) > rank:
            rank = of_rivers.thirds(later)
            rows.append((later, label, rule))
    _show(rows, of_rivers.written(rank))


def _check(asked: _Asked) -> None:
    kinds = [asked.missile, asked.mp is not None, asked.fast]
    if sum(kinds) > 1:
        _refuse("give one of --missile, --mp and --fast")
    if asked.melee and (asked.siz is None or asked.weapon_sr is None):
        _refuse("a melee attack needs --siz and --weapon-sr; others are --missile, --mp and --fast")
    if not asked.melee and (asked.aimed or asked.hold is not None):
        _refuse("--aimed and --hold are for melee attacks")


def _attack(asked: _Asked, options: Options) -> list[Term]:
    """What the strike rank begins with."""
    if asked.fast:
        return of_rivers.fast()
    if asked.mp is not None:
        return of_rivers.focused(asked.dex, asked.mp)
    if asked.missile:
        weapon = asked.weapon_sr or 0
        return of_rivers.missile(asked.dex, weapon, options.missile_uses_weapon_sr)
    return of_rivers.melee(asked.dex, asked.siz or 0, asked.weapon_sr or 0)


def _late(asked: _Asked, options: Options) -> list[Term]:
    """What surprise and getting ready add to it."""
    found: list[Term] = []
    if asked.surprised:
        found.append(of_rivers.surprised(asked.distance, options.surprise == "by_distance"))
    what = "weapons" if asked.mp is None and not asked.fast else "a focus"
    if asked.draw:
        found.append(of_rivers.drawn(what))
    other = "a focus" if what == "weapons" else "weapons"
    found.extend(of_rivers.drawn(f"{other} too", "A16") for _ in range(1, asked.draw))
    if asked.stand:
        found.append(of_rivers.stood_up())
    return found


def _walked(rows: list[Row], asked: _Asked, options: Options, base: int, late: int) -> int:
    """The rank in thirds once the way is walked, with its row; refused where it is too far."""
    beyond_free = options.move_needed == "beyond_free"
    problem = movement.why_not(asked.distance, asked.mov, asked.moves, base, beyond_free)
    if problem:
        _refuse(f"no melee attack: {problem}")
    additive = options.distance_modifiers == "additive"
    rank = of_rivers.closing(base, late, asked.distance, options.distance_rounding, additive)
    free = of_rivers.free_metres(base - late if additive else base)
    if asked.distance <= free:
        rows.append((0, f"{asked.distance} m, within the {free} m that delay nobody", "S37"))
        return rank
    third = f"{asked.distance} m, more than {free} m: a third of it"
    if additive and late:
        third = f"{third}, and {late} for being late"
    rule = "S37" if options.distance_rounding == "up" else "A8a"
    rows.append((of_rivers.written(rank), third, "A8d" if additive and late else rule))
    return rank


def _house_rules(given: tuple[str, ...]) -> Options:
    """The options as `NAME=VALUE` gives them."""
    raw: dict[str, object] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            _refuse(f"--option {key('', one)}: expected NAME=VALUE")
        raw[name] = _PLAIN.get(value, value)
    try:
        return shaped(Options, raw)
    except SetupError as error:
        _refuse(f"--option {error}")


def _refuse(problem: str) -> NoReturn:
    raise click.UsageError(problem, click.get_current_context())


def _show(rows: list[Row], result: int | str) -> None:
    for value, label, rule in rows:
        click.echo(f"{value:>4}  {label:<40} {rule}")
    click.echo(result)
