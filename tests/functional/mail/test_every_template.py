"""Every mail that a feature registered, in every language."""

from __future__ import annotations

import re

from consent_app.text import LOCALES
from tests.worlds import World

EXPECTED = {
    "confirm_address",
    "confirm_registration",
    "reset_password",
    "password_changed",
    "invitation",
    "payment_overdue",
    "workspace_suspended",
    "new_sign_in",
    "notification.member_joined",
    "notification.weekly_summary",
}


def test_every_mail_is_written_in_every_language(world: World) -> None:
    templates = world.wsgi.registry.mails.templates
    assert templates.keys() >= EXPECTED
    for name, template in templates.items():
        assert set(template.texts) == set(LOCALES), name
        named = {
            locale: set(re.findall(r"{(\w+)}", str(text)))
            for locale, text in template.texts.items()
        }
        # No language leaves out what another one tells, nor the button.
        assert len({frozenset(each - {"site"}) for each in named.values()}) == 1, name
        assert len({text.action is None for text in template.texts.values()}) == 1, name
        assert len({text.subject for text in template.texts.values()}) == len(LOCALES), name
