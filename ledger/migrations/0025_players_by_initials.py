"""A player may be shown by initials to others than the board. Nobody is, until a board says so."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0024_sums_of_seasons"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="by_initials",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(condition=models.Q(("by_initials", True)), fields=["club"], name="players_by_initials"),
        ),
    ]
