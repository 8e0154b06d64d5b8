"""A page used by the keyboard alone."""

from playwright.sync_api import Page

MOST_TABS = 60


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_TABS} tabs do not lead to {selector}")


def type_in(page: Page, fields: dict[str, str]) -> None:
    """Fill in fields by name, and send the form with Enter."""
    for name, text in fields.items():
        tab_to(page, f"main [name={name}]")
        page.keyboard.type(text)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def press(page: Page, selector: str) -> None:
    """Go to a button or link, and press it."""
    tab_to(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")
