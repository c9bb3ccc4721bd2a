"""Invitations cannot be used as a mail relay."""

from __future__ import annotations

import html
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.mail.templates import looks_like_link, unlinked
from tests.support.account_mails import mails_to
from tests.support.factories import Panel, make_panel, unique
from tests.support.harness import Harness
from tests.support.members import inviting

DAY = 24 * 3600


def invite(panel: Panel, email: str, **kw: Any) -> Any:
    body = {"email": email, "role": "viewer"}
    return panel.post("/v1/invitations", body, **kw)


@pytest.fixture
def few(harness: Harness) -> Any:
    """Limits of which ten are allowed, since development allows ten times as much."""
    limits = harness.wsgi.registry.api.rate_limits
    former = {"invitations_to": 5, "invitations_by": 50, "invitations_from": 100}

    def set_limit(name: str) -> None:
        limits.add(name, 1, DAY)

    yield set_limit
    for name, amount in former.items():
        limits.add(name, amount, DAY)


def test_inviting_needs_a_verified_address(
    harness: Harness, app: TestApp, application: Application
) -> None:
    stranger = f"{unique('stranger')}@example.com"
    for _ in range(3):
        panel = make_panel(app, application.now())
        refused = invite(panel, stranger, status=403)
        assert refused.json["code"] == "address_not_verified"
        assert panel.get("/v1/invitations").json == []
    assert mails_to(harness, stranger) == []
    invite(inviting(panel), stranger, status=201)
    assert len(mails_to(harness, stranger)) == 1


def test_mails_to_one_address_are_limited_silently(
    harness: Harness, application: Application, few: Any
) -> None:
    few("invitations_to")
    stranger = f"{unique('stranger')}@example.com"
    panels = [inviting(make_panel(harness.client(), application.now())) for _ in range(3)]
    responses = []
    for number in range(15):
        # In any spelling.
        email = stranger.upper() if number % 2 else stranger
        responses.append(invite(panels[number % 3], email, status=201))
    assert len(mails_to(harness, stranger)) == 10
    assert len({tuple(sorted(response.json)) for response in responses}) == 1
    assert len({tuple(sorted(response.headers)) for response in responses}) == 1
    assert [len(panel.get("/v1/invitations").json) for panel in panels] == [1, 1, 1]


def test_unverified_people_use_up_nobodys_mails(
    harness: Harness, app: TestApp, application: Application, few: Any
) -> None:
    few("invitations_to")
    stranger = f"{unique('stranger')}@example.com"
    panel = make_panel(app, application.now())
    for _ in range(11):
        invite(panel, stranger, status=403)
    invite(inviting(panel), stranger, status=201)
    assert len(mails_to(harness, stranger)) == 1


@pytest.mark.parametrize("limit", ["invitations_by", "invitations_from"])
def test_a_person_and_a_network_are_limited(
    harness: Harness, app: TestApp, application: Application, few: Any, limit: str
) -> None:
    few(limit)
    panel = inviting(make_panel(app, application.now()))
    if limit == "invitations_by":
        # From other networks all the time.
        statuses = []
        for _ in range(11):
            panel.app = harness.client()
            response = invite(panel, f"{unique()}@example.com", expect_errors=True)
            statuses.append(response.status_int)
    else:
        panels = [panel, inviting(make_panel(app, application.now()))]
        statuses = [
            invite(panels[number % 2], f"{unique()}@example.com", expect_errors=True).status_int
            for number in range(11)
        ]
    assert statuses == [201] * 10 + [429]


@pytest.mark.parametrize(
    "name",
    [
        "Free money at evil.example",
        "evil.example/win",
        "evil\u034f.com",
        "evil\ufe0f.com",
        "evil\u06d4com",
        "call www evil",
        "winner@evil.example",
        "\uff45\uff56\uff49\uff4c\uff0e\uff45\uff58",
        "\u043f\u0440\u0438\u043c\u0435\u0440\u3002\u0440\u0444",
    ],
)
def test_a_name_that_looks_like_a_link_is_in_no_subject(
    harness: Harness, app: TestApp, application: Application, name: str
) -> None:
    panel = inviting(make_panel(app, application.now()))
    panel.patch("/v1/workspace", {"name": name}, status=200)
    stranger = f"{unique('stranger')}@example.com"
    invite(panel, stranger, status=201)
    (mail,) = mails_to(harness, stranger)
    assert mail["Subject"] == "You are invited to a workspace"
    texts = [part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"]
    assert len(texts) == 2
    for body in texts:
        assert unlinked(name) in html.unescape(body).replace("\n", " ")
        assert name not in html.unescape(body) or name == "call www evil"


@pytest.mark.parametrize("name", ["Analytical Engines", "Acme Inc.", "M\u00fcller & Co. KG", "A/B"])
def test_any_other_name_is_in_the_subject(
    harness: Harness, app: TestApp, application: Application, name: str
) -> None:
    assert not looks_like_link(name)
    panel = inviting(make_panel(app, application.now()))
    panel.patch("/v1/workspace", {"name": name}, status=200)
    stranger = f"{unique('stranger')}@example.com"
    invite(panel, stranger, status=201)
    (mail,) = mails_to(harness, stranger)
    assert mail["Subject"] == f"You are invited to {name}"
