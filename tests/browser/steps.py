"""What a visitor does on the pages, in one line each."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from ledger.rules.scoring.document import fill_prices, preset, table_from

SAMPLE_CLUB = "/whistklubben-kattens-es"
PLAYER_FIELDS = ("declarer", "partner", "dealer")

# An evening in a club of its own with a table's prices, opened as the pages open it; prints its entry screen's address.
OPEN_EVENING = """
import datetime, json, sys
from django.contrib.auth.models import User
from django.utils import timezone
from ledger.services.clubs.clubs import NewClub, start_club, start_evening
from ledger.services.scoring import publish_version
founder, now, day = User.objects.get(username="sekretaer"), timezone.now(), datetime.date(2026, 11, 5)
code, document, seats = json.loads(sys.stdin.read())
names = ["Agnes", "Bertel", "Clara", "Ditlev", "Else", "Frida"][:seats]
new = NewClub(name=code, language="da", preset=code, players=names, season="2026", starts_on=day, readers="everybody")
club = start_club(new=new, founder=founder, now=now)
table = club.scoring_tables.get()
version = publish_version(scoring_table=table, document=document, author=founder, now=timezone.now())
evening = start_evening(season=club.seasons.get(), day=day, players=list(club.players.order_by("id")), version=version,
                        author=founder, now=timezone.now())
print(f"/{club.slug}/evenings/{evening.number}/deals/new/")
"""

SHOWN_POINTS = """
    cells => cells.map(cell => [cell.querySelector("span").innerText, cell.querySelector(".points").innerText])
"""


def priced_preset(code: str) -> dict[str, Any]:
    """A preset as a club would use it: where the source has no prices, the club has typed 24 everywhere."""
    missing = table_from(code).missing_prices
    return fill_prices(preset(code), dict.fromkeys(missing, "24"))


def open_evening(site: Any, code: str, seats: int = 4, document: dict[str, Any] | None = None) -> str:
    """The entry screen of an evening by a preset or another document, in a new club of the sample's secretary."""
    return str(site.run(OPEN_EVENING, stdin=json.dumps([code, document or priced_preset(code), seats])).strip())


class Evenings:
    """The entry screens of evenings in clubs of their own, opened when they are first asked for."""

    def __init__(self, site: Any) -> None:
        self._site = site
        self._addresses: dict[tuple[str, int], str] = {}

    def at(self, code: str, seats: int) -> str:
        """That of an evening by a preset's prices, with so many at the table."""
        if (code, seats) not in self._addresses:
            self._addresses[code, seats] = open_evening(self._site, code, seats)
        return self._addresses[code, seats]


def sign_in(page: Page, site: Any, role: str) -> None:
    """Sign in as the sample club's: by the page the first time, then by the session that this site gave."""
    if role not in site.sessions:
        page.goto("/sign-in/")
        fill_in_sign_in(page, site.login(role))
        site.sessions[role] = page.context.cookies()
    page.context.add_cookies(site.sessions[role])


def fill_in_sign_in(page: Page, login: dict[str, str]) -> None:
    """Sign in on the page that asks for it."""
    page.get_by_label("Brugernavn").fill(login["name"])
    page.get_by_label("Adgangskode").fill(login["password"])
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(lambda url: "sign-in" not in url)


def shared(page: Page) -> str:
    """What the page has given to the phone's own sharing, once it has: a tap is over before what it does."""
    return str(page.wait_for_function("window.shared").json_value())


def seat(page: Page, number: int) -> list[str]:
    """Tap so many players of a new evening into seats, whoever was proposed; gives their names in seat order."""
    keys = page.locator(".seat-keys button")
    for key in keys.and_(page.locator("[aria-pressed=true]")).element_handles():
        key.click()
    names = []
    for position in range(number):
        key = keys.nth(position)
        names.append(key.inner_text().strip())
        key.click()
        expect(key.locator(".seat")).to_have_text(str(position + 1))
    return names


def ids_at_table(page: Page) -> dict[str, str]:
    """The ids of the players on the entry screen, by name."""
    page.wait_for_load_state()  # a press that leads on returns when the answer begins, not when the page is there
    rows = page.locator("[data-player]")
    rows.first.wait_for(state="attached")
    return dict(
        rows.evaluate_all("rows => rows.map(row => [row.querySelector('.name').innerText, row.dataset.player])")
    )


def press(page: Page, field: str, value: str) -> None:
    """Press one key of the entry screen, behind "other" if it is not among those in sight."""
    key = page.locator(f"label.key:has(input[name={field}][value='{value}'])")
    if not key.is_visible() and field.startswith("tricks"):
        key.locator("xpath=..").locator(".other").click()
    key.click()


def line_field(page: Page) -> Locator:
    """The field of the keyboard line, behind its fold."""
    page.locator("details.line-panel").evaluate("fold => { fold.open = true }")
    return page.locator("[name=line-text]")


def preview(page: Page) -> dict[str, str]:
    """The points that the entry screen shows for each player."""
    page.wait_for_load_state()
    cells = page.locator("form.deal .preview li")
    cells.first.wait_for(state="attached")
    return dict(cells.evaluate_all(SHOWN_POINTS))


def enter(page: Page, fields: dict[str, Any]) -> None:
    """Press the keys and fill the fields of a deal, players by name."""
    ids = ids_at_table(page)
    for field, value in fields.items():
        kind, _dot, who = field.partition(".")
        name = f"{kind}_{ids[who]}" if who else field
        if field == "dealer":
            page.locator(".seating summary").click()
        if (
            field == "contract"
            and not page.locator(f"label.key:has(input[name=contract][value='{value}'])").is_visible()
        ):
            page.locator(".more summary").click()
        if kind == "joins":
            page.locator(f"[name={name}]").check()
        elif kind == "clubs":
            page.locator("[name=clubs]").check()
        elif who and kind in ("tricks", "result"):
            press(page, name, value)
        elif who or field == "reason":
            page.locator(f"[name={name}]").fill(value)
        else:
            press(page, field, ids[value] if field in PLAYER_FIELDS and value in ids else value)
