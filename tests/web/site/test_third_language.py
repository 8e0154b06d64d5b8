"""A further language is one catalogue: rules, workbook and pages come out in it."""

import io
import re
from datetime import UTC, datetime

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from ledger.queries.seasons.season_book import season_book
from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.keyboard_parts import NotationFault
from ledger.rules.deals.settling import calculation, every_deal, settle
from ledger.rules.evenings.figures import boxes_of
from ledger.rules.scoring.checker.checking import check_scoring_table
from ledger.rules.scoring.document import preset
from ledger.rules.scoring.editor.grids import facts, sections
from ledger.rules.scoring.wall.comparing import price_changes, word_changes
from ledger.rules.site.labels import Label
from ledger.rules.site.refusal import Refusal
from ledger.spreadsheets.seasons.writing import write_season_book
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.line_panel import line_help
from ledger.web.scoring.tables import price_sheet
from tests.rules.deals.playing import table_of, tariff_of
from tests.rules.site.languages import LEDGER, own_words, speak_marked, unmarked_words
from tests.support.people import make_club, nolo, play_evening, record, season_of
from tests.support.presets import EVERY_PRESET
from tests.web.reading import words

PLAYERS = ("1", "2", "3", "4")
ROOMS = ("", "standings/", "players/", "players/bodil/", "seasons/", "seasons/2026-27/", "tables/")
EVENING = ("evenings/1/", "evenings/1/deals/1/")
PAGES = ("/", "/sign-in/", *(f"/torsdagsklubben/{page}" for page in ROOMS + EVENING))
SITE_AND_DJANGO = {"Whistklub", "september", "Brukarnamn", "Passord"}
HALF_A_LINE = ("1", "19v", "1s=", "m 1", "= 1 1", "8-", "p ;")


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    """The folder of the language's catalogue, by a code that Django knows."""
    folder = tmp_path_factory.mktemp("locale")
    with pytest.MonkeyPatch.context() as patch:
        speak_marked(patch, folder, "nn")
        yield folder


@pytest.fixture(autouse=True)
def language(catalogue):
    with override("nn"):
        yield "nn"


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_every_outcome_is_explained_in_it(code, language):
    tariff, allowed = tariff_of(code), set(own_words(preset(code)))

    for deal in every_deal(tariff.scoring_table, PLAYERS):
        why = calculation(deal, tariff.scoring_table, settle(deal, tariff, PLAYERS))
        assert unmarked_words(why[language], allowed) == []


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_the_price_list_the_paper_and_the_editor_are_in_it(code, language):
    scoring_table, document = table_of(code), preset(code)
    prices = price_sheet(tariff_of(code))
    labels = [*prices["ladder"], *prices["ladder_words"], *prices["words"]]
    labels += [sentence for sentence, _calculation in prices["examples"]]
    for group, boxes in boxes_of(scoring_table, 5).items():
        labels += [group.heading, *(box.meaning for box in boxes if box.meaning)]
    for section in sections(document).values():
        labels += [section.title, *(heading.label for heading in section.headings if heading.label)]
    for heading in facts():
        labels += [heading.label, *heading.choices.values()]
    allowed = {*own_words(document), "A", "B", "C", "D", "E", "V"}

    assert [word for label in labels for word in unmarked_words(label_text(label), allowed)] == []


@pytest.mark.parametrize("code", EVERY_PRESET)
def test_what_differs_and_what_looks_wrong_is_in_it(code, language):
    before, after = table_of("esmakker-wikipedia"), table_of(code)
    allowed = {*own_words(preset("esmakker-wikipedia")), *own_words(preset(code)), "V"}
    prices = price_changes(before, after)
    labels = [change.place for change in prices]
    labels += [label for change in prices for label, _before, _after in change.parts]
    labels += [
        label
        for change in word_changes(before, after)
        if change.code != "ladder"
        for label in (change.before, change.after)
    ]
    labels += [label for remark in check_scoring_table(preset(code)) for label in _labels(remark.params)]

    assert [word for label in labels for word in unmarked_words(label_text(label), allowed)] == []


@pytest.mark.parametrize("line", HALF_A_LINE)
def test_the_keyboard_asks_in_it_for_what_is_missing(line, language):
    with pytest.raises(NotationFault) as fault:
        Notation(table_of("esmakker-wikipedia")).read(line, PLAYERS)

    assert [word for label in _labels(fault.value.params) for word in unmarked_words(label_text(label))] == []


def test_the_help_beside_the_keyboard_names_the_contracts_in_it():
    rows = [row for _heading, rows in line_help(table_of("esmakker-wikipedia"), PLAYERS) for row in rows]

    assert ("v1", "Vip 1") in rows  # the club's own words
    assert "«Redeal»" in [meaning for _typed, meaning in rows]
    assert "«clubs»" in [meaning for _typed, meaning in rows]


@pytest.mark.django_db
def test_a_seasons_workbook_is_written_in_it(club, language):
    evening = play_evening(club, "Dorthe", "Bodil", 10, level=9, attachment="vip", vip_turn=2)
    record(evening, nolo(evening, "sol", {"Emil": 3}))
    made_at = datetime(2027, 6, 1, 12, tzinfo=UTC)
    book = season_book(season=season_of(club), made_at=made_at)
    file = io.BytesIO()
    write_season_book(book, file, language=language)

    workbook = load_workbook(io.BytesIO(file.getvalue()))
    texts = {cell.value for sheet in workbook for row in sheet for cell in row if isinstance(cell.value, str)}
    named = {
        club.name,
        evening.table_version.scoring_table.name,
        "Administrator 1",
        *club.players.values_list("name", flat=True),
    }
    allowed = {*own_words(evening.table_version.document), *named, "V"}
    fingerprints = {text for text in texts if book.head_digest[:4] in text}
    formulas = {text for text in texts if text.startswith("=")}
    readings = {text for text in texts if any(text in words for words in allowed)}  # one of them may take several lines

    assert [text for text in texts - formulas - readings - fingerprints if unmarked_words(text, allowed)] == []
    assert {sheet.title for sheet in workbook} >= {"«Annual» «report»", "«Deals»", "«Postings»"}


@pytest.mark.django_db
def test_the_pages_are_in_it(client, club, catalogue, language, settings):
    settings.LOCALE_PATHS = [catalogue]
    settings.LANGUAGES = [*settings.LANGUAGES, (language, "Norwegian")]
    other = make_club("Fredagsklubben", founder="bent")  # with one club alone the front page leads straight into it
    evening = play_evening(club, "Bodil", "Carl", 9)
    allowed = {*own_words(evening.table_version.document), *club.players.values_list("name", flat=True)}
    allowed |= {club.name, other.name, "Administrator", *SITE_AND_DJANGO}
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    for address in PAGES:
        page = client.get(address).content.decode()
        page = page.replace(f"http://testserver{address}", "")  # which is passed on as it is

        assert f'<html lang="{language}">' in page
        before_the_foot = page.split("<body>", 1)[1].split("<footer", 1)[0]  # where each language is named in its own
        assert unmarked_words(words(before_the_foot), allowed) == [], address


def test_a_club_may_choose_it_without_a_migration():
    pattern = re.compile(r"'language',\s*models\.CharField\((.+)\)\),")
    sources = [path.read_text(encoding="utf-8") for path in (LEDGER / "migrations").glob("0*.py")]
    choices = [field for source in sources for field in pattern.findall(source)]

    assert set(choices) == {"choices=settings.LANGUAGES, default='da', max_length=2"}


def _labels(params):
    return [value for value in params.values() if isinstance(value, Label | Refusal)]
