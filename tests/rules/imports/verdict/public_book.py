"""A made-up book in three layouts of the one public book of ten years: numbers of evenings and of deals."""

from random import Random

from tests.rules.imports.old_books import PLAYERS, Cell, OldBook, played_deals, tariffs

HEADINGS: list[Cell] = ["#", "Dato", "Spil", "Melder", "Makker", "Giver", "Vindende melding", *PLAYERS]
NOBODY_KNOWS = 3  # the evening, from 0, whose day is written as a question mark


LAYOUTS = ("one_sheet", "sheet_an_evening", "totals_by_sheet")


def public_book(layout: str) -> OldBook:
    """The book in a layout; in the last, each sheet has totals alone that begin at 0."""
    versions = tariffs()
    book = OldBook(versions, played_deals(versions, Random(1)))
    totals = dict.fromkeys(PLAYERS, 0)
    for deal in book.deals:
        title = "Samlet" if layout == "one_sheet" else f"Aften {deal.evening + 1}"
        rows = book.sheets.setdefault(title, [HEADINGS])
        begun = dict.fromkeys(PLAYERS, 0) if deal.number == 1 else totals
        totals = {player: begun[player] + deal.points[player] for player in PLAYERS}
        amounts = totals if layout == "totals_by_sheet" else deal.points
        day = "?" if deal.evening == NOBODY_KNOWS else deal.day
        side = [deal.declarer, deal.partner or None, None, deal.contract]
        rows.append([deal.evening + 1, day, deal.number, *side, *(amounts[player] for player in PLAYERS)])
    return book
