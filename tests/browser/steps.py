"""What a visitor does on the pages, in one line each."""

from typing import Any

from playwright.sync_api import Page

SAMPLE_CLUB = "/whistklubben-kattens-es"
PLAYER_FIELDS = ("declarer", "partner", "dealer")


def sign_in(page: Page, login: dict[str, str]) -> None:
    """Sign in as one of the sample club's people."""
    page.goto("/sign-in/")
    page.get_by_label("Brugernavn").fill(login["name"])
    page.get_by_label("Adgangskode").fill(login["password"])
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(lambda url: "sign-in" not in url)


def ids_at_table(page: Page) -> dict[str, str]:
    """The ids of the players on the entry screen, by name."""
    rows = page.locator("[data-player]").all()
    return {row.locator(".name").inner_text(): str(row.get_attribute("data-player")) for row in rows}


def press(page: Page, field: str, value: str) -> None:
    """Press one key of the entry screen."""
    page.locator(f"label.key:has(input[name={field}][value='{value}'])").click()


def preview(page: Page) -> dict[str, str]:
    """The points that the entry screen shows for each player."""
    cells = page.locator(".preview li").all()
    return {cell.locator("span").first.inner_text(): cell.locator(".points").inner_text() for cell in cells}


def enter(page: Page, said: dict[str, Any]) -> None:
    """Press the keys and fill the fields of a deal, players by name."""
    ids = ids_at_table(page)
    for field, value in said.items():
        kind, _dot, who = field.partition(".")
        name = f"{kind}_{ids[who]}" if who else field
        if field == "dealer":
            page.locator("summary").click()
        if kind == "joins":
            page.locator(f"[name={name}]").check()
        elif kind == "clubs":
            page.locator("[name=clubs]").check()
        elif who and kind == "tricks":
            page.locator(f"[name={name}]").select_option(value)
        elif who or field == "reason":
            page.locator(f"[name={name}]").fill(value)
        else:
            press(page, field, ids[value] if field in PLAYER_FIELDS and value in ids else value)
