"""One deal looked up in one tariff: what everybody at the table wins or loses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.rules.deals.kinds import (
    Adjustment,
    Deal,
    Fault,
    FreeForAll,
    NoloDeal,
    NotPlayed,
    PairBook,
    PassedOut,
    RoleTable,
    TrickDeal,
)
from ledger.rules.deals.naming import contract_name
from ledger.rules.deals.seating import partner_opposite, players_in_play
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff, trick_line
from ledger.rules.site.labels import Label
from ledger.rules.site.points import MOST_UNITS
from ledger.rules.site.refusal import Refusal, gettext_noop

PRICE_MISSING = gettext_noop("The scoring table has no price for %(contract)s yet.")
TOO_DEAR = gettext_noop("More points change hands than the book can hold: at most %(most)d for one player.")


@dataclass(frozen=True)
class Payout:
    """Units won or lost and the role by player, for everybody at the table; together with `house` the units sum to 0.

    `line` is the outcome line of the tariff that was looked up, None where none was needed.
    """

    units: Mapping[str, int]
    house: int
    roles: Mapping[str, str]
    line: str | None


def settle(deal: Deal, tariff: Tariff, players: Sequence[str]) -> Payout:
    """Settle a deal of all `players` at the table; raises Refusal without a price, and beyond MOST_UNITS for one."""
    in_play = players_in_play(deal, tariff.scoring_table, players)
    units = dict.fromkeys(players, 0)
    roles = {player: "defender" if player in in_play else "sits_out" for player in players}
    line = None
    match deal:
        case TrickDeal():
            line = line_of(deal, tariff.scoring_table)
            side = [player for player in (deal.declarer, deal.partner) if player is not None]
            _pay(units, side, in_play, _amount(tariff, deal, line, deal.tricks))
            _name_side(roles, deal.declarer, deal.partner)
        case NoloDeal():
            line = deal.contract
            _settle_nolo(deal, tariff, in_play, units, roles)
        case RoleTable():
            line = f"{deal.outcome} {len(in_play)}"
            _name_side(roles, deal.maker, deal.partner)
            ours, theirs = tariff.roles[line]
            units |= {player: theirs if roles[player] == "defender" else ours for player in in_play}
        case Fault():
            penalty = tariff.scoring_table.penalties[deal.penalty]
            units |= dict.fromkeys(in_play, penalty.other) | {deal.player: penalty.offender}
        case FreeForAll() | PairBook() | Adjustment() | PassedOut() | NotPlayed():
            roles |= dict.fromkeys(in_play, "player")
            units |= _shares(deal, tariff)
    house = -sum(units.values())
    if max(map(abs, (house, *units.values()))) > MOST_UNITS:
        raise Refusal(TOO_DEAR, most=MOST_UNITS // tariff.unit_denominator)
    return Payout(units, house, roles, line)


def line_of(deal: TrickDeal, scoring_table: ScoringRules) -> str:
    """The outcome line of a trick deal, such as "9 vip2 clubs"."""
    column = scoring_table.column(deal.attachment, deal.vip_turn)
    assert column is not None
    trump = deal.trump if deal.trump in scoring_table.counted_trumps(deal.attachment) else None
    flag = deal.flag if deal.flag in scoring_table.counted_flags(deal.attachment) else None
    return trick_line(deal.level, column, trump, flag, alone=deal.partner is None)


def _amount(tariff: Tariff, deal: Deal, line: str, tricks: int) -> int:
    amount = tariff.amounts[line][tricks]
    if amount is None:
        raise _price_missing(deal, tariff.scoring_table)
    return amount


def _price_missing(deal: Deal, scoring_table: ScoringRules) -> Refusal:
    return Refusal(
        PRICE_MISSING,
        contract=Label(contract_name(deal, scoring_table, "da"), contract_name(deal, scoring_table, "en")),
    )


def _pay(units: dict[str, int], side: Sequence[str], in_play: Iterable[str], amount: int) -> None:
    """Every opponent pays `amount`; the declaring side shares it equally, multiplied and never divided."""
    opponents = [player for player in in_play if player not in side]
    for player in opponents:
        units[player] -= amount
    for player in side:
        units[player] += amount * (len(opponents) // len(side))


def _name_side(roles: dict[str, str], declarer: str, partner: str | None) -> None:
    roles[declarer] = "declarer"
    if partner is not None:
        roles[partner] = "partner"


def _settle_nolo(
    deal: NoloDeal, tariff: Tariff, in_play: tuple[str, ...], units: dict[str, int], roles: dict[str, str]
) -> None:
    first = deal.participants[0].player
    roles |= {one.player: "joiner" for one in deal.participants}
    if tariff.scoring_table.nolo[deal.contract].side == "pair":
        partner = partner_opposite(first, in_play)
        _name_side(roles, first, partner)
        _pay(units, (first, partner), in_play, _amount(tariff, deal, deal.contract, deal.participants[0].tricks))
        return
    _name_side(roles, first, None)
    along = [one.player for one in deal.participants]
    outsiders = [player for player in in_play if player not in along]
    for one in deal.participants:
        everyone_else = tariff.scoring_table.rules.get("joined") != "outsiders"
        against = in_play if everyone_else else (one.player, *outsiders)
        _pay(units, (one.player,), against, _amount(tariff, deal, deal.contract, one.tricks))


def _shares(deal: FreeForAll | PairBook | Adjustment | PassedOut | NotPlayed, tariff: Tariff) -> Mapping[str, int]:
    match deal:
        case FreeForAll():
            return _pot(deal, tariff)
        case PairBook():
            both = zip(deal.pairs, tariff.pair_book[deal.pair_tricks[0]], strict=True)
            return {player: units for pair, units in both for player in pair}
        case Adjustment():
            return deal.units
        case PassedOut() | NotPlayed():
            return {}


def _pot(deal: FreeForAll, tariff: Tariff) -> Mapping[str, int]:
    ranked = sorted(deal.tricks, key=lambda player: deal.tricks[player])
    shares = tariff.free_for_all.get(tuple(deal.tricks[player] for player in ranked))
    if shares is None:
        raise _price_missing(deal, tariff.scoring_table)
    return dict(zip(ranked, shares, strict=True))
