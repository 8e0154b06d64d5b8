"""The site counts wrong tries itself: its own table, and none of those that django-axes left."""

from django.db import migrations, models

LEFT = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accessfailurelog", "axes_accesslog")


def forget_the_former_app(apps, schema_editor):
    """Its tables are gone; what Django itself keeps of them goes too."""
    apps.get_model("contenttypes", "ContentType").objects.filter(app_label="axes").delete()
    schema_editor.execute("DELETE FROM django_migrations WHERE app = 'axes'")


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0019_names_of_writers"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="WrongTries",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("door", models.CharField(max_length=64, unique=True)),
                ("made_up_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RunSQL([f"DROP TABLE IF EXISTS {table}" for table in LEFT], migrations.RunSQL.noop),
        migrations.RunPython(forget_the_former_app, migrations.RunPython.noop),
    ]
