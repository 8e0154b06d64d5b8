"""A club that has played one deal of every sort that its scoring table has."""

from ledger.models import Club
from ledger.rules.deals.settling import deal_data, every_deal
from ledger.services.scoring import publish_prices
from tests.support.people import FIVE, FOUR, NOW, make_club, make_evening, make_user, record, version_of

SORT = ("kind", "attachment", "contract", "outcome", "alone")


def club_of_every_sort(code: str) -> Club:
    """A club of a preset, its missing prices filled in, with an evening on which every sort of deal was played once."""
    club = make_club(preset=code)
    version = version_of(club)
    if missing := version.to_rules().missing_prices:
        prices = dict.fromkeys(missing, "24")
        version = publish_prices(version=version, prices=prices, author=make_user("alma"), now=NOW)
    scoring_table = version.to_rules()
    evening = make_evening(club, names=FIVE if scoring_table.partner == "called" else FOUR)
    players = [str(seat.player_id) for seat in evening.seats.order_by("position")]
    deals = {}
    for deal in every_deal(scoring_table, players[-scoring_table.seats.max :]):
        data = {**deal_data(deal), "dealer": players[0]}
        deals.setdefault(tuple(data.get(name) for name in SORT), data)
    for data in deals.values():
        record(evening, data)
    return club
