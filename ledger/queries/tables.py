"""A club's scoring tables seen from one of their versions."""

from django.db.models import QuerySet

from ledger.models import Evening, TableVersion


def evenings_priced_by(*, version: TableVersion) -> QuerySet[Evening]:
    """The evenings that a version prices, the latest first."""
    return Evening.objects.filter(table_version=version).select_related("season").order_by("-date", "-number")


def newest_of(*, version: TableVersion) -> TableVersion:
    """The newest version of the same table: the one that new evenings are offered; one query."""
    return TableVersion.objects.filter(table=version.table_id).select_related("table__club").latest("number")


def previous_of(*, version: TableVersion) -> TableVersion | None:
    """The version before this one of the same table, None for the first; one query."""
    earlier = TableVersion.objects.filter(table=version.table_id, number__lt=version.number)
    return earlier.order_by("-number").first()
