"""Deals in and out of JSON: everything is checked against the scoring table and the players, nothing is guessed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ledger.rules.deals.kinds import (
    Adjustment,
    Deal,
    Fault,
    FreeForAll,
    NoloDeal,
    NotPlayed,
    PairBook,
    Participant,
    PassedOut,
    RoleTable,
    TrickDeal,
)
from ledger.rules.deals.seating import (
    SEATING_KEYS,
    Seating,
    partner_opposite,
    read_player,
    read_players,
    read_seating,
    refuse_repeats,
)
from ledger.rules.scoring.scoring_table import Column, Nolo, ScoringRules
from ledger.rules.scoring.vocabulary import CAUSES, SUITS, TRUMPS, VIP_TURNS
from ledger.rules.site import fields
from ledger.rules.site.points import read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

__all__ = [
    "Adjustment",
    "Deal",
    "FreeForAll",
    "NoloDeal",
    "NotPlayed",
    "PairBook",
    "PassedOut",
    "RoleTable",
    "TrickDeal",
    "deal_data",
    "read_deal",
    "read_players",
    "with_players",
]

LONGEST_REASON = LONGEST_NOTE = 200
PLAYER_KEYS = ("declarer", "partner", "called_by", "dealer", "maker", "player")  # one player of a deal as data
GROUP_KEYS = ("sits_out", "pairs")  # lists of players, or of such lists
SHARE_KEYS = ("tricks", "amounts")  # by player, where they are not one number
NOLO_KEYS = ("kind", "contract", "participants")
WORDS_OF_A_DEAL = ("reason", "note")  # what was typed in words, and may name players
ANY_DEAL = (*SEATING_KEYS, "note")  # what every deal that was dealt may say

CHOOSE_TURN = gettext_noop("Choose which turn the vip was won in.")
TURN_WITHOUT_VIP = gettext_noop("Only vip has a turn.")
WRONG_TRUMP = gettext_noop("That trump does not go with the contract.")
CHOOSE_LEVEL = gettext_noop("Choose a level from %(low)d to %(high)d.")
CHOOSE_PARTNER = gettext_noop("Choose a partner, or say why the declarer plays alone.")
PARTNER_NEEDED = gettext_noop("Choose a partner.")
NO_PARTNER_HERE = gettext_noop("This contract is played without a partner.")
PARTNER_OPPOSITE = gettext_noop("The pairs are fixed: the partner is %(player)s.")
NOT_ALONE = gettext_noop("With a partner the declarer is not alone.")
NOT_DECLARED_ALONE = gettext_noop(
    "Only a contract declared alone is “declared”; say whether the ace was called or in the cat."
)
TOO_MANY_TRICKS = gettext_noop("There are only %(tricks)d tricks in a deal.")
ALL_TRICKS = gettext_noop("The tricks must add up to %(tricks)d.")
ONE_PLAYER_ONLY = gettext_noop("Nobody can go along on this contract.")
PAIRS_MUST_COVER = gettext_noop("The two pairs must be the players of the deal.")
EVERYONE_TRICKS = gettext_noop("Give the tricks of everyone who plays.")
NOT_IN_VIP = gettext_noop("Only in a vip can somebody else than the declarer have called the ace.")
DECLARER_CALLED = gettext_noop("Name who called the ace only where it was not the declarer.")
NOT_STOPPED = gettext_noop("Play can be stopped only when somebody on the contract has taken too many tricks.")
NOT_ZERO_SUM = gettext_noop("The amounts must add up to 0.")
AMOUNT_NOT_EXACT = gettext_noop('Write amounts as whole numbers or as text such as "-0,25".')
NO_AMOUNT = gettext_noop("Give at least two players an amount.")


def read_deal(data: Mapping[str, Any], scoring_table: ScoringRules, players: Sequence[str]) -> Deal:
    """Read one deal of all `players` at the table, in seat order.

    With one player too many the dealer sits out; with more, `sits_out` names them. Raises Refusal with the key
    of the deal at fault as its field. The shape of `data` is the one of the `score` command's lines.
    """
    given = fields.record(data, None, required=("kind",), optional=None)
    kind = fields.one_of(given["kind"], "kind", scoring_table.kinds)
    return READERS[kind](given, scoring_table, tuple(players))


def deal_data(deal: Deal) -> dict[str, Any]:
    """The deal as plain JSON values; `read_deal` of it gives the same deal again."""
    match deal:
        case Adjustment():
            return {"kind": deal.kind, "amounts": dict(deal.amounts), "reason": deal.reason}
        case TrickDeal():
            data = _given(deal, "level", "attachment", "vip_turn", "trump", "flag", "declarer")
            data |= {"partner": deal.partner, **_given(deal, "alone", "called_by", "tricks")}
        case NoloDeal():
            named = [{"player": one.player, "tricks": one.tricks} for one in deal.participants]
            data = {"contract": deal.contract, "participants": named, **({"stopped": True} if deal.stopped else {})}
        case FreeForAll():
            data = {"tricks": dict(deal.tricks)}
        case PairBook():
            data = {"pairs": [list(pair) for pair in deal.pairs], "pair_tricks": list(deal.pair_tricks)}
        case RoleTable():
            data = {"maker": deal.maker, "partner": deal.partner, "outcome": deal.outcome}
        case Fault():
            data = _given(deal, "penalty", "player")
        case NotPlayed():
            data = _given(deal, "cause")
        case PassedOut():
            data = {}
    seating = {"sits_out": list(deal.sits_out)} if deal.sits_out else {}
    return {"kind": deal.kind, **data, **_given(deal, "dealer"), **seating, **_given(deal, "note")}


def with_players(data: Mapping[str, Any], called: Callable[[str], str]) -> dict[str, Any]:
    """A deal as data whose players are called otherwise; everything else, and what is no deal, stays as it is."""

    def renamed(key: str, value: Any) -> Any:
        match value:
            case str():
                return called(value) if key in (*PLAYER_KEYS, *GROUP_KEYS) else value
            case list() if key in GROUP_KEYS:
                return [renamed(key, each) for each in value]
            case list() if key == "participants":
                return [with_players(each, called) if isinstance(each, dict) else each for each in value]
            case dict() if key in SHARE_KEYS:
                return {called(player): share for player, share in value.items()}
            case _:
                return value

    return {key: renamed(key, value) for key, value in data.items()}


def _given(deal: Deal, *names: str) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(deal, name)) is not None}


def _trick_deal(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> TrickDeal:
    required = ("kind", "level", "attachment", "declarer", "tricks")
    optional = ("vip_turn", "trump", "flag", "partner", "alone", "called_by", *ANY_DEAL)
    given = fields.record(data, None, required=required, optional=optional)
    seating = read_seating(given, scoring_table, players)
    level = _level(given["level"], scoring_table)
    attachment = fields.one_of(given["attachment"], "attachment", scoring_table.attachments)
    vip_turn = _vip_turn(given.get("vip_turn"), attachment, scoring_table)
    column = scoring_table.column(attachment, vip_turn)
    assert column is not None
    declarer = seating.player(given["declarer"], "declarer")
    partner, alone = _partner(given, scoring_table, column, declarer, seating)
    return TrickDeal(
        level=level,
        attachment=attachment,
        vip_turn=vip_turn,
        trump=_trump(given.get("trump"), column),
        flag=None if given.get("flag") is None else fields.one_of(given["flag"], "flag", scoring_table.flags),
        declarer=declarer,
        partner=partner,
        alone=alone,
        tricks=fields.integer(given["tricks"], "tricks", 0, column.tricks_played),
        called_by=_called_by(given.get("called_by"), scoring_table, column, declarer, seating),
        dealer=seating.dealer,
        sits_out=seating.sits_out,
        note=_note(given),
    )


def _level(value: object, scoring_table: ScoringRules) -> int:
    if type(value) is not int or value not in scoring_table.levels:
        raise Refusal(CHOOSE_LEVEL, "level", low=scoring_table.levels[0], high=scoring_table.levels[-1])
    return value


def _vip_turn(value: object, attachment: str, scoring_table: ScoringRules) -> int | None:
    turns = [column.vip_turn for column in scoring_table.columns if column.attachment == attachment]
    is_turned = any(column.trump == "turned" for column in scoring_table.columns if column.attachment == attachment)
    if value is None:
        if None not in turns:
            raise Refusal(CHOOSE_TURN, "vip_turn")
        return None
    if not is_turned:
        raise Refusal(TURN_WITHOUT_VIP, "vip_turn")
    turn = fields.integer(value, "vip_turn", 1, max(VIP_TURNS))
    if turn not in turns and None not in turns:
        raise Refusal(CHOOSE_TURN, "vip_turn")
    return turn


def _trump(value: object, column: Column) -> str | None:
    if value is None:
        return None
    trump = fields.one_of(value, "trump", TRUMPS)
    allowed = {"chosen": SUITS, "turned": tuple(TRUMPS)}.get(column.trump, (column.trump,))
    if trump not in allowed:
        raise Refusal(WRONG_TRUMP, "trump")
    return trump


def _partner(
    given: Mapping[str, object], scoring_table: ScoringRules, column: Column, declarer: str, seating: Seating
) -> tuple[str | None, str | None]:
    named, alone = given.get("partner"), given.get("alone")
    if column.alone == "forced":
        return _declared_alone(named, alone)
    if scoring_table.partner == "fixed":
        return _fixed_partner(named, alone, declarer, seating), None
    if named is None:
        return None, _why_alone(alone, column)
    partner = seating.other_player(named, "partner", declarer)
    if alone is not None:
        raise Refusal(NOT_ALONE, "alone")
    return partner, None


def _declared_alone(named: object, alone: object) -> tuple[None, str]:
    if named is not None:
        raise Refusal(NO_PARTNER_HERE, "partner")
    if alone is not None:
        fields.one_of(alone, "alone", ("declared",))
    return None, "declared"


def _fixed_partner(named: object, alone: object, declarer: str, seating: Seating) -> str:
    partner = partner_opposite(declarer, seating.in_play)
    if named is not None and seating.other_player(named, "partner", declarer) != partner:
        raise Refusal(PARTNER_OPPOSITE, "partner", player=partner)
    if alone is not None:
        raise Refusal(NOT_ALONE, "alone")
    return partner


def _why_alone(alone: object, column: Column) -> str:
    if column.alone == "never":
        raise Refusal(PARTNER_NEEDED, "partner")
    if alone is None:
        raise Refusal(CHOOSE_PARTNER, "partner")
    if alone == "declared":
        raise Refusal(NOT_DECLARED_ALONE, "alone")
    return fields.one_of(alone, "alone", ("self_called", "ace_in_cat"))


def _called_by(
    value: object, scoring_table: ScoringRules, column: Column, declarer: str, seating: Seating
) -> str | None:
    """Who called the ace in a vip, where it was not the declarer; perhaps the partner, with the ace in hand."""
    if value is None:
        return None
    if column.trump != "turned" or column.alone == "forced" or scoring_table.partner == "fixed":
        raise Refusal(NOT_IN_VIP, "called_by")
    caller = seating.player(value, "called_by")
    if caller == declarer:
        raise Refusal(DECLARER_CALLED, "called_by")
    return caller


def _nolo_deal(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> NoloDeal:
    if data.get("partner") is not None:
        raise Refusal(NO_PARTNER_HERE, "partner")
    given = fields.record(data, None, required=NOLO_KEYS, optional=("stopped", *ANY_DEAL))
    seating = read_seating(given, scoring_table, players)
    contract = fields.one_of(given["contract"], "contract", scoring_table.nolo)
    named = fields.listed(given["participants"], "participants", 1, len(seating.in_play))
    participants = tuple(_participant(one, scoring_table, seating) for one in named)
    refuse_repeats([one.player for one in participants], "participants")
    single = scoring_table.rules.get("joined") == "single" or scoring_table.nolo[contract].side == "pair"
    if single and len(participants) > 1:
        raise Refusal(ONE_PLAYER_ONLY, "participants")
    if sum(one.tricks for one in participants) > scoring_table.tricks:
        raise Refusal(TOO_MANY_TRICKS, "participants", tricks=scoring_table.tricks)
    return NoloDeal(
        contract=contract,
        participants=participants,
        stopped=_stopped(given.get("stopped"), participants, scoring_table.nolo[contract]),
        dealer=seating.dealer,
        sits_out=seating.sits_out,
        note=_note(given),
    )


def _stopped(value: object, participants: tuple[Participant, ...], nolo: Nolo) -> bool:
    if value is None or not fields.boolean(value, "stopped"):
        return False
    if all(one.tricks <= nolo.max_tricks for one in participants):
        raise Refusal(NOT_STOPPED, "stopped")
    return True


def _participant(value: object, scoring_table: ScoringRules, seating: Seating) -> Participant:
    if not isinstance(value, Mapping) or set(value) != {"player", "tricks"}:
        raise Refusal(EVERYONE_TRICKS, "participants")
    tricks = fields.integer(value["tricks"], "participants", 0, scoring_table.tricks)
    return Participant(seating.player(value["player"], "participants"), tricks)


def _passed_out(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> PassedOut:
    given = fields.record(data, None, required=("kind",), optional=ANY_DEAL)
    seating = read_seating(given, scoring_table, players)
    return PassedOut(dealer=seating.dealer, sits_out=seating.sits_out, note=_note(given))


def _not_played(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> NotPlayed:
    given = fields.record(data, None, required=("kind", "cause"), optional=ANY_DEAL)
    seating = read_seating(given, scoring_table, players)
    cause = fields.one_of(given["cause"], "cause", CAUSES)
    return NotPlayed(cause=cause, dealer=seating.dealer, sits_out=seating.sits_out, note=_note(given))


def _free_for_all(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> FreeForAll:
    given = fields.record(data, None, required=("kind", "tricks"), optional=ANY_DEAL)
    seating = read_seating(given, scoring_table, players)
    taken = fields.record(given["tricks"], "tricks", optional=None)
    named = {seating.player(player, "tricks"): tricks for player, tricks in taken.items()}
    if len(named) < len(seating.in_play):
        raise Refusal(EVERYONE_TRICKS, "tricks")
    tricks = {player: fields.integer(count, "tricks", 0, scoring_table.tricks) for player, count in named.items()}
    if sum(tricks.values()) != scoring_table.tricks:
        raise Refusal(ALL_TRICKS, "tricks", tricks=scoring_table.tricks)
    return FreeForAll(tricks=tricks, dealer=seating.dealer, sits_out=seating.sits_out, note=_note(given))


def _pair_book(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> PairBook:
    given = fields.record(data, None, required=("kind", "pairs", "pair_tricks"), optional=ANY_DEAL)
    seating = read_seating(given, scoring_table, players)
    pairs = [_pair(pair, seating) for pair in fields.listed(given["pairs"], "pairs", 2, 2)]
    if {*pairs[0], *pairs[1]} != set(seating.in_play):
        raise Refusal(PAIRS_MUST_COVER, "pairs")
    counts = fields.listed(given["pair_tricks"], "pair_tricks", 2, 2)
    tricks = [fields.integer(count, "pair_tricks", 0, scoring_table.tricks) for count in counts]
    if sum(tricks) != scoring_table.tricks:
        raise Refusal(ALL_TRICKS, "pair_tricks", tricks=scoring_table.tricks)
    # The first seat's pair first, whichever was named so: the line and the control sum say the tricks in that order.
    (first, ours), (second, theirs) = sorted(
        zip(pairs, tricks, strict=True), key=lambda pair: players.index(pair[0][0])
    )
    return PairBook(
        pairs=(first, second),
        pair_tricks=(ours, theirs),
        dealer=seating.dealer,
        sits_out=seating.sits_out,
        note=_note(given),
    )


def _pair(value: object, seating: Seating) -> tuple[str, str]:
    named = [seating.player(player, "pairs") for player in fields.listed(value, "pairs", 2, 2)]
    one, other = sorted(named, key=seating.players.index)
    return one, other


def _role_table(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> RoleTable:
    given = fields.record(data, None, required=("kind", "maker", "outcome"), optional=("partner", *ANY_DEAL))
    seating = read_seating(given, scoring_table, players)
    maker = seating.player(given["maker"], "maker")
    row = scoring_table.roles[fields.one_of(given["outcome"], "outcome", scoring_table.roles)]
    named = given.get("partner")
    partner = None if named is None else seating.other_player(named, "partner", maker)
    if partner and row.side == "alone":
        raise Refusal(NO_PARTNER_HERE, "partner")
    if not partner and row.side == "pair":
        raise Refusal(PARTNER_NEEDED, "partner")
    return RoleTable(
        maker=maker,
        partner=partner,
        outcome=row.code,
        dealer=seating.dealer,
        sits_out=seating.sits_out,
        note=_note(given),
    )


def _fault(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> Fault:
    given = fields.record(data, None, required=("kind", "penalty", "player"), optional=ANY_DEAL)
    seating = read_seating(given, scoring_table, players)
    penalty = fields.one_of(given["penalty"], "penalty", scoring_table.penalties)
    player = seating.player(given["player"], "player")
    return Fault(penalty=penalty, player=player, dealer=seating.dealer, sits_out=seating.sits_out, note=_note(given))


def _adjustment(data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> Adjustment:
    given = fields.record(data, None, required=("kind", "amounts", "reason"))
    typed = fields.record(given["amounts"], "amounts", optional=None)
    amounts = {read_player(player, "amounts", players): _amount(amount, player) for player, amount in typed.items()}
    if len(amounts) < 2:
        raise Refusal(NO_AMOUNT, "amounts")
    units = {
        player: read_points(str(amount), scoring_table.unit_denominator, f"amounts.{player}")
        for player, amount in amounts.items()
    }
    if sum(units.values()):
        raise Refusal(NOT_ZERO_SUM, "amounts")
    return Adjustment(amounts=amounts, reason=fields.words(given["reason"], "reason", LONGEST_REASON), units=units)


def _note(given: Mapping[str, object]) -> str | None:
    """What was written beside the deal, on one line."""
    if given.get("note") is None:
        return None
    return " ".join(fields.words(given["note"], "note", LONGEST_NOTE).split())


def _amount(value: object, player: str) -> int | str:
    if isinstance(value, str):
        return value
    if type(value) is int and abs(value) < 10**fields.MOST_DIGITS:
        return value
    raise Refusal(AMOUNT_NOT_EXACT, f"amounts.{player}")


READERS: Mapping[str, Callable[[Mapping[str, object], ScoringRules, tuple[str, ...]], Deal]] = {
    TrickDeal.kind: _trick_deal,
    NoloDeal.kind: _nolo_deal,
    PassedOut.kind: _passed_out,
    NotPlayed.kind: _not_played,
    FreeForAll.kind: _free_for_all,
    PairBook.kind: _pair_book,
    RoleTable.kind: _role_table,
    Fault.kind: _fault,
    Adjustment.kind: _adjustment,
}
