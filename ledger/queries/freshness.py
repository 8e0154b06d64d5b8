"""The version of what a club's pages show: one small query that tells whether a kept page still holds."""

from ledger.models import Season


def page_version(*, club_slug: str) -> str | None:
    """A text that changes with every line in any of a club's books and every change of its registers.

    None when there is no such club. One query, one row per season.
    """
    rows = Season.objects.filter(club__slug=club_slug, club__removed_at=None).order_by("id")
    found = list(rows.values_list("club__revision", "id", "lines", "head"))
    if not found:
        return None
    return f"{found[0][0]}-" + "-".join(f"{pk}.{lines}.{head[:12]}" for _, pk, lines, head in found)
