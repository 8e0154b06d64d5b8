"""The parts of the entry screen, one module for each kind of deal; `DealPart` explains their methods."""

from ledger.web.deals.kinds.adjustment import AdjustmentPart
from ledger.web.deals.kinds.free_for_all import FreeForAllPart
from ledger.web.deals.kinds.nolo import NoloPart
from ledger.web.deals.kinds.not_played import NotPlayedPart
from ledger.web.deals.kinds.pair_book import PairBookPart
from ledger.web.deals.kinds.part import DealPart
from ledger.web.deals.kinds.passed_out import PassedOutPart
from ledger.web.deals.kinds.penalty import PenaltyPart
from ledger.web.deals.kinds.points_only import PointsOnlyPart
from ledger.web.deals.kinds.role_table import RoleTablePart
from ledger.web.deals.kinds.trick import TrickPart

# In the order of the contract's keys. Before one is pressed, the page shows what the first of them asks for.
PARTS: dict[str, type[DealPart]] = {
    part.kind.kind: part
    for part in (
        TrickPart,
        NoloPart,
        RoleTablePart,
        PenaltyPart,
        FreeForAllPart,
        PairBookPart,
        PassedOutPart,
        PointsOnlyPart,
        NotPlayedPart,
        AdjustmentPart,
    )
}
