"""The looks of cells, and the number format that a season's points need."""

from enum import StrEnum
from itertools import count

SHARED_DECIMALS = 3  # shown where no number of decimals is exact, as for sixths


class Look(StrEnum):
    """The looks of cells; each value is the name of a style in the workbook."""

    TEXT = "Whist text"
    COUNT = "Whist count"
    DATE = "Whist date"
    MOMENT = "Whist moment"
    POINTS = "Whist points"
    PRICE = "Whist price"
    SHARE = "Whist share"
    HEADING = "Whist heading"
    NUMBER_HEADING = "Whist number heading"
    SECTION = "Whist section"
    TITLE = "Whist title"
    LABEL = "Whist label"
    LINE = "Whist line"
    LINK = "Whist link"
    TOTAL = "Whist total"
    CHECK = "Whist check"


SHARES = "+0.00;-0.00;0"  # of what is divided among those in play, which is no number of units


def decimals_needed(unit_denominator: int) -> int:
    """The number of decimals that show `1 / unit_denominator` exactly: 0 for 1, 2 for 4; 3 if none do."""
    if 10**18 % unit_denominator:
        return SHARED_DECIMALS
    # There is one, because the denominator has no other factors than 2 and 5.
    return next(decimals for decimals in count() if 10**decimals % unit_denominator == 0)


def points_format(unit_denominator: int) -> str:
    """The number format of points won and lost: with a sign, except for zero."""
    price = price_format(unit_denominator)
    return f"+{price};-{price};0"


def price_format(unit_denominator: int) -> str:
    """The number format of prices: with the decimals that each needs, as on the site, and no sign.

    Where no number of decimals is exact, as for sixths, a mixed number.
    """
    if 10**18 % unit_denominator:
        digits = "?" * len(str(unit_denominator))
        return f"# {digits}/{digits}"
    return "General"


def heading_look(column: Look) -> Look:
    """The look of the heading above a column: aligned right over numbers, left over text."""
    return Look.HEADING if column is Look.TEXT else Look.NUMBER_HEADING
