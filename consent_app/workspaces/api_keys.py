"""API keys: making them, and finding whom a key belongs to."""

from __future__ import annotations

import hmac
import logging
from datetime import datetime
from uuid import UUID

from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.context import Actor
from consent_app.db.ids import new_id
from consent_app.errors import NotFound, QuotaExceeded, Unauthenticated, ValidationFailed
from consent_app.security.api_keys import looks_like_api_key, new_api_key, parse_api_key
from consent_app.workspaces import queries
from consent_app.workspaces.key_notices import tell_owners
from consent_app.workspaces.mails import API_KEY_CREATED
from consent_app.workspaces.models import ApiKey

log = logging.getLogger(__name__)

MISTYPED = "This API key was mistyped or cut: its checksum is not right. Copy the whole key again."
MOST_KEYS = 100
"""How many keys a workspace may hold that are not revoked."""
SCOPES = ("domains:read", "consents:read")


def create_api_key(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    *,
    made_by: UUID,
    name: str,
    scopes: list[str] | None,
    expires_at: datetime | None,
) -> tuple[ApiKey, str]:
    """Add a key and return it with its text, which is shown this once. The owners are mailed.

    Raises ValidationFailed when ``expires_at`` is not in the future, and QuotaExceeded.
    """
    now = app.now()
    if expires_at is not None and expires_at <= now:
        raise ValidationFailed.at("#/expiresAt", "must be in the future")
    # One at a time, so that two at once cannot both take the last place.
    queries.lock_workspace(session, workspace_id)
    if queries.count_api_keys(session, workspace_id) >= MOST_KEYS:
        raise QuotaExceeded(f"A workspace holds {MOST_KEYS} API keys at most. Revoke one first.")
    key_id = new_id()
    text, digest = new_api_key(key_id)
    key = ApiKey(
        id=key_id,
        workspace_id=workspace_id,
        created_by=made_by,
        name=name,
        secret_hash=digest,
        scopes=sorted(scopes) if scopes else list(SCOPES),
        created_at=now,
        expires_at=expires_at,
    )
    session.add(key)
    event = Event("api_key.created", made_by, workspace_id, key_id, detail={"name": name})
    record(session, app, source, event)
    session.flush()
    tell_owners(session, app, API_KEY_CREATED, {workspace_id: name})
    return key, text


list_api_keys = queries.api_keys


def revoke_api_key(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    key_id: UUID,
    revoked_by: UUID,
) -> None:
    """Revoke a key. Raises NotFound for one that is not there, or is revoked already."""
    name = queries.revoke_api_key(session, workspace_id, key_id, app.now())
    if name is None:
        raise NotFound
    event = Event("api_key.revoked", revoked_by, workspace_id, key_id, detail={"name": name})
    record(session, app, source, event)


def holder_of(session: Session, app: Application, text: str) -> Actor | None:
    """Return whose key ``text`` is, None for one that is unknown, expired or revoked.

    Notes the use in a transaction of its own, at most once a minute. Raises Unauthenticated for a
    key whose checksum is wrong, without a query.
    """
    parsed = parse_api_key(text)
    if parsed is None:
        raise Unauthenticated(MISTYPED if looks_like_api_key(text) else None)
    key = queries.api_key_by_id(session, parsed.id)
    if key is None or not hmac.compare_digest(key.secret_hash, parsed.digest):
        return None
    now = app.now()
    if key.revoked_at is not None or (key.expires_at is not None and key.expires_at <= now):
        return None
    if key.last_used_at is None or key.last_used_at <= now - queries.LAST_USE_INTERVAL:
        try:
            with app.database.autonomous_transaction() as side:
                queries.touch_api_key(side, parsed.id, now)
        except OperationalError:
            # Reading goes on from a replica while nothing can be written.
            log.warning("the use of a key was not noted: the database is away")
    return Actor(
        "api_key",
        workspace_id=key.workspace_id,
        api_key_id=parsed.id,
        scopes=frozenset(key.scopes),
    )
