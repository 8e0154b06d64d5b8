"""A day in words, which a file tells in whatever language it is written."""

from datetime import date

from ledger.rules.site.labels import Label, Phrase, fill

MONTHS = (
    *(Phrase("January"), Phrase("February"), Phrase("March"), Phrase("April"), Phrase("May"), Phrase("June")),
    *(Phrase("July"), Phrase("August"), Phrase("September"), Phrase("October"), Phrase("November"), Phrase("December")),
)


def day_in_words(day: date) -> Label:
    """A day as part of a sentence: "17 September"."""
    return fill(Phrase("%(day)s %(month)s"), day=day.day, month=MONTHS[day.month - 1])
