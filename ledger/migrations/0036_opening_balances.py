"""An entry may be of everybody in the club: what each stood at when the club began here."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [("ledger", "0035_indexes_within_others")]

    operations = [
        migrations.RemoveConstraint("entry", "an_entry_has_2_to_8_seats"),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=201), name="an_entry_has_2_to_201_seats"),
        ),
    ]
