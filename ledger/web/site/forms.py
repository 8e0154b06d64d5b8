"""What every form of the site has in common, and every filter of a list."""

import hashlib
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import django_filters as filters
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model, QuerySet
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.backends.django import DjangoTemplates as Engine
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from ledger.rules.site.points import read_points
from ledger.rules.site.refusal import Refusal
from ledger.services.deals import DealChanged, KeyUsed, PricesChanged, SeatsChanged
from ledger.services.evenings.approval import BookMoved
from ledger.services.scoring import DraftChanged
from ledger.services.site.form_keys import KeyTaken, SentForm, answer_to, run_once
from ledger.templatetags.ledger_format import plain_points
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.site.access import SignedInRequest
from ledger.web.site.slowing import check_password

Question = TypeVar("Question")  # a frozen dataclass that a query answers


class FieldRenderer(DjangoTemplates):
    """Draws forms by templates/django/forms/, and by Django's own templates where there is none."""

    @cached_property
    def engine(self) -> Engine:
        directories = [settings.BASE_DIR / "templates", Path(forms.__file__).parent / "templates"]
        # As pages have them, so that these templates too are read once and lose their margins.
        options = {"loaders": settings.TEMPLATE_LOADERS, "builtins": settings.TEMPLATE_TAGS}
        return Engine({"APP_DIRS": False, "DIRS": directories, "NAME": "forms", "OPTIONS": options})


class RefusingForm(forms.Form):
    """A form that shows a refusal beside its field, or above the form if it has no such field.

    `refusal_fields` maps the fields that refusals call otherwise to the form's names.
    """

    refusal_fields: Mapping[str, str] = {}

    def field_of_refusal(self, about: str) -> str:
        """The name of the field that a refusal is about."""
        return self.refusal_fields.get(about, about)

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal on the form."""
        field = self.field_of_refusal(refusal.field or "")
        self.add_error(field if field in self.fields else None, refusal_text(refusal))


def form_data(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; None for a page that only shows it."""
    return request.POST if request.method == "POST" else None


def focus_refused(form: forms.Form) -> None:
    """Let a form that changes nothing open at the first field that is refused; others have a summary above."""
    refused = next((field for name, field in form.fields.items() if name in form.errors), None)
    if refused is not None:
        refused.widget.attrs["autofocus"] = True


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a form's field that depend on the form's arguments."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def with_field(data: Mapping[str, Any], name: str, value: str) -> QueryDict:
    """What was sent with a form, with another value in one field."""
    sent = QueryDict(mutable=True)
    sent.update(data)
    sent[name] = value
    return sent


class PointsField(forms.CharField):
    """Typed points as integer units of 1/`denominator` point: "1,5" and "1.5" are the same in any language."""

    # A phone's keypad of digits has neither a minus nor a slash.
    widget = forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off", "class": "short"})

    def __init__(self, *, denominator: int = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.denominator = denominator

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        try:
            return read_points(text, self.denominator)
        except Refusal as refusal:
            raise ValidationError(refusal_text(refusal), code="points") from refusal

    def prepare_value(self, value: Any) -> Any:
        """Units as text; what was typed stays as it is."""
        if isinstance(value, int):
            return plain_points(value, self.denominator)
        return value


class OwnPasswordField(forms.CharField):
    """The password of whoever is signed in, which is tried with the form; a SignedInForm tells it who asks."""

    request: SignedInRequest

    def __init__(self, **attrs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": "current-password", **attrs})
        # A space at either end may be part of a password.
        super().__init__(label=_("Your password"), strip=False, widget=widget)

    def validate(self, value: str) -> None:
        super().validate(value)
        check_password(self.request, value)


class SignedInForm(RefusingForm):
    """A form of whoever is signed in, which may ask for their password."""

    def __init__(self, request: SignedInRequest, data: QueryDict | None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.request = request
        for field in self.fields.values():
            if isinstance(field, OwnPasswordField):
                field.request = request


class CodeField(forms.CharField):
    """A code of a second factor."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(
            label=_("Code"),
            max_length=40,
            help_text=_("The six digits that your app shows, or one of your recovery codes."),
            widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters", **attrs}),
        )


class DayInput(forms.DateInput):
    """The browser's own date picker."""

    input_type = "date"

    def __init__(self, **kwargs: Any) -> None:
        # A date field of HTML takes no other form, whatever the language.
        super().__init__(format="%Y-%m-%d", **kwargs)


class DaysForm(forms.Form):
    """A form that asks for a first and a last day, which may not come before it."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", ValidationError(_("The last day is before the first."), code="order"))
        return cleaned


class QuestionFilter(filters.Filter):
    """A filter that puts its value into a question, in the field that `field_name` names."""

    def filter(self, question: Question, value: Any) -> Question:
        """The question with this value; as it was if there is none."""
        return replace(question, **{self.field_name: self.as_asked(value)}) if value else question  # type: ignore[type-var]

    def as_asked(self, value: Any) -> Any:
        """What the question has for a value of the form."""
        return value


class ChoiceFilter(QuestionFilter, filters.ChoiceFilter):
    """One of some choices, perhaps offered later."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"choices": (), "empty_label": _("All"), **kwargs})


class NumberChoiceFilter(ChoiceFilter):
    """One of some numbers."""

    def as_asked(self, value: str) -> int:
        return int(value)


class RowFilter(QuestionFilter, filters.ModelChoiceFilter):
    """One of some rows, by its address."""

    def __init__(self, model: type[Model], **kwargs: Any) -> None:
        super().__init__(queryset=QuerySet(model).none(), to_field_name="slug", empty_label=_("All"), **kwargs)


class NumberFilter(QuestionFilter):
    """A number."""

    field_class = forms.IntegerField


class DayFilter(QuestionFilter, filters.DateFilter):
    """A day."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, widget=DayInput, **kwargs)


class TickFilter(QuestionFilter):
    """A tick: yes, or anything."""

    field_class = forms.BooleanField


class ListFilters(filters.FilterSet):
    """The filters of a list, as its address has them, all of them optional.

    They narrow a question that the queries answer, and no rows: a sum, its deals and their file are one question.
    """

    form: forms.Form

    def __init__(self, asked: Mapping[str, Any]) -> None:
        super().__init__(asked, queryset=QuerySet())

    def get_form_class(self) -> type[forms.Form]:
        """The form of all the filters, whose labels are their own: there is no model to ask for them."""
        fields = {name: declared.field for name, declared in self.base_filters.items()}
        return type(f"{type(self).__name__}Form", (self._meta.form,), fields)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything is asked for."""
        return any(self.data.get(name) for name in self.filters)

    @property
    def errors(self) -> Mapping[str, Any]:
        """What is refused, by field; nothing, and no form is made, where nothing is asked for."""
        return self.form.errors if self.is_narrowed else {}

    def is_valid(self) -> bool:
        """Whether everything that is asked for can be read."""
        return not self.errors

    def narrow(self, question: Question) -> Question:
        """The question with whatever is asked for; as it was if anything is refused."""
        if self.is_narrowed and self.is_valid():
            for name, value in self.form.cleaned_data.items():
                question = self.filters[name].filter(question, value)
        return question


# Forms that count once: each carries a key made with the page, and the same key gets the same answer.


OK, CONFLICT = 200, 409
FIRST_HERE = (KeyTaken, KeyUsed, DealChanged, PricesChanged, SeatsChanged, DraftChanged, BookMoved)
LEFT_OUT = {"csrfmiddlewaretoken", "key", "password"}  # no part of what a form asks for


class KeyedForm(RefusingForm):
    """A form with its key; without a key, as a program may send it, it is acted on every time.

    `stored` is the address of what an earlier use of the key stored, if the form was refused because of that.
    """

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)
    stored = ""

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(refusal)
        if isinstance(refusal, KeyTaken):
            self.stored = refusal.answer


def redirect_once(request: HttpRequest, form: KeyedForm, act: Callable[[], str]) -> HttpResponse:
    """Do what a valid form asks, unless it was done before, and redirect to the address that `act` gave.

    Raises Refusal when `act` does, or when the key was used for another form.
    """
    sent = _sent_form(request, form.cleaned_data["key"] or uuid.uuid4())
    return redirect(run_once(sent=sent, act=act))


def submit_once(request: HttpRequest, form: KeyedForm, act: Callable[[], str]) -> tuple[HttpResponse | None, int]:
    """Do what a form asks, if it is valid, with any refusal put on the form.

    Returns the redirect, else None and the status of the page that shows the form again.
    """
    if not form.is_valid():
        return None, OK
    try:
        return redirect_once(request, form, act), OK
    except Refusal as refusal:
        form.refuse(refusal)
        return None, status_of(refusal)


def earlier_answer(request: HttpRequest) -> HttpResponse | None:
    """The redirect with which this very form was answered before; None if it is new.

    For a page that cannot show its form again once it is done: a published draft is gone.
    """
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None
    answer = answer_to(sent=_sent_form(request, key))
    return redirect(answer) if answer else None


def status_of(refusal: Refusal) -> int:
    """The status of a refused form: 409 if somebody, perhaps oneself, was here first, else 200."""
    return CONFLICT if isinstance(refusal, FIRST_HERE) else OK


def _sent_form(request: HttpRequest, key: uuid.UUID) -> SentForm:
    """The form as it was sent: its fields, and a digest of each file."""
    fields = {name: values for name, values in request.POST.lists() if name not in LEFT_OUT}
    files = {name: _digest(file) for name, file in request.FILES.items() if isinstance(file, UploadedFile)}
    user = request.user if request.user.is_authenticated else None
    # By its path too, since the same key on another page is another form.
    return SentForm(key=key, user=user, data=[request.path, fields | files], now=timezone.now())


def _digest(file: "UploadedFile[Any]") -> str:
    # The form has read it to its end.
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()
