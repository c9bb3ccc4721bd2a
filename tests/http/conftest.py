"""The small service, for requests that no operation of this one makes."""

from __future__ import annotations

from tests.support.small_service.fixtures import site, site_runtime

__all__ = ["site", "site_runtime"]
