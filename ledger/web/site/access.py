"""Access control: who may see and do what. Every page of a club gets the club from here."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Concatenate, TypeVar

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
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
from ledger.models.clubs.persons import ShownNames, names_shown, shown_by
from ledger.queries.clubs.clubs import (
    clubs_at,
    is_read_by,
    last_played_of,
    seasons_of,
)
from ledger.queries.clubs.persons import names_for_outsiders, persons_of
from ledger.queries.evenings.neighbours import evening_among_others, evenings_with_prices
from ledger.services.book.log import Signed
from ledger.templatetags.ledger_labels import begin_page
from ledger.web.site.request import chosen_language, is_in_place, notice

BOARD = _("The club's secretary, treasurer and administrators write in its book.")
TREASURER = _("The club's treasurer and administrators do this: ask one of them.")
ADMINISTRATORS = _("The club's administrators do this: ask one of them.")
Role = Membership.Role
CLOSING, ADMINISTERING = (Role.TREASURER, Role.ADMIN), (Role.ADMIN,)
# What the query of an address calls a player.
ASKED_BY = {FormerAddress.Kind.PLAYER.value: ("player", "partner", "opponent")}
# The backend of those who are signed in without typing their password.
ACCOUNTS_BACKEND = "django.contrib.auth.backends.ModelBackend"
TYPED_AT = "password_typed_at"  # the session's key for when the password was last typed, in seconds
SEEN_AS = "seen_as"  # the session's key for the club that a member of its board sees as an outsider does

AddressedT = TypeVar("AddressedT", Season, Player)


class SignedInRequest(HttpRequest):
    """A request behind `writes`, `closes` or `administers`, whose user has an account."""

    user: User


def signature(request: SignedInRequest) -> Signed:
    """Who signs a change, and when: the author and time that services ask for."""
    return {"author": request.user, "now": timezone.now()}


class MovedAddress(Exception):
    """A former address of a season or a player was asked for; carries the present one."""

    def __init__(self, kind: str, former: str, now: str) -> None:
        super().__init__(former)
        self.kind, self.former, self.now = kind, former, now

    def redirect(self, request: HttpRequest) -> HttpResponse:
        """A redirect to the same page at its present address; a form that was sent is sent on."""
        match = request.resolver_match
        assert match is not None
        arguments, query = dict(match.kwargs), request.GET.copy()
        in_query = ASKED_BY.get(self.kind, (self.kind,))
        for values, name in ((arguments, f"{self.kind}_slug"), *((query, name) for name in in_query)):
            if values.get(name) == self.former:
                values[name] = self.now
        address = reverse(match.view_name, kwargs=arguments)
        if query:
            address = f"{address}?{query.urlencode()}"
        onward = HttpResponseRedirect(address)
        # 307 keeps the method and what was sent, which browsers drop at a 302.
        onward.status_code = 302 if request.method in ("GET", "HEAD") else 307
        return onward


@dataclass(frozen=True)
class Visit:
    """A club and what the visitor is to it; the only way from an address to what belongs to the club.

    `may_read` is False for a visitor with a token that opens one page only.
    """

    club: Club
    membership: Membership | None
    may_read: bool

    @property
    def may_close(self) -> bool:
        """Whether the visitor may close seasons and forget former players: the treasurer and the administrators."""
        return self.membership is not None and self.membership.role in CLOSING

    @property
    def may_administer(self) -> bool:
        """Whether the visitor may change the club's settings and its members: the administrators."""
        return self.membership is not None and self.membership.role in ADMINISTERING

    @property
    def may_write(self) -> bool:
        """Whether the visitor may write in the book: every member of the club's board."""
        return self.membership is not None

    @property
    def hears_players(self) -> bool:
        """Whether the visitor reads what players say of their sheets: the board, if the club asks its players."""
        return self.may_write and self.club.players_confirm

    def season(self, slug: str) -> Season:
        """The club's season with this address.

        Raises Http404 if there is none, MovedAddress for a former address.
        """
        return self._at_address(self.club.seasons.filter(slug=slug).first(), FormerAddress.Kind.SEASON, slug)

    def evening(self, number: int, *, or_opening: bool = False) -> Evening:
        """The club's evening with this number, its season and prices loaded; if asked for, or its opening balances.

        Raises Http404 if there is none.
        """
        evening = evenings_with_prices(club_id=self.club.pk, number=number).first()
        if evening is None or (evening.is_opening and not or_opening):
            raise Http404
        evening.club = self.club
        return evening

    def evening_among_others(self, number: int) -> Any:
        """The same, or its opening balances, with what its page compares it with.

        Raises Http404 if there is none.
        """
        evening = evening_among_others(club_id=self.club.pk, number=number)
        if evening is None:
            raise Http404
        evening.club = self.club
        return evening

    def player(self, slug: str) -> Player:
        """The club's player with this address.

        Raises Http404 if there is none, MovedAddress for a former address.
        """
        player = self._at_address(self.club.players.filter(slug=slug).first(), FormerAddress.Kind.PLAYER, slug)
        if player.is_taken_off:
            raise Http404
        return player

    def table_version(self, pk: int) -> ScoringTableVersion:
        """The version with this id of one of the club's scoring tables.

        Raises Http404 if there is none.
        """
        versions = ScoringTableVersion.objects.select_related("scoring_table__club")
        return get_object_or_404(versions, scoring_table__club=self.club, pk=pk)

    def draft(self, pk: int) -> ScoringTableDraft:
        """The club's draft with this id of a scoring table.

        Raises Http404 if there is none.
        """
        return get_object_or_404(self.club.drafts.select_related("scoring_table"), pk=pk)

    def asked_season(
        self, request: HttpRequest, otherwise: Callable[[Sequence[Season]], Season | None] = last_played_of
    ) -> Season:
        """The season named by `?season=`, else that of the latest evening, or the one that `otherwise` chooses.

        Raises Http404 if there is none, MovedAddress for a former address.
        """
        if slug := request.GET.get("season"):
            return next((season for season in self.seasons if season.slug == slug), None) or self.season(slug)
        season = otherwise(self.seasons)
        if season is None:
            raise Http404
        return season

    @cached_property
    def seasons(self) -> list[Season]:
        """All seasons of the club, the newest first; one query for the whole visit."""
        return seasons_of(club=self.club)

    def _at_address(self, row: AddressedT | None, kind: FormerAddress.Kind, slug: str) -> AddressedT:
        """The row that was found at an address.

        Raises MovedAddress for a former address, Http404 for one that nothing ever had.
        """
        if row is None:
            former = self.club.former_addresses.filter(kind=kind, slug=slug)
            if now := former.values_list(f"{kind}__slug", flat=True).first():
                raise MovedAddress(kind, slug, now)
            raise Http404
        if row.slug != slug:  # of a player who is one with another, whose page is the one to read
            raise MovedAddress(kind, slug, row.slug)
        return row


# Django calls a Page with the club's slug and the other arguments of its address; the view behind it gets a Visit
# instead of the slug, and behind `writes` a request whose user has an account.
Page = Callable[..., HttpResponseBase]
AnyonesView = Callable[Concatenate[HttpRequest, Visit, ...], HttpResponseBase]
BoardsView = Callable[Concatenate[SignedInRequest, Visit, ...], HttpResponseBase]


def reads(view: AnyonesView) -> Page:
    """Turn a view into a page for everybody whom the club lets read; to others the club does not exist."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        visit = _as_outsider(request, _visit(request, slug))
        # Before its language is spoken: the answer is, byte for byte, that for an address without a club.
        if not visit.may_read:
            raise Http404
        speak_as(visit.club, request, explains_words=True)
        with shown_by(names_for(visit), persons_of(club=visit.club)):
            response = _follow_move(request, lambda: view(request, visit, **kwargs))
        return close_to_others(response, is_open=visit.club.is_open, is_found=visit.club.is_for_search_engines)

    return page


def as_entered(view: AnyonesView) -> AnyonesView:
    """Show whoever reads a view the players as they were entered, each by their own name, also those who are one."""

    @wraps(view)
    def shown_as_entered(request: HttpRequest, visit: Visit, **kwargs: Any) -> HttpResponseBase:
        with shown_by(names_shown()):
            return view(request, visit, **kwargs)

    return shown_as_entered


def reads_by_token(view: AnyonesView) -> Page:
    """Turn a view into a page that a token in its address opens, whoever may read the club.

    The view must answer 404 before it reveals anything of the club, then speak its language (`speak_as`) and show its
    players by the names that the visitor may see (`names_for`).
    """

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        return view(request, _visit(request, slug), **kwargs)

    return page


def writes(view: BoardsView) -> Page:
    """Turn a view into a page for the club's board; others are asked to sign in, or told that they may not."""
    return _only(view, Role, BOARD)


def closes(view: BoardsView) -> Page:
    """Turn a view into a page for the club's treasurer and administrators."""
    return _only(view, CLOSING, TREASURER)


def administers(view: BoardsView) -> Page:
    """Turn a view into a page for the club's administrators only."""
    return _only(view, ADMINISTERING, ADMINISTRATORS)


def administers_here(view: BoardsView) -> Page:
    """As `administers`, also where the club has moved to another installation."""
    return _only(view, ADMINISTERING, ADMINISTRATORS, even_if_moved=True)


def names_for(visit: Visit, *, but: Player | None = None) -> ShownNames | None:
    """The names by which a visitor sees the players, `but` one of them by their own; None for everybody's own."""
    if visit.may_write or not visit.club.has_initials:  # type: ignore[attr-defined]  # see clubs_at
        return None
    return names_for_outsiders(club=visit.club, but=but)


def speak_as(club: Club, request: HttpRequest, *, explains_words: bool = False) -> None:
    """Write points as the club does, in its language for a reader who has chosen none.

    To whoever reads the club, its own page explains the words of the game.
    """
    # A spreadsheet takes 1/8 for a date.
    is_for_spreadsheets = "csv" in request.GET or request.path.endswith(".csv")
    in_fractions = club.writes_fractions and not is_for_spreadsheets
    begin_page(in_fractions=in_fractions, explained_at=club.slug if explains_words else "")
    if chosen_language(request) is None:
        translation.activate(club.language)
        request.LANGUAGE_CODE = club.language


def reading_cookie(slug: str) -> str:
    """The name of the cookie in which a browser keeps the token of a club's link; a cookie for each club."""
    return f"{_cookies_begin()}{slug}"


def held_token(request: HttpRequest, slug: str) -> str:
    """The token of the club's link that the browser keeps; empty if it keeps none."""
    return request.COOKIES.get(reading_cookie(slug), "")


def held_tokens(request: HttpRequest) -> list[str]:
    """The tokens of all clubs' links that the browser keeps."""
    return [token for name, token in request.COOKIES.items() if name.startswith(_cookies_begin())]


def close_to_others(response: HttpResponseBase, *, is_open: bool, is_found: bool) -> HttpResponseBase:
    """Keep the page of a closed club out of shared caches, and let search engines index one that may be found."""
    if not is_open:
        patch_cache_control(response, private=True)
    if is_found:
        response["X-Robots-Tag"] = "all"
    return response


def outsiders_view(request: HttpRequest) -> dict[str, Any] | None:
    """The outsider's view that a board member has of this page's club, as the session keeps it; None for all others.

    `club` is its address, and `has_link` says whether the outsider has its link.
    """
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    seen: dict[str, Any] | None = request.session.get(SEEN_AS) if slug else None
    return seen if seen and seen["club"] == slug else None


def sign_in_as(request: HttpRequest, account: User) -> None:
    """Sign somebody in who has just made the account, or shown that it is theirs."""
    login(request, account, backend=ACCOUNTS_BACKEND)
    note_password_typed(request)


def note_password_typed(request: HttpRequest) -> None:
    """Record that whoever is signed in typed their password just now."""
    request.session[TYPED_AT] = timezone.now().timestamp()


def _only(
    view: BoardsView, roles: Collection[Membership.Role], who: str | Promise, *, even_if_moved: bool = False
) -> Page:
    @wraps(view)
    def page(request: SignedInRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _sign_in_first(request, slug)
        visit = _visit(request, slug)
        if not visit.may_read:
            raise Http404
        speak_as(visit.club, request, explains_words=True)
        if visit.membership is None or visit.membership.role not in roles:
            raise PermissionDenied(f"{who} {_role_of(visit)}")
        if visit.club.moved_to and not even_if_moved:
            return _nothing_written(request, visit.club)
        response = _follow_move(request, lambda: view(request, visit, **kwargs))
        return close_to_others(response, is_open=visit.club.is_open, is_found=False)

    return page


def _follow_move(request: HttpRequest, answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The view's answer, or a redirect to where the season or player of its address has moved."""
    try:
        return answer()
    except MovedAddress as moved:
        return moved.redirect(request)


def _role_of(visit: Visit) -> str:
    """A sentence about the visitor's role in the club, for a page that they may not see."""
    if visit.membership is None:
        return gettext("You are signed in, but not on the board of %(club)s.") % {"club": visit.club.name}
    role = {"club": visit.club.name, "role": visit.membership.get_role_display()}
    return gettext("In %(club)s your role is: %(role)s.") % role


def _sign_in_first(request: HttpRequest, slug: str) -> HttpResponse:
    """A redirect to the sign-in page, whether the club exists or not.

    A page that saves in place gets a notice instead, so that what was typed on it stays.
    """
    way_back = request.get_full_path()
    if is_in_place(request):
        club = next(iter(clubs_at(slug=slug)), None)
        if club and (club.is_open or is_read_by(club=club, token=held_token(request, slug))):
            speak_as(club, request)
        return notice(render_to_string("ledger/site/sign_in/_sign_in_to_save.html", {"next": way_back}), status=401)
    return redirect_to_login(way_back)


def _nothing_written(request: HttpRequest, club: Club) -> HttpResponse:
    """The answer to its board where a club has moved: the front page says where, and what was sent is refused."""
    if request.method in ("GET", "HEAD"):
        return redirect("club", club.slug)
    if is_in_place(request):
        return notice(render_to_string("ledger/keeping/_moved.html", {"club": club}), status=409)
    return render(request, "ledger/keeping/moved.html", {"club": club}, status=409)


def _visit(request: HttpRequest, slug: str) -> Visit:
    if "%00" in request.META.get("QUERY_STRING", ""):  # nothing is called so, and PostgreSQL refuses to look
        raise Http404
    club = next(iter(clubs_at(slug=slug)), None)
    if club is None:
        raise Http404
    membership = None
    if request.user.is_authenticated:
        membership = club.memberships.filter(user=request.user.pk).first()
    may_read = club.is_open or membership is not None or is_read_by(club=club, token=held_token(request, club.slug))
    return Visit(club=club, membership=membership, may_read=may_read)


def _as_outsider(request: HttpRequest, visit: Visit) -> Visit:
    """The visit, without the board member's rights if they asked to see the club as an outsider."""
    seen = outsiders_view(request) if visit.may_write else None
    if seen is None:
        return visit
    may_read = visit.club.is_open or (seen["has_link"] and visit.club.readers == Club.Readers.LINK)
    return Visit(club=visit.club, membership=None, may_read=may_read)


def _cookies_begin() -> str:
    # Browsers accept a cookie called so from the site itself only, and over https.
    return "__Host-reading-" if settings.PUBLIC_HOST else "reading-"
