"""The question asked once before an unusual deal or a doubtful price is saved: the second press answers it."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import ngettext

from ledger.models import TableVersion
from ledger.rules.deals import read_deal
from ledger.rules.refusal import Refusal
from ledger.rules.remarks import Remark
from ledger.rules.unusual import unusual
from ledger.web.deal_form import DealForm
from ledger.web.refusals import refusal_text


@dataclass(frozen=True)
class Question:
    """What is asked, and what the form says the next time to have answered exactly this."""

    text: str
    sure: str


def question_about(*, said: QueryDict, form: DealForm, version: TableVersion) -> Question | None:
    """What is to be asked about a valid form's deal before it is saved; None when there is nothing, or it was answered.

    Raises Refusal for a deal that cannot be saved anyway.
    """
    deal = form.deal()
    players = [player for player, _name in form.players]
    remark = unusual(read_deal(deal, version.to_rules(), players), version.tariff())
    if remark is None:
        return None
    asked = json.dumps([deal, remark.message], sort_keys=True).encode()
    sure = hashlib.sha256(asked).hexdigest()[:16]
    return None if said.get("sure") == sure else Question(refusal_text(Refusal(remark.message, **remark.params)), sure)


def question_about_prices(*, said: QueryDict, remarks: Sequence[Remark]) -> Question | None:
    """What is to be asked before prices are published of which the checker says something; None as above."""
    if not remarks:
        return None
    asked = json.dumps([[remark.path, refusal_text(remark)] for remark in remarks]).encode()
    sure = hashlib.sha256(asked).hexdigest()[:16]
    text = ngettext(
        "%(count)d price looks like a slip. Is it meant? Then press the button once more.",
        "%(count)d prices look like a slip. Are they meant? Then press the button once more.",
        len(remarks),
    )
    return None if said.get("sure") == sure else Question(text % {"count": len(remarks)}, sure)
