"""Saving in a real browser: the page stays, whatever happens on the way, and nothing that was typed is lost."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.evenings.test_ending import FIND, TWO_DEALS
from tests.browser.steps import enter, fill_in_sign_in, ids_at_table, line_field, open_evening, preview

CODE = "esmakker-wikipedia"
EIGHT = {"declarer": "Agnes", "contract": "8", "partner": "Bertel", "tricks": "8"}


@pytest.fixture
def evening(site):
    """The entry screen of an evening of its own, four at the table."""
    return open_evening(site, CODE)


@pytest.fixture
def page(open_page, evening):
    """A phone in the secretary's hand, at the evening's first deal."""
    page = open_page(width=390, role="secretary")
    page.goto(evening)
    page.evaluate("window.stays = true")
    return page


def save(page):
    page.get_by_role("button", name=re.compile("^Gem spil")).evaluate(
        "button => button.click()"
    )  # without scrolling to it


def messages(page):
    """The messages of the page, which are its live region."""
    return page.locator("#messages")


def at_deal(page, number):
    """The page has gone on to a deal without being loaded."""
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Spil {number}")
    assert page.evaluate("window.stays === true")


def test_the_page_stays_while_deals_are_saved_refused_and_undone(page, evening, troubles):
    for number in (1, 2):
        enter(page, EIGHT)
        page.evaluate("window.scrollTo(0, 120)")
        save(page)
        at_deal(page, number + 1)
        assert page.evaluate("window.scrollY") == 120
        expect(messages(page)).to_contain_text(f"Spil {number} er gemt.")
        expect(page).to_have_title(re.compile(f"^Spil {number + 1} "))
        assert page.evaluate("document.activeElement.name") == "declarer"
        assert set(preview(page).values()) == {"·"}
    expect(page.locator(".dealer-name:visible")).to_have_text("Clara")

    page.keyboard.press("/")
    page.keyboard.type("183\n18", delay=0)  # and on, before the answer has come
    at_deal(page, 4)
    expect(page.locator("#id_line-text")).to_have_value("18")
    assert page.evaluate("document.activeElement.id") == "id_line-text"
    assert page.url.endswith(f"{evening}?line=1")

    enter(page, EIGHT)
    page.locator(".more summary").click()
    page.locator("[name=note]").fill("Agnes gav forkert")
    page.evaluate("scrollTo(0, 600)")
    save(page)
    at_deal(page, 5)
    expect(page.locator("[name=declarer]").first).to_be_in_viewport()

    enter(page, EIGHT)
    page.locator("form.deal [name=prices]").evaluate("field => { field.value = 999999 }")
    save(page)
    expect(page.locator(".error-summary")).to_contain_text("Taksterne er blevet ændret imens")
    expect(page.locator(".error-summary")).to_be_focused()
    expect(page.locator(".error-summary")).to_be_in_viewport()
    at_deal(page, 5)
    assert page.locator("[name=contract]:checked").get_attribute("value") == "8"
    troubles.clear()  # the answer was a 409
    save(page)
    at_deal(page, 6)
    assert page.url.endswith(evening)

    page.get_by_role("button", name="Fortryd", exact=True).click()
    expect(messages(page)).to_contain_text("Spil 5 er annulleret.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Spil 5")
    assert preview(page) == {"Agnes": "+0,25", "Bertel": "+0,25", "Clara": "−0,25", "Ditlev": "−0,25"}


def test_a_deal_survives_no_network_no_session_and_a_page_left(site, page, evening, troubles):
    nine = {"declarer": "Clara", "contract": "9", "partner": "Ditlev", "tricks": "11"}
    enter(page, nine)
    page.context.set_offline(True)
    save(page)
    expect(messages(page)).to_contain_text("Ikke gemt: der kom intet svar.")
    expect(page.get_by_role("button", name="Gem spil 1")).to_have_count(1)
    page.context.set_offline(False)
    page.route("**/deals/new/", lose_the_answer)
    page.locator("#messages").evaluate("messages => messages.replaceChildren()")
    save(page)
    expect(messages(page)).to_contain_text("Ikke gemt: der kom intet svar.")
    page.unroute("**/deals/new/")
    save(page)
    at_deal(page, 2)
    expect(page.locator("#so-far")).not_to_contain_text("Spil 2")

    enter(page, nine)
    page.reload()
    page.evaluate("window.stays = true")
    expect(messages(page)).to_contain_text("Halvt indtastet spil hentet frem.")
    points = preview(page)
    assert "·" not in points.values()
    page.context.clear_cookies(name="sessionid")
    save(page)
    page.get_by_role("link", name="Log ind for at gemme").click()
    fill_in_sign_in(page, site.login("secretary"))
    page.evaluate("window.stays = true")
    assert preview(page) == points
    save(page)
    at_deal(page, 3)
    page.reload()
    assert set(preview(page).values()) == {"·"}
    expect(messages(page)).not_to_contain_text("Halvt indtastet")

    enter(page, {"declarer": "Clara"})
    page.reload()
    page.get_by_role("button", name="Begynd forfra").click()
    expect(page.locator("[name=declarer]:checked")).to_have_count(0)

    enter(page, {"declarer": "Clara"})
    page.evaluate("window.stays = true")
    page.keyboard.press("/")
    page.keyboard.type("p\n", delay=0)  # the deal before it, by another way
    at_deal(page, 4)
    expect(page.locator("[name=declarer]:checked")).to_have_count(1)
    assert all("Failed to load" in trouble for trouble in troubles)  # offline, and signed out
    troubles.clear()


def test_what_comes_back_is_open_and_goes_on_following_what_was_not_chosen(page):
    enter(page, {"declarer": "Clara", "contract": "8"})
    page.locator(".more summary").click()
    page.locator("[name=note]").fill("Agnes gav forkert")
    page.reload()
    expect(page.locator("[name=note]")).to_be_visible()

    enter(page, {"contract": "9"})
    expect(tricks(page)).to_have_value("9")
    enter(page, {"tricks": "10"})
    page.reload()
    enter(page, {"contract": "11"})
    expect(tricks(page)).to_have_value("10")

    enter(page, {"contract": "adjustment"})
    page.reload()
    expect(page.locator("[name=contract]:checked")).to_be_visible()


def test_a_deal_half_entered_stays_beside_a_line_that_is_refused_and_a_line_beside_a_question(page, evening):
    enter(page, {"declarer": "Clara", "contract": "9"})
    line_field(page).fill("zzz")
    page.keyboard.press("Enter")
    expect(page.locator(".line .error")).to_have_count(1)
    expect(page.locator("[name=contract]:checked")).to_have_value("9")

    line_field(page).fill("19v")
    enter(page, {"partner": "Ditlev", "tricks": "13"})
    save(page)
    expect(page.locator(".question")).to_have_count(1)
    expect(page.locator("[name=line-text]")).to_have_value("19v")


def test_two_tabs_of_one_phone_lose_nothing_of_each_other(page, evening, troubles):
    here, there = page, page.context.new_page()
    there.goto(evening)
    enter(there, {"declarer": "Clara", "contract": "9"})
    enter(here, {"contract": "passed_out"})
    there.locator("[name=declarer]").first.dispatch_event("input")  # kept last
    save(here)
    at_deal(here, 2)
    there.reload()
    expect(there.locator("[name=contract]:checked")).to_have_value("9")

    here.reload()  # both hold the deal half-entered there
    enter(here, {"partner": "Ditlev"})
    save(here)
    expect(here.get_by_role("heading", level=1)).to_have_text("Spil 3")
    enter(there, {"contract": "10", "partner": "Agnes"})
    there.get_by_role("button", name=re.compile("^Gem spil")).click()
    expect(there.locator(".error-summary")).to_contain_text("spil 2 er gemt med noget andet")
    there.reload()
    expect(there.locator("[name=contract]:checked")).to_have_value("10")
    there.get_by_role("button", name="Gem spil 3").click()
    expect(there.get_by_role("heading", level=1)).to_have_text("Spil 4")
    troubles.clear()  # one answer was a 409


def tricks(page):
    return page.locator("[name=tricks]:checked")


@contextmanager
def a_form_on_its_way(page):
    """The next form is asked for, since another phone has entered a deal; it arrives only when this is over."""
    held = []
    page.route("**/deals/new/", lambda route: held.append(route))
    with page.expect_response("**/deals/new/"):
        with page.expect_request("**/deals/new/"):
            ten_seconds_pass(page)
        yield
        held[0].continue_()
    page.unroute("**/deals/new/")


def lose_the_answer(route):
    """The deal comes to the server; what it answers is lost on the way."""
    if route.request.method == "POST":
        route.fetch()
    route.abort()


def another_phone(open_page, address):
    """A phone whose clock the test winds, at the same deal."""
    page = open_page(width=390, keep=False, role="secretary")
    page.clock.install()
    page.goto(address)
    return page


def ten_seconds_pass(page):
    page.clock.fast_forward(10_000)


def test_two_phones_see_each_other_within_ten_seconds(site, open_page, page, evening):
    here, sheet = page, open_page(keep=False, role="secretary")
    there = another_phone(open_page, evening)
    sheet.clock.install()
    sheet.goto(evening.replace("deals/new/", ""))

    enter(here, EIGHT)
    save(here)
    at_deal(here, 2)

    ten_seconds_pass(there)
    expect(messages(there)).to_contain_text("Spil 1 blev indtastet på en anden telefon.")
    expect(there.get_by_role("heading", level=1)).to_have_text("Spil 2")
    expect(there.locator(".dealer-name:visible")).to_have_text("Bertel")
    expect(there.locator("#so-far")).to_contain_text("Spil 1: Agnes og Bertel meldte 8 og gik lige hjem.")
    ten_seconds_pass(sheet)
    expect(sheet.locator("#sheet .sheet tbody tr")).to_have_count(1)
    assert "anden telefon" not in messages(here).inner_text()
    expect(sheet.locator("#count")).to_contain_text("1 spil, summen er 0.")

    enter(here, EIGHT)
    save(here)
    at_deal(here, 3)
    expect(messages(here)).to_contain_text("Spil 2 er måske det samme som spil 1.")
    with a_form_on_its_way(there):
        enter(there, {"declarer": "Clara", "contract": "9"})
    expect(messages(there)).to_contain_text("Spil 2 blev")
    expect(there.get_by_role("heading", level=1)).to_have_text("Spil 3")
    expect(there.locator("[name=save]")).to_have_attribute("data-save", "Gem spil 3")
    expect(there.locator(".dealer-name:visible")).to_have_text("Clara")
    assert there.locator("[name=contract]:checked").get_attribute("value") == "9"

    ten_seconds_pass(sheet)
    expect(sheet.locator("#count")).to_contain_text("2 spil, summen er 0.")
    expect(sheet.locator("#count a")).to_have_text("Tilbage til spil 3")
    there.goto(sheet.url)
    expect(there.locator("#count a")).to_have_count(1)
    sheet.route("**/approve/", lambda route: answer_late(sheet, route))
    sheet.get_by_role("button", name="Godkend og del").click()
    expect(sheet.get_by_role("heading", level=1)).to_have_text("Aftenen er godkendt")
    ten_seconds_pass(there)
    expect(there.locator("#count a")).to_have_count(0)


def answer_late(page, route):
    """The site does what it was asked for; the page hears of it by following the sheet before it has the answer."""
    answer = route.fetch(max_redirects=0)
    with page.expect_response("**/sheet/"):
        pass
    route.fulfill(response=answer)


def sitting_out(page):
    """Who sits out, by name, as the head of the form says it."""
    return page.locator(".seating .away-names")


def choose(page, *names):
    """Tick or untick players among those who sit out."""
    ids = ids_at_table(page)
    for name in names:
        page.locator(f"[name=sits_out][value='{ids[name]}']").evaluate("box => box.click()")


def test_who_deals_and_sits_out_goes_on_under_a_deal_half_entered_unless_chosen_by_hand(site, open_page, page):
    here, six = page, open_evening(site, CODE, 6)
    there = another_phone(open_page, six)
    here.goto(six)
    here.evaluate("window.stays = true")
    expect(sitting_out(there)).to_have_text("Agnes og Bertel")

    enter(there, {"contract": "9"})
    line_field(there).fill("p")
    enter(here, {"contract": "passed_out"})
    save(here)
    at_deal(here, 2)
    ten_seconds_pass(there)
    expect(there.get_by_role("heading", level=1)).to_have_text("Spil 2")
    expect(there.locator(".dealer-name:visible")).to_have_text("Bertel")
    expect(there.locator(".seating .lead-name")).to_have_text("Ditlev")
    expect(sitting_out(there)).to_have_text("Bertel og Clara")
    assert there.locator("[name=turn]").input_value() == ",".join(list(ids_at_table(there).values())[1:3])
    expect(there.locator(".line-dealer")).to_have_text("Bertel")
    assert there.locator("[name=line-dealer]").input_value() == ids_at_table(there)["Bertel"]
    assert there.locator("[name=line-number]").input_value() == "2"

    there.keyboard.press("Enter")  # the line goes first; the deal stays half-entered
    expect(there.get_by_role("heading", level=1)).to_have_text("Spil 3")
    expect(sitting_out(there)).to_have_text("Clara og Ditlev")
    assert there.locator("[name=contract]:checked").get_attribute("value") == "9"

    choose(there, "Ditlev", "Frida")
    there.reload()
    expect(messages(there)).to_contain_text("Halvt indtastet spil hentet frem.")
    expect(sitting_out(there)).to_have_text("Clara og Frida")
    enter(there, {"dealer": "Else"})
    here.goto(six)
    enter(here, {"contract": "passed_out"})
    save(here)
    expect(here.get_by_role("heading", level=1)).to_have_text("Spil 4")
    ten_seconds_pass(there)
    expect(there.get_by_role("heading", level=1)).to_have_text("Spil 4")
    expect(there.locator(".dealer-name:visible")).to_have_text("Else")
    expect(sitting_out(there)).to_have_text("Clara og Frida")


APPROVED = """
from ledger.services.evenings.approval import approve_evening
approve_evening(evening=evening, entry_count=2, **signed)
"""


def test_whoever_waits_for_the_next_deal_is_led_to_the_sheet_once_the_evening_is_approved(site, open_page, evening):
    there = another_phone(open_page, evening)
    site.run(FIND + TWO_DEALS + APPROVED, stdin=evening)

    ten_seconds_pass(there)

    there.wait_for_url(lambda url: url.endswith(evening.replace("deals/new/", "")))


# What a button says in the very moment that it is pressed, before anything could have been answered.
PRESSED = "button => { button.click(); return [button.textContent, document.querySelector('.told').textContent]; }"


def test_a_button_says_that_it_saves_in_the_moment_it_is_pressed(page, evening):
    enter(page, EIGHT)
    button = page.get_by_role("button", name="Gem spil 1")
    assert button.evaluate(PRESSED) == ["Gemmer …", "Gemmer …"]
    at_deal(page, 2)

    page.goto(evening.replace("deals/new/", "deals/1/correct/"))
    page.locator("[name=change-reason]").fill("talt forkert")
    enter(page, {"tricks": "9"})
    assert page.get_by_role("button", name="Gem rettelsen").evaluate(PRESSED) == ["Gemmer …", "Gemmer …"]
    page.wait_for_url("**/deals/1/")
    page.go_back()
    expect(page.get_by_role("button", name="Gem rettelsen")).to_have_count(1)


@pytest.mark.parametrize("height", [740, pytest.param(844, marks=pytest.mark.long)])
def test_the_keys_that_mend_a_correction_without_a_reason_are_not_behind_the_bar(site, open_page, evening, height):
    page = open_page(width=360, height=height, role="secretary")
    site.run(FIND + TWO_DEALS, stdin=evening)
    page.goto(f"{evening.removesuffix('new/')}1/correct/")

    page.locator("[name=save]").evaluate("button => button.click()")  # as a thumb does, without scrolling to it

    expect(page.locator(".error-summary")).to_be_focused()
    # As the page does once it is laid out (frame.js); where it begins depends on how fast that went.
    page.evaluate("scrollTo(0, 0); document.activeElement.scrollIntoView({ block: 'nearest' })")
    bar = page.locator(".save-bar").bounding_box()
    for key in page.locator(".reasons .key").all():
        box = key.bounding_box()
        assert box["y"] + box["height"] <= bar["y"]
    assert page.locator(".error-summary").bounding_box()["y"] >= 0
