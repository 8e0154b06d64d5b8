"""The two stored sums, each player's bottom lines of an evening and of a season, kept up to date with every entry."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

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


def add_to_sums(*, entry: Entry, shares: Sequence[Share]) -> None:
    """Add an entry of a locked season to the bottom lines of its evening and season; two statements."""
    is_reversal = entry.kind == Entry.Kind.REVERSAL
    added = [
        (share.player_id, share.points, deals_counted(deal=entry.deal, role=share.role, is_reversal=is_reversal))
        for share in shares
        if share.player_id is not None
    ]
    evening, counted = entry.evening_id, _count_of(entry.evening)
    to_season = [(entry.season_id, player, points, deals, evening, player, counted) for player, points, deals in added]
    # The season first: it counts an evening for each player who has no bottom line of that evening yet.
    _add(TO_SEASON, A_SEASONS_SHARE, to_season)
    _add(TO_EVENING, AN_EVENINGS_SHARE, [(evening, *row) for row in added])


def add_all_to_sums(*, season: Season, written: Iterable[tuple[Entry, Sequence[Share]]]) -> None:
    """Add entries of a locked season, written together, to the bottom lines; two statements an evening."""
    added: dict[Evening, dict[int, tuple[int, int]]] = defaultdict(dict)
    for entry, shares in written:
        of_evening = added[entry.evening]
        is_reversal = entry.kind == Entry.Kind.REVERSAL
        for share in shares:
            if share.player_id is not None:
                points, deals = of_evening.get(share.player_id, (0, 0))
                added_deals = deals_counted(deal=entry.deal, role=share.role, is_reversal=is_reversal)
                of_evening[share.player_id] = points + share.points, deals + added_deals
    for evening, by_player in added.items():
        rows = [(player, *sums) for player, sums in by_player.items()]
        counted = _count_of(evening)
        _add(TO_SEASON, A_SEASONS_SHARE, [(season.pk, *row, evening.pk, row[0], counted) for row in rows])
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
