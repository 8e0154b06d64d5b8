"""The languages of the site, each the catalogue that its pages read too. English is what the code says."""

from dataclasses import dataclass
from gettext import NullTranslations, translation
from pathlib import Path

LOCALE = Path(__file__).parents[2] / "locale"
IN_FRACTIONS = "+fractions"  # behind a language's code: with points in fractions


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The messages of a language; with `in_fractions`, points are written in fractions in place of decimals."""

    messages: NullTranslations
    in_fractions: bool = False

    def say(self, english: str, context: str) -> str:
        """A message with its slots as they are, in English where it has no translation."""
        return self.messages.pgettext(context, english) if context else self.messages.gettext(english)


ENGLISH = Catalogue(NullTranslations())
LANGUAGES = {
    **{
        folder.name: Catalogue(translation("django", LOCALE, [folder.name], fallback=True))
        for folder in sorted(LOCALE.iterdir())
    },
    "en": ENGLISH,
}


def catalogue_of(language: str) -> Catalogue:
    """The catalogue for a language code such as "da", "en-gb" or "da+fractions"; the English one if there is none."""
    catalogue = LANGUAGES.get(language[:2], ENGLISH)
    return Catalogue(catalogue.messages, language.endswith(IN_FRACTIONS))
