"""The settings of one process, typed and frozen."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from consent_app.settings.branding import Branding
from consent_app.settings.groups import LogFormat, SignUp
from consent_app.settings.identity_providers import IdentityProvider
from consent_app.settings.keys import SecretKeys
from consent_app.settings.plans import Plan
from consent_app.settings.reader import Networks
from consent_app.settings.stripe import StripeSettings

Environment = Literal["development", "production"]

SLUG = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
"""What ``{slug}`` in ``workspace_origin`` stands for, as a regular expression."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one process. Durations are in the unit their name gives."""

    environment: Environment
    var_dir: Path
    host: str
    port: int
    workers: int
    threads: int
    worker_threads: int
    shutdown_delay: int
    access_log: bool
    log_format: LogFormat
    metrics_host: str
    metrics_port: int
    trace_endpoint: str | None
    trace_percent: int
    database_url: str = field(repr=False)
    database_direct_url: str | None = field(repr=False)
    database_pool_size: int
    database_statement_seconds: int
    database_idle_seconds: int
    replica_url: str | None = field(repr=False)
    secret_keys: SecretKeys = field(repr=False)
    added_keys: tuple[str, ...]
    smtp_url: str | None = field(repr=False)
    mail_from: str
    unsubscribe_address: str
    account_pages: bool
    reference_pages: bool
    panel_pages: bool
    branding: Branding
    public_origin: str
    workspace_origin: str
    base_url: str
    plans: tuple[Plan, ...]
    default_plan: str
    demo_days: int
    signup: SignUp
    identity_providers: tuple[IdentityProvider, ...]
    export_max_rows: int
    audit_retention_months: int
    banner_cache_seconds: int
    trusted_proxies: Networks
    trusted_country_header: str | None
    trusted_region_header: str | None
    geoip_database: Path | None
    rate_limit_storage: str = field(repr=False)
    dns_nameservers: tuple[tuple[str, int], ...]
    fetch_allow_private_addresses: bool
    billing_grace_days: int
    stripe: StripeSettings | None

    @property
    def development(self) -> bool:
        """Whether this is a development server: demo pages, looser rate limits, own keys."""
        return self.environment == "development"

    @property
    def migration_url(self) -> str:
        """The URL of the database itself, if ``database_url`` is that of a pooler."""
        return self.database_direct_url or self.database_url

    def plan(self, plan_id: str) -> Plan:
        """Return the plan named ``plan_id``.

        One that was removed from the settings has no limit: its workspaces' visitors are asked as
        before, until an operator puts them on another plan.
        """
        for plan in self.plans:
            if plan.id == plan_id:
                return plan
        return Plan(plan_id, plan_id, None)

    def workspace_url(self, slug: str) -> str:
        """Return where the panel of the workspace ``slug`` lives.

        The workspace's own origin, or a path below the shared origin, without a trailing slash.
        """
        if "{slug}" in self.workspace_origin:
            return self.workspace_origin.replace("{slug}", slug)
        return f"{self.workspace_origin}/w/{slug}"

    def is_own_host(self, slug: str) -> bool:
        """Return whether the workspace ``slug`` would have the host of the public site or of the
        service."""
        if "{slug}" not in self.workspace_origin:
            return False
        host = urlsplit(self.workspace_url(slug)).hostname
        return host in (urlsplit(own).hostname for own in (self.public_origin, self.base_url))
