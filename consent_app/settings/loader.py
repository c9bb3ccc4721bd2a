"""Reading every setting, from an INI section and the environment."""

from __future__ import annotations

import importlib.metadata
import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from consent_app.cores import available_cores
from consent_app.settings.branding import read_branding
from consent_app.settings.database import read_database_url
from consent_app.settings.error import SettingsError
from consent_app.settings.exposure import check_exposure
from consent_app.settings.groups import (
    ConnectionSettings,
    DatabaseSettings,
    MonitoringSettings,
    OriginSettings,
    PageSettings,
    PlanSettings,
    ProcessSettings,
    SignUp,
    SignUpSettings,
    WorkspaceSettings,
)
from consent_app.settings.identity_providers import IdentityProvider, parse_identity_providers
from consent_app.settings.keys import (
    SecretKeys,
    development_key,
    parse_added_keys,
    parse_secret_keys,
)
from consent_app.settings.model import Environment, Settings
from consent_app.settings.network import read_network, read_rate_limit_storage
from consent_app.settings.plans import DEFAULT_PLANS, Plan, parse_plans
from consent_app.settings.reader import PREFIX, SettingsReader
from consent_app.settings.stripe import STRIPE_SETTINGS, read_stripe

_ADDRESS = re.compile(r"[^@ <>,?]+@[^@ <>,?]+")
MAX_DAYS, MAX_MONTHS = 36_500, 1_200
"""A hundred years. Dates cannot be calculated with any number."""
MAX_TIMEOUT = 2_147_483
"""The longest time limit that PostgreSQL accepts, in seconds."""
MAX_THREADS, MAX_SECONDS, MAX_ROWS = 1_000, 86_400, 1_000_000_000_000


def read_settings(ini: Mapping[str, str], environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from an INI section and the environment.

    Raises SettingsError with everything that is missing, malformed or unknown. Development makes
    its own secret keys under ``var_dir``; production refuses to start without.
    """
    settings, reader = inspect_settings(ini, environ)
    if reader.errors:
        raise SettingsError(*reader.errors)
    return settings


def inspect_settings(
    ini: Mapping[str, str], environ: Mapping[str, str] | None = None
) -> tuple[Settings, SettingsReader]:
    """Read the settings; return them with all errors and the source of each setting.

    Settings with errors may only be shown.
    """
    environ = os.environ if environ is None else environ
    reader = SettingsReader(ini, environ)
    settings = _settings(reader, environ)
    reader.refuse_unknown(STRIPE_SETTINGS)
    return settings, reader


def _settings(read: SettingsReader, environ: Mapping[str, str]) -> Settings:
    environment: Environment = read.choice(
        "environment", "production", ("development", "production")
    )
    development = environment == "development"
    port = _port(read, environ)
    var_dir = Path(read.required("var_dir", "var")).resolve()
    secret_keys, added_keys = _secret_keys(read, var_dir if development else None)
    own_origins = _origins(read, port if development else None)
    return Settings(
        environment=environment,
        var_dir=var_dir,
        port=port,
        secret_keys=secret_keys,
        added_keys=added_keys,
        **own_origins,
        **_connections(read, own_origins, development),
        **_processes(read, development),
        **_monitoring(read, development),
        **_database(read, var_dir if development else None),
        **_pages(read),
        **_plans(read, own_origins["public_origin"], development),
        **_workspaces(read),
        **_sign_up(read, development),
        **read_network(read, development),
    )


def _origins(read: SettingsReader, development_port: int | None) -> OriginSettings:
    default_origin = f"http://localhost:{development_port}" if development_port else None
    public_origin = read.origin("public_origin", default_origin)
    return {
        "public_origin": public_origin,
        "workspace_origin": _workspace_origin(read, development_port),
        "base_url": read.origin("base_url", public_origin),
    }


def _connections(
    read: SettingsReader, own_origins: OriginSettings, development: bool
) -> ConnectionSettings:
    """Return the settings of the mail server and the rate limits' storage.

    In production these and the origins must not be reached in the clear.
    """
    smtp_url = read.text("smtp_url")
    storage = read_rate_limit_storage(read)
    mail_host = urlsplit(own_origins["public_origin"]).hostname
    mail_from = read.required("mail_from", f"consent@{mail_host}" if mail_host else "")
    origins = [(name, str(origin)) for name, origin in own_origins.items()]
    if not development:
        check_exposure(read, smtp_url=smtp_url, storage=storage, origins=origins)
    return {
        "smtp_url": smtp_url,
        "rate_limit_storage": storage,
        "mail_from": mail_from,
        "unsubscribe_address": _unsubscribe_address(read, mail_from),
    }


def _processes(read: SettingsReader, development: bool) -> ProcessSettings:
    return {
        "host": read.required("host", "127.0.0.1"),
        "workers": read.number("workers", 1 if development else available_cores(), 1),
        "threads": read.number("threads", 16, 2, MAX_THREADS),
        "worker_threads": read.number("worker_threads", 4, 1, MAX_THREADS),
        "shutdown_delay": read.number("shutdown_delay", 0 if development else 5, 0, MAX_SECONDS),
    }


def _monitoring(read: SettingsReader, development: bool) -> MonitoringSettings:
    return {
        "access_log": read.switch("access_log", development),
        "log_format": read.choice("log_format", "plain", ("plain", "json")),
        "metrics_host": read.required("metrics_host", "127.0.0.1"),
        "metrics_port": read.number("metrics_port", 0, 0, 65_535),
        "trace_endpoint": _trace_endpoint(read),
        "trace_percent": _percent(read, "trace_percent", 10),
    }


def _database(read: SettingsReader, development_dir: Path | None) -> DatabaseSettings:
    default = f"sqlite:///{development_dir}/consent.sqlite" if development_dir else None
    return {
        "database_url": read_database_url(read, "database_url", default) or "",
        "database_direct_url": read_database_url(read, "database_direct_url", None, required=False),
        "database_pool_size": read.number("database_pool_size", 8, 2),
        "database_statement_seconds": read.number("database_statement_seconds", 60, 0, MAX_TIMEOUT),
        "database_idle_seconds": read.number("database_idle_seconds", 60, 0, MAX_TIMEOUT),
        "replica_url": read_database_url(read, "replica_url", None, required=False),
    }


def _pages(read: SettingsReader) -> PageSettings:
    return {
        "account_pages": read.switch("account_pages", True),
        "reference_pages": read.switch("reference_pages", True),
        "panel_pages": read.switch("panel_pages", True),
        "branding": read_branding(read),
    }


def _plans(read: SettingsReader, public_origin: str, development: bool) -> PlanSettings:
    default_plans: tuple[Plan, ...] = DEFAULT_PLANS
    plans = read.parsed(lambda: parse_plans(read.text("plans")), default_plans)
    return {
        "plans": plans,
        "default_plan": read.choice("default_plan", "enterprise", tuple(plan.id for plan in plans)),
        "demo_days": read.number("demo_days", 14, 1, MAX_DAYS),
        "billing_grace_days": read.number("billing_grace_days", 14, 0, MAX_DAYS),
        "stripe": read.parsed(
            lambda: read_stripe(read.text, plans, public_origin, development=development), None
        ),
    }


def _workspaces(read: SettingsReader) -> WorkspaceSettings:
    return {
        "export_max_rows": read.number("export_max_rows", 1_000_000, 1, MAX_ROWS),
        "audit_retention_months": read.number("audit_retention_months", 24, 6, MAX_MONTHS),
        "banner_cache_seconds": read.number("banner_cache_seconds", 30, 0),
    }


def _sign_up(read: SettingsReader, development: bool) -> SignUpSettings:
    choices: tuple[SignUp, ...] = ("open", "invite", "closed")
    return {
        "signup": read.choice("signup", "open" if development else "invite", choices),
        "identity_providers": _identity_providers(read, development),
    }


def _workspace_origin(read: SettingsReader, development_port: int | None) -> str:
    default = f"http://{{slug}}.localhost:{development_port}" if development_port else None
    # Without a slug in it every panel lives below this one origin.
    return read.origin("workspace_origin", default, with_slug=True)


def _trace_endpoint(read: SettingsReader) -> str | None:
    if read.text("trace_endpoint") is None:
        return None
    # The name of a package's own distribution: its namespace may exist without it.
    if not any(importlib.metadata.distributions(name="opentelemetry-exporter-otlp-proto-http")):
        read.fail(
            f"{PREFIX}trace_endpoint needs Python packages that are not installed:"
            " consent-app[otel]."
        )
    return read.origin("trace_endpoint", None)


def _percent(read: SettingsReader, name: str, default: int) -> int:
    value = read.number(name, default, 0)
    if value > 100:
        read.fail(f"{PREFIX}{name} must be 100 or less.")
    return min(value, 100)


def _unsubscribe_address(read: SettingsReader, mail_from: str) -> str:
    # Only the address of "Name <user@host>".
    default = mail_from.rpartition("<")[2].rstrip("> ")
    address = read.required("unsubscribe_address", default)
    # Empty without a public origin, which is the error then.
    if address and not _ADDRESS.fullmatch(address):
        is_own = read.origins["unsubscribe_address"] != "default"
        name, example = ("unsubscribe_address", "unsubscribe") if is_own else ("mail_from", "mail")
        read.fail(f"{PREFIX}{name} must be an address such as {example}@example.com.")
    return address


def _port(read: SettingsReader, environ: Mapping[str, str]) -> int:
    # Platforms and `make serve PORT=…` set PORT.
    text = environ.get("PORT", "").strip()
    # Also where PORT wins, so that it is known as a setting.
    port, name = read.number("port", 6543, 1), f"{PREFIX}port"
    if text and not text.isdecimal():
        read.fail("PORT must be a whole number.")
    elif text:
        port, name = int(text), "PORT"
        read.origins["port"] = name
    if not 0 < port < 65536:
        read.fail(f"{name} must be between 1 and 65535.")
        return 6543
    return port


def _identity_providers(read: SettingsReader, development: bool) -> tuple[IdentityProvider, ...]:
    text = read.required("identity_providers", "[]")
    return read.parsed(lambda: parse_identity_providers(text, development=development), ())


def _secret_keys(
    read: SettingsReader, development_dir: Path | None
) -> tuple[SecretKeys, tuple[str, ...]]:
    """Return the keys, and the ids of those that only wait for the next rotation."""
    text = read.text("secret_keys")
    if text is None and development_dir is not None:
        text = development_key(development_dir / "secret_keys")
    if text is None:
        read.miss(
            "secret_keys",
            "consent.secret_keys is not set. Make one with `consent-app keys new` and set it as"
            " CONSENT_SECRET_KEYS.",
        )
        return (), ()
    keys = text
    no_keys: tuple[SecretKeys, tuple[str, ...]] = ((), ())
    return read.parsed(lambda: (parse_secret_keys(keys), parse_added_keys(keys)), no_keys)
