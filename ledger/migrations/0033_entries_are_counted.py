"""What counts or numbers entries is called so; the columns keep their names, and nothing in the database changes."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

AGREE = "season_head_and_lines_agree"
ONE_PER_ENTRY = "one_former_head_per_line"


def renamed(model, name, new_name, field):
    return [
        migrations.RenameField(model, name, new_name),
        migrations.AlterField(model, new_name, field),
    ]


class Migration(migrations.Migration):

    dependencies = [("ledger", "0032_points_in_fractions")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("season", AGREE),
                migrations.RemoveConstraint("formerhead", ONE_PER_ENTRY),
                *renamed(
                    "club", "log_lines", "log_entry_count",
                    models.PositiveIntegerField(db_column="log_lines", default=0, editable=False),
                ),
                *renamed(
                    "season", "lines", "entry_count",
                    models.PositiveIntegerField(db_column="lines", default=0, editable=False),
                ),
                *renamed("eveningclosing", "lines", "entry_count", models.PositiveIntegerField(db_column="lines")),
                *renamed(
                    "eveningclosing", "season_lines", "season_entry_count",
                    models.PositiveIntegerField(db_column="season_lines"),
                ),
                *renamed("seasonclosing", "lines", "entry_count", models.PositiveIntegerField(db_column="lines")),
                *renamed("sheetanswer", "lines", "entry_count", models.PositiveIntegerField(db_column="lines")),
                *renamed("formerhead", "line", "sequence", models.PositiveIntegerField(db_column="line")),
                *renamed(
                    "namechange", "line", "change",
                    models.OneToOneField(
                        db_column="line_id", on_delete=django.db.models.deletion.PROTECT, related_name="names",
                        to="ledger.loggedchange",
                    ),
                ),
                migrations.AddConstraint(
                    "season",
                    models.CheckConstraint(
                        condition=Q(entry_count=0, head="") | (Q(entry_count__gt=0) & ~Q(head="")), name=AGREE
                    ),
                ),
                migrations.AddConstraint(
                    "formerhead", models.UniqueConstraint(fields=["season", "sequence"], name=ONE_PER_ENTRY)
                ),
            ]
        )
    ]
