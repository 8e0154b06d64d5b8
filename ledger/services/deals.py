"""Record deals, and correct, void and restore one."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Entry, Evening
from ledger.models.book.journal import Share
from ledger.queries.book.next_entry import NO_KEY, NextEntry, next_entry
from ledger.queries.clubs.persons import without_names
from ledger.queries.deals.pricing import PricedDeal, price
from ledger.queries.evenings.seating import players_then
from ledger.rules.deals.settling import WORDS_OF_A_DEAL
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import (
    EveningRemoved,
    locked_season,
    opposite_shares,
    post,
    require_open,
)
from ledger.services.scoring import publish_prices

FORGOTTEN_SITS = gettext_noop("A former member has a seat at this table: say first who sits there now.")


class KeyUsed(Refusal):
    """Refusal of a form key that already stands for an entry with other content; `entry` is that entry."""

    def __init__(self, entry: Entry) -> None:
        message = gettext_noop("This form was already used: deal %(number)s is stored with other contents.")
        super().__init__(message, number=entry.number)
        self.entry = entry


class PricesChanged(Refusal):
    """Refusal of a deal whose evening got another scoring table version since it was read or shown to the writer."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("The prices have changed meanwhile: look at the points again, then save."))


class SeatsChanged(Refusal):
    """Refusal of a deal at a table that was seated anew since the writer saw it."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("The seats have changed meanwhile: look at who sits where, then save."))


class DealChanged(Refusal):
    """Refusal of a change of a deal that somebody else has corrected or voided; `entry` was to be changed."""

    def __init__(self, entry: Entry) -> None:
        message = gettext_noop("Deal %(number)s has been changed by somebody else meanwhile.")
        super().__init__(message, number=entry.number)
        self.entry = entry


@dataclass(frozen=True)
class Change:
    """The author, time, reason and form key of a change.

    Raises Refusal (field "reason") without a reason.
    """

    key: uuid.UUID
    reason: str
    author: User
    now: datetime

    def __post_init__(self) -> None:
        """Require a reason."""
        if not self.reason.strip():
            raise Refusal(gettext_noop("Say in a few words why the deal is changed."), field="reason")


@dataclass(frozen=True)
class Seen:
    """What the form was drawn with, to detect a stale submit; None skips the check.

    `prices` is the id of the version that points were shown by, `players` are the ids of the players in seat order.
    """

    prices: int | None = None
    players: Sequence[int] | None = None

    def require(self, *, prices: int, players: Sequence[int]) -> None:
        """Raise PricesChanged or SeatsChanged unless these are what the writer saw."""
        if self.prices not in (None, prices):
            raise PricesChanged
        if self.players not in (None, players):
            raise SeatsChanged


def record_deal(
    *,
    evening: Evening,
    deal: Mapping[str, Any],
    key: uuid.UUID,
    author: User,
    now: datetime,
    table_number: int = 1,
    seen: Seen | None = None,
) -> Entry:
    """Record a deal as the next of its evening and return its entry; the same key again returns the same entry.

    `deal` has the shape of docs/architecture.md, "A deal as data", with player ids as text; `table_number` is the
    table where it was played, by those who sit there now.
    Raises Refusal for a deal that the evening's scoring table cannot price or in which one person sits twice,
    PricesChanged, SeatsChanged, KeyUsed, SeasonClosed, EveningClosed.
    """
    return _record(evening, table_number, {key: deal}, author, now, seen)[0]


@transaction.atomic
def record_with_prices(
    *, evening: Evening, prices: Mapping[str, str], author: User, now: datetime, **deal: Any
) -> Entry:
    """Set prices that the evening's scoring table lacks, from that evening on, and record a deal by them; or neither.

    Raises as `publish_prices` and `record_deal`.
    """
    priced = copy(evening)  # the caller's own stays as it was if both are taken back
    priced.table_version = publish_prices(
        version=evening.table_version, prices=prices, author=author, now=now, from_evening=evening
    )
    return record_deal(evening=priced, author=author, now=now, **deal)


def record_deals(
    *,
    evening: Evening,
    deals: Sequence[Mapping[str, Any]],
    key: uuid.UUID,
    author: User,
    now: datetime,
    table_number: int = 1,
    seen: Seen | None = None,
) -> list[Entry]:
    """Record several deals in order, or none of them; the same key again returns the same entries.

    Raises as `record_deal`.
    """
    keyed = {_key_of(key, place): deal for place, deal in enumerate(deals, start=1)}
    return _record(evening, table_number, keyed, author, now, seen)


def are_stored(*, key: uuid.UUID) -> bool:
    """Whether `record_deals` has recorded deals under a key; one query."""
    return Entry.objects.filter(key=_key_of(key, 1)).exists()


def correct_deal(*, entry: Entry, deal: Mapping[str, Any], change: Change) -> Entry:
    """Reverse a standing deal and post the corrected one, priced by the same version; returns the new entry.

    The same key again returns the same entry.
    Raises Refusal for an impossible deal and for one that changes nothing, DealChanged, KeyUsed, SeasonClosed,
    EveningClosed.
    """
    return _change(entry, change, _without_names(entry.evening, deal))


def undo_correction(*, entry: Entry, change: Change) -> Entry:
    """Correct a corrected deal back to what it was before, with new entries.

    Raises as `correct_deal`.
    """
    before = entry.replaces
    if before is None:
        raise DealChanged(entry)
    return _change(entry, change, before.deal)


def void_deal(*, entry: Entry, change: Change) -> Entry:
    """Reverse a standing deal and return the reversal.

    Raises DealChanged, KeyUsed, SeasonClosed, EveningClosed.
    """
    return _change(entry, change, None)


def restore_deal(*, entry: Entry, change: Change, deal: Mapping[str, Any] | None = None) -> Entry:
    """Post a voided deal again under its number and at its own prices, or another `deal` in its place.

    Raises Refusal for an impossible deal, DealChanged, KeyUsed, SeasonClosed, EveningClosed.
    """
    restored = entry.deal if deal is None else _without_names(entry.evening, deal)
    return _change(entry, change, restored, is_voided=True)


def _change(entry: Entry, change: Change, deal: Mapping[str, Any] | None, *, is_voided: bool = False) -> Entry:
    """Reverse a deal unless it is voided already, and post another, if any, in its place; returns the last entry.

    The texts of `deal` hold no names any more.
    """
    priced = None if deal is None else _price_in_place_of(entry, deal)
    with transaction.atomic():
        season = locked_season(season_id=entry.season_id)
        place = next_entry(evening=entry.evening, table_number=entry.table_number, author=change.author, key=change.key)
        if stored := _stored_entries([change.key], place).get(change.key):
            if priced:
                return _same_entry(stored, entry.evening, priced)
            if stored.reverses_id != entry.pk:
                raise KeyUsed(stored)
            return stored
        require_open(season=season, evening=entry.evening, place=place)
        is_reversed = Entry.objects.filter(reverses=entry).exists()
        is_replaced = is_voided and Entry.objects.filter(replaces=entry).exists()
        if entry.kind == Entry.Kind.REVERSAL or is_reversed != is_voided or is_replaced:
            raise DealChanged(entry)
        written: list[tuple[dict[str, Any], Sequence[Share]]] = []
        if not is_voided:
            if priced and priced.deal == entry.deal:
                raise Refusal(gettext_noop("That is how the deal stands already: nothing is corrected."))
            # A replacement has the form's own key, by which the same form sent again finds it.
            key = uuid.uuid5(change.key, "reversal") if priced else change.key
            reversal = {"key": key, "kind": Entry.Kind.REVERSAL, "deal": entry.deal, "reverses": entry}
            written.append((_follow_up(entry, change) | reversal, opposite_shares(entry)))
        if priced:
            replacement = {"key": change.key, "kind": priced.kind, "deal": priced.deal, "replaces": entry}
            written.append((_follow_up(entry, change) | replacement, priced.shares))
        return post(season=season, written=written, place=place)[-1]


def _record(
    evening: Evening,
    table_number: int,
    deals: Mapping[uuid.UUID, Mapping[str, Any]],
    author: User,
    now: datetime,
    seen: Seen | None,
) -> list[Entry]:
    """Record those deals, given by key, that are not stored yet, and return the entries of all.

    Raises as `record_deal`.
    """
    # All or none of a form's deals are stored, so looking up the first key is enough.
    first = next(iter(deals), NO_KEY)
    find_place = partial(next_entry, evening=evening, table_number=table_number, author=author, key=first)
    before = find_place()
    # Deals of a form that was sent before are given as they were stored, whatever has changed since.
    stored = _stored_entries(deals, before)
    if seen and len(stored) < len(deals):
        seen.require(prices=evening.table_version_id, players=before.players)
    # Priced before the season is locked, so that nobody waits for it.
    priced, version = {}, evening.table_version
    for key, deal in deals.items():
        nameless = _without_names(evening, deal)
        if key in stored:
            priced[key] = _price_in_place_of(stored[key], nameless)
        else:
            priced[key] = price(players=before.players, evening=evening, version=version, deal=nameless)
    columns = {"evening": evening, "table_number": table_number, "table_version": version}
    columns |= {"author": author, "received_at": now}
    with transaction.atomic():
        season, place = locked_season(season_id=evening.season_id), find_place()
        stored = _stored_entries(deals, place)
        missing = {key: deal for key, deal in priced.items() if key not in stored}
        if missing:
            require_open(season=season, evening=evening, place=place)
            if place.version is None:
                raise EveningRemoved(evening)
            # Whatever the writer saw: under other prices the same words may mean another deal.
            Seen(evening.table_version_id, before.players).require(prices=place.version, players=place.players)
            if place.has_forgotten:
                raise Refusal(FORGOTTEN_SITS)
        entries = {key: _same_entry(entry, evening, priced[key]) for key, entry in stored.items()}
        written = []
        for number, (key, due) in enumerate(missing.items(), start=place.number):
            written.append(({"key": key, "number": number, "kind": due.kind, "deal": due.deal, **columns}, due.shares))
        if written:
            entries |= {entry.key: entry for entry in post(season=season, written=written, place=place)}
        return [entries[key] for key in deals]


def _price_in_place_of(entry: Entry, deal: Mapping[str, Any]) -> PricedDeal:
    """The price of a deal in the place of an entry: with the same players and prices."""
    players = players_then(entry=entry)
    return price(players=players, evening=entry.evening, version=entry.table_version, deal=deal)


def _without_names(evening: Evening, deal: Mapping[str, Any]) -> Mapping[str, Any]:
    """The deal with its texts as the book keeps them, without names."""
    kept = {}
    for field in WORDS_OF_A_DEAL:
        if isinstance(deal.get(field), str):
            kept[field] = without_names(club_id=evening.club_id, text=deal[field], field=field)
    return {**deal, **kept}


def _key_of(key: uuid.UUID, place: int) -> uuid.UUID:
    """The key of one of several deals, counted from 1."""
    # Worked out and not drawn, so that a form sent again has the same keys.
    return uuid.uuid5(key, f"deal {place}")


def _stored_entries(keys: Iterable[uuid.UUID], place: NextEntry) -> dict[uuid.UUID, Entry]:
    """The stored entries among those with some keys, by key; one query, none if there are none."""
    if not place.is_stored:
        return {}
    stored = Entry.objects.filter(key__in=list(keys)).select_related("table_version")
    return {entry.key: entry for entry in stored}


def _same_entry(stored: Entry, evening: Evening, priced: PricedDeal) -> Entry:
    # A reversal repeats the deal it takes back, so its contents alone would pass for that deal's.
    if stored.evening_id != evening.pk or stored.deal != priced.deal or stored.kind == Entry.Kind.REVERSAL:
        raise KeyUsed(stored)
    return stored


def _follow_up(entry: Entry, change: Change) -> dict[str, Any]:
    """The columns of any later entry about the same deal."""
    return {
        "evening": entry.evening,
        "number": entry.number,
        "table_version": entry.table_version,
        "author": change.author,
        "received_at": change.now,
        "table_number": entry.table_number,
        "reason": without_names(club_id=entry.evening.club_id, text=change.reason.strip()),
    }
