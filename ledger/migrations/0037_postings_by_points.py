"""A player's postings by their points, so that the dearest deal is looked up; it finds a player's postings as well."""

import django.db.models.deletion
from django.db import migrations, models

PLAYER = models.ForeignKey(
    db_index=False,
    null=True,
    on_delete=django.db.models.deletion.PROTECT,
    related_name="postings",
    to="ledger.player",
)
BY_PLAYER = 'CREATE INDEX "ledger_posting_player_id_8bca89cf" ON "ledger_posting" ("player_id")'


class Migration(migrations.Migration):
    dependencies = [("ledger", "0036_opening_balances")]

    operations = [
        migrations.AddIndex(
            model_name="posting",
            index=models.Index(fields=["player", "points"], name="postings_by_points"),
        ),
        # By its name, since Django would write the whole of SQLite's table anew to take an index from a column.
        migrations.RunSQL(
            'DROP INDEX "ledger_posting_player_id_8bca89cf"',
            BY_PLAYER,
            state_operations=[migrations.AlterField(model_name="posting", name="player", field=PLAYER)],
        ),
    ]
