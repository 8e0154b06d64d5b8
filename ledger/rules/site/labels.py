"""Texts independent of language: phrases of the catalogue, a scoring table's own texts, numbers, and these joined."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from gettext import NullTranslations, translation
from pathlib import Path

# The languages of the site, each the catalogue that its pages read too. English is what the code says.


LOCALE = Path(__file__).parents[2] / "locale"
IN_FRACTIONS = "+fractions"  # behind a language's code: with points in fractions


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The messages of a language; with `in_fractions`, points are written in fractions in place of decimals."""

    messages: NullTranslations
    in_fractions: bool = False


ENGLISH = Catalogue(NullTranslations())
LANGUAGES = {
    **{
        folder.parent.name: Catalogue(translation("django", LOCALE, [folder.parent.name], fallback=True))
        for folder in sorted(LOCALE.glob("*/LC_MESSAGES"))
    },
    "en": ENGLISH,
}


def catalogue_of(language: str) -> Catalogue:
    """The catalogue for a language code such as "da", "en-gb" or "da+fractions"; the English one if there is none."""
    catalogue = LANGUAGES.get(language[:2], ENGLISH)
    return Catalogue(catalogue.messages, language.endswith(IN_FRACTIONS))


GLYPHS = {"1/2": "½", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞"}


def with_fractions(number: str) -> str:
    """A decimal number, "4" or "−0.125", with a fraction in place of its decimals: "4", "−⅛", "1 3/16".

    What is no decimal number stays as it is.
    """
    head, point, decimals = number.partition(".")
    if not point or not decimals.isdigit():
        return number
    whole = head.lstrip("+-\N{MINUS SIGN}")
    rest = str(Fraction(int(decimals), 10 ** len(decimals)))
    sign, points = head.removesuffix(whole), "" if whole == "0" else whole
    if rest in GLYPHS:
        return f"{sign}{points}{GLYPHS[rest]}"
    return f"{sign}{points} {rest}" if points else f"{sign}{rest}"


# A label is put into words at the edge, which knows the language: `label["da"]`.


class Label(ABC):
    """A name or sentence in every language; labels that read alike in all of them are equal."""

    @abstractmethod
    def text_by(self, catalogue: Catalogue) -> str:
        """The text in the language of a catalogue."""

    def __getitem__(self, language: str) -> str:
        """The text for a language code such as "da" or "en-gb"."""
        return self.text_by(catalogue_of(language))

    def __str__(self) -> str:
        return self["en"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Label) and texts(self) == texts(other)

    def __hash__(self) -> int:
        return hash(texts(self))


@dataclass(frozen=True, eq=False)
class Phrase(Label):
    """A message of the catalogue, by its English words; `context` tells apart what English says alike.

    The values of its slots, such as `%(count)s`, may be labels themselves.
    """

    english: str
    context: str = ""
    values: tuple[tuple[str, object], ...] = ()

    def text_by(self, catalogue: Catalogue) -> str:
        messages = catalogue.messages
        template = messages.pgettext(self.context, self.english) if self.context else messages.gettext(self.english)
        values = {name: value.text_by(catalogue) if isinstance(value, Label) else value for name, value in self.values}
        text = template % values if values else template
        return text[:-1] if text.endswith("..") else text  # initials end a sentence: "3 foran C.K."


DECIMAL_MARK = Phrase(".", "the decimal mark")
DOCUMENT_LANGUAGE = Phrase("en", "the language to read a scoring table's own words in: da or en")


@dataclass(frozen=True, eq=False)
class Text(Label):
    """A text of a scoring table, which its document gives in Danish and in English."""

    da: str
    en: str

    def text_by(self, catalogue: Catalogue) -> str:
        return self.da if DOCUMENT_LANGUAGE.text_by(catalogue) == "da" else self.en


@dataclass(frozen=True, eq=False)
class Number(Label):
    """A number, written with each language's decimal mark, or in fractions unless it is rounded."""

    text: str
    is_rounded: bool = False

    def text_by(self, catalogue: Catalogue) -> str:
        text = with_fractions(self.text) if catalogue.in_fractions and not self.is_rounded else self.text
        return text.replace(".", DECIMAL_MARK.text_by(catalogue))


@dataclass(frozen=True, eq=False)
class EitherNumber(Label):
    """A number that is not the same number in fractions and in decimals."""

    in_fractions: Label
    in_decimals: Label

    def text_by(self, catalogue: Catalogue) -> str:
        return (self.in_fractions if catalogue.in_fractions else self.in_decimals).text_by(catalogue)


@dataclass(frozen=True, eq=False)
class Joined(Label):
    """Labels joined by a separator that is the same in every language."""

    labels: tuple[Label, ...]
    between: str

    def text_by(self, catalogue: Catalogue) -> str:
        return self.between.join(label.text_by(catalogue) for label in self.labels)


@dataclass(frozen=True, eq=False)
class Changed(Label):
    """A label with its text transformed, to lower case for instance."""

    label: Label
    change: Callable[[str], str]

    def text_by(self, catalogue: Catalogue) -> str:
        return self.change(self.label.text_by(catalogue))


@dataclass(frozen=True, eq=False)
class Translated(Label):
    """A label by its `texts` in every language, which is all that another process tells of one."""

    texts: tuple[str, ...]

    def text_by(self, catalogue: Catalogue) -> str:
        known = [known.messages for known in LANGUAGES.values()]
        return self.texts[known.index(catalogue.messages)]


Say = Callable[[Label], str]
"""Gives a label in the language of a file."""


def same(text: str) -> Label:
    """A text that is the same in every language, such as a player's name."""
    return Text(text, text)


NOTHING = Phrase("–")


def fill(phrase: Phrase, **values: object) -> Phrase:
    """A phrase with its slots filled."""
    return replace(phrase, values=tuple(values.items()))


def join(labels: Sequence[Label], between: str) -> Label:
    """Labels joined by a separator that is the same in every language."""
    return Joined(tuple(labels), between)


def enumeration(labels: Sequence[Label]) -> Label:
    """Labels as a list in a sentence: "gode, halve og sans"."""
    *first, last = labels
    return fill(Phrase("%(first)s and %(last)s"), first=join(first, ", "), last=last) if first else last


def texts(label: Label) -> tuple[str, ...]:
    """A label in every language."""
    return tuple(label.text_by(catalogue) for catalogue in LANGUAGES.values())
