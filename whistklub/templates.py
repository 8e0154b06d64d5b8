"""How templates are read: a page is served without the margins that only their readers need."""

import re

from django.template import Origin
from django.template.loaders import filesystem

MARGIN = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(filesystem.Loader):
    """Django's own but for the margins of pages, which are taken off once, when a template is read."""

    def get_contents(self, origin: Origin) -> str:
        """A template as it is compiled: its lines as they were written, those of a page without their margins."""
        contents = super().get_contents(origin)
        return MARGIN.sub("", contents) if origin.name.endswith(".html") else contents
