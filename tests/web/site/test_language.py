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


def test_a_stranger_is_spoken_to_in_danish_whatever_the_browser_asks_for(rf):
    response = speak(asking(rf, accept_language="en-GB,en;q=0.9"))

    assert (response.content, response["Content-Language"], response["Vary"]) == (b"da", "da", "Cookie")


def test_the_switch_in_the_footer_is_remembered(rf):
    response = speak(asking(rf, cookie="en"))

    assert (response.content, response["Content-Language"]) == (b"en", "en")


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
