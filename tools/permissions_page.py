"""The page of docs/ that lists which operations each role, scope and token may call."""

from __future__ import annotations

import re

from consent_app.openapi.document import Document

INTRODUCTION = """\
# Permissions

This page lists who can do what: the members of a workspace by their role, people with their own
account, and API keys by their scope. A member is a viewer, an admin or an owner. Admins can do
everything that viewers can, and owners everything that admins can. Only owners can:

- make somebody an owner, by invitation or by changing a role
- change the role of an owner, remove an owner, or revoke an invitation to be an owner
- pay for the workspace, or change its plan

The last owner can neither leave nor get another role.

The role determines which operations a member can call, not what a response contains: any member
who can call an operation gets the same response. The panel offers nothing that the role does not
allow. Which emails a member gets depends on the role ([notifications.md](notifications.md)).

A person who signed in with an [invitation](sign-in.md#invitations) link only can use that
workspace and see their account; anything else is refused with `own_sign_in_required`. A suspended
workspace refuses its members with `workspace_suspended`; its API keys still read.

A call without the necessary role or scope is refused with `forbidden`, and the audit log records
by the hour how many there were ([audit-events.md](audit-events.md)). A workspace that somebody is
not a member of looks to them as if it did not exist. Operators use `consent-app` on the server
([commands.md](commands.md)); they have no role.

"""

SECTIONS = {
    "For any member": "Every member",
    "For admins and owners": "Admins and owners",
    "For owners": "Owners",
    "With an account token or an access token": "Everybody, for their own account",
    "With an account token": "Everybody, with a session of their account",
    "Scope `consents:read`": "API keys with the scope `consents:read`",
    "Scope `domains:read`": "API keys with the scope `domains:read`",
}
"""How the description of an operation names its callers, and the title of their table. A phrase
comes before those that it begins with."""

_SENTENCE = re.compile(r"(?<=\.) (?=[A-Z0-9])")


def permissions_page(document: Document, notice: str) -> str:
    """Return docs/permissions.md; ``notice`` is the line that says that it is generated."""
    rows: dict[str, list[str]] = {}
    for pattern, method, _, operation in document.operations():
        callers = _callers(" ".join(operation["description"].split()))
        if callers is None:
            continue
        phrase, sentence = callers
        call = f"`{method.upper()} {pattern}`"
        condition = "" if sentence.removeprefix(phrase)[0] in ".:" else sentence
        rows.setdefault(phrase, []).append(f"| {operation['summary']} | {call} | {condition} |")
    head = "| what | operation | condition |\n|---|---|---|\n"
    sections = [
        f"## {title}\n\n{head}" + "\n".join(rows[phrase])
        for phrase, title in SECTIONS.items()
        if phrase in rows
    ]
    return f"{INTRODUCTION}{notice}\n" + "\n\n".join(sections) + "\n"


def _callers(description: str) -> tuple[str, str] | None:
    """Return the phrase that names the callers, and its sentence; None for the public."""
    sentences = _SENTENCE.split(description)
    return next(
        (
            (phrase, sentence)
            for phrase in SECTIONS
            for sentence in sentences
            if sentence.startswith(phrase)
        ),
        None,
    )
