"""The links of mails to pages of this service, which are shown in the language of the mail."""

from __future__ import annotations

from consent_app.application import Application
from consent_app.translations import language_of


def page_link(app: Application, page: str, locale: str | None, token: str | None = None) -> str:
    """Return the link of a mail in ``locale`` to a page of the public origin.

    The token is in the fragment, which reaches no log. Without a locale, the page follows the
    reader's browser.
    """
    language = "" if locale is None else f"{'&' if '?' in page else '?'}lang={language_of(locale)}"
    fragment = "" if token is None else f"#token={token}"
    return f"{app.settings.public_origin}{page}{language}{fragment}"
