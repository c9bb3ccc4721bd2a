from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.banner_preview import BannerPreview
from ...models.preview_request import PreviewRequest
from typing import cast



def _get_kwargs(
    domain_id: str,
    *,
    body: PreviewRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/domains/{domain_id}/banner/preview".format(domain_id=quote(str(domain_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BannerPreview:
    if response.status_code == 200:
        response_200 = BannerPreview.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[BannerPreview]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: PreviewRequest,

) -> Response[BannerPreview]:
    """ Preview a banner

     For editors: what visitors at `place` whose language is `locale` would get, the complete
    content with the defaults filled in, and the score that the domain would have. Nothing is
    stored. Findings are in the language of `Accept-Language`, in English by default.

    For any member. A body can have 1 MiB.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        body (PreviewRequest): A banner from an editor, and the visitor's language (by default the
            banner's first) and
            place.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerPreview]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: PreviewRequest,

) -> BannerPreview:
    """ Preview a banner

     For editors: what visitors at `place` whose language is `locale` would get, the complete
    content with the defaults filled in, and the score that the domain would have. Nothing is
    stored. Findings are in the language of `Accept-Language`, in English by default.

    For any member. A body can have 1 MiB.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        body (PreviewRequest): A banner from an editor, and the visitor's language (by default the
            banner's first) and
            place.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerPreview
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: PreviewRequest,

) -> Response[BannerPreview]:
    """ Preview a banner

     For editors: what visitors at `place` whose language is `locale` would get, the complete
    content with the defaults filled in, and the score that the domain would have. Nothing is
    stored. Findings are in the language of `Accept-Language`, in English by default.

    For any member. A body can have 1 MiB.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        body (PreviewRequest): A banner from an editor, and the visitor's language (by default the
            banner's first) and
            place.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerPreview]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: PreviewRequest,

) -> BannerPreview:
    """ Preview a banner

     For editors: what visitors at `place` whose language is `locale` would get, the complete
    content with the defaults filled in, and the score that the domain would have. Nothing is
    stored. Findings are in the language of `Accept-Language`, in English by default.

    For any member. A body can have 1 MiB.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        body (PreviewRequest): A banner from an editor, and the visitor's language (by default the
            banner's first) and
            place.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerPreview
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
body=body,

    )).parsed
