"""Who listens to events, in one process."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import consent_app
from consent_app.composition import SUBSCRIBERS, build_application
from consent_app.events.site_changes import SiteChanges
from tests.support.harness import make_settings


def test_every_module_that_subscribes_is_a_listener() -> None:
    subscribing = {
        module.name
        for module in pkgutil.walk_packages(consent_app.__path__, "consent_app.")
        if module.name.endswith(".subscribers")
    }
    assert subscribing <= set(SUBSCRIBERS)
    for name in SUBSCRIBERS:
        assert callable(importlib.import_module(name).subscribe)


def test_an_application_subscribes_to_site_changes_without_connecting(tmp_path: Path) -> None:
    # Nothing listens there.
    app = build_application(make_settings("postgresql://127.0.0.1:9/consent", tmp_path))
    assert isinstance(app.get(SiteChanges), SiteChanges)
