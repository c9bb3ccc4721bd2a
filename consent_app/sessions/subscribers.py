"""How sessions react to other rooms' events."""

from __future__ import annotations

from consent_app.api_keys.events import ApiKeyCreated
from consent_app.context import Context
from consent_app.errors import Unauthenticated
from consent_app.events.bus import EventBus
from consent_app.sessions import queries
from consent_app.workspaces.events import (
    InvitationCreated,
    MemberLeft,
    MemberMadeOwner,
    MemberRemoved,
    MembershipEnded,
)


def subscribe(bus: EventBus) -> None:
    """End the sessions of people who are no longer members, or were not until now, and let nothing
    be set up with a session that has ended."""
    bus.subscribe(MemberRemoved, end_sessions)
    bus.subscribe(MemberLeft, on_member_left)
    bus.subscribe(MemberMadeOwner, on_member_made_owner)
    bus.subscribe(ApiKeyCreated, refuse_ended_session)
    bus.subscribe(InvitationCreated, refuse_ended_session)


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


def refuse_ended_session(ctx: Context, event: ApiKeyCreated | InvitationCreated) -> None:
    """Refuse an API key or an invitation whose creator's session ended while the request waited.

    Both outlive the session. If the account was taken over by the owner of its address, the
    workspace was locked until then, and what is created now would not be ended with the rest.
    Raises Unauthenticated.
    """
    session_id = ctx.actor.session_id
    if session_id is None:
        return
    if queries.get_token_session(ctx.session, ctx.user_id, session_id, ctx.now()) is None:
        raise Unauthenticated
