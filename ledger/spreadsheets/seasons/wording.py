"""The words that several sheets of the workbook share."""

from ledger.rules.site.labels import Phrase

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
