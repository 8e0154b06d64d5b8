"""What may change of the rows that there are already, taken into each club's log as it is now: one line a row.

The form of today's digests is spelt out here and stays as it is, whatever digests are made of later.
"""

import hashlib
import json
import secrets
from datetime import UTC

import ledger.models.clubs.club
from django.db import migrations, models
from django.utils import timezone


def leave_what_is_there(apps, _schema_editor):
    for club in apps.get_model("ledger", "Club").objects.order_by("pk"):
        _Log(apps, club).leave()


def _digest(content):
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


class _Log:
    def __init__(self, apps, club):
        self.model = lambda name: apps.get_model("ledger", name)
        self.users = apps.get_model("auth", "User").objects
        self.club = club
        self.writers = dict(self.model("Writer").objects.filter(club=club).values_list("user_id", "number"))

    def leave(self):
        """A line for every row, then the club's end of the log."""
        for about, numbers, parts in self._rows():
            leaves = {part: _digest({"part": part, "is": said}) for part, said in parts.items()}
            self._write(about, numbers, leaves)
        self.club.save(update_fields=["log_head", "log_lines"])

    def _write(self, about, numbers, leaves):
        line = self.model("LogLine")(club=self.club, kind="chained", at=timezone.now(), leaves=leaves, **about)
        line.sequence, line.previous_digest = self.club.log_lines + 1, self.club.log_head
        nothing = dict.fromkeys(("by", "player", "member", "season", "evening"))
        line.digest = _digest(
            {
                **nothing,
                **numbers,
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
        self.club.log_head, self.club.log_lines = line.digest, line.sequence

    def _rows(self):
        """What a line is about, the same in the club's own numbers, and its parts."""
        club = self.club
        yield {}, {}, {
            "club_renamed": club.name,
            "club_language": club.language,
            "window_changed": club.correction_window_hours,
            "confirming": club.players_confirm,
        }
        yield from self._members()
        for player in self.model("Player").objects.filter(club=club).order_by("pk"):
            player.salt = "" if player.forgotten_at else secrets.token_hex(16)
            player.save(update_fields=["salt"])
            yield {"player": player}, {"player": player.number}, {
                "player_renamed": [player.name, player.slug, player.salt],
                "player_changed": [player.is_guest, player.is_active],
            }
        for season in self.model("Season").objects.filter(club=club).order_by("pk"):
            yield {"season": season}, {"season": season.number}, {
                "season_started": season.unit_denominator,
                "season_renamed": [season.name, season.slug],
                "season_moved": season.starts_on.isoformat(),
            }
        for evening in self.model("Evening").objects.filter(club=club).order_by("pk"):
            evening.salt = secrets.token_hex(16)
            evening.save(update_fields=["salt"])
            yield {"evening": evening}, {"evening": evening.number}, self._parts_of_evening(evening)

    def _members(self):
        """Whoever is on the board, and whoever a line about the board names."""
        roles = dict(self.model("Membership").objects.filter(club=self.club).values_list("user_id", "role"))
        named = self.model("LogLine").objects.filter(club=self.club, member__isnull=False)
        people = {*roles, *named.values_list("member", flat=True)}
        for user in self.users.filter(pk__in=people).order_by("pk"):
            parts = {"member_added": roles.get(user.pk), "member_renamed": user.username}
            yield {"member_id": user.pk}, {"member": self._number(user.pk)}, parts

    def _number(self, user):
        if user not in self.writers:
            self.writers[user] = max(self.writers.values(), default=0) + 1
            self.model("Writer").objects.create(club=self.club, user_id=user, number=self.writers[user])
        return self.writers[user]

    def _parts_of_evening(self, evening):
        seats = evening.seats.values_list("seating", "table_number", "position", "player__number")
        return {
            "evening_started": evening.season.number,
            "evening_moved": evening.date.isoformat(),
            "place_changed": [evening.place, evening.salt],
            "evening_removed": evening.removed_at is not None,
            "evening_priced": [evening.table_version.number, evening.table_version.digest],
            "seats_changed": [[evening.rotation, evening.deals_per_round], sorted(map(list, seats))],
            "attendance": sorted(map(list, evening.attendance.values_list("player__number", "kind"))),
            "order_drawn": evening.drawn,
        }


class Migration(migrations.Migration):

    dependencies = [
        ('ledger', '0016_names_and_days'),
    ]

    operations = [
        migrations.AddField(
            model_name='evening',
            name='salt',
            field=models.CharField(default=ledger.models.clubs.club.new_salt, editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name='logline',
            name='leaves',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='player',
            name='salt',
            field=models.CharField(blank=True, default=ledger.models.clubs.club.new_salt, editable=False, max_length=32),
        ),
        migrations.AlterField(
            model_name='logline',
            name='kind',
            field=models.CharField(choices=[('club_started', 'Club started'), ('club_renamed', 'Club renamed'), ('club_language', "Club's language changed"), ('member_added', 'Member of the board added'), ('link_made', 'Link to choose a password made'), ('invited', 'Invitation to the board made'), ('uninvited', 'Invitation to the board withdrawn'), ('member_ended', 'Membership of the board ended'), ('member_renamed', 'User name changed'), ('window_changed', 'Correction window changed'), ('confirming', 'The players confirm the sheets'), ('player_added', 'Player added'), ('player_renamed', 'Player renamed'), ('player_changed', "Player's standing changed"), ('player_forgotten', 'Player anonymised'), ('table_published', 'Prices published'), ('season_started', 'Season started'), ('season_renamed', 'Season renamed'), ('season_moved', "Season's first day changed"), ('season_closed', 'Season closed'), ('evening_started', 'Evening started'), ('evening_moved', "Evening's date changed"), ('place_changed', "Evening's place changed"), ('evening_removed', 'Evening removed'), ('evening_priced', "Evening's prices changed"), ('seats_changed', 'Seats changed'), ('attendance', 'Attendance changed'), ('order_drawn', 'Order of the attachments drawn'), ('paper_total', 'Total of the paper sheet typed'), ('paper_withdrawn', 'Total of the paper sheet withdrawn'), ('sheet_links', 'Links to the sheet made'), ('answered', 'Sheet answered by the player'), ('settled', 'Complaint answered'), ('evening_approved', 'Evening approved'), ('evening_reopened', 'Evening reopened'), ('chained', 'Taken into the chain of the log')], max_length=16),
        ),
        migrations.RunPython(leave_what_is_there, migrations.RunPython.noop),
    ]
