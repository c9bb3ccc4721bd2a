"""The limit of one visitor's requests to one domain."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import Harness


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    return make_site(make_panel(app, application.now()))


def test_a_flood_from_one_address_has_to_wait(site: Site, harness: Harness) -> None:
    limits = harness.wsgi.registry.api.rate_limits
    # Development's ten times as much of it.
    assert limits.policies["visitors"].amount == 6000
    limits.add("visitors", 2, 60)
    try:
        responses = [site.decide(status="*", remote_addr="198.51.100.9") for _ in range(23)]
    finally:
        limits.add("visitors", 600, 60)
    assert [response.status_int for response in responses] == [201] * 20 + [429] * 3
    assert responses[-1].json["code"] == "rate_limited"
    assert 0 < int(responses[-1].headers["Retry-After"]) <= 61
    site.decide(remote_addr="198.51.100.10")


def test_invalid_attempts_count_too(site: Site, harness: Harness) -> None:
    limits = harness.wsgi.registry.api.rate_limits
    limits.add("visitors", 1, 60)
    how = {"status": "*", "remote_addr": "198.51.100.11"}
    try:
        refused = [site.decide(analytics="x", **how) for _ in range(10)]
        message = site.decide(**how)
        strange = [
            site.panel.app.post_json(
                f"/v1/public/domains/no-id{number}{'%C3%A9' * (number % 2)}/consents",
                {},
                status="*",
                extra_environ={"REMOTE_ADDR": "198.51.100.12"},
            )
            for number in range(11)
        ]
    finally:
        limits.add("visitors", 600, 60)
    assert [response.status_int for response in [*refused, message]] == [400] * 10 + [429]
    assert [response.status_int for response in strange] == [400] * 10 + [429]
