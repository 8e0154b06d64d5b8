"""A table of the pages sorts, names its rows and pages by ordinary links."""

import re
from urllib.parse import quote

import pytest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.translation import override

from ledger.web.site.lists import PageColumn, PageList

RESULTS = [{"name": name, "points": points} for name, points in [("Bodil", 4), ("Anders", -4), ("<b>Carl</b>", 0)]]


class ResultTable(PageList):
    caption = "Results"
    row_header = "name"
    place = PageColumn(empty_values=(), orderable=False)
    name = PageColumn()
    points = PageColumn(attrs={"td": {"class": "num"}})

    def footers(self):
        return {"name": "Sum", "points": "0"}

    def render_place(self, record):
        return RESULTS.index(record) + 1

    def render_points(self, value, record):
        return format_html('<b title="{}">{}</b>', record["name"], value)


def drawn_list(rf, address="/", per_page=25):
    request = rf.get(address)
    table = ResultTable(RESULTS)
    table.turn_to_page(request, per_page=per_page)
    with override("en"):
        markup = render_to_string("ledger/site/list.html", {"list": table}, request=request)
    return re.sub(r"\s*\n\s*", "", markup)


def test_a_row_is_named_by_its_header_and_text_is_only_text(rf):
    rows = re.findall("<tr>(<t[hd].*?)</tr>", drawn_list(rf).split("<tbody>")[1].split("</tbody>")[0])

    assert rows == [
        '<td>1</td><th scope="row">Bodil</th><td class="num"><b title="Bodil">4</b></td>',
        '<td>2</td><th scope="row">Anders</th><td class="num"><b title="Anders">-4</b></td>',
        '<td>3</td><th scope="row">&lt;b&gt;Carl&lt;/b&gt;</th>'
        '<td class="num"><b title="&lt;b&gt;Carl&lt;/b&gt;">0</b></td>',
    ]


@pytest.mark.parametrize("number", ["-1", "0", "1", "1000000", "x"])
def test_no_address_says_how_many_rows_a_page_has(rf, number):
    page = drawn_list(rf, f"/?per_page={number}", per_page=2)

    assert re.findall('<th scope="row">(.*?)</th>', page) == ["Bodil", "Anders"]


@pytest.mark.parametrize(
    ("number", "first"), [("-1", "&lt;b&gt;Carl&lt;/b&gt;"), ("9" * 5000, "Bodil"), ("\0", "Bodil")]
)
def test_a_page_that_there_is_not_is_the_last_and_what_is_no_number_the_first(rf, number, first):
    page = drawn_list(rf, f"/?page={quote(number)}", per_page=2)

    assert re.findall('<th scope="row">(.*?)</th>', page)[0] == first


def test_the_sorted_column_says_so_and_a_link_turns_it_round(rf):
    page = drawn_list(rf, "/?season=2026&sort=points&page=2")

    assert re.findall(r'<th scope="col".*?aria-sort="(\w+)".*?href="(.*?)"', page) == [
        ("ascending", "?season=2026&amp;sort=-points")
    ]
    assert re.findall('<th scope="row">(.*?)</th>', page)[0] == "Anders"


def test_the_scrolling_region_is_named_by_the_caption_a_head_links_to_its_order_and_the_foot_holds_the_sums(rf):
    page = drawn_list(rf)
    heads, foot = re.findall(r"<th scope=\"col\".*?</th>", page), page.split("<tfoot>")[1].split("</tfoot>")[0]

    assert 'role="region" tabindex="0" aria-labelledby="caption"' in page
    assert re.search('<caption id="caption">(.*?)</caption>', page).group(1) == "Results"
    assert ["<a " in head for head in heads] == [False, True, True]
    assert foot == '<tr><td></td><td>Sum</td><td class="num">0</td></tr>'


def test_pages_are_links_that_keep_the_order(rf):
    page = drawn_list(rf, "/?sort=name&page=2", per_page=1)

    assert re.findall(r'rel="(\w+)" href="(.*?)"', page) == [
        ("prev", "?sort=name&amp;page=1"),
        ("next", "?sort=name&amp;page=3"),
    ]
    assert "Page 2 of 3" in page
    assert "<nav" not in drawn_list(rf)
