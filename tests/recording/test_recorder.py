from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, func, select, update
from webtest import TestApp

from consent_app.application import Application
from consent_app.db.group_commit import QueueFull
from consent_app.db.ids import id_time
from consent_app.domains.models import Domain
from consent_app.openapi.json import timestamp
from consent_app.receipts import writers
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.writers import Outcome, PendingReceipt
from consent_app.recording.contexts import CONTEXT_TTL_SECONDS
from consent_app.recording.recorder import Recorder
from consent_app.workspaces.models import Workspace
from tests.support.factories import Site, bearer, make_panel, make_site
from tests.support.harness import Harness, MovableClock
from tests.support.outages import database_away
from tests.support.suspensions import suspend

NOTHING = dict.fromkeys(("analytics", "marketing", "preferences"), False)
ONLY_ANALYTICS = {
    "action": "custom",
    "analytics": True,
    "marketing": False,
    "preferences": False,
}
LAXER = {"model": "notice", "reason": "Our counsel's opinion."}

PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/19.1 Mobile/15E148 Safari/604.1"
)


def count(application: Application, site: Site) -> int:
    with application.database.session(read_only=True) as session:
        statement = (
            select(func.count())
            .select_from(consent_receipts)
            .where(consent_receipts.c.domain_id == uuid.UUID(site.id))
        )
        return session.execute(statement).scalar_one()


@pytest.mark.cluster
def test_a_decision_is_a_receipt_read_by_key(site: Site) -> None:
    recorded = site.decide(headers={"User-Agent": PHONE}).json
    token = recorded.pop("proofToken")
    assert token.count(".") == 1
    (receipt,) = site.receipts()
    assert receipt["userAgent"] == "Mobile Safari 19 on iOS"
    assert len(receipt["ipHash"]) == 32
    assert recorded == {k: v for k, v in receipt.items() if k not in ("ipHash", "userAgent")}
    assert len(receipt) == 20
    assert receipt["domainId"] == site.id
    assert receipt["hostname"] == site.hostname
    assert receipt["domainDeleted"] is False
    assert receipt["status"] == "valid"
    assert receipt["device"] == "mobile"
    assert receipt["bannerVersion"] == 1
    assert receipt["bannerTitle"] == "Your privacy on this site"
    assert receipt["bannerDescription"].startswith("With your consent")
    assert receipt["bannerLocale"] == "en"
    created = id_time(uuid.UUID(receipt["id"]))
    assert receipt["createdAt"] == created.strftime("%Y-%m-%dT%H:%M:%S.") + (
        f"{created.microsecond // 1000:03}Z"
    )


def test_the_address_is_kept_nowhere(site: Site, application: Application) -> None:
    site.decide(remote_addr="203.0.113.77")
    site.decide(remote_addr="203.0.113.77")
    site.decide(remote_addr="203.0.113.78")
    hashes = [receipt["ipHash"] for receipt in site.receipts()]
    assert hashes[1] == hashes[2] != hashes[0]
    with application.database.session(read_only=True) as session:
        rows = session.execute(
            select(consent_receipts).where(consent_receipts.c.domain_id == uuid.UUID(site.id))
        ).all()
    assert "203.0.113" not in str(rows)


@pytest.mark.parametrize(
    ("setting", "agent"), [("full", PHONE), ("reduced", "Mobile Safari 19 on iOS"), ("none", None)]
)
def test_the_workspace_chooses_what_is_stored_about_visitors(
    site: Site, application: Application, setting: str, agent: str | None
) -> None:
    with application.database.transaction() as session:
        session.execute(
            update(Workspace)
            .where(Workspace.slug == site.panel.organization["slug"])
            .values(visitor_data=setting)
        )
    site.decide(headers={"User-Agent": PHONE})
    (receipt,) = site.receipts()
    assert receipt["userAgent"] == agent
    assert (receipt["ipHash"] is None) == (setting == "none")
    assert receipt["device"] == "mobile"


@pytest.mark.parametrize(
    ("changes", "pointers"),
    [
        ({"action": "reject_all"}, ["#/analytics", "#/marketing", "#/preferences"]),
        ({"marketing": False}, ["#/marketing"]),
        ({"bannerVersion": 2}, ["#/bannerVersion"]),
        ({"bannerLocale": "xx"}, ["#/bannerLocale"]),
        ({"source": "gpc", "bannerVersion": None, "bannerLocale": None}, None),
        ({"source": "gpc"}, None),
        ({"bannerVersion": None}, None),
        ({"bannerLocale": None}, None),
        ({"action": "impression"}, ["#/action"]),
        ({"ipHash": "x"}, None),
        ({"decidedAt": "yesterday"}, ["#/decidedAt"]),
        ({"analytics": "true"}, ["#/analytics"]),
    ],
)
def test_a_contradictory_decision_is_refused_and_leaves_nothing(
    site: Site, application: Application, changes: dict[str, Any], pointers: list[str] | None
) -> None:
    refused = site.decide(**changes, status=400).json
    assert refused["code"] == "validation_failed"
    refused_pointers = [part["pointer"] for part in refused["errors"]]
    assert refused_pointers if pointers is None else refused_pointers == pointers
    assert count(application, site) == 0


def test_a_signal_with_a_wording_is_told_what_to_leave_out(site: Site) -> None:
    refused = site.decide(source="gpc", action="reject_all", status=400).json
    message = "must not have bannerVersion or bannerLocale, because a signal shows no wording"
    assert {"pointer": "#", "message": message} in refused["errors"]


@pytest.mark.parametrize(
    "changes",
    [
        {"action": "reject_all", "analytics": False, "marketing": False, "preferences": False},
        {"action": "custom", "marketing": False},
        {"action": "custom", "surface": "preferences", "regime": "opt_out"},
        {"decidedAt": "2026-01-02T03:04:05+05:30", "surface": "reopened"},
    ],
)
def test_a_consistent_decision_is_recorded(site: Site, changes: dict[str, Any]) -> None:
    receipt = site.decide(**changes).json
    assert receipt["action"] == changes.get("action", "accept_all")


@pytest.mark.parametrize(
    ("override", "rule", "regime"),
    [
        (None, {}, "opt_in"),
        (None, {"ruleId": "us-ca", "ruleVersion": 1}, "opt_out"),
        ({"model": "opt_in"}, {"ruleId": "us-tx", "ruleVersion": 1}, "opt_in"),
        (None, {"ruleId": "us-tx", "ruleVersion": 1, "regime": "opt_in"}, "opt_in"),
        (LAXER, {"ruleId": "eu", "ruleVersion": 1}, "opt_out"),
        (LAXER, {}, "opt_out"),
    ],
)
def test_the_regime_is_the_rules_unless_the_page_says_it(
    site: Site, override: dict[str, Any] | None, rule: dict[str, Any], regime: str
) -> None:
    if override:
        path = f"/v1/domains/{site.id}/rules/{rule.get('ruleId', 'strictest')}"
        site.panel.put(path, override, status=200)
    receipt = site.decide(**rule).json
    proof = site.panel.get(f"/v1/consent-events/{receipt['id']}", status=200).json
    assert proof["regime"] == regime


def test_a_signal_stores_no_wording(site: Site) -> None:
    signal = {
        "source": "gpc",
        "action": "reject_all",
        **dict.fromkeys(("analytics", "marketing", "preferences"), False),
        **dict.fromkeys(("bannerVersion", "bannerLocale")),
    }
    receipt = site.decide(**signal, headers={"Sec-GPC": "1"}).json
    for field in ("bannerVersion", "bannerTitle", "bannerDescription", "bannerLocale", "policyUrl"):
        assert receipt[field] is None
    proof = site.panel.app.get(
        f"/v1/public/consents/{receipt['id']}", headers=bearer(receipt["proofToken"])
    ).json
    assert proof["gpcSignal"] is True
    assert proof["wordingDigest"] is None


def test_a_signal_that_refuses_only_marketing_may_leave_the_rest(
    site: Site, application: Application
) -> None:
    with application.database.transaction() as session:
        session.execute(
            update(Domain).where(Domain.id == uuid.UUID(site.id)).values(gpc_refuses="marketing")
        )
    body = {"source": "gpc", "action": "custom", "bannerVersion": None, "bannerLocale": None}
    site.decide(**body, marketing=False)
    refused = site.decide(**body, status=400).json
    assert [part["pointer"] for part in refused["errors"]] == ["#/marketing"]


@pytest.mark.parametrize("prefix", ["https://", "http://", "https://www.", "https://a.b."])
def test_the_domain_and_its_subdomains_may_post(site: Site, prefix: str) -> None:
    for port in ("", ":8443"):
        origin = f"{prefix}{site.hostname}{port}"
        response = site.decide(origin=origin)
        assert response.headers["Access-Control-Allow-Origin"] == origin


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.org",
        "https://evil{host}",
        "https://{host}.evil.example",
        "https://{host}@evil.example",
        "null",
        "{host}",
        "file://{host}",
        "https://{host}/path",
    ],
)
def test_strangers_may_not(site: Site, application: Application, origin: str) -> None:
    refused = site.decide(origin=origin.replace("{host}", site.hostname), status=403)
    assert refused.json["code"] == "origin_not_allowed"
    assert "Access-Control-Allow-Origin" not in refused.headers
    assert count(application, site) == 0


def test_no_origin_is_no_page_of_the_domain(site: Site) -> None:
    path = f"/v1/public/domains/{site.id}/consents"
    body = {"action": "reject_all", "source": "banner", "bannerVersion": 1, "bannerLocale": "en"}
    body |= dict.fromkeys(("analytics", "marketing", "preferences"), False)
    refused = site.panel.app.post_json(path, body, status=403)
    assert refused.json["code"] == "origin_not_allowed"


def test_an_unknown_domain_is_not_found(site: Site) -> None:
    site.id = str(uuid.uuid4())
    assert site.decide(status=404).json["code"] == "not_found"


def test_nothing_published_is_no_version(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    domain = panel.post("/v1/domains", {"hostname": "quiet.example.com"}, status=201).json
    site = Site(panel, domain["id"], domain["hostname"], key="")
    refused = site.decide(status=400).json
    assert [part["pointer"] for part in refused["errors"]] == ["#/bannerVersion"]


@pytest.mark.cluster
def test_a_repeat_gives_the_first_answer_again_for_a_day(
    site: Site, clock: MovableClock, application: Application
) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = site.decide(headers=key)
    again = site.decide(headers=key, action="custom", marketing=False)
    assert again.body == first.body
    assert count(application, site) == 1
    clock.move(hours=24, seconds=1)
    later = site.decide(headers=key)
    assert later.json["id"] != first.json["id"]
    assert count(application, site) == 2


def test_a_key_is_the_domains_own(site: Site) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    other = make_site(site.panel)
    assert site.decide(headers=key).json["id"] != other.decide(headers=key).json["id"]
    refused = site.decide(headers={"Idempotency-Key": "no uuid"}, status=400).json
    assert refused["errors"][0]["pointer"] == "#/header/Idempotency-Key"


@pytest.mark.cluster
def test_thirty_at_once_with_one_key_are_one_receipt(
    harness: Harness, site: Site, application: Application
) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}

    def run(_: int) -> tuple[int, str]:
        own = Site(make_copy(harness, site), site.id, site.hostname, site.key)
        response = own.decide(headers=key, status="*")
        return response.status_int, response.json.get("id", "")

    with ThreadPoolExecutor(30) as pool:
        responses = Counter(pool.map(run, range(30)))
    assert len({receipt for status, receipt in responses if status == 201}) == 1
    assert {status for status, _ in responses} <= {201, 503}
    assert count(application, site) == 1


@pytest.mark.cluster
def test_a_decision_that_waited_for_minutes_is_not_recorded(
    site: Site, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.decide()
    # As if this request had waited longer than any may.
    monkeypatch.setattr(writers, "MAX_WAIT", timedelta(seconds=-1))
    with statements_of(application) as statements:
        refused = site.decide(status=503)
    assert refused.json["code"] == "unavailable"
    assert count(application, site) == 1
    # The database may hang, so it is not asked which page may read that.
    assert refused.headers["Access-Control-Allow-Origin"] == site.origin
    assert [statement for statement in statements if "FROM domains" in statement] == []


def make_copy(harness: Harness, site: Site) -> Any:
    panel = site.panel
    return type(panel)(
        harness.client(),
        panel.person,
        panel.access_token,
        panel.refresh_token,
        panel.organization,
    )


@pytest.mark.cluster
def test_a_later_decision_is_linked_to_the_former(site: Site) -> None:
    first = site.decide().json
    former = {"formerReceiptId": first["id"], "formerProofToken": first["proofToken"]}
    second = site.decide(action="reject_all", **NOTHING, **former).json
    forged = site.decide(formerReceiptId=first["id"], formerProofToken=second["proofToken"]).json
    assert former_of(site, second) == first["id"]
    assert former_of(site, forged) is None


@pytest.mark.cluster
def test_no_receipt_is_linked_to_one_of_another_domain(site: Site) -> None:
    other = make_site(site.panel)
    other_receipt = other.decide().json
    former = {
        "formerReceiptId": other_receipt["id"],
        "formerProofToken": other_receipt["proofToken"],
    }
    assert former_of(site, site.decide(**former).json) is None
    assert former_of(other, other.decide(**former).json) == other_receipt["id"]


def former_of(site: Site, receipt: dict[str, Any]) -> str | None:
    proof = site.panel.app.get(
        f"/v1/public/consents/{receipt['id']}", headers=bearer(receipt["proofToken"])
    )
    former: str | None = proof.json["formerReceiptId"]
    return former


@pytest.mark.parametrize(
    ("ahead", "is_kept"), [(timedelta(minutes=4), True), (timedelta(minutes=6), False)]
)
def test_a_decision_is_not_made_in_the_future(
    site: Site, application: Application, ahead: timedelta, is_kept: bool
) -> None:
    at = timestamp(application.now() + ahead)
    receipt = site.decide(decidedAt=at).json
    proof = site.panel.app.get(
        f"/v1/public/consents/{receipt['id']}", headers=bearer(receipt["proofToken"])
    )
    assert proof.json["decidedAt"] == (at if is_kept else None)


@pytest.mark.cluster
def test_the_proof_shows_everything_that_is_kept(site: Site) -> None:
    receipt = site.decide(surface="first_layer", decidedAt="2026-01-02T03:04:05.678+01:00").json
    banner = site.panel.app.get(
        f"/v1/public/domains/{site.id}/banner", headers={"Origin": site.origin}
    ).json
    token = receipt.pop("proofToken")
    proof = site.panel.app.get(
        f"/v1/public/consents/{receipt['id']}", headers={**bearer(token), "Origin": site.origin}
    )
    assert proof.headers["Access-Control-Allow-Origin"] == site.origin
    assert len(proof.json["scriptDigest"]) == 64
    assert proof.json == {
        "receipt": receipt,
        "regime": "opt_in",
        "region": None,
        "categories": ["analytics", "marketing", "preferences"],
        "gpcSignal": False,
        "surface": "first_layer",
        "scriptDigest": proof.json["scriptDigest"],
        "wordingDigest": banner["digest"],
        "controller": site.panel.organization["name"],
        "renewAfterMonths": 12,
        "formerReceiptId": None,
        "decidedAt": "2026-01-02T02:04:05.678Z",
        "ruleId": None,
        "ruleVersion": None,
        "limitSensitive": None,
        "ruleModel": None,
        "ruleExempt": None,
        "ruleTexts": None,
    }


@pytest.mark.parametrize(
    ("rule", "months", "grants", "expected"),
    [
        (("eu", 1), 12, {}, 12),
        # Six months at least, twelve at most, and after a refusal at least six.
        (("eu", 1), 1, {}, 6),
        (("eu", 1), 24, {}, 12),
        (("us-ca", 1), 6, {}, 12),
        (("us-co", 1), 6, {}, 6),
        (("us-co", 1), 6, {"action": "custom", "marketing": False}, 12),
        (None, 24, {}, 24),
    ],
)
def test_the_proof_says_when_this_visitor_is_asked_again(
    site: Site,
    application: Application,
    rule: tuple[str, int] | None,
    months: int,
    grants: dict[str, Any],
    expected: int,
) -> None:
    with application.database.autonomous_transaction() as session:
        session.execute(
            update(Domain).where(Domain.id == uuid.UUID(site.id)).values(renew_after_months=months)
        )
    rule_members = {} if rule is None else {"ruleId": rule[0], "ruleVersion": rule[1]}
    receipt = site.decide(**rule_members, **grants).json
    proof = site.panel.app.get(
        f"/v1/public/consents/{receipt['id']}", headers=bearer(receipt["proofToken"])
    )
    assert proof.json["renewAfterMonths"] == expected


def test_a_proof_needs_its_own_token(site: Site) -> None:
    first, second = site.decide().json, site.decide().json
    path = f"/v1/public/consents/{first['id']}"
    site.panel.app.get(path, status=401)
    for token in (second["proofToken"], "x", "k1.00", first["proofToken"] + "0", site.key):
        refused = site.panel.app.get(path, headers=bearer(token), status=401)
        assert refused.json["code"] == "unauthenticated"
    unknown = f"/v1/public/consents/{uuid.uuid4()}"
    site.panel.app.get(unknown, headers=bearer(first["proofToken"]), status=401)


def test_a_page_can_read_that_the_database_is_away(site: Site, application: Application) -> None:
    site.decide()
    with database_away(application.database):
        refused = site.decide(status=503)
        stranger = site.decide(origin="https://example.org", status=403)
    assert refused.json["code"] == "unavailable"
    assert refused.headers["Access-Control-Allow-Origin"] == site.origin
    assert "Retry-After" in refused.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Origin" not in stranger.headers


def test_a_full_queue_asks_the_page_to_try_again(
    site: Site, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(receipt: PendingReceipt) -> Outcome:
        raise QueueFull

    monkeypatch.setattr(application.get(Recorder).receipts, "write", refuse)
    refused = site.decide(status=503)
    assert refused.json["code"] == "unavailable"
    assert int(refused.headers["Retry-After"]) > 0


def test_a_preflight_names_the_domains_own_origin(site: Site) -> None:
    path = f"/v1/public/domains/{site.id}/consents"
    preflight_headers = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,idempotency-key",
    }
    allowed = site.panel.app.options(path, headers={"Origin": site.origin, **preflight_headers})
    assert allowed.headers["Access-Control-Allow-Origin"] == site.origin
    assert "idempotency-key" in allowed.headers["Access-Control-Allow-Headers"].lower()
    stranger = site.panel.app.options(
        path, headers={"Origin": "https://example.org", **preflight_headers}, expect_errors=True
    )
    assert "Access-Control-Allow-Origin" not in stranger.headers


@contextmanager
def statements_of(application: Application) -> Iterator[list[str]]:
    statements: list[str] = []

    def note(conn: Any, cursor: Any, statement: str, *args: Any) -> None:
        statements.append(statement)

    event.listen(application.database.engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(application.database.engine, "before_cursor_execute", note)


def test_preflights_of_a_published_domain_need_one_lookup(
    site: Site, application: Application
) -> None:
    path = f"/v1/public/domains/{site.id}/consents"
    headers = {"Origin": site.origin, "Access-Control-Request-Method": "POST"}
    site.panel.app.options(path, headers=headers)
    with statements_of(application) as statements:
        allowed = site.panel.app.options(path, headers=headers)
    assert [text for text in statements if "domains" in text] == []
    assert allowed.headers["Access-Control-Allow-Origin"] == site.origin


def test_finding_the_owner_of_a_proof_page_needs_no_query(
    site: Site, application: Application
) -> None:
    """By its id only, a receipt is searched for in every shard of a cluster."""
    receipt = site.decide().json
    path, proof = f"/v1/public/consents/{receipt['id']}", bearer(receipt["proofToken"])
    stranger = {"Origin": "https://example.org"}
    client, headers = site.panel.app, {"Access-Control-Request-Method": "GET"}
    with statements_of(application) as statements:
        preflight = client.options(path, headers={**stranger, **headers})
        refused = client.get(path, headers={**stranger, **bearer("x")}, status=401)
    assert statements == []
    assert preflight.headers["Access-Control-Allow-Origin"] == stranger["Origin"]
    assert refused.headers["Access-Control-Allow-Origin"] == stranger["Origin"]
    # What is kept is for the domain's own page.
    assert (
        "Access-Control-Allow-Origin" not in client.get(path, headers={**stranger, **proof}).headers
    )
    own = client.get(path, headers={"Origin": site.origin, **proof})
    assert own.headers["Access-Control-Allow-Origin"] == site.origin


def test_a_held_domain_still_records_a_withdrawal(site: Site, application: Application) -> None:
    first = site.decide().json
    suspend(application, site.panel.organization["slug"])
    banner = site.panel.app.get(f"/v1/public/domains/{site.id}/banner").json
    assert banner["held"] is True
    former = {"formerReceiptId": first["id"], "formerProofToken": first["proofToken"]}
    site.decide(action="reject_all", **NOTHING, **former)
    assert len(site.receipts()) == 2


def proof_of(receipt: dict[str, Any]) -> dict[str, str]:
    return {"formerReceiptId": receipt["id"], "formerProofToken": receipt["proofToken"]}


def test_a_held_domain_lets_a_visitor_withdraw_but_never_grant_more(
    site: Site, application: Application, clock: MovableClock
) -> None:
    site.panel.patch(f"/v1/domains/{site.id}/settings", {"gpcRefuses": "marketing"})
    everything = site.decide().json
    refused = site.decide(action="reject_all", **NOTHING).json
    suspend(application, site.panel.organization["slug"])
    clock.move(seconds=CONTEXT_TTL_SECONDS)
    part = site.decide(**ONLY_ANALYTICS, **proof_of(everything)).json
    # A refusal of someone who has not decided yet grants nothing, and proves nothing later.
    new = site.decide(action="reject_all", **NOTHING).json
    for former in (refused, new, part):
        answer = site.decide(**proof_of(former), status=403).json
        assert answer["code"] == "domain_on_hold"
    site.decide(**ONLY_ANALYTICS, **proof_of(refused), status=403)
    signal = {"source": "gpc", "bannerVersion": None, "bannerLocale": None, "surface": None}
    # A signal is honoured also where the page does not have the proof, below a shared hostname.
    site.decide(**ONLY_ANALYTICS, **signal)
    assert len(site.receipts()) == 5


def test_a_repeat_gets_its_receipt_though_the_domain_is_on_hold_by_now(
    site: Site, application: Application, clock: MovableClock
) -> None:
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    first = site.decide(headers=headers).json
    suspend(application, site.panel.organization["slug"])
    clock.move(seconds=CONTEXT_TTL_SECONDS)
    assert site.decide(headers=headers).json["id"] == first["id"]
    site.decide(headers={"Idempotency-Key": str(uuid.uuid4())}, status=403)
    clock.move(hours=25)
    site.decide(headers=headers, status=403)


def test_a_repeat_gets_its_receipt_though_the_signal_refuses_more_by_now(site: Site) -> None:
    site.panel.patch(f"/v1/domains/{site.id}/settings", {"gpcRefuses": "marketing"})
    signal = {"source": "gpc", "bannerVersion": None, "bannerLocale": None, "surface": None}
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    first = site.decide(headers=headers, **ONLY_ANALYTICS, **signal).json
    site.panel.patch(f"/v1/domains/{site.id}/settings", {"gpcRefuses": "all"})
    assert site.decide(headers=headers, **ONLY_ANALYTICS, **signal).json["id"] == first["id"]
    site.decide(**ONLY_ANALYTICS, **signal, status=400)


def test_the_server_sends_the_time(site: Site, clock: MovableClock) -> None:
    clock.freeze(datetime(2027, 3, 4, 5, 6, 7, 89_999, tzinfo=UTC))
    assert site.decide(decidedAt="2020-01-01T00:00:00Z").json["createdAt"] == (
        "2027-03-04T05:06:07.089Z"
    )


@pytest.mark.parametrize("locale", ['en"', "en'", '"', "$", "en.de", "en]", "\\", "é", "$.en", "*"])
def test_a_locale_with_a_strange_character_is_refused(site: Site, locale: str) -> None:
    refused = site.decide(bannerLocale=locale, status=400).json
    assert refused["code"] == "validation_failed"
    assert [field_error["pointer"] for field_error in refused["errors"]] == ["#/bannerLocale"]
