"""The season's workbook from the command line."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ledger.models import Club
from tests.spreadsheets.seasons import reading

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("entry")]


def export_workbook(*arguments, **options):
    output = StringIO()
    call_command("export_season", *arguments, stdout=output, **options)
    return Path(output.getvalue().strip())


def test_without_more_said_the_file_lies_here_in_the_clubs_language(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    target = export_workbook("torsdagsklubben", "2026-27")

    assert target == Path("whistklub-torsdagsklubben-2026-27.xlsx")
    assert reading.open_workbook(target.read_bytes()).sheetnames[0] == "Årsberetning"


def test_the_language_can_be_chosen(tmp_path):
    target = export_workbook("torsdagsklubben", "2026-27", out=tmp_path / "season.xlsx", language="en")

    assert reading.open_workbook(target.read_bytes()).sheetnames[0] == "Annual report"


def test_a_club_that_writes_fractions_has_them_in_the_file(club, tmp_path):
    Club.objects.filter(pk=club.pk).update(writes_fractions=True)

    target = export_workbook("torsdagsklubben", "2026-27", out=tmp_path / "season.xlsx")

    assert "+¼" in reading.texts(reading.open_workbook(target.read_bytes()), "Årsberetning")


@pytest.mark.parametrize(
    ("club_slug", "season", "sentence"),
    [
        ("torsdagsklubben", "1999", "There is no season 1999 of a club torsdagsklubben. The club's seasons: 2026-27."),
        ("ingen", "2026-27", "There is no season 2026-27 of a club ingen. The club's seasons: none."),
    ],
)
def test_a_season_that_is_not_there_is_told_in_one_sentence(club_slug, season, sentence):
    with pytest.raises(CommandError) as refused:
        export_workbook(club_slug, season)

    assert str(refused.value) == sentence


def test_a_place_that_cannot_be_written_is_told_in_one_sentence(tmp_path):
    with pytest.raises(CommandError, match=r"could not be written: No such file or directory\.$"):
        export_workbook("torsdagsklubben", "2026-27", out=tmp_path / "nowhere" / "season.xlsx")
