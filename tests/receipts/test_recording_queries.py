"""What recording a decision reads: only of the site that it is for."""

from __future__ import annotations

import uuid
from datetime import timedelta
from uuid import UUID

from webtest import TestApp

from consent_app.application import Application
from consent_app.receipts import recording_queries as queries
from tests.support.factories import Panel, Site, make_panel, make_site
from tests.support.statements import read_list


def workspace_of(panel: Panel) -> UUID:
    return UUID(panel.organization["id"])


def test_a_receipt_is_of_its_own_site_only(
    application: Application, app: TestApp, panel: Panel, site: Site
) -> None:
    analytics = {"action": "custom", "analytics": True, "marketing": False, "preferences": False}
    receipt_id = UUID(site.decide(**analytics).json["id"])
    neighbour, stranger = make_site(panel), make_site(make_panel(app, application.now()))
    own, other = workspace_of(panel), workspace_of(stranger.panel)
    with application.database.session(read_only=True) as session:
        granted = queries.get_granted_categories
        assert granted(session, own, UUID(site.id), receipt_id) == {"analytics"}
        assert granted(session, own, UUID(neighbour.id), receipt_id) is None
        assert granted(session, other, UUID(site.id), receipt_id) is None
        assert granted(session, own, UUID(site.id), uuid.uuid4()) is None


def test_a_key_leads_to_the_receipt_that_it_was_first_used_for(
    application: Application, panel: Panel, site: Site
) -> None:
    key = uuid.uuid4()
    receipt_id = UUID(site.decide(headers={"Idempotency-Key": str(key)}).json["id"])
    own, domain_id, now = workspace_of(panel), UUID(site.id), application.now()
    first = queries.get_first_receipt_id
    with application.database.session(read_only=True) as session:
        assert first(session, own, domain_id, key, now) == receipt_id
        assert first(session, own, domain_id, key, now + timedelta(hours=25)) is None
        assert first(session, own, domain_id, uuid.uuid4(), now) is None
        assert first(session, own, uuid.uuid4(), key, now) is None
        assert first(session, uuid.uuid4(), domain_id, key, now) is None


def test_deleted_domains_are_not_live(application: Application, panel: Panel, site: Site) -> None:
    deleted = make_site(panel)
    panel.delete(f"/v1/domains/{deleted.id}", status=204)
    ids = {UUID(site.id), UUID(deleted.id), uuid.uuid4()}
    with application.database.engine.connect() as connection:
        assert queries.get_live_domain_ids(connection, ids) == {UUID(site.id)}


def test_no_statement_changes_a_receipt() -> None:
    """Digests and signatures of receipts stay valid (docs/adding-a-feature.md)."""
    statements = (*read_list()["cluster"], *read_list()["oneDatabase"])
    assert any(sql.startswith("DELETE FROM consent_receipts") for sql in statements)
    assert not any("UPDATE consent_receipts" in sql for sql in statements)
    assert not any(
        sql.startswith("INSERT INTO consent_receipts") and "DO UPDATE" in sql for sql in statements
    )
