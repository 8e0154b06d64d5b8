"""Figures of players with their partners, of contracts, of a whole club."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.expressions import Combinable, CombinedExpression

from ledger.models import Club, Entry, Player, Posting, ScoringTableVersion, Season
from ledger.models.clubs.persons import entered_as
from ledger.rules.deals.kinds import KINDS, PointsOnly, kind_of
from ledger.rules.deals.kinds.deal import WITH_SOMEBODY
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Changed, Label, Phrase, same

# The postings that every figure about a player counts, and the words under which they are counted.


COUNTED = (Entry.Kind.DEAL, Entry.Kind.ADJUSTMENT)
IN_PLAY = ("declarer", "partner", "defender", "joiner", "player", "house")

# What somebody was besides the parts that the kinds of deal declare.
DEFENDER = "defender"
ADJUSTMENT = "adjustment"
POINTS_ONLY = PointsOnly.kind


def parts_on_contracts() -> dict[str, Label]:
    """What somebody may be on a contract, finer than the role of the posting, with its name."""
    parts: dict[str, Label] = {}
    for kind in KINDS.values():
        if kind.counts_as == "deal":
            parts |= kind.parts
    return parts


def parts_of_declarers() -> tuple[str, ...]:
    """What a declarer may be: with a partner, alone, or as the kind of deal names it."""
    by_kind = (kind.parts_by_role.get("declarer", "declarer") for kind in KINDS.values())
    return tuple(dict.fromkeys(("declarer", "alone", WITH_SOMEBODY, *by_kind)))


def parts_of_players() -> dict[str, Label]:
    """Everything that somebody may be, in the order of the page, with its name."""
    return {**parts_on_contracts(), DEFENDER: Phrase("Defender"), ADJUSTMENT: Phrase("Adjustments")}


@dataclass(frozen=True)
class PlayedDeals:
    """A player's standing deals and adjustments, of a season or of all of `seasons`."""

    player: Player
    season: Season | None
    seasons: tuple[Season, ...]

    @cached_property
    def unit_denominator(self) -> int:
        """The denominator of a unit in which all the points are whole numbers."""
        return common_denominator(self.counted_seasons)

    @property
    def counted_seasons(self) -> tuple[Season, ...]:
        """The seasons whose deals are counted."""
        return (self.season,) if self.season else self.seasons

    @property
    def postings(self) -> QuerySet[Any]:
        """The player's postings of standing deals and adjustments, as `counted_postings` has them."""
        of_season = {"entry__season": self.season} if self.season else {}
        return counted_postings(player__in=entered_as(self.player.pk), **of_season)


def in_common_unit(column: str, seasons: Iterable[Season]) -> CombinedExpression:
    """A column of points in the unit in which the points of all these seasons are whole numbers."""
    unit = common_denominator(seasons)
    factors = (When(entry__season=season, then=unit // season.unit_denominator) for season in seasons)
    return CombinedExpression(F(column), "*", Case(*factors, default=1, output_field=IntegerField()))


def common_denominator(seasons: Iterable[Season]) -> int:
    """The denominator of a unit in which the points of all these seasons are whole numbers."""
    return lcm(*(season.unit_denominator for season in seasons))


def counted_postings(**lookups: Any) -> QuerySet[Any]:
    """Postings of standing deals and adjustments, each with its `part`, `contract_kind` and `code` of the contract."""
    # By role, since whoever sat out has a posting too.
    standing = {"entry__kind__in": COUNTED, "entry__reversed_by__reverses": None, "role__in": IN_PLAY}
    # Of an evening's points nobody knows what deals gave them.
    not_totals = Q(entry__kind=Entry.Kind.DEAL) | Q(entry__deal__totals__isnull=True)
    postings = Posting.objects.filter(not_totals, **standing, **lookups, entry__evening__is_opening=False).order_by()
    of_deals: QuerySet[Any] = postings.annotate(contract_kind=_contract_kind(), code=_contract(), part=_part())
    return of_deals


def only_deals(postings: QuerySet[Any]) -> QuerySet[Any]:
    """Those of the postings that belong to deals, and not to adjustments."""
    return postings.filter(entry__kind=Entry.Kind.DEAL)


def _contract_kind() -> Combinable:
    """The kind of the deal; of one with points only that of its contract, for those whose part in it is known."""
    of_contract = Case(
        When(role="player", then=Value(POINTS_ONLY)),
        *(
            When(**{f"entry__deal__{kind.key_of_contract}__isnull": False}, then=Value(kind.kind))
            for kind in KINDS.values()
            if kind.key_of_contract
        ),
        default=Value(POINTS_ONLY),
    )
    is_points_only = When(entry__deal_kind=POINTS_ONLY, then=of_contract)
    return Case(is_points_only, default=F("entry__deal_kind"), output_field=CharField())


def _contract() -> Combinable:
    """The code of the contract in a deal as data; empty if the deal has none, or only its points are known."""
    return Case(When(contract_kind=POINTS_ONLY, then=Value("")), default=F("entry__contract"), output_field=CharField())


def _part() -> Combinable:
    """The player's part: as the kind of deal names it, a declarer alone or perhaps not, or else the posting's role."""
    # A deal may say that there is no partner, or say nothing of one.
    is_unsaid = Q(entry__deal__partner__isnull=True) | Q(entry__deal__partner=None)
    has_no_partner = Q(entry__is_alone=True) | (Q(entry__is_alone=None) & is_unsaid)
    is_unsure = Q(role="declarer", entry__deal_kind=POINTS_ONLY, entry__deal__alone__isnull=True) & is_unsaid
    by_kind = (
        When(role=role, contract_kind=of_deal.kind, then=Value(part))
        for of_deal in KINDS.values()
        for role, part in of_deal.parts_by_role.items()
    )
    return Case(
        When(entry__kind=Entry.Kind.ADJUSTMENT, then=Value(ADJUSTMENT)),
        *by_kind,
        When(is_unsure, then=Value(WITH_SOMEBODY)),
        When(has_no_partner, role="declarer", then=Value("alone")),
        default=F("role"),
        output_field=CharField(),
    )


@dataclass
class Figure:
    """Deals of one sort, or adjustments: how many, how many of them won points, and all their points in integer units.

    `key` is the sort as addresses write it, `name` as pages do.
    """

    key: str
    name: Label
    deals: int = 0
    won: int = 0
    points: int = 0

    def add(self, row: Mapping[str, Any]) -> None:
        """Count a row of deals too."""
        self.deals += row["deals"]
        self.won += row["won"]
        self.points += row["units"]


class PlayerFigures(NamedTuple):
    """A player's figures in each part, in the order of the page, and under each contract, the best first."""

    parts: Sequence[Figure]
    contracts: Sequence[Figure]


def figures_of(*, played: PlayedDeals) -> PlayerFigures:
    """A player's figures; one query, and others for the names of contracts."""
    alike = played.postings.values("part", "contract_kind", "code").annotate(
        deals=Count("pk"),
        won=Count("pk", filter=Q(points__gt=0)),
        units=Sum(in_common_unit("points", played.counted_seasons)),
        version=Max("entry__table_version"),
    )
    rows = list(alike)
    with_contracts = parts_on_contracts()
    on_contracts = [row for row in rows if row["part"] in with_contracts]
    parts = {part: Figure(part, name) for part, name in parts_of_players().items()}
    contracts = {key: Figure(key, name) for key, name in labels_of(on_contracts).items()}
    for row in rows:
        parts[row["part"]].add(row)
    for row in on_contracts:
        contracts[key_of_row(row)].add(row)
    return PlayerFigures(
        parts=[figure for figure in parts.values() if figure.deals],
        contracts=sorted(contracts.values(), key=lambda figure: (-figure.points, figure.key)),
    )


def key_of_row(row: Mapping[str, Any]) -> str:
    """The contract of a row as addresses write it: "nolo.sol", "trick.vip", "pair_book."."""
    return f"{row['contract_kind']}.{row['code']}"


def labels_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, Label]:
    """The names of contracts, by their keys, in the newest of the scoring tables that priced them."""
    newest: dict[str, Mapping[str, Any]] = {}
    for row in sorted(rows, key=itemgetter("version")):
        newest[key_of_row(row)] = row
    # Without the documents, which are large: a version that is compiled already needs none.
    versions = ScoringTableVersion.objects.filter(pk__in={row["version"] for row in newest.values()}).only("digest")
    rules = {version.pk: version.to_rules() for version in versions}
    return {
        key: contract_label(row["contract_kind"], row["code"], rules[row["version"]]) for key, row in newest.items()
    }


def contract_label(kind: str, code: str, scoring_table: ScoringRules) -> Label:
    """A contract without its level, such as "Vip" or "Sol"; a code that the scoring table lacks is its own label."""
    labels = kind_of({"kind": kind}).contract_labels(scoring_table)
    return Changed(labels.get(code) or same(code or kind), capitalize)


def capitalize(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


# A player's figures with the others: as partners, and what the two have won from one another.


IS_PAIR = Q(role="declarer", entry__postings__role="partner") | Q(role="partner", entry__postings__role="declarer")
IS_APART = ~Q(points=F("entry__postings__points"))


@dataclass
class WithAnother:
    """A player's deals with another, or with the house, whose `name` is empty.

    `together` and `both` are the deals in which they were declarer and partner, and the integer units of both in them.
    `against` are the deals in which they got different points, and `won` is what the player won from the other in those
    and in adjustments, in points: for each (mine - theirs) / the number in play, the house included if it paid.
    """

    name: str
    slug: str
    sort_key: str
    together: int = 0
    both: int = 0
    against: int = 0
    won: Fraction = Fraction()


def with_others(*, played: PlayedDeals) -> list[WithAnother]:
    """A player's figures with everybody they ever met at a table, by name, the house last; two queries."""
    mine = in_common_unit("points", played.counted_seasons)
    theirs = in_common_unit("entry__postings__points", played.counted_seasons)
    met = played.postings.filter(entry__postings__role__in=IN_PLAY).annotate(other=F("entry__postings__player"))
    is_deal = Q(entry__kind=Entry.Kind.DEAL)
    # By id, None for the house, and by the number in play.
    by_other = met.values_list("other", Subquery(number_in_play())).annotate(
        together=Count("pk", filter=is_deal & IS_PAIR),
        both=Sum(mine + theirs, filter=is_deal & IS_PAIR, default=0),
        against=Count("pk", filter=is_deal & IS_APART),
        won=Sum(mine - theirs),
    )
    rows = [row for row in by_other if row[0] != played.player.pk]
    players = Player.objects.in_bulk({pk for pk, *_ in rows if pk})
    others: dict[int | None, WithAnother] = {
        pk: WithAnother(player.name, player.slug, player.sort_key) for pk, player in players.items()
    }
    for pk, in_play, together, both, against, won in rows:
        other = others.setdefault(pk, WithAnother("", "", ""))
        other.together += together
        other.both += both
        other.against += against
        other.won += Fraction(won, in_play * played.unit_denominator)
    return sorted(others.values(), key=lambda other: (not other.slug, other.sort_key))


def number_in_play() -> Any:
    """The number in play in a posting's entry, the house included if it paid."""
    in_play = Posting.objects.filter(entry=OuterRef("entry_id"), role__in=IN_PLAY)
    return in_play.order_by().values("entry").annotate(count=Count("pk")).values("count")


# A club's contracts in figures: how often each was bid and made, its tricks, and what it paid whoever bid it.


@dataclass(frozen=True)
class ContractFigure:
    """A contract's deals, how often somebody bid it and won points by it, and what it paid them in integer units.

    `bids` is 0 where nobody bids. `over` are the tricks above what was bid, less those below, of the `measured` deals
    that were bid by tricks.
    """

    key: str
    label: Label
    deals: int
    bids: int
    made: int
    units: int
    measured: int
    over: int

    @property
    def average_over(self) -> Fraction | None:
        """The tricks above the bid on average; None where none are counted."""
        return Fraction(self.over, self.measured) if self.measured else None


def contract_figures(*, seasons: Sequence[Season]) -> list[ContractFigure]:
    """What was played, by contract, the most played first; two queries, and one for each version not compiled yet.

    Units are those that the seasons have in common. A deal with a declarer whose partner nobody knows has two
    contracts: the declarer's, and for the others that of its points alone.
    """
    postings = only_deals(counted_postings(entry__season__in=seasons)).filter(role__in=("declarer", "player"))
    is_declarer = Q(role="declarer")
    # Of a deal of which the points alone are known, it is not known who bid what.
    is_bid = is_declarer & ~Q(contract_kind=POINTS_ONLY)
    # Where nothing but the points and the declarer is known, the declarer's posting counts the deal already.
    is_declared = Q(role="player", entry__contract="", entry__deal__declarer__isnull=False)
    # Several may declare in a deal, and each of them counts; where everybody just plays, it counts once.
    declared = Count("pk", filter=is_declarer)
    just_played = Count("entry", distinct=True, filter=Q(role="player") & ~is_declared)
    counts = {
        "deals": declared + just_played,
        "bids": Count("pk", filter=is_bid),
        "made": Count("pk", filter=is_bid & Q(points__gt=0)),
        "units": Sum(in_common_unit("points", seasons), filter=is_bid, default=0),
        "measured": Count("entry__over", filter=is_bid),
        "over": Sum("entry__over", filter=is_bid, default=0),
    }
    by_contract = postings.values("contract_kind", "code")
    rows = list(by_contract.annotate(version=Max("entry__table_version"), **counts))
    labels = labels_of(rows)
    figures = []
    for row in rows:
        key = key_of_row(row)
        figures.append(ContractFigure(key, labels[key], **{name: row[name] for name in counts}))
    return sorted(figures, key=lambda figure: (-figure.deals, figure.key))


@dataclass(frozen=True)
class ClubContracts:
    """The contracts of a club's scoring tables without their levels, by their keys, and the levels."""

    labels: Mapping[str, Label]
    levels: Sequence[int]


def contracts_of(*, club: Club) -> ClubContracts:
    """The contracts of the newest version of each of a club's scoring tables; one query."""
    newer = ScoringTableVersion.objects.filter(scoring_table=OuterRef("scoring_table"), number__gt=OuterRef("number"))
    newest = ScoringTableVersion.objects.filter(~Exists(newer), scoring_table__club=club).order_by("scoring_table")
    labels = dict[str, Label]()
    levels = set[int]()
    for version in newest:
        scoring_table = version.to_rules()
        levels |= set(scoring_table.levels)
        for kind in KINDS.values():
            for code in kind.contract_codes(scoring_table):
                labels[f"{kind.kind}.{code}"] = contract_label(kind.kind, code, scoring_table)
    return ClubContracts(labels, sorted(levels))
