"""The forms of the three steps in which a club is started; nothing is stored before the last."""

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club
from ledger.rules.clubs import PastedNames, names_in
from ledger.rules.deals.payout import number_in_words
from ledger.rules.scoring.document import PRESETS
from ledger.rules.scoring.editor.drafting import begun_table
from ledger.rules.scoring.parameters.basics import LARGEST_UNIT
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.wall.comparing import fitting, fitting_bordlaegger
from ledger.rules.site.labels import Label
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import checked_player_name
from ledger.services.keeping.club_file import is_founding_code
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.clubs.account_forms import AccountFields, WriterNameField
from ledger.web.scoring.forms import PriceField
from ledger.web.site.forms import KeyedForm, RefusingForm


class FoundingCodeForm(RefusingForm):
    """A form with a field for the founding code of this installation, if `asks_code` says so."""

    def __init__(self, *args: Any, asks_code: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if asks_code:
            self.fields["code"] = forms.CharField(
                label=_("Founding code"),
                max_length=60,
                help_text=_("Whoever runs this installation has it: the server prints it when it starts."),
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
            )

    def clean_code(self) -> str:
        """Accept only the founding code of this installation."""
        code: str = self.cleaned_data["code"]
        if not is_founding_code(code):
            raise ValidationError(gettext("This is not the founding code of this installation."))
        return code


OWN = "own"
QUESTIONS, OTHERS, ALL = "prices", "others", "all"  # the pages of the second step
ANSWERS = ("nine", "vip", "no_vip", "bordlaegger", "no_bordlaegger")
LONGEST_LIST = 20_000  # letters: anybody at all may send one
FEWEST_PLAYERS = 4
TOO_FEW = _("Write at least four players.")
MOST_CHOICES = 2  # between which somebody chooses by a few deals; among more one question more decides


class ClubForm(RefusingForm):
    """The club's name and its players, from a list as it is pasted; `seen` are the names that were shown."""

    name = forms.CharField(label=_("The club's name"), max_length=Club._meta.get_field("name").max_length)
    players = forms.CharField(
        label=_("The players"),
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 6, "class": "list"}),
        error_messages={"required": TOO_FEW},
        help_text=_("Paste the list as it is."),
    )
    seen = forms.CharField(required=False)

    @cached_property
    def pasted(self) -> PastedNames:
        """What was read of the list."""
        return names_in((self["players"].value() or "")[:LONGEST_LIST])

    def clean_players(self) -> str:
        """The list, if it has enough names to sit down with, of which each can be used."""
        if len(self.pasted.names) < FEWEST_PLAYERS:
            raise forms.ValidationError(TOO_FEW)
        try:
            for name in self.pasted.names:
                checked_player_name(name)
        except Refusal as refusal:
            raise forms.ValidationError(refusal_text(refusal)) from None
        return str(self.cleaned_data["players"])

    def doubles(self) -> list[str]:
        """A sentence for each name that stands in the list more than once."""
        twice, often = gettext("%(name)s was there twice."), gettext("%(name)s was there more than twice.")
        repeats = Counter(self.pasted.doubles)
        return [(twice if repeats[name] == 1 else often) % {"name": name} for name in repeats]

    def is_done(self) -> bool:
        """Whether the names are as they were typed, or were shown as they were read."""
        if not self.is_valid():
            return False
        typed, seen = self.cleaned_data["players"].splitlines(), self.cleaned_data["seen"].split(",")
        return self.pasted.names in (typed, seen)


class AnswerField(PriceField):
    """A price as somebody knows it, in any unit that a scoring table may have."""

    # Without a text, so that a style can tell an empty field.
    widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "placeholder": " "})

    def __init__(self, *, label: str | Promise) -> None:
        super().__init__(label=label, denominator=LARGEST_UNIT, required=False)


class FindPricesForm(RefusingForm):
    """What two or three deals pay, and the preset that was chosen; `shown_for` are the answers that it was shown for.

    It stands on three pages: the questions, the games that they do not find, and all presets.
    """

    place = forms.ChoiceField(choices=[(place, place) for place in (QUESTIONS, OTHERS, ALL)], required=False)
    nine = AnswerField(label=_("What does a plain 9 pay, made exactly?"))
    vip = AnswerField(label=_("And 9 vip, made exactly?"))
    no_vip = forms.BooleanField(label=_("We have no vip"), required=False)
    bordlaegger = AnswerField(label=_("And a bordlægger that is made?"))
    no_bordlaegger = forms.BooleanField(label=_("We do not have it"), required=False)
    shown_for = forms.CharField(required=False)
    fit = forms.ChoiceField(choices=[(code, code) for code in (*PRESETS, OWN)], required=False)

    def answers(self) -> str:
        """The answers as they are sent along, to tell whether a preset was chosen for others."""
        return " ".join(str(self[name].value() or "-") for name in ANSWERS)

    def is_done(self) -> bool:
        """Whether prices are chosen for the answers as they are now; says what is missing."""
        fit = self.cleaned_data.get("fit")
        if self.cleaned_data.get("place") in (OTHERS, ALL) and fit != OWN:
            if not fit:
                self.add_error(None, gettext("Choose one of them."))
            return bool(fit)
        if not self.is_answered and not self.errors:
            missing = "nine" if self.price_of("nine") is None else "vip"
            self.add_error(missing, gettext("Type what each opponent pays."))
        is_shown = self.cleaned_data["shown_for"] == self.answers()
        return bool(fit) and is_shown and self.is_valid()

    def price_of(self, name: str) -> Fraction | None:
        """What a deal pays, in points, if that was typed."""
        units = self.cleaned_data.get(name)
        return None if units is None else Fraction(units, LARGEST_UNIT)

    @property
    def is_answered(self) -> bool:
        """Whether both questions are answered."""
        return self.price_of("nine") is not None and self._has_answer("vip")

    @cached_property
    def by_both(self) -> list[ScoringRules]:
        """The presets that fit both answers."""
        nine = self.price_of("nine")
        return fitting(nine, self.price_of("vip")) if nine is not None and self.is_answered else []

    @property
    def has_third(self) -> bool:
        """Whether one question more has to tell them apart."""
        return len(self.by_both) > MOST_CHOICES

    @cached_property
    def fits(self) -> list[ScoringRules]:
        """The presets that fit every answer; many while a question is open."""
        if self.has_third and self._has_answer("bordlaegger"):
            return fitting_bordlaegger(self.by_both, self.price_of("bordlaegger"))
        return self.by_both

    @property
    def has_none(self) -> bool:
        """Whether no preset has these numbers."""
        return self.is_answered and not self.fits

    def count_in_words(self) -> Label:
        """How many presets fit both answers."""
        return number_in_words(len(self.by_both))

    def own_prices(self) -> dict[str, Any]:
        """Prices of one's own as a document, begun with the two numbers."""
        name, nine = gettext("Our own prices"), self.price_of("nine")
        assert nine is not None
        return begun_table(name, name, nine, self.price_of("vip"))

    def half(self) -> Label:
        """Half of what 9 pays, which each pays if both were meant."""
        nine = self.price_of("nine") or Fraction(0)
        return in_points(nine.numerator, 2 * nine.denominator)

    def _has_answer(self, name: str) -> bool:
        return self.price_of(name) is not None or bool(self.cleaned_data.get(f"no_{name}"))


class FounderForm(WriterNameField, FoundingCodeForm, KeyedForm):
    """The founder's name on the club's pages."""


class NewFounderForm(AccountFields, FounderForm):
    """The same for somebody without an account, who chooses a user name and a password too."""
