"""The tables of domains that other rooms' queries may read, and never write."""

from consent_app.domains.models import Domain, DomainCondition

__all__ = ["Domain", "DomainCondition"]
