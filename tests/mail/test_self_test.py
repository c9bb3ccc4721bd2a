"""The check at the start that no mail can carry a header of somebody's."""

from __future__ import annotations

import pytest

from consent_app.mail import headers, self_test
from consent_app.mail.self_test import UnsafeMailError, check_serialiser


def test_a_start_that_could_inject_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    check_serialiser()
    monkeypatch.setattr("consent_app.mail.message.text_header", lambda text: text)
    monkeypatch.setattr(headers, "check_block", lambda *_, **__: None)
    monkeypatch.setattr("consent_app.mail.templates._one_line", lambda text: text)
    with pytest.raises(UnsafeMailError):
        self_test.check_serialiser()
