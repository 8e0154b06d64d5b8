"""Let an evening's sheet be confirmed: by the players' answers, by the totals at the foot of the paper."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from secrets import token_urlsafe
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import (
    AnswerWords,
    Club,
    Entry,
    Evening,
    PaperPoints,
    PaperTotal,
    Player,
    Settlement,
    SheetAnswer,
    SheetLink,
)
from ledger.models.clubs.club import new_salt
from ledger.queries.book.covered import digest_of_words
from ledger.queries.book.next_entry import numbers_of
from ledger.queries.clubs.persons import without_names
from ledger.queries.evenings.confirming import complaint, complaints_about, players_of
from ledger.queries.evenings.sheet import Paper, latest_totals, papers_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import locked_club, locked_club_and_season
from ledger.services.evenings.seating import locked_open_evening

MOST_ANSWERS = 20  # by one link: enough for anybody at the table, and a link that went astray fills nothing


@transaction.atomic
def make_links(*, evening: Evening, author: User, now: datetime) -> int:
    """Give a link to every player of an evening who has none, and return the number of new links."""
    club, _ = locked_club_and_season(season_id=evening.season_id)
    have = set(SheetLink.objects.filter(evening=evening).values_list("player_id", flat=True))
    lacking = [player for player in players_of(evening=evening) if player.pk not in have]
    signed = {"made_by": author, "made_at": now}
    SheetLink.objects.bulk_create(
        SheetLink(evening=evening, player=player, token=token_urlsafe(), **signed) for player in lacking
    )
    if lacking:
        count = str(len(lacking))
        note(club=club, kind=Kind.SHEET_LINKS, author=author, now=now, evening=evening, after=count)
    return len(lacking)


@transaction.atomic
def renew_link(*, evening: Evening, player: Player, author: User, now: datetime) -> SheetLink:
    """Replace a player's link; the old one stops working, and answers given by it are kept.

    Raises Refusal for a player without a link.
    """
    club, _ = locked_club_and_season(season_id=evening.season_id)
    link = SheetLink.objects.select_for_update().filter(evening=evening, player=player).first()
    if link is None:
        raise Refusal(gettext_noop("%(name)s has no link to this evening yet."), name=player.name)
    link.token, link.made_by, link.made_at = token_urlsafe(), author, now
    link.save()
    note(club=club, kind=Kind.SHEET_LINKS, author=author, now=now, evening=evening, player=player)
    return link


@transaction.atomic
def answer_sheet(
    *,
    link: SheetLink,
    kind: SheetAnswer.Kind,
    entry_count: int,
    number: int | None = None,
    text: str = "",
    now: datetime,
) -> SheetAnswer:
    """Store a player's answer beside the earlier ones.

    `entry_count` is the number of the evening's entries that the player saw, `number` the deal in question or None.
    Raises Refusal for a complaint about nothing (field "reason"), a deal that the evening does not have (field
    "number"), more entries than it has, a closed season, the answer after MOST_ANSWERS by one link, and a link that
    was renewed or whose player is forgotten.
    """
    # The club before the link, as when a link is renewed: two that lock them in turn could wait for each other.
    club = locked_club(club_id=link.evening.club_id)
    # The player's row is locked with it: what is written here must not outlast their name.
    known = SheetLink.objects.select_for_update().filter(pk=link.pk, token=link.token, player__forgotten_at=None)
    here = known.first()
    if here is None:
        raise Refusal(gettext_noop("This link no longer works: ask the secretary for the new one."))
    text = text.strip() if kind == SheetAnswer.Kind.COMPLAINS else ""
    _check(here, kind, entry_count, number, text)
    words, salt = without_names(club_id=club.pk, text=text), new_salt()
    kept = SheetAnswer.objects.create(
        link=here,
        club=club,
        kind=kind,
        number=number,
        entry_count=entry_count,
        at=now,
        words_digest=words and digest_of_words(words, salt, numbers_of(club_id=club.pk)),
    )
    if words:
        AnswerWords.objects.create(answer=kept, said=words, salt=salt)
    told = {"evening": here.evening, "player": here.player, "after": kept.kind, "covers": kept}
    note(club=club, kind=Kind.ANSWERED, author=None, now=now, **told)
    return kept


@transaction.atomic
def settle_in_words(*, evening: Evening, pk: int, reply: str, author: User, now: datetime) -> Settlement:
    """Answer a complaint without changing a deal.

    Raises Refusal without words or with too many (field "reason"), and if the complaint was settled or taken back
    meanwhile.
    """
    club, _ = locked_club_and_season(season_id=evening.season_id)
    if not reply.strip():
        raise Refusal(gettext_noop("Say in a few words what you found."), field="reason")
    complained = complaint(evening=evening, pk=pk)
    if complained is None or not complained.is_open:
        raise Refusal(gettext_noop("The complaint is settled or taken back already."))
    words = without_names(club_id=evening.club_id, text=reply.strip())
    return _settle(club, complained, Settlement(said=words, by=author, at=now))


@transaction.atomic
def change_settling(*, change: Callable[[], Entry], complaints: Collection[int], author: User, now: datetime) -> Entry:
    """Change a deal, and settle by it those of the given complaints (ids) that are about this deal and still open.

    `change` corrects, voids or restores the deal and returns the entry.
    Raises what it raises; nothing is settled then.
    """
    about = SheetAnswer.objects.filter(pk__in=complaints).select_related("link__evening").first()
    if about is None:
        return change()
    club, _ = locked_club_and_season(season_id=about.link.evening.season_id)  # before the change has the season alone
    entry = change()
    for candidate in complaints_about(evening=entry.evening, number=entry.number):
        if candidate.is_open and candidate.pk in complaints:
            _settle(club, candidate, Settlement(entry=entry, by=author, at=now))
    return entry


def _settle(club: Club, answer: SheetAnswer, settlement: Settlement) -> Settlement:
    """Store how a complaint ended, and log it; the club is locked."""
    settlement.answer = answer
    settlement.save()
    told = {"evening": answer.link.evening, "player": answer.link.player, "covers": settlement}
    note(club=club, kind=Kind.SETTLED, author=settlement.by, now=settlement.at, **told)
    return settlement


def _check(link: SheetLink, kind: str, entry_count: int, number: int | None, text: str) -> None:
    """Raise Refusal for an answer that cannot be stored."""
    evening = link.evening
    if evening.season.closed_at is not None:
        raise Refusal(
            gettext_noop("The season %(season)s is closed: nothing can be answered any more."),
            season=evening.season.name,
        )
    # Only what was answered by this token, so that a renewed link starts afresh.
    if link.answers.filter(at__gte=link.made_at).count() >= MOST_ANSWERS:
        message = gettext_noop("You have answered %(most)s times. Talk to the secretary, who can give you a new link.")
        raise Refusal(message, most=MOST_ANSWERS)
    if entry_count > evening.entries.count():
        raise Refusal(gettext_noop("Look at the sheet again before you answer."))
    if kind == SheetAnswer.Kind.AGREES:
        return
    if number is None and not text:
        raise Refusal(gettext_noop("Choose the deal, or say in a word what is wrong."), field="reason")
    if number is not None and not evening.entries.filter(number=number).exists():
        raise Refusal(gettext_noop("The evening has no deal %(number)s."), field="number", number=number)


# Store and withdraw the totals at the foot of paper sheets, and require that they agree with the book.


MOST = 10_000
NO_POINTS: Mapping[int, int] = {}


class PaperOpen(Refusal):
    """Refusal to approve an evening while a paper sheet disagrees with the book."""

    def __init__(self, paper: Paper) -> None:
        message = gettext_noop(
            "Evening %(number)s cannot be approved: the paper sheet of table %(table)s does not agree with the book."
        )
        super().__init__(message, number=paper.evening.number, table=paper.table_number)


@transaction.atomic
def type_total(
    *,
    evening: Evening,
    table_number: int,
    deals: int,
    tricks: int,
    points: Mapping[int, int] = NO_POINTS,
    author: User,
    now: datetime,
) -> PaperTotal:
    """Store the total of a table's sheet, whether or not it agrees with the book; the latest counts.

    The foot of a sheet has its deals and tricks, and perhaps `points` in integer units by player id.
    Raises Refusal for an impossible number (field "deals" or "tricks") and for points of a player who was not at the
    table; EveningClosed, SeasonClosed.
    """
    club, evening = locked_open_evening(evening)
    for name, value in (("deals", deals), ("tricks", tricks)):
        if not 0 <= value <= MOST:
            raise Refusal(gettext_noop("Type a number from 0 to %(most)s."), field=name, most=MOST)
    papers = {paper.table_number: paper for paper in papers_of(evening=evening)}
    if table_number not in papers:
        raise Refusal(gettext_noop("There is no table %(table)s this evening."), table=table_number)
    if set(points) - {player.pk for player in papers[table_number].players}:
        raise Refusal(gettext_noop("Points are for those who were at the table."))
    total = _next(evening, table_number, author, now, deals=deals, tricks=tricks)
    PaperPoints.objects.bulk_create(
        PaperPoints(total=total, player_id=player, points=units) for player, units in points.items()
    )
    after = f"{deals} / {tricks}"
    note(club=club, kind=Kind.PAPER_TOTAL, author=author, now=now, evening=evening, after=after, covers=total)
    return total


@transaction.atomic
def withdraw_total(*, evening: Evening, table_number: int, reason: str, author: User, now: datetime) -> PaperTotal:
    """Withdraw the total of a table's sheet, for a reason.

    Raises Refusal without a reason (field "reason") and if no total counts; EveningClosed, SeasonClosed.
    """
    club, evening = locked_open_evening(evening)
    if not reason.strip():
        raise Refusal(gettext_noop("Say in a few words why the total is withdrawn."), field="reason")
    kept = without_names(club_id=club.pk, text=reason.strip())
    last = latest_totals(evening=evening).get(table_number)
    if last is None or last.is_withdrawn:
        raise Refusal(gettext_noop("No total has been typed for this sheet."))
    facts: dict[str, Any] = {"deals": last.deals, "tricks": last.tricks, "is_withdrawn": True, "reason": kept}
    total = _next(evening, table_number, author, now, **facts)
    before = f"{last.deals} / {last.tricks}"
    note(club=club, kind=Kind.PAPER_WITHDRAWN, author=author, now=now, evening=evening, before=before, covers=total)
    return total


def require_papers_agree(*, evening: Evening) -> None:
    """Require that every paper sheet of the evening agrees with the book; one query if no total was typed.

    Raises PaperOpen.
    """
    if not PaperTotal.objects.filter(evening=evening).exists():
        return
    for paper in papers_of(evening=evening):
        if paper.is_open:
            raise PaperOpen(paper)


def _next(evening: Evening, table_number: int, author: User, now: datetime, **facts: Any) -> PaperTotal:
    # Totals are only added and the season is locked, so their count gives the next number.
    number = evening.paper_totals.filter(table_number=table_number).count() + 1
    return PaperTotal.objects.create(
        evening=evening, table_number=table_number, number=number, by=author, at=now, **facts
    )
