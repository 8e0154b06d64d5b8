"""Forget a player or board member who has left: the name is gone, every sum and every digest stays.

The book, the log and the reasons know players by number, so one row is overwritten, the names in the log and what the
player wrote about a sheet are deleted, and the places, used forms and names of files that hold the name are blanked.
What old books call the player is deleted, with those that are being looked through. What a database keeps beside its
rows (the write-ahead log, freed pages, dead rows) is cleared when the transaction has committed.

A backup from before still holds the name. `forgotten.json` in the data folder, outside every backup of the database,
lists who was forgotten, and `forget_again` forgets them in whatever database is put in its place.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.timezone import localtime

from ledger.models import AnswerWords, Club, Evening, NameChange, Player, UsedForm, Writer
from ledger.models.clubs.club import TAKEN_OFF, new_salt
from ledger.queries.clubs.persons import players_joined_with
from ledger.queries.evenings.seating import evening_to_come
from ledger.queries.keeping.about_player import has_never_played
from ledger.rules.clubs import says
from ledger.rules.site.labels import Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import FORMER as FORMER_WRITER
from ledger.services.book.posting import locked_club
from ledger.services.keeping.backups import whole_file

FORMER = Phrase("Former member %(number)s")
STILL_SEATED = gettext_noop(
    "%(name)s has a seat at evening %(number)s, which is still to be played: change the seats there first."
)
LIST = "forgotten.json"
LOOKS = 50  # a tenth of a second apart
ALONE = """
    SELECT pg_snapshot_xmin(pg_current_snapshot()) > %s::text::xid8 AND NOT EXISTS (
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_xmin IS NOT NULL AND xact_start <= %s)
"""
# Every table in which a name is overwritten or deleted.
SCRUBBED = (
    "ledger_player",
    "ledger_writer",
    "ledger_namechange",
    "ledger_answerwords",
    "ledger_evening",
    "ledger_deed",  # UsedForm
    "ledger_formeraddress",
    "ledger_playeralias",
    "ledger_bookimport",
    "ledger_bookdraft",
)


@transaction.atomic
def forget_player(*, player: Player, author: User, now: datetime) -> Player:
    """Overwrite a player's name and address, for good; their postings, sums and digests stay as they are.

    The names of whoever was made one with them are overwritten too. A player without a deal is taken off every list.
    Raises Refusal for a player who still plays, who has a seat at a coming evening, or who is forgotten already.
    """
    club = locked_club(club_id=player.club_id)
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.forgotten_at is not None:
        raise Refusal(gettext_noop("%(name)s is forgotten already."), name=player.name)
    persons_names = [player, *players_joined_with(kept=player)]
    for entered in persons_names:
        if evening := evening_to_come(player=entered, today=localtime(now).date()):
            raise Refusal(STILL_SEATED, name=entered.name, number=evening.number)
    if player.is_active and not has_never_played(player=player):
        raise Refusal(gettext_noop("%(name)s still plays: say first that they no longer do."), name=player.name)
    for entered in persons_names:
        if entered.forgotten_at is None:
            names = {entered.name, *entered.name_changes.values_list("before", flat=True)}
            _remember({"club": club.slug, "player": entered.number, "names": sorted(map(_digest, names))})
            _overwrite(club, entered, author, now)
    return player


@transaction.atomic
def forget_writer(*, writer: Writer, author: User, now: datetime) -> Writer:
    """Overwrite the display name of a former board member, for good; their account and digests stay.

    Raises Refusal for somebody who is on the board, or who is forgotten already.
    """
    club = locked_club(club_id=writer.club_id)
    writer = Writer.objects.select_for_update().get(pk=writer.pk)
    if writer.is_forgotten:
        raise Refusal(gettext_noop("%(name)s is forgotten already."), name=writer.name)
    if club.memberships.filter(user=writer.user_id).exists():
        raise Refusal(gettext_noop("%(name)s is on the board still: end the membership first."), name=writer.name)
    _remember({"club": club.slug, "writer": writer.number, "names": [_digest(writer.name)]})
    _overwrite_writer(club, writer, author, now)
    return writer


def forget_again(*, now: datetime) -> int:
    """Forget everybody on the list whose name is back, as after restoring an older backup; returns their number.

    Somebody else who has since got the number of a forgotten player is left alone: the list knows names too,
    as keyed digests.
    """
    count = 0
    for record in _list_records():
        with transaction.atomic():
            club = Club.objects.select_for_update(no_key=True).filter(slug=record["club"]).first()
            # With a name, theirs or another's.
            named: QuerySet[Any] = Player.objects.filter(forgotten_at=None)
            if "writer" in record:
                named = Writer.objects.exclude(salt="")
            row = named.filter(club=club, number=record.get("writer", record.get("player"))).first()
            if club is None or row is None or _digest(row.name) not in record["names"]:
                continue
            if isinstance(row, Player):
                _overwrite(club, row, None, now)
            else:
                _overwrite_writer(club, row, None, now)
            count += 1
    if _list_file().exists():
        transaction.on_commit(scrub, robust=True)
    return count


def scrub() -> bool:
    """Clear what the database keeps of overwritten rows; False if other transactions still need the old rows.

    SQLite: the freed bytes are overwritten as they are freed (secure_delete), and the write-ahead log is emptied
    here. PostgreSQL: the tables are rewritten; its write-ahead log is overwritten as it is recycled.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            (busy, _, _) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy
        alone = _nobody_sees_the_past(cursor)
        for table in SCRUBBED:
            cursor.execute(f"VACUUM FULL {table}")
        return alone


def _nobody_sees_the_past(cursor: CursorWrapper) -> bool:
    """Wait, a few seconds at most, for transactions begun before now: PostgreSQL keeps old rows for them.

    Transactions on other databases of the same server count too: they hold back the snapshot of the rewriting.
    """
    cursor.execute("SELECT pg_current_xact_id()::text, clock_timestamp()")
    began = cursor.fetchone()
    for _ in range(LOOKS):
        cursor.execute(ALONE, began)
        if cursor.fetchone() == (True,):
            return True
        cursor.execute("SELECT pg_sleep(0.1)")
    return False


def _overwrite(club: Club, player: Player, author: User | None, now: datetime) -> None:
    names = {player.name, *player.name_changes.values_list("before", flat=True)}
    slugs = [player.slug, *player.former_addresses.values_list("slug", flat=True)]
    for evening in Evening.everything.filter(club=club).exclude(place=""):
        if any(says(evening.place, name) for name in names):
            # With another salt: by the former one guesses could be tried against the digest in the log.
            Evening.everything.filter(pk=evening.pk).update(place="", salt=new_salt())
            note(club=club, kind=Kind.PLACE_CHANGED, author=author, now=now, evening=evening)
    prefix = TAKEN_OFF if has_never_played(player=player) else "former-"
    player.name = fill(FORMER, number=player.number)[club.language]
    player.slug = f"{prefix}{player.number}"
    player.salt = ""
    player.is_active = player.by_initials = False
    player.forgotten_at = now
    player.save()
    note(club=club, kind=Kind.PLAYER_FORGOTTEN, author=author, now=now, player=player)
    # After the player's own row: the guards let words and addresses go only once their player is forgotten.
    NameChange.objects.filter(player=player).delete()
    AnswerWords.objects.filter(answer__link__player=player).delete()
    player.former_addresses.all().delete()
    _forget_in_old_books(club, player, names)
    # The address that answered a form has the name in it.
    players = f"/{club.slug}/players/"
    answers = UsedForm.objects.filter(answer__in=[f"{players}{slug}/" for slug in slugs])
    answers.update(answer=f"{players}{player.slug}/")
    transaction.on_commit(scrub, robust=True)


def _forget_in_old_books(club: Club, player: Player, names: Iterable[str]) -> None:
    """Delete what old books call a player, and the files not booked yet; blank the names of files that hold one."""
    names = {*names, *player.aliases.values_list("name", flat=True)}
    player.aliases.all().delete()
    # All of them, since a name can stand anywhere in their sheets, spelt in any way.
    club.book_drafts.all().delete()
    for book_import in club.book_imports.exclude(file_name=""):
        # In a file's name a name stands in small letters too, and with anything around it.
        if any(name.casefold() in book_import.file_name.casefold() for name in names):
            book_import.file_name = ""
            book_import.save(update_fields=["file_name"])


def _overwrite_writer(club: Club, writer: Writer, author: User | None, now: datetime) -> None:
    writer.name, writer.salt = fill(FORMER_WRITER, number=writer.number)[club.language], ""
    writer.save(update_fields=["name", "salt"])
    note(club=club, kind=Kind.WRITER_FORGOTTEN, author=author, now=now, member=writer.user)
    transaction.on_commit(scrub, robust=True)


def _list_file() -> Path:
    return Path(settings.DATA_DIR) / LIST


def _list_records() -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(_list_file().read_text("utf-8")) if _list_file().exists() else []
    return records


def _remember(record: dict[str, Any]) -> None:
    """Put somebody on the list before anything is overwritten: a crash in between is mended by `forget_again`."""
    kept = [*(listed for listed in _list_records() if listed != record), record]
    # Replaced in one step: a list that was cut short would not know whom to forget again.
    with whole_file(_list_file()) as file:
        file.write_text(json.dumps(kept, indent=1), encoding="utf-8")


def _digest(name: str) -> str:
    """A name as the list keeps it: without the installation's secret key nobody can test names against it."""
    return salted_hmac("ledger.forgotten", name.casefold(), algorithm="sha256").hexdigest()
