"""The events of domains. ``subject_id`` is the domain's id, or the group's."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.events.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainAdded(Event):
    """A domain was added to a workspace."""

    name = "domain.added"

    hostname: str


class DomainChanged(Event):
    """A domain's region, group or methods were changed."""

    name = "domain.changed"
    changes_site = "domain"


class DomainSettingsChanged(Event):
    """The settings that affect visitors were changed."""

    name = "domain.settings_changed"
    changes_site = "domain"


class DomainRuleOverridden(Event):
    """A rule was overridden on a domain."""

    name = "domain.rule_overridden"
    changes_site = "domain"


class DomainRuleRestored(Event):
    """An override was removed: the rule applies on the domain again."""

    name = "domain.rule_restored"
    changes_site = "domain"


class DomainSuspended(Event):
    """An operator suspended a domain."""

    name = "domain.suspended"
    changes_site = "domain"


class DomainResumed(Event):
    """An operator resumed a suspended domain."""

    name = "domain.resumed"
    changes_site = "domain"


class DomainDeleted(Event):
    """A domain was deleted."""

    name = "domain.deleted"
    # The plan may cover another domain instead.
    changes_site = "workspace"


class DomainVerified(Event):
    """A check verified a domain that was not verified before."""

    name = "domain.verified"


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainVerificationFailed(Event):
    """Several checks in a row failed, and a domain is no longer verified."""

    name = "domain.verification_failed"

    hostname: str
    reason: str


class DomainGroupCreated(Event):
    """A group was created."""

    name = "domain_group.created"


class DomainGroupRenamed(Event):
    """A group was renamed."""

    name = "domain_group.renamed"


class DomainGroupDeleted(Event):
    """A group was deleted."""

    name = "domain_group.deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanCompleted(Event):
    """A scan of a domain's site was completed."""

    name = "scan.completed"

    hostname: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanFailed(Event):
    """A scan failed, or the site blocked it."""

    name = "scan.failed"

    hostname: str
    summary: str
