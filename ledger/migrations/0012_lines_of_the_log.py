import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import ledger.models.book.log


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0011_one_number_each"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("answerwords", "salt", models.CharField(default="", editable=False, max_length=32), preserve_default=False),
        migrations.AddField("club", "log_head", models.CharField(default="", editable=False, max_length=64)),
        migrations.AddField("club", "log_lines", models.PositiveIntegerField(default=0, editable=False)),
        migrations.AddField("logline", "covers", models.CharField(blank=True, max_length=64, default=""), preserve_default=False),
        migrations.AddField("logline", "digest", models.CharField(default="", max_length=64), preserve_default=False),
        migrations.AddField("logline", "previous_digest", models.CharField(blank=True, max_length=64, default=""), preserve_default=False),
        migrations.AddField("logline", "sequence", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AddField("namechange", "salt", models.CharField(default=ledger.models.book.log.new_salt, editable=False, max_length=32)),
        migrations.AddField("sheetanswer", "words_digest", models.CharField(blank=True, max_length=64, default=""), preserve_default=False),
        migrations.AlterField("logline", "after", models.CharField(blank=True, max_length=300)),
        migrations.AlterField("logline", "before", models.CharField(blank=True, max_length=300)),
        migrations.AlterField(
            "logline",
            "by",
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            "logline",
            "kind",
            models.CharField(choices=[('club_started', 'Club started'), ('member_added', 'Member of the board added'), ('link_made', 'Link to choose a password made'), ('invited', 'Invitation to the board made'), ('uninvited', 'Invitation to the board withdrawn'), ('member_ended', 'Membership of the board ended'), ('window_changed', 'Correction window changed'), ('confirming', 'The players confirm the sheets'), ('player_added', 'Player added'), ('player_renamed', 'Player renamed'), ('player_changed', "Player's standing changed"), ('player_forgotten', 'Player anonymised'), ('table_published', 'Prices published'), ('season_started', 'Season started'), ('season_closed', 'Season closed'), ('evening_started', 'Evening started'), ('seats_changed', 'Seats changed'), ('attendance', 'Attendance changed'), ('order_drawn', 'Order of the attachments drawn'), ('paper_total', 'Total of the paper sheet typed'), ('paper_withdrawn', 'Total of the paper sheet withdrawn'), ('sheet_links', 'Links to the sheet made'), ('answered', 'Sheet answered by the player'), ('settled', 'Complaint answered'), ('evening_approved', 'Evening approved'), ('evening_reopened', 'Evening reopened'), ('chained', 'Taken into the chain of the log')], max_length=16),
        ),
    ]
