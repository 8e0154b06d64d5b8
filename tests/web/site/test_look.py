"""The stylesheet's colours can be read by everybody, and the frame holds whatever page is put into it."""

import gzip
import re
from itertools import chain, product
from pathlib import Path

import pytest
from django.conf import settings

from ledger.rules.scoring.scoring_table import SUITS

STYLESHEET = Path(settings.BASE_DIR, "ledger/static/ledger/site/app.css").read_text(encoding="utf-8")
BAIZE = Path(settings.BASE_DIR, "ledger/static/ledger/site/baize.css").read_text(encoding="utf-8")
TEMPLATES = {str(path): path.read_text("utf-8") for path in Path(settings.BASE_DIR, "templates").rglob("*.html")}

TEXT = 4.5
SHAPE = 3.0
GROUNDS = ["paper", "surface", "tint"]
PAIRS = [
    *[(colour, ground, TEXT) for colour, ground in product(["ink", "muted", "brand", "minus"], GROUNDS)],
    *[("danger", ground, TEXT) for ground in ["paper", "surface"]],
    *[(f"s{number}", "paper", TEXT) for number in range(1, 6)],
    ("on-brand", "brand", TEXT),
    ("on-baize", "baize", TEXT),
    *[("edge", ground, SHAPE) for ground in ["paper", "surface"]],
    *[("focus", ground, SHAPE) for ground in GROUNDS],
    *[("brand", ground, SHAPE) for ground in ["paper", "surface"]],
    ("brass", "baize", SHAPE),
]


def tokens(scheme):
    """The colours of :root, the dark ones laid over the light."""
    light, dark = re.findall(r":root \{(.*?)\}", STYLESHEET, re.DOTALL)[:2]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    return colours if scheme == "light" else colours | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark))


def luminance(colour):
    """WCAG 2.2, "relative luminance"."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour, other):
    lighter, darker = sorted([luminance(colour), luminance(other)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_stands_out_from_its_ground(scheme):
    colours = tokens(scheme)

    weak = {(front, ground) for front, ground, least in PAIRS if contrast(colours[front], colours[ground]) < least}

    assert weak == set()
    assert round(contrast("#000000", "#ffffff"), 2) == 21


@pytest.mark.parametrize(
    ("front", "least"), [("ink", TEXT), ("muted", TEXT), ("minus", TEXT), ("brand", TEXT), ("brass", SHAPE)]
)
def test_every_colour_stands_out_from_the_baize(front, least):
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", BAIZE))

    assert contrast(colours[front], colours["paper"]) >= least


def test_the_stylesheet_is_under_seven_and_a_half_kilobytes_on_the_wire():
    assert len(gzip.compress(STYLESHEET.encode(), 9)) < 7500


def test_no_template_needs_an_exception_from_the_content_policy():
    exceptions = re.compile(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=|javascript:")

    assert [name for name, markup in TEMPLATES.items() if exceptions.search(markup)] == []


def test_no_template_has_a_margin_that_means_something():
    kept_as_typed = r"<(?:pre|textarea)\b[^>]*>[^<]*\n"
    message = r"{% blocktranslate (?:(?!trimmed|%}).)*%}(?:(?!{% endblocktranslate).)*\n"

    assert [name for name, markup in TEMPLATES.items() if re.search(f"{kept_as_typed}|{message}", markup)] == []


def test_the_page_has_the_icons_that_are_drawn_on_it_and_no_others():
    text = "".join(TEMPLATES.values())
    drawn = re.findall(r'<symbol id="icon-(\w+)"', text)
    named = re.findall(r'icon="(\w+)"|_section.html" with [^%]*name="(\w+)"|#icon-(\w+)"/></svg>', text)

    assert {*drawn} == {*filter(None, chain.from_iterable(named)), *SUITS}


@pytest.mark.django_db
def test_a_page_of_no_club_has_no_sections(client):
    page = client.get("/").content.decode()

    assert '<nav class="sections"' not in page
    assert re.search(r'<a class="club-name" href="(.*?)">', page).group(1) == "/"


@pytest.mark.parametrize(
    ("address", "marked"),
    [
        ("/torsdagsklubben/", ["/torsdagsklubben/", "page"]),
        ("/torsdagsklubben/evenings/1/", ["/torsdagsklubben/", "true"]),
        ("/torsdagsklubben/standings/", ["/torsdagsklubben/standings/", "page"]),
        ("/torsdagsklubben/seasons/", ["/torsdagsklubben/seasons/", "page"]),
    ],
)
@pytest.mark.django_db
@pytest.mark.usefixtures("begun_evening")
def test_the_section_one_is_in_is_marked(client, address, marked):
    page = client.get(address).content.decode()

    assert [list(pair) for pair in re.findall(r'<a href="(/\S+)" aria-current="(\w+)"', page)] == [marked]


@pytest.mark.django_db
@pytest.mark.usefixtures("begun_evening")
def test_the_language_switch_returns_to_the_same_page(client):
    page = client.get("/torsdagsklubben/standings/?season=2026-27&sort=name").content.decode()

    back = "?next=%2Ftorsdagsklubben%2Fstandings%2F%3Fseason%3D2026-27%26sort%3Dname"
    assert re.findall(r'href="(\S+)" lang="(\w+)" hreflang="\w+"', page) == [(f"/language/en/{back}", "en")]
