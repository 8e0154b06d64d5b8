"""A deal that was played, of which the points are known and the tricks are not: an old season, a settled dispute."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ledger.rules.deals.keyboard_parts import (
    AMOUNT,
    CONTRACT,
    IN_CAT,
    NOTE,
    UNKNOWN,
    Data,
    LineWriter,
    Parse,
    Parts,
    Spelling,
)
from ledger.rules.deals.kinds.adjustment import TYPED_AMOUNT, typed_amount
from ledger.rules.deals.kinds.deal import (
    NO_PARTNER_HERE,
    OTHER,
    Box,
    Deal,
    Facts,
    Given,
    GroupedBoxes,
    Words,
    question,
    roles_of,
)
from ledger.rules.deals.kinds.nolo import NoloDeal
from ledger.rules.deals.kinds.trick import (
    NOT_ALONE,
    NOT_DECLARED_ALONE,
    PARTNER_OPPOSITE,
    VERY_DEAR,
    TrickDeal,
    is_among_the_dearest,
)
from ledger.rules.deals.payout import BIDS, Gains, Teller
from ledger.rules.deals.seating import Seating, partner_opposite
from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.scoring_table import ALONE, ATTACHMENTS, TURNS, Column, ScoringRules, bid_name
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, join, same
from ledger.rules.site.points import exact_value, in_points, points_text, read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

# Not "#", which begins a comment in the text of an evening.
MARK = "?"  # in place of the result in its keyboard line
QUOTE = '"'  # around a bid in the club's own words
DIGIT = re.compile(r" *(\d)")
LONGEST_BID = 200  # as kept, with players by number

POINTS_ONLY = Phrase("Points only")
NOT_NOTED = Phrase("something that nobody noted")

SUM_NOT_ZERO = gettext_noop("The points add up to %(sum)s: they must add up to 0.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOnly(Deal):
    """The points of everyone who played, and what else is known: who declared, with whom, and the contract.

    `points` are exact values and `units` the same in units. The contract is a `level` with its `attachment`, a nolo
    `contract`, or a `bid` in the club's own words. Without `partner` and `alone` it is not known who helped.
    `house` is what the points of an old book lacked to add up to 0, in points; None where they do.
    """

    kind: ClassVar[str] = "points_only"
    required: ClassVar[tuple[str, ...]] = ("points",)
    optional: ClassVar[tuple[str, ...]] = (
        *("declarer", "partner", "alone"),
        *("level", "attachment", "vip_turn", "contract", "bid"),
        "house",
    )
    player_keys: ClassVar[tuple[str, ...]] = ("declarer", "partner")
    share_keys: ClassVar[tuple[str, ...]] = ("points",)
    is_priced: ClassVar[bool] = False

    points: Mapping[str, int | str]
    units: Mapping[str, int]
    declarer: str | None
    partner: str | None
    alone: str | None
    level: int | None
    attachment: str | None
    vip_turn: int | None
    contract: str | None
    bid: str | None
    house: int | str | None

    @classmethod
    def contract_labels(cls, scoring_table: ScoringRules) -> Mapping[str, Label]:
        return {"": POINTS_ONLY}

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        """Read the points and what else is known.

        Raises Refusal unless everybody who plays has points; in a zero-sum table they must add up to 0, with those of
        the house.
        """
        unit = scoring_table.unit_denominator
        missing = given.get("house")
        house = 0 if missing is None else read_points(str(typed_amount(missing, "house")), unit, "house")
        units = _read_units(given["points"], scoring_table, seating, house)
        # In one spelling, so that the same points are the same deal however they were typed.
        points = {player: exact_value(Fraction(units[player], scoring_table.unit_denominator)) for player in units}
        bid = _read_bid(given, scoring_table)
        known = {"house": exact_value(Fraction(house, unit)) if house else None, **bid}
        return {"points": points, "units": units, **known, **_read_side(given, bid, scoring_table, seating)}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """What is known, the mark, and the points by seat, a full stop for whoever sits out: "19v23? 4 -4 4 -4"."""
        if MARK not in parts.text:
            return
        for known, after_known in _read_known(parts, at):
            if parts.text.startswith(MARK, after_known := parts.space(after_known)):
                for points, end in parts.by_seat(after_known + len(MARK), TYPED_AMOUNT, AMOUNT):
                    yield {"kind": cls.kind, "points": points, **known}, end

    def write_line(self, writer: LineWriter) -> str:
        unit = writer.scoring_table.unit_denominator
        points = (points_text(self.units[player], unit) if player in self.units else "." for player in writer.seats)
        return f"{self._known_written(writer)}{MARK} {' '.join(points)}"

    def _known_written(self, writer: LineWriter) -> str:
        """The declarer, the bid and the partner; empty where neither the declarer nor the bid is known."""
        bid, partner = self._bid_written(writer), self._partner_written(writer)
        if not (self.declarer or bid):
            return ""
        seat = writer.seats[self.declarer] if self.declarer else UNKNOWN
        if partner and not bid:
            bid = QUOTE * 2
        return f"{seat}{bid}{partner}"

    def _bid_written(self, writer: LineWriter) -> str:
        if self.bid:
            return f"{QUOTE}{self.bid}{QUOTE}"
        if self.contract:
            return writer.words["nolo"][self.contract]
        if self.level is None or self.attachment is None:
            return ""
        turn = self.vip_turn or (UNKNOWN if _turns(self.attachment, writer.scoring_table) else "")
        return f"{self.level}{writer.words['attachment'].get(self.attachment, '')}{turn}"

    def _partner_written(self, writer: LineWriter) -> str:
        if self.alone == "ace_in_cat":
            return IN_CAT
        if self.alone == "self_called" and self.declarer:
            return writer.seats[self.declarer]
        return writer.seats[self.partner] if self.partner else ""

    @classmethod
    def boxes(cls, scoring_table: ScoringRules, words: Words, seats: int) -> GroupedBoxes:
        yield OTHER, Box(MARK, Phrase("tricks unknown: write the points"))

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """Everybody gets the points given; where it is not known who helped, the others are just players."""
        units = {**dict.fromkeys(in_play, 0), **self.units}
        if self.declarer and (self.partner or self.alone):
            return units, roles_of(in_play, self.declarer, self.partner), None
        declarer = {self.declarer: "declarer"} if self.declarer else {}
        return units, dict.fromkeys(in_play, "player") | declarer, None

    def sentence(self, teller: Teller) -> Label:
        """The bid as far as it is known; what came of it the points alone say."""
        side = [player for player in (self.declarer, self.partner) if player]
        bid = same(self.bid.rstrip(".")) if self.bid else teller.bid(self.vip_turn)
        is_bid = self.level or self.contract or self.bid
        deed = teller.contract
        if side or is_bid:
            deed = teller.say(BIDS, side, contract=bid if is_bid else NOT_NOTED)
        return teller.tell(deed, side, self.asides(teller.names))

    def name(self, scoring_table: ScoringRules) -> Label:
        """The contract as far as it is known: "9 vip", "Sol", or the club's own words."""
        return bid_name_of(self.facts(), scoring_table) or POINTS_ONLY

    def asides(self, names: Mapping[str, str]) -> list[Label]:
        """Why the declarer was alone."""
        return [ALONE[self.alone]] if self.alone in ("self_called", "ace_in_cat") else []

    def result(self, scoring_table: ScoringRules) -> Label:
        """A question mark behind a contract."""
        return same(MARK if self.level or self.contract or self.bid else "")

    def questions(self, tariff: Tariff) -> Iterator[Remark]:
        """Asked if nobody wins anything, and if even the least that somebody wins or loses is among the very most."""
        moved = sorted(abs(units) for units in self.units.values() if units)
        if not moved:
            yield question(gettext_noop("Nobody wins or loses a point: is that right?"))
        elif is_among_the_dearest(moved[0], tariff):
            yield question(VERY_DEAR, amount=in_points(moved[0], tariff.unit_denominator))


def bid_in_words(words: str, scoring_table: ScoringRules) -> dict[str, Any]:
    """The contract that somebody writes, as a deal as data has it: by its name, by its letters, or as it is written.

    Empty for an empty text.
    """
    typed = " ".join(words.split())
    if not typed:
        return {}
    for bid in _every_bid(scoring_table):
        name = bid_name_of(bid, scoring_table)
        if name and typed.casefold().rstrip(".") in {
            name[language].casefold().rstrip(".") for language in ("da", "en")
        }:
            return bid
    spelling = Spelling({**TrickDeal.names_in_line(scoring_table), **NoloDeal.names_in_line(scoring_table)})
    parts = Parts(typed, scoring_table, spelling, (), {})
    spelt = [bid for bid, end in _read_letters(parts, 0) if parts.space(end) == len(typed)]
    # What could be two contracts is kept as the club wrote it, since nothing is guessed here.
    return spelt[0] if len(spelt) == 1 else {"bid": typed}


def bid_name_of(deal: Facts, scoring_table: ScoringRules) -> Label | None:
    """The contract of a deal as data in words: "9 vip i 2.", "Sol", or the club's own; None if it has none."""
    if deal.get("bid"):
        return same(deal["bid"])
    if deal.get("contract"):
        nolo: Label = scoring_table.nolo[deal["contract"]].label
        return nolo
    if deal.get("level") is None:
        return None
    columns = _columns(deal["attachment"], scoring_table)
    turn = deal.get("vip_turn")
    if turn is None and len(scoring_table.levels) == 1 and len(columns) > 1:
        return ATTACHMENTS.get(deal["attachment"], columns[0].label)
    column = next((column for column in columns if column.vip_turn == turn), columns[0])
    name = bid_name(scoring_table, deal["level"], column)
    if turn is None or len(scoring_table.levels) == 1:
        return name
    return join([name, TURNS[turn]], " ")


# --- reading


def _read_units(value: object, scoring_table: ScoringRules, seating: Seating, house: int) -> dict[str, int]:
    typed = fields.record(value, "points", optional=None)
    given = {seating.player(player, "points"): amount for player, amount in typed.items()}
    unit = scoring_table.unit_denominator
    units = {}
    for player in seating.in_play:
        if player not in given:
            raise Refusal(gettext_noop("Give the points of everyone who plays: 0 for none."), f"points.{player}")
        field = f"points.{player}"
        units[player] = read_points(str(typed_amount(given[player], field)), unit, field)
    if (scoring_table.zero_sum or house) and (total := sum(units.values()) + house):
        raise Refusal(SUM_NOT_ZERO, "points", sum=in_points(total, unit, signed=True))
    return units


def _read_bid(given: Given, scoring_table: ScoringRules) -> dict[str, Any]:
    """The contract, None for what is not known of it."""
    keys = [key for key in ("level", "contract", "bid") if given.get(key) is not None]
    if len(keys) > 1:
        raise Refusal(gettext_noop("Give one contract, or none."), keys[-1])
    bid: dict[str, Any] = dict.fromkeys(("level", "attachment", "vip_turn", "contract", "bid"))
    for key in ("attachment", "vip_turn"):
        if given.get(key) is not None and "level" not in keys:
            raise Refusal(fields.MISSING_KEY, "level", key="level")
    if "level" in keys:
        bid |= _read_level(given, scoring_table)
    elif "contract" in keys:
        bid["contract"] = fields.one_of(given["contract"], "contract", scoring_table.nolo)
    elif "bid" in keys:
        bid["bid"] = " ".join(fields.words(given["bid"], "bid", LONGEST_BID).split())
        if QUOTE in bid["bid"] or NOTE in bid["bid"]:
            raise Refusal(gettext_noop('Leave out ; and " in the contract.'), "bid")
    return bid


def _read_level(given: Given, scoring_table: ScoringRules) -> dict[str, Any]:
    """A level with its attachment; the turn of a vip may be unknown."""
    level, turn = given["level"], given.get("vip_turn")
    if type(level) is not int or level not in scoring_table.levels:
        raise Refusal(fields.NOT_OFFERED, "level", offered=", ".join(map(str, scoring_table.levels)))
    attachment = fields.one_of(given.get("attachment") or "plain", "attachment", scoring_table.attachments)
    turns = _turns(attachment, scoring_table)
    if turn is not None and (type(turn) is not int or turn not in turns):
        raise Refusal(fields.NOT_OFFERED, "vip_turn", offered=", ".join(map(str, turns)))
    return {"level": level, "attachment": attachment, "vip_turn": turn}


def _read_side(given: Given, bid: Facts, scoring_table: ScoringRules, seating: Seating) -> dict[str, str | None]:
    """The declarer, and the partner or why there was none; None for what is not known."""
    declarer, partner, alone = (given.get(key) for key in ("declarer", "partner", "alone"))
    if declarer is None:
        if partner is not None or alone is not None:
            raise Refusal(gettext_noop("Say who declared, too."), "declarer")
        return {"declarer": None, "partner": None, "alone": None}
    declarer = seating.player(declarer, "declarer")
    partner = None if partner is None else seating.other_player(partner, "partner", declarer)
    alone = None if alone is None else fields.one_of(alone, "alone", ALONE)
    if partner and alone:
        raise Refusal(NOT_ALONE, "alone")
    if _is_played_alone(bid, scoring_table):
        if partner:
            raise Refusal(NO_PARTNER_HERE, "partner")
        alone = "declared"
    elif alone == "declared":
        raise Refusal(NOT_DECLARED_ALONE, "alone")
    elif scoring_table.partner == "fixed" and not bid["contract"]:
        opposite = partner_opposite(declarer, seating.in_play)
        if alone:
            raise Refusal(NOT_ALONE, "alone")
        if partner not in (None, opposite):
            raise Refusal(PARTNER_OPPOSITE, "partner", player=opposite)
        partner = opposite
    return {"declarer": declarer, "partner": partner, "alone": alone}


# --- reading a line


def _read_known(parts: Parts, at: int) -> Parse:
    """What is known besides the points: nothing, or a seat, perhaps a bid, and perhaps the partner behind it."""
    yield {}, at
    seats, spaced = [*parts.declarer({}, at)], parts.space(at)
    if parts.text.startswith(UNKNOWN, spaced):
        seats.append(({}, spaced + len(UNKNOWN)))
    for known, after_seat in seats:
        yield known, after_seat
        for bid, after_bid in (*_read_letters(parts, after_seat), *_read_quoted(parts, after_seat)):
            yield {**known, **bid}, after_bid
            if known:
                yield from parts.in_turn({**known, **bid}, after_bid, parts.partner)


def _read_quoted(parts: Parts, at: int) -> Parse:
    """A bid in the club's own words, between quotes; empty for one that is not known."""
    at = parts.space(at)
    end = parts.text.find(QUOTE, at + 1)
    if parts.text.startswith(QUOTE, at) and end > 0:
        words = parts.line.split(QUOTE)[1].strip()  # as typed, not in small letters
        yield {"bid": words} if words else {}, end + 1


def _read_letters(parts: Parts, at: int) -> Parse:
    """A bid as a keyboard line names it: "9v2", "9", "s"; a turn that is not known is 0, or missing at the end."""
    for contract, end in parts.codes("nolo", at, CONTRACT):
        yield {"contract": contract}, end
    for level, after_level in parts.level({}, at):
        if "plain" in parts.scoring_table.attachments and after_level > at:
            yield {**level, "attachment": "plain"}, after_level
        for attachment, after_name in parts.codes("attachment", after_level, CONTRACT):
            yield from _read_turn(parts, {**level, "attachment": attachment}, after_name)


def _read_turn(parts: Parts, bid: Data, at: int) -> Parse:
    turns = _turns(bid["attachment"], parts.scoring_table)
    digit = DIGIT.match(parts.text, at)
    if not turns or parts.text[parts.space(at) :][:1] in ("", MARK):
        yield bid, at
    elif digit and digit[1] == UNKNOWN:
        yield bid, digit.end()
    elif digit and int(digit[1]) in turns:
        yield {**bid, "vip_turn": int(digit[1])}, digit.end()


# --- bids


def _every_bid(scoring_table: ScoringRules) -> Iterator[dict[str, Any]]:
    for level in scoring_table.levels:
        for column in scoring_table.columns:
            turn = {"vip_turn": column.vip_turn} if column.vip_turn else {}
            yield {"level": level, "attachment": column.attachment, **turn}
    for code in scoring_table.nolo:
        yield {"contract": code}


def _columns(attachment: str, scoring_table: ScoringRules) -> list[Column]:
    return [column for column in scoring_table.columns if column.attachment == attachment]


def _turns(attachment: str, scoring_table: ScoringRules) -> list[int]:
    """The turns that an attachment has prices for."""
    return [column.vip_turn for column in _columns(attachment, scoring_table) if column.vip_turn]


def _is_played_alone(bid: Facts, scoring_table: ScoringRules) -> bool:
    """Whether a contract is always played alone: kvarte."""
    columns = _columns(bid["attachment"], scoring_table) if bid["attachment"] else []
    return bool(columns) and all(column.alone == "forced" for column in columns)
