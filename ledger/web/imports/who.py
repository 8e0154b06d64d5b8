"""The field in which somebody says who is meant by a name in a file."""

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext

NEW = "+"


def who_field(name: str, suggestions: Sequence[str], ids: Mapping[str, int]) -> forms.ChoiceField:
    """Whom a name may mean: the likely players first, then a new one, then all others of the club, by their ids."""
    likely = [(str(ids[player]), player) for player in suggestions if player in ids]
    others = [(str(pk), player) for player, pk in ids.items() if player not in suggestions]
    add = gettext("Add as a new player: %(name)s") % {"name": name}
    return forms.ChoiceField(label=name, choices=[("", gettext("Choose")), *likely, (NEW, add), *others])
