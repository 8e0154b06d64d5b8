"""The languages of the site, each a table of phrases.

A phrase's key is its English words, as with a page's messages. A further language is one more table, listed here.
"""

from dataclasses import replace

from ledger.rules.site.phrases.da import DANISH
from ledger.rules.site.phrases.en import ENGLISH
from ledger.rules.site.phrases.table import PhraseTable

LANGUAGES: dict[str, PhraseTable] = {"da": DANISH, "en": ENGLISH}


IN_FRACTIONS = "+fractions"  # behind a language's code: with points in fractions


def phrases_in(language: str) -> PhraseTable:
    """The table for a language code such as "da", "en-gb" or "da+fractions"; English if there is none."""
    phrases = LANGUAGES.get(language[:2], ENGLISH)
    return replace(phrases, in_fractions=True) if language.endswith(IN_FRACTIONS) else phrases
