"""Signing in by the pages, as a person does."""

from __future__ import annotations

from datetime import timedelta

from playwright.sync_api import Page

from consent_app.application import utc_now
from consent_app.security import totp
from tests.support.factories import PASSWORD, Panel


def fill_password(page: Page, email: str, password: str = PASSWORD) -> None:
    """Give address and password."""
    page.get_by_role("textbox", name="Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Continue").click()


def fill_code(page: Page, secret: str, *, button: str = "Sign in", ahead: int = 0) -> None:
    """Give the authenticator's code; ``ahead`` steps of half a minute from now."""
    at = utc_now() + timedelta(seconds=30 * ahead)
    page.get_by_role("textbox", name="Code from your authenticator").fill(totp.code_at(secret, at))
    page.get_by_role("button", name=button).click()


def sign_in(page: Page, origin: str, panel: Panel, path: str = "/") -> None:
    """Sign in to the panel's workspace and open ``path`` there.

    The session is put where the client keeps it: signing in itself has tests of its own.
    """
    # Any answer of the origin will do, and this one is the smallest.
    page.goto(f"{origin}/v1/health/live")
    tokens = {"accessToken": panel.access_token, "refreshToken": panel.refresh_token}
    keep(page, f"workspace:{panel.organization['slug']}", tokens)
    page.goto(f"{origin}{path}")


def keep(page: Page, name: str, tokens: dict[str, str]) -> None:
    """Put a session where the client keeps it, at the page's origin.

    ``name`` is ``workspace:`` and a slug, or ``account``.
    """
    page.evaluate(
        """async ([name, tokens]) => {
          const opened = indexedDB.open("consent-client", 1);
          opened.onupgradeneeded = () => opened.result.createObjectStore("sessions");
          await new Promise((done) => (opened.onsuccess = done));
          const writing = opened.result.transaction("sessions", "readwrite");
          writing.objectStore("sessions").put(tokens, name);
          await new Promise((done) => (writing.oncomplete = done));
          opened.result.close();
        }""",
        [name, tokens],
    )
