"""Bodies and parameters as attributes."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from consent_app.api.typed_requests import Values, attribute_name

ID = "0190a6a0-0000-7000-8000-000000000001"


class Sample(Values):
    __slots__ = ("expires_at", "from_", "group_id", "group_ids", "limit")
    names = ("groupId", "groupIds", "expiresAt", "from", "limit")
    defaults = {"limit": 100}

    group_id: UUID | None
    group_ids: list[UUID] | None
    expires_at: datetime | None
    from_: str | None
    limit: int


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("organizationName", "organization_name"),
        ("If-Match", "if_match"),
        ("from", "from_"),
        ("q", "q"),
    ],
)
def test_a_name_of_the_document_becomes_an_attribute(name: str, attribute: str) -> None:
    assert attribute_name(name) == attribute


def test_values_are_converted_by_their_annotation() -> None:
    values = Sample(
        {"groupId": ID, "groupIds": [ID], "expiresAt": "2026-01-02T03:04:05Z", "from": "x"}
    )
    assert values.group_id == UUID(ID)
    assert values.group_ids == [UUID(ID)]
    assert values.expires_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert values.from_ == "x"


def test_missing_values_are_none_or_the_default_and_differ_from_null() -> None:
    values = Sample({"groupId": None})
    assert (values.group_id, values.expires_at, values.limit) == (None, None, 100)
    assert values.sent() == {"group_id": None}
    assert Sample(None).sent() == {}
