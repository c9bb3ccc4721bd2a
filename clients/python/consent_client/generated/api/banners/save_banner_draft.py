from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.banner_document import BannerDocument
from ...models.banner_input import BannerInput
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    domain_id: str,
    *,
    body: BannerInput,
    if_match: str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match







    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/v1/domains/{domain_id}/banner".format(domain_id=quote(str(domain_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BannerDocument:
    if response.status_code == 200:
        response_200 = BannerDocument.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[BannerDocument]:
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
    body: BannerInput,
    if_match: str | Unset = UNSET,

) -> Response[BannerDocument]:
    """ Save the draft of a domain's banner

     To replace a draft, send its `ETag` as `If-Match`, so that two people cannot overwrite each
    other's changes. Without `If-Match` the response is 428, with an older `ETag` 412. For texts
    and descriptions that you leave out, those of the default banner are used, if it has the
    language. Visitors do not see a draft until it is published.

    For admins and owners. A body can have 1 MiB. 428 `precondition_required`: there is a draft;
    read it, and send its `ETag` as `If-Match`. 412 `precondition_failed`: somebody has changed
    it; read it and send your change again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):
        body (BannerInput): A banner to save. Members that you leave out get the values of the
            default banner, and
            `controller` the workspace's name.

            The texts and services in one language can take 256 KiB as JSON, and those in all
            languages
            together 4 MiB. Beyond that the response is 413 `content_too_large`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerDocument]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
body=body,
if_match=if_match,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: BannerInput,
    if_match: str | Unset = UNSET,

) -> BannerDocument:
    """ Save the draft of a domain's banner

     To replace a draft, send its `ETag` as `If-Match`, so that two people cannot overwrite each
    other's changes. Without `If-Match` the response is 428, with an older `ETag` 412. For texts
    and descriptions that you leave out, those of the default banner are used, if it has the
    language. Visitors do not see a draft until it is published.

    For admins and owners. A body can have 1 MiB. 428 `precondition_required`: there is a draft;
    read it, and send its `ETag` as `If-Match`. 412 `precondition_failed`: somebody has changed
    it; read it and send your change again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):
        body (BannerInput): A banner to save. Members that you leave out get the values of the
            default banner, and
            `controller` the workspace's name.

            The texts and services in one language can take 256 KiB as JSON, and those in all
            languages
            together 4 MiB. Beyond that the response is 413 `content_too_large`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerDocument
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,
body=body,
if_match=if_match,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: BannerInput,
    if_match: str | Unset = UNSET,

) -> Response[BannerDocument]:
    """ Save the draft of a domain's banner

     To replace a draft, send its `ETag` as `If-Match`, so that two people cannot overwrite each
    other's changes. Without `If-Match` the response is 428, with an older `ETag` 412. For texts
    and descriptions that you leave out, those of the default banner are used, if it has the
    language. Visitors do not see a draft until it is published.

    For admins and owners. A body can have 1 MiB. 428 `precondition_required`: there is a draft;
    read it, and send its `ETag` as `If-Match`. 412 `precondition_failed`: somebody has changed
    it; read it and send your change again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):
        body (BannerInput): A banner to save. Members that you leave out get the values of the
            default banner, and
            `controller` the workspace's name.

            The texts and services in one language can take 256 KiB as JSON, and those in all
            languages
            together 4 MiB. Beyond that the response is 413 `content_too_large`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerDocument]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
body=body,
if_match=if_match,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    body: BannerInput,
    if_match: str | Unset = UNSET,

) -> BannerDocument:
    """ Save the draft of a domain's banner

     To replace a draft, send its `ETag` as `If-Match`, so that two people cannot overwrite each
    other's changes. Without `If-Match` the response is 428, with an older `ETag` 412. For texts
    and descriptions that you leave out, those of the default banner are used, if it has the
    language. Visitors do not see a draft until it is published.

    For admins and owners. A body can have 1 MiB. 428 `precondition_required`: there is a draft;
    read it, and send its `ETag` as `If-Match`. 412 `precondition_failed`: somebody has changed
    it; read it and send your change again.

    429: 120 a minute per person, 600 per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):
        body (BannerInput): A banner to save. Members that you leave out get the values of the
            default banner, and
            `controller` the workspace's name.

            The texts and services in one language can take 256 KiB as JSON, and those in all
            languages
            together 4 MiB. Beyond that the response is 413 `content_too_large`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerDocument
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
body=body,
if_match=if_match,

    )).parsed
