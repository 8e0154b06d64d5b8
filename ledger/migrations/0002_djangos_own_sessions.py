"""Sessions in Django's own table, which whoever is signed in goes along to."""

from django.db import migrations
from django.utils import timezone


def take_sessions_along(apps, _schema_editor):
    sessions = apps.get_model("sessions", "Session").objects
    for session in apps.get_model("ledger", "Session").objects.filter(expire_date__gt=timezone.now()):
        kept = {"session_data": session.session_data, "expire_date": session.expire_date}
        sessions.update_or_create(session_key=session.session_key, defaults=kept)


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0001_release_0_2_0"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(take_sessions_along, migrations.RunPython.noop),
        migrations.DeleteModel("Session"),
    ]
