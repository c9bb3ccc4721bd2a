"""Users as JSON."""

from __future__ import annotations

from uuid import UUID


def user_summary(user_id: UUID, email: str) -> dict[str, str]:
    """Return the UserSummary of the document."""
    return {"id": str(user_id), "email": email}
