"""Compressing responses to callers with a credential, and which clients accept gzip.

No cache keeps these responses. The length of a compressed one reveals something about its content,
but no other site can make a browser request one, because browsers never send a credential of ours
on their own (BREACH).
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

from pyramid.response import Response

if TYPE_CHECKING:
    from consent_app.http.request import Request

MIN_BYTES = 1_200
"""Less fits one packet anyway."""
LEVEL = 5


def compressed(request: Request, response: Response) -> Response:
    """Return ``response`` in gzip, if its caller has a credential and accepts that.

    The entity tag stays: clients send it back with ``If-Match``, and it stands for the resource.
    """
    size = response.content_length
    if size is None or size < MIN_BYTES or "Authorization" not in request.headers:
        return response
    if response.content_encoding or not accepts_gzip(request):
        return response
    response.body = gzip.compress(response.body, LEVEL, mtime=0)
    response.content_encoding = "gzip"
    if "Accept-Encoding" not in (response.vary or ()):
        response.headerlist.append(("Vary", "Accept-Encoding"))
    return response


def accepts_gzip(request: Request) -> bool:
    """Return whether the client says that it accepts gzip.

    Without the header any encoding would be allowed, but clients that send none expect none.
    """
    return "Accept-Encoding" in request.headers and bool(
        request.accept_encoding.acceptable_offers(["gzip"])
    )
