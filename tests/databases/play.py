"""Run by make.py in a checkout of a release: migrate an empty database and play a small club's evenings in it."""

import sys
import uuid
from datetime import date
from pathlib import Path

import django
from django.core.management import call_command

sys.path.insert(0, str(Path.cwd()))
django.setup()

from ledger.services.deals import correct_deal, restore_deal, void_deal  # noqa: E402 - once Django is set up
from tests.support.people import FIVE, FOUR, change, make_club, make_evening, nolo, record, trick  # noqa: E402

KEYS = (uuid.uuid5(uuid.NAMESPACE_URL, f"whistklub/{number}") for number in range(1000))


def play() -> None:
    """Every kind of deal, a correction, a void and a restored deal; and a club whose deals the house pays."""
    club = make_club()
    first = make_evening(club, names=FIVE)
    record(first, trick(first, "Carl", "Dorthe", 9, level=9, attachment="vip", vip_turn=2), key=next(KEYS))
    wrong = record(first, trick(first, "Emil", "Frida", 8), key=next(KEYS))
    correct_deal(entry=wrong, deal=trick(first, "Emil", "Frida", 7), change=change(first, key=next(KEYS)))
    record(first, nolo(first, "sol", {"Carl": 1, "Emil": 3}), key=next(KEYS))
    second = make_evening(club, names=FOUR, day=date(2026, 9, 10))
    dealer = trick(second, "Bodil", "Carl", 8)["dealer"]
    record(second, {"kind": "passed_out", "dealer": dealer}, key=next(KEYS))
    gone = record(second, trick(second, "Bodil", None, 10, alone="self_called"), key=next(KEYS))
    void_deal(entry=gone, change=change(second, "spillet om", key=next(KEYS)))
    back = record(second, trick(second, "Dorthe", "Emil", 12), key=next(KEYS))
    void_deal(entry=back, change=change(second, "ikke spillet", key=next(KEYS)))
    restore_deal(entry=back, change=change(second, "det blev det dog", key=next(KEYS)))
    third = make_evening(club, names=FOUR, day=date(2026, 9, 17))
    ids = [str(seat.player_id) for seat in third.seats.order_by("position")]
    amounts = dict(zip(ids, [-72, 24, 24, 24], strict=True))
    record(third, {"kind": "adjustment", "amounts": amounts, "reason": "duestraf"}, key=next(KEYS))
    record(third, trick(third, "Carl", "Bodil", 13), key=next(KEYS))
    euchre = make_evening(make_club("Tirsdagsklubben", preset="call-ace-euchre", founder="oda"))
    maker = str(euchre.seats.get(position=1).player_id)
    deal = {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"}
    record(euchre, deal, key=next(KEYS))


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    play()
