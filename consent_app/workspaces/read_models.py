"""The tables of workspaces that other rooms' queries may read, and never write."""

from consent_app.workspaces.models import Membership, Workspace

__all__ = ["Membership", "Workspace"]
