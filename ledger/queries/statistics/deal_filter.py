"""What a list of a club's deals is narrowed to, as its address writes it."""

from dataclasses import dataclass, fields
from datetime import date

from ledger.queries.statistics.played import ADJUSTMENT

BIDDER = "bidder"  # whoever declared, with a partner, alone or on a nolo
WON, LOST = "won", "lost"
HOUSE = "~house"  # stands where an opponent's address may stand, and is no player's
RESULTS = (WON, LOST)


@dataclass(frozen=True)
class DealFilter:
    """A choice among a club's deals; "", None or False where anything goes.

    `player`, `partner`, `opponent` and `season` are addresses. The partner was declarer or partner together with the
    player, the opponent (or HOUSE) got other points; neither is asked for without a player. `part` is BIDDER or one
    of `parts_of_players`: the player's, or without one anybody's. `contract` is a key such as "trick.vip" and
    "nolo.sol", and for a player without a part the player was on it. `result` is one of RESULTS, by the points of the
    player, of the part, or without either of the bidder. `is_corrected` keeps the deals that were changed since they
    were entered.
    """

    player: str = ""
    part: str = ""
    partner: str = ""
    opponent: str = ""
    contract: str = ""
    level: int | None = None
    result: str = ""
    season: str = ""
    since: date | None = None
    until: date | None = None
    table: int | None = None
    is_corrected: bool = False

    def query(self) -> dict[str, str]:
        """The filter as the query of an address, without what anything goes for."""
        chosen = {field.name: getattr(self, field.name) for field in fields(self)}
        texts = {KEYS.get(name, name): _text(value) for name, value in chosen.items()}
        return {key: text for key, text in texts.items() if text}

    @property
    def subject(self) -> str:
        """The part by whose points deals are chosen and added up; empty for every part."""
        return self.part or ("" if self.player or not self.result else BIDDER)

    @property
    def is_of_deals(self) -> bool:
        """Whether only deals are meant, and no points that were moved without one."""
        of_a_deal = self.contract or self.level or self.result or self.partner or self.subject
        return bool(of_a_deal) and self.part != ADJUSTMENT


KEYS = {"is_corrected": "corrected"}  # what an address calls otherwise


def _text(value: object) -> str:
    return "1" if value is True else str(value) if value else ""
