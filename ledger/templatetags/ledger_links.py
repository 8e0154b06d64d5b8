"""Links that stand on many pages: to a player, an evening, a deal, and back to the page above."""

from collections.abc import Iterable
from typing import Any, Protocol

from django import template
from django.template.defaultfilters import date as formatted
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.models import Evening, Season
from ledger.templatetags.ledger_labels import page_language

register = template.Library()


class HasPage(Protocol):
    """A player, or a row of a list that has a player's name and address."""

    @property
    def name(self) -> str: ...

    @property
    def slug(self) -> str: ...


@register.simple_tag
def back(text: str, page: str, *arguments: object) -> SafeString:
    """The link back to the page above, given the name of its address."""
    return format_html('<a class="back" href="{}">← {}</a>', reverse(page, args=arguments), text)


@register.simple_tag(takes_context=True)
def menu_row(context: dict[str, Any], page: str, name: str, about: str) -> SafeString:
    """A row of the club's menu: the name of one of its pages as a link, and what is found there."""
    address = reverse(page, args=[context["club"].slug])
    row = '<li><a href="{}"><span class="grow">{}<small>{}</small></span><span aria-hidden="true">›</span></a></li>'
    return format_html(row, address, name, about)


@register.simple_tag
def guide_picture(name: str, about: str) -> SafeString:
    """A picture of the guide in the language of the page, fetched when it comes into sight."""
    address = static(f"ledger/clubs/guide/{name}-{page_language()}.png")
    # With its size, so that nothing jumps when it comes.
    return format_html('<img src="{}" alt="{}" width="360" height="480" loading="lazy">', address, about)


@register.simple_tag(takes_context=True)
def back_to_evening(context: dict[str, Any], dated: bool = True) -> SafeString:
    """The link back to the sheet of the page's evening."""
    evening = context["evening"]
    number = gettext("Evening %(number)s") % {"number": evening.number}
    day = format_html('<span class="day">, {}</span>', formatted(evening.date, "SHORT_DATE_FORMAT")) if dated else ""
    return back(format_html("{}{}", number, day), "evening", context["club"].slug, evening.number)


@register.simple_tag(takes_context=True)
def player_link(context: dict[str, Any], player: HasPage, season: Season | None = None) -> SafeString:
    """A player's name, linked to their page, with the figures of a season if one is given."""
    address = reverse("player", args=[context["club"].slug, player.slug])
    query = f"?{urlencode({'season': season.slug})}" if season else ""
    return format_html('<a href="{}{}">{}</a>', address, query, player.name)


@register.simple_tag(takes_context=True)
def player_links(context: dict[str, Any], players: Iterable[HasPage]) -> SafeString:
    """Players' names separated by commas, each linked to their page."""
    return format_html_join(", ", "{}", ((player_link(context, player),) for player in players))


@register.simple_tag(takes_context=True)
def evening_link(context: dict[str, Any], evening: Evening) -> SafeString:
    """An evening's number and date, linked to its sheet."""
    date = formatted(evening.date, "SHORT_DATE_FORMAT")
    text = gettext("Evening %(number)s, %(date)s") % {"number": evening.number, "date": date}
    return _link(text, "evening", context["club"].slug, evening.number)


@register.simple_tag(takes_context=True)
def neighbour_link(context: dict[str, Any], evening: Any, rel: str) -> SafeString:
    """A link to the evening before ("prev") or after ("next") the page's."""
    text = gettext("Evening %(number)s, %(date)s")
    text %= {"number": evening.number, "date": formatted(evening.date, "MONTH_DAY_FORMAT")}
    address = reverse("evening", args=[context["club"].slug, evening.number])
    arrowed = f"← {text}" if rel == "prev" else f"{text} →"
    return format_html('<a class="go" rel="{}" href="{}">{}</a>', rel, address, arrowed)


@register.simple_tag
def evening_name(evening: Evening) -> str:
    """An evening's name in a heading: "19. november hos Lilly", with the year unless it is this one."""
    is_this_year = evening.date.year == timezone.localdate().year
    day = formatted(evening.date, "MONTH_DAY_FORMAT" if is_this_year else "DATE_FORMAT")
    return _with_place(day, evening)


@register.simple_tag
def numbered_evening(evening: Evening) -> str:
    """An evening's number and place: "Aften 14 hos Lilly"."""
    return _with_place(gettext("Evening %(number)s") % {"number": evening.number}, evening)


@register.simple_tag(takes_context=True)
def deal_link(context: dict[str, Any], number: int) -> SafeString:
    """The number of a deal of the page's evening, linked to its history."""
    text = gettext("Deal %(number)s") % {"number": number}
    return _link(text, "deal", context["club"].slug, context["evening"].number, number)


def _link(text: str, page: str, *arguments: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse(page, args=arguments), text)


def place_after(place: str) -> str:
    """An evening's place as it stands after another word: "hos Lilly"."""
    place = place.strip()
    if place.lower().startswith("hos "):
        return place[:1].lower() + place[1:]
    return place


def _with_place(name: str, evening: Evening) -> str:
    place = place_after(evening.place)
    if not place:
        return name
    between = " " if place.startswith("hos ") else ", "
    return f"{name}{between}{place}"
