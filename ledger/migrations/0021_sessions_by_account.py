"""Sessions in a table of their own, which can be found by their account; whoever is signed in stays so."""

from contextlib import suppress

import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.db import migrations, models
from django.utils import timezone

SALT = "django.contrib.sessions.SessionStore"  # what Django signs a session's data with


def take_sessions_along(apps, _schema_editor):
    earlier, now = apps.get_model("sessions", "Session").objects, timezone.now()
    users = set(apps.get_model("auth", "User").objects.values_list("pk", flat=True))
    for session in earlier.filter(expire_date__gt=now):
        with suppress(signing.BadSignature, ValueError):  # of another secret key: nobody's session any more
            data = signing.loads(session.session_data, salt=SALT, serializer=JSONSerializer)
            user = int(data.get("_auth_user_id", 0))
            apps.get_model("ledger", "Session").objects.create(
                session_key=session.session_key,
                session_data=session.session_data,
                expire_date=session.expire_date,
                user_id=user if user in users else None,
                used_at=now,
            )
    earlier.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0020_wrong_tries'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('device', models.CharField(blank=True, max_length=40)),
                ('used_at', models.DateTimeField()),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='open_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.RunPython(take_sessions_along, migrations.RunPython.noop),
    ]
