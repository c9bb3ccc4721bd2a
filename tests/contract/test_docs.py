"""The documentation: generated pages are up to date, and links and names are valid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import doc_links, docs


@pytest.fixture(scope="module")
def names() -> doc_links.Names:
    return doc_links.Names()


def test_generated_pages_are_up_to_date() -> None:
    assert docs.stale() == [], "make docs"


def test_every_page_link_works() -> None:
    assert doc_links.complaints() == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A *page*: `x`\n## Two\n## Two\n```\n[code](no.md)\n```\n[is](#a-page-x), [too](#two-1),"
        " [not](#three), [gone](gone.md), [away](https://example.com), `[none](no.md)`"
    )
    assert list(doc_links.broken_links(page, tmp_path)) == [
        "page.md: #three: no such heading",
        "page.md: gone.md does not exist",
    ]


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("POST /v1/domains/{domainId}/verify", None),
        ("POST /v1/domains/{id}/verify", "operation"),
        ("GET /v1/nothing", "operation"),
        ("make check", None),
        ("make coffee", "target"),
        ("consent-app keys new", None),
        ("consent-app brew", "command"),
        ("consent-app jobs requeue --waiting", None),
        ("consent-app jobs requeue --coffee", "option"),
        ("tests/contract/test_docs.py::test_every_page_link_works", None),
        ("tests/contract/test_docs.py::test_nothing", "test"),
        ("docs/none.md", "file"),
        ("consent.signup = closed", None),
        ("CONSENT_SINGUP", "setting"),
    ],
)
def test_names_are_looked_up(names: doc_links.Names, code: str, complaint: str | None) -> None:
    result = list(names.wrong(code, Path()))
    assert [text for text in result if complaint and complaint in text] == result
    assert bool(result) == (complaint is not None)


def test_commands_in_blocks_are_looked_up(names: doc_links.Names) -> None:
    page = names.root / "docs" / "page.md"
    text = (
        "```sh\nconsent-app jobs list --dad | head\n```\n\n    consent-app keys \\\n        brew\n"
    )
    complaints = list(doc_links.wrong_names(text, page, names))
    assert complaints == [
        "docs/page.md: `consent-app jobs list --dad`: there is no option --dad",
        "docs/page.md: `consent-app keys brew`: there is no such command",
    ]


def test_diagrams_contain_no_statement_terminator(project: Path) -> None:
    for path in doc_links.markdown_files(project):
        for diagram in re.findall(r"```mermaid\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
            # Mermaid takes a semicolon for the end of a line.
            assert ";" not in diagram, path
