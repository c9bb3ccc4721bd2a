"""The two routes in FastAPI: the same tables, the same responses, validated by pydantic.

Written in the style of FastAPI's documentation: plain functions in its thread pool (the database
drivers block), models for bodies and responses, a dependency for credentials, SQLAlchemy's own
types. Recording a decision and looking up an API key use the service's own code.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Depends, FastAPI, Header, HTTPException, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import String, Text, Uuid, column, select, table
from sqlalchemy.orm import Session

from benchmarks.scenario import Scenario, make_application
from consent_app import make_app
from consent_app.api_keys.service import authenticate_api_key
from consent_app.context import Actor
from consent_app.db.ids import highest_id, id_time, lowest_id
from consent_app.receipts.models import consent_receipts as receipts
from consent_app.receipts.queries import first_valid_id
from consent_app.receipts.schemas import visitor_receipt
from consent_app.recording.decision import Decision, Visitor
from consent_app.recording.recorder import Recorder
from consent_app.security.macs import proof_token

Action = Literal["accept_all", "reject_all", "custom"]
Source = Literal["banner", "gpc"]
Device = Literal["desktop", "mobile", "tablet"]
Status = Literal["valid", "expired"]


_domains = table("domains", column("id", Uuid))
_wordings = table(
    "banner_wordings",
    column("workspace_id", Uuid),
    column("digest", String),
    column("title", Text),
    column("description", Text),
    column("policy_url", Text),
)


class ConsentBody(BaseModel):
    """The decision that a page reports."""

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
    """A receipt with the fields for its visitor."""

    model_config = ConfigDict(extra="forbid")

    id: UUID
    domainId: UUID | None  # noqa: N815
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
    """A receipt with the fields for the workspace."""

    ipHash: str | None  # noqa: N815
    userAgent: str | None  # noqa: N815


def make_peer(scenario: Scenario) -> FastAPI:
    """Return the application on the database of ``scenario``."""
    application = make_application(scenario.settings)
    make_app(application)
    recorder = application.get(Recorder)
    app = FastAPI()
    bearer = HTTPBearer()

    def session() -> Iterator[Session]:
        with application.database.session(read_only=True) as opened:
            yield opened

    def holder(
        credentials: Annotated[HTTPAuthorizationCredentials, Depends(bearer)],
        db: Annotated[Session, Depends(session)],
    ) -> Actor:
        result = authenticate_api_key(db, application, credentials.credentials)
        if result is None:
            raise HTTPException(401)
        if "consents:read" not in result.scopes:
            raise HTTPException(403)
        return result

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
            address=address, user_agent=user_agent, edge=(None, None), gpc_signal=False
        )
        context = recorder.find_context(domain_id, decision, origin)
        row = recorder.record(domain_id, decision, visitor, context=context, idempotency_key=None)
        receipt = visitor_receipt(row, first_valid_id(application.now()))
        token = proof_token(application.keys, row["id"])
        return RecordedConsent.model_validate({**receipt, "proofToken": token})

    @app.get("/v1/api/consent-events")
    def read(
        key: Annotated[Actor, Depends(holder)],
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
        now = application.now()
        statement = (
            select(
                receipts,
                _domains.c.id.label("live_domain_id"),
                _wordings.c.title,
                _wordings.c.description,
                _wordings.c.policy_url,
            )
            .outerjoin(_domains, _domains.c.id == receipts.c.domain_id)
            .outerjoin(
                _wordings,
                (_wordings.c.workspace_id == receipts.c.workspace_id)
                & (_wordings.c.digest == receipts.c.wording_digest),
            )
            .where(receipts.c.workspace_id == key.workspace_id)
        )
        conditions = {"domain_id": domainId, "action": action, "source": source, "device": device}
        for name, value in conditions.items():
            if value is not None:
                statement = statement.where(receipts.c[name] == value)
        if country is not None:
            statement = statement.where(receipts.c.country == country.upper())
        if from_ is not None:
            statement = statement.where(receipts.c.id >= lowest_id(from_))
        if to is not None:
            statement = statement.where(receipts.c.id <= highest_id(to))
        if q is not None:
            statement = statement.where(receipts.c.ip_hash.contains(q, autoescape=True))
        if cursor is not None:
            statement = statement.where(receipts.c.id < cursor)
        first_valid = first_valid_id(now)
        if status is not None:
            valid = receipts.c.id >= first_valid
            statement = statement.where(valid if status == "valid" else ~valid)
        rows = db.execute(statement.order_by(receipts.c.id.desc()).limit(limit)).all()
        return [
            ConsentReceipt(
                id=row.id,
                domainId=row.live_domain_id,
                hostname=row.hostname,
                domainDeleted=row.live_domain_id is None,
                action=row.action,
                source=row.source,
                analytics=row.analytics,
                marketing=row.marketing,
                preferences=row.preferences,
                country=row.country,
                createdAt=id_time(row.id),
                status="valid" if row.id >= first_valid else "expired",
                bannerVersion=row.banner_version,
                policyUrl=row.policy_url,
                bannerTitle=row.title,
                bannerDescription=row.description,
                bannerLocale=row.banner_locale,
                device=row.device,
                ipHash=row.ip_hash,
                userAgent=row.user_agent,
            )
            for row in rows
        ]

    return app
