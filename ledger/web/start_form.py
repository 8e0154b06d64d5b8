"""The form that starts a club, and the one with which the first club of an installation starts its founder too."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UsernameField
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Season
from ledger.rules.presets import SEEDS
from ledger.rules.table import Table
from ledger.services.clubs import NewClub, names_in
from ledger.web.forms import DayInput
from ledger.web.gallery import DESCRIPTIONS, RULES, gallery
from ledger.web.once import KeyedForm

FIRST_CHOICE = "esmakker-wikipedia"


class StartForm(KeyedForm):
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
        help_text=_("Paste a list: one name a line, or names separated by commas. You can add more later."),
    )
    season = forms.CharField(label=_("First season"), max_length=Season._meta.get_field("name").max_length)
    starts_on = forms.DateField(label=_("The season starts on"), widget=DayInput)

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        language = get_language() or "da"
        initial = {"language": language, "season": str(today.year), "starts_on": today}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["preset"].choices = [(table.code, preset_text(table, language)) for table in gallery()]
        for table in gallery():
            for rule, choices in table.choices.items():
                self.fields[choice_name(table, rule)] = forms.ChoiceField(
                    label=RULES[rule],
                    choices=[(code, label[language]) for code, label in choices.items()],
                    initial=table.rules[rule],
                    required=False,
                    widget=forms.RadioSelect,
                )

    def presets(self) -> dict[str, list[dict[str, Any]]]:
        """The gallery for the template, the `first` tables and `more`: each one's key and the fields of its choices."""
        rows = [
            {"key": key, "choices": [self[choice_name(table, rule)] for rule in table.choices]}
            for key, table in zip(self["preset"], gallery(), strict=True)
        ]
        return {"first": rows[: len(SEEDS)], "more": rows[len(SEEDS) :]}

    def wants_more(self) -> bool:
        """Whether the chosen table is one of those folded away."""
        return self["preset"].value() not in SEEDS

    def new_club(self) -> NewClub:
        """What the valid form asks for; choices count only for the chosen table."""
        said = self.cleaned_data
        table = next(table for table in gallery() if table.code == said["preset"])
        options = {rule: said[choice_name(table, rule)] or table.rules[rule] for rule in table.choices}
        return NewClub(
            name=said["name"],
            language=said["language"],
            preset=said["preset"],
            players=names_in(said["players"]),
            season=said["season"],
            starts_on=said["starts_on"],
            options=options,
        )


def _password_advice() -> str:
    """What a password must be, in the language of the page."""
    return " ".join(password_validators_help_texts())


class FoundingForm(StartForm):
    """The same for somebody who cannot sign in yet: they choose a name and a password as well."""

    username = UsernameField(
        label=_("Your user name"),
        max_length=get_user_model()._meta.get_field("username").max_length,
        validators=get_user_model()._meta.get_field("username").validators,
        help_text=_("You sign in with it to write in the book."),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=lazy(_password_advice, str)(),
    )

    def clean(self) -> dict[str, Any]:
        """A password must be good enough by the site's settings, seen together with the user name."""
        said: dict[str, Any] = super().clean()
        if "password" in said and "username" in said:
            try:
                validate_password(said["password"], get_user_model()(username=said["username"]))
            except ValidationError as refused:
                self.add_error("password", refused)
        return said


def choice_name(table: Table, rule: str) -> str:
    """The name of the field for one choice of one preset."""
    return f"{table.code}-{rule}"


def preset_text(table: Table, language: str) -> str:
    """What stands on a preset's key: its name, and one line about it."""
    return format_html("<b>{}</b> <small>{}</small>", table.name[language], DESCRIPTIONS[table.code])
