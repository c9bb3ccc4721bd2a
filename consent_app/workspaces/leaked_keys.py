"""API keys that somebody found in public: whoever sends one has it, and so it is revoked."""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.security.api_keys import ParsedKey, parse_api_key
from consent_app.workspaces import key_queries
from consent_app.workspaces.key_notices import tell_owners
from consent_app.workspaces.mails import API_KEY_LEAKED

LEAKED = "api_key.leaked"
PLACE_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Leak:
    """A key as it was found, and what the finder says of where."""

    token: str = field(repr=False)
    url: str | None = None
    source: str | None = None


def revoke_leaked(
    session: Session, app: Application, source: Source, leaks: Sequence[Leak]
) -> None:
    """Revoke the keys among ``leaks`` at once, write it into the audit log, and mail the owners.

    What is no key, is unknown or revoked already is passed over, and nobody is told which it was.
    Where it was found is in the audit log alone: a mail holds no link that a stranger chose.
    """
    found: dict[UUID, tuple[ParsedKey, Leak]] = {}
    for leak in leaks:
        parsed = parse_api_key(leak.token)
        if parsed is not None:
            found.setdefault(parsed.id, (parsed, leak))
    if not found:
        return
    digests = key_queries.secret_hashes(session, list(found))
    right = [
        key_id
        for key_id, (parsed, _) in found.items()
        if hmac.compare_digest(digests.get(key_id, b""), parsed.digest)
    ]
    names: dict[UUID, list[str]] = defaultdict(list)
    for revoked in key_queries.revoke_api_keys(session, right, app.now()):
        leak = found[revoked.id][1]
        detail = {"name": revoked.name} | {
            name: value[:PLACE_CHARACTERS]
            for name, value in (("url", leak.url), ("source", leak.source))
            if value
        }
        event = Event(
            LEAKED,
            workspace_id=revoked.workspace_id,
            subject_id=revoked.id,
            actor_kind="system",
            detail=detail,
        )
        record(session, app, source, event)
        names[revoked.workspace_id].append(revoked.name)
    tell_owners(session, app, API_KEY_LEAKED, {one: ", ".join(each) for one, each in names.items()})
