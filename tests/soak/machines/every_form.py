"""Every form of the site, filled in and sent twice, by two machines in turn or by one, and what was answered.

The forms are those that the pages show to a club's administrator; each is sent as it stands but for what is typed here.
"""

import re
from base64 import b32decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

from django.urls import Resolver404, resolve
from django_otp.oath import totp

from tests.soak.page_forms import PageForm, forms_on
from tests.soak.secretary import SAVED, Answer, Secretary
from tests.support.people import PASSWORD

NEW_PASSWORD = "kløver er trumf i aften"
WRONG_PASSWORDS = 6  # pairs of them: more than are let through
SIGN_OUT, SIGN_IN = "sign_out", "sign_in"
# What is typed, by the name of the address that a form is sent to; of the rest the page's own proposals will do.
TYPED: dict[str, dict[str, str]] = {
    "start_club": {"name": "Onsdagsklubben", "players": "Anna\nBent\nCarla\nDan", "season": "2026/27"},
    "settings": {"name": "Torsdagsklubben"},
    "season_new": {"name": "Foråret"},
    "evening_new": {"day": "2026-09-24"},
    "evening_change": {"day": "2026-09-17"},
    "deal_new": {"contract": "8", "column": "plain", "declarer": "1", "partner": "2", "tricks": "8", "save": "1"},
    "deal_line": {"line-text": "183"},
    "deal_paste": {"text": "183", "save": "1"},
    "deal_correct": {"tricks": "11", "change-reason": "talt forkert"},
    "deal_void": {"change-reason": "ikke spillet"},
    "deal_undo": {"change-reason": "ikke spillet"},
    "deal_restore": {"change-reason": "jo"},
    "paper_total": {"deals": "2", "tricks": "26"},
    "paper_withdraw": {"reason": "skrevet forkert"},
    "evening_reopen": {"reason": "et spil mangler"},
    "complaint": {"words": "Set efter"},
    "players_add": {"names": "Gudrun\nHolger"},
    "player_forget": {"sure": "on"},
    "members": {"name": "Villy"},
    "name_list": {"text": "Inger\nJens"},
    "own_name": {"name": "Alma"},
    "second_factor": {"password": PASSWORD},
    "recovery_codes": {"password": PASSWORD},
    "second_factor_off": {"password": PASSWORD},
    "change_password": {"old_password": PASSWORD, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD},
}
# What changes how others answer comes last, in this order: a draw above all, which no two sites make alike.
LAST = [
    *("deal_void", "deal_restore", "deal_undo", "paper_withdraw", "evening_approve", "evening_reopen"),
    *("link_withdraw", "invitation_withdraw", "member_end", "former_member_forget", "import_close", "import_discard"),
    *("book_import", "draft_publish", "draft_discard", "player_forget", "draw_anew", "ladder_draw", "season_close"),
    *("see_as_outsider", "see_as_oneself", "session_end", "other_sessions_end", "second_factor", "recovery_codes"),
    *("second_factor_off", "change_password", SIGN_OUT),
]
# The page that shows a form only once another has been sent.
SHOWN_LATER = {"evening_reopen": "evening", "see_as_oneself": "club", "deal_restore": "deal", "deal_undo": "deal"}
# Pages that lead away, or are for whoever is signed out.
NOT_ASKED = {"sign_in", "choose_language", "welcome", "invitation", "new_password", "read_by_link", "health"}


@dataclass(frozen=True)
class SentForm:
    """A form by the name of the address it was sent to, and of each answer the status, where to, and what it says."""

    name: str
    answers: tuple[tuple[int, str, str], ...]

    @property
    def is_taken(self) -> bool:
        status, *_ = self.answers[0]
        return status == SAVED


@dataclass
class Visitor:
    """A browser that is led to two machines in turn, or twice to the same; both addresses share its cookies."""

    machines: tuple[Secretary, Secretary]
    sent: list[SentForm] = field(default_factory=list)
    signed_out_at: list[str] = field(default_factory=list)

    def get(self, address: str) -> Answer:
        """A page from the machine that was asked second before."""
        self.machines = self.machines[::-1]
        answer = self.machines[0].get(address)
        if answer.location.startswith("/sign-in/"):
            self.signed_out_at.append(address)
        return answer

    def send_twice(self, form: PageForm, name: str, typed: Mapping[str, str]) -> None:
        """Send a form to one machine and once more to the other, and note what they answer."""
        fields = form.fields | {key: [value] for key, value in typed.items()}
        answers = [machine.post(form.path, fields) for machine in self.machines]
        told = [(answer.status, plain(answer.location), what_it_says(answer)) for answer in answers]
        self.sent.append(SentForm(name, tuple(told)))


def send_every_form(visitor: Visitor, pages: Mapping[str, str]) -> None:
    """Send each form that the pages show, then wrong passwords until they are slowed down."""
    places = {name: pages[SHOWN_LATER.get(name, name)] for name in [*SHOWN_LATER, *LAST]}
    places |= pages_with_forms(visitor, pages)
    for name in [*(name for name in places if name not in LAST), *LAST]:
        page = visitor.get(places[name])
        form = next((form for form in named_forms(page, places[name]) if form.name == name), None)
        if form:
            visitor.send_twice(form, name, typed_into(form, page.page))
    page = visitor.get(pages[SIGN_IN])
    (form,) = [form for form in named_forms(page, pages[SIGN_IN]) if form.name == SIGN_IN]
    for _ in range(WRONG_PASSWORDS):
        visitor.send_twice(form, SIGN_IN, {"username": "alma", "password": "forkert"})


def pages_with_forms(visitor: Visitor, pages: Mapping[str, str]) -> dict[str, str]:
    """The address of the first page that shows a form, by the name of the address that the form is sent to."""
    places: dict[str, str] = {}
    for name, address in pages.items():
        answer = visitor.get(address) if name not in NOT_ASKED else None
        for form in named_forms(answer, address) if answer and answer.status == 200 else ():
            places.setdefault(form.name, address)
    return places


def named_forms(answer: Answer, address: str) -> Iterator[PageForm]:
    """The forms of a page, each with the name of the address that it is sent to; none of a file."""
    if not answer.content.startswith(b"<!doctype"):
        return
    for form in forms_on(answer.page, address):
        try:
            form.name = resolve(form.path).url_name or ""
        except Resolver404:
            continue
        yield form


def typed_into(form: PageForm, page: str) -> dict[str, str]:
    """What is typed into a form, with the code that an app shows for the key on its page."""
    typed = dict(TYPED.get(form.name, {}))
    key = re.search(r'class="app-key"[^>]*>([^<]+)<', page)
    if key:
        typed["code"] = f"{totp(b32decode(key[1].replace(' ', ''))):06}"
    return typed


def plain(text: str) -> str:
    """A text without what differs from one run to the next: folders, tokens, codes and times of day."""
    text = re.sub(r"/tmp/\S+", "FOLDER", text)
    text = re.sub(r"[\w-]{20,}|\b[A-Z2-7]{4}( [A-Z2-7]{4})+\b|\b\w{4,5}-\w{4,5}(-\w{4,5})*\b", "TOKEN", text)
    return re.sub(r"\b\d+[.:]\d\d\b", "TIME", text)


def what_it_says(answer: Answer) -> str:
    """What a page says, without its frame."""
    content = answer.content.decode(errors="replace").partition("<main")[2]
    content = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", content, flags=re.DOTALL)
    return plain(unescape(" ".join(re.sub(r"<[^>]*>", " ", content).split())))
