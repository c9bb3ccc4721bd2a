"""The pages that only development has: the start page, the demo shop, and the mailbox.

Each has a strict content policy, because an email may contain a stranger's text.
"""

from __future__ import annotations

from pathlib import Path

from pyramid.httpexceptions import HTTPFound, HTTPNotFound
from pyramid.response import Response

from consent_app.api.views import page_view
from consent_app.http.request import Request
from consent_app.text import noun_form
from consent_app.web.demo import demo_notice, loopback_redirect
from consent_app.web.mailbox import count_mails, find_mail, linked, list_mails
from consent_app.web.pages import page, redirect_with_slash
from consent_app.web.queries import get_demo_domain_id

MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'self'; sandbox"
)


def _mail_folder(request: Request) -> Path:
    return Path(request.app.settings.var_dir) / "mail"


@page_view("pages.home")
def home(request: Request) -> Response:
    """Show the start page, which links to the others."""
    mails = count_mails(_mail_folder(request))
    count = f"{mails} {noun_form(mails, 'email')}" if mails else "no mail yet"
    return page(request, "home", {"mails": count, "base_url": request.host_url})


@page_view("pages.demo")
def demo(request: Request) -> Response:
    """Show a page of a sample shop, with the demo domain's tag on it."""
    elsewhere = loopback_redirect(request.host_url, request.path_qs)
    if elsewhere:
        return HTTPFound(elsewhere)
    domain_id = get_demo_domain_id(request.db)
    notice = demo_notice(request.domain, domain_id)
    values = {"domain_id": domain_id, "base_url": request.host_url, "notice": notice}
    return page(request, "shop", values)


@page_view("pages.mailbox")
def mailbox(request: Request) -> Response:
    """List the emails under ``var/mail/``, newest first."""
    return page(request, "mailbox", {"mails": list_mails(_mail_folder(request))})


@page_view("pages.mail")
def mail(request: Request) -> Response:
    """An email: its text, its HTML in a frame that may do nothing, its headers and its source."""
    mail = find_mail(_mail_folder(request), request.matchdict["name"])
    if mail is None:
        raise HTTPNotFound
    if request.GET.get("part") == "html" and mail.html is not None:
        response = Response(mail.html, content_type="text/html", charset="utf-8")
        response.headers["Content-Security-Policy"] = MAIL_POLICY
        return response
    response = page(request, "mail", {"mail": mail, "text": linked(mail.text)})
    policy = response.headers["Content-Security-Policy"]
    response.headers["Content-Security-Policy"] = f"{policy}; frame-src 'self'"
    return response


@page_view("pages.demo_without_slash")
@page_view("pages.mailbox_without_slash")
def with_slash(request: Request) -> Response:
    """Send on to the same page with the slash that its relative links need."""
    return redirect_with_slash(request)
