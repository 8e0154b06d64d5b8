"""The form that starts a club, and the one that creates its founder's account as well."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Season
from ledger.rules.clubs.pasted_names import names_in
from ledger.rules.scoring.parameters.chosen_rules import RULES
from ledger.rules.scoring.presets import SEEDS, every_preset
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.services.clubs.clubs import NewClub
from ledger.templatetags.ledger_labels import label_text, page_language
from ledger.web.clubs.account_form import AccountFields, WriterNameField
from ledger.web.keeping.home.founding_code_form import FoundingCodeForm
from ledger.web.scoring.gallery import DESCRIPTIONS
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import DayInput, offer

FIRST_CHOICE = "esmakker-wikipedia"


class StartForm(WriterNameField, FoundingCodeForm, KeyedForm):
    """A club's name, language, scoring table with its choices, players and first season."""

    name = forms.CharField(label=_("The club's name"), max_length=Club._meta.get_field("name").max_length)
    language = forms.ChoiceField(
        label=_("The club's language"),
        choices=[(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES],
        widget=forms.RadioSelect,
    )
    preset = forms.ChoiceField(label=_("Scoring table"), widget=forms.RadioSelect, initial=FIRST_CHOICE)
    players = forms.CharField(
        label=_("Players"),
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"required": _("Write at least four players.")},
        help_text=_(
            "Paste a list: one name a line, or names on a single line with commas between them. You can add more later."
        ),
    )
    season = forms.CharField(label=_("First season"), max_length=Season._meta.get_field("name").max_length)
    starts_on = forms.DateField(label=_("The season starts on"), widget=DayInput)

    def __init__(self, data: QueryDict | None, *, today: date, asks_code: bool) -> None:
        language = page_language()
        initial = {"language": language, "season": str(today.year), "starts_on": today}
        super().__init__(data, initial=initial, asks_code=asks_code)
        offer(self, "preset", [(scoring_table.code, preset_text(scoring_table)) for scoring_table in every_preset()])
        for scoring_table in every_preset():
            for rule, choices in scoring_table.choices.items():
                self.fields[choice_name(scoring_table, rule)] = forms.ChoiceField(
                    label=label_text(RULES[rule].title),
                    choices=[(code, label_text(label)) for code, label in choices.items()],
                    initial=scoring_table.rules[rule],
                    required=False,
                    widget=forms.RadioSelect,
                )

    def presets(self) -> dict[str, list[dict[str, Any]]]:
        """The presets for the template, the `first` ones and `more`: each one's key and the fields of its choices."""
        rows = [
            {"key": key, "choices": [self[choice_name(scoring_table, rule)] for rule in scoring_table.choices]}
            for key, scoring_table in zip(self["preset"], every_preset(), strict=True)
        ]
        return {"first": rows[: len(SEEDS)], "more": rows[len(SEEDS) :]}

    def wants_more(self) -> bool:
        """Whether the chosen preset is one of those folded away."""
        return self["preset"].value() not in SEEDS

    def new_club(self) -> NewClub:
        """The club that the valid form asks for, with the choices of the chosen preset only."""
        cleaned = self.cleaned_data
        scoring_table = next(
            scoring_table for scoring_table in every_preset() if scoring_table.code == cleaned["preset"]
        )
        options = {
            rule: cleaned[choice_name(scoring_table, rule)] or scoring_table.rules[rule]
            for rule in scoring_table.choices
        }
        return NewClub(
            name=cleaned["name"],
            language=cleaned["language"],
            preset=cleaned["preset"],
            players=names_in(cleaned["players"]).names,
            season=cleaned["season"],
            starts_on=cleaned["starts_on"],
            options=options,
        )


class FoundingForm(AccountFields, StartForm):
    """The same form for somebody without an account, who chooses a user name and a password too."""


def choice_name(scoring_table: ScoringRules, rule: str) -> str:
    """The name of the field for a choice of a preset."""
    return f"{scoring_table.code}-{rule}"


def preset_text(scoring_table: ScoringRules) -> str:
    """The text on a preset's key: its name, and one line about it."""
    return format_html("<b>{}</b> <small>{}</small>", label_text(scoring_table.name), DESCRIPTIONS[scoring_table.code])
