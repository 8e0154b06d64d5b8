"""The models under plainer names. Tables and columns keep theirs: nothing in the database changes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0017_states_left_by_lines"),
    ]

    operations = [
        migrations.AlterModelTable(name="deed", table="ledger_deed"),
        migrations.AlterModelTable(name="logline", table="ledger_logline"),
        migrations.AlterModelTable(name="tableversion", table="ledger_tableversion"),
        migrations.AlterModelTable(name="tabledraft", table="ledger_tabledraft"),
        migrations.RenameModel(old_name="Deed", new_name="UsedForm"),
        migrations.RenameModel(old_name="LogLine", new_name="LoggedChange"),
        migrations.RenameModel(old_name="TableVersion", new_name="ScoringTableVersion"),
        migrations.RenameModel(old_name="TableDraft", new_name="ScoringTableDraft"),
        migrations.SeparateDatabaseAndState(  # a constraint in Django's state names fields, the database's a column
            state_operations=[
                migrations.RemoveConstraint(model_name="scoringtableversion", name="one_version_per_number"),
                migrations.AlterField(
                    model_name="scoringtableversion",
                    name="table",
                    field=models.ForeignKey(
                        db_column="table_id",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="ledger.scoringtable",
                    ),
                ),
                migrations.RenameField(
                    model_name="scoringtableversion", old_name="table", new_name="scoring_table"
                ),
                migrations.AddConstraint(
                    model_name="scoringtableversion",
                    constraint=models.UniqueConstraint(
                        fields=("scoring_table", "number"), name="one_version_per_number"
                    ),
                ),
                migrations.AlterField(
                    model_name="scoringtabledraft",
                    name="table",
                    field=models.OneToOneField(
                        db_column="table_id",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draft",
                        to="ledger.scoringtable",
                    ),
                ),
                migrations.RenameField(model_name="scoringtabledraft", old_name="table", new_name="scoring_table"),
                migrations.AlterField(
                    model_name="scoringtable",
                    name="club",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="scoring_tables",
                        to="ledger.club",
                    ),
                ),
            ],
        ),
    ]
