"""The keys of a trick contract: level, attachment, trump, knock, partner, tricks, and who called the ace."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import TrickDeal
from ledger.rules.deals.kinds.deal import PlaceInLine
from ledger.rules.deals.seating import partner_opposite
from ledger.rules.scoring.scoring_table import TRUMPS, Column, ScoringRules
from ledger.rules.site.refusal import Refusal
from ledger.templatetags.ledger_labels import label_text, label_text_lazy
from ledger.web.deals.kinds.part import (
    COUNTS_ONLY_WITH,
    IN_CAT,
    TRUMP_KEYS,
    DealPart,
    Keys,
    WordsInLine,
    partner_field,
    required_choice,
    side_of,
    tricks_field,
)


class TrickPart(DealPart):
    """A level, and everything that is said with it."""

    kind = TrickDeal
    asks_declarer = True
    fields = ("column", "flag", "partner", "tricks")
    remarks = ("called_by",)
    needed = ("declarer", "contract", "column", "partner", "tricks")
    beside = {"level": "contract", "attachment": "column", "vip_turn": "column", "trump": "column", "alone": "partner"}

    def contracts(self) -> list[tuple[str, str]]:
        return [(str(level), str(level)) for level in self.scoring_table.levels]

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        """A contract at the lowest level, just made, and what may stand after it."""
        scoring_table, words = notation.scoring_table, notation.spelling.words
        level = "" if len(scoring_table.levels) == 1 else scoring_table.levels[0]
        head = f"1{level}{letters_of(scoring_table.columns[0], words)}"
        partner = "" if scoring_table.partner == "fixed" else "3"
        contract = label_text(notation.read(head + partner, "1234").name(scoring_table))
        yield head + partner, gettext("Seat 1 bids %(contract)s, seat 3 helps, just made") % {"contract": contract}
        yield f"{head}{partner}+", gettext("One over; likewise ++ +3, and short - -- -3")
        yield f"{head}{partner} 10", gettext("Ten tricks in all")
        if partner and "plain" in scoring_table.attachments:
            one_over = f"{players[0]} {level} {players[2]} +"
            yield one_over, gettext("Names do as well as numbers, and so do spaces; one over")
        if partner:
            yield f"{head}1", gettext("Seat 1 turned out to have the ace himself")
            yield f"{head}0", gettext("The ace lay in the cat")
        turned = next((column for column in scoring_table.columns if column.trump == "turned"), None)
        if turned and partner:
            yield f"1{level}{letters_of(turned, words)}3 e2", gettext("Seat 2 called the ace, and seat 1 declared")

    @classmethod
    def words_in_line(cls, notation: Notation) -> Iterator[WordsInLine]:
        """The attachments, the trumps that count, and the knocks."""
        scoring_table, words = notation.scoring_table, notation.spelling.words
        columns = [column for column in scoring_table.columns if column.attachment != "plain"]
        attachments = [(letters_of(column, words), label_text(column.label)) for column in columns]
        yield PlaceInLine.CONTRACT, gettext("Attachment"), attachments
        trumps = [(words["trump"][trump], label_text(TRUMPS[trump])) for trump in scoring_table.trumps]
        yield PlaceInLine.EXTRAS, gettext("Trump that counts"), trumps
        flags = [(words["flag"][code], label_text(label)) for code, label in scoring_table.flags.items()]
        yield PlaceInLine.EXTRAS, gettext("Knocked"), flags

    def form_fields(self) -> Iterator[tuple[str, forms.Field]]:
        columns = [(column.code, label_text_lazy(column.label)) for column in self.scoring_table.columns]
        yield "column", Keys(label=_("Attachment"), choices=columns, row="five")
        for trump in self.scoring_table.trumps:
            yield trump, forms.BooleanField(label=TRUMP_KEYS[trump], required=False)
        if self.scoring_table.flags:
            flags = [(code, label_text_lazy(label)) for code, label in self.scoring_table.flags.items()]
            yield "flag", Keys(label=_("Knocked"), choices=[("", _("No")), *flags], row="three")
        yield "tricks", tricks_field(self.scoring_table, gettext("Tricks"))
        if self.scoring_table.partner == "called":
            yield "partner", partner_field(self.scoring_table, self.players)
            if any(column.trump == "turned" for column in self.scoring_table.columns):
                callers = [("", _("The declarer")), *self.players]
                yield "called_by", Keys(label=_("The ace was called by"), choices=callers, row="names", initial="")

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        code = cleaned["column"] or self.scoring_table.usual_column
        column = next(column for column in self.scoring_table.columns if column.code == code)
        declarer = required_choice(cleaned, "declarer")
        if self.scoring_table.partner == "fixed":
            side: dict[str, Any] = {"partner": partner_opposite(declarer, [player for player, _name in self.players])}
        elif column.alone == "forced":
            side = {"partner": cleaned["partner"] or None, "alone": "declared"}
        else:
            side = side_of(cleaned) or {"partner": required_choice(cleaned, "partner")}
        deal = {
            "kind": self.kind.kind,
            "level": int(cleaned["contract"]),
            "attachment": column.attachment,
            "declarer": declarer,
            **side,
            "tricks": int(required_choice(cleaned, "tricks")),
        }
        if column.vip_turn:
            deal["vip_turn"] = column.vip_turn
        given = {name: cleaned[name] for name in ("flag", "called_by") if cleaned.get(name)}
        return deal | self._counted_trump(cleaned, column.attachment) | given

    def _counted_trump(self, cleaned: Mapping[str, Any], attachment: str) -> dict[str, str]:
        """The trump that was ticked, if any.

        Raises Refusal for one that does not count with the attachment.
        """
        ticked = [trump for trump in self.scoring_table.trumps if cleaned[trump]]
        for trump in ticked:
            if trump not in self.scoring_table.counted_trumps(attachment):
                counting = [
                    label_text(column.label)
                    for column in self.scoring_table.columns
                    if trump in self.scoring_table.counted_trumps(column.attachment)
                ]
                raise Refusal(COUNTS_ONLY_WITH, "trump", attachments=", ".join(counting))
        return {"trump": ticked[0]} if ticked else {}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        column = scoring_table.column(deal["attachment"], deal.get("vip_turn"))
        alone = {"self_called": deal["declarer"], "ace_in_cat": IN_CAT, "declared": ""}.get(deal.get("alone") or "")
        return {
            "contract": str(deal["level"]),
            "column": column.code if column else "plain",
            **{trump: deal.get("trump") == trump for trump in scoring_table.trumps},
            "flag": deal.get("flag") or "",
            "called_by": deal.get("called_by") or "",
            "declarer": deal["declarer"],
            "partner": deal["partner"] or alone,
            "tricks": str(deal["tricks"]),
        }


def letters_of(column: Column, words: Mapping[str, Mapping[str, str]]) -> str:
    """The letters of an attachment in a keyboard line; empty for a plain contract."""
    turn = "" if column.vip_turn is None else str(column.vip_turn)
    return "" if column.attachment == "plain" else f"{words['attachment'][column.attachment]}{turn}"
