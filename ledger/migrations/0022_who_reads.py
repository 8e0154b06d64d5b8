"""Who reads a club's pages, and whether it may be found. Clubs that are here already stay as they were.

Everybody reads them and finds them at the front of the site, until their boards choose; the sample club stays so for
good. Each club's log says so in a line of its own. The form of today's digests is spelt out here and stays as it is.
"""

import hashlib
import json
from datetime import UTC

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def leave_open(apps, _schema_editor):
    """What every club has been so far, stored and taken into its log."""
    for club in apps.get_model("ledger", "Club").objects.order_by("pk"):
        club.readers, club.is_listed, club.has_chosen_readers = "everybody", True, club.is_sample
        leaves = {"readers_chosen": _digest({"part": "readers_chosen", "is": ["everybody", True, club.is_sample]})}
        line = apps.get_model("ledger", "LoggedChange")(club=club, kind="chained", at=timezone.now(), leaves=leaves)
        line.sequence, line.previous_digest = club.log_lines + 1, club.log_head
        line.digest = _digest(
            {
                **dict.fromkeys(("by", "player", "member", "season", "evening")),
                "sequence": line.sequence,
                "at": line.at.astimezone(UTC).isoformat(),
                "kind": line.kind,
                "before": "",
                "after": "",
                "covers": "",
                "leaves": leaves,
                "previous_digest": line.previous_digest,
            }
        )
        line.save()
        club.log_head, club.log_lines = line.digest, line.sequence
        club.save()


def _digest(content):
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0021_sessions_by_account'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReadingLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(choices=[('club', 'Club')], max_length=4)),
                ('token_digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
            ],
        ),
        migrations.RemoveIndex(
            model_name='club',
            name='list_of_clubs',
        ),
        migrations.AddField(
            model_name='club',
            name='has_chosen_readers',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='club',
            name='is_listed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='club',
            name='readers',
            field=models.CharField(choices=[('everybody', 'Everybody'), ('link', "Whoever has the club's link"), ('board', 'The board alone')], default='link', max_length=9),
        ),
        migrations.AlterField(
            model_name='loggedchange',
            name='kind',
            field=models.CharField(choices=[('club_started', 'Club started'), ('club_renamed', 'Club renamed'), ('club_language', "Club's language changed"), ('member_added', 'Member of the board added'), ('link_made', 'Link to choose a password made'), ('invited', 'Invitation to the board made'), ('uninvited', 'Invitation to the board withdrawn'), ('member_ended', 'Membership of the board ended'), ('member_renamed', 'User name changed'), ('writer_named', 'Name of a board member changed'), ('writer_forgotten', 'Board member anonymised'), ('window_changed', 'Correction window changed'), ('confirming', 'The players confirm the sheets'), ('readers_chosen', 'Who reads was chosen'), ('reading_link', "The club's link made"), ('link_withdrawn', "The club's link withdrawn"), ('player_added', 'Player added'), ('player_renamed', 'Player renamed'), ('player_changed', "Player's standing changed"), ('player_forgotten', 'Player anonymised'), ('table_published', 'Prices published'), ('season_started', 'Season started'), ('season_renamed', 'Season renamed'), ('season_moved', "Season's first day changed"), ('season_closed', 'Season closed'), ('evening_started', 'Evening started'), ('evening_moved', "Evening's date changed"), ('place_changed', "Evening's place changed"), ('evening_removed', 'Evening removed'), ('evening_priced', "Evening's prices changed"), ('seats_changed', 'Seats changed'), ('attendance', 'Attendance changed'), ('order_drawn', 'Order of the attachments drawn'), ('paper_total', 'Total of the paper sheet typed'), ('paper_withdrawn', 'Total of the paper sheet withdrawn'), ('sheet_links', 'Links to the sheet made'), ('answered', 'Sheet answered by the player'), ('settled', 'Complaint answered'), ('evening_approved', 'Evening approved'), ('evening_reopened', 'Evening reopened'), ('chained', 'Taken into the chain of the log')], max_length=16),
        ),
        migrations.AddIndex(
            model_name='club',
            index=models.Index(condition=models.Q(('is_listed', True), ('removed_at', None)), fields=['is_sample', 'name', 'id'], name='list_of_clubs'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('is_listed', False), ('readers', 'everybody'), _connector='OR'), name='only_open_clubs_are_listed'),
        ),
        migrations.AddField(
            model_name='readinglink',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reading_links', to='ledger.club'),
        ),
        migrations.AddField(
            model_name='readinglink',
            name='made_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='readinglink',
            constraint=models.UniqueConstraint(fields=('club', 'purpose'), name='one_reading_link_per_purpose'),
        ),
        migrations.RunPython(leave_open, migrations.RunPython.noop),
    ]
