"""The evenings of a season by date, without those that were removed: their list is turned to any page by the index alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0027_latest_password_links")]

    operations = [
        migrations.RemoveIndex(model_name="evening", name="evenings_by_date"),
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(
                condition=models.Q(("removed_at__isnull", True)),
                fields=["season", "date", "number"],
                name="evenings_by_date",
            ),
        ),
    ]
