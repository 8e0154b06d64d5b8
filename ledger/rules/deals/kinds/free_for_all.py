"""Everyone for themselves, taking as few tricks as possible: pasnolo, paskrig."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ledger.rules.deals.keyboard_parts import CONTRACT, COUNT, LineWriter, Parse, Parts
from ledger.rules.deals.kinds.deal import (
    ALL_TRICKS,
    EACH,
    EVERYBODY,
    EVERYONE_TRICKS,
    OTHER,
    Box,
    Deal,
    Facts,
    Given,
    GroupedBoxes,
    Words,
    all_or_none,
    seat_boxes,
)
from ledger.rules.deals.payout import TAKES, TO, Gains, Teller, tricks_in_words
from ledger.rules.deals.seating import Seating
from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff, partitions
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.refusal import Refusal

EVERYONE = ("m", "mod", "alle")  # the words of its keyboard line
TRICKS = re.compile(r"\d{1,2}|\.")

POT = Phrase("the fewest tricks are %(fewest)s. The others pay for each trick above: %(payments)s. %(shared)s")
SHARED = Phrase("%(total)s shared by %(players)s = %(share)s each")


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeForAll(Deal):
    """Everyone for themselves, taking as few tricks as possible; the tricks by player."""

    kind: ClassVar[str] = "free_for_all"
    required: ClassVar[tuple[str, ...]] = ("tricks",)
    share_keys: ClassVar[tuple[str, ...]] = ("tricks",)
    parts: ClassVar[Mapping[str, Label]] = EVERYBODY
    offered_by: ClassVar[str] = "free_for_all"

    tricks: Mapping[str, int]

    @classmethod
    def contract_labels(cls, scoring_table: ScoringRules) -> Mapping[str, Label]:
        return {"": scoring_table.free_for_all.label} if scoring_table.free_for_all else {}

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        """Read every player's tricks.

        Raises Refusal unless all tricks are accounted for.
        """
        taken = fields.record(given["tricks"], "tricks", optional=None)
        named = {seating.player(player, "tricks"): tricks for player, tricks in taken.items()}
        if len(named) < len(seating.in_play):
            raise Refusal(EVERYONE_TRICKS, "tricks")
        tricks = {player: fields.integer(count, "tricks", 0, scoring_table.tricks) for player, count in named.items()}
        if sum(tricks.values()) != scoring_table.tricks:
            raise Refusal(ALL_TRICKS, "tricks", tricks=scoring_table.tricks)
        return {"tricks": tricks}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """A word and the tricks by seat, with a full stop for whoever sits out: "m 1 1 5 6"."""
        if not cls.is_offered(parts.scoring_table):
            return
        for word, end in parts.words(at, CONTRACT):
            if word in EVERYONE:
                for counts, last in parts.by_seat(end, TRICKS, COUNT):
                    tricks = {player: int(count) for player, count in counts.items()}
                    yield {"kind": cls.kind, "tricks": tricks}, last

    def write_line(self, writer: LineWriter) -> str:
        return f"{EVERYONE[0]} {' '.join(str(self.tricks.get(player, '.')) for player in writer.seats)}"

    @classmethod
    def boxes(cls, scoring_table: ScoringRules, words: Words, seats: int) -> GroupedBoxes:
        assert scoring_table.free_for_all is not None
        yield from seat_boxes(EACH, seats, written=True)
        yield OTHER, Box(EVERYONE[0], scoring_table.free_for_all.label)

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """The players with the fewest tricks share what the others pay."""
        # The tariff has each distribution once, the fewest tricks first, whoever took them.
        ranked = sorted(self.tricks, key=lambda player: self.tricks[player])
        shares = tariff.free_for_all.get(tuple(self.tricks[player] for player in ranked))
        if shares is None:
            raise self.price_missing(tariff.scoring_table)
        units = dict.fromkeys(in_play, 0) | dict(zip(ranked, shares, strict=True))
        return units, dict.fromkeys(in_play, "player"), None

    def explain(self, teller: Teller) -> Label:
        """What each pays for the tricks above the fewest, and who share it."""
        pot = teller.scoring_table.free_for_all
        assert pot is not None
        assert pot.price is not None
        price, fewest = teller.points(pot.price), min(self.tricks.values())
        above = {player: tricks - fewest for player, tricks in self.tricks.items() if tricks > fewest}
        winners = [player for player in self.tricks if player not in above]
        payments = [join([teller.name(player), same(f" {count} × "), price], "") for player, count in above.items()]
        total, receivers = teller.points(pot.price * sum(above.values())), teller.names_of(winners)
        shared = fill(TO, amount=total, players=receivers)
        if len(winners) > 1:
            share = teller.points(teller.payout.units[winners[0]])
            shared = fill(SHARED, total=total, players=receivers, share=share)
        return teller.after_contract(fill(POT, fewest=fewest, payments=join(payments, ", "), shared=shared))

    def sentence(self, teller: Teller) -> Label:
        """The tricks of everybody, those with the fewest first."""
        taken = sorted(self.tricks.items(), key=lambda item: item[1])
        deeds = [teller.do(TAKES, [player], tricks=tricks_in_words(tricks)) for player, tricks in taken]
        return teller.tell(teller.after_contract(enumeration(deeds)), [])

    def result(self, scoring_table: ScoringRules) -> Label:
        return same("-".join(map(str, self.tricks.values())))

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["FreeForAll"]:
        """Every distribution of the tricks, the fewest first."""
        for tricks in partitions(scoring_table.tricks, len(players)):
            yield FreeForAll(tricks=dict(zip(players, tricks, strict=True)))

    @classmethod
    def examples(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["FreeForAll"]:
        """A pot shared by two with a trick each, while the other two take the rest."""
        if scoring_table.tricks > len(players):
            third = (scoring_table.tricks - 2) // 2
            tricks = (1, 1, third, scoring_table.tricks - 2 - third)
            yield FreeForAll(tricks=dict(zip(players, tricks, strict=True)))

    def questions(self, tariff: Tariff) -> Iterator[Remark]:
        """Asked if one player took them all."""
        return all_or_none(max(self.tricks.values()), tariff.scoring_table.tricks)

    @classmethod
    def own_tricks(cls, data: Mapping[str, Any]) -> Mapping[str, int]:
        tricks: Mapping[str, int] = data["tricks"]
        return tricks
