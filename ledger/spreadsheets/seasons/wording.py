"""The sentences of the workbooks, by their English words."""

from ledger.rules.site.labels import Phrase

HOUSE_NAME = Phrase("The house")
HOUSE_BY_OPENING = Phrase("The house, from the opening balances")
HOUSE_AND_OPENING = Phrase("The house, also from the opening balances")
OPENING = Phrase("Opening balances")
IN_DOUBT = Phrase("booked in doubt")
RIGHT_WORD = Phrase("OK")
WRONG_WORD = Phrase("ERROR")

ALL_PLAYERS = Phrase("All players")
WHOLE_BOOK = Phrase("The whole book")
TOTAL = Phrase("Total")
BY_POSTINGS = Phrase("By the postings")
DIFFERENCE = Phrase("Difference")

SEASON = Phrase("Season")
MADE_AT = Phrase("Made")
MADE_BY = Phrase("Made by")
EVENINGS = Phrase("Evenings")
DEALS = Phrase("Deals")
UNIT = Phrase("Smallest unit")
WHOLE_POINT = Phrase("1 point")
FRACTION = Phrase("1/{denominator} of a point")
FINGERPRINT = Phrase("Fingerprint")
NO_ENTRIES = Phrase("The book has no entries yet")

IS_BEING_IMPORTED = Phrase(
    "Made while an old book was being brought in or taken out: take the workbook again when that is done."
)

CHECKS = Phrase("Checks")
SUMS_TO_ZERO = Phrase("The book sums to zero")
STANDINGS_AGREE = Phrase("The standings agree")
EVENINGS_AGREE = Phrase("The evenings agree")
DEALS_AGREE = Phrase("The deals agree")
CURVE_AGREES = Phrase("The curve agrees")
HEAD_TO_HEAD_AGREES = Phrase("Head-to-head agrees")
SUMS_TO_ZERO_MEANS = Phrase("Everything that somebody won was lost by somebody else")
AGREES_MEANS = Phrase("The figures are the same as in the postings")

PRIZES = Phrase("Titles and prizes")

CONTENTS = Phrase("Contents")
READING = Phrase("How to read this workbook")
READING_LINES = (
    Phrase("Plus is won and minus is lost. Fractions of a point stand as decimals."),
    Phrase("The main figures are fixed. The checks beside them are live, so a changed posting shows ERROR at once."),
    Phrase("Nothing is deleted from the book: a deal is corrected by reversing its entry and writing a new one."),
    Phrase(
        "The fingerprint is that of the book's last entry. If the season's page shows the same, it is the same book."
    ),
    Phrase("An approved evening has the book's fingerprint up to its entry, the same as on the evening's page."),
)

PRICES_TITLE = Phrase("{name}, version {version}, in force from {date:%d-%m-%Y}")
NO_PRICES = Phrase("No prices have been used yet")

PAGE_NUMBER = Phrase("Page &P of &N")
DOCUMENT_SUBJECT = Phrase("The season's accounts in points")
LANGUAGE_TAG = Phrase("en-GB")
