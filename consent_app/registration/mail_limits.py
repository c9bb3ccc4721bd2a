"""Limits of the emails that people request, by recipient and by caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from consent_app.accounts.service import email_key

if TYPE_CHECKING:
    from consent_app.http.request import Request


def count_mail_request(request: Request, policy_name: str, email: str) -> bool:
    """Count an anonymous request to mail a link to ``email``. Return whether the email may be sent.

    It is counted whether or not the address has an account. Beyond the recipient's limit nothing is
    sent, but the request is not refused, because strangers may have used up that limit. Raises
    RateLimited beyond the caller's own limit.
    """
    # Imported here: commands call this room too, and should not load the web framework.
    from consent_app.api.rate_limits import enforce_rate_limit, within_rate_limit

    enforce_rate_limit(request, "mails_from", request.client.block)
    limit_site(request)
    return within_rate_limit(request, policy_name, email_key(email))


def limit_mails(request: Request, email: str) -> None:
    """Count a signed-in person's request that emails a link to ``email``.

    Raises RateLimited.
    """
    # Imported here: commands call this room too, and should not load the web framework.
    from consent_app.api.rate_limits import enforce_rate_limit

    enforce_rate_limit(request, "address_change_mails", email_key(email))
    enforce_rate_limit(request, "mails_from", request.client.block)
    limit_site(request)


def limit_site(request: Request) -> None:
    """Count a request that sends an email, against the largest network that one customer has.

    With an address for each request, somebody could otherwise delay the emails of everybody else.
    Raises RateLimited.
    """
    # Imported here: commands call this room too, and should not load the web framework.
    from consent_app.api.rate_limits import enforce_rate_limit

    enforce_rate_limit(request, "mails_of_site", request.client.site)
