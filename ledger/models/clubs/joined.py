"""Two players of a club whom its board has made one: whoever was entered under two names."""

from django.db import models

from ledger.models.clubs.club import Club, Player


class JoinedPlayer(models.Model):
    """A player who is the same person as another, who is `kept`; deleted when the board separates them again.

    The book goes on naming the player it always named; whoever reads it sees the one who is kept (persons.py).
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="joined_players")
    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="joining")
    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="joined")
    joined_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} = {self.kept_id}"


# A person has one place in an entry, or what others won from them would have no meaning. In opening balances nobody
# wins from anybody, and an old list may have had somebody under two names.
ONE_PLACE = "nobody has two places in an entry"
BESIDE = """other.player_id = {kept} OR other.player_id IN (
    SELECT beside.player_id FROM ledger_joinedplayer beside WHERE beside.kept_id = {kept})"""
JOINING = {
    "two players of one club are made one": """
        NEW.player_id = NEW.kept_id OR 2 <> (
            SELECT count(*) FROM ledger_player WHERE id IN (NEW.player_id, NEW.kept_id) AND club_id = NEW.club_id)""",
    "one step leads to the player who is kept": """
        EXISTS (SELECT 1 FROM ledger_joinedplayer WHERE player_id = NEW.kept_id OR kept_id = NEW.player_id)""",
    ONE_PLACE: f"""
        EXISTS (SELECT 1 FROM ledger_posting share JOIN ledger_posting other ON other.entry_id = share.entry_id
                JOIN ledger_entry entry ON entry.key = share.entry_id
                JOIN ledger_evening evening ON evening.id = entry.evening_id
                WHERE share.player_id = NEW.player_id AND NOT evening.is_opening
                AND ({BESIDE.format(kept="NEW.kept_id")}))""",  # noqa: S608 - our own words
}
# Counted: asked whether there is any, PostgreSQL looks for it through all postings while it has not counted them.
TWO_PLACES = f"""0 < (
    SELECT count(*) FROM ledger_posting share JOIN ledger_joinedplayer joined ON joined.player_id = share.player_id
    JOIN ledger_posting other ON other.entry_id = share.entry_id AND other.player_id <> share.player_id
    WHERE share.entry_id = NEW.key AND ({BESIDE.format(kept="joined.kept_id")}))
    AND NOT EXISTS (SELECT 1 FROM ledger_evening WHERE id = NEW.evening_id AND is_opening)"""  # noqa: S608 - our own words
