"""Three indexes are dropped whose columns another one begins with; nothing else changes."""

import django.db.models.deletion
from django.db import migrations, models

# Of the fields themselves, which SQLite would make their tables anew to take away.
WITHIN_OTHERS = [
    ("ledger_posting_entry_id_1c3a07af", "ledger_posting", "entry_id"),
    ("ledger_entry_season_id_d64129fc", "ledger_entry", "season_id"),
    ("ledger_entry_evening_id_064af2cf", "ledger_entry", "evening_id"),
]


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0034_imports_in_parts'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(f"DROP INDEX {index}", f"CREATE INDEX {index} ON {table} ({column})")
                for index, table, column in WITHIN_OTHERS
            ],
            state_operations=[
                migrations.AlterField(
                    model_name='entry',
                    name='evening',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='ledger.evening'),
                ),
                migrations.AlterField(
                    model_name='entry',
                    name='season',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='ledger.season'),
                ),
                migrations.AlterField(
                    model_name='posting',
                    name='entry',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.entry'),
                ),
            ],
        ),
    ]
