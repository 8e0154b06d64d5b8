"""Who may see and do what: every page of a club gets the club from here."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, TypeGuard, TypeVar

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import (
    Club,
    Evening,
    FormerAddress,
    Membership,
    Player,
    ScoringTableDraft,
    ScoringTableVersion,
    Season,
)
from ledger.models.clubs.shown_names import ShownNames, shown_by
from ledger.queries.clubs.clubs import clubs_at, current_season, membership_of, where_former_leads
from ledger.queries.clubs.initials import names_for_outsiders
from ledger.queries.clubs.reading import is_read_by
from ledger.web.site.in_place import is_in_place, notice
from ledger.web.site.language import chosen_language

BOARD = _("The club's secretary, treasurer and administrators write in its book.")
TREASURER = _("The club's treasurer and administrators do this: ask one of them.")
ADMINISTRATORS = _("The club's administrators do this: ask one of them.")
Role = Membership.Role
# By which somebody is signed in without a password.
ACCOUNTS_BACKEND = "django.contrib.auth.backends.ModelBackend"
TYPED_AT = "password_typed_at"  # where the session keeps when the password was typed last, in seconds
DEVICE = "device"  # and what it was signed in from
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac": "Mac",
    "Linux": "Linux",
}
BROWSERS = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrome": "Chrome", "Safari": "Safari"}
SEEN_AS = "seen_as"  # where a session keeps which club somebody of its board sees as an outsider does

RowT = TypeVar("RowT", bound=Model)
AddressedT = TypeVar("AddressedT", Season, Player)


class SignedInRequest(HttpRequest):
    """A request behind `writes`, `closes` or `administers`: whoever sends it has an account."""

    user: User


class MovedAddress(Exception):
    """An address that a season or a player once had, and the one it has now."""

    def __init__(self, kind: str, former: str, now: str) -> None:
        super().__init__(former)
        self.kind, self.former, self.now = kind, former, now

    def redirect(self, request: HttpRequest) -> HttpResponse:
        """On to the same page at its address now; a form that was sent is sent on."""
        match = request.resolver_match
        assert match is not None
        arguments, query = dict(match.kwargs), request.GET.copy()
        for values, name in ((arguments, f"{self.kind}_slug"), (query, self.kind)):
            if values.get(name) == self.former:
                values[name] = self.now
        address = reverse(match.view_name, kwargs=arguments)
        onward = HttpResponseRedirect(f"{address}?{query.urlencode()}" if query else address)
        onward.status_code = 302 if request.method in ("GET", "HEAD") else 307
        return onward


@dataclass(frozen=True)
class OutsidersView:
    """That a board sees its club as an outsider does: with the club's link, or with nothing."""

    slug: str
    has_link: bool


@dataclass(frozen=True)
class Visit:
    """A club and what the visitor is to it; the one way from an address to the club's own things.

    `may_read` is False for whoever is here by a token that opens one page alone.
    """

    club: Club
    membership: Membership | None
    may_read: bool

    @property
    def may_close(self) -> bool:
        """The treasurer and the administrator close seasons and let former players be forgotten."""
        return self.membership is not None and self.membership.role in (Role.TREASURER, Role.ADMIN)

    @property
    def may_administer(self) -> bool:
        """The administrator sets the club's own rules, and lets members in and out."""
        return self.membership is not None and self.membership.role == Role.ADMIN

    @property
    def may_write(self) -> bool:
        """Every member of the club's board writes; who reads, the club chooses."""
        return self.membership is not None

    @property
    def hears_players(self) -> bool:
        """The board reads what the players say of their sheets, where the club asks them."""
        return self.may_write and self.club.players_confirm

    def season(self, slug: str) -> Season:
        """The club's season with this address, or 404."""
        return self._at_address(self.club.seasons.all(), FormerAddress.Kind.SEASON, slug)

    def evening(self, number: int) -> Evening:
        """The club's evening with this number, its season and prices loaded, or 404."""
        evenings = self.club.evenings.select_related("season", "table_version__scoring_table")
        evening = _get_or_404(evenings.defer("table_version__document"), number=number)
        evening.club = self.club
        return evening

    def player(self, slug: str) -> Player:
        """The club's player with this address, or 404."""
        return self._at_address(self.club.players.all(), FormerAddress.Kind.PLAYER, slug)

    def table_version(self, pk: int) -> ScoringTableVersion:
        """The club's table version, or 404."""
        return _get_or_404(
            ScoringTableVersion.objects.filter(scoring_table__club=self.club).select_related("scoring_table__club"),
            pk=pk,
        )

    def draft(self, pk: int) -> ScoringTableDraft:
        """The club's draft of a table, or 404."""
        return _get_or_404(self.club.drafts.select_related("scoring_table"), pk=pk)

    def asked_season(self, request: HttpRequest) -> Season:
        """The season named by `?season=`, or the current one, or 404."""
        slug = request.GET.get("season")
        season = self.season(slug) if slug else current_season(club=self.club)
        if season is None:
            raise Http404
        return season

    def _at_address(self, rows: QuerySet[AddressedT], kind: FormerAddress.Kind, slug: str) -> AddressedT:
        """What stands at an address. Raises MovedAddress for a former one, Http404 for one that nothing ever had."""
        row = rows.filter(slug=slug).first()
        if row is None:
            if now := where_former_leads(club=self.club, kind=kind, slug=slug):
                raise MovedAddress(kind, slug, now)
            raise Http404
        return row


# What a page of a club is to Django, which gives it the club's address and what else its own address has; and what its
# view gets instead: a Visit, and behind `writes` somebody who is signed in.
Page = Callable[..., HttpResponseBase]
AnyonesView = Callable[Concatenate[HttpRequest, Visit, ...], HttpResponseBase]
BoardsView = Callable[Concatenate[SignedInRequest, Visit, ...], HttpResponseBase]


def reads(view: AnyonesView) -> Page:
    """A page of a club for whomever the club lets read; to everybody else the club does not exist."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        visit = _as_outsider(request, _visit(request, slug))
        if not visit.may_read:
            raise Http404
        speak_as(visit.club, request)
        with shown_by(names_for(visit)):
            response = _follow_move(request, lambda: view(request, visit, **kwargs))
        return close_to_others(response, is_open=visit.club.is_open, is_found=visit.club.is_for_search_engines)

    return page


def reads_by_token(view: AnyonesView) -> Page:
    """A page that a token in its address opens, whoever may read the club.

    The view answers 404 before it says anything of the club, and then speaks its language (`speak_as`) and shows its
    players as the visitor may see them (`names_for`).
    """

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        return view(request, _visit(request, slug), **kwargs)

    return page


def writes(view: BoardsView) -> Page:
    """A page of a club for its board: others are asked to sign in, or told that they may not."""
    return _only(view, lambda visit: visit.may_write, BOARD)


def closes(view: BoardsView) -> Page:
    """A page for the club's treasurer and administrator."""
    return _only(view, lambda visit: visit.may_close, TREASURER)


def administers(view: BoardsView) -> Page:
    """A page of a club for its administrators alone."""
    return _only(view, lambda visit: visit.may_administer, ADMINISTRATORS)


def names_for(visit: Visit, *, but: Player | None = None) -> ShownNames | None:
    """By which names a visitor sees the players, `but` one of them by their own; None for the names that they have."""
    if visit.may_write or not visit.club.has_initials:  # type: ignore[attr-defined]  # see noting_initials
        return None
    return names_for_outsiders(club=visit.club, but=but)


def speak_as(club: Club, request: HttpRequest) -> None:
    """Speak the club's language to a reader who has chosen none."""
    if chosen_language(request) is None:
        translation.activate(club.language)
        request.LANGUAGE_CODE = club.language


def reading_cookie(slug: str) -> str:
    """The name of the cookie in which a browser keeps the token of a club's link; one for each club.

    On a public host only the site itself can have set it, and over https alone.
    """
    return f"{_cookies_begin()}{slug}"


def held_tokens(request: HttpRequest) -> list[str]:
    """The tokens of all clubs' links that a browser keeps."""
    return [token for name, token in request.COOKIES.items() if name.startswith(_cookies_begin())]


def close_to_others(response: HttpResponseBase, *, is_open: bool, is_found: bool) -> HttpResponseBase:
    """Keep a page of a club that is not open from caches that many share, and let search engines have one that is."""
    if not is_open:
        patch_cache_control(response, private=True)
    if is_found:
        response["X-Robots-Tag"] = "all"
    return response


def outsiders_view(request: HttpRequest) -> OutsidersView | None:
    """How somebody of a board sees the club of this page as an outsider does; None for everybody else."""
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    seen = request.session.get(SEEN_AS) if slug else None
    return OutsidersView(slug, seen["has_link"]) if slug and seen and seen["club"] == slug else None


def sign_in_as(request: HttpRequest, account: User) -> None:
    """Sign somebody in who has made an account, or shown that it is theirs."""
    login(request, account, backend=ACCOUNTS_BACKEND)
    note_signed_in(request)


def note_signed_in(request: HttpRequest) -> None:
    """Keep from what kind of device somebody has signed in, and that they have typed their password."""
    agent = request.headers.get("User-Agent", "")
    kinds = (next((name for part, name in kinds.items() if part in agent), "") for kinds in (BROWSERS, SYSTEMS))
    request.session[DEVICE] = ", ".join(filter(None, kinds))
    note_password_typed(request)


def note_password_typed(request: HttpRequest) -> None:
    """Keep that whoever is signed in has typed their password just now."""
    request.session[TYPED_AT] = timezone.now().timestamp()


def _only(view: BoardsView, allows: Callable[[Visit], bool], who: str | Promise) -> Page:
    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        if not _is_signed_in(request):
            return _sign_in_first(request, slug)
        visit = _visit(request, slug)
        if not visit.may_read:
            raise Http404
        speak_as(visit.club, request)
        if not allows(visit):
            raise PermissionDenied(f"{who} {_role_of(visit)}")
        response = _follow_move(request, lambda: view(request, visit, **kwargs))
        return close_to_others(response, is_open=visit.club.is_open, is_found=False)

    return page


def _is_signed_in(request: HttpRequest) -> TypeGuard[SignedInRequest]:
    return request.user.is_authenticated


def _follow_move(request: HttpRequest, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """What a view answers, or on to where the season or player of its address has moved."""
    try:
        return answer()
    except MovedAddress as moved:
        return moved.redirect(request)


def _role_of(visit: Visit) -> str:
    """What the visitor is in the club that they may not do this in."""
    if visit.membership is None:
        return gettext("You are signed in, but not on the board of %(club)s.") % {"club": visit.club.name}
    role = {"club": visit.club.name, "role": visit.membership.get_role_display()}
    return gettext("In %(club)s your role is: %(role)s.") % role


def _sign_in_first(request: HttpRequest, slug: str) -> HttpResponse:
    """On to the sign-in page, whether the club exists or not.

    What was typed on a page that saves in place is not given up for it.
    """
    way_back = request.get_full_path()
    if is_in_place(request):
        club = next(iter(clubs_at(slug=slug)), None)
        if club and _lets_read(club, None, request):
            speak_as(club, request)
        return notice(render_to_string("ledger/site/_sign_in_to_save.html", {"next": way_back}), status=401)
    return redirect_to_login(way_back)


def _visit(request: HttpRequest, slug: str) -> Visit:
    if "%00" in request.META.get("QUERY_STRING", ""):  # nothing is called so, and PostgreSQL refuses to look
        raise Http404
    club = next(iter(clubs_at(slug=slug)), None)
    if club is None:
        raise Http404
    membership = membership_of(club=club, user=request.user)
    return Visit(club=club, membership=membership, may_read=_lets_read(club, membership, request))


def _lets_read(club: Club, membership: Membership | None, request: HttpRequest) -> bool:
    if club.is_open or membership is not None:
        return True
    return is_read_by(club=club, token=request.COOKIES.get(reading_cookie(club.slug), ""))


def _as_outsider(request: HttpRequest, visit: Visit) -> Visit:
    """A visit as the visitor asked to make it: somebody of the board may see what others see."""
    seen = outsiders_view(request) if visit.may_write else None
    if seen is None:
        return visit
    may_read = visit.club.is_open or (seen.has_link and visit.club.readers == Club.Readers.LINK)
    return Visit(club=visit.club, membership=None, may_read=may_read)


def _cookies_begin() -> str:
    return "__Host-reading-" if settings.PUBLIC_HOST else "reading-"


def _get_or_404(rows: QuerySet[RowT], **lookup: Any) -> RowT:
    row = rows.filter(**lookup).first()
    if row is None:
        raise Http404
    return row
