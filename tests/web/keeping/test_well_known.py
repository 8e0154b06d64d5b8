"""What programs look for on every site."""

from datetime import UTC, datetime, timedelta

import pytest


@pytest.mark.parametrize(
    ("contact", "address"),
    [
        ("formand@whist.example.dk", "mailto:formand@whist.example.dk"),
        ("https://whist.example.dk/sikkerhed", "https://whist.example.dk/sikkerhed"),
    ],
)
def test_whom_to_tell_of_a_hole_is_said_for_half_a_year(client, settings, contact, address):
    settings.SECURITY_CONTACT = contact

    response = client.get("/.well-known/security.txt")

    fields = dict(line.split(": ", 1) for line in response.text.splitlines())
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert fields["Contact"] == address
    assert fields["Canonical"] == "http://testserver/.well-known/security.txt"
    assert timedelta(days=150) < datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC) < timedelta(days=365)


def test_an_installation_that_names_nobody_has_no_such_page(client, settings):
    settings.SECURITY_CONTACT = ""

    assert client.get("/.well-known/security.txt").status_code == 404
