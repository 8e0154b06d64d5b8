"""A contract to take tricks, with an attachment, a partner, perhaps alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ledger.rules.deals.keyboard_parts import CALLED_BY, IN_CAT, LineWriter, Names, Parse, Parts, names_of
from ledger.rules.deals.kinds.deal import (
    ALL_OR_NONE,
    DECLARER,
    FAR,
    NO_PARTNER_HERE,
    PARTNER,
    PARTNER_NEEDED,
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
    BIDS,
    IS_OWN_PARTNER,
    JUST_MAKES_IT,
    OPPONENTS,
    TAKES_NUMBER,
    Gains,
    Teller,
    Wager,
    explain_wagers,
)
from ledger.rules.deals.seating import Seating, partner_opposite
from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.parameters.parameter import Played
from ledger.rules.scoring.parameters.trick_prices import TRICKS_MAP
from ledger.rules.scoring.scoring_table import (
    ALONE,
    ATTACHMENTS,
    SUITS,
    TRUMPS,
    TURNS,
    VIP_TURNS,
    Column,
    ScoringRules,
    bid_name,
    cell_path,
)
from ledger.rules.scoring.tariff import Amounts, Tariff, trick_key, trick_terms, ways_of_playing
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import Refusal, gettext_noop

USUAL_LEVEL = 9
DEAREST = 20  # one outcome in so many pays as much

JUST_HOME, OVER, DOWN = Phrase("just home"), Phrase("%(count)s over"), Phrase("%(count)s down")

LEVEL = BoxGroup("level", Phrase("Level"), PlaceInLine.CONTRACT)
ATTACHMENT = BoxGroup("attachment", Phrase("Attachment"), PlaceInLine.CONTRACT)
TRUMP = BoxGroup("trump", Phrase("Trump"), PlaceInLine.EXTRAS)
FLAG = BoxGroup("flag", Phrase("Knocked"), PlaceInLine.EXTRAS)
RESULT = BoxGroup("result", Phrase("Result", "on paper"), PlaceInLine.RESULT)
TRICKS = BoxGroup("tricks", Phrase("Tricks"), PlaceInLine.RESULT)

SIGNS = (("−", Phrase("lost", "on paper")), ("=", Phrase("just made")), ("+", Phrase("overtricks")))

ALL_BID = gettext_noop("%(contract)s is every trick: is that right?")
VERY_DEAR = gettext_noop("%(amount)s from each is among the very most of the table: is that right?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickDeal(Deal):
    """A contract to take at least `level` tricks; `tricks` were taken by the declaring side.

    `called_by` called the ace, if not the declarer: in a vip the first to bid it calls, before the turn.
    """

    kind: ClassVar[str] = "trick"
    required: ClassVar[tuple[str, ...]] = ("level", "attachment", "declarer", "tricks")
    optional: ClassVar[tuple[str, ...]] = ("vip_turn", "trump", "flag", "partner", "alone", "called_by")
    player_keys: ClassVar[tuple[str, ...]] = ("declarer", "partner", "called_by")
    key_of_contract: ClassVar[str] = "attachment"
    offered_by: ClassVar[str] = "columns"

    level: int
    attachment: str
    declarer: str
    partner: str | None
    tricks: int
    vip_turn: int | None = None
    trump: str | None = None
    flag: str | None = None
    alone: str | None = None
    called_by: str | None = None

    @classmethod
    def contract_labels(cls, scoring_table: ScoringRules) -> Mapping[str, Label]:
        # Without its vip turn a contract is in several columns, and is called as the game calls it.
        of_columns = {column.attachment: column.label for column in reversed(scoring_table.columns)}
        return {**of_columns, **ATTACHMENTS}

    @classmethod
    def contract_codes(cls, scoring_table: ScoringRules) -> Sequence[str]:
        return [code for code in cls.contract_labels(scoring_table) if code in scoring_table.attachments]

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        level, levels = given["level"], scoring_table.levels
        if type(level) is not int or level not in levels:
            raise Refusal(CHOOSE_LEVEL, "level", low=levels[0], high=levels[-1])
        attachment = fields.one_of(given["attachment"], "attachment", scoring_table.attachments)
        vip_turn = read_vip_turn(given.get("vip_turn"), attachment, scoring_table)
        column = scoring_table.column(attachment, vip_turn)
        assert column is not None
        declarer = seating.player(given["declarer"], "declarer")
        partner, alone = read_partner(given, scoring_table, column, declarer, seating)
        trump, flag, caller = given.get("trump"), given.get("flag"), given.get("called_by")
        if trump is not None:
            trump = read_trump(trump, column)
        if flag is not None:
            flag = fields.one_of(flag, "flag", scoring_table.flags)
        tricks = fields.integer(given["tricks"], "tricks", 0, column.tricks_played)
        if caller is not None:
            caller = read_caller(caller, scoring_table, column, declarer, seating)
        return {
            "level": level,
            "attachment": attachment,
            "vip_turn": vip_turn,
            "trump": trump,
            "flag": flag,
            "declarer": declarer,
            "partner": partner,
            "alone": alone,
            "tricks": tricks,
            "called_by": caller,
        }

    def facts(self) -> dict[str, Any]:
        bid = self.filled_fields("level", "attachment", "vip_turn", "trump", "flag", "declarer")
        return bid | {"partner": self.partner} | self.filled_fields("alone", "called_by", "tricks")

    def column(self, scoring_table: ScoringRules) -> Column:
        """The column that prices the contract."""
        column = scoring_table.column(self.attachment, self.vip_turn)
        assert column is not None
        return column

    @classmethod
    def names_in_line(cls, scoring_table: ScoringRules) -> Mapping[str, Names]:
        attachments = {code: names_of(code) for code in scoring_table.attachments if code != "plain"}
        trumps = {code: names_of(label["da"], label) for code, label in TRUMPS.items()}
        flags = {code: names_of(label["da"], label) for code, label in scoring_table.flags.items()}
        flags = {**attachments, **trumps, **flags}  # a knock stands where any of them may stand
        return {"attachment": attachments, "flag": flags, "trump": trumps}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """A seat, the bid, the partner and the tricks: "19v3+"."""
        bid = (parts.declarer, parts.level, parts.column, parts.trump, parts.flag)
        return parts.in_turn({"kind": cls.kind}, at, *bid, parts.side, parts.tricks, parts.caller)

    def write_line(self, writer: LineWriter) -> str:
        name = writer.words["attachment"].get(self.attachment, "")
        turn = self.column(writer.scoring_table).vip_turn or ""
        trump = writer.words["trump"][self.trump] if self.trump else ""
        star = "*" if self.trump and self.trump not in writer.scoring_table.counted_trumps(self.attachment) else ""
        flag = writer.words["flag"][self.flag] if self.flag else ""
        head = f"{writer.seats[self.declarer]}{self.level}{name}{turn}{star}{trump}{flag}"
        caller = f" {CALLED_BY}{writer.seats[self.called_by]}" if self.called_by else ""
        return f"{head}{self._partner_written(writer)}{_signs(self.tricks - self.level)}{caller}"

    def _partner_written(self, writer: LineWriter) -> str:
        if self.alone == "declared" or writer.scoring_table.partner == "fixed":
            return ""
        if self.alone == "ace_in_cat":
            return IN_CAT
        return writer.seats[self.partner or self.declarer]

    @classmethod
    def boxes(cls, scoring_table: ScoringRules, words: Words, seats: int) -> GroupedBoxes:
        yield from seat_boxes(DECLARER, seats)
        if len(scoring_table.levels) > 1:
            for level in scoring_table.levels:
                yield LEVEL, Box(str(level))
        for attachment in scoring_table.attachments:
            for column in scoring_table.columns:
                if column.attachment == attachment != "plain":
                    letters = f"{words['attachment'][attachment]}{column.vip_turn or ''}"
                    yield ATTACHMENT, Box(letters, column.label)
        for trump in scoring_table.trumps:
            yield TRUMP, Box(words["trump"][trump], TRUMPS[trump])
        for flag, label in scoring_table.flags.items():
            yield FLAG, Box(words["flag"][flag], label)
        if scoring_table.partner == "called":
            yield from seat_boxes(PARTNER, seats)
            yield PARTNER, Box(IN_CAT, Phrase("the ace was in the cat: no partner"))
        for sign, meaning in SIGNS:
            yield RESULT, Box(sign, meaning)
        yield TRICKS, Box("", written=True)

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """Every opponent pays the price to the declarer's side, or receives it."""
        key, amounts = self._look_up(tariff)
        amount = amounts[self.tricks]
        if amount is None:
            raise self.price_missing(tariff.scoring_table)
        return gains_of_side(in_play, self.declarer, self.partner, amount, key)

    def _look_up(self, tariff: Tariff) -> tuple[str, Amounts]:
        """The outcome key, such as "9 vip2 clubs", and its amounts by tricks taken, put together once for each bid."""
        bid = (self.level, self.attachment, self.vip_turn, self.trump, self.flag, self.partner is None)
        if bid not in tariff.bids:
            scoring_table = tariff.scoring_table
            trump = self.trump if self.trump in scoring_table.counted_trumps(self.attachment) else None
            flag = self.flag if self.flag in scoring_table.counted_flags(self.attachment) else None
            key = trick_key(self.level, self.column(scoring_table), trump, flag, alone=self.partner is None)
            tariff.bids[bid] = key, tariff.amounts[key]
        return tariff.bids[bid]

    def explain(self, teller: Teller) -> Label:
        """One wager, of the declarer's side."""
        scoring_table = teller.scoring_table
        played = Played(self.tricks, self.trump, self.flag, self.partner is None)
        terms = trick_terms(scoring_table, self.column(scoring_table), self.level, played)
        assert terms is not None
        counted = TRICKS_MAP.of(scoring_table).get(self.tricks) if terms.won and terms.number else None
        wager = Wager(self.declarer, self.level, None, self.tricks, terms, OPPONENTS, counted)
        return explain_wagers([wager], teller, self.asides(teller.names))

    def sentence(self, teller: Teller) -> Label:
        """The bid of the declarer's side, and its tricks unless they are those of the bid."""
        side = [self.declarer] if self.partner is None else [self.declarer, self.partner]
        is_own_partner = self.alone == "self_called"
        bids = IS_OWN_PARTNER if is_own_partner else BIDS
        takes = JUST_MAKES_IT if self.tricks == self.level else TAKES_NUMBER
        bid = teller.say(bids, side, contract=teller.bid(self.vip_turn))
        result = teller.say(takes, side, number=self.tricks)
        return teller.tell(fill(AND, bid=bid, result=result), side, self.asides(teller.names)[is_own_partner:])

    def price_path(self, scoring_table: ScoringRules) -> str:
        return cell_path(self.level, self.column(scoring_table))

    def name(self, scoring_table: ScoringRules) -> Label:
        """The bid, with the turn of a vip: "9 vip i 2."."""
        column = self.column(scoring_table)
        name = bid_name(scoring_table, self.level, column)
        if self.vip_turn is None or len(scoring_table.levels) == 1:
            return name
        return join([name, TURNS[self.vip_turn]], " ")

    def asides(self, names: Mapping[str, str]) -> list[Label]:
        """Why the declarer was alone, and who called the ace."""
        asides: list[Label] = []
        if self.alone in ("self_called", "ace_in_cat"):
            asides.append(ALONE[self.alone])
        if self.called_by:
            caller = names.get(self.called_by, self.called_by)
            asides.append(fill(Phrase("%(name)s called the ace"), name=caller))
        return asides

    def result(self, scoring_table: ScoringRules) -> Label:
        return same(difference(self.tricks - self.level))

    def result_in_words(self, scoring_table: ScoringRules, names: Mapping[str, str]) -> Label:
        if self.tricks == self.level:
            return JUST_HOME
        phrase = OVER if self.tricks > self.level else DOWN
        return fill(phrase, count=abs(self.tricks - self.level))

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["TrickDeal"]:
        """Every level and column, in every way of playing it, with every number of tricks."""
        for level in scoring_table.levels:
            for column in scoring_table.columns:
                for trump, flag, alone in ways_of_playing(scoring_table, column):
                    for tricks in range(column.tricks_played + 1):
                        yield cls._of(scoring_table, players, level, column, Played(tricks, trump, flag, alone))

    @classmethod
    def outcomes_to_check(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["TrickDeal"]:
        """Every way of playing each contract, just made and just lost."""
        outcomes = cls.outcomes(scoring_table, players)
        return (deal for deal in outcomes if deal.tricks in (deal.level - 1, deal.level))

    @classmethod
    def examples(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["TrickDeal"]:
        """A familiar bid just made, and one with an overtrick, preferably vip in the second turn."""
        for level in sorted(scoring_table.levels, key=lambda level: (level != USUAL_LEVEL, level)):
            priced = [column for column in scoring_table.columns if scoring_table.prices[level][column.code]]
            if priced:
                other = max(priced[1:] or priced, key=lambda column: (column.attachment == "vip", column.vip_turn == 2))
                for column, tricks in ((priced[0], level), (other, min(level + 1, other.tricks_played))):
                    played = Played(tricks, alone=column.alone == "forced")
                    yield cls._of(scoring_table, players, level, column, played)
                return

    @classmethod
    def _of(
        cls, scoring_table: ScoringRules, players: Sequence[str], level: int, column: Column, played: Played
    ) -> "TrickDeal":
        """A contract as played, declared by the first player."""
        partner = partner_opposite(players[0], players) if scoring_table.partner == "fixed" else players[1]
        why_alone = "declared" if column.alone == "forced" else "self_called"
        return cls(
            level=level,
            attachment=column.attachment,
            vip_turn=column.vip_turn,
            trump=played.trump,
            flag=played.flag,
            declarer=players[0],
            partner=None if played.alone else partner,
            alone=why_alone if played.alone else None,
            tricks=played.tricks,
        )

    def questions(self, tariff: Tariff) -> Iterator[Remark]:
        """Asked of no tricks or all, of a bid of every trick, of a result FAR off, and of the largest payouts."""
        scoring_table, off = tariff.scoring_table, self.tricks - self.level
        column = self.column(scoring_table)
        if self.level == column.tricks_played and len(scoring_table.levels) > 1:
            yield question(ALL_BID, contract=self.name(scoring_table))
        if self.tricks in (0, column.tricks_played) and off:
            yield question(ALL_OR_NONE, tricks=self.tricks)
        if off >= FAR:
            yield question(gettext_noop("%(size)d tricks more than the contract: is that right?"), size=off)
        if off <= -FAR:
            yield question(gettext_noop("%(size)d tricks short of the contract: is that right?"), size=-off)
        _key, amounts = self._look_up(tariff)
        amount = amounts[self.tricks]
        if amount is not None and is_among_the_dearest(abs(amount), tariff):
            yield question(VERY_DEAR, amount=in_points(abs(amount), tariff.unit_denominator))

    @classmethod
    def tricks_taken(cls, data: Mapping[str, Any]) -> Sequence[int]:
        """The tricks of the declarer's side."""
        return [int(data["tricks"])]


def _signs(tricks: int) -> str:
    sign = "+" if tricks > 0 else "-"
    return sign * abs(tricks) if abs(tricks) < 3 else f"{sign}{abs(tricks)}"


def is_among_the_dearest(amount: int, tariff: Tariff) -> bool:
    """Whether at most one in DEAREST of the likely results of the trick contracts moves as much."""
    near: list[int] = []
    for key, amounts in tariff.amounts.items():
        level = key.partition(" ")[0]
        if level.isdecimal():
            close = amounts[max(0, int(level) - FAR + 1) : int(level) + FAR]
            near += (abs(size) for size in close if size is not None)
    return bool(near) and sum(size >= amount for size in near) * DEAREST <= len(near)


CHOOSE_TURN = gettext_noop("Choose which turn the vip was won in.")
CHOOSE_LEVEL = gettext_noop("Choose a level from %(low)d to %(high)d.")
PARTNER_OPPOSITE = gettext_noop("The pairs are fixed: the partner is %(player)s.")
NOT_ALONE = gettext_noop("With a partner the declarer is not alone.")
NOT_DECLARED_ALONE = gettext_noop(
    "Only a contract declared alone is “declared”; say whether the ace was called or in the cat."
)
NOT_IN_VIP = gettext_noop("Only in a vip can somebody else than the declarer have called the ace.")
DECLARER_CALLED = gettext_noop("Name who called the ace only where it was not the declarer.")


def read_vip_turn(value: object, attachment: str, scoring_table: ScoringRules) -> int | None:
    """The turn in which a vip was won, or None; raises Refusal."""
    columns = [column for column in scoring_table.columns if column.attachment == attachment]
    turns = [column.vip_turn for column in columns]
    if value is None:
        if None not in turns:
            raise Refusal(CHOOSE_TURN, "vip_turn")
        return None
    if not any(column.trump == "turned" for column in columns):
        raise Refusal(gettext_noop("Only vip has a turn."), "vip_turn")
    turn = fields.integer(value, "vip_turn", 1, max(VIP_TURNS))
    # A table with one price for every turn takes any of them.
    if turn not in turns and None not in turns:
        raise Refusal(CHOOSE_TURN, "vip_turn")
    return turn


def read_trump(value: object, column: Column) -> str:
    """The trump; raises Refusal for one that the contract cannot have."""
    trump = fields.one_of(value, "trump", TRUMPS)
    allowed = {"chosen": SUITS, "turned": tuple(TRUMPS)}.get(column.trump, (column.trump,))
    if trump not in allowed:
        raise Refusal(gettext_noop("That trump does not go with the contract."), "trump")
    return trump


def read_partner(
    given: Given, scoring_table: ScoringRules, column: Column, declarer: str, seating: Seating
) -> tuple[str | None, str | None]:
    """The partner, or None and why the declarer was alone; raises Refusal."""
    named, alone = given.get("partner"), given.get("alone")
    if column.alone == "forced":
        if named is not None:
            raise Refusal(NO_PARTNER_HERE, "partner")
        if alone is not None:
            fields.one_of(alone, "alone", ("declared",))
        return None, "declared"
    if named is None and scoring_table.partner == "called":
        return None, _why_alone(alone, column)
    partner = None if named is None else seating.other_player(named, "partner", declarer)
    if scoring_table.partner == "fixed":
        opposite = partner_opposite(declarer, seating.in_play)
        if partner not in (None, opposite):
            raise Refusal(PARTNER_OPPOSITE, "partner", player=opposite)
        partner = opposite
    if alone is not None:
        raise Refusal(NOT_ALONE, "alone")
    return partner, None


def _why_alone(alone: object, column: Column) -> str:
    if column.alone == "never":
        raise Refusal(PARTNER_NEEDED, "partner")
    if alone is None:
        raise Refusal(gettext_noop("Choose a partner, or say why the declarer plays alone."), "partner")
    if alone == "declared":
        raise Refusal(NOT_DECLARED_ALONE, "alone")
    return fields.one_of(alone, "alone", ("self_called", "ace_in_cat"))


def read_caller(value: object, scoring_table: ScoringRules, column: Column, declarer: str, seating: Seating) -> str:
    """Who called the ace in a vip, if not the declarer; it may be the partner, with the ace in hand.

    Raises Refusal if nobody else can have called it.
    """
    if column.trump != "turned" or column.alone == "forced" or scoring_table.partner == "fixed":
        raise Refusal(NOT_IN_VIP, "called_by")
    caller = seating.player(value, "called_by")
    if caller == declarer:
        raise Refusal(DECLARER_CALLED, "called_by")
    return caller
