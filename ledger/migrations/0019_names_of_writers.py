"""A name for everybody who ever wrote for a club, which is not what they sign in with: "Sekretær 2" until they choose.

Each club's log takes the names up, a line a writer. The form of its digests is spelt out here and stays as it is.
"""

import hashlib
import json
import secrets
from datetime import UTC

import ledger.models.clubs.club
from django.db import migrations, models
from django.utils import timezone

NAMES = {
    "da": {"secretary": "Sekretær", "treasurer": "Kasserer", "admin": "Administrator", None: "Bestyrelsesmedlem"},
    "en": {"secretary": "Secretary", "treasurer": "Treasurer", "admin": "Administrator", None: "Board member"},
}


def name_the_writers(apps, _schema_editor):
    for club in apps.get_model("ledger", "Club").objects.order_by("pk"):
        _name_writers(apps, club)
        club.save(update_fields=["log_head", "log_lines"])


def _name_writers(apps, club):
    lines = apps.get_model("ledger", "LoggedChange").objects.filter(club=club)
    told = set(lines.exclude(member=None).order_by().values_list("member", flat=True))
    roles = dict(apps.get_model("ledger", "Membership").objects.filter(club=club).values_list("user_id", "role"))
    for writer in apps.get_model("ledger", "Writer").objects.filter(club=club).order_by("number"):
        role = roles.get(writer.user_id)
        writer.name = f"{NAMES[club.language][role]} {writer.number}"
        writer.salt = secrets.token_hex(16)
        writer.save(update_fields=["name", "salt"])
        parts = {"writer_named": [writer.name, writer.salt]}
        if writer.user_id not in told:
            parts["member_added"] = role
        _write_line(lines, club, writer, {part: _digest({"part": part, "is": said}) for part, said in parts.items()})


def _write_line(lines, club, writer, leaves):
    line = lines.model(club=club, kind="chained", at=timezone.now(), member_id=writer.user_id, leaves=leaves)
    line.sequence, line.previous_digest = club.log_lines + 1, club.log_head
    line.digest = _digest(
        {
            **dict.fromkeys(("by", "player", "season", "evening")),
            "member": writer.number,
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


def _digest(content):
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0018_plain_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="writer",
            name="name",
            field=models.CharField(default="", max_length=60),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="writer",
            name="salt",
            field=models.CharField(
                blank=True, default=ledger.models.clubs.club.new_salt, editable=False, max_length=32
            ),
        ),
        migrations.AlterField(
            model_name='loggedchange',
            name='kind',
            field=models.CharField(choices=[('club_started', 'Club started'), ('club_renamed', 'Club renamed'), ('club_language', "Club's language changed"), ('member_added', 'Member of the board added'), ('link_made', 'Link to choose a password made'), ('invited', 'Invitation to the board made'), ('uninvited', 'Invitation to the board withdrawn'), ('member_ended', 'Membership of the board ended'), ('member_renamed', 'User name changed'), ('writer_named', 'Name of a board member changed'), ('writer_forgotten', 'Board member anonymised'), ('window_changed', 'Correction window changed'), ('confirming', 'The players confirm the sheets'), ('player_added', 'Player added'), ('player_renamed', 'Player renamed'), ('player_changed', "Player's standing changed"), ('player_forgotten', 'Player anonymised'), ('table_published', 'Prices published'), ('season_started', 'Season started'), ('season_renamed', 'Season renamed'), ('season_moved', "Season's first day changed"), ('season_closed', 'Season closed'), ('evening_started', 'Evening started'), ('evening_moved', "Evening's date changed"), ('place_changed', "Evening's place changed"), ('evening_removed', 'Evening removed'), ('evening_priced', "Evening's prices changed"), ('seats_changed', 'Seats changed'), ('attendance', 'Attendance changed'), ('order_drawn', 'Order of the attachments drawn'), ('paper_total', 'Total of the paper sheet typed'), ('paper_withdrawn', 'Total of the paper sheet withdrawn'), ('sheet_links', 'Links to the sheet made'), ('answered', 'Sheet answered by the player'), ('settled', 'Complaint answered'), ('evening_approved', 'Evening approved'), ('evening_reopened', 'Evening reopened'), ('chained', 'Taken into the chain of the log')], max_length=16),
        ),
        migrations.RunPython(name_the_writers, migrations.RunPython.noop),
    ]
