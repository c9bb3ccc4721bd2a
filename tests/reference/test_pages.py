"""The reference and the guides: everything is there, and every link of theirs leads somewhere."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
import yaml
from webob import Request
from webtest import TestApp

from consent_app import make_app
from consent_app.reference.guides import read_guides, target
from consent_app.reference.samples import LANGUAGES, ORIGIN, read_samples
from tests.worlds import make_application, make_settings


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> TestApp:
    """An application whose database is never asked."""
    folder = tmp_path_factory.mktemp("reference")
    return TestApp(
        make_app(make_application(make_settings(f"sqlite:///{folder}/unused.sqlite", folder)))
    )


def _crawled(pages: TestApp) -> dict[str, str]:
    found: dict[str, str] = {}
    waiting = ["/docs/"]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path] = pages.get(path, status=200).text
        links = (urldefrag(urljoin(path, each))[0] for each in _links(found[path]))
        waiting += [link for link in links if link.startswith("/docs/")]
    return found


def _links(html: str) -> list[str]:
    return re.findall(r'<a [^>]*href="([^"]+)"', html)


def test_every_link_leads_to_a_page_and_to_a_place_on_it(pages: TestApp) -> None:
    found = _crawled(pages)
    assert {guide.path for guide in read_guides().values()} <= found.keys()
    broken = []
    for path, html in found.items():
        for link in _links(html):
            there, anchor = urldefrag(urljoin(path, link))
            if there == "/openapi.yaml" or re.match(r"https?:|mailto:", there):
                continue
            if there not in found or (anchor and f'id="{unquote(anchor)}"' not in found[there]):
                broken.append(f"{path}: {link}")
    assert broken == []


def test_every_operation_has_its_place_its_samples_and_its_form(
    pages: TestApp, project: Path
) -> None:
    spec = yaml.safe_load((project / "openapi.yaml").read_text(encoding="utf-8"))
    samples = read_samples(ORIGIN)
    everything = "".join(
        html for path, html in _crawled(pages).items() if path.startswith("/docs/api/")
    )
    for path, item in spec["paths"].items():
        for method in {"get", "put", "post", "patch", "delete"} & item.keys():
            operation = item[method]["operationId"]
            assert everything.count(f'<h2 id="{operation}">') == 1
            assert f'data-method="{method.upper()}" data-path="{path}"' in everything
            assert samples[operation].keys() == LANGUAGES.keys()


def test_a_page_loads_its_own_files_alone_and_is_kept(pages: TestApp) -> None:
    path, packed = "/docs/api/domains", {"Accept-Encoding": "gzip"}
    first = Request.blank(path, headers=packed).get_response(pages.app)
    policy = first.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert first.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(first.body) == pages.get(path, status=200).body
    assert pages.get(path).headers["ETag"] != first.headers["ETag"]
    pages.get(path, headers={**packed, "If-None-Match": first.headers["ETag"]}, status=304)


@pytest.mark.parametrize(
    "path", ["/docs/api/unknown", "/docs/guides/architecture", "/docs/guides/..%2Fsecurity"]
)
def test_what_is_not_public_is_not_there(pages: TestApp, path: str) -> None:
    pages.get(path, status=404)


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


def test_every_guide_has_a_title_of_its_own() -> None:
    titles = [guide.title for guide in read_guides().values()]
    assert len(set(titles)) == len(titles)
    assert all(titles)
