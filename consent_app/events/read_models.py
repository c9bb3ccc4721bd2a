"""The tables of events that other rooms' queries may read, and never write."""

from consent_app.events.models import CONCERNS_SECURITY, AuditEvent

__all__ = ["CONCERNS_SECURITY", "AuditEvent"]
