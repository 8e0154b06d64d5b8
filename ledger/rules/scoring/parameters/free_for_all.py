"""`free_for_all`: everyone for himself; each pays for the tricks above the fewest, and the fewest share the pot."""

import math
from collections.abc import Iterator
from fractions import Fraction

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Heading
from ledger.rules.scoring.parameters.parameter import Parameter, PriceNumbers
from ledger.rules.scoring.scoring_table import FreeForAllPrice, ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import Phrase
from ledger.rules.site.refusal import Refusal, gettext_noop

POT_NOT_SHARED = gettext_noop("A pot of %(price)s cannot be shared exactly in steps of 1/%(denominator)d point.")

PER_TRICK = Phrase("per trick")


def _read(value: object, context: Context) -> FreeForAllPrice | None:
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
        raise Refusal(POT_NOT_SHARED, field, price=text, denominator=context.denominator)
    return price


def _prices(pot: FreeForAllPrice | None, _scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    if pot:
        yield "free_for_all", pot.label, {PER_TRICK: pot.price}


FREE_FOR_ALL = Parameter[FreeForAllPrice | None](
    key="free_for_all",
    title=Phrase("Everyone for himself: price"),
    default=None,
    read=_read,
    facts=(
        Heading("free_for_all.label.da", Phrase("Everyone for himself: name (Danish)"), is_aside=True),
        Heading("free_for_all.label.en", Phrase("Everyone for himself: name (English)"), is_aside=True),
        Heading("free_for_all.price", Phrase("Everyone for himself: price"), "points", may_lack=True),
    ),
    is_used=lambda document: bool(document.get("free_for_all")),
    prices=_prices,
)
