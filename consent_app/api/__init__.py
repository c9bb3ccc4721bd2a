"""HTTP as all features share it: the document and its validators, views, errors, CORS, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Include the API with the project's own openapi.yaml."""
    # Imported here: a command that takes one small module of this room pays for no web framework.
    from consent_app.api.configuration import include_api
    from consent_app.settings import project_file

    include_api(config, project_file("openapi.yaml"))
