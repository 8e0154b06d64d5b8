"""What a page hands to its scripts."""

from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script
from django.utils.safestring import SafeString

register = template.Library()


class CompactEncoder(DjangoJSONEncoder):
    """JSON without the spaces that only its readers would need."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "separators": (",", ":")})


@register.filter
def data_for_script(data: object, element_id: str) -> SafeString:
    """Data under an id, as `json_script` gives it but without spaces."""
    return json_script(data, element_id, encoder=CompactEncoder)
