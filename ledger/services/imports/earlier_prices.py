"""Begin an earlier version of a scoring table, for the time in which an old book was kept by it."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import ScoringTableVersion
from ledger.queries.scoring import in_force
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import locked_club
from ledger.services.scoring.versions import freeze_version, publish_version

NO_TIME = gettext_noop("The last day comes before the first.")
NOT_OVER = gettext_noop("The last day must be over: from then on prices are as they are now.")
DAY = timedelta(days=1)


@transaction.atomic
def begin_earlier_version(
    *,
    version: ScoringTableVersion,
    document: Mapping[str, Any],
    since: date,
    until: date,
    today: date,
    author: User,
    now: datetime,
) -> ScoringTableVersion:
    """Publish a document as the version in force from one day to another; after it, prices are as they were before.

    `version` is any of the scoring table's. Evenings already opened keep the version that priced them.
    Raises Refusal (field "until") for a time that is none or not over, and whatever `publish_version` does.
    """
    if until < since:
        raise Refusal(NO_TIME, "until")
    if until >= today:
        raise Refusal(NOT_OVER, "until")
    scoring_table = version.scoring_table
    locked_club(club_id=scoring_table.club_id)
    versions = list(scoring_table.versions.all())
    following, next_day = in_force(versions, until + DAY), until + DAY
    # Whichever version begins meanwhile would end this one's time.
    begun = {other.in_force_from for other in versions if other.number > 1 and since < other.in_force_from <= until}
    earlier, *_ = (
        publish_version(scoring_table=scoring_table, document=dict(document), in_force_from=day, author=author, now=now)
        for day in (since, *sorted(begun))
    )
    if following.number == 1 or following.in_force_from != next_day:
        freeze_version(
            scoring_table=scoring_table, document=following.document, in_force_from=next_day, author=author, now=now
        )
    return earlier
