from __future__ import annotations

import hashlib
import json
from typing import Any

from pyramid import traversal

from consent_app.exports import jobs
from consent_app.exports.models import export_manifests
from tests.support.exports import NDJSON, begin, export, packed
from tests.support.factories import Site, bearer, make_panel, make_site
from tests.support.harness import Harness, MovableClock, count_rows


def site_now(site: Site) -> Any:
    return site.panel.app.application.now()


def test_a_manifest_describes_what_was_exported(harness: Harness, site: Site) -> None:
    app = site.panel.app
    headers, body = packed(harness, site)
    place = headers["X-Export-Manifest"].removeprefix("http://localhost:6543")
    ids = [json.loads(line)["id"] for line in body.splitlines()]
    manifest = app.get(place, headers=bearer(site.key), status=200).json
    assert manifest["sha256"] == hashlib.sha256(body).hexdigest()
    assert manifest["size"] == len(body)
    assert manifest["rows"] == 6
    assert (manifest["firstId"], manifest["lastId"]) == (ids[0], ids[-1])
    events = site.panel.get("/v1/audit-events", params={"event": "receipts.exported"}).json
    assert events[0]["actorKind"] == "api_key"
    stranger = make_site(make_panel(app, site_now(site)))
    app.get(place, headers=bearer(stranger.key), status=404)


def test_a_process_keeps_no_address_of_a_manifest(site: Site) -> None:
    export(site, NDJSON)
    before = len(traversal._segment_cache)
    for _ in range(3):
        export(site, NDJSON)
    assert len(traversal._segment_cache) == before


def test_a_manifest_is_kept_for_a_day(site: Site, clock: Any) -> None:
    clock.move(seconds=1)
    place = export(site, NDJSON).headers["X-Export-Manifest"]
    place = place.removeprefix("http://localhost:6543")
    clock.move(hours=23)
    site.panel.app.get(place, headers=bearer(site.key), status=200)
    clock.move(hours=2)
    site.panel.app.get(place, headers=bearer(site.key), status=404)


def test_the_worker_deletes_manifests_after_a_day(
    harness: Harness, site: Site, clock: MovableClock
) -> None:
    def stored() -> int:
        return count_rows(harness.application, export_manifests, site.panel.organization["id"])

    export(site, NDJSON)
    clock.move(hours=23)
    export(site, NDJSON)
    harness.run_periodic_job(jobs.DELETE_MANIFESTS)
    assert stored() == 2
    clock.move(hours=2)
    harness.run_periodic_job(jobs.DELETE_MANIFESTS)
    assert stored() == 1


def test_only_the_last_byte_waits_for_the_manifest(harness: Harness, site: Site) -> None:
    _, headers, body = begin(harness, site)
    place = headers["X-Export-Manifest"].removeprefix("http://localhost:6543")
    chunks = iter(body)
    first = next(chunks)
    assert first.count(b'{"id":') == 6
    site.panel.app.get(place, headers=bearer(site.key), status=404)
    assert list(chunks) == [b"\n"]
    body.close()
    site.panel.app.get(place, headers=bearer(site.key), status=200)


def test_the_day_of_a_manifest_begins_with_its_export(
    harness: Harness, site: Site, clock: MovableClock
) -> None:
    _, headers, body = begin(harness, site)
    place = headers["X-Export-Manifest"].removeprefix("http://localhost:6543")
    next(chunks := iter(body))
    clock.move(hours=23)
    list(chunks)
    body.close()
    site.panel.app.get(place, headers=bearer(site.key), status=200)
    clock.move(hours=2)
    site.panel.app.get(place, headers=bearer(site.key), status=404)


def test_an_export_that_breaks_off_is_audited_too(harness: Harness, site: Site) -> None:
    _, _, body = begin(harness, site)
    next(iter(body))
    body.close()
    event = site.panel.get("/v1/audit-events", params={"event": "receipts.exported"}).json[0]
    detail = {change["name"]: change["after"] for change in event["detail"]}
    assert detail.pop("apiKeyId") == key_of(site)
    assert detail == {"format": "ndjson", "rows": "6", "completed": "false"}


def test_the_audit_log_says_who_exported_what_and_from_where(site: Site) -> None:
    body = export(site, NDJSON).body
    site.panel.app.get(
        "/v1/consent-events",
        headers={**bearer(site.panel.access_token), "Accept": NDJSON},
        status=200,
    )
    events = site.panel.get("/v1/audit-events", params={"event": "receipts.exported"}).json
    by_user, by_key = events
    assert by_key["actorKind"] == "api_key"
    detail = {change["name"]: change["after"] for change in by_key["detail"]}
    assert detail["apiKeyId"] == key_of(site)
    assert detail["sha256"] == hashlib.sha256(body).hexdigest()
    assert by_user["actorKind"] == "user"
    assert "apiKeyId" not in {change["name"] for change in by_user["detail"]}
    assert by_key["addressHash"] == by_user["addressHash"] is not None


def key_of(site: Site) -> str:
    """Return the id of the workspace's only key."""
    (key,) = site.panel.get("/v1/api-keys").json
    return str(key["id"])
