"""The HTTP layer's state of a WSGI application: compiled document, limits, direct views."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from consent_app.api.rate_limits import RateLimits
    from consent_app.api.validation import Explainer, RequestValidator, ResponseValidator
    from consent_app.http.deprecation import Headers
    from consent_app.openapi.compiled_operations import Operation
    from consent_app.openapi.document import Document


@dataclass(frozen=True, slots=True)
class DirectView:
    """A view that is called without Pyramid, and the limit that is counted before it."""

    call: Callable[[Any], Any]
    limit: Callable[[Any], None] | None


@dataclass(slots=True)
class ApiRegistry:
    """``registry.api``: created with the API, and complete once the document is compiled.

    ``operations`` is by route name and upper-case method. ``cors`` maps each route name of the
    document to its ``x-cors``; ``open_refusals`` are the routes whose refusals every origin may
    read. ``notices`` are the headers of deprecated operations. ``direct_views`` are the views that
    are called without Pyramid. ``outside_transactions`` is the pattern of paths without a
    transaction. ``methods`` are those of each route, in the API or not; None until they are first
    needed.
    """

    rate_limits: RateLimits
    document: Document = field(init=False)
    operations: Mapping[tuple[str, str], Operation] = field(default_factory=dict)
    cors: Mapping[str, str] = field(default_factory=dict)
    open_refusals: frozenset[str] = frozenset()
    notices: Mapping[tuple[str, str], Headers] = field(default_factory=dict)
    direct_views: dict[tuple[str, str], DirectView] = field(default_factory=dict)
    outside_transactions: re.Pattern[str] | None = None
    methods: Mapping[str, frozenset[str]] | None = None
    explainer: Explainer = field(init=False)
    request_validator: RequestValidator = field(init=False)
    response_validator: ResponseValidator | None = field(init=False)
    visitor_origin_check: Callable[[Any], bool] | None = None
