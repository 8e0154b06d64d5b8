"""Every form of the site, filled in and sent twice, by two web processes in turn or by one, and what was answered.

The forms are those that the pages show to a club's administrator; each is sent as it stands but for what is typed here.
"""

import re
import time
from base64 import b32decode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import unescape

from django.urls import Resolver404, resolve
from django_otp.oath import totp

from tests.soak.forms.typed import CHAINS, LAST, NOT_ASKED, SHOWN_LATER, TYPED, Step
from tests.soak.secretary import Answer, Secretary
from tests.support.page_forms import PageForm, forms_on

PATIENCE = 60  # seconds until an import is through
WRONG_PASSWORDS = 6  # pairs of them: more than are let through
SIGN_IN = "sign_in"


@dataclass(frozen=True)
class SentForm:
    """A form by the name of the address it was sent to, and of each answer the status, where to, and what it says."""

    name: str
    answers: tuple[tuple[int, str, str], ...]


@dataclass
class Visitor:
    """A browser that is led to two web processes in turn, or twice to the same; both addresses share its cookies."""

    sites: tuple[Secretary, Secretary]
    sent: list[SentForm] = field(default_factory=list)
    signed_out_at: list[str] = field(default_factory=list)

    def get(self, address: str) -> Answer:
        """A page from the site that was asked second before."""
        self.sites = self.sites[::-1]
        answer = self.sites[0].get(address)
        if answer.location.startswith("/sign-in/"):
            self.signed_out_at.append(address)
        return answer

    def send_twice(self, form: PageForm, typed: Mapping[str, str], file: tuple[str, bytes] | None = None) -> Answer:
        """Send a form to one site and once more to the other, and note what they answer; gives the first answer."""
        fields = form.fields | {key: [value] for key, value in typed.items()}
        if file:
            answers = [site.hand_in(form.path, *file, fields) for site in self.sites]
        else:
            answers = [site.post(form.path, fields) for site in self.sites]
        told = [(answer.status, plain(answer.location), what_it_says(answer)) for answer in answers]
        self.sent.append(SentForm(form.name, tuple(told)))
        return answers[0]

    def with_other_cookies(self) -> "Visitor":
        """Somebody else at the same sites, whose forms are noted beside these."""
        cookies: dict[str, str] = {}
        first, second = (replace(site, cookies=cookies) for site in self.sites)
        return Visitor((first, second), self.sent, self.signed_out_at)


def send_every_form(visitor: Visitor, pages: Mapping[str, str]) -> None:
    """Send each form that the pages show, and those that follow some of them; what ends things comes last."""
    places = {name: pages[SHOWN_LATER.get(name, name)] for name in [*SHOWN_LATER, *LAST]}
    places |= pages_with_forms(visitor, pages)
    for name in (name for name in places if name not in LAST):
        send_form_at(visitor, name, places[name])
    for first, steps in CHAINS.items():
        send_chain(visitor, pages[first], steps)
    for name in LAST:
        send_form_at(visitor, name, places[name])


def send_form_at(visitor: Visitor, name: str, address: str) -> Answer | None:
    """Send the first form of this name on a page; None if it shows none."""
    page = visitor.get(address)
    form = form_named(name, page, address)
    return visitor.send_twice(form, typed_into(form, page.page)) if form else None


def send_chain(visitor: Visitor, address: str, steps: Iterable[Step]) -> None:
    """Send a form, and then those that it leads to, each on the page before."""
    page = visitor.get(address)
    for step in steps:
        form = form_named(step.name, page, address)
        if form is None:
            break
        answer = visitor.send_twice(form, typed_into(form, page.page) | dict(step.typed), step.file)
        address, page = (
            (answer.location, page_at_rest(visitor, answer.location)) if answer.location else (address, answer)
        )


def page_at_rest(visitor: Visitor, address: str) -> Answer:
    """A page once it asks to be loaded again no more."""
    answer = visitor.get(address)
    for _ in range(PATIENCE):
        if not answer.again_after:
            break
        time.sleep(1)
        answer = visitor.get(address)
    return answer


def send_wrong_passwords(visitor: Visitor, address: str) -> None:
    """Try wrong passwords until they are slowed down."""
    form = form_named(SIGN_IN, visitor.get(address), address)
    assert form
    for _ in range(WRONG_PASSWORDS):
        visitor.send_twice(form, {"username": "alma", "password": "forkert"})


def pages_with_forms(visitor: Visitor, pages: Mapping[str, str]) -> dict[str, str]:
    """The address of the first page that shows a form, by the name of the address that the form is sent to."""
    places: dict[str, str] = {}
    for name, address in pages.items():
        answer = visitor.get(address) if name not in NOT_ASKED else None
        for form in named_forms(answer, address) if answer and answer.status == 200 else ():
            places.setdefault(form.name, address)
    return places


def form_named(name: str, page: Answer, address: str) -> PageForm | None:
    return next((form for form in named_forms(page, address) if form.name == name), None)


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
    """What is typed into a form, with the code that an app shows for the key on its page, and a price in each cell."""
    typed = dict(TYPED.get(form.name, {}))
    if form.name == "prices":
        typed |= {name: "1" for name, values in form.fields.items() if values == [""]}
    key = key_of_an_app(page)
    if key:
        typed["code"] = f"{totp(key):06}"
    return typed


def key_of_an_app(page: str) -> bytes:
    """The key that a page shows for an app with codes; empty if it shows none."""
    key = re.search(r'class="app-key"[^>]*>([^<]+)<', page)
    return b32decode(key[1].replace(" ", "")) if key else b""


def plain(text: str) -> str:
    """A text without what differs from one run to the next: ports, folders, tokens, codes and times of day."""
    text = re.sub(r"127\.0\.0\.1:\d+", "SITE", text)
    text = re.sub(r"/tmp/\S+", "FOLDER", text)
    text = re.sub(r"[\w-]{20,}|\b[A-Z2-7]{4}( [A-Z2-7]{4})+\b|\b\w{4,5}-\w{4,5}(-\w{4,5})*\b", "TOKEN", text)
    return re.sub(r"\b\d+[.:]\d\d\b", "TIME", text)


def what_it_says(answer: Answer) -> str:
    """What a page says, without its frame."""
    content = answer.content.decode(errors="replace").partition("<main")[2]
    content = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", content, flags=re.DOTALL)
    return plain(unescape(" ".join(re.sub(r"<[^>]*>", " ", content).split())))
