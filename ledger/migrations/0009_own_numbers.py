import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0008_invitations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="number",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="season",
            name="number",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="Writer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="writers", to="ledger.club")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "number"), name="one_writer_per_number"),
                    models.UniqueConstraint(fields=("club", "user"), name="one_number_per_writer"),
                ],
            },
        ),
        migrations.CreateModel(
            name="FormerHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("line", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="former_heads", to="ledger.season")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("season", "line"), name="one_former_head_per_line")],
            },
        ),
    ]
