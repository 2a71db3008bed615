"""What a person plans ahead, and what stands for reactions."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from protocol.messages import Ack, EditIntents, PlansMessage, PromptClosed, Refusal, SetOrder
from protocol.plans import (
    AddIntent,
    ClearIntents,
    Edit,
    Intent,
    MoveIntent,
    Order,
    RemoveIntent,
    ReplaceIntent,
)
from tests.browser.conftest import Opened, Seated

HIT = Intent("attack/mace", ("hob",))
GUARD = Intent("defend")


def edit(seated: Seated) -> Edit:
    said = seated.fake.next()
    assert isinstance(said, EditIntents)
    assert said.combatant == "joss"
    seated.fake.say(Ack(said.key))
    return said.edit


def order(seated: Seated) -> Order:
    said = seated.fake.next()
    assert isinstance(said, SetOrder)
    seated.fake.say(Ack(said.key))
    return said.order


def planning(opened: Opened, seated: Seated) -> Page:
    """A page whose turn is over."""
    page = opened(seated.fake.link)
    expect(page.locator("#prompt-title")).to_have_text("Your turn, Joss.")
    seated.fake.say(PromptClosed(seated.prompt.id, seated.prompt.default, "late"))
    page.get_by_text("Plan ahead").click()
    return page


def test_a_plan_is_put_together_like_an_answer(opened: Opened, seated: Seated) -> None:
    page = planning(opened, seated)
    page.get_by_role("radio", name=re.compile("^Attack with mace")).check()
    page.get_by_role("radio", name=re.compile("^Old Hob")).check()
    page.get_by_role("button", name="Plan it").click()

    assert edit(seated) == AddIntent(HIT)
    seated.fake.say(PlansMessage("joss", (HIT,), Order()))
    expect(page.locator(".plan-list .what")).to_have_text("Attack with mace: Old Hob")


def test_what_is_not_possible_now_may_be_planned_against_anybody(
    opened: Opened, seated: Seated
) -> None:
    page = planning(opened, seated)
    page.get_by_text("Not possible just now, but maybe then").click()
    page.get_by_role("radio", name=re.compile("^Charge with mace")).check()
    page.get_by_role("radio", name="Old Hob").check()
    page.get_by_role("button", name="Plan it").click()

    assert edit(seated) == AddIntent(Intent("charge/mace", ("hob",)))


def test_a_turn_may_be_used_to_plan_the_next(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    page.get_by_role("radio", name=re.compile("^Defend")).check()
    page.get_by_role("button", name="Plan it for later").click()

    assert edit(seated) == AddIntent(GUARD)
    expect(page.locator("#prompt-title")).to_have_text("Your turn, Joss.")
    expect(page.locator(".option input:checked")).to_have_count(0)
    expect(page.get_by_role("status")).to_contain_text("Planned for later: Defend")
    seated.fake.say(PlansMessage("joss", (HIT, GUARD), Order()))
    page.get_by_role("button", name="Planned: 2 · next: Attack with mace: Old Hob").click()
    expect(page.get_by_role("heading", name="Plans")).to_be_focused()


def test_plans_are_put_earlier_replaced_removed_and_cleared(opened: Opened, seated: Seated) -> None:
    seated.fake.opening[1] = PlansMessage("joss", (HIT, GUARD), Order())
    page = planning(opened, seated)
    expect(page.locator(".plan-list li")).to_have_count(2)

    page.get_by_role("button", name="Do earlier: Defend").click()
    assert edit(seated) == MoveIntent(1, 0, GUARD)
    page.get_by_role("button", name="Replace by what is chosen above: Defend").click()
    expect(page.locator(".option input").first).to_be_focused()
    page.get_by_role("radio", name=re.compile("^Let the action go")).check()
    page.get_by_role("button", name="Replace by what is chosen above: Defend").click()
    assert edit(seated) == ReplaceIntent(1, Intent("pass"), GUARD)
    page.get_by_role("button", name="Remove: Attack").click()
    assert edit(seated) == RemoveIntent(0, HIT)
    page.get_by_role("button", name="Clear all plans").click()

    assert edit(seated) == ClearIntents()


def test_a_refused_plan_says_so(opened: Opened, seated: Seated) -> None:
    page = planning(opened, seated)
    page.get_by_role("radio", name=re.compile("^Defend")).check()
    page.get_by_role("button", name="Plan it").click()
    expect(page.locator(".plans").get_by_text("Sending…")).to_be_visible()
    said = seated.fake.next()
    assert isinstance(said, EditIntents)
    seated.fake.say(Refusal(said.key, "full"))

    expect(page.locator(".notes .wrong")).to_have_text("There are too many plans already.")
    expect(page.locator(".plans").get_by_text("Sending…")).to_be_hidden()


def test_the_standing_order(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    expect(page.get_by_role("radio", name=re.compile("^Take the best"))).to_be_checked()

    page.get_by_role("radio", name=re.compile("^Ask me")).check()
    assert order(seated) == Order("ask")
    expect(page.get_by_role("slider")).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^Take the best")).check()
    assert order(seated) == Order("automatic", 0)
    page.get_by_role("slider").press("ArrowRight")
    assert order(seated) == Order("automatic", 5)
    page.get_by_label("Least chance in percent").fill("42")
    page.get_by_label("Least chance in percent").press("Enter")
    assert order(seated) == Order("automatic", 42)
    page.get_by_label("Least chance in percent").fill("777")
    page.get_by_label("Least chance in percent").press("Enter")
    assert order(seated) == Order("automatic", 100)
    expect(page.get_by_label("Least chance in percent")).to_have_value("100")
    page.get_by_role("radio", name=re.compile("^Never")).check()
    assert order(seated) == Order("never")

    seated.fake.say(PlansMessage("joss", (), Order("automatic", 60)))
    expect(page.get_by_role("radio", name=re.compile("^Take the best"))).to_be_checked()
    expect(page.get_by_label("Least chance in percent")).to_have_value("60")
    seated.fake.say(PlansMessage("joss", (), Order("ask")))
    expect(page.get_by_role("radio", name=re.compile("^Ask me"))).to_be_checked()
    expect(page.get_by_role("slider")).to_be_hidden()
