"""A prompt on the page: every option, its blanks, the answer and what becomes of it."""

from __future__ import annotations

import re

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from protocol.messages import (
    Ack,
    AnswerMessage,
    EditIntents,
    EventMessage,
    PlansMessage,
    PromptClosed,
    PromptMessage,
    Refusal,
    Told,
    Words,
)
from protocol.plans import Intent, Order, ReplaceIntent
from protocol.records import Dropped
from rules.kernel.model import Answer, Die, Event, Option, Parameter, Prompt, TableDice, Value
from tests.browser.conftest import Opened, Seated


def option(page: Page, label: str) -> None:
    page.get_by_role("radio", name=re.compile(rf"^{label}( \d|$)")).check()


def do_it(page: Page) -> None:
    page.get_by_role("button", name="Do it").click()


def answer(seated: Seated) -> AnswerMessage:
    said = seated.fake.next()
    assert isinstance(said, AnswerMessage)
    return said


def test_every_option_is_listed_with_its_numbers(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    possible = [one for one in seated.prompt.options if one.unavailable is None]
    # What may be done with a thing in hand need not be seen with bare hands too.
    others = [one for one in possible if one.id.endswith("/unarmed")]
    page.get_by_text(f"Other weapons ({len(others)})").click()
    place = possible.index(others[0])
    rest = [one for one in possible[place:] if one not in others]
    possible = [*possible[:place], *others, *rest]
    listed = page.locator("sr-prompt .option")

    expect(listed).to_have_count(len(possible))
    for row, one in zip(listed.all(), possible, strict=True):
        expect(row.locator(".label")).to_have_text(one.label)
        if one.cost:
            expect(row).to_contain_text("1 action")
        if one.rank is not None:
            expect(row).to_contain_text(f"strike rank {one.rank}")
    expect(page.locator(".option em")).to_have_text("if you do nothing")


def test_what_is_not_possible_says_why_and_can_be_reached(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    refused = [one for one in seated.prompt.options if one.unavailable is not None]
    page.get_by_text(f"Not possible now ({len(refused)})").click()

    for one in refused:
        button = page.get_by_role("button", name=one.label, exact=True)
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_accessible_description(re.compile(re.escape(why(one))))
        button.focus()
        expect(button).to_be_focused()
        button.press("Enter")
    assert seated.fake.heard.empty()


def why(one: Option) -> str:
    assert one.unavailable is not None
    return one.unavailable.reason


def test_a_choice_is_put_together_said_in_words_and_sent(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    button = page.get_by_role("button", name="Do it")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)

    option(page, "Attack with mace")
    page.get_by_role("radio", name=re.compile("^Old Hob")).check()
    expect(page.locator(".sentence")).to_have_text("Attack with mace: Old Hob (50 %)")
    expect(button).to_have_accessible_description("Attack with mace: Old Hob (50 %)")
    button.evaluate("one => { one.click(); one.click(); }")

    said = answer(seated)
    assert said.answer == Answer(seated.prompt.id, "attack/mace", ("hob",))
    expect(page.locator("#prompt-title")).to_have_text("Sending…")
    seated.fake.say(Ack(said.key))
    expect(page.locator("#prompt-title")).to_have_text("Taken")
    seated.fake.say(PromptClosed(seated.prompt.id, said.answer, "mind"))
    expect(page.locator("#prompt-title")).to_have_text("Nothing to decide just now")
    expect(page.locator(".prompt .about")).to_have_text(
        "You will: Attack with mace: Old Hob, at strike rank 8."
    )
    assert seated.fake.heard.empty()


def test_what_goes_along_is_sent_only_if_it_is_not_as_by_default(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link)
    option(page, "Wait")
    page.get_by_role("checkbox", name="Drop kite shield").check()
    expect(page.locator(".sentence")).to_contain_text("drop kite shield")
    do_it(page)

    assert answer(seated).answer.also == ("drop/kite-shield",)


def with_dice(opened: Opened, seated: Seated) -> Page:
    prompt = seated.talk.machine.questions()[0].prompt()
    dice = (Die("d100", "attack", 100), Die("damage", "damage", 8), Die("damage", "damage", 2))
    strike = Option("attack/mace", "Attack", 1, 8, dice=dice)
    defend = Option("defend", "Defend", 1, 12)
    seated.fake.opening[-1] = PromptMessage(
        replace(prompt, options=(strike, defend), default=Answer(prompt.id, "defend"), trivial=())
    )
    page = opened(seated.fake.link)
    option(page, "Attack")
    return page


def test_dice_rolled_by_hand_go_with_the_choice(opened: Opened, seated: Seated) -> None:
    page = with_dice(opened, seated)
    page.get_by_label("attack (1D100)").fill("34")
    page.get_by_label("damage (1D8)").fill("5")
    page.get_by_label("damage (1D2)").fill("2")
    option(page, "Defend")
    expect(page.get_by_label("attack (1D100)")).to_have_count(0)
    option(page, "Attack")
    expect(page.get_by_label("attack (1D100)")).to_have_value("")
    page.get_by_label("attack (1D100)").fill("00")
    page.get_by_label("damage (1D8)").fill("5")
    page.get_by_label("damage (1D2)").fill("2")
    do_it(page)

    assert answer(seated).answer.dice == TableDice(100, (5, 2))


def test_what_no_die_shows_is_refused_at_its_field(opened: Opened, seated: Seated) -> None:
    page = with_dice(opened, seated)
    attack = page.get_by_label("attack (1D100)")
    first = page.get_by_label("damage (1D8)")
    second = page.get_by_label("damage (1D2)")

    for field, typed, word in (
        (attack, "abc", "1 to 100"),
        (attack, "101", "1 to 100"),
        (attack, "-5", "1 to 100"),
        (first, "0", "1 to 8"),
        (first, "9", "1 to 8"),
    ):
        field.fill(typed)
        expect(field).to_have_accessible_description(word)
        do_it(page)
        expect(field).to_be_focused()
        field.fill("")
        expect(field).to_have_accessible_description("")
    second.fill("2")
    expect(first).to_have_accessible_description("fill both or none")
    do_it(page)
    page.locator("body").click(position={"x": 1, "y": 1})
    page.keyboard.press("Enter")
    expect(first).to_be_focused()
    assert seated.fake.heard.empty()
    second.fill("")
    attack.fill("0")
    do_it(page)

    assert answer(seated).answer.dice == TableDice(100)


def test_a_plan_has_no_dice(opened: Opened, seated: Seated) -> None:
    seated.fake.opening[1] = PlansMessage("joss", (Intent("defend"),), Order())
    page = with_dice(opened, seated)
    page.get_by_label("attack (1D100)").fill("34")
    page.get_by_role("button", name="Replace by what is chosen above: Defend").click()
    said = seated.fake.next()

    assert isinstance(said, EditIntents)
    assert said.edit == ReplaceIntent(0, Intent("attack/mace"), Intent("defend"))


def test_a_move_lists_purposes_first_and_shows_where_they_lead(
    opened: Opened, seated: Seated
) -> None:
    question = seated.talk.machine.questions()[0]
    prompt = question.prompt()
    move = Option("move", "Move", 1, 12, parameters=first_move())
    seated.fake.opening[-1] = PromptMessage(
        Prompt(
            prompt.id, "joss", "action", 1, 1, 12, (move,), Answer(prompt.id, "move", ("F6",)), 7
        )
    )
    page = opened(seated.fake.link)
    option(page, "Move")
    expect(page.locator(".story .ground .hex.goes")).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".option.chosen .ground .hex.goes")).to_have_count(2)
    expect(page.locator(".hex.chosen title")).to_have_text("F6")

    page.get_by_text("another hex (2)").click()
    page.get_by_role("radio", name="E8").check()
    expect(page.locator(".hex.chosen title")).to_have_text("E8")
    expect(page.locator(".sentence")).to_have_text("Move to E8")
    page.locator(".ground .hex.goes", has=page.locator("title", has_text="F6")).click()
    expect(page.locator(".sentence")).to_have_text("Move to F6")
    do_it(page)

    assert answer(seated).answer.values == ("F6",)
    expect(page.locator(".story .ground")).to_be_visible()


def first_move() -> tuple[Parameter, ...]:
    values = (
        Value("close/hob", "towards Old Hob", place="F6"),
        Value("F6", "F6", place="F6"),
        Value("E8", "E8", place="E8"),
    )
    return (Parameter("to", values),)


def test_a_refusal_says_what_would_be_right_and_the_prompt_stays(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link)
    option(page, "Wait")
    do_it(page)
    said = answer(seated)
    seated.fake.say(Refusal(said.key, "illegal", "values[0]", "99", "one of 7, 6, 5", attempts=2))

    expect(page.locator(".notes .wrong")).to_have_text(
        "values[0] “99” is not possible; possible: one of 7, 6, 5. 2 more tries."
    )
    expect(page.get_by_role("radio", name="Wait")).to_be_checked()
    do_it(page)
    again = answer(seated)
    assert again.answer == said.answer
    assert again.key != said.key


def test_a_prompt_that_others_closed_says_how(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    expect(page.locator("#prompt-title")).to_have_text("Your turn, Joss.")

    seated.fake.say(PromptClosed(seated.prompt.id, seated.prompt.default, "late"))

    expect(page.locator(".notes")).to_have_text("The time was up: Wait until strike rank 1.")
    expect(page.get_by_role("status")).to_have_text("The time was up: Wait until strike rank 1.")


def test_what_happened_since_the_last_decision_is_told_own_deeds_first(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link, viewport={"width": 390, "height": 844})
    lines = page.locator(".latest li")
    expect(lines).to_have_count(8)
    page.get_by_role("button", name="more in the log").click()
    expect(page.get_by_role("log")).to_be_focused()

    number = len(seated.talk.events)
    news = [
        EventMessage(
            number + 1, Event("e1", "moved", 1, 1, 9, "rusk"), Told((Words("Rusk runs"),))
        ),
        EventMessage(
            number + 2, Event("e2", "moved", 1, 1, 8, "joss"), Told((Words("Joss hits"),))
        ),
    ]
    seated.fake.say(PromptClosed(seated.prompt.id, seated.prompt.default, "late"), *news)
    expect(lines).to_have_text(["Joss hits", "Rusk runs"])
    expect(page.get_by_role("button", name="more in the log")).to_be_hidden()


def test_a_prompt_that_was_taken_back_says_so(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    expect(page.locator("#prompt-title")).to_have_text("Your turn, Joss.")

    seated.fake.say(PromptClosed(seated.prompt.id))

    expect(page.locator(".notes")).to_have_text("That question was taken back.")


def test_what_fell_away_is_named_with_its_reason(opened: Opened, seated: Seated) -> None:
    dropped = Dropped(Intent("attack/mace", ("willa",)), "not a foe")
    seated.fake.opening[-1] = PromptMessage(seated.prompt, dropped=(dropped,))
    page = opened(seated.fake.link)

    expect(page.locator(".notes")).to_have_text(
        "What you chose fell away: Attack with mace: Willa (not a foe)."
    )


def test_a_deadline_counts_down(opened: Opened, seated: Seated) -> None:
    seated.fake.opening[-1] = PromptMessage(seated.prompt, seconds=11)
    page = opened(seated.fake.link)

    expect(page.get_by_role("timer")).to_have_text("11 s left")
    expect(page.get_by_role("timer")).to_have_text("9 s left")
    expect(page.locator(".countdown.soon")).to_be_visible()
    expect(page.locator(".bar .pulse.soon")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("10 seconds left.")


def test_focus_comes_to_the_prompt_but_not_out_of_a_field(opened: Opened, seated: Seated) -> None:
    prompt = seated.fake.opening.pop()
    page = opened(seated.fake.link)
    expect(page.locator(".turn.now")).to_be_visible()
    page.locator("sr-log summary", has_text="Filter").click()
    search = page.get_by_label("Text", exact=True)
    search.fill("Jo")

    seated.fake.say(prompt)
    expect(page.locator("#prompt-title")).to_have_text("Your turn, Joss.")
    expect(search).to_be_focused()
    search.blur()
    seated.fake.say(PromptClosed(seated.prompt.id), prompt)

    expect(page.locator(".option input").first).to_be_focused()


def test_digits_choose_enter_does_it_and_both_can_be_off(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    expect(page.locator(".option input").first).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator(".sentence")).to_contain_text("Precise attack with mace")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_contain_text("Declare that you flank+10 %")
    expect(page.get_by_role("heading", name="Help")).to_be_focused()
    page.keyboard.press("3")
    page.get_by_label("Single keys on this device").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    expect(page.locator(".sentence")).to_contain_text("Precise attack with mace")
    expect(page.locator(".option kbd").first).to_be_hidden()

    page.get_by_role("button", name="Help").click()
    page.get_by_label("Single keys on this device").check()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("5")
    expect(page.locator(".sentence")).to_contain_text("Get closer with mace")
    page.keyboard.press("3")
    expect(page.locator(".sentence")).to_contain_text("Attack with kite shield")
    page.keyboard.press("Enter")

    assert answer(seated).answer.option == "attack/kite-shield"
