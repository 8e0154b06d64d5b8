"""A refusal is in sight and has the focus, on every form of the site and on every size of page; what was typed stays.

The forms are those that the site's pages show, so another form is tried without being listed here; an address that is
not in PAGES, in ANSWERS or among what those forms lead to fails the test. The forms that are saved in place are
tried so too.
"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page

from ledger.web.urls import urlpatterns

LOWEST, OTHERS = [(360, 640)], [(390, 664), (1280, 800)]

# A club whose forms are all open: four evenings (corrected, voided and complained of, with another sum on paper;
# approved; not begun; to be approved), a draft.
PREPARE = """
import json
from django.utils import timezone
from ledger.models import Club, SheetAnswer, SheetLink
from ledger.services.clubs.clubs import change_settings
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.confirming import answer_sheet, make_links
from ledger.services.scoring import start_draft
from django.contrib.auth.models import User
from ledger.services.clubs.accounts import password_link
from ledger.services.clubs.accounts import invite
from ledger.services.evenings.confirming import type_total
from ledger.services.deals import correct_deal, void_deal
from tests.support import people
from tests.web.site.access.addresses import an_old_book

club = people.make_club("Afviste", preset="whistklubben", founder="ADMIN", readers=Club.Readers.LINK)
unpriced = people.version_of(club)
version = people.publish_prices(club)
signed = people.signed(club, timezone.now())
change_settings(club=club, players_confirm=True, **signed)
club.refresh_from_db()
first, approved = people.make_evening(club), people.make_evening(club)
deals = [people.record(first, people.trick(first, "Bodil", "Carl", 8 + deal)) for deal in range(3)]
correct_deal(entry=deals[0], deal=people.trick(first, "Bodil", "Carl", 12), change=people.change(first))
void_deal(entry=deals[1], change=people.change(first))
type_total(evening=first, table_number=1, deals=2, tricks=26, **signed)
make_links(evening=first, **signed)
link, other = SheetLink.objects.filter(evening=first)[:2]
lines = first.entries.count()
complaint = answer_sheet(
    link=link, kind=SheetAnswer.Kind.COMPLAINS, entry_count=lines, number=3, text="9", now=timezone.now()
)
people.record(approved, people.trick(approved, "Bodil", "Carl", 8))
approve_evening(evening=approved, entry_count=approved.entries.count(), **signed)
people.make_evening(club)
to_approve = people.make_evening(club)
people.record(to_approve, people.trick(to_approve, "Bodil", "Carl", 8))
table = club.scoring_tables.get()
draft = start_draft(club=club, scoring_table=table, name=table.name, document=version.document, preset="", **signed)
invited = invite(club=club, name="Ny", role="secretary", **signed)
book_draft = an_old_book(club, signed)
print(json.dumps({
    "unpriced": unpriced.pk, "version": version.pk, "draft": draft.pk, "complaint": complaint.pk, "link": other.token,
    "book_draft": book_draft,
    "player": club.players.first().slug,
    "invitation": invited, "password": "/".join(password_link(account=User.objects.create_user("glemsom"))),
}))
"""

# The pages that show forms, by the name of their address, to the club's administrator.
PAGES = {
    "start_club": "/start/",
    "bring_club": "/start/from-file/",
    "change_password": "/password/",
    "account": "/account/",
    "second_factor": "/account/second-factor/",
    "own_name": "/afviste/own-name/",
    "club": "/whistklubben-kattens-es/",  # the sample club's, for its removal
    "settings": "/afviste/settings/",
    "links": "/afviste/links/",
    "club_menu": "/afviste/menu/",
    "guide": "/afviste/guide/",
    "rule_words": "/afviste/words/",
    "members": "/afviste/members/",
    "club_moved": "/afviste/hand-over/moved/",
    "audit": "/afviste/audit/",
    "imports": "/afviste/imports/",
    "name_list": "/afviste/imports/list/",
    "import_draft": "/afviste/imports/drafts/{book_draft}/",
    "import_rows": "/afviste/imports/drafts/{book_draft}/rows/",
    "players_add": "/afviste/players/add/",
    "player_change": "/afviste/players/{player}/change/",
    "player_same": "/afviste/players/{player}/same/?kept=frida",
    "player_forget": "/afviste/players/{player}/forget/",
    "season_new": "/afviste/seasons/new/",
    "season_change": "/afviste/seasons/2026-27/change/",
    "ranking_change": "/afviste/ranking/change/",
    "season_close": "/afviste/seasons/2026-27/close/",
    "evening_new": "/afviste/evenings/new/",
    "draw_new": "/afviste/evenings/new/draw/",
    "draw": "/afviste/evenings/3/draw/",
    "ladder": "/afviste/evenings/3/ladder/",
    "seats": "/afviste/evenings/3/seats/",
    "evening_change": "/afviste/evenings/3/change/",
    "evening": ["/afviste/evenings/1/", "/afviste/evenings/2/", "/afviste/evenings/4/"],
    "paper_total": "/afviste/evenings/1/tables/1/paper/total/",
    "paper_withdraw": "/afviste/evenings/1/tables/1/paper/withdraw/",
    "sheet_links": "/afviste/evenings/1/links/",
    "complaint": "/afviste/evenings/1/complaints/{complaint}/",
    "sheet_by_link": "/afviste/sheet/{link}/",
    "deal_new": "/afviste/evenings/1/deals/new/",
    "deal_paste": "/afviste/evenings/1/deals/paste/",
    "deal": ["/afviste/evenings/1/deals/1/", "/afviste/evenings/1/deals/2/"],
    "deal_correct": "/afviste/evenings/1/deals/1/correct/",
    "tables": "/afviste/tables/",
    "draft_new": "/afviste/tables/new/",
    "table_import": "/afviste/tables/import/",
    "draft": "/afviste/tables/drafts/{draft}/",
    "draft_publish": "/afviste/tables/drafts/{draft}/publish/",
    "draft_discard": "/afviste/tables/drafts/{draft}/give-up/",
    "prices": "/afviste/tables/{unpriced}/prices/",
    "sign_in": "/sign-in/",  # from here on signed out
    "welcome": "/welcome/{invitation}/",
    "new_password": "/password/{password}/",
}
# Addresses that show no form of their own, and change nothing.
ANSWERS = {
    "home", "health", "choose_language", "log", "standings", "season_curve", "seasons", "season", "closing_sheet",
    "workbook", "season_files", "what_if", "paper", "so_far", "sheet", "deals_text", "deal_sentence",
    "correction_sentence", "hand_over", "players", "player", "player_kept", "privacy", "security_txt", "table",
    "table_json", "moving_guide", "import_verdict", "entry_xlsx",
    "try_deal", "blank_paper", "changes", "robots_txt", "read_by_link", "player_deals", "season_curve_csv",
    "player_deals_csv", "deals", "deals_csv", "ranking", "club_figures", "season_attendance", "season_review",
    "milestones", "season_attendance_csv", "contracts_csv", None,
}  # fmt: skip
# What only whoever has a second factor sees: tests/browser/site/test_second_factor.py refuses the forms of its own.
WITH_SECOND_FACTOR = {"sign_in_code", "recovery_codes", "second_factor_off"}
# What is there only where the installation has a mail server: tests/web/clubs/account/test_mail.py.
WITH_MAIL = {"own_address", "address_confirm", "forgotten"}
# Forms that ask for nothing and cannot be refused.
NEVER_REFUSED = {
    "sign_out", "remove_sample", "audit", "invitation_renew", "invitation_withdraw", "draft_discard",
    "other_sessions_end", "former_member_forget", "member_link", "link_withdraw", "see_as_outsider",
    "see_as_oneself", "import_discard", "book_import", "club_file", "newest_backup_file", "club_back",
}  # fmt: skip

# What is wrong with a form, where a key that is none is not it.
WRONG = {
    "start_club": {"name": ""},
    "deal_correct": {"change-reason": ""},
    "deal_void": {"change-reason": ""},
    "deal_undo": {"change-reason": ""},
    "player_same": {"kept": "carl"},  # who took part in the same deals
    "season_new": {"name": ""},
    "import_draft": {"0-header": ""},
    "import_rows": {"month": ""},
    "season_change": {"name": ""},
    "ranking_change": {"in_force_from": ""},
    "evening_change": {"day": ""},
    "settings": {"name": ""},
    "members": {"name": ""},
    "link_new": {"name": ""},
    "club_moved": {"address": "http://whist.example.dk/"},
    "change_password": {"old_password": "forkert"},
    "second_factor": {"code": "123", "password": "forkert"},
    "new_password": {"new_password1": "kort", "new_password2": "kort"},
    "invitation": {"username": "ny", "password": "kort"},
    "sign_in": {"username": "ingen", "password": "forkert"},
    "draft": {"name": ""},
    "deal_line": {"line-text": "zzz"},
}


@pytest.fixture(scope="module")
def known_things(site):
    """What the addresses of the club's things are made of."""
    prepare = PREPARE.replace("ADMIN", site.login("admin")["name"])
    return json.loads(site.run(prepare))


# Forms refused in every way there is: a field, a key, a file, a page in between, in place, by a link, signed out.
OF_EACH_WAY = {"season_new", "seats", "table_import", "draft", "deal_correct", "deal_line", "sheet_by_link", "sign_in"}


@pytest.mark.parametrize(
    ("sent", "sizes"),
    [
        (OF_EACH_WAY.__contains__, LOWEST),
        pytest.param(lambda _: True, LOWEST + OTHERS, marks=pytest.mark.long),
    ],
    ids=["some", "every"],
)
def test_every_refusal_is_in_sight_and_has_the_focus_with_what_was_typed(
    open_page, known_things, troubles, sent, sizes
):
    page = open_page(role="admin")
    page.goto("/")
    faults, met = [], set()

    for name, addresses in PAGES.items():
        if name == "sign_in":
            page.context.clear_cookies()
        for address in [addresses] if isinstance(addresses, str) else addresses:
            for form in forms_at(page, address.format(**known_things)):
                leads_to = name_of(form["action"])
                met.add(leads_to)
                if leads_to not in NEVER_REFUSED and sent(leads_to):
                    wrong = WRONG.get(leads_to, {})
                    all_faults = refusal_faults(page, form, wrong, sizes)
                    if form["isInPlace"]:
                        all_faults += faults_in_place(page, form, wrong, sizes)
                    faults += [f"{leads_to} at {address}: {fault}" for fault in all_faults]

    assert not faults, "\n".join(faults)
    elsewhere = ANSWERS | NEVER_REFUSED | WITH_SECOND_FACTOR | WITH_MAIL
    assert {path.name for path in urlpatterns} - met - elsewhere - set(PAGES) == set()
    assert met >= OF_EACH_WAY
    troubles.clear()  # answers with 409


# What only asks: forms that change nothing, and of each an address that cannot be answered.
ASKING = [
    "/afviste/standings/?since=2026-12-01&until=2026-01-01",
    "/afviste/standings/?since=x",
    "/afviste/deals/?since=x",
    "/afviste/deals/?partner=bodil&level=x",
    "/afviste/log/?since=x",
    "/afviste/log/?since=2026-12-01&until=2026-01-01",
    "/afviste/players/bodil/same/?kept=carl",
    "/afviste/seasons/2026-27/what-if/?prices=x",
]


HAS_FOCUS = "() => document.activeElement !== document.body"  # it comes with the first painting, or a moment later


@pytest.mark.usefixtures("known_things")
@pytest.mark.parametrize(
    ("width", "height"), [*LOWEST, *(pytest.param(*size, marks=pytest.mark.long) for size in OTHERS)]
)
def test_a_question_that_is_refused_says_so_in_sight_and_with_the_focus(open_page, width, height):
    page, faults = open_page(width=width, height=height, role="admin"), {}

    for address in ASKING:
        page.goto(address)
        page.wait_for_function(HAS_FOCUS)
        faults[address] = page.evaluate(IN_SIGHT)

    assert faults == dict.fromkeys(ASKING)


# The forms of a page that are sent, each as a browser would send it, and whether the page stays.
FORMS = """
    async address => {
      const answer = await fetch(address);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const posts = [...page.forms].filter(form => form.getAttribute("method") === "post");
      return {
        status: answer.status,
        forms: posts.map(form => ({
          address: answer.url,
          action: new URL(form.getAttribute("action") ?? answer.url, answer.url).href,
          isFile: form.enctype === "multipart/form-data",
          isInPlace: form.hasAttribute("data-in-place"),
          fields: [...new FormData(form)].filter(([, value]) => typeof value === "string"),
          button: [...form.querySelectorAll("button[name]:not([name=preview])")].slice(0, 1)
            .map(({ name, value }) => [name, value]),
          typed: [...form.querySelectorAll("input:is([type=text], [type=number], :not([type])), textarea")]
            .map(({ name, type }) => [name, type === "number" ? "7" : "Æble 7"]),
        })),
      };
    }
"""
SEND = """
    ({ action, isFile, fields, button }) => {
      const form = document.createElement("form");
      Object.assign(form, { action, method: "post", enctype: isFile ? "multipart/form-data" : form.enctype });
      for (const [name, value] of [...fields, ...button]) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      }
      document.body.append(form);
      form.submit();
    }
"""
SEND_IN_PLACE = """
    ({ action, fields }) => {
      const form = [...document.forms].find(form => form.action === action && form.hasAttribute("data-in-place"));
      for (const [name, value] of fields) {
        const field = form.elements[name];
        if (field instanceof HTMLElement && field.type !== "checkbox") field.value = value;
      }
      form.requestSubmit();
    }
"""
# The element with the focus says why; its first sentence (a field's stands beside it) is seen whole and uncovered.
IN_SIGHT = """
    () => {
      const at = document.activeElement;
      const isSummary = at.matches(".error-summary, .notice.error, .notice[role=alert]");
      const isField = at.getAttribute("aria-invalid") === "true";
      if (!isSummary && !isField) return `the focus is on ${at.outerHTML.slice(0, 90)}`;
      const beside = (at.getAttribute("aria-describedby") ?? "").split(" ").map(id => document.getElementById(id));
      const said = isSummary ? at.querySelector("li, p") : beside.find(each => each?.matches(".error"));
      if (!said?.textContent.trim()) return "nothing is said";
      const { left, right, top, bottom } = said.getBoundingClientRect();
      const isSeen = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      if (!isSeen) return `out of sight: ${top} to ${bottom} of ${innerHeight}, ${left} to ${right} of ${innerWidth}`;
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return said.contains(above) || above.contains(said) ? null : `covered by ${above.outerHTML.slice(0, 90)}`;
    }
"""


def forms_at(page: Page, address: str) -> list[dict[str, Any]]:
    """The forms of a page, but for those that stand on every page."""
    forms = page.evaluate(FORMS, address)
    assert forms["status"] == 200, address
    return forms["forms"]


def name_of(url: str) -> str:
    """The name of the address that a form leads to."""
    path = re.sub(r"^https?://[^/]+/|[?#].*", "", url)
    return next(pattern.name for pattern in urlpatterns if pattern.resolve(path))


def refusal_faults(page: Page, form: dict[str, Any], wrong: dict[str, str], sizes: list[tuple[int, int]]) -> list[str]:
    """What is wrong with a form's refusal at these sizes of page; nothing where all is well."""
    sent, faults = filled_form(form, wrong), []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        with page.expect_navigation() as answer:
            page.evaluate(SEND, sent)
        if answer.value.status not in (200, 409):
            faults.append(f"status {answer.value.status}")
        if fault := page.evaluate(IN_SIGHT):
            faults.append(f"{width}x{height}: {fault}")
    return faults + [f"{name} is not kept" for name, value in sent["kept"] if value not in values_held(page, name)]


def faults_in_place(page: Page, form: dict[str, Any], wrong: dict[str, str], sizes: list[tuple[int, int]]) -> list[str]:
    """What is wrong with the refusal of a form that is sent in place, at these sizes of page."""
    faults = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(form["address"])
        page.evaluate(SEND_IN_PLACE, filled_form(form, wrong))
        page.locator("#entry .error, #entry .error-summary").first.wait_for()
        if fault := page.evaluate(IN_SIGHT):
            faults.append(f"in place, {width}x{height}: {fault}")
    return faults


def filled_form(form: dict[str, Any], wrong: dict[str, str]) -> dict[str, Any]:
    """A form with something typed in every field, and what makes it wrong: its key, unless another thing is said."""
    fields, typed = [], dict(form["typed"])
    for name, value in form["fields"]:
        if name in wrong:
            fields.append((name, wrong[name]))
        elif not wrong and re.search(r"(^|-)key$", name):
            fields.append((name, "none"))
        else:
            fields.append((name, value or typed.get(name, "")))
    kept = [(name, value) for name, value in fields if name in typed]
    return form | {"fields": fields, "kept": kept}


def values_held(page: Page, name: str) -> list[str]:
    """What the fields with a name hold on the page."""
    return page.locator(f"form[method=post] [name='{name}']").evaluate_all("fields => fields.map(field => field.value)")
