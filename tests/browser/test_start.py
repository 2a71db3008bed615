"""Links: how somebody comes in."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opened, Seated
from tests.browser.fake import Fake


def test_without_a_link_the_page_asks_for_one(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.url)
    field = page.get_by_label("Your link")

    field.fill("http://somewhere/else")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("no link")
    expect(field).to_be_focused()
    field.fill(seated.fake.link)
    page.get_by_role("button", name="Take the seat").click()

    expect(page.get_by_role("heading", name="The ford", level=1)).to_be_visible()
    assert seated.fake.hellos[0].token == "secret"  # noqa: S105 - made up for the test


def test_the_secret_leaves_the_address_and_stays_with_the_tab(
    opened: Opened, seated: Seated
) -> None:
    page = opened(seated.fake.link)
    expect(page.get_by_role("heading", name="Your turn, Joss.")).to_be_visible()

    assert page.url == f"{seated.fake.url}/"
    page.reload()

    expect(page.get_by_role("heading", name="Your turn, Joss.")).to_be_visible()
    assert [one.token for one in seated.fake.hellos] == ["secret", "secret"]
    assert [one.after for one in seated.fake.hellos] == [0, 0]


def test_another_link_in_the_same_tab_takes_the_other_seat(opened: Opened, seated: Seated) -> None:
    page = opened(seated.fake.link)
    expect(page.get_by_role("heading", name="Your turn, Joss.")).to_be_visible()

    page.evaluate("location.hash = '#/watch/other'")

    page.wait_for_function("() => location.hash === ''")
    page.wait_for_timeout(100)
    assert [one.token for one in seated.fake.hellos] == ["secret", "other"]


def test_a_link_that_is_not_valid_says_so(opened: Opened) -> None:
    with Fake() as fake:
        page = opened(fake.link)
        page.wait_for_timeout(200)
        fake.hang_up(4401)

        expect(page.locator(".notice")).to_contain_text("This link is not valid")
        expect(page.locator(".pill")).to_have_text("Link not valid")
        page.get_by_role("button", name="Use another link").click()

        expect(page.get_by_label("Your link")).to_be_visible()
        page.reload()
        expect(page.get_by_label("Your link")).to_be_visible()
