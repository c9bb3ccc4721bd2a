"""Making people, workspaces and sites by the services themselves, in one transaction.

As over HTTP, with the same jobs, audit events and tokens, but for what a test process can do once
for all: hashing the one password that they share, and one set of backup codes.
"""

from __future__ import annotations

import itertools
import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from consent_app.accounts.service import NewUser, create_user, get_user
from consent_app.api_keys.api_keys import NewApiKey, create_api_key
from consent_app.application import Application
from consent_app.banners.service import publish
from consent_app.billing.demo import start_demo
from consent_app.context import Actor, ClientInfo, Context
from consent_app.domains.domains import NewDomain, add_domain
from consent_app.net.client_networks import rate_limit_address, site_network
from consent_app.registration.email_verification import send_verification
from consent_app.registration.events import AccountRegistered
from consent_app.security import totp
from consent_app.security.passwords import SALT_BYTES, Cost
from consent_app.sessions.events import HandoffRedeemed
from consent_app.sessions.schemas import opened_session
from consent_app.sessions.sessions import (
    authenticate,
    open_account_session,
    open_workspace_session,
)
from consent_app.sign_in.events import SecondFactorEnrolled
from consent_app.sign_in.models import ENCRYPTION_PURPOSE, BackupCode, SecondFactor
from consent_app.text import trimmed
from consent_app.workspaces.service import get_workspace
from tests.support.secrecy import WATCH

SETS = 4
"""Of backup codes: who are made one after the other have different ones."""


@dataclass
class Hashed:
    """What has been hashed once for all who are made."""

    password_hash: str
    codes: list[str]
    salt: bytes
    code_hashes: list[bytes]


_turns = itertools.cycle(range(SETS))
_hashed: dict[tuple[str, int, Cost], Hashed] = {}


def hashed(application: Application, password: str) -> Hashed:
    """Return hashes of a password and of a set of backup codes, made once a process and cost."""
    own = application.passwords
    key = (password, next(_turns), own.cost)
    if key not in _hashed:
        codes, salt = totp.new_backup_codes(), secrets.token_bytes(SALT_BYTES)
        _hashed[key] = Hashed(own.hash(password), codes, salt, own.code_hashes(codes, salt))
        # No test finds that they were evaluated here.
        own.evaluations -= 2
    return _hashed[key]


def source_of(address: str) -> ClientInfo:
    """Return what requests from an address come from."""
    return ClientInfo(address, rate_limit_address(address), site_network(address))


def make_person(
    application: Application,
    now: datetime,
    client: ClientInfo,
    *,
    email: str,
    password: str,
    name: str | None = None,
    organization_name: str | None = None,
) -> dict[str, Any]:
    """Add a user with an authenticator and an account session; return the fields of a Person."""
    password_hash = hashed(application, password)
    secret = totp.new_secret()
    new_user = NewUser(
        email, password_hash.password_hash, trimmed(name), trimmed(organization_name)
    )
    with Context(application, client=client).transaction() as ctx:
        session = ctx.session
        user = create_user(session, new_user, now)
        person = ctx.acting_as(user.id)
        send_verification(ctx, user)
        person.emit(AccountRegistered())
        session.add(
            SecondFactor(
                user_id=user.id,
                secret_sealed=application.encrypter(ENCRYPTION_PURPOSE).encrypt(secret.encode()),
                last_step=int(now.timestamp()) // totp.STEP_SECONDS,
                backup_salt=password_hash.salt,
                enrolled_at=now,
            )
        )
        session.flush()
        session.add_all(
            BackupCode(user_id=user.id, code_hash=digest) for digest in password_hash.code_hashes
        )
        person.emit(SecondFactorEnrolled())
        opened = opened_session(open_account_session(ctx, user))
    return {
        "email": email,
        "password": password,
        "secret": secret,
        "backup_codes": list(password_hash.codes),
        "account_token": opened["accountToken"],
        "user_id": opened["user"]["id"],
    }


def make_workspace(
    application: Application, client: ClientInfo, account_token: str
) -> dict[str, Any]:
    """Start the account's demo and sign in to it; return the AuthSessionResponse."""
    claims = application.signer.verify(account_token, "account", application.now())
    actor = Actor("user", claims.user_id, claims.session_id)
    with Context(application, actor, client).transaction() as ctx:
        demo = start_demo(ctx, None)
        user = get_user(ctx.session, claims.user_id)
        workspace = get_workspace(ctx.session, demo.workspace.id)
        assert user is not None
        assert workspace is not None
        ctx.in_workspace(workspace.id).emit(HandoffRedeemed())
        return opened_session(open_workspace_session(ctx, user, workspace))


def make_site(
    application: Application,
    client: ClientInfo,
    access_token: str,
    hostname: str,
    key: str | None = None,
) -> dict[str, str]:
    """Add a domain to the token's workspace, publish its banner, and make a key if none is given;
    return the fields of a Site."""
    with Context(application, client=client).transaction() as anonymous:
        caller = authenticate(anonymous.session, application, access_token, "panel")
        assert caller is not None
        ctx = replace(anonymous, actor=caller.actor)
        domain = add_domain(ctx, NewDomain(hostname)).domain
        publish(ctx, domain.id)
        if key is None:
            _, key = create_api_key(ctx, NewApiKey("Tests"))
            WATCH.credentials.add(key)
        return {"id": str(domain.id), "hostname": domain.hostname, "key": key}
