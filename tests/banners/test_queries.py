"""What the queries over drafts leave alone."""

from __future__ import annotations

from uuid import UUID

from webtest import TestApp

from consent_app.application import Application
from consent_app.banners.content import default_content
from consent_app.banners.queries import DraftRow, get_draft, put_drafts
from tests.support.factories import Site, make_panel


def test_a_draft_is_put_on_domains_of_its_own_workspace_only(
    app: TestApp, application: Application, site: Site
) -> None:
    other = make_panel(app, application.now())
    other_id, own_id = UUID(other.organization["id"]), UUID(site.panel.organization["id"])
    editor_id, domain_id = UUID(other.person.user_id), UUID(site.id)
    draft = DraftRow(application.new_id(), application.now(), editor_id, default_content("Shop"))
    with application.database.transaction() as session:
        put_drafts(session, other_id, [domain_id], draft)
        assert get_draft(session, other_id, domain_id) is None
        assert get_draft(session, own_id, domain_id) is None
