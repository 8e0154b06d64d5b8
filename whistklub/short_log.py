"""A page that was refused is a line of the log, without the way that the program took to refuse it."""

import logging
from http import HTTPStatus


class OneLineRefusals(logging.Filter):
    """Takes the traceback off what Django says of a page that it answered with less than an error of the site."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR) < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = None
        return True
