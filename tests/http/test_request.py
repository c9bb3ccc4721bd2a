"""The one class of requests."""

from __future__ import annotations

from pathlib import Path

import pytest
import webob
from pyramid.config import Configurator
from pyramid.exceptions import ConfigurationError
from pyramid.interfaces import IRequestExtensions
from webtest import TestApp

from consent_app.composition import build_application
from consent_app.http.request import Request, hoist_extensions
from consent_app.settings import read_settings
from tests.support.small_service.site import make_site


def test_one_request_class_serves_every_request(site: TestApp) -> None:
    classes = set()
    registry = site.app.registry
    assert registry.queryUtility(IRequestExtensions) is None
    for path in ("/v1/things", "/v1/nothing"):
        with site.app.request_context(webob.Request.blank(path).environ) as request:
            classes.add(type(request))
    assert classes == {Request}


def test_settings_of_the_runtime_reach_requests(tmp_path: Path) -> None:
    application = build_application(
        read_settings({"consent.environment": "development", "consent.var_dir": str(tmp_path)}, {})
    )
    app = make_site(application)
    with app.request_context(webob.Request.blank("/").environ) as request:
        assert request.app is application


def test_an_extension_that_the_class_does_not_have_is_refused() -> None:
    config = Configurator()
    config.add_request_method(lambda request: 1, name="strange", property=True)
    config.commit()
    with pytest.raises(ConfigurationError, match=r"request\.strange"):
        hoist_extensions(config)


def test_validated_parts_are_for_views_of_operations_alone() -> None:
    with pytest.raises(AttributeError, match=r"views of openapi\.yaml"):
        _ = Request.blank("/").openapi_validated
