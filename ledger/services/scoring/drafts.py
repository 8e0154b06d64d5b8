"""Drafts of scoring tables: start, save, discard, publish."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Club, Evening, ScoringTable, ScoringTableDraft, ScoringTableVersion
from ledger.queries.clubs.clubs import writer_names
from ledger.rules.scoring.document import modern
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import locked_club
from ledger.services.scoring.versions import publish_version

NAME_LENGTH = 80
MOST_DRAFTS = 20


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
def publish_draft(
    *,
    draft: ScoringTableDraft,
    seen: int,
    author: User,
    now: datetime,
    in_force_from: date | None = None,
    from_evening: Evening | None = None,
) -> ScoringTableVersion:
    """Publish a draft as the next version of its table, or the first of a new one, and delete it.

    Raises DraftChanged if it is not the draft that the writer saw, and whatever `publish_version` raises.
    """
    current = _lock_draft(draft)
    if current.revision != seen:
        raise DraftChanged(current)
    scoring_table = current.scoring_table or ScoringTable.objects.create(
        club=current.club, name=current.name, preset=current.preset
    )
    version = publish_version(
        scoring_table=scoring_table,
        document=current.document,
        author=author,
        now=now,
        in_force_from=in_force_from,
        from_evening=from_evening,
    )
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
