"""The key of a deal that everybody passed."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import PassedOut
from ledger.web.deals.kinds.part import DealPart


class PassedOutPart(DealPart):
    """One key."""

    kind = PassedOut
    title = _("Passed out")

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        yield "p", str(cls.title)
