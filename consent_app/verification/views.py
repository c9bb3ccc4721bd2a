"""The route that checks a domain now."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.domains.service import domain_schema
from consent_app.operations import domains as operations
from consent_app.verification import checks


@api_view("domain_verify", "POST", permission="panel:admin")
def verify_domain(request: operations.VerifyDomain) -> dict[str, Any]:
    """Check a domain now."""
    workspace_id, domain_id = request.ctx.workspace_id, request.path.domain_id
    enforce_rate_limit(request.http, "workspace_checks", str(workspace_id))
    # With the workspace, so that nobody uses up the checks of another workspace's domain.
    enforce_rate_limit(request.http, "domain_checks", f"{workspace_id} {domain_id}")
    return domain_schema(checks.verify_domain(request.ctx, domain_id), request.ctx.language)
