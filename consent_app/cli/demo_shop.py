"""The demo workspace of a development server: one domain, ``localhost``, with a published banner.

Nobody can add that hostname, because it has no registrable domain; the seed inserts it directly.
"""

from __future__ import annotations

from consent_app.accounts.service import NewUser, create_user, find_user_by_email
from consent_app.application import Application
from consent_app.banners.service import publish
from consent_app.context import Actor, Context
from consent_app.domains.service import DEMO_HOSTNAME, NewDomain, insert_domain, make_domain
from consent_app.errors import EmailTaken
from consent_app.net.hostname import Hostname
from consent_app.workspaces.service import NewWorkspace, create_workspace

DEMO_EMAIL = "demo@localhost"
DEMO_NAME = "Kiln & Kelp"


def seed_demo(app: Application) -> None:
    """Make the demo workspace, unless it is there. Its owner has no password and cannot sign in."""
    with app.database.transaction() as session:
        if find_user_by_email(session, DEMO_EMAIL) is not None:
            return
        now = app.now()
        try:
            new_user = NewUser(DEMO_EMAIL, organization_name=DEMO_NAME)
            owner = create_user(session, new_user, now)
        except EmailTaken:  # another start was faster
            return
        new = NewWorkspace(DEMO_NAME, app.settings.default_plan)
        workspace = create_workspace(session, new, owner.id, now)
        hostname = Hostname(DEMO_HOSTNAME, DEMO_HOSTNAME)
        domain = make_domain(workspace.id, hostname, NewDomain(DEMO_HOSTNAME, region="EU"), now)
        insert_domain(session, domain)
        actor = Actor("user", owner.id, workspace_id=workspace.id)
        publish(Context(app, actor, _session=session), domain.id)
