"""Every declared parameter, in the order in which they take effect.

Reader, prices, editor, JSON, comparison and wall all derive from this list.
"""

from typing import Any

from ledger.rules.scoring.parameters.alone_factor import ALONE_FACTOR
from ledger.rules.scoring.parameters.basics.game import PARTNER, SEATS, TRICKS, UNIT_DENOMINATOR, ZERO_SUM
from ledger.rules.scoring.parameters.basics.rules_in_force import EACH, RULES_IN_FORCE
from ledger.rules.scoring.parameters.basics.texts import CODE, NAME, SOURCE
from ledger.rules.scoring.parameters.free_for_all import FREE_FOR_ALL
from ledger.rules.scoring.parameters.lists.columns import COLUMNS
from ledger.rules.scoring.parameters.lists.drawn import DRAWN
from ledger.rules.scoring.parameters.lists.flags import FLAGS
from ledger.rules.scoring.parameters.lists.ladder import LADDER
from ledger.rules.scoring.parameters.lists.multipliers import MULTIPLIERS
from ledger.rules.scoring.parameters.lists.nolo import NOLO
from ledger.rules.scoring.parameters.lists.offered_choices import OFFERED_CHOICES
from ledger.rules.scoring.parameters.lists.overrides import OVERRIDES
from ledger.rules.scoring.parameters.lists.penalties import PENALTIES
from ledger.rules.scoring.parameters.lists.readings import READINGS
from ledger.rules.scoring.parameters.lists.roles import ROLES
from ledger.rules.scoring.parameters.pair_book import PAIR_BOOK
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.parameters.rounding import ROUNDING
from ledger.rules.scoring.parameters.tricks_map import TRICKS_MAP

PARAMETERS: dict[str, Parameter[Any]] = {
    parameter.key: parameter
    for parameter in (
        *(NAME, CODE, SOURCE, UNIT_DENOMINATOR, SEATS, TRICKS, PARTNER, ZERO_SUM, RULES_IN_FORCE, EACH),
        *(COLUMNS, FLAGS, MULTIPLIERS, OVERRIDES),
        *(ROUNDING, TRICKS_MAP, ALONE_FACTOR),
        *(NOLO, FREE_FOR_ALL, PAIR_BOOK, PENALTIES, ROLES, DRAWN, LADDER),
        *(READINGS, OFFERED_CHOICES),
    )
}
