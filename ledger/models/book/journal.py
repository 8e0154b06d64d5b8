"""A club's own numbers, which are the same wherever the club's file is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Func, Q, Value, When
from django.db.models.functions import Cast, Coalesce
from django.db.models.lookups import Exact, IsNull
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH, Player, Season, club_of_its_parent
from ledger.models.clubs.persons import DealField
from ledger.models.evenings import Evening
from ledger.models.scoring import ScoringTableVersion, digest_of
from ledger.rules.clubs import with_numbers
from ledger.rules.deals.kinds import KINDS, TrickDeal
from ledger.rules.deals.settling import WORDS_OF_A_DEAL, with_players
from ledger.rules.site.fields import LONGEST_CODE
from ledger.rules.site.points import MOST_UNITS


def spelt_moment(moment: datetime) -> str:
    """A moment as digests and files spell it, the same on every database: "2026-09-03T19:30:00+00:00"."""
    return moment.astimezone(UTC).isoformat()


class Numbers(dict[Any, Any]):
    """A club's own numbers of one kind of row by their ids; nobody, as the house, has None.

    What is not the club's has none: "?" and the id, which no number is equal to.
    """

    def __missing__(self, pk: int | None) -> str | None:
        return None if pk is None else f"?{pk}"


@dataclass(frozen=True)
class OwnNumbers:
    """A club's own numbers by the ids that its rows have here: players, seasons, evenings, and users as its writers.

    Ids are given anew wherever a club arrives; digests and the club's file speak of these numbers only.
    """

    players: Numbers = field(default_factory=Numbers)
    seasons: Numbers = field(default_factory=Numbers)
    evenings: Numbers = field(default_factory=Numbers)
    writers: Numbers = field(default_factory=Numbers)

    def deal(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        """A deal as data with players by number, also in its texts."""
        numbered = with_players(deal, lambda player: self._by_text.get(player, f"?{player}"))
        # Only what is a text: the audit spells deals that were tampered with, which may hold anything.
        words = {name: self.text(numbered[name]) for name in WORDS_OF_A_DEAL if isinstance(numbered.get(name), str)}
        return numbered | words

    def text(self, text: str) -> str:
        """A kept text with mentions by number."""
        return with_numbers(text, self.players)

    @cached_property
    def _by_text(self) -> dict[str, str]:
        """The players' numbers by id as deals spell it."""
        return {str(pk): str(number) for pk, number in self.players.items()}


# An entry is written in two steps: first its postings, then the entry itself, which is the seal. When the
# entry arrives the database counts and sums the postings that bear its key; once it is there, no posting may join
# (ledger/models/book/guards.py). The foreign key is checked at commit, so postings without an entry never stay.
#
# Nothing is updated or deleted. A correction is a reversal plus a new entry, a void is a reversal alone, a restore
# is a new entry; what a deal is worth today is the sum of its entries.


KEYS_OF_CONTRACTS = sorted({kind.key_of_contract for kind in KINDS.values() if kind.key_of_contract})
"""The keys of a deal as data that name its contract; a deal has one of them at most."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(moment: datetime) -> int:
    """A moment as a whole number, the same on every database."""
    # By whole numbers: `timestamp()` is a float, which is not exact to the microsecond.
    return (moment - EPOCH) // timedelta(microseconds=1)


class Share(NamedTuple):
    """A seat's share in an entry: `points` in the season's integer units, `tricks` the player's own, if kept.

    Players have seats from 1, clockwise; the house has HOUSE_SEAT and no player.
    """

    seat: int
    player_id: int | None
    role: str
    tricks: int | None
    points: int

    def opposite(self) -> "Share":
        """What a reversal has of this share."""
        return self._replace(points=-self.points)

    def with_player(self, player_id: int | None) -> "Share":
        """The same share of the player with another id."""
        return self._replace(player_id=player_id)


SHARE_COLUMNS = Share._fields  # of a posting, in the order in which a share has them

HOUSE_SEAT = 0


def digest_of_entry(entry: Any, shares: Sequence[Share], *, prices: str, numbers: OwnNumbers) -> str:
    """The digest of an entry, over its content, its shares and the previous digest; with numbers, never names.

    `entry` has an entry's fields under their names; `shares` are in seat order; `prices` is its table version's digest.
    It is spelt as the club's file spells it (docs/proof.md), so that anybody can work it out from there.
    """
    content = {
        "key": str(entry.key),
        "season": numbers.seasons[entry.season_id],
        "sequence": entry.sequence,
        "evening": numbers.evenings[entry.evening_id],
        "table_number": entry.table_number,
        "number": entry.number,
        "kind": entry.kind,
        "prices": prices,
        "deal": numbers.deal(entry.deal),
        "seats": entry.seats,
        "reverses": entry.reverses_id and str(entry.reverses_id),
        "replaces": entry.replaces_id and str(entry.replaces_id),
        "reason": entry.reason and numbers.text(entry.reason),
        "author": numbers.writers[entry.author_id],
        "received_at": spelt_moment(entry.received_at),
        "noted_at": entry.noted_at and spelt_moment(entry.noted_at),
        "postings": [
            [seat, numbers.players[player], role, tricks, points] for seat, player, role, tricks, points in shares
        ],
        "previous_digest": entry.previous_digest,
    }
    return digest_of(content)


def _in_deal(key: str) -> Func:
    """What a deal has under a key, as text."""
    # Spelt as both engines have it: Django's own look-up is spelt in another order each time on SQLite.
    return Func(
        F("deal"), Value(key), template="(%(expressions)s)", arg_joiner=" ->> ", output_field=models.TextField()
    )


def _of_trick_deals(value: Any, field: "models.Field[Any, Any]") -> models.GeneratedField:
    """A column of contracts to take tricks; null elsewhere, where the same keys hold other things."""
    is_trick_deal = Exact(_in_deal("kind"), Value(TrickDeal.kind))
    expression = Case(When(is_trick_deal, then=value), output_field=field)
    return models.GeneratedField(expression=expression, output_field=field, db_persist=True)


class EntryQuerySet(models.QuerySet["Entry"]):
    """The queries on a club's entries."""

    def standing(self) -> "EntryQuerySet":
        """The entries that stand today: neither reversals nor reversed.

        Asked by kind: for `reverses=None` SQLite takes the index on that column, where nearly every entry of every club
        is alike. And by what refers back: for `reversed_by=None`, a key that is null, PostgreSQL expects one row to be
        left and plans as if there were no more.
        """
        return self.exclude(kind=Entry.Kind.REVERSAL).filter(reversed_by__reverses=None)

    def with_players(self) -> "EntryQuerySet":
        """Load `in_seats`, with the players, in one more query."""
        return self.prefetch_related(postings_in_seats())

    def with_prices(self) -> "EntryQuerySet":
        """Load table versions without their long documents, which `tariff()` reads once per process."""
        return self.select_related("table_version").defer("table_version__document")

    def without_totals(self) -> "EntryQuerySet":
        """Without the evenings' points of which no deals were kept."""
        return self.filter(~Q(kind=Entry.Kind.ADJUSTMENT) | Q(deal__totals__isnull=True))

    def dealt(self) -> "EntryQuerySet":
        """The deals that were played, if only to be passed out."""
        return self.filter(kind__in=[Entry.Kind.DEAL, Entry.Kind.PASSED_OUT])


class Entry(models.Model):
    """One zero-sum entry of a season's book, sealed by the database when it is inserted."""

    class Kind(models.TextChoices):
        DEAL = "deal", _("Deal")
        PASSED_OUT = "passed_out", _("Passed out")
        NOT_PLAYED = "not_played", _("Not played")
        ADJUSTMENT = "adjustment", _("Adjustment")
        REVERSAL = "reversal", _("Reversal")

    # The key of the form it came by, so that a form sent again is known for as long as there is a book.
    key = models.UUIDField(primary_key=True, editable=False)
    # Its evening says it too, but the chain and its indexes go by season. Here and below, a reference without an index
    # of its own is the first column of another, which every entry would only be written into twice.
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="entries", db_index=False)
    club = club_of_its_parent()
    sequence = models.PositiveIntegerField()
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="entries", db_index=False)
    table_number = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    table_version = models.ForeignKey(ScoringTableVersion, on_delete=models.PROTECT, related_name="entries")
    deal = DealField()
    # Said once more than the postings do, so that the seal knows how many of them must be there.
    seats = models.PositiveSmallIntegerField()
    # One to one: an entry is taken back once and replaced once, so a deal's history is one chain.
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    replaces = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="replaced_by")
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    received_at = models.DateTimeField()
    noted_at = models.DateTimeField(null=True)
    previous_digest = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)
    # What lists and figures ask of deals: the database takes it out of each deal by itself, and nobody else writes it.
    deal_kind = models.GeneratedField(
        expression=_in_deal("kind"), output_field=models.CharField(max_length=LONGEST_CODE), db_persist=True
    )
    contract = models.GeneratedField(
        expression=Coalesce(*map(_in_deal, KEYS_OF_CONTRACTS), Value(""), output_field=models.TextField()),
        output_field=models.CharField(max_length=LONGEST_CODE),
        db_persist=True,
    )
    is_alone = _of_trick_deals(IsNull(_in_deal("partner"), True), models.BooleanField())
    over = _of_trick_deals(
        Cast(_in_deal("tricks"), models.IntegerField()) - Cast(_in_deal("level"), models.IntegerField()),
        models.IntegerField(),
    )

    objects = EntryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "sequence"], name="one_line_per_place_in_the_book"),
            models.UniqueConstraint(
                fields=["evening", "number"],
                condition=Q(reverses=None, replaces=None),
                name="one_first_line_per_deal",
            ),
            # Seven at a table, and the house.
            # Opening balances are of everybody, and a club has at most 200 players.
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=201), name="an_entry_has_2_to_201_seats"),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False, replaces__isnull=True)
                | (~Q(kind="reversal") & Q(reverses__isnull=True)),
                name="only_a_reversal_reverses",
            ),
            models.CheckConstraint(
                condition=Q(reverses__isnull=True, replaces__isnull=True) | ~Q(reason=""),
                name="every_change_has_a_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["evening", "number", "sequence"], name="lines_of_an_evening"),  # a sheet, in its order
            models.Index(fields=["evening", "kind"], name="kinds_of_an_evening"),  # has it a reversal?
            models.Index(fields=["season", "received_at", "sequence"], name="log_of_a_season"),  # a page of the log
            models.Index(
                # Which evenings were corrected? Reversals are few, and nothing else is in it.
                fields=["season", "evening"],
                name="corrections_of_a_season",
                condition=Q(reverses__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.sequence}"

    @cached_property
    def in_seats(self) -> "Sequence[Posting]":
        """The postings in seat order, the house's first, with their players; no query where they are loaded.

        A list of the entry's own: `postings.all()` makes a manager each time, which costs ten times what it gives.
        """
        return list(self.postings.select_related("player").order_by("seat"))


class Posting(models.Model):
    """What one entry gives a player or the house, in the season's integer units; negative amounts are paid."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="postings", db_index=False)
    # Its index has the points too.
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="postings", db_index=False)
    seat = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=12)
    tricks = models.PositiveSmallIntegerField(null=True)
    points = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "player"], name="one_posting_per_player"),
            models.UniqueConstraint(fields=["entry", "seat"], name="one_posting_per_seat"),
            models.CheckConstraint(
                condition=Q(points__gte=-MOST_UNITS, points__lte=MOST_UNITS), name="points_in_range"
            ),
            models.CheckConstraint(condition=~Q(role="sits_out") | Q(points=0), name="sitting_out_costs_nothing"),
            models.CheckConstraint(
                condition=Q(role="house", seat=0, player__isnull=True)
                | (~Q(role="house") & Q(seat__gte=1, player__isnull=False)),
                name="only_the_house_is_nobody",
            ),
        ]
        # A player's postings, and which of them gave so many points?
        indexes = [models.Index(fields=["player", "points"], name="postings_by_points")]

    def __str__(self) -> str:
        return f"{self.entry_id}/{self.seat}: {self.points}"

    @property
    def share(self) -> Share:
        """The posting without its entry."""
        return Share(self.seat, self.player_id, self.role, self.tricks, self.points)


def postings_in_seats(of: str = "") -> "models.Prefetch[Any]":
    """What loads `in_seats` of entries, or of those that rows lead to by a path such as "entry__"."""
    postings = Posting.objects.select_related("player").order_by("seat")
    return models.Prefetch(f"{of}postings", postings, to_attr="in_seats")


OF_TOTALS: Mapping[str, Any] = {"kind": Entry.Kind.ADJUSTMENT, "deal__totals": True}
"""The look-ups of entries that are an evening's points, of which no deals were kept."""


class EveningTotal(models.Model):
    """An evening's bottom line for a player: one of the two stored sums, written together with the postings it sums.

    `points` are integer units of the season, `deals` the standing deals the player took part in.
    """

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="totals")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="totals")
    points = models.IntegerField(default=0)
    deals = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_bottom_line_per_player")]

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.player_id}: {self.points}"


class SeasonTotal(models.Model):
    """A season's bottom line for a player: the other stored sum, written together with the evening's.

    `points` and `deals` are as an evening's, `evenings` counts those that the player has a bottom line of, without the
    day of opening balances. Nothing else that can be derived is stored.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="totals")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="season_totals")
    points = models.IntegerField(default=0)
    deals = models.IntegerField(default=0)
    evenings = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="one_season_total_per_player")]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.player_id}: {self.points}"
