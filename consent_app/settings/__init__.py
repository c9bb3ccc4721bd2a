"""Every setting of the service: typed, frozen, read once at start.

A setting ``consent.NAME`` of the PasteDeploy INI file can be given by the environment variable
``CONSENT_NAME`` (upper case, dots as underscores), which wins, or by a file that
``CONSENT_NAME_FILE`` names. ``docs/settings.md`` lists them. Fields that hold a secret are left out
of ``repr``.
"""

from __future__ import annotations

from pathlib import Path

from consent_app.settings.branding import PRODUCT_NAME, Branding
from consent_app.settings.error import SettingsError
from consent_app.settings.identity_providers import IdentityProvider
from consent_app.settings.keys import new_secret_key, parse_secret_keys
from consent_app.settings.loader import inspect_settings, read_settings
from consent_app.settings.model import Settings
from consent_app.settings.plans import DEMO_PLAN, Plan, PlanPrice
from consent_app.settings.reader import Network, Networks, SettingsReader
from consent_app.settings.stripe import StripeSettings

__all__ = [
    "DEMO_PLAN",
    "PRODUCT_NAME",
    "Branding",
    "IdentityProvider",
    "Network",
    "Networks",
    "Plan",
    "PlanPrice",
    "Settings",
    "SettingsError",
    "SettingsReader",
    "StripeSettings",
    "inspect_settings",
    "new_secret_key",
    "parse_secret_keys",
    "project_file",
    "read_settings",
]


def project_file(name: str) -> Path:
    """Return the path of a file at the project's root, such as ``openapi.yaml``.

    Found next to the package in a checkout and under ``share/consent-app`` of the environment in
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
