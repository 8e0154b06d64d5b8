from datetime import date

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def in_force_from_the_day_of_publishing(apps, _schema_editor):
    versions = apps.get_model("ledger", "TableVersion").objects
    for version in versions.iterator():
        versions.filter(pk=version.pk).update(in_force_from=timezone.localdate(version.published_at))


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("ledger", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="tableversion",
            name="in_force_from",
            field=models.DateField(default=date(2000, 1, 1)),
            preserve_default=False,
        ),
        migrations.RunPython(in_force_from_the_day_of_publishing, migrations.RunPython.noop),
        migrations.CreateModel(
            name="TableDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("preset", models.SlugField(blank=True, max_length=60)),
                ("document", models.JSONField()),
                ("revision", models.PositiveIntegerField(default=0)),
                ("changed_at", models.DateTimeField()),
                ("changed_by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="drafts", to="ledger.club")),
                ("table", models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="draft", to="ledger.scoringtable")),
            ],
        ),
    ]
