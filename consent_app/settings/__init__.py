"""Every setting of the service: typed, frozen, read once at start.

A setting ``consent.NAME`` of the PasteDeploy ini file can be given by the environment variable
``CONSENT_NAME`` (upper case, dots as underscores), which wins. ``docs/decisions.md`` §6 lists them.
No value is ever printed: fields that hold a secret are left out of ``repr``.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError
from consent_app.settings.exposure import check_exposure
from consent_app.settings.identity_providers import IdentityProvider, parse_identity_providers
from consent_app.settings.keys import development_key, new_secret_key, parse_secret_keys
from consent_app.settings.nameservers import parse_nameservers
from consent_app.settings.plans import Plan, PlanPrice, parse_plans
from consent_app.settings.stripe import StripeSettings, read_stripe

__all__ = [
    "IdentityProvider",
    "Network",
    "Plan",
    "PlanPrice",
    "Settings",
    "SettingsError",
    "StripeSettings",
    "new_secret_key",
    "parse_secret_keys",
    "project_file",
    "read_settings",
]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

PREFIX = "consent."


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one process. Durations are in the unit their name gives."""

    environment: Literal["development", "production"]
    var_dir: Path
    host: str
    port: int
    threads: int
    worker_threads: int
    access_log: bool
    database_url: str = field(repr=False)
    replica_url: str | None = field(repr=False)
    secret_keys: tuple[tuple[str, bytes], ...] = field(repr=False)
    smtp_url: str | None = field(repr=False)
    mail_from: str
    unsubscribe_address: str
    account_pages: bool
    reference_pages: bool
    public_origin: str
    workspace_origin: str
    base_url: str
    plans: tuple[Plan, ...]
    default_plan: str
    demo_days: int
    signup: Literal["open", "invite", "closed"]
    identity_providers: tuple[IdentityProvider, ...]
    export_max_rows: int
    audit_retention_months: int
    banner_cache_seconds: int
    trusted_proxies: tuple[Network, ...]
    trusted_country_header: str | None
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

    def plan(self, plan_id: str) -> Plan:
        """Return the plan named ``plan_id``. Raises KeyError for a plan that is not set up."""
        for plan in self.plans:
            if plan.id == plan_id:
                return plan
        raise KeyError(plan_id)

    def workspace_url(self, slug: str) -> str:
        """Return the origin of the workspace whose subdomain is ``slug``."""
        return self.workspace_origin.replace("{slug}", slug)


def read_settings(ini: Mapping[str, str], environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from an ini section and the environment.

    Raises SettingsError, naming the setting, when one is missing or malformed. Development makes
    its own secret keys under ``var_dir``; production refuses to start without.
    """
    return _Reader(ini, os.environ if environ is None else environ).settings()


class _Reader:
    def __init__(self, ini: Mapping[str, str], environ: Mapping[str, str]) -> None:
        self._ini = ini
        self._environ = environ

    def text(self, name: str, default: str | None = None) -> str | None:
        variable = "CONSENT_" + name.upper().replace(".", "_")
        value = self._environ.get(variable, self._ini.get(PREFIX + name))
        value = value.strip() if value is not None else None
        return value or default

    def required(self, name: str, default: str | None = None) -> str:
        value = self.text(name, default)
        if value is None:
            raise SettingsError(
                f"{PREFIX}{name} is not set. Set it in the ini file or as CONSENT_{name.upper()}."
            )
        return value

    def number(self, name: str, default: int, least: int) -> int:
        try:
            value = int(self.required(name, str(default)))
        except ValueError:
            raise SettingsError(f"{PREFIX}{name} must be a whole number.") from None
        if value < least:
            raise SettingsError(f"{PREFIX}{name} must be {least} or more.")
        return value

    def choice(self, name: str, default: str, among: tuple[str, ...]) -> Any:
        value = self.required(name, default)
        if value not in among:
            raise SettingsError(f"{PREFIX}{name} must be one of {', '.join(among)}.")
        return value

    def origin(self, name: str, default: str | None) -> str:
        value = self.required(name, default).rstrip("/")
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
            raise SettingsError(f"{PREFIX}{name} must be an origin such as https://example.com.")
        return value

    def settings(self) -> Settings:
        environment = self.choice("environment", "production", ("development", "production"))
        development = environment == "development"
        port = self._port()
        own = f"http://localhost:{port}" if development else None
        var_dir = Path(self.required("var_dir", "var")).resolve()
        public_origin = self.origin("public_origin", own)
        workspace_origin = self.origin(
            "workspace_origin", f"http://{{slug}}.localhost:{port}" if development else None
        )
        if "{slug}" not in workspace_origin:
            raise SettingsError("consent.workspace_origin must have {slug} in its host.")
        base_url = self.origin("base_url", public_origin)
        smtp_url = self.text("smtp_url")
        storage = self.required("rate_limit_storage", "memory://")
        plans = parse_plans(self.text("plans"))
        default_plan = self.choice("default_plan", "enterprise", tuple(plan.id for plan in plans))
        mail_from = self.required("mail_from", f"consent@{urlsplit(public_origin).hostname}")
        geoip = self.text("geoip_database")
        if not development:
            check_exposure(
                smtp_url=smtp_url,
                storage=storage,
                origins=(
                    ("public_origin", public_origin),
                    ("workspace_origin", workspace_origin),
                    ("base_url", base_url),
                ),
            )
        return Settings(
            environment=environment,
            var_dir=var_dir,
            host=self.required("host", "127.0.0.1"),
            port=port,
            threads=self.number("threads", 16, 2),
            worker_threads=self.number("worker_threads", 4, 1),
            access_log=self.choice("access_log", "on" if development else "off", ("on", "off"))
            == "on",
            database_url=self.required(
                "database_url", f"sqlite:///{var_dir}/consent.sqlite" if development else None
            ),
            replica_url=self.text("replica_url"),
            secret_keys=self._secret_keys(var_dir if development else None),
            smtp_url=smtp_url,
            mail_from=mail_from,
            unsubscribe_address=self._unsubscribe_address(mail_from),
            account_pages=self.choice("account_pages", "on", ("on", "off")) == "on",
            reference_pages=self.choice("reference_pages", "on", ("on", "off")) == "on",
            public_origin=public_origin,
            workspace_origin=workspace_origin,
            base_url=base_url,
            plans=plans,
            default_plan=default_plan,
            demo_days=self.number("demo_days", 14, 1),
            signup=self.choice("signup", "open", ("open", "invite", "closed")),
            identity_providers=parse_identity_providers(
                self.required("identity_providers", "[]"), development=development
            ),
            export_max_rows=self.number("export_max_rows", 1_000_000, 1),
            audit_retention_months=self.number("audit_retention_months", 24, 6),
            banner_cache_seconds=self.number("banner_cache_seconds", 30, 0),
            trusted_proxies=self._networks(
                "trusted_proxies", "127.0.0.0/8 ::1" if development else ""
            ),
            trusted_country_header=self.text("trusted_country_header"),
            geoip_database=Path(geoip) if geoip else None,
            rate_limit_storage=storage,
            dns_nameservers=parse_nameservers(self.text("dns_nameservers") or ""),
            fetch_allow_private_addresses=self._private_addresses(development),
            billing_grace_days=self.number("billing_grace_days", 14, 0),
            stripe=read_stripe(self.text, plans, public_origin, development=development),
        )

    def _unsubscribe_address(self, mail_from: str) -> str:
        # Of "Name <user@host>" the address alone.
        default = mail_from.rpartition("<")[2].rstrip("> ")
        address = self.required("unsubscribe_address", default)
        if "@" not in address or any(char in address for char in " <>,?"):
            raise SettingsError(
                f"{PREFIX}unsubscribe_address must be an address such as unsubscribe@example.com."
            )
        return address

    def _port(self) -> int:
        # PORT is what platforms and `make serve PORT=…` set.
        if (given := self._environ.get("PORT", "").strip()) and not given.isdecimal():
            raise SettingsError("PORT must be a whole number.")
        port = int(given) if given else self.number("port", 6543, 1)
        if not 0 < port < 65536:
            raise SettingsError("PORT must be between 1 and 65535.")
        return port

    def _networks(self, name: str, default: str) -> tuple[Network, ...]:
        words = (self.text(name, default) or "").replace(",", " ").split()
        try:
            return tuple(ipaddress.ip_network(word) for word in words)
        except ValueError:
            raise SettingsError(
                f"{PREFIX}{name} must list addresses or networks such as 10.0.0.0/8."
            ) from None

    def _private_addresses(self, development: bool) -> bool:
        allowed = bool(self.choice("fetch_allow_private_addresses", "off", ("on", "off")) == "on")
        if allowed and not development:
            raise SettingsError(
                f"{PREFIX}fetch_allow_private_addresses is for development alone: whoever adds a"
                " domain could reach this machine's own network."
            )
        return allowed

    def _secret_keys(self, development_dir: Path | None) -> tuple[tuple[str, bytes], ...]:
        given = self.text("secret_keys")
        if given is None and development_dir is not None:
            given = development_key(development_dir / "secret_keys")
        if given is None:
            raise SettingsError(
                "consent.secret_keys is not set. Make one with `consent-app keys new` and set it"
                " as CONSENT_SECRET_KEYS."
            )
        return parse_secret_keys(given)


def project_file(name: str) -> Path:
    """Return the path of a file that stands at the project's root, such as ``openapi.yaml``.

    Found beside the package in a checkout and under ``share/consent-app`` of the environment in
    an installation. Raises FileNotFoundError when it is in neither.
    """
    import sys

    for folder in (
        Path(__file__).resolve().parent.parent.parent,
        Path(sys.prefix) / "share" / "consent-app",
    ):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(name)
