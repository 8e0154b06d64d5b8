"""What is larger than any form is refused before a byte of it is read."""

import pytest

from whistklub.settings import LARGEST_BODY

pytestmark = pytest.mark.django_db


class Unread:
    """A body of any length that nobody may touch."""

    def read(self, *_size):
        raise AssertionError("The body was read.")

    readline = read


@pytest.mark.parametrize("address", ["/sign-in/", "/start/", "/welcome/", "/nowhere/", "/health"])
def test_whoever_sends_too_much_is_answered_unread(client, address):
    length = str(LARGEST_BODY + 1)
    form = {"CONTENT_LENGTH": length, "CONTENT_TYPE": "multipart/form-data; boundary=x", "wsgi.input": Unread()}

    response = client.post(address, **form)

    assert response.status_code == 413
    assert "Der kan højst sendes 3 MB ad gangen; intet af det er gemt." in response.text
    assert "no-store" in response["Cache-Control"]


def test_a_page_that_stays_says_it_above_its_form(client):
    response = client.post("/sign-in/", CONTENT_LENGTH=str(LARGEST_BODY + 1), headers={"In-Place": "true"})

    assert response.status_code == 413
    assert "<main" not in response.text
    assert "Det, du har tastet, står her stadig." in response.text


def test_what_fits_is_read_as_ever(client):
    body = b"username=" + b"x" * (LARGEST_BODY - len("username="))

    response = client.post("/sign-in/", body, content_type="application/x-www-form-urlencoded")

    assert response.status_code == 400  # Django's own limit for what is no file: 2.5 MB


def test_what_says_no_length_is_taken_as_empty(client):
    assert client.post("/sign-in/", {"username": "ingen"}, CONTENT_LENGTH="").status_code == 200


@pytest.mark.parametrize("length", ["x", "-1", "1e9"])
def test_a_length_that_is_no_number_is_refused(client, length):
    assert client.post("/sign-in/", {"username": "ingen"}, CONTENT_LENGTH=length).status_code == 400
