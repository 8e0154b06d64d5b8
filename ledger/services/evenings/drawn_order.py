"""Draw the order of the attachments for an evening."""

from datetime import datetime
from random import Random

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Evening
from ledger.queries.scoring import is_order_settled
from ledger.rules.scoring.ladder import draw_order
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.evenings.seating import locked_open_evening


@transaction.atomic
def draw_attachments(*, evening: Evening, random: Random, author: User, now: datetime) -> Evening:
    """Draw which attachment beats which this evening, anew as long as the evening has no deals; returns the evening.

    Raises Refusal if the scoring table draws nothing or a deal was played by the order; EveningClosed, SeasonClosed.
    """
    club, evening = locked_open_evening(evening)  # so that no deal comes in meanwhile
    if is_order_settled(evening=evening):
        raise Refusal(gettext_noop("The first deal is in the book: the order that was drawn stands."))
    evening.drawn = " ".join(draw_order(evening.table_version.to_rules(), random))
    evening.save(update_fields=["drawn"])
    note(club=club, kind=Kind.ORDER_DRAWN, author=author, now=now, evening=evening)
    return evening
