"""Imports that are booked or taken out in parts: how far each is, and the parts that are still to be booked."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0033_entries_are_counted'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ImportUnderWay',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='import_under_way', serialize=False, to='ledger.club')),
                ('is_undoing', models.BooleanField(default=False)),
                ('ids', models.JSONField(default=dict)),
                ('deals', models.PositiveIntegerField()),
                ('done', models.PositiveIntegerField(default=0)),
                ('worked_at', models.DateTimeField()),
                ('book_import', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='under_way', to='ledger.bookimport')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ImportPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('evenings', models.JSONField()),
                ('book_import', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='parts', to='ledger.bookimport')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('book_import', 'number'), name='one_part_per_number')],
            },
        ),
    ]
