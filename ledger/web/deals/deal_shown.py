"""A deal that is in the book as the entry screen shows it, so that correcting starts from it."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.scoring.pricing import outside_limit
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.web.deals.deal_keys import IN_CAT


def initial_from(deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
    """What the form shows for a deal that is in the book, so that correcting starts from it."""
    shown: dict[str, Any] = {
        "dealer": deal.get("dealer"),
        "sits_out": deal.get("sits_out", []),
        "note": deal.get("note", ""),
    }
    return shown | _SHOWN[deal["kind"]](deal, scoring_table)


def _shown_trick(deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
    column = scoring_table.column(deal["attachment"], deal.get("vip_turn"))
    partner = {"self_called": deal["declarer"], "ace_in_cat": IN_CAT, "declared": ""}.get(deal.get("alone") or "")
    return {
        "contract": str(deal["level"]),
        "column": column.code if column else "plain",
        **{trump: deal.get("trump") == trump for trump in scoring_table.trumps},
        "flag": deal.get("flag") or "",
        "called_by": deal.get("called_by") or "",
        "declarer": deal["declarer"],
        "partner": deal["partner"] or partner,
        "tricks": str(deal["tricks"]),
    }


def _shown_nolo(deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
    first, *joiners = deal["participants"]
    nolo = scoring_table.nolo[deal["contract"]]
    shown = {"contract": nolo.code, "declarer": first["player"], "stopped": deal.get("stopped", False)}
    for each in deal["participants"]:
        is_beaten = outside_limit(nolo, each["tricks"]) > 0
        said_by_key = each["tricks"] == nolo.max_tricks + is_beaten
        shown[f"result_{each['player']}"] = "beaten" if is_beaten else "home"
        shown[f"tricks_{each['player']}"] = "" if said_by_key else str(each["tricks"])
    return shown | {f"joins_{each['player']}": True for each in joiners}


def _shown_role(deal: Mapping[str, Any], _table: ScoringRules) -> dict[str, Any]:
    return {"contract": deal["outcome"], "declarer": deal["maker"], "partner": deal["partner"] or deal["maker"]}


def _shown_free_for_all(deal: Mapping[str, Any], _table: ScoringRules) -> dict[str, Any]:
    return {"contract": "free_for_all", **{f"tricks_{player}": str(n) for player, n in deal["tricks"].items()}}


def _shown_adjustment(deal: Mapping[str, Any], _table: ScoringRules) -> dict[str, Any]:
    amounts = {f"points_{player}": str(amount) for player, amount in deal["amounts"].items()}
    return {"contract": "adjustment", "reason": deal["reason"], **amounts}


_SHOWN = {
    "trick": _shown_trick,
    "nolo": _shown_nolo,
    "role_table": _shown_role,
    "free_for_all": _shown_free_for_all,
    "pair_book": lambda deal, _table: {"contract": "pair_book", "pair_tricks": str(deal["pair_tricks"][0])},
    "penalty": lambda deal, _table: {"contract": deal["penalty"], "declarer": deal["player"]},
    "not_played": lambda deal, _table: {"contract": deal["cause"]},
    "passed_out": lambda _deal, _table: {"contract": "passed_out"},
    "adjustment": _shown_adjustment,
}
