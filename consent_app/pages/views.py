"""The views of the pages, each under a strict content policy: a mail is a stranger's text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyramid.httpexceptions import HTTPFound, HTTPNotFound
from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED
from pyramid.view import view_config

from consent_app.pages.demo import demo_notice, demo_tag, loopback_redirect
from consent_app.pages.mailbox import Mail, find_mail, linked, list_mails
from consent_app.pages.rendering import Markup, page, render

View = Callable[[Any], Response]


def _page_view(route_name: str) -> Callable[[View], View]:
    decorator: Callable[[View], View] = view_config(
        route_name=f"pages.{route_name}", request_method="GET", permission=NO_PERMISSION_REQUIRED
    )
    return decorator


def _mail_folder(request: Any) -> Path:
    return Path(request.app.settings.var_dir) / "mail"


def _plain_page(title: str, body: Markup) -> Response:
    return page(render("layout.html", {"title": title, "body": body}))


@_page_view("home")
def home(request: Any) -> Response:
    """The start page: where to go next."""
    mails = len(list_mails(_mail_folder(request)))
    count = "no mail yet" if mails == 0 else "1 mail" if mails == 1 else f"{mails} mails"
    values = {"mails": count, "base_url": request.host_url}
    return _plain_page("Consent", render("home.html", values))


@_page_view("demo")
def demo(request: Any) -> Response:
    """A page of a pretend shop, with the demo domain's tag on it."""
    elsewhere = loopback_redirect(request.host_url, request.path_qs)
    if elsewhere:
        return HTTPFound(elsewhere)
    tag = demo_tag(request.db, request.host_url)
    notice = demo_notice(request.domain, tag)
    return page(render("shop.html", {"tag": tag or Markup(), "notice": notice}))


@_page_view("mailbox")
def mailbox(request: Any) -> Response:
    """The mails under ``var/mail/``, newest first."""
    mails = list_mails(_mail_folder(request))
    rows = Markup("".join(_row(mail) for mail in mails))
    return _plain_page(
        "Mailbox", render("mailbox.html", {"rows": rows or render("no_mail.html", {})})
    )


def _row(mail: Mail) -> Markup:
    values = {"name": mail.name, "subject": mail.subject, "to": mail.to, "date": mail.date}
    return render("mailbox_row.html", values)


@_page_view("mail")
def mail(request: Any) -> Response:
    """One mail, as text."""
    found = find_mail(_mail_folder(request), request.matchdict["name"])
    if found is None:
        raise HTTPNotFound
    values = {
        "subject": found.subject,
        "sender": found.sender,
        "to": found.to,
        "date": found.date,
        "text": linked(found.text),
    }
    return _plain_page(found.subject, render("mail.html", values))


@_page_view("demo_without_slash")
@_page_view("mailbox_without_slash")
def with_slash(request: Any) -> Response:
    """Send on to the same page with the slash that its relative links need."""
    return HTTPFound(f"{request.path}/")
