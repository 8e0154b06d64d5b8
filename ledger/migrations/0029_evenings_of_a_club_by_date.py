"""The evenings of a club by date, without those that were removed: its deals are turned to any page by the index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0028_evenings_that_stand_by_date")]

    operations = [
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(
                condition=models.Q(("removed_at__isnull", True)),
                fields=["club", "date", "number"],
                name="evenings_of_a_club",
            ),
        ),
    ]
