"""`pair_book`: fixed pairs, paid for the tricks above the book."""

from collections.abc import Iterator

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.free_for_all import PER_TRICK
from ledger.rules.scoring.parameters.headings import Heading
from ledger.rules.scoring.parameters.parameter import Parameter, PriceNumbers
from ledger.rules.scoring.scoring_table import PairBookPrice, ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, same


def _read(value: object, context: Context) -> PairBookPrice | None:
    if value is None:
        return None
    given = fields.record(value, "pair_book", required=("label", "tricks", "price"))
    context.rule("book")  # refuses where it is not chosen: without it nobody knows who pays
    return PairBookPrice(
        label=fields.label(given["label"], "pair_book.label"),
        tricks=fields.integer(given["tricks"], "pair_book.tricks", context.tricks // 2, context.tricks),
        price=context.units(given["price"], "pair_book.price"),
    )


def _in_brief(book: PairBookPrice | None, _scoring_table: ScoringRules) -> Label:
    return same(str(book.tricks)) if book else NOTHING


def _prices(book: PairBookPrice | None, _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    if book:
        yield "pair_book", book.label, {PER_TRICK: book.price}


PAIR_BOOK = Parameter[PairBookPrice | None](
    key="pair_book",
    title=Phrase("Tricks that the pairs are not paid for"),
    default=None,
    read=_read,
    facts=(
        Heading("pair_book.label.da", Phrase("Pair against pair: name (Danish)"), is_aside=True),
        Heading("pair_book.label.en", Phrase("Pair against pair: name (English)"), is_aside=True),
        Heading("pair_book.tricks", Phrase("Pair against pair: tricks without a price"), "whole", is_aside=True),
        Heading("pair_book.price", Phrase("Pair against pair: price per trick"), "points"),
    ),
    is_used=lambda document: bool(document.get("pair_book")),
    in_brief=_in_brief,
    prices=_prices,
)
