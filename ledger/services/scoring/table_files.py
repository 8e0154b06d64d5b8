"""Scoring tables from uploaded JSON files: read strictly, with every error named by its path."""

import json
from typing import Any, cast

from ledger.rules.scoring.document import modern, read_scoring_table
from ledger.rules.site.fields import parse_json
from ledger.rules.site.refusal import Refusal, gettext_noop

LONGEST_FILE = 1_000_000  # bytes: a thousand single amounts have a tenth of that
AT_PATH = gettext_noop("%(path)s: %(fault)s")
NO_TEXT = gettext_noop("The file cannot be read as text in UTF-8.")
TOO_LARGE = gettext_noop("The file is too large to be a scoring table.")
NO_JSON = gettext_noop("This is no JSON file. Hand in a scoring table as this site hands it out.")


def document_from_file(data: bytes) -> dict[str, Any]:
    """The document in a file's content; the file's name does not matter.

    Raises Refusal, whose place is the JSON path.
    """
    if len(data) > LONGEST_FILE:
        raise Refusal(TOO_LARGE)
    # JSON may begin with a byte order mark, or have zeros between its letters in UTF-16.
    if data[:64].strip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1] not in (b"{", b"["):
        raise Refusal(NO_JSON)
    try:
        document = parse_json(data.decode(json.detect_encoding(data)).removeprefix("\ufeff"))
        read_scoring_table(cast("dict[str, Any]", document))
    except UnicodeDecodeError:
        raise Refusal(NO_TEXT) from None
    except Refusal as fault:
        raise (Refusal(AT_PATH, path=fault.field, fault=fault) if fault.field else fault) from None
    return modern(cast("dict[str, Any]", document))
