"""Every parameter, in the order in which they take effect. A new parameter is a line here.

Reader, prices, editor, JSON, comparison and wall all derive from this list.
"""

from typing import Any

from ledger.rules.scoring.parameters.basics import (
    ALONE_FACTOR,
    CODE,
    DRAWN,
    LADDER,
    NAME,
    PARTNER,
    READINGS,
    ROUNDING,
    SEATS,
    SOURCE,
    TRICKS,
    UNIT_DENOMINATOR,
    ZERO_SUM,
)
from ledger.rules.scoring.parameters.named_rules import EACH, OFFERED_CHOICES, RULES_IN_FORCE
from ledger.rules.scoring.parameters.other_games import FREE_FOR_ALL, NOLO, PAIR_BOOK, PENALTIES, ROLES
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.parameters.trick_prices import COLUMNS, FLAGS, MULTIPLIERS, OVERRIDES, TRICKS_MAP

PARAMETERS: dict[str, Parameter[Any]] = {
    parameter.key: parameter
    for parameter in (
        NAME,
        CODE,
        SOURCE,
        UNIT_DENOMINATOR,
        SEATS,
        TRICKS,
        PARTNER,
        ZERO_SUM,
        RULES_IN_FORCE,
        EACH,
        COLUMNS,
        FLAGS,
        MULTIPLIERS,
        OVERRIDES,
        ROUNDING,
        TRICKS_MAP,
        ALONE_FACTOR,
        NOLO,
        FREE_FOR_ALL,
        PAIR_BOOK,
        PENALTIES,
        ROLES,
        DRAWN,
        LADDER,
        READINGS,
        OFFERED_CHOICES,
    )
}
