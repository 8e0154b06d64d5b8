"""A season's bottom line per player beside the evening's, computed from those for every season that there is."""

import django.db.models.deletion
from django.db import migrations, models

SUM_UP = """
    INSERT INTO ledger_seasontotal (season_id, player_id, points, deals, evenings)
    SELECT evening.season_id, total.player_id, sum(total.points), sum(total.deals), count(*)
    FROM ledger_eveningtotal total JOIN ledger_evening evening ON evening.id = total.evening_id
    GROUP BY evening.season_id, total.player_id"""


class Migration(migrations.Migration):

    dependencies = [("ledger", "0023_second_factor")]

    operations = [
        migrations.CreateModel(
            name="SeasonTotal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.IntegerField(default=0)),
                ("deals", models.IntegerField(default=0)),
                ("evenings", models.IntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="season_totals",
                        to="ledger.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="totals", to="ledger.season"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("season", "player"), name="one_season_total_per_player")
                ],
            },
        ),
        migrations.RunSQL(SUM_UP, migrations.RunSQL.noop),
    ]
