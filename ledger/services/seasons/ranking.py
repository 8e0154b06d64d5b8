"""Choose a club's ranking rule, and what it gives by it."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Club, Evening, Prize, PrizeWon, RankingVersion, Season, SeasonClosing
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs.persons import persons_of, without_names
from ledger.queries.seasons.ranking import rank_by_rule, winner_ids
from ledger.queries.seasons.standings import standings
from ledger.rules.seasons import RankingRule, check_rule, rule_as_code
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import normalize_name
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import locked_club


class Given(NamedTuple):
    """What is given for a kind of prize, in the club's own words: a title, a gift or both."""

    title: str
    gift: str


@transaction.atomic
def choose_ranking(
    *, club: Club, rule: RankingRule, prizes: Mapping[str, Given], in_force_from: date, author: User, now: datetime
) -> RankingVersion:
    """Choose a club's ranking rule from a day on, with its prizes by kind; the seasons closed before stand.

    Raises Refusal for a rule that cannot be meant, and for a day on which a closed season was played, or one before it
    (field "in_force_from").
    """
    club, rule = locked_club(club_id=club.pk), check_rule(rule)
    _require_open(club, in_force_from)
    last = club.ranking_versions.order_by("-number").first()
    version = RankingVersion.objects.create(
        club=club,
        number=(last.number if last else 0) + 1,
        in_force_from=in_force_from,
        minimum_evenings=rule.minimum_evenings,
        best=rule.best,
        drop_worst=rule.drop_worst,
        absence=rule.absence,
        absence_points=rule.absence_points,
        made_at=now,
        made_by=author,
    )
    _store_prizes(version, prizes)
    codes = {"before": _code_of(last) if last else "", "after": _code_of(version)}
    note(club=club, kind=Kind.RANKING_CHOSEN, author=author, now=now, covers=version, **codes)
    return version


def store_prizes_won(*, closing: SeasonClosing) -> None:
    """Store who has won the prizes of a season that is being closed."""
    season: Season = closing.season
    with shown_by(None, persons_of(club=season.club)):
        ranking = rank_by_rule(season=season, rows=standings(season=season))
        won = winner_ids(season=season, ranking=ranking)
    PrizeWon.objects.bulk_create(
        PrizeWon(closing=closing, prize=prize, player_id=player) for prize, players in won for player in sorted(players)
    )


def _require_open(club: Club, day: date) -> None:
    # Asked here for the sentence: the database refuses such a rule by itself.
    closed = Evening.objects.filter(season__club=club, season__closed_at__isnull=False, date__gte=day)
    if evening := closed.select_related("season").first():
        message = gettext_noop(
            "The season %(season)s is closed, and its places stand: choose a day after its last evening."
        )
        raise Refusal(message, field="in_force_from", season=evening.season.name)


def _store_prizes(version: RankingVersion, prizes: Mapping[str, Given]) -> None:
    for kind, given in prizes.items():
        title = without_names(club_id=version.club_id, text=normalize_name(given.title, field=f"{kind}_title"))
        gift = without_names(club_id=version.club_id, text=normalize_name(given.gift, field=f"{kind}_gift"))
        if title or gift:
            Prize.objects.create(version=version, kind=kind, title=title, gift=gift)


def _code_of(version: RankingVersion) -> str:
    return f"{version.in_force_from.isoformat()} {rule_as_code(version.to_rule())}"
