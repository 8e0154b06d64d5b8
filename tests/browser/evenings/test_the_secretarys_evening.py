"""The whole job in a real browser: an evening entered, changed, read by players, and taken home as a workbook."""

import re
import sqlite3

import pytest

from tests.browser.steps import SAMPLE_CLUB, enter, ids_at_table, preview, seat
from tests.spreadsheets.seasons import reading

# Ten deals of every kind at a table of five, in seat order; the dealer sits out. What each is expected to pay is
# worked out from the sheet on the wall: 1/8 for a plain 7, doubling per trick, doubling for an attachment.
DEALS = [
    ({"declarer": "B", "contract": "8", "partner": "C"}, "A 0, B +0,25, C +0,25, D −0,25, E −0,25"),
    (
        {"declarer": "C", "contract": "9", "column": "vip2", "partner": "D", "tricks": "10"},
        "A −4, B 0, C +4, D +4, E −4",
    ),
    (
        {"declarer": "A", "contract": "8", "column": "gode", "partner": "E", "tricks": "7"},
        "A −1, B +1, C 0, D +1, E −1",
    ),
    ({"declarer": "A", "contract": "9", "partner": "A", "tricks": "9"}, "A +1,5, B −0,5, C −0,5, D 0, E −0,5"),
    ({"declarer": "B", "contract": "8", "column": "kvarte", "tricks": "9"}, "A −1, B +3, C −1, D −1, E 0"),
    ({"declarer": "B", "contract": "sol"}, "A 0, B +3, C −1, D −1, E −1"),
    (
        {"declarer": "C", "contract": "ren_sol", "joins.E": True, "result.E": "beaten"},
        "A 0, B 0, C +8, D 0, E −8",
    ),
    ({"contract": "passed_out"}, None),
    (
        {"declarer": "A", "contract": "8", "column": "vip1", "clubs": True, "partner": "B", "tricks": "8"},
        "A +1, B +1, C −1, D 0, E −1",
    ),
    ({"contract": "adjustment", "points.A": "-1,5", "points.B": "1,5", "reason": "duestraf"}, None),
]
NAMES = "ABCDE"


@pytest.fixture
def secretary(site, open_page):
    return open_page(width=390, role="secretary")


def test_the_secretarys_evening(site, open_page, secretary):
    page, club = secretary, SAMPLE_CLUB
    people = start_evening(page, club)
    evening = re.search(r"/evenings/(\d+)/", page.url)[1]

    for number, (deal, expected) in enumerate(DEALS, start=1):
        enter(page, with_names(deal, people))
        points = preview(page)
        given = points_by_name(expected, people) if expected else {}
        if expected:
            assert points == {name: given[name] for name in points}  # whoever sits out is not shown
        page.get_by_role("button", name=f"Gem spil {number}").click()
        page.get_by_role("heading", name=f"Spil {number + 1}").wait_for()
        if expected:
            assert stored_points(site, evening, number) == given

    correct(page, club, evening, number=1)
    void_and_restore(page, club, evening, number=2)
    approve(page, site, club, evening)
    in_database = check_the_standings(site, open_page, club)
    check_the_workbook(site, open_page, club, in_database)


def start_evening(page, club):
    """Five players in seats; gives their names by letter in seat order."""
    page.goto(f"{club}/evenings/new/")
    people = dict(zip(NAMES, seat(page, len(NAMES)), strict=True))
    page.get_by_role("button", name="Start aftenen").click()
    page.wait_for_url("**/deals/new/")
    assert list(ids_at_table(page)) == list(people.values())
    return people


def with_names(deal, people):
    """A deal with the letters of its players turned into their names."""

    def name_of(field, value):
        return people[value] if field in ("declarer", "partner") and value in people else value

    def with_name(field):
        kind, dot, who = field.partition(".")
        return f"{kind}.{people[who]}" if dot else field

    return {with_name(field): name_of(field, value) for field, value in deal.items()}


def points_by_name(expected, people):
    return {people[letter]: points for letter, points in (pair.split() for pair in expected.split(", "))}


def stored_points(site, evening, number):
    """What the book gives each player for a deal, written as a Danish page writes it."""
    with sqlite3.connect(site.database) as database:
        rows = database.execute(
            "SELECT player.name, sum(posting.points) FROM ledger_posting posting"
            " JOIN ledger_entry entry ON entry.key = posting.entry_id"
            " JOIN ledger_evening evening ON evening.id = entry.evening_id"
            " JOIN ledger_player player ON player.id = posting.player_id"
            " WHERE evening.number = ? AND entry.number = ? GROUP BY player.id ORDER BY posting.seat",
            [evening, number],
        ).fetchall()
    return {name: danish(units) for name, units in rows}


def danish(units):
    points = f"{abs(units) / 8:.3f}".rstrip("0").rstrip(".").replace(".", ",")
    return ("+" if units > 0 else "−" if units < 0 else "") + points


def correct(page, club, evening, number):
    page.goto(f"{club}/evenings/{evening}/deals/{number}/")
    page.get_by_role("link", name="Ret", exact=True).click()
    enter(page, {"tricks": "9"})
    page.get_by_label("Hvorfor ændres det?").fill("talt forkert")
    page.get_by_role("button", name="Gem rettelsen").click()
    page.get_by_text(f"Spil {number} er rettet: ").wait_for()


def void_and_restore(page, club, evening, number):
    """Voiding wants a reason; bringing back is one press."""
    page.goto(f"{club}/evenings/{evening}/deals/{number}/")
    page.get_by_label("Hvorfor ændres det?").fill("indtastet to gange")
    for button, done in (("Annullér", "annulleret"), ("Gendan", "gendannet")):
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_text(f"Spil {number} er {done}.").wait_for()


def approve(page, site, club, evening):
    """The evening is approved by its control sums, and a backup of it is made by itself."""
    page.goto(f"{club}/evenings/{evening}/")
    page.get_by_role("button", name="Godkend og del").click()
    page.get_by_role("heading", name="Aftenen er godkendt").wait_for()
    for _ in range(300):
        if list((site.data / "backups").glob("*.sqlite3")):
            return
        page.wait_for_timeout(100)
    raise AssertionError("no backup was made")


def check_the_standings(site, open_page, club):
    """The standings as a player sees them without signing in; gives the database's totals by name."""
    with sqlite3.connect(site.database) as database:
        rows = database.execute(
            "SELECT player.name, sum(posting.points) FROM ledger_posting posting"
            " JOIN ledger_entry entry ON entry.key = posting.entry_id"
            " JOIN ledger_player player ON player.id = posting.player_id"
            " WHERE entry.season_id = (SELECT season_id FROM ledger_evening ORDER BY number DESC LIMIT 1)"
            " GROUP BY player.id",
        ).fetchall()
    page = open_page(width=390)
    page.goto(f"{club}/standings/")
    points_shown = {}
    for row in page.locator(".standings tbody tr").all():
        points = row.locator("td:last-child > .points")  # without the decimals that are there for the eye alone
        points_shown[row.locator("th a").inner_text()] = points.evaluate("points => points.firstChild.textContent")
    assert points_shown == {name: danish(units) for name, units in rows}
    assert sum(units for _name, units in rows) == 0
    return dict(rows)


def check_the_workbook(site, open_page, club, in_database):
    page = open_page()
    page.goto(f"{club}/seasons/")
    page.locator("tbody th a").first.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Excel").click()
    book = reading.open_workbook(download.value.path().read_bytes())
    rows = reading.table(book, "Årsberetning", "Spiller")
    in_workbook = {row["Spiller"]: row["Point"] for row in rows if row["Spiller"] in in_database}
    assert in_workbook == {name: units / 8 for name, units in in_database.items()}
