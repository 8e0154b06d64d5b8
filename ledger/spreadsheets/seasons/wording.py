"""The names of the workbook's sheets and the words that several of them share."""

from datetime import date

from ledger.rules.site.labels import Label, Phrase, fill

REPORT = Phrase("Annual report")
EVENINGS = Phrase("Evenings")
DEALS = Phrase("Deals")
HEAD_TO_HEAD = Phrase("Head-to-head")
PRICES = Phrase("Prices")
CONTROL = Phrase("Control")
POSTINGS = Phrase("Postings")

HOUSE_NAME = Phrase("The house")
EVENING = Phrase("Evening")
DEAL = Phrase("Deal")
DATE = Phrase("Date")
PLAYER = Phrase("Player")
CONTRACT = Phrase("Contract")
POINTS = Phrase("Points")
TOTAL = Phrase("Total")
PAGE_NUMBER = Phrase("Page &P of &N")

DAY = Phrase("{day} {month}")
MONTHS = (
    *(Phrase("January"), Phrase("February"), Phrase("March"), Phrase("April"), Phrase("May"), Phrase("June")),
    *(Phrase("July"), Phrase("August"), Phrase("September"), Phrase("October"), Phrase("November"), Phrase("December")),
)


def day_in_words(day: date) -> Label:
    """A day as part of a sentence: "17 September"."""
    return fill(DAY, day=day.day, month=MONTHS[day.month - 1])
