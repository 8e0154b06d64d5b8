"""Every page, by a robot that knows the rules of accessibility: light and dark, phone and laptop, wide and narrow."""

import json

import pytest
from django.urls import resolve

from tests.browser.axe import SMALLEST, accessibility, faults, overlaps, sideways, small_targets
from tests.browser.conftest import running_site
from tests.browser.steps import SAMPLE_CLUB, fill_in_sign_in, sign_in
from tests.support.people import PASSWORD
from tests.web.site.access.addresses import PARTS, RIGHTS, SEND_ON, addresses

FOR_ANYBODY = [
    "/",
    "/sign-in/",
    "/privacy/",
    "/{club}/",
    "/{club}/standings/",
    "/{club}/standings/?sort=name&page=1",
    "/{club}/standings/?all=1&since=2026-09-01",
    "/{club}/seasons/",
    "/{club}/seasons/{season}/",
    "/{club}/seasons/{season}/curve/?player={player}",
    "/{club}/evenings/14/",
    "/{club}/evenings/14/deals/1/",
    "/{club}/evenings/14/paper/",
    "/{club}/evenings/4/",
    "/{club}/log/",
    "/{club}/players/",
    "/{club}/players/{player}/",
    "/{club}/players/{player}/deals/?part=defender",
    "/{club}/ranking/",
    "/{club}/tables/",
    "/{club}/tables/1/",
    "/{club}/tables/1/paper/?players=7",
    "/{club}/tables/1/try/",
    "/{club}/menu/",
    "/{club}/guide/",
    "/{club}/words/",
    "/{club}/figures/",
    "/{club}/figures/milestones/",
    "/{club}/seasons/{season}/attendance/",
    "/{club}/seasons/{season}/review/",
    "/{club}/deals/",
    "/{club}/deals/?player={player}&result=lost",
    "/{club}/ranking/",
    "/{club}/tables/1/try/?declarer=A&contract=9&column=vip2&clubs=on&partner=B&tricks=10",
]
FOR_WRITERS = [
    "/start/",
    "/{club}/",
    "/{club}/seasons/new/",
    "/{club}/seasons/{season}/what-if/",
    "/{club}/seasons/{season}/what-if/?prices=call-ace-whist",
    "/{club}/evenings/new/",
    "/{club}/evenings/14/",
    "/{club}/evenings/2/approve/",
    "/{club}/evenings/14/tables/1/paper/total/",
    "/{club}/evenings/14/seats/",
    "/{club}/evenings/14/deals/new/",
    "/{club}/evenings/14/deals/new/?line=1",
    "/{club}/evenings/14/deals/paste/",
    "/{club}/evenings/14/deals/1/",
    "/{club}/evenings/14/deals/1/correct/",
    "/{club}/players/add/",
    "/{club}/ranking/change/",
    "/{club}/players/{player}/",
    "/{club}/players/{player}/change/",
    "/{club}/evenings/4/",
    "/{club}/tables/",
    "/{club}/tables/new/",
    "/{club}/tables/import/",
    "/{club}/tables/1/prices/",
    "/{club}/menu/",
    "/{club}/ranking/change/",
    "/{club}/audit/",
    "/{club}/imports/",
    "/{club}/hand-over/",
    "/password/",
    "/account/",
    "/{club}/own-name/",
]
FOR_ADMINISTRATORS = [
    "/{club}/members/",
    "/{club}/hand-over/",
    "/{club}/seasons/{season}/close/",
    "/{club}/players/{player}/forget/",
    "/{club}/settings/",
    "/{club}/links/",
]
# One page of each kind: prose, a list, a sheet, a form, the keys, the price editor, figures beside figures.
OF_EACH_KIND = {
    *("/{club}/", "/{club}/standings/", "/{club}/evenings/14/paper/", "/{club}/tables/1/", "/{club}/tables/1/try/"),
    *("/{club}/seasons/{season}/what-if/?prices=call-ace-whist", "/{club}/evenings/14/seats/", "/{club}/tables/new/"),
    *("/{club}/evenings/14/deals/new/", "/{club}/evenings/14/deals/1/correct/", "/{club}/members/"),
    "/{club}/players/{player}/",
}
MOST_IN_FOLDS = {"/{club}/players/{player}/", "/{club}/standings/", "/{club}/tables/1/"}
EVERY_ONE = {*FOR_ANYBODY, *FOR_WRITERS, *FOR_ADMINISTRATORS}


@pytest.fixture(scope="package")
def names(site):
    """The addresses of the sample club's own things, as its pages link to them."""
    output = site.run(ADDRESSES)
    return dict(line.split("=") for line in output.split())


ADDRESSES = """
from ledger.models import Club
club = Club.objects.get(is_sample=True)
print(f"club={club.slug} season={club.seasons.latest('starts_on').slug} player={club.players.earliest('id').slug}")
"""


def visit(page, addresses, names, check):
    """What a check finds on each of the addresses, by address."""
    faults = {}
    for address in addresses:
        response = page.goto(address.format(**names))
        assert response.status == 200, address
        page.evaluate("document.querySelectorAll('main details').forEach(fold => fold.open = true)")
        if trouble := check(page):
            faults[address] = trouble
    return faults


BY_ROLE = {"": FOR_ANYBODY, "secretary": FOR_WRITERS, "admin": FOR_ADMINISTRATORS}


def with_text_twice_as_large(page):
    """What is wrong with a page whose text is twice as large."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    pixels = sideways(page)
    return overlaps(page)[:3] + [f"{pixels} pixels too wide"] * bool(pixels)


def all_faults(page):
    """What axe finds, and what is wrong where the text is twice as large."""
    return [*faults(page), *with_text_twice_as_large(page)]


@pytest.mark.parametrize(
    ("width", "looked_at"),
    [
        (360, OF_EACH_KIND),
        (1280, MOST_IN_FOLDS),
        pytest.param(360, EVERY_ONE, marks=pytest.mark.long),
        pytest.param(1280, EVERY_ONE, marks=pytest.mark.long),
    ],
    ids=["360-some", "1280-some", "360-every", "1280-every"],
)
def test_nothing_is_wrong_on_any_page_nor_with_text_twice_as_large(open_page, names, width, looked_at):
    assert looked_at <= EVERY_ONE
    offences = {}
    for role, theirs in BY_ROLE.items():
        chosen = [address for address in theirs if address in looked_at]
        offences |= visit(open_page(width=width, role=role), chosen, names, all_faults)
    assert offences == {}


ONE_OF_EVERYTHING = """
import json
from tests.web.site.access.addresses import two_clubs
print(json.dumps(two_clubs().here, default=str))
"""


@pytest.mark.long
def test_neither_is_anything_found_on_an_address_that_is_not_among_them(prepared, open_page, names, tmp_path):
    looked_at = {resolve(address.format(**names).partition("?")[0]).url_name for address in EVERY_ONE}
    leads_on = PARTS | SEND_ON | {"read_by_link"}
    others = [a for a in addresses() if RIGHTS[a.name][0] and a.name not in looked_at | leads_on]
    offences, visited = {}, set()
    with running_site(prepared.start(tmp_path)) as site:
        things = json.loads(site.run(ONE_OF_EVERYTHING))
        page = open_page(at=site, keep=False)
        page.goto("/sign-in/")
        fill_in_sign_in(page, {"name": "alma", "password": PASSWORD})
        # The addresses of accounts come last: a link to a password ends the session.
        for address in sorted(others, key=lambda other: "<slug:slug>" not in other.route):
            path = address.path(things)
            answer = page.request.get(path)
            if answer.status == 200 and answer.headers["content-type"].startswith("text/html"):
                visited.add(address.name)
                for width in (360, 1280):
                    page.set_viewport_size({"width": width, "height": 844})
                    offences |= {(width, at): trouble for at, trouble in visit(page, [path], names, all_faults).items()}

    assert {"season_change", "evening_change", "draft", "import_rows", "sheet_links", "draw", "welcome"} <= visited
    assert offences == {}


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1280])
def test_nor_where_everybody_is_seated_and_a_file_has_a_long_name(site, open_page, width):
    page = open_page(width=width, role="secretary")
    page.goto(f"{SAMPLE_CLUB}/evenings/new/")
    for key in page.locator(".seat-keys button").all()[:7]:
        key.click()
    assert with_text_twice_as_large(page) == []

    page.goto(f"{SAMPLE_CLUB}/imports/")
    book = f"Dato;Anders;Bodil;Carl;Dorthe\n1-3-2019;{width};-{width};1;-1\n".encode()
    named = f"gammel_regnskabsbog_{width}_hele_aaret.csv"
    page.set_input_files("[name=file]", {"name": named, "mimeType": "text/csv", "buffer": book})
    page.click("main form button")
    page.goto(f"{SAMPLE_CLUB}/imports/")
    assert page.get_by_text(named).count()
    assert with_text_twice_as_large(page) == []


@pytest.mark.long
def test_axe_finds_nothing_in_forced_colours(site, open_page, names):
    page = open_page(width=390)
    page.emulate_media(forced_colors="active")

    def faults_of_ours(page):
        # The colours are the reader's own.
        return [fault for fault in accessibility(page) if fault[1] != "color-contrast"]

    as_anybody = visit(page, FOR_ANYBODY, names, faults_of_ours)
    sign_in(page, site, "secretary")

    assert (as_anybody, visit(page, FOR_WRITERS, names, faults_of_ours)) == ({}, {})


HEAD = """
    () => {
      const name = document.querySelector(".club-name").lastChild, range = document.createRange();
      const isBroken = ({ 0: word, index }) => {
        range.setStart(name, index);
        range.setEnd(name, index + word.length);
        return range.getClientRects().length > 1;
      };
      const broken = [...name.data.matchAll(/\\S+/g)].filter(isBroken).map(([word]) => word);
      const sizes = [...document.querySelectorAll(".sections a")].map(link => getComputedStyle(link).fontSize);
      return [broken, Math.min(...sizes.map(parseFloat))];
    }
"""


def test_large_text_is_large_in_the_bottom_bar_too_and_breaks_no_word_of_the_clubs_name(open_page, names):
    page = open_page(width=360)
    page.goto("/{club}/standings/".format(**names))
    _, before = page.evaluate(HEAD)

    page.evaluate("document.documentElement.style.fontSize = '200%'")

    assert page.evaluate(HEAD) == [[], 2 * before]


def test_words_beside_counts_are_large_enough_to_tap(open_page, names):
    page = open_page(width=360)
    page.goto("/{club}/players/{player}/".format(**names))

    assert small_targets(page) == []


def test_where_a_deal_is_tried_the_sections_stay_at_the_foot(open_page, names):
    page = open_page(width=360)
    page.goto("/{club}/tables/".format(**names))
    page.goto(f"{page.locator('main a[href*=tables]').first.get_attribute('href')}try/")

    bars = [page.locator(place).bounding_box() for place in (".sections", ".save-bar")]

    assert bars[0]["y"] + bars[0]["height"] == page.viewport_size["height"]
    assert bars[1]["y"] + bars[1]["height"] <= bars[0]["y"] + 1


def test_a_text_that_lies_upon_another_is_found(open_page, names):
    page = open_page(width=360)
    page.goto("/{club}/standings/".format(**names))
    assert overlaps(page) == []

    page.evaluate("document.querySelector('.title').style.marginBottom = '-2.5rem'")

    assert overlaps(page) != []


def test_a_row_that_can_hardly_be_read_is_found_among_many(open_page, names):
    page = open_page(width=390)
    page.goto("/{club}/evenings/4/".format(**names))
    assert accessibility(page) == []
    row = page.locator("#sheet .sheet tbody tr").nth(4)
    texts = row.locator("td:nth-child(2) *")
    texts.evaluate_all("texts => texts.forEach(text => { text.style.color = '#bbb' })")
    assert [rule for _, rule, _ in accessibility(page)] == ["color-contrast"]

    texts.evaluate_all("texts => texts.forEach(text => { text.style.color = '' })")
    row.evaluate("row => { row.style.background = '#888' }")

    assert [rule for _, rule, _ in accessibility(page)] == ["color-contrast"]


# How far captions reach beyond what is seen of their tables, and how high the links are that fill a row.
SHOWN = """
    () => {
      const right = box => box.getBoundingClientRect().right;
      const beyond = [...document.querySelectorAll("caption")].map(caption => {
        const text = document.createRange();
        text.selectNodeContents(caption);
        return right(text) - right(caption.closest(".table-scroll"));
      });
      const links = [...document.querySelectorAll(".columns .rows a:not(.word)")];
      const heights = links.map(link => link.getBoundingClientRect().height);
      return { beyond: Math.max(0, ...beyond), lowest: Math.min(...heights) };
    }
"""


def test_a_wide_tables_caption_is_read_whole_and_a_row_of_a_deal_is_a_target_for_a_thumb(open_page, names):
    page = open_page(width=SMALLEST)
    page.goto("/{club}/evenings/14/".format(**names))
    assert page.evaluate(SHOWN)["beyond"] == 0

    page.goto("/{club}/evenings/14/deals/1/".format(**names))

    assert 44 <= page.evaluate(SHOWN)["lowest"] < float("inf")


def test_an_address_that_is_not_there_says_so_in_words(open_page, troubles):
    page = open_page()

    response = page.goto("/ingen-klub/")

    assert response.status == 404
    assert page.get_by_role("main").get_by_role("link").count() > 0
    troubles.clear()
