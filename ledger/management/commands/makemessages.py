"""`manage.py makemessages`, which finds the phrases of the rules too."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=Phrase:1,1t",
        "--keyword=Phrase:1,2c,2t",
    ]
