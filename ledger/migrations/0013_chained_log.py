"""The lines that the log had before it was a chain, chained as they are; and one more for each row none tells of.

The form of today's digests is spelt out here and stays as it is, whatever digests are made of later.
"""

import hashlib
import json
import re
import secrets
from datetime import UTC

from django.db import migrations
from django.utils import timezone

MENTION = re.compile(r"⟦(\d+)(\.1)?⟧")


def chain_what_is_there(apps, _schema_editor):
    for club in apps.get_model("ledger", "Club").objects.order_by("pk"):
        _Log(apps, club).chain()


def _digest(content):
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _spelt(moment):
    return moment.astimezone(UTC).isoformat()


class _Log:
    def __init__(self, apps, club):
        self.model = lambda name: apps.get_model("ledger", name)
        self.club, self.head, self.count = club, "", 0
        self.players = dict(self.model("Player").objects.filter(club=club).values_list("pk", "number"))
        self.seasons = dict(self.model("Season").objects.filter(club=club).values_list("pk", "number"))
        self.evenings = dict(self.model("Evening").objects.filter(club=club).values_list("pk", "number"))
        self.writers = dict(self.model("Writer").objects.filter(club=club).values_list("user_id", "number"))

    def chain(self):
        """Every line in the order it was written, then the rows that none tells of, then the club's end of the log."""
        self._number_writers()
        self._salt()
        rows = {key: (_digest(content), about) for key, content, about in self._rows()}
        for line in self.model("LogLine").objects.filter(club=self.club).order_by("pk"):
            line.covers, _ = rows.pop(self._told_by(line), ("", None))
            self._write(line)
        for covers, about in rows.values():
            self._write(self._new("chained", timezone.now(), covers=covers, **about))
        for player in self._forgotten_untold():
            self._write(self._new("player_forgotten", player.forgotten_at, player_id=player.pk))
        self.club.log_head, self.club.log_lines = self.head, self.count
        self.club.save(update_fields=["log_head", "log_lines"])

    def _number_writers(self):
        """Whoever the log names has a number."""
        lines = self.model("LogLine").objects.filter(club=self.club)
        named = {user for names in lines.values_list("by", "member") for user in names if user}
        for number, user in enumerate(sorted(named - set(self.writers)), start=max(self.writers.values(), default=0) + 1):
            self.model("Writer").objects.create(club=self.club, user_id=user, number=number)
            self.writers[user] = number

    def _new(self, kind, at, **about):
        return self.model("LogLine")(club=self.club, kind=kind, at=at, **about)

    def _forgotten_untold(self):
        told = self.model("LogLine").objects.filter(club=self.club, kind="player_forgotten").values("player")
        return self.model("Player").objects.filter(club=self.club, forgotten_at__isnull=False).exclude(pk__in=told)

    def _salt(self):
        """Every name and every word gets a salt of its own."""
        for change in self.model("NameChange").objects.filter(player__club=self.club):
            change.salt = secrets.token_hex(16)
            change.save(update_fields=["salt"])
        for words in self.model("AnswerWords").objects.filter(answer__link__evening__club=self.club):
            words.salt = secrets.token_hex(16)
            words.save(update_fields=["salt"])
            digest = _digest({"said": self._text(words.said), "salt": words.salt})
            self.model("SheetAnswer").objects.filter(pk=words.answer_id).update(words_digest=digest)

    def _told_by(self, line):
        """The row that a line tells of, as far as the line says which."""
        if line.closing_id:
            return "EveningClosing", line.closing_id
        if line.kind == "table_published":
            return "TableVersion", line.version_id
        if line.kind == "season_closed":
            return "SeasonClosing", line.season_id
        return ("NameChange", line.pk) if line.kind == "player_renamed" else None

    def _write(self, line):
        self.count += 1
        line.sequence, line.previous_digest = self.count, self.head
        line.digest = self.head = _digest(
            {
                "sequence": line.sequence,
                "at": _spelt(line.at),
                "by": line.by_id and self.writers[line.by_id],
                "kind": line.kind,
                "player": line.player_id and self.players[line.player_id],
                "member": line.member_id and self.writers[line.member_id],
                "season": line.season_id and self.seasons[line.season_id],
                "evening": line.evening_id and self.evenings[line.evening_id],
                "before": line.before,
                "after": line.after,
                "covers": line.covers,
                "previous_digest": line.previous_digest,
            }
        )
        line.save()

    def _text(self, text):
        return MENTION.sub(lambda found: f"⟦{self.players.get(int(found[1]), 0)}{found[2] or ''}⟧", text)

    def _signed(self, row):
        return {"by": self.writers[row.by_id], "at": _spelt(row.at)}

    def _rows(self):
        """Every row that the log tells of: how a line would know it, its content, and what a new line is about."""
        club, text = self.club, self._text
        for row in self.model("EveningClosing").objects.filter(evening__club=club).order_by("pk"):
            content = {name: getattr(row, name) for name in ("number", "kind", "lines", "deals", "season_lines", "head")}
            content |= {"evening": self.evenings[row.evening_id], "reason": text(row.reason), **self._signed(row)}
            yield ("EveningClosing", row.pk), content, {"evening_id": row.evening_id}
        for row in self.model("SeasonClosing").objects.filter(season__club=club).order_by("pk"):
            balances = [
                [each.player_id and self.players[each.player_id], each.evenings, each.deals, each.points]
                for each in row.balances.all()
            ]
            content = {name: getattr(row, name) for name in ("evenings", "deals", "lines", "head")}
            content |= {"season": self.seasons[row.season_id], **self._signed(row)}
            content["balances"] = sorted(balances, key=str)
            yield ("SeasonClosing", row.season_id), content, {"season_id": row.season_id}
        for row in self.model("PaperTotal").objects.filter(evening__club=club).order_by("pk"):
            content = {name: getattr(row, name) for name in ("table_number", "number", "is_withdrawn", "deals", "tricks")}
            content |= {"evening": self.evenings[row.evening_id], "reason": text(row.reason), **self._signed(row)}
            content["points"] = sorted(([self.players[each.player_id], each.points] for each in row.points.all()), key=str)
            yield ("PaperTotal", row.pk), content, {"evening_id": row.evening_id}
        for row in self.model("SheetAnswer").objects.filter(link__evening__club=club).order_by("pk"):
            yield ("SheetAnswer", row.pk), self._answer(row), {"evening_id": row.link.evening_id}
        for row in self.model("Settlement").objects.filter(answer__link__evening__club=club).order_by("pk"):
            content = {"answer": _digest(self._answer(row.answer)), "entry": row.entry_id and str(row.entry_id)}
            content |= {"said": text(row.said), **self._signed(row)}
            yield ("Settlement", row.pk), content, {"evening_id": row.answer.link.evening_id}
        for row in self.model("TableVersion").objects.filter(table__club=club).order_by("pk"):
            content = {
                "number": row.number,
                "digest": row.digest,
                "in_force_from": row.in_force_from.isoformat(),
                "published_at": _spelt(row.published_at),
                "published_by": self.writers[row.published_by_id],
            }
            yield ("TableVersion", row.pk), content, {"version_id": row.pk}
        for row in self.model("NameChange").objects.filter(player__club=club).order_by("pk"):
            content = {"player": self.players[row.player_id], "before": row.before, "after": row.after, "salt": row.salt}
            yield ("NameChange", row.line_id), content, {"player_id": row.player_id}
        for row in self.model("FormerHead").objects.filter(season__club=club).order_by("pk"):
            content = {"season": self.seasons[row.season_id], "line": row.line, "digest": row.digest}
            yield ("FormerHead", row.pk), content, {"season_id": row.season_id}

    def _answer(self, row):
        return {
            "evening": self.evenings[row.link.evening_id],
            "player": self.players[row.link.player_id],
            "kind": row.kind,
            "number": row.number,
            "lines": row.lines,
            "at": _spelt(row.at),
            "words_digest": row.words_digest,
        }


class Migration(migrations.Migration):
    dependencies = [("ledger", "0012_lines_of_the_log")]

    operations = [migrations.RunPython(chain_what_is_there, migrations.RunPython.noop)]
