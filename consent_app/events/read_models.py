"""The tables of events that other rooms' queries may read, and never write."""

from consent_app.events.models import AuditEvent

__all__ = ["AuditEvent"]
