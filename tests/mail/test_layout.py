"""The one layout of all emails, as text and as HTML."""

from __future__ import annotations

import re

import pytest

from consent_app.registration.mails import VERIFY_ADDRESS
from tests.support.letters import URL, body, mail


@pytest.mark.parametrize("kind", ["plain", "html"])
def test_the_link_is_whole_in_both_bodies(kind: str) -> None:
    assert URL in body(mail(VERIFY_ADDRESS), kind)


def test_the_html_loads_nothing() -> None:
    html = body(mail(VERIFY_ADDRESS), "html")
    assert re.findall(r"<(img|link|script|iframe|object)\b|\bsrc=|url\(|@import", html) == []
    assert set(re.findall(r'href="([^"]*)"', html)) == {URL}
