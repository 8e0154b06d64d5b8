"""The keys of a nolo: who goes along, and the result of each."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import NoloDeal
from ledger.rules.deals.kinds.deal import PlaceInLine
from ledger.rules.scoring.scoring_table import Nolo, ScoringRules
from ledger.rules.scoring.tariff import outside_limit
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.templatetags.ledger_labels import label_text, label_text_lazy
from ledger.web.deals.kinds.part import RESULTS, DealPart, Keys, WordsInLine, required_choice


class NoloPart(DealPart):
    """A nolo contract, and a result for each player who is on it."""

    kind = NoloDeal
    asks_declarer = True
    each_player = ("joins", "result", "tricks")
    asks_of = "on_contract"
    remarks = ("stopped",)
    typed = {"stopped": partial(forms.BooleanField, label=_("Play was stopped when it was lost"), required=False)}
    needed = ("declarer",)
    beside = {"result": "result_{player}", "participants": "result_{player}"}

    def contracts(self) -> list[tuple[str, str]]:
        return [(nolo.code, label_text_lazy(nolo.label)) for nolo in self.scoring_table.nolo.values()]

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The first contract, made and beaten."""
        code, nolo = next(iter(notation.scoring_table.nolo.items()))
        line = f"1{notation.spelling.words['nolo'][code]}"
        yield line, gettext("Seat 1 makes %(contract)s") % {"contract": label_text(nolo.label)}
        if nolo.side == "alone" and notation.scoring_table.rules.get("joined") != "single":
            yield f"{line}3-", gettext("Seat 1 makes it; seat 3 went along and took one too many")
        yield f"{line}=2", gettext("Seat 1 took two tricks; a space and a number would not say which")
        if not nolo.is_priced_by_tricks(made=False):
            yield f"{line}-?", gettext("Seat 1 was beaten, and nobody counted by how many")
        yield f"{line}-!", gettext("Seat 1 took one too many, and the play was stopped")

    @classmethod
    def words_in_line(cls, notation: Notation) -> Iterator[WordsInLine]:
        words = notation.spelling.words["nolo"]
        rows = [(words[code], label_text(nolo.label)) for code, nolo in notation.scoring_table.nolo.items()]
        yield PlaceInLine.CONTRACT, gettext("Few tricks"), rows

    def fields_of_player(self, player: str, name: str) -> Iterator[tuple[str, forms.Field]]:
        """Whether they go along, and the result of each."""
        if self.scoring_table.rules.get("joined") != "single":
            yield f"joins_{player}", forms.BooleanField(label=name, required=False)
        yield f"result_{player}", Keys(label=name, choices=RESULTS, row="two", initial="home")
        yield from super().fields_of_player(player, name)

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The contract, who was on it, and the tricks or the result of each.

        Raises Refusal if nobody declares, or a key and a number of tricks disagree.
        """
        declarer = required_choice(cleaned, "declarer")
        joiners = [player for player, _name in self.players if cleaned.get(f"joins_{player}") and player != declarer]
        nolo = self.scoring_table.nolo[cleaned["contract"]]
        on_it = [{"player": player, **_result(cleaned, player, nolo)} for player in (declarer, *joiners)]
        stopped = {"stopped": True} if cleaned.get("stopped") else {}
        return {"kind": self.kind.kind, "contract": nolo.code, "participants": on_it, **stopped}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        first, *joiners = deal["participants"]
        nolo = scoring_table.nolo[deal["contract"]]
        initial = {"contract": nolo.code, "declarer": first["player"], "stopped": deal.get("stopped", False)}
        for item in deal["participants"]:
            made = item["made"] if "made" in item else outside_limit(nolo, item["tricks"]) <= 0
            initial[f"result_{item['player']}"] = "home" if made else "beaten"
            initial[f"tricks_{item['player']}"] = str(item.get("tricks", ""))
        return initial | {f"joins_{item['player']}": True for item in joiners}


def _result(cleaned: Mapping[str, Any], player: str, nolo: Nolo) -> dict[str, int | bool]:
    """A player's tricks on a nolo if their number is given, else what the key says: whether it was made.

    Raises Refusal if the key and the number disagree.
    """
    key, exact = str(cleaned[f"result_{player}"]), cleaned[f"tricks_{player}"]
    if not exact:
        return {"made": key != "beaten"}
    if key and (key == "beaten") != (outside_limit(nolo, int(exact)) > 0):
        raise Refusal(gettext_noop("The key and the number of tricks do not agree."), f"result.{player}")
    return {"tricks": int(exact)}
