"""The pages that mails link to: unsubscribing, confirming an address, a new password, joining.

Unsubscribing is done by the server and works without a script. The others carry their token in the
fragment, which no server sees: one script sends it to the API.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED
from pyramid.view import view_config

from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.audit.service import source_of
from consent_app.errors import AppError, InvalidLink, RateLimited
from consent_app.notifications.service import unsubscribe, unsubscribe_status
from consent_app.pages import words
from consent_app.pages.rendering import Markup, page, render
from consent_app.pages.words import Words
from consent_app.text import LOCALES

MOST_FORM_BYTES = 64 * 1024
SCRIPT = Markup('<script src="/pages/account.js" defer></script>')


View = Callable[[Any], Response]


def _route(name: str, method: str = "GET") -> Callable[[View], View]:
    decorator: Callable[[View], View] = view_config(
        route_name=f"pages.{name}", request_method=method, permission=NO_PERMISSION_REQUIRED
    )
    return decorator


@_route("confirm")
def confirm(request: Request) -> Response:
    """The page that confirms an address."""
    return _scripted(request, "confirm", words.CONFIRM)


@_route("disown")
def disown(request: Request) -> Response:
    """The page that deletes an account which somebody else made with one's address."""
    return _scripted(request, "disown", words.DISOWN)


@_route("reset")
def reset(request: Request) -> Response:
    """The page that sets a new password."""
    return _scripted(request, "reset", words.RESET)


@_route("invite")
def invite(request: Request) -> Response:
    """The page that accepts an invitation."""
    return _scripted(request, "invite", words.INVITE)


@_route("checkout_done")
def checkout_done(request: Request) -> Response:
    """Where a buyer comes back to. The payment provider tells the server of it by itself."""
    return _said_only(request, words.CHECKOUT_DONE)


@_route("checkout_cancelled")
def checkout_cancelled(request: Request) -> Response:
    """Where somebody comes back to who did not pay."""
    return _said_only(request, words.CHECKOUT_CANCELLED)


@_route("unsubscribe")
def ask(request: Request) -> Response:
    """Name the address and ask. Changes nothing."""
    said, token = _said(request, words.UNSUBSCRIBE), request.GET.get("token", "")
    try:
        _limit(request)
        found = unsubscribe_status(request.db, request.app, token)
    except (InvalidLink, RateLimited) as error:
        return _refused(request, said, error)
    if found.already:
        return _unsubscribed(request, said, "already", found.email)
    body = render("unsubscribe.html", {**said, "address": found.email, "token": token})
    return _document(request, said, said["title"], body)


@_route("unsubscribe", "POST")
def done(request: Request) -> Response:
    """Unsubscribe, and tell what was done and how to undo it."""
    said = _said(request, words.UNSUBSCRIBE)
    try:
        _limit(request)
        found = unsubscribe(request.db, request.app, _posted_token(request), "confirm")
    except (InvalidLink, RateLimited) as error:
        return _refused(request, said, error)
    return _unsubscribed(request, said, "already" if found.already else "done", found.email)


def _limit(request: Request) -> None:
    check(request, "unsubscribing", source_of(request).block)


def _posted_token(request: Request) -> str:
    if (request.content_length or 0) > MOST_FORM_BYTES:
        raise InvalidLink
    try:
        token = request.POST.get("token", "")
    except (UnicodeError, ValueError):
        raise InvalidLink from None
    if not isinstance(token, str):
        raise InvalidLink
    return token


def _unsubscribed(request: Request, said: Words, state: str, email: str) -> Response:
    title = said[f"{state}_title"]
    values = {**said, "title": title, "lead": said[state], "address": email}
    return _document(request, said, title, render("unsubscribed.html", values))


def _refused(request: Request, said: Words, error: AppError) -> Response:
    """Say in words what the API would answer as a problem, with its status and headers."""
    kind = "busy" if isinstance(error, RateLimited) else "invalid"
    title = said[f"{kind}_title"]
    body = render("message.html", {"title": title, "lead": said[kind]})
    response = _document(request, said, title, body)
    response.status_int = error.status
    response.headers.update(error.headers)
    return response


def _scripted(request: Request, name: str, texts: Mapping[str, Words]) -> Response:
    said = _said(request, texts)
    body = Markup(render(f"{name}.html", said) + render("failed.html", said))
    marked = Markup(f' data-page="{name}"')
    return _document(request, said, said["title"], body, marked, SCRIPT)


def _said_only(request: Request, texts: Mapping[str, Words]) -> Response:
    said = _said(request, texts)
    return _document(request, said, said["title"], render("message.html", said))


def _said(request: Request, texts: Mapping[str, Words]) -> dict[str, str]:
    language = request.accept_language.lookup(LOCALES, default=LOCALES[0])
    return {**words.COMMON[language], **texts[language]}


def _document(
    request: Request,
    said: Words,
    title: str,
    body: Markup,
    marked: Markup | None = None,
    script: Markup | None = None,
) -> Response:
    origin = request.app.settings.public_origin
    values = {
        "language": said["language"],
        "title": title,
        "site": urlsplit(origin).hostname or origin,
        "page": marked or Markup(),
        "script": script or Markup(),
        "body": body,
    }
    response = page(render("account.html", values), forms=True)
    response.headers["Content-Language"] = said["language"]
    return response
