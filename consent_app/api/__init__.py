"""The API that the document describes: routes, validation, views, rate limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Include the API with the project's own openapi.yaml, and count its refused requests."""
    # Imported here, so that a command that uses a small module of this room loads no web framework.
    from consent_app.api.configuration import include_api
    from consent_app.settings import project_file

    include_api(config, project_file("openapi.yaml"))
    config.include("consent_app.api.refused_requests")
