"""A row of the workbook to type in: the deal that its cells say, or which cell lacks what."""

from collections.abc import Mapping

from ledger.rules.deals.kinds import (
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
from ledger.rules.deals.kinds.passed_out import PASSED_OUT
from ledger.rules.deals.settling import deal_data, read_deal, settle
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.contracts import ALONE
from ledger.rules.imports.written.rows import WrittenRow
from ledger.rules.scoring.scoring_table import CAUSES, TRUMPS, ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.labels import Label, Phrase, fill, join, same, texts
from ledger.rules.site.refusal import Refusal

LONGEST_NOTE = 150
OF_CONTRACTS: tuple[type[Deal], ...] = (NoloDeal, FreeForAll, PairBook, RoleTable)  # of the list, without levels

NO_CONTRACT = Phrase("Choose a contract from the list")
NO_ATTACHMENT = Phrase("Choose an attachment from the list")
NO_DECLARER = Phrase("The declarer does not play here")
NO_PARTNER = Phrase("This contract needs a partner")
PARTNER_HERE = Phrase("This contract is played without a partner")
BAD_TRICKS = Phrase("Write the tricks: 0 to %(most)s")
NO_PRICE = Phrase("The price list has no price for this")

# What a deal as data lacks, by its own key: the column, and the sentence.
LACKS: Mapping[str, tuple[str, Phrase]] = {
    "players": ("points", Phrase("Choose at least %(least)s players above")),
    "dealer": ("dealer", Phrase("Say who deals and so sits out")),
    "sits_out": ("away", Phrase("Say who else sits out, or leave that empty")),
    "declarer": ("declarer", NO_DECLARER),
    "maker": ("declarer", NO_DECLARER),
    "player": ("declarer", NO_DECLARER),
    "partner": ("partner", NO_PARTNER),
    "alone": ("partner", NO_PARTNER),
    "tricks": ("tricks", BAD_TRICKS),
    "participants": ("tricks", Phrase("There are only %(most)s tricks in a deal")),
}


class NotWhole(Exception):
    """A row is no whole deal yet; carries the column of the cell that lacks something, and what."""

    def __init__(self, column: int, why: Label) -> None:
        super().__init__(column, why)
        self.column, self.why = column, why


def choices_to_type(scoring_table: ScoringRules) -> dict[str, list[tuple[Label, DealData]]]:
    """What the lists of the workbook offer, by list, in the order of the wall's sheet, with what each says of a deal.

    A level goes with an attachment; where there is one level alone, the columns are contracts of their own.
    """
    levels = scoring_table.levels
    of_one_level: DealData = {"kind": TrickDeal.kind, "level": levels[0]} if len(levels) == 1 else {}
    columns: list[tuple[Label, DealData]] = []
    for column in scoring_table.columns:
        turn = {} if column.vip_turn is None else {"vip_turn": column.vip_turn}
        columns.append((column.label, {"attachment": column.attachment, **turn, **of_one_level}))
    has_levels = len(levels) > 1
    of_levels: list[tuple[Label, DealData]] = [
        (same(str(level)), {"kind": TrickDeal.kind, "level": level}) for level in levels
    ]
    contracts = [*columns] if len(levels) == 1 else of_levels
    for kind in OF_CONTRACTS:
        for code, label in kind.contract_labels(scoring_table).items():
            of_contract: DealData = {kind.key_of_contract: code} if code else {}
            contracts.append((label, {"kind": kind.kind, **of_contract}))
    for code, penalty in scoring_table.penalties.items():
        contracts.append((penalty.label, {"kind": Fault.kind, "penalty": code}))
    contracts.append((PASSED_OUT, {"kind": PassedOut.kind}))
    for code, label in CAUSES.items():
        contracts.append((label, {"kind": NotPlayed.kind, "cause": code}))
    return {
        "contract": contracts,
        "attachment": columns if has_levels else [],
        "trump": [(TRUMPS[trump], {"trump": trump}) for trump in scoring_table.trumps],
        "flag": [(label, {"flag": code}) for code, label in scoring_table.flags.items()],
    }


def bids_of(scoring_table: ScoringRules) -> dict[str, DealData]:
    """What each choice of the lists says of a deal, by its words in any language and case."""
    choices = choices_to_type(scoring_table)
    offered = [choice for what in ("attachment", "contract", "trump", "flag") for choice in choices[what]]
    return {text.casefold(): facts for label, facts in offered for text in texts(label)}


def deal_of_cells(row: WrittenRow, bids: Mapping[str, DealData], tariff: Tariff) -> tuple[DealData, Mapping[str, int]]:
    """The deal that the cells of a typed row say, among everybody at its table, and what each wins in units.

    Raises NotWhole for a cell that lacks something, and for a deal without a price.
    """
    cells = _Cells(row, tariff.scoring_table)
    deal = cells.deal(bids)
    try:
        return deal_data(deal), settle(deal, tariff, row.players).units
    except Refusal:
        raise NotWhole(row.map.column("contract"), NO_PRICE) from None


class _Cells:
    """The cells of one row under a scoring table."""

    def __init__(self, row: WrittenRow, scoring_table: ScoringRules) -> None:
        self.row, self.scoring_table = row, scoring_table
        self.players = row.players

    def deal(self, bids: Mapping[str, DealData]) -> Deal:
        bid = self._bid(bids)
        kind = bid["kind"]
        columns = self.row.map.tricks
        tricks = {name: self._count(column) for column, name in columns.items() if self.row.cells.text(column)}
        if tricks and kind not in (NoloDeal.kind, FreeForAll.kind):
            raise NotWhole(self._column("tricks of each"), Phrase("Only on a nolo do others have tricks"))
        if self.row.text("partner") and kind not in (TrickDeal.kind, RoleTable.kind):
            raise NotWhole(self._column("partner"), PARTNER_HERE)
        facts = {**bid, **self._facts(bid, tricks), **self._seating()}
        try:
            return read_deal(facts, self.scoring_table, self.players)
        except Refusal as refusal:
            raise self._lacking(facts, (refusal.field or "").partition(".")[0]) from None

    def _lacking(self, facts: DealData, key: str) -> NotWhole:
        """What is lacking where a deal as data was refused for one of its keys."""
        what, why = LACKS.get(key, ("contract", NO_PRICE))
        if key == "partner" and facts.get("partner") == facts.get("declarer"):
            why = Phrase("The declarer cannot be the partner too")
        if key == "tricks" and facts["kind"] == FreeForAll.kind:
            what, why = "tricks of each", Phrase("Write everybody's tricks: %(most)s together")
        return NotWhole(self._column(what), self._fill(why))

    def _column(self, what: str) -> int:
        """The column in which something is mended; the first if an earlier workbook has none for it."""
        of_players = {"points": self.row.map.points or self.row.map.tricks, "tricks of each": self.row.map.tricks}
        return min(of_players.get(what, ()), default=self.row.map.column(what) or 1)

    def _fill(self, why: Phrase) -> Label:
        return fill(why, most=self.scoring_table.tricks, least=self.scoring_table.seats.min)

    # --- what was bid

    def _bid(self, bids: Mapping[str, DealData]) -> DealData:
        columns = self.row.map.columns_of("contract")
        bid: DealData = {}
        for column in columns:
            text = self.row.cells.text(column)
            facts = bids.get(text.casefold())
            if text and (facts is None or ("kind" in facts) != (column == columns[0])):
                raise NotWhole(column, self._not_in_list(columns.index(column)))
            bid |= facts or {}
        if "kind" not in bid:
            raise NotWhole(self._column("contract"), NO_CONTRACT)
        if bid["kind"] != TrickDeal.kind:
            return bid
        first = self.scoring_table.columns[0]
        if "attachment" not in bid and first.alone == "forced":
            raise NotWhole(columns[-1], NO_ATTACHMENT)
        attachment = bid.setdefault("attachment", first.attachment)
        counted = {
            "trump": self.scoring_table.counted_trumps(attachment),
            "flag": self.scoring_table.counted_flags(attachment),
        }
        # What changes no price is left out.
        return {part: value for part, value in bid.items() if value in counted.get(part, (value,))}

    def _not_in_list(self, at: int) -> Label:
        if at == 0:
            return NO_CONTRACT
        if at == 1 and len(self.scoring_table.levels) > 1:
            return NO_ATTACHMENT
        extras = [*(TRUMPS[trump] for trump in self.scoring_table.trumps), *self.scoring_table.flags.values()]
        return fill(Phrase("Choose from the list: %(what)s"), what=join(extras, ", "))

    # --- who played, and the tricks

    def _facts(self, bid: DealData, tricks: Mapping[str, int]) -> DealData:
        match bid["kind"]:
            case TrickDeal.kind:
                declarer = self._player("declarer")
                return {"declarer": declarer, **self._side(bid), "tricks": self._count(self._column("tricks"))}
            case NoloDeal.kind:
                declarer = self._player("declarer")
                won = self._count(self._column("tricks"))
                taken = {declarer: won, **{name: count for name, count in tricks.items() if name != declarer}}
                return {"participants": [{"player": player, "tricks": count} for player, count in taken.items()]}
            case RoleTable.kind:
                partner = self._player("partner") if self.row.text("partner") else None
                if partner and self.scoring_table.roles[bid["outcome"]].side == "alone":
                    raise NotWhole(self._column("partner"), PARTNER_HERE)
                return {"maker": self._player("declarer"), "partner": partner}
            case Fault.kind:
                return {"player": self._player("declarer")}
            case FreeForAll.kind:
                return {"tricks": dict(tricks)}
            case PairBook.kind:
                ours = self._count(self._column("tricks"))
                pairs = [list(self.players[0::2]), list(self.players[1::2])]
                return {"pairs": pairs, "pair_tricks": [ours, self.scoring_table.tricks - ours]}
        return {}

    def _side(self, bid: DealData) -> DealData:
        """The partner of a trick contract, or why there is none."""
        text = self.row.text("partner")
        column = self.scoring_table.column(bid["attachment"], bid.get("vip_turn"))
        if text and column is not None and column.alone == "forced":
            raise NotWhole(self._column("partner"), PARTNER_HERE)
        if text in self.players:
            return {"partner": text}
        alone = ALONE.get(text.lower())
        if text and not alone:
            raise NotWhole(self._column("partner"), NO_PARTNER)
        return {"alone": alone} if alone else {}

    def _player(self, what: str) -> str:
        name = self.row.text(what)
        if name not in self.players:
            raise NotWhole(self._column(what), LACKS[what][1])
        return name

    def _count(self, column: int) -> int:
        text = self.row.cells.text(column)
        if not text.isdecimal() or len(text) > 2 or int(text) > self.scoring_table.tricks:
            raise NotWhole(column, self._fill(BAD_TRICKS))
        return int(text)

    # --- who sat out, and the note

    def _seating(self) -> DealData:
        facts: DealData = {}
        players = self.players
        if dealer := self.row.text("dealer"):
            facts["dealer"] = dealer
        named = {self.row.cells.text(column) for column in self.row.map.columns_of("away")} - {""}
        too_many = len(players) - self.scoring_table.seats.max
        if named:
            facts["sits_out"] = [player for player in players if player in {dealer, *named}]
        elif too_many > 1 and dealer in players:
            # In turn: the dealer, and those who come next.
            first = players.index(dealer)
            facts["sits_out"] = [*players[first:], *players[:first]][:too_many]
        if note := self.row.text("note"):
            facts["note"] = note[:LONGEST_NOTE]
        return facts
