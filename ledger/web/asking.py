"""The question asked once before an unusual deal is saved: the second press answers it."""

import hashlib
import json
from dataclasses import dataclass

from django.http import QueryDict

from ledger.models import TableVersion
from ledger.rules.deals import read_deal
from ledger.rules.refusal import Refusal
from ledger.rules.unusual import unusual
from ledger.web.deal_form import DealForm
from ledger.web.refusals import refusal_text


@dataclass(frozen=True)
class Question:
    """What is asked, and what the form says the next time to have answered exactly this, of exactly this deal."""

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
