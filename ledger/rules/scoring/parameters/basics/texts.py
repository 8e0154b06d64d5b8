"""`code`, `name` and `source`: what a scoring table is called, and where its prices come from."""

from ledger.rules.scoring.parameters.headings import Heading
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, same

SOURCE_NAME = Phrase("Where the prices come from", "in the editor")

CODE = Parameter[str](
    key="code",
    title=Phrase("Code"),
    is_required=True,
    default="",
    read=lambda value, _context: fields.code(value, "code"),
    facts=(Heading("code", Phrase("Code"), is_hidden=True),),
)
NAME = Parameter[Label](
    key="name",
    title=Phrase("Name"),
    is_required=True,
    default=NOTHING,
    read=lambda value, _context: fields.label(value, "name"),
    facts=(
        Heading("name.da", Phrase("Name (Danish)"), is_hidden=True),
        Heading("name.en", Phrase("Name (English)"), is_hidden=True),
    ),
    in_brief=lambda name, _scoring_table: name,
)
SOURCE = Parameter[str](
    key="source",
    title=SOURCE_NAME,
    is_required=True,
    default="",
    read=lambda value, _context: fields.words(value, "source"),
    facts=(Heading("source", SOURCE_NAME, is_aside=True),),
    in_brief=lambda source, _scoring_table: same(source),
)
