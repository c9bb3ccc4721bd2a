"""The steps of ``consent-app serve`` before its processes start: migration, demo workspace.

A forked process does it, which has the application already. So the supervisor imports none of it.

The demo workspace of a development server has one domain, ``localhost``, with a published banner.
Nobody can add that hostname, because it has no registrable domain; it is inserted directly.
"""

from __future__ import annotations

from consent_app.accounts.service import NewUser, create_user, find_user_by_email
from consent_app.application import Application
from consent_app.banners.service import publish
from consent_app.context import Actor, Context
from consent_app.domains.service import DEMO_HOSTNAME, NewDomain, insert_domain, make_domain
from consent_app.errors import EmailTaken
from consent_app.migrations import migrate
from consent_app.net.hostname import Hostname
from consent_app.readiness.compatibility import check_start
from consent_app.workspaces.service import NewWorkspace, create_workspace

DEMO_EMAIL = "demo@localhost"
DEMO_NAME = "Kiln & Kelp"


def prepare(app: Application) -> int:
    """Migrate the database and check it; return the exit status. Raises NotReadyError."""
    migrate.upgrade(app.settings.migration_url)
    check_start(app)
    if app.settings.development:
        seed_demo(app)
    app.database.dispose()
    return 0


def seed_demo(app: Application) -> None:
    """Create the demo workspace if it is missing. Its owner has no password and cannot sign in."""
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
        workspace = create_workspace(session, app.settings, new, owner.id, now)
        hostname = Hostname(DEMO_HOSTNAME, DEMO_HOSTNAME)
        domain = make_domain(workspace.id, hostname, NewDomain(DEMO_HOSTNAME, region="EU"), now)
        insert_domain(session, domain)
        actor = Actor("user", owner.id, workspace_id=workspace.id)
        publish(Context(app, actor).with_session(session), domain.id)
