from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.consent_action import ConsentAction
from ...models.consent_receipt import ConsentReceipt
from ...models.consent_source import ConsentSource
from ...models.consent_status import ConsentStatus
from ...models.device import Device
from ...models.list_consent_events_include import ListConsentEventsInclude
from ...types import UNSET, Unset
from typing import cast
import datetime



def _get_kwargs(
    *,
    domain_id: str | Unset = UNSET,
    action: ConsentAction | Unset = UNSET,
    source: ConsentSource | Unset = UNSET,
    country: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    device: Device | Unset = UNSET,
    status: ConsentStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    include: ListConsentEventsInclude | Unset = UNSET,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    params["domainId"] = domain_id

    json_action: str | Unset = UNSET
    if not isinstance(action, Unset):
        json_action = action.value

    params["action"] = json_action

    json_source: str | Unset = UNSET
    if not isinstance(source, Unset):
        json_source = source.value

    params["source"] = json_source

    params["country"] = country

    json_from_: str | Unset = UNSET
    if not isinstance(from_, Unset):
        json_from_ = from_.isoformat()
    params["from"] = json_from_

    json_to: str | Unset = UNSET
    if not isinstance(to, Unset):
        json_to = to.isoformat()
    params["to"] = json_to

    json_device: str | Unset = UNSET
    if not isinstance(device, Unset):
        json_device = device.value

    params["device"] = json_device

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status

    params["q"] = q

    params["limit"] = limit

    params["cursor"] = cursor

    json_include: str | Unset = UNSET
    if not isinstance(include, Unset):
        json_include = include.value

    params["include"] = json_include


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/api/consent-events",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> list[ConsentReceipt]:
    if response.status_code == 200:
        response_200 = []
        _response_200 = response.json()
        for response_200_item_data in (_response_200):
            response_200_item = ConsentReceipt.from_dict(response_200_item_data)



            response_200.append(response_200_item)

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[list[ConsentReceipt]]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    domain_id: str | Unset = UNSET,
    action: ConsentAction | Unset = UNSET,
    source: ConsentSource | Unset = UNSET,
    country: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    device: Device | Unset = UNSET,
    status: ConsentStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    include: ListConsentEventsInclude | Unset = UNSET,

) -> Response[list[ConsentReceipt]]:
    """ List or export receipts

     Newest first. With a `limit` up to 10,000 the next page is in the `Link` header
    (`rel="next"`); `cursor` is the id of the last receipt received. For a `domainId` that is
    unknown or belongs to another workspace, the list is empty.

    With `Accept: text/csv` or `application/x-ndjson` the receipts are in that format, and
    `limit` defaults to the server's maximum. Responses of any size are streamed, and compressed
    with `Accept-Encoding: gzip`. Resume an interrupted one with `cursor`. `X-Export-Manifest`
    is the address of the export's manifest, which is available for a day. In CSV null is an
    empty cell, every text is quoted, and an apostrophe is put before anything that a
    spreadsheet would treat as a formula. Each process of the server sends two exports, or
    pages of more than 1,000 receipts, of a workspace at a time, and a limited number in total.
    Beyond that the response is 503 with `Retry-After`, for a page after up to five seconds of
    waiting. A client that reads less than 32 kB a second, measured over 30 seconds, is
    disconnected.

    Ids are assigned before the commit, so a receipt can appear after one with a higher id. If
    you poll, request the last ten minutes again.

    Scope `consents:read`: 403 without it. A suspended workspace's keys can still read.

    429: 600 a minute per key, 3000 for all keys of a workspace.

    Args:
        domain_id (str | Unset):
        action (ConsentAction | Unset): `accept_all`: every category that was offered.
            `reject_all`: none. `custom`: what the
            visitor chose.
        source (ConsentSource | Unset): `banner`: a person pressed a button. `gpc`: the browser's
            Global Privacy Control signal.
        country (str | Unset):
        from_ (datetime.datetime | Unset):
        to (datetime.datetime | Unset):
        device (Device | Unset): The class of device, from the user agent.
        status (ConsentStatus | Unset): `valid` for 12 calendar months from the decision, then
            `expired`.
        q (str | Unset):
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):
        include (ListConsentEventsInclude | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[ConsentReceipt]]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
action=action,
source=source,
country=country,
from_=from_,
to=to,
device=device,
status=status,
q=q,
limit=limit,
cursor=cursor,
include=include,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    domain_id: str | Unset = UNSET,
    action: ConsentAction | Unset = UNSET,
    source: ConsentSource | Unset = UNSET,
    country: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    device: Device | Unset = UNSET,
    status: ConsentStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    include: ListConsentEventsInclude | Unset = UNSET,

) -> list[ConsentReceipt]:
    """ List or export receipts

     Newest first. With a `limit` up to 10,000 the next page is in the `Link` header
    (`rel="next"`); `cursor` is the id of the last receipt received. For a `domainId` that is
    unknown or belongs to another workspace, the list is empty.

    With `Accept: text/csv` or `application/x-ndjson` the receipts are in that format, and
    `limit` defaults to the server's maximum. Responses of any size are streamed, and compressed
    with `Accept-Encoding: gzip`. Resume an interrupted one with `cursor`. `X-Export-Manifest`
    is the address of the export's manifest, which is available for a day. In CSV null is an
    empty cell, every text is quoted, and an apostrophe is put before anything that a
    spreadsheet would treat as a formula. Each process of the server sends two exports, or
    pages of more than 1,000 receipts, of a workspace at a time, and a limited number in total.
    Beyond that the response is 503 with `Retry-After`, for a page after up to five seconds of
    waiting. A client that reads less than 32 kB a second, measured over 30 seconds, is
    disconnected.

    Ids are assigned before the commit, so a receipt can appear after one with a higher id. If
    you poll, request the last ten minutes again.

    Scope `consents:read`: 403 without it. A suspended workspace's keys can still read.

    429: 600 a minute per key, 3000 for all keys of a workspace.

    Args:
        domain_id (str | Unset):
        action (ConsentAction | Unset): `accept_all`: every category that was offered.
            `reject_all`: none. `custom`: what the
            visitor chose.
        source (ConsentSource | Unset): `banner`: a person pressed a button. `gpc`: the browser's
            Global Privacy Control signal.
        country (str | Unset):
        from_ (datetime.datetime | Unset):
        to (datetime.datetime | Unset):
        device (Device | Unset): The class of device, from the user agent.
        status (ConsentStatus | Unset): `valid` for 12 calendar months from the decision, then
            `expired`.
        q (str | Unset):
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):
        include (ListConsentEventsInclude | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[ConsentReceipt]
     """


    return sync_detailed(
        client=client,
domain_id=domain_id,
action=action,
source=source,
country=country,
from_=from_,
to=to,
device=device,
status=status,
q=q,
limit=limit,
cursor=cursor,
include=include,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    domain_id: str | Unset = UNSET,
    action: ConsentAction | Unset = UNSET,
    source: ConsentSource | Unset = UNSET,
    country: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    device: Device | Unset = UNSET,
    status: ConsentStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    include: ListConsentEventsInclude | Unset = UNSET,

) -> Response[list[ConsentReceipt]]:
    """ List or export receipts

     Newest first. With a `limit` up to 10,000 the next page is in the `Link` header
    (`rel="next"`); `cursor` is the id of the last receipt received. For a `domainId` that is
    unknown or belongs to another workspace, the list is empty.

    With `Accept: text/csv` or `application/x-ndjson` the receipts are in that format, and
    `limit` defaults to the server's maximum. Responses of any size are streamed, and compressed
    with `Accept-Encoding: gzip`. Resume an interrupted one with `cursor`. `X-Export-Manifest`
    is the address of the export's manifest, which is available for a day. In CSV null is an
    empty cell, every text is quoted, and an apostrophe is put before anything that a
    spreadsheet would treat as a formula. Each process of the server sends two exports, or
    pages of more than 1,000 receipts, of a workspace at a time, and a limited number in total.
    Beyond that the response is 503 with `Retry-After`, for a page after up to five seconds of
    waiting. A client that reads less than 32 kB a second, measured over 30 seconds, is
    disconnected.

    Ids are assigned before the commit, so a receipt can appear after one with a higher id. If
    you poll, request the last ten minutes again.

    Scope `consents:read`: 403 without it. A suspended workspace's keys can still read.

    429: 600 a minute per key, 3000 for all keys of a workspace.

    Args:
        domain_id (str | Unset):
        action (ConsentAction | Unset): `accept_all`: every category that was offered.
            `reject_all`: none. `custom`: what the
            visitor chose.
        source (ConsentSource | Unset): `banner`: a person pressed a button. `gpc`: the browser's
            Global Privacy Control signal.
        country (str | Unset):
        from_ (datetime.datetime | Unset):
        to (datetime.datetime | Unset):
        device (Device | Unset): The class of device, from the user agent.
        status (ConsentStatus | Unset): `valid` for 12 calendar months from the decision, then
            `expired`.
        q (str | Unset):
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):
        include (ListConsentEventsInclude | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[list[ConsentReceipt]]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
action=action,
source=source,
country=country,
from_=from_,
to=to,
device=device,
status=status,
q=q,
limit=limit,
cursor=cursor,
include=include,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    domain_id: str | Unset = UNSET,
    action: ConsentAction | Unset = UNSET,
    source: ConsentSource | Unset = UNSET,
    country: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    device: Device | Unset = UNSET,
    status: ConsentStatus | Unset = UNSET,
    q: str | Unset = UNSET,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    include: ListConsentEventsInclude | Unset = UNSET,

) -> list[ConsentReceipt]:
    """ List or export receipts

     Newest first. With a `limit` up to 10,000 the next page is in the `Link` header
    (`rel="next"`); `cursor` is the id of the last receipt received. For a `domainId` that is
    unknown or belongs to another workspace, the list is empty.

    With `Accept: text/csv` or `application/x-ndjson` the receipts are in that format, and
    `limit` defaults to the server's maximum. Responses of any size are streamed, and compressed
    with `Accept-Encoding: gzip`. Resume an interrupted one with `cursor`. `X-Export-Manifest`
    is the address of the export's manifest, which is available for a day. In CSV null is an
    empty cell, every text is quoted, and an apostrophe is put before anything that a
    spreadsheet would treat as a formula. Each process of the server sends two exports, or
    pages of more than 1,000 receipts, of a workspace at a time, and a limited number in total.
    Beyond that the response is 503 with `Retry-After`, for a page after up to five seconds of
    waiting. A client that reads less than 32 kB a second, measured over 30 seconds, is
    disconnected.

    Ids are assigned before the commit, so a receipt can appear after one with a higher id. If
    you poll, request the last ten minutes again.

    Scope `consents:read`: 403 without it. A suspended workspace's keys can still read.

    429: 600 a minute per key, 3000 for all keys of a workspace.

    Args:
        domain_id (str | Unset):
        action (ConsentAction | Unset): `accept_all`: every category that was offered.
            `reject_all`: none. `custom`: what the
            visitor chose.
        source (ConsentSource | Unset): `banner`: a person pressed a button. `gpc`: the browser's
            Global Privacy Control signal.
        country (str | Unset):
        from_ (datetime.datetime | Unset):
        to (datetime.datetime | Unset):
        device (Device | Unset): The class of device, from the user agent.
        status (ConsentStatus | Unset): `valid` for 12 calendar months from the decision, then
            `expired`.
        q (str | Unset):
        limit (int | Unset):  Default: 100.
        cursor (str | Unset):
        include (ListConsentEventsInclude | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        list[ConsentReceipt]
     """


    return (await asyncio_detailed(
        client=client,
domain_id=domain_id,
action=action,
source=source,
country=country,
from_=from_,
to=to,
device=device,
status=status,
q=q,
limit=limit,
cursor=cursor,
include=include,

    )).parsed
