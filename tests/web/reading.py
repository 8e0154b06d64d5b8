"""Read parts of a page in a test."""

import html
import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.test import Client
from django.utils.translation import override

from tests.support.page_forms import forms_on


def in_english(client: Client) -> Client:
    """The same visitor with English chosen."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def words(markup: str) -> str:
    """The text of some markup as it is read, spaces folded; a word that leads to what it means stands as it is."""
    markup = re.sub('<i class="pad[ "].*?</i>', "", markup)
    markup = re.sub(r'<a class="word"[^>]*>(.*?)</a>', r"\1", markup)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def page(response: Any) -> str:
    """The text of a page's content, without its head and foot."""
    return words(response.content.decode().split("<main", 1)[1].split(">", 1)[1].split("</main>")[0])


def pages_of(client: Client, address: str) -> Iterator[Any]:
    """The pages of a list that is turned by numbers, from the first on."""
    response = client.get(address)
    yield response
    while response.context["page"].has_next():
        response = client.get(address, {"page": response.context["page"].next_page_number()})
        yield response


def notices(response: Any) -> list[str]:
    """The notices that a response left for the next page."""
    return [str(message) for message in get_messages(response.wsgi_request)]


def errors_of(response: Any) -> dict[str, list[str]]:
    """The errors the page shows, by field; those of the whole form under ""."""
    errors = response.context["form"].errors
    with override(response["Content-Language"]):
        return {("" if field == "__all__" else field): list(messages) for field, messages in errors.items()}


def rows_of(response: Any) -> list[list[str]]:
    """The cells of the first table's body, row by row, as text."""
    return grid_of(re.search(r"<tbody>(.*?)</tbody>", response.content.decode(), re.DOTALL).group(1))


def columns_of(response: Any, *headings: str) -> list[str]:
    """What the first table's rows say below these headings, a text for each row."""
    head = re.search(r"<thead>(.*?)</thead>", response.content.decode(), re.DOTALL).group(1)
    at = [grid_of(head)[0].index(heading) for heading in headings]
    return [" ".join(row[place] for place in at) for row in rows_of(response)]


def grid_of(markup: str) -> list[list[str]]:
    """The cells of some rows of a table, row by row, as text."""
    rows = re.findall(r"<tr\b.*?</tr>", markup, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd]\b.*?</t[hd]>", row, re.DOTALL)] for row in rows]


def publish(client: Client, address: str, fields: dict[str, Any], **how: Any) -> Any:
    """Send a form that publishes prices, and confirm it if it asks."""
    answer = client.post(address, fields, **how)
    question = answer.context and answer.context.get("question")
    return client.post(address, fields | {"sure": question.sure}, **how) if question else answer


def form_on(response: Any, address: str = "", *, having: str = "") -> dict[str, Any] | None:
    """What a form of the page sends as it stands, or None if there is none.

    It is the one that leads to an address, the page's own if none is named, and `having` a field of this name.
    """
    page_address = response.wsgi_request.path
    for form in forms_on(response.content.decode(), page_address):
        if form.path == (address or page_address) and (not having or having in form.fields):
            sent = {name: values if len(values) > 1 else values[0] for name, values in form.fields.items()}
            return {name: value for name, value in sent.items() if name != "csrfmiddlewaretoken"}
    return None
