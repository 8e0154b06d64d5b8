"""The words of the game that every club uses, each a link to its line on the page that explains them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ledger.rules.deals.settling import Told
from ledger.rules.scoring.document import every_preset
from ledger.rules.scoring.scoring_table import ATTACHMENTS, NOLO, ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.scoring.wall.sheet import contract_words
from ledger.rules.site.labels import Label
from ledger.templatetags.ledger_format import markup
from ledger.templatetags.ledger_labels import label_text, page_language, words_at, words_marked

register = template.Library()


# The words by their codes, which are their places on the page, each with what it means.
RULE_WORDS: tuple[tuple[str, str | Promise, str | Promise], ...] = (
    ("contract", _("Contract"), _("What the declarer promises: a number of tricks, or almost none.")),
    ("attachment", _("Attachment"), _("What is said after the number of tricks. It decides how trump is found.")),
    ("declarer", _("Declarer"), _("Whoever has the highest contract and now has to make it.")),
    ("partner", _("Partner"), _("Whoever holds the ace that the declarer calls. They win or lose the deal together.")),
    ("defender", _("Defender"), _("Whoever plays against the declarer.")),
    ("own_partner", _("Own partner"), _("The declarer holds the called ace, and so plays alone against three.")),
    ("opponent", _("Opponent"), _("Whoever pays the declarer's side when it wins, and is paid when it loses.")),
    (
        "joiner",
        _("Goes along"),
        _("Plays the same nolo as the declarer, for their own account: each of them may make it or not."),
    ),
    ("trick", _("Trick"), _("Everybody lays a card, and the best takes them all. A deal has thirteen tricks.")),
    ("trump", _("Trump"), _("The suit that beats the three others.")),
    ("cat", _("The cat"), _("The three cards that are left over when everybody has thirteen.")),
    ("nolo", _("Nolo"), _("A contract to take as few tricks as possible.")),
    ("made", pgettext_lazy("a rule word", "Made"), _("The declarer's side took the tricks that it promised.")),
    ("overtrick", _("Overtrick"), _("A trick more than was promised.")),
    ("undertrick", _("Undertrick"), _("A trick fewer than was promised. The declarer's side pays.")),
    ("dealer", _("Dealer"), _("Whoever deals the cards. With five at the table the dealer sits out.")),
    ("forehand", _("Forehand"), _("Whoever leads to the first trick.")),
    ("sits_out", pgettext_lazy("a rule word", "Sits out"), _("Sits at the table, but does not play the deal.")),
    ("passed_out", _("Passed out"), _("Nobody bids. Nobody pays, and the next one deals.")),
    ("redeal", _("Redeal"), _("The same dealer deals again, and nobody pays.")),
    ("misdeal", _("Misdeal"), _("The cards were dealt wrong. The same dealer deals again, and nobody pays.")),
    (
        "iron_hand",
        _("Iron hand"),
        _("A hand so poor that the cards are dealt again, by the same dealer. Nobody pays."),
    ),
    (
        "points_only",
        _("Points only"),
        _("A deal of which the points are known, but not the tricks. It counts like any other."),
    ),
    ("adjustment", _("Adjustment"), _("Points moved without a deal, with a reason. What some get, others give.")),
    ("house", _("The house"), _("Pays or receives the rest where the players' points do not add up by themselves.")),
    ("correction", _("Correction"), _("What was wrong is taken back, with a reason. It is never rubbed out.")),
)
LINK = '<a class="word" href="{}#{}">{}</a>'
# In a sentence: "A melder 9 og går hjem"; the declarer is "melderen" there.
VERBS = {"giver", "melder", "hjem", "made", "går med", "goes along", "sidder over", "sits out"}
ENDINGS = {"da": "(?:en|et|n|e|er|r|s|ens|ets|erne|rne|ne)?", "en": "(?:s|'s)?"}


@register.filter
def with_rule_words(reason: Label | str | None) -> SafeString:
    """A sentence whose words of the game lead to what they mean, each where the page first says it; empty for None.

    A reason knows what its own prices call the contracts, and whom it names: a player is no word. Not for what stands
    in a link or an attribute.
    """
    text = reason if isinstance(reason, str) else label_text(reason)
    tariff, players = (reason.tariff, reason.players) if isinstance(reason, Told) else (None, ())
    club_slug = words_at.get()
    if not club_slug:
        return markup("{}", text)
    address = reverse("rule_words", args=[club_slug])
    pattern, codes = _pattern(page_language(), tariff)
    # Hardly ever has anybody a name with a word in it.
    named = _where_named(text, [name for name in players if pattern.search(name)])
    marked = words_marked.get(set())
    pieces: list[str] = []
    end = 0
    for match in pattern.finditer(text):
        code = codes[match["word"].lower()]
        if code not in marked and match.start() not in named and match.group() not in VERBS:
            pieces += [escape(text[end : match.start()]), markup(LINK, address, code, match.group())]
            end = match.end()
            marked.add(code)
    return SafeString("".join([*pieces, escape(text[end:])]))


@register.filter
def contract_word(name: str, key: str) -> SafeString:
    """A contract that leads to its line, whatever the club calls it; `key` is the contract as addresses write it."""
    club_slug = words_at.get()
    if not club_slug:
        return markup("{}", name)
    kind, _dot, code = key.partition(".")
    return markup(LINK, reverse("rule_words", args=[club_slug]), code or kind, name)


def _where_named(text: str, names: Sequence[str]) -> set[int]:
    """The places in a text where one of these players is named, in every character of the name."""
    if not names:
        return set()
    form = rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?:s|'s|')?(?!\w)"
    return {place for match in re.finditer(form, text) for place in range(*match.span())}


@lru_cache(maxsize=64)
def _pattern(language: str, tariff: Tariff | None) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the words in texts of a language, inflected too, and their codes by the bare word in small letters."""
    codes: dict[str, str] = {}
    scoring_tables = list(every_preset())
    if tariff:
        scoring_tables.append(tariff.scoring_table)
    for scoring_table in scoring_tables:
        codes |= dict(_names_in(scoring_table, language))
    codes |= {label[language].lower(): code for code, label in {**ATTACHMENTS, **NOLO}.items()}
    codes |= {str(name).lower(): code for code, name, _meaning in RULE_WORDS}
    # Or "own partner" would be found as "partner".
    longest_first = "|".join(re.escape(name) for name in sorted(codes, key=len, reverse=True))
    # Not \b, which "alm." does not end on.
    form = rf"(?<!\w)(?P<word>{longest_first}){ENDINGS.get(language, '')}(?!\w)"
    return re.compile(form, re.IGNORECASE), codes


def _names_in(scoring_table: ScoringRules, language: str) -> Iterator[tuple[str, str]]:
    """What a scoring table calls its contracts, and the code of each; not "2 i", which may be said of anything."""
    for contract in contract_words(scoring_table):
        name = contract.name[language].lower()
        if not any(character.isdecimal() for character in name):
            yield name, contract.code
