"""The entry screen's form: which fields a table asks for, and what they say as a deal."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Seat
from ledger.rules.deals.kinds.adjustment import LONGEST_REASON
from ledger.rules.deals.kinds.deal import LONGEST_NOTE
from ledger.rules.scoring.pricing import outside_limit
from ledger.rules.scoring.scoring_table import Nolo, ScoringRules
from ledger.rules.scoring.vocabulary import CAUSES
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.web.deals.deal_keys import (
    COUNTS_ONLY_WITH,
    IN_CAT,
    NEEDED,
    RESULTS,
    Keys,
    contract_keys,
    is_rare,
    numbers,
    trump_keys,
    usual_column,
    words_for,
)
from ledger.web.site.refusals import refusal_text

# Where a refusal about a part of the deal is shown on the form.
FORM_FIELD = {
    "level": "contract",
    "contract": "contract",
    "kind": "contract",
    "attachment": "column",
    "vip_turn": "column",
    "trump": "column",
    "flag": "flag",
    "penalty": "contract",
    "player": "declarer",
    "declarer": "declarer",
    "maker": "declarer",
    "partner": "partner",
    "alone": "partner",
    "tricks": "tricks",
    "pair_tricks": "pair_tricks",
    "dealer": "dealer",
    "sits_out": "sits_out",
    "reason": "reason",
    "called_by": "called_by",
    "stopped": "stopped",
    "note": "note",
}
PER_PLAYER = {"amounts": "points", "result": "result"}
GONE_ON = gettext_noop(
    "The evening has gone on meanwhile: now %(dealer)s deals. Look at who deals and who plays, then save."
)
NOT_AS_PRESSED = gettext_noop("The key and the number of tricks do not agree.")
# The fields that stand on their own after the attachment, in thumb order, and the kinds of deal they are for.
KINDS_OF_PART = {"flag": "trick", "partner": "trick role_table", "tricks": "trick", "pair_tricks": "pair_book"}
KINDS_OF_REMARK = {
    "called_by": "trick",
    "stopped": "nolo",
    "note": "trick nolo role_table penalty free_for_all pair_book passed_out not_played",
}


class DealForm(forms.Form):
    """One deal at a table: which fields there are, and their keys, is the table's doing.

    `deal()` gives the deal as data with player ids as text; whether it can be played and what it pays is for
    the rules to say.
    """

    key = forms.UUIDField(widget=forms.HiddenInput)
    stored = ""

    def __init__(
        self, *args: Any, scoring_table: ScoringRules, seats: Sequence[Seat], dealer: int, **kwargs: Any
    ) -> None:
        usual = {"key": uuid.uuid4(), "dealer": str(dealer), "column": usual_column(scoring_table)}
        initial = usual | (kwargs.pop("initial", None) or {})
        super().__init__(*args, initial=initial, **kwargs)
        self.scoring_table = scoring_table
        self.seats = seats
        self.players = [(str(seat.player_id), seat.player.name) for seat in seats]
        language = get_language() or "da"
        self._add_seating()
        if scoring_table.columns or scoring_table.nolo or scoring_table.roles:
            self.fields["declarer"] = Keys(label=_("Declarer"), choices=self.players, row="names")
        self.fields["contract"] = Keys(label=_("Contract"), choices=contract_keys(scoring_table, language), row="four")
        if scoring_table.columns:
            self._add_trick_fields(language)
        if scoring_table.partner == "called" and (scoring_table.columns or scoring_table.roles):
            self.fields["partner"] = Keys(label=_("Partner"), choices=self._partner_keys(), row="names")
        self._add_fields_per_player()
        if scoring_table.pair_book:
            self.fields["pair_tricks"] = Keys(
                label=self._first_pair(), choices=numbers(scoring_table.tricks), row="seven"
            )
        self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)
        self._add_remarks()

    def _add_seating(self) -> None:
        """Who deals, and who sits out where that is more than the dealer."""
        self.fields["dealer"] = Keys(label=_("Dealer"), choices=self.players, row="names")
        if len(self.players) > self.scoring_table.seats.max + 1:
            keys = forms.CheckboxSelectMultiple(attrs={"class": "names"})
            label, players = _("Sits out"), self.players
            self.fields["sits_out"] = forms.MultipleChoiceField(
                label=label, choices=players, widget=keys, required=False
            )

    def _add_trick_fields(self, language: str) -> None:
        columns = [(column.code, column.label[language]) for column in self.scoring_table.columns]
        self.fields["column"] = Keys(label=_("Attachment"), choices=columns, row="five")
        for trump, label in trump_keys(self.scoring_table, language):
            self.fields[trump] = forms.BooleanField(label=label, required=False)
        if self.scoring_table.flags:
            flags = [(code, label[language]) for code, label in self.scoring_table.flags.items()]
            self.fields["flag"] = Keys(label=_("Knocked"), choices=[("", _("No")), *flags], row="three")
        self.fields["tricks"] = Keys(label=_("Tricks taken"), choices=numbers(self.scoring_table.tricks), row="seven")

    def _add_fields_per_player(self) -> None:
        """Who goes along on a nolo and how it went for each, tricks of each, and points of each for an adjustment."""
        may_join = self.scoring_table.nolo and self.scoring_table.rules.get("joined") != "single"
        exact = [("", "–"), *numbers(self.scoring_table.tricks)]
        for player, name in self.players:
            if may_join:
                self.fields[f"joins_{player}"] = forms.BooleanField(label=name, required=False)
            if self.scoring_table.nolo:
                self.fields[f"result_{player}"] = Keys(label=name, choices=RESULTS, row="two", initial="home")
            if self.scoring_table.nolo or self.scoring_table.free_for_all:
                self.fields[f"tricks_{player}"] = forms.ChoiceField(label=name, choices=exact, required=False)
            self.fields[f"points_{player}"] = forms.CharField(label=name, max_length=20, required=False)

    def _add_remarks(self) -> None:
        """What is seldom said of a deal: who called the ace, that play was stopped, and a note."""
        if self.scoring_table.partner == "called" and any(
            column.trump == "turned" for column in self.scoring_table.columns
        ):
            callers = [("", _("The declarer")), *self.players]
            self.fields["called_by"] = Keys(label=_("The ace was called by"), choices=callers, row="names", initial="")
        if self.scoring_table.nolo:
            stopped = _("Play was stopped when it was lost")
            self.fields["stopped"] = forms.BooleanField(label=stopped, required=False)
        self.fields["note"] = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, required=False)

    def remarks(self) -> list[tuple[Any, str]]:
        """The fields of what is seldom said, and the kinds of deal they are for."""
        return [(self[name], kinds) for name, kinds in KINDS_OF_REMARK.items() if name in self.fields]

    def is_remarked(self) -> bool:
        """Whether something seldom said is said, or refused, as the form stands."""
        return any(field.value() or field.errors for field, _kinds in self.remarks())

    def _partner_keys(self) -> list[tuple[str, str]]:
        """The players, where the declarer's own name means "my own partner", and the ace that lay in the cat."""
        in_cat = self.scoring_table.columns and self.scoring_table.partner == "called"
        return [*self.players, *([(IN_CAT, gettext("Ace in the cat"))] if in_cat else [])]

    def _first_pair(self) -> str:
        names = {"first": self.seats[0].player.name, "second": self.seats[2].player.name}
        return gettext("Tricks to %(first)s and %(second)s") % names

    def contract_rows(self) -> list[tuple[str, list[Any]]]:
        """The contract's usual keys in two rows, the levels apart from the rest, as (keys in a row, keys)."""
        usual = [key for key in self["contract"] if not is_rare(key.data["value"], self.scoring_table)]
        levels = [key for key in usual if key.data["value"].isdigit()]
        return [("seven", levels), ("four", [key for key in usual if key not in levels])]

    def rare_contracts(self) -> list[Any]:
        """The contract's keys that stand behind "More"."""
        return [key for key in self["contract"] if is_rare(key.data["value"], self.scoring_table)]

    def is_rare(self) -> bool:
        """Whether the contract, as the form stands, is one of those behind "More"."""
        return is_rare(str(self["contract"].value()), self.scoring_table)

    def trump_keys(self) -> list[Any]:
        """The ticks beside the attachments for a trump that counts."""
        return [self[trump] for trump, _label in trump_keys(self.scoring_table, "da") if trump in self.fields]

    def parts(self) -> list[tuple[Any, str]]:
        """The fields after the attachment that stand on their own, and the kinds of deal they are for."""
        return [(self[name], kinds) for name, kinds in KINDS_OF_PART.items() if name in self.fields]

    def seating(self) -> dict[str, str]:
        """Who deals, who has the lead and who sits out, by name, as the form stands; nobody leads if nobody deals."""
        names = dict(self.players)
        ids, dealer = list(names), str(self["dealer"].value())
        named = self["sits_out"].value() if "sits_out" in self.fields else []
        away = self._away({"dealer": dealer, "sits_out": named})
        after = [*ids[ids.index(dealer) + 1 :], *ids] if dealer in names else []
        lead = next((player for player in after if player not in away), "")
        sitting = [name for player, name in self.players if player in away]
        return {"dealer": names.get(dealer, ""), "lead": names.get(lead, ""), "away": ", ".join(sitting)}

    def _away(self, said: Mapping[str, Any]) -> list[str]:
        """Who sits out: those named where several do, or the dealer where there is one too many."""
        if "sits_out" in self.fields:
            return list(said["sits_out"] or [])
        return [said["dealer"]] if len(self.players) > self.scoring_table.seats.max else []

    def words(self) -> dict[str, Any]:
        """What deal.js says of what is missing or cannot be."""
        return words_for(self.scoring_table)

    def player_rows(self) -> list[dict[str, Any]]:
        """The per-player fields, a row per player, for the template."""
        rows = []
        for player, name in self.players:
            fields = {kind: f"{kind}_{player}" for kind in ("joins", "result", "tricks", "points")}
            bound = {kind: self[field] for kind, field in fields.items() if field in self.fields}
            rows.append({"id": player, "name": name, **bound})
        return rows

    def asks_each_player(self) -> bool:
        """Whether any kind of deal asks something of each player."""
        return any(row.keys() > {"id", "name"} for row in self.player_rows())

    def deal(self) -> dict[str, Any]:
        """What the valid form says, as a deal. Raises Refusal for a contract that was not chosen."""
        said = self.cleaned_data
        contract = _chosen(said, "contract")
        if contract == "adjustment":
            return self._adjustment(said)
        besides = {name: said[name] for name in ("sits_out", "note") if said.get(name)}
        return {**self._builder(contract)(said), "dealer": _chosen(said, "dealer"), **besides}

    def _builder(self, contract: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
        """What makes a deal of this contract out of what was said."""
        if contract in self.scoring_table.nolo:
            return self._nolo_deal
        if contract in self.scoring_table.roles:
            return self._role_deal
        if contract in CAUSES:
            return self._not_played
        if contract in self.scoring_table.penalties:
            return self._penalty
        whole_table = {"free_for_all": self._free_for_all, "pair_book": self._pair_book, "passed_out": self._passed_out}
        return whole_table.get(contract, self._trick_deal)

    def _passed_out(self, _said: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "passed_out"}

    def _not_played(self, said: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "not_played", "cause": said["contract"]}

    def _trick_deal(self, said: Mapping[str, Any]) -> dict[str, Any]:
        chosen = said["column"] or usual_column(self.scoring_table)
        column = next(column for column in self.scoring_table.columns if column.code == chosen)
        deal = {
            "kind": "trick",
            "level": int(said["contract"]),
            "attachment": column.attachment,
            "declarer": _chosen(said, "declarer"),
            **self._partnership(said, forced=column.alone == "forced"),
            "tricks": int(_chosen(said, "tricks")),
        }
        if column.vip_turn:
            deal["vip_turn"] = column.vip_turn
        given = {name: said[name] for name in ("flag", "called_by") if said.get(name)}
        return deal | self._counted_trump(said, column.attachment) | given

    def _counted_trump(self, said: Mapping[str, Any], attachment: str) -> dict[str, str]:
        """The trump that was ticked, if any. Raises Refusal for one that does not count with the attachment."""
        ticked = [trump for trump in self.scoring_table.trumps if said[trump]]
        for trump in ticked:
            if trump not in self.scoring_table.counted_trumps(attachment):
                raise Refusal(COUNTS_ONLY_WITH, "trump", attachments=self._counting(trump))
        return {"trump": ticked[0]} if ticked else {}

    def _counting(self, trump: str) -> str:
        """The attachments that a trump counts with, as their keys say."""
        counting = {
            each.code
            for each in self.scoring_table.columns
            if trump in self.scoring_table.counted_trumps(each.attachment)
        }
        return ", ".join(str(label) for code, label in self.fields["column"].choices if code in counting)

    def _partnership(self, said: Mapping[str, Any], *, forced: bool) -> dict[str, Any]:
        if self.scoring_table.partner == "fixed":
            return {"partner": self._opposite(said["declarer"])}
        partner = said["partner"]
        if forced:
            return {"partner": partner or None, "alone": "declared"}
        if partner == IN_CAT:
            return {"partner": None, "alone": "ace_in_cat"}
        if partner and partner == said["declarer"]:
            return {"partner": None, "alone": "self_called"}
        return {"partner": _chosen(said, "partner")}

    def _opposite(self, player: str) -> str:
        ids = [each for each, _name in self.players]
        return ids[(ids.index(player) + 2) % 4]

    def _nolo_deal(self, said: Mapping[str, Any]) -> dict[str, Any]:
        declarer = _chosen(said, "declarer")
        joiners = [player for player, _name in self.players if said.get(f"joins_{player}") and player != declarer]
        nolo = self.scoring_table.nolo[said["contract"]]
        on_it = [{"player": player, "tricks": _own_tricks(said, player, nolo)} for player in (declarer, *joiners)]
        stopped = {"stopped": True} if said.get("stopped") else {}
        return {"kind": "nolo", "contract": nolo.code, "participants": on_it, **stopped}

    def _role_deal(self, said: Mapping[str, Any]) -> dict[str, Any]:
        maker, partner = _chosen(said, "declarer"), said["partner"]
        partner = None if partner in ("", maker) else partner
        return {"kind": "role_table", "maker": maker, "partner": partner, "outcome": said["contract"]}

    def _penalty(self, said: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "penalty", "penalty": said["contract"], "player": _chosen(said, "declarer")}

    def _free_for_all(self, said: Mapping[str, Any]) -> dict[str, Any]:
        away = self._away(said)
        taken = {player: int(said[f"tricks_{player}"] or 0) for player, _name in self.players if player not in away}
        return {"kind": "free_for_all", "tricks": taken}

    def _pair_book(self, said: Mapping[str, Any]) -> dict[str, Any]:
        ids = [player for player, _name in self.players]
        ours = int(_chosen(said, "pair_tricks"))
        return {
            "kind": "pair_book",
            "pairs": [ids[0::2], ids[1::2]],
            "pair_tricks": [ours, self.scoring_table.tricks - ours],
        }

    def _adjustment(self, said: Mapping[str, Any]) -> dict[str, Any]:
        typed = {player: said[f"points_{player}"].strip() for player, _name in self.players}
        amounts = {player: text for player, text in typed.items() if text}
        return {"kind": "adjustment", "amounts": amounts, "reason": said["reason"]}

    def _first_with(self, each: str) -> str:
        """The first player with something in a field that each has; the first of all where nobody has."""
        typed = (player for player, _name in self.players if self.data.get(f"{each}_{player}"))
        return next(typed, self.players[0][0])

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal beside the field it is about, with names where the rules know only ids: ids are text."""
        names = dict(self.players)
        said = {
            name: names.get(value, value) if isinstance(value, str) else value for name, value in refusal.params.items()
        }
        refusal = Refusal(refusal.message, refusal.field, **said)
        part, _dot, who = (refusal.field or "").partition(".")
        each = PER_PLAYER.get(part)
        field = f"{each}_{who or self._first_with(each)}" if each else FORM_FIELD.get(part)
        self.add_error(field if field in self.fields else None, refusal_text(refusal))


class ChangeForm(forms.Form):
    """Why a deal is changed, which of its lines the reader saw when they decided to, and the key of the deed."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    seen = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Why is it changed?"), max_length=200)


class UndoForm(ChangeForm):
    """One press that voids the deal just entered; the reason is given."""

    reason = forms.CharField(widget=forms.HiddenInput, initial=_("Undone right after it was entered"))


class AgainForm(ChangeForm):
    """Saves a deal that was undone once more, as it was put right; the reason is given."""

    reason = forms.CharField(widget=forms.HiddenInput, initial=_("Undone, put right and saved again"))


class RestoreForm(ChangeForm):
    """One press that brings a voided deal back; the reason is given."""

    reason = forms.CharField(widget=forms.HiddenInput, initial=_("It counts after all"))


class UndoCorrectionForm(ChangeForm):
    """One press that takes a correction back; the reason is given."""

    reason = forms.CharField(widget=forms.HiddenInput, initial=_("The correction is undone"))


def at_its_seats(said: QueryDict, players: Sequence[str], turn: Sequence[str]) -> QueryDict | None:
    """What the form of a new deal said of those who still sit there, with the dealer and who sits out of now.

    `players` are the ids in seat order, `turn` as for `at_its_turn`. None where they sit as when it was drawn.
    """
    if said.get("players") in (None, ",".join(players)):
        return None
    anew = said.copy()
    for name in ("declarer", "partner", "called_by"):
        if anew.get(name) not in (*players, IN_CAT):
            anew.pop(name, None)
    anew["dealer"] = turn[0]
    anew.setlist("sits_out", list(turn))
    return anew


def at_its_turn(said: QueryDict, turn: Sequence[str]) -> QueryDict | None:
    """What the form of a new deal said, with the dealer and who sits out of now where it still proposed others.

    `turn` is the dealer's id, then those of who else sits out; the form says it as it was when it was drawn. None
    where nothing is to be proposed anew: nothing has changed, or another was chosen by hand.
    """
    then = said.get("turn", "").split(",")
    proposed, now = {"dealer": then[:1], "sits_out": then}, {"dealer": list(turn[:1]), "sits_out": list(turn)}
    stale = [name for name in now if sorted(said.getlist(name)) == sorted(proposed[name]) != sorted(now[name])]
    if "turn" not in said or not stale:
        return None
    anew = said.copy()
    for name in stale:
        anew.setlist(name, now[name])
    return anew


def _own_tricks(said: Mapping[str, Any], player: str, nolo: Nolo) -> int:
    """A player's tricks on a nolo: the number given, or what its key says: at the limit, or one beyond it."""
    key, exact = said[f"result_{player}"], said[f"tricks_{player}"]
    if not exact:
        return nolo.max_tricks + (key == "beaten")
    if key and (key == "beaten") != (outside_limit(nolo, int(exact)) > 0):
        raise Refusal(NOT_AS_PRESSED, f"result.{player}")
    return int(exact)


def _chosen(said: Mapping[str, Any], field: str) -> str:
    """What was chosen in a field that this contract needs. Raises Refusal when nothing was."""
    if not said[field]:
        raise Refusal(NEEDED[field], field=field)
    return str(said[field])
