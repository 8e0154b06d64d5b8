"""The keyboard line, “hurtiglinje”: a deal typed in a few keys, or written as such a line.

183        seat 1 in 8 with seat 3, just made          1sol3-     1 in sol, made; 3 went along and was beaten
    19v3+      1 in 9 vip with 3, one over                 p          passed out
    19v2k3     the vip won in its 2nd turn, with clubs     !2         a penalty to seat 2
    1101--     1 in 10, his own partner, two down          8-5        tricks to the two pairs
    1100       1 in 10, the ace lay in the cat             m1 1 5 6   everyone for himself, tricks by seat
    1123 9     1 in 12 with 3, nine tricks taken           = -72 24 24 24 ; duestraf      points moved, with why
    o  j  f    redeal, iron hand, misdeal         1sol-!     1 in sol, beaten, and the play was stopped
    == 4 -4 8 -8    the evening's points, of which no deals were kept
    1sol       1 in sol, made; tricks not said    1sol-?     1 in sol, beaten; nobody knows by how many
    19v3 e2    the ace was called by 2            183 ; tæt  a note, behind any deal
    19v23? 4 -4 4 -4    tricks unknown: the points by seat; before the ? whatever is known, or nothing

Spaces may stand between the parts ("1 9 v 3 +"). A space and a number behind a whole contract are the tricks in all
("183 10"); where they could be a seat, as in "1sol 2", the line is refused, and "1sol=2" or "1sol2" says which. Seats
are counted clockwise from 1; who sits there may be named instead ("Anna 9 Carl +"). Letters are the beginning of a name
in the table, or its initials ("rs" for ren sol). Behind a deal "@2" names its dealer, "@0" says that nobody knows who
dealt, "~2" names who sits out; without them the caller's dealer counts, and who sits out when that one deals. A trump
that changes nothing can be noted as "*h". The same lines are the text of an evening (evening_text.py), and are read
back identically.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ledger.rules.deals.keyboard_parts import (
    NOTE,
    Away,
    Data,
    LineWriter,
    Names,
    NotationFault,
    Parts,
    Spelling,
    nobody_away,
    players_by_name,
)
from ledger.rules.deals.kinds import KINDS, Deal, in_line_order
from ledger.rules.deals.settling import read_deal
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.refusal import gettext_noop

LONGEST_LINE = 200  # without what is behind a semicolon, which has a length of its own

TOO_LONG = gettext_noop("The line is too long.")
TWO_WAYS = gettext_noop("The line can be read in two ways: %(one)s or %(other)s.")


class Notation:
    """The keyboard lines of one scoring table; its names are worked out when it is made.

    `names` gives each player's name; without it only seats can be typed.
    """

    def __init__(self, scoring_table: ScoringRules, names: Mapping[str, str] = MappingProxyType({})) -> None:
        self.scoring_table = scoring_table
        self.names = names
        spelt: dict[str, Names] = {}
        for kind in KINDS.values():
            spelt |= kind.names_in_line(scoring_table)
        self.spelling = Spelling(spelt)

    def read(self, line: str, players: Sequence[str], dealer: str | None = None, away: Away = nobody_away) -> Deal:
        """Read a line as a deal of `players` in seat order; `dealer` applies if the line names none.

        `away` gives who sits out, by dealer, unless the line does.

        Raises NotationFault for a line that cannot be read, and Refusal, with the key at fault as its field, for a
        deal that cannot have been played.
        """
        if len(line.partition(NOTE)[0]) > LONGEST_LINE:
            raise NotationFault(TOO_LONG, LONGEST_LINE)
        parts = Parts(line, self.scoring_table, self.spelling, players, players_by_name(players, self.names))
        readings = [data for kind in in_line_order(KINDS.values()) for data in kind.read_whole_line(parts)]
        if not readings:
            raise parts.fault()
        deals: list[Deal] = []
        for data in readings:
            deal = read_deal(_with_dealer(data, dealer, away), self.scoring_table, players)
            if deal.data() not in [other.data() for other in deals]:
                deals.append(deal)
        if len(deals) > 1:
            first, other = (self.write(deal, players, dealer, away) for deal in deals[:2])
            raise NotationFault(TWO_WAYS, 0, one=first, other=other)
        return deals[0]

    def write(self, deal: Deal, players: Sequence[str], dealer: str | None = None, away: Away = nobody_away) -> str:
        """The shortest line that reads back as the same deal, if `dealer` would deal and `away` sit out.

        Moved points read back as the same amounts, an odd spelling ("1⅛") as the usual one.
        """
        seats = {player: str(seat) for seat, player in enumerate(players, start=1)}
        return deal.write_whole_line(LineWriter(self.scoring_table, self.spelling.words, seats), dealer, away)


def _with_dealer(data: Data, dealer: str | None, away: Away) -> Data:
    """Fill in the dealer and who sits out, if the line names nobody and the kind of deal has them."""
    if not KINDS[data["kind"]].is_dealt:
        return data
    dealer = data.get("dealer", dealer)
    usually_out = list(away(dealer)) if dealer else []
    sits_out = data.get("sits_out", usually_out)
    filled = dict(data)
    if dealer:
        filled["dealer"] = dealer
    if sits_out:
        filled["sits_out"] = sits_out
    return filled
