"""What is typed and handed in where a form asks for more than the page proposes, and which form comes after which."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import dev
from tests.support.people import PASSWORD

NEW_PASSWORD = "kløver er trumf i aften"
OWN = {"own_password": PASSWORD}  # asked for again before what gives the club away
# By the name of the address that a form is sent to; of the rest the page's own proposals will do.
TYPED: dict[str, dict[str, str]] = {
    "start_club": {
        "name": "Onsdagsklubben",
        "players": "Anna\nBent\nCarla\nDan",
        "place": "all",
        "fit": "esmakker-wikipedia",
        "writer_name": "Vera",
        "to": "found",
    },
    "settings": {"name": "Torsdagsklubben"},
    "season_new": {"name": "Foråret"},
    "evening_new": {"day": "2026-09-24"},
    "evening_change": {"day": "2026-09-17"},
    "draft_new": {"name": "Vores egne"},
    "deal_new": {"contract": "8", "column": "plain", "declarer": "1", "partner": "2", "tricks": "8", "save": "1"},
    "deal_line": {"line-text": "183"},
    "deal_paste": {"text": "183", "save": "1"},
    "deal_correct": {"tricks": "11", "change-reason": "talt forkert"},
    "deal_void": {"change-reason": "ikke spillet"},
    "deal_undo": {"change-reason": "ikke rettet"},
    "deal_restore": {"change-reason": "jo"},
    "paper_total": {"deals": "2", "tricks": "26"},
    "paper_withdraw": {"reason": "skrevet forkert"},
    "evening_reopen": {"reason": "et spil mangler"},
    "complaint": {"words": "Set efter"},
    "players_add": {"players": "Gudrun\nHolger"},
    "player_forget": {"sure": "on", **OWN},
    "link_new": {"name": "Opslagstavlen"},
    "members": {"name": "Villy", **OWN},
    "own_name": {"writer_name": "Alma Holm"},
    "club_file": OWN,
    "club_moved": {"address": "https://whist.example.dk/torsdagsklubben/", "is_whole": "on", **OWN},
    "second_factor": {"password": PASSWORD},
    "recovery_codes": {"password": PASSWORD},
    "second_factor_off": {"password": PASSWORD},
    "change_password": {"old_password": PASSWORD, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD},
    "new_password": {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD},
    "sign_in": {"username": "anna", "password": PASSWORD},
    "invitation": {"username": "villy", "password": PASSWORD, "writer_name": "Vagn"},
}
PRESET = Path(dev.ROOT) / "fixtures" / "scoring_tables" / "call-ace-whist.json"
OLD_BOOK = "Nr;Dato;Bodil;Carl;Dorthe;Emil\n1;04-09-2014;24;24;-24;-24\n2;04-09-2014;24;-24;24;-24\n"


@dataclass(frozen=True)
class Step:
    """A form that is sent after another, on the page that this led to."""

    name: str
    typed: Mapping[str, str] = field(default_factory=dict)
    file: tuple[str, bytes] | None = None


# The page of the first form, and the forms.
CHAINS: dict[str, tuple[Step, ...]] = {
    "imports": (
        Step("imports", file=("gammel bog.csv", OLD_BOOK.encode())),
        Step("import_draft"),
        Step("import_rows", {"book": "1", "kind-other_time": "book"}),
    ),
    "prices": (Step("prices"), Step("prices")),  # which asks once whether it is meant so
    "name_list": (Step("name_list", {"names": "Inger 12\nJens -12\nKaren 5\nLeif -5"}), Step("name_list")),
    "table_import": (Step("table_import", {"name": "Fra fil"}, ("takst.json", PRESET.read_bytes())),),
}
# What changes how others answer comes last, in this order: a draw above all, which no two sites make alike.
LAST = [
    *("deal_undo", "deal_void", "deal_restore", "paper_withdraw", "evening_approve", "evening_reopen"),
    *("link_withdraw", "invitation_withdraw", "member_end", "former_member_forget", "import_discard"),
    *("book_import", "draft_publish", "draft_discard", "player_same", "player_forget", "evening_remove"),
    *("draw_anew", "ladder_draw", "season_close", "club_file", "club_moved", "club_back"),
    *("see_as_outsider", "see_as_oneself", "other_sessions_end", "second_factor", "recovery_codes"),
    *("second_factor_off", "change_password", "sign_out"),
]
# The page that shows a form only once another has been sent.
SHOWN_LATER = {
    "evening_approve": "evening",
    "evening_reopen": "evening",
    "see_as_oneself": "club",
    "deal_restore": "deal",
    "club_back": "club_moved",
}
# Pages that lead away, or are for whoever is signed out.
NOT_ASKED = {"sign_in", "choose_language", "welcome", "invitation", "new_password", "read_by_link", "health"}


def preset_document() -> dict[str, object]:
    """The document of a scoring table whose source has no prices."""
    text = PRESET.with_name("whistklubben.json").read_text("utf-8")
    document: dict[str, object] = json.loads(text)
    return document
