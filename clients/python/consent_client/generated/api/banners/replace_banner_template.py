from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.banner_template_request import BannerTemplateRequest
from ...models.whole_banner_template import WholeBannerTemplate
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    template_id: str,
    *,
    body: BannerTemplateRequest,
    if_match: str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match







    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/v1/banner-templates/{template_id}".format(template_id=quote(str(template_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WholeBannerTemplate:
    if response.status_code == 200:
        response_200 = WholeBannerTemplate.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[WholeBannerTemplate]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    template_id: str,
    *,
    client: AuthenticatedClient,
    body: BannerTemplateRequest,
    if_match: str | Unset = UNSET,

) -> Response[WholeBannerTemplate]:
    """ Replace a banner template

     Send the template's `ETag` as `If-Match`. Domains to which it was applied keep the earlier
    content until you apply the template again.

    For admins and owners. A body can have 1 MiB. 409 `template_name_taken`: choose another
    name. 428 `precondition_required`: read the template, and send its `ETag` as `If-Match`. 412
    `precondition_failed`: somebody has changed it; read it again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        template_id (str):
        if_match (str | Unset):
        body (BannerTemplateRequest): The template's name and its banner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WholeBannerTemplate]
     """


    kwargs = _get_kwargs(
        template_id=template_id,
body=body,
if_match=if_match,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    template_id: str,
    *,
    client: AuthenticatedClient,
    body: BannerTemplateRequest,
    if_match: str | Unset = UNSET,

) -> WholeBannerTemplate:
    """ Replace a banner template

     Send the template's `ETag` as `If-Match`. Domains to which it was applied keep the earlier
    content until you apply the template again.

    For admins and owners. A body can have 1 MiB. 409 `template_name_taken`: choose another
    name. 428 `precondition_required`: read the template, and send its `ETag` as `If-Match`. 412
    `precondition_failed`: somebody has changed it; read it again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        template_id (str):
        if_match (str | Unset):
        body (BannerTemplateRequest): The template's name and its banner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WholeBannerTemplate
     """


    return sync_detailed(
        template_id=template_id,
client=client,
body=body,
if_match=if_match,

    ).parsed

async def asyncio_detailed(
    template_id: str,
    *,
    client: AuthenticatedClient,
    body: BannerTemplateRequest,
    if_match: str | Unset = UNSET,

) -> Response[WholeBannerTemplate]:
    """ Replace a banner template

     Send the template's `ETag` as `If-Match`. Domains to which it was applied keep the earlier
    content until you apply the template again.

    For admins and owners. A body can have 1 MiB. 409 `template_name_taken`: choose another
    name. 428 `precondition_required`: read the template, and send its `ETag` as `If-Match`. 412
    `precondition_failed`: somebody has changed it; read it again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        template_id (str):
        if_match (str | Unset):
        body (BannerTemplateRequest): The template's name and its banner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WholeBannerTemplate]
     """


    kwargs = _get_kwargs(
        template_id=template_id,
body=body,
if_match=if_match,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    template_id: str,
    *,
    client: AuthenticatedClient,
    body: BannerTemplateRequest,
    if_match: str | Unset = UNSET,

) -> WholeBannerTemplate:
    """ Replace a banner template

     Send the template's `ETag` as `If-Match`. Domains to which it was applied keep the earlier
    content until you apply the template again.

    For admins and owners. A body can have 1 MiB. 409 `template_name_taken`: choose another
    name. 428 `precondition_required`: read the template, and send its `ETag` as `If-Match`. 412
    `precondition_failed`: somebody has changed it; read it again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        template_id (str):
        if_match (str | Unset):
        body (BannerTemplateRequest): The template's name and its banner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WholeBannerTemplate
     """


    return (await asyncio_detailed(
        template_id=template_id,
client=client,
body=body,
if_match=if_match,

    )).parsed
