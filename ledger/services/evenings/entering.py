"""Enter the deals of an evening's text at their tables, changing seats where the text says so: all of it or nothing."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Entry, Evening
from ledger.queries.evenings.lines import Part
from ledger.queries.evenings.seating import ids_at
from ledger.rules.evenings.evening_text import tables_left_by
from ledger.services.book.posting import locked_club_and_season
from ledger.services.deals import SeatsChanged, Seen, are_stored, record_deals
from ledger.services.evenings.seating import seat_evening


def enter_parts(
    *,
    evening: Evening,
    parts: Sequence[Part],
    key: uuid.UUID,
    author: User,
    now: datetime,
    table_number: int = 1,
    seen: Seen | None = None,
) -> list[Entry]:
    """Record the deals of every part in order, changing seats as each part says; returns their entries.

    `seen` is what the writer saw of table `table_number`. The same key again returns the same entries and seats nobody.
    Raises Refusal as `record_deals` and `seat_evening`, and SeatsChanged if others sit there than when the parts were
    read.
    """
    seen = seen or Seen()
    # The first part has the form's own key, by which `are_stored` knows the form when it is sent again.
    keys = [key, *(uuid.uuid5(key, f"part {place}") for place in range(2, len(parts) + 1))]
    entries: list[Entry] = []
    with transaction.atomic():
        # Both at once: a part that seats needs the club, and must not ask for it when a deal has locked the season.
        locked_club_and_season(season_id=evening.season_id)
        is_replay = are_stored(key=key)
        if not is_replay and seen.players not in (None, ids_at(evening=evening).get(table_number)):
            raise SeatsChanged
        for part_key, part in zip(keys, parts, strict=False):
            if part.seated and not is_replay:
                _seat(evening, part, author, now)
            entries += record_deals(
                evening=evening,
                deals=part.deals,
                key=part_key,
                author=author,
                now=now,
                table_number=part.table_number,
                seen=Seen(prices=seen.prices, players=list(part.players)),
            )
    return entries


def _seat(evening: Evening, part: Part, author: User, now: datetime) -> None:
    """Seat the players of a part; raises SeatsChanged if other tables become empty than its reader was told."""
    sat = ids_at(evening=evening)
    left = tables_left_by(part.seated, sat)
    if left != part.left:
        raise SeatsChanged
    stay = {number: players for number, players in sat.items() if number not in left}
    seat_evening(evening=evening, tables={**stay, **part.seated}, author=author, now=now)
