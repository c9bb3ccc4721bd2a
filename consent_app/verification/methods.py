"""The four verification methods, and the reasons of their failures."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import dns.exception
import dns.name

from consent_app.domains.service import CheckTarget
from consent_app.net.fetcher import Page
from consent_app.net.resolver import Resolver
from consent_app.verification.tags import read_tags

META_NAME = "consent-verify"
FILE_PATH = "/.well-known/consent-verify.txt"
DNS_LABEL = "_consent-verify"

NO_RECORD = "The DNS record was not found yet; changes can take up to an hour."
OTHER_RECORD = (
    "A TXT record was found at the right name, but with another value. It must contain only the"
    " domain's token; changes can take up to an hour."
)
NAME_TOO_LONG = "The hostname is too long for this DNS record. Choose another method."
NO_TAG = (
    "The tag is not in the page as served. Put it into the page's own HTML: content that a tag"
    " manager adds later is not checked."
)
OTHER_TAG = "The page has the tag of another domain. Replace it with this domain's tag."
OTHER_SERVER = "The page's tag loads its script from a server other than this service."
NO_META = f'There is no <meta name="{META_NAME}"> in the head of the page as served.'
OTHER_META = f"The page's <meta name=\"{META_NAME}\"> does not match the domain's token."
LOCKED = "The site asks for a password (status 401). Choose the DNS record instead."
BLOCKED = (
    "The site does not let this service in (status 403), as firewalls do. Allow its requests, or"
    " choose the DNS record instead."
)
NO_FILE = f"There is no file at {FILE_PATH}."
OTHER_FILE = f"The file at {FILE_PATH} does not match the domain's token."


class NotVerifiedError(Exception):
    """A domain's proof was not found. ``reason`` explains it to the owner."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


async def verify_dns_record(resolver: Resolver, target: CheckTarget) -> None:
    """Look for the token in the TXT records of ``_consent-verify.`` and the hostname.

    Raises NotVerifiedError, and NetworkError if DNS does not answer.
    """
    try:
        name = dns.name.from_text(f"{DNS_LABEL}.{target.hostname}.")
    except dns.exception.DNSException:
        raise NotVerifiedError(NAME_TOO_LONG) from None
    texts = await resolver.get_texts(name.to_text(omit_final_dot=True))
    if not texts:
        raise NotVerifiedError(NO_RECORD)
    if target.token not in (text.strip() for text in texts):
        raise NotVerifiedError(OTHER_RECORD)


def verify_file(page: Page, target: CheckTarget) -> None:
    """Compare the file with the token. Raises NotVerifiedError."""
    if page.status in (404, 410):
        raise NotVerifiedError(NO_FILE)
    _check_access(page)
    if page.status != 200:
        raise NotVerifiedError(f"The file was answered with status {page.status} instead of 200.")
    # Editors add a byte order mark before a text and a line break after it.
    if page.body.removeprefix(b"\xef\xbb\xbf").strip() != target.token.encode():
        raise NotVerifiedError(OTHER_FILE)


def verify_meta_tag(page: Page, target: CheckTarget) -> None:
    """Look for the token in the meta tags of the page's head. Raises NotVerifiedError."""
    _check_status(page)
    metas = read_tags(page.body).metas
    contents = [content.strip() for name, content in metas if name.lower() == META_NAME]
    if not contents:
        raise NotVerifiedError(NO_META)
    if target.token not in contents:
        raise NotVerifiedError(OTHER_META)


def verify_script(page: Page, target: CheckTarget, script_url: str) -> None:
    """Look for the install tag, which loads ``script_url``. Raises NotVerifiedError."""
    _check_status(page)
    scripts = read_tags(page.body).scripts
    sources = [src for domain, src in scripts if domain.strip().lower() == str(target.id)]
    if not sources:
        raise NotVerifiedError(OTHER_TAG if scripts else NO_TAG)
    expected = _host_and_path(script_url)
    if not any(_host_and_path(src.strip(), page.url) == expected for src in sources):
        raise NotVerifiedError(OTHER_SERVER)


def _check_access(page: Page) -> None:
    if page.status == 401:
        raise NotVerifiedError(LOCKED)
    if page.status == 403:
        raise NotVerifiedError(BLOCKED)


def _check_status(page: Page) -> None:
    _check_access(page)
    if page.status != 200:
        raise NotVerifiedError(f"The page was answered with status {page.status} instead of 200.")


def _host_and_path(url: str, base: str = "") -> tuple[str, str]:
    """Return host and path of a URL, resolved against ``base``. The scheme does not matter."""
    try:
        parts = urlsplit(urljoin(base, url))
    except ValueError:
        return "", ""
    return parts.netloc.lower(), parts.path
