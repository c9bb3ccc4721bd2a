"""The two routes in FastAPI: the same statements and the same answers, checked by pydantic.

Written as FastAPI's documentation does it: plain functions in its thread pool (the database drivers
block), models for bodies and answers, credentials by a dependency.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Depends, FastAPI, Header, HTTPException, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.orm import Session

from benchmarks.world import World, make_runtime
from consent_app import make_app
from consent_app.receipts import reading, recording
from consent_app.receipts.decision import Decision
from consent_app.receipts.presenting import present_for_visitor, present_receipt
from consent_app.receipts.visitor import Visitor
from consent_app.receipts.window import first_valid_id
from consent_app.security.macs import proof_token
from consent_app.workspaces.api_keys import KeyHolder, holder_of

Action = Literal["accept_all", "reject_all", "custom"]
Source = Literal["banner", "gpc"]
Device = Literal["desktop", "mobile", "tablet"]
Status = Literal["valid", "expired"]


class ConsentBody(BaseModel):
    """What a page reports."""

    model_config = ConfigDict(extra="forbid")

    action: Action
    source: Source
    analytics: bool
    marketing: bool
    preferences: bool
    bannerVersion: int | None = Field(default=None, ge=1)  # noqa: N815
    bannerLocale: str | None = Field(default=None, max_length=35)  # noqa: N815
    surface: Literal["first_layer", "preferences", "reopened", "api"] = "api"
    regime: Literal["opt_in", "opt_out"] | None = None
    decidedAt: datetime | None = None  # noqa: N815


class VisitorReceipt(BaseModel):
    """A receipt as its visitor sees it."""

    model_config = ConfigDict(extra="forbid")

    id: str
    domainId: str | None  # noqa: N815
    hostname: str
    domainDeleted: bool  # noqa: N815
    action: Action
    source: Source
    analytics: bool
    marketing: bool
    preferences: bool
    country: str | None
    createdAt: datetime  # noqa: N815
    status: Status
    bannerVersion: int | None  # noqa: N815
    policyUrl: str | None  # noqa: N815
    bannerTitle: str | None  # noqa: N815
    bannerDescription: str | None  # noqa: N815
    bannerLocale: str | None  # noqa: N815
    device: Device


class RecordedConsent(VisitorReceipt):
    """The receipt and the token that proves it."""

    proofToken: str  # noqa: N815


class ConsentReceipt(VisitorReceipt):
    """A receipt as the workspace reads it."""

    ipHash: str | None  # noqa: N815
    userAgent: str | None  # noqa: N815


def make_peer(world: World) -> FastAPI:
    """Return the application on the database of ``world``."""
    runtime = make_runtime(world.settings)
    countries = make_app(runtime).registry.countries
    app = FastAPI()
    bearer = HTTPBearer()

    def session() -> Iterator[Session]:
        with runtime.database.session(read_only=True) as opened:
            yield opened

    def holder(
        credentials: Annotated[HTTPAuthorizationCredentials, Depends(bearer)],
        db: Annotated[Session, Depends(session)],
    ) -> KeyHolder:
        found = holder_of(db, runtime, credentials.credentials)
        if found is None:
            raise HTTPException(401)
        if "consents:read" not in found.scopes:
            raise HTTPException(403)
        return found

    @app.post("/v1/public/domains/{domain_id}/consents", status_code=201)
    def record(
        request: Request,
        domain_id: UUID,
        body: ConsentBody,
        origin: Annotated[str | None, Header()] = None,
        user_agent: Annotated[str | None, Header()] = None,
    ) -> RecordedConsent:
        decision = Decision(
            action=body.action,
            source=body.source,
            analytics=body.analytics,
            marketing=body.marketing,
            preferences=body.preferences,
            banner_version=body.bannerVersion,
            banner_locale=body.bannerLocale,
            surface=body.surface,
            regime=body.regime,
            decided_at=body.decidedAt,
            former_receipt_id=None,
            former_proof_token=None,
        )
        address = request.client.host if request.client else "127.0.0.1"
        visitor = Visitor(
            address=address, user_agent=user_agent, edge_country=None, gpc_signal=False
        )
        row = recording.record(
            runtime, countries, domain_id, decision, visitor, origin=origin, idempotency_key=None
        )
        shown = present_for_visitor(row, first_valid_id(runtime.now()))
        token = proof_token(runtime.keys, row["id"])
        return RecordedConsent.model_validate({**shown, "proofToken": token})

    @app.get("/v1/api/consent-events")
    def read(
        key: Annotated[KeyHolder, Depends(holder)],
        db: Annotated[Session, Depends(session)],
        domainId: UUID | None = None,  # noqa: N803
        action: Action | None = None,
        source: Source | None = None,
        country: Annotated[str | None, Query(pattern="^[A-Za-z]{2}$")] = None,
        from_: Annotated[datetime | None, Query(alias="from")] = None,
        to: datetime | None = None,
        device: Device | None = None,
        status: Status | None = None,
        q: Annotated[str | None, Query(min_length=1, max_length=64)] = None,
        limit: Annotated[int, Query(ge=1, le=1_000_000)] = 100,
        cursor: UUID | None = None,
    ) -> list[ConsentReceipt]:
        now = runtime.now()
        filters = reading.Filters(
            domain_id=domainId,
            action=action,
            source=source,
            country=country,
            from_=from_,
            to=to,
            device=device,
            status=status,
            q=q,
        )
        rows = reading.page(db, key.workspace_id, filters, limit=limit + 1, cursor=cursor, now=now)
        first_valid = first_valid_id(now)
        shown: list[Any] = [present_receipt(row, first_valid) for row in rows[:limit]]
        return shown

    return app
