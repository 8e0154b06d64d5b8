"""The keys of the entry screen, from the scoring table in force, and the texts beside them."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.deals.kinds.deal import ALL_TRICKS, NO_PARTNER_HERE, PARTNER_NEEDED
from ledger.rules.deals.kinds.nolo import NOT_STOPPED, ONE_PLAYER_ONLY, TOO_MANY_TRICKS, TRICKS_COUNT
from ledger.rules.deals.kinds.trick import DECLARER_CALLED, NOT_IN_VIP
from ledger.rules.deals.seating import SITS_OUT, WHO_SITS_OUT
from ledger.rules.scoring.scoring_table import TRUMPS, ScoringRules
from ledger.rules.site.refusal import gettext_noop
from ledger.templatetags.ledger_labels import label_text

NEEDED = {
    "contract": gettext_noop("Choose the contract."),
    "dealer": gettext_noop("Choose the dealer."),
    "declarer": gettext_noop("Choose the declarer."),
    "partner": gettext_noop("Choose the partner."),
    "tricks": gettext_noop("Say how many tricks were taken."),
    "pair_tricks": gettext_noop("Say how many tricks were taken."),
}
# What the entry screen asks while something is missing.
ASKED = {
    "both": gettext_noop("Who declares, and what?"),
    "bid": gettext_noop("What does %(declarer)s bid?"),
    "contract": gettext_noop("What is the contract?"),
    "declarer": gettext_noop("Who declares?"),
    "partner": gettext_noop("Who is the partner?"),
    "tricks": gettext_noop("How many tricks?"),
    "pair_tricks": gettext_noop("How many tricks?"),
}
COUNTS_ONLY_WITH = gettext_noop("That counts only with %(attachments)s.")
# How far the tricks are from the bid, and the declarer among the partners.
MEANINGS = {
    "down": gettext_noop("%(tricks)s down"),
    "made": gettext_noop("made"),
    "over": gettext_noop("%(tricks)s over"),
    "self": gettext_noop("self"),
}
TRUMP_KEYS = {"clubs": _("Clubs turned"), "none": _("No trump turned")}
RESULTS = [("home", _("Home")), ("beaten", _("Beaten"))]
IN_CAT = "cat"
SIX_ACROSS = 36  # letters that fit beside each other at 360 px, six keys in a row


class KeysInput(forms.RadioSelect):
    """Big keys; those of the players in `away`, who sit out, are marked."""

    away: Collection[str] = ()

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        return {**super().create_option(name, value, *args, **kwargs), "is_away": str(value) in self.away}


class Keys(forms.ChoiceField):
    """A field of big keys, `row` of them in a row; whether it is needed depends on the contract (`required_choice`)."""

    def __init__(self, *, row: str, **kwargs: Any) -> None:
        super().__init__(widget=KeysInput(attrs={"class": row}), **kwargs)

    def validate(self, value: str) -> None:
        """Leave a missing choice for later, when the contract is known; any choice must be one of the keys."""
        if value:
            super().validate(value)


def trump_keys(scoring_table: ScoringRules) -> list[tuple[str, str]]:
    """The trumps that change a price somewhere in the scoring table, as (code, text on the key)."""
    return [(trump, str(TRUMP_KEYS.get(trump, label_text(TRUMPS[trump])))) for trump in scoring_table.trumps]


def words_for(scoring_table: ScoringRules, asked: dict[str, str]) -> dict[str, Any]:
    """The texts about what is missing or cannot be, in the rules' own words, for deal.js to fill in.

    `asked` are a scoring table's own questions.
    """
    return {
        "asked": {field: gettext(question) for field, question in (ASKED | asked).items()},
        "meanings": {
            **{meaning: gettext(text) for meaning, text in MEANINGS.items()},
            "alone": gettext("Alone") if scoring_table.roles else "",
        },
        "no_partner": gettext(NO_PARTNER_HERE),
        "partner_needed": gettext(PARTNER_NEEDED),
        "one_only": gettext(ONE_PLAYER_ONLY),
        "sits_out": gettext(SITS_OUT),
        "who_sits_out": gettext(WHO_SITS_OUT) % {"seats": scoring_table.seats.max},
        "too_many": gettext(TOO_MANY_TRICKS),
        "all_tricks": gettext(ALL_TRICKS) % {"tricks": scoring_table.tricks},
        "not_stopped": gettext(NOT_STOPPED),
        "tricks_count": gettext(TRICKS_COUNT),
        "not_in_vip": gettext(NOT_IN_VIP),
        "declarer_called": gettext(DECLARER_CALLED),
        "counts_only_with": gettext(COUNTS_ONLY_WITH),
    }


def usual_column(scoring_table: ScoringRules) -> str:
    """The attachment of a contract if none is chosen: plain, or the first if the scoring table has no plain ones."""
    codes = [column.code for column in scoring_table.columns]
    return "plain" if "plain" in codes else next(iter(codes), "")


def row_of_names(choices: Sequence[tuple[str, str]]) -> str:
    """The CSS class of a row of names; short ones stand six across on a phone."""
    longest_words = [max(map(len, name.split()), default=0) for _value, name in choices]
    return "names short" if sum(longest_words) <= SIX_ACROSS else "names"
