"""How the pages say a refusal."""

from ledger.templatetags.ledger_refusals import refusal_text

__all__ = ["refusal_text"]
