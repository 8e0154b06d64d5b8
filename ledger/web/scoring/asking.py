"""The question asked before doubtful prices are published; pressing again answers it."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import ngettext

from ledger.rules.scoring.document import Remark
from ledger.templatetags.ledger_labels import refusal_text


@dataclass(frozen=True)
class Question:
    """A question, and the token by which the form shows next time that it has answered exactly this one."""

    text: str
    sure: str


def question_about_prices(*, data: QueryDict, remarks: Sequence[Remark]) -> Question | None:
    """The question before publishing prices that the checker remarks on; None as above."""
    if not remarks:
        return None
    asked = json.dumps([[remark.path, refusal_text(remark)] for remark in remarks]).encode()
    sure = hashlib.sha256(asked).hexdigest()[:16]
    text = ngettext(
        "%(count)d price looks like a slip. Is it meant? Then press the button once more.",
        "%(count)d prices look like a slip. Are they meant? Then press the button once more.",
        len(remarks),
    )
    return None if data.get("sure") == sure else Question(text % {"count": len(remarks)}, sure)
