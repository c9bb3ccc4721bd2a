from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.unsubscribe_status import UnsubscribeStatus
from typing import cast



def _get_kwargs(
    *,
    token: str,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    params["token"] = token


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/unsubscribe/status",
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> UnsubscribeStatus:
    if response.status_code == 200:
        response_200 = UnsubscribeStatus.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[UnsubscribeStatus]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    token: str,

) -> Response[UnsubscribeStatus]:
    """ Show the address of an unsubscribe link

     For the page that shows the address. Changes nothing and does not use up the token. 400
    `invalid_link`: use the link in a newer email.

    429: 600 a minute from one address.

    Args:
        token (str): A secret, known only to its holder.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UnsubscribeStatus]
     """


    kwargs = _get_kwargs(
        token=token,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient | Client,
    token: str,

) -> UnsubscribeStatus:
    """ Show the address of an unsubscribe link

     For the page that shows the address. Changes nothing and does not use up the token. 400
    `invalid_link`: use the link in a newer email.

    429: 600 a minute from one address.

    Args:
        token (str): A secret, known only to its holder.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UnsubscribeStatus
     """


    return sync_detailed(
        client=client,
token=token,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    token: str,

) -> Response[UnsubscribeStatus]:
    """ Show the address of an unsubscribe link

     For the page that shows the address. Changes nothing and does not use up the token. 400
    `invalid_link`: use the link in a newer email.

    429: 600 a minute from one address.

    Args:
        token (str): A secret, known only to its holder.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UnsubscribeStatus]
     """


    kwargs = _get_kwargs(
        token=token,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    token: str,

) -> UnsubscribeStatus:
    """ Show the address of an unsubscribe link

     For the page that shows the address. Changes nothing and does not use up the token. 400
    `invalid_link`: use the link in a newer email.

    429: 600 a minute from one address.

    Args:
        token (str): A secret, known only to its holder.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UnsubscribeStatus
     """


    return (await asyncio_detailed(
        client=client,
token=token,

    )).parsed
