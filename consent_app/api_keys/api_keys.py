"""API keys: creating, listing and revoking them, and authenticating them."""

from __future__ import annotations

import hmac
import logging
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.events import AccountEmptied
from consent_app.api_keys import queries
from consent_app.api_keys.events import ApiKeyCreated, ApiKeyDisowned, ApiKeyRevoked
from consent_app.api_keys.mails import API_KEY_CREATED, mail_owners
from consent_app.api_keys.models import ApiKey
from consent_app.application import Application
from consent_app.context import Actor, Context
from consent_app.db.ids import new_id
from consent_app.db.outages import UNANSWERED
from consent_app.errors import (
    Forbidden,
    NotFound,
    QuotaExceeded,
    Unauthenticated,
    ValidationFailed,
)
from consent_app.events.bus import EventBus
from consent_app.events.event import Change
from consent_app.security.api_keys import looks_like_api_key, new_api_key, parse_api_key
from consent_app.workspaces.service import get_role, lock_workspace, role_at_least

log = logging.getLogger(__name__)

MISTYPED = "This API key was mistyped or cut: its checksum is wrong. Copy the whole key again."
NO_KEY = "This operation requires an API key, not the token of a session."
MAX_KEYS = 100
"""How many active keys a workspace may have."""
SCOPES = ("domains:read", "consents:read")


def subscribe(bus: EventBus) -> None:
    """End the keys that somebody else than the owner of their creator's address may have made."""
    bus.subscribe(AccountEmptied, _on_account_emptied)


@dataclass(frozen=True, slots=True)
class NewApiKey:
    """The name of a new key, its scopes (None: all), and when it expires."""

    name: str
    scopes: list[str] | None = None
    expires_at: datetime | None = None


def create_api_key(ctx: Context, new: NewApiKey) -> tuple[ApiKey, str]:
    """Add a key and return it with its text, which is shown only this once. The owners are mailed.

    Raises ValidationFailed if ``expires_at`` is not in the future, QuotaExceeded, Unauthenticated
    for a person who is no longer a member, and Forbidden for one who is no longer an admin.
    """
    session, workspace_id, now = ctx.session, ctx.workspace_id, ctx.now()
    if new.expires_at is not None and new.expires_at <= now:
        raise ValidationFailed.at("#/expiresAt", "must be in the future")
    # One at a time, so that concurrent requests cannot both take the last place.
    lock_workspace(session, workspace_id)
    # A key outlives its creator, so nobody who was removed or demoted while this waited makes one.
    role = get_role(session, workspace_id, ctx.user_id)
    if role is None:
        raise Unauthenticated
    if not role_at_least(role, "admin"):
        raise Forbidden
    if queries.count_api_keys(session, workspace_id) >= MAX_KEYS:
        raise QuotaExceeded(f"A workspace can have at most {MAX_KEYS} API keys. Revoke one first.")
    key_id = new_id()
    text, digest = new_api_key(key_id)
    key = ApiKey(
        id=key_id,
        workspace_id=workspace_id,
        created_by=ctx.user_id,
        name=new.name,
        secret_hash=digest,
        scopes=sorted(new.scopes) if new.scopes else list(SCOPES),
        created_at=now,
        expires_at=new.expires_at,
    )
    session.add(key)
    ctx.emit(ApiKeyCreated(subject_id=key_id, changes=(Change("name", None, new.name),)))
    session.flush()
    mail_owners(ctx, API_KEY_CREATED, {workspace_id: new.name})
    return key, text


def list_api_keys(ctx: Context) -> list[tuple[ApiKey, str | None]]:
    """Return the workspace's active keys, with the addresses of their creators."""
    return queries.get_api_keys(ctx.session, ctx.workspace_id)


def revoke_api_key(ctx: Context, key_id: UUID) -> None:
    """Revoke a key. Raises NotFound for one that does not exist or is already revoked."""
    name = queries.revoke_api_key(ctx.session, ctx.workspace_id, key_id, ctx.now())
    if name is None:
        raise NotFound
    ctx.emit(ApiKeyRevoked(subject_id=key_id, changes=(Change("name", name, None),)))


def _on_account_emptied(ctx: Context, event: AccountEmptied) -> None:
    """Delete the keys that the account created, in every workspace, or revoke them if it keeps its
    memberships."""
    user_id = event.subject_id
    assert user_id is not None
    keys = (
        queries.revoke_keys_created_by(ctx.session, user_id, ctx.now())
        if event.keeps_memberships
        else queries.delete_keys_created_by(ctx.session, user_id)
    )
    for key in sorted(keys):
        disowned = ApiKeyDisowned(subject_id=key.id, changes=(Change("name", key.name, None),))
        ctx.in_workspace(key.workspace_id).emit(disowned)


def authenticate_api_key(session: Session, app: Application, text: str) -> Actor | None:
    """Return the actor of the key ``text``; None if it is unknown, expired or revoked.

    Records the use in a separate transaction, at most once a minute. Raises Unauthenticated for a
    key whose checksum is wrong, without a query.
    """
    parsed = parse_api_key(text)
    if parsed is None:
        raise Unauthenticated(MISTYPED if looks_like_api_key(text) else NO_KEY)
    key = queries.get_key_columns(session, parsed.id)
    if key is None or not hmac.compare_digest(key.secret_hash, parsed.digest):
        return None
    now = app.now()
    if key.revoked_at is not None or (key.expires_at is not None and key.expires_at <= now):
        return None
    if key.last_used_at is None or key.last_used_at <= now - queries.LAST_USE_INTERVAL:
        try:
            with app.database.autonomous_transaction() as autonomous:
                queries.touch_api_key(autonomous, parsed.id, now)
        except UNANSWERED:
            # Reading continues from a replica while nothing can be written.
            log.warning("the use of a key was not recorded: the database is unavailable")
    return Actor(
        "api_key",
        workspace_id=key.workspace_id,
        api_key_id=parsed.id,
        scopes=frozenset(key.scopes),
    )
