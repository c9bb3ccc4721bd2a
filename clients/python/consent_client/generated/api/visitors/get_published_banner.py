from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.public_banner import PublicBanner
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    domain_id: str,
    *,
    locale: str | Unset = UNSET,
    rule: str | Unset = UNSET,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    params["locale"] = locale

    params["rule"] = rule


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/public/domains/{domain_id}/banner".format(domain_id=quote(str(domain_id), safe=""),),
        "params": params,
    }


    return _kwargs



def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PublicBanner:
    if response.status_code == 200:
        response_200 = PublicBanner.from_dict(response.json())



        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[PublicBanner]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,
    locale: str | Unset = UNSET,
    rule: str | Unset = UNSET,

) -> Response[PublicBanner]:
    """ The published banner of a domain

     What the script shows: texts in the best language for `locale`, categories, style. The
    process that published a new version returns it immediately, and the others within two
    seconds; browsers that have just loaded the banner get it after `max-age`. A `held` domain
    (suspended, or over the plan's allowance) does not ask visitors, but those who decided
    earlier can withdraw.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    404: the domain does not exist, or nothing is published. The page then shows no banner, and
    no consent is given. Pages of any origin can read these errors (400, 403, 404), and the
    script prints them in the browser's console.

    Args:
        domain_id (str):
        locale (str | Unset):
        rule (str | Unset): The permanent id of a rule (docs/jurisdictions.md).

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PublicBanner]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
locale=locale,
rule=rule,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,
    locale: str | Unset = UNSET,
    rule: str | Unset = UNSET,

) -> PublicBanner:
    """ The published banner of a domain

     What the script shows: texts in the best language for `locale`, categories, style. The
    process that published a new version returns it immediately, and the others within two
    seconds; browsers that have just loaded the banner get it after `max-age`. A `held` domain
    (suspended, or over the plan's allowance) does not ask visitors, but those who decided
    earlier can withdraw.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    404: the domain does not exist, or nothing is published. The page then shows no banner, and
    no consent is given. Pages of any origin can read these errors (400, 403, 404), and the
    script prints them in the browser's console.

    Args:
        domain_id (str):
        locale (str | Unset):
        rule (str | Unset): The permanent id of a rule (docs/jurisdictions.md).

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PublicBanner
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,
locale=locale,
rule=rule,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,
    locale: str | Unset = UNSET,
    rule: str | Unset = UNSET,

) -> Response[PublicBanner]:
    """ The published banner of a domain

     What the script shows: texts in the best language for `locale`, categories, style. The
    process that published a new version returns it immediately, and the others within two
    seconds; browsers that have just loaded the banner get it after `max-age`. A `held` domain
    (suspended, or over the plan's allowance) does not ask visitors, but those who decided
    earlier can withdraw.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    404: the domain does not exist, or nothing is published. The page then shows no banner, and
    no consent is given. Pages of any origin can read these errors (400, 403, 404), and the
    script prints them in the browser's console.

    Args:
        domain_id (str):
        locale (str | Unset):
        rule (str | Unset): The permanent id of a rule (docs/jurisdictions.md).

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PublicBanner]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
locale=locale,
rule=rule,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    *,
    client: AuthenticatedClient | Client,
    locale: str | Unset = UNSET,
    rule: str | Unset = UNSET,

) -> PublicBanner:
    """ The published banner of a domain

     What the script shows: texts in the best language for `locale`, categories, style. The
    process that published a new version returns it immediately, and the others within two
    seconds; browsers that have just loaded the banner get it after `max-age`. A `held` domain
    (suspended, or over the plan's allowance) does not ask visitors, but those who decided
    earlier can withdraw.

    403 `origin_not_allowed`: the page is not on the domain's hostname or a subdomain of it.
    404: the domain does not exist, or nothing is published. The page then shows no banner, and
    no consent is given. Pages of any origin can read these errors (400, 403, 404), and the
    script prints them in the browser's console.

    Args:
        domain_id (str):
        locale (str | Unset):
        rule (str | Unset): The permanent id of a rule (docs/jurisdictions.md).

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PublicBanner
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
locale=locale,
rule=rule,

    )).parsed
