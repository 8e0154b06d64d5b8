"""No log has the token of a link or a player's name in an address.

Who reads a server's log could otherwise read, answer or join as somebody else, and learn who is forgotten.
"""

import logging
import re

# What stands before a token in an address; test_masked_log.py holds it against every address.
SLASH = "(?:/|%2F)"  # the second in a query, as of the link to another language, which leads back to the page
BEFORE_A_TOKEN = ("sheet", "read", "welcome", f"account{SLASH}e-mail", rf"password{SLASH}[^/\s%]+")
BEFORE_A_NAME = ("players",)
ASKS_FOR_NAMES = ("player", "partner", "opponent", "kept", "q")  # in a query; the last is what somebody searches for
IN_PATH = rf"{SLASH}(?:{'|'.join(BEFORE_A_TOKEN + BEFORE_A_NAME)}){SLASH}"
IN_QUERY = rf"(?:[?&]|%3F|%26)(?:{'|'.join(ASKS_FOR_NAMES)})(?:=|%3D)"
MASKED = re.compile(rf"({IN_PATH}|{IN_QUERY})[^/\s\"'?&]+", re.IGNORECASE)


class MaskTokens(logging.Filter):
    """Puts `...` in the place of tokens and names in what is about to be written, a traceback among it."""

    def filter(self, record: logging.LogRecord) -> bool:
        # The arguments are put in first, since a token is most often one of them.
        record.msg, record.args = mask_tokens_in(record.getMessage()), ()
        if record.exc_info:
            # A formatter that finds this text writes it and makes none of its own.
            record.exc_text = mask_tokens_in(logging.Formatter().formatException(record.exc_info))
        return True


def mask_tokens_in(text: str) -> str:
    """Put `...` in the place of every token and name in the addresses of a text."""
    return MASKED.sub(r"\1...", text)
