"""The banner on the demo shop's page: which tag, and what to say where there is none."""

from __future__ import annotations

from html import escape
from ipaddress import ip_address
from urllib.parse import urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from consent_app.domains.service import DEMO_HOSTNAME, Domain
from consent_app.pages.rendering import Markup


def demo_tag(session: Session, base_url: str) -> Markup | None:
    """Return the install tag of the seeded demo workspace's domain, or None without a seed."""
    domain_id = session.scalar(
        # Nobody can add this hostname: it has no root domain. The seed alone writes it.
        select(Domain.id).where(Domain.hostname == DEMO_HOSTNAME).order_by(Domain.id).limit(1)
    )
    if domain_id is None:
        return None
    source = escape(f"{base_url}/v1/public/banner.js")
    return Markup(f'<script async src="{source}" data-domain="{domain_id}"></script>')


def demo_notice(hostname: str, tag: Markup | None) -> str:
    """Return the sentence at the top of the shop: what one sees here, or what is missing."""
    if tag is None:
        return (
            "There is no demo workspace in this database yet. Stop the server and start it again"
            " with “make serve”: it makes one."
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
