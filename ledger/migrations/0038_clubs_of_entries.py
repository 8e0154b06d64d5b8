"""An entry, a season's closing and an answer say whose they are, so that what refers to them has its club one step away."""

import django.db.models.deletion
from django.db import migrations, models

CLUBS = {
    "entry": "SELECT club_id FROM ledger_season WHERE ledger_season.id = season_id",
    "seasonclosing": "SELECT club_id FROM ledger_season WHERE ledger_season.id = season_id",
    "sheetanswer": """
        SELECT club_id FROM ledger_sheetlink JOIN ledger_evening ON ledger_evening.id = evening_id
        WHERE ledger_sheetlink.id = link_id""",
}


def club(*, null):
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        null=null,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to="ledger.club",
    )


class Migration(migrations.Migration):

    dependencies = [("ledger", "0037_postings_by_points")]

    operations = [
        *(migrations.AddField(model, "club", club(null=True)) for model in CLUBS),
        *(
            migrations.RunSQL(f"UPDATE ledger_{model} SET club_id = ({asked})", migrations.RunSQL.noop)
            for model, asked in CLUBS.items()
        ),
        *(migrations.AlterField(model, "club", club(null=False)) for model in CLUBS),
    ]
