"""The routes of unsubscribing (``docs/decisions.md`` §8) and of the mail preferences."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.errors import Fault, ValidationFailed
from consent_app.notifications import preferences, unsubscribing
from consent_app.notifications.preferences import Choice, Preferences
from consent_app.notifications.unsubscribing import Unsubscription
from consent_app.workspaces.service import organization_summary


@api_view("unsubscribe_confirm", "POST", permission="public")
def confirm(request: Request) -> dict[str, Any]:
    """Unsubscribe, as the page's button does."""
    _limit(request)
    token = request.openapi_validated.body["token"]
    return _result(unsubscribing.unsubscribe(request.db, request.runtime, token, "confirm"))


@api_view("unsubscribe_one_click", "POST", permission="public")
def one_click(request: Request) -> dict[str, Any]:
    """Unsubscribe, as mailbox providers do (RFC 8058). Its body, if any, is never looked at."""
    _limit(request)
    token = request.openapi_validated.parameters.query["token"]
    return _result(unsubscribing.unsubscribe(request.db, request.runtime, token, "one_click"))


@api_view("unsubscribe_status", "GET", permission="public")
def status(request: Request) -> dict[str, Any]:
    """Name the address of a link."""
    _limit(request)
    token = request.openapi_validated.parameters.query["token"]
    found = unsubscribing.status(request.db, request.runtime, token)
    return {"email": found.email, "alreadyUnsubscribed": found.already}


@api_view("mail_preferences", "GET", permission="session")
def show_preferences(request: Request) -> dict[str, Any]:
    """Show which mails the caller gets."""
    read = preferences.read(request.db, request.runtime, request.identity.user_id)
    return _present(read)


@api_view("mail_preferences", "PUT", permission="session")
def choose_mails(request: Request) -> dict[str, Any]:
    """Choose which mails the caller gets."""
    body = request.openapi_validated.body
    chosen = preferences.choose(
        request.db,
        request.runtime,
        source_of(request),
        request.identity.user_id,
        [_choice(index, each) for index, each in enumerate(body.get("workspaces", ()))],
        subscribe=body.get("subscribe", False),
    )
    return _present(chosen)


def _limit(request: Request) -> None:
    check(request, "unsubscribing", source_of(request).block)


def _result(done: Unsubscription) -> dict[str, Any]:
    return {"email": done.email, "alreadyUnsubscribed": done.already, "unsubscribed": True}


def _choice(index: int, sent: dict[str, Any]) -> Choice:
    mails = {each["id"]: each["enabled"] for each in sent["mails"]}
    if len(mails) < len(sent["mails"]):
        raise ValidationFailed(
            faults=(Fault(f"#/workspaces/{index}/mails", "must name each mail once"),)
        )
    return Choice(UUID(sent["organizationId"]), mails)


def _present(read: Preferences) -> dict[str, Any]:
    return {
        "email": read.user.email,
        "emailVerified": read.user.confirmed_at is not None,
        "unsubscribed": read.unsubscribed,
        "workspaces": [
            {
                "organization": organization_summary(workspace.access.workspace),
                "role": workspace.access.role,
                "mails": [
                    {
                        "id": each.id,
                        "description": each.description,
                        "default": each.default,
                        "enabled": enabled,
                    }
                    for each, enabled in workspace.mails
                ],
            }
            for workspace in read.workspaces
        ],
    }
