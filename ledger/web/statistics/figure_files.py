"""A player's figures, and records, as files: the numbers of a page row by row."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from django.utils.translation import gettext

from ledger.queries.statistics.figures import Figure
from ledger.queries.statistics.others import WithAnother
from ledger.rules.site.points import in_divided_points, in_points
from ledger.templatetags.ledger_format import average
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.lists import ListFile
from ledger.web.statistics.duo_rows import most_won_first
from ledger.web.statistics.record_rows import RecordRow


def figures_file(
    key: str, heading: str, figures: Sequence[Figure], unit_denominator: int, *, name: Callable[[str], str]
) -> ListFile:
    """Figures of one sort as a file."""
    return ListFile(key, partial(_figures, heading, figures, unit_denominator, name))


def _figures(
    heading: str, figures: Sequence[Figure], unit_denominator: int, name: Callable[[str], str]
) -> Iterator[list[object]]:
    yield [heading, gettext("Deals"), gettext("Won"), gettext("Points"), gettext("Per deal")]
    for figure in figures:
        points = label_text(in_points(figure.points, unit_denominator))
        per_deal = average(figure.points, unit_denominator, figure.deals)
        yield [name(figure.key), figure.deals, figure.won, points, per_deal]


def others_file(others: Sequence[WithAnother], unit_denominator: int) -> ListFile:
    """A player with and against each of the others as a file, in the order of the page."""
    return ListFile("others", partial(_others, others, unit_denominator))


def _others(others: Sequence[WithAnother], unit_denominator: int) -> Iterator[list[object]]:
    yield [
        *(gettext("Player"), gettext("Deals together"), gettext("Together")),
        *(gettext("Deals against each other"), gettext("Against")),
    ]
    for other in most_won_first(others):
        both = label_text(in_points(other.both, unit_denominator)) if other.together else ""
        won = label_text(in_divided_points(other.won))
        yield [other.name or gettext("the house"), other.together, both, other.against, won]


def records_file(records: Iterable[RecordRow]) -> ListFile:
    """Records as a file."""
    return ListFile("records", partial(_records, records))


def _records(records: Iterable[RecordRow]) -> Iterator[list[object]]:
    yield [gettext("Record"), gettext("Value"), gettext("When")]
    for record in records:
        yield [record.name, record.number, record.words]
