"""A contract to take few tricks, where others may go along."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ledger.rules.deals.keyboard_parts import BEATEN_SIGN, CONTRACT, LineWriter, Names, Parse, Parts, names_of
from ledger.rules.deals.keyboard_parts import STOPPED as STOP
from ledger.rules.deals.kinds.deal import (
    DECLARER,
    EACH,
    EVERYONE_TRICKS,
    FAR,
    NO_PARTNER_HERE,
    Box,
    BoxGroup,
    Deal,
    Facts,
    Given,
    GroupedBoxes,
    PlaceInLine,
    Words,
    difference,
    gains_of_side,
    question,
    seat_boxes,
)
from ledger.rules.deals.payout import (
    AND,
    BEATEN,
    BIDS,
    GOES_ALONG,
    GOES_DOWN,
    HOME,
    MAKES_IT,
    OPPONENTS,
    OTHERS,
    OUTSIDERS,
    TAKES,
    Gains,
    Teller,
    Wager,
    explain_wagers,
    tricks_in_words,
)
from ledger.rules.deals.seating import Seating, partner_opposite, refuse_repeats
from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.scoring_table import Nolo, ScoringRules
from ledger.rules.scoring.tariff import Tariff, nolo_terms, outside_limit
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.rules.site.refusal import Refusal, gettext_noop

NOLO = BoxGroup("nolo", Phrase("Nolo"), PlaceInLine.CONTRACT)


TOO_MANY_TRICKS = gettext_noop("There are only %(tricks)d tricks in a deal.")
ONE_PLAYER_ONLY = gettext_noop("Nobody can go along on this contract.")
TRICKS_COUNT = gettext_noop("Give the number of tricks: the price of %(contract)s goes by it.")
NOT_STOPPED = gettext_noop("Play can be stopped only when somebody on the contract has taken too many tricks.")
FAR_BEATEN = gettext_noop("%(size)d tricks too many for %(contract)s: is that right?")


@dataclass(frozen=True, slots=True)
class Participant:
    """One player on a nolo contract, and the tricks that the player (or, for a pair, the pair) took.

    Where the tricks are not known, whether the contract was `made` is.
    """

    player: str
    tricks: int | None
    made: bool | None = None

    def priced_tricks(self, nolo: Nolo) -> int:
        """The tricks that it is priced by: where they are not known, the most of a contract made, or one beyond."""
        return self.tricks if self.tricks is not None else nolo.max_tricks + (not self.made)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoloDeal(Deal):
    """A contract to take few tricks; the first participant bid it, the others joined.

    `stopped` means that play ended as soon as it was lost: the tricks are those taken until then.
    """

    kind: ClassVar[str] = "nolo"
    required: ClassVar[tuple[str, ...]] = ("contract", "participants")
    optional: ClassVar[tuple[str, ...]] = ("stopped",)
    parts: ClassVar[Mapping[str, Label]] = {"nolo": Phrase("Nolo"), "joiner": Phrase("Going along on a nolo", "part")}
    parts_by_role: ClassVar[Mapping[str, str]] = {"declarer": "nolo"}
    key_of_contract: ClassVar[str] = "contract"
    offered_by: ClassVar[str] = "nolo"

    contract: str
    participants: tuple[Participant, ...]
    stopped: bool = False

    @classmethod
    def contract_labels(cls, scoring_table: ScoringRules) -> Mapping[str, Label]:
        return {code: nolo.label for code, nolo in scoring_table.nolo.items()}

    @classmethod
    def read(cls, data: Given, scoring_table: ScoringRules, players: tuple[str, ...]) -> Self:
        """Read a nolo.

        Raises Refusal, first of all for a partner, who is more likely meant as a joiner.
        """
        if data.get("partner") is not None:
            raise Refusal(NO_PARTNER_HERE, "partner")
        return super(NoloDeal, cls).read(data, scoring_table, players)  # a class with slots knows no bare super()

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        contract = fields.one_of(given["contract"], "contract", scoring_table.nolo)
        named = fields.sequence(given["participants"], "participants", 1, len(seating.in_play))
        nolo = scoring_table.nolo[contract]
        participants = tuple(_participant(item, nolo, scoring_table, seating) for item in named)
        refuse_repeats([item.player for item in participants], "participants")
        if not _may_join(nolo, scoring_table) and len(participants) > 1:
            raise Refusal(ONE_PLAYER_ONLY, "participants")
        if sum(item.priced_tricks(nolo) for item in participants) > scoring_table.tricks:
            raise Refusal(TOO_MANY_TRICKS, "participants", tricks=scoring_table.tricks)
        stopped = given.get("stopped") is not None and fields.boolean(given["stopped"], "stopped")
        if stopped and all(item.priced_tricks(nolo) <= nolo.max_tricks for item in participants):
            raise Refusal(NOT_STOPPED, "stopped")
        return {"contract": contract, "participants": participants, "stopped": stopped}

    def facts(self) -> dict[str, Any]:
        participants = [
            {"player": item.player, **({"made": item.made} if item.tricks is None else {"tricks": item.tricks})}
            for item in self.participants
        ]
        stopped = {"stopped": True} if self.stopped else {}
        return {"contract": self.contract, "participants": participants, **stopped}

    @classmethod
    def names_in_line(cls, scoring_table: ScoringRules) -> Mapping[str, Names]:
        return {"nolo": {code: names_of(code) for code in scoring_table.nolo}}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """A seat and the contract, the result, and the joiners: "1sol3-"."""
        for declarer, after_seat in parts.seat(at):
            for code, after_name in parts.codes("nolo", after_seat, CONTRACT):
                for joined, end in _read_participants(parts, [declarer], code, after_name):
                    data = {"kind": cls.kind, "contract": code, "participants": joined}
                    yield data, end
                    if parts.text.startswith(STOP, last := parts.space(end)):
                        yield {**data, "stopped": True}, last + len(STOP)

    def write_line(self, writer: LineWriter) -> str:
        nolo, texts = writer.scoring_table.nolo[self.contract], []
        for number, item in enumerate(self.participants):
            name = "" if number else writer.words["nolo"][self.contract]
            text = f"{writer.seats[item.player]}{name}{_signs(item, nolo)}"
            # Without the space the next seat would be read as a digit of the tricks.
            texts.append(f"{text} " if "=" in text else text)
        stop = STOP if self.stopped else ""
        return "".join(texts).rstrip() + stop

    @classmethod
    def boxes(cls, scoring_table: ScoringRules, words: Words, seats: int) -> GroupedBoxes:
        yield from seat_boxes(DECLARER, seats)
        for code, nolo in scoring_table.nolo.items():
            yield NOLO, Box(words["nolo"][code], nolo.label)
        yield from seat_boxes(EACH, seats, written=True)

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """Each participant settles with the others, a pair with the other pair."""
        declarer, scoring_table = self.participants[0], tariff.scoring_table
        if scoring_table.nolo[self.contract].side == "pair":
            partner = partner_opposite(declarer.player, in_play)
            amount = self._amount(tariff, declarer)
            return gains_of_side(in_play, declarer.player, partner, amount, self.contract)
        amounts = [(item.player, self._amount(tariff, item)) for item in self.participants]
        paid = sum([amount for _, amount in amounts])  # by each who is not on the contract
        units, roles = dict.fromkeys(in_play, -paid), dict.fromkeys(in_play, "defender")
        outsiders = len(in_play) - len(amounts)
        is_from_outsiders = scoring_table.rules.get("joined") == "outsiders"
        for player, amount in amounts:
            # Otherwise as if each won its amount from every seat, its own too: that cancels out.
            units[player] = amount * outsiders if is_from_outsiders else amount * len(in_play) - paid
            roles[player] = "joiner"
        roles[declarer.player] = "declarer"
        return units, roles, self.contract

    def _amount(self, tariff: Tariff, item: Participant) -> int:
        amount = tariff.amounts[self.contract][item.priced_tricks(tariff.scoring_table.nolo[self.contract])]
        if amount is None:
            raise self.price_missing(tariff.scoring_table)
        return amount

    def explain(self, teller: Teller) -> Label:
        """A wager of each on the contract."""
        nolo = teller.scoring_table.nolo[self.contract]
        against = OPPONENTS
        if len(self.participants) > 1:
            against = OUTSIDERS if teller.scoring_table.rules.get("joined") == "outsiders" else OTHERS
        wagers = []
        for item in self.participants:
            terms = nolo_terms(nolo, item.priced_tricks(nolo))
            assert terms is not None
            wagers.append(Wager(item.player, nolo.min_tricks, nolo.max_tricks, item.tricks, terms, against))
        return explain_wagers(wagers, teller, self.asides(teller.names))

    def sentence(self, teller: Teller) -> Label:
        """What everybody on the contract did, as far as it is known."""
        is_by_pairs = teller.scoring_table.nolo[self.contract].side == "pair"
        on_it: list[str] = []
        deeds = []
        for item in self.participants:
            side = [item.player, partner_opposite(item.player, teller.in_play)] if is_by_pairs else [item.player]
            bids = GOES_ALONG if on_it else BIDS
            outcome = MAKES_IT if item.made else GOES_DOWN
            bid = teller.say(bids, side, contract=teller.bid())
            result = teller.say(outcome, side)
            if item.tricks is not None:
                result = teller.say(TAKES, side, tricks=tricks_in_words(item.tricks))
            deeds.append(fill(AND, bid=bid, result=result))
            on_it += side
        return teller.tell(join(deeds, ". "), on_it, self.asides(teller.names))

    def price_path(self, scoring_table: ScoringRules) -> str:
        return f"nolo.{self.contract}.made"

    def asides(self, names: Mapping[str, str]) -> list[Label]:
        return [Phrase("play was stopped")] if self.stopped else []

    def result(self, scoring_table: ScoringRules) -> Label:
        """The number of tricks by which each was beaten, or whether each was where that is all that is known."""
        nolo = scoring_table.nolo[self.contract]
        results: list[Label] = []
        for item in self.participants:
            if item.tricks is None:
                results.append(HOME if item.made else BEATEN)
            else:
                beyond = max(0, outside_limit(nolo, item.tricks))
                results.append(same(difference(-beyond)))
        return join(results, " / ")

    def result_in_words(self, scoring_table: ScoringRules, names: Mapping[str, str]) -> Label:
        """Whether each was home, with the names where there are several."""
        nolo = scoring_table.nolo[self.contract]
        results = {}
        for item in self.participants:
            beyond = outside_limit(nolo, item.priced_tricks(nolo))
            results[item.player] = BEATEN if beyond > 0 else HOME
        if len(results) == 1:
            return results[self.participants[0].player]
        told = [join([same(names.get(player, player)), result], " ") for player, result in results.items()]
        return join(told, ", ")

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["NoloDeal"]:
        """Every contract with one participant and, where others may join, with two."""
        for nolo in scoring_table.nolo.values():
            for tricks in range(scoring_table.tricks + 1):
                declarer = Participant(players[0], tricks)
                yield NoloDeal(contract=nolo.code, participants=(declarer,))
                if _may_join(nolo, scoring_table):
                    for joined in range(scoring_table.tricks - tricks + 1):
                        yield NoloDeal(contract=nolo.code, participants=(declarer, Participant(players[1], joined)))

    @classmethod
    def examples(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["NoloDeal"]:
        """The first contract with a price, lost by a trick."""
        for nolo in scoring_table.nolo.values():
            if nolo.price and nolo.max_tricks < scoring_table.tricks:
                yield NoloDeal(contract=nolo.code, participants=(Participant(players[0], nolo.max_tricks + 1),))
                return

    def questions(self, tariff: Tariff) -> Iterator[Remark]:
        """Asked if somebody was beaten by FAR tricks or more."""
        nolo = tariff.scoring_table.nolo[self.contract]
        for item in self.participants:
            beyond = outside_limit(nolo, item.priced_tricks(nolo))
            if beyond >= FAR:
                yield question(FAR_BEATEN, size=beyond, contract=nolo.label)

    @classmethod
    def own_tricks(cls, data: Mapping[str, Any]) -> Mapping[str, int]:
        return {item["player"]: item["tricks"] for item in data["participants"] if "tricks" in item}

    @classmethod
    def tricks_taken(cls, data: Mapping[str, Any]) -> Sequence[int]:
        known = list(cls.own_tricks(data).values())
        return known if len(known) == len(data["participants"]) else []  # or it would not say whose they are


def _may_join(nolo: Nolo, scoring_table: ScoringRules) -> bool:
    return nolo.side == "alone" and scoring_table.rules.get("joined") != "single"


def _participant(value: object, nolo: Nolo, scoring_table: ScoringRules, seating: Seating) -> Participant:
    if not isinstance(value, Mapping) or set(value) not in ({"player", "tricks"}, {"player", "made"}):
        raise Refusal(EVERYONE_TRICKS, "participants")
    player = seating.player(value["player"], "participants")
    if "tricks" in value:
        return Participant(player, fields.integer(value["tricks"], "participants", 0, scoring_table.tricks))
    made = fields.boolean(value["made"], "participants")
    if nolo.is_priced_by_tricks(made=made):
        raise Refusal(TRICKS_COUNT, f"participants.{player}", contract=nolo.label)
    return Participant(player, None, made)


def _read_participants(parts: Parts, on_it: list[str], code: str, at: int) -> Parse:
    """The result of the last participant read, and of those who joined after."""
    for result, end in parts.own_result(at, code):
        participant = {"player": on_it[-1], **result}
        yield [participant], end
        for joiner, after in parts.seat(parts.space(end)):
            if joiner not in on_it:
                for others, last in _read_participants(parts, [*on_it, joiner], code, after):
                    yield [participant, *others], last


def _signs(item: Participant, nolo: Nolo) -> str:
    if item.tricks is None:
        return "" if item.made else BEATEN_SIGN
    beyond = item.tricks - nolo.max_tricks
    if abs(beyond) > 2 or (beyond == 0 and not nolo.is_priced_by_tricks(made=True)):
        return f"={item.tricks}"
    return "+" * -beyond + "-" * beyond
