"""Functions of the audit log that other rooms may call."""

from consent_app.audit.queries import AuditFilters, get_audit_events
from consent_app.audit.schemas import audit_event

__all__ = ["AuditFilters", "audit_event", "get_audit_events"]
