"""`manage.py export_season`: a season as the workbook that its page gives."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from ledger.management.console import SiteCommand
from ledger.models import Season
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs.persons import names_for_outsiders, persons_of
from ledger.queries.seasons.season_book import workbook_name
from ledger.rules.site.labels import IN_FRACTIONS
from ledger.services.seasons import make_workbook


class Command(SiteCommand):
    help = "Write a season as an Excel workbook, the same as its page gives."
    arguments = {
        "club": {"help": "the club as in its address"},
        "season": {"help": "the season as in its address"},
        "--out": {"type": Path, "help": "the file to write (default: whistklub-CLUB-SEASON.xlsx here)"},
        "--initials": {"action": "store_true", "help": "the names as others than the board see them"},
        "--language": {"choices": dict(settings.LANGUAGES), "help": "da or en (default: the club's own)"},
    }

    def handle(self, *_args: Any, **options: Any) -> None:
        season = self._season(options["club"], options["season"])
        target = options["out"] or Path(workbook_name(season=season))
        # Whoever looks for the workbook finds it whole or not at all.
        part = target.with_name(f"{target.name}.part")
        names = names_for_outsiders(club=season.club) if options["initials"] else None
        language = options["language"] or season.club.language
        if season.club.writes_fractions:
            language += IN_FRACTIONS
        try:
            with shown_by(names, persons_of(club=season.club)), part.open("wb") as file:
                make_workbook(season=season, language=language, now=timezone.localtime(), target=file)
            part.replace(target)
        except OSError as error:
            raise CommandError(f"{target} could not be written: {error.strerror}.") from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(str(target))

    def _season(self, club: str, slug: str) -> Season:
        seasons = Season.objects.filter(club__slug=club, club__removed_at=None).select_related("club")
        try:
            return seasons.get(slug=slug)
        except Season.DoesNotExist:
            known = ", ".join(season.slug for season in seasons.order_by("id")) or "none"
            raise CommandError(f"There is no season {slug} of a club {club}. The club's seasons: {known}.") from None
