"""Contracts as they were written in an old book: "9 vip i 2.", "9. 2 vip", "ren sol", "9 halve (selvmakker)".

Every way to read a text under a scoring table is given, and none where a word in it means nothing there: whoever asks
decides by the points, or asks back.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.scoring.scoring_table import VIP_TURNS, ScoringRules

LONGEST = 80
MOST_WORDS = 12
MOST_READINGS = 12

# A half comes before the digits, or "1/2" would be two numbers.
TOKEN = re.compile(r"1/2|½|\d+|[a-zæøå]+|[+-]\d{1,2}|\++|-+|[♣♠♥♦]|[.,:/=)(;!*%]")
OVER_OR_UNDER = re.compile(r"([+-]\d{1,2})|\++|-+")
ASIDE = re.compile(r"\([^()]*\)|;.*$")


def _words(**spellings: str) -> dict[str, str]:
    """What each spelling means; spellings of one meaning have commas between them."""
    return {word: meaning for meaning, words in spellings.items() for word in words.split(", ")}


TRUMPS = _words(clubs="♣", spades="♠", hearts="♥", diamonds="♦", none="ut, sang, joker")
ATTACHMENTS = _words(
    halve="½, 1/2, halv, halvt, half",
    sans="sang, sense, ut",
    gode="godt, good",
    staerke="stærk, strong",
    vip="turn, tournee, tourné",
    kvarte="quarter, kvart",
    plain="alm, almindelig, ren, plain, n, normal",
)
NOLO = _words(
    sol="solo, sun",
    ren_sol="rensolo, cleansun",
    bordlaegger="bord, oplægger, bordlæg",
    ren_bordlaegger="renbord, renoplægger",
    dobbelt_bordlaegger="dobbeltbord",
)
ALONE = {
    **_words(
        self_called="selvmakker, own partner, selv, selvm, sm",
        ace_in_cat="cat, katten, kat, esset i katten, ace in the cat",
    ),
    **dict.fromkeys(("alene", "alone", "solospil"), ""),
}
PASSED_OUT = {"pas", "passet", "passetrundt", "passrundt"}
NOT_PLAYED = _words(redeal="omgivning, om", iron_hand="jernhånd", misdeal="fejlgivning")
ORDINALS = {"første": 1, "anden": 2, "andet": 2, "tredje": 3, "1ste": 1, "2den": 2, "3die": 3}
SAY_NOTHING = {*".,:/)(;*-", "i", "med", "m", "på", "og", "in", "the", "af", "til", "trumf", "trump", "tur", "turn",
    "vending", "hjem", "bet", "gik", "go", "går", "melding", "st", "nd", "rd", "th"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class WrittenContract:
    """One way to read a contract: what it says, and None for what it leaves open.

    `kind` is that of a deal. `alone` is why the declarer had no partner, "" if it only says so. `tricks` were taken.
    """

    kind: str
    level: int | None = None
    attachment: str | None = None
    vip_turn: int | None = None
    trump: str | None = None
    flag: str | None = None
    alone: str | None = None
    nolo: str | None = None
    cause: str | None = None
    tricks: int | None = None


class ContractReader:
    """Reads contracts under one scoring table, each text once."""

    def __init__(self, scoring_table: ScoringRules) -> None:
        self._scoring_table = scoring_table
        self._spelling = Notation(scoring_table).spelling
        self._known: dict[str, tuple[WrittenContract, ...]] = {}
        self._turned = {column.attachment for column in scoring_table.columns if column.trump == "turned"}
        self._combined = {
            frozenset(column.parts): column.attachment for column in scoring_table.columns if column.parts
        }
        self._labels = {
            "".join(re.findall(r"[a-zæøå]+", text.lower())): code
            for code, nolo in scoring_table.nolo.items()
            for text in (nolo.label["da"], nolo.label["en"])
        }

    def readings(self, text: str) -> tuple[WrittenContract, ...]:
        """Every way to read a contract, none where a word in it means nothing."""
        if text not in self._known:
            self._known[text] = self._read(text)
        return self._known[text]

    def _read(self, text: str) -> tuple[WrittenContract, ...]:
        lowered = text[:LONGEST].lower().replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
        whole = self._of_words(_tokens(lowered))
        if not whole and ASIDE.search(lowered):  # a remark behind it
            whole = self._of_words(_tokens(ASIDE.sub(" ", lowered)))
        return whole[:MOST_READINGS]

    def _of_words(self, words: Sequence[str]) -> tuple[WrittenContract, ...]:
        if not words or len(words) > MOST_WORDS:
            return ()
        readings = [*self._nolos(words)]
        joined = "".join(word for word in words if word not in (".", ","))
        if joined in PASSED_OUT:
            readings.append(WrittenContract("passed_out"))
        if joined in NOT_PLAYED:
            readings.append(WrittenContract("not_played", cause=NOT_PLAYED[joined]))
        if self._scoring_table.columns:
            for reading in self._rest(tuple(words), WrittenContract("trick")):
                readings += self._whole_bids(reading)
        return tuple(dict.fromkeys(readings))

    # --- nolo contracts, and deals that were not played

    def _nolos(self, words: Sequence[str]) -> Iterator[WrittenContract]:
        named = [word for word in words if word.isalpha()]
        told = [word for word in named if word not in SAY_NOTHING or word == "m"]
        if told and all(word.isalpha() or word in SAY_NOTHING for word in words):
            code = self._nolo_code("".join(named)) or self._nolo_code("".join(told))
            if code:
                yield WrittenContract("nolo", nolo=code)

    def _nolo_code(self, name: str) -> str | None:
        if name in self._labels:
            return self._labels[name]
        synonym = NOLO.get(name)
        if synonym in self._scoring_table.nolo:
            return synonym
        # A single letter may begin anything in an old book.
        return self._spelling.code_for("nolo", name) if len(name) > 1 else None

    # --- trick contracts

    def _whole_bids(self, reading: WrittenContract) -> Iterator[WrittenContract]:
        """A reading that names a level, plain where no attachment is named; only turned ones may name a turn."""
        levels = self._scoring_table.levels
        level = reading.level
        if level is None and len(levels) == 1:
            level = levels[0]
        attachment = reading.attachment or "plain"
        is_turn_possible = reading.vip_turn is None or attachment in self._turned
        if level is not None and attachment in self._scoring_table.attachments and is_turn_possible:
            yield replace(reading, level=level, attachment=attachment)

    def _rest(self, words: tuple[str, ...], so_far: WrittenContract) -> Iterator[WrittenContract]:
        """Every way to read the words from here on, each of them used once."""
        if not words:
            yield so_far
            return
        for facts, count in self._meanings(words, so_far):
            if all(getattr(so_far, name) is None or value in self._combined.values() for name, value in facts.items()):
                yield from self._rest(words[count:], replace(so_far, **facts))  # type: ignore[arg-type]

    def _meanings(self, words: tuple[str, ...], so_far: WrittenContract) -> Iterator[tuple[dict[str, int | str], int]]:
        word, following = words[0], words[1:2]
        if word.isdecimal():
            yield from self._of_number(int(word), following, so_far)
            return
        yield from self._of_sign(word, following, so_far)
        if word in ORDINALS:
            yield {"vip_turn": ORDINALS[word]}, 1
        if word in ALONE:
            yield {"alone": ALONE[word]}, 1
        attachment = self._attachment(word)
        if attachment is not None and so_far.attachment is not None:  # "vip + gode"
            attachment = self._combined.get(frozenset((so_far.attachment, attachment)))
        if attachment is not None and attachment in self._scoring_table.attachments:
            yield {"attachment": attachment}, 1
        trump = TRUMPS.get(word) or self._spelling.code_for("trump", word)
        if trump and so_far.level is not None and trump != self._forced_trump(attachment):
            yield {"trump": trump}, 1
        flag = self._spelling.code_for("flag", word) if len(word) > 1 else None
        if flag is not None and flag in self._scoring_table.flags:
            yield {"flag": flag}, 1
        if word in SAY_NOTHING:
            yield {}, 1

    def _of_sign(
        self, word: str, following: tuple[str, ...], so_far: WrittenContract
    ) -> Iterator[tuple[dict[str, int | str], int]]:
        """The tricks that signs say behind a level; "9+" is one over, or 9 with any of the attachments."""
        if word == "=" and following and following[0].isdecimal():
            yield {"tricks": int(following[0])}, 2
        if so_far.level is None:
            return
        if word == "+" and so_far.attachment and following and self._attachment(following[0]):
            yield {}, 1
            return
        if match := OVER_OR_UNDER.fullmatch(word):  # "+2", "--"
            size = int(match[1]) if match[1] else word.count("+") - word.count("-")
            if 0 <= so_far.level + size <= self._scoring_table.tricks:
                yield {"tricks": so_far.level + size}, 1
        if word == "+" and so_far.attachment is None:
            for code in self._scoring_table.attachments:
                if code != "plain":
                    yield {"attachment": code}, 1

    def _attachment(self, word: str) -> str | None:
        exact = ATTACHMENTS.get(word)
        if exact in self._scoring_table.attachments:
            return exact
        return self._spelling.code_for("attachment", word)

    def _forced_trump(self, attachment: str | None) -> str | None:
        """The trump that an attachment of the same word stands for: "sans" names both."""
        trumps = {column.trump for column in self._scoring_table.columns if column.attachment == attachment}
        return trumps.pop() if len(trumps) == 1 else None

    def _of_number(
        self, number: int, following: tuple[str, ...], so_far: WrittenContract
    ) -> Iterator[tuple[dict[str, int | str], int]]:
        if number in self._scoring_table.levels and so_far.level is None:
            yield {"level": number}, 1
            return
        if number in VIP_TURNS and self._turned:
            yield {"vip_turn": number}, 1
        if following == ("stik",) and number <= self._scoring_table.tricks:
            yield {"tricks": number}, 2


def _tokens(text: str) -> list[str]:
    """The words, numbers and signs of a text; none at all where a character is none of these."""
    return [] if TOKEN.sub("", text).strip() else TOKEN.findall(text)
