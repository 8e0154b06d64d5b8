"""What was changed in the row of a deal, and the deal that follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ledger.rules.imports.contracts import ALONE, WrittenContract
from ledger.rules.imports.differences.book_deals import BookDeal, DealPrices, cells_of
from ledger.rules.imports.differences.name_book import NameBook
from ledger.rules.imports.differences.typed_rows import FACTS, MINUSES, TypedRow, comparable
from ledger.rules.imports.plan import DealData
from ledger.rules.imports.written.amounts import read_amount
from ledger.rules.site.points import exact_value
from ledger.rules.site.refusal import Refusal, gettext_noop

ABOUT_THE_CONTRACT = ("contract", "attachment", "vip_turn")
NOBODY = ("", "-")
# Where a deal as data has its declarer.
DECLARED_BY = {"trick": "declarer", "points_only": "declarer", "role_table": "maker", "penalty": "player"}
HAS_PARTNER = ("trick", "points_only", "role_table")
# The column that an error of a deal as data is about.
COLUMN_OF = {
    "level": "contract", "alone": "partner", "participants": "tricks", "maker": "declarer", "player": "declarer",
    "pair_tricks": "tricks", "sits_out": "dealer", "players": "dealer", "trump": "contract", "called_by": "partner",
    "bid": "contract", "outcome": "contract", "penalty": "contract", "flag": "contract",
}  # fmt: skip

NO_CONTRACT = gettext_noop("“%(text)s” is no contract of the scoring table.")
WHICH_CONTRACT = gettext_noop("“%(text)s” can be read in several ways: write the contract as the other rows have it.")
NO_TRICKS = gettext_noop("“%(text)s” is no number of tricks.")
TRICKS_OF_EACH = gettext_noop("Write the tricks of everybody on the contract, such as 1 / 3.")
NOT_A_TURN = gettext_noop("“%(text)s” is no turn: write 1, 2 or 3.")
ON_ITS_PAGE = gettext_noop("This is changed on the deal's own page.")
ELSEWHERE = gettext_noop("The table and the day of a deal cannot be changed here.")
WHO_DECLARED = gettext_noop("Say who declared.")


def edited_columns(row: TypedRow, book_deal: BookDeal) -> tuple[str, ...]:
    """The columns in which a row says something else than the workbook wrote; points are not among them."""
    written = cells_of(book_deal)
    changed = [what for what in FACTS if row.has(what) and _folded_cell(row, what) not in written[what]]
    if row.has("date") and row.day != book_deal.day:
        changed.append("date")
    return tuple(changed)


def edited_deal(row: TypedRow, book_deal: BookDeal, columns: Sequence[str], names: NameBook) -> DealData:
    """The deal that follows from a change of some columns; everything that the sheet does not show stays.

    Raises Refusal with the column as its field for what cannot be read, or cannot be changed so.
    """
    for column in columns:
        if column in ("table", "date"):
            raise Refusal(ELSEWHERE, column)
    if _is_another_kind(row, book_deal, columns):
        return new_deal(row, book_deal.prices, names, {})
    deal = dict(book_deal.deal)
    if any(column in ABOUT_THE_CONTRACT for column in columns):
        deal = _with_contract(row, deal, book_deal.prices, columns)
    for column in columns:
        if column not in ABOUT_THE_CONTRACT:
            deal = _EDITS[column](row, deal, names)
    return deal


def with_points(deal: DealData, points: Mapping[str, Fraction]) -> DealData:
    """A deal whose points are typed, with other points; any other deal as it is."""
    key = {"points_only": "points", "adjustment": "amounts"}.get(deal["kind"])
    return {**deal, key: {player: exact_value(won) for player, won in points.items()}} if key else deal


def has_typed_points(deal: DealData) -> bool:
    """Whether a deal's points are typed and not priced."""
    return deal["kind"] in ("points_only", "adjustment")


def column_of(refusal: Refusal) -> str:
    """The column that a refusal of a deal is about."""
    field = (refusal.field or "").partition(".")[0]
    return COLUMN_OF.get(field, field)


def _folded_cell(row: TypedRow, what: str) -> str:
    if what == "note":
        return row.text(what)
    text = comparable(row.text(what))
    if what == "tricks":
        return " / ".join(part.strip() for part in text.split("/"))
    if what in ("declarer", "partner", "joiners"):
        return ", ".join(part.strip() for part in text.split(","))
    return text


def _is_another_kind(row: TypedRow, book_deal: BookDeal, columns: Sequence[str]) -> bool:
    """Whether a row's contract was changed to one of another kind, or a deal got the tricks that were not known."""
    kind = book_deal.deal["kind"]
    if kind == "points_only":
        return "tricks" in columns and bool(row.text("tricks"))
    if "contract" not in columns or not row.text("contract"):
        return False
    readings = book_deal.prices.contracts(row.text("contract"))
    return bool(readings) and all(reading.kind != kind for reading in readings)


# --- contracts


def _reading(row: TypedRow, prices: DealPrices, columns: Sequence[str] = ABOUT_THE_CONTRACT) -> WrittenContract:
    """The one way to read a row's contract, with the columns beside it that say more."""
    text = row.text("contract")
    readings = [_with_beside(reading, row, prices, columns) for reading in prices.contracts(text)]
    if not readings:
        raise Refusal(NO_CONTRACT, "contract", text=text[:80])
    if len(set(readings)) > 1:
        raise Refusal(WHICH_CONTRACT, "contract", text=text[:80])
    return readings[0]


def _with_beside(
    reading: WrittenContract, row: TypedRow, prices: DealPrices, columns: Sequence[str]
) -> WrittenContract:
    if reading.kind != "trick":
        return reading
    if "attachment" in columns and row.text("attachment"):
        reading = replace(reading, attachment=_attachment(row, prices))
    if "vip_turn" in columns and row.text("vip_turn"):
        reading = replace(reading, vip_turn=_turn(row))
    return reading


def _attachment(row: TypedRow, prices: DealPrices) -> str:
    """The attachment by what it is called; none is plain."""
    text = row.text("attachment")
    if text in NOBODY:
        return "plain"
    level = prices.scoring_table.levels[0] if prices.scoring_table.levels else ""
    codes = {reading.attachment for reading in prices.contracts(f"{level} {text}") if reading.kind == "trick"}
    if len(codes) != 1:
        raise Refusal(NO_CONTRACT, "attachment", text=text[:80])
    return str(codes.pop())


def _turn(row: TypedRow) -> int | None:
    text = row.text("vip_turn").rstrip(".")
    if text in NOBODY:
        return None
    if text not in ("1", "2", "3"):
        raise Refusal(NOT_A_TURN, "vip_turn", text=text[:40])
    return int(text)


def _with_contract(row: TypedRow, deal: DealData, prices: DealPrices, columns: Sequence[str]) -> DealData:
    """A deal with the contract of its row; what else is known of it stays while it can."""
    if "contract" in columns and row.text("contract") not in NOBODY:
        reading = _reading(row, prices, columns)
        if reading.kind == "nolo" and deal["kind"] == "nolo":
            return {**deal, "contract": reading.nolo}
        if reading.kind == "not_played" and deal["kind"] == "not_played":
            return {**deal, "cause": reading.cause}
        if reading.kind != "trick" or deal["kind"] != "trick":
            raise Refusal(ON_ITS_PAGE, "contract")
        changed = {**deal, "level": reading.level, "attachment": reading.attachment, "vip_turn": reading.vip_turn}
        extras = {"trump": reading.trump, "flag": reading.flag}
        changed |= {name: value for name, value in extras.items() if value is not None}
        if reading.alone:
            changed |= {"partner": None, "alone": reading.alone}
    elif deal["kind"] != "trick" or "contract" in columns:
        raise Refusal(ON_ITS_PAGE, columns[0])
    else:
        changed = dict(deal)
        if "attachment" in columns:
            changed |= {"attachment": _attachment(row, prices), "vip_turn": None}
        if "vip_turn" in columns:
            changed["vip_turn"] = _turn(row)
    if changed["attachment"] != deal["attachment"]:
        # The trump of another attachment says nothing of this one.
        changed |= {"trump": None} if changed.get("trump") == deal.get("trump") else {}
    return {name: value for name, value in changed.items() if value is not None or name == "partner"}


# --- the other columns, by what they change


def _with_dealer(row: TypedRow, deal: DealData, names: NameBook) -> DealData:
    return _without_none({**deal, "dealer": _player(row, "dealer", names)})


def _with_note(row: TypedRow, deal: DealData, _names: NameBook) -> DealData:
    return _without_none({**deal, "note": row.text("note") or None})


def _with_declarer(row: TypedRow, deal: DealData, names: NameBook) -> DealData:
    player = _player(row, "declarer", names)
    if deal["kind"] == "nolo" and player:
        first, *others = deal["participants"]
        return {**deal, "participants": [{**first, "player": player}, *others]}
    key = DECLARED_BY.get(deal["kind"])
    if key is None:
        raise Refusal(ON_ITS_PAGE, "declarer")
    if player is None and deal["kind"] != "points_only":
        raise Refusal(WHO_DECLARED, "declarer")
    return _without_none({**deal, key: player})


def _with_partner(row: TypedRow, deal: DealData, names: NameBook) -> DealData:
    if deal["kind"] not in HAS_PARTNER:
        raise Refusal(ON_ITS_PAGE, "partner")
    alone = _alone(row)
    if alone is None:
        changed = {**deal, "partner": names.player(row.text("partner"), "partner")}
        return {name: value for name, value in changed.items() if name != "alone"}
    changed = {**deal, "partner": None}
    return {**changed, "alone": alone} if deal["kind"] == "trick" else _without_none(changed)


def _alone(row: TypedRow) -> str | None:
    """Why a row has no partner; None if it has one."""
    words = row.text("partner").lower().strip(" .()")
    if words in NOBODY:
        return "self_called"
    return (ALONE[words] or "self_called") if words in ALONE else None


def _with_joiners(row: TypedRow, deal: DealData, names: NameBook) -> DealData:
    if deal["kind"] != "nolo":
        raise Refusal(ON_ITS_PAGE, "joiners")
    first, tricks = deal["participants"][0]["player"], _tricks(row)
    return _nolo(deal, [first, *_players(row, "joiners", names)], tricks)


def _with_tricks(row: TypedRow, deal: DealData, _names: NameBook) -> DealData:
    tricks = _tricks(row)
    if deal["kind"] == "nolo":
        return _nolo(deal, [item["player"] for item in deal["participants"]], tricks)
    if deal["kind"] == "free_for_all" and len(tricks) == len(deal["tricks"]):
        return {**deal, "tricks": dict(zip(deal["tricks"], tricks, strict=True))}
    if deal["kind"] == "pair_book" and len(tricks) == 2:
        return {**deal, "pair_tricks": tricks}
    if deal["kind"] == "trick" and len(tricks) == 1:
        return {**deal, "tricks": tricks[0]}
    if len(tricks) != 1:
        raise Refusal(TRICKS_OF_EACH, "tricks")
    raise Refusal(ON_ITS_PAGE, "tricks")


def _nolo(deal: DealData, players: Sequence[str], tricks: Sequence[int]) -> DealData:
    if len(players) != len(tricks):
        raise Refusal(TRICKS_OF_EACH, "tricks")
    on_it = [{"player": player, "tricks": taken} for player, taken in zip(players, tricks, strict=True)]
    changed = {**deal, "participants": on_it}
    return {name: value for name, value in changed.items() if name != "stopped"}


_EDITS: Mapping[str, Any] = {
    "dealer": _with_dealer,
    "declarer": _with_declarer,
    "partner": _with_partner,
    "joiners": _with_joiners,
    "tricks": _with_tricks,
    "note": _with_note,
}


# --- deals that are typed anew


def new_deal(row: TypedRow, prices: DealPrices, names: NameBook, points: Mapping[str, Fraction]) -> DealData:
    """The deal that a whole row tells; with points and without tricks one of which only the points are known.

    Raises Refusal with the column as its field.
    """
    dealer = _player(row, "dealer", names)
    beside = _without_none({"dealer": dealer, "note": row.text("note") or None})
    reading = _reading(row, prices) if row.text("contract") else None
    is_without_tricks = not row.text("tricks") and (reading is None or reading.tricks is None)
    if is_without_tricks and points and (reading is None or reading.kind in ("trick", "nolo")):
        return {**_points_only(row, reading, names, points), **beside}
    if reading is None:
        raise Refusal(NO_CONTRACT, "contract", text="")
    if reading.kind == "trick":
        return {**_trick(row, reading, prices, names), **beside}
    if reading.kind == "nolo":
        declarer, *along = _players(row, "declarer", names)
        on_it = [declarer, *along, *_players(row, "joiners", names)]
        return {**_nolo({"kind": "nolo", "contract": reading.nolo}, on_it, _tricks(row)), **beside}
    cause = {"cause": reading.cause} if reading.cause else {}
    return {"kind": reading.kind, **cause, **beside}


def _trick(row: TypedRow, reading: WrittenContract, prices: DealPrices, names: NameBook) -> DealData:
    declarer = _player(row, "declarer", names)
    if declarer is None:
        raise Refusal(WHO_DECLARED, "declarer")
    [tricks] = [reading.tricks] if not row.text("tricks") else _tricks(row)[:1]
    column = prices.scoring_table.column(str(reading.attachment), reading.vip_turn)
    is_forced = column is not None and column.alone == "forced"
    alone = _alone(row)
    partner = None if is_forced or alone else names.player(row.text("partner"), "partner")
    why = "declared" if is_forced else reading.alone or alone
    bid = {name: getattr(reading, name) for name in ("level", "attachment", "vip_turn", "trump", "flag")}
    side = {"declarer": declarer, "alone": None if partner else why, "tricks": tricks}
    return {"kind": "trick", **_without_none({**bid, **side}), "partner": partner}


def _points_only(
    row: TypedRow, reading: WrittenContract | None, names: NameBook, points: Mapping[str, Fraction]
) -> DealData:
    known: dict[str, Any] = {"declarer": _player(row, "declarer", names)}
    if known["declarer"] and _alone(row) is None:
        known["partner"] = names.player(row.text("partner"), "partner")
    if reading and reading.nolo:
        known["contract"] = reading.nolo
    elif reading:
        known |= {"level": reading.level, "attachment": reading.attachment, "vip_turn": reading.vip_turn}
    won = {player: exact_value(amount) for player, amount in points.items()}
    return {"kind": "points_only", "points": won, **_without_none(known)}


def _player(row: TypedRow, column: str, names: NameBook) -> str | None:
    """The one player in a cell; None for nobody."""
    players = _players(row, column, names, is_needed=False)
    return players[0] if players else None


def _players(row: TypedRow, column: str, names: NameBook, *, is_needed: bool = True) -> list[str]:
    text = row.text(column)
    if text in NOBODY:
        if column == "declarer" and is_needed:
            raise Refusal(WHO_DECLARED, column)
        return []
    return names.players(text, column)


def _tricks(row: TypedRow) -> list[int]:
    """The tricks in a cell, several with a stroke between them."""
    text = row.text("tricks").translate(MINUSES)
    tricks = []
    for part in text.split("/"):
        try:
            number = read_amount(part.strip())
        except Refusal:
            number = None
        if not isinstance(number, int) or not 0 <= number <= 52:
            raise Refusal(NO_TRICKS, "tricks", text=text[:40])
        tricks.append(number)
    return tricks


def _without_none(facts: Mapping[str, Any]) -> DealData:
    return {name: value for name, value in facts.items() if value is not None}
