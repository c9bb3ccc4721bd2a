"""A customer with the tag on a site, and what a test can see of the visitor's decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

from playwright.sync_api import BrowserContext, Page
from sqlalchemy import update

from consent_app.application import Application
from consent_app.domains.models import Domain
from tests.support import factories, shop
from tests.support.waiting import until_on


@dataclass
class Customer:
    """A domain with a published banner, and pages with its tag on another origin."""

    site: factories.Site
    application: Application
    shop: shop.Shop
    service: str

    @property
    def tag(self) -> str:
        """The install tag."""
        source = f"{self.service}/v1/public/banner.js"
        return f'<script async src="{source}" data-domain="{self.site.id}"></script>'

    def page(self, path: str = "/", *, host: str | None = None, **options: Any) -> str:
        """Serve a page, with the tag in its head unless ``head`` is given; return its address."""
        page = shop.Page(**{"head": self.tag, **options})
        return self.shop.put(host or self.site.hostname, path, page)

    def change(self, **columns: Any) -> None:
        """Set columns of the domain's row: its settings, whose routes are not tested here."""
        with self.application.database.autonomous_transaction() as session:
            session.execute(update(Domain).where(Domain.id == UUID(self.site.id)).values(columns))

    def receipts(self) -> list[dict[str, Any]]:
        """Read the domain's receipts with the API key, newest first."""
        return self.site.receipts(domainId=self.site.id)

    def wait_for_receipts(self, page: Page, count: int) -> list[dict[str, Any]]:
        """Read until there are ``count`` receipts, while the page lives on."""
        receipts: list[dict[str, Any]] = []

        def are_there() -> bool:
            receipts[:] = self.receipts()
            return len(receipts) >= count

        until_on(page, are_there)
        assert len(receipts) == count
        return receipts

    def proof(self, page: Page) -> dict[str, Any]:
        """Read everything kept with the newest receipt, with the proof that the page keeps."""
        # The receipt is stored before the page gets the response.
        read = "(id) => JSON.parse(localStorage.getItem(`consent:${id}`)).proof"
        proof = page.wait_for_function(read, arg=self.site.id).json_value()
        response = self.site.panel.app.get(
            f"/v1/public/consents/{proof['id']}", headers=factories.bearer(proof["token"])
        )
        stored: dict[str, Any] = response.json
        return stored


def choice_cookie(context: BrowserContext) -> dict[str, Any]:
    """Return the one cookie of ours, with the fields of its value under ``fields``."""
    (cookie,) = [entry for entry in context.cookies() if entry["name"] == "consent_choice"]
    return {**cookie, "fields": dict(parse_qsl(cookie["value"], keep_blank_values=True))}
