"""The form that draws the order of the attachments."""

from ledger.models import Evening
from ledger.queries.evenings.closings import approval_of
from ledger.queries.scoring import is_order_settled
from ledger.web.site.access import Visit
from ledger.web.site.form_keys import KeyedForm


def attachment_draw_form(visit: Visit, evening: Evening) -> KeyedForm | None:
    """The form that draws the order of the attachments, for those who may use it now."""
    is_open = visit.may_write and not evening.season.closed_at and evening.table_version.to_rules().drawn
    if not is_open or is_order_settled(evening=evening) or approval_of(evening=evening).now:
        return None
    return KeyedForm()
