"""The tables of domains that other rooms' queries may read, and never write."""

from consent_app.domains.models import Domain

__all__ = ["Domain"]
