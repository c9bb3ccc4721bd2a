"""Checking that a domain is its owner's, by the method that the owner chose, and its certificate.

No database here: a check takes seconds, and nothing is held meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection
from urllib.parse import urljoin, urlsplit

from consent_app.domains import certificates
from consent_app.domains.checks import (
    FILE_PATH,
    META_NAME,
    SCRIPT_PATH,
    Finding,
    Network,
    NotProvedError,
    Subject,
)
from consent_app.domains.dns import Names, prove_record
from consent_app.domains.fetching import Page, fetch
from consent_app.domains.pages import tags_of
from consent_app.errors import Unavailable

AT_ONCE = 20
"""How many domains a job checks at the same time."""

NO_TAG = (
    "The tag is not in the page as served. Put it into the page's own HTML: what a tag manager adds"
    " later is not seen."
)
OTHER_TAG = "The page has the tag of another domain. Put this domain's own into it."
OTHER_SERVER = "The page's tag loads its script from another server than this service."
NO_META = f'There is no <meta name="{META_NAME}"> in the head of the page as served.'
OTHER_META = f"The page's <meta name=\"{META_NAME}\"> holds something else than the domain's token."
NO_FILE = f"There is no file at {FILE_PATH}."
OTHER_FILE = f"The file at {FILE_PATH} holds something else than the domain's token."
BUSY = "Too many domains are being checked just now. Try again in a few seconds."


class Verifier:
    """Checks domains; ``registry.domain_verifier``. ``script_url`` is what install tags load.

    ``slots`` is how many of a server's threads may wait for checks at once: the others go on
    answering, and whoever comes then is told to come again.
    """

    def __init__(self, network: Network, base_url: str, slots: int) -> None:
        self.network = network
        self._script = _place(base_url + SCRIPT_PATH)
        self._slots = threading.BoundedSemaphore(slots)

    def check_now(self, subject: Subject) -> Finding:
        """Check one domain, in six seconds at most. Raises Unavailable where all slots are taken.

        Blocks as long: never call it within a transaction.
        """
        if not self._slots.acquire(blocking=False):
            raise Unavailable(BUSY)
        try:
            return asyncio.run(self._check(subject))
        finally:
            self._slots.release()

    def check_all(self, subjects: Collection[Subject]) -> list[tuple[Subject, Finding | Exception]]:
        """Check many domains, some at a time; return each finding, or what went wrong."""
        return asyncio.run(self._check_all(subjects))

    async def _check_all(
        self, subjects: Collection[Subject]
    ) -> list[tuple[Subject, Finding | Exception]]:
        turns = asyncio.Semaphore(AT_ONCE)

        async def one(subject: Subject) -> tuple[Subject, Finding | Exception]:
            async with turns:
                try:
                    return subject, await self._check(subject)
                except Exception as error:
                    return subject, error

        return await asyncio.gather(*(one(subject) for subject in subjects))

    async def _check(self, subject: Subject) -> Finding:
        names = Names(self.network)
        reason, ssl_ok = await asyncio.gather(
            self._reason(names, subject), self._certificate(names, subject.hostname)
        )
        return Finding(reason, ssl_ok)

    async def _reason(self, names: Names, subject: Subject) -> str | None:
        seconds = self.network.total_seconds
        try:
            async with asyncio.timeout(seconds):
                await self._prove(names, subject)
        except NotProvedError as error:
            return error.reason
        except TimeoutError:
            return f"The site did not answer within {seconds:g} seconds."
        return None

    async def _certificate(self, names: Names, hostname: str) -> bool | None:
        try:
            async with asyncio.timeout(self.network.total_seconds):
                return await certificates.certificate_is_valid(self.network, names, hostname)
        except TimeoutError:
            return None

    async def _prove(self, names: Names, subject: Subject) -> None:
        if subject.method == "dns_txt":
            await prove_record(names, subject.hostname, subject.token)
            return
        path = FILE_PATH if subject.method == "file" else "/"
        page = await fetch(self.network, names, subject.hostname, subject.root, path)
        if subject.method == "file":
            _prove_file(page, subject)
            return
        if page.status != 200:
            raise NotProvedError(f"The page was answered with status {page.status} instead of 200.")
        if subject.method == "meta_tag":
            _prove_meta(page, subject)
        else:
            self._prove_script(page, subject)

    def _prove_script(self, page: Page, subject: Subject) -> None:
        scripts = tags_of(page.body).scripts
        own = [src for domain, src in scripts if domain.strip().lower() == str(subject.id)]
        if not own:
            raise NotProvedError(OTHER_TAG if scripts else NO_TAG)
        if not any(_place(src.strip(), page.url) == self._script for src in own):
            raise NotProvedError(OTHER_SERVER)


def _prove_meta(page: Page, subject: Subject) -> None:
    found = [content for name, content in tags_of(page.body).metas if name.lower() == META_NAME]
    if not found:
        raise NotProvedError(NO_META)
    if subject.token not in (content.strip() for content in found):
        raise NotProvedError(OTHER_META)


def _prove_file(page: Page, subject: Subject) -> None:
    if page.status in (404, 410):
        raise NotProvedError(NO_FILE)
    if page.status != 200:
        raise NotProvedError(f"The file was answered with status {page.status} instead of 200.")
    # Editors put a byte order mark before a text and a line's end after it.
    if page.body.removeprefix(b"\xef\xbb\xbf").strip() != subject.token.encode():
        raise NotProvedError(OTHER_FILE)


def _place(url: str, base: str = "") -> tuple[str, str]:
    """Return host and path of a URL, as a page at ``base`` has it; the scheme does not matter."""
    try:
        parts = urlsplit(urljoin(base, url))
    except ValueError:
        return "", ""
    return parts.netloc.lower(), parts.path
