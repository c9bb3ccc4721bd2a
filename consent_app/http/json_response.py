"""The response of almost every view."""

from __future__ import annotations

from typing import Any

from pyramid.response import Response

from consent_app.openapi.json import JSON_TYPE, dumps


class JsonResponse(Response):  # type: ignore[misc]
    """A response that keeps its ``payload``, so that it can be validated without parsing.

    ``payload`` is a plain JSON value (ids as str, instants by ``timestamp``). ``headers`` are
    added.
    """

    def __init__(
        self,
        payload: Any,
        *,
        status: int = 200,
        headers: dict[str, str] | None = None,
        content_type: str = JSON_TYPE,
    ) -> None:
        body = dumps(payload)
        super().__init__(
            status=status,
            app_iter=[body],
            headerlist=[("Content-Type", content_type), ("Content-Length", str(len(body)))],
        )
        self.payload = payload
        self.media_type = content_type
        if headers:
            self.headers.update(headers)

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Answer as WSGI expects. A relative ``Location`` stays relative, as RFC 9110 §10.2.2
        allows: WebOb would read every header of every response to complete it."""
        if self.conditional_response or environ["REQUEST_METHOD"] == "HEAD":
            return super().__call__(environ, start_response)
        start_response(self.status, self.headerlist)
        return self.app_iter
