"""Markdown becomes HTML, and nothing else does."""

from __future__ import annotations

import pytest

from consent_app.reference.markdown import Links, render

LINKS = Links(lambda href: None if href == "gone" else f"/{href}", lambda method, path: None)


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "`<b>`", "# <i>A</i>", "<!-- a"],
)
def test_html_is_shown_and_not_taken(text: str) -> None:
    html = render(text, LINKS).html
    for tag in ("<script", "<img", "<b>", "<i>", "<!--"):
        assert tag not in html


def test_an_address_of_a_script_is_no_link() -> None:
    assert "<a" not in render("[a](javascript:alert(1))", LINKS).html


def test_a_comment_on_its_own_line_is_left_out() -> None:
    assert render("One\n\n<!-- for\ntools -->\n\nTwo", LINKS).html == "<p>One</p>\n<p>Two</p>\n"


def test_links_lead_where_the_caller_says_and_others_are_text() -> None:
    html = render("[a](b.md) [c](gone) [d](https://e.example/) [f](#g)", LINKS).html
    assert html == (
        '<p><a href="/b.md">a</a> c <a href="https://e.example/">d</a> <a href="#g">f</a></p>\n'
    )


def test_an_operation_in_code_is_a_link_to_it() -> None:
    links = Links(str, lambda method, path: f"/docs#{method}" if path == "/v1/a" else None)
    assert render("`GET /v1/a` `GET /v1/b`", links).html == (
        '<p><a href="/docs#GET"><code>GET /v1/a</code></a> <code>GET /v1/b</code></p>\n'
    )


def test_a_page_of_docs_in_code_is_a_link_to_it() -> None:
    html = render("`docs/domains.md` `tests/a.py`", LINKS).html
    page, test = "<code>docs/domains.md</code>", "<code>tests/a.py</code>"
    assert html == f'<p><a href="/docs/domains.md">{page}</a> {test}</p>\n'


def test_headings_have_anchors_of_their_own() -> None:
    rendered = render("## `window.consent`, version 1\n## A\n## A\n", LINKS, shift=1)
    assert [heading.anchor for heading in rendered.headings] == [
        "windowconsent-version-1",
        "a",
        "a-1",
    ]
    assert '<h3 id="a-1">' in rendered.html


def test_a_table_is_named_by_its_heading() -> None:
    table = "| a |\n|---|\n| b |\n"
    html = render(f"## Limits & more\n\n{table}\n{table}", LINKS).html
    assert 'aria-label="Table: Limits &amp; more"' in html
    assert 'aria-label="Table 2: Limits &amp; more"' in html
