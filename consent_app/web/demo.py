"""The demo shop's page: the text at the top, and its hostname."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit
from uuid import UUID

from consent_app.domains.service import DEMO_HOSTNAME


def demo_notice(hostname: str, domain_id: UUID | None) -> str:
    """Return the sentence at the top of the shop: a description, or why it does not work."""
    if domain_id is None:
        return (
            "There is no demo workspace in this database yet. Stop the server and start it again"
            " with “make serve”, which creates one."
        )
    if hostname != DEMO_HOSTNAME:
        return (
            "The demo's banner belongs to the hostname “localhost” and takes no decision here."
            " Open this page under that name."
        )
    return "A pretend shop with a real banner: press a button, then look at what was recorded."


def loopback_redirect(host_url: str, path: str) -> str | None:
    """Return the address under ``localhost`` of a page asked for by a loopback address.

    The demo's domain is ``localhost``: a decision from 127.0.0.1 would be a stranger's.
    """
    parts = urlsplit(host_url)
    try:
        loopback = ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return None
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{DEMO_HOSTNAME}{port}{path}" if loopback else None
