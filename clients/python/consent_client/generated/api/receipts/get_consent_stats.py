from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.statistics import Statistics
from ...models.statistics_group import StatisticsGroup
from ...models.statistics_interval import StatisticsInterval
from ...types import UNSET, Unset
from typing import cast
import datetime



def _get_kwargs(
    *,
    from_: datetime.datetime,
    to: datetime.datetime,
    interval: StatisticsInterval,
    group_by: StatisticsGroup | Unset = StatisticsGroup.ACTION,
    domain_id: str | Unset = UNSET,
    version: int | Unset = UNSET,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    json_from_ = from_.isoformat()
    params["from"] = json_from_

    json_to = to.isoformat()
    params["to"] = json_to

    json_interval = interval.value
    params["interval"] = json_interval

    json_group_by: str | Unset = UNSET
    if not isinstance(group_by, Unset):
        json_group_by = group_by.value

    params["groupBy"] = json_group_by

    params["domainId"] = domain_id

    params["version"] = version


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/consent-stats",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Statistics:
    if response.status_code == 200:
        response_200 = Statistics.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Statistics]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    from_: datetime.datetime,
    to: datetime.datetime,
    interval: StatisticsInterval,
    group_by: StatisticsGroup | Unset = StatisticsGroup.ACTION,
    domain_id: str | Unset = UNSET,
    version: int | Unset = UNSET,

) -> Response[Statistics]:
    """ Count impressions and decisions over time

     For charts. The response has every interval from the one that contains `from` to the one
    that contains `to`, each complete, with a zero if nothing happened. Intervals begin in UTC,
    weeks on Monday. More than 1,000 intervals are refused (400). Decisions are counted by the
    hour every few minutes; the counts are complete up to `completeTo`. Impressions are counted
    immediately. For a `domainId` that is unknown or belongs to another workspace, all counts
    are zero.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        from_ (datetime.datetime):
        to (datetime.datetime):
        interval (StatisticsInterval): The length of an interval; all intervals begin in UTC,
            weeks on Monday.
        group_by (StatisticsGroup | Unset): How counts are grouped. Default:
            StatisticsGroup.ACTION.
        domain_id (str | Unset):
        version (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Statistics]
     """


    kwargs = _get_kwargs(
        from_=from_,
to=to,
interval=interval,
group_by=group_by,
domain_id=domain_id,
version=version,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    from_: datetime.datetime,
    to: datetime.datetime,
    interval: StatisticsInterval,
    group_by: StatisticsGroup | Unset = StatisticsGroup.ACTION,
    domain_id: str | Unset = UNSET,
    version: int | Unset = UNSET,

) -> Statistics:
    """ Count impressions and decisions over time

     For charts. The response has every interval from the one that contains `from` to the one
    that contains `to`, each complete, with a zero if nothing happened. Intervals begin in UTC,
    weeks on Monday. More than 1,000 intervals are refused (400). Decisions are counted by the
    hour every few minutes; the counts are complete up to `completeTo`. Impressions are counted
    immediately. For a `domainId` that is unknown or belongs to another workspace, all counts
    are zero.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        from_ (datetime.datetime):
        to (datetime.datetime):
        interval (StatisticsInterval): The length of an interval; all intervals begin in UTC,
            weeks on Monday.
        group_by (StatisticsGroup | Unset): How counts are grouped. Default:
            StatisticsGroup.ACTION.
        domain_id (str | Unset):
        version (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Statistics
     """


    return sync_detailed(
        client=client,
from_=from_,
to=to,
interval=interval,
group_by=group_by,
domain_id=domain_id,
version=version,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    from_: datetime.datetime,
    to: datetime.datetime,
    interval: StatisticsInterval,
    group_by: StatisticsGroup | Unset = StatisticsGroup.ACTION,
    domain_id: str | Unset = UNSET,
    version: int | Unset = UNSET,

) -> Response[Statistics]:
    """ Count impressions and decisions over time

     For charts. The response has every interval from the one that contains `from` to the one
    that contains `to`, each complete, with a zero if nothing happened. Intervals begin in UTC,
    weeks on Monday. More than 1,000 intervals are refused (400). Decisions are counted by the
    hour every few minutes; the counts are complete up to `completeTo`. Impressions are counted
    immediately. For a `domainId` that is unknown or belongs to another workspace, all counts
    are zero.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        from_ (datetime.datetime):
        to (datetime.datetime):
        interval (StatisticsInterval): The length of an interval; all intervals begin in UTC,
            weeks on Monday.
        group_by (StatisticsGroup | Unset): How counts are grouped. Default:
            StatisticsGroup.ACTION.
        domain_id (str | Unset):
        version (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Statistics]
     """


    kwargs = _get_kwargs(
        from_=from_,
to=to,
interval=interval,
group_by=group_by,
domain_id=domain_id,
version=version,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    from_: datetime.datetime,
    to: datetime.datetime,
    interval: StatisticsInterval,
    group_by: StatisticsGroup | Unset = StatisticsGroup.ACTION,
    domain_id: str | Unset = UNSET,
    version: int | Unset = UNSET,

) -> Statistics:
    """ Count impressions and decisions over time

     For charts. The response has every interval from the one that contains `from` to the one
    that contains `to`, each complete, with a zero if nothing happened. Intervals begin in UTC,
    weeks on Monday. More than 1,000 intervals are refused (400). Decisions are counted by the
    hour every few minutes; the counts are complete up to `completeTo`. Impressions are counted
    immediately. For a `domainId` that is unknown or belongs to another workspace, all counts
    are zero.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        from_ (datetime.datetime):
        to (datetime.datetime):
        interval (StatisticsInterval): The length of an interval; all intervals begin in UTC,
            weeks on Monday.
        group_by (StatisticsGroup | Unset): How counts are grouped. Default:
            StatisticsGroup.ACTION.
        domain_id (str | Unset):
        version (int | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Statistics
     """


    return (await asyncio_detailed(
        client=client,
from_=from_,
to=to,
interval=interval,
group_by=group_by,
domain_id=domain_id,
version=version,

    )).parsed
