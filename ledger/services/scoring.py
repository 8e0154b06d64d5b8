"""Scoring tables: drafts of them, versions published."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, NotRequired, TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.timezone import localtime

from ledger.models import Club, Evening, ScoringTable, ScoringTableDraft, ScoringTableVersion
from ledger.models.scoring import digest_of
from ledger.queries.clubs.clubs import writer_names
from ledger.queries.deals.pricing import units_per_point_unit
from ledger.queries.evenings.approval import open_evenings_by
from ledger.queries.evenings.seating import check_number_of_players, tables_of
from ledger.queries.scoring import in_force
from ledger.rules.scoring.checker.checking import check_scoring_table, is_hindrance
from ledger.rules.scoring.document import fill_prices, modern, read_scoring_table
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import lock_open_seasons, locked_club

NAME_LENGTH = 80
MOST_DRAFTS = 20


class Publishing(TypedDict):
    """Who publishes a version and when, and from which day (by default today) or evening it is in force."""

    author: User
    now: datetime
    in_force_from: NotRequired[date | None]
    from_evening: NotRequired[Evening | None]


class DraftChanged(Refusal):
    """Somebody has saved the draft since the reader saw it; `draft` is what it is now."""

    def __init__(self, draft: ScoringTableDraft) -> None:
        name = writer_names(club=draft.club).get(draft.changed_by_id, "?")
        super().__init__(gettext_noop("%(name)s has changed this draft meanwhile."), name=name)
        self.draft = draft


@transaction.atomic
def start_draft(
    *,
    club: Club,
    scoring_table: ScoringTable | None,
    name: str,
    document: Mapping[str, Any],
    preset: str,
    author: User,
    now: datetime,
) -> ScoringTableDraft:
    """Start a draft of a scoring table's next version, or of a new table if `scoring_table` is None.

    The document must be readable.

    Raises Refusal with the field "name" for a name that is empty, too long or taken, and with the field "table" for
    a table that has a draft already or a club with too many drafts.
    """
    locked_club(club_id=club.pk)
    _check_name(club, scoring_table, name)
    if scoring_table and ScoringTableDraft.objects.filter(scoring_table=scoring_table).exists():
        raise Refusal(
            gettext_noop("%(name)s has a draft already: publish it or give it up."), "table", name=scoring_table.name
        )
    if club.drafts.count() >= MOST_DRAFTS:
        raise Refusal(gettext_noop("A club has at most %(most)s drafts."), "table", most=MOST_DRAFTS)
    return ScoringTableDraft.objects.create(
        club=club,
        scoring_table=scoring_table,
        name=name.strip(),
        preset=preset,
        document=modern(document),
        changed_at=now,
        changed_by=author,
    )


@transaction.atomic
def save_draft(
    *, draft: ScoringTableDraft, document: Mapping[str, Any], name: str, seen: int, author: User, now: datetime
) -> ScoringTableDraft:
    """Save a draft; `seen` is the revision that the writer started from.

    The document need not be readable.
    Raises DraftChanged if somebody has saved it meanwhile, and Refusal with the field "name" for a name that is empty,
    too long or taken.
    """
    current = _lock_draft(draft)
    # Before the revision is looked at: the same form sent twice is no conflict.
    if current.document == document and current.name == name.strip():
        return current
    if current.revision != seen:
        raise DraftChanged(current)
    _check_name(current.club, current.scoring_table, name, draft=current)
    current.document, current.name = dict(document), name.strip()
    current.revision, current.changed_at, current.changed_by = seen + 1, now, author
    current.save()
    return current


@transaction.atomic
def discard_draft(*, draft: ScoringTableDraft) -> None:
    """Delete a draft; no error if it is already gone."""
    ScoringTableDraft.objects.filter(pk=draft.pk).delete()


@transaction.atomic
def publish_draft(*, draft: ScoringTableDraft, seen: int, **publishing: Unpack[Publishing]) -> ScoringTableVersion:
    """Publish a draft as the next version of its table, or the first of a new one, and delete it.

    Raises DraftChanged if it is not the draft that the writer saw, and whatever `publish_version` raises.
    """
    current = _lock_draft(draft)
    if current.revision != seen:
        raise DraftChanged(current)
    scoring_table = current.scoring_table or ScoringTable.objects.create(
        club=current.club, name=current.name, preset=current.preset
    )
    version = publish_version(scoring_table=scoring_table, document=current.document, **publishing)
    if scoring_table.name != current.name:
        scoring_table.name = current.name
        scoring_table.save(update_fields=["name"])
    current.delete()
    return version


def _lock_draft(draft: ScoringTableDraft) -> ScoringTableDraft:
    """The draft, locked until the transaction ends.

    Raises Refusal if it is gone.
    """
    # Of the draft alone: PostgreSQL refuses a lock on a join's optional side, and a draft may have no table yet.
    locked = ScoringTableDraft.objects.select_for_update(of=("self",)).select_related("scoring_table", "club")
    current = locked.filter(pk=draft.pk).first()
    if current is None:
        raise Refusal(gettext_noop("This draft has been published or given up meanwhile."))
    return current


def _check_name(
    club: Club, scoring_table: ScoringTable | None, name: str, draft: ScoringTableDraft | None = None
) -> None:
    """Raise Refusal unless the name is unique among the club's scoring tables and drafts."""
    name = name.strip()
    if not 1 <= len(name) <= NAME_LENGTH:
        raise Refusal(gettext_noop("A table's name has 1 to %(most)s characters."), "name", most=NAME_LENGTH)
    scoring_tables = club.scoring_tables.filter(name=name).exclude(pk__in=[scoring_table.pk] if scoring_table else [])
    drafts = club.drafts.filter(name=name, scoring_table=None).exclude(pk__in=[draft.pk] if draft else [])
    if scoring_tables.exists() or drafts.exists():
        raise Refusal(gettext_noop("The club has a table called %(name)s already."), "name", name=name)


# Publishing a version of a scoring table: checked, numbered, frozen, in force from a day or an evening.


@transaction.atomic
def publish_version(
    *, scoring_table: ScoringTable, document: dict[str, Any], **publishing: Unpack[Publishing]
) -> ScoringTableVersion:
    """Freeze a document as the table's next version, in force from a day (by default today) or an evening.

    From an evening: in force from its date; that evening and the later ones already opened have their deals
    still to come priced by it; deals in the book keep the version that priced them. An order that was drawn for them
    among other attachments than its own is deleted, to be drawn anew. From a day: an evening already opened keeps its
    version.

    Raises Refusal (field: the path) for a document that cannot be read, Refusal for one in which the checker finds
    errors (prices still missing are no hindrance: a deal that needs one is refused when it is entered), and Refusal
    with the field "from_evening" for an evening that is not played by the table, whose book is closed or cannot hold
    the prices, or that too many or too few play for them.
    """
    read_scoring_table(document)
    if any(map(is_hindrance, check_scoring_table(document))):
        raise Refusal(gettext_noop("The table has errors that must be put right before it can be published."))
    version = freeze_version(scoring_table=scoring_table, document=document, **publishing)
    if evening := publishing.get("from_evening"):
        _play_on_by(version, evening, publishing["author"], publishing["now"])
    return version


def publish_prices(
    *, version: ScoringTableVersion, prices: Mapping[str, str], **publishing: Unpack[Publishing]
) -> ScoringTableVersion:
    """A new version with prices typed into empty cells, `prices` from path to text.

    Raises Refusal per path.
    """
    return publish_version(
        scoring_table=version.scoring_table, document=fill_prices(version.document, prices), **publishing
    )


@transaction.atomic
def freeze_version(
    *,
    scoring_table: ScoringTable,
    document: dict[str, Any],
    author: User,
    now: datetime,
    in_force_from: date | None = None,
    from_evening: Evening | None = None,
) -> ScoringTableVersion:
    """Store a document as the table's next version without checking it: a preset, or one already checked."""
    locked_club(club_id=scoring_table.club_id)  # two at once get two numbers
    last = scoring_table.versions.aggregate(last=Max("number"))["last"]
    day = from_evening.date if from_evening else in_force_from
    version = ScoringTableVersion.objects.create(
        scoring_table=scoring_table,
        number=(last or 0) + 1,
        document=document,
        digest=digest_of(document),
        in_force_from=day or localtime(now).date(),
        published_at=now,
        published_by=author,
    )
    about = {"version": version, "evening": from_evening, "covers": version}
    note(club=scoring_table.club, kind=Kind.TABLE_PUBLISHED, author=author, now=now, **about)
    return version


def _play_on_by(version: ScoringTableVersion, first: Evening, author: User, now: datetime) -> None:
    """Give an evening and later ones with the same table the version, unless a later one is in force on their day.

    The club is locked; no deal comes in meanwhile.
    """
    lock_open_seasons(club=version.scoring_table.club)
    evenings = list(open_evenings_by(scoring_table=version.scoring_table))
    if first not in evenings:
        message = gettext_noop("Choose an evening that is played by this table in an open season.")
        raise Refusal(message, field="from_evening")
    versions = list(version.scoring_table.versions.all())
    for evening in evenings:
        is_reached = (evening.date, evening.number) >= (first.date, first.number)
        if is_reached and in_force(versions, evening.date) == version:
            _check_playable(evening, version)
            is_order_of_it = sorted(evening.drawn.split()) == sorted(version.to_rules().drawn)
            drawn = evening.drawn if is_order_of_it else ""
            # In one statement: the guards let an order that was played by go only together with the prices.
            Evening.objects.filter(pk=evening.pk).update(table_version=version, drawn=drawn)
            told = {"evening": evening, "version": version}
            note(club=version.scoring_table.club, kind=Kind.EVENING_PRICED, author=author, now=now, **told)


def _check_playable(evening: Evening, version: ScoringTableVersion) -> None:
    """Raise Refusal for prices that the evening's book cannot hold, or for a wrong number of players."""
    try:
        units_per_point_unit(season_denominator=evening.season.unit_denominator, version=version)
        for seats in tables_of(evening=evening).values():
            check_number_of_players(scoring_table=version.to_rules(), count=len(seats))
    except Refusal as refusal:
        raise Refusal(refusal.message, "from_evening", **refusal.params) from refusal
