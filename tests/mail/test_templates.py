"""Every email that a feature registered, in every language."""

from __future__ import annotations

import re
from pathlib import Path

from consent_app import mail
from consent_app.text import LOCALES
from tests.support.harness import Harness

TEXTS = Path(mail.__file__).parent / "texts"

EXPECTED = {
    "confirm_address",
    "verify_registration",
    "reset_password",
    "password_changed",
    "invitation",
    "payment_overdue",
    "workspace_suspended",
    "new_sign_in",
    "notification.member_joined",
    "notification.weekly_summary",
}


def test_every_mail_is_written_in_every_language(harness: Harness) -> None:
    templates = harness.wsgi.registry.mails.templates
    assert templates.keys() >= EXPECTED
    for name, template in templates.items():
        source = (TEXTS / f"{name}.j2").read_text(encoding="utf-8")
        params = {param: f"{{{param}}}" for param in re.findall(r"{{\s*(\w+)\s*}}", source)}
        texts = {locale: template.text(locale, params)[1] for locale in LOCALES}
        parameters = {
            locale: set(re.findall(r"{(\w+)}", str(text))) for locale, text in texts.items()
        }
        # No language leaves out a value of another one, or the button.
        assert len({frozenset(names - {"site"}) for names in parameters.values()}) == 1, name
        assert len({text.action is None for text in texts.values()}) == 1, name
        subjects = [text.subject for locale, text in texts.items() if locale != "en"]
        assert texts["en"].subject not in subjects, name


def test_every_button_has_an_address(harness: Harness) -> None:
    """Without one, the layout leaves the button out."""
    for name, template in harness.wsgi.registry.mails.templates.items():
        source = (TEXTS / f"{name}.j2").read_text(encoding="utf-8")
        blocks = set(re.findall(r"{% block (\w+) %}", source))
        for block, parameter in (("action", "link"), ("other_action", "other_link")):
            has_address = getattr(template, parameter) is not None
            advice = f"MailTemplate({name!r}) needs {parameter}=… exactly if it has block {block}"
            assert has_address == (block in blocks), advice


def test_every_template_belongs_to_a_mail(harness: Harness) -> None:
    files = {path.stem for path in TEXTS.glob("*.j2")}
    registered = harness.wsgi.registry.mails.templates.keys()
    advice = "call config.add_mail_template in the includeme of the room that sends the email"
    assert files - {"layout.html", "layout.txt", "reason"} == registered, advice
