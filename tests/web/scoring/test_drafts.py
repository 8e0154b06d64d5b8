"""The table editor as a form: begin, type, tools, two at once, publish, give up; who may, and what stays."""

import re

import pytest

from ledger.models import ScoringTableDraft, ScoringTableVersion
from ledger.rules.scoring.document import preset
from ledger.rules.scoring.editor.drafting import blank_table, fill
from ledger.rules.site.refusal import Refusal
from ledger.services.scoring import save_draft, start_draft
from ledger.web.scoring.draft_forms import ToolsForm
from tests.support.people import NOW, make_evening, make_user, version_of
from tests.support.processor import at_most
from tests.support.replay import replayed
from tests.web.reading import notices, page, publish, words

pytestmark = pytest.mark.django_db

CLUB = "/torsdagsklubben"


def begin(club, name, document, scoring_table=None):
    facts = {"scoring_table": scoring_table, "name": name, "document": document, "preset": ""}
    return start_draft(club=club, author=make_user("alma"), now=NOW, **facts)


@pytest.fixture
@replayed
def draft(club):
    document = fill(blank_table("Vores takst", "Klubben"), "1", "2", ["1", "2", "2"], only_empty=True)
    return begin(club, "Vores takst", document)


def address(draft, more=""):
    return f"{CLUB}/tables/drafts/{draft.pk}/{more}"


def post(secretary, draft, action="save", **typed):
    """What the page sends: only the named fields differ from what stands in it."""
    draft.refresh_from_db()
    sent = {"seen": draft.revision, "name": draft.name, "do": action, **typed}
    return secretary.post(address(draft), {name.replace("__", "."): text for name, text in sent.items()})


def stored_document(draft):
    draft.refresh_from_db()
    return draft.document


@pytest.mark.parametrize(
    ("begin_from", "levels"), [("blank", 7), ("whistklubben", 6), ("call-ace-whist", 7), ("own", 7)]
)
def test_a_draft_begins_from_nothing_a_preset_or_a_version(secretary, club, begin_from, levels):
    chosen = str(version_of(club).pk) if begin_from == "own" else begin_from

    answer = secretary.post(f"{CLUB}/tables/new/", {"begin_from": chosen, "becomes": "", "name": "Vores takst"})

    draft = ScoringTableDraft.objects.get()
    assert answer["Location"] == address(draft)
    assert len(draft.document["values"]) == levels
    assert page(secretary.get(answer["Location"])).startswith("← Scoring tables Draft: Vores takst")


def test_a_taken_name_is_refused_beside_the_name_with_what_was_chosen_kept(secretary, club):
    answer = secretary.post(
        f"{CLUB}/tables/new/", {"begin_from": "gamr", "becomes": "", "name": "Esmakkerwhist (Wikipedia)"}
    )

    assert answer.context["form"].errors.keys() == {"name"}
    assert 'value="gamr" selected' in answer.content.decode()


def test_a_table_that_has_a_draft_leads_to_it(secretary, club):
    version = version_of(club)
    draft = begin(club, "A", version.document, version.scoring_table)

    assert secretary.get(f"{CLUB}/tables/new/?from={version.pk}")["Location"] == address(draft)
    assert "Esmakkerwhist (Wikipedia) has a draft already" in page(
        secretary.post(
            f"{CLUB}/tables/new/", {"begin_from": version.pk, "becomes": version.scoring_table_id, "name": "B"}
        )
    )


def test_the_check_while_typing_keeps_text_that_is_no_price_and_marks_it_beside_its_cell(secretary, draft):
    panel = post(secretary, draft, "check", values__2__1="fem").content.decode()
    content = secretary.get(address(draft)).content.decode()

    assert "<html" not in panel
    assert 'data-seen="1"' in panel
    assert '<li data-cell="c-values-2-1" data-kind="error" data-note="c-values-2-1-note">' in panel
    assert stored_document(draft)["values"]["9"][0] == "fem"
    assert 'id="c-values-2-1" name="values.2.1" value="fem"' in content
    mark = content.split('id="c-values-2-1-note"')[1].split("</span>")[0]
    assert "“fem” is not a number of points" in mark
    assert "1 error must be put right" in words(content)


def test_what_looks_like_a_slip_is_pointed_out_with_the_numbers(secretary, draft):
    post(secretary, draft, values__3__1="7")

    answer = secretary.get(address(draft))
    content = answer.content.decode()

    told = "10 Plain is 7; by the steps of its column it would be 8."
    assert f'id="c-values-3-1-note">{told}</span>' in content
    assert told in content.split('id="check"')[1].split("<ul hidden>")[0]
    assert "Nothing is wrong" not in page(answer)
    assert "1 thing looks like a slip" in page(answer)
    field = content.split('id="c-values-3-1"')[1].split(">")[0]
    assert 'aria-describedby="c-values-3-1-note"' in field
    assert "pointed" in field
    assert "aria-invalid" not in field
    assert "<summary>" not in content.split('id="check"')[1].split("</section>")[0]


def test_a_draft_with_a_slip_is_published_by_the_second_press(secretary, draft):
    post(secretary, draft, values__3__1="7")
    sent = {"seen": 1, "in_force_from": "2026-01-01"}

    text = page(secretary.get(address(draft, "publish/")))
    first = secretary.post(address(draft, "publish/"), sent)
    count = ScoringTableVersion.objects.count()
    second = publish(secretary, address(draft, "publish/"), sent)

    assert "10 Plain is 7; by the steps of its column it would be 8." in text
    assert "1 price looks like a slip. Is it meant?" in page(first)
    assert (first.status_code, count) == (200, 1)
    assert (second.status_code, ScoringTableVersion.objects.count()) == (302, 2)


def test_a_remark_on_many_cells_marks_each_and_says_it_at_the_first(secretary, club):
    draft = begin(club, "2", preset("jungs-jydewhist"))
    content = secretary.get(address(draft)).content.decode()

    fields = [content.split(f'id="c-values-{row}-4"')[1].split(">")[0] for row in range(7)]
    assert all("pointed" in field and 'aria-describedby="c-values-0-4-note"' in field for field in fields)
    assert [content.count(f'id="c-values-{row}-4-note" hidden') for row in range(7)] == [0, 1, 1, 1, 1, 1, 1]


def test_a_house_rule_is_chosen_and_a_name_follows_in_the_other_language(secretary, draft):
    content = secretary.get(address(draft)).content.decode()
    lost = content.split("A contract lost</label>")[1].split('name="')[1].split('"')[0]

    post(secretary, draft, **{lost: "double_under", "columns.1.1": "Clubs"})

    assert stored_document(draft)["rules"]["lost"] == "double_under"
    assert stored_document(draft)["columns"][1]["label"] == {"da": "Clubs", "en": "Clubs"}


def test_the_readings_of_a_preset_are_offered_in_its_own_sentences(secretary, club):
    secretary.post(f"{CLUB}/tables/new/", {"begin_from": "call-ace-whist", "becomes": "", "name": "Vores"})

    text = page(secretary.get(address(ScoringTableDraft.objects.get())))

    for label in preset("call-ace-whist")["choices"]["lost"].values():
        assert label["en"] in text


@pytest.mark.parametrize(
    ("action", "typed", "changed"),
    [
        (
            "fill",
            {"first": "5", "step": "2", "factor__0": "1", "overwrite": "on"},
            lambda d: d["values"]["8"] == [10, 4, 4],
        ),
        ("paste", {"pasted": "3\t4\n5\t6", "at": "1.1"}, lambda d: d["values"]["8"] == [2, 3, 4]),
        ("levels", {"lowest": "8", "highest": "12"}, lambda d: list(d["values"]) == ["8", "9", "10", "11", "12"]),
        ("column", {"attachment": "halve"}, lambda d: d["columns"][3]["code"] == "halve"),
        ("add penalties", {}, lambda d: len(d["penalties"]) == 1),
        ("drop nolo 0", {}, lambda d: d["nolo"][0]["code"] == "ren_sol"),
        ("drop columns 1", {}, lambda d: d["values"]["7"] == [1, 2]),
        ("dance", {}, lambda d: len(d["columns"]) == 3),
        ("add everything", {}, lambda d: "everything" not in d),
    ],
)
def test_a_tool_changes_the_draft_and_leads_back(secretary, draft, action, typed, changed):
    answer = post(secretary, draft, action, **typed)

    assert answer.status_code == 302
    assert changed(stored_document(draft))


@pytest.mark.parametrize(
    ("action", "typed", "refused"),
    [
        ("fill", {"first": "x", "step": "2", "factor__0": "1"}, "first"),
        ("fill", {"first": "1", "step": "2", "factor__1": "?"}, "factor.1"),
        ("paste", {"pasted": "ingen tal"}, "pasted"),
        ("levels", {"lowest": "12", "highest": "8"}, "lowest"),
        ("levels", {"lowest": "12", "highest": "99"}, "highest"),
        ("column", {"attachment": "plain"}, "attachment"),
    ],
)
def test_a_refused_tool_keeps_what_was_typed_for_it_and_in_the_sheet(secretary, draft, action, typed, refused):
    answer = post(secretary, draft, action, values__0__1="9", **typed)

    assert answer.status_code == 200
    assert answer.context["tools"].errors.keys() == {refused}
    content = answer.content.decode()
    assert 'name="values.0.1" value="9"' in content
    assert all(f'value="{text}"' in content or text in content for text in typed.values())


def test_an_empty_name_is_refused_beside_it(secretary, draft):
    answer = post(secretary, draft, name=" ", values__0__1="9")

    assert "A table's name has 1 to 80 characters." in page(answer)
    assert 'name="values.0.1" value="9"' in answer.content.decode()


def test_of_two_who_edit_at_once_the_second_sees_it_and_keeps_their_own_words(secretary, draft):
    other = {**draft.document, "source": "Almas"}
    alma = make_user("alma")
    save_draft(draft=draft, document=other, name=draft.name, seen=0, author=alma, now=NOW)

    sent = {"seen": 0, "name": draft.name, "do": "save", "values.0.1": "9"}
    answer = secretary.post(address(draft), sent)

    assert answer.status_code == 409
    assert "Administrator 1 has changed this draft meanwhile." in page(answer)
    assert 'name="values.0.1" value="9"' in answer.content.decode()
    assert stored_document(draft) == other
    assert post(secretary, draft, values__0__1="9").status_code == 302
    assert stored_document(draft)["values"]["7"][0] == 9


def test_a_draft_is_published_and_new_evenings_are_played_by_it(secretary, club, draft):
    text = page(secretary.get(address(draft, "publish/")))
    answer = secretary.post(address(draft, "publish/"), {"seen": 0, "in_force_from": "2026-01-01"})

    version = ScoringTableVersion.objects.get(scoring_table__name="Vores takst")
    assert version.document == draft.document
    assert "Nothing is wrong." in text
    assert answer["Location"] == f"{CLUB}/tables/{version.pk}/"
    assert notices(answer)[0].startswith("Version 1 is published, in force from")
    assert "Vores takst" in page(secretary.get(f"{CLUB}/evenings/new/"))


def test_a_draft_published_twice_by_one_form_is_one_version(secretary, draft):
    key = secretary.get(address(draft, "publish/")).context["form"]["key"].value()
    sent = {"seen": 0, "in_force_from": "2026-01-01", "key": key}

    answers = [secretary.post(address(draft, "publish/"), sent) for _ in range(2)]
    another = secretary.post(address(draft, "publish/"), sent | {"in_force_from": "2026-02-01"})

    version = ScoringTableVersion.objects.get(scoring_table__name="Vores takst")
    assert [answer["Location"] for answer in answers] == [f"{CLUB}/tables/{version.pk}/"] * 2
    assert another.status_code == 404


def test_a_draft_that_somebody_changed_meanwhile_is_not_published_unseen(secretary, draft):
    response = secretary.get(address(draft, "publish/"))
    post(secretary, draft, values__0__1="5")

    answer = secretary.post(address(draft, "publish/"), {"seen": 0, "in_force_from": "2026-01-01"})

    assert (response.context["draft"].revision, answer.context["draft"].revision) == (0, 1)
    assert "Sekretær 2 has changed this draft meanwhile." in page(answer)
    assert (answer.status_code, ScoringTableVersion.objects.count()) == (409, 1)


def test_a_draft_with_errors_offers_no_publishing_and_cannot_be_published(secretary, draft):
    post(secretary, draft, values__0__1="fem")

    text = page(secretary.get(address(draft, "publish/")))
    answer = secretary.post(address(draft, "publish/"), {"seen": 1, "in_force_from": "2026-01-01"})

    assert "1 error must be put right" in text
    assert answer.status_code == 200
    assert (ScoringTableVersion.objects.count(), ScoringTableDraft.objects.get()) == (1, draft)


def test_the_publishing_page_shows_what_a_draft_changes(secretary, club):
    make_evening(club)
    version = version_of(club)
    secretary.post(
        f"{CLUB}/tables/new/", {"begin_from": version.pk, "becomes": version.scoring_table_id, "name": "Takst 2"}
    )
    draft = ScoringTableDraft.objects.get()
    post(secretary, draft, values__0__1="3")

    text = page(secretary.get(address(draft, "publish/")))
    publish(secretary, address(draft, "publish/"), {"seen": 1, "from_evening": "1"})

    assert "What it changes in version 1" in text
    assert "7 Plain" in text
    assert ScoringTableVersion.objects.filter(scoring_table=version.scoring_table).count() == 2
    assert club.evenings.get().table_version.number == 2


def test_a_draft_is_given_up_after_a_question(secretary, draft):
    assert "Give up the draft of Vores takst?" in page(secretary.get(address(draft, "give-up/")))

    answer = secretary.post(address(draft, "give-up/"))

    assert answer["Location"] == f"{CLUB}/tables/"
    assert not ScoringTableDraft.objects.exists()
    assert secretary.post(address(draft, "give-up/")).status_code == 302
    assert secretary.get(address(draft, "give-up/")).status_code == 404


def test_the_list_of_tables_shows_drafts_to_members_alone(client, secretary, draft):
    assert "Vores takst" in page(secretary.get(f"{CLUB}/tables/"))
    secretary.logout()
    assert "Vores takst" not in page(secretary.get(f"{CLUB}/tables/"))


def test_hostile_fields_are_no_cells(secretary, draft):
    before = draft.document

    post(
        secretary,
        draft,
        **{
            "values.99.1": "1",
            "values.0.99": "1",
            "nolo.-1.2": "x",
            "secrets.0.1": "x",
            "seen.x": "y",
            "values.0.0": "7",
        },
    )

    assert stored_document(draft) == before


@pytest.mark.parametrize(
    ("action", "typed", "status"),
    [
        (" ", {}, 302),
        (f"drop nolo {'9' * 5000}", {}, 302),
        (f"up ladder {'9' * 5000}", {}, 302),
        ("paste", {"pasted": "1", "at": f"0.{'9' * 5000}"}, 200),
    ],
)
def test_a_hostile_action_changes_nothing(secretary, draft, action, typed, status):
    before = draft.document

    assert post(secretary, draft, action, **typed).status_code == status
    assert stored_document(draft) == before


# --- the order of the bids


def test_a_list_that_was_changed_stays_open_and_one_is_back_at_the_row_that_moved(secretary, draft):
    assert post(secretary, draft, "bids", bids="7\nSol\n7 vip")["Location"] == address(draft, "?open=ladder#ladder")
    assert stored_document(draft)["ladder"] == ["7", "sol", "7 vip"]
    assert post(secretary, draft, "up ladder 2")["Location"] == address(draft, "?open=ladder#c-ladder-1-0")
    assert post(secretary, draft, "bid", bid="8")["Location"] == address(draft, "?open=ladder#ladder")
    assert stored_document(draft)["ladder"] == ["7", "7 vip", "sol", "8"]

    text = secretary.get(address(draft, "?open=ladder")).content.decode()

    assert re.search(r'<section id="ladder">\s*<details\s+open\s*>', text)
    assert 'value="7 vip"' in text
    assert post(secretary, draft, ladder__0__0="Ren sol")["Location"]
    assert stored_document(draft)["ladder"][0] == "ren_sol"


def test_what_did_not_fit_the_sheet_is_said(secretary, draft):
    block = "\n".join("\t".join(["1"] * 5) for _ in range(8))

    answer = post(secretary, draft, "paste", pasted=block, at="")

    assert notices(answer) == [
        "1 row of what was pasted lies below the sheet and was left out.",
        "2 columns of what was pasted lie beside the sheet and were left out.",
    ]


@pytest.mark.parametrize("block", ["x\t" * 1_200_000, "x\n" * 1_200_000], ids=["wide", "long"])
def test_a_block_of_a_million_cells_is_refused_unread(draft, block):
    tools = ToolsForm({"pasted": block, "at": ""}, document=draft.document)
    assert tools.is_valid()

    with at_most(seconds=0.5), pytest.raises(Refusal) as refused:
        tools.apply("paste", draft.document)

    assert str(refused.value) == "That is too much to paste at once."


@pytest.mark.parametrize(("section", "new"), [("nolo", "Dobbelt bordlægger"), ("penalties", "Duestraf")])
def test_a_new_row_has_a_name_in_each_language_until_one_is_typed(secretary, draft, section, new):
    post(secretary, draft, f"add {section}")
    row = len(stored_document(draft)[section]) - 1
    names = stored_document(draft)[section][row]["label"]

    post(secretary, draft, "check", **{f"{section}__{row}__1": names["en"]})
    assert stored_document(draft)[section][row]["label"] == names != {"da": names["en"], "en": names["en"]}

    post(secretary, draft, **{f"{section}__{row}__1": new})

    assert stored_document(draft)[section][row]["label"] == {"da": new, "en": new}


def test_a_draft_from_a_version_that_cannot_be_begins_from_nothing(secretary, club):
    assert secretary.get(f"{CLUB}/tables/new/?from={'9' * 5000}").status_code == 200
