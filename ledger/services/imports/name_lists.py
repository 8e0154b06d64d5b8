"""Take in a list that a club brings along: its members, and what each stood at as one entry of a season."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import BookImport, Club, Player, ScoringTableVersion, Season
from ledger.rules.deals.kinds import Adjustment
from ledger.rules.deals.kinds.adjustment import OPENING
from ledger.rules.imports.names import ListedName, plain_name
from ledger.rules.imports.plan import BookPlan, PlannedDeal, PlannedEvening, PlannedSeason
from ledger.rules.site.points import exact_value
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import locked_club
from ledger.services.clubs.clubs import Signed, add_players
from ledger.services.imports.booking import book_plan, import_of_file, remember_names

HERE_ALREADY = gettext_noop("This list has been brought in already: import %(number)s.")
TOO_FEW = gettext_noop("Balances are of at least %(least)s players: as many as a table takes.")
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
        raise Refusal(TOO_FEW, "names", least=least)
    digest = _digest_of(season, balances)
    if earlier := import_of_file(club=club, digest=digest):
        raise Refusal(HERE_ALREADY, "names", number=earlier.number)
    players = add_listed_players(club=club, listed=listed, meant=meant, **signed)
    return book_plan(club=club, plan=_plan(season, version, balances, players, digest), **signed)


def _plan(
    season: Season,
    version: ScoringTableVersion,
    listed: Sequence[ListedName],
    players: Mapping[str, Player],
    digest: str,
) -> BookPlan:
    """An evening of its own on the season's first day, with one entry."""
    title = OPENING[season.club.language]
    amounts = {item.name: exact_value(Fraction(item.points or 0)) for item in listed}
    deal = {"kind": Adjustment.kind, "amounts": amounts, "reason": title, "opening": True}
    entry = PlannedDeal(1, 1, deal, tuple(amounts), version.pk)
    evening = PlannedEvening(season.starts_on, [entry], name=title)
    return BookPlan(
        file_name=title,
        digest=digest,
        map={"sheets": {}},
        rows=len(listed),
        seasons=[PlannedSeason(season.name, season.starts_on, [evening])],
        players={name: players[name].pk for name in amounts},
        new_players={},
    )


def _digest_of(season: Season, listed: Sequence[ListedName]) -> str:
    """The digest of what a list says of a season, however it was typed."""
    rows = sorted((plain_name(item.name), str(item.points)) for item in listed)
    spelt = json.dumps(["opening balances", season.number, rows], ensure_ascii=False)
    return hashlib.sha256(spelt.encode()).hexdigest()
