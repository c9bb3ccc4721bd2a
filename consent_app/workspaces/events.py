"""The events of workspaces."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from consent_app.events.event import Event


class WorkspaceCreated(Event):
    """A workspace was created: by a demo, a first payment or an operator."""

    name = "workspace.created"


class WorkspaceDeleted(Event):
    """An operator deleted a workspace, which is ``subject_id``, with everything in it."""

    name = "workspace.deleted"
    changes_site = "deleted workspace"


class WorkspaceChanged(Event):
    """Settings of the workspace were changed."""

    name = "workspace.changed"
    changes_site = "workspace"


class PlanSet(Event):
    """An operator put the workspace on a plan."""

    name = "workspace.plan_set"
    changes_site = "workspace"


class MemberRoleChanged(Event):
    """A member was given another role; ``subject_id`` is the user's."""

    name = "member.role_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberMadeOwner(Event):
    """An operator made a user an owner; ``subject_id`` and ``user_id`` are the user's.

    ``joined``: the user was no member before.
    """

    name = "member.made_owner"

    user_id: UUID
    joined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MembershipEnded(Event):
    """A user is no longer a member; ``subject_id`` and ``user_id`` are the user's."""

    user_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRemoved(MembershipEnded):
    """A member was removed by another one."""

    name = "member.removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLeft(MembershipEnded):
    """A member left. ``account_deleted``: because they deleted their account."""

    name = "member.left"

    account_deleted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberDisowned(MembershipEnded):
    """A membership ended because the owner of the member's address had not registered the account.

    ``subject_id`` is the user's. The API keys that they created ended too.
    """

    name = "member.disowned"


class WorkspaceOwnerLost(Event):
    """A workspace with other members lost its only owner, whose account was disowned.

    ``subject_id`` is the user's. Only an operator can make another owner.
    """

    name = "workspace.owner_lost"


class InvitationCreated(Event):
    """Somebody was invited; ``subject_id`` is the invitation's."""

    name = "invitation.created"


class InvitationRevoked(Event):
    """A member revoked an open invitation; ``subject_id`` is the invitation's."""

    name = "invitation.revoked"


class InvitationEnded(Event):
    """An open invitation, which is ``subject_id``, ended because of a newer one for the same
    address, or because its inviter was demoted, removed, disabled or deleted."""

    name = "invitation.ended"
