from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.template_application import TemplateApplication
from ...models.template_applied import TemplateApplied
from typing import cast



def _get_kwargs(
    template_id: str,
    *,
    body: TemplateApplication,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/banner-templates/{template_id}/apply".format(template_id=quote(str(template_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> TemplateApplied:
    if response.status_code == 200:
        response_200 = TemplateApplied.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[TemplateApplied]:
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
    body: TemplateApplication,

) -> Response[TemplateApplied]:
    """ Apply a banner template to many domains

     The template becomes each domain's draft or, with `publish`, its next version. If one domain
    fails, none is changed. Existing drafts are replaced only with `replaceDrafts`.

    For admins and owners. Up to 500 domains per request. 403 `domain_allowance_exceeded`: the
    plan does not cover one of them. 409 `draft_exists`: `errors` names the domains that have
    drafts; leave them out, or send `replaceDrafts`.

    429: 120 a minute per person, 600 per workspace, and 300 publications an hour per workspace.
    Applying a template counts as one.

    Args:
        template_id (str):
        body (TemplateApplication): The domains to apply the template to, and how.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TemplateApplied]
     """


    kwargs = _get_kwargs(
        template_id=template_id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    template_id: str,
    *,
    client: AuthenticatedClient,
    body: TemplateApplication,

) -> TemplateApplied:
    """ Apply a banner template to many domains

     The template becomes each domain's draft or, with `publish`, its next version. If one domain
    fails, none is changed. Existing drafts are replaced only with `replaceDrafts`.

    For admins and owners. Up to 500 domains per request. 403 `domain_allowance_exceeded`: the
    plan does not cover one of them. 409 `draft_exists`: `errors` names the domains that have
    drafts; leave them out, or send `replaceDrafts`.

    429: 120 a minute per person, 600 per workspace, and 300 publications an hour per workspace.
    Applying a template counts as one.

    Args:
        template_id (str):
        body (TemplateApplication): The domains to apply the template to, and how.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TemplateApplied
     """


    return sync_detailed(
        template_id=template_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    template_id: str,
    *,
    client: AuthenticatedClient,
    body: TemplateApplication,

) -> Response[TemplateApplied]:
    """ Apply a banner template to many domains

     The template becomes each domain's draft or, with `publish`, its next version. If one domain
    fails, none is changed. Existing drafts are replaced only with `replaceDrafts`.

    For admins and owners. Up to 500 domains per request. 403 `domain_allowance_exceeded`: the
    plan does not cover one of them. 409 `draft_exists`: `errors` names the domains that have
    drafts; leave them out, or send `replaceDrafts`.

    429: 120 a minute per person, 600 per workspace, and 300 publications an hour per workspace.
    Applying a template counts as one.

    Args:
        template_id (str):
        body (TemplateApplication): The domains to apply the template to, and how.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TemplateApplied]
     """


    kwargs = _get_kwargs(
        template_id=template_id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    template_id: str,
    *,
    client: AuthenticatedClient,
    body: TemplateApplication,

) -> TemplateApplied:
    """ Apply a banner template to many domains

     The template becomes each domain's draft or, with `publish`, its next version. If one domain
    fails, none is changed. Existing drafts are replaced only with `replaceDrafts`.

    For admins and owners. Up to 500 domains per request. 403 `domain_allowance_exceeded`: the
    plan does not cover one of them. 409 `draft_exists`: `errors` names the domains that have
    drafts; leave them out, or send `replaceDrafts`.

    429: 120 a minute per person, 600 per workspace, and 300 publications an hour per workspace.
    Applying a template counts as one.

    Args:
        template_id (str):
        body (TemplateApplication): The domains to apply the template to, and how.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TemplateApplied
     """


    return (await asyncio_detailed(
        template_id=template_id,
client=client,
body=body,

    )).parsed
