"""The words that several sheets of the workbook share."""

from datetime import date

from ledger.rules.site.labels import Label, Phrase, fill

EVENINGS = Phrase("Evenings")
DEALS = Phrase("Deals")
CONTROL = Phrase("Control")
POSTINGS = Phrase("Postings")
HOUSE_NAME = Phrase("The house")
EVENING = Phrase("Evening")
DEAL = Phrase("Deal")
DATE = Phrase("Date")
PLAYER = Phrase("Player")
POINTS = Phrase("Points")
TOTAL = Phrase("Total")
MONTHS = (
    *(Phrase("January"), Phrase("February"), Phrase("March"), Phrase("April"), Phrase("May"), Phrase("June")),
    *(Phrase("July"), Phrase("August"), Phrase("September"), Phrase("October"), Phrase("November"), Phrase("December")),
)


def day_in_words(day: date) -> Label:
    """A day as part of a sentence: "17 September"."""
    return fill(Phrase("{day} {month}"), day=day.day, month=MONTHS[day.month - 1])
