from django.db import migrations

SEASONS_MARK = "book"  # the first word in the hidden sheet of a season's own workbook


def delete_drafts_of_season_workbooks(apps, schema_editor):
    """Give up drafts whose changes can no longer be taken back: they would be read as old books."""
    drafts = apps.get_model("ledger", "BookDraft").objects
    of_seasons = [draft.pk for draft in drafts.iterator() if any(map(is_mark_of_season, draft.sheets))]
    drafts.filter(pk__in=of_seasons).delete()


def is_mark_of_season(sheet):
    return sheet["title"] == "whistklub" and bool(sheet["rows"]) and sheet["rows"][0][1][:1] == [SEASONS_MARK]


class Migration(migrations.Migration):
    # An import of which parts were still to be booked is shown as far as it is, and its file carries it on.

    dependencies = [
        ("ledger", "0003_facts_of_deals"),
    ]

    operations = [
        migrations.RunPython(delete_drafts_of_season_workbooks, migrations.RunPython.noop),
        migrations.DeleteModel("ImportPart"),
        migrations.DeleteModel("ImportUnderWay"),
    ]
