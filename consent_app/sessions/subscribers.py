"""How sessions react to other rooms' events."""

from __future__ import annotations

from consent_app.context import Context
from consent_app.events.bus import EventBus
from consent_app.sessions import queries
from consent_app.workspaces.events import (
    MemberLeft,
    MemberMadeOwner,
    MemberRemoved,
    MembershipEnded,
)


def subscribe(bus: EventBus) -> None:
    """End the sessions of people who are no longer members, or were not until now."""
    bus.subscribe(MemberRemoved, end_sessions)
    bus.subscribe(MemberLeft, on_member_left)
    bus.subscribe(MemberMadeOwner, on_member_made_owner)


def end_sessions(ctx: Context, event: MembershipEnded) -> None:
    """End the former member's sessions in the workspace.

    The membership is checked on every use of a token. Ending the sessions ensures that they do not
    become valid again with a new invitation.
    """
    queries.end_sessions_in_workspace(ctx.session, event.user_id, ctx.workspace_id, ctx.now())


def on_member_left(ctx: Context, event: MemberLeft) -> None:
    """End the sessions of a member who left. A deleted account's sessions are deleted with it."""
    if not event.account_deleted:
        end_sessions(ctx, event)


def on_member_made_owner(ctx: Context, event: MemberMadeOwner) -> None:
    """End what a new member's sign-in opened while their former membership ended."""
    if event.joined:
        queries.end_sessions_in_workspace(ctx.session, event.user_id, ctx.workspace_id, ctx.now())
