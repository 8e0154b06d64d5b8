"""The English phrases: a phrase is its own key, except where the same words mean two things."""

from ledger.rules.site.phrases.table import PhraseTable

ENGLISH = PhraseTable(
    decimal_mark=".",
    documents="en",
    words={
        "Going along on a nolo (part)": "Going along on a nolo",
        "Going along on a nolo (whether)": "Going along on a nolo",
        "Made (a contract)": "Made",
        "Prices (one sheet)": "Prices",
        "Result (on paper)": "Result",
        "Tricks that count as others (a section)": "Tricks that count as others",
        "lost (on paper)": "lost",
        "{bid} (by its turn)": "{bid}",
        "{side} bid {contract} (in the past)": "{side} bid {contract}",
        "{side}, as own partner, bid {contract} (in the past)": "{side}, as own partner, bid {contract}",
    },
)
