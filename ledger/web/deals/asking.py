"""The question asked once before an unusual deal is saved; the second press answers it."""

import hashlib
import json

from django.http import QueryDict

from ledger.models import ScoringTableVersion
from ledger.rules.deals.settling import read_deal
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.deals.deal_form import DealForm
from ledger.web.scoring.asking import Question


def question_about(*, data: QueryDict, form: DealForm, version: ScoringTableVersion) -> Question | None:
    """The question before a valid form's deal is saved; None if there is none, or it was answered.

    Raises Refusal for a deal that cannot be saved anyway.
    """
    deal = form.deal()
    players = [player for player, _name in form.players]
    remark = read_deal(deal, version.to_rules(), players).unusual(version.tariff())
    if remark is None:
        return None
    # Of both, so that another deal, or another question about this one, is asked anew.
    asked = json.dumps([deal, remark.message], sort_keys=True).encode()
    sure = hashlib.sha256(asked).hexdigest()[:16]
    return None if data.get("sure") == sure else Question(refusal_text(remark), sure)
