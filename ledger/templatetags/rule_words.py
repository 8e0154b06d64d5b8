"""The words of the game that every club uses, each a link to its line on the page that explains them."""

import re
from functools import cache
from typing import NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ledger.rules.scoring.vocabulary import ATTACHMENTS, NOLO
from ledger.templatetags.ledger_labels import page_language

register = template.Library()


class RuleWord(NamedTuple):
    """A word of the game by its code, which is its place on the page, with what it means."""

    code: str
    name: str | Promise
    meaning: str | Promise


RULE_WORDS = (
    RuleWord("contract", _("Contract"), _("What the declarer promises: a number of tricks, or almost none.")),
    RuleWord("attachment", _("Attachment"), _("What is added to a number of tricks, and says how trump is found.")),
    RuleWord("declarer", _("Declarer"), _("Whoever names the contract and plays to make it.")),
    RuleWord(
        "partner", _("Partner"), _("Whoever holds the ace that the declarer calls. They win or lose the deal together.")
    ),
    RuleWord("defender", _("Defender"), _("Whoever plays against the declarer.")),
    RuleWord(
        "own_partner", _("Own partner"), _("The called ace is the declarer's own, who so plays alone against three.")
    ),
    RuleWord("opponent", _("Opponent"), _("Whoever pays the declarer's side when it wins, and is paid when it loses.")),
    RuleWord("trick", _("Trick"), _("Everybody lays a card, and the best takes them all. A deal has thirteen tricks.")),
    RuleWord("trump", _("Trump"), _("The suit that beats the three others.")),
    RuleWord("cat", _("The cat"), _("The three cards that are left over when everybody has thirteen.")),
    RuleWord("nolo", _("Nolo"), _("A contract to take as few tricks as possible.")),
    RuleWord("overtrick", _("Overtrick"), _("A trick more than was promised.")),
    RuleWord("dealer", _("Dealer"), _("Whoever deals the cards. With five at the table the dealer sits out.")),
    RuleWord("passed_out", _("Passed out"), _("Nobody bids. Nobody pays, and the next one deals.")),
    RuleWord("redeal", _("Redeal"), _("The same dealer deals again, and nobody pays.")),
    RuleWord(
        "house", _("The house"), _("What pays and is paid where the players do not settle among themselves alone.")
    ),
    RuleWord("correction", _("Correction"), _("What was wrong is taken back, with a reason. It is never rubbed out.")),
)
ENDINGS = {"da": "(?:en|et|n|e|er|s|ens|ets|erne|ne)?", "en": "(?:s|'s)?"}


@register.filter
def with_rule_words(text: str, address: str) -> SafeString:
    """A text whose words of the game lead to an address, each where it first stands; escapes the rest."""
    pattern, codes = _pattern(page_language())
    linked: set[str] = set()
    pieces: list[str] = []
    end = 0
    for match in pattern.finditer(text):
        code = codes[match["word"].lower()]
        if code not in linked:
            link = format_html('<a class="word" href="{}#{}">{}</a>', address, code, match.group())
            pieces += [text[end : match.start()], link]
            end = match.end()
            linked.add(code)
    return format_html_join("", "{}", ((piece,) for piece in [*pieces, text[end:]]))


@cache
def _pattern(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the words in texts of a language, inflected too, and their codes by the bare word in small letters."""
    codes = {str(word.name).lower(): word.code for word in RULE_WORDS}
    codes |= {label[language].lower(): code for code, label in {**ATTACHMENTS, **NOLO}.items()}
    # Or "own partner" would be found as "partner".
    longest_first = "|".join(re.escape(name) for name in sorted(codes, key=len, reverse=True))
    return re.compile(rf"\b(?P<word>{longest_first}){ENDINGS.get(language, '')}\b", re.IGNORECASE), codes
