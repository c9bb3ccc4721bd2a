"""The pages of the reference, rendered once and cached in the form that is sent."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from consent_app.openapi.document import Document
from consent_app.reference.contract import Contract
from consent_app.reference.guides import Guide, read_guides, rendered, target
from consent_app.reference.markdown import Links, render
from consent_app.reference.samples import LANGUAGES, read_samples
from consent_app.settings import Settings
from consent_app.translations import template_environment


@dataclass(frozen=True, slots=True)
class Page:
    """A page in the form that is sent: plain, as gzip, and the beginning of its entity tags."""

    plain: bytes
    packed: bytes
    tag: str


class Library:
    """Every page of one process. ``document`` is asked for with the first page."""

    def __init__(self, settings: Settings, document: Callable[[], Document]) -> None:
        self._settings = settings
        self._document = document
        self._pages: dict[str, Page] = {}

    @cached_property
    def contract(self) -> Contract:
        """The operations."""
        return Contract(self._document())

    @cached_property
    def guides(self) -> dict[str, Guide]:
        """The guides by name."""
        return read_guides()

    @cached_property
    def guide_groups(self) -> dict[str, list[Guide]]:
        """The guides by group, in order."""
        groups: dict[str, list[Guide]] = {}
        for guide in self.guides.values():
            groups.setdefault(guide.group, []).append(guide)
        return groups

    @cached_property
    def samples(self) -> dict[str, dict[str, str]]:
        """The samples by operation and language."""
        return read_samples(self._settings.base_url)

    def contents(self) -> Page:
        """Return the first page: the general part of the document, and a list of all operations."""
        return self._page("/docs/", "contents", self._contents)

    def _contents(self) -> dict[str, Any]:
        return {"text": self._markdown(self.contract.description, shift=0)}

    def operations(self, slug: str) -> Page | None:
        """Return a tag's page; None for an unknown one."""
        tag = self.contract.tags.get(slug)
        if tag is None:
            return None
        return self._page(f"/docs/api/{slug}", "operations", lambda: {"tag": tag})

    def guide_list(self) -> Page:
        """Return the list of the guides."""
        return self._page("/docs/guides/", "guides", dict)

    def guide(self, name: str) -> Page | None:
        """Return a guide's page; None for an unknown one."""
        guide = self.guides.get(name)
        if guide is None:
            return None
        return self._page(guide.path, "guide", lambda: self._values_of(guide))

    def _values_of(self, guide: Guide) -> dict[str, Any]:
        return {"guide": guide, "text": rendered(guide, self.guides, self._links())}

    def _page(self, path: str, template: str, values: Callable[[], dict[str, Any]]) -> Page:
        # Its values are only made with the page: rendering a guide takes longer than all the rest.
        if path not in self._pages:
            env = template_environment("consent_app.reference", "templates", "en", html=True)
            body = env.get_template(f"{template}.html.j2").render(
                values(),
                path=path,
                contract=self.contract,
                guides=self.guide_groups,
                samples=self.samples,
                languages=LANGUAGES,
                markdown=self._markdown,
                branding=self._settings.branding,
            )
            plain = body.encode()
            digest = hashlib.sha256(plain).hexdigest()[:32]
            self._pages[path] = Page(plain, gzip.compress(plain, mtime=0), digest)
        return self._pages[path]

    def _markdown(self, text: str, *, shift: int = 2, prefix: str = "") -> Markup:
        return render(text, self._links(), shift=shift, prefix=prefix).html

    def _links(self) -> Links:
        def lead(href: str) -> str | None:
            return target("openapi.yaml", href, self.guides) if href.endswith(".md") else href

        return Links(lead, self.contract.page)
