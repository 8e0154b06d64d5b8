"""Who sits at an evening's tables: now, when a deal was played, or from now on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from ledger.models import Club, Entry, Evening, EveningTotal, Player, Season, SeasonTotal, Seat
from ledger.models.clubs.persons import sum_by_person
from ledger.queries.clubs.clubs import listed_players
from ledger.queries.evenings.approval import is_approved
from ledger.rules.deals.seating import MOST_TABLES
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.refusal import Refusal, gettext_noop

MOST_SEATS = 7  # as the database has it: `seats_1_to_7` of models/evenings.py
MOST_SITTING_OUT = 3
NO_OTHER_NAMES: Mapping[str, str] = {}


@dataclass(frozen=True)
class Hands:
    """The parts in a deal, by name: several `joiners` as one text, empty for a part that nobody had."""

    declarer: str
    partner: str
    joiners: str


def most_at_table(*, scoring_table: ScoringRules) -> int:
    """The most players at one table; in call-ace whist some sit out in turn, so there may be three more than play."""
    most = scoring_table.seats.max
    if scoring_table.partner == "called" and scoring_table.columns:
        return min(most + MOST_SITTING_OUT, MOST_SEATS)
    return most


def check_seats(*, club: Club, scoring_table: ScoringRules, tables: Mapping[int, Sequence[Player]]) -> None:
    """Raise Refusal unless players can sit at tables like this, by table number, and play by a scoring table.

    Its field is "players", or "table_2" for what concerns one of several tables.
    """
    everybody = [player for players in tables.values() for player in players]
    if any(player.club_id != club.pk or player.forgotten_at for player in everybody):
        raise Refusal(gettext_noop("A player at the table is not on the club's list."), field="players")
    if len({player.pk for player in everybody}) != len(everybody):
        raise Refusal(gettext_noop("The same player is on two seats."), field="players")
    if not tables:
        raise Refusal(gettext_noop("Somebody must sit at a table."), field="players")
    for number, players in tables.items():
        if not 1 <= number <= MOST_TABLES:
            raise Refusal(gettext_noop("An evening has at most %(most)s tables."), field="players", most=MOST_TABLES)
        field = "players" if len(tables) == 1 else f"table_{number}"
        check_number_of_players(scoring_table=scoring_table, count=len(players), field=field)


def check_number_of_players(*, scoring_table: ScoringRules, count: int, field: str = "players") -> None:
    """Raise Refusal for a field unless so many can play by a scoring table."""
    most = most_at_table(scoring_table=scoring_table)
    if not scoring_table.seats.min <= count <= most:
        message = gettext_noop("This game is played with %(least)s to %(most)s players at the table.")
        if scoring_table.seats.min == most:
            message = gettext_noop("This game is played with %(most)s players at the table.")
        raise Refusal(message, field=field, least=scoring_table.seats.min, most=most)


def players_to_seat(*, club: Club) -> QuerySet[Player]:
    """The club's active players and guests in Danish order, of several who are one person the one who is kept."""
    return listed_players(club=club).filter(is_active=True, joining=None)


def sits_or_has_played(*, evening: Evening) -> Q:
    """A condition on players: they sit at an evening's tables now, or have an entry there."""
    sits = Exists(seats_now(evening=evening).filter(player=OuterRef("pk")))
    return sits | Exists(EveningTotal.objects.filter(evening=evening, player=OuterRef("pk")))


def players_without_a_seat(*, evening: Evening) -> list[Player]:
    """Players who may have come without playing: the club's active ones who did not play, and those noted; one query.

    In Danish order.
    """
    away = Q(is_active=True, joining=None) | Q(attendance__evening=evening, forgotten_at=None)
    players = listed_players(club=evening.club).filter(away).exclude(sits_or_has_played(evening=evening))
    return list(players.distinct().order_by("sort_key", "id"))


def attendance_of(*, evening: Evening) -> dict[str, list[Player]]:
    """The players who came to an evening without playing or sent word, by kind, in Danish order; one query."""
    noted = evening.attendance.select_related("player").order_by("player__sort_key", "player_id")
    by_kind: dict[str, list[Player]] = {}
    for note in noted:
        by_kind.setdefault(note.kind, []).append(note.player)
    return by_kind


def last_evening(*, club: Club) -> Evening | None:
    """The club's latest evening by date, or None; one query."""
    return club.evenings.select_related("table_version").order_by("-date", "-number").first()


def hands(*, entry: Entry, called: Mapping[str, str] = NO_OTHER_NAMES) -> Hands:
    """The parts in an entry's deal; no query if its postings and players are loaded.

    `called` are shorter names for some, by their own.
    """
    names: dict[str, list[str]] = {"declarer": [], "partner": [], "joiner": []}
    for posting in entry.in_seats:
        if posting.player and posting.role in names:
            names[posting.role].append(called.get(posting.player.name, posting.player.name))
    return Hands(", ".join(names["declarer"]), ", ".join(names["partner"]), ", ".join(names["joiner"]))


def evening_to_come(*, player: Player, today: date) -> Evening | None:
    """A player's first evening to come: one that is open, and dated today or later or still without a deal."""
    coming = Evening.objects.filter(club=player.club_id, season__closed_at=None, seats__player=player).distinct()
    coming = coming.filter(Q(date__gte=today) | ~Exists(Entry.objects.filter(evening=OuterRef("pk"))))
    # One by one, since a club has few evenings to come and the first is nearly always it.
    for evening in coming.order_by("date", "number"):
        if not is_approved(evening=evening) and seats_now(evening=evening).filter(player=player).exists():
            return evening
    return None


# The seats at an evening's tables: now, at first, and when a deal was played.


def seats_now(*, evening: Evening | int) -> QuerySet[Seat]:
    """The seats of every table of an evening now."""
    seated = Seat.objects.filter(evening=evening)
    return seated.filter(seating=Subquery(seated.order_by("-seating").values("seating")[:1]))


def tables_of(*, evening: Evening, seating: int | None = None) -> dict[int, list[Seat]]:
    """The seats at every table, now or in an earlier seating, clockwise, with their players; one query."""
    seats = seats_now(evening=evening) if seating is None else evening.seats.filter(seating=seating)
    tables: dict[int, list[Seat]] = {}
    for seat in seats.select_related("player").order_by("table_number", "position"):
        seat.evening = evening
        tables.setdefault(seat.table_number, []).append(seat)
    return tables


def seating_number(tables: Mapping[int, Sequence[Seat]]) -> int:
    """The number of the seating in which tables were read; 0 if nobody sits there."""
    return max((seat.seating for seats in tables.values() for seat in seats), default=0)


def ids_at(*, evening: Evening, seating: int | None = None) -> dict[int, list[int]]:
    """Player ids at every table, now or in an earlier seating, clockwise; one query."""
    tables = tables_of(evening=evening, seating=seating)
    return {number: [seat.player_id for seat in seats] for number, seats in tables.items()}


def seats_of(*, evening: Evening) -> list[Seat]:
    """The seats of table 1 now, clockwise, with their players; empty if nobody sits there; one query."""
    return tables_of(evening=evening).get(1, [])


def seats_then(*, entry: Entry) -> list[Seat]:
    """The seats of an entry's deal, clockwise, with their players; no query if its postings are loaded."""
    return [
        Seat(evening=entry.evening, table_number=entry.table_number, position=posting.seat, player=posting.player)
        for posting in entry.in_seats
        if posting.player_id is not None
    ]


def players_then(*, entry: Entry) -> list[int]:
    """Ids of the players at the table of an entry's deal, in seat order; no query if its postings are loaded."""
    return [posting.player_id for posting in entry.in_seats if posting.player_id is not None]


# What players are drawn to tables by: their standings, and who has met whom.


def standings_for_draw(*, season: Season) -> dict[int, int]:
    """The season's points so far, in integer units, by player id; only those who take part in it; one query."""
    takes_part = Q(evenings__gt=0) | ~Q(points=0)
    return sum_by_person(SeasonTotal.objects.filter(takes_part, season=season).values_list("player_id", "points"))


def meetings(*, season: Season) -> dict[frozenset[int], int]:
    """The number of evenings on which two players have played a deal together, by their ids; one query.

    Deals count whichever side the two were on, even if passed out, but not those that were voided, not played, or sat
    out by one of the two.
    """
    played, in_play = Entry.objects.standing().dealt().filter(season=season), ~Q(postings__role="sits_out")
    two = played.alias(
        one=FilteredRelation("postings", condition=in_play), other=FilteredRelation("postings", condition=in_play)
    )
    # Each pair once, not from either side.
    pairs = two.filter(one__player_id__lt=F("other__player_id"))
    rows = pairs.values_list("one__player_id", "other__player_id", "evening_id").order_by().distinct()
    # As sets, since two who are shown as one may each have met somebody on the same evening.
    met = {(frozenset(pair), evening) for *pair, evening in rows}
    return Counter(pair for pair, _ in met)
