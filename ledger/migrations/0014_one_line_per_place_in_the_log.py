from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0013_chained_log")]

    operations = [
        migrations.AddConstraint(
            model_name="logline",
            constraint=models.UniqueConstraint(fields=("club", "sequence"), name="one_line_per_place_in_the_log"),
        ),
    ]
