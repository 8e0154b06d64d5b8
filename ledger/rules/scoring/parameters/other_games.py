"""What is played besides trick contracts: nolo, free for all, fixed pairs, roles, penalties."""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction

from ledger.rules.scoring.parameters.named_rules import NOLO_LOST, Value
from ledger.rules.scoring.parameters.parameter import (
    AMOUNT,
    CODE_CELL,
    NAME_CELL,
    PRICE,
    REPEATED,
    TRICKS,
    CellKind,
    Choices,
    Context,
    Document,
    Heading,
    ListRows,
    Parameter,
    PriceNumbers,
    Record,
    RowCell,
    Units,
    choice,
    refuse_repeats,
)
from ledger.rules.scoring.scoring_table import (
    FreeForAllPrice,
    Nolo,
    NoloPrice,
    PairBookPrice,
    Penalty,
    RoleRow,
    ScoringRules,
)
from ledger.rules.site import fields
from ledger.rules.site.fields import inside
from ledger.rules.site.labels import NOTHING, Label, Phrase, Text, fill, join, same
from ledger.rules.site.refusal import Refusal, gettext_noop

# `nolo`: the contracts to take few tricks.


NOLO_SIDES: Choices = {"alone": Phrase("alone"), "pair": Phrase("as a pair")}

# A price is read with its contract's code known, by which its place is called: "nolo.sol.made".
PRICE_OF_A_CONTRACT = CellKind(PRICE.text, lambda value, _field, _context: value)

MADE, LESS = Phrase("made", "a contract"), Phrase("per trick below")
LOST, OFF = Phrase("lost"), Phrase("per trick outside")


def _price_cell(key: str, label: Phrase, *, is_required: bool = False) -> RowCell:
    return RowCell(key, label, PRICE_OF_A_CONTRACT, is_required, may_be_null=True)


def _limits(nolo: Nolo, _scoring_table: ScoringRules) -> Label:
    low, high = nolo.min_tricks, nolo.max_tricks
    return join([nolo.label, same(str(low) if low == high else f"{low}–{high}")], " ")


def nolo_price(parts: Mapping[str, int], nolo_lost: str) -> NoloPrice:
    """The four numbers of a nolo contract: those given, in units, and the rest by the named rule."""
    made = parts["made"]
    lost, off = NOLO_LOST.choices[nolo_lost].numbers(Value(made))
    return NoloPrice(made, parts.get("less", 0), parts.get("lost", lost), parts.get("off", off))


def _read_nolo(rows: list[tuple[str, Record]], context: Context) -> Mapping[str, Nolo]:
    contracts = [_contract(path, row, context) for path, row in rows]
    refuse_repeats([nolo.code for nolo in contracts], "nolo")
    return {nolo.code: nolo for nolo in contracts}


def _contract(path: str, row: Record, context: Context) -> Nolo:
    most = row["max_tricks"]
    least = fields.integer(row.get("min_tricks", 0), f"{path}.min_tricks", 0, most)
    if most == 1 and context.rules.get("sol") == "exactly_one":
        least = 1
    facts = {key: value for key, value in row.items() if key not in ("made", "less", "lost", "off")}
    return Nolo(**{**facts, "min_tricks": least}, price=_price(row, context))


def _price(row: Record, context: Context) -> NoloPrice | None:
    typed = {
        part: context.price(f"nolo.{row['code']}.{part}", context.units, row[part])
        for part in ("made", "less", "lost", "off")
        if row.get(part) is not None
    }
    parts = {part: units for part, units in typed.items() if units is not None}
    return nolo_price(parts, context.rule("nolo_lost")) if "made" in parts else None


def _nolo_prices(contracts: Mapping[str, Nolo], _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    for nolo in contracts.values():
        price = nolo.price
        units: Units = {MADE: price.made, LESS: price.less, LOST: price.lost, OFF: price.off} if price else {}
        yield f"nolo.{nolo.code}", nolo.label, units


NOLO: Parameter[Mapping[str, Nolo]] = Parameter(
    key="nolo",
    title=Phrase("Tricks allowed on nolo"),
    default={},
    read=_read_nolo,
    rows=ListRows(
        title=Phrase("Nolo"),
        name=_limits,
        cells=(
            CODE_CELL,
            NAME_CELL,
            RowCell("min_tricks", Phrase("Fewest tricks"), TRICKS, is_required=False),
            RowCell("max_tricks", Phrase("Most tricks"), TRICKS),
            RowCell("side", Phrase("Played"), choice(NOLO_SIDES)),
            _price_cell("made", Phrase("Made", "a contract"), is_required=True),
            _price_cell("less", Phrase("Per trick below")),
            _price_cell("lost", Phrase("Lost")),
            _price_cell("off", Phrase("Per trick beyond")),
        ),
        new_name=Text("Ny nolo", "New nolo"),
        new_facts=lambda _document: {"max_tricks": 0, "side": "alone", "made": None},
    ),
    prices=_nolo_prices,
)


# `free_for_all`: everyone for himself; each pays for the tricks above the fewest, and the fewest share the pot.


PER_TRICK = Phrase("per trick")


def _read_free_for_all(value: object, context: Context) -> FreeForAllPrice | None:
    if value is None:
        return None
    given = fields.record(value, "free_for_all", required=("label", "price"))
    label = fields.label(given["label"], "free_for_all.label")
    if given["price"] is None:
        return FreeForAllPrice(label, None)
    return FreeForAllPrice(label, context.price("free_for_all.price", _shared_price, given["price"], context))


def _shared_price(value: object, context: Context, field: str) -> int:
    price = context.units(value, field)
    # One to all but one may share a pot, and each of them has to get whole units.
    if price % math.lcm(*range(1, context.document["seats"]["max"])):
        text = str(Fraction(price, context.denominator))
        raise Refusal(
            gettext_noop("A pot of %(price)s cannot be shared exactly in steps of 1/%(denominator)d point."),
            field,
            price=text,
            denominator=context.denominator,
        )
    return price


def _free_for_all_prices(pot: FreeForAllPrice | None, _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    if pot:
        yield "free_for_all", pot.label, {PER_TRICK: pot.price}


FREE_FOR_ALL: Parameter[FreeForAllPrice | None] = Parameter(
    key="free_for_all",
    default=None,
    read=_read_free_for_all,
    facts=(
        Heading("free_for_all.label.da", Phrase("Everyone for himself: name (Danish)"), is_aside=True),
        Heading("free_for_all.label.en", Phrase("Everyone for himself: name (English)"), is_aside=True),
        Heading("free_for_all.price", Phrase("Everyone for himself: price"), "points", may_lack=True),
    ),
    is_used=lambda document: bool(document.get("free_for_all")),
    prices=_free_for_all_prices,
)


# `pair_book`: fixed pairs, paid for the tricks above the book.


def _read_pair_book(value: object, context: Context) -> PairBookPrice | None:
    if value is None:
        return None
    given = fields.record(value, "pair_book", required=("label", "tricks", "price"))
    context.rule("book")  # refuses where it is not chosen: without it nobody knows who pays
    return PairBookPrice(
        label=fields.label(given["label"], "pair_book.label"),
        tricks=fields.integer(given["tricks"], "pair_book.tricks", context.tricks // 2, context.tricks),
        price=context.units(given["price"], "pair_book.price"),
    )


def _pair_book_prices(book: PairBookPrice | None, _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    if book:
        yield "pair_book", book.label, {PER_TRICK: book.price}


PAIR_BOOK: Parameter[PairBookPrice | None] = Parameter(
    key="pair_book",
    title=Phrase("Tricks that the pairs are not paid for"),
    default=None,
    read=_read_pair_book,
    facts=(
        Heading("pair_book.label.da", Phrase("Pair against pair: name (Danish)"), is_aside=True),
        Heading("pair_book.label.en", Phrase("Pair against pair: name (English)"), is_aside=True),
        Heading("pair_book.tricks", Phrase("Pair against pair: tricks without a price"), "whole", is_aside=True),
        Heading("pair_book.price", Phrase("Pair against pair: price per trick"), "points"),
    ),
    is_used=lambda document: bool(document.get("pair_book")),
    in_brief=lambda book, _scoring_table: same(str(book.tricks)) if book else NOTHING,
    prices=_pair_book_prices,
)


# `roles`: the outcomes of a game paid by role; the house pays.


FEWEST, MOST = 3, 8

ROLE_SIDES: Choices = {**NOLO_SIDES, "any": Phrase("either")}


def _read_by_players(value: object, field: str, context: Context) -> Mapping[int, int]:
    seats = context.document["seats"]
    counts = range(seats["min"], seats["max"] + 1)
    given = fields.record(value, field, required=[str(count) for count in counts])
    return {count: context.units(given[str(count)], inside(field, count)) for count in counts}


def _columns_by_players(cell: RowCell, document: Document) -> Iterator[Heading]:
    seats = document.get("seats", {})
    # A draft may have anything in place of a number.
    low, high = (seats.get(end) if type(seats.get(end)) is int else 4 for end in ("min", "max"))
    for count in range(max(low, FEWEST), min(high, MOST) + 1):
        yield Heading(f"{cell.key}.{count}", fill(cell.label or NOTHING, count=count), PRICE.text)


BY_PLAYERS = CellKind(
    PRICE.text,
    _read_by_players,
    columns=_columns_by_players,
)


def _read_roles(rows: list[tuple[str, Record]], _context: Context) -> Mapping[str, RoleRow]:
    roles = [RoleRow(**row) for _path, row in rows]
    refuse_repeats([role.code for role in roles], "roles")
    return {role.code: role for role in roles}


def _roles_prices(roles: Mapping[str, RoleRow], _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    for row in roles.values():
        maker: Units = {
            fill(Phrase("declarer's side, %(count)s players"), count=count): units for count, units in row.maker.items()
        }
        others: Units = {
            fill(Phrase("the others, %(count)s players"), count=count): units for count, units in row.others.items()
        }
        yield f"roles.{row.code}", row.label, {**maker, **others}


ROLES: Parameter[Mapping[str, RoleRow]] = Parameter(
    key="roles",
    default={},
    read=_read_roles,
    rows=ListRows(
        title=Phrase("Outcomes"),
        cells=(
            CODE_CELL,
            NAME_CELL,
            RowCell("side", Phrase("Played"), choice(ROLE_SIDES)),
            RowCell("maker", Phrase("Declarer's side, %(count)s"), BY_PLAYERS),
            RowCell("others", Phrase("The others, %(count)s"), BY_PLAYERS),
        ),
    ),
    prices=_roles_prices,
)


# `penalties`: faults and their cost.


OFFENDER, EACH_OTHER = Phrase("the offender"), Phrase("each of the others")


def _read_penalties(rows: list[tuple[str, Record]], _context: Context) -> Mapping[str, Penalty]:
    penalties: dict[str, Penalty] = {}
    for path, row in rows:
        penalty = Penalty(**row)
        if penalty.offender + 3 * penalty.other:
            raise Refusal(
                gettext_noop("A penalty must add up to 0: the offender pays three times what each other gets."), path
            )
        if penalty.code in penalties:
            raise Refusal(REPEATED, f"{path}.code", code=penalty.code)
        penalties[penalty.code] = penalty
    return penalties


def _penalties_prices(penalties: Mapping[str, Penalty], _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    for row in penalties.values():
        yield f"penalties.{row.code}", row.label, {OFFENDER: row.offender, EACH_OTHER: row.other}


PENALTIES: Parameter[Mapping[str, Penalty]] = Parameter(
    key="penalties",
    default={},
    read=_read_penalties,
    rows=ListRows(
        title=Phrase("Penalties"),
        cells=(
            CODE_CELL,
            NAME_CELL,
            RowCell("offender", Phrase("The offender"), AMOUNT),
            RowCell("other", Phrase("Each of the others"), AMOUNT),
        ),
        new_name=Text("Straf", "Penalty"),
        new_facts=lambda _document: {"offender": 0, "other": 0},
    ),
    prices=_penalties_prices,
)
