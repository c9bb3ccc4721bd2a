"""The types of the settings that are read together, by the names of their fields in Settings."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypedDict

from consent_app.settings.branding import Branding
from consent_app.settings.identity_providers import IdentityProvider
from consent_app.settings.plans import Plan
from consent_app.settings.reader import Networks
from consent_app.settings.stripe import StripeSettings

SignUp = Literal["open", "invite", "closed"]
LogFormat = Literal["plain", "json"]


class OriginSettings(TypedDict):
    """Where people and sites reach this service."""

    public_origin: str
    workspace_origin: str
    base_url: str


class ConnectionSettings(TypedDict):
    """The mail server, and the storage of the rate limits."""

    smtp_url: str | None
    rate_limit_storage: str
    mail_from: str
    unsubscribe_address: str


class ProcessSettings(TypedDict):
    """The processes and threads of one server."""

    host: str
    workers: int
    threads: int
    worker_threads: int
    shutdown_delay: int


class MonitoringSettings(TypedDict):
    """Logs, metrics and traces."""

    access_log: bool
    log_format: LogFormat
    metrics_host: str
    metrics_port: int
    trace_endpoint: str | None
    trace_percent: int


class DatabaseSettings(TypedDict):
    """The database and its replica."""

    database_url: str
    database_direct_url: str | None
    database_pool_size: int
    database_statement_seconds: int
    database_idle_seconds: int
    replica_url: str | None


class PageSettings(TypedDict):
    """The pages for people."""

    account_pages: bool
    reference_pages: bool
    panel_pages: bool
    branding: Branding


class PlanSettings(TypedDict):
    """Plans and their payment."""

    plans: tuple[Plan, ...]
    default_plan: str
    demo_days: int
    billing_grace_days: int
    stripe: StripeSettings | None


class WorkspaceSettings(TypedDict):
    """Limits that apply to every workspace."""

    export_max_rows: int
    audit_retention_months: int
    banner_cache_seconds: int


class SignUpSettings(TypedDict):
    """Who may register, and the identity providers."""

    signup: SignUp
    identity_providers: tuple[IdentityProvider, ...]


class NetworkSettings(TypedDict):
    """Trusted proxies, where visitors are, name servers, private addresses."""

    trusted_proxies: Networks
    trusted_country_header: str | None
    trusted_region_header: str | None
    geoip_database: Path | None
    dns_nameservers: tuple[tuple[str, int], ...]
    fetch_allow_private_addresses: bool
