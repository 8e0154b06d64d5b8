"""What lists and figures ask of a deal is a column of its entry, which the database itself takes out of the deal.

A deal that is damaged stops the migration before anything is changed, since none of that could be taken out of it.
"""

import json

from django.core.management.base import CommandError
from django.db import migrations, models
from django.db.models import Case, F, Func, Value, When
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import Exact, IsNull

LONGEST_CODE = 60
KEYS_OF_CONTRACTS = ("attachment", "contract", "outcome")
DAMAGED = (
    "The deal of entry {key} is damaged. The book is as it was. "
    "Go back to a backup that `manage.py audit` of your former release finds whole, then migrate again."
)


def require_whole_deals(apps, schema_editor):
    """Raises CommandError for an entry whose deal lacks what the columns are taken from."""
    # SQLite keeps whatever it is given, even what is no text.
    kept_as = models.BinaryField() if schema_editor.connection.vendor == "sqlite" else models.TextField()
    deals = apps.get_model("ledger", "Entry").objects.order_by().annotate(kept=Cast("deal", kept_as))
    for key, kept in deals.values_list("pk", "kept").iterator():
        if not _is_whole(kept):
            raise CommandError(DAMAGED.format(key=key))


def _is_whole(kept):
    try:
        deal = json.loads(kept)
    except (ValueError, TypeError):
        return False
    if not isinstance(deal, dict) or not isinstance(deal.get("kind"), str):
        return False
    codes = [deal.get(key) for key in ("kind", *KEYS_OF_CONTRACTS)]
    if not all(code is None or (isinstance(code, str) and len(code) <= LONGEST_CODE) for code in codes):
        return False
    return deal["kind"] != "trick" or all(type(deal.get(key)) is int for key in ("tricks", "level"))


class AddFieldWithTheNext(migrations.AddField):
    """Adds a field that SQLite, which makes the table anew for it, adds together with that of the next `AddField`."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, from_state, to_state)


def in_deal(key):
    return Func(
        F("deal"), Value(key), template="(%(expressions)s)", arg_joiner=" ->> ", output_field=models.TextField()
    )


def generated(expression, field):
    return models.GeneratedField(expression=expression, output_field=field, db_persist=True)


def of_trick_deals(value, field):
    is_trick_deal = Exact(in_deal("kind"), Value("trick"))
    return generated(Case(When(is_trick_deal, then=value), output_field=field), field)


def number(key):
    return Cast(in_deal(key), models.IntegerField())


CODE = models.CharField(max_length=LONGEST_CODE)
CONTRACT = Coalesce(*map(in_deal, KEYS_OF_CONTRACTS), Value(""), output_field=models.TextField())
IS_ALONE = of_trick_deals(IsNull(in_deal("partner"), True), models.BooleanField())
OVER = of_trick_deals(number("tricks") - number("level"), models.IntegerField())


class Migration(migrations.Migration):

    dependencies = [("ledger", "0002_djangos_own_sessions")]

    operations = [
        migrations.RunPython(require_whole_deals, migrations.RunPython.noop),
        AddFieldWithTheNext("entry", "deal_kind", generated(in_deal("kind"), CODE)),
        AddFieldWithTheNext("entry", "contract", generated(CONTRACT, CODE)),
        AddFieldWithTheNext("entry", "is_alone", IS_ALONE),
        migrations.AddField("entry", "over", OVER),
    ]
