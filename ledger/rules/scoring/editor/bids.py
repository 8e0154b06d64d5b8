"""Names of the contracts of a draft, as they are typed into its ladder."""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.rules.scoring.vocabulary import ATTACHMENTS
from ledger.rules.site.labels import Label, Text

Names = Mapping[str, str]
LANGUAGES = ("da", "en")  # of a document


def bids(document: Mapping[str, Any]) -> dict[str, Label]:
    """Every contract that can stand on the ladder: its name by its code ("9 vip", "sol"), levels first."""
    return {code: _usual_name(names, code) for code, names in _bids(document)}


def bid_code(document: Mapping[str, Any], text: str) -> str:
    """The code of the contract that a text names in any language, or by its code; the text itself if it names none."""
    known = list(_bids(document))
    # From the last, so that of two contracts of one name the first is meant.
    by_name = {_plain(name): code for code, names in reversed(known) for name in _typed_names(names)}
    by_code = {_plain(code): code for code, _names in known}
    by_code |= {step: step for level in document.get("values", {}) for step in (f"{level}+", f"{level} plain")}
    return {**by_name, **by_code}.get(_plain(text), text.strip())


def _bids(document: Mapping[str, Any]) -> Iterator[tuple[str, list[Names]]]:
    """Each contract's code with its names in every language, the usual one first."""
    attachments: dict[str, list[Names]] = {}
    for column in document.get("columns", []):
        attachment = str(column.get("attachment"))
        names = attachments.setdefault(attachment, [_general(attachment)] if attachment in ATTACHMENTS else [])
        names.append(column.get("label", {}))
    for level in document.get("values", {}):
        for attachment, labels in attachments.items():
            names = [{language: f"{level} {name}" for language, name in label.items()} for label in labels]
            if attachment == "plain":
                yield level, [dict.fromkeys(LANGUAGES, level), *names]
            else:
                yield f"{level} {attachment}", names
    for nolo in document.get("nolo", []):
        if isinstance(nolo, Mapping):
            yield str(nolo.get("code")), [nolo.get("label", {})]


def _general(attachment: str) -> Names:
    return {language: ATTACHMENTS[attachment][language] for language in LANGUAGES}


def _usual_name(names: list[Names], code: str) -> Label:
    """The first name that is typed in each of a document's languages; the code in one without a name."""
    da, en = (next((name[language] for name in names if name.get(language)), code) for language in LANGUAGES)
    return Text(da, en)


def _typed_names(names: list[Names]) -> Iterator[str]:
    return (text for name in names for text in name.values() if text)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
