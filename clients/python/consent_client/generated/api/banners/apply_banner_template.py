from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.problem import Problem
from ...models.template_application import TemplateApplication
from ...models.template_applied import TemplateApplied
from typing import cast
from uuid import UUID



def _get_kwargs(
    template_id: UUID,
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



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | TemplateApplied | None:
    if response.status_code == 200:
        response_200 = TemplateApplied.from_dict(response.json())



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

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())



        return response_409

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


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | TemplateApplied]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    template_id: UUID,
    *,
    client: AuthenticatedClient,
    body: TemplateApplication,

) -> Response[Problem | TemplateApplied]:
    """ Apply a banner template to many domains

     The template becomes each domain's draft or, with `publish`, its next version: on all of them
    or, where one refuses, on none. A draft that somebody is working on is replaced only with
    `replaceDrafts`.

    For admins and owners. Up to 500 domains at once. 403 `domain_allowance_exceeded`: the plan
    does not cover one of them. 409 `draft_exists`: `errors` names the domains that have drafts;
    leave them out, or send `replaceDrafts`.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        template_id (UUID):
        body (TemplateApplication): Where to put the template, and how.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TemplateApplied]
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
    template_id: UUID,
    *,
    client: AuthenticatedClient,
    body: TemplateApplication,

) -> Problem | TemplateApplied | None:
    """ Apply a banner template to many domains

     The template becomes each domain's draft or, with `publish`, its next version: on all of them
    or, where one refuses, on none. A draft that somebody is working on is replaced only with
    `replaceDrafts`.

    For admins and owners. Up to 500 domains at once. 403 `domain_allowance_exceeded`: the plan
    does not cover one of them. 409 `draft_exists`: `errors` names the domains that have drafts;
    leave them out, or send `replaceDrafts`.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        template_id (UUID):
        body (TemplateApplication): Where to put the template, and how.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TemplateApplied
     """


    return sync_detailed(
        template_id=template_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    template_id: UUID,
    *,
    client: AuthenticatedClient,
    body: TemplateApplication,

) -> Response[Problem | TemplateApplied]:
    """ Apply a banner template to many domains

     The template becomes each domain's draft or, with `publish`, its next version: on all of them
    or, where one refuses, on none. A draft that somebody is working on is replaced only with
    `replaceDrafts`.

    For admins and owners. Up to 500 domains at once. 403 `domain_allowance_exceeded`: the plan
    does not cover one of them. 409 `draft_exists`: `errors` names the domains that have drafts;
    leave them out, or send `replaceDrafts`.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        template_id (UUID):
        body (TemplateApplication): Where to put the template, and how.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TemplateApplied]
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
    template_id: UUID,
    *,
    client: AuthenticatedClient,
    body: TemplateApplication,

) -> Problem | TemplateApplied | None:
    """ Apply a banner template to many domains

     The template becomes each domain's draft or, with `publish`, its next version: on all of them
    or, where one refuses, on none. A draft that somebody is working on is replaced only with
    `replaceDrafts`.

    For admins and owners. Up to 500 domains at once. 403 `domain_allowance_exceeded`: the plan
    does not cover one of them. 409 `draft_exists`: `errors` names the domains that have drafts;
    leave them out, or send `replaceDrafts`.

    429: 120 a minute of a person, 600 of a workspace.

    Args:
        template_id (UUID):
        body (TemplateApplication): Where to put the template, and how.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TemplateApplied
     """


    return (await asyncio_detailed(
        template_id=template_id,
client=client,
body=body,

    )).parsed
