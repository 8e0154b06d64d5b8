"""The words by which a player asks for deals: a club's names, contracts and seasons, and words that all clubs share."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ledger.queries.statistics.deal_filter import BIDDER, LOST, WON
from ledger.queries.statistics.played import ADJUSTMENT
from ledger.rules.clubs.initials import initials_of
from ledger.rules.clubs.whole_words import in_any_case
from ledger.rules.deals.kinds.deal import WITH_SOMEBODY
from ledger.rules.site.labels import Label, texts

LEAST_LETTERS = 2  # by which the beginning of a name is taken for the name
LONGEST_PHRASE = 8  # words


class Meaning(NamedTuple):
    """What a word asks for: a field of the filter, and its value."""

    field: str
    value: Any


# The first word of each language is the one that a filter is written with.
WORDS: Mapping[Meaning, Mapping[str, Sequence[str]]] = {
    Meaning("part", BIDDER): {"da": ("melder", "meldte"), "en": ("declarer", "bidder", "declared")},
    Meaning("part", "declarer"): {"da": ("melder med makker",), "en": ("declarer with a partner",)},
    Meaning("part", "alone"): {"da": ("alene", "selvmakker"), "en": ("alone",)},
    Meaning("part", "partner"): {"da": ("makker",), "en": ("partner",)},
    Meaning("part", "nolo"): {"da": ("nolo", "nolospil"), "en": ("nolo",)},
    Meaning("part", "joiner"): {"da": ("gik med", "går med", "medgænger"), "en": ("going along", "went along")},
    Meaning("part", "player"): {"da": ("alle spiller",), "en": ("everybody plays",)},
    Meaning("part", "defender"): {
        "da": ("modspiller", "modspil", "forsvar", "forsvarer"),
        "en": ("defender", "defending", "defence"),
    },
    Meaning("part", WITH_SOMEBODY): {"da": ("melder ukendt makker",), "en": ("declarer unknown partner",)},
    Meaning("part", ADJUSTMENT): {"da": ("regulering", "reguleringer"), "en": ("adjustment", "adjustments")},
    Meaning("result", WON): {"da": ("vundet", "vandt", "hjem"), "en": ("won", "made")},
    Meaning("result", LOST): {"da": ("tabt", "tabte", "bet"), "en": ("lost", "beaten")},
    Meaning("is_corrected", True): {"da": ("rettet", "rettede"), "en": ("corrected",)},
}
# The words that say what follows them.
LEADS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "player": {"da": ("spiller",), "en": ("player",)},
    "part": {"da": ("rolle",), "en": ("role",)},
    "contract": {"da": ("melding",), "en": ("contract",)},
    "level": {"da": ("trin",), "en": ("level",)},
    "partner": {"da": ("med", "og"), "en": ("with", "and")},
    "opponent": {"da": ("mod",), "en": ("against",)},
    "season": {"da": ("sæson",), "en": ("season",)},
    "since": {"da": ("fra", "siden"), "en": ("from", "since")},
    "until": {"da": ("til",), "en": ("until", "to")},
    "table": {"da": ("bord",), "en": ("table",)},
}
HOUSE_WORDS = ("huset", "the house", "house", "~house")
NOISE = frozenset({"spil", "spillet", "deal", "deals", "i", "in", "som", "as"})
MONTHS = {
    "da": (
        *("januar", "februar", "marts", "april", "maj", "juni"),
        *("juli", "august", "september", "oktober", "november", "december"),
    ),
    "en": (
        *("january", "february", "march", "april", "may", "june"),
        *("july", "august", "september", "october", "november", "december"),
    ),
}
BY_WORD = {word: meaning for meaning, words in WORDS.items() for spelt in words.values() for word in spelt}
LEAD_BY_WORD = {word: field for field, words in LEADS.items() for spelt in words.values() for word in spelt}
MONTH_BY_WORD = {
    word: number for names in MONTHS.values() for number, name in enumerate(names, start=1) for word in (name, name[:3])
}


class Vocabulary:
    """What the words of one club's players mean.

    `players` and `seasons` are names by address, `contracts` labels by key, `levels` those that are played, `aliases`
    addresses by players' further names. Words of every language are read; `language` is the one of what is written.
    """

    def __init__(
        self,
        *,
        players: Mapping[str, str],
        seasons: Mapping[str, str],
        contracts: Mapping[str, Label],
        levels: Collection[int],
        language: str,
        aliases: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.language = language if language in MONTHS else "en"
        self.levels = frozenset(levels)
        self.names = {"player": players, "season": seasons}
        self.labels = contracts
        called_so = [*((name, slug) for slug, name in players.items()), *aliases.items()]
        named = [(in_plain_case(name), Meaning("player", slug)) for name, slug in called_so]
        called = [
            (in_plain_case(text), Meaning("contract", key)) for key, label in contracts.items() for text in texts(label)
        ]
        seasonal = [(in_plain_case(name), Meaning("season", slug)) for slug, name in seasons.items()]
        firsts = [(name.split()[0], meaning) for name, meaning in named if name.split()]
        rest = [(word, meaning) for name, meaning in named for word in name.split()[1:]]
        initials = [
            (_letters(text), Meaning("player", slug))
            for slug, name in players.items()
            for text in (initials_of(name), name if "." in name else "")
            if len(_letters(text)) >= LEAST_LETTERS
        ]
        keyed = [(in_plain_case(key), Meaning("contract", key)) for key in contracts]
        # The surest first: a whole name, then a first name, then a part of it, initials, and a beginning.
        self._sure = [[*named, *called, *seasonal, *keyed], firsts, rest, initials]
        self._begun = [*named, *rest, *called]
        self._addresses = {
            field: {in_any_case(slug): Meaning(field, slug) for slug in names} for field, names in self.names.items()
        }

    def meanings(self, words: str, fields: Collection[str] = ()) -> set[Meaning]:
        """What some words may mean, of the surest reading that has any; of these fields, or of all."""
        for known in self._sure:
            if meanings := {meaning for name, meaning in known if name == words and _fits(meaning, fields)}:
                return meanings
        if len(words) < LEAST_LETTERS:
            return set()
        return {meaning for name, meaning in self._begun if name.startswith(words) and _fits(meaning, fields)}

    def at_address(self, field: str, word: str) -> Meaning | None:
        """The player or season whose address a word is."""
        return self._addresses.get(field, {}).get(word)

    def name_of(self, meaning: Meaning) -> str:
        """What a player, a season or a contract is called."""
        if meaning.field == "contract":
            return self.labels[meaning.value][self.language]
        return self.names[meaning.field][meaning.value]

    def lead(self, field: str) -> str:
        """The word that says that a value of this field follows."""
        return LEADS[field][self.language][0]


def in_plain_case(text: str) -> str:
    """A text as it is compared: in any case, without the signs that may stand between words."""
    return " ".join(words_of(text))


def words_of(text: str) -> list[str]:
    """The words of a typed text, in any case."""
    return [word for word in in_any_case(text.replace(",", " ").replace(";", " ")).split() if word]


def _letters(initials: str) -> str:
    return "".join(letter for letter in in_any_case(initials) if letter.isalnum())


def _fits(meaning: Meaning, fields: Collection[str]) -> bool:
    return not fields or meaning.field in fields
