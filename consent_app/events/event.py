"""The base class of every event that a room declares in its ``events.py``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal
from uuid import UUID

Outcome = Literal["success", "refused"]
Site = Literal["domain", "workspace", "deleted workspace"]


@dataclass(frozen=True, slots=True)
class Change:
    """One detail of an event: a member's name, and its value before and after.

    Values are text for people. They contain no secrets and as little personal data as possible.
    """

    name: str
    before: str | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; announced with ``ctx.emit``.

    ``name`` is the event's word in the audit log, such as ``member.removed``. ``subject_id`` is the
    row that the event is about. ``changes_site`` says where visitors notice it: on the domain that
    ``subject_id`` names, on all domains of the workspace, or on all domains of the deleted
    workspace that ``subject_id`` names.

    A type adds the fields that its subscribers need. Only a type with fields repeats the decorator,
    which takes half a millisecond of every start.
    """

    name: ClassVar[str]
    changes_site: ClassVar[Site | None] = None

    subject_id: UUID | None = None
    changes: tuple[Change, ...] = ()
    outcome: Outcome = "success"
