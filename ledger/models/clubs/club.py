"""A club, and whatever is a row of its register."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.persons import PlayerKey, ShownName, ShownSlug, ShownSortKey, ShownText
from ledger.rules.clubs import LONGEST_ADDRESS
from ledger.rules.site.spelling import danish_sort_key, in_fours

NAME_LENGTH = 60
CLUB_NAME_LENGTH, SEASON_NAME_LENGTH = 80, 40
TAKEN_OFF = "taken-off-"  # how the address begins of a player who was forgotten before a first deal
INVITATION_LASTS = timedelta(days=3)
CORRECTION_WINDOW_HOURS = 72  # how long after its first approval an evening may be reopened
DANISH_LETTERS = str.maketrans({"æ": "ae", "ø": "oe", "å": "aa", "Æ": "Ae", "Ø": "Oe", "Å": "Aa"})


def new_salt() -> str:
    """A salt of 128 bits, stored beside words that may have to be forgotten and deleted with them."""
    return secrets.token_hex(16)


def in_plain_letters(name: str) -> str:
    """A name for an address: small letters, digits and hyphens, with ae, oe and aa for æ, ø and å; may be empty."""
    return slugify(name.translate(DANISH_LETTERS))


class Club(models.Model):
    """One club. Its `revision` counts every change of what pages show apart from the book itself.

    `readers` says who reads its pages, and `is_listed` whether it may be found: at the front of the site and by search
    engines. `has_chosen_readers` is False for a club from before it could choose, until its board does.
    `writes_fractions` says that its pages write 2¼ for 2.25. `moved_to` is the address of the club on the installation
    that it has moved to, empty while it is here; nothing more is written of a club that has moved.
    `log_head` and `log_entry_count` are the digest and number of the last entry of its log.
    """

    class Readers(models.TextChoices):
        EVERYBODY = "everybody", _("Everybody")
        LINK = "link", _("Whoever has the club's link")
        BOARD = "board", _("The board alone")

    name = models.CharField(max_length=CLUB_NAME_LENGTH)
    slug = models.SlugField(max_length=60, unique=True)
    language = models.CharField(max_length=2, default="da", choices=settings.LANGUAGES)
    is_sample = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    correction_window_hours = models.PositiveSmallIntegerField(default=CORRECTION_WINDOW_HOURS)
    players_confirm = models.BooleanField(default=False)
    readers = models.CharField(max_length=9, default=Readers.LINK, choices=Readers.choices)
    is_listed = models.BooleanField(default=False)
    has_chosen_readers = models.BooleanField(default=True)
    writes_fractions = models.BooleanField(default=False)
    moved_to = models.CharField(max_length=LONGEST_ADDRESS, blank=True, default="")
    log_head = models.CharField(max_length=64, default="", editable=False)
    log_entry_count = models.PositiveIntegerField(default=0, editable=False, db_column="log_lines")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(is_listed=False) | Q(readers="everybody"), name="only_open_clubs_are_listed"
            ),
        ]
        indexes = [
            models.Index(
                # In the order of the home page, which reads no more of it than it shows.
                fields=["is_sample", "name", "id"],
                condition=Q(removed_at=None, is_listed=True),
                name="list_of_clubs",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Whether everybody reads the club's pages."""
        return self.readers == self.Readers.EVERYBODY

    @property
    def is_for_search_engines(self) -> bool:
        """Whether search engines may find the club; not while it has not chosen."""
        return self.is_listed and self.has_chosen_readers


def club_of_its_parent() -> "models.ForeignKey[Club, Club]":
    """The club of a row whose parent says it too, so that what refers to the row has it within one foreign key.

    The guards refuse a row that says otherwise than its parent, and it never changes.
    """
    # So the parent's own reference is all that need be checked and found: another would lock the club at each deal.
    return models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False)


class Membership(models.Model):
    """What a signed-in person may do in a club; readers need none."""

    class Role(models.TextChoices):
        SECRETARY = "secretary", _("Secretary")
        TREASURER = "treasurer", _("Treasurer")
        ADMIN = "admin", _("Administrator")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_person")]


class Invitation(models.Model):
    """A place on a club's board, open to whoever has its link; deleted when accepted or withdrawn.

    `name` says to the board whom it is for, and to nobody who that is: no account is looked up by it. Of the link's
    token only the digest is kept.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    name = models.CharField(max_length=NAME_LENGTH)
    role = models.CharField(max_length=10, choices=Membership.Role.choices)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    token_digest = models.CharField(max_length=64, unique=True, editable=False)

    @property
    def lasts_until(self) -> datetime:
        """The moment from which the link no longer works."""
        return self.made_at + INVITATION_LASTS


class Writer(models.Model):
    """Somebody who ever wrote for a club, with a number of the club's own; a membership ends, this row stays.

    `name` is what the club's pages call them, which is never what they sign in with. `salt` is another with every name,
    and empty once they are forgotten: the log has the name as a digest of both.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="writers")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    name = ShownText(max_length=NAME_LENGTH)
    salt = models.CharField(max_length=32, blank=True, default=new_salt, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_writer_per_number"),
            models.UniqueConstraint(fields=["club", "user"], name="one_number_per_writer"),
        ]

    @property
    def is_forgotten(self) -> bool:
        """Whether the writer was forgotten."""
        return not self.salt


class Player(models.Model):
    """A member or a guest. The only place a player's name is kept: the book knows players by id.

    `number` is the club's own, from 1, and never changes: digests and the club's file speak of it, not of the id.
    `salt` is another with every name, and empty once the player is forgotten: the log has the name as a digest of both.
    One who is `by_initials` is shown so to everybody but the board (persons.py).
    """

    id = PlayerKey(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    number = models.PositiveIntegerField()
    name = ShownName(max_length=NAME_LENGTH)
    salt = models.CharField(max_length=32, blank=True, default=new_salt, editable=False)
    slug = ShownSlug(max_length=60)
    sort_key = ShownSortKey(max_length=130, editable=False)  # an æ becomes two signs, so twice the name's length
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    by_initials = models.BooleanField(default=False)
    forgotten_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_player_per_address"),
            models.UniqueConstraint(fields=["club", "sort_key"], name="one_player_per_name"),
            models.UniqueConstraint(fields=["club", "number"], name="one_player_per_number"),
        ]
        # Asked with every page of the club; mostly it holds nobody.
        indexes = [models.Index(fields=["club"], condition=Q(by_initials=True), name="players_by_initials")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the sorting key in step with the name."""
        self.sort_key = danish_sort_key(self.name)
        super().save(*args, **kwargs)

    @property
    def is_taken_off(self) -> bool:
        """Whether no list has the player, who was forgotten before a first deal."""
        return self.forgotten_at is not None and self.slug.startswith(TAKEN_OFF)


class Season(models.Model):
    """A stretch of evenings with one book. `head` and `entry_count` are the digest and number of its last entry.

    `number` is the club's own, from 1, and never changes.
    """

    NEWEST_FIRST = ("-starts_on", "-id")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=SEASON_NAME_LENGTH)
    slug = models.SlugField(max_length=40)
    starts_on = models.DateField()
    unit_denominator = models.PositiveSmallIntegerField()
    closed_at = models.DateTimeField(null=True, blank=True)
    head = models.CharField(max_length=64, default="", editable=False)
    entry_count = models.PositiveIntegerField(default=0, editable=False, db_column="lines")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_season_per_address"),
            models.UniqueConstraint(fields=["club", "number"], name="one_season_per_number"),
            models.CheckConstraint(condition=Q(unit_denominator__gte=1), name="points_have_a_unit"),
            models.CheckConstraint(
                # In the order in which the databases have it; keywords would be sorted.
                condition=Q(("head", ""), ("entry_count", 0)) | (Q(entry_count__gt=0) & ~Q(head="")),
                name="season_head_and_lines_agree",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class FormerAddress(models.Model):
    """A former address of a season or player, from before it was renamed, which still leads there.

    Deleted only when the player is forgotten, since it holds the name.
    """

    class Kind(models.TextChoices):
        SEASON = "season"
        PLAYER = "player"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="former_addresses")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    slug = ShownSlug(max_length=60)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="former_addresses")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="former_addresses")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "kind", "slug"], name="a_former_address_leads_to_one"),
            models.CheckConstraint(
                condition=Q(kind="season", season__isnull=False, player__isnull=True)
                | Q(kind="player", season__isnull=True, player__isnull=False),
                name="a_former_address_is_of_its_kind",
            ),
        ]


REASON_LENGTH = 200


class JoinedPlayer(models.Model):
    """A player who is the same person as another, who is `kept`; deleted when the board separates them again.

    The book goes on naming the player it always named; whoever reads it sees the one who is kept (persons.py).
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="joined_players")
    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="joining")
    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="joined")
    joined_at = models.DateTimeField()


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


LINK_NAME_LENGTH = 40


class ReadingLink(models.Model):
    """A link by which a club's pages can be read; its row is deleted when it is withdrawn.

    The token is kept, since it opens nothing but reading (docs/security.md); empty in a link made before tokens were
    kept or brought in with a club's file, which goes on working by the digest.
    """

    NEWEST_FIRST = ("-made_at", "-pk")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="reading_links")
    name = models.CharField(max_length=LINK_NAME_LENGTH, blank=True, default="")
    token = models.CharField(max_length=32, blank=True, default="", editable=False)
    token_digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    @property
    def shown_name(self) -> str:
        """The link's name as the board sees it."""
        return self.name or gettext("From before")


RECOVERY_CODES = 10
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # 5 bits a letter
# Without I and 1, O and 0, which are read for each other on paper.
CODE_LENGTH = 24


class RecoveryCode(models.Model):
    """A code that signs somebody in once in place of the app's; deleted when used. Only its digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField()

    @staticmethod
    def new_code() -> str:
        """A code of 120 bits, as it is shown: in groups of four."""
        letters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        return in_fours(letters, "-")

    @staticmethod
    def digest_of(code: str) -> str:
        """The digest that is kept of a code, whatever its spacing and capitals."""
        letters = "".join(letter for letter in code.upper() if letter.isalnum())
        return hashlib.sha256(letters.encode()).hexdigest()


def new_token() -> str:
    """A token of 192 bits for a link."""
    return secrets.token_urlsafe(24)


def digest_of_token(token: str) -> str:
    """The digest that is kept of a token, as 64 hexadecimal digits."""
    # Quick and without a salt, as no password may be: nobody guesses 192 bits.
    return hashlib.sha256(token.encode()).hexdigest()


class LatestPasswordLink(models.Model):
    """What only the token of an account's latest link to choose a password is made with."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    salt = models.CharField(max_length=32, default=new_token, editable=False)


class WrongTries(models.Model):
    """The wrong tries at one door, as the moment at which they are made up for; a door without any has no row.

    `door` is a keyed digest: neither the name that was tried nor the address is stored.
    """

    door = models.CharField(max_length=64, unique=True)
    made_up_at = models.DateTimeField(db_index=True)
