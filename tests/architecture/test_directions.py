"""Imports follow the directions of the architecture, and the check itself can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

import consent_app
from tests.architecture.imports import Module, read_modules, violations

ROOT = Path(consent_app.__file__).parent


def test_imports_run_only_in_the_directions_of_the_architecture() -> None:
    modules = read_modules(ROOT)
    assert {"api.views", "db.session", "settings"} <= modules.keys()
    assert violations(modules) == []


SOUND = {
    "": "from consent_app.application import Application\n",
    "errors": "",
    "settings": "",
    "application": "from consent_app import settings\nimport consent_app.db.session\n",
    "db": "",
    "db.session": "from sqlalchemy import Engine\nfrom .. import db\n",
    "api": "from pyramid.config import Configurator\n",
    "api.views": "import pyramid.response\nfrom consent_app.errors import AppError\n",
    "accounts": "from pyramid.config import Configurator\nfrom consent_app.accounts import views\n",
    "accounts.admin": "from consent_app.accounts import queries\n",
    "accounts.models": "from consent_app.db.session import Database\n",
    "accounts.queries": "from consent_app.accounts.models import User\n",
    "accounts.read_models": "from consent_app.accounts.models import User\n",
    "accounts.service": "from consent_app.accounts import queries\n",
    "accounts.views": "from consent_app.accounts import service\nimport pyramid\n",
    "sign_in": "",
    "sign_in.handoff": "from consent_app.accounts.service import find\n",
    "sign_in.views": "from . import handoff\n",
    "recording": "",
    "recording.recorder": "from consent_app.domains import service\n",
    "domains": "",
    "domains.service": "",
    "admin": "",
    "admin.users": "from consent_app.accounts import admin, service\n",
    "maintenance": "",
    "maintenance.check": "from consent_app.accounts import service\n",
}


def plant(name: str, source: str) -> list[str]:
    sources = SOUND | {name: SOUND.get(name, "") + source}
    packages = {key for key in sources if any(other.startswith(f"{key}.") for other in sources)}
    return violations(
        {key: Module(key, text, not key or key in packages) for key, text in sources.items()}
    )


def test_sound_imports_pass() -> None:
    assert plant("errors", "") == []
    assert plant("sign_in.queries", "from consent_app.accounts.read_models import User") == []


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("api.views", "from consent_app.accounts import service", "against the directions"),
        ("api.views", "import consent_app.accounts.service", "against the directions"),
        ("db.session", "from consent_app import errors", "against the directions"),
        ("db.session", "from .. import accounts", "against the directions"),
        ("db.session", "def f():\n    from consent_app.errors import AppError", "directions"),
        ("accounts.service", "from consent_app.sign_in.handoff import x", "against the directions"),
        ("accounts.service", "from ..sign_in import handoff", "against the directions"),
        ("sign_in.handoff", "from consent_app.accounts.models import User", "not its service"),
        ("sign_in.handoff", "from consent_app.accounts import queries", "not its service"),
        ("admin.users", "from consent_app.accounts import queries", "not its service"),
        ("admin.users", "from consent_app.accounts.models import User", "not its service"),
        ("admin.users", "from consent_app import accounts", "not its service"),
        ("maintenance.check", "from consent_app.accounts.queries import get", "not its service"),
        ("sign_in.handoff", "from consent_app.accounts import admin", "not its service"),
        ("accounts.service", "from pyramid.response import Response", "imports pyramid"),
        ("accounts.models", "import webob", "imports webob"),
        ("accounts.models", "from consent_app.accounts import queries", "upwards"),
        ("accounts.queries", "from .service import find", "upwards"),
        ("accounts.service", "from . import views", "a view"),
        ("sign_in.handoff", "from .views import x", "a view"),
        (
            "recording.recorder",
            "from consent_app.accounts.service import find",
            "nobody who signs in",
        ),
        ("helpers", "", "no room"),
        ("sign_in.handoff", "from consent_app.accounts.read_models import User", "only queries"),
        ("accounts.queries", "from consent_app.domains.read_models import Domain", "directions"),
        (
            "errors",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from consent_app import db",
            "against the directions",
        ),
    ],
)
def test_a_planted_break_is_found(name: str, source: str, expected: str) -> None:
    broken = plant(name, source + "\n")
    assert len(broken) == 1, broken
    assert expected in broken[0]
