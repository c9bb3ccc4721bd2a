"""The tables of statistics that other rooms' queries may read, and never write."""

from consent_app.statistics.models import consent_impressions

__all__ = ["consent_impressions"]
