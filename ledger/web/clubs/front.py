"""A club's front page, and the pages of help that it leads to."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Club, ScoringTableVersion, Season
from ledger.queries.clubs.clubs import last_played_of, newest_token
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.result import turning_of
from ledger.queries.scoring import versions_in_force
from ledger.queries.seasons.front import SeasonFront, is_on_a_board, latest_deals, season_front
from ledger.rules.evenings.figures import is_tonight
from ledger.rules.scoring.wall.sheet import ContractWord, contract_words
from ledger.rules.site.points import decimals_of
from ledger.services.clubs.clubs import remove_sample_club
from ledger.templatetags.ledger_links import evening_name
from ledger.templatetags.rule_words import RULE_WORDS
from ledger.web.site.access import Visit, reads
from ledger.web.site.charts import CurveLine, bars, front_curve
from ledger.web.site.errors import to_the_board
from ledger.web.site.frame import club_page, link_card, place_in_words, share
from ledger.web.site.freshness import fresh

CURVE_WIDTHS = (112, 230)  # on phones and where there is more room


@fresh
@reads
def front(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The last result, the leaders and the deal that turned the evening; tonight's latest deals while it is played."""
    season = last_played_of(visit.seasons)
    front = season_front(season=season, today=timezone.localdate()) if season else None
    context: dict[str, Any] = {"season": season, "front": front}
    if visit.may_write:
        is_by_link = visit.club.readers == Club.Readers.LINK
        context |= to_the_board(club=visit.club)
        context["lacks_link"] = is_by_link and not visit.club.reading_links.exists()
    context["may_remove"] = visit.club.is_sample and is_on_a_board(user=request.user)
    if season is None or front is None or front.latest is None:
        if visit.may_write:
            context["players"] = visit.club.players.filter(is_active=True).count()
            context["versions"] = versions_in_force(club=visit.club, day=timezone.localdate())
            context["card"] = link_card(request, visit.club, newest_token(club=visit.club))
        return club_page(request, visit, "ledger/clubs/front/club_new.html", context)
    context |= _result_context(season, front)
    context["doubts"] = doubts_among(club=visit.club, seasons=[season])
    if visit.may_write:
        context["next_step"] = step = _next_step(visit, season, front)
        context["next_deal"] = front.next_deal if step == "continue" else None
    else:
        about = evening_name(front.played) if front.played else season.name
        denominator = season.unit_denominator
        places = [place_in_words(place.place, place.name, place.points, denominator) for place in front.result]
        page = reverse("club", args=[visit.club.slug])
        context["share"] = share(request, visit, about, page=page, places=places, sentences=[])
    return club_page(request, visit, "ledger/clubs/front/club.html", context)


@reads
def remove_sample(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Remove the sample club, which any club's board may."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("club", args=[visit.club.slug]))
    if not visit.club.is_sample:
        raise Http404
    if not is_on_a_board(user=request.user):
        raise PermissionDenied(gettext("Whoever is on the board of a club here removes the sample club."))
    if request.method != "POST":
        return redirect("club", visit.club.slug)
    remove_sample_club(club=visit.club, now=timezone.now())
    messages.success(request, gettext("The sample club is removed."))
    return redirect("home")


def _result_context(season: Season, front: SeasonFront) -> dict[str, object]:
    """The last result and the standings as they are drawn; the latest deals of an evening played tonight."""
    latest, played = front.latest, front.played
    is_night = latest is not None and is_tonight(latest.date, timezone.localtime())
    is_open = is_night and not front.is_approved and not season.closed_at
    is_playing = is_open and latest == played
    drawn = bars([standing.points for standing in front.result])
    lines = [
        CurveLine(standing.name, course.totals, course.was_there, before=course.before)
        for standing, course in zip(front.top, front.courses, strict=True)
    ]
    amounts = [standing.points for standing in (*front.result, *front.top)]
    return {
        "is_open": is_open,
        "is_playing": is_playing,
        "places": list(zip(front.result, drawn, strict=True)),
        "decimals": decimals_of(amounts, season.unit_denominator),
        "curves": [front_curve(lines, width=width) for width in CURVE_WIDTHS] if lines else [],
        "deals": latest_deals(season=season) if is_playing else [],
        "turning": turning_of(evening=played) if played and not is_playing else None,
    }


def _next_step(visit: Visit, season: Season, front: SeasonFront) -> str:
    """The board's next step: "continue" tonight's evening, "approve" the last, start an "evening" or a "season"."""
    if season.closed_at:
        return "season" if visit.seasons[0].closed_at else "evening"
    if front.latest is None or front.is_approved:
        return "evening"
    if is_tonight(front.latest.date, timezone.localtime()):
        return "continue"
    return "approve" if front.latest == front.played else "evening"


@fresh
@reads
def menu(request: HttpRequest, visit: Visit) -> HttpResponse:
    """All that a club has besides its rooms: help, the log and the proof for everybody, and the board's own pages."""
    return club_page(request, visit, "ledger/clubs/front/menu.html")


@fresh
@reads
def guide(request: HttpRequest, visit: Visit) -> HttpResponse:
    """An evening with the book in four pictures, from the seats to the approval."""
    return club_page(request, visit, "ledger/clubs/front/guide.html")


# The page that explains the words of the game, those of the club's own contracts too.


MOST_FORMER = 10  # versions; each takes its time to compile


@fresh
@reads
def rule_words(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The words of the game in the reader's language, those of the club's contracts as its prices have them.

    A contract that only older deals had is explained too.
    """
    now = _contracts_of(versions_in_force(club=visit.club, day=timezone.localdate()))
    newest = ScoringTableVersion.objects.filter(scoring_table__club=visit.club).order_by("-pk")
    ever = _contracts_of(newest[:MOST_FORMER]) | now
    context = {
        "contracts": list(now.values()),
        "former": [word for code, word in ever.items() if code not in now],
        # What the club itself says of a word stands in one place, which its links lead to.
        "words": [word for word in RULE_WORDS if word[0] not in ever],
    }
    return club_page(request, visit, "ledger/clubs/front/rule_words.html", context)


def _contracts_of(versions: Iterable[ScoringTableVersion]) -> dict[str, ContractWord]:
    """The contracts of several versions by code; one that stands in two of them as the first has it."""
    by_code: dict[str, ContractWord] = {}
    for contract in chain.from_iterable(contract_words(version.to_rules()) for version in versions):
        by_code.setdefault(contract.code, contract)
    return by_code
