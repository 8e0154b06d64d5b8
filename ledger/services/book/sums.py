"""The two stored sums, each player's bottom lines of an evening and of a season, kept up to date with every entry."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import F

from ledger.models import Entry, Evening, EveningTotal, Season, SeasonTotal
from ledger.models.book.journal import Share, deals_counted

# Plain SQL, because the ORM's upsert can only replace a value, and the sum would have to be read first.
A_SEASONS_SHARE = """(%s, %s, %s, %s, CASE WHEN EXISTS (
    SELECT 1 FROM ledger_eveningtotal WHERE evening_id = %s AND player_id = %s) THEN 0 ELSE %s END)"""
TO_SEASON = """
    INSERT INTO ledger_seasontotal (season_id, player_id, points, deals, evenings) VALUES {shares}
    ON CONFLICT (season_id, player_id) DO UPDATE SET points = ledger_seasontotal.points + excluded.points,
        deals = ledger_seasontotal.deals + excluded.deals, evenings = ledger_seasontotal.evenings + excluded.evenings"""
AN_EVENINGS_SHARE = "(%s, %s, %s, %s)"
TO_EVENING = """
    INSERT INTO ledger_eveningtotal (evening_id, player_id, points, deals) VALUES {shares}
    ON CONFLICT (evening_id, player_id) DO UPDATE SET points = ledger_eveningtotal.points + excluded.points,
        deals = ledger_eveningtotal.deals + excluded.deals"""
OF_SEASON = """
    INSERT INTO ledger_seasontotal (season_id, player_id, points, deals, evenings)
    SELECT evening.season_id, total.player_id, sum(total.points), sum(total.deals),
        sum(CASE WHEN evening.is_opening THEN 0 ELSE 1 END)
    FROM ledger_eveningtotal total JOIN ledger_evening evening ON evening.id = total.evening_id
    WHERE evening.season_id = %s GROUP BY evening.season_id, total.player_id"""


def add_to_sums(*, evening: Evening, written: Sequence[tuple[Entry, Sequence[Share]]]) -> None:
    """Add entries of an evening, in a locked season, to the bottom lines of both; two statements."""
    added: dict[int, tuple[int, int]] = {}
    for entry, shares in written:
        is_reversal = entry.kind == Entry.Kind.REVERSAL
        for share in shares:
            if share.player_id is not None:
                points, deals = added.get(share.player_id, (0, 0))
                counted = deals_counted(deal=entry.deal, role=share.role, is_reversal=is_reversal)
                added[share.player_id] = points + share.points, deals + counted
    rows = [(player, *sums) for player, sums in added.items()]
    season, is_one = evening.season_id, _count_of(evening)
    # The season first: it counts an evening for each player who has no bottom line of that evening yet.
    _add(TO_SEASON, A_SEASONS_SHARE, [(season, *row, evening.pk, row[0], is_one) for row in rows])
    _add(TO_EVENING, AN_EVENINGS_SHARE, [(evening.pk, *row) for row in rows])


def leave_out_evening(*, evening: Evening) -> None:
    """Take an evening without standing entries out of the sums of its locked season; two statements."""
    totals = EveningTotal.objects.filter(evening=evening)
    of_players = SeasonTotal.objects.filter(season=evening.season_id, player__in=totals.values("player"))
    # Before the totals go, since the players are found by them.
    of_players.update(evenings=F("evenings") - _count_of(evening))
    totals.delete()


def sum_up_season(*, season: Season) -> None:
    """Write a season's bottom lines from those of its evenings, which came from another database; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(OF_SEASON, [season.pk])


def _count_of(evening: Evening) -> int:
    """What an evening adds to the number of evenings: nothing if it is the day of opening balances."""
    return 0 if evening.is_opening else 1


def _add(statement: str, share: str, rows: Sequence[tuple[int, ...]]) -> None:
    with connection.cursor() as cursor:
        values = [value for row in rows for value in row]
        cursor.execute(statement.format(shares=", ".join([share] * len(rows))), values)
