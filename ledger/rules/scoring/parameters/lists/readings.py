"""`readings`: how the source is read where it leaves something open, a sentence each."""

from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.headings import LANGUAGES, Section
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, Text, join

MOST_READINGS = 40
NEW_READING = Text("…", "…")


def _read(value: object, _context: Context) -> tuple[Label, ...]:
    given = fields.sequence(value, "readings", 0, MOST_READINGS)
    return tuple(fields.label(reading, f"readings.{place}") for place, reading in enumerate(given))


def _in_brief(readings: tuple[Label, ...], _scoring_table: ScoringRules) -> Label:
    return join(readings, " ") if readings else NOTHING


READINGS = Parameter[tuple[Label, ...]](
    key="readings",
    title=Phrase("How the source is read"),
    default=(),
    read=_read,
    grid=Section(
        "readings",
        Phrase("Readings of the source"),
        LANGUAGES,
        new_row=lambda _document, _code: {"da": NEW_READING.da, "en": NEW_READING.en},
        new_name=NEW_READING,
    ),
    in_brief=_in_brief,
)
