from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0010_chained_anew")]

    operations = [
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("club", "number"), name="one_player_per_number"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(fields=("club", "number"), name="one_season_per_number"),
        ),
    ]
