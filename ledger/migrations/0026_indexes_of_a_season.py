"""What a season's pages ask: which evening was the last by date, and which have a corrected deal."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("ledger", "0025_players_by_initials")]

    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=["season", "evening"],
                name="corrections_of_a_season",
                condition=models.Q(reverses__isnull=False),
            ),
        ),
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(fields=["season", "date", "number"], name="evenings_by_date"),
        ),
    ]
