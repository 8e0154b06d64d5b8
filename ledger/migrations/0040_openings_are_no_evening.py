"""The day of opening balances is marked, and counts as an evening nowhere."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [("ledger", "0039_addresses_of_clubs_that_moved")]

    operations = [
        migrations.AddField("evening", "is_opening", models.BooleanField(default=False, editable=False)),
        migrations.AddIndex(
            "evening", models.Index(fields=["season"], name="openings_of_a_season", condition=Q(is_opening=True))
        ),
    ]
