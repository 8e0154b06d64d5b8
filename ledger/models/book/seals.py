"""What may join the approvals, closings, ranking rules and answers, as the guards on their tables refuse the rest."""

from django.db import models

from ledger.models.evenings.confirming import Settlement, SheetAnswer
from ledger.models.seasons.closing import EveningClosing, SeasonBalance, SeasonClosing
from ledger.models.seasons.ranking import PrizeWon, RankingVersion

# Closings are written before the season is marked as closed; from then on nothing of it changes.
CLOSING_SEALS: dict[type[models.Model], dict[str, str]] = {
    EveningClosing: {
        "an evening is approved and reopened in turn": """
            NEW.number <> 1 + (SELECT count(*) FROM ledger_eveningclosing WHERE evening_id = NEW.evening_id)
            OR (NEW.kind = 'approved') <> (NEW.number % 2 = 1)""",
        "the evenings of a closed season stay closed": """
            EXISTS (SELECT 1 FROM ledger_season season JOIN ledger_evening evening ON evening.season_id = season.id
                    WHERE evening.id = NEW.evening_id AND season.closed_at IS NOT NULL)""",
        "the evenings of a club that has moved stay as they are": """
            EXISTS (SELECT 1 FROM ledger_evening evening JOIN ledger_club club ON club.id = evening.club_id
                    WHERE evening.id = NEW.evening_id AND club.moved_to <> '')""",
    },
    SeasonClosing: {
        "a season is closed once, with its last entry": """
            NOT EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id AND closed_at IS NULL
                        AND head = NEW.head AND lines = NEW.lines)""",
        "a closing is of the club of its season": """
            NOT EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id AND club_id = NEW.club_id)""",
        "the seasons of a club that has moved stay as they are": """
            EXISTS (SELECT 1 FROM ledger_club WHERE id = NEW.club_id AND moved_to <> '')""",
    },
    SeasonBalance: {
        "the balances of a closed season stand": """
            EXISTS (SELECT 1 FROM ledger_seasonclosing closing
                    JOIN ledger_season season ON season.id = closing.season_id
                    WHERE closing.id = NEW.closing_id AND season.closed_at IS NOT NULL)""",
    },
}
RANKING_SEALS: dict[type[models.Model], dict[str, str]] = {
    RankingVersion: {
        "the ranking of a closed season stands": """
            EXISTS (SELECT 1 FROM ledger_season season JOIN ledger_evening evening ON evening.season_id = season.id
                    WHERE season.club_id = NEW.club_id AND season.closed_at IS NOT NULL
                    AND evening.removed_at IS NULL AND evening.date >= NEW.in_force_from)""",
    },
    PrizeWon: {
        "the prizes of a closed season stand": """
            EXISTS (SELECT 1 FROM ledger_seasonclosing closing
                    JOIN ledger_season season ON season.id = closing.season_id
                    WHERE closing.id = NEW.closing_id AND season.closed_at IS NOT NULL)""",
    },
}
ANSWER_SEALS: dict[type[models.Model], dict[str, str]] = {
    SheetAnswer: {
        "an answer is about what its evening has": """
            NEW.lines > (SELECT count(*) FROM ledger_entry entry JOIN ledger_sheetlink link
                         ON link.evening_id = entry.evening_id WHERE link.id = NEW.link_id)
            OR (NEW.number IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM ledger_entry entry JOIN ledger_sheetlink link ON link.evening_id = entry.evening_id
                WHERE link.id = NEW.link_id AND entry.number = NEW.number))""",
        "an answer is of the club of its evening": """
            NOT EXISTS (SELECT 1 FROM ledger_sheetlink link JOIN ledger_evening evening ON evening.id = link.evening_id
                        WHERE link.id = NEW.link_id AND evening.club_id = NEW.club_id)""",
    },
    Settlement: {
        "only a complaint is settled, by a change of its deal": """
            NOT EXISTS (SELECT 1 FROM ledger_sheetanswer WHERE id = NEW.answer_id AND kind = 'complains')
            OR (NEW.entry_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM ledger_entry entry JOIN ledger_sheetlink link ON link.evening_id = entry.evening_id
                JOIN ledger_sheetanswer answer ON answer.link_id = link.id AND answer.number = entry.number
                WHERE entry.key = NEW.entry_id AND answer.id = NEW.answer_id
                AND (entry.reverses_id IS NOT NULL OR entry.replaces_id IS NOT NULL)))""",
    },
}
SEALS = {**CLOSING_SEALS, **RANKING_SEALS, **ANSWER_SEALS}
