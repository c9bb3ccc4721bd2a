from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.banner_preview import BannerPreview
from ...models.preview_request import PreviewRequest
from ...models.problem import Problem
from typing import cast
from uuid import UUID



def _get_kwargs(
    domain_id: UUID,
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



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BannerPreview | Problem | None:
    if response.status_code == 200:
        response_200 = BannerPreview.from_dict(response.json())



        return response_200

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())



        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())



        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())



        return response_403

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())



        return response_404

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())



        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())



        return response_415

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())



        return response_429

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())



        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[BannerPreview | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    domain_id: UUID,
    *,
    client: AuthenticatedClient,
    body: PreviewRequest,

) -> Response[BannerPreview | Problem]:
    """ Show what a banner would be to visitors

     For editors: what visitors at `place` who read `locale` would be given, the whole content with
    what was left out filled in, and the score that the domain would have. Nothing is kept.

    For any member.

    429: 600 a minute of a person, 3000 of a workspace.

    Args:
        domain_id (UUID):
        body (PreviewRequest): A banner as an editor has it, and for whom to show it: the language
            that the visitor reads,
            by default the banner's first, and the place they are at.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerPreview | Problem]
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
    domain_id: UUID,
    *,
    client: AuthenticatedClient,
    body: PreviewRequest,

) -> BannerPreview | Problem | None:
    """ Show what a banner would be to visitors

     For editors: what visitors at `place` who read `locale` would be given, the whole content with
    what was left out filled in, and the score that the domain would have. Nothing is kept.

    For any member.

    429: 600 a minute of a person, 3000 of a workspace.

    Args:
        domain_id (UUID):
        body (PreviewRequest): A banner as an editor has it, and for whom to show it: the language
            that the visitor reads,
            by default the banner's first, and the place they are at.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerPreview | Problem
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    domain_id: UUID,
    *,
    client: AuthenticatedClient,
    body: PreviewRequest,

) -> Response[BannerPreview | Problem]:
    """ Show what a banner would be to visitors

     For editors: what visitors at `place` who read `locale` would be given, the whole content with
    what was left out filled in, and the score that the domain would have. Nothing is kept.

    For any member.

    429: 600 a minute of a person, 3000 of a workspace.

    Args:
        domain_id (UUID):
        body (PreviewRequest): A banner as an editor has it, and for whom to show it: the language
            that the visitor reads,
            by default the banner's first, and the place they are at.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerPreview | Problem]
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
    domain_id: UUID,
    *,
    client: AuthenticatedClient,
    body: PreviewRequest,

) -> BannerPreview | Problem | None:
    """ Show what a banner would be to visitors

     For editors: what visitors at `place` who read `locale` would be given, the whole content with
    what was left out filled in, and the score that the domain would have. Nothing is kept.

    For any member.

    429: 600 a minute of a person, 3000 of a workspace.

    Args:
        domain_id (UUID):
        body (PreviewRequest): A banner as an editor has it, and for whom to show it: the language
            that the visitor reads,
            by default the banner's first, and the place they are at.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerPreview | Problem
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
body=body,

    )).parsed
