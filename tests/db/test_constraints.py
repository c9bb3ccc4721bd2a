"""Which constraint an error violates, on both databases."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from webtest import TestApp

from consent_app.application import Application, utc_now
from consent_app.db.constraints import refers_to_nothing, violates
from consent_app.db.ids import new_id
from consent_app.domains.models import DomainGroup
from tests.support.factories import make_panel


def row(workspace_id: str, name: str = "Shops") -> dict[str, object]:
    return {
        "id": new_id(),
        "workspace_id": UUID(workspace_id),
        "name": name,
        "created_at": utc_now(),
    }


def error_of(application: Application, *rows: dict[str, object]) -> IntegrityError:
    with application.database.transaction() as session:
        statements = [insert(DomainGroup).values(**values) for values in rows]
        for statement in statements[:-1]:
            session.execute(statement)
        with pytest.raises(IntegrityError) as caught:
            session.execute(statements[-1])
        session.rollback()
    return caught.value


def test_a_unique_constraint_is_identified_by_name_or_columns(
    application: Application, app: TestApp
) -> None:
    workspace_id = make_panel(app, application.now()).organization["id"]
    error = error_of(application, row(workspace_id), row(workspace_id))
    columns = "domain_groups.workspace_id, domain_groups.name"
    assert violates(error, "uq_domain_groups_workspace_id_name", columns)
    assert not violates(error, "uq_domain_groups_workspace_id", "domain_groups.workspace_id")
    assert not refers_to_nothing(error)


def test_a_row_that_refers_to_nothing(application: Application) -> None:
    error = error_of(application, row(str(uuid4())))
    assert refers_to_nothing(error)
    assert not violates(
        error,
        "uq_domain_groups_workspace_id_name",
        "domain_groups.workspace_id, domain_groups.name",
    )
