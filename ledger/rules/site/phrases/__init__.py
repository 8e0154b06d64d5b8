"""The languages of the site, each a table of phrases.

A phrase's key is its English words, as with a page's messages. A further language is one more table, listed here.
"""

from ledger.rules.site.phrases.da import DANISH
from ledger.rules.site.phrases.en import ENGLISH
from ledger.rules.site.phrases.table import PhraseTable

LANGUAGES: dict[str, PhraseTable] = {"da": DANISH, "en": ENGLISH}


def phrases_in(language: str) -> PhraseTable:
    """The table for a language code such as "da" or "en-gb"; English if there is none."""
    return LANGUAGES.get(language[:2], ENGLISH)
