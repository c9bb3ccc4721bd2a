"""Pages of the site's own origins can read every header that the document promises them."""

from __future__ import annotations

from consent_app.http.cors import EXPOSED_HEADERS, SITE, VISITOR
from consent_app.openapi.document import Document

# What every page may read by the Fetch standard.
SAFE = {"Cache-Control", "Content-Language", "Content-Length", "Content-Type", "Expires"}
# Said with the body too, or to programs that handle credentials themselves.
LEFT_OUT = {"WWW-Authenticate", "Allow"}


def test_documented_responses_can_be_parsed(document: Document) -> None:
    promised = {
        header
        for _, _, item, operation in document.operations()
        if item["x-cors"] in (SITE, VISITOR)
        for answer in operation["responses"].values()
        for header in document.resolve(answer).get("headers", {})
    }
    exposed = {name.strip() for name in EXPOSED_HEADERS.split(",")}
    assert "X-Export-Manifest" in promised
    assert promised - SAFE - LEFT_OUT <= exposed
