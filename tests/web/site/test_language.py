"""The site speaks Danish until somebody asks it for something else."""

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import activate, get_language

from ledger.web.site.request import LanguageMiddleware, chosen_language


def say_the_language(_request):
    return HttpResponse(get_language())


def speak(request, view=say_the_language):
    return LanguageMiddleware(view)(request)


def asking(rf, cookie=None, **headers):
    request = rf.get("/", headers=headers)
    if cookie:
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie
    return request


@pytest.mark.parametrize(("chosen", "spoken"), [(None, "da"), ("en", "en")])
def test_a_stranger_is_spoken_to_in_danish_whatever_the_browser_asks_for_until_another_is_chosen(rf, chosen, spoken):
    response = speak(asking(rf, cookie=chosen, accept_language="en-GB,en;q=0.9"))

    assert (response.content, response["Content-Language"]) == (spoken.encode(), spoken)
    assert response["Vary"] == "Cookie"


@pytest.mark.parametrize("cookie", [None, "", "tlh", "../../etc"])
def test_an_unknown_language_is_no_choice(rf, cookie):
    request = asking(rf, cookie=cookie)

    assert chosen_language(request) is None
    assert speak(request).content == b"da"


def test_a_view_may_activate_its_clubs_language_for_this_request_only(rf):
    def english_club(request):
        activate("en")
        return HttpResponse(get_language())

    before = get_language()

    assert speak(asking(rf), english_club)["Content-Language"] == "en"
    assert get_language() == before
