"""No page and no write reads more because there are other clubs: every statement, as the engine carried it out.

Everything another club has is there once, and then sixty times more. What a statement reads may not grow with it, and
no table may be read from end to end.
"""

import re
import uuid
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from itertools import chain
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from ledger.models import Club, SheetAnswer, SheetLink
from ledger.models.site.schema_lock import unlocked
from ledger.queries.book.audit.audit import audit
from ledger.services.clubs.clubs import add_players, change_player, start_evening, start_season
from ledger.services.clubs.members import accept, end_membership, invite
from ledger.services.deals.recording import correct_deal, void_deal
from ledger.services.evenings.confirming import (
    Answer,
    answer_sheet,
    let_players_confirm,
    make_links,
    renew_link,
    settle_in_words,
)
from ledger.services.evenings.papers import Sums, type_total
from ledger.services.evenings.seating import note_attendance, seat_evening
from ledger.services.keeping import backups
from ledger.services.scoring.drafts import publish_draft, start_draft
from ledger.services.seasons.closing import approve_evening, change_window, close_season
from ledger.web.urls import urlpatterns
from tests.bench.parts import crowd
from tests.support.emptied import empty_anew
from tests.support.people import (
    DAY,
    NOW,
    PASSWORD,
    anna,
    change,
    make_club,
    make_evening,
    make_user,
    publish_prices,
    record,
    signed,
    trick,
    version_of,
)
from tests.support.plans import Asked, as_beside_thousands, every_statement
from tests.web.site.access.addresses import a_workbook, an_old_book

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.engines,
    pytest.mark.direct("the plans are those of the session that asks"),
]

TIMES = 60
# No pages, or only posted to, or not there unless a setting says so.
NO_PAGES = {
    *("sign-out/", "welcome/", "<slug:slug>/remove-sample/", "account/e-mail/", "password/forgotten/"),
    "account/e-mail/<str:token>/",
    ".well-known/security.txt",
}
EXCEPTIONS = {  # part of a statement, and why it may read as it does
    'FROM "ledger_club" WHERE NOT "ledger_club"."is_sample" LIMIT 1': "the first club that is no sample ends it",
    '"ledger_club"."id" ASC LIMIT 51': "the home page shows fifty clubs, by the index of their order",
    '"ledger_club"."is_sample" AS "is_sample" FROM "ledger_club" LIMIT 3': "the third club of an installation ends it",
    '"ledger_club"."removed_at" IS NULL LIMIT 2': "the second club of an installation ends it",
    '"ledger_club"."slug" AS "slug" FROM "ledger_club"': "robots.txt names every club that may be found",
    'FROM "django_migrations"': "as many as the release has",
    "pg_class": "the catalogue, to which no club adds, and whose old rows are the engine's business",
}
# Asked for entries that none refers to by a key that is null, PostgreSQL expects one, of however many.
ONE_ENTRY_EXPECTED = re.compile(r'\."key" IS NULL')
MORE = {"sqlite": 100, "postgresql": 20}  # steps, rows: less than looking at each of sixty clubs would take


def a_club_with_everything(name: str, founder: str) -> Club:
    """A club of which every kind of row is stored."""
    club = make_club(name, founder=founder)
    by = signed(club)
    let_players_confirm(club=club, on=True, **by)
    club.refresh_from_db()
    evening, later = make_evening(club), make_evening(club)
    close_a_season(club)
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))
    record(evening, trick(evening, "Carl", "Emil", 9))
    void_deal(entry=record(evening, trick(evening, "Emil", "Carl", 9)), change=change(evening))
    record(later, trick(later, "Bodil", "Carl", 8))
    make_links(evening=evening, **by)
    for kind in ("agrees", "complains"):
        link = SheetLink.objects.filter(evening=evening, answers=None).first()
        answer_sheet(
            link=link, answer=Answer(kind=kind, entry_count=0, said="nej" if kind == "complains" else ""), now=NOW
        )
    type_total(evening=evening, table_number=1, sums=Sums(2, 18), **by)
    facts = {"name": "Jul", "document": version_of(club).document, "preset": club.scoring_tables.get().preset}
    start_draft(club=club, scoring_table=None, **facts, **by)
    invite(club=club, name="Otto", role="secretary", **by)
    publish_prices(club, name={"da": "Egne takster", "en": "Prices of our own"})
    an_old_book(club, by)
    a_workbook(club, by)
    return club


def close_a_season(club: Club) -> None:
    """A season before the open one, closed."""
    start_season(club=club, name="2025", starts_on=date(2025, 8, 1), version=version_of(club), **signed(club))
    close_season(season=club.seasons.get(name="2025"), entry_count=0, **signed(club))


def addresses(club: Club) -> dict[str, str]:
    """An address of every page of the site, by the pattern it fits; what a page is about is there."""
    admin = club.memberships.get(user__username="alma")
    known = {
        "slug": club.slug,
        "season_slug": "2026-27",
        "evening_number": 1,
        "deal_number": 1,
        "table_number": 1,
        "version_id": version_of(club).pk,
        "player_slug": "bodil",
        "token": SheetLink.objects.filter(evening__club=club).first().token,
        "language_code": "en",
        "import_number": 1,
        "book_draft_id": club.book_drafts.earliest("pk").pk,
        "workbook_draft_id": club.book_drafts.latest("pk").pk,
    }
    its_own = {
        "complaint": {"complaint_id": SheetAnswer.objects.filter(kind="complains", link__evening__club=club).get().pk},
        "member_link": {"membership_id": admin.pk},
        "new_password": {"uidb64": "MQ", "token": "c"},
        "former_member_forget": {"writer_number": admin.pk},
        "member_end": {"membership_id": admin.pk},
        "draft": {"draft_id": club.drafts.get().pk},
        "draft_publish": {"draft_id": club.drafts.get().pk},
        "draft_discard": {"draft_id": club.drafts.get().pk},
        "invitation_renew": {"invitation_id": club.invitations.get().pk},
        "invitation_withdraw": {"invitation_id": club.invitations.get().pk},
        "welcome": {"token": invite(club=club, name="Ida", role="treasurer", author=admin.user, now=timezone.now())},
        "closing_sheet": {"season_slug": "2025"},
    }
    patterns = [
        pattern for pattern in urlpatterns if isinstance(pattern, URLPattern) and str(pattern.pattern) not in NO_PAGES
    ]
    return {str(pattern.pattern): address(pattern, known | its_own.get(pattern.name or "", {})) for pattern in patterns}


def address(pattern: URLPattern, known: dict[str, Any]) -> str:
    return "/" + re.sub(r"<\w+:(\w+)>", lambda match: str(known[match[1]]), str(pattern.pattern))


def writes(club: Club) -> dict[str, Callable[[], object]]:
    """What is written, by a name: each as if it were the next thing done."""
    by, season = signed(club), club.seasons.get(name="2026/27")
    evening, later = club.evenings.get(number=1), club.evenings.get(number=2)
    entry, bodil, frida = later.entries.get(), *(club.players.get(name=name) for name in ("Bodil", "Frida"))
    complaint = SheetAnswer.objects.get(link__evening=evening, kind="complains")
    link = SheetLink.objects.filter(evening=evening, answers=None).first()
    ids = [club.players.get(name=name).pk for name in ("Carl", "Bodil", "Dorthe", "Emil")]
    draft, new = club.drafts.get(), trick(later, "Bodil", "Carl", 10)
    membership = club.memberships.get(user__username="anna")
    return {
        "record a deal": lambda: record(later, new),
        "correct a deal": lambda: correct_deal(entry=entry, deal=new, change=change(later)),
        "void a deal": lambda: void_deal(entry=entry, change=change(later)),
        "approve an evening": lambda: approve_evening(evening=later, entry_count=1, **by),
        "close a season": lambda: close_season(season=season, entry_count=season.entry_count, **by),
        "start a season": lambda: start_season(
            club=club, name="Vinter", starts_on=date(2027, 1, 1), version=version_of(club), **by
        ),
        "start an evening": lambda: start_evening(
            season=season, day=DAY, players=list(club.players.filter(pk__in=ids)), version=version_of(club), **by
        ),
        "start a club": lambda: make_club("Fredagsklubben", founder="alma"),
        "seat an evening": lambda: seat_evening(evening=later, tables={1: ids}, **by),
        "note who watched": lambda: note_attendance(evening=evening, came={frida.pk: "watched"}, **by),
        "add a player": lambda: add_players(club=club, names=["Gerda"], **by),
        "rename a player": lambda: change_player(player=bodil, name="Bo", is_guest=False, is_active=False, **by),
        "accept an invitation": lambda: accept(
            token=invite(club=club, name="Ida", role="treasurer", **by), account=make_user("oda"), now=NOW
        ),
        "end a membership": lambda: end_membership(membership=membership, **by),
        "change the window": lambda: change_window(club=club, hours=12, **by),
        "type a total": lambda: type_total(evening=evening, table_number=1, sums=Sums(2, 20), **by),
        "renew a link": lambda: renew_link(evening=evening, player=link.player, **by),
        "answer a sheet": lambda: answer_sheet(link=link, answer=Answer(kind="agrees", entry_count=0), now=NOW),
        "settle a complaint": lambda: settle_in_words(evening=evening, pk=complaint.pk, reply="jo", **by),
        "publish prices": lambda: publish_prices(club, from_evening=later),
        "publish a draft": lambda: publish_draft(draft=draft, seen=draft.revision, **by),
        "audit one club": lambda: audit(club=club),
    }


def forms(club: Club) -> dict[str, tuple[str, dict[str, object]]]:
    """What is sent to a page: its address, and what the form says."""
    evening = f"/{club.slug}/evenings/2/"
    return {
        "a typed line": (f"{evening}deals/line/", {"line": "1 9", "key": str(uuid.uuid4())}),
        "the audit": (f"/{club.slug}/audit/", {}),
        "a player forgotten": (f"/{club.slug}/players/frida/forget/", {"sure": "on"}),
        "signing in": ("/sign-in/", {"username": "alma", "password": PASSWORD}),
    }


@pytest.fixture
def club(real_commits, tmp_path, monkeypatch) -> Iterator[Club]:
    """A club with everything, beside another one.

    They are there for good, since in a transaction that has changed the schema, as `crowd` does, SQLite prepares all
    statements anew after each that is taken back; and it asks its authorizer of every column.
    """
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(backups, "back_up_soon", lambda: None)
    if connection.vendor == "postgresql":
        empty_anew()  # what other tests deleted is planned for as if it were there
    with unlocked(connection), as_beside_thousands():
        with transaction.atomic():
            a_club_with_everything("Mandagsklubben", "oda")
            crowd.set_aside()
            club = a_club_with_everything("Torsdagsklubben", "alma")
            anna(club)
        yield club


def test_no_statement_reads_more_for_sixty_clubs_more(club: Club, client: Client):
    client.force_login(User.objects.get(username="alma"))
    known: dict[tuple[str, str], Asked] = {}
    pages = {
        page: statements_by(partial(show_page, client, address), known) for page, address in addresses(club).items()
    }
    pages["a page for anybody"] = statements_by(partial(show_page, Client(), f"/{club.slug}/"), known)
    few = what_is_written(club, client)

    crowd.copy_often(times=TIMES)

    with transaction.atomic():
        different = {statement.as_sent: statement for asked in pages.values() for statement in asked}
        once = {as_sent: statement.measure_again() for as_sent, statement in different.items()}
    once_more = {page: [once[statement.as_sent] for statement in asked] for page, asked in pages.items()}
    many = what_is_written(club, client)
    grown_statements = [
        f"{where or 'home'}: {sentence}"
        for where, asked in (pages | few).items()
        for sentence in grown(asked, (once_more | many)[where])
    ]
    assert not grown_statements, "\n\n".join(grown_statements)
    everything = chain(different.values(), *few.values())
    assert [statement.sql for statement in everything if ONE_ENTRY_EXPECTED.search(statement.sql)] == []


def show_page(client: Client, address: str) -> None:
    """A page that is there; 405 where its address is only posted to, 404 where nobody is to be told of a hole."""
    missing = [404] if address == reverse("security_txt") else []
    assert client.get(address).status_code in (200, 302, 405, *missing), address


def send_form(client: Client, address: str, fields: dict[str, object]) -> None:
    """A form that is taken."""
    assert client.post(address, fields).status_code in (200, 302), address


def what_is_written(club: Club, client: Client) -> dict[str, list[Asked]]:
    """The statements of each write and each form, all of it taken back."""
    written = {name: statements_by(write) for name, write in writes(club).items()}
    return written | {name: statements_by(partial(send_form, client, *form)) for name, form in forms(club).items()}


def statements_by(write: Callable[[], object], known: dict[tuple[str, str], Asked] | None = None) -> list[Asked]:
    """What a write asks of the database; nothing of it stays. `known` as in `every_statement`."""
    with transaction.atomic(), every_statement(known) as asked:
        write()
        transaction.set_rollback(True)
    return asked


def grown(few: list[Asked], many: list[Asked]) -> list[str]:
    """The statements that read more than before, or a whole table, with their plans."""
    assert [statement.sql for statement in few] == [statement.sql for statement in many]
    return [
        f"{before.work} -> {now.work} {now.scanned}: {now.sql}\n{now.plan}"
        for before, now in zip(few, many, strict=True)
        if (now.work > before.work + MORE[connection.vendor] or now.scanned) and not is_excepted(now)
    ]


def is_excepted(asked: Asked) -> bool:
    return any(text in asked.sql for text in EXCEPTIONS)
