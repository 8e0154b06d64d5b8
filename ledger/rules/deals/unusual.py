"""What is asked once before a deal is saved: a result so rare that a slip of the thumb is likelier."""

from ledger.rules.deals.kinds import Deal
from ledger.rules.scoring.remarks import Remark
from ledger.rules.scoring.tariff import Tariff


def unusual(deal: Deal, tariff: Tariff) -> Remark | None:
    """The first question worth asking about a deal that is otherwise in order; None for an ordinary one.

    Never an objection: asked once, the deal may be saved.
    """
    return next(deal.questions(tariff), None)
