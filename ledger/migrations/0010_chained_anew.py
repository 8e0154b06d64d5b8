"""Books written before digests spoke of a club's own numbers: proved by the form of their time, then chained anew.

Both forms are spelt out here and stay as they are, whatever digests are made of later. Every line is proved before the
first is written; in a book that does not hold nothing is changed. What a line is, and who gets what, stays untouched:
only its digest and the one before are others, and `FormerHead` keeps what fingerprints were shown of.
"""

import hashlib
import json
import re
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter

from django.core.management.base import CommandError
from django.db import migrations

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
AT_A_TIME = 500
MENTION = re.compile(r"⟦(\d+)(\.1)?⟧")
ONE, MANY, SHARED = {"declarer", "partner", "called_by", "dealer", "maker", "player"}, {"sits_out", "pairs"}, {"tricks", "amounts"}
DOES_NOT_HOLD = (
    "The book does not hold: {why} at {club}/{season}, {line}. Its lines are as they were. "
    "Go back to a backup that `manage.py audit` of your former release finds whole, then migrate again."
)


def number_what_is_there(apps, _schema_editor):
    """Players and seasons in the order they came, writers in the order of their accounts."""
    models = {name: apps.get_model("ledger", name) for name in ("Club", "Player", "Season", "Writer")}
    for club in models["Club"].objects.order_by("pk"):
        for name in ("Player", "Season"):
            rows = list(models[name].objects.filter(club=club).order_by("pk"))
            for number, row in enumerate(rows, start=1):
                row.number = number
            models[name].objects.bulk_update(rows, ["number"], batch_size=AT_A_TIME)
        models["Writer"].objects.bulk_create(
            models["Writer"](club=club, number=number, user_id=user)
            for number, user in enumerate(sorted(_who_wrote(apps, club)), start=1)
        )


def _who_wrote(apps, club):
    """Everybody on the board, and whoever is named as the author of anything."""
    named = {
        "Membership": ("club", "user"),
        "Entry": ("season__club", "author"),
        "TableVersion": ("table__club", "published_by"),
        "TableDraft": ("club", "changed_by"),
        "LogLine": ("club", "by"),
        "EveningClosing": ("evening__club", "by"),
        "SeasonClosing": ("season__club", "by"),
        "PaperTotal": ("evening__club", "by"),
        "SheetLink": ("evening__club", "made_by"),
        "Invitation": ("club", "invited_by"),
        "Settlement": ("answer__link__evening__club", "by"),
    }
    found = set()
    for name, (path, user) in named.items():
        rows = apps.get_model("ledger", name).objects.filter(**{path: club})
        found.update(rows.order_by().values_list(user, flat=True).distinct())
    found.update(apps.get_model("ledger", "LogLine").objects.filter(club=club).values_list("member", flat=True))
    return found - {None}


def prove_and_chain_anew(apps, schema_editor):
    """Every season's lines proved by the old form, then every season chained by the new one."""
    seasons = apps.get_model("ledger", "Season").objects.select_related("club").order_by("pk")
    for season in seasons:
        _prove(apps, season)
    for season in seasons:
        if season.lines:
            _chain_anew(apps, season, schema_editor.connection)


def _prove(apps, season):
    head, lines = "", 0
    for entry, shares in _lines(apps, season):
        if (entry.sequence, entry.previous_digest) != (lines + 1, head):
            raise _refusal(season, lines + 1, "a line does not follow the one before it")
        if entry.digest != _digest(_old_content(entry, shares)):
            raise _refusal(season, entry.sequence, "a line is not what was written")
        head, lines = entry.digest, entry.sequence
    if (head, lines) != (season.head, season.lines):
        raise _refusal(season, min(lines, season.lines) + 1, "a line is missing or too many")


def _refusal(season, line, why):
    return CommandError(DOES_NOT_HOLD.format(why=why, club=season.club_id, season=season.slug, line=line))


def _chain_anew(apps, season, connection):
    players = dict(season.club.players.values_list("pk", "number"))
    evenings = dict(season.evenings.values_list("pk", "number"))
    writers = dict(season.club.writers.values_list("user_id", "number"))
    key_of = apps.get_model("ledger", "Entry")._meta.pk.get_db_prep_value
    digests, head, changed = {}, "", []
    for entry, shares in _lines(apps, season):
        entry.previous_digest = head
        try:
            content = _new_content(entry, shares, season, players, evenings, writers)
        except (KeyError, ValueError, TypeError, AttributeError):
            raise _refusal(season, entry.sequence, "a line names somebody who is not the club's") from None
        digests[entry.digest] = digest = _digest(content)
        changed.append((head, digest, key_of(entry.pk, connection)))
        head = digest
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE ledger_entry SET previous_digest = %s, digest = %s WHERE key = %s", changed)
    _keep_former_heads(apps, season, digests)
    season.head = head
    season.save(update_fields=["head"])


def _keep_former_heads(apps, season, digests):
    """What a fingerprint was shown of: the season's end, its closing and its evenings' approvals, under the new digests.

    One that is none of the season's digests did not hold before, and stays for the audit to find.
    """
    FormerHead, EveningClosing, SeasonClosing = (
        apps.get_model("ledger", name) for name in ("FormerHead", "EveningClosing", "SeasonClosing")
    )
    shown = {season.lines: season.head}
    steps = list(EveningClosing.objects.filter(evening__season=season))
    closings = list(SeasonClosing.objects.filter(season=season))
    for row, line in [*((step, step.season_lines) for step in steps), *((each, each.lines) for each in closings)]:
        if row.head in digests:
            shown[line] = row.head
            row.head = digests[row.head]
    EveningClosing.objects.bulk_update(steps, ["head"], batch_size=AT_A_TIME)
    SeasonClosing.objects.bulk_update(closings, ["head"])
    FormerHead.objects.bulk_create(
        FormerHead(season=season, line=line, digest=digest) for line, digest in sorted(shown.items())
    )


def _lines(apps, season):
    """A season's lines in order, each with its shares: seat, player id, role, tricks, points."""
    entries = apps.get_model("ledger", "Entry").objects.filter(season=season).order_by("sequence")
    postings = apps.get_model("ledger", "Posting").objects.order_by("entry_id", "seat")
    prices = dict(apps.get_model("ledger", "TableVersion").objects.values_list("pk", "digest"))
    columns = ("entry_id", "seat", "player_id", "role", "tricks", "points")
    page = list(entries[:AT_A_TIME])
    while page:
        found = postings.filter(entry__in=[entry.pk for entry in page]).values_list(*columns)
        shares = {key: [list(share[1:]) for share in its_own] for key, its_own in groupby(found, key=itemgetter(0))}
        for entry in page:
            entry.prices = prices[entry.table_version_id]
            yield entry, shares.get(entry.pk, [])
        page = list(entries.filter(sequence__gt=page[-1].sequence)[:AT_A_TIME])


def _digest(content):
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _old_content(entry, shares):
    return {
        "key": str(entry.key),
        "season": entry.season_id,
        "sequence": entry.sequence,
        "evening": entry.evening_id,
        "table": entry.table_number,
        "number": entry.number,
        "kind": entry.kind,
        "prices": entry.prices,
        "deal": entry.deal,
        "reverses": entry.reverses_id and str(entry.reverses_id),
        "replaces": entry.replaces_id and str(entry.replaces_id),
        "reason": entry.reason,
        "author": entry.author_id,
        "received_at": (entry.received_at - EPOCH) // timedelta(microseconds=1),
        "noted_at": entry.noted_at and (entry.noted_at - EPOCH) // timedelta(microseconds=1),
        "lines": shares,
        "previous": entry.previous_digest,
    }


def _new_content(entry, shares, season, players, evenings, writers):
    def named(player):
        return str(players[int(player)])

    def text(said):
        return MENTION.sub(lambda found: f"⟦{players.get(int(found[1]), 0)}{found[2] or ''}⟧", said)

    deal = _renamed(entry.deal, named)
    return {
        "key": str(entry.key),
        "season": season.number,
        "sequence": entry.sequence,
        "evening": evenings[entry.evening_id],
        "table_number": entry.table_number,
        "number": entry.number,
        "kind": entry.kind,
        "prices": entry.prices,
        "deal": deal | {name: text(deal[name]) for name in ("reason", "note") if name in deal},
        "seats": entry.seats,
        "reverses": entry.reverses_id and str(entry.reverses_id),
        "replaces": entry.replaces_id and str(entry.replaces_id),
        "reason": text(entry.reason),
        "author": writers[entry.author_id],
        "received_at": entry.received_at.astimezone(UTC).isoformat(),
        "noted_at": entry.noted_at and entry.noted_at.astimezone(UTC).isoformat(),
        "postings": [[seat, player and players[player], role, tricks, points] for seat, player, role, tricks, points in shares],
        "previous_digest": entry.previous_digest,
    }


def _renamed(deal, named):
    def each(key, value):
        if isinstance(value, str):
            return named(value) if key in ONE | MANY else value
        if isinstance(value, list) and key in MANY:
            return [each(key, one) for one in value]
        if isinstance(value, list) and key == "participants":
            return [_renamed(one, named) for one in value]
        if isinstance(value, dict) and key in SHARED:
            return {named(player): share for player, share in value.items()}
        return value

    return {key: each(key, value) for key, value in deal.items()}


class Migration(migrations.Migration):
    dependencies = [("ledger", "0009_own_numbers")]

    operations = [
        migrations.RunPython(number_what_is_there, migrations.RunPython.noop),
        migrations.RunPython(prove_and_chain_anew, migrations.RunPython.noop),
    ]
