"""The entry screen's form: keys drawn from the table in force, and what they say as a deal."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Seat
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.table import Table
from ledger.rules.vocabulary import TRUMPS
from ledger.web.refusals import refusal_text

# Where a refusal about a part of the deal is shown on the form.
FORM_FIELD = {
    "level": "contract",
    "contract": "contract",
    "kind": "contract",
    "attachment": "column",
    "vip_turn": "column",
    "trump": "clubs",
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
    "reason": "reason",
}
NEEDED = {
    "contract": gettext_noop("Choose the contract."),
    "dealer": gettext_noop("Choose the dealer."),
    "declarer": gettext_noop("Choose the declarer."),
    "partner": gettext_noop("Choose the partner."),
    "tricks": gettext_noop("Say how many tricks were taken."),
    "pair_tricks": gettext_noop("Say how many tricks were taken."),
}
KINDS_OF_PART = {
    "column": "trick",
    **dict.fromkeys(TRUMPS, "trick"),
    "flag": "trick",
    "partner": "trick role_table",
    "tricks": "trick",
    "pair_tricks": "pair_book",
}
COUNTED = {
    "clubs": _("Clubs turned and chosen: counts double"),
    "none": _("No trump turned and chosen: counts double"),
}
IN_CAT = "cat"


class DealForm(forms.Form):
    """One deal at a table: which fields there are, and their keys, is the table's doing.

    `deal()` gives the deal as data with player ids as text; whether it can be played and what it pays is for
    the rules to say.
    """

    key = forms.UUIDField(widget=forms.HiddenInput)
    stored = ""

    def __init__(self, *args: Any, table: Table, seats: Sequence[Seat], dealer: int, **kwargs: Any) -> None:
        usual = {"key": uuid.uuid4(), "dealer": str(dealer), "column": _usual_column(table)}
        initial = usual | (kwargs.pop("initial", None) or {})
        super().__init__(*args, initial=initial, **kwargs)
        self.table = table
        self.seats = seats
        self.players = [(str(seat.player_id), seat.player.name) for seat in seats]
        language = get_language() or "da"
        names = "four" if len(seats) == 4 else "five"
        self.fields["dealer"] = Keys(label=_("Dealer"), choices=self.players, row=names)
        if table.columns or table.nolo or table.roles:
            self.fields["declarer"] = Keys(label=_("Declarer"), choices=self.players, row=names)
        self.fields["contract"] = Keys(label=_("Contract"), choices=contract_keys(table, language), row="four")
        if table.columns:
            self._add_trick_fields(language)
        if table.partner == "called" and (table.columns or table.roles):
            self.fields["partner"] = Keys(label=_("Partner"), choices=self._partner_keys(), row="five")
        self._add_fields_per_player()
        if table.pair_book:
            self.fields["pair_tricks"] = Keys(label=self._first_pair(), choices=_numbers(table.tricks), row="seven")
        self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def _add_trick_fields(self, language: str) -> None:
        columns = [(column.code, column.label[language]) for column in self.table.columns]
        self.fields["column"] = Keys(label=_("Attachment"), choices=columns, row="five")
        for trump in _counted_trumps(self.table):
            label = COUNTED.get(trump, TRUMPS[trump][language])
            self.fields[trump] = forms.BooleanField(label=label, required=False)
        if self.table.flags:
            flags = [(code, label[language]) for code, label in self.table.flags.items()]
            self.fields["flag"] = Keys(label=_("Knocked"), choices=[("", _("No")), *flags], row="three")
        self.fields["tricks"] = Keys(label=_("Tricks taken"), choices=_numbers(self.table.tricks), row="seven")

    def _add_fields_per_player(self) -> None:
        """Who goes along on a nolo, tricks of each, and points of each for an adjustment."""
        for player, name in self.players:
            if self.table.nolo:
                self.fields[f"joins_{player}"] = forms.BooleanField(label=name, required=False)
            if self.table.nolo or self.table.free_for_all:
                self.fields[f"tricks_{player}"] = forms.ChoiceField(
                    label=name, choices=_numbers(self.table.tricks), initial="0", required=False
                )
            self.fields[f"points_{player}"] = forms.CharField(label=name, max_length=20, required=False)

    def _partner_keys(self) -> list[tuple[str, str]]:
        """The players, where the declarer's own name means "my own partner", and the ace that lay in the cat."""
        in_cat = self.table.columns and self.table.partner == "called"
        return [*self.players, *([(IN_CAT, gettext("Ace in the cat"))] if in_cat else [])]

    def _first_pair(self) -> str:
        names = {"first": self.seats[0].player.name, "second": self.seats[2].player.name}
        return gettext("Tricks to %(first)s and %(second)s") % names

    def contract_rows(self) -> list[tuple[str, list[Any]]]:
        """The contract's keys in two rows, the levels apart from the rest, as (keys in a row, keys)."""
        keys = list(self["contract"])
        levels = [key for key in keys if key.data["value"].isdigit()]
        return [("seven", levels), ("three", [key for key in keys if key not in levels])]

    def parts(self) -> list[tuple[Any, str]]:
        """The fields that stand on their own, in thumb order after the contract, and the kinds of deal they are for."""
        return [(self[name], kinds) for name, kinds in KINDS_OF_PART.items() if name in self.fields]

    def dealer_name(self) -> str:
        """Who deals, as the form stands."""
        return dict(self.players).get(str(self["dealer"].value()), "")

    def player_rows(self) -> list[dict[str, Any]]:
        """The per-player fields, a row per player, for the template."""
        rows = []
        for player, name in self.players:
            fields = {kind: f"{kind}_{player}" for kind in ("joins", "tricks", "points")}
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
        return {**self._builder(contract)(said), "dealer": _chosen(said, "dealer")}

    def _builder(self, contract: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
        """What makes a deal of this contract out of what was said."""
        if contract in self.table.nolo:
            return self._nolo_deal
        if contract in self.table.roles:
            return self._role_deal
        if contract in self.table.penalties:
            return self._penalty
        whole_table = {"free_for_all": self._free_for_all, "pair_book": self._pair_book, "passed_out": self._passed_out}
        return whole_table.get(contract, self._trick_deal)

    def _passed_out(self, _said: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "passed_out"}

    def _trick_deal(self, said: Mapping[str, Any]) -> dict[str, Any]:
        chosen = said["column"] or _usual_column(self.table)
        column = next(column for column in self.table.columns if column.code == chosen)
        deal = {
            "kind": "trick",
            "level": int(said["contract"]),
            "attachment": column.attachment,
            "declarer": _chosen(said, "declarer"),
            "tricks": int(_chosen(said, "tricks")),
            **self._partnership(said, forced=column.alone == "forced"),
        }
        if column.vip_turn:
            deal["vip_turn"] = column.vip_turn
        counted = [trump for trump in self.table.counted_trumps(column.attachment) if said[trump]]
        if counted:
            deal["trump"] = counted[0]
        if said.get("flag"):
            deal["flag"] = said["flag"]
        return deal

    def _partnership(self, said: Mapping[str, Any], *, forced: bool) -> dict[str, Any]:
        if self.table.partner == "fixed":
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
        joiners = [player for player, _name in self.players if said[f"joins_{player}"] and player != declarer]
        on_it = [declarer, *joiners]
        participants = [{"player": player, "tricks": int(said[f"tricks_{player}"] or 0)} for player in on_it]
        return {"kind": "nolo", "contract": said["contract"], "participants": participants}

    def _role_deal(self, said: Mapping[str, Any]) -> dict[str, Any]:
        maker, partner = _chosen(said, "declarer"), said["partner"]
        partner = None if partner in ("", maker) else partner
        return {"kind": "role_table", "maker": maker, "partner": partner, "outcome": said["contract"]}

    def _penalty(self, said: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "penalty", "penalty": said["contract"], "player": _chosen(said, "declarer")}

    def _free_for_all(self, said: Mapping[str, Any]) -> dict[str, Any]:
        in_play = [player for player, _name in self.players if len(self.players) <= 4 or player != said["dealer"]]
        return {"kind": "free_for_all", "tricks": {player: int(said[f"tricks_{player}"] or 0) for player in in_play}}

    def _pair_book(self, said: Mapping[str, Any]) -> dict[str, Any]:
        ids = [player for player, _name in self.players]
        ours = int(_chosen(said, "pair_tricks"))
        return {"kind": "pair_book", "pairs": [ids[0::2], ids[1::2]], "pair_tricks": [ours, self.table.tricks - ours]}

    def _adjustment(self, said: Mapping[str, Any]) -> dict[str, Any]:
        typed = {player: said[f"points_{player}"].strip() for player, _name in self.players}
        amounts = {player: text for player, text in typed.items() if text}
        return {"kind": "adjustment", "amounts": amounts, "reason": said["reason"]}

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal beside the field it is about, with names where the rules know only ids: ids are text."""
        names = dict(self.players)
        said = {
            name: names.get(value, value) if isinstance(value, str) else value for name, value in refusal.params.items()
        }
        refusal = Refusal(refusal.message, refusal.field, **said)
        part, _dot, who = (refusal.field or "").partition(".")
        field = f"points_{who}" if part == "amounts" and who else FORM_FIELD.get(part)
        self.add_error(field if field in self.fields else None, refusal_text(refusal))


class ChangeForm(forms.Form):
    """Why a deal is changed, which of its lines the reader saw when they decided to, and the key of the deed."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    seen = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Why is it changed?"), max_length=200)


class UndoForm(ChangeForm):
    """One press that voids the deal just entered; the reason is given."""

    reason = forms.CharField(widget=forms.HiddenInput, initial=_("Undone right after it was entered"))


class RestoreForm(ChangeForm):
    """One press that brings a voided deal back; the reason is given."""

    reason = forms.CharField(widget=forms.HiddenInput, initial=_("It counts after all"))


class UndoCorrectionForm(ChangeForm):
    """One press that takes a correction back; the reason is given."""

    reason = forms.CharField(widget=forms.HiddenInput, initial=_("The correction is undone"))


def contract_keys(table: Table, language: str) -> list[tuple[str, str]]:
    """Every contract of the table as (code, text on the key), low levels first, then the rest by kind."""
    levels = [(str(level), str(level)) for level in table.levels]
    nolos = [(nolo.code, nolo.label[language]) for nolo in table.nolo.values()]
    roles = [(row.code, row.label[language]) for row in table.roles.values()]
    rest = [(penalty.code, penalty.label[language]) for penalty in table.penalties.values()]
    if table.free_for_all:
        rest.append(("free_for_all", table.free_for_all.label[language]))
    if table.pair_book:
        rest.append(("pair_book", table.pair_book.label[language]))
    return [
        *levels,
        *nolos,
        *roles,
        *rest,
        ("passed_out", gettext("Passed out")),
        ("adjustment", gettext("Points only")),
    ]


def _usual_column(table: Table) -> str:
    """The attachment of a contract where none is said: plain, or the first of a table that has no plain contracts."""
    codes = [column.code for column in table.columns]
    return "plain" if "plain" in codes else next(iter(codes), "")


def _counted_trumps(table: Table) -> tuple[str, ...]:
    """The trumps that change a price somewhere in the table."""
    counted = {trump for attachment in table.attachments for trump in table.counted_trumps(attachment)}
    return tuple(trump for trump in TRUMPS if trump in counted)


def initial_from(deal: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """What the form shows for a deal that is in the book, so that correcting starts from it."""
    shown: dict[str, Any] = {"dealer": deal.get("dealer")}
    return shown | _SHOWN[deal["kind"]](deal, table)


def _shown_trick(deal: Mapping[str, Any], table: Table) -> dict[str, Any]:
    column = table.column(deal["attachment"], deal.get("vip_turn"))
    partner = {"self_called": deal["declarer"], "ace_in_cat": IN_CAT, "declared": ""}.get(deal.get("alone") or "")
    return {
        "contract": str(deal["level"]),
        "column": column.code if column else "plain",
        **{trump: deal.get("trump") == trump for trump in _counted_trumps(table)},
        "flag": deal.get("flag") or "",
        "declarer": deal["declarer"],
        "partner": deal["partner"] or partner,
        "tricks": str(deal["tricks"]),
    }


def _shown_nolo(deal: Mapping[str, Any], _table: Table) -> dict[str, Any]:
    first, *joiners = deal["participants"]
    return {
        "contract": deal["contract"],
        "declarer": first["player"],
        **{f"joins_{each['player']}": True for each in joiners},
        **{f"tricks_{each['player']}": str(each["tricks"]) for each in deal["participants"]},
    }


def _shown_role(deal: Mapping[str, Any], _table: Table) -> dict[str, Any]:
    return {"contract": deal["outcome"], "declarer": deal["maker"], "partner": deal["partner"] or deal["maker"]}


def _shown_free_for_all(deal: Mapping[str, Any], _table: Table) -> dict[str, Any]:
    return {"contract": "free_for_all", **{f"tricks_{player}": str(n) for player, n in deal["tricks"].items()}}


def _shown_adjustment(deal: Mapping[str, Any], _table: Table) -> dict[str, Any]:
    amounts = {f"points_{player}": str(amount) for player, amount in deal["amounts"].items()}
    return {"contract": "adjustment", "reason": deal["reason"], **amounts}


_SHOWN = {
    "trick": _shown_trick,
    "nolo": _shown_nolo,
    "role_table": _shown_role,
    "free_for_all": _shown_free_for_all,
    "pair_book": lambda deal, _table: {"contract": "pair_book", "pair_tricks": str(deal["pair_tricks"][0])},
    "penalty": lambda deal, _table: {"contract": deal["penalty"], "declarer": deal["player"]},
    "passed_out": lambda _deal, _table: {"contract": "passed_out"},
    "adjustment": _shown_adjustment,
}


class Keys(forms.ChoiceField):
    """A field of big keys, `row` of them in a row. Which are needed depends on the contract: _chosen() asks."""

    def __init__(self, *, row: str, **kwargs: Any) -> None:
        super().__init__(widget=forms.RadioSelect(attrs={"class": row}), **kwargs)

    def validate(self, value: str) -> None:
        """Nothing chosen is judged later, with the contract known; what is chosen must be one of the keys."""
        if value:
            super().validate(value)


def _chosen(said: Mapping[str, Any], field: str) -> str:
    """What was chosen in a field that this contract needs. Raises Refusal when nothing was."""
    if not said[field]:
        raise Refusal(NEEDED[field], field=field)
    return str(said[field])


def _numbers(most: int) -> list[tuple[str, str]]:
    return [(str(number), str(number)) for number in range(most + 1)]
