from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.consent_request import ConsentRequest
from ...models.recorded_consent import RecordedConsent
from ...types import UNSET, Unset
from typing import cast
from uuid import UUID



def _get_kwargs(
    domain_id: str,
    *,
    body: ConsentRequest,
    idempotency_key: UUID | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = str(idempotency_key)







    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/public/domains/{domain_id}/consents".format(domain_id=quote(str(domain_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> RecordedConsent:
    if response.status_code == 201:
        response_201 = RecordedConsent.from_dict(response.json())



        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[RecordedConsent]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ConsentRequest,
    idempotency_key: UUID | Unset = UNSET,

) -> Response[RecordedConsent]:
    """ Record a visitor's decision

     Responds only after the receipt is durably stored. `source: banner` names the version and
    the locale that were shown, and the server stores its text of that version. `source: gpc` is
    sent without them, and no wording is stored. `accept_all` must grant every category that the
    version offers and no other, `reject_all` none, `custom` any of them. With an
    `Idempotency-Key`, repeating the request within 24 hours returns the first response again,
    even if the decision would be refused by now. To link a later decision of the same visitor
    to the former one, send `formerReceiptId` and `formerProofToken`; the token must belong to
    that receipt. `Origin` is required. It protects only against browsers: it shows where a page
    ran, but a program can send any value. One that records decisions itself sends the site's,
    such as `https://www.example.com`.

    400: `bannerVersion` was never published, or the action does not fit what it offers. 403
    `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it; add
    that hostname as a separate domain. 403 `domain_on_hold`: the domain or its workspace is
    suspended, or the plan does not cover the domain. In the meantime only refusals are recorded,
    and decisions that grant nothing beyond the former one, which `formerProofToken` proves. 404 as
    soon as the domain is deleted. Changed settings of the domain and the workspace apply
    immediately in the process that changed them, and within two seconds in the others; if the
    database is down, as soon as it is available again. 429: 600 a minute from one address for
    one domain. After 429 and 503 retry with the same `Idempotency-Key`.

    Args:
        domain_id (str):
        idempotency_key (UUID | Unset):
        body (ConsentRequest): `bannerVersion` and `bannerLocale` are required for `source:
            banner` and refused for
            `source: gpc`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RecordedConsent]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
body=body,
idempotency_key=idempotency_key,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ConsentRequest,
    idempotency_key: UUID | Unset = UNSET,

) -> RecordedConsent:
    """ Record a visitor's decision

     Responds only after the receipt is durably stored. `source: banner` names the version and
    the locale that were shown, and the server stores its text of that version. `source: gpc` is
    sent without them, and no wording is stored. `accept_all` must grant every category that the
    version offers and no other, `reject_all` none, `custom` any of them. With an
    `Idempotency-Key`, repeating the request within 24 hours returns the first response again,
    even if the decision would be refused by now. To link a later decision of the same visitor
    to the former one, send `formerReceiptId` and `formerProofToken`; the token must belong to
    that receipt. `Origin` is required. It protects only against browsers: it shows where a page
    ran, but a program can send any value. One that records decisions itself sends the site's,
    such as `https://www.example.com`.

    400: `bannerVersion` was never published, or the action does not fit what it offers. 403
    `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it; add
    that hostname as a separate domain. 403 `domain_on_hold`: the domain or its workspace is
    suspended, or the plan does not cover the domain. In the meantime only refusals are recorded,
    and decisions that grant nothing beyond the former one, which `formerProofToken` proves. 404 as
    soon as the domain is deleted. Changed settings of the domain and the workspace apply
    immediately in the process that changed them, and within two seconds in the others; if the
    database is down, as soon as it is available again. 429: 600 a minute from one address for
    one domain. After 429 and 503 retry with the same `Idempotency-Key`.

    Args:
        domain_id (str):
        idempotency_key (UUID | Unset):
        body (ConsentRequest): `bannerVersion` and `bannerLocale` are required for `source:
            banner` and refused for
            `source: gpc`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RecordedConsent
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,
body=body,
idempotency_key=idempotency_key,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ConsentRequest,
    idempotency_key: UUID | Unset = UNSET,

) -> Response[RecordedConsent]:
    """ Record a visitor's decision

     Responds only after the receipt is durably stored. `source: banner` names the version and
    the locale that were shown, and the server stores its text of that version. `source: gpc` is
    sent without them, and no wording is stored. `accept_all` must grant every category that the
    version offers and no other, `reject_all` none, `custom` any of them. With an
    `Idempotency-Key`, repeating the request within 24 hours returns the first response again,
    even if the decision would be refused by now. To link a later decision of the same visitor
    to the former one, send `formerReceiptId` and `formerProofToken`; the token must belong to
    that receipt. `Origin` is required. It protects only against browsers: it shows where a page
    ran, but a program can send any value. One that records decisions itself sends the site's,
    such as `https://www.example.com`.

    400: `bannerVersion` was never published, or the action does not fit what it offers. 403
    `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it; add
    that hostname as a separate domain. 403 `domain_on_hold`: the domain or its workspace is
    suspended, or the plan does not cover the domain. In the meantime only refusals are recorded,
    and decisions that grant nothing beyond the former one, which `formerProofToken` proves. 404 as
    soon as the domain is deleted. Changed settings of the domain and the workspace apply
    immediately in the process that changed them, and within two seconds in the others; if the
    database is down, as soon as it is available again. 429: 600 a minute from one address for
    one domain. After 429 and 503 retry with the same `Idempotency-Key`.

    Args:
        domain_id (str):
        idempotency_key (UUID | Unset):
        body (ConsentRequest): `bannerVersion` and `bannerLocale` are required for `source:
            banner` and refused for
            `source: gpc`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[RecordedConsent]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
body=body,
idempotency_key=idempotency_key,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ConsentRequest,
    idempotency_key: UUID | Unset = UNSET,

) -> RecordedConsent:
    """ Record a visitor's decision

     Responds only after the receipt is durably stored. `source: banner` names the version and
    the locale that were shown, and the server stores its text of that version. `source: gpc` is
    sent without them, and no wording is stored. `accept_all` must grant every category that the
    version offers and no other, `reject_all` none, `custom` any of them. With an
    `Idempotency-Key`, repeating the request within 24 hours returns the first response again,
    even if the decision would be refused by now. To link a later decision of the same visitor
    to the former one, send `formerReceiptId` and `formerProofToken`; the token must belong to
    that receipt. `Origin` is required. It protects only against browsers: it shows where a page
    ran, but a program can send any value. One that records decisions itself sends the site's,
    such as `https://www.example.com`.

    400: `bannerVersion` was never published, or the action does not fit what it offers. 403
    `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it; add
    that hostname as a separate domain. 403 `domain_on_hold`: the domain or its workspace is
    suspended, or the plan does not cover the domain. In the meantime only refusals are recorded,
    and decisions that grant nothing beyond the former one, which `formerProofToken` proves. 404 as
    soon as the domain is deleted. Changed settings of the domain and the workspace apply
    immediately in the process that changed them, and within two seconds in the others; if the
    database is down, as soon as it is available again. 429: 600 a minute from one address for
    one domain. After 429 and 503 retry with the same `Idempotency-Key`.

    Args:
        domain_id (str):
        idempotency_key (UUID | Unset):
        body (ConsentRequest): `bannerVersion` and `bannerLocale` are required for `source:
            banner` and refused for
            `source: gpc`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        RecordedConsent
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
body=body,
idempotency_key=idempotency_key,

    )).parsed
