"""The guides: docs/ as pages."""

from __future__ import annotations

import pytest

from consent_app.reference.guides import read_guides, target


def test_the_guides_are_those_that_the_contents_have_for_users() -> None:
    guides = read_guides()
    assert {"quick-start", "banner", "receipts", "self-hosting", "python"} <= guides.keys()
    assert not {"architecture", "decisions", "adding-a-feature", "README"} & guides.keys()
    assert [guides[name].group for name in ("quick-start", "clients", "scaling")] == [
        *("Begin", "For developers", "For operators")
    ]


@pytest.mark.parametrize(
    ("href", "leads_to"),
    [
        ("receipts.md", "/docs/guides/receipts"),
        ("receipts.md#reading", "/docs/guides/receipts#reading"),
        ("../openapi.yaml", "/openapi.yaml"),
        ("../clients/python/README.md#errors", "/docs/guides/python#errors"),
        ("README.md", "/docs/guides/"),
        ("architecture.md", None),
        ("../CONTRIBUTING.md", None),
        ("../../../etc/passwd", None),
    ],
)
def test_links_between_guides_are_rewritten(href: str, leads_to: str | None) -> None:
    assert target("docs/domains.md", href, read_guides()) == leads_to


def test_every_guide_has_its_own_title() -> None:
    titles = [guide.title for guide in read_guides().values()]
    assert len(set(titles)) == len(titles)
    assert all(titles)
