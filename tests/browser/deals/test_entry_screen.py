"""The entry screen under a thumb: taps counted without scrolling, and every state of it fit for everybody."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from ledger.rules.scoring.document import SEEDS
from tests.browser.axe import violations
from tests.browser.steps import enter, ids_at_table, open_evening, preview, priced_preset

# The widest table of the gallery: fifteen attachments.
WIDEST = "grundtakst"
CODE = "esmakker-wikipedia"
FITTED = [(CODE, 4), ("call-ace-whist", 4), ("whistklubben", 4), (WIDEST, 4), (CODE, 5)]
OTHER_GAMES = ("dansk-whist", "engelsk-whist", "call-ace-euchre", "pywhist", WIDEST)

# What small phones show of a page, the browser's own bars taken off: an Android, an iPhone, a larger Android.
# On the first, keys may be a little lower.
PHONES = [(360, 640, 40), (390, 664, 44), (412, 732, 44)]
PAIRS_ONLY = ("dansk-whist", "engelsk-whist")  # four at the table, and nobody sits out

OUTSIDE = """
    (least = 44) => {
      const form = document.querySelector("form.deal");
      const bar = form.querySelector(".save-bar").getBoundingClientRect();
      const keys = [...form.querySelectorAll(".key")].filter(key => key.checkVisibility());
      const small = keys.filter(key => key.getBoundingClientRect().height < least - 0.1).map(key => key.textContent);
      const beneath = keys.filter(key => key.getBoundingClientRect().bottom > bar.top + 1).map(key => key.textContent);
      return { small, beneath, bar: bar.bottom <= innerHeight, scrolled: scrollY,
               sideways: document.documentElement.scrollWidth > innerWidth };
    }
"""
FITS = {"small": [], "beneath": [], "bar": True, "scrolled": 0, "sideways": False}
NOTHING_HIDDEN = """
    () => {
      const covered = [];
      for (const field of document.querySelectorAll("form.deal :is(input:not([type=hidden]), select, summary)")) {
        if (!field.checkVisibility()) continue;
        field.focus();
        const at = (field.closest(".key") ?? field).getBoundingClientRect();
        const bar = document.querySelector(".save-bar"), { top, bottom } = bar.getBoundingClientRect();
        if (!bar.contains(field) && at.bottom > top + 1 && at.top < bottom - 1) covered.push(field.name);
      }
      return covered;
    }
"""

# The words that a key breaks in two where there is no space.
BROKEN = """
    () => {
      const words = [];
      for (const text of document.querySelectorAll("form.deal .keys:is(.names, .four, .five, .seven) span")) {
        if (!text.checkVisibility()) continue;
        const said = text.firstChild, range = document.createRange();
        for (const { 0: word, index } of said.data.matchAll(/\\S+/g)) {
          range.setStart(said, index), range.setEnd(said, index + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => top));
          if (tops.size > 1) words.push(word);
        }
      }
      return words;
    }
"""
# Of each row of keys those that stand on a line of their own, above or below the others.
LEFT_OVER = """
    () => {
      const left = [];
      for (const row of document.querySelectorAll("form.deal .keys")) {
        const keys = [...row.children].filter(key => key.checkVisibility());
        const middle = key => { const { top, bottom } = key.getBoundingClientRect(); return (top + bottom) / 2; };
        const alone = key => !keys.some(other => other !== key && Math.abs(middle(key) - middle(other)) < 20);
        left.push(...keys.filter(key => keys.length > 1 && alone(key)).map(key => key.textContent.trim()));
      }
      return left;
    }
"""


# In how many rows the players' keys stand, for each question about players.
ROWS_OF_NAMES = """
    () => [...document.querySelectorAll("form.deal .keys.names")].filter(keys => keys.checkVisibility())
      .map(keys => [...keys.children].filter(key => key.checkVisibility()))
      .map(keys => new Set(keys.map(key => key.getBoundingClientRect().top)).size)
"""


@pytest.fixture
def secretary(open_page, evenings):
    """A phone in the secretary's hand, where the evening of a table with so many players takes its next deal."""

    def at(code, players=4, **window):
        page = open_page(**{"width": 390, "height": 844, **window}, role="secretary")
        page.goto(evenings.at(code, players))
        return page

    return at


class Thumb:
    """Counts its taps; a tap outside the screen, or one that needs a scroll, is a failure."""

    def __init__(self, page):
        self.page, self.taps = page, 0
        self.ids = ids_at_table(page)

    def tap(self, label):
        box = label.bounding_box()
        assert box["y"] >= 0, label
        assert box["y"] + box["height"] <= self.page.viewport_size["height"], label
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1
        assert self.page.evaluate("scrollY") == 0

    def key(self, field, value):
        """Tap a key by its field; of a player's own field, such as "result_Clara"."""
        name, _, player = field.partition("_")
        if player in self.ids:
            field = f"{name}_{self.ids[player]}"
        pressed = f"[value='{self.ids.get(value, value)}']" if value else ""
        self.tap(self.page.locator(f"label.key:has(input[name={field}]{pressed})"))

    def enter(self, keys):
        """Tap the keys of a deal in their order."""
        for field, value in keys.items():
            self.key(field, value)

    def save(self):
        """The taps it took, Save with them; the page has gone on to the next deal."""
        number = int(re.search(r"\d+", self.page.locator("h1").inner_text())[0])
        self.tap(self.page.locator("[name=save]"))
        expect(self.page.locator("h1")).to_have_text(f"Spil {number + 1}")
        return self.taps


SOL = {"declarer": "Agnes", "contract": "sol"}
VIP = {"declarer": "Agnes", "contract": "9", "column": "vip2", "partner": "Bertel", "tricks": "10"}
OWN_PARTNER = {"declarer": "Clara", "contract": "10", "partner": "Clara", "tricks": "8"}
DEALS = [  # the keys of each, its taps with Save, and its points
    ({"declarer": "Agnes", "contract": "8", "partner": "Bertel"}, 4, ["+0,25", "+0,25", "−0,25", "−0,25"]),
    (VIP, 6, ["+4", "+4", "−4", "−4"]),
    (OWN_PARTNER, 5, ["+3", "+3", "−9", "+3"]),
    (SOL, 3, ["+3", "−1", "−1", "−1"]),
    (SOL | {"joins_Clara": None, "result_Clara": "beaten"}, 5, ["+4", "0", "−4", "0"]),
    ({"contract": "passed_out"}, 2, ["0", "0", "0", "0"]),
]


@pytest.mark.parametrize(
    ("width", "height", "least"), [PHONES[0], *(pytest.param(*phone, marks=pytest.mark.long) for phone in PHONES[1:])]
)
def test_every_usual_deal_takes_its_few_taps_and_no_scrolling(secretary, width, height, least):
    page = secretary(CODE, width=width, height=height)
    for deal, taps, points in DEALS:
        thumb = Thumb(page)
        thumb.enter(deal)
        assert list(preview(page).values()) == points, deal
        assert thumb.save() == taps, deal
    assert page.evaluate(OUTSIDE, least) == FITS  # with the last deal's notice on top


# The smallest text of the keys in pixels, and what runs out of its key.
TEXT_ON_KEYS = """
    () => {
      const texts = [...document.querySelectorAll("form.deal .key span")].filter(text => text.checkVisibility());
      const isCut = text => text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1;
      return { smallest: Math.min(...texts.map(text => parseFloat(getComputedStyle(text).fontSize))),
               cut: texts.filter(isCut).map(text => text.textContent) };
    }
"""


def assert_on_one_screen(page, about):
    """All keys in sight on every phone, large enough for a thumb, readable, and none alone in its row."""
    enter(page, {"contract": "9"} if page.locator("[name=contract][value='9']").count() else {})
    for width, height, least in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE, least) == FITS, (about, width)
        assert page.evaluate(TEXT_ON_KEYS) == {"smallest": 15, "cut": []}, (about, width)
        assert page.evaluate(LEFT_OVER) == [], (about, width)
        assert page.evaluate(BROKEN) == [], (about, width)
        assert set(page.evaluate(ROWS_OF_NAMES)) <= {1}, (about, width)


def test_all_keys_of_a_table_fit_one_screen_of_every_phone(secretary, evenings):
    page = secretary(CODE)
    for table in FITTED:
        page.goto(evenings.at(*table))
        assert_on_one_screen(page, table)


@pytest.mark.long
def test_all_keys_of_every_preset_fit_one_screen_with_the_last_deal_on_top(secretary, evenings):
    page = secretary(CODE)
    for table in product(SEEDS, (4, 5)):
        if table in [(code, 5) for code in PAIRS_ONLY]:
            continue
        page.goto(evenings.at(*table))
        enter(page, {"contract": "passed_out"})
        page.locator("[name=save]").click()
        page.locator("form.notice").wait_for()
        page.goto(evenings.at(*table))
        assert_on_one_screen(page, table)


def test_everything_fits_a_laptop_with_the_last_deal_on_top_and_no_key_left_over(secretary):
    page = secretary(CODE, width=1280, height=800)
    enter(page, {"contract": "passed_out"})
    page.locator("[name=save]").click()
    page.locator("form.notice").wait_for()
    assert page.evaluate(OUTSIDE) == FITS
    assert page.evaluate(LEFT_OVER) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(OUTSIDE)["sideways"] is False


def test_a_small_phone_scrolls_down_only_and_never_under_the_button(secretary):
    page = secretary(WIDEST)
    for width, height in ((320, 568), (375, 667)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        outside = page.evaluate(OUTSIDE)
        assert (outside["small"], outside["sideways"], outside["bar"]) == ([], False, True), width
        assert page.evaluate(NOTHING_HIDDEN) == [], width


def test_no_word_on_a_key_is_broken_and_with_large_text_no_number(secretary):
    page = secretary(CODE)
    page.locator(".more summary").click()
    assert page.evaluate(BROKEN) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert [word for word in page.evaluate(BROKEN) if word.isdigit()] == []


# By how many pixels each label of the bottom bar runs beyond its own part of it.
RUNS_OUT = """
    () => [...document.querySelectorAll(".sections a")].map(link => {
      const text = document.createRange(), room = link.getBoundingClientRect();
      text.selectNodeContents(link);
      const { left, right } = text.getBoundingClientRect();
      return Math.max(0, room.left - left, right - room.right);
    })
"""


def test_with_text_twice_as_large_the_bar_leaves_the_page_in_sight_and_its_labels_stand_apart(secretary):
    page = secretary(CODE, width=390, height=664)
    for address in (page.url, re.sub("evenings/.*", "standings/", page.url)):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(RUNS_OUT) == [0, 0, 0, 0, 0]
        bar = page.locator(".save-bar")
        assert not bar.count() or bar.bounding_box()["height"] <= 0.25 * 664


def test_what_cannot_be_says_why_and_the_button_leads_to_what_is_missing(site, open_page):
    page = open_page(width=390, role="secretary")
    page.goto(open_evening(site, CODE, 5))
    ids = ids_at_table(page)
    message, save = page.locator(".said"), page.locator("[name=save]")
    key = "label.key:has(input[name={}][value='{}'])".format
    expect(message).to_have_text("Hvem melder, og hvad?")
    assert save.inner_text() == "Gem spil 1"
    save.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "declarer"

    expect(page.locator(key("declarer", ids["Agnes"]))).not_to_be_visible()  # sits out
    enter(page, {"declarer": "Bertel"})
    expect(message).to_have_text("Hvad melder Bertel?")
    enter(page, {"contract": "13", "column": "kvarte"})
    page.locator(key("partner", ids["Clara"])).click(force=True)
    expect(message).to_have_text("Den melding spilles uden makker.")
    expect(page.locator("[role=status], [aria-live]")).to_have_count(1)
    expect(page.locator("[role=status]")).to_contain_text("Den melding spilles uden makker.")
    expect(page.locator("form.deal input:checked:is([name=partner], [name=clubs])")).to_have_count(0)
    expect(page.locator("label.key:has([name=clubs])")).not_to_be_visible()  # it counts only with vip

    enter(page, {"column": "halve"})
    expect(message).to_have_text("Hvem er makker?")
    page.locator(".seating summary").click()
    page.locator(key("dealer", ids["Bertel"])).click()
    expect(message).to_have_text("Bertel sidder over i dette spil.")
    expect(page.locator(".seating summary")).to_have_text("Bertel giver. Bertel sidder over", use_inner_text=True)
    page.locator(key("dealer", ids["Agnes"])).click()
    page.locator(key("partner", ids["Clara"])).press("1")
    page.locator(key("tricks", "12")).click()
    enter(page, {"partner": "Clara"})
    expect(message).to_contain_text("melder 13 halve og får 12")


def test_a_price_that_is_not_there_is_asked_for_when_the_deal_is_saved(site, open_page):
    document = priced_preset(CODE)
    document["values"]["9"][1] = None
    page = open_page(width=390, role="secretary")
    page.goto(open_evening(site, CODE, document=document))

    enter(page, {"declarer": "Agnes", "contract": "9", "partner": "Bertel", "column": "gode"})
    expect(page.locator(".said")).to_have_text("Taksterne har ingen pris for 9 gode endnu.")
    Thumb(page).tap(page.locator("[name=save]"))

    expect(page.get_by_label("9 Gode har ingen takst endnu: hvad betaler hver modspiller?")).to_be_focused()
    page.keyboard.type("1,5", delay=50)
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("Enter")
    expect(page.locator("form.notice")).to_contain_text("Agnes og Bertel fik 1,5 hver, Clara og Ditlev gav 1,5 hver.")


def test_the_unusual_is_asked_about_once_beside_the_button(secretary):
    page = secretary(CODE)
    number = page.locator("h1").inner_text()
    thumb = Thumb(page)
    thumb.enter(DEALS[0][0])
    thumb.tap(page.locator(".tricks .other"))
    thumb.key("tricks", "13")
    thumb.tap(page.locator("[name=save]"))
    expect(page.locator(".question")).to_have_text("13 stik: er det rigtigt?")
    assert page.evaluate("[scrollY, document.activeElement.name]") == [0, "save"]
    assert page.locator("h1").inner_text() == number

    thumb.key("tricks", "12")  # another deal is another question
    expect(page.locator(".question")).to_have_count(0)


def test_a_deal_is_entered_without_javascript(secretary):
    page = secretary(CODE, java_script_enabled=False, keep=False)
    number = page.locator("h1").inner_text()
    for field, nth in (("declarer", 0), ("contract", 1), ("partner", 1), ("tricks", 8)):
        page.locator(f"label.key:has(input[name={field}])").nth(nth).click()

    page.locator("button[name=preview]").click()
    expect(page.locator("form.deal .preview .points")).to_have_text(["+0,25", "+0,25", "−0,25", "−0,25"])
    page.locator("button[name=save]").click()

    expect(page.locator(".messages")).to_contain_text(f"{number} er gemt")


def test_a_deal_is_entered_by_keyboard_alone(secretary):
    page = secretary(CODE, width=1280, height=800)
    keys, focused = page.keyboard, "document.activeElement.name + ' ' + document.activeElement.value"
    ids = list(ids_at_table(page).values())
    page.locator("[name=declarer]").first.focus()
    keys.press("ArrowRight")
    keys.type(ids[2])  # no number that anybody sees
    assert page.evaluate(focused) == f"declarer {ids[1]}"
    keys.press("Tab")
    keys.type("10")
    assert page.evaluate(focused) == "contract 10"
    keys.press("Tab")  # past "More"
    keys.press("Tab")
    keys.press("ArrowRight")
    assert page.evaluate(focused) == "column gode"
    keys.press("Tab")
    keys.press("Space")
    assert page.evaluate(focused) == f"partner {ids[0]}"
    keys.press("Tab")
    keys.type("11")
    assert page.evaluate(focused) == "tricks 11"
    assert list(preview(page).values()) != ["·"] * 4

    keys.press("Enter")

    expect(page.locator("#messages")).to_contain_text(re.compile("gemt"))


TELLING = {"keys closed", "nolo", "refused"}  # the states that look most unlike each other


def states(page, evenings):
    """The page in each of its states, one after the other."""
    yield "empty"
    page.locator(".seating summary").click()
    page.locator(".more summary").click()
    yield "everything open"
    enter(page, {"declarer": "Agnes", "contract": "9", "column": "kvarte"})
    yield "keys closed"
    enter(page, {"column": "vip1", "clubs": True, "partner": "Bertel", "tricks": "13"})
    page.locator("[name=save]").click()
    page.locator(".question").wait_for()
    yield "asked"
    enter(page, {"contract": "sol", "joins.Clara": True})
    yield "nolo"
    for contract in ("passed_out", "redeal", "adjustment"):
        enter(page, {"contract": contract})
        yield contract
    page.locator("[name=save]").click()
    page.locator(".error-summary").wait_for()
    yield "refused"
    for table in ((CODE, 5), (CODE, 6), *product(OTHER_GAMES, [4])):
        page.goto(evenings.at(*table))
        yield table
    enter(page, {"contract": "9"})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    yield "large text"


@pytest.mark.parametrize("is_asked_always", [False, pytest.param(True, marks=pytest.mark.long)])
def test_axe_and_the_thumb_find_nothing_in_any_state(secretary, evenings, is_asked_always):
    page = secretary(CODE)
    faults = {}
    for state in states(page, evenings):
        if is_asked_always or state in TELLING:
            faults |= {(state, scheme, rule): html for scheme, rule, html in violations(page, "light", "dark")}
        outside = page.evaluate(OUTSIDE)
        if outside["small"] or outside["sideways"]:
            faults[state] = outside
    assert faults == {}


def test_a_chosen_key_is_told_from_the_others_in_forced_colours(secretary):
    page = secretary(CODE)
    page.emulate_media(forced_colors="active")
    enter(page, {"contract": "9"})
    outline = "key => getComputedStyle(key.nextElementSibling).outlineStyle"

    assert page.locator("[name=contract][value='9']").evaluate(outline) == "solid"
    assert page.locator("[name=contract][value='8']").evaluate(outline) == "none"
