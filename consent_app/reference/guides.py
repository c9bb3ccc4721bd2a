"""The guides: those pages of docs/ that are for owners, developers and operators."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from consent_app.reference.markdown import Links, Rendered, render
from consent_app.settings import project_file

GUIDES: dict[str, dict[str, str]] = {
    "Begin": {
        "quick-start": "docs/quick-start.md",
        "glossary": "docs/glossary.md",
    },
    "For owners and privacy officers": {
        "banner": "docs/banner.md",
        "receipts": "docs/receipts.md",
        "jurisdictions": "docs/jurisdictions.md",
        "domains": "docs/domains.md",
        "audit-events": "docs/audit-events.md",
        "notifications": "docs/notifications.md",
        "security": "docs/security.md",
    },
    "For developers": {
        "integrating": "docs/integrating.md",
        "sign-in": "docs/sign-in.md",
        "api-keys": "docs/api-keys.md",
        "errors": "docs/errors.md",
        "clients": "docs/clients.md",
        "python": "clients/python/README.md",
        "typescript": "clients/typescript/README.md",
        "versioning": "docs/versioning.md",
    },
    "For operators": {
        "self-hosting": "docs/self-hosting.md",
        "containers": "docs/containers.md",
        "settings": "docs/settings.md",
        "commands": "docs/commands.md",
        "mail": "docs/mail.md",
        "billing": "docs/billing.md",
        "performance": "docs/performance.md",
        "citus": "docs/citus.md",
    },
}
"""The files, by the group that they stand in and by the name in their address."""

FILES = {name: file for group in GUIDES.values() for name, file in group.items()}
_NAMES = {file: name for name, file in FILES.items()}
_INDEX = "docs/README.md"


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: its name in the address, its title and its text."""

    name: str
    title: str
    text: str

    @property
    def path(self) -> str:
        """Where it is read."""
        return f"/docs/guides/{self.name}"


def read_guides() -> dict[str, Guide]:
    """Return every guide by its name. Raises FileNotFoundError when one was not installed."""
    return {name: _read(name, file) for name, file in FILES.items()}


def _read(name: str, file: str) -> Guide:
    text = project_file(file).read_text(encoding="utf-8")
    head, _, rest = text.partition("\n")
    title = {"python": "Python client", "typescript": "TypeScript client"}.get(name)
    return Guide(name, title or head.lstrip("# ").strip(), rest)


def rendered(guide: Guide, links: Links) -> Rendered:
    """Return a guide as HTML, with its links to other guides leading to their pages."""
    return render(guide.text, Links(lambda href: target(FILES[guide.name], href), links.operation))


def target(file: str, href: str) -> str | None:
    """Return where a link in a file leads on the server; None where that is not served."""
    path, _, anchor = href.partition("#")
    parts: list[str] = []
    for part in (*PurePosixPath(file).parent.parts, *PurePosixPath(path).parts):
        if part == "..":
            if parts:
                parts.pop()
        else:
            parts.append(part)
    there = "/".join(parts)
    if there == "openapi.yaml":
        return "/openapi.yaml"
    if there == _INDEX:
        return "/docs/guides/"
    name = _NAMES.get(there)
    return f"/docs/guides/{name}{'#' if anchor else ''}{anchor}" if name else None
