"""The site of a page: the public one or a workspace's, by host or by path."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from consent_app.settings import Settings
from consent_app.settings.model import SLUG

_BELOW = re.compile(rf"/w/({SLUG})(?=/|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PanelSite:
    """The public site or a workspace's. ``slug``: the workspace's, None on the public site.

    ``base`` is the prefix of its paths, ``path`` the rest of the requested path, at least ``/``.
    """

    slug: str | None
    base: str
    path: str

    @property
    def kind(self) -> str:
        """``public`` or ``workspace``."""
        return "public" if self.slug is None else "workspace"


def panel_site_of(settings: Settings, host: str, path: str) -> PanelSite:
    """Return the site of ``path`` at ``host`` (a Host header). Unknown hosts are the public site.

    Nothing is looked up: an unknown workspace has a sign-in page like any other, so nobody can
    see the difference.
    """
    if "{slug}" not in settings.workspace_origin:
        below = _BELOW.match(path)
        if below is None:
            return PanelSite(None, "", path)
        return PanelSite(below[1].lower(), below[0].lower(), path[below.end() :] or "/")
    name = _hostname(f"//{host}")
    if name == _hostname(settings.public_origin):
        return PanelSite(None, "", path)
    match = _workspace_hosts(settings.workspace_origin).fullmatch(name)
    return PanelSite(match[1] if match else None, "", path)


@lru_cache(maxsize=8)
def _workspace_hosts(origin: str) -> re.Pattern[str]:
    # urlsplit neither lowers nor refuses a host with braces.
    host = re.escape(_hostname(origin.replace("{slug}", "slug-is-here")))
    return re.compile(host.replace(re.escape("slug-is-here"), f"({SLUG})", 1))


def _hostname(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""
