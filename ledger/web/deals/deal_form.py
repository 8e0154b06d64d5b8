"""The entry screen's form: the fields that a scoring table asks for, the deal that they give."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import ScoringTableVersion, Seat
from ledger.rules.deals.kinds import Adjustment
from ledger.rules.deals.kinds.deal import ALL_TRICKS, LONGEST_NOTE, NO_PARTNER_HERE, PARTNER_NEEDED
from ledger.rules.deals.kinds.nolo import NOT_STOPPED, ONE_PLAYER_ONLY, TOO_MANY_TRICKS, TRICKS_COUNT
from ledger.rules.deals.kinds.points_only import bid_name_of
from ledger.rules.deals.kinds.trick import DECLARER_CALLED, NOT_IN_VIP
from ledger.rules.deals.seating import SITS_OUT, WHO_SITS_OUT
from ledger.rules.deals.settling import read_deal
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import enumeration, same
from ledger.rules.site.refusal import Refusal
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.deals.kinds import PARTS
from ledger.web.deals.kinds.part import (
    ASKED,
    COUNTS_ONLY_WITH,
    MEANINGS,
    DealPart,
    Keys,
    required_choice,
    row_of_names,
)
from ledger.web.scoring.forms import Question, ask_once
from ledger.web.site.forms import RefusingForm


class ReasonInput(forms.TextInput):
    """A line of text below keys for the usual reasons; what is typed wins over what is pressed."""

    template_name = "ledger/deals/_reason_input.html"

    def __init__(self, usual: Sequence[Promise]) -> None:
        super().__init__()
        self.usual = usual

    def use_required_attribute(self, initial: Any) -> bool:  # noqa: ARG002 Django gives it
        """False, because a key does as well."""
        return False

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:  # noqa: ARG002 so too
        return str(data.get(name, "")).strip() or data.get(f"{name}-usual", "")

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The widget's context, with a usual reason as a pressed key instead of as text."""
        usual = [str(reason) for reason in self.usual]
        chosen = value if value in usual else ""
        context = super().get_context(name, None if chosen else value, attrs)
        return {**context, "usual": usual, "chosen": chosen}


REFUSALS = {
    "no_partner": NO_PARTNER_HERE,
    "partner_needed": PARTNER_NEEDED,
    "one_only": ONE_PLAYER_ONLY,
    "sits_out": SITS_OUT,
    "too_many": TOO_MANY_TRICKS,
    "not_stopped": NOT_STOPPED,
    "tricks_count": TRICKS_COUNT,
    "not_in_vip": NOT_IN_VIP,
    "declarer_called": DECLARER_CALLED,
    "counts_only_with": COUNTS_ONLY_WITH,
}


class DealForm(RefusingForm):
    """A deal at a table, with the fields and keys of its scoring table.

    `deal()` gives the deal as data with player ids as text; whether it can be played and what it pays is for the rules
    to say.
    """

    key = forms.UUIDField(widget=forms.HiddenInput)
    stored = ""

    def __init__(
        self,
        data: QueryDict | None,
        *,
        scoring_table: ScoringRules,
        seats: Sequence[Seat],
        dealer: str,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        usual = {"key": uuid.uuid4(), "dealer": dealer, "column": scoring_table.usual_column}
        super().__init__(data, initial={**usual, **(initial or {})})
        self.scoring_table = scoring_table
        self.seats = seats
        self.players = [(str(seat.player_id), seat.player.name) for seat in seats]
        self.kind_parts = [part(scoring_table, self.players) for part in self.offered_parts(scoring_table)]
        self.main = self.kind_parts[0]
        self.part_of_contract: dict[str, DealPart] = {}
        contracts: list[tuple[str, str]] = []
        for part in self.kind_parts:
            for code, text in part.contracts():
                self.part_of_contract[code] = part
                contracts.append((code, text))
        self.fields["dealer"] = Keys(label=_("Dealer"), choices=self.players, row="names")
        if len(self.players) > scoring_table.seats.max + 1:
            self.fields["sits_out"] = forms.MultipleChoiceField(
                label=_("Sits out"),
                choices=self.players,
                widget=forms.CheckboxSelectMultiple(attrs={"class": "names"}),
                required=False,
            )
        if any("declarer" in part.needed for part in self.kind_parts):
            self.fields["declarer"] = Keys(label=_("Declarer"), choices=self.players, row=row_of_names(self.players))
        self.fields["contract"] = Keys(label=gettext(self.main.asked["legend"]), choices=contracts, row="four")
        # Until a partner is chosen the maker has one.
        self.fields["contract"].widget.away = [row.code for row in scoring_table.roles.values() if row.side == "alone"]
        for part in self.kind_parts:
            for name, field in part.form_fields():
                self.fields.setdefault(name, field)
        for name in {"declarer", "partner", "called_by"} & self.fields.keys():
            self.fields[name].widget.away = self.away()
        self.fields["note"] = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, required=False)

    def offered_parts(self, scoring_table: ScoringRules) -> list[type[DealPart]]:
        """The parts of the kinds of deal that can be entered."""
        return [part for part in PARTS.values() if part.kind.is_offered(scoring_table)]

    def kinds_asking(self) -> dict[str, str]:
        """The kinds of deal that ask for a field, separated by spaces, by what `DealPart.asks` calls it."""
        kinds: dict[str, list[str]] = {}
        for part in PARTS.values():
            for name in part.asks():
                kinds.setdefault(name, []).append(part.kind.kind)
        return {name: " ".join(codes) for name, codes in kinds.items()}

    def kinds(self) -> dict[str, Any]:
        """What the page's scripts need to know of the kinds of deal; plain JSON values."""
        parts = PARTS.values()
        return {
            "by_contract": {code: part.kind.kind for code, part in self.part_of_contract.items()},
            "before_contract": self.main.kind.kind,
            "needed": {part.kind.kind: list(part.needed) for part in parts},
            "asks_of": {part.kind.kind: part.asks_of for part in parts},
            "not_dealt": [part.kind.kind for part in parts if not part.kind.is_dealt],
            "without_points": [part.kind.kind for part in parts if part.kind.counts_as in ("passed_out", "not_played")],
        }

    def remarks(self) -> list[tuple[Any, str]]:
        """The fields for what is seldom said, the note last, each with the kinds of deal that it is for."""
        return self._with_kinds([*(name for part in PARTS.values() for name in part.remarks), "note"])

    def contract_rows(self) -> list[tuple[str, list[Any]]]:
        """The contract's usual keys in rows, several of the first kind apart, as (keys in a row, keys)."""
        usual = [key for key in self["contract"] if not self._is_behind_more(key.data["value"])]
        first = [key for key in usual if self.part_of_contract[key.data["value"]] is self.main]
        if len(first) < 2:
            return [("four", usual)]
        row = "seven" if first[0].data["value"].isdigit() else "four"
        return [(row, first), ("four", [key for key in usual if key not in first])]

    def rare_contracts(self) -> list[Any]:
        """The contract's keys behind "More"."""
        return [key for key in self["contract"] if self._is_behind_more(key.data["value"])]

    def says_more(self) -> bool:
        """Whether the contract, as the form stands, is behind "More", or one of the remarks is made or refused."""
        is_remarked = any(field.value() or field.errors for field, _kinds in self.remarks())
        return is_remarked or self._is_behind_more(str(self["contract"].value()))

    def _is_behind_more(self, contract: str) -> bool:
        """Whether a contract is no contract but entered like one, or has no price."""
        part = self.part_of_contract.get(contract)
        return part is not None and (part.is_rare or contract in self.scoring_table.unpriced)

    def trump_keys(self) -> list[Any]:
        """The ticks beside the attachments for trumps that count."""
        return [self[trump] for trump in self.scoring_table.trumps if trump in self.fields]

    def parts(self) -> list[tuple[Any, str]]:
        """The fields after the attachment that stand on their own, each with the kinds of deal that it is for."""
        placed = ("column", *self.main.before, *self.main.after)
        return self._with_kinds(name for part in PARTS.values() for name in part.fields if name not in placed)

    def beside_contract(self) -> dict[str, list[tuple[Any, str]]]:
        """The fields before the contract, and those after the first kind's keys, each with its kinds of deal."""
        return {
            "before": self._with_kinds(["declarer", *self.main.before]),
            "after": self._with_kinds(self.main.after),
        }

    def _with_kinds(self, names: Iterable[str]) -> list[tuple[Any, str]]:
        kinds = self.kinds_asking()
        return [(self[name], kinds[name]) for name in dict.fromkeys(names) if name in self.fields]

    def away(self) -> list[str]:
        """The ids of who sits out, as the form stands: those named where several do, else a dealer too many."""
        if "sits_out" in self.fields:
            return list(self["sits_out"].value() or [])
        return [str(self["dealer"].value())] if len(self.players) > self.scoring_table.seats.max else []

    def seating(self) -> dict[str, str]:
        """Who deals, who leads and who sits out, by name, as the form stands; nobody leads if nobody deals."""
        names = dict(self.players)
        ids, dealer, absent = list(names), str(self["dealer"].value()), self.away()
        after = [*ids[ids.index(dealer) + 1 :], *ids] if dealer in names else []
        lead = next((player for player in after if player not in absent), "")
        sitting = [same(name) for player, name in self.players if player in absent]
        return {
            "dealer": names.get(dealer, ""),
            "lead": names.get(lead, ""),
            "away": label_text(enumeration(sitting)) if sitting else "",
        }

    def words(self) -> dict[str, Any]:
        """The texts about what is missing or cannot be, in the rules' own words, for deal.js to fill in."""
        return {
            "asked": {field: gettext(question) for field, question in (ASKED | self.main.asked).items()},
            "meanings": {
                **{meaning: gettext(text) for meaning, text in MEANINGS.items()},
                "alone": gettext("Alone") if self.scoring_table.roles else "",
            },
            **{about: gettext(refusal) for about, refusal in REFUSALS.items()},
            "who_sits_out": gettext(WHO_SITS_OUT) % {"seats": self.scoring_table.seats.max},
            "all_tricks": gettext(ALL_TRICKS) % {"tricks": self.scoring_table.tricks},
        }

    def player_rows(self) -> list[dict[str, Any]]:
        """The fields of each player, a row per player, for the template."""
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
        """The deal that the valid form gives.

        Raises Refusal if something needed was not chosen.
        """
        cleaned = self.cleaned_data
        part = self.part_of_contract[required_choice(cleaned, "contract")]
        deal = part.deal({**cleaned, "away": self.away()})
        if not part.kind.is_dealt:
            return deal
        besides = {name: cleaned[name] for name in ("sits_out", "note") if cleaned.get(name)}
        return {**deal, "dealer": required_choice(cleaned, "dealer"), **besides}

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal beside its field, with names where the rules know only ids."""
        super().refuse(refusal.by_name(dict(self.players)))

    def field_of_refusal(self, about: str) -> str:
        """The field that a kind of deal names for a refusal; "amounts.12" is about player 12.

        Of a field that each player has, where the refusal is about nobody, the first with something in it.
        """
        key, _dot, player = about.partition(".")
        beside = {"kind": "contract"} | {key: field for part in self.kind_parts for key, field in part.beside.items()}
        field = beside.get(key, key)
        typed = (some for some, _name in self.players if self.data.get(field.format(player=some)))
        return field.format(player=player or next(typed, self.players[0][0]))


class TotalsForm(DealForm):
    """The form that corrects an evening's points, which become no deal."""

    def offered_parts(self, scoring_table: ScoringRules) -> list[type[DealPart]]:
        return [part for part in super().offered_parts(scoring_table) if part.kind is Adjustment]

    def deal(self) -> dict[str, Any]:
        return {**super().deal(), "totals": True}


def initial_from(deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
    """The initial values for a deal in the book, its contract in words for one of points only."""
    bid = bid_name_of(deal, scoring_table)
    initial: dict[str, Any] = {
        "dealer": deal.get("dealer"),
        "sits_out": deal.get("sits_out", []),
        "note": deal.get("note", ""),
        "bid": label_text(bid) if bid else "",
    }
    return initial | PARTS[deal["kind"]].initial(deal, scoring_table)


SAY_WHY = {"required": _("Say in a few words why the deal is changed.")}


class ChangeForm(forms.Form):
    """The reason for changing a deal, the entry that the reader saw, and the key of the form."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    seen = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why is it changed?"),
        max_length=200,
        widget=ReasonInput([_("Miscounted"), _("Wrong partner"), _("Wrong contract")]),
        error_messages=SAY_WHY,
    )


class VoidForm(ChangeForm):
    """The reason for voiding a deal."""

    reason = forms.CharField(
        label=_("Why is it changed?"),
        max_length=200,
        widget=ReasonInput([_("Entered twice"), _("Never played")]),
        error_messages=SAY_WHY,
    )


class OnePressForm(ChangeForm):
    """One press that changes a deal for a reason that is known."""

    reason = forms.CharField(widget=forms.HiddenInput)


# The question asked once before an unusual deal is saved; the second press answers it.


def question_about(*, data: QueryDict, form: DealForm, version: ScoringTableVersion) -> Question | None:
    """The question before a valid form's deal is saved; None if there is none, or it was answered.

    Raises Refusal for a deal that cannot be saved anyway.
    """
    deal = form.deal()
    players = [player for player, _name in form.players]
    tariff = version.tariff()
    remark = next(read_deal(deal, tariff.scoring_table, players).questions(tariff), None)
    if remark is None:
        return None
    # Of both, so that another deal, or another question about this one, is asked anew.
    return ask_once(data, [deal, remark.message], refusal_text(remark))
