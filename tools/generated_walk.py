"""From registration to a receipt, with the Python client that openapi-generator generates.

Run by ``tools.generators``, with the client (package ``openapi_client``) on the path and the
service's address as the argument. Prints the receipt's id.
"""

from __future__ import annotations

import sys
import uuid
from datetime import UTC, datetime, timedelta

import openapi_client as made
import pyotp


def walk(url: str) -> str:
    """Return the id of the receipt that was recorded and read. Raises any error of the calls."""
    configuration = made.Configuration(host=url)
    with made.ApiClient(configuration) as client:
        sign_in = made.SignInApi(client)
        challenge = sign_in.register(
            made.RegisterRequest(
                email=f"ada-{uuid.uuid4().hex[:12]}@example.com",
                password="correct horse battery",
                name="Ada Lovelace",
            )
        )
        token = challenge.challenge_token
        secret = sign_in.set_up_second_factor(made.ChallengeRequest(challenge_token=token)).secret
        enrolled = sign_in.confirm_second_factor(
            made.ChallengeCodeRequest(challenge_token=token, code=pyotp.TOTP(secret).now())
        )
        configuration.access_token = enrolled.actual_instance.account_token
        demo = made.BillingApi(client).start_demo(made.DemoRequest())
        session = sign_in.exchange_handoff(made.HandoffCodeRequest(code=demo.handoff.code))
        assert session.organization is not None
        configuration.access_token = session.access_token
        domain = made.DomainsApi(client).create_domain(
            made.DomainRequest(hostname="shop.localhost", region=made.Region.EU)
        )
        assert domain.status is made.DomainStatus.PENDING
        banners = made.BannersApi(client)
        draft = banners.get_banner(domain.id)
        assert draft.banner.locales
        assert banners.publish_banner(domain.id).version == 1
        key = made.WorkspaceApi(client).create_api_key(
            made.ApiKeyRequest(name="Warehouse", expires_at=datetime.now(UTC) + timedelta(days=1))
        )
        recorded = made.VisitorsApi(client).record_consent(
            domain.id,
            made.ConsentRequest(
                action=made.ConsentAction.ACCEPT_ALL,
                source=made.ConsentSource.BANNER,
                analytics=True,
                marketing=True,
                preferences=True,
                bannerVersion=1,
                bannerLocale="en",
            ),
            _headers={"Origin": "http://shop.localhost"},
        )
        configuration.access_token = key.key
        reading = made.ReadAPIApi(client)
        # This client writes "+0000" for UTC.
        since = datetime.now(UTC) - timedelta(minutes=5)
        (receipt,) = reading.list_consent_events(domain_id=domain.id, from_=since)
        assert receipt.id == recorded.id
        assert reading.list_api_domains().items[0].hostname == "shop.localhost"
        return str(receipt.id)


if __name__ == "__main__":
    print(walk(sys.argv[1]))
