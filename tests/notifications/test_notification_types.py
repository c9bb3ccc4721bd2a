"""The types of notification, and the emails."""

from __future__ import annotations

from consent_app.compliance.rules import RULES
from consent_app.notifications.feed import NOT_FINDINGS
from consent_app.notifications.notification_types import (
    EVENT_TYPES,
    MAILS,
    MAILS_BY_ID,
    NOTIFICATION_TYPES,
    QUIET_DAYS,
)
from consent_app.settings import project_file
from consent_app.translations import translated
from tools.yaml_files import read_yaml


def test_the_document_has_every_row() -> None:
    schemas = read_yaml(project_file("openapi.yaml"))["components"]["schemas"]
    assert set(schemas["NotificationKind"]["enum"]) == NOTIFICATION_TYPES.keys()


def test_rules_that_are_no_findings_are_rules() -> None:
    assert {rule.id for rule in RULES} >= NOT_FINDINGS


def test_every_mail_named_by_a_row_exists() -> None:
    assert {row.mail for row in NOTIFICATION_TYPES.values() if row.mail} <= MAILS_BY_ID.keys()
    assert "no_traffic" not in EVENT_TYPES
    assert "domain_added" in EVENT_TYPES


def test_every_text_has_its_words_in_german() -> None:
    texts = [mail.description for mail in MAILS]
    for row in NOTIFICATION_TYPES.values():
        texts += [
            text for text in (row.title, row.detail) if not text.startswith("{") or " " in text
        ]
    untold = {text for text in texts if translated(text, "de") == text}
    # Composed of other texts only.
    assert untold <= {"{hostname}: {rule}", "{resolution} ({source})"}
    assert f" {QUIET_DAYS} " in NOTIFICATION_TYPES["no_traffic"].title
