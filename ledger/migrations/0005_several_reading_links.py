"""Several links to a club, each with a name and a token that can be shown; those made before keep their digests."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0004_imports_without_parts'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='readinglink',
            name='one_reading_link_per_purpose',
        ),
        migrations.RemoveField(
            model_name='readinglink',
            name='purpose',
        ),
        migrations.AddField(
            model_name='readinglink',
            name='name',
            field=models.CharField(blank=True, default='', max_length=40),
        ),
        migrations.AddField(
            model_name='readinglink',
            name='token',
            field=models.CharField(blank=True, default='', editable=False, max_length=32),
        ),
    ]
