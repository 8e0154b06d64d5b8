"""`drawn`: the attachments whose order among themselves is drawn for each evening."""

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import Heading
from ledger.rules.scoring.parameters.lists.rows import refuse_repeats
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.site import fields
from ledger.rules.site.labels import Phrase


def _read(value: object, context: Context) -> tuple[str, ...]:
    given = fields.sequence(value, "drawn", 0, 40)
    offered = dict.fromkeys(column["attachment"] for column in context.document.get("columns", []))
    drawn = tuple(fields.one_of(name, f"drawn.{place}", offered) for place, name in enumerate(given))
    refuse_repeats(drawn, "drawn")
    return drawn


DRAWN = Parameter[tuple[str, ...]](
    key="drawn",
    title=Phrase("Attachments whose order is drawn"),
    default=(),
    read=_read,
    facts=(Heading("drawn", Phrase("Attachments whose order is drawn"), "codes", is_aside=True),),
    is_used=lambda document: bool(document.get("columns")),
)
