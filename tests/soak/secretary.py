"""A secretary's phone: signs in, sends deals under keys of its own, and repeats them until they are acknowledged."""

import http.client
import socket
import time
import uuid
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

URL_ENCODED = "application/x-www-form-urlencoded"
PATIENCE = 60  # seconds that a request may take
SAVED = 302


@dataclass(frozen=True)
class Answer:
    """An answer: status, where to go next, the page or the file, and the seconds it took.

    Of a page that waits, the seconds until it is to be asked for again.
    """

    status: int
    location: str
    content: bytes
    seconds: float
    again_after: int = 0

    @property
    def page(self) -> str:
        return self.content.decode()


@dataclass
class Secretary:
    """Talks to the site at a port, with the cookies of one sign-in."""

    port: int
    club: Mapping[str, Any]
    cookies: dict[str, str] = field(default_factory=dict)

    def sign_in(self) -> "Secretary":
        self.get("/sign-in/")
        answer = self.post("/sign-in/", self.club["login"])
        assert answer.status == SAVED, answer.page
        return self

    def deal(self, key: uuid.UUID | None = None, **answers: object) -> dict[str, str]:
        """The entry form for a plain 8 by Bodil with Carl, eight tricks, unless `answers` say otherwise."""
        ids = self.club["ids"]
        sent = {
            "key": key or uuid.uuid4(),
            "declarer": ids["Bodil"],
            "contract": 8,
            "column": "plain",
            "partner": ids["Carl"],
            "tricks": 8,
            "dealer": ids["Bodil"],
            "save": 1,
        }
        return {name: str(value) for name, value in (sent | answers).items()}

    def save(self, deal: Mapping[str, str]) -> Answer:
        return self.post(f"{self.club['evening']}deals/new/", deal)

    def save_at_last(self, deal: Mapping[str, str], until: float) -> bool:
        """Send a deal until it is acknowledged (True) or the time is up (False)."""
        while time.monotonic() < until:
            try:
                if self.save(deal).status == SAVED:
                    return True
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
        return False

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, fields: Mapping[str, str | list[str]]) -> Answer:
        return self.ask("POST", path, self.body(fields))

    def hand_in(self, path: str, name: str, content: bytes, fields: Mapping[str, list[str]] | None = None) -> Answer:
        """Send a file by a form that asks for one."""
        file = {"file": SimpleUploadedFile(name, content), "csrfmiddlewaretoken": self.cookies["csrftoken"]}
        return self.ask("POST", path, encode_multipart(BOUNDARY, {**(fields or {}), **file}), MULTIPART_CONTENT)

    def ask(self, method: str, path: str, body: str | bytes | None = None, kind: str = URL_ENCODED) -> Answer:
        began = time.monotonic()
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request(method, path, body, self.headers() | {"Content-Type": kind})
            response = connection.getresponse()
            content = response.read()
        for header in response.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        seconds = time.monotonic() - began
        after, _, _ = response.headers.get("Refresh", response.headers.get("Retry-After", "0")).partition("; url=")
        return Answer(response.status, response.headers.get("Location", ""), content, seconds, int(after))

    def body(self, fields: Mapping[str, str | list[str]]) -> str:
        return urlencode({**fields, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}, doseq=True)

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies, "Content-Type": URL_ENCODED}

    def hang_up(self, deal: Mapping[str, str], *, sent: float) -> None:
        """Send a part (0 to 1) of a request to save a deal, and hang up before the answer."""
        body = self.body(deal)
        lines = {"Host": "localhost", "Content-Length": str(len(body)), **self.headers()}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        request = f"POST {self.club['evening']}deals/new/ HTTP/1.0\r\n{head}\r\n{body}".encode()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as door:
            door.sendall(request[: int(len(request) * sent)])
