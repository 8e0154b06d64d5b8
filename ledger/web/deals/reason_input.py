"""A field for a reason in a few words: a usual one by one tap, or any other typed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise


class ReasonInput(forms.TextInput):
    """A line of text below keys for the usual reasons; what is typed wins over what is pressed."""

    template_name = "ledger/deals/_reason_input.html"

    def __init__(self, usual: Sequence[Promise]) -> None:
        super().__init__()
        self.usual = usual

    def use_required_attribute(self, initial: Any) -> bool:  # noqa: ARG002 Django gives it
        """False, because a key does as well."""
        return False

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:  # noqa: ARG002 so too
        return str(data.get(name, "")).strip() or data.get(f"{name}-usual", "")

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The widget's context, with a usual reason as a pressed key instead of as text."""
        usual = [str(reason) for reason in self.usual]
        chosen = value if value in usual else ""
        context = super().get_context(name, None if chosen else value, attrs)
        return {**context, "usual": usual, "chosen": chosen}
