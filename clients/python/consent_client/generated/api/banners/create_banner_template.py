from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.banner_template_request import BannerTemplateRequest
from ...models.whole_banner_template import WholeBannerTemplate
from typing import cast



def _get_kwargs(
    *,
    body: BannerTemplateRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/banner-templates",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WholeBannerTemplate:
    if response.status_code == 201:
        response_201 = WholeBannerTemplate.from_dict(response.json())



        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[WholeBannerTemplate]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: BannerTemplateRequest,

) -> Response[WholeBannerTemplate]:
    """ Create a banner template

     For admins and owners. The banner must follow the same rules as a draft; the response
    contains it with all defaults. Apply it to domains with `POST
    /v1/banner-templates/{templateId}/apply`. 409 `template_name_taken`: choose another name, or
    replace that template. 409 `quota_exceeded`: delete a template first.

    A body can have 1 MiB.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (BannerTemplateRequest): The template's name and its banner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WholeBannerTemplate]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    *,
    client: AuthenticatedClient,
    body: BannerTemplateRequest,

) -> WholeBannerTemplate:
    """ Create a banner template

     For admins and owners. The banner must follow the same rules as a draft; the response
    contains it with all defaults. Apply it to domains with `POST
    /v1/banner-templates/{templateId}/apply`. 409 `template_name_taken`: choose another name, or
    replace that template. 409 `quota_exceeded`: delete a template first.

    A body can have 1 MiB.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (BannerTemplateRequest): The template's name and its banner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WholeBannerTemplate
     """


    return sync_detailed(
        client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: BannerTemplateRequest,

) -> Response[WholeBannerTemplate]:
    """ Create a banner template

     For admins and owners. The banner must follow the same rules as a draft; the response
    contains it with all defaults. Apply it to domains with `POST
    /v1/banner-templates/{templateId}/apply`. 409 `template_name_taken`: choose another name, or
    replace that template. 409 `quota_exceeded`: delete a template first.

    A body can have 1 MiB.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (BannerTemplateRequest): The template's name and its banner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WholeBannerTemplate]
     """


    kwargs = _get_kwargs(
        body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    *,
    client: AuthenticatedClient,
    body: BannerTemplateRequest,

) -> WholeBannerTemplate:
    """ Create a banner template

     For admins and owners. The banner must follow the same rules as a draft; the response
    contains it with all defaults. Apply it to domains with `POST
    /v1/banner-templates/{templateId}/apply`. 409 `template_name_taken`: choose another name, or
    replace that template. 409 `quota_exceeded`: delete a template first.

    A body can have 1 MiB.

    429: 120 a minute per person, 600 per workspace.

    Args:
        body (BannerTemplateRequest): The template's name and its banner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WholeBannerTemplate
     """


    return (await asyncio_detailed(
        client=client,
body=body,

    )).parsed
