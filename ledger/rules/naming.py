"""What a deal is called and how it went, in a word or two."""

from ledger.rules.kinds import Adjustment, Deal, Fault, FreeForAll, NoloDeal, PairBook, PassedOut, RoleTable, TrickDeal
from ledger.rules.table import Column, Nolo, Table
from ledger.rules.vocabulary import ALONE, ATTACHMENTS, Label

PASSED_OUT = Label("Passet rundt", "Passed out")
ADJUSTMENT = Label("Regulering", "Adjustment")
TURNS = {1: Label("i 1.", "in the 1st turn"), 2: Label("i 2.", "in the 2nd turn"), 3: Label("i 3.", "in the 3rd turn")}


def contract_name(deal: Deal, table: Table, language: str) -> str:
    """The contract as it is said at the table: "9 vip i 2.", "Sol", "Passet rundt"."""
    match deal:
        case TrickDeal():
            return _trick_name(deal, table, language)
        case NoloDeal():
            return table.nolo[deal.contract].label[language]
        case RoleTable():
            return table.roles[deal.outcome].label[language]
        case Fault():
            return table.penalties[deal.penalty].label[language]
        case FreeForAll() if table.free_for_all:
            return table.free_for_all.label[language]
        case PairBook() if table.pair_book:
            return table.pair_book.label[language]
        case PassedOut():
            return PASSED_OUT[language]
        case _:
            return ADJUSTMENT[language]


def how_alone(deal: Deal, language: str) -> str | None:
    """Why the declarer ended up alone, where the contract itself does not say so."""
    if isinstance(deal, TrickDeal) and deal.alone in ("self_called", "ace_in_cat"):
        return ALONE[deal.alone][language]
    return None


def _trick_name(deal: TrickDeal, table: Table, language: str) -> str:
    column = table.column(deal.attachment, deal.vip_turn)
    assert column is not None
    name = bid_name(table, deal.level, column, language)
    if deal.vip_turn is None or len(table.levels) == 1:
        return name
    return f"{name} {TURNS[deal.vip_turn][language]}"


def bid_name(table: Table, level: int, column: Column, language: str) -> str:
    """A trick contract as it is bid, without its turn: "9", "9 vip"; of a table with one level the column's name."""
    if len(table.levels) == 1:
        return column.label[language]
    return str(level) if column.attachment == "plain" else f"{level} {_attachment_word(column, language)}"


def _attachment_word(column: Column, language: str) -> str:
    if column.parts:
        return " + ".join(ATTACHMENTS[part][language] if part in ATTACHMENTS else part for part in column.parts)
    known = ATTACHMENTS.get(column.attachment)
    return known[language] if known else column.label[language].lower()


def result_text(deal: Deal, table: Table) -> str:
    """How it went: "+1", "=", "-2" in tricks against the contract; several nolo players each; "8-5" for pairs."""
    match deal:
        case TrickDeal():
            return _difference(deal.tricks - deal.level)
        case NoloDeal():
            nolo = table.nolo[deal.contract]
            return " / ".join(_difference(-_outside(nolo, one.tricks)) for one in deal.participants)
        case PairBook():
            return "-".join(str(tricks) for tricks in deal.pair_tricks)
        case FreeForAll():
            return "-".join(str(tricks) for tricks in deal.tricks.values())
        case PassedOut() | RoleTable() | Fault() | Adjustment():
            return ""


def _outside(nolo: Nolo, tricks: int) -> int:
    return max(0, nolo.min_tricks - tricks, tricks - nolo.max_tricks)


def _difference(tricks: int) -> str:
    return f"{tricks:+d}" if tricks else "="
