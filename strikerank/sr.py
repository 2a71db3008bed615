"""`strikerank sr`: one strike rank worked out, with the sum shown and the number on the last line."""

from __future__ import annotations

import click

from rules.request.chapters import strike_rank as chapter
from strikerank.groups import help_if_alone

# A sum: how much, what for, and the rule that says so.
Row = tuple[int, str, str]


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
        problem = "give one of --skill and --dex"
        raise click.UsageError(problem, click.get_current_context())
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
    for value, label, rule in rows:
        click.echo(f"{value:>4}  {label:<40} {rule}")
    click.echo(result)
