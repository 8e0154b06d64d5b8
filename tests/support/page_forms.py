"""The forms of a page, with what a browser would send of each if nobody typed anything."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

TYPED = {"text", "number", "search", "email", "date", "password", "hidden", "tel"}


@dataclass
class PageForm:
    """A form: where it is sent to, and its fields as they stand, the first button's among them."""

    path: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    name: str = ""
    has_button: bool = False
    method: str = "post"

    def add(self, name: str, value: str) -> None:
        self.fields.setdefault(name, []).append(value)


class _FormReader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[PageForm] = []
        self._form: PageForm | None = None
        self._select: tuple[str, bool] = ("", False)
        self._options: list[tuple[str, bool]] = []
        self._textarea: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._form = PageForm(self._path(told.get("action", "")), method=told.get("method", "get"))
            self.forms.append(self._form)
        elif tag == "button" and self._form and "formaction" in told:
            self.forms.append(PageForm(self._path(told["formaction"]), self._form.fields))
        elif self._form is None or "disabled" in told or not told.get("name", tag == "option"):
            return
        elif tag == "input":
            self._read_input(self._form, told)
        elif tag == "button" and not self._form.has_button and told["name"] != "preview":
            self._form.has_button = True
            self._form.add(told["name"], told.get("value", ""))
        elif tag == "select":
            self._select, self._options = (told["name"], "multiple" in told), []
        elif tag == "option":
            self._options.append((told.get("value", ""), "selected" in told))
        elif tag == "textarea":
            self._textarea = ""
            self._form.add(told["name"], "")

    def _path(self, address: str) -> str:
        return urlsplit(urljoin(self.address, address)).path

    def handle_data(self, data: str) -> None:
        if self._textarea is not None:
            self._textarea += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select" and self._form:
            name, is_multiple = self._select
            chosen = [value for value, is_selected in self._options if is_selected]
            for value in chosen or ([] if is_multiple else [value for value, _ in self._options[:1]]):
                self._form.add(name, value)
        elif tag == "textarea" and self._form and self._textarea is not None:
            list(self._form.fields.values())[-1][-1] = self._textarea.removeprefix("\n")
            self._textarea = None

    def _read_input(self, form: PageForm, told: dict[str, str]) -> None:
        kind = told.get("type", "text")
        if kind in TYPED or (kind in ("checkbox", "radio") and "checked" in told):
            form.add(told["name"], told.get("value", "on" if kind == "checkbox" else ""))


def forms_on(page: str, address: str, method: str = "post") -> list[PageForm]:
    """The forms of a page at an address that are sent by a method, in its order."""
    reader = _FormReader(address)
    reader.feed(page)
    return [form for form in reader.forms if form.method == method]
