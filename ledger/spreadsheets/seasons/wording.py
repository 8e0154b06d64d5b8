"""The sentences of the workbooks, by their English words."""

from ledger.spreadsheets.site.language import Words

HOUSE_NAME = Words("The house")
RIGHT_WORD = Words("OK")
WRONG_WORD = Words("ERROR")

ALL_PLAYERS = Words("All players")
WHOLE_BOOK = Words("The whole book")
TOTAL = Words("Total")
BY_POSTINGS = Words("By the postings")
DIFFERENCE = Words("Difference")

SEASON = Words("Season")
MADE_AT = Words("Made")
MADE_BY = Words("Made by")
EVENINGS = Words("Evenings")
DEALS = Words("Deals")
UNIT = Words("Smallest unit")
WHOLE_POINT = Words("1 point")
FRACTION = Words("1/{denominator} of a point")
FINGERPRINT = Words("Fingerprint")
NO_LINES = Words("The book has no lines yet")

CHECKS = Words("Checks")
SUMS_TO_ZERO = Words("The book sums to zero")
STANDINGS_AGREE = Words("The standings agree")
EVENINGS_AGREE = Words("The evenings agree")
DEALS_AGREE = Words("The deals agree")
SUMS_TO_ZERO_MEANS = Words("Everything that somebody won was lost by somebody else")
AGREES_MEANS = Words("The figures are the same as in the postings")

CONTENTS = Words("Contents")
READING = Words("How to read this workbook")
READING_LINES = (
    Words("Plus is won and minus is lost. Fractions of a point stand as decimals."),
    Words("The main figures are fixed. The checks beside them are live, so a changed posting shows ERROR at once."),
    Words("Nothing is deleted from the book: a deal is corrected by reversing its line and writing a new one."),
    Words("The fingerprint is that of the book's last line. If the season's page shows the same, it is the same book."),
    Words("An approved evening has the book's fingerprint up to its line, the same as on the evening's page."),
)

PRICES_TITLE = Words("{name}, version {version}, in force from {date:%d-%m-%Y}")
NO_PRICES = Words("No prices have been used yet")

PAGE_NUMBER = Words("Page &P of &N")
DOCUMENT_SUBJECT = Words("The season's accounts in points")
LANGUAGE_TAG = Words("en-GB")
