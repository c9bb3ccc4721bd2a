"""API keys that were found in public: a report revokes them."""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from consent_app.api_keys import queries
from consent_app.api_keys.events import ApiKeyLeaked
from consent_app.api_keys.mails import API_KEY_LEAKED, mail_owners
from consent_app.context import SYSTEM, Context
from consent_app.events.event import Change
from consent_app.security.api_keys import ParsedKey, parse_api_key

LEAK_DETAIL_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Leak:
    """A leaked key, and where the finder says it was found."""

    token: str = field(repr=False)
    url: str | None = None
    source: str | None = None


def revoke_leaked_keys(ctx: Context, leaks: Sequence[Leak]) -> None:
    """Revoke the keys among ``leaks`` immediately and mail the owners.

    Invalid, unknown and revoked keys are ignored, and the response does not say which were. Where a
    key was found is only in the audit log: an email must not contain a link that a stranger chose.
    """
    reported: dict[UUID, tuple[ParsedKey, Leak]] = {}
    for leak in leaks:
        parsed = parse_api_key(leak.token)
        if parsed is not None:
            reported.setdefault(parsed.id, (parsed, leak))
    if not reported:
        return
    digests = queries.get_secret_hashes(ctx.session, list(reported))
    genuine = [
        key_id
        for key_id, (parsed, _) in reported.items()
        if hmac.compare_digest(digests.get(key_id, b""), parsed.digest)
    ]
    names: dict[UUID, list[str]] = defaultdict(list)
    system = replace(ctx, actor=SYSTEM)
    for key in queries.revoke_api_keys(ctx.session, genuine, ctx.now()):
        leak = reported[key.id][1]
        changes = [Change("name", key.name, None)]
        changes.extend(
            Change(name, None, value[:LEAK_DETAIL_CHARACTERS])
            for name, value in (("url", leak.url), ("source", leak.source))
            if value
        )
        event = ApiKeyLeaked(subject_id=key.id, changes=tuple(changes))
        system.in_workspace(key.workspace_id).emit(event)
        names[key.workspace_id].append(key.name)
    joined = {workspace_id: ", ".join(sorted(of_one)) for workspace_id, of_one in names.items()}
    mail_owners(ctx, API_KEY_LEAKED, joined)
