from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.domain_rule import DomainRule
from ...models.rule_override_request import RuleOverrideRequest
from typing import cast



def _get_kwargs(
    domain_id: str,
    rule_id: str,
    *,
    body: RuleOverrideRequest,

) -> dict[str, Any]:
    headers: dict[str, Any] = {}






    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/v1/domains/{domain_id}/rules/{rule_id}".format(domain_id=quote(str(domain_id), safe=""),rule_id=quote(str(rule_id), safe=""),),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DomainRule:
    if response.status_code == 200:
        response_200 = DomainRule.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[DomainRule]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    domain_id: str,
    rule_id: str,
    *,
    client: AuthenticatedClient,
    body: RuleOverrideRequest,

) -> Response[DomainRule]:
    """ Override a rule on a domain

     A stricter override needs no reason. A laxer one needs a `reason`, which the audit log
    records. Declaring that a service qualifies for an exemption of the law is laxer too. A
    laxer override ends when the rule gets a new version; then the stricter of the two applies.
    For admins and owners.

    400: the override is laxer and has no reason. 429: 120 a minute per person, 600 per
    workspace.

    Args:
        domain_id (str):
        rule_id (str): The permanent id of a rule (docs/jurisdictions.md).
        body (RuleOverrideRequest): An override of a rule.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainRule]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
rule_id=rule_id,
body=body,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    rule_id: str,
    *,
    client: AuthenticatedClient,
    body: RuleOverrideRequest,

) -> DomainRule:
    """ Override a rule on a domain

     A stricter override needs no reason. A laxer one needs a `reason`, which the audit log
    records. Declaring that a service qualifies for an exemption of the law is laxer too. A
    laxer override ends when the rule gets a new version; then the stricter of the two applies.
    For admins and owners.

    400: the override is laxer and has no reason. 429: 120 a minute per person, 600 per
    workspace.

    Args:
        domain_id (str):
        rule_id (str): The permanent id of a rule (docs/jurisdictions.md).
        body (RuleOverrideRequest): An override of a rule.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainRule
     """


    return sync_detailed(
        domain_id=domain_id,
rule_id=rule_id,
client=client,
body=body,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    rule_id: str,
    *,
    client: AuthenticatedClient,
    body: RuleOverrideRequest,

) -> Response[DomainRule]:
    """ Override a rule on a domain

     A stricter override needs no reason. A laxer one needs a `reason`, which the audit log
    records. Declaring that a service qualifies for an exemption of the law is laxer too. A
    laxer override ends when the rule gets a new version; then the stricter of the two applies.
    For admins and owners.

    400: the override is laxer and has no reason. 429: 120 a minute per person, 600 per
    workspace.

    Args:
        domain_id (str):
        rule_id (str): The permanent id of a rule (docs/jurisdictions.md).
        body (RuleOverrideRequest): An override of a rule.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DomainRule]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
rule_id=rule_id,
body=body,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    rule_id: str,
    *,
    client: AuthenticatedClient,
    body: RuleOverrideRequest,

) -> DomainRule:
    """ Override a rule on a domain

     A stricter override needs no reason. A laxer one needs a `reason`, which the audit log
    records. Declaring that a service qualifies for an exemption of the law is laxer too. A
    laxer override ends when the rule gets a new version; then the stricter of the two applies.
    For admins and owners.

    400: the override is laxer and has no reason. 429: 120 a minute per person, 600 per
    workspace.

    Args:
        domain_id (str):
        rule_id (str): The permanent id of a rule (docs/jurisdictions.md).
        body (RuleOverrideRequest): An override of a rule.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DomainRule
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
rule_id=rule_id,
client=client,
body=body,

    )).parsed
