"""Readers of the facts of a trick contract."""

from ledger.rules.deals.kinds.deal import NO_PARTNER_HERE, PARTNER_NEEDED, Given
from ledger.rules.deals.seating import Seating, partner_opposite
from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.scoring.vocabulary import SUITS, TRUMPS, VIP_TURNS
from ledger.rules.site import fields
from ledger.rules.site.refusal import Refusal, gettext_noop

CHOOSE_TURN = gettext_noop("Choose which turn the vip was won in.")
TURN_WITHOUT_VIP = gettext_noop("Only vip has a turn.")
WRONG_TRUMP = gettext_noop("That trump does not go with the contract.")
CHOOSE_LEVEL = gettext_noop("Choose a level from %(low)d to %(high)d.")
CHOOSE_PARTNER = gettext_noop("Choose a partner, or say why the declarer plays alone.")
PARTNER_OPPOSITE = gettext_noop("The pairs are fixed: the partner is %(player)s.")
NOT_ALONE = gettext_noop("With a partner the declarer is not alone.")
NOT_DECLARED_ALONE = gettext_noop(
    "Only a contract declared alone is “declared”; say whether the ace was called or in the cat."
)
NOT_IN_VIP = gettext_noop("Only in a vip can somebody else than the declarer have called the ace.")
DECLARER_CALLED = gettext_noop("Name who called the ace only where it was not the declarer.")


def read_level(value: object, scoring_table: ScoringRules) -> int:
    """The level of a bid; raises Refusal."""
    if type(value) is not int or value not in scoring_table.levels:
        raise Refusal(CHOOSE_LEVEL, "level", low=scoring_table.levels[0], high=scoring_table.levels[-1])
    return value


def read_vip_turn(value: object, attachment: str, scoring_table: ScoringRules) -> int | None:
    """The turn in which a vip was won, or None; raises Refusal."""
    turns = [column.vip_turn for column in scoring_table.columns if column.attachment == attachment]
    is_turned = any(column.trump == "turned" for column in scoring_table.columns if column.attachment == attachment)
    if value is None:
        if None not in turns:
            raise Refusal(CHOOSE_TURN, "vip_turn")
        return None
    if not is_turned:
        raise Refusal(TURN_WITHOUT_VIP, "vip_turn")
    turn = fields.integer(value, "vip_turn", 1, max(VIP_TURNS))
    # A table with one price for every turn takes any of them.
    if turn not in turns and None not in turns:
        raise Refusal(CHOOSE_TURN, "vip_turn")
    return turn


def read_trump(value: object, column: Column) -> str | None:
    """The trump, if it is said; raises Refusal."""
    if value is None:
        return None
    trump = fields.one_of(value, "trump", TRUMPS)
    allowed = {"chosen": SUITS, "turned": tuple(TRUMPS)}.get(column.trump, (column.trump,))
    if trump not in allowed:
        raise Refusal(WRONG_TRUMP, "trump")
    return trump


def read_partner(
    given: Given, scoring_table: ScoringRules, column: Column, declarer: str, seating: Seating
) -> tuple[str | None, str | None]:
    """The partner, or None and why the declarer was alone; raises Refusal."""
    named, alone = given.get("partner"), given.get("alone")
    if column.alone == "forced":
        return _no_partner(named, alone)
    if scoring_table.partner == "fixed":
        return _fixed_partner(named, alone, declarer, seating), None
    if named is None:
        return None, _why_alone(alone, column)
    partner = seating.other_player(named, "partner", declarer)
    if alone is not None:
        raise Refusal(NOT_ALONE, "alone")
    return partner, None


def _no_partner(named: object, alone: object) -> tuple[None, str]:
    if named is not None:
        raise Refusal(NO_PARTNER_HERE, "partner")
    if alone is not None:
        fields.one_of(alone, "alone", ("declared",))
    return None, "declared"


def _fixed_partner(named: object, alone: object, declarer: str, seating: Seating) -> str:
    partner = partner_opposite(declarer, seating.in_play)
    if named is not None and seating.other_player(named, "partner", declarer) != partner:
        raise Refusal(PARTNER_OPPOSITE, "partner", player=partner)
    if alone is not None:
        raise Refusal(NOT_ALONE, "alone")
    return partner


def _why_alone(alone: object, column: Column) -> str:
    if column.alone == "never":
        raise Refusal(PARTNER_NEEDED, "partner")
    if alone is None:
        raise Refusal(CHOOSE_PARTNER, "partner")
    if alone == "declared":
        raise Refusal(NOT_DECLARED_ALONE, "alone")
    return fields.one_of(alone, "alone", ("self_called", "ace_in_cat"))


def read_caller(
    value: object, scoring_table: ScoringRules, column: Column, declarer: str, seating: Seating
) -> str | None:
    """Who called the ace in a vip, if not the declarer; it may be the partner, with the ace in hand.

    Raises Refusal if nobody else can have called it.
    """
    if value is None:
        return None
    if column.trump != "turned" or column.alone == "forced" or scoring_table.partner == "fixed":
        raise Refusal(NOT_IN_VIP, "called_by")
    caller = seating.player(value, "called_by")
    if caller == declarer:
        raise Refusal(DECLARER_CALLED, "called_by")
    return caller
