"""Signing in with an OpenID Connect provider: providers, their keys, ID tokens and nonces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Set up the providers of the settings, and register this feature's views, mail and job."""
    from consent_app.oidc import nonces
    from consent_app.oidc.mails import IDENTITY_LINKED
    from consent_app.oidc.providers import build_providers

    app = config.registry.application
    app.add(build_providers(app.settings))
    config.add_mail_template(IDENTITY_LINKED)
    config.add_job_handler(nonces.PURGE, nonces.purge)
    config.add_periodic_job(nonces.PURGE, every_seconds=nonces.PURGE_EVERY_SECONDS)
    # Enough for a whole office behind one address. Tokens cannot be guessed.
    config.add_rate_limit("identities", 120, per_seconds=60)
    config.add_rate_limit("nonces", 120, per_seconds=60)
    config.add_rate_limit("provider_lists", 120, per_seconds=60)
    config.register_views("consent_app.oidc.views")
