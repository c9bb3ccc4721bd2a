from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.consent_action import ConsentAction
from ...models.consent_source import ConsentSource
from ...models.device import Device
from ...models.receipt_total import ReceiptTotal
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


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/consent-totals",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ReceiptTotal:
    if response.status_code == 200:
        response_200 = ReceiptTotal.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ReceiptTotal]:
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

) -> Response[ReceiptTotal]:
    """ Estimate the number of receipts

     A sum of the hourly counts, which is fast for any number of receipts, but not exact. Only
    whole hours are counted. Decisions after `completeTo` are not included yet, and decisions of
    erased visitors still are. The filters `status` and `q` of the list are not available.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

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

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReceiptTotal]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
action=action,
source=source,
country=country,
from_=from_,
to=to,
device=device,

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

) -> ReceiptTotal:
    """ Estimate the number of receipts

     A sum of the hourly counts, which is fast for any number of receipts, but not exact. Only
    whole hours are counted. Decisions after `completeTo` are not included yet, and decisions of
    erased visitors still are. The filters `status` and `q` of the list are not available.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

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

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReceiptTotal
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

) -> Response[ReceiptTotal]:
    """ Estimate the number of receipts

     A sum of the hourly counts, which is fast for any number of receipts, but not exact. Only
    whole hours are counted. Decisions after `completeTo` are not included yet, and decisions of
    erased visitors still are. The filters `status` and `q` of the list are not available.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

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

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReceiptTotal]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
action=action,
source=source,
country=country,
from_=from_,
to=to,
device=device,

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

) -> ReceiptTotal:
    """ Estimate the number of receipts

     A sum of the hourly counts, which is fast for any number of receipts, but not exact. Only
    whole hours are counted. Decisions after `completeTo` are not included yet, and decisions of
    erased visitors still are. The filters `status` and `q` of the list are not available.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

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

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReceiptTotal
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

    )).parsed
