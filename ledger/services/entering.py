"""Enter the deals of a text at a table, seated anew where the text says so: all of it, or nothing."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Entry, Evening
from ledger.queries.lines import Part
from ledger.queries.play import ids_at
from ledger.services.posting import locked_club_and_season
from ledger.services.recording import SeatsChanged, Seen, are_stored, record_deals
from ledger.services.seating import seat_evening


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
    """Store the deals of every part one after the other, those of a part seated for it; gives their entries.

    The same key again gives the same entries, and seats nobody. Raises Refusal as `record_deals` and `seat_evening`.
    """
    seen = seen or Seen()
    keys = [key, *(uuid.uuid5(key, f"part {place}") for place in range(2, len(parts) + 1))]
    entries: list[Entry] = []
    with transaction.atomic():
        locked_club_and_season(season_id=evening.season_id)
        is_replay = any(are_stored(key=own) for own, part in zip(keys, parts, strict=True) if part.deals)
        for own, part in zip(keys, parts, strict=True):
            if part.players is not None and not is_replay:
                sat = ids_at(evening=evening)
                if own == key and seen.players not in (None, sat.get(table_number)):
                    raise SeatsChanged
                seat_evening(evening=evening, tables={**sat, table_number: part.players}, author=author, now=now)
            entries += record_deals(
                evening=evening,
                deals=part.deals,
                key=own,
                author=author,
                now=now,
                table_number=table_number,
                seen=Seen(prices=seen.prices, players=list(part.players) if part.players else seen.players),
            )
    return entries
