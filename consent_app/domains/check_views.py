"""The route that checks a domain now."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.domains import checking
from consent_app.domains.presenting import NEVER, present
from consent_app.domains.scanning import scan_states
from consent_app.domains.service import billing_of


@api_view("domain_verify", "POST", permission="panel:admin")
def verify_domain(request: Request) -> dict[str, Any]:
    """Check a domain now."""
    app, caller = request.app, request.identity
    domain_id = request.openapi_validated.parameters.path["domainId"]
    check(request, "workspace_checks", str(caller.workspace_id))
    # With the workspace, so that nobody uses up the checks of another's domain.
    check(request, "domain_checks", f"{caller.workspace_id} {domain_id}")
    subject, finding = checking.check_one(
        app, request.registry.domain_verifier, caller.workspace_id, domain_id
    )
    with app.database.transaction() as session:
        domain = checking.write_asked(
            session, app, source_of(request), subject, finding, caller.user_id
        )
        scans = scan_states(session, [domain_id]).get(domain_id, NEVER)
        return present(domain, billing_of(session, app, caller.workspace_id), scans)
