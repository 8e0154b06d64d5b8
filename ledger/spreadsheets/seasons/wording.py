"""The workbook's sentences in Danish and English."""

from ledger.spreadsheets.site.language import Words

HOUSE_NAME = Words("Huset", "The house")
RIGHT_WORD = Words("OK", "OK")
WRONG_WORD = Words("FEJL", "ERROR")

ALL_PLAYERS = Words("Spillerne i alt", "All players")
WHOLE_BOOK = Words("Hele regnskabet", "The whole book")
TOTAL = Words("I alt", "Total")
BY_POSTINGS = Words("Ifølge posteringerne", "By the postings")
DIFFERENCE = Words("Difference", "Difference")

SEASON = Words("Sæson", "Season")
MADE_AT = Words("Dannet", "Made")
MADE_BY = Words("Dannet af", "Made by")
EVENINGS = Words("Aftener", "Evenings")
DEALS = Words("Spil", "Deals")
UNIT = Words("Mindste enhed", "Smallest unit")
WHOLE_POINT = Words("1 point", "1 point")
FRACTION = Words("1/{denominator} point", "1/{denominator} of a point")
FINGERPRINT = Words("Fingeraftryk", "Fingerprint")
NO_LINES = Words("Regnskabet har ingen linjer endnu", "The book has no lines yet")

CHECKS = Words("Kontrol", "Checks")
SUMS_TO_ZERO = Words("Regnskabet går i nul", "The book sums to zero")
STANDINGS_AGREE = Words("Stillingen passer", "The standings agree")
EVENINGS_AGREE = Words("Aftenerne passer", "The evenings agree")
DEALS_AGREE = Words("Spillene passer", "The deals agree")
SUMS_TO_ZERO_MEANS = Words(
    "Alt hvad nogen har vundet, har andre tabt", "Everything that somebody won was lost by somebody else"
)
AGREES_MEANS = Words("Tallene er de samme som i posteringerne", "The figures are the same as in the postings")

CONTENTS = Words("Indhold", "Contents")
READING = Words("Sådan læses regnearket", "How to read this workbook")
READING_LINES = (
    Words(
        "Plus er vundet og minus er tabt. Brøkdele af et point står som decimaler.",
        "Plus is won and minus is lost. Fractions of a point stand as decimals.",
    ),
    Words(
        "Hovedtallene er faste. Kontrollerne ved siden af regnes ud på ny, så en ændret postering straks giver FEJL.",
        "The main figures are fixed. The checks beside them are live, so a changed posting shows ERROR at once.",
    ),
    Words(
        "I regnskabet bliver intet slettet: et spil rettes ved at føre linjen tilbage og skrive en ny.",
        "Nothing is deleted from the book: a deal is corrected by reversing its line and writing a new one.",
    ),
    Words(
        "Fingeraftrykket hører til regnskabets sidste linje. Viser sæsonens side det samme, er det det samme regnskab.",
        "The fingerprint is that of the book's last line. If the season's page shows the same, it is the same book.",
    ),
    Words(
        "En godkendt aften har regnskabets fingeraftryk til og med sin linje, det samme som på aftenens side.",
        "An approved evening has the book's fingerprint up to its line, the same as on the evening's page.",
    ),
)

PRICES_TITLE = Words(
    "{name}, udgave {version}, gældende fra {date:%d-%m-%Y}",
    "{name}, version {version}, in force from {date:%d-%m-%Y}",
)
NO_PRICES = Words("Ingen takster er brugt endnu", "No prices have been used yet")

PAGE_NUMBER = Words("Side &P af &N", "Page &P of &N")
DOCUMENT_SUBJECT = Words("Sæsonens regnskab i point", "The season's accounts in points")
LANGUAGE_TAG = Words("da-DK", "en-GB")
TABLE_SUBJECT = Words("Pointtabel", "Scoring table")
