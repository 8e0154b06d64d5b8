"""What the entry screen asks about a kind of deal: its keys among the contracts, its fields, the deal they give."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.kinds.deal import ON_PAPER, PlaceInLine
from ledger.rules.scoring.scoring_table import TRUMPS, ScoringRules
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.templatetags.ledger_labels import label_text, label_text_lazy

# The keys of the entry screen, from the scoring table in force, and the texts beside them.


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
TRUMP_KEYS: dict[str, Any] = {
    **{trump: label_text_lazy(label) for trump, label in TRUMPS.items()},
    "clubs": _("Clubs turned"),
    "none": _("No trump turned"),
}
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


def row_of_names(choices: Sequence[tuple[str, str]]) -> str:
    """The CSS class of a row of names; short ones stand six across on a phone."""
    longest_words = [max(map(len, name.split()), default=0) for _value, name in choices]
    return "names short" if sum(longest_words) <= SIX_ACROSS else "names"


Row = tuple[str, str]
"""What is typed, and what it means."""
WordsInLine = tuple[PlaceInLine, str, list[Row]]
"""A group of words, with its place in the line and its heading."""


@dataclass(eq=False)
class DealPart:
    """A kind of deal's part of the form, for players as (id, name) in seat order.

    `typed` makes the fields that are the same under every scoring table, by name.

    If it `asks_declarer`, the form asks who declares before it asks for the contract. Of its own fields, `fields` stand
    after the contract, then those of `each_player`, of which everybody has one ("tricks" is `tricks_7` for player 7),
    then `last`; `remarks` stand among what is seldom said. `needed` are those without which the deal is incomplete, in
    the order in which they are filled in.

    Where it is the first kind of a scoring table, `before` are asked before its keys, `after` right after them, and
    `asked` says what stands above the keys ("legend"), and what the page asks of each field while it is missing.

    `asks_of` says whom the fields of `each_player` are for: "everybody", those "playing" or those "on_contract".

    `beside` maps a key of the deal to the field that its refusals stand beside, where that has another name.
    """

    kind: ClassVar[type[Deal]]
    title: ClassVar[str | Promise] = ""
    asks_declarer: ClassVar[bool] = False
    fields: ClassVar[tuple[str, ...]] = ()
    each_player: ClassVar[tuple[str, ...]] = ()
    asks_of: ClassVar[str] = "everybody"
    last: ClassVar[tuple[str, ...]] = ()
    remarks: ClassVar[tuple[str, ...]] = ()
    needed: ClassVar[tuple[str, ...]] = ()
    before: ClassVar[tuple[str, ...]] = ()
    after: ClassVar[tuple[str, ...]] = ()
    asked: ClassVar[dict[str, str]] = {"legend": gettext_noop("Contract")}
    beside: ClassVar[Mapping[str, str]] = {}
    typed: ClassVar[Mapping[str, Callable[[], forms.Field]]] = {}

    scoring_table: ScoringRules
    players: Sequence[tuple[str, str]]

    @classmethod
    def asks(cls) -> Iterator[str]:
        """The fields that the page shows for it: `each_tricks` for one that everybody has, then `each_player` too."""
        if cls.asks_declarer:
            yield "declarer"
        yield from (*cls.fields, *cls.last, *cls.remarks)
        if cls.each_player:
            yield "each_player"
        yield from (f"each_{name}" for name in cls.each_player)
        if cls.kind.is_dealt:
            yield "note"

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Keyboard lines for a deal of this kind, each with what it means; `players` are names."""
        return iter(())

    @classmethod
    def words_in_line(cls, notation: Notation) -> Iterator[WordsInLine]:
        """What a keyboard line can name of a scoring table's own, in groups."""
        return iter(())

    @property
    def is_rare(self) -> bool:
        """Whether its keys stand behind "More": no contract, but entered like one."""
        return self.kind.counts_as not in ON_PAPER

    def key_with_points(self, text: str, phrase: str, units: int) -> str:
        """The text of a key, above what it gives."""
        points = label_text(in_points(units, self.scoring_table.unit_denominator))
        return format_html("{}<small>{}</small>", text, gettext(phrase) % {"points": points})

    def contracts(self) -> list[tuple[str, str]]:
        """Its keys among the contracts, as (code, text on the key): one with its title, if it has no others."""
        return [(self.kind.kind, str(self.title))]

    def form_fields(self) -> Iterator[tuple[str, forms.Field]]:
        """The fields that it needs, by name, as the page has them; what another kind has asked for is asked once."""
        # A form that is refused names its fields in this order.
        yield from self._typed_fields(self.fields)
        for player, name in self.players:
            yield from self.fields_of_player(player, name)
        yield from self._typed_fields((*self.last, *self.remarks))

    def fields_of_player(self, player: str, name: str) -> Iterator[tuple[str, forms.Field]]:
        """Those of one player."""
        if "tricks" in self.each_player:
            yield f"tricks_{player}", tricks_field(self.scoring_table, name)
        if "points" in self.each_player:
            yield f"points_{player}", forms.CharField(label=name, max_length=20, required=False)

    def _typed_fields(self, names: Sequence[str]) -> Iterator[tuple[str, forms.Field]]:
        for name in names:
            if name in self.typed:
                yield name, self.typed[name]()

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The deal that the valid form gives, without its dealer; `cleaned` has who sits out as "away" besides.

        Raises Refusal if something needed was not chosen.
        """
        return {"kind": self.kind.kind}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        """The initial values for a deal in the book."""
        return {"contract": cls.kind.kind}


def required_choice(cleaned: Mapping[str, Any], field: str) -> str:
    """The choice in a field that this contract needs.

    Raises Refusal if nothing was chosen.
    """
    if not cleaned[field]:
        raise Refusal(NEEDED[field], field=field)
    return str(cleaned[field])


def side_of(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The partner in a form, or why the declarer was alone; empty if nothing was chosen."""
    partner = cleaned.get("partner")
    if partner == IN_CAT:
        return {"partner": None, "alone": "ace_in_cat"}
    if partner and partner == cleaned.get("declarer"):
        return {"partner": None, "alone": "self_called"}
    return {"partner": partner} if partner else {}


def partner_field(scoring_table: ScoringRules, players: Sequence[tuple[str, str]]) -> Keys:
    """Keys for the players, the declarer meaning "my own partner", and for the ace in the cat."""
    # Only a trick contract calls an ace; a table paid by role calls a player.
    in_cat = [(IN_CAT, gettext("Ace in the cat"))] if scoring_table.columns else []
    choices = [*players, *in_cat]
    return Keys(label=_("Partner"), choices=choices, row=row_of_names(choices))


def tricks_field(scoring_table: ScoringRules, label: str) -> Keys:
    """Keys for a number of tricks; the page's script puts those that are seldom taken behind one more key."""
    choices = [(str(number), str(number)) for number in range(scoring_table.tricks + 1)]
    return Keys(label=label, choices=choices, row="seven others")
