"""``consent-app check``: every problem in one report, before a server is started."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import click
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from consent_app.application import database_options, utc_now
from consent_app.cli.ini import app_section, check_var_dir, ini_argument
from consent_app.db.engine import create_engine
from consent_app.db.explanations import explanation
from consent_app.jobs.queries import count_jobs
from consent_app.mail.transports import transport_for
from consent_app.maintenance.free_space import find_space_warning
from consent_app.maintenance.key_rotation import find_missing_keys
from consent_app.readiness.compatibility import (
    NotReadyError,
    check_database,
    check_file,
    check_schema,
    check_writing,
)
from consent_app.readiness.transport import find_weak_transport
from consent_app.security.keyring import KeyRing
from consent_app.server.listener import find_host_problem
from consent_app.settings import Settings, SettingsError, inspect_settings
from consent_app.settings.reader import SettingsReader
from consent_app.version import version
from consent_app.workspaces.service import get_ownerless_slugs, get_slugs_on_other_plans

SECRETS = frozenset(
    {
        "database_direct_url",
        "database_url",
        "rate_limit_storage",
        "replica_url",
        "secret_keys",
        "smtp_url",
        "stripe_secret_key",
        "stripe_webhook_secret",
    }
)
AS_WRITTEN = frozenset({"dns_nameservers"})
"""Settings that are shown as they are written."""
EVERY_HOST = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared, not listened on
MASK = "(secret)"
_CREDENTIALS = re.compile(r"//(?:[^/\s:@]*:.*|[^/@]*)@")
"""A user, and a password, in an address: those that are refused for them are shown too."""
LATE = timedelta(minutes=10)
"""How long a job waits where workers run, at most."""
NAMED_WORKSPACES = 10
"""How many workspaces a warning names."""


@click.command()
@ini_argument
def command(ini: str | None) -> int:
    """Report all problems with settings, database and Redis.

    Prints each setting with its effective value and where it comes from; secrets are masked. The
    exit status is 1 if there is a problem. Warnings do not change it.
    """
    settings, reader = inspect_settings(app_section(ini), os.environ)
    click.echo(f"consent-app {version()}, {ini or 'without an INI file'}\n")
    width = max(len(name) for name in reader.origins)
    for name, origin in sorted(reader.origins.items()):
        click.echo(f"  {name:{width}}  {_shown(settings, reader, name)}  ({origin})")
    problems = [*reader.errors, *_folder_problems(settings), *_address_problems(settings)]
    if not any("mail_from" in problem or "smtp_url" in problem for problem in problems):
        problems += _mail_problems(settings)
    warnings = list(_proxy_warnings(settings))
    if not any("database_url" in problem for problem in problems):
        problems += _database_problems(settings, warnings)
    if settings.replica_url and not any("replica_url" in problem for problem in problems):
        problems += _replica_problems(settings, settings.replica_url, warnings)
    if not any("rate_limit_storage" in problem for problem in problems):
        problems += _storage_problems(settings)
    click.echo()
    for warning in warnings:
        click.echo(f"Warning: {warning}")
    for problem in problems:
        click.echo(f"Wrong: {problem}")
    click.echo("Nothing is wrong." if not problems else f"{len(problems)} to fix.")
    return 1 if problems else 0


def _shown(settings: Settings, reader: SettingsReader, name: str) -> str:
    return _CREDENTIALS.sub(f"//{MASK}@", _value(settings, reader, name))


def _value(settings: Settings, reader: SettingsReader, name: str) -> str:
    text = reader.texts[name]
    if name in SECRETS:
        # Development creates its own keys. No other default is a secret.
        is_secret = reader.origins[name] != "default" or name == "secret_keys"
        return MASK if is_secret and (text or settings.secret_keys) else text or "not set"
    # The parts of other objects have other names there.
    value = text if name in AS_WRITTEN else getattr(settings, name, text)
    # What is refused is an empty text there.
    value = text if value == "" else value
    if value == "":
        # Only a default that follows from the origin, which is not set or malformed, is empty.
        return "needs consent.public_origin"
    if value is None or value == ():
        return "not set"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ", ".join(str(getattr(item, "id", getattr(item, "issuer", item))) for item in value)
    return str(value)


def _folder_problems(settings: Settings) -> Iterator[str]:
    try:
        check_var_dir(settings)
    except SettingsError as error:
        yield str(error)


def _address_problems(settings: Settings) -> Iterator[str]:
    hosts = {"host": settings.host}
    if settings.metrics_port:
        hosts["metrics_host"] = settings.metrics_host
    for name, host in hosts.items():
        if (problem := find_host_problem(host)) is not None:
            yield f"consent.{name}: {problem}"
    is_shared = settings.host == settings.metrics_host or not EVERY_HOST.isdisjoint(hosts.values())
    if settings.metrics_port == settings.port and is_shared:
        yield (
            f"consent.metrics_port: The server itself listens on port {settings.port}"
            " (consent.port). Choose another."
        )


def _proxy_warnings(settings: Settings) -> Iterator[str]:
    for network in settings.trusted_proxies:
        if network.prefixlen == 0:
            yield (
                f"consent.trusted_proxies: {network} is every address, so clients can choose the"
                " address that they have here, and rate limits do not stop them. List only your"
                " proxies."
            )


def _mail_problems(settings: Settings) -> Iterator[str]:
    try:
        transport_for(settings)
    except SettingsError as error:
        yield str(error)


def _storage_problems(settings: Settings) -> Iterator[str]:
    # Imported here: the client of Redis is slow to import.
    from consent_app.rate_limits.storage import find_problem

    if (problem := find_problem(settings.rate_limit_storage)) is not None:
        yield problem


def _database_problems(settings: Settings, warnings: list[str]) -> Iterator[str]:
    def check(connection: Connection) -> None:
        warnings.extend(_transport_warnings(connection, "database_url"))
        if settings.secret_keys:
            keys = KeyRing(settings.secret_keys, settings.added_keys)
            check_database(keys, connection)
            warnings.extend(_key_warnings(connection, keys))
        else:
            check_schema(connection)
        check_writing(connection)
        warnings.extend(_ownerless_warnings(connection))
        warnings.extend(_plan_warnings(connection, settings))
        warnings.extend(_job_warnings(connection))

    if (warning := find_space_warning(settings.database_url)) is not None:
        warnings.append(warning)
    try:
        check_file(settings.database_url)
    except NotReadyError as error:
        yield str(error)
    else:
        yield from _connection_problems(settings, settings.database_url, check)


def _replica_problems(settings: Settings, url: str, warnings: list[str]) -> Iterator[str]:
    def check(connection: Connection) -> None:
        warnings.extend(_transport_warnings(connection, "replica_url"))
        check_schema(connection)

    problems = _connection_problems(settings, url, check)
    return (f"consent.replica_url: {text}" for text in problems)


def _transport_warnings(connection: Connection, setting: str) -> Iterator[str]:
    if (weakness := find_weak_transport(connection)) is not None:
        yield (
            f"consent.{setting}: {weakness} Add sslmode=verify-full and sslrootcert to the URL"
            " (docs/self-hosting.md)."
        )


def _key_warnings(connection: Connection, keys: KeyRing) -> Iterator[str]:
    for key_id, tables in find_missing_keys(connection, keys).items():
        yield (
            f"consent.secret_keys lacks the key {key_id}, with which values in"
            f" {', '.join(tables)} are encrypted. Add it, and run `consent-app keys reencrypt`"
            " before you remove it. If it is lost, people who cannot sign in need `consent-app user"
            " reset-second-factor`."
        )


def _ownerless_warnings(connection: Connection) -> Iterator[str]:
    if slugs := get_ownerless_slugs(connection, NAMED_WORKSPACES + 1):
        yield (
            f"Workspaces without an owner: {_named(slugs)}. Ask their members who should own them,"
            " and run `consent-app user create-owner --workspace SLUG EMAIL`."
        )


def _plan_warnings(connection: Connection, settings: Settings) -> Iterator[str]:
    plan_ids = [plan.id for plan in settings.plans]
    if slugs := get_slugs_on_other_plans(connection, plan_ids, NAMED_WORKSPACES + 1):
        yield (
            f"Workspaces on a plan that consent.plans does not have: {_named(slugs)}. They have no"
            " limit. Add the plan again, or run `consent-app workspace set-plan SLUG PLAN`."
        )


def _named(slugs: list[str]) -> str:
    more = " and others" if len(slugs) > NAMED_WORKSPACES else ""
    return f"{', '.join(slugs[:NAMED_WORKSPACES])}{more}"


def _job_warnings(connection: Connection) -> Iterator[str]:
    now = utc_now()
    with Session(connection) as session:
        oldest = count_jobs(session, now).oldest
    if oldest is not None and now - oldest >= LATE:
        yield (
            f"A job has waited for {(now - oldest) // timedelta(minutes=1)} minutes: no worker"
            " runs, or too few. `consent-app jobs list` shows what waits, such as emails."
        )


def _connection_problems(
    settings: Settings, url: str, check: Callable[[Connection], None]
) -> Iterator[str]:
    try:
        # As the service connects, which may be through PgBouncer.
        engine = create_engine(url, pool_size=1, options=database_options(settings))
        try:
            with engine.connect() as connection:
                check(connection)
        finally:
            engine.dispose()
    except NotReadyError as error:
        yield str(error)
    except SQLAlchemyError as error:
        yield explanation(error) or f"The database: {type(error).__name__}."
