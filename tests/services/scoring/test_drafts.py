"""A table in the making: begun, saved again and again, given up, published."""

import pytest

from ledger.models import ScoringTable
from ledger.rules.scoring.document import preset
from ledger.rules.scoring.editor.drafting import blank_table
from ledger.rules.site.refusal import Refusal
from ledger.services.scoring import (
    discard_draft,
    publish_draft,
    save_draft,
    start_draft,
)
from tests.support.people import NOW, make_user, version_of
from tests.support.refusing import refused_at

pytestmark = pytest.mark.django_db


def begin(club, *, scoring_table=None, name="Vores takst", document=None):
    document = document or blank_table(name, "Klubben")
    return start_draft(
        club=club,
        scoring_table=scoring_table,
        name=name,
        document=document,
        preset="",
        author=make_user("alma"),
        now=NOW,
    )


def save(draft, document, *, seen=0, name="Vores takst", author="alma"):
    return save_draft(draft=draft, document=document, name=name, seen=seen, author=make_user(author), now=NOW)


def publish(draft, **start):
    return publish_draft(draft=draft, seen=draft.revision, author=make_user("alma"), now=NOW, **start)


def test_a_draft_of_a_table_becomes_its_next_version_and_may_rename_it(club):
    first = version_of(club)
    draft = begin(club, scoring_table=first.scoring_table, name="Takst 2027", document=first.document)

    version = publish(draft)

    assert (version.scoring_table, version.number) == (first.scoring_table, 2)
    assert ScoringTable.objects.get().name == "Takst 2027"


def test_saving_the_same_again_changes_nothing(club):
    draft = begin(club)
    changed = {**draft.document, "source": "Anna"}

    assert save(draft, changed).revision == save(draft, changed).revision == 1


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "Esmakkerwhist (Wikipedia)"])
def test_a_name_that_is_missing_too_long_or_taken_is_refused(club, name):
    with refused_at("name"):
        begin(club, name=name, document=preset("it-whist"))


def test_a_draft_given_up_is_gone_and_saving_it_says_so(club):
    draft = begin(club)
    discard_draft(draft=draft)
    discard_draft(draft=draft)

    with pytest.raises(Refusal, match="published or given up"):
        save(draft, {**draft.document, "source": "Alma"})


def test_a_club_has_a_bounded_number_of_drafts(club):
    for n in range(20):
        begin(club, name=f"Takst {n}")

    with refused_at("table"):
        begin(club, name="Takst 20")


def test_an_older_form_is_drafted_in_todays(club):
    old = preset("esmakker-wikipedia") | {"multipliers": [{"attachment": "vip", "trump": "clubs", "factor": 2}]}

    assert begin(club, document=old).document == preset("esmakker-wikipedia")
