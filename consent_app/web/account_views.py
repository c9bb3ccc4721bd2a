"""The pages that emails link to: unsubscribing, verifying an address, a new password.

Unsubscribing is done by the server and works without a script. The others carry their token in the
fragment, which no server sees: one script sends it to the API.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from pyramid.response import Response

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import page_view
from consent_app.errors import (
    AppError,
    ContentTooLarge,
    InvalidLink,
    RateLimited,
    ValidationFailed,
)
from consent_app.http.request import Request
from consent_app.security.common_passwords import RULES
from consent_app.unsubscription.service import unsubscribe, unsubscribe_status
from consent_app.web.pages import page

MAX_FORM_BYTES = 64 * 1024
MAX_FORM_FIELDS = 10


@page_view("pages.confirm")
@page_view("pages.disown")
@page_view("pages.checkout_done")
@page_view("pages.checkout_cancelled")
def show_page(request: Request) -> Response:
    """Show a page that is the same for everybody. Its template has the name of its route."""
    return _page(request, request.matched_route.name.removeprefix("pages."))


@page_view("pages.reset")
def show_reset(request: Request) -> Response:
    """Show the page that sets a new password, with the rules for passwords."""
    return _page(request, "reset", rules=RULES)


@page_view("pages.unsubscribe")
def ask_to_unsubscribe(request: Request) -> Response:
    """Name the address and ask. Changes nothing."""
    token = request.GET.get("token", "")
    try:
        _limit(request)
        status = unsubscribe_status(request.db, request.app, token)
    except (InvalidLink, RateLimited) as error:
        return _refused(request, error)
    if status.was_unsubscribed:
        return _page(request, "unsubscribed_already", address=status.email)
    return _page(request, "unsubscribe", address=status.email, token=token)


@page_view("pages.unsubscribe", "POST")
def unsubscribe_address(request: Request) -> Response:
    """Unsubscribe, and show the result and how to undo it."""
    try:
        _limit(request)
        status = unsubscribe(request.db, request.app, _posted_token(request), "confirm")
    except (InvalidLink, RateLimited) as error:
        return _refused(request, error)
    template = "unsubscribed_already" if status.was_unsubscribed else "unsubscribed"
    return _page(request, template, address=status.email)


def _limit(request: Request) -> None:
    enforce_rate_limit(request, "unsubscribing", request.client.block)


def _posted_token(request: Request) -> str:
    """Return the token of the page's form, in the encoding that browsers send.

    WebOb also reads multipart forms, however deeply they nest, and fails for other charsets.
    """
    is_form = request.content_type.lower() == "application/x-www-form-urlencoded"
    if not is_form:
        raise InvalidLink
    try:
        text = request.read_body(MAX_FORM_BYTES).decode("ascii")
        fields = parse_qs(text, errors="strict", max_num_fields=MAX_FORM_FIELDS)
    except (ContentTooLarge, ValidationFailed, ValueError):
        raise InvalidLink from None
    return fields.get("token", [""])[-1]


def _refused(request: Request, error: AppError) -> Response:
    """Show why the link did not work, with the status and the headers of the API's response."""
    response = _page(request, "busy" if isinstance(error, RateLimited) else "invalid")
    response.status_int = error.status
    response.headers.update(error.headers)
    return response


def _page(request: Request, template: str, **values: Any) -> Response:
    origin, language = request.app.settings.public_origin, request.client.language
    values["site"] = urlsplit(origin).hostname or origin
    values["panel"] = request.app.settings.panel_pages
    response = page(request, template, values, language=language, forms=True)
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response
