"""The languages of the site: a table of phrases each.

A phrase is known by its English words, as a message of a page is. A further language is one more table, listed here.
"""

from ledger.rules.site.phrases.da import DANISH
from ledger.rules.site.phrases.en import ENGLISH
from ledger.rules.site.phrases.table import PhraseTable

LANGUAGES: dict[str, PhraseTable] = {"da": DANISH, "en": ENGLISH}


def phrases_in(language: str) -> PhraseTable:
    """The table for a language code such as "da" or "en-gb"; English where there is none."""
    return LANGUAGES.get(language[:2], ENGLISH)
