from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ...client import AuthenticatedClient, Client
from ...types import Response, UNSET
from ... import errors

from ...models.banner_preview import BannerPreview
from ...types import UNSET, Unset
from typing import cast



def _get_kwargs(
    domain_id: str,
    *,
    locale: str | Unset = UNSET,
    place: str | Unset = UNSET,

) -> dict[str, Any]:




    params: dict[str, Any] = {}

    params["locale"] = locale

    params["place"] = place


    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}


    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/domains/{domain_id}/banner/preview".format(domain_id=quote(str(domain_id), safe=""),),
        "params": params,
    }


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
    locale: str | Unset = UNSET,
    place: str | Unset = UNSET,

) -> Response[BannerPreview]:
    """ Preview the saved banner

     What visitors at `place` whose language is `locale` would get if the draft were published.
    Without a draft, what they get now. `previewBanner` does the same for a banner in the
    request. Findings are in the language of `Accept-Language`, in English by default.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        locale (str | Unset): A language tag (BCP 47). It is stored in its canonical form.
        place (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerPreview]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
locale=locale,
place=place,

    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)

def sync(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    locale: str | Unset = UNSET,
    place: str | Unset = UNSET,

) -> BannerPreview:
    """ Preview the saved banner

     What visitors at `place` whose language is `locale` would get if the draft were published.
    Without a draft, what they get now. `previewBanner` does the same for a banner in the
    request. Findings are in the language of `Accept-Language`, in English by default.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        locale (str | Unset): A language tag (BCP 47). It is stored in its canonical form.
        place (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerPreview
     """


    return sync_detailed(
        domain_id=domain_id,
client=client,
locale=locale,
place=place,

    ).parsed

async def asyncio_detailed(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    locale: str | Unset = UNSET,
    place: str | Unset = UNSET,

) -> Response[BannerPreview]:
    """ Preview the saved banner

     What visitors at `place` whose language is `locale` would get if the draft were published.
    Without a draft, what they get now. `previewBanner` does the same for a banner in the
    request. Findings are in the language of `Accept-Language`, in English by default.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        locale (str | Unset): A language tag (BCP 47). It is stored in its canonical form.
        place (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BannerPreview]
     """


    kwargs = _get_kwargs(
        domain_id=domain_id,
locale=locale,
place=place,

    )

    response = await client.get_async_httpx_client().request(
        **kwargs
    )

    return _build_response(client=client, response=response)

async def asyncio(
    domain_id: str,
    *,
    client: AuthenticatedClient,
    locale: str | Unset = UNSET,
    place: str | Unset = UNSET,

) -> BannerPreview:
    """ Preview the saved banner

     What visitors at `place` whose language is `locale` would get if the draft were published.
    Without a draft, what they get now. `previewBanner` does the same for a banner in the
    request. Findings are in the language of `Accept-Language`, in English by default.

    For any member.

    429: 600 a minute per person, 3000 per workspace.

    Args:
        domain_id (str):
        locale (str | Unset): A language tag (BCP 47). It is stored in its canonical form.
        place (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BannerPreview
     """


    return (await asyncio_detailed(
        domain_id=domain_id,
client=client,
locale=locale,
place=place,

    )).parsed
