"""What a club brings along, before it is booked: old books looked through, earlier prices, lists of names."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import BookDraft, BookImport, Club, Entry, Player, ScoringTableVersion, Season
from ledger.models.imports import FILE_NAME_LENGTH
from ledger.queries.imports import is_whole
from ledger.queries.scoring import in_force
from ledger.rules.deals.kinds import Adjustment
from ledger.rules.deals.kinds.adjustment import OPENING
from ledger.rules.imports.names import ListedName, plain_name
from ledger.rules.imports.plan import BookPlan, PlannedDeal, PlannedEvening, PlannedSeason
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.imports.written.columns import entry_map
from ledger.rules.imports.written.headings import with_dates_down
from ledger.rules.imports.written.rows import read_rows
from ledger.rules.site.points import exact_value
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Signed
from ledger.services.book.posting import locked_club
from ledger.services.clubs.clubs import add_players
from ledger.services.imports.booking import book_plan, import_of_file, remember_names
from ledger.services.scoring import freeze_version, publish_version
from ledger.services.site.reading_apart import read_apart
from ledger.spreadsheets.imports.entry_book import MARK_SHEET
from ledger.spreadsheets.imports.old_book import SHEETS_OF_DEALS, is_of_a_season, read_book

KEPT_FOR = timedelta(days=30)
MOST_DRAFTS = 5  # each holds all sheets of its file in the database
NOTHING_TYPED = gettext_noop(
    "Nothing is typed in this workbook yet. Choose the players, write a deal in a row, and hand it in again."
)
MENDED_HERE = gettext_noop(
    "This is a season's workbook that was fetched here. A mistake is corrected on the site, on the deal's page, with "
    "its reason, where everybody sees it."
)


def book_for(*, club: Club, data: bytes) -> list[Mapping[str, Any]]:
    """The sheets of a file that is handed in to a club, as plain data; of a season's workbook its deals alone.

    A sheet whose dates run across is turned.

    Raises Refusal, with the sheet, row and column where it is about one; with field "file" for a season's workbook that
    is handed in to a club with deals, and for the workbook to type in where nothing is typed.
    """
    sheets = read_apart(read_book, data)
    book = sheets_of(sheets)
    typed = entry_map(book)
    if typed and not any(read_rows(book, typed)):
        raise Refusal(NOTHING_TYPED, "file")
    if not is_of_a_season([sheet["title"] for sheet in sheets]):
        return [*map(with_dates_down, sheets)]
    if Entry.objects.standing().filter(season__club=club).exists():
        raise Refusal(MENDED_HERE, "file")
    return [sheet for sheet in sheets if sheet["title"] in SHEETS_OF_DEALS]


@transaction.atomic
def start_book_draft(
    *, club: Club, file_name: str, digest: str, sheets: Sequence[Mapping[str, Any]], author: User, now: datetime
) -> BookDraft:
    """Begin to look an old book through; the same bytes again give their draft.

    A file that was saved anew is another: its rows are found in the book. A workbook to type in takes the
    place of its author's draft of the same name. Drafts left for a month are deleted.

    Raises Refusal (field "file") for a file of which every deal is booked, and for too many drafts.
    """
    locked_club(club_id=club.pk)
    club.book_drafts.filter(changed_at__lt=now - KEPT_FOR).delete()
    known = import_of_file(club=club, digest=digest)
    if known and is_whole(book_import=known):
        raise Refusal(
            gettext_noop("This file has been brought in already: import %(number)s."), field="file", number=known.number
        )
    if draft := club.book_drafts.filter(digest=digest).first():
        return draft
    if any(sheet["title"] == MARK_SHEET for sheet in sheets):  # somebody's workbook to type in, mended since
        club.book_drafts.filter(file_name=file_name[-FILE_NAME_LENGTH:], changed_by=author).delete()
    if club.book_drafts.count() >= MOST_DRAFTS:
        raise Refusal(
            gettext_noop("At most %(most)s old books are looked through at a time: give one of them up first."),
            field="file",
            most=MOST_DRAFTS,
        )
    return BookDraft.objects.create(
        club=club,
        file_name=file_name[-FILE_NAME_LENGTH:],
        digest=digest,
        sheets=list(sheets),
        changed_at=now,
        changed_by=author,
    )


@transaction.atomic
def save_book_draft(*, draft: BookDraft, author: User, now: datetime, **parts: Mapping[str, Any]) -> None:
    """Save the `map`, the `names` or the `choices` of a draft, those that are said; no error if it is already gone."""
    BookDraft.objects.filter(pk=draft.pk).update(
        **parts, revision=draft.revision + 1, changed_at=now, changed_by=author
    )


@transaction.atomic
def discard_book_draft(*, draft: BookDraft) -> None:
    """Delete a draft; no error if it is already gone."""
    BookDraft.objects.filter(pk=draft.pk).delete()


# Begin an earlier version of a scoring table, for the time in which an old book was kept by it.


DAY = timedelta(days=1)


@transaction.atomic
def begin_earlier_version(
    *,
    version: ScoringTableVersion,
    document: Mapping[str, Any],
    since: date,
    until: date,
    today: date,
    author: User,
    now: datetime,
) -> ScoringTableVersion:
    """Publish a document as the version in force from one day to another; after it, prices are as they were before.

    `version` is any of the scoring table's. Evenings already opened keep the version that priced them.
    Raises Refusal (field "until") for a time that is none or not over, and whatever `publish_version` does.
    """
    if until < since:
        raise Refusal(gettext_noop("The last day comes before the first."), "until")
    if until >= today:
        raise Refusal(gettext_noop("The last day must be over: from then on prices are as they are now."), "until")
    scoring_table = version.scoring_table
    locked_club(club_id=scoring_table.club_id)
    versions = list(scoring_table.versions.all())
    following, next_day = in_force(versions, until + DAY), until + DAY
    # Whichever version begins meanwhile would end this one's time.
    begun = {other.in_force_from for other in versions if other.number > 1 and since < other.in_force_from <= until}
    earlier, *_ = (
        publish_version(scoring_table=scoring_table, document=dict(document), in_force_from=day, author=author, now=now)
        for day in (since, *sorted(begun))
    )
    if following.number == 1 or following.in_force_from != next_day:
        freeze_version(
            scoring_table=scoring_table, document=following.document, in_force_from=next_day, author=author, now=now
        )
    return earlier


# Take in a list that a club brings along: its members, and what each stood at as one entry of a season.


Meant = Mapping[str, int | None]
"""Whom the names of a list mean: a player's id, None for one to be added."""


@transaction.atomic
def add_listed_players(
    *, club: Club, listed: Sequence[ListedName], meant: Meant, author: User, now: datetime
) -> dict[str, Player]:
    """Add the players of a list whom the club does not have, and remember the names of the others; all, by name.

    Raises Refusal (field "names") for a name that is no name, or a club that gets too many players.
    """
    locked_club(club_id=club.pk)
    signed: Signed = {"author": author, "now": now}
    known = club.players.in_bulk([pk for pk in meant.values() if pk is not None])
    players = {name: known[pk] for name, pk in meant.items() if pk is not None}
    for is_guest in (False, True):
        fresh = [item.name for item in listed if meant[item.name] is None and item.is_guest == is_guest]
        # Who is meant by each name was asked before.
        added = add_players(club=club, names=fresh, is_guest=is_guest, is_meant=True, **signed) if fresh else []
        players |= dict(zip(fresh, added, strict=True))
    remember_names(club=club, players=players)
    return players


@transaction.atomic
def bring_in_balances(
    *,
    season: Season,
    version: ScoringTableVersion,
    listed: Sequence[ListedName],
    meant: Meant,
    author: User,
    now: datetime,
) -> BookImport:
    """Book what each of a list stood at as one entry of a season, on its first day, and return the import.

    The house has what the balances lack to add up to 0. The prices of `version` say what a point consists of.
    Raises Refusal for the same list a second time, for fewer players than play, and as `book_plan`.
    """
    club = season.club
    signed = Signed(author=author, now=now)
    balances = [item for item in listed if item.points is not None]
    least = version.to_rules().seats.min
    if len(balances) < least:
        raise Refusal(
            gettext_noop("Balances are of at least %(least)s players: as many as a table takes."), "names", least=least
        )
    # Of what the list says of the season, however it was typed.
    rows = sorted((plain_name(item.name), str(item.points)) for item in balances)
    spelt = json.dumps(["opening balances", season.number, rows], ensure_ascii=False)
    digest = hashlib.sha256(spelt.encode()).hexdigest()
    if earlier := import_of_file(club=club, digest=digest):
        raise Refusal(
            gettext_noop("This list has been brought in already: import %(number)s."), "names", number=earlier.number
        )
    players = add_listed_players(club=club, listed=listed, meant=meant, **signed)
    title = OPENING[club.language]
    amounts = {item.name: exact_value(Fraction(item.points or 0)) for item in balances}
    deal = {"kind": Adjustment.kind, "amounts": amounts, "reason": title, "opening": True}
    entry = PlannedDeal(1, 1, deal, tuple(amounts), version.pk)
    evening = PlannedEvening(season.starts_on, [entry], name=title)
    plan = BookPlan(
        file_name=title,
        digest=digest,
        map={"sheets": {}},
        rows=len(balances),
        seasons=[PlannedSeason(season.name, season.starts_on, [evening])],
        players={name: players[name].pk for name in amounts},
    )
    return book_plan(club=club, plan=plan, **signed)
