"""Mails as the development mailbox shows them."""

from __future__ import annotations

from consent_app.web.mailbox import linked


def test_addresses_are_links_and_all_else_is_escaped() -> None:
    html = linked('<b> https://a.example/?x=1&y="2". & more')
    assert html == (
        '&lt;b&gt; <a href="https://a.example/?x=1&amp;y=">https://a.example/?x=1&amp;y=</a>'
        "&quot;2&quot;. &amp; more"
    )
