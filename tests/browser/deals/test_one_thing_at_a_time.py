"""The entry screen asks one thing at a time: what a key means, what stands in the kept place, and what is put away."""

import pytest
from playwright.sync_api import expect

from ledger.rules.scoring.document import preset
from tests.browser.conftest import HAND
from tests.browser.deals.test_entry_screen import FITS, OUTSIDE, Thumb
from tests.browser.steps import enter, open_evening, preview, priced_preset


@pytest.fixture
def phone(site, open_page):
    return open_page(width=360, height=740, role="secretary")


# What the keys in sight of a field say, each with what stands below it.
SAID_BY = """
    name => [...document.querySelectorAll(`form.deal .key:has([name^="${name}"]), .tricks .other`)]
      .filter(key => key.checkVisibility()).map(key => key.innerText.replace(/\\s+/g, " ").trim())
"""
AROUND_9 = ["7 2 bet", "8 1 bet", "9 hjem", "10 1 over", "11 2 over", "12 3 over", "… andet"]


def test_the_tricks_stand_around_the_bid_with_their_meaning_and_the_others_behind_a_key(phone, evenings):
    phone.goto(evenings.at("esmakker-wikipedia", 4))
    enter(phone, {"declarer": "Agnes", "contract": "9", "partner": "Bertel"})
    assert phone.evaluate(SAID_BY, "tricks") == AROUND_9
    assert phone.evaluate(SAID_BY, "partner")[0] == "Agnes sig selv"
    enter(phone, {"contract": "13"})
    assert phone.evaluate(SAID_BY, "tricks")[0] == "8 5 bet"

    phone.locator(".tricks .other").click()

    assert len(phone.evaluate(SAID_BY, "tricks")) == 14
    enter(phone, {"tricks": "2"})
    expect(phone.locator(".said")).to_contain_text("melder 13 og får 2")


def test_a_nolo_asks_home_or_beaten_and_tricks_only_where_they_are_priced(phone, evenings):
    phone.goto(evenings.at("esmakker-wikipedia", 4))
    enter(phone, {"declarer": "Agnes", "contract": "sol", "joins.Clara": True})
    assert phone.evaluate(SAID_BY, "result") == ["Hjem", "Bet"] * 2
    assert phone.evaluate(SAID_BY, "tricks_") == []

    phone.goto(evenings.at("whist-scoreboard", 4))
    enter(phone, {"declarer": "Agnes", "contract": "sol", "joins.Clara": True})
    keys = ["0 hjem", "1 hjem", "2 1 bet", "3 2 bet", "4 3 bet", "5 4 bet"]
    assert phone.evaluate(SAID_BY, "tricks_") == keys * 2
    assert phone.evaluate(SAID_BY, "result") == []
    enter(phone, {"tricks.Clara": "3"})
    expect(phone.locator(".said")).to_contain_text("Clara går med og tager tre")
    assert list(preview(phone).values()) == ["+28", "+12", "−52", "+12"]
    enter(phone, {"tricks.Clara": "9"})
    expect(phone.locator(".said")).to_contain_text("tager 9")


PLACES = """
    () => Object.fromEntries(["h1", ".end-evening", "[name=contract]", ".more > summary", "[name=save]"].map(name => {
      const { top, bottom } = document.querySelector(name).getBoundingClientRect();
      return [name, [Math.round(top), Math.round(bottom)]];
    }))
"""


@pytest.mark.parametrize("height", [640, pytest.param(740, marks=pytest.mark.long)])
def test_the_evening_stands_where_the_later_keys_come_and_nothing_moves(phone, evenings, height):
    phone.set_viewport_size({"width": 360, "height": height})
    phone.goto(evenings.at("esmakker-wikipedia", 4))
    enter(phone, {"contract": "passed_out"})
    phone.locator("[name=save]").click()
    expect(phone.locator("form.notice")).to_contain_text("Passet rundt")
    expect(phone.locator("#so-far h2")).to_be_in_viewport()
    expect(phone.locator("[name=column]").first).not_to_be_visible()
    before = phone.evaluate(PLACES)

    enter(phone, {"contract": "9", "declarer": "Agnes", "partner": "Bertel"})  # in any order
    expect(phone.locator(".said")).to_contain_text("Clara og Ditlev betaler")

    assert phone.evaluate(PLACES) == before
    phone.locator("[name=save]").click()
    expect(phone.locator("form.notice")).to_contain_text("Agnes og Bertel fik 0,5 hver, Clara og Ditlev gav 0,5 hver.")
    expect(phone.get_by_role("link", name="Slut aften")).to_be_in_viewport()


def test_what_has_no_price_stands_behind_more_unless_nothing_has_one(site, phone):
    document = priced_preset("esmakker-wikipedia")
    document["nolo"][-1]["made"] = None
    phone.goto(open_evening(site, "esmakker-wikipedia", document=document))
    unpriced = phone.locator(f"label.key:has([value='{document['nolo'][-1]['code']}'])")
    expect(unpriced).not_to_be_visible()
    phone.locator(".more > summary").click()
    expect(unpriced).to_be_visible()
    expect(unpriced).to_contain_text("ingen takst endnu")

    phone.goto(open_evening(site, "whistklubben", document=preset("whistklubben")))
    for contract in ("8", "13"):
        expect(phone.locator(f"label.key:has([name=contract][value='{contract}'])")).to_be_visible()


def test_the_line_is_there_with_a_keyboard_and_not_under_a_thumb(open_page, evenings):
    for window, is_there in (({}, True), (HAND, False)):
        page = open_page(role="secretary", **window)
        page.goto(evenings.at("esmakker-wikipedia", 4))
        expect(page.locator(".line-panel > summary")).to_be_visible(visible=is_there)


LOCKS = "navigator.wakeLock.request = kind => { window.asked = kind; return Promise.reject(new Error('no battery')); }"


def test_the_screen_is_asked_to_stay_awake_and_may_refuse(phone, evenings):
    phone.add_init_script(f"if (navigator.wakeLock) {LOCKS}")
    phone.goto(evenings.at("esmakker-wikipedia", 4))

    phone.wait_for_function("window.asked === 'screen'")


IN_THE_SAME_FRAME = [
    ("engelsk-whist", {"contract": "second_pair", "pair_tricks": "9"}, ["−3", "+3", "−3", "+3"]),
    (
        "call-ace-euchre",
        {"declarer": "Agnes", "partner": "Bertel", "contract": "march_partners"},
        ["+2", "+2", "0", "0"],
    ),
    (
        "call-ace-euchre",
        {"declarer": "Agnes", "partner": "Bertel", "contract": "march_partners", "partner ": "Agnes"},
        ["+4", "0", "0", "0"],  # what was said of the outcome stays
    ),
]


@pytest.mark.parametrize(("height", "least"), [(640, 40), pytest.param(740, 44, marks=pytest.mark.long)])
def test_pairs_take_two_taps_and_roles_three_in_the_same_frame(phone, evenings, height, least):
    phone.set_viewport_size({"width": 360, "height": height})
    for code, tapped, points in IN_THE_SAME_FRAME:
        phone.goto(evenings.at(code, 4))
        thumb = Thumb(phone)
        for field, value in tapped.items():
            thumb.key(field.strip(), value)
        assert list(preview(phone).values()) == points
        assert phone.evaluate(OUTSIDE, least) == FITS
        assert thumb.save() == len(tapped) + 1
        key = phone.locator("label.key:has([name=contract][value=passed_out])")
        place = key.bounding_box()
        key.click()
        assert key.bounding_box() == place
        thumb.save()
