from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.publish_request import PublishRequest
from ...models.published_banner import PublishedBanner
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    domain_id: str,
    *,
    body: PublishRequest | Unset = UNSET,
    if_match: str | Unset = UNSET,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match







    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/domains/{domain_id}/banner/publish".format(domain_id=quote(str(domain_id), safe=""),),
    }


    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PublishedBanner:
    if response.status_code == 200:
        response_200 = PublishedBanner.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[PublishedBanner]:
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
    body: PublishRequest | Unset = UNSET,
    if_match: str | Unset = UNSET,

) -> Response[PublishedBanner]:
    """ Publish the domain's banner

     Publishes the draft as a new version, which is kept permanently, and deletes the draft.
    Without a draft it publishes the last version again or, if nothing was ever published, the
    default banner. With `material`, visitors who decided earlier are asked again. The domain
    does not have to be verified. With `If-Match`, nothing is published unless it is exactly
    what you read.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan does not cover this domain;
    upgrade, or delete another. 412 `precondition_failed`: somebody has changed the draft; read
    it again.

    429: 120 a minute per person, 600 per workspace, and 300 publications an hour per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):
        body (PublishRequest | Unset): Options for publishing; the body can be left out.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PublishedBanner]
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
    body: PublishRequest | Unset = UNSET,
    if_match: str | Unset = UNSET,

) -> PublishedBanner:
    """ Publish the domain's banner

     Publishes the draft as a new version, which is kept permanently, and deletes the draft.
    Without a draft it publishes the last version again or, if nothing was ever published, the
    default banner. With `material`, visitors who decided earlier are asked again. The domain
    does not have to be verified. With `If-Match`, nothing is published unless it is exactly
    what you read.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan does not cover this domain;
    upgrade, or delete another. 412 `precondition_failed`: somebody has changed the draft; read
    it again.

    429: 120 a minute per person, 600 per workspace, and 300 publications an hour per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):
        body (PublishRequest | Unset): Options for publishing; the body can be left out.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PublishedBanner
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
    body: PublishRequest | Unset = UNSET,
    if_match: str | Unset = UNSET,

) -> Response[PublishedBanner]:
    """ Publish the domain's banner

     Publishes the draft as a new version, which is kept permanently, and deletes the draft.
    Without a draft it publishes the last version again or, if nothing was ever published, the
    default banner. With `material`, visitors who decided earlier are asked again. The domain
    does not have to be verified. With `If-Match`, nothing is published unless it is exactly
    what you read.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan does not cover this domain;
    upgrade, or delete another. 412 `precondition_failed`: somebody has changed the draft; read
    it again.

    429: 120 a minute per person, 600 per workspace, and 300 publications an hour per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):
        body (PublishRequest | Unset): Options for publishing; the body can be left out.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PublishedBanner]
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
    body: PublishRequest | Unset = UNSET,
    if_match: str | Unset = UNSET,

) -> PublishedBanner:
    """ Publish the domain's banner

     Publishes the draft as a new version, which is kept permanently, and deletes the draft.
    Without a draft it publishes the last version again or, if nothing was ever published, the
    default banner. With `material`, visitors who decided earlier are asked again. The domain
    does not have to be verified. With `If-Match`, nothing is published unless it is exactly
    what you read.

    For admins and owners. 403 `domain_allowance_exceeded`: the plan does not cover this domain;
    upgrade, or delete another. 412 `precondition_failed`: somebody has changed the draft; read
    it again.

    429: 120 a minute per person, 600 per workspace, and 300 publications an hour per workspace.

    Args:
        domain_id (str):
        if_match (str | Unset):
        body (PublishRequest | Unset): Options for publishing; the body can be left out.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PublishedBanner
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
body=body,
if_match=if_match,

    )).parsed
